//! `cheapest`: the k cheapest solutions, by a search or by the diagram.

use crate::program::{EASY, Ran, run, run_on};
use serde_json::Value;

/// What the solutions of a run cost.
#[track_caller]
fn costs(ran: &Ran) -> Vec<u64> {
    let cost = |line: &&str| line.split_once(": ").unwrap().0.parse().unwrap();
    ran.lines().iter().map(cost).collect()
}

#[test]
fn both_ways_find_the_same_costs() {
    for (path, total) in [("puzzles/costs.dlx", 12), ("puzzles/shifts.dlx", 115)] {
        let all = costs(&run(&["solve", "--all", path]).exits(0).silent());
        assert_eq!(all.len(), total);
        for k in ["1", "2", "5", "12", "1000", "18446744073709551615"] {
            let most = k.parse::<usize>().unwrap_or(usize::MAX).min(total);
            for engine in ["cheapest", "diagram"] {
                let ran = run(&["cheapest", "--k", k, "--engine", engine, path]).exits(0).silent();
                assert_eq!(costs(&ran), all[..most], "{path} {k} {engine}");
            }
        }
    }
}

#[test]
fn they_are_written_as_solve_writes_them() {
    for form in ["line", "grid", "json", "svg"] {
        let board = "s1 s2 A B\ns1 A |3\ns2 B |4\ns1 B |1\ns2 A |1\n";
        let solved = run_on(board, &["solve", "--to", form]).exits(0).silent();
        let cheapest = run_on(board, &["cheapest", "--to", form]).exits(0).silent();
        assert_eq!(cheapest.out, solved.out);
    }
    let text = "a b\na |7\nb |1\na b |9\n";
    let objects = ["cheapest", "diagram"].map(|engine| {
        let arguments = ["cheapest", "-k", "1", "--json", "--engine", engine];
        serde_json::from_str::<Value>(&run_on(text, &arguments).exits(0).silent().out).unwrap()
    });
    assert_eq!(objects[0]["solutions"], objects[1]["solutions"]);
    for key in ["count", "complete", "stop", "optimal"] {
        assert_eq!(objects[0][key], objects[1][key], "{key}");
    }
    let bound = objects[1]["bound"].as_u64().unwrap();
    assert!((8..=9).contains(&bound), "{bound}");
    for engine in ["cheapest", "diagram"] {
        let arguments = ["cheapest", "-k", "2", "--json", "--engine", engine];
        let all: Value = serde_json::from_str(&run_on(text, &arguments).exits(0).out).unwrap();
        assert_eq!((&all["count"], &all["optimal"]), (&2.into(), &true.into()));
    }
}

#[test]
fn without_costs_all_cost_nothing() {
    for engine in ["cheapest", "diagram"] {
        let run_on = |text: &str, k: &str| {
            run_on(text, &["cheapest", "-k", k, "--engine", engine, "-q"]).exits(0).silent().out
        };
        assert_eq!(run_on("a b\na\nb\n", "3"), "0: a | b\n");
        assert_eq!(run_on("p q\nq\n", "3"), "none\n");
        assert_eq!(run_on("0:1|a\na |2\n", "9"), "0: ()\n2: a |2\n");
    }
}

#[test]
fn what_has_no_costs_or_no_answer_is_refused() {
    let ran = run_on(EASY, &["cheapest"]).exits(2);
    assert_eq!(ran.out, "error\n");
    ran.says("error: <stdin>:1: a Sudoku has no costs");
    for k in ["0", "-1", "x", "1.5"] {
        run(&["cheapest", &format!("--k={k}"), "puzzles/costs.dlx"]).exits(2).says("at least 1");
    }
    for (option, value) in [("--memory", "1G"), ("--order", "fewest")] {
        let message = format!("error: {option} is for --engine diagram\n");
        run(&["cheapest", option, value, "puzzles/costs.dlx"]).exits(2).says(&message);
        run(&["cheapest", "--engine", "diagram", option, value, "puzzles/costs.dlx"]).exits(0);
    }
    for engine in ["cheapest", "diagram"] {
        let arguments = ["cheapest", "--threads", "2", "--engine", engine, "puzzles/costs.dlx"];
        run(&arguments).exits(0).silent();
    }
}

#[test]
fn of_a_diagram_that_is_not_complete_nothing_is_the_cheapest() {
    let arguments = ["cheapest", "--engine", "diagram", "--memory", "1", "puzzles/shifts.dlx"];
    let ran = run(&arguments).exits(3);
    assert_eq!(ran.out, "unknown\n");
    let ran = ran.says("none was found so far").says("the limit of memory was reached");
    assert!(!ran.err.contains("stopped"), "{}", ran.err);
    let ran = run(&[&arguments[..], &["--json", "-q"]].concat()).exits(3).silent();
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((&object["optimal"], &object["stop"]), (&false.into(), &"memory-limit".into()));
}
