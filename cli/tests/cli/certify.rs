//! `check --certify`, and `verify` of what it writes.

use crate::program::{CLASHING, EASY, ROOT, Ran, SOLVED, blank, objects, run, run_on, start};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// A puzzle that singles don't solve.
const HARD: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// A folder for files of a test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a file. Returns its name.
    fn file(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).unwrap();
        self.name(name)
    }

    fn name(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    /// The names of all files.
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn text(path: impl AsRef<Path>) -> String {
    fs::read_to_string(path).unwrap()
}

fn verify(proof: &str, puzzles: &str, more: &[&str]) -> Ran {
    run(&[&["verify", puzzles, proof, "-q"][..], more].concat())
}

#[test]
fn a_certificate_has_a_line_for_each_puzzle() {
    let folder = Folder::new();
    let blank = blank();
    let input = format!("{EASY}\n{CLASHING}\n{HARD}\n{blank}\n{SOLVED}\n");
    let puzzles = folder.file("puzzles", &input);
    let proof = folder.name("proof");
    let checked = run(&["check", "--certify", &proof, &puzzles, "-q"]).exits(1).silent();
    assert_eq!(checked.out, "unique\nnone\nunique\nmultiple\nunique\n");
    let written = text(&proof);
    let lines: Vec<_> = written.lines().collect();
    assert_eq!((lines[0], lines[2]), ("sudoku-proof 1", "lines 5"));
    assert_eq!((lines[3], lines[4], lines[7]), ("1", "0", "1"));
    assert!(lines[5].starts_with("1 ") && lines[6].starts_with("2 ") && lines.len() == 8);
    let totals = "verified: 5 puzzles: 3 with one solution, 1 with none, 1 with several\n";
    assert_eq!(verify(&proof, &puzzles, &[]).exits(0).silent().out, totals);
    // The form of the input does not matter, and neither that of the answers.
    let converted = run(&["convert", "--to", "grid", &puzzles, "-q"]).exits(0).out;
    let drawn = folder.file("drawn", &converted);
    assert_eq!(verify(&proof, &drawn, &[]).exits(0).out, totals);
    let again = folder.name("again");
    run(&["check", "--json", "--engine", "links", "--certify", &again, &drawn, "-q"]).exits(1);
    assert_eq!(text(&again), written);
    assert_eq!(folder.names(), ["again", "drawn", "proof", "puzzles"]);
}

#[test]
fn all_sizes_and_both_rules_are_certified() {
    let folder = Folder::new();
    for (file, more) in [
        ("sizes.txt", &[][..]),
        ("sixteen.txt", &[]),
        ("diagonal.txt", &["--variant", "diagonal"]),
        ("lab.txt", &[]),
    ] {
        let (puzzles, proof) = (format!("{ROOT}/puzzles/{file}"), folder.name(file));
        let check = ["check", "--certify", &proof, &puzzles, "-q"];
        let checked = run(&[&check[..], more].concat());
        let verified = verify(&proof, &puzzles, more).exits(0).out;
        let count = |word: &str| checked.lines().iter().filter(|line| **line == word).count();
        let (one, none, several) = (count("unique"), count("none"), count("multiple"));
        let puzzles = checked.lines().len();
        assert_eq!(
            verified,
            format!(
                "verified: {puzzles} puzzles: {one} with one solution, {none} with none, {several} \
                 with several\n"
            )
        );
    }
    // The rules are not in the certificate.
    let (proof, puzzles) = (folder.name("diagonal.txt"), format!("{ROOT}/puzzles/diagonal.txt"));
    verify(&proof, &puzzles, &[]).exits(1).says("diagonal.txt:");
}

#[test]
fn threads_do_not_change_a_certificate() {
    let folder = Folder::new();
    let puzzles = format!("{ROOT}/puzzles/seventeen.txt");
    let with = |threads: &str| {
        let proof = folder.name(threads);
        let ran = run(&["check", "--certify", &proof, "--threads", threads, &puzzles]).exits(0);
        ran.says("300 puzzles in");
        text(&proof)
    };
    let one = with("1");
    assert_eq!(one.lines().count(), 303);
    assert!(one.len() < 300 * 6, "{}", one.len());
    assert_eq!(with("2"), one);
    assert_eq!(with("5"), one);
    let verified = verify(&folder.name("5"), &puzzles, &[]).exits(0).out;
    let totals = "verified: 300 puzzles: 300 with one solution, 0 with none, 0 with several\n";
    assert_eq!(verified, totals);
}

#[test]
fn a_wrong_certificate_is_refused_with_its_line() {
    let folder = Folder::new();
    let puzzles = folder.file("puzzles", &format!("{EASY}\n{HARD}\n{CLASHING}\n"));
    let proof = folder.name("proof");
    run(&["check", "--certify", &proof, &puzzles, "-q"]).exits(1);
    let right = text(&proof);
    let hard = right.lines().nth(4).unwrap().to_owned();
    let cases = [
        ("\n1\n", "\n0\n", "wrong:4: solutions: the line says 0, and the search has found 1"),
        ("\n1\n", "\n1 82\n", "wrong:4: items of the list that are not used: 1"),
        (&hard, "1", "wrong:5: singles do not decide a node, and no item is left to branch on"),
        (&hard, "1 400", "wrong:5: there is no primary item 400"),
        (&hard, "1 1", "wrong:5: item 1 is not open"),
        (&hard, "one", "wrong:5: column 1: expected 0, 1 or 2, the number of solutions"),
        ("\n0\n", "\n1\n", "wrong:6: solutions: the line says 1, and the search has found 0"),
        ("\n0\n", "\n", "wrong:6: the file ends before this line"),
        ("\n0\n", "\n0\n0\n", "wrong:7: expected the end of the file"),
        ("sudoku-proof 1", "sudoku-proof 3", "wrong:1: column 1: expected sudoku-proof 1"),
    ];
    for (old, new, message) in cases {
        let changed = right.replacen(old, new, 1);
        assert_ne!(changed, right);
        let wrong = folder.file("wrong", &changed);
        let ran = verify(&wrong, &puzzles, &[]).exits(1).says(message);
        assert_eq!(ran.out, "");
    }
    for damaged in ["", "x", &right[1..]] {
        let wrong = folder.file("wrong", damaged);
        verify(&wrong, &puzzles, &[]).exits(1).says("wrong:1: expected `exact-cover-proof 1`");
    }
}

#[test]
fn a_certificate_that_is_verified_is_an_object() {
    let folder = Folder::new();
    let puzzles = folder.file("puzzles", &format!("{EASY}\n{}x\n{HARD}\n", &EASY[..79]));
    let proof = folder.name("proof");
    run(&["check", "--certify", &proof, &puzzles, "-q"]).exits(2);
    let verified = objects(&verify(&proof, &puzzles, &["--json"]).exits(2));
    assert_eq!((verified.len(), &verified[0]["line"]), (2, &json!(2)));
    let expected = json!({
        "file": puzzles, "proof": proof, "puzzles": 2, "unique": 2, "none": 0, "multiple": 0,
        "result": "verified",
    });
    assert_eq!(verified[1], expected);
    let other = folder.file("other", &format!("{EASY}\n"));
    let refused = objects(&verify(&proof, &other, &["--json"]).exits(1));
    let error = "the certificate is for 2 other puzzles, not for these 1";
    assert_eq!(refused, [json!({"file": proof, "error": error})]);
}

#[test]
fn other_puzzles_are_refused() {
    let folder = Folder::new();
    let puzzles = folder.file("puzzles", &format!("{EASY}\n{HARD}\n"));
    let proof = folder.name("proof");
    run(&["check", "--certify", &proof, &puzzles, "-q"]).exits(0);
    for (other, message) in [
        (format!("{HARD}\n{EASY}\n"), "other puzzles: their SHA-256 differs"),
        (format!("{EASY}\n"), "for 2 other puzzles, not for these 1"),
        (format!("{EASY}\n{HARD}\n{EASY}\n"), "for 2 other puzzles, not for these 3"),
    ] {
        let other = folder.file("other", &other);
        assert_eq!(verify(&proof, &other, &[]).exits(1).says(message).out, "");
    }
    verify(&folder.name("none"), &puzzles, &[]).exits(2).says("none");
    let problem = format!("{ROOT}/puzzles/queens8.dlx");
    verify(&proof, &problem, &[]).exits(1).says("found an exact cover");
}

#[test]
fn records_without_an_answer_have_no_line() {
    let folder = Folder::new();
    let input = format!("{EASY}\n{}x\n{HARD}\n", &EASY[..79]);
    let puzzles = folder.file("puzzles", &input);
    let proof = folder.name("proof");
    let checked = run(&["check", "--certify", &proof, &puzzles, "-q"]).exits(2);
    assert_eq!(checked.out, "unique\nerror\nunique\n");
    assert!(text(&proof).contains("\nlines 2\n"));
    let ran = verify(&proof, &puzzles, &[]).exits(2).says("puzzles:2:");
    let totals = "verified: 2 puzzles: 2 with one solution, 0 with none, 0 with several\n";
    assert_eq!(ran.out, totals);
    let good = folder.file("good", &format!("{EASY}\n{HARD}\n"));
    assert_eq!(verify(&proof, &good, &[]).exits(0).silent().out, totals);

    let problem = format!("{ROOT}/puzzles/queens8.dlx");
    let covers = folder.name("covers");
    let ran = run(&["check", "--certify", &covers, &problem, "-q"]).exits(2);
    assert_eq!(ran.says("`prove` writes proofs of exact covers").out, "error\n");
    let candidates = run_on(EASY, &["convert", "--to", "candidates", "-q"]).exits(0).out;
    let candidates = folder.file("candidates", &candidates.replacen("123456789", "12345678.", 1));
    let ran = run(&["check", "--certify", &covers, &candidates, &good, "-q"]).exits(2);
    assert!(ran.says("which --certify does not take").out.contains("error\n"));
    assert!(text(&covers).contains("\nlines 2\n"));
}

#[test]
fn an_input_without_an_answer_leaves_no_certificate() {
    let folder = Folder::new();
    let proof = folder.name("proof");
    let problem = fs::read_to_string(format!("{ROOT}/puzzles/queens8.dlx")).unwrap();
    for input in ["", "garbage\n", "# a comment\n", &EASY[1..], &problem] {
        let ran = run_on(input, &["check", "--certify", &proof]).exits(2);
        ran.says("proof: not written, because no puzzle was answered");
        assert!(folder.names().is_empty(), "{input}");
    }
}

#[test]
fn an_incomplete_run_leaves_no_certificate() {
    let folder = Folder::new();
    let proof = folder.name("proof");
    // Puzzles for a minute or more.
    let many = format!("{HARD}\n").repeat(300_000);
    let puzzles = folder.file("puzzles", &many);
    for threads in ["1", "2"] {
        let arguments = ["check", "--certify", &proof, "--timeout", "0.5", "--threads", threads];
        let ran = run(&[&arguments[..], &[&puzzles]].concat()).exits(3);
        ran.says("proof: not written, because not all puzzles were answered");
        assert_eq!(folder.names(), ["puzzles"]);
    }
    // A closed pipe ends a run, too.
    let mut child = start(&["check", "--certify", &proof, &puzzles]);
    drop(child.stdout.take());
    Ran::wait(child).exits(3).says("proof: not written");
    assert_eq!(folder.names(), ["puzzles"]);
    // The certificate of an earlier run stays as it was.
    fs::write(&proof, "old").unwrap();
    let arguments = ["check", "--certify", &proof, "--nodes", "1", "--engine", "links", "-q"];
    run_on(HARD, &arguments).exits(3);
    assert_eq!(text(&proof), "old");
    run_on(HARD, &["check", "--certify", &proof, "-q"]).exits(0);
    assert!(text(&proof).starts_with("sudoku-proof 1\n"));
}

#[test]
fn a_place_that_takes_no_file_is_an_error_before_the_search() {
    let folder = Folder::new();
    let missing = folder.name("missing/proof");
    run_on(EASY, &["check", "--certify", &missing]).exits(2).says("missing/proof");
    let here = folder.name("");
    run_on(EASY, &["check", "--certify", &here]).exits(2).says("expected a regular file");
    assert!(folder.names().is_empty());
}
