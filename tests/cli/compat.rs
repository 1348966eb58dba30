//! `compat`: the documents on their own puzzles and on others, held against an engine.

use crate::program::{CLASHING, EASY, Ran, SOLVED, blank, run, run_on};
use serde_json::Value;

/// The lines that say whether a document agrees.
fn verdicts(ran: &Ran) -> Vec<&str> {
    let is_verdict =
        |line: &&str| [": agree;", ": disagree;", ": unknown;"].iter().any(|w| line.contains(w));
    ran.out.lines().filter(is_verdict).collect()
}

#[test]
fn every_document_agrees_on_its_own_puzzles() {
    let table = [
        ("lecture", &["problem 1", "problem 2"][..]),
        ("euler96", &["example"]),
        ("agent", &["grid", "grid2"]),
        ("lab", &["s", "s2", "s3", "s4", "s5", "s6", "m", "h"]),
        ("norvig16", &["grid1"]),
    ];
    for (document, names) in table {
        let ran = run(&["compat", document, "--quiet"]).exits(0).silent();
        let verdicts = verdicts(&ran);
        assert_eq!(verdicts.len(), names.len(), "{}", ran.out);
        for name in names {
            let begin = format!("{document}: {name}: agree; ");
            assert!(verdicts.iter().any(|line| line.starts_with(&begin)), "{begin}: {}", ran.out);
        }
    }
}

#[test]
fn a_document_prints_what_it_prints() {
    let lecture = run(&["compat", "lecture"]).exits(0);
    let first =
        "4 8 3 |9 2 1 |6 5 7 \n9 6 7 |3 4 5 |8 2 1 \n2 5 1 |8 7 6 |4 9 3 \n------+------+------\n";
    assert!(lecture.out.starts_with(first), "{}", lecture.out);
    lecture.says("lecture: 55 nodes in ").says("2 puzzles in ").says(": 2 agreed\n");

    let euler = run(&["compat", "euler96", "puzzles/formats/euler.txt"]).exits(0);
    assert_eq!(euler.lines()[1..], ["483"], "{}", euler.out);

    let lab = run(&["compat", "lab"]).exits(0).out;
    assert!(lab.starts_with("[[8, 9, 7, 6, 4, 2, 3, 1, 5], [5, 1, 4,"), "{lab}");
    assert!(
        lab.contains("\nSudoku Unsolvable\nlab: h: agree; lab: stuck with 56 cells open"),
        "{lab}"
    );

    let two = run(&["compat", "norvig16", "puzzles/sixteen.txt", "puzzles/sixteen.txt"]).exits(0);
    let last = two.lines().pop().unwrap();
    assert!(last.starts_with("Solved 2 of 2  puzzles (avg "), "{last}");
    assert!(two.out.contains("\n8 f b 1 |6 2 a e |c 7 d 3 |g 9 4 5 \n"), "{}", two.out);
    assert!(two.out.contains("norvig16 as printed: solved, 4 nodes in "), "{}", two.out);
    assert!(two.out.contains("norvig16 as meant: solved, 1 node in "), "{}", two.out);
}

#[test]
fn the_lab_is_told_what_no_strategies_can_do() {
    let ran = run(&["compat", "lab"]).exits(0);
    let line = |name: &str| verdicts(&ran).into_iter().find(|line| line.starts_with(name)).unwrap();
    let h = line("lab: h:");
    assert!(h.contains("; engine: 30 solutions, "), "{h}");
    assert!(h.ends_with("; no list of strategies can solve it"), "{h}");
    assert!(line("lab: s2:").contains("; engine: 17604 solutions, "));
    assert!(line("lab: s4:").starts_with("lab: s4: agree; the clues clash; engine: no solution, "));
    assert!(line("lab: m:").contains("; lab: solved, "));
    // Hidden singles are not enough for a puzzle with one solution: a search is.
    let hard = run(&["compat", "lab", "puzzles/agent.txt"]).exits(0);
    let last = verdicts(&hard).pop().unwrap().to_owned();
    assert!(
        last.contains("; lab: stuck with ") && last.ends_with("; a search solves it"),
        "{last}"
    );
    ran.says("warning: lab: s4: Sudoku Invalid: column 2 has 6 twice, in s[6][2] and s[8][2]\n");
}

#[test]
fn any_format_that_fits_is_taken() {
    let files = ["drawn.txt", "euler.txt", "numbers.txt", "python.txt"];
    let paths = files.map(|file| format!("puzzles/formats/{file}"));
    for document in ["lecture", "euler96", "agent", "lab"] {
        let mut arguments = vec!["compat", document];
        arguments.extend(paths.iter().map(String::as_str));
        let ran = run(&arguments).exits(0);
        assert_eq!(verdicts(&ran).len(), 4, "{}", ran.out);
        let ran = run_on(EASY, &["compat", document, "-"]).exits(0);
        assert!(verdicts(&ran)[0].starts_with("<stdin>:1: agree;"), "{}", ran.out);
    }
    let four = run_on("1234341221..43..\n", &["compat", "euler96", "-"]).exits(0);
    assert!(verdicts(&four)[0].contains("engine: one solution"), "{}", four.out);
    let diagonal = ["compat", "agent", "--variant", "diagonal", "--twins", "puzzles/diagonal.txt"];
    let ran = run(&diagonal).exits(0);
    assert!(verdicts(&ran)[0].contains("agent with diagonals and twins: solved, "), "{}", ran.out);
    let plain = run(&["compat", "agent", "puzzles/diagonal.txt"]).exits(0);
    assert!(verdicts(&plain)[0].contains("engine: 2 solutions or more"), "{}", plain.out);
}

#[test]
fn the_trace_tells_every_step() {
    let ran = run_on("1.......2......3\n", &["compat", "euler96", "--trace", "-"]).exits(0);
    let lines = ran.lines();
    assert_eq!(lines[..2], ["<stdin>:1: euler96", "(0, 1) is not 1: (0, 0) has it"]);
    let guess = lines.iter().position(|line| line.starts_with("try (")).unwrap();
    assert!(
        lines[guess + 1].starts_with("  ("),
        "what follows from a guess is set in: {}",
        ran.out
    );
    assert!(lines.iter().any(|line| line.trim_start() == "solved"), "{}", ran.out);

    let ran = run(&["compat", "lecture", "--json", "--trace", "--quiet"]).exits(0).silent();
    let objects: Vec<Value> =
        ran.lines().iter().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert_eq!(objects.len(), 2);
    assert_eq!(objects[0]["runs"][0]["grid"], SOLVED);
    for object in &objects {
        assert_eq!(object["result"], "agree");
        assert_eq!(object["engine"]["count"], 1);
        let steps = object["runs"][0]["steps"].as_array().unwrap();
        assert_eq!(steps[0]["step"], "eliminated");
        assert_eq!(steps.last().unwrap()["step"], "solved");
        let count = |name: &str| steps.iter().filter(|step| step["step"] == name).count();
        let depth = steps.last().unwrap()["depth"].as_u64().unwrap();
        assert_eq!(count("guessed") - count("taken-back"), usize::try_from(depth).unwrap());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let table: [(&[&str], &str, &str); 5] = [
        (&["lecture"], "puzzles/sixteen.txt", "a grid of 16x16: this method is for 9x9"),
        (&["lab"], "puzzles/sixteen.txt", "a grid of 16x16: this method is for 9x9"),
        (&["norvig16"], "puzzles/lecture.txt", "a grid of 9x9: this method is for 16x16"),
        (&["euler96", "--box", "2x8"], "puzzles/sixteen.txt", "as high as they are wide"),
        (&["agent"], "puzzles/toy.dlx", "the documents solve Sudoku"),
    ];
    for (arguments, path, message) in table {
        for format in [&[][..], &["--json"]] {
            let ran = run(&[&["compat"], arguments, format, &[path][..]].concat()).exits(2);
            let ran = ran.says("error: ").says(message);
            assert!(ran.out.contains("error"), "{}", ran.out);
        }
    }
    for (arguments, message) in [
        (["lecture", "--variant=diagonal"], "of the five documents only agent"),
        (["lab", "--twins"], "of the five documents only agent"),
        (["udacity", "--trace"], "possible values: lecture, euler96, agent, lab, norvig16"),
    ] {
        let ran = run(&[&["compat"], &arguments[..]].concat()).exits(2).says(message);
        assert_eq!(ran.out, "");
    }
}

#[test]
fn a_bad_record_does_not_stop_the_others() {
    let input = format!("{EASY}\n{}\n{CLASHING}\n{EASY}\n", &EASY[1..]);
    let ran = run_on(input.as_str(), &["compat", "euler96", "-"]).exits(2);
    let ran = ran.says("error: <stdin>:2:").says("warning: <stdin>:3: row 0 has 3 twice");
    let lines = ran.lines();
    assert_eq!((lines.len(), lines[1]), (4, "error"), "{}", ran.out);
    assert!(lines[2].starts_with("<stdin>:3: agree; the clues clash; engine: no solution, "));
    ran.says("no sum: 2 of 3 puzzles were solved\n").says("4 puzzles in ");
}

#[test]
fn time_stops_a_document_that_would_take_an_age() {
    let blank = ".".repeat(625);
    let ran =
        run_on(blank, &["compat", "euler96", "--size", "25", "--timeout", "0.3", "-"]).exits(3);
    let [line] = ran.lines()[..] else { panic!("one line: {}", ran.out) };
    assert!(line.starts_with("<stdin>:1: unknown; euler96: stopped, "), "{line}");
    ran.says("stopped: the time was up; 1 record was read\n");
}

#[test]
fn a_grid_without_clues_is_solved_or_stuck() {
    for (document, answer) in
        [("lecture", "solved, "), ("euler96", "solved, "), ("lab", "stuck with 81 cells open, ")]
    {
        let ran = run_on(blank(), &["compat", document, "-"]).exits(0);
        let verdict = verdicts(&ran)[0];
        assert!(verdict.contains(&format!("; {document}: {answer}")), "{verdict}");
        assert!(verdict.contains(" solutions or more, "), "{verdict}");
    }
}
