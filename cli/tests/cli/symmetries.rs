//! `symmetries`, and `count` and `solve` with `--up-to symmetry`.

use crate::program::{EASY, latin, run, run_on};
use num_bigint::BigUint;
use serde_json::Value;
use std::fs;
use std::time::{Duration, Instant};

/// A square of four dots, to be covered by its sides.
const SQUARE: &str = "a b c d\na b\nb c\nc d\nd a\n";

#[test]
fn the_group_is_printed_with_generators_and_orbits() {
    let ran = run_on(SQUARE, &["symmetries"]).exits(0).silent();
    let lines = ran.lines();
    assert_eq!(lines[0], "8 symmetries");
    assert_eq!(
        &lines[lines.len() - 4..],
        ["1 orbit of items", "  a b c d", "1 orbit of options", "  a b | b c | c d | d a"]
    );
    assert!(lines[2].starts_with("  ("), "{}", lines[2]);
    assert_eq!(run_on(SQUARE, &["symmetries", "--to", "text"]).out, ran.out);
    let one = run_on("a b\na b\na\nb |1\n", &["symmetries"]).exits(0).silent().out;
    let orbits = "2 orbits of items\n  a\n  b\n3 orbits of options\n  a b\n  a\n  b\n";
    assert_eq!(one, format!("1 symmetry\n0 generators\n{orbits}"));
    // Equal options are exchanged without any item.
    let twins = run_on("a\na\na\n", &["symmetries"]).exits(0).silent().out;
    assert!(twins.starts_with("2 symmetries\n1 generator\n  (a | a)\n"), "{twins}");
}

#[test]
fn a_group_is_an_object_for_programs() {
    let ran = run_on(SQUARE, &["symmetries", "--json"]).exits(0).silent();
    let group: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&group["symmetries"], &group["kind"]), (&8.into(), &"cover".into()));
    assert_eq!(group["item_orbits"], serde_json::json!([["a", "b", "c", "d"]]));
    assert_eq!(group["option_orbits"], serde_json::json!([[1, 2, 3, 4]]));
    for generator in group["generators"].as_array().unwrap() {
        assert!(!generator["items"].as_array().unwrap().is_empty());
        assert!(!generator["options"].as_array().unwrap().is_empty());
    }
}

/// A problem that fails has a record, and several blocks have names and empty lines between them.
#[test]
fn every_file_has_a_record() {
    let (folder, toy) = (tempfile::tempdir().unwrap(), "puzzles/toy.dlx");
    let wrong = folder.path().join("wrong.dlx");
    std::fs::write(&wrong, "a b\na c\n").unwrap();
    let wrong = wrong.to_str().unwrap();
    let one = run(&["symmetries", toy]).exits(0).silent().out;
    let all = run(&["symmetries", toy, wrong, "absent.dlx", toy, "-q"]).exits(2).out;
    assert_eq!(all, format!("{toy}:{one}\n{wrong}:error\n\nabsent.dlx:error\n\n{toy}:{one}"));
    let plain = run(&["symmetries", "--no-filename", toy, wrong]).exits(2).out;
    assert_eq!(plain, format!("{one}\nerror\n"));
    let named = run(&["symmetries", "-H", toy]).exits(0).silent().out;
    assert_eq!(named, format!("{toy}:{one}"));
    let objects = run(&["symmetries", "--json", toy, wrong]).exits(2).out;
    let objects: Vec<Value> =
        objects.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&objects[0]["complete"], &objects[0]["stop"]), (&true.into(), &"exhausted".into()));
    assert_eq!(objects[1]["error"], "item `c` is not in the item line");
    assert_eq!(run_on("", &["symmetries"]).exits(2).out, "error\n");
}

/// A search for the group is stopped while it refines.
#[test]
fn a_search_for_a_group_can_be_stopped() {
    // Each round of refinement splits off two ends of the path. A file, not a pipe: a run that
    // waits for its input is ended without a record.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("path.dlx");
    fs::write(&path, neighbours(400_000, false)).unwrap();
    let stopped = |verb: &[&str]| {
        let begin = Instant::now();
        let name = path.to_str().unwrap();
        let ran = run(&[verb, &["--timeout", "0.1", name]].concat()).exits(3);
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
        ran.says("stopped: the time was up").out
    };
    assert_eq!(stopped(&["symmetries"]), "unknown\n");
    let object: Value = serde_json::from_str(&stopped(&["symmetries", "--json"])).unwrap();
    assert_eq!((&object["complete"], &object["stop"]), (&false.into(), &"deadline".into()));
    let count = ["count", "--up-to", "symmetry"];
    assert_eq!(stopped(&count), ">=0 solutions, >=0 up to >=1 symmetries\n");
    let object: Value =
        serde_json::from_str(&stopped(&[&count[..], &["--json"]].concat())).unwrap();
    assert_eq!((&object["classes"], &object["symmetries"]), (&0.into(), &Value::Null));
    assert_eq!(stopped(&["solve", "--up-to", "symmetry"]), "unknown\n");
}

#[test]
fn items_can_be_kept() {
    let order = |input: &str, more: &[&str]| {
        let ran = run_on(input, &[&["symmetries"], more].concat()).exits(0).silent();
        ran.lines()[0].to_owned()
    };
    assert_eq!(order(SQUARE, &["--fix", "a"]), "2 symmetries");
    assert_eq!(order(SQUARE, &["--fix", "[ab]"]), "1 symmetry");
    assert_eq!(order(SQUARE, &["--keep", "a|c"]), "4 symmetries");
    assert_eq!(order(&latin(3), &[]), "1296 symmetries");
    assert_eq!(order(&latin(3), &["--keep", "p.*", "--keep", "r.*"]), "216 symmetries");
    assert_eq!(order(&latin(3), &["--fix", "p.*"]), "6 symmetries");
    let wrong = run_on(SQUARE, &["symmetries", "--fix", "x+"]).exits(2);
    assert_eq!(wrong.out, "error\n");
    wrong.says("error: <stdin>: --fix x+: the problem has no item of such a name\n");
    run_on(SQUARE, &["symmetries", "--keep", "("]).exits(2).says("not a regular expression");
}

#[test]
fn both_numbers_are_counted() {
    let count = |input: &str, more: &[&str]| {
        let arguments = [&["count", "--up-to", "symmetry", "-q"], more].concat();
        run_on(input, &arguments).exits(0).silent().out
    };
    assert_eq!(count(SQUARE, &[]), "2 solutions, 1 up to 8 symmetries\n");
    assert_eq!(count("a\na\n", &[]), "1 solution, 1 up to 1 symmetry\n");
    assert_eq!(count("a b\na\n", &[]), "0 solutions, 0 up to 1 symmetry\n");
    for by in ["auto", "burnside", "classification"] {
        let by = ["--classes-by", by];
        assert_eq!(count(&latin(4), &by), "576 solutions, 2 up to 82944 symmetries\n");
    }
    let isotopy = ["--keep", "p.*", "--keep", "r.*"];
    assert_eq!(count(&latin(4), &isotopy), "576 solutions, 2 up to 13824 symmetries\n");
    let file = "puzzles/queens8.dlx";
    let ran = run(&["count", "--up-to", "symmetry", file, "-H"]).exits(0).silent();
    assert_eq!(ran.out, format!("{file}:92 solutions, 12 up to 8 symmetries\n"));
    let ran = run(&["count", "--up-to", "symmetry", "--json", file]).exits(0).silent();
    let keys = r#""count":92,"classes":12,"symmetries":8,"complete":true,"stop":"exhausted"}"#;
    assert!(ran.out.ends_with(&format!("{keys}\n")), "{}", ran.out);
}

#[test]
fn one_solution_of_each_class_is_listed() {
    let list = |more: &[&str]| {
        let arguments = [&["solve", "--up-to", "symmetry", "puzzles/queens8.dlx"], more].concat();
        run(&arguments).exits(0).silent().out
    };
    let all = list(&["--all"]);
    let sizes: Vec<u64> =
        all.lines().map(|line| line.split_once(": ").unwrap().0.parse().unwrap()).collect();
    assert_eq!((sizes.len(), sizes.iter().sum::<u64>()), (12, 92));
    assert_eq!(sizes.iter().filter(|&&size| size == 4).count(), 1);
    assert_eq!(list(&[]).lines().collect::<Vec<_>>(), all.lines().take(1).collect::<Vec<_>>());
    let classified = list(&["--all", "--classes-by", "classification"]);
    assert_eq!(classified.lines().count(), 12);
    let object: Value = serde_json::from_str(&list(&["--all", "--json"])).unwrap();
    assert_eq!((&object["count"], &object["classes"]), (&92.into(), &12.into()));
    assert_eq!(object["solutions"].as_array().unwrap().len(), 12);
    assert_eq!(object["solutions"][0]["options"].as_array().unwrap().len(), 8);
    let three: Value = serde_json::from_str(&list(&["--limit", "3", "--json"])).unwrap();
    assert_eq!((&three["classes"], &three["complete"]), (&3.into(), &false.into()));
    assert_eq!(three["stop"], "solution-limit");
    let drawn = list(&["--all", "--to", "grid"]);
    assert!(drawn.starts_with("8:\n") || drawn.starts_with("4:\n"), "{drawn}");
    assert!(list(&["--all", "--to", "svg"]).contains("class of 8"));
    let none = run_on("a b\na\n", &["solve", "--up-to", "symmetry", "-q"]).exits(0).silent();
    assert_eq!(none.out, "none\n");
}

#[test]
fn a_count_that_was_stopped_is_a_lower_bound() {
    let count = |more: &[&str]| {
        run_on(latin(6), &[&["count", "--up-to", "symmetry"], more].concat()).exits(3)
    };
    let nodes = count(&["--nodes", "10"]);
    assert_eq!(nodes.out, ">=0 solutions, >=0 up to 2239488000 symmetries\n");
    nodes.says("the limit of nodes was reached");
    let memory = count(&["--memory", "20K"]);
    let found = memory.out.strip_suffix(" solutions, >=1 up to 2239488000 symmetries\n");
    let found: u32 = found.and_then(|found| found.strip_prefix(">=")).unwrap().parse().unwrap();
    assert!(found > 0 && found < 812_851_200, "{found}");
    memory.says("the limit of memory was reached: --memory can allow more");
    // All solutions are counted, and the nodes end before the classes are.
    let queens = |more: &[&str]| {
        let arguments = ["count", "--up-to", "symmetry", "puzzles/queens8.dlx", "--nodes"];
        run(&[&arguments[..], more].concat()).exits(3).out
    };
    let nodes: Vec<String> = (1..=12).map(|power| 2_u32.pow(power).to_string()).collect();
    let known = nodes.iter().find(|nodes| queens(&[nodes]).starts_with("92 solutions")).unwrap();
    assert_eq!(queens(&[known]), "92 solutions, >=12 up to 8 symmetries\n");
    let total: Value = serde_json::from_str(&queens(&[known, "--json"])).unwrap();
    assert_eq!((&total["total"], &total["complete"]), (&92.into(), &false.into()));
    let json = count(&["--nodes", "10", "--json"]).out;
    assert!(json.contains(r#""complete":false,"stop":"node-limit""#), "{json}");
    let list = run_on(latin(6), &["solve", "--all", "--up-to", "symmetry", "--nodes", "10"]);
    assert_eq!(list.exits(3).out, "unknown\n");
}

#[test]
fn work_and_progress_are_reported() {
    let queens = "puzzles/queens8.dlx";
    let stats = |verb: &[&str], by: &str| {
        let more = ["--up-to", "symmetry", "--classes-by", by, "--stats", "--json", queens];
        let ran = run(&[verb, &more].concat()).exits(0);
        let object: Value = serde_json::from_str(&ran.out).unwrap();
        object["stats"].clone()
    };
    let burnside = stats(&["count"], "burnside");
    assert!(burnside["nodes"].as_u64().unwrap() > 0 && burnside["updates"].is_null());
    let classified = stats(&["count"], "classification");
    assert_eq!(classified["engine"], "classification");
    assert!(classified["nodes"].as_u64().unwrap() > 12 && classified["memo"].is_null());
    assert_eq!(stats(&["solve", "--all"], "classification")["nodes"], classified["nodes"]);
    assert_eq!(stats(&["solve", "--all"], "burnside")["engine"], "bits");
    let arguments = ["count", "--up-to", "symmetry", "--classes-by", "classification", "--stats"];
    let ran = run(&[&arguments[..], &[queens]].concat()).exits(0);
    ran.says("classification: partial solutions are compared up to symmetry");
    for verb in ["count", "solve"] {
        let arguments = [verb, "--up-to", "symmetry", "--progress", "lines", queens];
        run(&arguments).exits(0).says("nodes/s");
    }
}

#[test]
fn what_does_not_fit_is_an_error() {
    let refused = |arguments: &[&str], message: &str| {
        run_on(SQUARE, arguments).exits(2).says(message);
    };
    refused(&["count", "--fix", "a"], "--fix is for --up-to symmetry");
    refused(&["solve", "--classes-by", "burnside"], "--classes-by is for --up-to symmetry");
    refused(
        &["count", "--up-to", "symmetry", "--limit", "3"],
        "--limit is not for --up-to symmetry",
    );
    let file = ["count", "--up-to", "symmetry", "--checkpoint", "x.json", "puzzles/toy.dlx"];
    refused(&file, "--checkpoint is not for --up-to symmetry");
    let twice =
        run_on("2|a\na\na\n", &["count", "--up-to", "symmetry", "--classes-by", "burnside"]);
    assert_eq!(twice.out, "error\n");
    twice.exits(2).says("cover item `a` more than once together");
    let puzzle = run_on(EASY, &["count", "--up-to", "symmetry"]).exits(2);
    assert_eq!(puzzle.out, "error\n");
    puzzle.says("symmetries are those of exact covers");
    run_on(EASY, &["symmetries"]).exits(2).says("symmetries are those of exact covers");
}

/// A problem whose items each have an option of their own.
fn alone(n: usize) -> String {
    let name = |i: usize| format!("i{i}");
    let names: Vec<_> = (0..n).map(name).collect();
    format!("{}\n{}\n", names.join(" "), names.join("\n"))
}

/// The options of two neighbours on a path, or on a cycle.
fn neighbours(n: usize, is_cycle: bool) -> String {
    let names: Vec<_> = (0..n).map(|i| format!("i{i}")).collect();
    let last = if is_cycle { n } else { n - 1 };
    let options: String =
        (0..last).map(|i| format!("{} {}\n", names[i], names[(i + 1) % n])).collect();
    format!("{}\n{options}", names.join(" "))
}

/// Squares of four dots, to be covered by their sides.
fn squares(n: usize) -> String {
    let items: String = (0..n).map(|i| format!("a{i} b{i} c{i} d{i} ")).collect();
    let sides = |i| format!("a{i} b{i}\nb{i} c{i}\nc{i} d{i}\nd{i} a{i}\n");
    items + "\n" + &(0..n).map(sides).collect::<String>()
}

#[test]
fn large_symmetric_problems_are_answered() {
    let factorial = |n: usize| (1..=n).map(BigUint::from).product::<BigUint>();
    let one = BigUint::from(1u32);
    // The text, the number of symmetries, the number of generators if it is known, and of
    // solutions.
    let cases = [
        (alone(300), factorial(300), Some(299), one.clone()),
        (alone(2000), factorial(2000), Some(1999), one.clone()),
        (alone(20_000), factorial(20_000), Some(19_999), one.clone()),
        (format!("a\n{}", "a\n".repeat(1000)), factorial(1000), Some(999), 1000u32.into()),
        (neighbours(40_000, false), 2u32.into(), Some(1), one),
        (neighbours(20_000, true), 40_000u32.into(), None, 2u32.into()),
        (
            squares(500),
            factorial(500) * BigUint::from(8u32).pow(500),
            None,
            BigUint::from(2u32).pow(500),
        ),
    ];
    for (text, order, generators, solutions) in cases {
        let ran = run_on(&*text, &["symmetries"]).exits(0).silent();
        let lines = ran.lines();
        assert_eq!(lines[0], format!("{order} symmetries"));
        if let Some(number) = generators {
            assert_eq!(lines[1].split(' ').next(), Some(&*number.to_string()));
        }
        for canonical in ["on", "auto"] {
            let ran = run_on(&*text, &["count", "--canonical", canonical]).exits(0).silent();
            assert_eq!(ran.out, format!("{solutions}\n"));
        }
    }
}
