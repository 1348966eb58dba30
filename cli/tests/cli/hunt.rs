//! `hunt`: puzzles around given ones.

use crate::program::{ROOT, Ran, SOLVED, blank, run, run_on, start};
use std::fs;
use std::thread;
use std::time::Duration;

/// A puzzle with 17 clues, and one that has another clue in place of one of them.
const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// The number of cells in which two puzzles of 9x9 cells differ.
fn differences(one: &str, other: &str) -> usize {
    assert_eq!((one.len(), other.len()), (81, 81));
    one.bytes().zip(other.bytes()).filter(|(a, b)| a != b).count()
}

/// Some of the puzzles of a file.
fn seventeens(number: usize) -> String {
    let text = fs::read_to_string(format!("{ROOT}/puzzles/seventeen.txt")).unwrap();
    let puzzles = text.lines().filter(|line| !line.starts_with('#'));
    puzzles.take(number).map(|line| line[..81].to_owned() + "\n").collect()
}

#[test]
fn what_is_found_differs_in_one_clue_and_is_new() {
    let given = seventeens(20);
    let ran = run_on(given.as_str(), &["hunt", "--clues", "17", "-q"]).exits(0).silent();
    assert!(ran.lines().len() > 3, "{}", ran.out);
    for found in ran.lines() {
        let near = given
            .lines()
            .any(|start| differences(start, found) == 2 || differences(start, found) == 1);
        assert!(near, "{found}");
    }
    let count = ran.lines().len();
    let unique = run_on(ran.out.as_str(), &["check", "--engine", "links", "-q"]).exits(0);
    assert_eq!(unique.out, "unique\n".repeat(count));
    let all = given.clone() + &ran.out;
    let classes = run_on(all.as_str(), &["canonical", "--unique", "-q"]).exits(0);
    let given_classes = run_on(given.as_str(), &["canonical", "--unique", "-q"]).exits(0);
    assert_eq!(classes.lines().len(), given_classes.lines().len() + count);
}

#[test]
fn a_planted_neighbour_is_found() {
    // A clue of the puzzle is moved; the hunt around the result finds the puzzle, or one that is
    // equivalent to it.
    let around = run_on(HARD, &["hunt", "-q"]).exits(0);
    let form = |puzzle: &str| run_on(puzzle, &["canonical", "-q"]).exits(0).out;
    let wanted = form(HARD);
    assert!(!around.lines().is_empty());
    for neighbour in around.lines() {
        let back = run_on(neighbour, &["hunt", "-q"]).exits(0);
        assert!(back.lines().into_iter().any(|found| form(found) == wanted), "{neighbour}");
    }
}

#[test]
fn threads_do_not_change_the_list() {
    let given = seventeens(5);
    let with = |threads: &str, more: &[&str]| {
        let hunt = ["hunt", "--depth", "2", "--threads", threads, "-q"];
        run_on(given.as_str(), &[&hunt[..], more].concat()).exits(0).out
    };
    let one = with("1", &[]);
    assert!(one.lines().count() > 5);
    assert_eq!(with("3", &[]), one);
    let first: String = one.lines().take(3).map(|line| line.to_owned() + "\n").collect();
    assert_eq!(with("2", &["--limit", "3"]), first);
}

#[test]
fn known_puzzles_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("known.txt");
    let path = path.to_str().unwrap();
    let all = run_on(HARD, &["hunt", "-q"]).exits(0).out;
    // Known in another form.
    fs::write(path, run_on(all.as_str(), &["canonical", "-q"]).exits(0).out).unwrap();
    assert_eq!(run_on(HARD, &["hunt", "--known", path, "-q"]).exits(0).out, "");
    fs::write(path, "xx12\n").unwrap();
    run_on(HARD, &["hunt", "--known", path]).exits(2).says(&format!("error: {path}:1"));
    fs::write(path, "12\n").unwrap();
    run_on(HARD, &["hunt", "--known", path]).exits(2).says("no Sudoku puzzle found");
    run_on(HARD, &["hunt", "--known", "no/file"]).exits(2).says("error: no/file: ");
}

#[test]
fn replacements_and_numbers_of_clues_are_given() {
    let added = run_on(HARD, &["hunt", "--step", "-0+1", "-q"]).exits(0);
    assert!(added.lines().iter().all(|found| differences(HARD, found) == 1));
    assert_eq!(added.lines().len(), 64);
    assert_eq!(run_on(HARD, &["hunt", "--step", "-0+1", "--minimal", "-q"]).exits(0).out, "");
    assert_eq!(run_on(HARD, &["hunt", "--step", "-0+1", "--clues", "<=17", "-q"]).exits(0).out, "");
    let json = run_on(HARD, &["hunt", "--step", "-0+1", "--json", "-q"]).exits(0);
    let first = format!("{{\"number\":1,\"puzzle\":\"{}\",\"clues\":18}}", added.lines()[0]);
    assert_eq!(json.lines()[0], first);
    run_on(HARD, &["hunt", "--step", "1+1"]).exits(2).says("expected one like -1+1");
    run_on(HARD, &["hunt", "--clues", "18-17"]).exits(2).says("18 is above 17");
}

#[test]
fn a_message_says_that_nothing_was_found_and_what_may_be_the_reason() {
    let none = format!("12345678.........9{}", ".".repeat(63));
    let says = |input: &str, message: &str| {
        let ran = run_on(input, &["hunt"]).exits(0);
        assert_eq!((&*ran.out, &*ran.err), ("", message));
        run_on(input, &["hunt", "-q"]).exits(0).silent();
    };
    says(&blank(), "no puzzle found: the puzzle has more than one solution\n");
    says(&none, "no puzzle found: the puzzle has no solution\n");
    let both = format!("{}\n{none}\n", blank());
    says(&both, "no puzzle found: 2 of the 2 given puzzles do not have exactly one solution\n");
    let ran = run_on(HARD, &["hunt", "--clues", "3"]).exits(0);
    assert_eq!(ran.err, "no puzzle found\n");
}

#[test]
fn other_input_is_an_error() {
    run(&["hunt"]).exits(2).says("empty input");
    run(&["hunt", "puzzles/queens8.dlx"]).exits(2).says("expected Sudoku puzzles");
    run(&["hunt", "puzzles/sizes.txt"]).exits(2).says("the puzzle has another size");
    let clash = HARD.replacen("4.....8.5", "4.....8.4", 1);
    run_on(clash, &["hunt"]).exits(2).says("row 1 has 4 twice");
}

/// A folder with a puzzle, a checkpoint and a list.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("given.txt"), format!("{HARD}\n")).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    fn arguments(&self, more: &[&str]) -> Vec<String> {
        let [given, state, list] = ["given.txt", "state", "list"].map(|name| self.path(name));
        let own = [
            "hunt",
            "--step",
            "-0+1",
            "--depth",
            "2",
            &given,
            "--checkpoint",
            &state,
            "-o",
            &list,
            "-q",
        ];
        let own = [&own[..], more].concat();
        own.into_iter().map(str::to_owned).collect()
    }

    fn run(&self, more: &[&str]) -> Ran {
        let arguments = self.arguments(more);
        run(&arguments.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn list(&self) -> String {
        fs::read_to_string(self.path("list")).unwrap_or_default()
    }
}

#[test]
fn a_hunt_that_is_killed_at_any_moment_comes_to_the_same_end() {
    let desk = Desk::new();
    let all = run_on(HARD, &["hunt", "--step", "-0+1", "--depth", "2", "-q"]).exits(0).out;
    assert_eq!(all.lines().count(), 64 + 64 * 63 / 2);
    for kill in 0..8 {
        let arguments = desk.arguments(&["--checkpoint-every", "0.001", "--threads", "2"]);
        let mut child = start(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        thread::sleep(Duration::from_millis(7 * kill));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    desk.run(&["--timeout", "0.02"]);
    assert_eq!(desk.run(&[]).exits(0).out, "");
    assert_eq!(desk.list(), all);
    // More depth continues it, and other arguments are refused.
    assert_eq!(desk.run(&["--clues", "17"]).exits(2).out, "");
    assert_eq!(desk.list(), all);
    run(&["resume", &desk.path("state")])
        .exits(2)
        .says("hunt --step -0+1 of 1 puzzles with 0 known");
}

#[test]
fn a_stopped_hunt_keeps_what_it_found() {
    let ran = run_on(HARD, &["hunt", "--step", "-3+3", "--timeout", "0.4"]).exits(3);
    assert!(ran.out.is_empty() || ran.out.ends_with('\n'));
    let message = format!("stopped: the time was up; {} puzzle", ran.lines().len());
    ran.says(&message);
    run_on(HARD, &["hunt", "--memory", "100", "--step", "-0+1"])
        .exits(3)
        .says("the memory is full with 1 class: --memory can allow more");
}

/// A 6x6 grid whose smallest puzzles have 8 clues.
const SIX: &str = "432156516423651234243561165342324615";

#[test]
fn all_puzzles_within_a_grid_are_found() {
    let grid = "1234341221434321";
    let found = run_on(grid, &["hunt", "--grid", "--clues", "4", "-q"]).exits(0).silent();
    assert_eq!(found.lines().len(), 12);
    for puzzle in found.lines() {
        assert!(puzzle.chars().zip(grid.chars()).all(|(a, b)| a == '.' || a == b), "{puzzle}");
    }
    assert_eq!(run_on(found.out.as_str(), &["check", "-q"]).exits(0).out, "unique\n".repeat(12));
    assert_eq!(run_on(grid, &["hunt", "--grid", "--clues", "3", "-q"]).exits(0).out, "none\n");
    assert_eq!(run_on(grid, &["hunt", "--grid", "--clues", "<=4", "-q"]).exits(0).out, found.out);
    // A puzzle stands for its solution.
    let of_puzzle = run_on(found.lines()[0], &["hunt", "--grid", "--clues", "4", "-q"]).exits(0);
    assert_eq!(of_puzzle.out, found.out);
    let json = run_on(grid, &["hunt", "--grid", "--clues", "3-4", "--json", "-q"]).exits(0);
    let first = found.lines()[0];
    let object = format!("{{\"grid\":\"{grid}\",\"puzzle\":\"{first}\",\"clues\":4}}");
    assert_eq!((json.lines().len(), json.lines()[0]), (12, object.as_str()));
    let none = run_on(grid, &["hunt", "--grid", "--clues", "2", "--json", "-q"]).exits(0);
    assert_eq!(none.out, format!("{{\"grid\":\"{grid}\",\"result\":\"none\"}}\n"));
    let limited = run_on(grid, &["hunt", "--grid", "--clues", "4", "--limit", "2", "-q"]).exits(0);
    assert_eq!(limited.lines(), found.lines()[..2]);
    // There are more puzzles with 60 clues than can be listed.
    let many = ["hunt", "--grid", "--clues", "60", "--limit", "3", "-q", "--timeout", "60"];
    assert_eq!(run_on(SOLVED, &many).exits(0).lines().len(), 3);
}

#[test]
fn a_search_within_grids_that_is_stopped_comes_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (given, state, list) = (path("given"), path("state"), path("list"));
    fs::write(&given, format!("{SIX}\n123456456123231564564231312645645312\n")).unwrap();
    let hunt = ["hunt", &given, "--grid", "--clues", "8", "-q"];
    let all = run(&[&hunt[..], &["--threads", "1"]].concat()).exits(0).out;
    assert_eq!(all.lines().count(), 397);
    assert!(all.ends_with("\nnone\n"), "{all}");
    assert_eq!(run(&[&hunt[..], &["--threads", "3"]].concat()).exits(0).out, all);
    let saved = [&hunt[..], &["--checkpoint", &state, "-o", &list]].concat();
    for time in ["0.02", "0.05", "0.1"] {
        run(&[&saved[..], &["--timeout", time]].concat());
    }
    run(&saved).exits(0);
    assert_eq!(fs::read_to_string(&list).unwrap(), all);
}

#[test]
fn searches_within_grids_say_what_they_need() {
    run_on(HARD, &["hunt", "--grid"]).exits(2).says("--clues");
    run_on(HARD, &["hunt", "--grid", "--clues", "17", "--depth", "2"]).exits(2);
    let several = ".".repeat(81);
    let ran = run_on(several, &["hunt", "--grid", "--clues", "17"]).exits(2);
    ran.says("the puzzle has more than one solution");
    let large = run(&["grid", "1", "--size", "12", "--sampling", "fast", "-q"]).exits(0).out;
    run_on(large, &["hunt", "--grid", "--clues", "30"]).exits(2).says("144");
}
