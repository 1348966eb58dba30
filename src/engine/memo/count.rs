//! Counts of any size, cheap as long as they are small.

use num_bigint::BigUint;
use std::cmp::Ordering;

/// An exact number: one word, two words, or as many as it takes, and never more than it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ExactCount {
    Word(u64),
    Wide(u128),
    Big(BigUint),
}

impl ExactCount {
    pub(crate) const ZERO: Self = Self::Word(0);
    pub(crate) const ONE: Self = Self::Word(1);

    pub(crate) fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Self) {
        *self = match (&*self, other) {
            (Self::Word(a), Self::Word(b)) => match a.checked_add(*b) {
                Some(sum) => Self::Word(sum),
                None => Self::Wide(u128::from(*a) + u128::from(*b)),
            },
            (a, b) => a.larger(b, u128::checked_add, |a, b| a + b),
        };
    }

    #[inline]
    pub(crate) fn multiply(&mut self, other: &Self) {
        *self = match (&*self, other) {
            (Self::Word(a), Self::Word(b)) => Self::of_wide(u128::from(*a) * u128::from(*b)),
            (a, b) => a.larger(b, u128::checked_mul, |a, b| a * b),
        };
    }

    /// What does not fit in a word.
    #[cold]
    fn larger(
        &self,
        other: &Self,
        wide: impl Fn(u128, u128) -> Option<u128>,
        big: impl Fn(BigUint, BigUint) -> BigUint,
    ) -> Self {
        let both = self.wide().zip(other.wide());
        match both.and_then(|(a, b)| wide(a, b)) {
            Some(number) => Self::of_wide(number),
            // A product with 0 may be small again.
            None => Self::of_big(big(self.to_big(), other.to_big())),
        }
    }

    fn wide(&self) -> Option<u128> {
        match *self {
            Self::Word(number) => Some(number.into()),
            Self::Wide(number) => Some(number),
            Self::Big(_) => None,
        }
    }

    #[inline]
    fn of_wide(number: u128) -> Self {
        u64::try_from(number).map_or(Self::Wide(number), Self::Word)
    }

    fn of_big(number: BigUint) -> Self {
        u128::try_from(&number).map_or(Self::Big(number), Self::of_wide)
    }

    pub(crate) fn to_big(&self) -> BigUint {
        match self {
            Self::Word(number) => BigUint::from(*number),
            Self::Wide(number) => BigUint::from(*number),
            Self::Big(number) => number.clone(),
        }
    }

    /// Writes the number as words, the lowest first; 0 is none.
    #[inline]
    pub(super) fn write(&self, words: &mut Vec<u64>) {
        words.clear();
        match self {
            Self::Word(0) => {}
            Self::Word(number) => words.push(*number),
            Self::Wide(number) => words.extend(BigUint::from(*number).iter_u64_digits()),
            Self::Big(number) => words.extend(number.iter_u64_digits()),
        }
    }

    /// Reads what was written.
    #[inline]
    pub(super) fn read(words: &[u64]) -> Self {
        match words {
            [] => Self::ZERO,
            [number] => Self::Word(*number),
            [low, high] => Self::Wide(u128::from(*high) << 64 | u128::from(*low)),
            _ => {
                let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
                Self::Big(BigUint::from_bytes_le(&bytes))
            }
        }
    }
}

impl PartialOrd for ExactCount {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ExactCount {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.wide(), other.wide()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_is_exact_at_every_size() {
        let (mut count, mut exact) = (ExactCount::ONE, BigUint::from(1u8));
        let mut words = Vec::new();
        for step in 1u64..400 {
            let other = ExactCount::Word(u64::MAX / (1 + step % 5) - step);
            if step % 3 == 0 {
                count.multiply(&other);
                exact *= other.to_big();
            } else {
                let before = count.clone();
                count.add(&before);
                count.add(&other);
                exact = &exact + &exact + other.to_big();
            }
            assert_eq!(count.to_big(), exact);
            count.write(&mut words);
            assert_eq!(ExactCount::read(&words), count);
            assert_eq!(matches!(count, ExactCount::Word(_)), exact <= BigUint::from(u64::MAX));
            assert_eq!(matches!(count, ExactCount::Big(_)), exact > BigUint::from(u128::MAX));
        }
        count.multiply(&ExactCount::ZERO);
        assert!(count.is_zero());
    }
}
