//! `estimate`: how large a search would be.

use crate::program::{CLASHING, EASY, blank, run, run_on};
use serde_json::Value;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn estimates_of_small_trees_are_exact() {
    let ran = run(&["estimate", "--no-time", "puzzles/toy.dlx"]).exits(0).silent();
    let counted = run(&["count", "--engine", "links", "--stats", "puzzles/toy.dlx"]).exits(0);
    let nodes = ran.out.split(" node, ").next().unwrap();
    assert!(counted.err.contains(&format!("{nodes} node, ")), "{} {}", ran.out, counted.err);
    assert!(ran.out.contains(" node, 1 solution, depth "), "{}", ran.out);
    let ran = run_on("a b\na\nb\na\n", &["estimate", "--no-time", "--reduce", "never"]);
    assert_eq!(ran.exits(0).silent().out, "3 nodes, 2 solutions, depth 1\n");
    let ran = run_on("a b\na\n", &["estimate", "--no-time", "-q"]).exits(0).silent();
    assert_eq!(ran.out, "1 node, 0 solutions, depth 0\n");
}

#[test]
fn the_numbers_are_those_of_the_seed() {
    let estimate = |more: &[&str]| {
        let arguments = ["estimate", "--no-time", "--width", "3", "puzzles/queens8.dlx"];
        run(&[&arguments, more].concat()).exits(0).silent().out
    };
    let first = estimate(&[]);
    assert!(first.contains(" ± ") && first.contains(" nodes, "), "{first}");
    assert_eq!(estimate(&["--seed", "0"]), first);
    assert_ne!(estimate(&["--seed", "1"]), first);
    assert_ne!(estimate(&["--probes", "5"]), first);
    let text = estimate(&["--probes", "1"]);
    assert!(text.starts_with("about ") && !text.contains('±'), "{text}");
}

#[test]
fn an_object_has_it_all() {
    let path = "puzzles/queens8.dlx";
    let ran = run(&["estimate", "--json", "--width", "4", "--probes", "50", path]).exits(0);
    let object = json(&ran.silent().out);
    let real = |key: &str| object[key].as_f64().unwrap();
    assert!((real("solutions") - 92.0).abs() < 5.0 * real("solutions_error"), "{object}");
    assert!(real("nodes_error") > 0.0 && real("depth") <= 8.0);
    let levels = object["levels"].as_array().unwrap().iter();
    let sum: f64 = levels.map(|nodes| nodes.as_f64().unwrap()).sum();
    assert!((sum - real("nodes")).abs() < 1e-6 * sum);
    let keys = [&object["probes"], &object["width"], &object["exact"], &object["engine"]];
    assert_eq!(keys, [&Value::from(50), &4.into(), &false.into(), &"links".into()]);
    assert!(object["time"]["seconds"].as_f64().unwrap() > 0.0);
    assert!(object["time"]["nodes_per_second"].as_f64().unwrap() > 0.0);
    let object = json(&run(&["estimate", "--json", "--no-time", path]).exits(0).out);
    assert!(object.get("time").is_none() && object.get("stop").is_none());
    let arguments = ["estimate", "--json", "--width", "1", "--probes", "1", path];
    assert!(json(&run(&arguments).exits(0).out)["nodes_error"].is_null());
}

#[test]
fn a_long_time_is_not_that_of_a_count() {
    // 2^40 solutions, which a count knows at once.
    let items = (0..40).map(|item| format!("a{item}")).collect::<Vec<_>>();
    let options = items.iter().map(|item| format!("{item}\n{item}\n")).collect::<String>();
    let text = format!("{}\n{options}", items.join(" "));
    let ran = run_on(text.clone(), &["estimate"]).exits(0);
    assert!(ran.out.contains("; links visits them in about "), "{}", ran.out);
    ran.says("`count` keeps the counts of subproblems where that pays");
    run_on(text, &["estimate", "--no-time"]).exits(0).silent();
    run(&["estimate", "puzzles/toy.dlx"]).exits(0).silent();
}

#[test]
fn puzzles_are_estimated_as_covers() {
    let text = format!("{EASY}\n{}\n{CLASHING}\n", blank());
    let ran =
        run_on(text, &["estimate", "--no-time"]).exits(0).says("3 puzzles").says("3 estimated");
    let lines = ran.lines();
    assert_eq!(lines[0], "1 node, 1 solution, depth 0");
    assert!(lines[1].contains("e21 solutions, depth "), "{}", lines[1]);
    assert_eq!(lines[2], "0 nodes, 0 solutions, depth 0");
    let object = json(&run_on(CLASHING, &["estimate", "--json", "-q"]).exits(0).silent().out);
    assert_eq!((&object["exact"], &object["nodes"]), (&true.into(), &0.into()));
    assert!(object["clash"].is_string());
}

#[test]
fn multiplicities_have_a_tree_of_their_own() {
    let path = "puzzles/multiplicities.dlx";
    let object = json(&run(&["estimate", "--json", "--width", "100", path]).exits(0).silent().out);
    assert_eq!((&object["engine"], &object["exact"]), (&"multiple".into(), &true.into()));
    let counted = run(&["count", path]).exits(0).out;
    assert_eq!(object["solutions"].to_string(), counted.trim());
}

#[test]
fn what_can_not_be_read_or_asked_is_refused() {
    run(&["estimate", "puzzles/no-such-file.dlx"]).exits(2).says("no-such-file.dlx");
    assert_eq!(run_on("", &["estimate"]).exits(2).says("empty input").out, "error\n");
    assert_eq!(run_on("a b\nc\n", &["estimate", "--from", "dlx"]).exits(2).out, "error\n");
    for argument in ["--probes=0", "--probes=x", "--width=0", "--width=-1", "--seed=x"] {
        run(&["estimate", argument, "puzzles/toy.dlx"]).exits(2);
    }
    run(&["estimate", "--probes=0", "puzzles/toy.dlx"])
        .exits(2)
        .says("the number of probes must be at least 1");
}

#[test]
fn what_was_stopped_is_unknown() {
    let arguments = ["estimate", "--timeout", "0.2", "--probes", "2", "--width", "100000000"];
    let ran = run_on(blank(), &arguments).exits(3);
    assert_eq!(ran.out, "unknown\n");
    let arguments = ["estimate", "--timeout", "0.5", "--probes", "1000000000", "--json"];
    let ran = run_on(blank(), &[&arguments[..], &["--width", "1"]].concat()).exits(3);
    let object = json(&ran.out);
    assert_eq!(object["stop"], "deadline");
    assert!(object["probes"].as_u64().unwrap() > 1);
}
