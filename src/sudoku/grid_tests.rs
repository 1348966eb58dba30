//! [`GridTests`]: how many solutions many grids of one geometry have, and whether a value is
//! forced.

use super::encode::Encoding;
use super::geometry::Geometry;
use super::grid::Grid;
use super::simd9::{BatchSolver, Cells, PuzzleResult, Variant, WithoutValue};
use super::stop_poll::StopPoll;
use crate::engine::Subproblem;
use crate::ids::OptionId;
use crate::search::{CancelToken, Solver, StopReason, Uniqueness};
use std::borrow::Borrow;
use std::ops::ControlFlow;
use std::time::Instant;

/// Answers questions about grids of one geometry: 9x9 grids many at a time in the lanes, others one
/// by one by a search.
#[derive(Debug)]
pub(super) struct GridTests {
    geometry: Geometry,
    stop: StopPoll,
    /// The most nodes of a search that asks whether a grid has one solution.
    nodes: Option<u64>,
    /// Made when it is first needed.
    solver: Option<GridSolver>,
}

/// What solves the grids of a geometry.
#[derive(Debug)]
enum GridSolver {
    /// 9x9 grids, many at a time.
    Lanes(Box<BatchSolver>),
    Search(Encoding, Box<Solver>),
}

impl GridTests {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let (geometry, stop) = (geometry.clone(), StopPoll::default());
        Self { geometry, stop, nodes: None, solver: None }
    }

    pub(super) fn set_token(&mut self, token: CancelToken) {
        (self.stop.token, self.solver) = (token, None);
    }

    pub(super) fn set_deadline(&mut self, deadline: Instant) {
        (self.stop.deadline, self.solver) = (Some(deadline), None);
    }

    /// Limits the nodes of each search of [`are_unique`](Self::are_unique) and
    /// [`are_forced`](Self::are_forced). The lanes have no such limit.
    #[cfg(feature = "generate")]
    pub(super) fn set_nodes(&mut self, nodes: Option<u64>) {
        self.nodes = nodes;
    }

    pub(super) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The reason to stop that is known without a search.
    pub(super) fn stop_requested(&self) -> Option<StopReason> {
        self.stop.look().err()
    }

    /// The number of solutions of each grid, all of the right size.
    pub(super) fn answers<G: Borrow<Grid>>(
        &mut self,
        grids: impl IntoIterator<Item = G>,
    ) -> Result<Vec<Uniqueness>, StopReason> {
        self.answers_within(grids, None).map(|answers| answers.into_iter().flatten().collect())
    }

    /// For each grid of the right size, whether it has one solution; `false` as well where the
    /// limit of nodes was reached.
    pub(super) fn are_unique<G: Borrow<Grid>>(
        &mut self,
        grids: impl IntoIterator<Item = G>,
    ) -> Result<Vec<bool>, StopReason> {
        let is_unique = |answer: Option<Uniqueness>| answer == Some(Uniqueness::Unique);
        let answers = self.answers_within(grids, self.nodes)?;
        Ok(answers.into_iter().map(is_unique).collect())
    }

    /// The answers, each `None` if the limit of nodes was reached.
    fn answers_within<G: Borrow<Grid>>(
        &mut self,
        grids: impl IntoIterator<Item = G>,
        nodes: Option<u64>,
    ) -> Result<Vec<Option<Uniqueness>>, StopReason> {
        let grids = grids.into_iter();
        match self.solver() {
            GridSolver::Lanes(lanes) => {
                lanes.set_limit(Some(2));
                let results = lanes.solve_all(grids.map(|grid| cells(grid.borrow())));
                let answers: Option<_> = results.map(|result| answer(&result).map(Some)).collect();
                answers.ok_or_else(|| self.stop.reason())
            }
            GridSolver::Search(encoding, solver) => {
                solver.set_node_limit(nodes);
                let mut answer = |grid: G| match encoding.givens(grid.borrow()) {
                    Ok(include) => {
                        assume(solver, include, Vec::new());
                        unless_limited(solver.is_unique())
                    }
                    Err(_) => Ok(Some(Uniqueness::None)),
                };
                grids.map(&mut answer).collect()
            }
        }
    }

    /// For each grid of the right size, cell and value: whether no solution of the grid has another
    /// value in the cell; `false` as well where the limit of nodes was reached.
    ///
    /// Where the grid with this value in this cell has one solution, this is whether the grid has
    /// one solution as well. The answer takes two thirds of the work of [`answers`](Self::answers).
    pub(super) fn are_forced<G: Borrow<Grid>>(
        &mut self,
        tests: impl IntoIterator<Item = (G, usize, u8)>,
    ) -> Result<Vec<bool>, StopReason> {
        let (tests, nodes) = (tests.into_iter(), self.nodes);
        match self.solver() {
            GridSolver::Lanes(lanes) => {
                lanes.set_limit(Some(1));
                let puzzles = tests.map(|(grid, cell, value)| WithoutValue {
                    cells: cells(grid.borrow()),
                    cell,
                    value,
                });
                let is_forced = |result: PuzzleResult| match result.solutions {
                    0 => result.is_complete().then_some(true),
                    _ => Some(false),
                };
                let answers: Option<_> = lanes.solve_all(puzzles).map(is_forced).collect();
                answers.ok_or_else(|| self.stop.reason())
            }
            GridSolver::Search(encoding, solver) => {
                solver.set_node_limit(nodes);
                let mut is_forced = |(grid, cell, value): (G, usize, u8)| {
                    let Ok(include) = encoding.givens(grid.borrow()) else { return Ok(true) };
                    assume(solver, include, encoding.option(cell, value).into_iter().collect());
                    let other = unless_limited(solver.first())?;
                    Ok(other.is_some_and(|solution| solution.is_none()))
                };
                tests.map(&mut is_forced).collect()
            }
        }
    }

    /// Calls the visitor with each solution of a grid of the right size, until it breaks. Returns
    /// why the search ended.
    pub(super) fn visit(
        &mut self,
        grid: &Grid,
        nodes: Option<u64>,
        mut visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> StopReason {
        match self.solver() {
            GridSolver::Lanes(lanes) => {
                lanes.set_limit(None);
                let mut is_broken = false;
                let result = lanes.for_each(&cells(grid), |cells| {
                    let visited = visitor(&Grid::from_checked_9x9(*cells));
                    is_broken = visited.is_break();
                    visited
                });
                match is_broken {
                    true => StopReason::Interrupted,
                    false if result.is_complete() => StopReason::Exhausted,
                    false => self.stop.reason(),
                }
            }
            GridSolver::Search(encoding, solver) => {
                solver.set_node_limit(nodes);
                let Ok(include) = encoding.givens(grid) else { return StopReason::Exhausted };
                assume(solver, include, Vec::new());
                let count = solver.visit(|options| match encoding.decode(options) {
                    Ok(grid) => visitor(&grid),
                    Err(_) => ControlFlow::Continue(()),
                });
                count.stop
            }
        }
    }

    fn solver(&mut self) -> &mut GridSolver {
        let Self { geometry, stop, solver, .. } = self;
        solver.get_or_insert_with(|| GridSolver::new(geometry, stop))
    }
}

/// The answer of a search, or `None` if it has reached the limit of nodes.
fn unless_limited<T>(answer: Result<T, StopReason>) -> Result<Option<T>, StopReason> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(StopReason::NodeLimit) => Ok(None),
        Err(stop) => Err(stop),
    }
}

/// Restricts a solver to the solutions of a grid.
fn assume(solver: &mut Solver, include: Vec<OptionId>, exclude: Vec<OptionId>) {
    let assumed = solver.assume(Subproblem { include, exclude });
    debug_assert!(assumed.is_ok(), "consistent clues are options that do not conflict");
}

/// The answer of the lanes; `None` if they were stopped before.
fn answer(result: &PuzzleResult) -> Option<Uniqueness> {
    match (result.solutions, result.is_complete()) {
        (0, true) => Some(Uniqueness::None),
        (1, true) => Some(Uniqueness::Unique),
        (0 | 1, false) => None,
        _ => Some(Uniqueness::Multiple),
    }
}

impl GridSolver {
    fn new(geometry: &Geometry, stop: &StopPoll) -> Self {
        if let Some(variant) = Variant::of(geometry) {
            let (lanes, stop) = (BatchSolver::new(variant).keep_first(false), stop.clone());
            let lanes = lanes.continue_while(move || stop.look().is_ok());
            return Self::Lanes(Box::new(lanes));
        }
        let encoding = Encoding::new(geometry.clone());
        let solver = Solver::new(encoding.problem()).cancel_token(stop.token.clone());
        let solver = match stop.deadline {
            Some(deadline) => solver.deadline(deadline),
            None => solver,
        };
        Self::Search(encoding, Box::new(solver))
    }
}

/// The cells of a 9x9 grid.
fn cells(grid: &Grid) -> Cells {
    grid.cells().first_chunk().copied().unwrap_or([0; 81])
}
