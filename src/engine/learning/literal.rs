//! [`Lit`]: a literal, that is a variable or its negation.

use crate::ids::as_index;
use std::ops::Not;

/// A variable (twice its number) or its negation (one more).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Lit(u32);

impl Lit {
    /// The most variables that literals can number.
    pub(super) const MOST_VARIABLES: u32 = 1 << 31;

    /// The variable itself.
    #[inline(always)]
    pub(super) const fn positive(variable: u32) -> Self {
        Self(variable << 1)
    }

    /// The variable, or its negation.
    #[inline(always)]
    pub(super) fn new(variable: u32, is_true: bool) -> Self {
        Self(variable << 1 | u32::from(!is_true))
    }

    #[inline(always)]
    pub(super) const fn variable(self) -> u32 {
        self.0 >> 1
    }

    #[inline(always)]
    pub(super) const fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    /// The number of the literal, as it is stored in clauses.
    #[inline(always)]
    pub(super) const fn code(self) -> u32 {
        self.0
    }

    /// The literal with this number.
    #[inline(always)]
    pub(super) const fn from_code(code: u32) -> Self {
        Self(code)
    }

    /// An index into arrays with an element for each literal.
    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        as_index(self.0)
    }
}

impl Not for Lit {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}
