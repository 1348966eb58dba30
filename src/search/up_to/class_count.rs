//! [`ClassCount`]: the result of a count up to symmetry.

use crate::ids::OptionId;
use crate::search::limits::StopReason;
use num_bigint::BigUint;
use std::fmt;
use std::ops::ControlFlow;

/// How many solutions there are, and how many up to symmetry.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClassCount {
    /// The number of all solutions; if the run was stopped, a lower bound.
    #[cfg_attr(feature = "serde", serde(with = "crate::digits"))]
    pub solutions: BigUint,
    /// The number of classes of solutions that symmetries map to each other; if the run was
    /// stopped, a lower bound.
    #[cfg_attr(feature = "serde", serde(with = "crate::digits"))]
    pub classes: BigUint,
    /// Whether `solutions` is the number of all solutions. A run that was stopped may have counted
    /// them all, and not their classes.
    pub is_total: bool,
    /// The reason why the count ended.
    pub stop: StopReason,
}

impl ClassCount {
    /// Whether these are all solutions and all classes.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop == StopReason::Exhausted
    }

    /// No solution so far, in a run that has not been stopped.
    pub(super) fn none() -> Self {
        let (solutions, classes) = (BigUint::ZERO, BigUint::ZERO);
        Self { solutions, classes, is_total: false, stop: StopReason::Exhausted }
    }

    /// The least number of classes of so many solutions: a class has at most as many as there are
    /// symmetries.
    pub(super) fn least_classes(solutions: &BigUint, order: &BigUint) -> BigUint {
        (solutions + (order - 1u32)) / order
    }

    /// The same with what an earlier run has found, if this one was stopped before that.
    pub(super) fn with(mut self, earlier: Self) -> Self {
        if !self.is_complete() {
            self.classes = self.classes.max(earlier.classes);
            if !self.is_total {
                self.solutions = self.solutions.max(earlier.solutions);
                self.is_total = earlier.is_total;
            }
        }
        self
    }
}

/// The number of classes, with `>=` in front if there may be more.
impl fmt::Display for ClassCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_complete() { "" } else { ">=" };
        write!(f, "{more}{}", self.classes)
    }
}

/// Called with a solution and the size of its class.
pub(super) type ClassVisitor<'v> = dyn FnMut(&[OptionId], &BigUint) -> ControlFlow<()> + 'v;
