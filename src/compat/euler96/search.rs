//! Guess and test: what deduction leaves open is tried.

use super::Board;
use super::constraints::ConstraintSets;
use super::possibilities::{Possibilities, reduce_possibilities};
use crate::compat::watch::{Step, Watch};
use std::ops::ControlFlow::{self, Break, Continue};

/// The first solution below these possibilities, which have been reduced: each choice of the first open cell, in
/// ascending order, with a reduction and the same again. `None` if there is none that the watcher accepts.
///
/// Each call of the document's `solveBoard` is a node. As in the document, possibilities of which no cell is open
/// are a solution without a further look: it takes a reduction to notice that two cells clash.
#[must_use]
pub fn solve_board(
    possibilities: &Possibilities,
    constraint_sets: &ConstraintSets,
    watch: &mut impl Watch,
) -> Option<Board> {
    visit(possibilities, constraint_sets, watch).break_value().flatten()
}

/// A node, with all below it. It breaks off with a solution, or with nothing when the watcher ends the search; it
/// goes on from a dead end.
fn visit(
    possibilities: &Possibilities,
    constraint_sets: &ConstraintSets,
    watch: &mut impl Watch,
) -> ControlFlow<Option<Board>> {
    if !watch.enter() {
        return Break(None);
    }
    let Some(cell) = get_next0(possibilities) else {
        return show(possibilities, watch);
    };
    for value in possibilities.cells()[cell].iter() {
        watch.step(Step::Guessed { cell, value });
        let test_poss = possibilities.with(cell, value);
        if let Some(reduction) = reduce_possibilities(&test_poss, constraint_sets, watch) {
            visit(&reduction, constraint_sets, watch)?;
        }
        watch.step(Step::TakenBack { cell, value });
    }
    Continue(())
}

/// Shows a solution to the watcher. If it declines, or if it is none after all because a cell is empty, this is a
/// dead end.
fn show(possibilities: &Possibilities, watch: &mut impl Watch) -> ControlFlow<Option<Board>> {
    let values = possibilities.cells().iter().map(|digits| digits.single());
    let Some(board) = values.collect::<Option<Board>>() else { return Continue(()) };
    watch.step(Step::Solved);
    if watch.accept(&board) { Break(Some(board)) } else { Continue(()) }
}

/// The first open cell, row by row: one that has more than one possibility.
#[must_use]
pub fn get_next0(possibilities: &Possibilities) -> Option<usize> {
    possibilities.cells().iter().position(|digits| digits.count() > 1)
}

/// Whether no cell is open, which is to say that [`get_next0`] finds none.
///
/// As in the document, only cells with more than one possibility are looked for, so that an empty one would count as
/// solved. After a reduction there is none: [`reduce_possibilities`] says why.
#[must_use]
pub fn is_solved(posses: &Possibilities) -> bool {
    get_next0(posses).is_none()
}

#[cfg(test)]
mod tests {
    use super::super::{get_constraint_sets, initial_possibilities};
    use super::*;
    use crate::compat::digits::Digits;
    use crate::compat::watch::{Recorder, Silent};

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
        let mut recorder = Recorder::default();
        let sets = get_constraint_sets(4).unwrap();
        assert_eq!(solve_board(&possibilities, &sets, &mut recorder), None);
        assert_eq!(recorder.steps, []);
    }

    #[test]
    fn what_is_full_is_a_solution_without_a_further_look() {
        let sets = get_constraint_sets(4).unwrap();
        let ones = initial_possibilities(&[1; 16], 4).unwrap();
        assert_eq!(solve_board(&ones, &sets, &mut Silent), Some(vec![1; 16]));
        assert_eq!(reduce_possibilities(&ones, &sets, &mut Silent), None);
    }
}
