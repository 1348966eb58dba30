//! A lab without a title; it begins "Definition of a Sudoku".
//!
//! In the document's order: a sudoku is a [list of lists](Lists) with 0 for a blank, and
//! [`instantiate_cases`] creates the test cases; [`solved`]; the three rules [`horizontal_check`],
//! [`vertical_check`] and [`sub_square_check`]; the strategy [`elimination`]; [`apply_strategy`];
//! [`sudoku_solver`]; and as a bonus, [`candidates`] and the strategy [`hidden_singles`]. There is
//! no search: where the strategies find nothing more, the lab raises "Sudoku Unsolvable", whether
//! or not there are solutions.
//!
//! A cell has two indices, x for the column and y for the row, both from 0, and x comes first. As
//! in Python, negative indices count from the end, and those out of range are an `IndexError`
//! ([`Raised`]).
//!
//! ```
//! use quadrille::compat::lab::{ELIMINATION, apply_strategy, elimination, instantiate_cases};
//!
//! let mut cases = instantiate_cases();
//! assert_eq!(elimination(6, 4, &cases.s), Ok(8));
//! assert!(apply_strategy(ELIMINATION, &mut cases.s, &mut ()));
//! assert_eq!(cases.s, cases.s5);
//! ```

mod checks;
mod lists;
mod solver;
mod strategies;

pub use checks::{get_col, horizontal_check, solved, sub_square_check, vertical_check};
pub use lists::{Lists, Raised};
pub use solver::{apply_strategy, sudoku_solver};
pub use strategies::{
    ELIMINATION, HIDDEN_SINGLES, Strategy, candidates, elimination, hidden_singles,
    hidden_singles_column, hidden_singles_row, hidden_singles_sub_square,
};

use super::ending::Ending;
use super::error::CompatError;
use super::trace::TraceObserver;

/// The puzzles of the document, in its order.
pub(super) const PUZZLES: [(&str, &str); 8] = [
    ("s", "..7....15...397....62.1.4.9.2...15437..4.9..14812...6.9.6.2.73....984...15....2.."),
    ("s2", ".......15...397.......1.4.9.....1543...4.9..1...2...6.....2.73....984.........2.."),
    ("s3", "897642315514397682362518479629871543735469821481253967946125738273984156158736294"),
    ("s4", "..7....15...397....62.1.4.9.2...15437..4.9..14812...6.9.652.73....984...136...2.."),
    ("s5", "..7....15...397....62.1.4.9629.715437354698214812..967946.25738.73984.56158.36294"),
    ("m", "1..9.836...53..4..8..65.........3.92..3...1..56.1.........76..3..6...2...842.5..7"),
    ("h", ".......3.6.5.......3..1.9..57.6......9.....1......8.24..1.7..4.......5.8.2......."),
    ("s6", "..7....15...397.8..62.184.9.2...15437..4.9..14812...6.9.6.2.73....984...15....2.."),
];

/// The document's test cases, under its names for them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cases {
    /// The sudoku at the top of the document.
    pub s: Lists,
    /// `s` without its three columns on the left: it has many solutions.
    pub s2: Lists,
    /// The solution of `s`.
    pub s3: Lists,
    /// `s` with more values, two of which clash.
    pub s4: Lists,
    /// `s` after one application of elimination.
    pub s5: Lists,
    /// Medium: elimination alone does not solve it.
    pub m: Lists,
    /// "Super difficult"; it has several solutions.
    pub h: Lists,
    /// `s` with two more of its values.
    pub s6: Lists,
}

/// Creates the document's test cases.
#[must_use]
pub fn instantiate_cases() -> Cases {
    let [s, s2, s3, s4, s5, m, h, s6] = PUZZLES.map(|(_, signs)| Lists::from_signs(signs));
    Cases { s, s2, s3, s4, s5, m, h, s6 }
}

/// Runs the document from end to end, with both strategies. The puzzle is the only node.
pub(super) fn run<O: TraceObserver>(
    cells: &[u8],
    observer: &mut O,
) -> Result<(Ending, String), CompatError> {
    let mut s = Lists::from_cells(cells)?;
    if !observer.enter() {
        return Ok((Ending::NoSolution, String::new()));
    }
    observer.rule(None, "instantiateCases");
    observer.grid(&|| format!("{s}\n"));
    Ok(match sudoku_solver(&mut s, &[ELIMINATION, HIDDEN_SINGLES], observer) {
        Ok(solution) => {
            let accepted = observer.accept(solution.cells());
            (Ending::of(accepted.then(|| solution.cells().to_vec())), format!("{solution}\n"))
        }
        Err(raised) => (Ending::Stuck(s.cells().to_vec()), format!("{s}\n{raised}\n")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::trace::TraceStep;

    /// Returns these answers, and counts the calls of `enter`.
    struct Answers {
        entered: u64,
        enters: bool,
        accepts: bool,
    }

    impl TraceObserver for Answers {
        fn enter(&mut self) -> bool {
            self.entered += 1;
            self.enters
        }

        fn accept(&mut self, _: &[u8]) -> bool {
            self.accepts
        }
    }

    fn ran(cells: &[u8], observer: &mut impl TraceObserver) -> (Ending, String) {
        run(cells, observer).unwrap()
    }

    #[test]
    fn a_solution_is_printed_and_accepted() {
        let cases = instantiate_cases();
        let solved = (Ending::Solved(cases.s3.cells().to_vec()), format!("{}\n", cases.s3));
        let mut steps = Vec::new();
        assert_eq!(ran(cases.s.cells(), &mut steps), solved);
        assert_eq!((steps.len(), steps.last()), (46, Some(&TraceStep::Solved)));
        let mut steps = Vec::new();
        assert_eq!(ran(cases.s3.cells(), &mut steps), solved);
        assert_eq!(steps, [TraceStep::Solved], "a full grid is solved already");
    }

    #[test]
    fn the_observer_may_stop_the_run_or_reject_the_solution() {
        let cases = instantiate_cases();
        let mut rejects = Answers { entered: 0, enters: true, accepts: false };
        let printed = format!("{}\n", cases.s3);
        assert_eq!(ran(cases.s.cells(), &mut rejects), (Ending::NoSolution, printed));
        assert_eq!(rejects.entered, 1);
        let mut stops = Answers { entered: 0, enters: false, accepts: true };
        assert_eq!(ran(cases.s.cells(), &mut stops), (Ending::NoSolution, String::new()));
        assert_eq!(stops.entered, 1);
    }

    #[test]
    fn the_rest_of_a_puzzle_that_is_too_hard_is_printed() {
        let Cases { s2, .. } = instantiate_cases();
        let (ending, printed) = ran(s2.cells(), &mut ());
        let Ending::Stuck(cells) = ending else { panic!("{ending:?}") };
        let lists = Lists::from_cells(&cells).unwrap();
        assert!(!solved(&lists) && lists != s2);
        assert_eq!(printed, format!("{lists}\nSudoku Unsolvable\n"));
    }
}
