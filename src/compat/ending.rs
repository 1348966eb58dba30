//! How a document's program ends.

/// How a document's program ended. Values are row by row.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// With a full grid that the program takes for a solution.
    Solved(Vec<u8>),
    /// Without a solution, or without one that the observer accepted.
    NoSolution,
    /// Without a solution, though it does not follow that there is none: values so far, 0 for an
    /// open cell.
    Stuck(Vec<u8>),
    /// The observer ended the run.
    Stopped,
}

impl Ending {
    pub(super) fn of(solution: Option<Vec<u8>>) -> Self {
        solution.map_or(Self::NoSolution, Self::Solved)
    }
}
