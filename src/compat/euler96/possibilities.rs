//! The possibilities of each cell, and pure deduction.

use super::constraints::{ConstraintSets, check_size};
use crate::compat::cells;
use crate::compat::dictionary::drawn;
use crate::compat::digits::Digits;
use crate::compat::error::CompatError;
use crate::compat::trace::{Contradiction, StepReason, TraceObserver, TraceStep};
use std::collections::VecDeque;

/// The values that each cell may hold: the document's three-dimensional list.
///
/// # Invariant
/// No cell is empty: [`initial_possibilities`] and [`reduce_possibilities`] leave each at least one
/// value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Possibilities(Vec<Digits>);

impl Possibilities {
    /// Returns all cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Digits] {
        &self.0
    }

    /// Draws the board with all values of each cell, `.` where there is none. Values with two
    /// digits have commas between them.
    fn drawn(&self) -> String {
        let size = self.0.len().isqrt();
        let separator = if size < 10 { "" } else { "," };
        let text = |digits: &Digits| {
            let values: Vec<_> = digits.iter().map(|value| value.to_string()).collect();
            if values.is_empty() { ".".to_owned() } else { values.join(separator) }
        };
        drawn(&self.0.iter().map(text).collect::<Vec<_>>(), size)
    }

    /// Returns a copy in which a cell holds one of its choices.
    pub(super) fn with(&self, cell: usize, choice: u8) -> Self {
        let mut copy = self.clone();
        copy.0[cell] = Digits::one(choice);
        copy
    }

    /// Removes a value from a cell because a peer has it. Returns whether that leaves exactly one.
    fn remove(
        &mut self,
        cell: usize,
        value: u8,
        peer: usize,
        observer: &mut impl TraceObserver,
    ) -> bool {
        let Some(digits) = self.0.get_mut(cell) else {
            return false;
        };
        if !digits.remove(value) {
            return false;
        }
        observer.step(TraceStep::Eliminated { cell, value, reason: StepReason::Peer(peer) });
        let last = digits.single();
        if let Some(value) = last {
            observer.step(TraceStep::Placed { cell, value, reason: StepReason::OnlyCandidate });
        }
        last.is_some()
    }
}

/// Possibilities for tests, which may break the invariant.
#[cfg(test)]
impl From<Vec<Digits>> for Possibilities {
    fn from(cells: Vec<Digits>) -> Self {
        Self(cells)
    }
}

/// Returns all values for each blank cell of a board with `n` rows, and its own value for any other
/// cell.
///
/// Clues may clash: only a reduction finds that.
///
/// # Errors
/// If `n` is not a square number or larger than 49, if there are not `n * n` cells, or if a value
/// is larger than `n`. The document would take such a value.
pub fn initial_possibilities(board: &[u8], n: usize) -> Result<Possibilities, CompatError> {
    check_size(n)?;
    cells::check(n, board)?;
    let poss: Digits = (1..).take(n).collect();
    let possible = |&value: &u8| if value == 0 { poss } else { Digits::one(value) };
    Ok(Possibilities(board.iter().map(possible).collect()))
}

/// Pure deduction, on a copy: removes the value of each solved cell from all cells of its
/// constraint set.
///
/// Solved cells wait in a queue: first those that are solved at the start, row by row, then each
/// cell as it comes down to one possibility. Returns `None` if a cell has none when its turn comes.
///
/// Every empty cell is found. A cell loses its last value to a peer with the same value, and it has
/// been in the queue since that value was its last: if its turn had come already, the peer would
/// have lost the value instead.
///
/// If the constraint sets are those of another size, cells that only one of the two has are
/// skipped.
#[must_use]
pub fn reduce_possibilities(
    posses: &Possibilities,
    constraint_sets: &ConstraintSets,
    observer: &mut impl TraceObserver,
) -> Option<Possibilities> {
    observer.rule(None, "reducePossibilities");
    let mut possibilities = posses.clone();
    let cells = posses.0.iter().enumerate();
    let mut solved_cells: VecDeque<_> =
        cells.filter(|(_, digits)| digits.count() == 1).map(|(cell, _)| cell).collect();
    while let Some(cell) = solved_cells.pop_front() {
        let Some(value) = possibilities.0[cell].single() else {
            observer.step(TraceStep::Contradiction(Contradiction::NoCandidate(cell)));
            return None;
        };
        for &constrained in constraint_sets.of(cell) {
            if possibilities.remove(constrained, value, cell, observer) {
                solved_cells.push_back(constrained);
            }
        }
    }
    observer.grid(&|| possibilities.drawn());
    Some(possibilities)
}

#[cfg(test)]
mod tests {
    use super::super::get_constraint_sets;
    use super::*;
    use crate::compat::System;

    /// Reduces the initial possibilities of a board of 4x4; the trace as sentences.
    fn reduced(board: [u8; 16]) -> (Option<Possibilities>, Vec<String>) {
        let mut trace = Vec::new();
        let initial = initial_possibilities(&board, 4).unwrap();
        let sets = get_constraint_sets(4).unwrap();
        let reduced = reduce_possibilities(&initial, &sets, &mut trace);
        let sentences = trace.into_iter().map(|step| System::Euler96.describe(step, 4));
        (reduced, sentences.collect())
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
    fn other_sizes_and_values_are_errors() {
        let table: [(&[u8], usize, &str); 5] = [
            (&[0; 15], 4, "expected 16 cells, found 15"),
            (&[0; 17], 4, "expected 16 cells, found 17"),
            (&[5; 16], 4, "cell 0 has the value 5: expected at most 4"),
            (&[0; 25], 5, "5 is not a square number, so that boxes can't be square"),
            (&[], 0, "0 is not a square number, so that boxes can't be square"),
        ];
        for (board, n, message) in table {
            assert_eq!(initial_possibilities(board, n).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn a_cell_that_comes_down_to_one_value_has_its_turn() {
        let (reduced, trace) = reduced([1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let reduced = reduced.unwrap();
        assert_eq!(reduced.cells()[3], Digits::one(4));
        assert_eq!(reduced.cells()[15], Digits::all(3));
        let placed = trace.iter().position(|step| step == "(0, 3) = 4: nothing else is left");
        let last = trace.last().map(String::as_str);
        assert_eq!((placed.is_some(), last), (true, Some("(1, 2) is not 4: (0, 3) has it")));
    }

    #[test]
    fn two_equal_clues_of_a_row_leave_the_second_empty() {
        let (reduced, trace) = reduced([1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        assert_eq!(reduced, None);
        assert_eq!(trace[1], "(0, 2) is not 1: (0, 0) has it");
        assert_eq!(trace.last().unwrap(), "contradiction: nothing can be in (0, 2)");
    }

    #[test]
    fn a_reduction_works_on_a_copy() {
        let initial = initial_possibilities(&[1; 16], 4).unwrap();
        let copy = initial.clone();
        let sets = get_constraint_sets(4).unwrap();
        assert_eq!(reduce_possibilities(&initial, &sets, &mut ()), None);
        assert_eq!(initial, copy);
    }

    #[test]
    fn constraint_sets_of_another_size_do_no_harm() {
        let (four, nine) = (get_constraint_sets(4).unwrap(), get_constraint_sets(9).unwrap());
        let mut board = [0; 81];
        (board[0], board[80]) = (4, 9);
        let (small, large) =
            (initial_possibilities(&board[..16], 4), initial_possibilities(&board, 9));
        let reduced = reduce_possibilities(&small.unwrap(), &nine, &mut ()).unwrap();
        assert!(!reduced.cells()[8].contains(4) && reduced.cells()[12].contains(4));
        let reduced = reduce_possibilities(&large.unwrap(), &four, &mut ()).unwrap();
        assert!(!reduced.cells()[12].contains(4) && reduced.cells()[79].contains(9));
    }
}
