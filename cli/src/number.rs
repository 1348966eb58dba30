//! How many solutions there are: a number of any length.

use num_bigint::BigUint;
use quadrille::{BigCount, Count, StopReason};
use std::fmt;
use std::ops::AddAssign;

/// A number without a sign. Nearly all are small, and these ask for no memory.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Number {
    /// What a machine word holds.
    Small(u64),
    /// What it does not, and so is larger than any of these.
    Big(BigUint),
}

impl Number {
    pub(super) fn is_zero(&self) -> bool {
        *self == Self::Small(0)
    }

    pub(super) fn reaches(&self, limit: u64) -> bool {
        match self {
            Self::Small(number) => *number >= limit,
            Self::Big(_) => true,
        }
    }
}

impl From<u64> for Number {
    fn from(number: u64) -> Self {
        Self::Small(number)
    }
}

impl From<BigUint> for Number {
    fn from(number: BigUint) -> Self {
        u64::try_from(&number).map_or(Self::Big(number), Self::Small)
    }
}

impl AddAssign<&Number> for Number {
    fn add_assign(&mut self, other: &Number) {
        *self = match (&*self, other) {
            (Self::Small(one), Self::Small(other)) => match one.checked_add(*other) {
                Some(sum) => Self::Small(sum),
                None => Self::Big(BigUint::from(*one) + *other),
            },
            (Self::Big(big), Self::Small(small)) | (Self::Small(small), Self::Big(big)) => {
                Self::Big(big + *small)
            }
            (Self::Big(one), Self::Big(other)) => Self::Big(one + other),
        };
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(number) => number.fmt(f),
            Self::Big(number) => number.fmt(f),
        }
    }
}

/// How many solutions were counted, and whether these are all.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Amount {
    pub(super) solutions: Number,
    pub(super) stop: StopReason,
}

impl Amount {
    pub(super) fn is_complete(&self) -> bool {
        self.stop == StopReason::Exhausted
    }

    /// As if it had been counted up to a limit, like an engine that stops when it has found so
    /// many.
    pub(super) fn cut_at(self, limit: Option<u64>) -> Self {
        match limit {
            Some(limit) if self.solutions.reaches(limit) => {
                Self { solutions: limit.into(), stop: StopReason::SolutionLimit }
            }
            _ => self,
        }
    }
}

impl From<Count> for Amount {
    fn from(Count { solutions, stop }: Count) -> Self {
        Self { solutions: solutions.into(), stop }
    }
}

impl From<BigCount> for Amount {
    fn from(BigCount { solutions, stop }: BigCount) -> Self {
        Self { solutions: solutions.into(), stop }
    }
}

/// The number, with `>=` in front if there may be more.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_complete() { "" } else { ">=" };
        write!(f, "{more}{}", self.solutions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2^64.
    fn big() -> Number {
        (BigUint::from(u64::MAX) + 1u32).into()
    }

    #[test]
    fn sums_outgrow_a_word() {
        let table = [
            (Number::from(1), 2.into(), "3"),
            (u64::MAX.into(), 1.into(), "18446744073709551616"),
            (1.into(), big(), "18446744073709551617"),
            (big(), 1.into(), "18446744073709551617"),
            (big(), big(), "36893488147419103232"),
        ];
        for (mut sum, other, expected) in table {
            sum += &other;
            assert_eq!(sum.to_string(), expected);
        }
    }

    #[test]
    fn a_number_is_big_only_if_it_must_be() {
        assert_eq!(Number::from(BigUint::from(7u32)), Number::Small(7));
        assert_eq!(Number::from(BigUint::from(u64::MAX)), Number::Small(u64::MAX));
        assert!(matches!(big(), Number::Big(_)));
        assert!(Number::from(BigUint::ZERO).is_zero() && !big().is_zero());
    }

    #[test]
    fn an_amount_is_cut_where_an_engine_would_stop() {
        let all = |solutions| Amount { solutions, stop: StopReason::Exhausted };
        let cut = |solutions, limit| all(solutions).cut_at(limit).to_string();
        assert_eq!(cut(7.into(), None), "7");
        assert_eq!(cut(7.into(), Some(8)), "7");
        assert_eq!(cut(7.into(), Some(7)), ">=7");
        assert_eq!(cut(big(), Some(5)), ">=5");
        assert_eq!(cut(big(), None), "18446744073709551616");
    }
}
