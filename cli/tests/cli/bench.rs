//! `bench`: engines side by side.

use crate::program::{CLASHING, EASY, Ran, run, run_on, start};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};

/// The cells of the lines of the table, and the notes below it, which a run that was stopped may
/// lack.
#[track_caller]
fn table(ran: &Ran) -> (Vec<Vec<&str>>, Vec<&str>) {
    let (rows, notes) = ran.out.split_once("\n\n").unwrap_or((&ran.out, ""));
    let width = rows.lines().next().unwrap().chars().count();
    assert!(rows.lines().all(|line| line.chars().count() == width), "{rows}");
    let lines = rows.lines().map(|line| line.trim_matches('|').split('|').map(str::trim).collect());
    let lines: Vec<Vec<_>> = lines.collect();
    assert!(lines.iter().all(|cells| cells.len() == lines[0].len()), "{rows}");
    (lines, notes.lines().collect())
}

fn is_time(cell: &str) -> bool {
    let (number, unit) = cell.split_once(' ').unwrap_or_default();
    ["µs", "ms", "s"].contains(&unit) && number.parse().is_ok_and(|time: f64| time >= 0.0)
}

/// The times of a file by engine, the time of reading first.
fn times<'a>(rows: &[Vec<&'a str>], file: &str) -> Vec<(&'a str, &'a str)> {
    rows.iter().filter(|row| row[0] == file).map(|row| (row[3], row[4])).collect()
}

#[test]
fn a_file_has_a_row_for_each_engine() {
    let files = ["puzzles/queens8.dlx", "puzzles/multiplicities.dlx", "puzzles/lecture.txt"];
    let ran = run(&[&["bench", "--runs", "2"], &files[..]].concat()).exits(0);
    assert!(ran.out.lines().take(20).all(|line| line.chars().count() <= 100), "{}", ran.out);
    let (rows, notes) = table(&ran);
    let engines =
        ["auto", "lanes", "bits", "links", "cells-wtd", "cells-frb", "multiple", "learning"];
    assert_eq!(rows[0], ["file", "problems", "solutions", "engine", "CPU time"]);
    assert!(rows[1].iter().all(|cell| cell.trim_matches(['-', ':']).is_empty()));
    assert_eq!(rows[2][..4], ["puzzles/queens8.dlx", "1", "92", "(reading)"]);
    let queens = times(&rows, files[0]);
    let names: Vec<_> = queens.iter().map(|(name, _)| *name).collect();
    assert_eq!(names[1..], engines);
    assert!(queens.iter().all(|(name, time)| is_time(time) != (*name == "lanes")), "{}", ran.out);
    let many = times(&rows, files[1]);
    let takes = |name: &str| ["(reading)", "auto", "multiple", "learning"].contains(&name);
    assert!(many.iter().all(|(name, time)| is_time(time) == takes(name)), "{}", ran.out);
    assert!(times(&rows, files[2]).iter().all(|(_, time)| is_time(time)), "{}", ran.out);
    assert_eq!(rows.len(), 2 + 3 * (engines.len() + 1));
    assert!(notes[0].contains("medians of 2 runs of each engine in turn"), "{notes:?}");
    assert!(notes.contains(&"- `-`: the engine does not take it."));
    let chosen = "- `auto` on puzzles/queens8.dlx: bits, options conflict with many others.";
    assert!(notes.contains(&chosen), "{notes:?}");
    ran.says("puzzles/queens8.dlx: 8 engines, 2 runs of each\n").says("3 rows in ");
}

#[test]
fn engines_can_be_chosen() {
    let arguments = ["bench", "--engine", "links,naive", "--engine", "links", "-q", "--runs", "1"];
    let ran = run(&[&arguments[..], &["puzzles/toy.dlx"]].concat()).exits(0).silent();
    let (rows, notes) = table(&ran);
    assert_eq!([rows[3][3], rows[4][3]], ["links", "naive"]);
    assert_eq!(rows.len(), 5);
    assert!(notes.len() == 1 && notes[0].contains("one run of each engine"), "{notes:?}");
}

#[test]
fn puzzles_are_counted_together_and_up_to_two() {
    let input = format!("{EASY}\n{}\n{}\n", ".".repeat(16), ".".repeat(81));
    let arguments = ["bench", "--runs", "1", "--engine", "auto,links", "-q"];
    let ran = run_on(input.as_str(), &arguments).exits(0).silent();
    assert_eq!(table(&ran).0[2][..3], ["<stdin>", "3", ">=5"]);
    assert!(ran.out.contains("- `>=`: solutions were counted up to a limit"), "{}", ran.out);
    let ran = run_on(input, &[&arguments[..], &["--limit", "300"]].concat()).exits(0);
    assert_eq!(table(&ran).0[2][..3], ["<stdin>", "3", ">=589"]);
    let cover = ["bench", "--runs", "1", "--engine", "auto,links", "--limit", "7"];
    let ran = run(&[&cover[..], &["puzzles/queens8.dlx"]].concat()).exits(0);
    assert_eq!(table(&ran).0[2][2], ">=7");
}

#[test]
fn lanes_are_a_column_and_what_auto_chooses_for_nines() {
    let input = format!("{EASY}\n{CLASHING}\n{}\n", ".".repeat(81));
    let arguments = ["bench", "--runs", "1", "--engine", "lanes,links,auto", "-q"];
    let ran = run_on(input.as_str(), &arguments).exits(0).silent();
    let (rows, notes) = table(&ran);
    assert_eq!(rows[2][..3], ["<stdin>", "3", ">=3"]);
    assert!(times(&rows, "<stdin>").iter().all(|(_, time)| is_time(time)), "{}", ran.out);
    assert_eq!(notes.last(), Some(&"- `auto` on <stdin>: 2 x lanes, grids are 9x9."));
    let json = run_on(input.as_str(), &[&arguments[..], &["--json"]].concat()).exits(0);
    let row: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(
        (&row["engines"][0]["nodes"], &row["engines"][0]["status"]),
        (&Value::Null, &json!("timed"))
    );
    assert!(row["engines"][1]["nodes"].as_u64() > Some(0));
    let mixed = run_on(format!("{}\n{EASY}\n", ".".repeat(16)), &arguments).exits(0);
    let (rows, notes) = table(&mixed);
    assert_eq!((rows[3][2], rows[3][4]), (">=3", "-"));
    assert!(notes.last().unwrap().contains("1 x lanes, grids are 9x9"), "{notes:?}");
}

#[test]
fn lanes_that_take_too_long_are_stopped() {
    let arguments =
        ["bench", "--runs", "1", "--cut", "0.05", "--engine", "lanes", "--limit", "1000000000000"];
    let ran = run_on(".".repeat(81), &arguments).exits(0);
    let row = &table(&ran).0[3];
    assert_eq!((row[2], row[4]), ("unknown", "> 0.05 s"));
}

#[test]
fn what_takes_too_long_is_stopped() {
    let arguments = ["bench", "--runs", "3", "--cut", "0.05", "--engine", "naive,multiple"];
    let ran = run(&[&arguments[..], &["puzzles/pentominoes6x10.dlx"]].concat()).exits(0);
    let (rows, notes) = table(&ran);
    assert_eq!(rows[2][2], "unknown");
    assert_eq!([rows[3][4], rows[4][4]], ["> 0.05 s"; 2]);
    assert!(notes.contains(&"- `> 0.05 s`: the engine was stopped in its first run."));
}

#[test]
fn rows_are_objects_for_programs() {
    let arguments = ["bench", "--json", "--runs", "1", "--engine", "auto,bits", "-q"];
    let files = ["puzzles/queens8.dlx", "puzzles/multiplicities.dlx", "no-such-file"];
    let ran = run(&[&arguments[..], &files].concat()).exits(2);
    let rows: Vec<Value> =
        ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [queens, many, missing] = &rows[..] else { panic!("{}", ran.out) };
    assert_eq!((&queens["file"], &queens["kind"]), (&json!(files[0]), &json!("cover")));
    assert_eq!((&queens["problems"], &queens["solutions"]), (&json!(1), &json!(92)));
    assert_eq!((&queens["complete"], queens["reading"].is_f64()), (&json!(true), true));
    let auto = queens["engines"][0].as_object().unwrap();
    assert_eq!((&auto["engine"], &auto["status"]), (&json!("auto"), &json!("timed")));
    assert!(auto["seconds"].as_f64() > Some(0.0) && auto["nodes"].as_u64() > Some(0));
    let why = "options conflict with many others";
    assert_eq!(auto["chosen"], json!([{"engine": "bits", "why": why, "problems": 1}]));
    let refused = json!({
        "engine": "bits", "status": "refused", "seconds": null, "runs": 0, "nodes": null,
        "updates": null, "chosen": [],
    });
    assert_eq!(many["engines"][1], refused);
    assert!(auto.keys().eq(refused.as_object().unwrap().keys()), "the keys are the same");
    assert_eq!(missing["file"], "no-such-file");
    assert!(missing["error"].is_string());
}

#[test]
fn what_is_wrong_is_named_and_has_no_row() {
    let input = format!("{EASY}\n{}\n{CLASHING}\n", &EASY[1..]);
    let files = ["bench", "--runs", "1", "--engine", "auto", "no-such-file", "-"];
    let ran = run_on(input, &files).exits(2);
    let (rows, notes) = table(&ran);
    assert_eq!(rows.len(), 4);
    assert_eq!(rows[2][..3], ["<stdin>", "2", "1"]);
    assert!(
        notes.last().unwrap().starts_with("- `auto` on <stdin>: 1 x lanes, grids are 9x9"),
        "{notes:?}"
    );
    let ran = ran.says("error: no-such-file: ").says("error: <stdin>:2:81: expected 81 symbols");
    ran.says("warning: <stdin>:3: row 1 has 3 twice").says("3 rows in ");
    let empty = run(&["bench"]).exits(2).says("error: <stdin>: empty input");
    assert_eq!(empty.out, "");
    let bad = run_on(&EASY[1..], &["bench"]).exits(2).says("expected 81 symbols");
    assert_eq!(bad.out, "");
    let none = run_on("# nothing\n", &["bench", "--from", "line"]).exits(2);
    assert_eq!(none.says("error: <stdin>: no Sudoku puzzle found").out, "");
}

#[test]
fn wrong_arguments_are_refused() {
    for (arguments, message) in [
        (&["--runs", "0"][..], "expected a number of runs, 1 to 1000"),
        (&["--runs", "x"], "expected a number of runs"),
        (&["--engine", "links,dlx"], "possible values: auto, lanes, bits"),
        (&["--cut", "0"], "expected a number of seconds above 0"),
        (&["--limit", "0"], "the limit must be at least 1"),
        (&["--size", "9", "--box", "2x2"], "contradict each other"),
    ] {
        let ran = run(&[&["bench"], arguments, &["puzzles/toy.dlx"]].concat()).exits(2);
        assert_eq!(ran.says(message).out, "");
    }
}

#[test]
fn when_the_time_is_up_the_rows_that_are_done_stay() {
    let arguments = ["bench", "--timeout", "1", "--runs", "1", "--engine", "naive", "-q"];
    let files = ["puzzles/toy.dlx", "puzzles/pentominoes6x10.dlx", "puzzles/toy.dlx"];
    let ran = run(&[&arguments[..], &files].concat()).exits(3);
    let (rows, _) = table(&ran);
    assert_eq!((rows.len(), rows[2][0]), (4, "puzzles/toy.dlx"));
    assert_eq!(ran.err, "stopped: the time was up; 2 records were read\n");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_its_rows() {
    use std::io::Read;
    use std::process::Command;
    let files = ["puzzles/toy.dlx", "puzzles/pentominoes6x10.dlx"];
    let mut child =
        start(&[&["bench", "--engine", "naive", "--cut", "600", "-q"], &files[..]].concat());
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut text = String::new();
    // The head, and the first row, which is seen before the second is there.
    for _ in 0..3 {
        stdout.read_line(&mut text).unwrap();
    }
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
    stdout.read_to_string(&mut text).unwrap();
    let ran = Ran { out: text, ..Ran::wait(child) }.exits(3);
    assert_eq!(table(&ran).0[2][0], "puzzles/toy.dlx");
    ran.says("stopped: interrupted; ");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let mut child = start(&["bench", "-q", "--runs", "1", "puzzles/toy.dlx", "puzzles/toy.dlx"]);
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(first.starts_with("| file"));
    Ran::wait(child).exits(0).silent();
}
