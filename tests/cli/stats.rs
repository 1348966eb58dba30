//! `--stats`: what was done for the answers, on stderr and in the objects.

use crate::program::{CLASHING, EASY, Ran, blank, run, run_on};
use serde_json::{Value, json};

#[track_caller]
fn objects(ran: &Ran) -> Vec<Value> {
    ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What stands behind a heading of the messages.
#[track_caller]
fn behind<'a>(ran: &'a Ran, heading: &str) -> &'a str {
    let mut lines = ran.err.lines().filter_map(|line| line.strip_prefix(heading));
    lines.next().unwrap_or_else(|| panic!("no {heading} in: {}", ran.err)).trim_start()
}

#[test]
fn one_problem_has_four_lines() {
    let (dense, many) = ("options conflict with many others", "solutions are many");
    for (verb, why) in [("solve", dense), ("count", many), ("check", dense)] {
        let ran = run(&[verb, "--stats", "puzzles/queens8.dlx"]);
        assert_eq!(behind(&ran, "engine"), format!("bits: {why}"));
        let reduced = "0 of 64 options removed, 4 of 46 items idle; 1 round and ";
        assert!(behind(&ran, "reduced").starts_with(reduced), "{}", ran.err);
        assert!(behind(&ran, "search").contains(" nodes, "), "{}", ran.err);
        let times: Vec<_> = behind(&ran, "time").split(", ").collect();
        let names = times.iter().map(|time| time.split(' ').next().unwrap());
        assert!(names.eq(["reading", "reducing", "building", "searching"]), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 4, "{}", ran.err);
        let plain = run(&[verb, "puzzles/queens8.dlx"]).silent();
        assert_eq!((plain.out, plain.code), (ran.out, ran.code), "{verb}");
    }
}

#[test]
fn whoever_asks_gets_it_even_if_quiet() {
    let ran = run(&["count", "--stats", "--quiet", "puzzles/toy.dlx"]).exits(0);
    assert_eq!(ran.err.lines().count(), 4, "{}", ran.err);
    run(&["count", "puzzles/toy.dlx"]).exits(0).silent();
}

#[test]
fn an_engine_that_was_asked_for_is_the_reason() {
    let arguments = ["count", "--stats", "--engine", "links", "--reduce", "never"];
    let ran = run(&[&arguments[..], &["puzzles/toy.dlx"]].concat()).exits(0);
    assert_eq!(behind(&ran, "engine"), "links: it was asked for");
    assert_eq!(behind(&ran, "reduced"), "not at all");
}

#[test]
fn problems_are_counted_for_each_engine_and_reason() {
    let input = format!("{EASY}\n{CLASHING}\n{EASY}\n{}\n{EASY}\n", &EASY[1..]);
    let ran = run_on(input.as_str(), &["check", "--stats"]).exits(2);
    let engine = "engine   lanes: grids are 9x9; 3 problems\n";
    let ran = ran.says(engine).says("\n         none: clues clash; 1 problem\n");
    assert_eq!(behind(&ran, "reduced"), "not at all");
    let ran = run_on(input, &["check", "--stats", "--engine", "cells-wtd"]).exits(2);
    let engine = "engine   cells-wtd: it was asked for; 3 problems\n";
    let ran = ran.says(engine).says("\n         none: clues clash; 1 problem\n");
    // The empty grid is looked at once for all puzzles.
    assert!(behind(&ran, "reduced").starts_with("0 of 729 options removed"), "{}", ran.err);
    let ran = run_on(format!("{EASY}\n{EASY}\n"), &["check", "--stats", "--reduce", "always"]);
    assert!(behind(&ran, "reduced").starts_with("2 times: "), "{}", ran.err);
}

#[test]
fn a_run_without_any_problem_has_its_times_too() {
    let ran = run(&["count", "--stats", "no-such-file"]).exits(2);
    assert_eq!(behind(&ran, "engine"), "none: nothing was searched");
    assert!(behind(&ran, "time").starts_with("reading "));
}

#[test]
fn a_run_that_was_stopped_tells_what_it_did() {
    let arguments = ["count", "--stats", "--timeout", "0.2", "--engine", "links"];
    let ran = run_on(blank(), &arguments).exits(3);
    let ran = ran.says("stopped: the time was up");
    let nodes = behind(&ran, "search").split(' ').next().unwrap();
    assert!(nodes.parse::<u64>().unwrap() > 1000, "{}", ran.err);
}

#[test]
fn each_object_has_its_own() {
    let input = format!("{EASY}\n{CLASHING}\n");
    for verb in ["solve", "count", "check"] {
        let arguments = [verb, "--json", "--stats", "--engine", "cells-wtd"];
        let objects = objects(&run_on(input.as_str(), &arguments));
        let stats = objects[0]["stats"].as_object().unwrap();
        assert_eq!(
            (&stats["engine"], &stats["why"]),
            (&json!("cells-wtd"), &json!("it was asked for"))
        );
        let reduction = &stats["reduction"];
        assert_eq!((&reduction["removed"], &reduction["idle"]), (&json!(0), &json!(0)));
        assert_eq!((&reduction["rounds"], &reduction["complete"]), (&json!(1), &json!(true)));
        assert!(reduction["work"].as_u64() > Some(0));
        assert!(stats["nodes"].as_u64() > Some(0) && stats["updates"].is_u64());
        for time in ["reading", "reducing", "building", "searching"] {
            assert!(stats[time].as_f64() >= Some(0.0), "{time}");
        }
        let clash = objects[1]["stats"].as_object().unwrap();
        assert!(clash.keys().eq(stats.keys()), "the keys are the same");
        assert_eq!((&clash["engine"], &clash["why"]), (&Value::Null, &json!("clues clash")));
        assert_eq!((&clash["nodes"], &clash["reduction"]), (&json!(0), &Value::Null));
    }
}

#[test]
fn lanes_count_no_nodes() {
    let input = format!("{EASY}\n{CLASHING}\n{EASY}\n");
    for (arguments, why) in [
        (&["check"][..], "grids are 9x9"),
        (&["solve", "--all", "--engine", "lanes"], "it was asked for"),
    ] {
        let asked = [arguments, &["--stats", "--json"]].concat();
        let ran = run_on(input.as_str(), &asked)
            .says("search   0 nodes, 0 updates, without those of the lanes\n");
        let objects = objects(&ran);
        let [stats, clash, _] = [0, 1, 2].map(|at| objects[at]["stats"].as_object().unwrap());
        assert_eq!((&stats["engine"], &stats["why"]), (&json!("lanes"), &json!(why)));
        assert_eq!((&stats["nodes"], &stats["updates"]), (&Value::Null, &Value::Null));
        assert!(stats["searching"].as_f64() >= Some(0.0) && stats["reading"].as_f64() >= Some(0.0));
        assert_eq!(clash["why"], "clues clash");
        assert!(clash.keys().eq(stats.keys()), "the keys are the same");
    }
    let ran = run_on(EASY, &["count", "--stats"]).exits(0).says("search   lanes count no nodes\n");
    assert_eq!(behind(&ran, "engine"), "lanes: grids are 9x9");
}

#[test]
fn objects_are_as_before_without_it() {
    let mut with = objects(&run(&["solve", "--json", "--stats", "puzzles/queens8.dlx"]).exits(0));
    assert!(with[0].as_object_mut().unwrap().remove("stats").is_some());
    assert_eq!(objects(&run(&["solve", "--json", "puzzles/queens8.dlx"]).exits(0)), with);
}

#[test]
fn cheapest_covers_have_a_search_of_their_own() {
    let ran = run(&["solve", "--stats", "puzzles/costs.dlx"]).exits(0);
    assert_eq!(behind(&ran, "engine"), "cheapest: options have costs");
    let solved = objects(&run(&["solve", "--json", "--stats", "puzzles/costs.dlx"]).exits(0));
    assert_eq!(solved[0]["stats"]["engine"], "cheapest");
    assert!(solved[0]["stats"]["nodes"].as_u64() > Some(0));
}
