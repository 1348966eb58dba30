//! Search: [`assign()`] in a copy of the grid, for one digit of a box after another.
//!
//! Each guess fills a box, so that the search is at most 256 guesses deep.

use super::{Reading, SIZE, Values, assign, parse_grid};
use crate::compat::digits::Digits;
use crate::compat::error::CompatError;
use crate::compat::watch::{Meter, Step, Watch};

/// A solution of a grid: [`search()`] in what [`parse_grid`] makes of it. `None` if there is none.
///
/// # Errors
/// As for [`grid_values`](super::grid_values).
pub fn solve(
    grid: &str,
    reading: Reading,
    watch: &mut impl Watch,
) -> Result<Option<Values>, CompatError> {
    Ok(search(parse_grid(grid, reading, watch)?, reading, watch))
}

/// Depth-first search: tries, in ascending order, the digits of a box that has the fewest of them, of several the first
/// by label, each with all that follows, and then the same again. `None` if there is no solution, or if it is handed
/// none, as by a failed [`parse_grid`].
///
/// A guess that is a contradiction at once is no node of the search.
pub fn search(values: Option<Values>, reading: Reading, watch: &mut impl Watch) -> Option<Values> {
    visit(values, reading, &mut Meter::new(watch))
}

/// [`search()`], and all nodes below, for a watcher whose no is for good.
fn visit<W: Watch>(
    values: Option<Values>,
    reading: Reading,
    watch: &mut Meter<'_, W>,
) -> Option<Values> {
    let values = values.filter(|_| watch.enter())?;
    if values.solved() == values.values().len() {
        watch.step(Step::Solved);
        return watch.accept(&values.cells()).then_some(values);
    }
    let number = values.fewest()?;
    some(values[number].iter().map(|digit| guess(&values, number, digit, reading, watch)))
}

/// What is found below a guess.
fn guess<W: Watch>(
    values: &Values,
    number: usize,
    digit: u8,
    reading: Reading,
    watch: &mut Meter<'_, W>,
) -> Option<Values> {
    // A no may come far down, with many digits left to try on each level of the way up.
    if watch.stopped {
        return None;
    }
    watch.step(Step::Guessed { cell: number, value: digit });
    let mut copy = values.clone();
    let is_consistent = assign(&mut copy, number, digit, reading, watch);
    let found = visit(is_consistent.then_some(copy), reading, watch);
    if found.is_none() {
        watch.step(Step::TakenBack { cell: number, value: digit });
    }
    found
}

/// The first of some options that is something. Those behind it are not looked at.
pub fn some<T>(seq: impl IntoIterator<Item = Option<T>>) -> Option<T> {
    seq.into_iter().flatten().next()
}

/// Whether a puzzle is solved: each unit is a permutation of the digits.
#[must_use]
pub fn solved(values: Option<&Values>) -> bool {
    values.is_some_and(|values| {
        let digits = Digits::all(SIZE);
        let is_permutation = |boxes: &[usize]| {
            let held: Digits = boxes.iter().filter_map(|&number| values[number].single()).collect();
            held == digits
        };
        values.layout().unitlist().iter().all(|unit| is_permutation(unit.boxes()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::dictionary::Dictionary;
    use crate::compat::norvig16::{PUZZLES, layout};
    use crate::compat::watch::Silent;

    #[test]
    fn some_stops_at_the_first_that_is_something() {
        let mut looked = 0;
        let options = [None, Some(2), None, Some(4)].into_iter().inspect(|_| looked += 1);
        assert_eq!(some(options), Some(2));
        assert_eq!(looked, 2);
        assert_eq!(some([None::<u8>, None]), None);
        assert_eq!(some([None::<u8>; 0]), None);
    }

    #[test]
    fn a_grid_is_solved_if_each_unit_is_a_permutation() {
        let (_, grid1) = PUZZLES[0];
        let mut values = solve(grid1, Reading::Printed, &mut Silent).unwrap().unwrap();
        assert!(solved(Some(&values)));
        assert!(!solved(None));
        let parsed = parse_grid(grid1, Reading::Printed, &mut Silent).unwrap();
        assert!(!solved(parsed.as_ref()));
        // Rows are still permutations, columns are not.
        (values[0], values[1]) = (values[1], values[0]);
        assert!(!solved(Some(&values)));
    }

    #[test]
    fn a_box_without_digits_is_no_solution() {
        let mut values = solve(PUZZLES[0].1, Reading::Meant, &mut Silent).unwrap().unwrap();
        values[7] = Digits::NONE;
        assert_eq!(search(Some(values), Reading::Meant, &mut Silent), None);
    }

    /// Says no once, and yes again later.
    struct Once {
        nodes: usize,
        no: usize,
        steps: Vec<Step>,
    }

    impl Watch for Once {
        fn step(&mut self, step: Step) {
            self.steps.push(step);
        }

        fn enter(&mut self) -> bool {
            self.nodes += 1;
            self.nodes != self.no
        }
    }

    #[test]
    fn a_no_is_for_good() {
        for no in 1..20 {
            let mut once = Once { nodes: 0, no, steps: Vec::new() };
            let blank = Dictionary::new(layout(), vec![Digits::all(16); 256]);
            assert_eq!(search(Some(blank), Reading::Printed, &mut once), None);
            assert_eq!(once.nodes, no);
            let guesses = once.steps.iter().filter(|step| matches!(step, Step::Guessed { .. }));
            assert_eq!(guesses.count(), no - 1);
        }
    }
}
