//! All minimal puzzles within a puzzle, and one with the fewest clues.
//!
//! A search decides clue by clue whether it stays. A clue that is necessary now is necessary in
//! each puzzle with fewer clues. A clue that stays although it is redundant now has to become
//! necessary; if it is redundant even without all undecided clues, there is no minimal puzzle
//! below.

use super::minimiser::{MinimalError, Minimiser, without};
use crate::search::{StopReason, Uniqueness};
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use std::ops::ControlFlow;

/// The minimal puzzle with the fewest clues that a search has found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FewestClues {
    /// A minimal puzzle.
    pub puzzle: Grid,
    /// The reason why the search ended: only after [`StopReason::Exhausted`] is it proved that no
    /// puzzle within the given one has fewer clues.
    pub stop: StopReason,
}

impl Minimiser {
    /// Calls the visitor with each minimal puzzle within a puzzle, until it breaks. Each is visited
    /// once, in the same order in each run. Their number can be astronomical.
    ///
    /// ```
    /// use quadrille::sudoku::{Geometry, Grid, minimal::Minimiser};
    /// use std::ops::ControlFlow;
    ///
    /// let full: Grid = "1234341221434321".parse()?;
    /// let (mut puzzles, mut fewest) = (0, 16);
    /// Minimiser::new(&Geometry::of_size(4)?).visit_minimal(&full, |puzzle| {
    ///     puzzles += 1;
    ///     fewest = fewest.min(puzzle.clues());
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((puzzles, fewest), (284, 4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the puzzle does not have one solution or has another size, or the search was stopped.
    pub fn visit_minimal(
        &mut self,
        puzzle: &Grid,
        mut visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Result<(), MinimalError> {
        match self.search(puzzle, &mut |grid, _| visitor(grid))? {
            StopReason::Exhausted | StopReason::Interrupted => Ok(()),
            stop => Err(MinimalError::Stopped(stop)),
        }
    }

    /// The minimal puzzle with the fewest clues within a puzzle. If the search is stopped, it is
    /// the best that was found.
    ///
    /// # Errors
    /// If the puzzle does not have one solution or has another size, or the search was stopped
    /// before it had found any minimal puzzle.
    pub fn fewest_clues(&mut self, puzzle: &Grid) -> Result<FewestClues, MinimalError> {
        let mut best = None;
        let stop = self.search(puzzle, &mut |grid, most| {
            *most = grid.clues();
            best = Some(grid.clone());
            ControlFlow::Continue(())
        })?;
        best.map(|puzzle| FewestClues { puzzle, stop }).ok_or(MinimalError::Stopped(stop))
    }

    /// Visits the minimal puzzles. The visitor can set a number of clues that the next ones must
    /// stay below.
    fn search(
        &mut self,
        puzzle: &Grid,
        visitor: &mut dyn FnMut(&Grid, &mut usize) -> ControlFlow<()>,
    ) -> Result<StopReason, MinimalError> {
        self.check(std::slice::from_ref(puzzle)).into_iter().collect::<Result<(), _>>()?;
        let undecided = puzzle.clue_cells().collect();
        let (tests, grid, most) = (&mut self.tests, puzzle.clone(), usize::MAX);
        let mut search = SubsetSearch { tests, grid, most, visitor };
        match search.visit(undecided, Kept::default()) {
            ControlFlow::Continue(()) => Ok(StopReason::Exhausted),
            ControlFlow::Break(stop) => Ok(stop),
        }
    }
}

/// The clues that stay.
#[derive(Clone, Default)]
struct Kept {
    necessary: usize,
    /// Those that were redundant when they were last tested.
    redundant: Vec<usize>,
}

struct SubsetSearch<'a> {
    tests: &'a mut GridTests,
    /// The clues that stay, and those that are undecided.
    grid: Grid,
    /// Only puzzles with fewer clues are visited.
    most: usize,
    visitor: &'a mut dyn FnMut(&Grid, &mut usize) -> ControlFlow<()>,
}

impl SubsetSearch<'_> {
    /// Visits the minimal puzzles that have the kept clues and some of the undecided ones.
    fn visit(&mut self, undecided: Vec<usize>, mut kept: Kept) -> ControlFlow<StopReason> {
        let mut tested = undecided;
        let first_kept = tested.len();
        tested.extend(&kept.redundant);
        let tests = tested.iter().map(|&clue| without(&self.grid, clue));
        let is_redundant = found(self.tests.are_forced(tests))?;
        let (undecided, redundant): (Vec<_>, Vec<_>) =
            (0..tested.len()).filter(|&at| is_redundant[at]).partition(|&at| at < first_kept);
        let clues_of = |places: Vec<usize>| places.into_iter().map(|at| tested[at]).collect();
        kept.necessary += tested.len() - undecided.len() - redundant.len();
        let undecided: Vec<usize> = clues_of(undecided);
        kept.redundant = clues_of(redundant);
        if kept.necessary + kept.redundant.len() >= self.most {
            return ControlFlow::Continue(());
        }
        let Some((&clue, rest)) = undecided.split_first() else {
            return if kept.redundant.is_empty() {
                let visited = (self.visitor)(&self.grid, &mut self.most);
                visited.map_break(|()| StopReason::Interrupted)
            } else {
                ControlFlow::Continue(())
            };
        };
        if self.stays_redundant(&undecided, &kept)? {
            return ControlFlow::Continue(());
        }
        let value = self.grid.cells()[clue];
        self.grid.put(clue, 0);
        let visited = self.visit(rest.to_vec(), kept.clone());
        self.grid.put(clue, value);
        visited?;
        kept.redundant.push(clue);
        self.visit(rest.to_vec(), kept)
    }

    /// Whether a kept clue is redundant even without all undecided ones.
    fn stays_redundant(
        &mut self,
        undecided: &[usize],
        kept: &Kept,
    ) -> ControlFlow<StopReason, bool> {
        let mut least = self.grid.clone();
        undecided.iter().for_each(|&clue| least.put(clue, 0));
        // This grid may have several solutions, so that a forced value is not enough.
        let fewer = kept.redundant.iter().map(|&clue| without(&least, clue).0);
        let answers = found(self.tests.answers(fewer))?;
        ControlFlow::Continue(answers.contains(&Uniqueness::Unique))
    }
}

/// The answers of a test that was not stopped.
fn found<T>(answers: Result<T, StopReason>) -> ControlFlow<StopReason, T> {
    match answers {
        Ok(answers) => ControlFlow::Continue(answers),
        Err(stop) => ControlFlow::Break(stop),
    }
}
