//! "An AI Agent to Solve Any Sudoku Puzzle" (reorganised by Osama Hosameldeen from a course of Udacity's).
//!
//! In the document's order: the boxes, their units and peers ([`Rules::layout`]); [`grid_values`], and its improved
//! version; [`eliminate`] and [`only_choice`], which [`reduce_puzzle`] repeats; [`search`]. So far it is the
//! [lecture notes](super::lecture) again. Its last section announces two things and leaves them to the reader, who
//! finds them here as [`Rules`]: the diagonal Sudoku, and the strategy [`naked_twins`].

use super::dictionary::Dictionary;
use super::digits::{Digits, value};
use super::error::CompatError;
use super::layout::{Layout, UnitKind};
use super::propagation::{self, Strategy, strike};
use super::watch::{Meter, Watch, Why};
use super::{Ending, given};
use std::sync::LazyLock;

pub use super::layout::cross;
pub use super::propagation::{Sudoku, eliminate, only_choice};

/// The puzzles of the document, in its order.
pub const PUZZLES: [(&str, &str); 2] = [
    ("grid", "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."),
    ("grid2", "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"),
];

/// What its first assert says.
const LENGTH: &str = "Input grid must be a string of length 81 (9x9)";

/// What the last section of the document adds. The default is the document without it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Rules {
    /// The boxes of each long diagonal hold each digit once.
    pub diagonal: bool,
    /// [`naked_twins`] is one of the strategies.
    pub twins: bool,
}

impl Rules {
    /// The boxes, units and peers: rows, columns, squares, and perhaps the two diagonals.
    #[must_use]
    pub fn layout(self) -> &'static Layout {
        static PLAIN: LazyLock<Layout> = LazyLock::new(|| {
            Layout::new(ROWS, COLUMNS, &[UnitKind::Row, UnitKind::Column, UnitKind::Square])
        });
        static DIAGONAL: LazyLock<Layout> = LazyLock::new(|| {
            let kinds = [UnitKind::Row, UnitKind::Column, UnitKind::Square, UnitKind::Diagonal];
            Layout::new(ROWS, COLUMNS, &kinds)
        });
        if self.diagonal { &DIAGONAL } else { &PLAIN }
    }

    /// The strategies that are repeated. Twins stand before only choice, so that what they take away can solve a
    /// box in the same round: the stall rule would miss it otherwise.
    fn strategies<W: Watch>(self) -> Vec<Strategy<W>> {
        if self.twins {
            vec![eliminate, naked_twins, only_choice]
        } else {
            vec![eliminate, only_choice]
        }
    }
}

const ROWS: &str = "ABCDEFGHI";
const COLUMNS: &str = "123456789";

/// A string of 81 signs as a dictionary: each box has its sign, `.` for a blank.
///
/// # Errors
/// If there are not 81 signs.
pub fn grid_values(grid: &str, rules: Rules) -> Result<Dictionary<char>, CompatError> {
    let signs: Vec<_> = grid.chars().collect();
    check_length(signs.len(), Some(LENGTH))?;
    Ok(Dictionary::new(rules.layout(), signs))
}

/// The improved version: each box has the digits that it may hold, all nine of them for a blank.
///
/// As in the document, signs other than `.` and the digits from 1 to 9 are passed over, so that a grid may be
/// drawn. That goes for 0, too.
///
/// # Errors
/// If there are not 81 signs besides those. (The document's second assert has no words.)
pub fn grid_values_improved(grid: &str, rules: Rules) -> Result<Sudoku, CompatError> {
    let digits = |sign| match value(sign, 9) {
        Some(digit) => Some(Digits::one(digit)),
        None => (sign == '.').then(|| Digits::all(9)),
    };
    let values: Vec<_> = grid.chars().filter_map(digits).collect();
    check_length(values.len(), None)?;
    Ok(Dictionary::new(rules.layout(), values))
}

fn check_length(found: usize, words: Option<&'static str>) -> Result<(), CompatError> {
    if found == 81 { Ok(()) } else { Err(CompatError::Length { expected: 81, found, words }) }
}

/// Where two boxes of a unit have the same two digits and no others, takes these from the rest of the unit: the two
/// boxes, the *twins*, need both.
pub fn naked_twins(sudoku: &mut Sudoku, watch: &mut impl Watch) {
    for unit in sudoku.layout().unitlist() {
        for (index, &first) in unit.boxes().iter().enumerate() {
            for &second in &unit.boxes()[index + 1..] {
                if sudoku[first].count() == 2 && sudoku[first] == sudoku[second] {
                    let why = Why::Twins(first, second);
                    let twins = sudoku[first];
                    for &other in unit.boxes().iter().filter(|&&b| b != first && b != second) {
                        twins.iter().for_each(|digit| strike(sudoku, other, digit, why, watch));
                    }
                }
            }
        }
    }
}

/// Repeats the strategies until no more boxes are solved than before. `false` if a box is left without any
/// digit.
pub fn reduce_puzzle<W: Watch>(sudoku: &mut Sudoku, rules: Rules, watch: &mut W) -> bool {
    propagation::reduce(sudoku, &rules.strategies(), watch)
}

/// Depth-first search: [`reduce_puzzle`], then each digit, in ascending order, of a box that has the fewest of them
/// (of several, the first by label), with the same again. `None` if there is no solution.
pub fn search<W: Watch>(sudoku: Sudoku, rules: Rules, watch: &mut W) -> Option<Sudoku> {
    propagation::search(sudoku, &rules.strategies(), &mut Meter::new(watch))
}

/// The document from end to end: it shows what [`reduce_puzzle`] comes to, and if that does not solve the puzzle,
/// what [`search`] finds.
pub(super) fn run<W: Watch>(
    rules: Rules,
    cells: &[u8],
    watch: &mut W,
) -> Result<(Ending, String), CompatError> {
    let sudoku = grid_values_improved(&given::string(cells), rules)?;
    Ok(propagation::run(sudoku, &rules.strategies(), watch))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::watch::{Recorder, Silent, Step};

    const PLAIN: Rules = Rules { diagonal: false, twins: false };
    const DIAGONAL: Rules = Rules { diagonal: true, twins: false };

    /// An empty sudoku in which some boxes hold these digits only.
    fn with(rules: Rules, boxes: &[(&str, &[u8])]) -> Sudoku {
        let mut sudoku = grid_values_improved(&".".repeat(81), rules).unwrap();
        for (label, digits) in boxes {
            sudoku[rules.layout().number(label).unwrap()] = digits.iter().copied().collect();
        }
        sudoku
    }

    fn value(sudoku: &Sudoku, label: &str) -> String {
        sudoku.get(label).unwrap().to_string()
    }

    #[test]
    fn boxes_on_diagonals_have_more_peers() {
        let table = [("A1", 20, 26), ("B8", 20, 26), ("E5", 20, 32), ("A2", 20, 20)];
        for (label, plain, diagonal) in table {
            let peers = |rules: Rules| {
                let layout = rules.layout();
                layout.peers(layout.number(label).unwrap()).len()
            };
            assert_eq!((peers(PLAIN), peers(DIAGONAL)), (plain, diagonal), "{label}");
        }
        let units = |rules: Rules, label| {
            let layout = rules.layout();
            (layout.unitlist().len(), layout.units(layout.number(label).unwrap()).count())
        };
        assert_eq!((units(PLAIN, "E5"), units(DIAGONAL, "E5")), ((27, 3), (29, 5)));
    }

    #[test]
    fn each_version_of_grid_values_has_its_own_error() {
        let short = ".".repeat(80);
        let told = grid_values(&short, PLAIN).unwrap_err().to_string();
        assert_eq!(
            told,
            "Input grid must be a string of length 81 (9x9): expected 81 cells, found 80"
        );
        let told = grid_values_improved(&short, PLAIN).unwrap_err().to_string();
        assert_eq!(told, "expected 81 cells, found 80");
    }

    #[test]
    fn other_signs_are_passed_over_by_the_improved_version_only() {
        let string = PUZZLES[0].1;
        let drawn = grid_values(string, PLAIN).unwrap().display();
        assert_eq!(grid_values_improved(&drawn, PLAIN), grid_values_improved(string, PLAIN));
        let told = grid_values(&drawn, PLAIN).unwrap_err().to_string();
        assert!(told.ends_with(&format!("found {}", drawn.len())), "{told}");
        let zeros = string.replace('.', "0");
        let told = grid_values_improved(&zeros, PLAIN).unwrap_err().to_string();
        assert_eq!(told, "expected 81 cells, found 32");
        assert_eq!(grid_values(&zeros, PLAIN).unwrap().get("A1"), Some(&'0'));
    }

    #[test]
    fn twins_take_their_digits_from_the_rest_of_each_unit_that_they_share() {
        let pair: &[u8] = &[2, 3];
        let row: &[(&str, &[u8])] = &[("A1", pair), ("A5", pair)];
        let table = [
            (PLAIN, row, "A9 A2", "B1 B5 D1", 14),
            (PLAIN, &[("A1", pair), ("I1", pair)], "E1", "A2 I2", 14),
            (PLAIN, &[("A1", pair), ("B2", pair)], "C3 A2", "A4 D1", 14),
            (PLAIN, &[("A1", pair), ("A2", pair)], "A9 C3", "D1", 26),
            (PLAIN, &[("A1", pair), ("I9", pair)], "", "E5 A9", 0),
            (DIAGONAL, &[("A1", pair), ("I9", pair)], "E5 B2", "A9", 14),
            (PLAIN, &[("A1", pair), ("A5", &[2, 4])], "", "A9", 0),
            (PLAIN, &[("A1", &[2]), ("A5", &[2])], "", "A9", 0),
            (PLAIN, &[("A1", &[2, 3, 4]), ("A5", &[2, 3, 4])], "", "A9", 0),
        ];
        for (rules, twins, fewer, as_before, steps) in table {
            let (mut sudoku, mut recorder) = (with(rules, twins), Recorder::default());
            naked_twins(&mut sudoku, &mut recorder);
            assert_eq!(recorder.steps.len(), steps, "{twins:?}");
            let expected = |labels: &str, digits: &str| {
                labels.split_whitespace().for_each(|label| {
                    assert_eq!(value(&sudoku, label), digits, "{label} beside {twins:?}");
                });
            };
            expected(fewer, "1456789");
            expected(as_before, "123456789");
            for (label, digits) in twins {
                assert_eq!(sudoku.get(label), Some(&digits.iter().copied().collect()), "{label}");
            }
        }
    }

    #[test]
    fn a_third_twin_is_a_contradiction() {
        let rules = Rules { twins: true, ..PLAIN };
        let mut sudoku = with(rules, &[("A1", &[2, 3]), ("A5", &[2, 3]), ("A9", &[2, 3])]);
        assert!(reduce_puzzle(&mut sudoku.clone(), PLAIN, &mut Silent));
        let mut recorder = Recorder::default();
        assert!(!reduce_puzzle(&mut sudoku, rules, &mut recorder));
        assert!(matches!(recorder.steps.last(), Some(Step::Contradiction(_))));
    }

    /// Twins in column 9 make twins of D9 and D1, when the rows have been looked at already. No box is solved, and
    /// so they keep for another time. Elimination and only choice alone never leave anything in this way.
    #[test]
    fn the_stall_rule_does_not_notice_what_twins_take_away() {
        let rules = Rules { twins: true, ..PLAIN };
        let boxes: [(&str, &[u8]); 4] =
            [("A9", &[1, 2]), ("B9", &[1, 2]), ("D9", &[1, 2, 3, 4]), ("D1", &[3, 4])];
        let mut sudoku = with(rules, &boxes);
        assert!(reduce_puzzle(&mut sudoku, rules, &mut Silent));
        assert_eq!((value(&sudoku, "D9"), value(&sudoku, "D5")), ("34".into(), "123456789".into()));
        assert!(reduce_puzzle(&mut sudoku, rules, &mut Silent));
        assert_eq!(value(&sudoku, "D5"), "1256789");
    }

    /// Twins in column 9 leave the 1 of row D one place. Only choice, which comes after them, puts it there.
    #[test]
    fn what_twins_take_away_solves_a_box_in_the_same_round() {
        let rules = Rules { twins: true, ..PLAIN };
        let others: &[u8] = &[2, 3, 4, 5, 6, 7, 8, 9];
        let row = ["D2", "D3", "D4", "D5", "D6", "D7", "D8"].map(|label| (label, others));
        let twins: [(&str, &[u8]); 2] = [("A9", &[1, 2]), ("B9", &[1, 2])];
        let mut sudoku = with(rules, &[&row[..], &twins].concat());
        assert!(reduce_puzzle(&mut sudoku, rules, &mut Silent));
        assert_eq!(value(&sudoku, "D1"), "1");
    }
}
