//! `grid`: random solution grids, and the number of all.

use crate::program::{ROOT, run, start};
use std::collections::BTreeMap;
use std::fs;
use std::thread;
use std::time::Duration;

#[test]
fn grids_are_solutions_and_depend_on_seed_and_number_alone() {
    let grids =
        |more: &[&str]| run(&[&["grid", "40", "-q"][..], more].concat()).exits(0).silent().out;
    let own = grids(&[]);
    assert_eq!(own.lines().count(), 40);
    assert_eq!(grids(&["--threads", "1"]), own);
    assert_ne!(grids(&["--seed", "1"]), own);
    let rest = run(&["grid", "30", "--first", "11", "-q"]).exits(0).out;
    assert_eq!(rest.lines().collect::<Vec<_>>(), own.lines().skip(10).collect::<Vec<_>>());
    let json = run(&["grid", "1", "--json", "-q"]).exits(0).out;
    let first = own.lines().next().unwrap();
    assert_eq!(json, format!("{{\"number\":1,\"seed\":0,\"grid\":\"{first}\"}}\n"));
    let checked = crate::program::run_on(own, &["check", "-q"]).exits(0).out;
    assert_eq!(checked, "unique\n".repeat(40));
}

#[test]
fn grids_of_other_sizes_are_solutions_too() {
    let table: [&[&str]; 5] = [
        &["--size", "4"],
        &["--size", "6", "--box", "3x2"],
        &["--size", "9", "--variant", "diagonal"],
        &["--box", "3x4"],
        &["--size", "16"],
    ];
    for rules in table {
        let ran = run(&[&["grid", "3", "-q"][..], rules].concat()).exits(0).silent();
        assert_eq!(ran.lines().len(), 3);
        let check = [&["check", "-q", "--engine", "links"][..], rules].concat();
        let checked = crate::program::run_on(ran.out, &check).exits(0).out;
        assert_eq!(checked, "unique\n".repeat(3), "{rules:?}");
    }
}

#[test]
fn a_table_of_grids_has_numbers_and_no_puzzles() {
    for more in [&[][..], &["--size", "4"], &["--size", "6"]] {
        let arguments = |to| [&["grid", "20", "--first", "7", "-q", "--to", to], more].concat();
        let (table, lines) = (run(&arguments("csv")).exits(0), run(&arguments("line")).exits(0));
        let rows = (7..).zip(lines.lines()).map(|(number, grid)| format!("{number},{grid}\n"));
        assert_eq!(table.out, "number,grid\n".to_owned() + &rows.collect::<String>());
        let read = crate::program::run_on(table.out, &["convert", "-q"]).exits(0).silent();
        assert_eq!(read.out, lines.out);
    }
}

#[test]
fn all_grids_of_size_4_are_equally_probable() {
    let ran = run(&["grid", "5760", "--size", "4", "-q"]).exits(0);
    let mut drawn = BTreeMap::new();
    for grid in ran.lines() {
        *drawn.entry(grid).or_insert(0.0) += 1.0;
    }
    assert_eq!(drawn.len(), 288);
    // Of chi squared with 287 degrees of freedom the mean is 287 and the variance 574: five
    // standard deviations.
    let chi_square: f64 = drawn.values().map(|seen: &f64| (seen - 20.0).powi(2) / 20.0).sum();
    assert!((chi_square - 287.0).abs() < 120.0, "{chi_square}");
}

#[test]
fn grids_that_are_not_uniform_come_with_a_warning_or_not_at_all() {
    run(&["grid", "1", "--size", "12"]).exits(0).says("warning: some grids are more probable");
    run(&["grid", "1", "--size", "12", "--sampling", "fast"]).exits(0).silent();
    let refused = run(&["grid", "1", "--size", "12", "--uniform"]).exits(2);
    refused.says("uniform grids are drawn for sizes 4 to 8 and for standard 9x9 Sudoku");
    run(&["grid", "1", "--variant", "diagonal", "--uniform"]).exits(2).says("uniform grids");
    run(&["grid", "1", "--uniform"]).exits(0).silent();
}

#[test]
fn arguments_that_contradict_each_other_are_errors() {
    run(&["grid", "3", "--count"]).exits(2).says("cannot be used with");
    run(&["grid", "--count", "--size", "4"]).exits(2).says("cannot be used with");
    run(&["grid", "--count", "--to", "csv"]).exits(2).says("--count writes a table");
    run(&["grid", "0"]).exits(2);
    let list = ["grid", "3", "--checkpoint", "no/state", "-o", "no/list"];
    run(&list).exits(2).says("--checkpoint is for --count: --first continues a run");
}

#[test]
fn a_count_that_is_stopped_has_whole_lines_and_no_total() {
    let ran = run(&["grid", "--count", "--timeout", "0.4", "--threads", "1"]).exits(3);
    assert!(!ran.out.contains("total") && (ran.out.is_empty() || ran.out.ends_with('\n')));
    let message = format!("stopped: the time was up; {} line", ran.lines().len());
    ran.says(&message);
}

#[test]
#[ignore = "all grids take half a minute to be counted"]
fn a_count_that_is_killed_has_the_number_of_all_grids() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (state, list) = (path("state"), path("list"));
    let count =
        ["grid", "--count", "--checkpoint", &state, "-o", &list, "--checkpoint-every", "0.001"];
    for time in [100, 1000, 3000] {
        let mut child = start(&count);
        thread::sleep(Duration::from_millis(time));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(run(&count).exits(0).out, "total 6670903752021072936960\n");
    let expected = fs::read_to_string(format!("{ROOT}/tests/data/band-classes.txt")).unwrap();
    let expected: Vec<_> = expected.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(fs::read_to_string(list).unwrap().lines().collect::<Vec<_>>(), expected);
}
