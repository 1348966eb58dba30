//! A set of values: what a box may still hold.
//!
//! The documents keep strings such as `'4578'`, or lists of numbers, from which values are only ever taken away,
//! so that they stay in ascending order. A set of bits is the same thing.

use std::fmt;

/// How values are written: 9x9 takes the first nine signs, 16x16 sixteen.
const SIGNS: &[u8; 35] = b"123456789abcdefghijklmnopqrstuvwxyz";

/// A set of values from 1 to 63.
///
/// It is written as the documents write it, in ascending order and without anything between: `4578`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digits(u64);

impl Digits {
    /// The set without a value.
    pub const NONE: Self = Self(0);

    /// All values from 1 to `size`.
    #[must_use]
    pub fn all(size: u8) -> Self {
        (1..=size).fold(Self::NONE, |set, value| Self(set.0 | bit(value)))
    }

    /// The set of one value.
    #[must_use]
    pub fn one(value: u8) -> Self {
        Self(bit(value))
    }

    /// Whether a value is in the set.
    #[must_use]
    pub fn contains(self, value: u8) -> bool {
        self.0 & bit(value) != 0
    }

    /// How many values there are.
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The value, if there is just one.
    #[must_use]
    pub fn single(self) -> Option<u8> {
        self.iter().next().filter(|_| self.count() == 1)
    }

    /// Takes a value out; whether it was there.
    pub fn remove(&mut self, value: u8) -> bool {
        let had = self.contains(value);
        self.0 &= !bit(value);
        had
    }

    /// The values in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..64).filter(move |&value| self.contains(value))
    }
}

/// The bit of a value; there is none for 0, nor for what does not fit.
fn bit(value: u8) -> u64 {
    1_u64.checked_shl(u32::from(value)).unwrap_or(0) & !1
}

/// The sign of a value, from 1 to 35.
pub(super) fn sign(value: u8) -> Option<char> {
    let index = usize::from(value).checked_sub(1)?;
    SIGNS.get(index).map(|&sign| char::from(sign))
}

/// The value of a sign, if it is one of the first `size`.
pub(super) fn value(sign: char, size: u8) -> Option<u8> {
    let place = SIGNS.iter().position(|&known| char::from(known) == sign)?;
    u8::try_from(place + 1).ok().filter(|&value| value <= size)
}

impl FromIterator<u8> for Digits {
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> Self {
        values.into_iter().fold(Self::NONE, |set, value| Self(set.0 | bit(value)))
    }
}

impl fmt::Display for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text: String = self.iter().map(|value| sign(value).unwrap_or('?')).collect();
        f.pad(&text)
    }
}

impl fmt::Debug for Digits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_written_as_a_string_of_its_digits() {
        let mut digits = Digits::all(9);
        assert_eq!(digits.to_string(), "123456789");
        assert!(digits.remove(1) && !digits.remove(1));
        assert_eq!(digits.iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(Digits::all(16).to_string(), "123456789abcdefg");
        assert_eq!(Digits::NONE.to_string(), "");
        assert_eq!(Digits::from_iter([16, 3]).to_string(), "3g");
    }

    #[test]
    fn one_value_is_single_and_none_or_two_are_not() {
        assert_eq!(Digits::one(7).single(), Some(7));
        assert_eq!(Digits::NONE.single(), None);
        assert_eq!(Digits::all(2).single(), None);
    }

    #[test]
    fn what_is_no_value_is_in_no_set() {
        for value in [0, 64, 255] {
            assert!(!Digits::all(63).contains(value) && Digits::one(value).is_empty(), "{value}");
        }
    }

    #[test]
    fn signs_are_read_as_they_are_written() {
        for size in [9, 16] {
            for number in 1..=size {
                assert_eq!(sign(number).and_then(|sign| value(sign, size)), Some(number));
            }
            assert_eq!(sign(size + 1).and_then(|sign| value(sign, size)), None);
        }
        assert_eq!((value('.', 9), value('0', 9), value('A', 16)), (None, None, None));
    }
}
