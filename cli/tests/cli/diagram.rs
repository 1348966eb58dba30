//! `diagram`: the diagram itself; and what all verbs that ask for all solutions at once have in
//! common.

use crate::program::{CLASHING, EASY, run, run_on, start};
use std::fs;

/// These verbs, each as it is asked for the least.
const VERBS: [&[&str]; 4] =
    [&["sample", "1"], &["candidates"], &["cheapest", "--engine", "diagram"], &["diagram"]];

#[test]
fn a_diagram_is_a_text_or_a_drawing() {
    let text = run(&["diagram", "-q", "puzzles/toy-secondary.dlx"]).exits(0).silent().out;
    assert!(text.ends_with('\n') && text.lines().count() > 1, "{text}");
    assert_eq!(run(&["diagram", "-q", "--to", "text", "puzzles/toy-secondary.dlx"]).out, text);
    let drawing = run(&["diagram", "-q", "--to", "dot", "puzzles/toy-secondary.dlx"]).exits(0);
    assert!(drawing.out.starts_with("digraph") && drawing.out.ends_with("}\n"), "{}", drawing.out);
    assert!(!run_on(EASY, &["diagram"]).exits(0).silent().out.is_empty());
    // That there is no solution is a diagram too.
    assert!(!run_on("p q\nq\n", &["diagram", "-q"]).exits(0).silent().out.is_empty());
    run(&["diagram", "--to", "json", "puzzles/toy.dlx"])
        .exits(2)
        .says("possible values: text, dot");
}

#[test]
fn the_output_is_one_diagram() {
    let one = run(&["diagram", "puzzles/toy.dlx"]).exits(0).silent().out;
    let ran = run(&["diagram", "puzzles/toy.dlx", "puzzles/queens8.dlx"]).exits(2);
    assert_eq!(ran.out, one);
    ran.says(
        "error: puzzles/queens8.dlx: the output is one diagram, and another was written already",
    );
    // A problem that can't be read does not count.
    let ran = run(&["diagram", "no-such-file", "puzzles/toy.dlx"]).exits(2);
    assert_eq!(ran.out, one);
    let ran = run_on(CLASHING, &["diagram"]).exits(2);
    assert_eq!(ran.out, "");
    ran.says("error: <stdin>:1: row 1 has 3 twice: there is nothing to draw\n");
}

#[test]
fn what_is_not_complete_is_not_written() {
    let ran = run_on(".".repeat(256), &["diagram", "--timeout", "0.3"]).exits(3);
    assert_eq!(ran.out, "");
    ran.says("stopped: the time was up");
    let ran = run(&["diagram", "--memory", "1", "puzzles/queens8.dlx"]).exits(3);
    assert_eq!(ran.out, "");
    ran.says("warning: puzzles/queens8.dlx: the limit of memory was reached");
}

#[test]
fn an_input_that_can_not_be_read_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty");
    fs::write(&empty, "").unwrap();
    let empty = empty.to_str().unwrap();
    for verb in VERBS {
        let out = if verb == ["diagram"] { "" } else { "error\n" };
        for (path, message) in [
            ("no-such-file", "error: no-such-file: "),
            (empty, ": empty input: expected a Sudoku puzzle or a problem in Knuth's format\n"),
        ] {
            let ran = run(&[verb, &[path]].concat()).exits(2);
            assert_eq!(ran.out, out, "{verb:?}");
            ran.says(message);
        }
        run_on("", verb).exits(2).says("<stdin>: empty input");
        run(&[verb, &["puzzles/toy.dlx", "--engine", "links"]].concat()).exits(2);
        let size = ["--memory", "0"];
        run(&[verb, &size, &["puzzles/toy.dlx"]].concat())
            .exits(2)
            .says("expected a number of bytes");
        // A diagram is made in one thread.
        let ran = run(&[verb, &["--threads", "2", "puzzles/toy.dlx"]].concat());
        ran.exits(if verb[0] == "cheapest" { 0 } else { 2 });
    }
}

#[test]
fn the_answers_do_not_depend_on_how_a_diagram_is_made() {
    for verb in [&["candidates"][..], &["cheapest", "--engine", "diagram", "-k", "9"]] {
        let ran = |more: &[&str]| run(&[verb, more, &["puzzles/costs.dlx"]].concat()).exits(0).out;
        let costs = |text: String| -> Vec<String> {
            text.lines().map(|line| line.split(':').next().unwrap_or(line).to_owned()).collect()
        };
        let expected = costs(ran(&[]));
        for more in [
            &["--order", "fewest"][..],
            &["--order", "frontier"],
            &["--reduce", "always"],
            &["--reduce", "never"],
        ] {
            assert_eq!(costs(ran(more)), expected, "{verb:?} {more:?}");
        }
    }
}

#[test]
fn stats_of_a_diagram_are_printed() {
    for verb in VERBS {
        let ran = run(&[verb, &["--stats", "puzzles/costs.dlx"]].concat()).exits(0);
        for heading in ["engine   ", "reduced  ", "search   ", "memo     ", "time     "] {
            assert!(ran.err.lines().any(|line| line.starts_with(heading)), "{}", ran.err);
        }
        let plain = run(&[verb, &["puzzles/costs.dlx"]].concat()).exits(0).silent();
        assert_eq!(plain.out, ran.out, "{verb:?}");
    }
}

#[test]
fn a_reader_that_left_before_the_diagram_is_no_matter() {
    for form in ["text", "dot"] {
        let mut child = start(&["diagram", "--to", form, "puzzles/queens8.dlx"]);
        drop(child.stdout.take());
        crate::program::Ran::wait(child).exits(0).silent();
    }
}
