//! A lab without a title; it begins "Definition of a Sudoku".
//!
//! In the document's order: a sudoku is a [list of lists](Lists) with 0 for a blank, and [`instantiate_cases`]
//! makes those that everything is tried on; [`solved`]; the three rules [`horizontal_check`], [`vertical_check`]
//! and [`sub_square_check`]; the strategy [`elimination`]; [`apply_strategy`]; [`sudoku_solver`]; and as a bonus,
//! [`candidates`] and the strategy [`hidden_singles`]. There is no search: where the strategies find nothing more,
//! it is "Sudoku Unsolvable", whether or not there are solutions.
//!
//! Cells have two numbers here, x for the column and y for the row, both from 0, and x comes first. The numbers
//! are Python's: those below 0 count from the end, and those that are too large are an IndexError ([`Raised`]).
//!
//! ```
//! use quadrille::compat::lab::{ELIMINATION, apply_strategy, elimination, instantiate_cases};
//! use quadrille::compat::watch::Silent;
//!
//! let mut cases = instantiate_cases();
//! assert_eq!(elimination(6, 4, &cases.s), Ok(8));
//! assert!(apply_strategy(ELIMINATION, &mut cases.s, &mut Silent));
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
    ELIMINATION, Function, HIDDEN_SINGLES, Reason, Strategy, candidates, elimination,
    hidden_singles, hidden_singles_column, hidden_singles_row, hidden_singles_sub_square,
};

use super::watch::Watch;
use super::{CompatError, Ending};

/// The puzzles of the document, in its order.
pub const PUZZLES: [(&str, &str); 8] = [
    ("s", "..7....15...397....62.1.4.9.2...15437..4.9..14812...6.9.6.2.73....984...15....2.."),
    ("s2", ".......15...397.......1.4.9.....1543...4.9..1...2...6.....2.73....984.........2.."),
    ("s3", "897642315514397682362518479629871543735469821481253967946125738273984156158736294"),
    ("s4", "..7....15...397....62.1.4.9.2...15437..4.9..14812...6.9.652.73....984...136...2.."),
    ("s5", "..7....15...397....62.1.4.9629.715437354698214812..967946.25738.73984.56158.36294"),
    ("m", "1..9.836...53..4..8..65.........3.92..3...1..56.1.........76..3..6...2...842.5..7"),
    ("h", ".......3.6.5.......3..1.9..57.6......9.....1......8.24..1.7..4.......5.8.2......."),
    ("s6", "..7....15...397.8..62.184.9.2...15437..4.9..14812...6.9.6.2.73....984...15....2.."),
];

/// What `elimination` says.
pub const INVALID: &str = "Sudoku Invalid";

/// What `sudokuSolver` says.
const UNSOLVABLE: &str = "Sudoku Unsolvable";

/// The document's sudokus. It calls them by these names, which are global there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cases {
    /// The sudoku at the top of the document.
    pub s: Lists,
    /// `s` without its three columns on the left: it has many solutions.
    pub s2: Lists,
    /// `s`, solved.
    pub s3: Lists,
    /// `s` and some more values, two of which clash.
    pub s4: Lists,
    /// `s` after elimination was applied once.
    pub s5: Lists,
    /// Medium: elimination alone does not solve it.
    pub m: Lists,
    /// Super difficult, the document says; as it stands there, it has several solutions.
    pub h: Lists,
    /// `s` and two more of its values.
    pub s6: Lists,
}

/// All sudokus of the document, as they are before anything is done with them.
#[must_use]
pub fn instantiate_cases() -> Cases {
    let [s, s2, s3, s4, s5, m, h, s6] = PUZZLES.map(|(_, signs)| Lists::from_signs(signs));
    Cases { s, s2, s3, s4, s5, m, h, s6 }
}

/// The document from end to end, with both strategies. The one node is the puzzle itself.
pub(super) fn run<W: Watch>(cells: &[u8], watch: &mut W) -> Result<(Ending, String), CompatError> {
    let mut s = Lists::from_cells(cells)?;
    if !watch.enter() {
        return Ok((Ending::NoSolution, String::new()));
    }
    Ok(match sudoku_solver(&mut s, &[ELIMINATION, HIDDEN_SINGLES], watch) {
        Ok(solution) => {
            let accepted = watch.accept(solution.cells());
            (Ending::of(accepted.then(|| solution.cells().to_vec())), format!("{solution}\n"))
        }
        Err(raised) => (Ending::Stuck(s.cells().to_vec()), format!("{s}\n{raised}\n")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::watch::{Recorder, Step};

    /// Gives these answers, and counts how often it was asked to enter.
    struct Answers {
        entered: u64,
        enters: bool,
        accepts: bool,
    }

    impl Watch for Answers {
        fn enter(&mut self) -> bool {
            self.entered += 1;
            self.enters
        }

        fn accept(&mut self, _: &[u8]) -> bool {
            self.accepts
        }
    }

    fn ran(cells: &[u8], watch: &mut impl Watch) -> (Ending, String) {
        run(cells, watch).unwrap()
    }

    #[test]
    fn a_solution_is_printed_and_shown() {
        let cases = instantiate_cases();
        let solved = (Ending::Solved(cases.s3.cells().to_vec()), format!("{}\n", cases.s3));
        let mut recorder = Recorder::default();
        assert_eq!(ran(cases.s.cells(), &mut recorder), solved);
        assert_eq!((recorder.steps.len(), recorder.steps.last()), (46, Some(&Step::Solved)));
        let mut recorder = Recorder::default();
        assert_eq!(ran(cases.s3.cells(), &mut recorder), solved);
        assert_eq!(recorder.steps, [Step::Solved], "a full grid is solved already");
    }

    #[test]
    fn whoever_watches_is_asked_once_and_may_decline() {
        let cases = instantiate_cases();
        let mut declines = Answers { entered: 0, enters: true, accepts: false };
        let printed = format!("{}\n", cases.s3);
        assert_eq!(ran(cases.s.cells(), &mut declines), (Ending::NoSolution, printed));
        assert_eq!(declines.entered, 1);
        let mut stops = Answers { entered: 0, enters: false, accepts: true };
        assert_eq!(ran(cases.s.cells(), &mut stops), (Ending::NoSolution, String::new()));
        assert_eq!(stops.entered, 1);
    }

    #[test]
    fn a_puzzle_that_is_too_hard_is_printed_as_far_as_it_went() {
        let Cases { s2, .. } = instantiate_cases();
        let (ending, printed) = ran(s2.cells(), &mut Recorder::default());
        let Ending::Stuck(cells) = ending else { panic!("{ending:?}") };
        let lists = Lists::from_cells(&cells).unwrap();
        assert!(!solved(&lists) && lists != s2);
        assert_eq!(printed, format!("{lists}\nSudoku Unsolvable\n"));
    }
}
