//! `candidates`: which options are in some solution, and in how many.

use crate::program::{CLASHING, EASY, Ran, SOLVED, run, run_on};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The total of a record, and its options with their counts.
#[track_caller]
fn read(ran: &Ran) -> (u64, Vec<(u64, String)>) {
    let lines = ran.lines();
    let (total, options) = lines.split_first().expect("a total");
    let option = |line: &&str| {
        let (count, option) = line.split_once(' ').unwrap();
        (count.parse().unwrap(), option.to_owned())
    };
    (total.parse().unwrap(), options.iter().map(option).collect())
}

/// How many solutions an engine finds, and how many of them have each option.
fn enumerated(path: &str) -> (u64, BTreeMap<String, u64>) {
    let ran = run(&["solve", "--all", "--engine", "links", "-q", path]).exits(0);
    let mut uses = BTreeMap::new();
    for line in ran.lines() {
        for option in line.split(" | ") {
            *uses.entry(option.to_owned()).or_default() += 1;
        }
    }
    (ran.lines().len().try_into().unwrap(), uses)
}

#[test]
fn the_counts_are_those_of_all_solutions() {
    for name in ["toy", "toy-secondary", "queens8", "langford7", "colours"] {
        let path = format!("puzzles/{name}.dlx");
        let (total, options) = read(&run(&["candidates", "-q", &path]).exits(0).silent());
        let (expected, mut uses) = enumerated(&path);
        assert_eq!(total, expected, "{name}");
        for (count, option) in options {
            assert!(count > 0, "{name}: {option}");
            assert_eq!(uses.remove(&option), Some(count), "{name}: {option}");
        }
        assert!(uses.is_empty(), "{name}: {uses:?}");
    }
}

#[test]
fn options_come_in_the_order_of_the_problem() {
    let text = "a b | x\nb\na x:red\na b\nb x:blue\na\na\n";
    let ran = run_on(text, &["candidates"]).exits(0).silent();
    assert_eq!(ran.out, "6\n3 b\n1 a x:red\n1 a b\n2 b x:blue\n2 a\n2 a\n");
    let drawn = run_on(text, &["candidates", "--to", "grid"]).exits(0).silent();
    assert_eq!(drawn.out, "6 solutions\n3 b\n1 a x:red\n1 a b\n2 b x:blue\n2 a\n2 a\n");
    let ran = run_on("a b\na\nb\n", &["candidates", "--to", "grid"]).exits(0).silent();
    assert_eq!(ran.out, "1 solution\n1 a\n1 b\n");
    // The cells of a board are listed too, with a message.
    let board = run_on("s1 s2\ns1 s2\n", &["candidates", "--to", "grid"]).exits(0);
    let board = board.says("<stdin>: the options are listed: --to svg draws the board");
    assert_eq!(board.out, "1 solution\n1 s1 s2\n");
    // The empty solution has no option.
    assert_eq!(run_on("0:1|a\na\n", &["candidates"]).exits(0).out, "2\n1 a\n");
    assert_eq!(run_on("0:1|a\n", &["candidates", "--from", "dlx"]).exits(0).out, "1\n");
}

/// A puzzle of 4x4 with 72 solutions.
const SMALL: &str = "1...............";

#[test]
fn in_each_cell_and_unit_the_counts_add_up_to_all() {
    for puzzle in [SMALL, EASY, &".".repeat(16)] {
        let (total, options) = read(&run_on(puzzle, &["candidates"]).exits(0).silent());
        let count = run_on(puzzle, &["count"]).out;
        assert_eq!(format!("{total}\n"), count);
        let mut sums = BTreeMap::new();
        for (number, option) in &options {
            let (cell, value) = option.split_once('=').unwrap();
            let (row, column) = cell.split_once('c').unwrap();
            for key in [cell.to_owned(), format!("{row}={value}"), format!("c{column}={value}")] {
                *sums.entry(key).or_insert(0) += number;
            }
        }
        let cells = puzzle.len();
        assert_eq!(sums.len(), 3 * cells, "cells, rows and columns with each value");
        assert!(sums.values().all(|&sum| sum == total), "{sums:?}");
    }
}

#[test]
fn clues_are_in_all_solutions() {
    let (total, options) = read(&run_on(SMALL, &["candidates"]).exits(0));
    assert_eq!(total, 72);
    assert_eq!(options[0], (72, "r1c1=1".to_owned()));
    assert!(options[1..].iter().all(|(count, _)| *count < 72), "{options:?}");
    let (total, options) = read(&run_on(SOLVED, &["candidates"]).exits(0));
    assert_eq!((total, options.len()), (1, 81));
    let signs = options.iter().map(|(_, option)| option.split_once('=').unwrap().1);
    assert_eq!(signs.collect::<String>(), SOLVED);
}

#[test]
fn values_are_written_in_the_signs_of_the_puzzle() {
    let letters = "A...............";
    let ran = run_on(letters, &["candidates", "--alphabet", "A-D"]).exits(0).silent();
    assert_eq!(ran.lines()[..2], ["72", "72 r1c1=A"]);
    let ran = run_on(letters, &["candidates", "--alphabet", "A-D", "--json"]).exits(0);
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    let expected = json!({"row": 1, "column": 1, "value": "A", "count": 72});
    assert_eq!(object["candidates"][0], expected);
    assert_eq!((&object["count"], &object["complete"]), (&json!(72), &json!(true)));
    let keys: Vec<_> = object.as_object().unwrap().keys().map(String::as_str).collect();
    for key in ["file", "line", "kind", "puzzle", "candidates", "count", "complete", "stop"] {
        assert!(keys.contains(&key), "{key}");
    }
}

#[test]
fn objects_have_the_numbers_of_equal_options() {
    let ran = run_on("a\na\na\n", &["candidates", "--json"]).exits(0).silent();
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    let option = |number: u64| json!({"number": number, "option": "a", "count": 1});
    assert_eq!(object["candidates"], json!([option(1), option(2)]));
    let drawn: Value =
        serde_json::from_str(&run(&["candidates", "--to", "json", "puzzles/toy.dlx"]).out).unwrap();
    assert_eq!(drawn["kind"], "cover");
}

#[test]
fn pencil_marks_are_drawn_in_their_boxes() {
    let text = "1234\n34..\n.1..\n..21\n".replace('\n', "");
    let ran = run_on(text, &["candidates", "--to", "grid"]).exits(0).silent();
    let expected = "\
        1 solution\n\
        1 2 | 3 4\n\
        3 4 | 1 2\n\
        ----+----\n\
        2 1 | 4 3\n\
        4 3 | 2 1\n";
    assert_eq!(ran.out, expected);
    let ran = run_on(SMALL, &["candidates", "--to", "grid"]).exits(0).silent();
    let expected = "\
        72 solutions\n\
        1   234  | 234  234\n\
        234 234  | 1234 1234\n\
        ---------+----------\n\
        234 1234 | 1234 1234\n\
        234 1234 | 1234 1234\n";
    assert_eq!(ran.out, expected);
    let two = run_on(format!("{EASY}\n{EASY}\n"), &["candidates", "--to", "grid", "-q"]).exits(0);
    assert_eq!(two.out.split("\n\n").count(), 2);
}

#[test]
fn numbers_of_two_digits_are_parted() {
    let sizes = std::fs::read_to_string(format!("{}/puzzles/sizes.txt", crate::program::ROOT));
    let sizes = sizes.unwrap();
    let mut fields = sizes.lines().filter_map(|line| line.rsplit(':').next());
    let solved = fields.rfind(|line| line.len() == 144).unwrap();
    // Where 10 and 11 are left out, they can be exchanged.
    let values = solved.chars().map(|sign| match sign.to_digit(16).unwrap() {
        10 | 11 => "0 ".to_owned(),
        value => format!("{value} "),
    });
    let ran = run_on(values.collect::<String>(), &["candidates", "--to", "grid"]).exits(0).silent();
    let parted = ran.out.split_whitespace().filter(|&cell| cell == "10,11").count();
    assert_eq!(parted, 24, "{}", ran.out);
    let lines = ran.out.replace("10,11", "");
    assert!(!lines.contains(','), "{lines}");
}

#[test]
fn what_has_no_solution_has_no_candidates() {
    let input = format!("{CLASHING}\n{EASY}\n{}\n", &EASY[1..]);
    for form in ["line", "grid"] {
        let ran = run_on(input.as_str(), &["candidates", "--to", form]).exits(2);
        let lines = ran.lines();
        assert_eq!((lines[0], lines[lines.len() - 1]), ("none", "error"));
        ran.says("warning: <stdin>:1: row 1 has 3 twice\n").says("1 without a solution");
    }
    assert_eq!(run_on("p q\nq\n", &["candidates", "-q"]).exits(0).silent().out, "none\n");
    let ran = run_on(input, &["candidates", "--json", "-q"]).exits(2);
    let clash: Value = serde_json::from_str(ran.lines()[0]).unwrap();
    assert_eq!((&clash["candidates"], &clash["count"]), (&json!([]), &json!(0)));
    assert_eq!(clash["clash"], "row 1 has 3 twice");
}

#[test]
fn unknown_candidates_are_not_printed() {
    let ran = run_on(".".repeat(256), &["candidates", "--timeout", "0.3"]).exits(3);
    assert_eq!(ran.out, "unknown\n");
    ran.says("stopped: the time was up; 1 record was read\n");
    let memory = ["candidates", "--memory", "1", "--json", "puzzles/queens8.dlx"];
    let ran = run(&[&memory[..], &["--order", "fewest"]].concat()).exits(3);
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&object["candidates"], &object["stop"]), (&json!([]), &json!("memory-limit")));
    assert_eq!(object.get("count"), None, "0 would be a wrong answer");
    assert_eq!(object["complete"], json!(false));
    // Without an order, solutions are counted one by one.
    assert_eq!(run(&memory).exits(0).out, run(&["candidates", "--json", memory[4]]).out);
}
