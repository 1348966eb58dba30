//! What answers a problem: the 9x9 solver, an engine, a memo, or what only one verb has.

use super::choice::Choice;
use super::json::Object;
use super::number::Amount;
use super::stats::Statistics;
use super::subject::SolutionRef;
use quadrille::search::SetupTime;
use quadrille::sudoku::simd9::{BatchSolver, Candidates, Cells, EndReason, PuzzleResult};
use quadrille::{Count, OptionId, Solver, StopReason, Uniqueness};
use std::ops::ControlFlow;

/// The count where the clues alone exclude every solution.
pub(super) const NO_SOLUTION: Count = Count { solutions: 0, stop: StopReason::Exhausted };

/// A backend that is ready to answer one question about one problem.
pub(super) enum Backend<'a> {
    /// None is needed: clues clash.
    Clash(String),
    /// An answer that the 9x9 solver has found already.
    Answered {
        answer: &'a PuzzleResult,
        choice: Choice,
    },
    /// The 9x9 solver, for the solutions of one puzzle.
    Simd9 {
        lanes: &'a mut BatchSolver,
        puzzle: &'a Simd9Input,
        choice: Choice,
    },
    /// An engine, with the setup time that was spent before.
    Solver(&'a mut Solver, SetupTime),
    /// A memo, which knows all solutions at once: `limit` cuts what is reported.
    Memo {
        solver: &'a mut Solver,
        before: SetupTime,
        limit: Option<u64>,
    },
    Verb(&'a mut dyn VerbBackend),
}

/// A puzzle as the 9x9 solver takes it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Simd9Input {
    Clues(Cells),
    Candidates(Candidates),
}

/// A backend that only one verb has.
pub(super) trait VerbBackend {
    fn count(&mut self) -> Amount {
        self.visit(&mut |_| ControlFlow::Continue(())).into()
    }

    fn visit(&mut self, visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Count;

    /// Adds its work to the statistics.
    fn note(&self, stats: &mut Statistics);

    /// The clues that clash, where that is why there is no solution.
    fn clash(&self) -> Option<&str> {
        None
    }

    /// Whether nothing is known of a problem until all solutions are: then a stopped run that has
    /// none has no count.
    fn needs_all(&self) -> bool {
        false
    }

    /// Writes the keys that come after the solutions.
    fn describe(&self, object: &mut Object<'_>) {
        let _ = object;
    }
}

impl<'a> Backend<'a> {
    pub(super) fn solver(solver: &'a mut Solver) -> Self {
        let before = solver.setup_time();
        Self::Solver(solver, before)
    }

    pub(super) fn memo(solver: &'a mut Solver, limit: Option<u64>) -> Self {
        let before = solver.setup_time();
        Self::Memo { solver, before, limit }
    }

    /// Whether there is exactly one solution, or why that is unknown.
    pub(super) fn uniqueness(&mut self) -> Result<Uniqueness, StopReason> {
        let Amount { solutions, stop } = match self {
            Self::Solver(solver, _) => return solver.is_unique(),
            Self::Memo { solver, .. } => solver.big_count().into(),
            _ => self.count(),
        };
        match stop {
            _ if solutions.reaches(2) => Ok(Uniqueness::Multiple),
            StopReason::Exhausted if solutions.is_zero() => Ok(Uniqueness::None),
            StopReason::Exhausted => Ok(Uniqueness::Unique),
            stop => Err(stop),
        }
    }

    /// The number of solutions, up to the limit.
    pub(super) fn count(&mut self) -> Amount {
        match self {
            Self::Clash(_) => NO_SOLUTION.into(),
            Self::Answered { answer, .. } => count(answer).into(),
            Self::Solver(solver, _) => solver.count().into(),
            Self::Memo { solver, limit, .. } => Amount::from(solver.big_count()).cut_at(*limit),
            Self::Verb(backend) => backend.count(),
            Self::Simd9 { .. } => self.visit(&mut |_| ControlFlow::Continue(())).into(),
        }
    }

    /// Passes solutions to the visitor, up to the limit, until it breaks.
    pub(super) fn visit(
        &mut self,
        visitor: &mut dyn FnMut(SolutionRef<'_>) -> ControlFlow<()>,
    ) -> Count {
        let options = &mut |options: &[OptionId]| visitor(SolutionRef::Options(options));
        match self {
            Self::Clash(_) => NO_SOLUTION,
            Self::Answered { answer, .. } => {
                // There is one solution at most, after which there is nothing to break off.
                let _ =
                    answer.first.iter().try_for_each(|cells| visitor(SolutionRef::Cells(cells)));
                count(answer)
            }
            Self::Simd9 { lanes, puzzle, .. } => {
                let cells = |cells: &Cells| visitor(SolutionRef::Cells(cells));
                count(&match puzzle {
                    Simd9Input::Clues(clues) => lanes.for_each(clues, cells),
                    Simd9Input::Candidates(candidates) => lanes.for_each(candidates, cells),
                })
            }
            Self::Solver(solver, _) => solver.visit(options),
            Self::Memo { solver, limit, .. } => visit_diagram(solver, *limit, options),
            Self::Verb(backend) => backend.visit(options),
        }
    }

    /// Passes the first solution to the visitor, if there is one and it is known or can be found.
    pub(super) fn first(&mut self, visitor: &mut dyn FnMut(SolutionRef<'_>)) -> StopReason {
        match self {
            Self::Solver(solver, _) | Self::Memo { solver, .. } => match solver.first() {
                Ok(first) => {
                    first.iter().for_each(|first| visitor(SolutionRef::Options(first.options())));
                    StopReason::Exhausted
                }
                Err(stop) => stop,
            },
            _ => {
                let mut first = |solution: SolutionRef<'_>| {
                    visitor(solution);
                    ControlFlow::Break(())
                };
                self.visit(&mut first).stop
            }
        }
    }

    /// Adds its work to the statistics.
    pub(super) fn note(&self, stats: &mut Statistics) {
        match self {
            Self::Clash(_) => stats.clashed(),
            Self::Answered { choice, .. } | Self::Simd9 { choice, .. } => {
                stats.answered_by(*choice);
            }
            Self::Solver(solver, before) => stats.searched(solver, *before),
            Self::Memo { solver, before, .. } => stats.counted(solver, *before),
            Self::Verb(backend) => backend.note(stats),
        }
    }

    /// The clues that clash, where that is why there is no solution.
    pub(super) fn clash(&self) -> Option<&str> {
        match self {
            Self::Clash(clash) => Some(clash),
            Self::Verb(backend) => backend.clash(),
            _ => None,
        }
    }

    /// Whether nothing is known of a problem until all solutions are.
    pub(super) fn needs_all(&self) -> bool {
        matches!(self, Self::Verb(backend) if backend.needs_all())
    }

    /// Writes the keys that come after the solutions.
    pub(super) fn describe(&self, object: &mut Object<'_>) {
        if let Self::Verb(backend) = self {
            backend.describe(object);
        }
    }
}

/// Visits the solutions of a diagram, once it is complete.
fn visit_diagram(
    solver: &mut Solver,
    limit: Option<u64>,
    visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>,
) -> Count {
    let diagram = match solver.diagram() {
        Ok(diagram) => diagram,
        Err(stop) => return Count { solutions: 0, stop },
    };
    let mut shown = NO_SOLUTION;
    for solution in diagram.solutions() {
        shown.solutions += 1;
        if visitor(solution.options()).is_break() || limit == Some(shown.solutions) {
            shown.stop = StopReason::SolutionLimit;
            break;
        }
    }
    shown
}

/// An answer of the 9x9 solver as a count. Only cancellation stops it; a visitor that breaks counts
/// as a limit.
pub(super) fn count(answer: &PuzzleResult) -> Count {
    let stop = match answer.end {
        EndReason::Exhausted | EndReason::Clash => StopReason::Exhausted,
        EndReason::Stopped => StopReason::Cancelled,
        _ => StopReason::SolutionLimit,
    };
    Count { solutions: answer.solutions, stop }
}
