//! [`LogicPath`]: the steps with which the logical solver solves a puzzle.

use super::step::LogicStep;
use super::technique::HardestTechnique;
use std::fmt;

/// The steps with which the logical solver solves a puzzle, or those before it needs more than its
/// techniques. Its `Display` has a line for each step.
///
/// Each step is the first one, in the order of units and cells, of the easiest technique that
/// applies; of chains, the shortest. The path depends on the order, its hardest technique does not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogicPath {
    pub(super) steps: Vec<LogicStep>,
    pub(super) hardest: HardestTechnique,
    pub(super) candidates: Vec<u64>,
}

impl LogicPath {
    /// The steps.
    #[must_use]
    pub fn steps(&self) -> &[LogicStep] {
        &self.steps
    }

    /// The hardest technique; [`Beyond`](HardestTechnique::Beyond) if the steps do not solve the
    /// puzzle.
    #[must_use]
    pub fn hardest(&self) -> HardestTechnique {
        self.hardest
    }

    /// The candidates of each cell after the last step: bit `v - 1` of a mask stands for value `v`.
    #[must_use]
    pub fn candidates(&self) -> &[u64] {
        &self.candidates
    }
}

impl fmt::Display for LogicPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.steps.iter().try_for_each(|step| writeln!(f, "{step}"))
    }
}
