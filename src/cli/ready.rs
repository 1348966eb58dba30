//! Who answers for what goes neither to the lanes nor to a search for costs: a solver or a counter.

use super::answer::{Answerer, Counts, Source};
use super::number::Amount;
use super::stats::Statistics;
use quadrille::{Count, Counter, OptionId, Preparation, Solver, StopReason, Uniqueness};
use std::ops::ControlFlow;

/// The solver or counter of a problem with what it had done before, or why there is no solution without any search.
pub(super) enum Ready<'a, 'p> {
    Solver(&'a mut Solver<'p>, Preparation),
    Counter(ByCounter<'a, 'p>),
    Clash(String),
}

/// The answer where no search is needed to know that there is no solution.
pub(super) const NO_SOLUTION: Count = Count { solutions: 0, stop: StopReason::Exhausted };

impl<'a, 'p> Ready<'a, 'p> {
    pub(super) fn of(solver: &'a mut Solver<'p>) -> Self {
        let before = solver.preparation();
        Self::Solver(solver, before)
    }

    pub(super) fn counting(counter: &'a mut Counter<'p>, limit: Option<u64>) -> Self {
        let before = counter.preparation();
        Self::Counter(ByCounter { counter, before, limit })
    }
}

impl Answerer for Ready<'_, '_> {
    fn is_unique(&mut self) -> Result<Uniqueness, StopReason> {
        match self {
            Self::Solver(solver, _) => solver.is_unique(),
            Self::Counter(by) => by.is_unique(),
            Self::Clash(_) => Ok(Uniqueness::None),
        }
    }
}

impl Counts for Ready<'_, '_> {
    fn count(&mut self) -> Amount {
        match self {
            Self::Solver(solver, _) => solver.count().into(),
            Self::Counter(by) => by.count(),
            Self::Clash(_) => NO_SOLUTION.into(),
        }
    }
}

impl Source for Ready<'_, '_> {
    type Solution = [OptionId];

    fn visit(&mut self, visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        match self {
            Self::Solver(solver, _) => solver.visit(visitor),
            Self::Counter(by) => by.visit(visitor),
            Self::Clash(_) => NO_SOLUTION,
        }
    }

    fn note(&self, stats: &mut Statistics) {
        match self {
            Self::Solver(solver, before) => stats.searched(solver, *before),
            Self::Counter(by) => stats.counted(by.counter, by.before),
            Self::Clash(_) => stats.clashed(),
        }
    }

    fn clash(&self) -> Option<&str> {
        match self {
            Self::Solver(..) | Self::Counter(_) => None,
            Self::Clash(clash) => Some(clash),
        }
    }
}

/// A counter that is asked what others are asked: it knows the end of it at once, or not at all.
pub(super) struct ByCounter<'a, 'p> {
    counter: &'a mut Counter<'p>,
    before: Preparation,
    /// As many as are to be counted or shown.
    limit: Option<u64>,
}

impl ByCounter<'_, '_> {
    fn count(&mut self) -> Amount {
        Amount::from(self.counter.count()).cut_at(self.limit)
    }

    fn is_unique(&mut self) -> Result<Uniqueness, StopReason> {
        let Amount { solutions, stop } = Amount::from(self.counter.count());
        match stop {
            _ if solutions.reaches(2) => Ok(Uniqueness::Multiple),
            StopReason::Exhausted if solutions.is_zero() => Ok(Uniqueness::None),
            StopReason::Exhausted => Ok(Uniqueness::Unique),
            stop => Err(stop),
        }
    }

    /// Shows what is in the diagram, once it is there.
    fn visit(&mut self, visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        let diagram = match self.counter.diagram() {
            Ok(diagram) => diagram,
            Err(stop) => return Count { solutions: 0, stop },
        };
        let mut shown = NO_SOLUTION;
        for solution in diagram.solutions() {
            shown.solutions += 1;
            if visitor(solution.options()).is_break() || self.limit == Some(shown.solutions) {
                shown.stop = StopReason::SolutionLimit;
                break;
            }
        }
        shown
    }
}
