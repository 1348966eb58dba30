//! What each cell may hold, and pure deduction.

use super::constraints::{ConstraintSets, largest_value};
use crate::compat::CompatError;
use crate::compat::digits::Digits;
use crate::compat::watch::{Step, Watch, Why, Wrong};
use std::collections::VecDeque;

/// What each cell may hold: the document's three-dimensional list.
///
/// No cell of it is empty: [`initial_possibilities`] leaves each at least one value, and so does
/// [`reduce_possibilities`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Possibilities(Vec<Digits>);

impl Possibilities {
    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Digits] {
        &self.0
    }

    /// A copy in which a cell holds one of its choices.
    pub(super) fn with(&self, cell: usize, choice: u8) -> Self {
        let mut copy = self.clone();
        copy.0[cell] = Digits::one(choice);
        copy
    }

    /// Takes a value from a cell because another has it. Whether that leaves just one.
    fn remove(&mut self, cell: usize, value: u8, peer: usize, watch: &mut impl Watch) -> bool {
        let Some(digits) = self.0.get_mut(cell) else { return false };
        if !digits.remove(value) {
            return false;
        }
        watch.step(Step::Eliminated { cell, value, why: Why::Peer(peer) });
        let last = digits.single();
        if let Some(value) = last {
            watch.step(Step::Placed { cell, value, why: Why::OnlyCandidate });
        }
        last.is_some()
    }
}

/// Possibilities for tests, which may be such as never come about.
#[cfg(test)]
impl From<Vec<Digits>> for Possibilities {
    fn from(cells: Vec<Digits>) -> Self {
        Self(cells)
    }
}

/// All values for each blank cell of a board with `n` rows, and its own for any other.
///
/// Clues may clash. It takes a reduction to find out.
///
/// # Errors
/// If `n` is no square number or larger than 49, if there are not `n * n` cells, or if a value is larger than `n`.
/// The document would take such a value.
pub fn initial_possibilities(board: &[u8], n: usize) -> Result<Possibilities, CompatError> {
    let (largest, expected) = (largest_value(n)?, n * n);
    if board.len() != expected {
        return Err(CompatError::Length { expected, found: board.len(), words: None });
    }
    if let Some(cell) = board.iter().position(|&value| value > largest) {
        return Err(CompatError::Value { cell, value: board[cell], size: n });
    }
    let poss = Digits::all(largest);
    let possible = |&value: &u8| if value == 0 { poss } else { Digits::one(value) };
    Ok(Possibilities(board.iter().map(possible).collect()))
}

/// Pure deduction, on a copy: the value of each solved cell goes from all cells of its constraint set.
///
/// Solved cells wait in a queue: first those that are solved to begin with, row by row, then each cell as it comes
/// down to one possibility. `None` if a cell has none when its turn comes.
///
/// No empty cell stays unnoticed. A cell loses its last value to another that has the same, and it is in the queue
/// since that was its last: if its turn had come already, the other would have lost the value instead.
///
/// Where the constraint sets are those of another size, cells that only one of the two has are passed over.
#[must_use]
pub fn reduce_possibilities(
    posses: &Possibilities,
    constraint_sets: &ConstraintSets,
    watch: &mut impl Watch,
) -> Option<Possibilities> {
    let mut possibilities = posses.clone();
    let cells = posses.0.iter().enumerate();
    let mut solved_cells: VecDeque<_> =
        cells.filter(|(_, digits)| digits.count() == 1).map(|(cell, _)| cell).collect();
    while let Some(cell) = solved_cells.pop_front() {
        let Some(value) = possibilities.0[cell].single() else {
            watch.step(Step::Contradiction(Wrong::NoCandidate(cell)));
            return None;
        };
        for &constrained in constraint_sets.of(cell) {
            if possibilities.remove(constrained, value, cell, watch) {
                solved_cells.push_back(constrained);
            }
        }
    }
    Some(possibilities)
}

#[cfg(test)]
mod tests {
    use super::super::get_constraint_sets;
    use super::*;
    use crate::compat::watch::{Naming, Recorder};

    /// A board of 4x4 whose possibilities are initial, and what its reduction tells.
    fn reduced(board: [u8; 16]) -> (Option<Possibilities>, Vec<String>) {
        let mut recorder = Recorder::default();
        let initial = initial_possibilities(&board, 4).unwrap();
        let sets = get_constraint_sets(4).unwrap();
        let reduced = reduce_possibilities(&initial, &sets, &mut recorder);
        let told = recorder.steps.iter().map(|step| step.tell(Naming::Tuples, 4).to_string());
        (reduced, told.collect())
    }

    #[test]
    fn a_blank_has_all_possibilities_and_a_clue_has_one() {
        let mut board = [0; 16];
        board[5] = 3;
        let initial = initial_possibilities(&board, 4).unwrap();
        for (cell, &digits) in initial.cells().iter().enumerate() {
            assert_eq!(digits, if cell == 5 { Digits::one(3) } else { Digits::all(4) });
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        let table: [(&[u8], usize, &str); 5] = [
            (&[0; 15], 4, "expected 16 cells, found 15"),
            (&[0; 17], 4, "expected 16 cells, found 17"),
            (&[5; 16], 4, "cell 0 has the value 5: expected at most 4"),
            (&[0; 25], 5, "5 is no square number, so that there are no square boxes"),
            (&[], 0, "0 is no square number, so that there are no square boxes"),
        ];
        for (board, n, told) in table {
            assert_eq!(initial_possibilities(board, n).unwrap_err().to_string(), told);
        }
    }

    #[test]
    fn a_cell_that_comes_down_to_one_value_has_its_turn() {
        let (reduced, told) = reduced([1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let reduced = reduced.unwrap();
        assert_eq!(reduced.cells()[3], Digits::one(4));
        assert_eq!(reduced.cells()[15], Digits::all(3));
        let placed = told.iter().position(|told| told == "(0, 3) = 4: nothing else is left");
        let last = told.last().map(String::as_str);
        assert_eq!((placed.is_some(), last), (true, Some("(1, 2) is not 4: (0, 3) has it")));
    }

    #[test]
    fn two_equal_clues_of_a_row_leave_the_second_empty() {
        let (reduced, told) = reduced([1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(reduced, None);
        assert_eq!(told[1], "(0, 2) is not 1: (0, 0) has it");
        assert_eq!(told.last().unwrap(), "contradiction: nothing can be in (0, 2)");
    }

    #[test]
    fn the_possibilities_that_are_reduced_stay_as_they_are() {
        let initial = initial_possibilities(&[1; 16], 4).unwrap();
        let copy = initial.clone();
        let sets = get_constraint_sets(4).unwrap();
        assert_eq!(reduce_possibilities(&initial, &sets, &mut Recorder::default()), None);
        assert_eq!(initial, copy);
    }

    #[test]
    fn constraint_sets_of_another_size_do_no_harm() {
        let (four, nine) = (get_constraint_sets(4).unwrap(), get_constraint_sets(9).unwrap());
        let mut board = [0; 81];
        (board[0], board[80]) = (4, 9);
        let (small, large) =
            (initial_possibilities(&board[..16], 4), initial_possibilities(&board, 9));
        let watch = &mut Recorder::default();
        let reduced = reduce_possibilities(&small.unwrap(), &nine, watch).unwrap();
        assert!(!reduced.cells()[8].contains(4) && reduced.cells()[12].contains(4));
        let reduced = reduce_possibilities(&large.unwrap(), &four, watch).unwrap();
        assert!(!reduced.cells()[12].contains(4) && reduced.cells()[79].contains(9));
    }
}
