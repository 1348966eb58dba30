//! "Problem 96 - Su Doku": its example, files of boards, and replays of every step of a search.

use super::observers::Collector;
use crate::common::files::{Puzzle, folder, puzzles};
use quadrille::compat::Digits;
use quadrille::compat::euler96::{
    answer, boards, corner, get_constraint_sets, initial_possibilities, reduce_possibilities,
    solve_board,
};
use quadrille::compat::{Contradiction, StepReason, TraceObserver, TraceStep};
use quadrille::compat::{Ending, System, SystemRun};
use std::collections::BTreeSet;

/// The puzzle of the document.
const PUZZLES: &[(&str, &str)] = System::Euler96.puzzles();

/// What the document prints as the solution of its example.
const SOLUTION: &str = "483921657 967345821 251876493 548132976 729564138 136798245 372689514 814253769 \
                        695417382";

/// Returns the values of a board that is written with a `.` for a blank; other characters are
/// skipped.
fn cells(text: &str) -> Vec<u8> {
    let value = |sign: char| if sign == '.' { Some(0) } else { sign.to_digit(10) };
    text.chars().filter_map(value).map(|value| u8::try_from(value).unwrap()).collect()
}

fn run(size: usize, cells: &[u8], watch: &mut impl TraceObserver) -> SystemRun {
    System::Euler96.run(size, cells, watch).unwrap()
}

/// Returns whether two cells are in the same row, column or block, by definition.
fn are_peers(a: usize, b: usize, size: usize) -> bool {
    let block = |cell: usize| (cell / size / size.isqrt(), cell % size / size.isqrt());
    a != b && (a / size == b / size || a % size == b % size || block(a) == block(b))
}

/// Files of puzzles.
const FILES: [&str; 5] = ["euler96.txt", "lecture.txt", "lab.txt", "sizes.txt", "sixteen.txt"];

/// The files whose puzzles need about a thousand nodes at most for all solutions.
const SMALL: [&str; 4] = ["euler96.txt", "lab.txt", "sizes.txt", "sixteen.txt"];

/// Returns the puzzles of these files with square blocks and few solutions, up to 16x16.
fn repository(files: &[&str]) -> Vec<Puzzle> {
    let all = files.iter().flat_map(|file| puzzles(&folder().join(file)));
    let is_wanted = |puzzle: &Puzzle| {
        [4, 9, 16].contains(&puzzle.grid.size()) && (1..100).contains(&puzzle.count)
    };
    all.filter(is_wanted).collect()
}

#[test]
fn a_constraint_set_is_what_shares_a_row_a_column_or_a_block() {
    for (size, count) in [(1, 0), (4, 7), (9, 20), (16, 39), (25, 64), (36, 95)] {
        let sets = get_constraint_sets(size).unwrap();
        for cell in 0..size * size {
            assert_eq!(sets.of(cell).len(), count);
            let set: BTreeSet<_> = sets.of(cell).iter().copied().collect();
            let others = (0..size * size).filter(|&other| are_peers(cell, other, size));
            assert!(set.into_iter().eq(others), "cell {cell} of {size}x{size}");
        }
    }
}

#[test]
fn the_example_is_solved_by_direct_deduction() {
    let mut steps = Vec::new();
    let answer = run(9, &cells(PUZZLES[0].1), &mut steps);
    assert_eq!(answer.ending, Ending::Solved(cells(SOLUTION)));
    assert_eq!((answer.nodes, answer.printed.as_str()), (1, ""));
    assert_eq!(steps.last(), Some(&TraceStep::Solved));
    assert!(!steps.iter().any(|step| matches!(step, TraceStep::Guessed { .. })));
    assert_eq!(corner(&cells(SOLUTION)), 483);
}

#[test]
fn the_answer_to_a_file_is_the_sum_of_its_corners() {
    let puzzles = repository(&FILES);
    let chosen = ["euler96.txt:", "lecture.txt:", "lab.txt:"].map(|file| {
        let is_wanted =
            |puzzle: &&Puzzle| puzzle.place.starts_with(file) && puzzle.solution.is_some();
        puzzles.iter().filter(is_wanted).min_by_key(|puzzle| puzzle.grid.clues()).unwrap()
    });
    let mut text = String::new();
    for (index, puzzle) in chosen.iter().enumerate() {
        text += &format!("Grid {:02}\n", index + 1);
        for row in puzzle.grid.cells().chunks(9) {
            text.extend(row.iter().map(ToString::to_string));
            text.push('\n');
        }
    }
    let boards = boards(&text, 9).unwrap();
    assert!(boards.iter().map(Vec::as_slice).eq(chosen.iter().map(|puzzle| puzzle.grid.cells())));
    let corners = chosen.map(|puzzle| corner(puzzle.solution.as_ref().unwrap().cells()));
    assert_eq!(corners, [483, 417, 147]);
    assert_eq!(answer(&boards, 9), Ok(483 + 417 + 147));
}

#[test]
fn every_puzzle_with_one_solution_has_that_one() {
    let mut sizes = BTreeSet::new();
    for puzzle in repository(&FILES) {
        let Some(solution) = puzzle.solution else { continue };
        let size = puzzle.grid.size();
        sizes.insert(size);
        let answer = run(size, puzzle.grid.cells(), &mut ());
        assert_eq!(answer.ending, Ending::Solved(solution.cells().to_vec()), "{}", puzzle.place);
    }
    assert!(sizes.contains(&4) && sizes.contains(&9) && sizes.contains(&16));
}

#[test]
fn rejecting_every_solution_finds_each_once() {
    let mut most = 0;
    for puzzle in repository(&SMALL) {
        let mut all = Collector::all();
        let answer = run(puzzle.grid.size(), puzzle.grid.cells(), &mut all);
        assert_eq!(answer.ending, Ending::NoSolution);
        let (found, different) = (all.found.len(), all.found.iter().collect::<BTreeSet<_>>().len());
        assert_eq!((found, found.try_into()), (different, Ok(puzzle.count)));
        most = most.max(found);
    }
    assert!(most > 1);
    let mut all = Collector::all();
    run(4, &[0; 16], &mut all);
    assert_eq!(all.found.len(), 288);
}

#[test]
fn puzzles_of_other_sizes_are_refused() {
    let table = [
        (4, vec![0; 81], "expected 16 cells, found 81"),
        (4, vec![7; 16], "cell 0 has the value 7: expected at most 4"),
        (6, vec![0; 36], "6 is not a square number, so that boxes can't be square"),
        (64, vec![0; 4096], "the grid is 64x64: this document is for at most 49x49"),
    ];
    for (size, cells, text) in table {
        let error = System::Euler96.run(size, &cells, &mut ()).unwrap_err();
        assert_eq!(error.to_string(), text);
    }
    let clashing = run(4, &cells("1... .... 1... ...."), &mut ());
    assert_eq!((clashing.ending, clashing.nodes), (Ending::NoSolution, 0));
}

#[test]
fn a_first_reduction_that_fails_is_no_solution_and_no_node() {
    let mut steps = Vec::new();
    let answer = run(4, &cells("123. .... .... ...4"), &mut steps);
    assert_eq!((answer.ending, answer.nodes), (Ending::NoSolution, 0));
    assert_eq!(steps.last(), Some(&TraceStep::Contradiction(Contradiction::NoCandidate(3))));
    assert!(!steps.iter().any(|step| matches!(step, TraceStep::Guessed { .. })));
}

/// Ends the search at a node, and keeps the steps.
struct Until {
    node: u64,
    entered: u64,
    steps: Vec<TraceStep>,
}

impl TraceObserver for Until {
    fn step(&mut self, step: TraceStep) {
        self.steps.push(step);
    }

    fn enter(&mut self) -> bool {
        self.entered += 1;
        self.entered < self.node
    }
}

#[test]
fn a_search_that_was_ended_traces_nothing_more() {
    let mut steps = Vec::new();
    let blank = initial_possibilities(&[0; 16], 4).unwrap();
    let sets = get_constraint_sets(4).unwrap();
    assert!(solve_board(&blank, &sets, &mut steps).is_some());
    for node in 1..=8 {
        let mut until = Until { node, entered: 0, steps: Vec::new() };
        let answer = run(4, &[0; 16], &mut until);
        assert_eq!((answer.ending, answer.nodes), (Ending::Stopped, node - 1));
        let mut until = Until { node, entered: 0, steps: Vec::new() };
        assert_eq!(solve_board(&blank, &sets, &mut until), None);
        assert_eq!(until.entered, node);
        assert!(steps.starts_with(&until.steps));
        assert!(until.steps.len() < steps.len());
    }
}

/// A board on which the first guess is wrong.
const WRONG_FIRST: &str = "..4. ..3. ..13 13.4";

/// A board on which every guess is wrong.
const IMPOSSIBLE: &str = "...3 13.. ..1. .1..";

#[test]
fn a_search_is_traced_step_by_step() {
    let table = "
        (0, 0) is not 4: (0, 2) has it
        (0, 1) is not 4: (0, 2) has it
        (0, 3) is not 4: (0, 2) has it
        (3, 2) is not 4: (0, 2) has it
        (1, 3) is not 4: (0, 2) has it
        (1, 0) is not 3: (1, 2) has it
        (1, 1) is not 3: (1, 2) has it
        (1, 3) is not 3: (1, 2) has it
        (3, 2) is not 3: (1, 2) has it
        (0, 3) is not 3: (1, 2) has it
        (2, 0) is not 1: (2, 2) has it
        (2, 1) is not 1: (2, 2) has it
        (3, 2) is not 1: (2, 2) has it
        (3, 2) = 2: nothing else is left
        (2, 0) is not 3: (2, 3) has it
        (2, 1) is not 3: (2, 3) has it
        (0, 0) is not 1: (3, 0) has it
        (1, 0) is not 1: (3, 0) has it
        (0, 1) is not 3: (3, 1) has it
        try (0, 0) = 2
        (0, 1) is not 2: (0, 0) has it
        (0, 1) = 1: nothing else is left
        (0, 3) is not 2: (0, 0) has it
        (0, 3) = 1: nothing else is left
        (1, 0) is not 2: (0, 0) has it
        (1, 0) = 4: nothing else is left
        (2, 0) is not 2: (0, 0) has it
        (2, 0) = 4: nothing else is left
        (1, 1) is not 2: (0, 0) has it
        (0, 3) is not 1: (0, 1) has it
        (1, 1) is not 1: (0, 1) has it
        (1, 1) = 4: nothing else is left
        contradiction: nothing can be in (0, 3)
        take back (0, 0) = 2
        try (0, 0) = 3
        try (0, 1) = 1
        (0, 3) is not 1: (0, 1) has it
        (0, 3) = 2: nothing else is left
        (1, 1) is not 1: (0, 1) has it
        (1, 3) is not 2: (0, 3) has it
        (1, 3) = 1: nothing else is left
        try (1, 0) = 2
        (1, 1) is not 2: (1, 0) has it
        (1, 1) = 4: nothing else is left
        (2, 0) is not 2: (1, 0) has it
        (2, 0) = 4: nothing else is left
        (2, 1) is not 4: (1, 1) has it
        (2, 1) = 2: nothing else is left
        solved";
    let mut steps = Vec::new();
    let answer = run(4, &cells(WRONG_FIRST), &mut steps);
    assert_eq!(answer.ending, Ending::Solved(cells("3142 2431 4213 1324")));
    assert_eq!(answer.nodes, 4);
    let text = steps.iter().map(|&step| System::Euler96.describe(step, 4));
    let lines = table.lines().skip(1).map(str::trim);
    assert_eq!(text.collect::<Vec<_>>(), lines.collect::<Vec<_>>());
}

/// Replays a trace, and panics at a step that is not possible, or whose reason is not true.
struct Replay {
    size: usize,
    /// For each cell those that it constrains.
    constrained: Vec<Vec<usize>>,
    /// The lists before each guess that stands, and the guess.
    guesses: Vec<(Vec<Digits>, usize, u8)>,
    lists: Vec<Digits>,
    /// How many guesses were taken back.
    taken_back: usize,
    /// Whether solutions are rejected.
    rejects: bool,
}

impl Replay {
    fn new(size: usize, cells: &[u8], rejects: bool) -> Self {
        let all = Digits::all(size.try_into().unwrap());
        let list = |&value: &u8| if value == 0 { all } else { Digits::one(value) };
        let lists = cells.iter().map(list).collect();
        let constrained = |a| (0..cells.len()).filter(|&b| are_peers(a, b, size)).collect();
        let constrained = (0..cells.len()).map(constrained).collect();
        Self { size, constrained, guesses: Vec::new(), lists, taken_back: 0, rejects }
    }

    /// Whether the values of solved cells are gone from all others that they constrain.
    fn is_reduced(&self) -> bool {
        self.lists.iter().zip(&self.constrained).all(|(list, others)| {
            let has = |value| others.iter().any(|&other| self.lists[other].contains(value));
            !list.single().is_some_and(has)
        })
    }

    fn guess(&mut self, cell: usize, value: u8) {
        assert!(self.is_reduced(), "deduction comes before a guess");
        assert_eq!(self.lists.iter().position(|list| list.count() > 1), Some(cell));
        assert!(self.lists[cell].contains(value));
        self.guesses.push((self.lists.clone(), cell, value));
        self.lists[cell] = Digits::one(value);
    }

    fn take_back(&mut self, cell: usize, value: u8) {
        let (lists, guessed, tried) = self.guesses.pop().expect("there was a guess");
        assert_eq!((guessed, tried), (cell, value), "the last guess is taken back first");
        self.lists = lists;
        self.taken_back += 1;
    }
}

impl TraceObserver for Replay {
    fn step(&mut self, step: TraceStep) {
        let text = System::Euler96.describe(step, self.size);
        match step {
            TraceStep::Eliminated { cell, value, reason: StepReason::Peer(peer) } => {
                assert!(self.constrained[peer].contains(&cell), "{text}");
                assert_eq!(self.lists[peer].single(), Some(value), "{text}");
                assert!(self.lists[cell].remove(value), "{text}, but it was not there");
            }
            TraceStep::Placed { cell, value, reason: StepReason::OnlyCandidate } => {
                assert_eq!(self.lists[cell].single(), Some(value), "{text}");
            }
            TraceStep::Guessed { cell, value } => self.guess(cell, value),
            TraceStep::TakenBack { cell, value } => self.take_back(cell, value),
            TraceStep::Contradiction(Contradiction::NoCandidate(cell)) => {
                assert!(self.lists[cell].is_empty(), "{text}");
            }
            TraceStep::Solved => {
                assert!(self.is_reduced());
                assert!(self.lists.iter().all(|list| list.count() == 1));
            }
            _ => panic!("not a step of the document: {text}"),
        }
    }

    fn accept(&mut self, solution: &[u8]) -> bool {
        assert!(self.lists.iter().map(|list| list.single()).eq(solution.iter().copied().map(Some)));
        !self.rejects
    }
}

#[test]
fn every_step_can_be_replayed() {
    let mut taken_back = 0;
    for (files, rejects) in [(&FILES[..], false), (&SMALL[..], true)] {
        let fours = [WRONG_FIRST, IMPOSSIBLE].map(|text| (4, cells(text)));
        let others = repository(files).into_iter();
        let others = others.map(|puzzle| (puzzle.grid.size(), puzzle.grid.cells().to_vec()));
        for (size, cells) in fours.into_iter().chain(others) {
            let mut replay = Replay::new(size, &cells, rejects);
            match run(size, &cells, &mut replay).ending {
                Ending::Solved(_) => assert!(!rejects),
                ending => assert_eq!((ending, replay.guesses), (Ending::NoSolution, Vec::new())),
            }
            taken_back += replay.taken_back;
        }
    }
    assert!(taken_back > 100);
}

#[test]
fn every_value_of_a_cell_is_tried_before_the_search_ends() {
    let board = cells(IMPOSSIBLE);
    let (sets, initial) =
        (get_constraint_sets(4).unwrap(), initial_possibilities(&board, 4).unwrap());
    let reduced = reduce_possibilities(&initial, &sets, &mut ()).unwrap();
    let mut steps = Vec::new();
    assert_eq!(solve_board(&reduced, &sets, &mut steps), None);
    let guessed = |step: &TraceStep| match *step {
        TraceStep::Guessed { cell, value } => Some((cell, value)),
        _ => None,
    };
    let guesses: Vec<_> = steps.iter().filter_map(guessed).collect();
    let choices: Vec<_> = reduced.cells()[0].iter().map(|value| (0, value)).collect();
    assert_eq!(guesses, choices);
    assert_eq!(guesses, [(0, 2), (0, 4)]);
}
