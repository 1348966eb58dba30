//! Ids of items, options and colours: [`ItemId`], [`OptionId`] and [`Color`].
//!
//! Each is a `u32` in a type of its own, so that an item can't be mistaken for an option. More than
//! 2^32 of them do not fit into memory, and half the width of a pointer lets twice as much
//! structure fit into a cache. All numeric casts of the library are in this file.

use std::num::NonZeroU32;

/// An array index from a stored 32-bit number.
#[inline(always)]
#[allow(clippy::as_conversions)] // lossless: the crate supports targets of 32 and 64 bits
pub(crate) const fn as_index(number: u32) -> usize {
    number as usize
}

/// A 32-bit number from an array index.
///
/// # Panics
/// If `index` needs more than 32 bits. The builder rejects problems of that size.
#[inline(always)]
pub(crate) fn to_u32(index: usize) -> u32 {
    u32::try_from(index).expect("an index is below 2^32")
}

/// A 64-bit number from an array index.
#[inline(always)]
#[allow(clippy::as_conversions)] // lossless: no index is wider
pub(crate) const fn to_u64(index: usize) -> u64 {
    index as u64
}

/// The nearest 32-bit floating-point number.
#[inline(always)]
#[allow(clippy::as_conversions)] // rounds, and callers allow for that
pub(crate) const fn to_f32(number: u32) -> f32 {
    number as f32
}

/// An array index from a word that holds one.
#[inline(always)]
#[allow(clippy::as_conversions)] // lossless: the word was made from an index
pub(crate) const fn word_as_index(word: u64) -> usize {
    word as usize
}

/// The lower 32 bits of a number.
#[inline(always)]
#[allow(clippy::as_conversions)] // drops the upper half, as documented
pub(crate) const fn low(number: u64) -> u32 {
    number as u32
}

/// The upper 32 bits of a number.
#[inline(always)]
pub(crate) const fn high(number: u64) -> u32 {
    low(number >> 32)
}

/// The nearest 64-bit floating-point number.
#[inline(always)]
#[allow(clippy::as_conversions)] // rounds, and callers allow for that
pub(crate) const fn to_f64(number: u64) -> f64 {
    number as f64
}

/// A signed number, rounded to 53 bits.
#[inline(always)]
#[allow(clippy::as_conversions)] // rounds
pub(crate) const fn signed_f64(number: i64) -> f64 {
    number as f64
}

/// The integer nearest to a number, from `i64::MIN` to `i64::MAX`.
#[inline(always)]
#[allow(clippy::as_conversions)] // saturates
pub(crate) fn nearest_i64(number: f64) -> i64 {
    number.round() as i64
}

/// The integer part of a number; 0 below 0, and `u64::MAX` above that.
#[inline(always)]
#[allow(clippy::as_conversions)] // saturates
pub(crate) const fn floor_u64(number: f64) -> u64 {
    number as u64
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u32);

        impl $name {
            #[doc = concat!("The ", $what, " with this index.")]
            ///
            /// # Panics
            /// If the index needs more than 32 bits.
            #[inline]
            #[must_use]
            pub fn new(index: usize) -> Self {
                Self(to_u32(index))
            }

            #[doc = concat!("The index of the ", $what, ", from 0.")]
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                as_index(self.0)
            }

            /// The 32-bit number that engines store.
            #[inline(always)]
            pub(crate) const fn number(self) -> u32 {
                self.0
            }
        }
    };
}

id! {
    /// An item of a [`Problem`](crate::Problem). Ids count up from 0: first primary items, then
    /// secondary items, each in the order in which they were added.
    ItemId, "item"
}

id! {
    /// An option of a [`Problem`](crate::Problem): a set of items. Ids count up from 0 in the order
    /// in which options were added.
    OptionId, "option"
}

/// A colour that options give to secondary items. Two options may share a secondary item if both
/// give it the same colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Color(NonZeroU32);

impl Color {
    /// The colour with this index.
    ///
    /// # Panics
    /// If the index is 2^31-1 or more: engines use the top bit.
    #[must_use]
    pub fn new(index: usize) -> Self {
        let number = to_u32(index);
        assert!(number < u32::MAX / 2, "the index of a colour is below 2^31-1");
        Self(NonZeroU32::MIN.saturating_add(number))
    }

    /// The index of the colour, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        as_index(self.0.get() - 1)
    }

    /// The colour as a number from 1, so that 0 can mean "no colour".
    #[inline]
    pub(crate) const fn number(self) -> u32 {
        self.0.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_keep_their_index() {
        for index in [0, 1, 2, 1000, 0x7fff_fffd] {
            assert_eq!(ItemId::new(index).index(), index);
            assert_eq!(OptionId::new(index).index(), index);
            assert_eq!(Color::new(index).index(), index);
            assert_eq!(as_index(Color::new(index).number()), index + 1);
        }
    }

    #[test]
    #[should_panic(expected = "below 2^31-1")]
    fn a_color_leaves_the_top_bit() {
        let _ = Color::new(0x7fff_ffff);
    }

    #[test]
    fn an_entry_of_an_option_fits_in_eight_bytes() {
        assert_eq!(size_of::<(ItemId, Option<Color>)>(), 8);
    }
}
