//! [`Claim`]: what a proof says about the solutions of a problem.

use num_bigint::BigUint;
use std::fmt;

/// What a proof says. All claims are proved in the same way; they differ in what is compared.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// There is no solution.
    None,
    /// There is exactly one solution.
    Unique,
    /// There are exactly this many solutions.
    Count(BigUint),
    /// The least cost of a solution, and how many solutions have it; `None` if there is no
    /// solution.
    Cheapest(Option<(u128, BigUint)>),
}

/// The kind of a [`Claim`], without its numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClaimKind {
    /// That there is no solution.
    None,
    /// That there is exactly one solution.
    Unique,
    /// The number of solutions.
    #[default]
    Count,
    /// The least cost of a solution.
    Cheapest,
}

impl Claim {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> ClaimKind {
        match self {
            Self::None => ClaimKind::None,
            Self::Unique => ClaimKind::Unique,
            Self::Count(_) => ClaimKind::Count,
            Self::Cheapest(_) => ClaimKind::Cheapest,
        }
    }
}

impl ClaimKind {
    /// The claim of this kind that is true of a number of solutions; that of the number, if none
    /// is.
    pub(super) fn of_count(self, count: BigUint) -> Claim {
        match self {
            Self::None if count == BigUint::ZERO => Claim::None,
            Self::Unique if count == BigUint::from(1u32) => Claim::Unique,
            _ => Claim::Count(count),
        }
    }
}

/// Writes the claim as in the text of a proof.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Unique => f.write_str("unique"),
            Self::Count(count) => write!(f, "count {count}"),
            Self::Cheapest(None) => f.write_str("cheapest none"),
            Self::Cheapest(Some((cost, count))) => write!(f, "cheapest {cost} {count}"),
        }
    }
}
