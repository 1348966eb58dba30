//! [`Rater`] and [`Rating`]: the numbers of puzzles, each found when it is asked for.

use super::backdoor::BackdoorSearch;
use super::board::CandidateBoard;
use super::depth::DepthSearch;
use super::error::{RatingError, RatingNumber};
use super::guesses::Guesses;
use super::logic::LogicSolver;
use super::path::LogicPath;
use super::technique::{HardestTechnique, Technique};
use super::unique_solution::{UniqueSolver, cells};
use super::unit_table::UnitTable;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::encode::PuzzleError;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::simd9::Variant;
use crate::sudoku::stop_poll::StopPoll;
use std::time::Instant;

/// The number of forms over which guesses are averaged by default.
const DEFAULT_FORMS: u32 = 16;

/// Rates puzzles of one geometry. Its memory is reused; no number depends on other puzzles.
///
/// ```
/// use quadrille::sudoku::{Geometry, Grid, rating::Rater};
///
/// let puzzle: Grid =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let mut rater = Rater::new(&Geometry::of_size(9)?).seed(1);
/// let mut rating = rater.rate(&puzzle)?;
/// assert_eq!(rating.clues(), 17);
/// assert_eq!(rating.depth()?, 1);
/// assert_eq!(rating.backdoor()?.len(), 2);
/// assert_eq!(rating.technique()?.name(), "pointing");
/// assert_eq!(rating.guesses()?.mean, 0.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Rater {
    table: UnitTable,
    variant: Option<Variant>,
    poll: StopPoll,
    seed: u64,
    forms: u32,
    /// Made when it is first needed.
    solver: Option<UniqueSolver>,
    /// The puzzle, closed under singles.
    board: CandidateBoard,
    depth: DepthSearch,
    backdoor: BackdoorSearch,
    logic: LogicSolver,
}

impl Rater {
    /// A rater for the puzzles of a geometry.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        Self {
            table: UnitTable::new(geometry),
            variant: Variant::of(geometry),
            poll: StopPoll::default(),
            seed: 0,
            forms: DEFAULT_FORMS,
            solver: None,
            board: CandidateBoard::default(),
            depth: DepthSearch::default(),
            backdoor: BackdoorSearch::default(),
            logic: LogicSolver::default(),
        }
    }

    /// Sets the seed of the forms over which guesses are averaged; the default is 0. A seed gives
    /// the same forms on every computer.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets over how many forms guesses are averaged; the default is 16, the least 1.
    #[must_use]
    pub fn forms(mut self, forms: u32) -> Self {
        self.forms = forms.max(1);
        self
    }

    /// Sets a token that ends the searches.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        (self.poll.token, self.solver) = (token, None);
        self
    }

    /// Sets a time at which the searches end.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        (self.poll.deadline, self.solver) = (Some(deadline), None);
        self
    }

    /// The geometry of the puzzles.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        self.table.geometry()
    }

    /// Checks that a puzzle has one solution, so that it can be rated.
    ///
    /// # Errors
    /// If the puzzle does not have one solution or has another size, or the search was stopped.
    pub fn rate(&mut self, puzzle: &Grid) -> Result<Rating<'_>, RatingError> {
        let (expected, found) = (self.table.size(), puzzle.size());
        if expected != found {
            return Err(RatingError::Puzzle(PuzzleError::WrongSize { expected, found }));
        }
        self.poll.look().map_err(RatingError::Stopped)?;
        self.board.set_clues(&self.table, puzzle);
        if !self.board.close(&self.table) {
            return Err(RatingError::NoSolution);
        }
        let solution = match self.board.solution(&self.table) {
            Some(solution) => solution,
            None => {
                let geometry = self.table.geometry();
                let new = || UniqueSolver::new(geometry, &self.poll);
                self.solver.get_or_insert_with(new).solve(puzzle, &self.poll)?
            }
        };
        self.depth.start(&self.board);
        self.backdoor.start(&self.board);
        let puzzle = puzzle.clone();
        Ok(Rating { rater: self, puzzle, solution, technique: None, guesses: None })
    }
}

/// The numbers of one puzzle. Each is found when it is first asked for, and kept.
#[derive(Debug)]
pub struct Rating<'r> {
    rater: &'r mut Rater,
    puzzle: Grid,
    solution: Grid,
    technique: Option<HardestTechnique>,
    guesses: Option<Guesses>,
}

impl Rating<'_> {
    /// The only solution.
    #[must_use]
    pub fn solution(&self) -> &Grid {
        &self.solution
    }

    /// The number of clues.
    #[must_use]
    pub fn clues(&self) -> usize {
        self.puzzle.clues()
    }

    /// The hardest technique that the logical solver needs.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn technique(&mut self) -> Result<HardestTechnique, RatingError> {
        let all = Technique::ALL.last().copied();
        all.map_or(Ok(HardestTechnique::None), |all| self.technique_within(all))
    }

    /// The hardest technique that the logical solver needs, as far as the techniques up to `limit`
    /// suffice; [`Beyond`](HardestTechnique::Beyond) if they do not.
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn technique_within(&mut self, limit: Technique) -> Result<HardestTechnique, RatingError> {
        if let Some(known) = self.technique {
            let is_within = known <= HardestTechnique::Needed(limit);
            return Ok(if is_within { known } else { HardestTechnique::Beyond });
        }
        let Rater { table, logic, poll, .. } = &mut *self.rater;
        let solved = logic.solve(table, &self.puzzle, limit, poll, |_| ());
        let hardest = solved.map_err(RatingError::Stopped)?;
        if hardest < HardestTechnique::Beyond || Technique::ALL.last() == Some(&limit) {
            self.technique = Some(hardest);
        }
        Ok(hardest)
    }

    /// The steps with which the logical solver solves the puzzle.
    ///
    /// ```
    /// use quadrille::sudoku::{Geometry, Grid, rating::Rater};
    ///
    /// let puzzle: Grid = "12343...........".parse()?;
    /// let mut rater = Rater::new(&Geometry::of_size(4)?.diagonal());
    /// let path = rater.rate(&puzzle)?.path()?;
    /// let first = path.steps()[0].to_string();
    /// assert_eq!(first, "hidden single: 4 has no other place in box 1: r2c2 is 4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the search was stopped.
    pub fn path(&mut self) -> Result<LogicPath, RatingError> {
        let mut steps = Vec::new();
        let Rater { table, logic, poll, .. } = &mut *self.rater;
        let hardest = match Technique::ALL.last() {
            Some(&all) => logic.solve(table, &self.puzzle, all, poll, |step| steps.push(step)),
            None => Ok(HardestTechnique::Beyond),
        };
        let hardest = hardest.map_err(RatingError::Stopped)?;
        self.technique = Some(hardest);
        let candidates = (0..table.cells()).map(|cell| logic.board().mask(cell)).collect();
        Ok(LogicPath { steps, hardest, candidates })
    }

    /// The depth of trial and error over singles.
    ///
    /// # Errors
    /// If the search was stopped: [`RatingError::Above`].
    pub fn depth(&mut self) -> Result<usize, RatingError> {
        Ok(self.depth_within(usize::MAX)?.unwrap_or(usize::MAX))
    }

    /// The depth of trial and error over singles, if it is at most `limit`.
    ///
    /// # Errors
    /// If the search was stopped: [`RatingError::Above`].
    pub fn depth_within(&mut self, limit: usize) -> Result<Option<usize>, RatingError> {
        let Rater { table, depth, poll, .. } = &mut *self.rater;
        poll.restart();
        let found = depth.within(table, limit, poll);
        found.map_err(|stop| stopped(RatingNumber::Depth, depth.least(), stop))
    }

    /// The least backdoor, in ascending order: the fewest cells whose values let singles solve the
    /// puzzle, and of the sets with so many cells the first one, compared cell by cell.
    ///
    /// # Errors
    /// If the search was stopped: [`RatingError::Above`].
    pub fn backdoor(&mut self) -> Result<Vec<usize>, RatingError> {
        Ok(self.backdoor_within(usize::MAX)?.unwrap_or_default())
    }

    /// The least backdoor, if it has at most `limit` cells.
    ///
    /// # Errors
    /// If the search was stopped: [`RatingError::Above`].
    pub fn backdoor_within(&mut self, limit: usize) -> Result<Option<Vec<usize>>, RatingError> {
        let Rater { table, backdoor, poll, .. } = &mut *self.rater;
        poll.restart();
        match backdoor.within(table, &self.solution, limit, poll) {
            Ok(found) => Ok(found.map(<[usize]>::to_vec)),
            Err(stop) => Err(stopped(RatingNumber::Backdoor, backdoor.least(), stop)),
        }
    }

    /// The guesses of [`simd9`](crate::sudoku::simd9), averaged over random forms of the puzzle.
    ///
    /// # Errors
    /// If `simd9` does not solve the puzzles of the geometry, or the search was stopped.
    pub fn guesses(&mut self) -> Result<Guesses, RatingError> {
        if let Some(known) = self.guesses {
            return Ok(known);
        }
        let Rater { table, variant, poll, seed, forms, solver, .. } = &mut *self.rater;
        let variant = variant.ok_or(RatingError::NoGuesses)?;
        let solver = solver.get_or_insert_with(|| UniqueSolver::new(table.geometry(), poll));
        let puzzle = (&cells(&self.puzzle), variant);
        let found = Guesses::estimate(solver, puzzle, (*seed, *forms), poll);
        let found = found.ok_or(RatingError::NoGuesses)?.map_err(RatingError::Stopped)?;
        self.guesses = Some(found);
        Ok(found)
    }
}

/// The error for a search that has found that a number is at least `least`.
fn stopped(number: RatingNumber, least: usize, stop: StopReason) -> RatingError {
    match least.checked_sub(1) {
        Some(bound) => RatingError::Above { number, bound, stop },
        None => RatingError::Stopped(stop),
    }
}
