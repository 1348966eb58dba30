//! [`Natural`]: a number of any size, cheap as long as it is small.

use num_bigint::BigUint;
use std::cmp::Ordering;

/// A number from 0, without bound: one word, two words, or as many as it takes, and never more than
/// it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Natural {
    Word(u64),
    Wide(u128),
    Big(BigUint),
}

impl Natural {
    pub(crate) const ZERO: Self = Self::Word(0);
    pub(crate) const ONE: Self = Self::Word(1);

    pub(crate) fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Self) {
        *self = match (&mut *self, other) {
            (Self::Word(a), Self::Word(b)) => match a.checked_add(*b) {
                Some(sum) => Self::Word(sum),
                None => Self::Wide(u128::from(*a) + u128::from(*b)),
            },
            (Self::Big(a), Self::Big(b)) => return *a += b,
            (Self::Big(a), Self::Word(b)) => return *a += *b,
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

    pub(crate) fn times(mut self, other: &Self) -> Self {
        self.multiply(other);
        self
    }

    /// Subtracts another number, unless it is greater. Returns whether it did.
    pub(crate) fn subtract(&mut self, other: &Self) -> bool {
        let is_possible = *self >= *other;
        if is_possible {
            *self = self.larger(other, u128::checked_sub, |a, b| a - b);
        }
        is_possible
    }

    /// Divides by a number above 0 in place, and returns the remainder.
    pub(crate) fn divide(&mut self, other: &Self) -> Self {
        let remainder = self.larger(other, u128::checked_rem, |a, b| a % b);
        *self = self.larger(other, u128::checked_div, |a, b| a / b);
        remainder
    }

    /// The result of an operation on numbers of which one may be above 64 bits.
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
            None => big(self.to_big(), other.to_big()).into(),
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

    pub(crate) fn to_big(&self) -> BigUint {
        self.clone().into_big()
    }

    pub(crate) fn into_big(self) -> BigUint {
        match self {
            Self::Word(number) => number.into(),
            Self::Wide(number) => number.into(),
            Self::Big(number) => number,
        }
    }

    /// Writes the number as words, the lowest first; 0 is none.
    #[inline]
    pub(crate) fn write(&self, words: &mut Vec<u64>) {
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
    pub(crate) fn read(words: &[u64]) -> Self {
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

impl From<BigUint> for Natural {
    fn from(number: BigUint) -> Self {
        u128::try_from(&number).map_or(Self::Big(number), Self::of_wide)
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Big(a), Self::Big(b)) => a.cmp(b),
            // A big number is above 128 bits.
            _ => match (self.wide(), other.wide()) {
                (Some(a), Some(b)) => a.cmp(&b),
                (a, b) => b.is_some().cmp(&a.is_some()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers near powers of 2, of all sizes.
    fn numbers() -> Vec<BigUint> {
        let small = [0u32, 1, 2, 3, 1000, u32::MAX].into_iter().map(BigUint::from);
        let powers = [31u32, 63, 64, 65, 127, 128, 129, 200];
        let near = powers.into_iter().flat_map(|power| {
            let power = BigUint::from(1u32) << power;
            [&power - 1u32, power.clone(), power * 7u32 + 5u32]
        });
        small.chain(near).collect()
    }

    /// Checks that a number takes no more than it needs.
    fn check(number: &Natural, expected: &BigUint) {
        assert_eq!(number.to_big(), *expected);
        let bits = expected.bits();
        let is_smallest = match number {
            Natural::Word(_) => bits <= 64,
            Natural::Wide(_) => (65..=128).contains(&bits),
            Natural::Big(_) => bits > 128,
        };
        assert!(is_smallest, "{number:?}");
    }

    #[test]
    fn numbers_of_all_sizes_compute_exactly() {
        for left in &numbers() {
            for right in &numbers() {
                let (l, r) = (Natural::from(left.clone()), Natural::from(right.clone()));
                assert_eq!(l.cmp(&r), left.cmp(right));
                check(&l.clone().times(&r), &(left * right));
                let mut sum = l.clone();
                sum.add(&r);
                check(&sum, &(left + right));
                let mut difference = l.clone();
                assert_eq!(difference.subtract(&r), left >= right);
                check(&difference, &if left >= right { left - right } else { left.clone() });
                if *right != BigUint::ZERO {
                    let mut quotient = l.clone();
                    check(&quotient.divide(&r), &(left % right));
                    check(&quotient, &(left / right));
                }
            }
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let mut words = Vec::new();
        for number in numbers() {
            let number = Natural::from(number);
            number.write(&mut words);
            assert_eq!(Natural::read(&words), number);
        }
    }
}
