//! "16x16 Sudoku Solver" from outside: what it finds, what the slip costs, what its steps are, and what it reports.

mod replay;

use crate::common::files::{Puzzle, folder, puzzles};
use quadrille::compat::digits::Digits;
use quadrille::compat::layout::{Unit, UnitKind};
use quadrille::compat::norvig16::{
    PUZZLES, Reading, Values, assign, cross, grid_values, layout, parse_grid, search, solve,
    solve_all, solved,
};
use quadrille::compat::watch::{Recorder, Silent, Step, Watch, Why};
use quadrille::compat::{CompatError, Ending, System};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use replay::Replay;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Duration;

const READINGS: [Reading; 2] = [Reading::Printed, Reading::Meant];

/// Every thirteenth clue of grid1 is left out, from which on, and what then comes of it.
struct Harder {
    first: usize,
    /// All of its solutions, if they are few.
    solutions: Option<usize>,
    /// Nodes of the search for one solution, as printed and as meant.
    nodes: [usize; 2],
}

/// Those with few solutions, then the others. The document's program in Python, indented either way, needs as many
/// nodes, though it takes the peers of a box in another order each time.
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

/// Declines every solution, and counts.
#[derive(Default)]
struct Greedy {
    nodes: usize,
    found: Vec<Vec<u8>>,
}

impl Watch for Greedy {
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        true
    }

    fn accept(&mut self, solution: &[u8]) -> bool {
        self.found.push(solution.to_vec());
        false
    }
}

/// Counts nodes, and allows so many of them.
struct Patience {
    nodes: usize,
    most: usize,
}

impl Watch for Patience {
    fn enter(&mut self) -> bool {
        self.nodes += 1;
        self.nodes <= self.most
    }
}

fn nodes(grid: &str, reading: Reading) -> (Option<Values>, usize) {
    let mut patience = Patience { nodes: 0, most: usize::MAX };
    (solve(grid, reading, &mut patience).unwrap(), patience.nodes)
}

#[test]
fn the_grid_is_that_of_the_document() {
    let layout = layout();
    assert_eq!(layout.labels(), cross("ABCDEFGHIJKLMNOP", "123456789abcdefg"));
    assert_eq!((layout.labels().len(), layout.unitlist().len()), (256, 48));
    for number in 0..256 {
        let peers: BTreeSet<_> =
            layout.units(number).flat_map(Unit::boxes).copied().filter(|&b| b != number).collect();
        assert_eq!(layout.units(number).count(), 3);
        // 15 + 15 + 9, where the document's prose has 48.
        assert_eq!(peers.len(), 39);
        assert!(peers.iter().eq(layout.peers(number)));
    }
    let kinds: Vec<_> = layout.unitlist().iter().map(|unit| unit.name().kind).collect();
    let expected = [UnitKind::Column, UnitKind::Row, UnitKind::Square];
    assert!(kinds.iter().eq(expected.iter().flat_map(|kind| [kind; 16])));
}

#[test]
fn both_readings_solve_grid1() {
    let puzzle = sixteen();
    assert_eq!(as_cells(grid1()), puzzle.grid.cells());
    for reading in READINGS {
        let found = solve(grid1(), reading, &mut Silent).unwrap();
        assert!(solved(found.as_ref()), "{reading:?}");
        assert_eq!(found.unwrap().cells(), puzzle.solution.as_ref().unwrap().cells());
    }
}

/// "Some square are defined but some are not", says the document behind the drawing that failed. That is so because of
/// the slip: as meant, propagation alone solves grid1.
#[test]
fn the_drawing_that_fails_in_the_document_works() {
    let draw = |reading| {
        let values = parse_grid(grid1(), reading, &mut Silent).unwrap().unwrap();
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
fn the_slip_costs_nodes_and_no_solutions() {
    assert_eq!(READINGS.map(|reading| nodes(grid1(), reading).1), [4, 1]);
    for harder in HARDER {
        let [printed, meant] = READINGS.map(|reading| nodes(&harder.grid(), reading));
        assert!(solved(printed.0.as_ref()) && solved(meant.0.as_ref()), "{}", harder.first);
        assert_eq!([printed.1, meant.1], harder.nodes, "{}", harder.first);
        assert!(printed.1 >= meant.1);
    }
}

#[test]
fn who_declines_every_solution_sees_all_that_the_engine_finds() {
    let encoding = Encoding::new(Geometry::of_size(16).unwrap());
    let mut solver = SudokuSolver::new(&encoding).unwrap();
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
            let mut greedy = Greedy::default();
            assert_eq!(solve(&harder.grid(), reading, &mut greedy), Ok(None));
            assert_eq!(greedy.found.len(), count, "{} {reading:?}", harder.first);
            assert!(greedy.nodes >= count);
            assert_eq!(greedy.found.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
}

/// What both rules leave, whatever the order in which they are applied: here they sweep over the grid from its end,
/// until there is nothing left to do. `None` if that is a contradiction.
fn swept(grid: &str, reading: Reading) -> Option<Vec<Digits>> {
    let layout = layout();
    let clue = |&value: &u8| if value == 0 { Digits::all(16) } else { Digits::one(value) };
    let mut values: Vec<_> = as_cells(grid).iter().map(clue).collect();
    let in_use = |unit: &&Unit| reading == Reading::Meant || unit.name().kind == UnitKind::Square;
    loop {
        let before = values.clone();
        for number in (0..256).rev() {
            if let Some(digit) = values[number].single() {
                layout.peers(number).iter().rev().for_each(|&peer| _ = values[peer].remove(digit));
            }
        }
        for unit in layout.unitlist().iter().rev().filter(in_use) {
            for digit in (1..=16).rev() {
                let mut places = unit.boxes().iter().filter(|&&b| values[b].contains(digit));
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
fn the_order_of_the_steps_does_not_change_what_they_come_to() {
    let mut contradictions = 0;
    let grids = HARDER.iter().map(Harder::grid).chain([grid1().to_owned(), ".".repeat(256)]);
    for grid in grids {
        for reading in READINGS {
            let values = parse_grid(&grid, reading, &mut Silent).unwrap().unwrap();
            assert_eq!(swept(&grid, reading).as_deref(), Some(values.values()));
            let Some(number) = values.fewest() else { continue };
            for digit in values[number].iter() {
                let mut copy = values.clone();
                let is_consistent = assign(&mut copy, number, digit, reading, &mut Silent);
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

/// Tells its steps to a replay, and declines the first solutions.
struct Checked {
    replay: Replay,
    decline: usize,
}

impl Watch for Checked {
    fn step(&mut self, step: Step) {
        self.replay.step(step);
    }

    fn accept(&mut self, _: &[u8]) -> bool {
        self.replay.solutions > self.decline
    }
}

#[test]
fn each_step_of_a_trace_follows_from_those_before_it() {
    let mut kinds = READINGS.map(|_| BTreeSet::new());
    let (mut empty, mut nowhere) = (0, 0);
    let grids = HARDER.iter().filter(|harder| harder.solutions.is_some()).map(Harder::grid);
    for grid in grids.chain([grid1().to_owned()]) {
        for (reading, kinds) in READINGS.into_iter().zip(&mut kinds) {
            for decline in [0, 1] {
                let mut checked = Checked { replay: Replay::new(), decline };
                let found = solve(&grid, reading, &mut checked).unwrap();
                let replay = checked.replay;
                assert_eq!(found.is_some(), replay.solutions > decline);
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
fn a_clue_is_told_as_given_unless_it_follows() {
    let clues = as_cells(grid1());
    let mut recorder = Recorder::default();
    parse_grid(grid1(), Reading::Printed, &mut recorder).unwrap();
    let mut told = vec![0; 256];
    for step in recorder.steps {
        if let Step::Placed { cell, value, why } = step {
            assert!(clues[cell] == value || why != Why::Given);
            told[cell] += 1;
        }
    }
    assert!((0..256).all(|cell| told[cell] == 1 || clues[cell] == 0 && told[cell] == 0));
}

#[test]
fn a_full_grid_is_recognised() {
    let solution = as_signs(sixteen().solution.unwrap().cells());
    for reading in READINGS {
        let (found, nodes) = nodes(&solution, reading);
        assert!(solved(found.as_ref()));
        assert_eq!(nodes, 1);
        let swapped = format!("f8{}", &solution[2..]);
        assert_eq!(solve(&swapped, reading, &mut Silent), Ok(None));
    }
}

#[test]
fn what_has_failed_is_no_node() {
    let clash = format!("gg{}", ".".repeat(254));
    for reading in READINGS {
        let (found, nodes) = nodes(&clash, reading);
        assert_eq!((found, nodes), (None, 0));
        let mut greedy = Greedy::default();
        assert_eq!(search(None, reading, &mut greedy), None);
        assert_eq!(greedy.nodes, 0);
    }
}

#[test]
fn what_is_no_grid_is_refused() {
    let error = CompatError::Length { expected: 256, found: 255, words: None };
    assert_eq!(error.to_string(), "expected 256 cells, found 255");
    let short = &grid1()[1..];
    for reading in READINGS {
        assert_eq!(grid_values(short).unwrap_err(), error);
        assert_eq!(parse_grid(short, reading, &mut Silent).unwrap_err(), error);
        assert_eq!(solve(short, reading, &mut Silent).unwrap_err(), error);
        assert_eq!(solve_all(&[short], "", None, reading, &mut Silent).unwrap_err(), error);
        let nine = System::Norvig16(reading).run(9, &[0; 81], &mut Silent).unwrap_err();
        assert_eq!(nine, CompatError::Size { size: 9, expected: "16x16" });
    }
}

#[test]
fn it_runs_from_end_to_end() {
    let puzzle = sixteen();
    let solution = puzzle.solution.unwrap();
    for (reading, nodes) in READINGS.into_iter().zip([4, 1]) {
        let answer = System::Norvig16(reading).run(16, puzzle.grid.cells(), &mut Silent).unwrap();
        assert_eq!(answer.ending, Ending::Solved(solution.cells().to_vec()));
        assert_eq!(answer.nodes, nodes);
        let drawn = |cells| grid_values(&as_signs(cells)).unwrap().display();
        let expected = [drawn(puzzle.grid.cells()), drawn(solution.cells())].join("\n");
        let time = answer.printed.strip_prefix(&expected).unwrap_or_else(|| panic!("{answer:?}"));
        assert!(time.starts_with('(') && time.ends_with(" seconds)\n"), "{time}");
    }
}

#[test]
fn it_ends_when_it_is_stopped() {
    for reading in READINGS {
        for most in [0, 1, 5, 40] {
            let mut patience = Patience { nodes: 0, most };
            let answer = System::Norvig16(reading).run(16, &[0; 256], &mut patience).unwrap();
            assert_eq!(answer.ending, Ending::Stopped);
            assert_eq!(answer.nodes, u64::try_from(most).unwrap());
            assert_eq!(patience.nodes, most + 1, "nothing is asked after a no");
        }
    }
}

#[test]
fn a_report_has_a_last_line_if_there_are_several_grids() {
    let clash = format!("gg{}", ".".repeat(254));
    let grids = [grid1(), &clash, grid1()];
    for reading in READINGS {
        let all = |grids, showif| solve_all(grids, "hard", showif, reading, &mut Silent).unwrap();
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
fn a_report_draws_what_takes_long() {
    let clash = format!("gg{}", ".".repeat(254));
    let solution = solve(grid1(), Reading::Meant, &mut Silent).unwrap().unwrap().display();
    let grid = |grid| grid_values(grid).unwrap().display();
    let table = [(grid1(), grid(grid1()) + "\n" + &solution), (&clash, grid(&clash) + "\n")];
    for (grid, drawn) in table {
        for reading in READINGS {
            let showif = Some(Duration::ZERO);
            let report = solve_all(&[grid], "", showif, reading, &mut Silent).unwrap();
            let seconds = report.text.strip_prefix(&drawn).unwrap();
            assert_eq!(seconds, format!("({:.2} seconds)\n\n", report.times[0].as_secs_f64()));
        }
    }
    let both = [grid1(), grid1()];
    let report = solve_all(&both, "", Some(Duration::ZERO), Reading::Meant, &mut Silent).unwrap();
    assert_eq!(report.text.matches(" seconds)\n\n").count(), 2);
    assert!(report.text.contains("\n\nSolved 2 of 2  puzzles (avg "), "{}", report.text);
}
