//! [`BatchSolver`]: solves many puzzles together, or a single one.

use super::backend::{DetectedBackend, InstructionSet};
use super::drivers::{BatchDriver, Driver, SingleDriver, StopCheck};
use super::input::{BatchInput, InputBuffer};
use super::layout::Cells;
use super::result::{EndReason, PuzzleResult};
use super::scheduler::{FinishedPuzzle, Goal, Scheduler};
use super::single::{BranchOrder, SingleSearch};
use super::stats::BatchStats;
use super::vector::{Backend, Kernel, LANES};
use crate::sudoku::geometry::Geometry;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The units of the puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Variant {
    /// Rows, columns and 3x3 boxes.
    #[default]
    Standard,
    /// Rows, columns, 3x3 boxes and the two diagonals.
    Diagonal,
}

impl Variant {
    /// The variant for the puzzles of a geometry, if there is one.
    ///
    /// ```
    /// use quadrille::sudoku::{Geometry, simd9::Variant};
    ///
    /// let geometry = Geometry::of_size(9)?;
    /// assert_eq!(Variant::of(&geometry), Some(Variant::Standard));
    /// assert_eq!(Variant::of(&geometry.diagonal()), Some(Variant::Diagonal));
    /// assert_eq!(Variant::of(&Geometry::of_size(4)?), None);
    /// # Ok::<(), quadrille::sudoku::GeometryError>(())
    /// ```
    #[must_use]
    pub fn of(geometry: &Geometry) -> Option<Self> {
        if geometry.box_shape() != Some((3, 3)) {
            return None;
        }
        let mut regions: Vec<_> =
            geometry.regions().iter().map(|region| region.cells().to_vec()).collect();
        for region in &mut regions {
            region.sort_unstable();
        }
        regions.sort_unstable();
        let diagonals =
            [(0..9).map(|i| 10 * i).collect(), (1..=9).map(|i| 8 * i).collect::<Vec<usize>>()];
        match regions {
            regions if regions.is_empty() => Some(Self::Standard),
            regions if regions == diagonals => Some(Self::Diagonal),
            _ => None,
        }
    }
}

/// Solves puzzles of one variant: many of them together, or one alone.
///
/// Memory is reused: solving allocates nothing for a single puzzle, and no result depends on
/// earlier calls.
#[derive(Debug)]
pub struct BatchSolver {
    backend: DetectedBackend,
    variant: Variant,
    limit: Option<u64>,
    keeps_first: bool,
    stop_check: StopCheck,
    scheduler: Scheduler,
    /// The search of one puzzle, and the scheduler that continues it.
    single: SingleSearch,
    continuation: Scheduler,
}

impl BatchSolver {
    /// Creates a solver that uses the fastest instruction set of this processor.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self::with_backend(variant, DetectedBackend::best())
    }

    /// Creates a solver that uses the given instruction set; `None` if this processor lacks it.
    #[must_use]
    pub fn with_instruction_set(variant: Variant, instructions: InstructionSet) -> Option<Self> {
        DetectedBackend::detect(instructions).map(|backend| Self::with_backend(variant, backend))
    }

    fn with_backend(variant: Variant, backend: DetectedBackend) -> Self {
        Self {
            backend,
            variant,
            limit: None,
            keeps_first: true,
            stop_check: StopCheck(None),
            scheduler: Scheduler::new(),
            single: SingleSearch::default(),
            continuation: Scheduler::new(),
        }
    }

    /// Ends the search of each puzzle at this number of solutions. By default there is no limit.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limit = Some(solutions);
        self
    }

    /// Sets or removes the limit for the next calls.
    pub fn set_limit(&mut self, solutions: Option<u64>) {
        self.limit = solutions;
    }

    /// Sets or removes the limit, and returns the one before.
    pub(super) fn replace_limit(&mut self, solutions: Option<u64>) -> Option<u64> {
        std::mem::replace(&mut self.limit, solutions)
    }

    /// Sets whether results have a first solution; the default is `true`. Without it, counting is
    /// faster.
    #[must_use]
    pub fn keep_first(mut self, keep: bool) -> Self {
        self.keeps_first = keep;
        self
    }

    /// Sets a callback that returns whether to continue. It is called before the first pass and
    /// about every 256 passes, which is many times a second. When it returns `false`, the puzzles
    /// in progress end as [`EndReason::Stopped`], and no more are taken.
    #[must_use]
    pub fn continue_while(mut self, callback: impl FnMut() -> bool + Send + 'static) -> Self {
        self.stop_check = StopCheck(Some(Box::new(callback)));
        self
    }

    /// The work of all calls so far.
    #[must_use]
    pub fn stats(&self) -> BatchStats {
        self.scheduler.stats + self.single.stats + self.continuation.stats
    }

    /// Returns the results of puzzles, in their order. Puzzles are taken from the iterator ahead of
    /// time: up to 4096 where one of them takes long.
    pub fn solve_all<I>(&mut self, puzzles: I) -> BatchResults<'_, I::IntoIter>
    where
        I: IntoIterator<Item: BatchInput>,
    {
        self.scheduler.clear(self.goal());
        BatchResults {
            solver: self,
            puzzles: puzzles.into_iter(),
            taken: VecDeque::new(),
            firsts: VecDeque::new(),
            is_over: false,
            is_idle: false,
        }
    }

    /// Solves one puzzle. If the search is large, its branches fill the lanes.
    pub fn solve(&mut self, puzzle: &impl BatchInput) -> PuzzleResult {
        let (goal, visitor) = (self.goal(), &mut |_: &Cells| ControlFlow::Continue(()));
        puzzle.put(0, &mut self.continuation.input);
        let (result, is_first) = self.run_single(goal, BranchOrder::Any, visitor);
        if is_first || !self.keeps_first { result } else { self.with_first(result, puzzle) }
    }

    /// Calls the visitor with each solution of one puzzle until the limit is reached or the visitor
    /// breaks. The order of the solutions is the same on every processor.
    pub fn for_each(
        &mut self,
        puzzle: &impl BatchInput,
        mut visitor: impl FnMut(&Cells) -> ControlFlow<()>,
    ) -> PuzzleResult {
        puzzle.put(0, &mut self.continuation.input);
        self.run_single(self.goal(), BranchOrder::AfterFirst, &mut visitor).0
    }

    /// Completes a result with the first solution in depth-first order.
    fn with_first(&mut self, result: PuzzleResult, puzzle: &impl BatchInput) -> PuzzleResult {
        if result.end == EndReason::Stopped {
            return result;
        }
        let (goal, order) = (Goal { limit: 1, least: 0 }, BranchOrder::DepthFirst);
        puzzle.put(0, &mut self.continuation.input);
        let (found, _) = self.run_single(goal, order, &mut |_| ControlFlow::Break(()));
        PuzzleResult { first: found.first.or(result.first), ..result }
    }

    fn goal(&self) -> Goal {
        let limit = self.limit.unwrap_or(u64::MAX);
        Goal { limit, least: if self.keeps_first { 2 } else { 0 } }
    }

    /// Searches the puzzle in lane 0 of the input of `continuation`. Also returns whether the
    /// solution that was found first is the first in depth-first order.
    ///
    /// It is not generic, so that the vector code is compiled once and not in each caller.
    fn run_single(
        &mut self,
        goal: Goal,
        order: BranchOrder,
        visitor: &mut dyn FnMut(&Cells) -> ControlFlow<()>,
    ) -> (PuzzleResult, bool) {
        let Self { variant, keeps_first, stop_check, single, continuation, .. } = self;
        let (backend, limit, input) = (self.backend, goal.limit, &mut continuation.input);
        let mut driver = SingleDriver { visitor, first: None, stop_check, end: None };
        let end = match variant {
            Variant::Standard => single.run::<false>(backend, input, &mut driver, limit, order),
            Variant::Diagonal => single.run::<true>(backend, input, &mut driver, limit, order),
        };
        let solutions = single.solutions;
        let found = match end {
            Some(end) => FinishedPuzzle { solutions, end, is_first: true },
            None => {
                continuation.resume(goal, solutions, &single.states);
                run(backend, *variant, continuation, &mut driver);
                let stopped = FinishedPuzzle { solutions, end: EndReason::Stopped, is_first: true };
                continuation.pop().unwrap_or(stopped)
            }
        };
        let (first, end) = (driver.first.filter(|_| *keeps_first), driver.end.unwrap_or(found.end));
        (PuzzleResult { solutions: found.solutions, first, end }, found.is_first)
    }
}

fn run(
    backend: DetectedBackend,
    variant: Variant,
    scheduler: &mut Scheduler,
    driver: &mut dyn Driver,
) {
    match variant {
        Variant::Standard => backend.run(RunKernel::<false> { scheduler, driver }),
        Variant::Diagonal => backend.run(RunKernel::<true> { scheduler, driver }),
    }
}

struct RunKernel<'a, const DIAGONAL: bool> {
    scheduler: &'a mut Scheduler,
    driver: &'a mut dyn Driver,
}

impl<const DIAGONAL: bool> Kernel for RunKernel<'_, DIAGONAL> {
    type Output = ();

    #[inline(always)]
    fn run<B: Backend>(self, backend: B) {
        self.scheduler.run::<B, DIAGONAL>(backend, self.driver);
    }
}

/// The results of puzzles, in their order: see [`BatchSolver::solve_all`].
#[derive(Debug)]
pub struct BatchResults<'s, I: Iterator> {
    solver: &'s mut BatchSolver,
    puzzles: I,
    /// The puzzles in progress, and a solution of each, if first solutions are kept.
    taken: VecDeque<I::Item>,
    firsts: VecDeque<Option<Cells>>,
    /// Whether the iterator has ended.
    is_over: bool,
    /// Whether no search is left.
    is_idle: bool,
}

impl<I: Iterator<Item: BatchInput>> Iterator for BatchResults<'_, I> {
    type Item = PuzzleResult;

    fn next(&mut self) -> Option<PuzzleResult> {
        loop {
            if let Some(search) = self.solver.scheduler.pop() {
                return Some(self.result(search));
            }
            if self.is_idle {
                return None;
            }
            self.run();
            self.is_idle = self.solver.scheduler.is_idle();
        }
    }
}

impl<I: Iterator<Item: BatchInput>> BatchResults<'_, I> {
    /// Runs until the search of the first puzzle is over, or no puzzle is left.
    fn run(&mut self) {
        let Self { puzzles, taken, firsts, is_over, .. } = self;
        let BatchSolver { backend, variant, keeps_first, scheduler, stop_check, .. } =
            &mut *self.solver;
        let mut source = |input: &mut InputBuffer| {
            let mut count = 0;
            while count < LANES && !*is_over {
                let Some(puzzle) = puzzles.next() else {
                    *is_over = true;
                    break;
                };
                puzzle.put(count, input);
                count += 1;
                if *keeps_first {
                    taken.push_back(puzzle);
                }
            }
            count
        };
        let firsts = keeps_first.then_some(firsts);
        run(
            *backend,
            *variant,
            scheduler,
            &mut BatchDriver { source: &mut source, firsts, stop_check },
        );
    }

    /// The result of the first puzzle in progress.
    #[inline]
    fn result(&mut self, search: FinishedPuzzle) -> PuzzleResult {
        let FinishedPuzzle { solutions, end, is_first } = search;
        // Results without a solution are not moved with the space for one.
        let Some(puzzle) = self.taken.pop_front() else {
            return PuzzleResult { solutions, first: None, end };
        };
        let first = self.firsts.pop_front().flatten();
        let result = PuzzleResult { solutions, first, end };
        if is_first { result } else { self.solver.with_first(result, &puzzle) }
    }
}
