//! `count` without a limit: exact counts of any size.

use crate::program::{CLASHING, EASY, Ran, SOLVED, run, run_on};
use serde_json::Value;

/// Coins that fall on either side: 2 to the power of their number.
fn coins(number: usize) -> String {
    let names: Vec<_> = (0..number).map(|coin| format!("c{coin}")).collect();
    let options = names.iter().map(|name| format!("{name}\n{name}\n"));
    names.join(" ") + "\n" + &options.collect::<String>()
}

/// 2 to the power of 70.
const MANY: &str = "1180591620717411303424";

/// A blank grid of 16x16, whose count never ends.
fn endless() -> String {
    ".".repeat(256)
}

#[test]
fn all_digits_are_printed() {
    assert_eq!(run_on(coins(70), &["count"]).exits(0).silent().out, format!("{MANY}\n"));
    let ran = run_on(coins(70), &["count", "--json"]).exits(0).silent();
    assert!(ran.out.contains(&format!(r#""count":{MANY},"complete":true,"#)), "{}", ran.out);
    assert!(serde_json::from_str::<Value>(&ran.out).is_ok(), "{}", ran.out);
    // 2 to the power of 63, and of 64.
    assert_eq!(run_on(coins(63), &["count"]).exits(0).out, "9223372036854775808\n");
    assert_eq!(run_on(coins(64), &["count"]).exits(0).out, "18446744073709551616\n");
}

#[test]
fn totals_have_all_digits_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("coins.dlx");
    std::fs::write(&path, coins(70)).unwrap();
    let path = path.to_str().unwrap();
    let ran = run(&["count", path, "puzzles/queens8.dlx", path]).exits(0);
    let many = format!("{path}:{MANY}");
    assert_eq!(ran.lines(), [&many, "puzzles/queens8.dlx:92", &many]);
    ran.says(" s: 3 solved; 2361183241434822606940 solutions\n");
}

/// Asserts that a count is the same however it is made.
#[track_caller]
fn agree(input: &str, arguments: &[&str]) -> Ran {
    let count = |more: &[&str]| run_on(input, &[&["count", "-q"], arguments, more].concat());
    let expected = count(&["--engine", "multiple"]);
    for more in [
        &[][..],
        &["--engine", "diagram"],
        &["--order", "fewest"],
        &["--order", "frontier", "--engine", "diagram"],
        &["--threads", "2"],
        &["--threads", "3", "--engine", "diagram", "--memory", "64M"],
        &["--reduce", "always"],
        &["--reduce", "never", "--engine", "diagram"],
    ] {
        let ran = count(more);
        assert_eq!((&ran.out, ran.code), (&expected.out, expected.code), "{more:?}");
    }
    expected
}

#[test]
fn every_way_to_count_has_the_same_answer() {
    for name in ["toy", "toy-secondary", "queens8", "langford7", "colours", "costs", "shifts"] {
        agree("", &[&format!("puzzles/{name}.dlx")]).exits(0);
    }
    agree("", &["puzzles/sizes.txt"]).exits(0);
    agree("", &["puzzles/lecture.txt"]).exits(0);
    let small = format!("{}\n{}\n{CLASHING}\n{EASY}\n{SOLVED}\n", ".".repeat(16), "x".repeat(16));
    assert_eq!(agree(&small, &["--from", "line"]).lines()[0], "288");
    agree(&".".repeat(16), &["--variant", "diagonal"]).exits(0);
    for engine in ["auto", "diagram", "multiple"] {
        let ran = run(&["count", "--engine", engine, "puzzles/multiplicities.dlx"]).exits(0);
        assert_eq!(ran.out, "46\n", "{engine}");
    }
}

#[test]
fn the_edges_are_those_of_the_engines() {
    for text in ["p\n", "p q\nq\n", "0:1|a\n", "0:1|a\na\n", "0:2|a\na\na\n", "p | x\np x\np x\n"] {
        let count =
            |engine| run_on(text, &["count", "--from", "dlx", "--engine", engine, "-q"]).out;
        assert_eq!(count("auto"), count("naive"), "{text}");
        assert_eq!(count("diagram"), count("naive"), "{text}");
    }
}

#[test]
fn a_limit_cuts_every_count_at_the_same_place() {
    for limit in ["1", "91", "92", "93", "1000"] {
        let count = |engine: &str| {
            let ran = run(&["count", "--limit", limit, "--engine", engine, "puzzles/queens8.dlx"]);
            (ran.out, ran.code)
        };
        assert_eq!(count("diagram"), count("links"), "{limit}");
        assert_eq!(count("auto"), count("links"), "{limit}");
    }
    let arguments = ["count", "--limit", "5", "--engine", "diagram"];
    assert_eq!(run_on(coins(70), &arguments).exits(3).out, ">=5\n");
}

#[test]
fn the_diagram_answers_the_other_questions_too() {
    for (path, word, code) in
        [("puzzles/queens8.dlx", "multiple", 1), ("puzzles/toy.dlx", "unique", 0)]
    {
        let ran = run(&["check", "--engine", "diagram", path]).exits(code);
        assert_eq!(ran.lines(), [word]);
    }
    let input = format!("{EASY}\n{CLASHING}\n");
    let ran = run_on(input, &["solve", "--engine", "diagram"]).exits(0);
    assert_eq!(ran.lines(), [SOLVED, "none"]);
    for (limit, number) in [("10", 10), ("92", 92), ("93", 92)] {
        let arguments = ["solve", "--engine", "diagram", "--limit", limit, "puzzles/queens8.dlx"];
        let ran = run(&arguments).exits(0).silent();
        let mut lines = ran.lines();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), number);
    }
    let ran = run(&["solve", "--engine", "diagram", "--limit", "3", "puzzles/costs.dlx"]).exits(0);
    let costs: Vec<_> = ran.lines().iter().map(|line| line.split(':').next().unwrap()).collect();
    assert_eq!((costs, ran.err.as_str()), (vec!["3", "4", "4"], ""));
}

#[test]
fn what_was_counted_in_time_is_a_lower_bound() {
    for engine in ["auto", "diagram"] {
        let arguments = ["count", "--timeout", "0.3", "--engine", engine];
        let ran = run_on(endless(), &arguments).exits(3);
        let [line] = ran.lines()[..] else { panic!("one line: {}", ran.out) };
        let bound = line.strip_prefix(">=").unwrap_or_else(|| panic!("{line}"));
        assert!(bound.bytes().all(|byte| byte.is_ascii_digit()) && !bound.is_empty(), "{line}");
        let ran = run_on(endless(), &[&arguments[..], &["--json"]].concat()).exits(3);
        assert!(ran.out.contains(r#""complete":false,"stop":"deadline""#), "{}", ran.out);
    }
}

#[test]
fn the_strategy_is_printed() {
    for arguments in [
        &["puzzles/queens8.dlx"][..],
        &["puzzles/langford8.dlx", "--engine", "diagram"],
        &["puzzles/sizes.txt", "--order", "frontier"],
    ] {
        let arguments = [&["count", "--stats", "--json"], arguments].concat();
        let ran = run(&arguments).exits(0);
        for line in ran.lines() {
            let object: Value = serde_json::from_str(line).unwrap();
            let stats = &object["stats"];
            assert!(stats["engine"].is_string() && stats["why"].is_string(), "{line}");
            assert!(stats["nodes"].is_u64(), "{line}");
            for key in [
                "hits",
                "lookups",
                "represented",
                "labelled",
                "renamed",
                "entries",
                "evicted",
                "bytes",
            ] {
                assert!(stats["memo"].is_null() || stats["memo"][key].is_u64(), "{line}");
            }
            for time in ["reading", "reducing", "building", "searching"] {
                assert!(stats[time].as_f64() >= Some(0.0), "{time}");
            }
        }
        let totals: Value = serde_json::from_str(ran.err.lines().last().unwrap()).unwrap();
        assert!(totals["totals"]["nodes"].is_u64(), "{}", ran.err);
    }
    let ran = run(&["count", "--stats", "--engine", "diagram", "puzzles/queens8.dlx"]).exits(0);
    let memo = ran.err.lines().find_map(|line| line.strip_prefix("memo     "));
    let memo = memo.unwrap_or_else(|| panic!("no memo in: {}", ran.err));
    assert!(memo.contains(" of ") && memo.contains(" held, ") && memo.contains(" MiB"), "{memo}");
    assert!(memo.contains(" labelled, ") && memo.ends_with(" of them found"), "{memo}");
    let exact = run(&[
        "count",
        "--stats",
        "--canonical",
        "off",
        "--order",
        "frontier",
        "puzzles/queens8.dlx",
    ]);
    assert!(exact.exits(0).err.contains(" MiB\n"), "nothing is labelled");
    assert_eq!(run(&["count", "--engine", "diagram", "puzzles/queens8.dlx"]).silent().out, ran.out);
}

#[test]
fn what_is_no_size_order_or_number_of_threads_is_refused() {
    let refused = |arguments: &[&str], message: &str| {
        let ran = run(&[&["count"], arguments, &["puzzles/toy.dlx"]].concat()).exits(2);
        assert_eq!(ran.out, "");
        ran.says(message);
    };
    for size in ["0", "", "much", "1.5G", "-1", "5X"] {
        refused(
            &[&format!("--memory={size}")],
            "expected a number of bytes, 1 or more, such as 512M",
        );
    }
    refused(&["--memory", "99999999T"], "more than this computer can address");
    for threads in ["0", "-1", "x", "1025"] {
        refused(&[&format!("--threads={threads}")], "expected a number of threads, 1 to 1024");
    }
    refused(&["--order", "plain"], "possible values: fewest, frontier");
    for engine in ["links", "lanes", "naive"] {
        let message =
            format!("error: --order is for --engine diagram and auto, not for {engine}\n");
        refused(&["--order", "fewest", "--engine", engine], &message);
        refused(&["--memory", "1G", "--engine", engine], "error: --memory is for --engine diagram");
    }
    run(&["bench", "--engine", "diagram", "puzzles/toy.dlx"])
        .exits(2)
        .says("possible values: auto");
}
