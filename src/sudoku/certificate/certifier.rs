//! [`Certifier`]: finds the certificate of a puzzle.

use super::look_ahead::LookAhead;
use super::puzzle_certificate::PuzzleCertificate;
use super::singles::SinglesState;
use crate::ids::ItemId;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::encode::{Encoding, PuzzleError};
use crate::sudoku::grid::Grid;
use crate::sudoku::puzzle_solution::PuzzleSolution;
use crate::sudoku::solver::{SolveError, SudokuSolver};

/// Finds certificates of puzzles of one geometry.
///
/// An engine finds how many solutions there are. If there is one or none, a search follows that
/// propagates singles and chooses its branchings such that they are few.
#[derive(Debug)]
pub struct Certifier {
    solver: SudokuSolver,
    state: SinglesState,
    look_ahead: LookAhead,
    token: CancelToken,
}

impl Certifier {
    /// Builds a certifier for the puzzles of an encoding.
    #[must_use]
    pub fn new(encoding: &Encoding) -> Self {
        let problem = encoding.problem();
        Self {
            solver: SudokuSolver::new(encoding),
            state: SinglesState::new(problem, encoding.geometry().cells()),
            look_ahead: LookAhead::new(problem.options().len()),
            token: CancelToken::new(),
        }
    }

    /// Stops searches when the token is cancelled.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.solver = self.solver.configure(|solver| solver.cancel_token(token.clone()));
        Self { token, ..self }
    }

    /// Finds the certificate of a puzzle. It is a function of the puzzle and the geometry. Clues
    /// that contradict each other leave no solution.
    ///
    /// # Errors
    /// If the grid has another size, or the search was stopped.
    pub fn certify(&mut self, puzzle: &Grid) -> Result<PuzzleCertificate, SolveError> {
        let encoding = self.solver.encoding();
        let (expected, found) = (encoding.geometry().size(), puzzle.size());
        if expected != found {
            return Err(SolveError::Puzzle(PuzzleError::WrongSize { expected, found }));
        }
        let cells = puzzle.cells().iter().enumerate();
        let clues = cells.filter_map(|(cell, &value)| encoding.option(cell, value));
        let root = self.state.mark();
        let mut is_consistent = true;
        for clue in clues {
            is_consistent = self.state.is_live(clue);
            if !is_consistent {
                break;
            }
            self.state.choose(clue);
        }
        let certificate = if !is_consistent || !self.state.propagate() {
            Ok(PuzzleCertificate::None(Vec::new()))
        } else if self.state.is_solved() {
            Ok(PuzzleCertificate::Unique(Vec::new()))
        } else {
            self.search(puzzle)
        };
        self.state.undo(root);
        certificate
    }

    /// The certificate of a puzzle that singles do not decide.
    fn search(&mut self, puzzle: &Grid) -> Result<PuzzleCertificate, SolveError> {
        let make = match self.solver.solve(puzzle)? {
            PuzzleSolution::Multiple(solutions) => {
                return Ok(PuzzleCertificate::Several(Box::new(solutions)));
            }
            PuzzleSolution::Unique(_) => PuzzleCertificate::Unique,
            PuzzleSolution::None => PuzzleCertificate::None,
        };
        let mut items = Vec::new();
        self.branch(&mut items)?;
        Ok(make(items))
    }

    /// Searches below a node that is propagated, and neither refuted nor solved.
    fn branch(&mut self, items: &mut Vec<ItemId>) -> Result<(), SolveError> {
        if self.token.is_cancelled() {
            return Err(SolveError::Stopped(StopReason::Cancelled));
        }
        let Some(item) = self.look_ahead.best(&mut self.state) else { return Ok(()) };
        items.push(item);
        let options: Vec<_> = self.state.live_options(item).collect();
        for option in options {
            let mark = self.state.mark();
            self.state.choose(option);
            let below = match self.state.propagate() {
                true if !self.state.is_solved() => self.branch(items),
                _ => Ok(()),
            };
            self.state.undo(mark);
            below?;
        }
        Ok(())
    }
}
