//! The AI agent: its figures and its text, and the two extensions of its exercise.

use super::lecture::{NOTES, Printed};
use super::observers::{Collector, Replay};
use crate::common::{files, random};
use proptest::prelude::*;
use quadrille::compat::TraceStep;
use quadrille::compat::UnitShape;
use quadrille::compat::agent::{
    AgentRules, cross, eliminate, grid_values, grid_values_improved, only_choice, reduce_puzzle,
    search,
};
use quadrille::compat::{Ending, Sudoku, System, lecture};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use std::ops::ControlFlow;

/// The two puzzles of the document.
const PUZZLES: &[(&str, &str)] = System::Agent(PLAIN).puzzles();

const PLAIN: AgentRules = AgentRules { diagonal: false, twins: false };
const TWINS: AgentRules = AgentRules { diagonal: false, twins: true };
const DIAGONAL: AgentRules = AgentRules { diagonal: true, twins: false };
const BOTH: AgentRules = AgentRules { diagonal: true, twins: true };

/// The easy puzzle solved, as section 4 prints it.
const SOLVED: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

fn easy(rules: AgentRules) -> Sudoku {
    grid_values_improved(PUZZLES[0].1, rules).unwrap()
}

fn harder(rules: AgentRules) -> Sudoku {
    grid_values_improved(PUZZLES[1].1, rules).unwrap()
}

/// The puzzle with diagonals of this repository, and its solution.
fn diagonal_puzzle() -> (Grid, Grid) {
    let puzzle = files::puzzles(&files::folder().join("diagonal.txt")).remove(0);
    (puzzle.grid, puzzle.solution.unwrap())
}

fn sudoku(grid: &Grid, rules: AgentRules) -> Sudoku {
    let blank = |&value: &u8| if value == 0 { ".".to_owned() } else { value.to_string() };
    grid_values_improved(&grid.cells().iter().map(blank).collect::<String>(), rules).unwrap()
}

fn value(sudoku: &Sudoku, label: &str) -> String {
    sudoku.get(label).unwrap().to_string()
}

#[test]
fn boxes_and_units_are_those_of_the_lecture_notes() {
    let (layout, notes) = (PLAIN.units(), lecture::units());
    assert_eq!(layout.labels(), notes.labels());
    assert_eq!(layout.labels(), cross("ABCDEFGHI", "123456789"));
    let units = |kinds: &[UnitShape]| -> Vec<_> {
        let units = kinds
            .iter()
            .flat_map(|&kind| layout.list().iter().filter(move |unit| unit.name.shape == kind));
        units.map(|unit| unit.boxes.to_vec()).collect()
    };
    let all: Vec<_> = notes.list().iter().map(|unit| unit.boxes.to_vec()).collect();
    assert_eq!(units(&[UnitShape::Row, UnitShape::Column, UnitShape::Square]), all);
}

#[test]
fn grid_values_has_a_sign_or_all_digits_for_a_blank() {
    let signs = grid_values(PUZZLES[0].1, PLAIN).unwrap();
    let text = signs.to_string();
    assert!(text.starts_with("{'A1': '.',\n 'A2': '.',\n 'A3': '3',\n 'A4': '.',\n 'A5': '2',\n"));
    assert!(text.ends_with(" 'I9': '.'}"));
    let mut shown = Printed::new(include_str!("printed/agent.txt"));
    shown.has("display(grid_values(grid))", &signs.display());
    shown.is_done();
    let text = easy(PLAIN).to_string();
    let all = "123456789";
    assert!(text.starts_with(&format!("{{'A1': '{all}',\n 'A2': '{all}',\n 'A3': '3',\n")));
    assert!(text.ends_with(&format!(" 'I9': '{all}'}}")));
}

/// Section 5 asks what can be in B5, and finds 4 and 7. Section 6 looks at the square above the
/// middle one: after elimination, its last box of the first row is the only one that allows a 1.
#[test]
fn the_strategies_do_what_the_pictures_show() {
    let mut sudoku = easy(PLAIN);
    eliminate(&mut sudoku, &mut ());
    assert_eq!(value(&sudoku, "B5"), "47");
    let square = &PLAIN.units().list()[19];
    let mut ones = square.boxes.iter().filter(|&&number| sudoku[number].contains(1));
    assert_eq!(ones.next().map(|&number| PLAIN.units().labels()[number].as_str()), Some("A6"));
    assert_eq!(ones.next(), None);
    assert_eq!(value(&sudoku, "A6"), "147");
    only_choice(&mut sudoku, &mut ());
    assert_eq!(value(&sudoku, "A6"), "1");
}

#[test]
fn the_easy_puzzle_is_solved_without_a_guess() {
    let (mut sudoku, mut replay) = (easy(PLAIN), Replay::new(easy(PLAIN)));
    assert!(reduce_puzzle(&mut sudoku, PLAIN, &mut replay));
    assert_eq!((&sudoku, replay.sudoku()), (&easy_solution(), &sudoku));
    let mut replay = Replay::new(easy(PLAIN));
    assert_eq!(search(easy(PLAIN), PLAIN, &mut replay), Some(sudoku));
    assert_eq!(replay.guesses, 0);
}

fn easy_solution() -> Sudoku {
    grid_values_improved(SOLVED, PLAIN).unwrap()
}

/// The grids are those of the lecture notes. Two boxes are left with two digits: G2, which the
/// document picks, and H7, which it lets the reader find. It would have one of them picked at
/// random. Its program, which takes the least pair of a number of digits and a label, always picks
/// G2, for G comes before H.
#[test]
fn the_harder_puzzle_is_reduced_and_then_searched_from_g2() {
    let (mut notes, mut sudoku) = (Printed::new(NOTES), harder(PLAIN));
    assert!(reduce_puzzle(&mut sudoku, PLAIN, &mut ()));
    notes.has("In [27]", &sudoku.display());
    assert_eq!(value(&sudoku, "A2"), "1679");
    let labels = PLAIN.units().labels().iter();
    let counts =
        labels.zip(sudoku.values()).map(|(label, digits)| (digits.count(), label.as_str()));
    let open: Vec<_> = counts.filter(|&(count, _)| count > 1).collect();
    assert_eq!(open.iter().min(), Some(&(2, "G2")));
    assert_eq!(open.iter().filter(|(count, _)| *count == 2).max(), Some(&(2, "H7")));
    let g2 = PLAIN.units().number("G2").unwrap();
    assert_eq!((value(&sudoku, "G2").as_str(), value(&sudoku, "H7").as_str()), ("89", "69"));
    let mut steps = Vec::new();
    let found = search(sudoku, PLAIN, &mut steps).unwrap();
    notes.has("In [28]", &found.display());
    assert_eq!(steps[0], TraceStep::Guessed { cell: g2, value: 8 });
    assert!(!steps.contains(&TraceStep::TakenBack { cell: g2, value: 8 }), "8 it is");
}

/// One diagonal has eight other boxes, two of them in the same square: 20 and six more; the centre
/// has two.
#[test]
fn peers_are_all_that_share_a_unit() {
    let (mut on_one, mut on_both) = (0, 0);
    for number in 0..81 {
        let (row, column) = (number / 9, number % 9);
        let diagonals = [row == column, row + column == 8];
        let shares = |other: usize, diagonal: bool| {
            let (r, c) = (other / 9, other % 9);
            let plain = r == row || c == column || (r / 3, c / 3) == (row / 3, column / 3);
            let along = (diagonals[0] && r == c) || (diagonals[1] && r + c == 8);
            other != number && (plain || diagonal && along)
        };
        let peers = |diagonal| (0..81).filter(|&other| shares(other, diagonal)).collect::<Vec<_>>();
        assert_eq!(PLAIN.units().peers(number), peers(false));
        assert_eq!(DIAGONAL.units().peers(number), peers(true));
        match (diagonals, peers(true).len()) {
            ([true, true], 32) => on_both += 1,
            ([false, false], 20) => {}
            ([true, false] | [false, true], 26) => on_one += 1,
            (_, count) => panic!("box {number} has {count} peers"),
        }
    }
    assert_eq!((on_one, on_both), (16, 1));
}

#[test]
fn a_diagonal_puzzle_is_solved_by_the_rules_for_it() {
    let (puzzle, solution) = diagonal_puzzle();
    for rules in [DIAGONAL, BOTH] {
        let mut replay = Replay::new(sudoku(&puzzle, rules));
        let found = search(sudoku(&puzzle, rules), rules, &mut replay).unwrap();
        assert_eq!(found.cells(), solution.cells());
        assert_eq!((replay.sudoku(), replay.guesses), (&found, 1), "{rules:?}");
        let answer = System::Agent(rules).run(9, puzzle.cells(), &mut ()).unwrap();
        assert_eq!(answer.ending, Ending::Solved(solution.cells().to_vec()));
    }
}

#[test]
fn without_the_rules_for_it_a_diagonal_puzzle_has_other_solutions_too() {
    let (puzzle, solution) = diagonal_puzzle();
    let found = all(PLAIN, &puzzle);
    assert_eq!((found.len(), found.contains(&solution.cells().to_vec())), (2348, true));
    assert_eq!(all(DIAGONAL, &puzzle), [solution.cells()]);
}

#[test]
fn the_harder_puzzle_is_no_diagonal_puzzle() {
    for rules in [DIAGONAL, BOTH] {
        assert_eq!(search(harder(rules), rules, &mut ()), None);
        assert!(!reduce_puzzle(&mut harder(rules), rules, &mut ()));
    }
    let mut cells = harder(PLAIN).cells();
    let ending = |cells: &[u8]| System::Agent(DIAGONAL).run(9, cells, &mut ()).unwrap().ending;
    assert_eq!(ending(&cells), Ending::NoSolution);
    cells[80] = 4;
    assert_eq!(ending(&cells), Ending::NoSolution, "A1 has 4, too");
}

/// 54 nodes without twins, 5 with them: each is a guess, but for the first.
#[test]
fn twins_save_nodes_on_the_harder_puzzle_and_change_no_answer() {
    for (rules, nodes, guesses) in [(PLAIN, 54, 53), (TWINS, 5, 4)] {
        let answer = System::Agent(rules).run(9, &harder(rules).cells(), &mut ()).unwrap();
        let mut replay = Replay::new(harder(rules));
        let found = search(harder(rules), rules, &mut replay).unwrap();
        assert_eq!((answer.nodes, replay.guesses), (nodes, guesses), "{rules:?}");
        assert_eq!(answer.ending, Ending::Solved(found.cells()));
        assert_eq!(found.cells(), search(harder(PLAIN), PLAIN, &mut ()).unwrap().cells());
    }
}

/// All solutions that the rules let through, in ascending order.
fn all(rules: AgentRules, puzzle: &Grid) -> Vec<Vec<u8>> {
    let mut all = Collector::all();
    let answer = System::Agent(rules).run(9, puzzle.cells(), &mut all).unwrap();
    assert_eq!(answer.ending, Ending::NoSolution, "each was rejected");
    all.found.sort_unstable();
    all.found
}

/// All solutions that the engines find, in ascending order.
fn of_engines(geometry: Geometry, puzzle: &Grid) -> Vec<Vec<u8>> {
    let (encoding, mut found) = (Encoding::new(geometry), Vec::new());
    let visit = |grid: Grid| {
        found.push(grid.cells().to_vec());
        ControlFlow::Continue(())
    };
    SudokuSolver::new(&encoding).visit(puzzle, visit).unwrap();
    found.sort_unstable();
    found
}

/// A full grid with these clues only.
fn thinned(full: &Grid, clues: &[usize]) -> Grid {
    let mut grid = Grid::blank(9);
    clues.iter().for_each(|&cell| grid.set(cell, full.cells()[cell]).unwrap());
    grid
}

proptest! {
    // Cases that fail don't shrink: with its clues together in a corner, a puzzle has too many
    // solutions.
    #![proptest_config(ProptestConfig { max_shrink_iters: 0, ..random::config(20) })]

    #[test]
    fn twins_change_no_answer(
        (full, puzzle) in random::sudoku(&Geometry::of_size(9).unwrap(), 36..=50),
        cells in Just((0..81).collect::<Vec<_>>()).prop_shuffle(),
        clues in 20..=30usize,
    ) {
        let geometry = Geometry::of_size(9).unwrap();
        let found = of_engines(geometry.clone(), &puzzle);
        prop_assert!(found.contains(&full.cells().to_vec()));
        prop_assert_eq!(&all(PLAIN, &puzzle), &found);
        prop_assert_eq!(&all(TWINS, &puzzle), &found);
        let puzzle = thinned(&diagonal_puzzle().1, &cells[..clues]);
        let found = of_engines(geometry.diagonal(), &puzzle);
        prop_assert_eq!(&all(DIAGONAL, &puzzle), &found);
        prop_assert_eq!(&all(BOTH, &puzzle), &found);
    }
}
