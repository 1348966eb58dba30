//! `solve`, `count` and `check` on problems whose answers are known.

use crate::program::{CLASHING, EASY, Ran, SOLVED, blank, run, run_on};
use std::fs;

/// The puzzles of a file of `puzzle:count:solution` lines.
fn known(path: &str) -> Vec<Vec<String>> {
    let text = fs::read_to_string(format!("{}/{path}", crate::program::ROOT)).unwrap();
    let puzzles = text.lines().filter(|line| !line.starts_with('#'));
    puzzles.map(|line| line.split(':').map(str::to_owned).collect()).collect()
}

const FILES: [&str; 6] = [
    "puzzles/lecture.txt",
    "puzzles/euler96.txt",
    "puzzles/agent.txt",
    "puzzles/lab.txt",
    "puzzles/sixteen.txt",
    "puzzles/sizes.txt",
];

#[test]
fn a_limit_is_a_number_of_results() {
    for (number, verb) in [
        (&["cheapest", "-k", "3"][..], &["cheapest", "puzzles/costs.dlx"][..]),
        (&["generate", "3"], &["generate"]),
        (&["grid", "3"], &["grid"]),
    ] {
        let expected = run(&[number, &verb[1..]].concat()).exits(0).out;
        assert_eq!(expected.lines().count(), 3);
        let ran = run(&[verb, &["--limit", "3"]].concat()).exits(0);
        assert_eq!(ran.out, expected);
        run(&[verb, &["--limit", "0"]].concat()).exits(2).says("must be at least 1");
    }
    // There the files come after N.
    let (queens, toy) = ("puzzles/queens8.dlx", "puzzles/toy.dlx");
    for files in [&[queens][..], &[queens, toy], &[queens, "-"], &["-"], &[]] {
        let input = "a b\na\nb\n";
        let expected = run_on(input, &[&["sample", "3"], files].concat()).exits(0).out;
        let ran = run_on(input, &[&["sample", "--limit", "3"], files].concat()).exits(0);
        assert_eq!(ran.out, expected, "{files:?}");
    }
    run(&["sample", queens]).exits(2).says("invalid value 'puzzles/queens8.dlx' for '<N>': ");
    run(&["sample"]).exits(2).says("<N>");
    for verb in ["generate", "grid"] {
        run(&[verb, "3", "--limit", "3"]).exits(2).says("cannot be used with");
    }
}

#[test]
fn every_known_count_is_counted() {
    for path in FILES {
        let counts: Vec<_> = known(path).iter().map(|fields| fields[1].clone()).collect();
        assert_eq!(run(&["count", path]).exits(0).lines(), counts, "{path}");
    }
    let path = "puzzles/diagonal.txt";
    let diagonal = known(path);
    let counts: Vec<_> = diagonal.iter().map(|fields| fields[1].clone()).collect();
    assert_eq!(run(&["count", "--variant", "diagonal", path]).exits(0).lines(), counts);
    assert_eq!(run_on(diagonal[0][0].as_str(), &["count"]).out, "2348\n");
}

#[test]
fn every_known_solution_is_found_in_the_signs_of_the_puzzle() {
    for path in FILES {
        let ran = run(&["solve", path]).exits(0);
        let puzzles = known(path);
        assert_eq!(ran.lines().len(), puzzles.len(), "{path}");
        for (fields, line) in puzzles.iter().zip(ran.lines()) {
            match fields.get(2) {
                Some(solution) => assert_eq!(line, solution, "{path}"),
                None if fields[1] == "0" => assert_eq!(line, "none", "{path}"),
                None => assert_eq!(line.len(), 81, "{path}"),
            }
        }
    }
}

#[test]
fn every_puzzle_is_checked() {
    for path in FILES {
        let words: Vec<_> = known(path)
            .iter()
            .map(|fields| match fields[1].as_str() {
                "0" => "none",
                "1" => "unique",
                _ => "multiple",
            })
            .collect();
        let code = i32::from(words.iter().any(|&word| word != "unique"));
        assert_eq!(run(&["check", path]).exits(code).lines(), words, "{path}");
    }
}

#[test]
fn exact_covers_are_counted_and_checked() {
    let table = [
        ("toy", "1", "unique"),
        ("toy-secondary", "5", "multiple"),
        ("queens8", "92", "multiple"),
        ("langford7", "26", "multiple"),
        ("langford8", "150", "multiple"),
        ("colours", "18", "multiple"),
    ];
    for (name, count, word) in table {
        let path = format!("puzzles/{name}.dlx");
        assert_eq!(run(&["count", &path]).exits(0).lines(), [count], "{name}");
        let code = i32::from(word != "unique");
        assert_eq!(run(&["check", &path]).exits(code).lines(), [word], "{name}");
        let lines = run(&["solve", "--all", &path]).exits(0).lines().len();
        assert_eq!(lines.to_string(), count, "{name}");
    }
}

#[test]
fn a_solution_of_a_cover_is_its_options() {
    let ran = run(&["solve", "puzzles/toy.dlx"]).exits(0).silent();
    let mut options: Vec<_> = ran.out.trim_end().split(" | ").collect();
    options.sort_unstable();
    assert_eq!(options, ["A D", "B G", "C E F"]);
}

#[test]
fn drawn_solutions_have_an_empty_line_between_them() {
    let ran = run(&["solve", "--to", "grid", "--all", "puzzles/langford7.dlx"]).exits(0);
    assert_eq!(ran.out.split("\n\n").count(), 26);
    assert!(!ran.out.starts_with('\n') && !ran.out.ends_with("\n\n"));
    let ran = run_on(format!("{EASY}\n{CLASHING}\n{EASY}\n"), &["solve", "--to", "grid"]).exits(0);
    let parts: Vec<_> = ran.out.split("\n\n").collect();
    assert_eq!((parts.len(), parts[1]), (3, "none"));
    assert!(parts[0].starts_with("4 8 3 | 9 2 1 | 6 5 7\n9 6 7 | "), "{}", ran.out);
    assert_eq!(parts[0].to_owned() + "\n", parts[2]);
}

#[test]
fn an_item_without_options_leaves_no_solution() {
    assert_eq!(run_on("p q\nq\n", &["solve"]).exits(0).out, "none\n");
    assert_eq!(run_on("p\n", &["count", "--from", "dlx"]).exits(0).out, "0\n");
}

#[test]
fn limits_end_a_search() {
    let count = |limit: &str| run(&["count", "--limit", limit, "puzzles/queens8.dlx"]);
    assert_eq!(count("10").exits(3).out, ">=10\n");
    assert_eq!(count("93").exits(0).out, "92\n");
    let solve = |limit: &str| run(&["solve", "--limit", limit, "puzzles/queens8.dlx"]);
    assert_eq!(solve("10").exits(0).lines().len(), 10);
    assert_eq!(solve("93").exits(0).lines().len(), 92);
    assert_eq!(run(&["solve", "puzzles/queens8.dlx"]).exits(0).lines().len(), 1);
    let first = run_on(blank(), &["solve", "--limit", "3"]).exits(0).silent();
    assert_eq!(first.lines().len(), 3);
}

#[test]
fn all_solutions_are_different_and_extend_the_puzzle() {
    let lab = known("puzzles/lab.txt");
    let puzzle = &lab.iter().find(|fields| fields[1] == "30").unwrap()[0];
    let ran = run_on(puzzle.as_str(), &["solve", "--all"]).exits(0);
    let mut lines = ran.lines();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 30);
    let extends = |line: &&str| puzzle.chars().zip(line.chars()).all(|(p, s)| p == '.' || p == s);
    assert!(lines.iter().all(extends));
}

#[test]
fn clashing_clues_have_no_solution_and_a_warning() {
    for (verb, answer, code) in [("solve", "none", 0), ("count", "0", 0), ("check", "none", 1)] {
        let ran = run_on(CLASHING, &[verb]).exits(code);
        assert_eq!(
            (ran.lines(), ran.err.as_str()),
            (vec![answer], "warning: <stdin>:1: row 1 has 3 twice\n")
        );
        run_on(CLASHING, &[verb, "--quiet"]).exits(code).silent();
    }
}

#[test]
fn engines_agree() {
    for path in ["puzzles/toy-secondary.dlx", "puzzles/colours.dlx", "puzzles/lab.txt"] {
        let counts = |engine| run(&["count", "--engine", engine, path]).exits(0).out;
        let naive = counts("naive");
        for engine in ["links", "bits", "multiple"] {
            assert_eq!(naive, counts(engine), "{path} {engine}");
        }
    }
    let count = |engine| run(&["count", "--engine", engine, "puzzles/multiplicities.dlx"]).exits(0);
    for engine in ["auto", "multiple", "naive"] {
        assert_eq!(count(engine).out, "46\n", "{engine}");
    }
}

#[test]
fn files_are_answered_in_their_order() {
    let files = ["puzzles/toy.dlx", "-", "puzzles/lecture.txt", "puzzles/queens8.dlx"];
    let ran = run_on(blank(), &[&["check", "--no-filename"], &files[..]].concat()).exits(1);
    assert_eq!(ran.lines(), ["unique", "multiple", "unique", "unique", "multiple"]);
    ran.says("5 problems in ").says(" s: 3 unique, 2 multiple\n");
}

#[test]
fn totals_are_for_more_than_one() {
    run(&["check", "puzzles/toy.dlx"]).exits(0).silent();
    run(&["check", "puzzles/lecture.txt"]).exits(0).says("2 puzzles in ").says(" s: 2 unique\n");
    run(&["check", "--quiet", "puzzles/lecture.txt"]).exits(0).silent();
    run(&["count", "puzzles/lab.txt"])
        .exits(0)
        .says("8 solved, 1 without a solution; 17640 solutions\n");
}

#[test]
fn exit_codes_can_be_those_of_sat_solvers() {
    let sat = |verb, input: &str| -> Ran { run_on(input, &[verb, "--exit-code", "sat", "-q"]) };
    for verb in ["solve", "count", "check"] {
        sat(verb, EASY).exits(10);
        sat(verb, &format!("{EASY}\n{CLASHING}\n{EASY}\n")).exits(20);
        sat(verb, &format!("{CLASHING}\n{}\n", &EASY[1..])).exits(2);
    }
    sat("check", &blank()).exits(10);
    run_on(blank(), &["count", "--limit", "5", "--exit-code", "sat"]).exits(10);
    run_on(blank(), &["count", "--timeout", "0.1", "--exit-code", "sat"]).exits(3);
}

#[test]
fn a_solved_puzzle_is_its_own_solution() {
    assert_eq!(run_on(SOLVED, &["solve"]).exits(0).silent().out, format!("{SOLVED}\n"));
    assert_eq!(run_on(SOLVED, &["count"]).exits(0).silent().out, "1\n");
}

#[test]
fn a_reduction_changes_no_answer() {
    for mode in ["auto", "always", "never"] {
        let count = |file| run(&["count", "--reduce", mode, file]).exits(0).out;
        assert_eq!(count("puzzles/toy.dlx"), "1\n");
        assert_eq!(count("puzzles/queens8.dlx"), "92\n");
        assert_eq!(count("puzzles/multiplicities.dlx"), "46\n");
        let check = run(&["check", "--reduce", mode, "puzzles/lecture.txt", "-q"]).exits(0);
        assert!(check.lines().iter().all(|&word| word == "unique"), "{mode}");
    }
    run(&["count", "--reduce", "perhaps", "puzzles/toy.dlx"]).exits(2);
}

#[test]
fn the_cheapest_covers_come_in_the_order_of_their_costs() {
    let cheapest = run(&["solve", "puzzles/costs.dlx"]).exits(0).silent();
    assert_eq!(cheapest.out, "3: a d |1 | b c |2\n");
    let all = run(&["solve", "--all", "puzzles/costs.dlx"]).exits(0).silent();
    let costs = |ran: &Ran| -> Vec<u64> {
        let cost = |line: &&str| line.split_once(": ").unwrap().0.parse().unwrap();
        ran.lines().iter().map(cost).collect()
    };
    assert_eq!(costs(&all), [3, 4, 4, 5, 6, 6, 6, 7, 8, 8, 9, 10]);
    let three = run(&["solve", "--limit", "3", "puzzles/costs.dlx"]).exits(0).silent();
    assert_eq!(costs(&three), [3, 4, 4]);
    let shifts = run(&["solve", "puzzles/shifts.dlx"]).exits(0).silent();
    assert!(shifts.out.starts_with("94: sat-early ann-sat van-sat:north |21 | "), "{}", shifts.out);
    let board = "s1 s2 A B\ns1 A |3\ns2 B |4\ns1 B |1\ns2 A |1\n";
    let drawn = run_on(board, &["solve", "--to", "grid"]).exits(0).silent();
    assert_eq!(drawn.out, "2:\n┌───┬───┐\n│ B │ A │\n└───┴───┘\n");
    assert_eq!(run_on("a b\na |1\n", &["solve", "-q"]).exits(0).silent().out, "none\n");
    assert_eq!(run_on("0:1|a\na |1\n", &["solve"]).exits(0).silent().out, "0: ()\n");
}

#[test]
fn costs_do_not_change_what_is_counted_and_checked() {
    for engine in ["auto", "links", "naive"] {
        let ran = run(&["count", "--engine", engine, "puzzles/costs.dlx"]).exits(0).silent();
        assert_eq!(ran.out, "12\n");
        let ran = run(&["check", "--engine", engine, "puzzles/costs.dlx"]).exits(1).silent();
        assert_eq!(ran.out, "multiple\n");
    }
    assert_eq!(run(&["count", "puzzles/shifts.dlx"]).exits(0).silent().out, "115\n");
    run(&["solve", "--engine", "links", "puzzles/costs.dlx"])
        .exits(0)
        .says("a search of their own, not by engine `links`");
    run(&["solve", "--quiet", "--engine", "links", "puzzles/costs.dlx"]).exits(0).silent();
}
