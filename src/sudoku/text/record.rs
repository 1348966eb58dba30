//! [`Record`]: a puzzle that was read from a text.

use super::alphabet::Alphabet;
use super::stated_rules::StatedRules;
use super::wrong_solution::{self, WrongSolution};
use crate::sudoku::candidate_grid::CandidateGrid;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;

/// A puzzle that was read, and how it was written.
///
/// A puzzle is its clues and, in some formats, the candidates of its cells. A *clue* is a value
/// that is given. A value that a player has placed is not given: its cell is blank and has one
/// candidate. Where a format does not distinguish the two, such as a candidate grid, a cell with
/// one candidate is a clue.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Record {
    /// The clues.
    pub grid: Grid,
    /// The number of its first line, from 1.
    pub line: u64,
    /// The name: the heading of a grid, the text before the puzzle in its line, or what the format
    /// has for a name.
    pub name: Option<String>,
    /// The alphabet in which it was written.
    pub alphabet: Alphabet,
    /// The symbol of its blank cells. Without blank cells, the one of the previous grid, or `.` for
    /// the first.
    pub blank: char,
    /// The values that the cells may have, if the text restricts them. A clue is the only candidate
    /// of its cell.
    pub candidates: Option<CandidateGrid>,
    /// The rules that the text states.
    pub rules: StatedRules,
    /// The solution that the text gives, which is not verified. It has the size of the grid.
    pub solution: Option<Box<Grid>>,
}

impl Record {
    /// A puzzle in the usual alphabet, without a name, as if it were in the first line of a text.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let alphabet = Alphabet::usual(grid.size());
        let (name, candidates, solution) = (None, None, None);
        let rules = StatedRules::default();
        Self { grid, line: 1, name, alphabet, blank: '.', candidates, rules, solution }
    }

    /// Verifies the solution that the text gives, if there is one: whether it is full, obeys the
    /// rules, has the clues, and is admitted by the candidates.
    ///
    /// ```
    /// use quadrille::sudoku::{Geometry, text};
    ///
    /// let record = text::parse("puzzle,solution\n1...3..2...3..2.,1234341221434312\n")?;
    /// let wrong = record.check_solution(&Geometry::of_size(4)?).unwrap_err();
    /// assert_eq!(wrong.to_string(), "r4c3 is 1, and the clue is 2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If it is not a solution of the puzzle.
    pub fn check_solution(&self, geometry: &Geometry) -> Result<(), WrongSolution> {
        match &self.solution {
            Some(solution) => {
                wrong_solution::check(&self.grid, self.candidates.as_ref(), solution, geometry)
            }
            None => Ok(()),
        }
    }
}
