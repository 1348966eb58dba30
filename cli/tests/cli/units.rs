//! `split`, `work` and `merge`: one search by many processes, in any order, some of them killed.

use crate::program::{CLASHING, EASY, ROOT, Ran, blank, queens, run, run_on, start};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const QUEENS: &str = "puzzles/queens8.dlx";

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The units of a problem, a line each.
fn units(arguments: &[&str]) -> Vec<String> {
    let ran = run(&[&["split"], arguments].concat()).exits(0);
    ran.out.lines().map(|line| line.to_owned() + "\n").collect()
}

/// The results of units.
fn work(units: &[String], problem: &str) -> Vec<String> {
    let ran = run_on(units.concat(), &["work", "-q", "--problem", problem]).exits(0).silent();
    let lines: Vec<_> = ran.out.lines().map(|line| line.to_owned() + "\n").collect();
    assert_eq!(lines.len(), units.len());
    lines
}

fn merge(results: &[String], arguments: &[&str]) -> Ran {
    run_on(results.concat(), &[&["merge"], arguments].concat())
}

/// A file of its own.
fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The same lines in an order that looks like none.
fn shuffled(lines: &[String]) -> Vec<String> {
    let mut keyed: Vec<_> = (1u64..).zip(lines).collect();
    keyed.sort_by_key(|(number, _)| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    keyed.into_iter().map(|(_, line)| line.clone()).collect()
}

/// Counts a problem by processes that get so many units each, in no order; every third is begun and
/// killed after its first result, and is repeated; every fourth runs twice.
fn scattered(problem: &str, tasks: &str, each: usize) -> (Vec<String>, Vec<String>) {
    let units = units(&[problem, "--tasks", tasks]);
    let mut results = Vec::new();
    for (number, chunk) in shuffled(&units).chunks(each).enumerate() {
        if number % 3 == 0 {
            results.extend(killed(chunk, problem));
        }
        results.extend(work(chunk, problem));
        if number % 4 == 0 {
            results.extend(work(chunk, problem));
        }
    }
    (units, results)
}

/// The result of the first unit, of a process that is killed while it waits for more.
fn killed(units: &[String], problem: &str) -> Vec<String> {
    let mut child = start(&["work", "--problem", problem]);
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(units.concat().as_bytes()).unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    drop(stdin);
    assert_eq!(json(&first)["unit"], json(&units[0])["unit"]);
    vec![first]
}

#[test]
fn many_processes_count_what_one_does() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "queens.dlx", &queens(9));
    let (units, results) = scattered(name(&path), "60", 6);
    assert!(units.len() >= 60 && results.len() > units.len());
    let ran = merge(&results, &[]).exits(0).silent();
    assert_eq!(ran.out, "352\n");
    let object = json(&merge(&results, &["--json"]).exits(0).out);
    assert_eq!((&object["count"], &object["complete"]), (&352.into(), &true.into()));
    let repeated = results.len() - units.len();
    assert_eq!((&object["repeated"], &object["units"]), (&repeated.into(), &units.len().into()));
    assert_eq!((&object["missing"], &object["of"]), (&json("[]"), &units.len().into()));
}

/// The same with a thousand units and hundreds of processes: `cargo test --release --test cli units
/// -- --ignored`.
#[test]
#[ignore = "half a minute of processes"]
fn a_thousand_units_count_what_one_does() {
    let (units, results) = scattered("puzzles/pentominoes6x10.dlx", "1000", 3);
    assert!(units.len() >= 1000 && results.len() > units.len());
    assert_eq!(merge(&results, &[]).exits(0).silent().out, "9356\n");
}

#[test]
fn a_unit_has_it_all() {
    let lines = units(&["--tasks", "10", QUEENS]);
    let same = run_on(fs::read(Path::new(ROOT).join(QUEENS)).unwrap(), &["split", "--tasks", "10"])
        .exits(0)
        .silent();
    assert_eq!(same.out, lines.concat(), "the same problem from standard input");
    let mut shares = 0.0;
    for (number, line) in (1..).zip(&lines) {
        let unit = json(line);
        let keys: Vec<_> = unit.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["expected", "of", "options", "problem", "share", "split", "unit"]);
        assert_eq!((&unit["unit"], &unit["of"]), (&number.into(), &lines.len().into()));
        assert!(unit["expected"].as_f64().unwrap() >= 1.0);
        shares += unit["share"].as_f64().unwrap();
        assert!(!unit["options"].as_array().unwrap().is_empty());
    }
    assert!((shares - 1.0_f64).abs() < 1e-3, "{shares}");
    let results = work(&lines, QUEENS);
    let result = json(&results[0]);
    for key in ["unit", "of", "split", "problem", "expected", "share"] {
        assert_eq!(result[key], json(&lines[0])[key], "{key}");
    }
    assert_eq!((&result["complete"], &result["stop"]), (&true.into(), &"exhausted".into()));
    assert!(result["nodes"].is_u64() && result["seconds"].is_f64() && result["count"].is_u64());
}

#[test]
fn every_engine_counts_units() {
    let lines = units(&["--tasks", "10", QUEENS]);
    for arguments in [
        &["--engine", "links"][..],
        &["--engine", "diagram"],
        &["--engine", "naive"],
        &["--threads", "2"],
    ] {
        let ran = run_on(lines.concat(), &[&["work", "--problem", QUEENS], arguments].concat());
        assert_eq!(run_on(ran.exits(0).out, &["merge"]).exits(0).out, "92\n", "{arguments:?}");
    }
    let bounds = "puzzles/multiplicities.dlx";
    let lines = units(&["--tasks", "1", bounds]).concat().repeat(2);
    let ran = run_on(lines, &["work", "--engine", "bits", "--problem", bounds]).exits(2);
    assert_eq!(ran.says("engine `bits` does not take").lines().len(), 2);
    run_on("", &["work", "--engine", "lanes"]).exits(2).says("diagram");
    run_on("", &["work", "--engine", "bits", "--memory", "1G"]).exits(2).says("--memory");
}

#[test]
fn units_may_hold_their_problem() {
    let queens = units(&["--tasks", "5", "--self-contained", QUEENS]);
    let langford = units(&["--tasks", "5", "--self-contained", "puzzles/langford7.dlx"]);
    // In turn: each is a problem of its own.
    let both: String = queens.iter().zip(&langford).flat_map(|(a, b)| [a.as_str(), b]).collect();
    let ran = run_on(both, &["work", "-q"]).exits(0).silent();
    let first = json(&queens[0])["problem"].clone();
    let of_queens = ran.lines().iter().filter(|line| json(line)["problem"] == first).count();
    assert_eq!(2 * of_queens, ran.lines().len());
    let ran = run_on(queens.concat(), &["work"]).exits(0).says("units").says("counted");
    assert_eq!(run_on(ran.out, &["merge"]).exits(0).out, "92\n");
    let changed = queens[0].replace("c3", "cx");
    let ran = run_on(changed, &["work"]).exits(2).says("<stdin>:1: ").says("hash");
    assert!(json(ran.lines()[0])["error"].is_string());
}

#[test]
fn puzzles_are_split_too() {
    let clue = format!("1{}", &blank()[1..][..15]);
    let split = &["split", "--tasks", "9", "--variant", "diagonal", "--self-contained"];
    let counted = run_on(clue.clone(), &["count", "--variant", "diagonal"]).exits(0).out;
    let lines = run_on(clue.clone(), split).exits(0).out;
    let question = &json(lines.lines().next().unwrap())["input"];
    assert_eq!((&question["variant"], &question["box"]), (&"diagonal".into(), &"2x2".into()));
    let results = run_on(lines, &["work"]).exits(0).out;
    assert_eq!(run_on(results, &["merge"]).exits(0).out, counted);
    // The rules are a part of the problem.
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "puzzle.txt", &clue);
    let lines = run(&["split", "--tasks", "3", name(&path)]).exits(0).out;
    let other = ["work", "--variant", "diagonal", "--problem", name(&path)];
    run_on(lines.clone(), &other).exits(2).says("of another problem than --problem");
    run_on(lines, &["work", "--problem", name(&path)]).exits(0);
    run_on(CLASHING, &["split", "--tasks", "2"]).exits(2).says("nothing to split");
}

#[test]
fn a_small_problem_gives_what_it_has() {
    let ran = run_on(EASY, &["split", "--tasks", "50"]).exits(0);
    let lines = ran.lines().len();
    assert!(lines < 50);
    let ran = ran.says("instead of 50: there is nothing more to split");
    assert_eq!(ran.err.lines().count(), 1);
    run_on(EASY, &["split", "--tasks", "50", "-q"]).exits(0).silent();
    let none =
        run_on("a b\na\n", &["split", "--tasks", "2", "--self-contained", "-q"]).exits(0).out;
    let results = run_on(none, &["work", "-q"]).exits(0).out;
    assert_eq!(run_on(results, &["merge"]).exits(0).silent().out, "0\n");
}

#[test]
fn counts_have_all_digits() {
    // 70 switches of two options each, of which every setting is a solution.
    let items: Vec<_> = (0..70).map(|item| format!("i{item}")).collect();
    let options: String = items.iter().map(|item| format!("{item}\n{item}\n")).collect();
    let text = items.join(" ") + "\n" + &options;
    let lines = run_on(text, &["split", "--tasks", "4", "--self-contained"]).exits(0).out;
    let results = run_on(lines, &["work", "--engine", "diagram"]).exits(0).out;
    let ran = run_on(results, &["merge"]).exits(0).silent();
    assert_eq!(ran.out, "1180591620717411303424\n", "2^70");
}

#[test]
fn what_is_missing_is_told_and_found_again() {
    let folder = tempfile::tempdir().unwrap();
    let lines = units(&["--tasks", "20", QUEENS]);
    let (path, of) = (file(&folder, "units.jsonl", &lines.concat()), lines.len());
    let results = work(&lines, QUEENS);
    let part = [&results[..2], &results[3..5], &results[8..]].concat();
    let ran = merge(&part, &[]).exits(3);
    let sum: u64 = ran.out.trim().strip_prefix(">=").unwrap().parse().unwrap();
    assert!(sum <= 92);
    let ran = ran.says(&format!("4 of {of} units are missing: 3, 6-8; about "));
    assert!(ran.err.ends_with(" % of the work is done\n"), "{}", ran.err);
    let object = json(&merge(&part, &["--json", "-q"]).exits(3).out);
    assert_eq!((&object["missing"], &object["units"]), (&json("[[3,3],[6,8]]"), &(of - 4).into()));
    assert_eq!((&object["complete"], &object["count"]), (&false.into(), &sum.into()));
    assert!((0.01..1.0).contains(&object["share"].as_f64().unwrap()));

    let rest = merge(&part, &["--missing", name(&path)]).exits(3).silent().out;
    assert_eq!(rest, [&lines[2..3], &lines[5..8]].concat().concat());
    let again = run_on(rest, &["work", "-q", "--problem", QUEENS]).exits(0).silent().out;
    let whole = [&part[..], &[again]].concat();
    assert_eq!(merge(&whole, &[]).exits(0).silent().out, "92\n");
    assert_eq!(merge(&whole, &["--missing", name(&path)]).exits(0).silent().out, "");
    let all = run_on("", &["merge", "--missing", name(&path)]).exits(3).silent().out;
    assert_eq!(all, lines.concat(), "without any result all units are missing");
    let other = file(&folder, "other.jsonl", &units(&["--tasks", "2", QUEENS]).concat());
    merge(&whole, &["--missing", name(&other)]).exits(2).says("another split");
}

#[test]
fn broken_lines_are_skipped() {
    let results = work(&units(&["--tasks", "10", QUEENS]), QUEENS);
    let half = results[3][..results[3].len() / 2].to_owned() + "\n";
    let ran = merge(&[&results[..3], std::slice::from_ref(&half), &results[4..]].concat(), &[]);
    ran.exits(3).says("<stdin>:4: skipped").says(": 4; about");
    let ran = merge(&[&[half], &results[..]].concat(), &[]).exits(0).says("<stdin>:1: skipped");
    assert_eq!(ran.out, "92\n");
    // A unit that failed is done by another worker.
    let failed = run_on("{}\n", &["work"]).exits(2).out;
    let ran = merge(&[&[failed], &results[..]].concat(), &[]).exits(0).says("the unit failed");
    assert_eq!(ran.out, "92\n");
}

#[test]
fn results_that_can_not_be_true_are_an_error() {
    let lines = units(&["--tasks", "10", QUEENS]);
    let results = work(&lines, QUEENS);
    let count = format!("\"count\":{}", json(&results[1])["count"]);
    let other = results[1].replace(&count, "\"count\":77");
    let ran =
        merge(&[&results[..], &[other]].concat(), &[]).exits(2).says("unit 2 has 77 solutions");
    assert_eq!((ran.out.as_str(), ran.err.contains("<stdin>:2")), ("", true), "{}", ran.err);
    let foreign = work(&units(&["--tasks", "3", QUEENS]), QUEENS);
    merge(&[&results[..], &foreign[..1]].concat(), &[]).exits(2).says("another split than");
    let langford = "puzzles/langford7.dlx";
    let foreign = work(&units(&["--tasks", "3", langford]), langford);
    let ran = merge(&[&results[..], &foreign[..1]].concat(), &[]).exits(2);
    assert_eq!(ran.says("another problem than the result in <stdin>:1").out, "");
    merge(&lines, &[]).exits(2).says("expected the result of a unit: unknown field `options`");
    merge(&[], &[]).exits(2).says("error: <stdin>: no result of a unit found");
    run(&["merge", "no such file"]).exits(2).says("no such file");
}

#[test]
fn lines_that_are_no_units_have_lines_of_their_own() {
    let lines = units(&["--tasks", "4", QUEENS]);
    let foreign = &units(&["--tasks", "4", "puzzles/langford7.dlx"])[0];
    let wrong = lines[0].replace("\"options\":[", "\"options\":[65,");
    let text = [&lines[0], "\n", "not a unit\n", foreign, &lines[1][..20], "\n", &wrong, &lines[2]];
    let ran = run_on(text.concat(), &["work", "--problem", QUEENS]).exits(2);
    let objects: Vec<_> = ran.lines().iter().map(|line| json(line)).collect();
    assert_eq!(objects.len(), 6, "a line for each, but for the empty one");
    let errors: Vec<_> = objects.iter().map(|object| object["error"].is_string()).collect();
    assert_eq!(errors, [false, true, true, true, true, false]);
    assert_eq!((&objects[1]["line"], &objects[4]["line"]), (&3.into(), &6.into()));
    let ran = ran.says("error: <stdin>:3: expected a unit: ");
    let ran = ran.says("error: <stdin>:4: the unit is of another problem than --problem: ");
    ran.says("error: <stdin>:6: there is no option 65");
    let conflict = lines[0].replace("\"options\":[", "\"options\":[1,2,");
    run_on(conflict, &["work", "--problem", QUEENS]).exits(2).says("can't both be assumed");
    let hash = json(&lines[0])["problem"].as_str().unwrap().to_owned();
    let nameless = lines[0].replace(&hash, "") + &lines[0];
    let ran = run_on(nameless, &["work"]).exits(2).says("expected --problem FILE");
    assert_eq!(ran.lines().len(), 2);
}

#[test]
fn changed_units_and_results_are_refused() {
    let lines = units(&["--tasks", "4", "--self-contained", QUEENS]);
    let options = json(&lines[1])["options"].to_string();
    let work = |line: String, message: &str| run_on(line, &["work"]).exits(2).says(message);
    work(lines[1].replace(&options, "[]"), &format!("unit 2 of {} has no options", lines.len()));
    work(lines[1].replacen('{', "{\"unit\":1,", 1), "duplicate field `unit`");
    work(lines[1].replacen('{', "{\"note\":1,", 1), "unknown field `note`");
    let merge = |line: String, message: &str| run_on(line, &["merge"]).exits(2).says(message);
    let result = run_on(lines[1].clone(), &["work"]).exits(0).out;
    merge(result.replacen('{', "{\"count\":1,", 1), "duplicate field `count`");
    merge(result.replace("exhausted", "deadline"), "`complete` and `stop` contradict each other");
    merge(result.replace("\"unit\":2", "\"unit\":0"), "there is no unit 0 of");
    merge(result.replace("\"count\":", "\"count\":-"), "expected a whole number");
}

#[test]
fn one_missing_unit_is_missing() {
    let results = work(&units(&["--tasks", "8", QUEENS]), QUEENS);
    let ran = merge(&results[1..], &[]).exits(3);
    ran.says(&format!("1 of {} units is missing: 1; about ", results.len()));
}

#[test]
fn there_is_one_problem() {
    let tasks = &["split", "--tasks", "2"];
    run_on(format!("{EASY}\n{EASY}\n"), tasks).exits(2).says("<stdin>:2: expected one problem");
    run_on("", tasks).exits(2).says("empty input");
    run(&["split", "--tasks", "2", "no such file"]).exits(2).says("no such file");
    run(&["split", QUEENS]).exits(2).says("--tasks");
    run(&["split", "--tasks", "0", QUEENS]).exits(2).says("expected a number of units");
    run(&["split", "--tasks", "2", "--size", "4", "--box", "2x3"]).exits(2).says("contradict");
    run(&["work", "--problem", "-"]).exits(2).says("can't both be standard input");
    run(&["work", "--size", "4"]).exits(2).says("--problem");
    let units = units(&["--tasks", "2", QUEENS]).concat();
    run_on(units, &["work", "--problem", "no such file"]).exits(2).says("no such file");
    run_on("", &["work"]).exits(0).silent();
}

/// A unit that takes very long: an odd board has no tiling by dominoes.
fn endless(folder: &TempDir) -> (PathBuf, String) {
    let side = 15;
    let cell = |row: usize, column: usize| format!("{row},{column}");
    let cells: Vec<_> = (0..side * side).map(|at| cell(at / side, at % side)).collect();
    let mut text = cells.join(" ") + "\n";
    for (row, column) in (0..side * side).map(|at| (at / side, at % side)) {
        for (down, right) in [(row + 1, column), (row, column + 1)] {
            if down < side && right < side {
                text += &format!("{} {}\n", cell(row, column), cell(down, right));
            }
        }
    }
    let path = file(folder, "dominoes.dlx", &text);
    let unit = units(&["--tasks", "2", name(&path)])[0].clone();
    (path, unit)
}

#[test]
fn a_unit_that_was_cut_short_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let (path, unit) = endless(&folder);
    let arguments = ["work", "--engine", "links", "--timeout", "0.2", "--problem", name(&path)];
    let ran = run_on(unit, &arguments).exits(3).says("stopped: the time was up");
    let result = json(&ran.out);
    assert_eq!((&result["complete"], &result["stop"]), (&false.into(), &"deadline".into()));
    let ran = run_on(ran.out, &["merge"]).exits(3).says("units are missing: 1-");
    assert_eq!(ran.out, ">=0\n");
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_unit_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let (path, unit) = endless(&folder);
    for signal in ["-INT", "-TERM"] {
        let mut child = start(&["work", "--engine", "links", "--problem", name(&path)]);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        // The first line is answered at once, and shows that the program listens to signals.
        writeln!(stdin, "x\n{unit}").unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(json(&line)["error"].is_string());
        std::thread::sleep(std::time::Duration::from_millis(100));
        let sent =
            std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(sent.unwrap().success());
        line.clear();
        stdout.read_to_string(&mut line).unwrap();
        Ran::wait(child).exits(3).says("stopped: interrupted");
        let result = json(&line);
        assert_eq!((&result["complete"], &result["stop"]), (&false.into(), &"cancelled".into()));
    }
}

#[test]
fn a_split_that_was_stopped_writes_nothing() {
    let path = "puzzles/pentominoes6x10.dlx";
    let ran = run(&["split", "--tasks", "1000000", "--timeout", "0.1", path]).exits(3);
    assert_eq!(ran.says("stopped: the time was up").out, "");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let lines = units(&["--tasks", "50", QUEENS]);
    let mut child = start(&["work", "--problem", QUEENS]);
    let mut stdout = child.stdout.take().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(lines[0].as_bytes()).unwrap();
    stdout.read_exact(&mut [0; 10]).unwrap();
    drop(stdout);
    let _ = stdin.write_all(lines.concat().as_bytes());
    drop(stdin);
    Ran::wait(child).exits(0).silent();
}
