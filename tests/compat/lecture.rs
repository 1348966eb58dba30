//! The lecture notes: what they print, cell by cell, and the quirks of their rules.

pub(crate) mod watching;

use crate::common::files;
use quadrille::compat::digits::Digits;
use quadrille::compat::layout::UnitKind;
use quadrille::compat::lecture::{
    PUZZLES, Sudoku, eliminate, iterate, layout, only_choice, search, str_to_dict_v1,
    str_to_dict_v2,
};
use quadrille::compat::watch::{Naming, Recorder, Silent, Step, Watch};
use quadrille::compat::{CompatError, Ending, System};
use std::collections::{BTreeMap, BTreeSet};
use watching::{All, Replay};

/// What the notes print, each output under its cell.
pub(crate) const NOTES: &str = include_str!("printed/lecture.txt");

/// The outputs of a document that have not been compared yet, by their headings. They come from a file of headings
/// `## In [2]` with the lines of an output below each and a blank line between them. A heading that ends in
/// `, cut short` says that the document has no more of it.
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

/// A list of labels as Python writes it.
fn listed(labels: impl IntoIterator<Item = String>, between: &str) -> String {
    let quoted: Vec<_> = labels.into_iter().map(|label| format!("'{label}'")).collect();
    format!("[{}]", quoted.join(between))
}

/// The first unit of a kind, as Python writes it.
fn first_unit(kind: UnitKind) -> String {
    let unit = layout().units_of_kind(kind).next().unwrap();
    listed(unit.boxes().iter().map(|&number| layout().labels()[number].clone()), ", ")
}

fn puzzle(string: &str) -> Sudoku {
    str_to_dict_v2(string).unwrap()
}

/// An empty sudoku in which some boxes hold these digits only.
fn with(boxes: &[(&str, &[u8])]) -> Sudoku {
    let mut sudoku = puzzle(&".".repeat(81));
    for (label, digits) in boxes {
        sudoku[layout().number(label).unwrap()] = digits.iter().copied().collect();
    }
    sudoku
}

#[test]
fn the_notebook_prints_what_it_printed() {
    let mut notes = Printed::new(NOTES);
    notes.has("In [2]", &listed(layout().labels().iter().cloned(), ",\n "));
    notes.has("In [3]", &first_unit(UnitKind::Row));
    notes.has("In [4]", &first_unit(UnitKind::Column));
    notes.has("In [5]", &first_unit(UnitKind::Square));
    let [(_, first), (_, second)] = PUZZLES;
    let dict = str_to_dict_v1(first).unwrap();
    notes.has("In [9]", &dict.to_string());
    notes.has("In [11]", &dict.display());
    let mut dict = str_to_dict_v2(first).unwrap();
    notes.has("In [13]", &dict.to_string());
    notes.has("In [14]", &dict.display());
    first_puzzle(&mut dict, &mut notes);
    let mut dict = str_to_dict_v2(second).unwrap();
    assert!(iterate(&mut dict, &mut Silent));
    notes.has("In [27]", &dict.display());
    let searched = search(dict, &mut Silent).unwrap();
    notes.has("In [28]", &searched.display());
    notes.is_done();
}

/// The strategies one after another, each on what the one before left: the same dictionary throughout.
fn first_puzzle(dict: &mut Sudoku, notes: &mut Printed) {
    eliminate(dict, &mut Silent);
    notes.has("In [16]", &dict.to_string());
    notes.has("In [17]", &dict.display());
    only_choice(dict, &mut Silent);
    notes.has("In [19]", &dict.display());
    eliminate(dict, &mut Silent);
    notes.has("In [20]", &dict.to_string());
    only_choice(dict, &mut Silent);
    notes.has("In [21]", &dict.display());
    assert!(iterate(dict, &mut Silent));
    notes.has("In [23]", &dict.display());
}

#[test]
fn a_run_draws_where_it_stalls_and_then_what_the_search_finds() {
    let mut notes = Printed::new(NOTES);
    let [first, second] = PUZZLES.map(|(_, string)| {
        let cells = puzzle(string).cells();
        System::Lecture.run(9, &cells, &mut Silent).unwrap().printed
    });
    notes.has("In [23]", &first);
    let (stalled, searched) = second.split_once("\n\n").unwrap();
    notes.has("In [27]", stalled);
    notes.has("In [28]", searched);
}

/// A round takes digits away and solves nothing: the last one, though the digits that are left have changed. In the
/// notes nothing is lost by that. The boxes that are solved are the same as before the round, and so another one
/// would find nothing new.
#[test]
fn the_stall_rule_counts_solved_boxes_only() {
    let mut sudoku = puzzle(PUZZLES[1].1);
    let digits = |sudoku: &Sudoku| sudoku.values().iter().map(|digits| digits.count()).sum::<u32>();
    let mut rounds = vec![(sudoku.solved(), digits(&sudoku))];
    for _ in 0..3 {
        eliminate(&mut sudoku, &mut Silent);
        only_choice(&mut sudoku, &mut Silent);
        rounds.push((sudoku.solved(), digits(&sudoku)));
    }
    assert_eq!(rounds, [(17, 593), (20, 305), (20, 291), (20, 291)]);
    let (mut iterated, mut replay) = (puzzle(PUZZLES[1].1), Replay::new(puzzle(PUZZLES[1].1)));
    assert!(iterate(&mut iterated, &mut replay));
    assert_eq!((&iterated, replay.sudoku()), (&sudoku, &sudoku));
}

/// Two boxes are left with two digits, G2 and H7, and G comes before H. The digits of a box follow in ascending
/// order, and a box whose last digit has been taken back is taken back itself.
#[test]
fn the_search_tries_the_box_with_the_fewest_digits_and_the_first_of_several() {
    let mut sudoku = puzzle(PUZZLES[1].1);
    assert!(iterate(&mut sudoku, &mut Silent));
    let labels = layout().labels().iter().zip(sudoku.values());
    let two: Vec<_> =
        labels.filter(|(_, digits)| digits.count() == 2).map(|(label, _)| label).collect();
    assert_eq!(two, ["G2", "H7"]);
    let mut recorder = Recorder::default();
    search(sudoku, &mut recorder).unwrap();
    let is_guess = |step: &&Step| matches!(step, Step::Guessed { .. } | Step::TakenBack { .. });
    let guesses = recorder.steps.iter().filter(is_guess);
    let told: Vec<_> = guesses.map(|step| step.tell(Naming::Labels, 9).to_string()).collect();
    let begin = "try G2 = 8, try G1 = 2, try G5 = 4, try H2 = 6, try A2 = 1, try A4 = 3, try A8 = 2, try A5 = 6, \
        take back A5 = 6, try A5 = 9, take back A5 = 9, take back A8 = 2, try A8 = 9";
    assert_eq!(told[..13].join(", "), begin);
}

/// The replay fails at a step that was not possible, or not the one whose turn it was.
#[test]
fn a_trace_can_be_done_again() {
    for (string, guesses, depth) in [(PUZZLES[0].1, 0, 0), (PUZZLES[1].1, 53, 6)] {
        let mut replay = Replay::new(puzzle(string));
        let found = search(puzzle(string), &mut replay).unwrap();
        assert_eq!(replay.sudoku(), &found);
        assert_eq!((replay.guesses, replay.depth()), (guesses, depth), "{string}");
    }
}

#[test]
fn a_contradiction_ends_the_iteration_with_false() {
    let solved = search(puzzle(PUZZLES[0].1), &mut Silent).unwrap();
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
        let mut recorder = Recorder::default();
        assert_eq!(search(sudoku.clone(), &mut Silent), None, "{what}");
        assert!(!iterate(&mut sudoku, &mut recorder), "{what}");
        assert!(matches!(recorder.steps.last(), Some(Step::Contradiction(_))), "{what}");
    }
}

/// Two digits for three boxes of a row: neither strategy sees it, and each guess shows it.
#[test]
fn the_search_finds_nothing_where_every_guess_ends_in_a_contradiction() {
    let mut sudoku = with(&[("A1", &[1, 2]), ("A2", &[1, 2]), ("A9", &[1, 2])]);
    let mut replay = Replay::new(sudoku.clone());
    assert_eq!(search(sudoku.clone(), &mut replay), None);
    assert_eq!((replay.guesses, replay.depth()), (2, 0));
    assert!(iterate(&mut sudoku, &mut Silent));
}

#[test]
fn a_full_grid_is_left_as_it_is() {
    let full = search(puzzle(PUZZLES[1].1), &mut Silent).unwrap();
    let (mut recorder, mut iterated) = (Recorder::default(), full.clone());
    assert!(iterate(&mut iterated, &mut recorder));
    assert_eq!((&iterated, &recorder.steps[..]), (&full, &[][..]));
    assert_eq!(search(full.clone(), &mut recorder), Some(full));
    assert_eq!(recorder.steps, [Step::Solved]);
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

/// A search that was written for one solution finds them all when each is declined.
#[test]
fn all_solutions_are_found_and_each_once() {
    let puzzles =
        ["lecture.txt", "lab.txt"].map(|file| files::puzzles(&files::folder().join(file)));
    let mut counts = Vec::new();
    for of in puzzles.iter().flatten().filter(|of| of.count < 100) {
        let sudoku: String = of.grid.cells().iter().map(u8::to_string).collect();
        let mut all = All::default();
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

/// Says no once.
struct Hesitant {
    asked: u32,
}

impl Watch for Hesitant {
    fn enter(&mut self) -> bool {
        self.asked += 1;
        self.asked != 3
    }
}

#[test]
fn a_search_that_was_ended_does_not_go_on() {
    let mut hesitant = Hesitant { asked: 0 };
    assert_eq!(search(puzzle(PUZZLES[1].1), &mut hesitant), None);
    assert_eq!(hesitant.asked, 3);
    let answer = System::Lecture.run(9, &puzzle(PUZZLES[1].1).cells(), &mut Hesitant { asked: 0 });
    let answer = answer.unwrap();
    assert_eq!((answer.ending, answer.nodes), (Ending::Stopped, 2));
}

#[test]
fn other_sizes_and_clues_that_clash_are_refused() {
    let error = |size, cells: &[u8]| System::Lecture.run(size, cells, &mut Silent).unwrap_err();
    assert_eq!(error(4, &[0; 16]), CompatError::Size { size: 4, expected: "9x9" });
    let mut cells = vec![0; 81];
    (cells[0], cells[10]) = (7, 7);
    assert_eq!(error(9, &cells).to_string(), "square 1 has 7 twice, in A1 and B2");
}
