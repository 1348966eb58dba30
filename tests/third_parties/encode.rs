//! The encodings, against the independent script.

use crate::common::random::{self, Size};
use crate::common::{families, options};
use proptest::prelude::*;
use quadrille::proof::export::{OpbObjective, write_cnf, write_opb};
use quadrille::{Problem, dlx};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn opb(problem: &Problem, objective: OpbObjective<'_>) -> String {
    let mut text = Vec::new();
    write_opb(problem, objective, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

fn cnf(problem: &Problem) -> Option<String> {
    let mut text = Vec::new();
    write_cnf(problem, &mut text).ok()?;
    Some(String::from_utf8(text).unwrap())
}

const COLORS: &str = "a 2:3|b 0:2|c | x y\na x:1 |3\na b x:2\nb c y\nb c x y\nx\nb x:1 y |1\n";

#[test]
fn inequalities_are_as_documented() {
    let problem: Problem = COLORS.parse().unwrap();
    let lines = "1 x1 1 x2 = 1 ;\n1 x2 1 x3 1 x4 1 x6 >= 2 ;\n-1 x2 -1 x3 -1 x4 -1 x6 >= -3 ;\n\
                 -1 x3 -1 x4 -1 x6 >= -1 ;\n-1 x5 >= 0 ;\n-1 x1 -1 x2 >= -1 ;\n\
                 -1 x1 -1 x4 >= -1 ;\n-1 x2 -1 x4 >= -1 ;\n-1 x2 -1 x6 >= -1 ;\n\
                 -1 x4 -1 x6 >= -1 ;\n";
    let head = "* #variable= 6 #constraint= 10\n";
    assert_eq!(opb(&problem, OpbObjective::Nothing), format!("{head}{lines}"));
    let costs = "min: 3 x1 1 x6 ;\n";
    assert_eq!(opb(&problem, OpbObjective::Costs), format!("{head}{costs}{lines}"));
    let agreement = "min: 1 x1 1 ~x2 1 x3 1 ~x4 1 ~x5 1 ~x6 ;\n";
    let objective = opb(&problem, OpbObjective::Agreement(&options([0, 2])));
    assert_eq!(objective, format!("{head}{agreement}{lines}"));
    assert_eq!(cnf(&problem), None);
}

#[test]
fn clauses_are_as_documented() {
    let problem: Problem = "a b | x\na b\na x:1\nb x:2\nb x\nx\na x:1\n".parse().unwrap();
    let expected = "p cnf 6 13\n1 2 6 0\n1 3 4 0\n-5 0\n-1 -2 0\n-1 -3 0\n-1 -4 0\n-1 -6 0\n\
                    -2 -3 0\n-2 -4 0\n-2 -6 0\n-3 -4 0\n-3 -6 0\n-4 -6 0\n";
    assert_eq!(cnf(&problem).as_deref(), Some(expected));
}

/// A file that is removed when the value is dropped, also when a test fails.
struct ShortLived(PathBuf);

impl Drop for ShortLived {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// What the script prints for a problem. It refuses only what the format can't express.
fn script(problem: &Problem, arguments: &[&str]) -> Option<String> {
    let text = dlx::to_string(problem).unwrap();
    let name = format!("quadrille-encode-{}.dlx", std::process::id());
    let file = ShortLived(env::temp_dir().join(name));
    fs::write(&file.0, text).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut command = Command::new("python3");
    let output = command.arg(root.join("checkers/encode.py")).args(arguments).arg(&file.0);
    let output = output.output().expect("Python is installed");
    if output.status.success() {
        return Some(String::from_utf8(output.stdout).unwrap());
    }
    let reason = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{reason}");
    assert!(reason.trim_end().ends_with("CNF can't express it"), "{reason}");
    None
}

fn compare(problem: &Problem) {
    let read = |text: Option<String>| text.unwrap_or_default();
    assert_eq!(cnf(problem), script(problem, &["cnf"]));
    assert_eq!(opb(problem, OpbObjective::Nothing), read(script(problem, &["opb"])));
    assert_eq!(opb(problem, OpbObjective::Costs), read(script(problem, &["opb", "--costs"])));
    let some = options((0..problem.options().len()).step_by(3));
    let numbers: Vec<_> = some.iter().map(|option| (option.index() + 1).to_string()).collect();
    let own = script(problem, &["opb", "--unique", &numbers.join(",")]);
    assert_eq!(opb(problem, OpbObjective::Agreement(&some)), read(own));
}

const SMALL: Size = Size { primary: 1..=5, secondary: 0..=3, options: 0..=10, entries: 4 };

/// One test, since all of it uses one file.
#[test]
#[ignore = "needs Python"]
fn the_script_writes_the_same() {
    compare(&families::queens(6));
    compare(&families::no_three_in_line(4));
    compare(&COLORS.parse().unwrap());
    let bounded = random::drafts(SMALL).prop_flat_map(random::with_bounds_and_costs);
    let drafts = prop_oneof![random::drafts(SMALL), bounded];
    let mut runner = proptest::test_runner::TestRunner::new(random::config(12));
    let result = runner.run(&drafts, |draft| {
        compare(&draft.problem());
        Ok(())
    });
    result.unwrap();
}
