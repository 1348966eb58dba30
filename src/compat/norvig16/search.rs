//! Search: [`assign()`] in a copy of the grid, for one digit of a box after another.
//!
//! Each guess fills a box, so that the search is at most 256 guesses deep.

use super::assign::{assign, parse_grid};
use super::grid::{Reading, SIZE};
use crate::compat::dictionary::Sudoku;
use crate::compat::digits::Digits;
use crate::compat::error::CompatError;
use crate::compat::trace::{NodeCounter, TraceObserver, TraceStep};

/// Returns a solution of a grid, or `None` if there is none: [`search()`] in the result of
/// [`parse_grid`].
///
/// # Errors
/// Those of [`grid_values`](super::grid_values).
pub fn solve(
    grid: &str,
    reading: Reading,
    observer: &mut impl TraceObserver,
) -> Result<Option<Sudoku>, CompatError> {
    Ok(search(parse_grid(grid, reading, observer)?, reading, observer))
}

/// Depth-first search: tries, in ascending order, the digits of a box that has the fewest of them,
/// of several the first by label, each with all that follows, and then the same again. Returns
/// `None` if there is no solution, or if `values` is `None`, as after a contradiction in
/// [`parse_grid`].
///
/// A guess that is a contradiction at once is not a node of the search.
pub fn search(
    values: Option<Sudoku>,
    reading: Reading,
    observer: &mut impl TraceObserver,
) -> Option<Sudoku> {
    visit(values, reading, &mut NodeCounter::new(observer))
}

/// Visits a node and all nodes below it.
fn visit<O: TraceObserver>(
    values: Option<Sudoku>,
    reading: Reading,
    counter: &mut NodeCounter<'_, O>,
) -> Option<Sudoku> {
    let values = values.filter(|_| counter.enter())?;
    if values.solved() == values.values().len() {
        counter.step(TraceStep::Solved);
        return counter.accept(&values.cells()).then_some(values);
    }
    let cell = values.fewest()?;
    values[cell].iter().find_map(|value| guess(&values, (cell, value), reading, counter))
}

/// Returns the first solution after a guess.
fn guess<O: TraceObserver>(
    values: &Sudoku,
    (cell, value): (usize, u8),
    reading: Reading,
    counter: &mut NodeCounter<'_, O>,
) -> Option<Sudoku> {
    // The search may be ended at a deep node, with digits left to try at each level above it.
    if counter.stopped {
        return None;
    }
    counter.step(TraceStep::Guessed { cell, value });
    counter.rule(None, "assign");
    let mut copy = values.clone();
    let is_consistent = assign(&mut copy, cell, value, reading, counter);
    let found = visit(is_consistent.then_some(copy), reading, counter);
    if found.is_none() {
        counter.step(TraceStep::TakenBack { cell, value });
    }
    found
}

/// Returns whether a puzzle is solved: whether each unit is a permutation of the digits.
#[must_use]
pub fn solved(values: Option<&Sudoku>) -> bool {
    values.is_some_and(|values| {
        let is_permutation = |boxes: &[usize]| {
            let held: Digits = boxes.iter().filter_map(|&number| values[number].single()).collect();
            held == Digits::all(SIZE)
        };
        values.units().list().iter().all(|unit| is_permutation(&unit.boxes))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::dictionary::Dictionary;
    use crate::compat::norvig16::{PUZZLES, units};

    #[test]
    fn a_grid_is_solved_if_each_unit_is_a_permutation() {
        let (_, grid1) = PUZZLES[0];
        let mut values = solve(grid1, Reading::Printed, &mut ()).unwrap().unwrap();
        assert!(solved(Some(&values)));
        assert!(!solved(None));
        let parsed = parse_grid(grid1, Reading::Printed, &mut ()).unwrap();
        assert!(!solved(parsed.as_ref()));
        // Rows are still permutations, columns are not.
        (values[0], values[1]) = (values[1], values[0]);
        assert!(!solved(Some(&values)));
    }

    #[test]
    fn a_box_without_digits_is_no_solution() {
        let mut values = solve(PUZZLES[0].1, Reading::Meant, &mut ()).unwrap().unwrap();
        values[7] = Digits::NONE;
        assert_eq!(search(Some(values), Reading::Meant, &mut ()), None);
    }

    /// Ends the search at one node, and would let it continue afterwards.
    struct EndsAt {
        node: usize,
        entered: usize,
        guesses: usize,
    }

    impl TraceObserver for EndsAt {
        fn step(&mut self, step: TraceStep) {
            self.guesses += usize::from(matches!(step, TraceStep::Guessed { .. }));
        }

        fn enter(&mut self) -> bool {
            self.entered += 1;
            self.entered != self.node
        }
    }

    #[test]
    fn a_search_that_was_ended_does_not_continue() {
        for node in 1..20 {
            let mut observer = EndsAt { node, entered: 0, guesses: 0 };
            let blank = Dictionary::new(units(), vec![Digits::all(16); 256]);
            assert_eq!(search(Some(blank), Reading::Printed, &mut observer), None);
            assert_eq!((observer.entered, observer.guesses), (node, node - 1));
        }
    }
}
