//! [`Literal`]: an option that is chosen, or one that is not; or a variable of a derivation.

use crate::ids::{OptionId, as_index, to_u32};
use std::fmt;

/// An option, or its negation: the number of the option, from 1, and the sign, as in DIMACS files.
/// A derivation may define further variables, which have the numbers after those of options.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Literal(i64);

impl Literal {
    /// That an option, by index, is chosen.
    pub(crate) fn chosen(option: usize) -> Self {
        Self(i64::from(to_u32(option)) + 1)
    }

    /// That an option, by index, is not chosen.
    pub(crate) fn excluded(option: usize) -> Self {
        Self(-Self::chosen(option).0)
    }

    pub(crate) fn is_chosen(self) -> bool {
        self.0 > 0
    }

    /// As in DIMACS files.
    pub(crate) fn number(self) -> i64 {
        self.0
    }

    /// The index of the option.
    pub(crate) fn option(self) -> usize {
        let number = u32::try_from(self.0.unsigned_abs() - 1).expect("it was made of an index");
        as_index(number)
    }

    pub(crate) fn id(self) -> OptionId {
        OptionId::new(self.option())
    }
}

impl std::ops::Neg for Literal {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// Writes the literal as in DIMACS files.
impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
