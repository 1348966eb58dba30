//! `--stats`: the work of the answers, on stderr and in the objects.

use crate::program::{CLASHING, EASY, Ran, blank, objects, run, run_on};
use serde_json::{Value, json};

/// The text after a heading of the messages.
#[track_caller]
fn after<'a>(ran: &'a Ran, heading: &str) -> &'a str {
    let mut lines = ran.err.lines().filter_map(|line| line.strip_prefix(heading));
    lines.next().unwrap_or_else(|| panic!("no {heading} in: {}", ran.err)).trim_start()
}

#[test]
fn one_problem_has_four_lines() {
    for verb in [&["solve"][..], &["count", "--limit", "1000"], &["check"]] {
        let ran = run(&[verb, &["--stats", "puzzles/queens8.dlx"]].concat());
        assert_eq!(after(&ran, "engine"), "bits: options conflict with many others");
        let reduced = "0 of 64 options removed, 4 of 46 items idle; 1 round and ";
        assert!(after(&ran, "reduced").starts_with(reduced), "{}", ran.err);
        assert!(after(&ran, "search").contains(" nodes, "), "{}", ran.err);
        let times: Vec<_> = after(&ran, "time").split(", ").collect();
        let names = times.iter().map(|time| time.split(' ').next().unwrap());
        assert!(names.eq(["reading", "reducing", "building", "searching"]), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 4, "{}", ran.err);
        let plain = run(&[verb, &["puzzles/queens8.dlx"]].concat()).silent();
        assert_eq!((plain.out, plain.code), (ran.out, ran.code), "{verb:?}");
    }
}

#[test]
fn whoever_asks_gets_it_even_if_quiet() {
    let ran = run(&["check", "--stats", "--quiet", "puzzles/toy.dlx"]).exits(0);
    assert_eq!(ran.err.lines().count(), 4, "{}", ran.err);
    run(&["count", "puzzles/toy.dlx"]).exits(0).silent();
}

#[test]
fn an_engine_that_was_asked_for_is_the_reason() {
    let arguments = ["count", "--stats", "--engine", "links", "--reduce", "never"];
    let ran = run(&[&arguments[..], &["puzzles/toy.dlx"]].concat()).exits(0);
    assert_eq!(after(&ran, "engine"), "links: it was asked for");
    assert_eq!(after(&ran, "reduced"), "not at all");
}

#[test]
fn problems_are_counted_for_each_engine_and_reason() {
    let input = format!("{EASY}\n{CLASHING}\n{EASY}\n{}\n{EASY}\n", &EASY[1..]);
    let ran = run_on(input.as_str(), &["check", "--stats"]).exits(2);
    let engine = "engine   lanes: grids are 9x9; 3 problems\n";
    let ran = ran.says(engine).says("\n         none: clues clash; 1 problem\n");
    assert_eq!(after(&ran, "reduced"), "not at all");
    let ran = run_on(input, &["check", "--stats", "--engine", "cells-wtd"]).exits(2);
    let engine = "engine   cells-wtd: it was asked for; 3 problems\n";
    let ran = ran.says(engine).says("\n         none: clues clash; 1 problem\n");
    // The empty grid is looked at once for all puzzles.
    assert!(after(&ran, "reduced").starts_with("0 of 729 options removed"), "{}", ran.err);
    let ran = run_on(format!("{EASY}\n{EASY}\n"), &["check", "--stats", "--reduce", "always"]);
    assert!(after(&ran, "reduced").starts_with("2 times: "), "{}", ran.err);
}

#[test]
fn a_run_without_any_problem_has_its_times_too() {
    let ran = run(&["count", "--stats", "no-such-file"]).exits(2);
    assert_eq!(after(&ran, "engine"), "none: nothing was searched");
    assert!(after(&ran, "time").starts_with("reading "));
}

#[test]
fn a_run_that_was_stopped_tells_what_it_did() {
    let arguments = ["count", "--stats", "--timeout", "0.2", "--engine", "links"];
    let ran = run_on(blank(), &arguments).exits(3);
    let ran = ran.says("stopped: the time was up");
    let nodes = after(&ran, "search").split(' ').next().unwrap();
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
    assert_eq!(after(&ran, "engine"), "lanes: grids are 9x9");
    assert_eq!(ran.err.lines().count(), 5, "{}", ran.err);
}

/// The totals of a run with `--json`: the last line on stderr.
#[track_caller]
fn totals(ran: &Ran) -> Value {
    let last: Value = serde_json::from_str(ran.err.lines().last().unwrap()).unwrap();
    last["totals"].clone()
}

/// What the lanes did for so many copies of a puzzle: guesses, passes, lane passes, and how full
/// they were.
#[track_caller]
fn work(verb: &[&str], puzzle: &str, copies: usize) -> [f64; 4] {
    let input = format!("{puzzle}\n").repeat(copies);
    let ran = run_on(input, &[verb, &["--stats", "--json"]].concat());
    let (printed, totals) = (after(&ran, "lanes "), totals(&ran));
    let keys = ["guesses", "passes", "lane_passes", "full"];
    let [guesses, passes, lane_passes, full] =
        keys.map(|key| totals["lanes"][key].as_f64().unwrap());
    let plurals = ["", "es"].map(|plural| {
        let guess = if guesses == 1.0 { "guess" } else { "guesses" };
        let full = full * 100.0;
        format!("{guesses} {guess}, {passes} pass{plural}, {full:.1} % full, all problems together")
    });
    assert!(plurals.iter().any(|text| text == printed), "{printed}, {totals}");
    assert!((full - lane_passes / passes / 16.0).abs() < 0.001, "{totals}");
    assert!(totals["lanes"]["branches"].as_f64() <= Some(guesses), "{totals}");
    [guesses, passes, lane_passes, full]
}

#[test]
fn lanes_have_one_line_for_all_puzzles() {
    // With several solutions, no logic knows which.
    let several = format!("{}{}", ".".repeat(9), &EASY[9..]);
    for verb in [&["check"][..], &["count", "--engine", "lanes"], &["solve"], &["solve", "--all"]] {
        // One puzzle is in one lane until there is a guess.
        let [guesses, passes, lane_passes, _] = work(verb, EASY, 1);
        assert!(guesses == 0.0 && passes > 0.0 && lane_passes == passes, "{verb:?}");
        // Each of many has as many passes of its own, but they share them, unless one puzzle comes
        // after the other.
        let [guesses, shared, all, full] = work(verb, EASY, 16);
        assert!(guesses == 0.0 && all == 16.0 * lane_passes, "{verb:?}: {all}");
        match verb.contains(&"--all") {
            true => assert!(shared == all, "{verb:?}: {shared} of {all}"),
            false => assert!(shared < all && full > 0.5, "{verb:?}: {full}"),
        }
        assert!(work(verb, &several, 3)[0] > 0.0, "{verb:?}");
    }
    // Clues that clash need no pass.
    assert_eq!(work(&["check"], &format!("{CLASHING}\n{EASY}"), 1), work(&["check"], EASY, 1));
}

#[test]
fn totals_are_for_programs_too() {
    let input = format!("{EASY}\n{CLASHING}\n{EASY}\n4.3...1.....2...\n");
    let ran = run_on(input, &["count", "--stats", "--json"]).exits(0);
    let totals = totals(&ran);
    let engines = totals["engines"].as_array().unwrap();
    let count = |engine: &Value| engine["problems"].as_u64().unwrap();
    assert_eq!(engines.iter().map(count).sum::<u64>(), 4, "{totals}");
    assert_eq!(engines[0], json!({"engine": "lanes", "why": "grids are 9x9", "problems": 2}));
    assert_eq!(engines[1], json!({"engine": null, "why": "clues clash", "problems": 1}));
    // Those of the 4x4 alone.
    let small = &objects(&ran)[3]["stats"];
    assert_eq!((&totals["nodes"], &totals["updates"]), (&small["nodes"], &small["updates"]));
    assert!(totals["nodes"].as_u64() > Some(0) && totals["lanes"]["passes"].as_u64() > Some(0));
    for time in ["reading", "reducing", "building", "searching"] {
        assert!(totals[time].as_f64() >= Some(0.0), "{time}");
    }
}

#[test]
fn totals_have_nothing_of_lanes_where_there_were_none() {
    for arguments in [&["puzzles/toy.dlx"][..], &["--engine", "bits", "puzzles/lecture.txt"]] {
        let ran = run(&[&["check", "--stats", "--json"], arguments].concat()).exits(0);
        let totals = totals(&ran);
        assert_eq!(totals["lanes"], Value::Null);
        assert_eq!(totals["reduction"]["complete"], json!(true));
        assert!(!ran.err.contains("lanes "), "{}", ran.err);
    }
    let ran = run_on(EASY, &["count", "--stats", "--json"]).exits(0);
    let totals = totals(&ran);
    assert_eq!((&totals["nodes"], &totals["updates"]), (&Value::Null, &Value::Null));
    assert_eq!(totals["reduction"], Value::Null);
    // A search has no memo.
    assert_eq!(totals["memo"], Value::Null);
    // Without any problem, all keys are there.
    let empty = self::totals(&run(&["count", "--stats", "--json", "no-such-file"]).exits(2));
    assert!(empty.as_object().unwrap().keys().eq(totals.as_object().unwrap().keys()));
    assert_eq!((&empty["engines"], &empty["nodes"]), (&json!([]), &json!(0)));
    assert!(!run_on(EASY, &["count", "--json"]).err.contains("totals"));
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
    assert_eq!(after(&ran, "engine"), "cheapest: options have costs");
    let solved = objects(&run(&["solve", "--json", "--stats", "puzzles/costs.dlx"]).exits(0));
    assert_eq!(solved[0]["stats"]["engine"], "cheapest");
    assert!(solved[0]["stats"]["nodes"].as_u64() > Some(0));
}

#[test]
fn reductions_are_printed_for_every_backend() {
    let problem = "a b c\na\na b\nb\nb c\nc a\n";
    let folder = tempfile::tempdir().unwrap();
    let checkpoint = folder.path().join("c.json");
    let checkpoint = ["--checkpoint", checkpoint.to_str().unwrap()];
    for more in [&[][..], &["--engine", "links"], &["--order", "frontier"], &checkpoint] {
        let ran = run_on(problem, &[&["count", "--stats"], more].concat()).exits(0);
        ran.says("reduced  1 of 5 options removed");
    }
}
