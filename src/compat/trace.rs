//! The trace of a run: its steps as data, and the observer that receives them.

use super::units::UnitName;

/// One step of a document's program. Cells are numbered row by row from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TraceStep {
    /// A cell loses a value.
    Eliminated {
        /// The cell.
        cell: usize,
        /// The value that it can't hold.
        value: u8,
        /// Why it can't hold it.
        reason: StepReason,
    },
    /// A cell is left with one value.
    Placed {
        /// The cell.
        cell: usize,
        /// Its value.
        value: u8,
        /// Why it must be there.
        reason: StepReason,
    },
    /// The search tries a value in a cell. The steps up to the matching
    /// [`TakenBack`](Self::TakenBack), or up to the end, follow from it.
    Guessed {
        /// The cell.
        cell: usize,
        /// The value that is tried.
        value: u8,
    },
    /// A guess failed: the grid is as before it.
    TakenBack {
        /// The cell.
        cell: usize,
        /// The value that was tried.
        value: u8,
    },
    /// The grid as it stands has no solution.
    Contradiction(Contradiction),
    /// All cells hold a value.
    Solved,
}

/// Why a cell holds a value, or can't hold it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum StepReason {
    /// The value is a clue.
    Given,
    /// This cell of the same row, column, square or diagonal has the value.
    Peer(usize),
    /// The cell has no other candidate left.
    OnlyCandidate,
    /// No other cell of the unit can hold the value.
    OnlyPlace(UnitName),
    /// The cell holds this other value.
    Taken(u8),
    /// These two cells of a unit hold two values between them, one of which is the value.
    Twins(usize, usize),
}

/// What shows that a grid has no solution.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contradiction {
    /// The cell can't hold any value.
    NoCandidate(usize),
    /// The value has no place in the unit.
    NoPlace(UnitName, u8),
}

impl TraceStep {
    /// Returns the kind of the step as a word, such as `taken-back`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eliminated { .. } => "eliminated",
            Self::Placed { .. } => "placed",
            Self::Guessed { .. } => "guessed",
            Self::TakenBack { .. } => "taken-back",
            Self::Contradiction(_) => "contradiction",
            Self::Solved => "solved",
        }
    }

    /// Returns the cell of the step, if it has one.
    #[must_use]
    pub const fn cell(self) -> Option<usize> {
        match self {
            Self::Eliminated { cell, .. }
            | Self::Placed { cell, .. }
            | Self::Guessed { cell, .. }
            | Self::TakenBack { cell, .. }
            | Self::Contradiction(Contradiction::NoCandidate(cell)) => Some(cell),
            Self::Contradiction(Contradiction::NoPlace(..)) | Self::Solved => None,
        }
    }

    /// Returns the value of the step, if it has one.
    #[must_use]
    pub const fn value(self) -> Option<u8> {
        match self {
            Self::Eliminated { value, .. }
            | Self::Placed { value, .. }
            | Self::Guessed { value, .. }
            | Self::TakenBack { value, .. }
            | Self::Contradiction(Contradiction::NoPlace(_, value)) => Some(value),
            Self::Contradiction(Contradiction::NoCandidate(_)) | Self::Solved => None,
        }
    }
}

/// An observer of a run, which receives its trace and may end it. All methods have defaults: `()`
/// observes nothing, and a `Vec<TraceStep>` records all steps.
///
/// An observer that rejects every solution makes a search that was written for one solution find
/// them all.
pub trait TraceObserver {
    /// Receives a step.
    fn step(&mut self, step: TraceStep) {
        let _ = step;
    }

    /// Receives the name of the rule or function that the document applies next, and the round in
    /// which it does so, counted from 1, where the document repeats its rules in rounds.
    fn rule(&mut self, round: Option<usize>, rule: &'static str) {
        let _ = (round, rule);
    }

    /// Receives the grid after a rule, in the layout in which the document prints it. It is drawn
    /// only if the observer asks for it.
    ///
    /// The grids before the first step show the puzzle, and the labels of the boxes where the
    /// document draws them.
    fn grid(&mut self, draw: &dyn Fn() -> String) {
        let _ = draw;
    }

    /// Returns whether the search may enter the next node. After the first `false`, the search
    /// enters no more nodes and returns.
    fn enter(&mut self) -> bool {
        true
    }

    /// Returns whether a solution, as values row by row, ends the search. If not, the search
    /// continues as after a dead end.
    fn accept(&mut self, solution: &[u8]) -> bool {
        let _ = solution;
        true
    }
}

impl TraceObserver for () {}

impl TraceObserver for Vec<TraceStep> {
    fn step(&mut self, step: TraceStep) {
        self.push(step);
    }
}

/// Counts the nodes that an observer lets a search enter, and passes it no steps after it has ended
/// the search.
#[derive(Debug)]
pub(super) struct NodeCounter<'o, O> {
    observer: &'o mut O,
    /// Nodes that were entered.
    pub(super) nodes: u64,
    /// Whether the observer has ended the search.
    pub(super) stopped: bool,
}

impl<'o, O: TraceObserver> NodeCounter<'o, O> {
    pub(super) fn new(observer: &'o mut O) -> Self {
        Self { observer, nodes: 0, stopped: false }
    }
}

impl<O: TraceObserver> TraceObserver for NodeCounter<'_, O> {
    fn step(&mut self, step: TraceStep) {
        if !self.stopped {
            self.observer.step(step);
        }
    }

    fn rule(&mut self, round: Option<usize>, rule: &'static str) {
        self.observer.rule(round, rule);
    }

    fn grid(&mut self, draw: &dyn Fn() -> String) {
        self.observer.grid(draw);
    }

    fn enter(&mut self) -> bool {
        self.stopped = self.stopped || !self.observer.enter();
        self.nodes += u64::from(!self.stopped);
        !self.stopped
    }

    fn accept(&mut self, solution: &[u8]) -> bool {
        self.observer.accept(solution)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_was_ended_enters_no_more_nodes() {
        struct Two(u32);
        impl TraceObserver for Two {
            fn enter(&mut self) -> bool {
                self.0 += 1;
                self.0 != 3
            }
        }
        let mut two = Two(0);
        let mut counter = NodeCounter::new(&mut two);
        let entered = [(); 5].map(|()| counter.enter());
        assert_eq!(entered, [true, true, false, false, false]);
        assert_eq!((counter.nodes, counter.stopped), (2, true));
    }
}
