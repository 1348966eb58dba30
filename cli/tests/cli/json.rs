//! `--json`: an object a line, which programs can read.

use crate::program::{CLASHING, EASY, SOLVED, objects, run, run_on};
use serde_json::json;

#[test]
fn a_solution_has_its_question_beside_it() {
    let ran = run_on(format!("name\t{EASY}\n"), &["solve", "--json"]).exits(0).silent();
    let expected = json!({
        "file": "<stdin>", "line": 1, "name": "name", "kind": "sudoku", "puzzle": EASY,
        "solutions": [SOLVED], "count": 1, "complete": false, "stop": "solution-limit",
    });
    assert_eq!(objects(&ran), [expected]);
    assert!(ran.out.starts_with(r#"{"file":"<stdin>","line":1,"name":"name","kind":"sudoku""#));
    assert_eq!(
        run_on(EASY, &["solve", "--json"]).out,
        run_on(EASY, &["solve", "--to", "json"]).out
    );
}

#[test]
fn all_solutions_of_a_cover_are_arrays_of_options() {
    let ran = run(&["solve", "--all", "--json", "-q", "puzzles/toy-secondary.dlx"]).exits(0);
    let objects = objects(&ran);
    let [object] = objects.as_slice() else { panic!("one line: {}", ran.out) };
    assert_eq!(object["solutions"].as_array().unwrap().len(), 5);
    // A solution is a set: its options come in any order.
    let sought = [json!(["p q x", "r"]), json!(["r", "p q x"])];
    assert!(object["solutions"].as_array().unwrap().iter().any(|found| sought.contains(found)));
    assert_eq!((&object["count"], &object["complete"]), (&json!(5), &json!(true)));
    assert_eq!((&object["kind"], &object["stop"]), (&json!("cover"), &json!("exhausted")));
}

#[test]
fn errors_and_clashes_are_objects_too() {
    let input = format!("{EASY}\n{}\n{CLASHING}\n", &EASY[1..]);
    let check = objects(&run_on(input.as_str(), &["check", "--json"]).exits(2));
    assert_eq!(
        check[0],
        json!({"file": "<stdin>", "line": 1, "kind": "sudoku", "result": "unique"})
    );
    let error = "expected 81 symbols, found 80";
    assert_eq!(check[1], json!({"file": "<stdin>", "line": 2, "column": 81, "error": error}));
    assert_eq!(check[2]["result"], "none");
    assert_eq!(check[2]["clash"], "row 1 has 3 twice");
    let solve = objects(&run_on(input.as_str(), &["solve", "--json"]).exits(2));
    assert_eq!((&solve[2]["solutions"], &solve[2]["complete"]), (&json!([]), &json!(true)));
    let count = objects(&run_on(input, &["count", "--json"]).exits(2));
    assert_eq!((&count[0]["count"], &count[0]["complete"]), (&json!(1), &json!(true)));
    let missing = objects(&run(&["count", "--json", "no-such-file"]).exits(2));
    assert_eq!(missing[0]["file"], "no-such-file");
}

#[test]
fn a_truncated_answer_says_so() {
    let count = run_on(".".repeat(81), &["count", "--json", "--limit", "7"]).exits(3);
    assert_eq!(objects(&count)[0]["stop"], "solution-limit");
    let count = run_on(".".repeat(81), &["count", "--json", "--timeout", "0.1"]).exits(3);
    assert_eq!(objects(&count)[0]["stop"], "deadline");
    assert_eq!(objects(&count)[0]["complete"], false);
    let solve = run_on(".".repeat(81), &["solve", "--all", "--json", "--timeout", "0.1"]).exits(3);
    let solve = &objects(&solve)[0];
    let shown = u64::try_from(solve["solutions"].as_array().unwrap().len()).unwrap();
    assert_eq!((solve["count"].as_u64(), &solve["complete"]), (Some(shown), &json!(false)));
}

#[test]
fn problems_are_written_with_all_that_they_have() {
    let sudoku = objects(&run_on(EASY, &["convert", "--json"]).exits(0));
    let expected = json!({
        "file": "<stdin>", "line": 1, "kind": "sudoku", "size": 9, "alphabet": "1-9", "puzzle": EASY,
    });
    assert_eq!(sudoku, [expected]);
    let text = "2|a 0:3|b c | x\na b x:red |2 |3\nc x\n";
    let cover = objects(&run_on(text, &["convert", "--json"]).exits(0));
    let expected = json!({
        "file": "<stdin>", "line": 1, "kind": "cover",
        "items": [
            {"name": "a", "primary": true, "low": 2, "high": 2},
            {"name": "b", "primary": true, "low": 0, "high": 3},
            {"name": "c", "primary": true, "low": 1, "high": 1},
            {"name": "x", "primary": false},
        ],
        "options": [
            {"items": [{"name": "a"}, {"name": "b"}, {"name": "x", "color": "red"}], "cost": 5},
            {"items": [{"name": "c"}, {"name": "x"}], "cost": 0},
        ],
    });
    assert_eq!(cover, [expected]);
}

#[test]
fn cheapest_covers_are_objects_with_their_costs() {
    let text = "a b\na |7\nb |1\na b |9\n";
    let solved = objects(&run_on(text, &["solve", "--json"]).exits(0).silent());
    let expected = json!({
        "file": "<stdin>", "line": 1, "kind": "cover", "items": 2, "options": 3,
        "solutions": [{"cost": 8, "options": ["a |7", "b |1"]}],
        "count": 1, "complete": false, "stop": "solution-limit", "optimal": true, "bound": 8,
    });
    assert_eq!(solved, [expected]);
    let all = objects(&run_on(text, &["solve", "--json", "--all"]).exits(0).silent());
    assert_eq!(all[0]["solutions"][1], json!({"cost": 9, "options": ["a b |9"]}));
    assert_eq!((&all[0]["complete"], &all[0]["stop"]), (&json!(true), &json!("exhausted")));
    assert_eq!((&all[0]["optimal"], all[0].get("bound")), (&json!(true), None));
}

#[test]
fn names_are_escaped() {
    let text = "a\"b \\\na\"b\n\\\n";
    let solved = objects(&run_on(text, &["solve", "--json"]).exits(0));
    let mut options: Vec<_> = solved[0]["solutions"][0].as_array().unwrap().iter().collect();
    options.sort_by_key(|option| option.as_str());
    assert_eq!(options, ["\\", "a\"b"]);
}
