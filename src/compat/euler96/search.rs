//! Guess and test: the search where deduction leaves cells open.

use super::constraints::ConstraintSets;
use super::possibilities::{Possibilities, reduce_possibilities};
use crate::compat::trace::{TraceObserver, TraceStep};
use std::ops::ControlFlow::{self, Break, Continue};

/// Returns the first solution of these possibilities, which have been reduced: each choice of the
/// first open cell, in ascending order, with a reduction and the same again. Returns `None` if
/// there is none that the observer accepts.
///
/// Each call of the document's `solveBoard` is a node. As in the document, possibilities without an
/// open cell are a solution without a further check: only a reduction finds that two cells clash.
#[must_use]
pub fn solve_board(
    possibilities: &Possibilities,
    constraint_sets: &ConstraintSets,
    observer: &mut impl TraceObserver,
) -> Option<Vec<u8>> {
    visit(possibilities, constraint_sets, observer).break_value().flatten()
}

/// Visits a node and all nodes below it. Breaks with a solution, or with `None` when the observer
/// ends the search; continues after a dead end.
fn visit(
    possibilities: &Possibilities,
    constraint_sets: &ConstraintSets,
    observer: &mut impl TraceObserver,
) -> ControlFlow<Option<Vec<u8>>> {
    if !observer.enter() {
        return Break(None);
    }
    let Some(cell) = get_next0(possibilities) else {
        return offer(possibilities, observer);
    };
    for value in possibilities.cells()[cell].iter() {
        observer.step(TraceStep::Guessed { cell, value });
        let test_poss = possibilities.with(cell, value);
        if let Some(reduction) = reduce_possibilities(&test_poss, constraint_sets, observer) {
            visit(&reduction, constraint_sets, observer)?;
        }
        observer.step(TraceStep::TakenBack { cell, value });
    }
    Continue(())
}

/// Offers a solution to the observer. If the observer rejects it, or if a cell is empty, this is a
/// dead end.
fn offer(
    possibilities: &Possibilities,
    observer: &mut impl TraceObserver,
) -> ControlFlow<Option<Vec<u8>>> {
    let values = possibilities.cells().iter().map(|digits| digits.single());
    let Some(board) = values.collect::<Option<Vec<u8>>>() else {
        return Continue(());
    };
    observer.step(TraceStep::Solved);
    if observer.accept(&board) { Break(Some(board)) } else { Continue(()) }
}

/// Returns the first open cell, row by row: one with more than one possibility.
#[must_use]
pub fn get_next0(possibilities: &Possibilities) -> Option<usize> {
    possibilities.cells().iter().position(|digits| digits.count() > 1)
}

/// Returns whether no cell is open.
///
/// As in the document, an empty cell does not count as open. After a reduction there is none:
/// [`reduce_possibilities`] shows why.
#[must_use]
pub fn is_solved(posses: &Possibilities) -> bool {
    get_next0(posses).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::{get_constraint_sets, initial_possibilities};
    use super::*;
    use crate::compat::digits::Digits;

    #[test]
    fn the_first_open_cell_is_next() {
        let mut cells = vec![Digits::one(1); 16];
        assert!(is_solved(&cells.clone().into()));
        for open in [9, 7, 2] {
            cells[open] = Digits::all(2);
            let possibilities = cells.clone().into();
            assert_eq!(get_next0(&possibilities), Some(open));
            assert!(!is_solved(&possibilities));
        }
    }

    #[test]
    fn an_empty_cell_counts_as_solved_but_is_no_solution() {
        let mut cells = vec![Digits::one(1); 16];
        cells[3] = Digits::NONE;
        let possibilities = cells.into();
        assert!(is_solved(&possibilities));
        let mut trace = Vec::new();
        let sets = get_constraint_sets(4).unwrap();
        assert_eq!(solve_board(&possibilities, &sets, &mut trace), None);
        assert_eq!(trace, []);
    }

    #[test]
    fn a_full_board_is_a_solution_without_a_further_check() {
        let sets = get_constraint_sets(4).unwrap();
        let ones = initial_possibilities(&[1; 16], 4).unwrap();
        assert_eq!(solve_board(&ones, &sets, &mut ()), Some(vec![1; 16]));
        assert_eq!(reduce_possibilities(&ones, &sets, &mut ()), None);
    }
}
