//! [`WrongSolution`]: why a given grid is not a solution of a puzzle.

use super::alphabet::Alphabet;
use crate::sudoku::candidate_grid::CandidateGrid;
use crate::sudoku::clash::Clash;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use std::fmt;

/// The reason why a given grid is not a solution of a puzzle.
///
/// Cells are numbered row by row from 0; messages name them by row and column from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WrongSolution {
    /// It has not the size of the puzzle, or there are no rules for this size.
    Size {
        /// The size of the puzzle, or of the rules if the grid has the size of the puzzle.
        expected: usize,
        /// The size of the grid.
        found: usize,
    },
    /// A cell is blank.
    Blank {
        /// The number of rows.
        size: usize,
        /// The cell.
        cell: usize,
    },
    /// A clue has another value.
    Clue {
        /// The number of rows.
        size: usize,
        /// The cell.
        cell: usize,
        /// The value of the clue.
        expected: u8,
        /// The value in the grid.
        found: u8,
    },
    /// A value is not a candidate of its cell.
    Candidate {
        /// The number of rows.
        size: usize,
        /// The cell.
        cell: usize,
        /// The value in the grid.
        found: u8,
    },
    /// A value occurs twice in a unit.
    Clash(Clash),
}

/// Returns whether a grid is a solution of a puzzle.
pub(super) fn check(
    puzzle: &Grid,
    candidates: Option<&CandidateGrid>,
    solution: &Grid,
    geometry: &Geometry,
) -> Result<(), WrongSolution> {
    let is_admitted = || candidates.is_none_or(|candidates| candidates.admits(solution));
    if solution.is_solution(geometry) && solution.extends(puzzle) && is_admitted() {
        return Ok(());
    }
    Err(fault(puzzle, candidates, solution, geometry))
}

/// The first reason, in the order of the cells, or else a clash.
fn fault(
    puzzle: &Grid,
    candidates: Option<&CandidateGrid>,
    solution: &Grid,
    geometry: &Geometry,
) -> WrongSolution {
    let size = puzzle.size();
    let of_cell = |(cell, (&expected, &found)): (usize, (&u8, &u8))| {
        let is_excluded = |all: &CandidateGrid| !all.allows(cell, found);
        if found == 0 {
            Some(WrongSolution::Blank { size, cell })
        } else if expected != 0 && found != expected {
            Some(WrongSolution::Clue { size, cell, expected, found })
        } else {
            let excluded = candidates.is_some_and(is_excluded);
            excluded.then_some(WrongSolution::Candidate { size, cell, found })
        }
    };
    let cells = puzzle.cells().iter().zip(solution.cells()).enumerate();
    let expected = if solution.size() == size { geometry.size() } else { size };
    let other_size = WrongSolution::Size { expected, found: solution.size() };
    match solution.size() == size {
        true => cells.into_iter().find_map(of_cell),
        false => None,
    }
    .or_else(|| solution.clash(geometry).map(WrongSolution::Clash))
    .unwrap_or(other_size)
}

impl WrongSolution {
    /// The message with the symbols of an alphabet.
    #[must_use]
    pub fn in_alphabet(&self, alphabet: Alphabet) -> String {
        let symbol = |value: u8| {
            let mut symbol = String::new();
            alphabet.push(value, &mut symbol);
            symbol
        };
        match *self {
            Self::Size { expected, found } => {
                format!("it has {found} rows, not {expected}")
            }
            Self::Blank { size, cell } => format!("{} is blank", CellName { size, cell }),
            Self::Clue { size, cell, expected, found } => {
                let (expected, found) = (symbol(expected), symbol(found));
                format!("{} is {found}, and the clue is {expected}", CellName { size, cell })
            }
            Self::Candidate { size, cell, found } => {
                let found = symbol(found);
                format!("{} is {found}, which is not a candidate", CellName { size, cell })
            }
            Self::Clash(ref clash) => clash.in_alphabet(alphabet),
        }
    }
}

/// The name of a cell by row and column: `r1c2`.
struct CellName {
    size: usize,
    cell: usize,
}

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size.max(1);
        write!(f, "r{}c{}", self.cell / size + 1, self.cell % size + 1)
    }
}

/// The message with values as numbers.
impl fmt::Display for WrongSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.in_alphabet(Alphabet::usual(9)))
    }
}

impl std::error::Error for WrongSolution {}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(puzzle: &str, candidates: Option<&CandidateGrid>, solution: &str) -> String {
        let [puzzle, solution] = [puzzle, solution].map(|text| text.parse::<Grid>().unwrap());
        let geometry = Geometry::of_size(4).unwrap();
        match check(&puzzle, candidates, &solution, &geometry) {
            Ok(()) => "right".to_owned(),
            Err(wrong) => wrong.to_string(),
        }
    }

    #[test]
    fn the_first_reason_is_reported() {
        let cases = [
            ("1234341221434321", "right"),
            ("1234341321434321", "r2c4 is 3, and the clue is 2"),
            ("12343412214.4321", "r3c4 is blank"),
            ("1233341221434321", "row 1 has 3 twice"),
            (&".".repeat(81), "it has 9 rows, not 4"),
        ];
        for (solution, expected) in cases {
            assert_eq!(message("1...3..2...3..2.", None, solution), expected, "{solution}");
        }
    }

    #[test]
    fn all_have_the_size_of_the_puzzle() {
        let [four, nine] = [4, 9].map(Grid::blank);
        let rules = Geometry::of_size(9).unwrap();
        let wrong = check(&four, None, &nine, &rules).unwrap_err();
        assert_eq!(wrong, WrongSolution::Size { expected: 4, found: 9 });
        let wrong = check(&four, None, &four, &rules).unwrap_err();
        assert_eq!(wrong, WrongSolution::Blank { size: 4, cell: 0 });
    }

    #[test]
    fn candidates_count() {
        let mut candidates = CandidateGrid::all(4);
        assert_eq!(message(&".".repeat(16), Some(&candidates), "1234341221434321"), "right");
        candidates.restrict(1, 0b1101);
        let wrong = message(&".".repeat(16), Some(&candidates), "1234341221434321");
        assert_eq!(wrong, "r1c2 is 2, which is not a candidate");
    }
}
