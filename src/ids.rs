//! The numbers that name things: [`ItemId`], [`OptionId`] and [`Color`].
//!
//! Each is a `u32` in a type of its own, so that an item can't be mistaken for an option. Four billion of
//! each is more than memory holds, and half the width of a pointer is twice as much structure in a cache.
//! All conversions between these numbers and `usize` are in this file; nowhere else is a number cast.

use std::num::NonZeroU32;

/// An array index from a stored 32-bit number.
#[inline(always)]
#[allow(clippy::as_conversions)] // lossless: the crate supports targets of 32 and 64 bits
pub(crate) const fn at(number: u32) -> usize {
    number as usize
}

/// A stored 32-bit number from an array index.
///
/// # Panics
/// If `index` needs more than 32 bits. The builder refuses problems that are so large, so that no index of
/// anything in a [`Problem`](crate::Problem) gets here.
#[inline(always)]
pub(crate) fn narrow(index: usize) -> u32 {
    u32::try_from(index).expect("the builder keeps every index below 2^32")
}

/// A number that may be multiplied.
#[inline(always)]
#[allow(clippy::as_conversions)] // lossless: no index is wider
pub(crate) const fn wide(index: usize) -> u64 {
    index as u64
}

/// A number to compute with: the nearest of 24 binary digits.
#[inline(always)]
#[allow(clippy::as_conversions)] // rounds, and nobody counts on more
pub(crate) const fn real(number: u32) -> f32 {
    number as f32
}

/// An array index from a word that holds one.
#[cfg(feature = "diagram")]
#[inline(always)]
#[allow(clippy::as_conversions)] // lossless: what is kept in such words was an index before
pub(crate) const fn at_word(word: u64) -> usize {
    word as usize
}

/// The lower 32 bits of a number.
#[cfg(feature = "diagram")]
#[inline(always)]
#[allow(clippy::as_conversions)] // drops what is asked to be dropped
pub(crate) const fn low(number: u64) -> u32 {
    number as u32
}

/// The upper 32 bits of a number.
#[cfg(feature = "diagram")]
#[inline(always)]
pub(crate) const fn high(number: u64) -> u32 {
    low(number >> 32)
}

/// A large number to estimate with: the nearest of 53 binary digits.
#[inline(always)]
#[allow(clippy::as_conversions)] // rounds, and nobody counts on more
pub(crate) const fn double(number: u64) -> f64 {
    number as f64
}

/// The whole number below an estimate, or the nearest that there is.
#[cfg(feature = "diagram")]
#[inline(always)]
#[allow(clippy::as_conversions)] // saturates
pub(crate) const fn whole(number: f64) -> u64 {
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
                Self(narrow(index))
            }

            #[doc = concat!("The index of the ", $what, ", from 0.")]
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                at(self.0)
            }

            /// The same as the number that engines store.
            #[inline(always)]
            pub(crate) const fn number(self) -> u32 {
                self.0
            }
        }
    };
}

id! {
    /// An item of a [`Problem`](crate::Problem): something to be covered. Primary items come first, then
    /// secondary items, each in the order in which they were added; the first is 0.
    ItemId, "item"
}

id! {
    /// An option of a [`Problem`](crate::Problem): a set of items that can be covered together. Options are
    /// numbered from 0 in the order in which they were added.
    OptionId, "option"
}

/// A colour that options give to secondary items. Two options may share a secondary item if both give it
/// the same colour.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Color(NonZeroU32);

impl Color {
    /// The colour with this index.
    ///
    /// # Panics
    /// If the index needs more than 31 bits (engines keep the top bit for themselves).
    #[must_use]
    pub fn new(index: usize) -> Self {
        let number = narrow(index) + 1;
        assert!(number <= u32::MAX / 2, "too many colours");
        Self(NonZeroU32::MIN.saturating_add(number - 1))
    }

    /// The index of the colour, from 0.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        at(self.0.get() - 1)
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
            assert_eq!(at(Color::new(index).number()), index + 1);
        }
    }

    #[test]
    fn an_entry_of_an_option_fits_in_eight_bytes() {
        assert_eq!(size_of::<(ItemId, Option<Color>)>(), 8);
    }
}
