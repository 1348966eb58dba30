//! "16x16 Sudoku Solver": its solutions, the cost of its indentation error, its steps, and its
//! reports.

mod replay;

use super::observers::Collector;
use crate::common::files::{Puzzle, folder, puzzles};
use quadrille::compat::Digits;
use quadrille::compat::norvig16::{
    Reading, assign, cross, grid_values, parse_grid, search, solve, solve_all, solved, units,
};
use quadrille::compat::{CompatError, Ending, Sudoku, System};
use quadrille::compat::{NamedUnit, UnitShape};
use quadrille::compat::{StepReason, TraceObserver, TraceStep};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use replay::Replay;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

/// The puzzle of the document.
const PUZZLES: &[(&str, &str)] = System::Norvig16(Reading::Printed).puzzles();

const READINGS: [Reading; 2] = [Reading::Printed, Reading::Meant];

/// Grid1 without every thirteenth clue, and the results for it.
struct Harder {
    /// The first clue that is left out.
    first: usize,
    /// The number of solutions, if they are few.
    solutions: Option<usize>,
    /// The nodes of the search for one solution, as printed and as meant.
    nodes: [usize; 2],
}

/// Those with few solutions, then the others. The document's program in Python, with either
/// indentation, has the same numbers of nodes, though its order of peers differs in each run.
const HARDER: [Harder; 13] = {
    const fn harder(first: usize, solutions: Option<usize>, nodes: [usize; 2]) -> Harder {
        Harder { first, solutions, nodes }
    }
    [
        harder(2, Some(1), [11, 1]),
        harder(0, Some(2), [7, 3]),
        harder(9, Some(6), [7, 4]),
        harder(5, Some(7), [83, 8]),
        harder(1, Some(29), [102, 12]),
        harder(6, Some(29), [13, 4]),
        harder(4, Some(33), [91, 10]),
        harder(3, None, [1717, 13]),
        harder(7, None, [14, 8]),
        harder(8, None, [15, 9]),
        harder(10, None, [23, 10]),
        harder(11, None, [16, 15]),
        harder(12, None, [12, 11]),
    ]
};

impl Harder {
    fn grid(&self) -> String {
        let mut clues = 0;
        let sign = |sign| {
            clues += usize::from(sign != '.');
            if sign != '.' && clues % 13 == self.first { '.' } else { sign }
        };
        PUZZLES[0].1.chars().map(sign).collect()
    }
}

/// Grid1 and its solution, as this repository has them.
fn sixteen() -> Puzzle {
    let [puzzle] = &puzzles(&folder().join("sixteen.txt"))[..] else { panic!("one puzzle") };
    puzzle.clone()
}

fn grid1() -> &'static str {
    PUZZLES[0].1
}

fn as_signs(cells: &[u8]) -> String {
    let sign = |&value: &u8| char::from_digit(u32::from(value), 17).unwrap();
    cells.iter().map(|value| if *value == 0 { '.' } else { sign(value) }).collect()
}

/// The values of a grid; 0 for a blank.
fn as_cells(grid: &str) -> Vec<u8> {
    let value = |sign: char| sign.to_digit(17).unwrap_or(0);
    grid.chars().map(|sign| u8::try_from(value(sign)).unwrap()).collect()
}

fn nodes(grid: &str, reading: Reading) -> (Option<Sudoku>, usize) {
    let mut collector = Collector { limit: 1, ..Collector::all() };
    (solve(grid, reading, &mut collector).unwrap(), collector.nodes)
}

#[test]
fn the_grid_is_that_of_the_document() {
    let layout = units();
    assert_eq!(layout.labels(), cross("ABCDEFGHIJKLMNOP", "123456789abcdefg"));
    assert_eq!((layout.labels().len(), layout.list().len()), (256, 48));
    for number in 0..256 {
        let peers: BTreeSet<_> = layout
            .of(number)
            .flat_map(|unit| &unit.boxes)
            .copied()
            .filter(|&b| b != number)
            .collect();
        assert_eq!(layout.of(number).count(), 3);
        // 15 + 15 + 9, where the document's prose has 48.
        assert_eq!(peers.len(), 39);
        assert!(peers.iter().eq(layout.peers(number)));
    }
    let kinds: Vec<_> = layout.list().iter().map(|unit| unit.name.shape).collect();
    let expected = [UnitShape::Column, UnitShape::Row, UnitShape::Square];
    assert!(kinds.iter().eq(expected.iter().flat_map(|kind| [kind; 16])));
}

#[test]
fn both_readings_solve_grid1() {
    let puzzle = sixteen();
    assert_eq!(as_cells(grid1()), puzzle.grid.cells());
    for reading in READINGS {
        let found = solve(grid1(), reading, &mut ()).unwrap();
        assert!(solved(found.as_ref()), "{reading:?}");
        assert_eq!(found.unwrap().cells(), puzzle.solution.as_ref().unwrap().cells());
    }
}

/// "Some square are defined but some are not", says the document after the drawing that failed. The
/// cause is the indentation error: as meant, propagation alone solves grid1.
#[test]
fn the_drawing_that_fails_in_the_document_works() {
    let draw = |reading| {
        let values = parse_grid(grid1(), reading, &mut ()).unwrap().unwrap();
        (values.solved(), values.display())
    };
    let (boxes, drawn) = draw(Reading::Printed);
    let lines: Vec<_> = drawn.lines().collect();
    assert_eq!((boxes, lines.len()), (210, 19));
    assert_eq!(
        lines[0],
        "  8     f     b     1   |  6     2     a     e   |  c     7     d     39  | 349g  49g    34    5   "
    );
    assert_eq!(
        lines[4],
        ["-".repeat(24), "-".repeat(24), "-".repeat(24), "-".repeat(24)].join("+")
    );
    assert_eq!(
        lines[16],
        "  5     b     dg    2   |  3     8     4     6   |  a     1     f     7   |9cdeg  9deg  cde   9deg "
    );
    let (boxes, drawn) = draw(Reading::Meant);
    assert_eq!((boxes, drawn.lines().next()), (256, Some("8 f b 1 |6 2 a e |c 7 d 3 |g 9 4 5 ")));
}

#[test]
fn the_indentation_error_costs_nodes_and_no_solutions() {
    assert_eq!(READINGS.map(|reading| nodes(grid1(), reading).1), [4, 1]);
    for harder in HARDER {
        let [printed, meant] = READINGS.map(|reading| nodes(&harder.grid(), reading));
        assert!(solved(printed.0.as_ref()) && solved(meant.0.as_ref()), "{}", harder.first);
        assert_eq!([printed.1, meant.1], harder.nodes, "{}", harder.first);
        assert!(printed.1 >= meant.1);
    }
}

#[test]
fn rejecting_every_solution_finds_all_of_the_engine() {
    let encoding = Encoding::new(Geometry::of_size(16).unwrap());
    let mut solver = SudokuSolver::new(&encoding);
    for harder in HARDER {
        let Some(count) = harder.solutions else { continue };
        let grid = Grid::from_cells(16, as_cells(&harder.grid())).unwrap();
        let mut expected = BTreeSet::new();
        let visited = solver.visit(&grid, |solution| {
            expected.insert(solution.cells().to_vec());
            ControlFlow::Continue(())
        });
        assert_eq!(
            (visited.unwrap().solutions, expected.len()),
            (count.try_into().unwrap(), count)
        );
        for reading in READINGS {
            let mut all = Collector::all();
            assert_eq!(solve(&harder.grid(), reading, &mut all), Ok(None));
            assert_eq!(all.found.len(), count, "{} {reading:?}", harder.first);
            assert!(all.nodes >= count);
            assert_eq!(all.found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}

/// Applies both rules in another order: sweeps over the grid from its end, until no rule applies.
/// Returns `None` after a contradiction.
fn swept(grid: &str, reading: Reading) -> Option<Vec<Digits>> {
    let layout = units();
    let clue = |&value: &u8| if value == 0 { Digits::all(16) } else { Digits::one(value) };
    let mut values: Vec<_> = as_cells(grid).iter().map(clue).collect();
    let in_use =
        |unit: &&NamedUnit| reading == Reading::Meant || unit.name.shape == UnitShape::Square;
    loop {
        let before = values.clone();
        for number in (0..256).rev() {
            if let Some(digit) = values[number].single() {
                layout.peers(number).iter().rev().for_each(|&peer| _ = values[peer].remove(digit));
            }
        }
        for unit in layout.list().iter().rev().filter(in_use) {
            for digit in (1..=16).rev() {
                let mut places = unit.boxes.iter().filter(|&&b| values[b].contains(digit));
                match (places.next(), places.next()) {
                    (None, _) => return None,
                    (Some(&place), None) => values[place] = Digits::one(digit),
                    _ => {}
                }
            }
        }
        if values.iter().any(|digits| digits.is_empty()) {
            return None;
        }
        if values == before {
            return Some(values);
        }
    }
}

#[test]
fn the_order_of_the_steps_does_not_change_the_result() {
    let mut contradictions = 0;
    let grids = HARDER.iter().map(Harder::grid).chain([grid1().to_owned(), ".".repeat(256)]);
    for grid in grids {
        for reading in READINGS {
            let values = parse_grid(&grid, reading, &mut ()).unwrap().unwrap();
            assert_eq!(swept(&grid, reading).as_deref(), Some(values.values()));
            let Some(number) = values.fewest() else { continue };
            for digit in values[number].iter() {
                let mut copy = values.clone();
                let is_consistent = assign(&mut copy, number, digit, reading, &mut ());
                let mut guessed = as_cells(&grid);
                guessed[number] = digit;
                let expected = swept(&as_signs(&guessed), reading);
                assert_eq!(is_consistent.then(|| copy.values().to_vec()), expected);
                contradictions += usize::from(!is_consistent);
            }
        }
    }
    assert!(contradictions > 0);
}

/// Replays its steps, and rejects the first solutions.
struct Checked {
    replay: Replay,
    reject: usize,
}

impl TraceObserver for Checked {
    fn step(&mut self, step: TraceStep) {
        self.replay.step(step);
    }

    fn accept(&mut self, _: &[u8]) -> bool {
        self.replay.solutions > self.reject
    }
}

#[test]
fn each_step_of_a_trace_follows_from_those_before_it() {
    let mut kinds = READINGS.map(|_| BTreeSet::new());
    let (mut empty, mut nowhere) = (0, 0);
    let grids = HARDER.iter().filter(|harder| harder.solutions.is_some()).map(Harder::grid);
    for grid in grids.chain([grid1().to_owned()]) {
        for (reading, kinds) in READINGS.into_iter().zip(&mut kinds) {
            for reject in [0, 1] {
                let mut checked = Checked { replay: Replay::new(), reject };
                let found = solve(&grid, reading, &mut checked).unwrap();
                let replay = checked.replay;
                assert_eq!(found.is_some(), replay.solutions > reject);
                if let Some(found) = found {
                    assert_eq!(found.values(), replay.boxes);
                } else {
                    assert!(replay.before.is_empty(), "a guess was not taken back");
                }
                kinds.extend(replay.only_places);
                empty += replay.empty;
                nowhere += replay.nowhere;
            }
        }
    }
    let all = ["column", "row", "square"].map(str::to_owned);
    assert_eq!(kinds, [BTreeSet::from(["square".to_owned()]), BTreeSet::from(all)]);
    assert!(empty > 0 && nowhere > 0, "{empty} {nowhere}");
}

#[test]
fn a_clue_is_traced_as_given_unless_it_follows() {
    let clues = as_cells(grid1());
    let mut steps = Vec::new();
    parse_grid(grid1(), Reading::Printed, &mut steps).unwrap();
    let mut placed = vec![0; 256];
    for step in steps {
        if let TraceStep::Placed { cell, value, reason } = step {
            assert!(clues[cell] == value || reason != StepReason::Given);
            placed[cell] += 1;
        }
    }
    assert!((0..256).all(|cell| placed[cell] == 1 || clues[cell] == 0 && placed[cell] == 0));
}

#[test]
fn a_full_grid_has_one_node() {
    let solution = as_signs(sixteen().solution.unwrap().cells());
    for reading in READINGS {
        let (found, nodes) = nodes(&solution, reading);
        assert!(solved(found.as_ref()));
        assert_eq!(nodes, 1);
        let swapped = format!("f8{}", &solution[2..]);
        assert_eq!(solve(&swapped, reading, &mut ()), Ok(None));
    }
}

#[test]
fn a_contradiction_is_not_a_node() {
    let clash = format!("gg{}", ".".repeat(254));
    for reading in READINGS {
        let (found, nodes) = nodes(&clash, reading);
        assert_eq!((found, nodes), (None, 0));
        let mut all = Collector::all();
        assert_eq!(search(None, reading, &mut all), None);
        assert_eq!(all.nodes, 0);
    }
}

#[test]
fn grids_of_other_lengths_are_refused() {
    let error = CompatError::Length { expected: 256, found: 255, words: None };
    assert_eq!(error.to_string(), "expected 256 cells, found 255");
    let short = &grid1()[1..];
    for reading in READINGS {
        assert_eq!(grid_values(short).unwrap_err(), error);
        assert_eq!(parse_grid(short, reading, &mut ()).unwrap_err(), error);
        assert_eq!(solve(short, reading, &mut ()).unwrap_err(), error);
        assert_eq!(solve_all(&[short], "", None, reading, &mut ()).unwrap_err(), error);
        let nine = System::Norvig16(reading).run(9, &[0; 81], &mut ()).unwrap_err();
        assert_eq!(nine, CompatError::Size { size: 9, expected: "16x16" });
    }
}

#[test]
fn it_runs_from_end_to_end() {
    let puzzle = sixteen();
    let solution = puzzle.solution.unwrap();
    for (reading, nodes) in READINGS.into_iter().zip([4, 1]) {
        let answer = System::Norvig16(reading).run(16, puzzle.grid.cells(), &mut ()).unwrap();
        assert_eq!(answer.ending, Ending::Solved(solution.cells().to_vec()));
        assert_eq!(answer.nodes, nodes);
        let drawn = |cells| grid_values(&as_signs(cells)).unwrap().display();
        let parsed = parse_grid(grid1(), reading, &mut ()).unwrap().unwrap().display();
        let expected = [parsed, drawn(puzzle.grid.cells()), drawn(solution.cells())].join("\n");
        assert_eq!(answer.printed, expected);
    }
}

#[test]
fn the_observer_ends_the_search() {
    for reading in READINGS {
        for most in [0, 1, 5, 40] {
            let mut observer = Collector { max_nodes: most, ..Collector::all() };
            let answer = System::Norvig16(reading).run(16, &[0; 256], &mut observer).unwrap();
            assert_eq!(answer.ending, Ending::Stopped);
            assert_eq!(answer.nodes, u64::try_from(most).unwrap());
            assert_eq!(observer.nodes, most + 1, "the search enters no more nodes");
        }
    }
}

#[test]
fn a_report_on_several_grids_has_a_last_line() {
    let clash = format!("gg{}", ".".repeat(254));
    let grids = [grid1(), &clash, grid1()];
    for reading in READINGS {
        let all = |grids, showif| solve_all(grids, "hard", showif, reading, &mut ()).unwrap();
        let report = all(&grids, None);
        assert_eq!(report.results, [true, false, true]);
        assert_eq!(report.times.len(), 3);
        let line = report.text.strip_prefix("Solved 2 of 3 hard puzzles (avg ").unwrap();
        assert!(line.ends_with(" secs).\n") && line.lines().count() == 1, "{line}");
        assert_eq!(all(&grids[..1], None).text, "");
        assert_eq!(all(&grids[..1], Some(Duration::MAX)).text, "");
        let none = all(&[], Some(Duration::ZERO));
        assert!(none.text.is_empty() && none.times.is_empty() && none.results.is_empty());
    }
}

#[test]
fn a_report_draws_slow_grids() {
    let clash = format!("gg{}", ".".repeat(254));
    let solution = solve(grid1(), Reading::Meant, &mut ()).unwrap().unwrap().display();
    let grid = |grid| grid_values(grid).unwrap().display();
    let table = [(grid1(), grid(grid1()) + "\n" + &solution), (&clash, grid(&clash) + "\n")];
    for (grid, drawn) in table {
        for reading in READINGS {
            let showif = Some(Duration::ZERO);
            let report = solve_all(&[grid], "", showif, reading, &mut ()).unwrap();
            let seconds = report.text.strip_prefix(&drawn).unwrap();
            assert_eq!(seconds, format!("({:.2} seconds)\n\n", report.times[0].as_secs_f64()));
        }
    }
    let both = [grid1(), grid1()];
    let report = solve_all(&both, "", Some(Duration::ZERO), Reading::Meant, &mut ()).unwrap();
    assert_eq!(report.text.matches(" seconds)\n\n").count(), 2);
    assert!(report.text.contains("\n\nSolved 2 of 2  puzzles (avg "), "{}", report.text);
}
