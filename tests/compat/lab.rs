//! The lab: the outputs of its cells, and the correctness of its strategies.

use crate::common::files::{self, Puzzle};
use crate::common::random;
use proptest::prelude::*;
use quadrille::compat::lab::{
    Cases, ELIMINATION, HIDDEN_SINGLES, Lists, Raised, Strategy, apply_strategy, elimination,
    horizontal_check, instantiate_cases, solved, sub_square_check, sudoku_solver, vertical_check,
};
use quadrille::compat::{Contradiction, StepReason, TraceStep};
use quadrille::compat::{Ending, System};
use quadrille::compat::{UnitName, UnitShape};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver, Unit};
use std::ops::ControlFlow;

/// The puzzles of the document.
const PUZZLES: &[(&str, &str)] = System::Lab.puzzles();

/// The lines of the file that has the puzzles of the lab.
fn lines() -> Vec<Puzzle> {
    files::puzzles(&files::folder().join("lab.txt"))
}

/// The line of a puzzle of the lab.
fn line(name: &str) -> Puzzle {
    let at = PUZZLES.iter().position(|&(known, _)| known == name).unwrap();
    lines().swap_remove(at)
}

fn lists(cells: &[u8]) -> Lists {
    Lists::from_cells(cells).unwrap()
}

fn blanks(cells: &[u8]) -> usize {
    cells.iter().filter(|&&value| value == 0).count()
}

fn grid(cells: &[u8]) -> Grid {
    Grid::from_cells(9, cells.to_vec()).unwrap()
}

fn nine() -> Geometry {
    Geometry::of_size(9).unwrap()
}

/// Runs the lab on a puzzle; returns the cells, and whether it is solved.
fn filled(cells: &[u8]) -> (Vec<u8>, bool) {
    match System::Lab.run(9, cells, &mut ()).unwrap().ending {
        Ending::Solved(solution) => (solution, true),
        Ending::Stuck(cells) => (cells, false),
        other => panic!("{other:?}"),
    }
}

/// Returns the number of solutions, and their common values if there are any: 0 where they differ.
fn decided(puzzle: &Grid) -> (u64, Option<Vec<u8>>) {
    let encoding = Encoding::new(nine());
    let mut solver = SudokuSolver::new(&encoding);
    let mut common: Option<Vec<u8>> = None;
    let keep = |solution: Grid| {
        let common = common.get_or_insert_with(|| solution.cells().to_vec());
        for (value, &other) in common.iter_mut().zip(solution.cells()) {
            *value *= u8::from(*value == other);
        }
        ControlFlow::Continue(())
    };
    let count = solver.visit(puzzle, keep).unwrap();
    (count.solutions, common)
}

#[test]
fn the_puzzles_are_those_of_the_file() {
    let lines = lines();
    for ((name, signs), line) in PUZZLES.iter().zip(&lines) {
        let cells: Vec<u8> = signs.bytes().map(|sign| sign.saturating_sub(b'0')).collect();
        assert_eq!(line.grid.cells(), cells, "{name}");
    }
    assert_eq!((PUZZLES.len(), lines.len()), (8, 9));
    let Cases { s, s2, s3, s4, s5, m, h, s6 } = instantiate_cases();
    for (lists, line) in [s, s2, s3, s4, s5, m, h, s6].iter().zip(&lines) {
        assert_eq!(lists.cells(), line.grid.cells(), "{}", line.place);
    }
}

#[test]
fn the_cells_on_the_rules() {
    let Cases { s, s3, s6, .. } = instantiate_cases();
    assert!(!solved(&s) && solved(&s3) && !solved(&s6));
    assert_eq!(horizontal_check(0, 5, &s), Ok(false));
    assert_eq!(horizontal_check(1, 1, &s), Ok(true));
    assert_eq!(vertical_check(4, 8, &s), Ok(false));
    assert_eq!(vertical_check(8, 7, &s), Ok(true));
    assert_eq!(sub_square_check(7, 4, 6, &s), Ok(false));
    assert_eq!(sub_square_check(4, 7, 6, &s), Ok(true));
}

#[test]
fn the_cells_on_elimination() {
    let Cases { mut s, s3, s4, mut s5, mut s6, .. } = instantiate_cases();
    assert_eq!(elimination(6, 4, &s), Ok(8));
    assert_eq!(elimination(0, 0, &s), Ok(0));
    let raised = elimination(5, 6, &s4).unwrap_err();
    assert_eq!((raised, raised.to_string().as_str()), (Raised::Invalid, "Sudoku Invalid"));

    assert!(apply_strategy(ELIMINATION, &mut s, &mut ()));
    assert_eq!(s, s5);
    assert!(!apply_strategy(ELIMINATION, &mut s3.clone(), &mut ()));
    assert!(apply_strategy(ELIMINATION, &mut s6, &mut ()));
    for (cell, &value) in s6.cells().iter().enumerate() {
        assert!([0, s3.cells()[cell]].contains(&value), "cell {cell}");
        assert!(value != 0 || s5.cells()[cell] == 0, "more clues, and cell {cell} is lost");
    }

    assert_eq!(
        s5.to_string(),
        "[[0, 0, 7, 0, 0, 0, 0, 1, 5], [0, 0, 0, 3, 9, 7, 0, 0, 0], [0, 6, 2, 0, 1, 0, 4, 0, 9], \
         [6, 2, 9, 0, 7, 1, 5, 4, 3], [7, 3, 5, 4, 6, 9, 8, 2, 1], [4, 8, 1, 2, 0, 0, 9, 6, 7], \
         [9, 4, 6, 0, 2, 5, 7, 3, 8], [0, 7, 3, 9, 8, 4, 0, 5, 6], [1, 5, 8, 0, 3, 6, 2, 9, 4]]"
    );
    assert!(apply_strategy(ELIMINATION, &mut s5, &mut ()));
    assert_eq!(
        s5.to_string(),
        "[[0, 9, 7, 0, 4, 0, 0, 1, 5], [0, 1, 4, 3, 9, 7, 6, 8, 2], [0, 6, 2, 0, 1, 8, 4, 7, 9], \
         [6, 2, 9, 8, 7, 1, 5, 4, 3], [7, 3, 5, 4, 6, 9, 8, 2, 1], [4, 8, 1, 2, 5, 3, 9, 6, 7], \
         [9, 4, 6, 1, 2, 5, 7, 3, 8], [2, 7, 3, 9, 8, 4, 1, 5, 6], [1, 5, 8, 7, 3, 6, 2, 9, 4]]"
    );
    assert_eq!(s5.cells(), lines().pop().unwrap().grid.cells());
}

#[test]
fn the_cells_on_the_solver() {
    let Cases { mut s, mut s2, s3, mut s4, mut s5, mut s6, .. } = instantiate_cases();
    for lists in [&mut s, &mut s5, &mut s6] {
        assert_eq!(sudoku_solver(lists, &[ELIMINATION], &mut ()), Ok(s3.clone()));
        assert_eq!(*lists, s3, "it is solved in place");
    }
    for lists in [&mut s2, &mut s4] {
        let raised = sudoku_solver(lists, &[ELIMINATION], &mut ()).unwrap_err();
        assert_eq!(raised.to_string(), "Sudoku Unsolvable");
    }
}

#[test]
fn m_needs_hidden_singles() {
    let both = [ELIMINATION, HIDDEN_SINGLES];
    let solution = line("m").solution.unwrap();
    let alone = |strategies: &[Strategy]| {
        let Cases { mut m, .. } = instantiate_cases();
        (sudoku_solver(&mut m, strategies, &mut ()), m)
    };
    let (evil_solution, m) = alone(&both);
    assert_eq!(evil_solution.unwrap().cells(), solution.cells());
    assert_eq!(m.cells(), solution.cells());
    let (raised, m) = alone(&both[..1]);
    assert_eq!(raised, Err(Raised::Unsolvable));
    assert!(blanks(m.cells()) > 0 && solution.extends(&grid(m.cells())));
    assert!(alone(&both[1..]).0.is_ok(), "and elimination it does not need");
}

/// A correct strategy fills in only common values of all solutions, and so does any list of correct
/// strategies. For `h` and `s2` that leaves cells open.
#[test]
fn no_strategies_solve_h_nor_s2() {
    for (name, solutions) in [("h", 30), ("s2", 17604)] {
        let Puzzle { grid, count, .. } = line(name);
        let (found, common) = decided(&grid);
        assert_eq!((found, count), (solutions, solutions), "{name}");
        let (common, open) = (common.unwrap(), blanks(grid.cells()));
        assert!(blanks(&common) > 0, "{name}: {open} cells are open, and all are decided");

        let (cells, is_solved) = filled(grid.cells());
        assert!(!is_solved && blanks(&cells) >= blanks(&common), "{name}");
        for (cell, &value) in cells.iter().enumerate() {
            assert!([0, common[cell]].contains(&value), "{name}: cell {cell}");
        }
        assert!(blanks(&cells) < open, "{name}: some cells are filled");
    }
}

/// What `elimination` raises does not leave `applyStrategy`: the solver finds `s4` unsolvable, as
/// it would any puzzle that is too hard. A full grid is solved, whatever is in it.
#[test]
fn clues_that_clash_are_unsolvable_or_solved() {
    let answer = System::Lab.run(9, line("s4").grid.cells(), &mut ()).unwrap();
    assert!(answer.printed.ends_with("\nSudoku Unsolvable\n"), "{answer:?}");
    let answer = System::Lab.run(9, &[1; 81], &mut ()).unwrap();
    assert_eq!(answer.ending, Ending::Solved(vec![1; 81]));
}

/// The exception of elimination does not leave `applyStrategy`. Here the last cell of the first row
/// has no candidate; the trace has this contradiction.
#[test]
fn a_cell_without_candidates_is_unsolvable_and_no_more() {
    let mut cells = [0; 81];
    cells[..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
    cells[17] = 9;
    let mut steps = Vec::new();
    let answer = System::Lab.run(9, &cells, &mut steps).unwrap();
    assert_eq!(decided(&grid(&cells)), (0, None));
    let Ending::Stuck(stuck) = answer.ending else { panic!("{:?}", answer.ending) };
    assert_eq!(answer.printed, format!("{}\nSudoku Unsolvable\n", lists(&stuck)));
    assert_eq!(steps[0], TraceStep::Contradiction(Contradiction::NoCandidate(8)));
}

#[test]
fn steps_are_written_with_the_indices_of_the_lab() {
    let mut steps = Vec::new();
    System::Lab.run(9, line("m").grid.cells(), &mut steps).unwrap();
    let sentences = |step: &TraceStep| System::Lab.describe(*step, 9);
    let sentences: Vec<_> = steps.iter().map(sentences).collect();
    assert_eq!(
        sentences[..3],
        [
            "s[0][8] = 5: nothing else is left",
            "s[8][7] = 1: nothing else is left",
            "s[1][0] = 6: its only place in row 1",
        ]
    );
    assert!(sentences.contains(&"s[4][8] = 6: its only place in column 8".to_owned()));
    assert!(sentences.contains(&"s[8][4] = 9: its only place in square 7".to_owned()));
    assert_eq!((sentences.len(), sentences.last().unwrap().as_str()), (53, "solved"));
}

/// Returns the candidates of a cell, by the units of the engines' geometry.
fn free(cells: &[u8], cell: usize) -> Vec<u8> {
    let geometry = nine();
    let of_cell = geometry.units().iter().filter(|unit| unit.cells().contains(&cell));
    let seen: Vec<_> = of_cell.flat_map(Unit::cells).map(|&peer| cells[peer]).collect();
    (1..=9).filter(|value| !seen.contains(value)).collect()
}

/// Returns the cells of a unit of the lab.
fn cells_of(unit: UnitName) -> Vec<usize> {
    let of_unit = |cell: &usize| {
        let (row, column) = (cell / 9, cell % 9);
        unit.number
            == match unit.shape {
                UnitShape::Row => row,
                UnitShape::Column => column,
                _ => row / 3 * 3 + column / 3,
            }
    };
    (0..81).filter(of_unit).collect()
}

/// Replays a trace, and checks each reason.
fn replay(puzzle: &[u8], steps: &[TraceStep]) -> Vec<u8> {
    let mut cells = puzzle.to_vec();
    for step in steps {
        let TraceStep::Placed { cell, value, reason } = *step else {
            assert_eq!(*step, TraceStep::Solved);
            continue;
        };
        assert_eq!(cells[cell], 0, "{step:?}");
        match reason {
            StepReason::OnlyCandidate => assert_eq!(free(&cells, cell), [value], "{step:?}"),
            StepReason::OnlyPlace(unit) => {
                let holds = |&cell: &usize| cells[cell] == 0 && free(&cells, cell).contains(&value);
                let places: Vec<_> = cells_of(unit).into_iter().filter(holds).collect();
                assert_eq!(places, [cell], "{step:?}");
            }
            _ => panic!("{step:?}"),
        }
        cells[cell] = value;
    }
    cells
}

/// Returns whether a naked or a hidden single is left.
fn has_single(cells: &[u8]) -> bool {
    let open: Vec<_> = (0..81).filter(|&cell| cells[cell] == 0).collect();
    let geometry = nine();
    let is_hidden = |unit: &Unit, value: u8| {
        let holds = |cell: &&usize| cells[**cell] == 0 && free(cells, **cell).contains(&value);
        unit.cells().iter().filter(holds).count() == 1
    };
    open.iter().any(|&cell| free(cells, cell).len() == 1)
        || geometry.units().iter().any(|unit| (1..=9).any(|value| is_hidden(unit, value)))
}

/// Elimination follows the rules, also for a column that is counted from the end.
#[test]
fn elimination_follows_from_the_rules() {
    let Cases { s, s2, s5, m, h, s6, .. } = instantiate_cases();
    for s in [s, s2, s5, m, h, s6] {
        for (cell, _) in s.cells().iter().enumerate().filter(|&(_, &value)| value == 0) {
            let (x, y) = (isize::try_from(cell % 9).unwrap(), isize::try_from(cell / 9).unwrap());
            let expected = match free(s.cells(), cell)[..] {
                [] => Err(Raised::Invalid),
                [value] => Ok(value),
                _ => Ok(0),
            };
            assert_eq!(elimination(x, y, &s), expected, "({x}, {y}) of {s}");
            assert_eq!(elimination(x - 9, y, &s), expected, "({}, {y}) of {s}", x - 9);
        }
    }
}

proptest! {
    #![proptest_config(random::config(48))]

    /// The values filled in are those of every solution, and so of the one that the puzzle was made
    /// from; each reason is true; and the lab is stuck only where no single is left.
    #[test]
    fn strategies_are_right_and_complete((full, puzzle) in random::sudoku(&nine(), 20..=81)) {
        let mut steps = Vec::new();
        let answer = System::Lab.run(9, puzzle.cells(), &mut steps).unwrap();
        let reached = replay(puzzle.cells(), &steps);
        match answer.ending {
            Ending::Solved(solution) => {
                prop_assert_eq!(&solution, full.cells());
                prop_assert_eq!(answer.printed, format!("{}\n", lists(&solution)));
                prop_assert_eq!(&solution, &reached);
                prop_assert_eq!(steps.last(), Some(&TraceStep::Solved));
            }
            Ending::Stuck(cells) => {
                prop_assert!(blanks(&cells) > 0 && !has_single(&cells));
                prop_assert!(full.extends(&grid(&cells)));
                prop_assert_eq!(answer.printed, format!("{}\nSudoku Unsolvable\n", lists(&cells)));
                prop_assert_eq!(&cells, &reached);
            }
            other => prop_assert!(false, "{:?}", other),
        }
        prop_assert_eq!(answer.nodes, 1);
    }
}
