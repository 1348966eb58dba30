//! `trace`: the steps of dancing links.

use crate::program::{CLASHING, run, run_on, start};
use serde_json::Value;

const FOUR: &str = "1...3..2...3..2.\n";

#[test]
fn the_trace_of_the_toy_fits_on_two_screens() {
    let text = run(&["trace", "-q", "puzzles/toy.dlx"]).exits(0).silent().out;
    assert_eq!(run(&["trace", "-q", "--engine", "links", "puzzles/toy.dlx"]).out, text);
    assert!(text.starts_with("toy.dlx\n7 items, 6 options\n"), "{text}");
    assert!(text.contains("\n    48     3  solution: A D | C E F | B G\n"), "{text}");
    assert!(text.ends_with("\nthe search is complete: 67 steps, 6 nodes, 1 solution\n"), "{text}");
    assert!(text.lines().count() <= 102, "{}", text.lines().count());
}

#[test]
fn a_sudoku_is_traced_without_what_its_clues_decide() {
    let text = run_on(FOUR, &["trace", "-q"]).exits(0).silent().out;
    assert!(text.starts_with("Sudoku of 4x4, <stdin>:1\n44 items, 21 options\n"), "{text}");
    let grid = ["1 2 | 3 4", "3 4 | 1 2", "----+----", "2 1 | 4 3", "4 3 | 2 1"];
    let grid: String = grid.iter().map(|line| format!("{:15}{line}\n", "")).collect();
    assert!(text.contains(&grid), "{text}");
    run_on(FOUR, &["trace", "--variant", "diagonal"]).exits(0);
}

#[test]
fn every_format_has_the_same_steps() {
    let json = run(&["trace", "-q", "--json", "puzzles/toy.dlx"]).exits(0).silent().out;
    assert_eq!(run(&["trace", "-q", "--to", "json", "puzzles/toy.dlx"]).out, json);
    let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 69);
    assert_eq!(lines[68]["end"]["nodes"], 6);
    let svg = run(&["trace", "-q", "--to", "svg", "puzzles/toy.dlx"]).exits(0).silent().out;
    assert_eq!(svg.matches("class=\"step\"").count(), 67);
    let html = run(&["trace", "-q", "--to", "html", "puzzles/toy.dlx"]).exits(0).silent().out;
    assert!(html.starts_with("<!DOCTYPE html>") && html.matches("\"step\":").count() == 67);
    let dot = run(&["trace", "-q", "--to", "dot", "puzzles/toy.dlx"]).exits(0).silent().out;
    assert!(dot.starts_with("digraph") && dot.matches(" -> ").count() == 5, "{dot}");
}

#[test]
fn the_end_says_whether_there_are_more_steps() {
    let ran = run(&["trace", "--limit", "5", "puzzles/toy.dlx"]).exits(0);
    assert!(ran.out.ends_with("\nthe first 5 steps of more: 2 nodes and 0 solutions up to here\n"));
    let ran = run(&["trace", "puzzles/queens8.dlx"]).exits(0);
    assert!(ran.out.contains("\nthe first 1000 steps of more: "), "{}", ran.out);
    let svg = run(&["trace", "--to", "svg", "puzzles/queens8.dlx"]).exits(0).out;
    assert_eq!(svg.matches("class=\"step\"").count(), 200);
    run(&["trace", "--limit", "0", "puzzles/toy.dlx"])
        .exits(2)
        .says("the limit must be at least 1");
}

#[test]
fn what_can_not_be_traced_is_an_error() {
    for form in ["text", "json", "dot"] {
        let ran = run_on("2|a\na\na\na\n", &["trace", "--to", form]).exits(2);
        assert!(ran.out.is_empty() || ran.out.starts_with("{\"file\""), "{}", ran.out);
        ran.says("error: <stdin>: ");
    }
    run_on(CLASHING, &["trace"]).exits(2).says("error: <stdin>:1: row 1 has 3 twice");
    run_on("1234341221434321\n", &["trace"]).exits(2).says("no item is left to cover");
    run(&["trace", "no-such-file"]).exits(2).says("error: no-such-file: ");
    run_on(FOUR.repeat(2), &["trace"]).exits(2).says("expected one problem");
    run(&["trace", "--engine", "bits", "puzzles/toy.dlx"]).exits(2).says("possible values: links");
    run(&["trace", "--to", "line", "puzzles/toy.dlx"]).exits(2).says("text, json, svg, html, dot");
    let ran = run_on(CLASHING, &["trace", "--json"]).exits(2);
    assert!(ran.out.contains("row 1 has 3 twice"), "{}", ran.out);
}

/// A long trace ends when its time is up, and when its reader has closed the pipe.
#[test]
fn a_long_trace_can_be_stopped() {
    let many = ["trace", "--limit", "1000000000", "puzzles/pentominoes6x10.dlx"];
    let ran = run(&[&many[..], &["--timeout", "0.3"]].concat()).exits(3);
    assert!(ran.out.contains(" steps of more: "), "{}", ran.out.len());
    let mut child = start(&many);
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}
