//! `unavoidable`: the minimal unavoidable sets of solution grids.

use crate::program::{CLASHING, EASY, Ran, SOLVED, blank, run, run_on, start};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{Read, Write};

/// A grid of 4x4.
const SMALL: &str = "1234341221434321";

#[track_caller]
fn found(input: &str, arguments: &[&str]) -> Ran {
    run_on(input, &[&["unavoidable"], arguments].concat()).exits(0).silent()
}

/// Whether a grid without these cells has another solution.
fn is_unavoidable(grid: &str, cells: &[usize]) -> bool {
    let mut puzzle = grid.as_bytes().to_vec();
    cells.iter().for_each(|&cell| puzzle[cell] = b'.');
    let ran = run_on(puzzle, &["check", "-q"]);
    ran.out == "multiple\n"
}

/// The cells of a line like `r1c2 r3c4`.
fn cells(line: &str, size: usize) -> Vec<usize> {
    let cell = |name: &str| {
        let (row, column) = name.strip_prefix('r').unwrap().split_once('c').unwrap();
        let number = |text: &str| text.parse::<usize>().unwrap() - 1;
        number(row) * size + number(column)
    };
    line.split_whitespace().map(cell).collect()
}

#[test]
fn each_grid_has_a_line_with_the_sizes_of_its_sets() {
    let grids = format!("{SOLVED}\n{SMALL}\n{EASY}\n");
    let ran = run_on(grids, &["unavoidable", "--max-size", "8", "-q"]).exits(0).silent();
    let lines = ran.lines();
    assert_eq!(lines.len(), 3);
    // A puzzle stands for its solution.
    assert_eq!(lines[0], lines[2]);
    assert_eq!(lines[1], found(SMALL, &["--max-size", "8"]).out.trim_end());
    for pair in lines[0].split(' ') {
        let (size, sets) = pair.split_once(':').unwrap();
        assert!((4..=8).contains(&size.parse::<usize>().unwrap()), "{pair}");
        assert!(sets.parse::<usize>().unwrap() > 0, "{pair}");
    }
    assert_eq!(found(SOLVED, &["--max-size", "3"]).out, "none\n");
}

#[test]
fn listed_sets_are_all_minimal_ones() {
    let ran = found(SMALL, &["--list"]);
    let lines = ran.lines();
    let sizes = lines[0].strip_prefix(&format!("{SMALL} ")).unwrap();
    let sets: Vec<_> = lines[1..].iter().map(|line| cells(line, 4)).collect();
    assert!(lines[1..].iter().all(|line| line.starts_with("  r")));
    let mut counted = BTreeMap::<usize, usize>::new();
    sets.iter().for_each(|set| *counted.entry(set.len()).or_default() += 1);
    let counted: Vec<_> = counted.iter().map(|(size, sets)| format!("{size}:{sets}")).collect();
    assert_eq!(sizes, counted.join(" "));
    for set in &sets {
        assert!(is_unavoidable(SMALL, set), "{set:?}");
        for cell in set {
            let without: Vec<_> = set.iter().copied().filter(|other| other != cell).collect();
            assert!(!is_unavoidable(SMALL, &without), "{set:?} without {cell}");
        }
    }
    // A puzzle with a cell of each set has one solution.
    let mut clues = vec![b'.'; 16];
    for set in &sets {
        if set.iter().all(|&cell| clues[cell] == b'.') {
            clues[set[0]] = SMALL.as_bytes()[set[0]];
        }
    }
    assert_eq!(run_on(clues, &["check", "-q"]).exits(0).out, "unique\n");
}

#[test]
fn an_object_has_all_sets() {
    let ran = found(EASY, &["--json", "--max-size", "6"]);
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&object["grid"], &object["max_size"]), (&json!(SOLVED), &json!(6)));
    let listed = found(EASY, &["--list", "--max-size", "6"]);
    let number = |number: &Value| usize::try_from(number.as_u64().unwrap()).unwrap();
    let cell = |cell: &Value| 9 * (number(&cell[0]) - 1) + number(&cell[1]) - 1;
    let sets = object["sets"].as_array().unwrap().iter();
    let sets = sets.map(|set| set.as_array().unwrap().iter().map(cell).collect());
    let sets: Vec<Vec<usize>> = sets.collect();
    let lines: Vec<_> = listed.lines()[1..].iter().map(|line| cells(line, 9)).collect();
    assert_eq!(sets, lines);
    let sizes = object["sizes"].as_array().unwrap().iter();
    let sizes: Vec<_> = sizes.map(|size| format!("{}:{}", size["size"], size["sets"])).collect();
    assert_eq!(listed.lines()[0], format!("{SOLVED} {}", sizes.join(" ")));
    assert_eq!(found(SOLVED, &["--json", "--max-size", "6"]).out, ran.out);
}

#[test]
fn rules_are_those_of_the_puzzle() {
    // With diagonals, exchanges that change a diagonal are no solutions.
    let standard = found(SMALL, &["--max-size", "4"]);
    let diagonal = "1234341243212143";
    let with_diagonals = found(diagonal, &["--max-size", "4", "--variant", "diagonal"]);
    assert_ne!(found(diagonal, &["--max-size", "4"]).out, with_diagonals.out);
    assert!(standard.out.starts_with("4:"), "{}", standard.out);
    run_on(SMALL, &["unavoidable", "--variant", "diagonal"]).exits(2).says("no solution");
}

#[test]
fn puzzles_without_one_solution_are_errors() {
    let input = format!("{CLASHING}\n{}\n{EASY}\n{}\n", blank(), &EASY[1..]);
    let ran = run_on(input, &["unavoidable", "--max-size", "3"]).exits(2);
    assert_eq!(ran.lines(), ["error", "error", "none", "error"]);
    let ran = ran.says("error: <stdin>:1: the puzzle has no solution\n");
    ran.says("error: <stdin>:2: the puzzle has more than one solution\n");
    let ran = run(&["unavoidable", "puzzles/toy.dlx"]).exits(2);
    ran.says("puzzles/toy.dlx: expected Sudoku puzzles, found an exact cover");
    for size in ["0", "-1", "x"] {
        let size = format!("--max-size={size}");
        run_on(EASY, &["unavoidable", &size]).exits(2).says("at least 1");
    }
}

#[test]
fn several_threads_print_the_same() {
    let input = format!("{SOLVED}\n{SMALL}\n{}\n", blank()).repeat(20);
    for form in [&[][..], &["--list"], &["--json"]] {
        let arguments = [&["unavoidable", "-q", "--max-size", "5"], form].concat();
        let one = run_on(input.as_str(), &[&arguments[..], &["--threads", "1"]].concat());
        let three = run_on(input.as_str(), &[&arguments[..], &["--threads", "3"]].concat());
        assert!(one.out == three.out, "{arguments:?}");
        assert_eq!((one.err, one.code), (three.err, three.code));
    }
}

#[test]
fn sets_that_are_not_known_in_time_are_not_printed() {
    for (form, record) in
        [("-q", "unknown\n"), ("--json", r#""result":"unknown","stop":"deadline""#)]
    {
        let arguments = ["unavoidable", "--max-size", "40", "--timeout", "0.2", form];
        let ran = run_on(SOLVED, &arguments).exits(3);
        assert!(ran.out.contains(record) && !ran.out.contains("4:"), "{}", ran.out);
        ran.says("stopped: the time was up");
    }
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let mut child = start(&["unavoidable", "--list", "--max-size", "6"]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        drop(stdin.write_all(format!("{SOLVED}\n").repeat(3000).as_bytes()));
    });
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    Ran::wait(child).exits(0).silent();
    writer.join().unwrap();
}
