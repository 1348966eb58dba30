//! A set of values: the candidates of a box.
//!
//! The documents keep strings such as `'4578'`, or lists of numbers. They only ever remove values
//! from these, so that the order stays ascending and a bit set is equivalent.

use std::fmt;

/// The signs of the values from 1: 9x9 takes the first nine of them, 16x16 sixteen.
const SIGNS: &[u8; 35] = b"123456789abcdefghijklmnopqrstuvwxyz";

/// A set of values from 1 to 63.
///
/// `Display` writes it as the documents do, in ascending order without separators: `4578`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Digits(u64);

impl Digits {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// Creates the set of all values from 1 to `size`.
    #[must_use]
    pub fn all(size: u8) -> Self {
        (1..=size).fold(Self::NONE, |set, value| Self(set.0 | bit(value)))
    }

    /// Creates the set of one value.
    #[must_use]
    pub fn one(value: u8) -> Self {
        Self(bit(value))
    }

    /// Returns whether a value is in the set.
    #[must_use]
    pub fn contains(self, value: u8) -> bool {
        self.0 & bit(value) != 0
    }

    /// Returns the number of values.
    #[must_use]
    pub fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the value, if there is exactly one.
    #[must_use]
    pub fn single(self) -> Option<u8> {
        self.iter().next().filter(|_| self.count() == 1)
    }

    /// Removes a value; returns whether it was in the set.
    pub fn remove(&mut self, value: u8) -> bool {
        let had = self.contains(value);
        self.0 &= !bit(value);
        had
    }

    /// Returns the values in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (1..64).filter(move |&value| self.contains(value))
    }
}

/// Returns the bit of a value: none for 0 and for values above 63.
fn bit(value: u8) -> u64 {
    1_u64.checked_shl(u32::from(value)).unwrap_or(0) & !1
}

/// Returns the sign of a value from 1 to 35.
pub(super) fn sign(value: u8) -> Option<char> {
    let index = usize::from(value).checked_sub(1)?;
    SIGNS.get(index).map(|&sign| char::from(sign))
}

/// Returns the value of a sign, if it is one of the first `size`.
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
    fn a_set_displays_its_digits_without_separators() {
        let mut digits = Digits::all(9);
        assert_eq!(digits.to_string(), "123456789");
        assert!(digits.remove(1) && !digits.remove(1));
        assert_eq!(digits.iter().collect::<Vec<_>>(), [2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!(Digits::all(16).to_string(), "123456789abcdefg");
        assert_eq!(Digits::NONE.to_string(), "");
        assert_eq!(Digits::from_iter([16, 3]).to_string(), "3g");
    }

    #[test]
    fn only_a_set_of_one_value_has_a_single_value() {
        assert_eq!(Digits::one(7).single(), Some(7));
        assert_eq!(Digits::NONE.single(), None);
        assert_eq!(Digits::all(2).single(), None);
    }

    #[test]
    fn values_outside_1_to_63_are_in_no_set() {
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
