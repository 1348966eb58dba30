//! `sample`: solutions drawn at random.

use crate::program::{CLASHING, EASY, Ran, SOLVED, run, run_on, start};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{Read, Write};

const QUEENS: &str = "puzzles/queens8.dlx";

/// A solution as a set of options.
fn set(line: &str) -> BTreeSet<&str> {
    line.split(" | ").collect()
}

fn set_of(line: &str) -> BTreeSet<String> {
    set(line).into_iter().map(str::to_owned).collect()
}

fn drawn(number: &str, more: &[&str]) -> Ran {
    run(&[&["sample", number, QUEENS], more].concat()).exits(0).silent()
}

#[test]
fn every_sample_is_a_solution_and_every_solution_is_drawn() {
    for path in ["puzzles/toy-secondary.dlx", "puzzles/colours.dlx", "puzzles/multiplicities.dlx"] {
        let all = run(&["solve", "--all", "-q", path]).exits(0);
        let samples = run(&["sample", "2000", "-q", path]).exits(0);
        assert_eq!(samples.lines().len(), 2000, "{path}");
        let sets = |ran: &Ran| -> BTreeSet<Vec<String>> {
            let sorted = |line: &&str| {
                let mut options: Vec<_> = line.split(" | ").map(str::to_owned).collect();
                options.sort_unstable();
                options
            };
            ran.lines().iter().map(sorted).collect()
        };
        assert_eq!(sets(&samples), sets(&all), "{path}");
    }
}

#[test]
fn no_solution_is_drawn_more_often_than_others() {
    // Of 9200 draws from 92, each has 100 on average, with a deviation of 10: six of them are never
    // seen.
    let ran = drawn("9200", &[]);
    let mut times = BTreeMap::new();
    for line in ran.lines() {
        *times.entry(line).or_insert(0) += 1;
    }
    assert_eq!(times.len(), 92);
    assert!(times.values().all(|times| (40..=160).contains(times)), "{times:?}");
}

#[test]
fn a_seed_is_a_place_in_the_random_numbers() {
    let first = drawn("20", &[]).out;
    assert_eq!(drawn("20", &["--seed", "0"]).out, first);
    let other = drawn("20", &["--seed", "1"]).out;
    assert_ne!(other, first);
    assert_eq!(drawn("20", &["--seed", "1"]).out, other);
    assert_ne!(drawn("20", &["--seed", "18446744073709551615"]).out, other);
    for seed in ["-1", "x", "18446744073709551616", "1.5"] {
        let seed = format!("--seed={seed}");
        run(&["sample", "1", &seed, QUEENS])
            .exits(2)
            .says("expected a number from 0 to 18446744073709551615");
    }
}

#[test]
fn fewer_samples_are_the_first_of_more() {
    let (few, many) = (drawn("5", &[]), drawn("50", &[]));
    assert_eq!(few.lines(), many.lines()[..5]);
}

#[test]
fn problems_have_random_numbers_of_their_own() {
    let two = |number| run(&["sample", number, "-q", QUEENS, QUEENS]).exits(0);
    let (few, many) = (two("10"), two("30"));
    assert_ne!(few.lines()[..10], few.lines()[10..]);
    // How many are drawn for the first does not matter for the second.
    assert_eq!(few.lines()[10..], many.lines()[30..40]);
}

#[test]
fn they_are_written_as_solutions_are() {
    let lines = |arguments: &[&str]| run_on(EASY, arguments).exits(0).silent().out;
    assert_eq!(lines(&["sample", "2"]), format!("{SOLVED}\n{SOLVED}\n"));
    let one = ["sample", "1", "--to", "grid"];
    assert_eq!(lines(&one), lines(&["solve", "--to", "grid"]));
    let drawing = lines(&["sample", "2", "--to", "grid"]);
    assert_eq!(drawing.split("\n\n").count(), 2);
    let ran = drawn("3", &["--json"]);
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&object["kind"], &object["seed"]), (&"cover".into(), &0.into()));
    assert_eq!((&object["count"], &object["total"]), (&3.into(), &92.into()));
    let plain = drawn("3", &[]);
    for (solution, line) in object["solutions"].as_array().unwrap().iter().zip(plain.lines()) {
        let options = solution.as_array().unwrap().iter().map(|option| option.as_str().unwrap());
        assert_eq!(options.collect::<BTreeSet<_>>(), set(line));
    }
    assert_eq!(run_on("0:1|a\na\n", &["sample", "99"]).lines().len(), 99);
    assert_eq!(run_on("0:1|a\n", &["sample", "1", "--from", "dlx"]).exits(0).out, "()\n");
}

#[test]
fn of_nothing_nothing_is_drawn() {
    assert_eq!(run_on("p q\nq\n", &["sample", "9", "-q"]).exits(0).silent().out, "none\n");
    let ran = run_on(format!("{CLASHING}\n{EASY}\n{}\n", &EASY[1..]), &["sample", "1"]).exits(2);
    assert_eq!(ran.lines(), ["none", SOLVED, "error"]);
    let ran = ran.says("warning: <stdin>:1: row 1 has 3 twice\n");
    ran.says(": 1 solved, 1 without a solution, 1 failed\n");
    let ran = run_on(CLASHING, &["sample", "5", "--json", "-q"]).exits(0);
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&object["solutions"], &object["complete"]), (&Value::Array(vec![]), &true.into()));
    assert_eq!(object["clash"], "row 1 has 3 twice");
    assert_eq!((&object["total"], &object["seed"]), (&0.into(), &0.into()));
}

#[test]
fn what_would_not_be_fair_is_not_drawn() {
    let blank = ".".repeat(256);
    let ran = run_on(blank.as_str(), &["sample", "5", "--timeout", "0.3"]).exits(3);
    assert_eq!(ran.out, "unknown\n");
    ran.says("stopped: the time was up");
    let ran = run_on(blank, &["sample", "5", "--timeout", "0.3", "--json"]).exits(3);
    assert!(ran.out.contains(r#""solutions":[],"complete":false,"stop":"deadline""#));
}

#[test]
fn without_memory_for_a_diagram_solutions_are_drawn_by_counts() {
    let all: HashSet<_> = drawn("2000", &[]).lines().into_iter().map(set_of).collect();
    let by_counts = drawn("2000", &["--memory", "1"]);
    assert_eq!(by_counts.lines().into_iter().map(set_of).collect::<HashSet<_>>(), all);
    assert_eq!(all.len(), 92);
}

#[test]
fn a_number_is_expected() {
    for number in ["0", "-1", "x", "1.5", QUEENS] {
        run(&["sample", "--", number, QUEENS]).exits(2).says("at least 1");
    }
    let too_large = ["sample", "18446744073709551616", QUEENS];
    run(&too_large).exits(2).says("must be at most 18446744073709551615");
    run(&["sample"]).exits(2).says("<N>");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    for form in ["line", "grid", "json"] {
        let mut child = start(&["sample", "18446744073709551615", "--to", form]);
        let mut stdin = child.stdin.take().unwrap();
        writeln!(stdin, "{EASY}").unwrap();
        drop(stdin);
        let mut first = [0; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        Ran::wait(child).exits(0).silent();
    }
}

#[test]
fn samples_that_take_too_long_are_as_good_as_all() {
    let ran = run(&["sample", "18446744073709551615", "--timeout", "0.5", QUEENS]).exits(3);
    let few = drawn("10", &[]);
    assert_eq!(ran.lines()[..10], few.lines());
    ran.says("stopped: the time was up");
}
