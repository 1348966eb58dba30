//! The lecture notes: their outputs, cell by cell, and the quirks of their rules.

use super::observers::{Collector, Replay};
use crate::common::files;
use quadrille::compat::Digits;
use quadrille::compat::UnitShape;
use quadrille::compat::lecture::{
    eliminate, iterate, only_choice, search, str_to_dict_v1, str_to_dict_v2, units,
};
use quadrille::compat::{CompatError, Ending, Sudoku, System};
use quadrille::compat::{TraceObserver, TraceStep};
use std::collections::{BTreeMap, BTreeSet};

/// The two puzzles of the document.
const PUZZLES: &[(&str, &str)] = System::Lecture.puzzles();

/// The outputs that the notes print, each below its cell.
pub(crate) const NOTES: &str = include_str!("printed/lecture.txt");

/// The outputs of a document that have not been compared yet, by their headings. Their file has
/// headings such as `## In [2]`, each followed by the lines of an output and a blank line. A
/// heading that ends in `, cut short` marks an output that the document truncates.
pub(crate) struct Printed(BTreeMap<&'static str, &'static str>);

const CUT: &str = ", cut short";

impl Printed {
    pub(crate) fn new(text: &'static str) -> Self {
        let outputs = text.split("\n## ").skip(1).map(|output| {
            let (heading, lines) = output.split_once('\n').expect("lines below the heading");
            (heading, lines.strip_suffix('\n').expect("a last line that ends"))
        });
        Self(outputs.collect())
    }

    /// Compares an output, byte for byte. The line break at its end does not count.
    pub(crate) fn has(&mut self, heading: &str, output: &str) {
        let output = output.strip_suffix('\n').unwrap_or(output);
        let cut = format!("{heading}{CUT}");
        if let Some(expected) = self.0.remove(cut.as_str()) {
            assert_eq!(output.get(..expected.len()), Some(expected), "{heading}");
            assert!(output.len() > expected.len(), "{heading} is not cut short");
        } else {
            assert_eq!(Some(output), self.0.remove(heading), "{heading}");
        }
    }

    /// Fails if there is an output that was not compared.
    pub(crate) fn is_done(&self) {
        assert!(self.0.is_empty(), "{:?} was not compared", self.0.keys());
    }
}

/// Formats a list of labels as Python does.
fn listed(labels: impl IntoIterator<Item = String>, between: &str) -> String {
    let quoted: Vec<_> = labels.into_iter().map(|label| format!("'{label}'")).collect();
    format!("[{}]", quoted.join(between))
}

/// Formats the first unit of a shape as Python does.
fn first_unit(shape: UnitShape) -> String {
    let unit = units().list().iter().find(|unit| unit.name.shape == shape).unwrap();
    listed(unit.boxes.iter().map(|&number| units().labels()[number].clone()), ", ")
}

fn puzzle(string: &str) -> Sudoku {
    str_to_dict_v2(string).unwrap()
}

/// Returns an empty sudoku in which some boxes hold these digits only.
fn with(boxes: &[(&str, &[u8])]) -> Sudoku {
    let mut sudoku = puzzle(&".".repeat(81));
    for (label, digits) in boxes {
        sudoku[units().number(label).unwrap()] = digits.iter().copied().collect();
    }
    sudoku
}

#[test]
fn the_outputs_are_those_of_the_notebook() {
    let mut notes = Printed::new(NOTES);
    notes.has("In [2]", &listed(units().labels().iter().cloned(), ",\n "));
    notes.has("In [3]", &first_unit(UnitShape::Row));
    notes.has("In [4]", &first_unit(UnitShape::Column));
    notes.has("In [5]", &first_unit(UnitShape::Square));
    let &[(_, first), (_, second)] = PUZZLES else { panic!("two puzzles") };
    let dict = str_to_dict_v1(first).unwrap();
    notes.has("In [9]", &dict.to_string());
    notes.has("In [11]", &dict.display());
    let mut dict = str_to_dict_v2(first).unwrap();
    notes.has("In [13]", &dict.to_string());
    notes.has("In [14]", &dict.display());
    first_puzzle(&mut dict, &mut notes);
    let mut dict = str_to_dict_v2(second).unwrap();
    assert!(iterate(&mut dict, &mut ()));
    notes.has("In [27]", &dict.display());
    let searched = search(dict, &mut ()).unwrap();
    notes.has("In [28]", &searched.display());
    notes.is_done();
}

/// Applies the strategies one after another to the same dictionary.
fn first_puzzle(dict: &mut Sudoku, notes: &mut Printed) {
    eliminate(dict, &mut ());
    notes.has("In [16]", &dict.to_string());
    notes.has("In [17]", &dict.display());
    only_choice(dict, &mut ());
    notes.has("In [19]", &dict.display());
    eliminate(dict, &mut ());
    notes.has("In [20]", &dict.to_string());
    only_choice(dict, &mut ());
    notes.has("In [21]", &dict.display());
    assert!(iterate(dict, &mut ()));
    notes.has("In [23]", &dict.display());
}

#[test]
fn a_run_prints_the_stalled_grid_and_then_the_solution() {
    let mut notes = Printed::new(NOTES);
    let [first, second] = [0, 1].map(|index| {
        let cells = puzzle(PUZZLES[index].1).cells();
        System::Lecture.run(9, &cells, &mut ()).unwrap().printed
    });
    notes.has("In [23]", &first);
    let (stalled, searched) = second.split_once("\n\n").unwrap();
    notes.has("In [27]", stalled);
    notes.has("In [28]", searched);
}

/// A round that removes digits and solves no box is the last one. The notes lose nothing by that:
/// the solved boxes are the same as before the round, so that another round would remove nothing.
#[test]
fn the_stall_rule_counts_solved_boxes_only() {
    let mut sudoku = puzzle(PUZZLES[1].1);
    let digits = |sudoku: &Sudoku| sudoku.values().iter().map(|digits| digits.count()).sum::<u32>();
    let mut rounds = vec![(sudoku.solved(), digits(&sudoku))];
    for _ in 0..3 {
        eliminate(&mut sudoku, &mut ());
        only_choice(&mut sudoku, &mut ());
        rounds.push((sudoku.solved(), digits(&sudoku)));
    }
    assert_eq!(rounds, [(17, 593), (20, 305), (20, 291), (20, 291)]);
    let (mut iterated, mut replay) = (puzzle(PUZZLES[1].1), Replay::new(puzzle(PUZZLES[1].1)));
    assert!(iterate(&mut iterated, &mut replay));
    assert_eq!((&iterated, replay.sudoku()), (&sudoku, &sudoku));
}

/// Two boxes are left with two digits, G2 and H7, and G comes before H. The digits of a box follow
/// in ascending order; after the last one, the guess above is taken back.
#[test]
fn the_search_tries_the_box_with_the_fewest_digits_and_the_first_of_several() {
    let mut sudoku = puzzle(PUZZLES[1].1);
    assert!(iterate(&mut sudoku, &mut ()));
    let labels = units().labels().iter().zip(sudoku.values());
    let two: Vec<_> =
        labels.filter(|(_, digits)| digits.count() == 2).map(|(label, _)| label).collect();
    assert_eq!(two, ["G2", "H7"]);
    let mut steps = Vec::new();
    search(sudoku, &mut steps).unwrap();
    let is_guess =
        |step: &&TraceStep| matches!(step, TraceStep::Guessed { .. } | TraceStep::TakenBack { .. });
    let guesses = steps.iter().filter(is_guess);
    let sentences: Vec<_> = guesses.map(|&step| System::Lecture.describe(step, 9)).collect();
    let begin = "try G2 = 8, try G1 = 2, try G5 = 4, try H2 = 6, try A2 = 1, try A4 = 3, try A8 = 2, try A5 = 6, \
        take back A5 = 6, try A5 = 9, take back A5 = 9, take back A8 = 2, try A8 = 9";
    assert_eq!(sentences[..13].join(", "), begin);
}

/// The replay panics at a step that is not possible or out of order.
#[test]
fn a_trace_can_be_replayed() {
    for (string, guesses, depth) in [(PUZZLES[0].1, 0, 0), (PUZZLES[1].1, 53, 6)] {
        let mut replay = Replay::new(puzzle(string));
        let found = search(puzzle(string), &mut replay).unwrap();
        assert_eq!(replay.sudoku(), &found);
        assert_eq!((replay.guesses, replay.depth()), (guesses, depth), "{string}");
    }
}

#[test]
fn a_contradiction_ends_the_iteration_with_false() {
    let solved = search(puzzle(PUZZLES[0].1), &mut ()).unwrap();
    let mut wrong = solved.clone();
    wrong[0] = Digits::one(5);
    let no_candidate = format!("12345678.{}9{}", ".".repeat(26), ".".repeat(45));
    let table = [
        ("a full grid with two fives in row A", wrong),
        ("no digit for A9", puzzle(&no_candidate)),
        ("a box without digits from the beginning", with(&[("E5", &[])])),
        ("three boxes with two digits", with(&[("A1", &[1]), ("A2", &[1, 2]), ("A3", &[1, 2])])),
    ];
    for (what, mut sudoku) in table {
        let mut steps = Vec::new();
        assert_eq!(search(sudoku.clone(), &mut ()), None, "{what}");
        assert!(!iterate(&mut sudoku, &mut steps), "{what}");
        assert!(matches!(steps.last(), Some(TraceStep::Contradiction(_))), "{what}");
    }
}

/// Two digits for three boxes of a row: neither strategy finds this contradiction, and each guess
/// does.
#[test]
fn the_search_finds_nothing_where_every_guess_ends_in_a_contradiction() {
    let mut sudoku = with(&[("A1", &[1, 2]), ("A2", &[1, 2]), ("A9", &[1, 2])]);
    let mut replay = Replay::new(sudoku.clone());
    assert_eq!(search(sudoku.clone(), &mut replay), None);
    assert_eq!((replay.guesses, replay.depth()), (2, 0));
    assert!(iterate(&mut sudoku, &mut ()));
}

#[test]
fn a_full_grid_stays_as_it_is() {
    let full = search(puzzle(PUZZLES[1].1), &mut ()).unwrap();
    let (mut steps, mut iterated) = (Vec::new(), full.clone());
    assert!(iterate(&mut iterated, &mut steps));
    assert_eq!((&iterated, &steps[..]), (&full, &[][..]));
    assert_eq!(search(full.clone(), &mut steps), Some(full));
    assert_eq!(steps, [TraceStep::Solved]);
}

/// The replay checks that the grid is a solution.
#[test]
fn the_empty_grid_has_a_solution() {
    let empty = puzzle(&".".repeat(81));
    let mut replay = Replay::new(empty.clone());
    let found = search(empty, &mut replay).unwrap();
    assert_eq!((replay.sudoku(), replay.depth()), (&found, replay.guesses));
    assert!(found.cells().starts_with(&[1, 2, 3, 4, 5, 6, 7, 8, 9]));
}

/// A search that was written for one solution finds all of them when each is rejected.
#[test]
fn rejecting_every_solution_finds_each_once() {
    let puzzles =
        ["lecture.txt", "lab.txt"].map(|file| files::puzzles(&files::folder().join(file)));
    let mut counts = Vec::new();
    for of in puzzles.iter().flatten().filter(|of| of.count < 100) {
        let sudoku: String = of.grid.cells().iter().map(u8::to_string).collect();
        let mut all = Collector::all();
        assert_eq!(search(puzzle(&sudoku.replace('0', ".")), &mut all), None, "{}", of.place);
        let (count, distinct) =
            (usize::try_from(of.count).unwrap(), BTreeSet::from_iter(&all.found));
        assert_eq!((all.found.len(), distinct.len()), (count, count), "{}", of.place);
        if let Some(solution) = &of.solution {
            assert_eq!(all.found, [solution.cells()], "{}", of.place);
        }
        counts.push(of.count);
    }
    assert!(counts.contains(&0) && counts.contains(&30), "{counts:?}");
}

/// Ends the search at its third node, and would let it continue afterwards.
struct EndsAtThird {
    asked: u32,
}

impl TraceObserver for EndsAtThird {
    fn enter(&mut self) -> bool {
        self.asked += 1;
        self.asked != 3
    }
}

#[test]
fn a_search_that_was_ended_does_not_continue() {
    let mut observer = EndsAtThird { asked: 0 };
    assert_eq!(search(puzzle(PUZZLES[1].1), &mut observer), None);
    assert_eq!(observer.asked, 3);
    let answer =
        System::Lecture.run(9, &puzzle(PUZZLES[1].1).cells(), &mut EndsAtThird { asked: 0 });
    let answer = answer.unwrap();
    assert_eq!((answer.ending, answer.nodes), (Ending::Stopped, 2));
}

#[test]
fn other_sizes_are_refused() {
    let error = System::Lecture.run(4, &[0; 16], &mut ()).unwrap_err();
    assert_eq!(error, CompatError::Size { size: 4, expected: "9x9" });
}
