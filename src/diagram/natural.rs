//! [`Natural`]: a number of any length, stored in a word if it is small.

use crate::ids::to_u64;
use num_bigint::BigUint;

/// A number from 0, without bound. A big one may still be below 2^64.
#[derive(Clone, Debug)]
pub(super) enum Natural {
    Small(u64),
    Big(BigUint),
}

impl Natural {
    pub(super) const ZERO: Self = Self::Small(0);
    pub(super) const ONE: Self = Self::Small(1);

    pub(super) fn into_big(self) -> BigUint {
        match self {
            Self::Small(number) => number.into(),
            Self::Big(number) => number,
        }
    }

    pub(super) fn times(self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(left), Self::Small(right)) => match left.checked_mul(*right) {
                Some(product) => Self::Small(product),
                None => Self::Big(BigUint::from(left) * *right),
            },
            (Self::Big(left), Self::Small(right)) => Self::Big(left * *right),
            (Self::Small(left), Self::Big(right)) => Self::Big(right * left),
            (Self::Big(left), Self::Big(right)) => Self::Big(left * right),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Small(left), Self::Small(right)) => match left.checked_add(*right) {
                Some(sum) => *left = sum,
                None => *self = Self::Big(BigUint::from(*left) + *right),
            },
            (Self::Small(left), Self::Big(right)) => *self = Self::Big(right + *left),
            (Self::Big(left), Self::Small(right)) => *left += *right,
            (Self::Big(left), Self::Big(right)) => *left += right,
        }
    }

    /// Subtracts another number, unless it is greater. Returns whether it did.
    pub(super) fn subtract(&mut self, other: &Self) -> bool {
        match (&mut *self, other) {
            (Self::Small(left), Self::Small(right)) => match left.checked_sub(*right) {
                Some(difference) => *left = difference,
                None => return false,
            },
            (Self::Big(left), Self::Small(right)) if *left >= BigUint::from(*right) => {
                *left -= *right;
            }
            (Self::Big(left), Self::Big(right)) if *left >= *right => *left -= right,
            (Self::Small(left), Self::Big(right)) if BigUint::from(*left) >= *right => {
                *self = Self::from(&(BigUint::from(*left) - right));
            }
            _ => return false,
        }
        self.settle();
        true
    }

    /// Divides by a number above 0 in place, and returns the remainder.
    pub(super) fn divide(&mut self, other: &Self) -> Self {
        let remainder = match (&mut *self, other) {
            (Self::Small(left), Self::Small(right)) => {
                let remainder = *left % *right;
                *left /= *right;
                Self::Small(remainder)
            }
            (left, right) => {
                let (left_big, right) = (left.clone().into_big(), right.clone().into_big());
                let remainder = &left_big % &right;
                *left = Self::from(&(left_big / right));
                Self::from(&remainder)
            }
        };
        self.settle();
        remainder
    }

    /// Converts a big number that fits in a word to a small one.
    fn settle(&mut self) {
        if let Self::Big(number) = self
            && number.bits() <= to_u64(64)
        {
            *self = Self::from(&*number);
        }
    }
}

impl From<&BigUint> for Natural {
    fn from(number: &BigUint) -> Self {
        u64::try_from(number).map_or_else(|_| Self::Big(number.clone()), Self::Small)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers near powers of 2^32.
    fn numbers() -> Vec<BigUint> {
        let words = [0, 1, 2, 3, 1000, u64::from(u32::MAX), 1 << 63, u64::MAX - 1, u64::MAX];
        let words: Vec<_> = words.into_iter().map(BigUint::from).collect();
        let powers = (0u32..200).step_by(33).map(|power| BigUint::from(7u32).pow(power));
        let mut all: Vec<_> = powers.chain(words.iter().cloned()).collect();
        all.extend(words.iter().map(|word| word * u64::MAX + 5u32));
        all
    }

    /// A number in each of its forms.
    fn forms(number: &BigUint) -> [Natural; 2] {
        [Natural::from(number), Natural::Big(number.clone())]
    }

    #[test]
    fn both_forms_of_a_number_compute_the_same() {
        for left in &numbers() {
            for right in &numbers() {
                for (l, r) in forms(left).iter().flat_map(|l| forms(right).map(|r| (l.clone(), r)))
                {
                    assert_eq!(l.clone().times(&r).into_big(), left * right);
                    let mut sum = l.clone();
                    sum.add(&r);
                    assert_eq!(sum.into_big(), left + right);
                    let mut difference = l.clone();
                    assert_eq!(difference.subtract(&r), left >= right);
                    let expected = if left >= right { left - right } else { left.clone() };
                    assert_eq!(difference.into_big(), expected);
                    if *right != BigUint::ZERO {
                        let mut quotient = l.clone();
                        assert_eq!(quotient.divide(&r).into_big(), left % right);
                        assert_eq!(quotient.into_big(), left / right);
                    }
                }
            }
        }
    }
}
