//! "An AI Agent to Solve Any Sudoku Puzzle" (reorganised by Osama Hosameldeen from a course of
//! Udacity's).
//!
//! In the document's order: the boxes, their units and peers ([`AgentRules::units`]);
//! [`grid_values`], and its improved version; [`eliminate`] and [`only_choice`], which
//! [`reduce_puzzle`] repeats; [`search`]. So far it equals the [lecture notes](super::lecture). Its
//! last section announces two extensions as an exercise; they are implemented here as
//! [`AgentRules`]: the diagonal Sudoku, and the strategy [`naked_twins`].

use super::cells::{check_length, signs};
use super::dictionary::{Dictionary, Sudoku};
use super::digits::{Digits, value};
use super::ending::Ending;
use super::error::CompatError;
use super::lecture;
use super::propagation::{self, Rule, remove};
use super::trace::{NodeCounter, StepReason, TraceObserver};
use super::units::{UnitShape, Units};
use std::sync::LazyLock;

pub use super::propagation::{eliminate, only_choice};
pub use super::units::cross;

/// The puzzles of the document, in its order.
pub(super) const PUZZLES: [(&str, &str); 2] = [
    ("grid", "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."),
    ("grid2", "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"),
];

/// The words of its first assertion.
const LENGTH: &str = "Input grid must be a string of length 81 (9x9)";

/// The extensions of the document's last section. The default is the document without them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct AgentRules {
    /// Each main diagonal holds each digit once.
    pub diagonal: bool,
    /// [`naked_twins`] is one of the strategies.
    pub twins: bool,
}

impl AgentRules {
    /// Returns the boxes with their units and peers: rows, columns, squares, and with
    /// [`diagonal`](Self::diagonal) the two diagonals.
    #[must_use]
    pub fn units(self) -> &'static Units {
        static DIAGONAL: LazyLock<Units> = LazyLock::new(|| {
            let shapes =
                [UnitShape::Row, UnitShape::Column, UnitShape::Square, UnitShape::Diagonal];
            Units::new("ABCDEFGHI", "123456789", &shapes)
        });
        if self.diagonal { &DIAGONAL } else { lecture::units() }
    }

    /// Returns the strategies that are repeated. Twins come before only choice, so that the digits
    /// that they remove can solve a box in the same round: the stall rule would miss it otherwise.
    fn strategies<O: TraceObserver>(self) -> Vec<Rule<O>> {
        let mut rules: Vec<Rule<O>> = vec![("eliminate", eliminate)];
        if self.twins {
            rules.push(("naked_twins", naked_twins));
        }
        rules.push(("only_choice", only_choice));
        rules
    }
}

/// Turns a string of 81 signs into a dictionary of these signs, `.` for a blank.
///
/// # Errors
/// If there are not 81 signs.
pub fn grid_values(grid: &str, rules: AgentRules) -> Result<Dictionary<char>, CompatError> {
    let signs: Vec<_> = grid.chars().collect();
    check_length(81, signs.len(), Some(LENGTH))?;
    Ok(Dictionary::new(rules.units(), signs))
}

/// The improved version: each box has the digits that it may hold, all nine of them for a blank.
///
/// As in the document, signs other than `.` and the digits from 1 to 9 are skipped, so that a drawn
/// grid can be read. 0 is skipped, too.
///
/// # Errors
/// If there are not 81 signs besides those. (The document's second assertion has no words.)
pub fn grid_values_improved(grid: &str, rules: AgentRules) -> Result<Sudoku, CompatError> {
    let digits = |sign| match value(sign, 9) {
        Some(digit) => Some(Digits::one(digit)),
        None => (sign == '.').then(|| Digits::all(9)),
    };
    let values: Vec<_> = grid.chars().filter_map(digits).collect();
    check_length(81, values.len(), None)?;
    Ok(Dictionary::new(rules.units(), values))
}

/// Removes the two digits of twins from the rest of their unit. *Twins* are two boxes of a unit
/// with the same two digits and no others: they need both.
pub fn naked_twins(sudoku: &mut Sudoku, observer: &mut impl TraceObserver) {
    for unit in sudoku.units().list() {
        for (index, &first) in unit.boxes.iter().enumerate() {
            for &second in &unit.boxes[index + 1..] {
                if sudoku[first].count() == 2 && sudoku[first] == sudoku[second] {
                    let (twins, reason) = (sudoku[first], StepReason::Twins(first, second));
                    for &other in unit.boxes.iter().filter(|&&b| b != first && b != second) {
                        twins
                            .iter()
                            .for_each(|digit| remove(sudoku, other, digit, reason, observer));
                    }
                }
            }
        }
    }
}

/// Repeats the strategies until no more boxes are solved than before. Returns `false` if a box is
/// left without any digit.
pub fn reduce_puzzle<O: TraceObserver>(
    sudoku: &mut Sudoku,
    rules: AgentRules,
    observer: &mut O,
) -> bool {
    propagation::reduce(sudoku, &rules.strategies(), observer)
}

/// Depth-first search: [`reduce_puzzle`], then each digit, in ascending order, of a box that has
/// the fewest of them (of several, the first by label), with the same again. Returns `None` if
/// there is no solution.
pub fn search<O: TraceObserver>(
    sudoku: Sudoku,
    rules: AgentRules,
    observer: &mut O,
) -> Option<Sudoku> {
    propagation::search(sudoku, &rules.strategies(), &mut NodeCounter::new(observer))
}

/// Runs the document from end to end. It prints the result of [`reduce_puzzle`], and if that does
/// not solve the puzzle, the result of [`search`].
pub(super) fn run<O: TraceObserver>(
    rules: AgentRules,
    cells: &[u8],
    observer: &mut O,
) -> Result<(Ending, String), CompatError> {
    let grid = signs(cells);
    let puzzle = grid_values(&grid, rules)?;
    observer.rule(None, "grid_values");
    observer.grid(&|| puzzle.display());
    let sudoku = grid_values_improved(&grid, rules)?;
    observer.rule(None, "grid_values, improved");
    observer.grid(&|| sudoku.display());
    Ok(propagation::run(sudoku, &rules.strategies(), observer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::trace::{Contradiction, TraceStep};

    const PLAIN: AgentRules = AgentRules { diagonal: false, twins: false };
    const DIAGONAL: AgentRules = AgentRules { diagonal: true, twins: false };

    /// An empty sudoku in which some boxes hold these digits only.
    fn with(rules: AgentRules, boxes: &[(&str, &[u8])]) -> Sudoku {
        let mut sudoku = grid_values_improved(&".".repeat(81), rules).unwrap();
        for (label, digits) in boxes {
            sudoku[rules.units().number(label).unwrap()] = digits.iter().copied().collect();
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
            let peers = |rules: AgentRules| {
                let units = rules.units();
                units.peers(units.number(label).unwrap()).len()
            };
            assert_eq!((peers(PLAIN), peers(DIAGONAL)), (plain, diagonal), "{label}");
        }
        let units = |rules: AgentRules, label| {
            let units = rules.units();
            (units.list().len(), units.of(units.number(label).unwrap()).count())
        };
        assert_eq!((units(PLAIN, "E5"), units(DIAGONAL, "E5")), ((27, 3), (29, 5)));
    }

    #[test]
    fn each_version_of_grid_values_has_its_own_error() {
        let short = ".".repeat(80);
        let error = grid_values(&short, PLAIN).unwrap_err().to_string();
        assert_eq!(
            error,
            "Input grid must be a string of length 81 (9x9): expected 81 cells, found 80"
        );
        let error = grid_values_improved(&short, PLAIN).unwrap_err().to_string();
        assert_eq!(error, "expected 81 cells, found 80");
    }

    #[test]
    fn only_the_improved_version_skips_other_signs() {
        let string = PUZZLES[0].1;
        let drawn = grid_values(string, PLAIN).unwrap().display();
        assert_eq!(grid_values_improved(&drawn, PLAIN), grid_values_improved(string, PLAIN));
        let error = grid_values(&drawn, PLAIN).unwrap_err().to_string();
        assert!(error.ends_with(&format!("found {}", drawn.len())), "{error}");
        let zeros = string.replace('.', "0");
        let error = grid_values_improved(&zeros, PLAIN).unwrap_err().to_string();
        assert_eq!(error, "expected 81 cells, found 32");
        assert_eq!(grid_values(&zeros, PLAIN).unwrap().get("A1"), Some(&'0'));
    }

    #[test]
    fn twins_remove_their_digits_from_the_rest_of_each_shared_unit() {
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
            let (mut sudoku, mut steps_of_twins) = (with(rules, twins), Vec::new());
            naked_twins(&mut sudoku, &mut steps_of_twins);
            assert_eq!(steps_of_twins.len(), steps, "{twins:?}");
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
        let rules = AgentRules { twins: true, ..PLAIN };
        let mut sudoku = with(rules, &[("A1", &[2, 3]), ("A5", &[2, 3]), ("A9", &[2, 3])]);
        assert!(reduce_puzzle(&mut sudoku.clone(), PLAIN, &mut ()));
        let mut steps = Vec::new();
        assert!(!reduce_puzzle(&mut sudoku, rules, &mut steps));
        let no_candidate =
            |step| matches!(step, &TraceStep::Contradiction(Contradiction::NoCandidate(_)));
        assert!(steps.last().is_some_and(no_candidate));
    }

    /// Twins in column 9 make twins of D9 and D1 after the rows were examined. No box is solved, so
    /// that the new twins wait for the next call. Elimination and only choice alone never leave
    /// anything in this way.
    #[test]
    fn the_stall_rule_ignores_digits_that_twins_remove() {
        let rules = AgentRules { twins: true, ..PLAIN };
        let boxes: [(&str, &[u8]); 4] =
            [("A9", &[1, 2]), ("B9", &[1, 2]), ("D9", &[1, 2, 3, 4]), ("D1", &[3, 4])];
        let mut sudoku = with(rules, &boxes);
        assert!(reduce_puzzle(&mut sudoku, rules, &mut ()));
        assert_eq!((value(&sudoku, "D9"), value(&sudoku, "D5")), ("34".into(), "123456789".into()));
        assert!(reduce_puzzle(&mut sudoku, rules, &mut ()));
        assert_eq!(value(&sudoku, "D5"), "1256789");
    }

    /// Twins in column 9 leave one place for the 1 of row D. Only choice, which comes after them,
    /// puts it there.
    #[test]
    fn digits_that_twins_remove_solve_a_box_in_the_same_round() {
        let rules = AgentRules { twins: true, ..PLAIN };
        let others: &[u8] = &[2, 3, 4, 5, 6, 7, 8, 9];
        let row = ["D2", "D3", "D4", "D5", "D6", "D7", "D8"].map(|label| (label, others));
        let twins: [(&str, &[u8]); 2] = [("A9", &[1, 2]), ("B9", &[1, 2])];
        let mut sudoku = with(rules, &[&row[..], &twins].concat());
        assert!(reduce_puzzle(&mut sudoku, rules, &mut ()));
        assert_eq!(value(&sudoku, "D1"), "1");
    }
}
