//! `--progress`: reports on stderr, among the other messages.

use crate::program::{EASY, latin, run, run_on};
use serde_json::Value;

const QUEENS: &str = "puzzles/queens8.dlx";

/// Coins that fall on either side: 16384 solutions.
fn coins() -> String {
    let coins = (0..14).map(|coin| format!("c{coin}\nc{coin}\n")).collect::<String>();
    let names = (0..14).map(|coin| format!("c{coin} ")).collect::<String>();
    format!("{names}\n{coins}")
}

/// The objects of the messages.
fn objects(messages: &str) -> Vec<Value> {
    let objects = messages.lines().filter(|line| line.starts_with('{'));
    objects.map(|line| serde_json::from_str(line).expect("each is JSON")).collect()
}

#[test]
fn the_end_is_an_object_too() {
    for engine in ["auto", "bits", "links", "cells-wtd", "multiple", "naive", "diagram"] {
        let ran = run(&["count", "--engine", engine, "--progress", "json", QUEENS]).exits(0);
        assert_eq!(ran.out, "92\n", "nothing of it is on stdout");
        let last = objects(&ran.err).pop().expect("the end is reported");
        assert_eq!(last["progress"].as_f64(), Some(1.0), "{engine}");
        assert_eq!(last["solutions"].as_u64(), Some(92), "{engine}");
        assert_eq!(last["left"].as_f64(), Some(0.0), "{engine}");
        assert!(last["nodes"].as_u64() > Some(0) && last["seconds"].is_number(), "{engine}");
    }
}

#[test]
fn progress_is_reported_during_a_search() {
    let arguments =
        ["count", "--engine", "links", "--progress", "json", "--progress-every", "1e-9"];
    let ran = run_on(coins(), &arguments).exits(0);
    let shares: Vec<_> =
        objects(&ran.err).iter().map(|object| object["progress"].as_f64().unwrap()).collect();
    assert!(shares.len() > 2 && shares.is_sorted(), "{shares:?}");
    assert!(shares.iter().any(|share| 0.0 < *share && *share < 1.0), "{shares:?}");
}

#[test]
fn a_run_up_to_symmetry_reports_its_stage() {
    let reports = |verb: &[&str], method: &str| {
        let often = ["--progress", "json", "--progress-every", "1e-9", "--up-to", "symmetry"];
        let ran = run_on(latin(4), &[verb, &often, &["--classes-by", method]].concat()).exits(0);
        let reports = objects(&ran.err);
        let number = |key: &str| {
            let numbers = reports.iter().filter_map(|report| report[key].as_u64());
            numbers.collect::<Vec<_>>()
        };
        let stages: Vec<_> = reports.iter().filter_map(|report| report["stage"].as_str()).collect();
        assert!(stages.contains(&method), "{stages:?}");
        (number("class"), number("of"), number("classes"), number("options"))
    };
    for verb in [&["count"][..], &["solve", "--all"]] {
        let (_, _, classes, options) = reports(verb, "classification");
        assert!(classes.is_sorted() && classes.last() == Some(&2), "{classes:?}");
        assert!(options.is_sorted() && options.len() > 3, "{options:?}");
    }
    let (class, of, ..) = reports(&["count"], "burnside");
    assert!(class.is_sorted() && class[0] == 1 && class.last() == of.last(), "{class:?}");
    assert!(of.iter().all(|&number| number == of[0]), "{of:?}");
}

#[test]
fn a_line_is_for_people() {
    let ran = run(&["count", "--engine", "links", "--progress", "lines", QUEENS]).exits(0);
    let last = ran.err.lines().last().unwrap();
    assert!(last.starts_with("100.0 %, 92 solutions, ") && last.ends_with(", 0:00 left"), "{last}");
    // What was asked for was found.
    run(&["solve", "--progress", "lines", QUEENS]).exits(0).says("100.0 %, 1 solution, ");
}

#[test]
fn a_search_for_the_cheapest_reports_costs() {
    for verb in [&["cheapest"][..], &["solve", "--limit", "1"]] {
        let args = ["--progress", "json", "--progress-every", "1e-9", "puzzles/shifts.dlx"];
        let ran = run(&[verb, &args].concat()).exits(0);
        let cost = ran.out.split_once(':').unwrap().0.parse::<u64>().ok();
        let reports = objects(&ran.err);
        let numbers =
            |key: &str| reports.iter().filter_map(|r| r[key].as_u64()).collect::<Vec<_>>();
        let (costs, bounds) = (numbers("cost"), numbers("bound"));
        assert!(costs.iter().rev().is_sorted() && costs.last().copied() == cost, "{costs:?}");
        assert!(bounds.is_sorted() && bounds.last().copied() == cost, "{bounds:?}");
    }
    let ran = run(&["cheapest", "--progress", "lines", "puzzles/shifts.dlx"]).exits(0);
    let line = ran.err.lines().last().unwrap();
    assert!(line.starts_with("100.0 %, 1 solution, cost ") && line.contains(", gap 0.0 %, "));
}

#[test]
fn verbs_that_need_all_solutions_report_progress() {
    for verb in [&["candidates"][..], &["sample", "2"], &["diagram"]] {
        let args = ["--progress", "json", "--progress-every", "1e-9", QUEENS];
        let ran = run(&[verb, &args].concat()).exits(0);
        let reports = objects(&ran.err);
        let shares: Vec<_> = reports.iter().filter_map(|r| r["progress"].as_f64()).collect();
        assert!(shares.is_sorted() && shares.last() == Some(&1.0), "{verb:?}: {shares:?}");
        assert_eq!(ran.out, run(&[verb, &[QUEENS]].concat()).exits(0).out, "{verb:?}");
        let puzzles = format!("{EASY}\n").repeat(3);
        let verb = if verb == ["diagram"] { &["candidates"] } else { verb };
        let ran = run_on(puzzles, &[verb, &args[..4]].concat()).exits(0);
        let last = objects(&ran.err).pop().expect("the end is reported");
        assert_eq!(last["records"].as_u64(), Some(3), "{verb:?}");
    }
}

#[test]
fn units_are_counted() {
    let units = run_on(coins(), &["split", "--tasks", "2", "--self-contained"]).exits(0).out;
    let numbers = units.lines().count();
    let args = ["work", "--engine", "links", "--progress", "json", "--progress-every", "1e-9"];
    let reports = objects(&run_on(units, &args).exits(0).err);
    let mut records = reports.iter().filter_map(|report| report["records"].as_u64());
    assert_eq!(records.next_back(), Some(u64::try_from(numbers).unwrap()));
    assert!(reports.iter().any(|report| report["nodes"].is_u64()), "{reports:?}");
}

#[test]
fn puzzles_are_counted() {
    for engine in ["auto", "links"] {
        let puzzles = format!("{EASY}\n").repeat(3);
        let ran = run_on(puzzles, &["solve", "--engine", engine, "--progress", "json"]).exits(0);
        let last = objects(&ran.err).pop().expect("the end is reported");
        assert_eq!(last["records"].as_u64(), Some(3), "{engine}");
        assert!(last["rate"].is_u64() && last["seconds"].is_number());
    }
}

#[test]
fn nobody_sees_a_bar_without_a_terminal() {
    for how in ["auto", "bar", "none"] {
        run(&["count", "--progress", how, QUEENS]).exits(0).silent();
    }
    run(&["count", "--progress", "much", QUEENS]).exits(2).says("'much'");
}
