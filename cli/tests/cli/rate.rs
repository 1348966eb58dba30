//! `rate`: how hard puzzles are.

use crate::program::{CLASHING, EASY, Ran, SOLVED, blank, is_thorough, run, run_on, start};
use serde_json::{Value, json};
use std::io::{Read, Write};

/// 17 clues, and locked candidates.
const LOCKED: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// A puzzle that no technique solves to the end.
const BEYOND: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

const HARD: &str = "puzzles/hard.txt";

/// The puzzles of 16x16 that take longest.
const LONGEST: &str = "puzzles/sixteen-hard.txt";

/// The only object of a run.
#[track_caller]
fn object(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap()
}

#[track_caller]
fn rated(input: &str, arguments: &[&str]) -> Ran {
    run_on(input, &[&["rate"], arguments].concat()).exits(0).silent()
}

#[test]
fn each_puzzle_has_a_line_with_its_numbers() {
    let cases = [
        (EASY, "technique=hidden-single-box depth=0 backdoor=0 guesses=0.00 clues=32"),
        (LOCKED, "technique=pointing depth=1 backdoor=2 guesses=0.00 clues=17"),
        (SOLVED, "technique=none depth=0 backdoor=0 guesses=0.00 clues=81"),
    ];
    for (puzzle, line) in cases {
        assert_eq!(rated(puzzle, &[]).out, format!("{line}\n"));
    }
    let all = cases.map(|(puzzle, _)| puzzle).join("\n");
    assert_eq!(rated(&all, &["-q"]).lines(), cases.map(|(_, line)| line));
}

#[test]
fn numbers_come_once_and_in_the_order_of_their_names() {
    let ran = rated(LOCKED, &["--numbers", "clues,backdoor,technique,clues"]);
    assert_eq!(ran.out, "clues=17 backdoor=2 technique=pointing\n");
    run_on(LOCKED, &["rate", "--numbers", "size"]).exits(2).says("technique, depth, backdoor");
}

#[test]
fn guesses_are_those_of_9x9() {
    let small = "1...3..2...3..2.";
    let line = "technique=hidden-single-box depth=0 backdoor=0 clues=5\n";
    assert_eq!(rated(small, &[]).out, line);
    let ran = run_on(small, &["rate", "--numbers", "guesses,clues"]).exits(2);
    assert_eq!(ran.out, "error\n");
    ran.says("error: <stdin>:1: guesses are counted for 9x9 puzzles");
}

#[test]
fn guesses_depend_on_the_forms_and_their_seed() {
    let guesses = |arguments: &[&str]| {
        let arguments = [&["--numbers", "guesses", "--json"], arguments].concat();
        object(&rated(BEYOND, &arguments))["guesses"].take()
    };
    let first = guesses(&[]);
    assert_eq!((&first["forms"], &first["seed"]), (&json!(16), &json!(0)));
    assert!(first["mean"].as_f64().unwrap() > 1.0 && first["error"].as_f64().unwrap() > 0.0);
    assert_eq!(guesses(&["--seed", "0", "--forms", "16"]), first);
    let other = guesses(&["--seed", "7"]);
    assert_eq!(other["seed"], 7);
    assert_ne!(other["mean"], first["mean"]);
    let one = guesses(&["--forms", "1"]);
    assert_eq!((&one["forms"], &one["error"]), (&json!(1), &Value::Null));
    let line = format!("guesses={:.2}\n", first["mean"].as_f64().unwrap());
    assert_eq!(rated(BEYOND, &["--numbers", "guesses"]).out, line);
    for (forms, message) in [
        ("0", "the number of forms must be at least 1"),
        ("-1", "expected a whole number, at least 1"),
        ("x", "expected a whole number, at least 1"),
        ("4294967296", "the number of forms must be at most 4294967295"),
    ] {
        let forms = format!("--forms={forms}");
        run_on(EASY, &["rate", &forms]).exits(2).says(message);
    }
}

#[test]
fn an_object_has_all_numbers() {
    let found = object(&rated(LOCKED, &["--json"]));
    let backdoor = found["backdoor"].as_array().unwrap().clone();
    let expected = json!({
        "file": "<stdin>", "line": 1, "kind": "sudoku", "technique": "pointing", "depth": 1,
        "backdoor": backdoor, "guesses": {"mean": 0.0, "error": 0.0, "forms": 16, "seed": 0},
        "clues": 17, "complete": true, "stop": "exhausted",
    });
    assert_eq!(found, expected);
    // With the cells of the backdoor, singles solve the puzzle.
    assert_eq!(backdoor.len(), 2);
    let solution = engine_solution(LOCKED);
    let mut puzzle = LOCKED.as_bytes().to_vec();
    for clue in &backdoor {
        let number = |key: &str| usize::try_from(clue[key].as_u64().unwrap()).unwrap();
        let cell = 9 * (number("row") - 1) + number("column") - 1;
        puzzle[cell] = solution.as_bytes()[cell];
        assert_eq!(char::from(puzzle[cell]).to_string(), clue["value"].to_string());
    }
    let puzzle = String::from_utf8(puzzle).unwrap();
    assert_eq!(rated(&puzzle, &["--numbers", "depth,backdoor"]).out, "depth=0 backdoor=0\n");
}

/// The solution of a puzzle by an engine.
fn engine_solution(puzzle: &str) -> String {
    run_on(puzzle, &["solve"]).exits(0).out.trim_end().to_owned()
}

#[test]
fn conditions_choose_puzzles() {
    let all = run(&["rate", "-q", HARD]).exits(0);
    let puzzles = std::fs::read_to_string(format!("{}/{HARD}", crate::program::ROOT)).unwrap();
    let puzzles: Vec<_> = puzzles.lines().filter(|line| !line.starts_with('#')).collect();
    let lines = all.lines();
    assert_eq!(lines.len(), puzzles.len());
    let wanted: Vec<_> = lines
        .iter()
        .zip(&puzzles)
        .filter(|(line, _)| line.contains("technique=x-chain "))
        .collect();
    assert!(wanted.len() > 2 && wanted.len() < puzzles.len());
    let condition = "technique=x-chain, depth=1";
    let chosen = run(&["rate", "-q", "--where", condition, HARD]).exits(0).silent();
    // A line of the file has the puzzle first, and its solution after a colon.
    let expected: Vec<_> = wanted.iter().map(|(_, puzzle)| &puzzle[..81]).collect();
    assert_eq!(chosen.lines(), expected);
    let totals =
        format!("s: {} answered, {} left out\n", wanted.len(), puzzles.len() - wanted.len());
    run(&["rate", "--where", condition, HARD]).exits(0).says(&totals);
    let with_numbers = run(&["rate", "-q", "--where", condition, "--numbers", "clues", HARD]);
    for (line, (numbers, puzzle)) in with_numbers.exits(0).lines().into_iter().zip(&wanted) {
        let clues = numbers.rsplit(' ').next().unwrap();
        assert_eq!(line, format!("{} {clues}", &puzzle[..81]));
    }
    let found = object(&rated(LOCKED, &["--where", "clues=17", "--json"]));
    assert_eq!(found["puzzle"], LOCKED);
    assert_eq!(found.get("clues"), None);
    assert_eq!(rated(LOCKED, &["--where", "clues>17", "--json"]).out, "");
    // As it was read: the symbol of blank cells remains.
    let zeros = LOCKED.replace('.', "0");
    assert_eq!(rated(&zeros, &["--where", "depth<2"]).out, zeros.clone() + "\n");
    let ran = run_on(LOCKED, &["rate", "--where", "depth~1"]).exits(2);
    ran.says("column 6: expected one of =, !=, <, <=, >, >=, found `~`");
}

#[test]
fn steps_lead_to_the_solution() {
    let ran = rated(EASY, &["--explain"]);
    let lines = ran.lines();
    assert_eq!(lines[0], format!("{EASY} technique=hidden-single-box"));
    assert_eq!(lines[1], "  hidden single: 6 has no other place in box 1: r2c2 is 6");
    // A step for each blank cell.
    assert_eq!(lines.len(), 1 + EASY.matches('.').count() + 1);
    assert_eq!(lines.last().copied(), Some(format!("  solution: {SOLVED}").as_str()));
    let locked = rated(LOCKED, &["--explain", "--numbers", "clues,depth"]);
    assert!(locked.out.starts_with(&format!("{LOCKED} clues=17 depth=1\n")));
    assert!(locked.out.contains("\n  locked candidates: "), "{}", locked.out);
    assert!(locked.out.ends_with(&format!("  solution: {}\n", engine_solution(LOCKED))));
}

#[test]
fn steps_are_data_too() {
    let found = object(&rated(LOCKED, &["--explain", "--json"]));
    let steps = found["path"].as_array().unwrap();
    let text = rated(LOCKED, &["--explain"]);
    let sentences: Vec<_> = steps.iter().map(|step| step["step"].as_str().unwrap()).collect();
    let lines = text.lines();
    let shown: Vec<_> = lines[1..lines.len() - 1].iter().map(|line| line.trim_start()).collect();
    assert_eq!(sentences, shown);
    // Whatever the steps set and remove leads from the puzzle to the solution.
    let solution = engine_solution(LOCKED);
    let mut puzzle = LOCKED.as_bytes().to_vec();
    let clue = |clue: &Value| {
        let number = |key: &str| usize::try_from(clue[key].as_u64().unwrap()).unwrap();
        (9 * (number("row") - 1) + number("column") - 1, clue["value"].to_string().into_bytes()[0])
    };
    for step in steps {
        match step["removes"].as_array() {
            None => {
                let (cell, value) = clue(&step["sets"]);
                puzzle[cell] = value;
            }
            Some(removed) => {
                assert!(!removed.is_empty() && step.get("sets").is_none());
                for (cell, value) in removed.iter().map(clue) {
                    assert_ne!(solution.as_bytes()[cell], value);
                }
            }
        }
    }
    assert_eq!(String::from_utf8(puzzle).unwrap(), solution);
    assert_eq!(found["solution"], solution.as_str());
}

#[test]
fn what_is_left_without_a_technique_is_drawn() {
    let ran = rated(BEYOND, &["--explain"]);
    let lines = ran.lines();
    assert_eq!(lines[0], format!("{BEYOND} technique=beyond"));
    let left = lines.iter().position(|line| *line == "  left:").unwrap();
    assert_eq!(lines.len(), left + 1 + 11);
    assert!(lines[left + 1].starts_with("  8 "), "{}", lines[left + 1]);
    let drawn = lines[left + 1..].iter().map(|line| line.trim_start().to_owned() + "\n");
    let drawn: String = drawn.collect();
    let found = object(&rated(BEYOND, &["--explain", "--json"]));
    assert_eq!((&found["technique"], found.get("solution")), (&json!("beyond"), None));
    // The drawing and the candidate grid are the same candidates, and the solution is among them.
    let candidates = found["candidates"].as_str().unwrap();
    let read = run_on(drawn, &["convert", "--to", "candidates"]).exits(0);
    assert_eq!(read.out.trim_end(), candidates);
    let solution = engine_solution(BEYOND);
    for (cell, value) in solution.chars().enumerate() {
        assert!(candidates[9 * cell..9 * cell + 9].contains(value), "cell {cell}");
    }
}

/// The drawing of candidates is no format that can be read above 9x9.
#[test]
fn what_is_left_of_large_puzzles_is_drawn() {
    let puzzle = "2.3...5..A98......A.7.5.5..8.7...6.B..AC.5..1.3.39.....86.......2..B...A6...3........1..54.2.873....7..9B1.....6..4.....A34....7....7.C269..3...";
    let ran = rated(puzzle, &["--explain"]);
    let lines = ran.lines();
    let left = lines.iter().position(|line| *line == "  left:").unwrap();
    assert_eq!(lines.len(), left + 1 + 12 + 3);
    let found = object(&rated(puzzle, &["--explain", "--json"]));
    assert_eq!(found["candidates"].as_str().map(str::len), Some(12 * 12 * 12));
}

#[test]
fn values_are_written_as_the_puzzle_has_them() {
    let letters = "A...C..B...C..B.";
    let ran = rated(letters, &["--explain", "--alphabet", "A-D"]);
    let solution = ran.lines().last().unwrap().strip_prefix("  solution: ").unwrap().to_owned();
    assert!(solution.chars().all(|c| ('A'..='D').contains(&c)), "{solution}");
    assert!(ran.out.contains(": B has no other place in ") && !ran.out.contains(" is 2"));
}

#[test]
fn puzzles_without_one_solution_are_errors() {
    let input = format!("{CLASHING}\n{}\n{EASY}\n{}\n", blank(), &EASY[1..]);
    let ran = run_on(input, &["rate", "--numbers", "clues"]).exits(2);
    assert_eq!(ran.lines(), ["error", "error", "clues=32", "error"]);
    let ran = ran.says("error: <stdin>:1: the puzzle has no solution\n");
    let ran = ran.says("error: <stdin>:2: the puzzle has more than one solution\n");
    ran.says("4 puzzles in ").says("1 answered, 3 failed");
    let ran = run_on(blank(), &["rate", "--json"]).exits(2);
    assert_eq!(object(&ran)["error"], "the puzzle has more than one solution");
    let ran = run(&["rate", "puzzles/toy.dlx"]).exits(2);
    ran.says("puzzles/toy.dlx: expected Sudoku puzzles, found an exact cover");
}

#[test]
fn several_threads_print_the_same() {
    let text = std::fs::read_to_string(format!("{}/{HARD}", crate::program::ROOT)).unwrap();
    let step = if is_thorough() { 3 } else { 9 };
    let some: String =
        text.lines().skip(4).step_by(step).map(|line| line.to_owned() + "\n").collect();
    let mixed = format!("{some}{}\n{EASY}\n{some}1...3..2...3..2.\n", blank());
    for arguments in [
        &["--numbers", "guesses,technique"][..],
        &["--numbers", "clues,depth", "--json"],
        &["--explain"],
        &["--where", "technique<=w-wing", "--numbers", "backdoor"],
    ] {
        let arguments = [&["rate", "-q"], arguments].concat();
        let one = run_on(mixed.as_str(), &[&arguments[..], &["--threads", "1"]].concat());
        let three = run_on(mixed.as_str(), &[&arguments[..], &["--threads", "3"]].concat());
        assert!(one.out == three.out && one.code == three.code, "{arguments:?}");
        assert_eq!(one.err, three.err);
        assert!(one.out.contains("error\n") || one.out.contains(r#""error""#));
    }
}

#[test]
fn a_number_that_is_not_known_in_time_is_a_bound() {
    // So many puzzles that no computer rates all of them in time.
    let puzzles = std::fs::read_to_string(format!("{}/{LONGEST}", crate::program::ROOT)).unwrap();
    let puzzles = puzzles.repeat(100);
    let arguments = ["rate", "-q", "--numbers", "backdoor,clues", "--timeout", "0.3"];
    let arguments = [&arguments[..], &["--threads", "1"]].concat();
    let ran = run_on(puzzles.as_str(), &arguments).exits(3);
    let last = ran.lines().last().copied().unwrap_or("unknown");
    let is_bound = last.starts_with("backdoor>") && last.contains(" clues=");
    // The time can be up between two puzzles, or before one is known to have one solution.
    assert!(is_bound || last == "unknown" || last.starts_with("backdoor="), "{last}");
    let ran = ran.says("stopped: the time was up");
    let complete = ran.lines().iter().rev().skip(1).all(|line| line.starts_with("backdoor="));
    assert!(complete, "{}", ran.out);
    let ran = run_on(puzzles.as_str(), &[&arguments[..], &["--json"]].concat()).exits(3);
    let last = ran.lines().last().map(|line| serde_json::from_str(line).unwrap());
    let last: Value = last.unwrap_or_default();
    let is_whole = last.get("backdoor").is_some();
    assert!(is_whole || last["stop"] == "deadline", "{last}");
    assert_eq!(last.get("backdoor_above").is_some(), !is_whole && last["complete"] == false);
    let ran = run_on(puzzles, &["rate", "-q", "--where", "backdoor>20", "--timeout", "0.3"]);
    assert!(ran.exits(3).out.lines().all(|line| line == "unknown"));
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    for arguments in [&["rate", "--explain"][..], &["rate", "--numbers", "clues", "--json"]] {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let writer = std::thread::spawn(move || {
            let text = format!("{EASY}\n").repeat(20_000);
            drop(stdin.write_all(text.as_bytes()));
        });
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        Ran::wait(child).exits(0).silent();
        writer.join().unwrap();
    }
}
