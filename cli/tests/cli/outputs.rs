//! Files that are written by name: what is refused, and what is said of them.

use crate::program::{EASY, ROOT, Ran, run, run_in, run_on};
use std::fs;
use std::path::Path;
use std::process::Stdio;

const QUEENS: &str = "puzzles/queens8.dlx";

/// A folder with a copy of a problem, `q.dlx`, and a file with a puzzle, `p`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(Path::new(ROOT).join(QUEENS), folder.path().join("q.dlx")).unwrap();
    fs::write(folder.path().join("p"), format!("{EASY}\n")).unwrap();
    folder
}

/// The contents of the files of a folder by their names.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut files: Vec<_> = entries
        .filter(|entry| entry.path().is_file())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

/// Runs the program, which refuses its arguments and writes nothing.
#[track_caller]
fn refuses(folder: &Path, arguments: &str) -> Ran {
    let before = contents(folder);
    let arguments: Vec<_> = arguments.split(' ').collect();
    let ran = run_in(folder, Stdio::null(), &arguments).exits(2);
    assert_eq!(ran.out, "", "{arguments:?}");
    assert!(contents(folder) == before, "{arguments:?} changed a file");
    ran
}

#[test]
fn an_output_is_no_input() {
    let folder = folder();
    let folder = folder.path();
    fs::create_dir(folder.join("d")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("q.dlx", folder.join("link")).unwrap();
    #[cfg(unix)]
    fs::hard_link(folder.join("q.dlx"), folder.join("hard")).unwrap();
    let whole = folder.join("q.dlx");
    let whole = format!("prove --output {} q.dlx", whole.to_str().unwrap());
    for (arguments, output, input) in [
        ("prove --output q.dlx q.dlx", "q.dlx", "q.dlx"),
        ("prove --output ./d/../q.dlx q.dlx", "./d/../q.dlx", "q.dlx"),
        ("prove --problem q.dlx q.dlx", "q.dlx", "q.dlx"),
        (&whole, "q.dlx", "q.dlx"),
        ("prove --to veripb --output q.proof q.opb", "q.opb", "q.opb"),
        ("check --certify p q.dlx ./p", "p", "./p"),
        ("solve --all --checkpoint c --output p q.dlx p", "p", "p"),
        ("solve --all --checkpoint p --output l p", "p", "p"),
        ("count --checkpoint q.dlx q.dlx", "q.dlx", "q.dlx"),
        ("hunt --checkpoint c --output p ./p", "p", "./p"),
        ("hunt --checkpoint c --output k --known ./k p", "k", "./k"),
        ("hunt --checkpoint p --output l p", "p", "p"),
        #[cfg(unix)]
        ("prove --output link q.dlx", "link", "q.dlx"),
        #[cfg(unix)]
        ("prove --output q.dlx link", "q.dlx", "link"),
        #[cfg(unix)]
        ("prove --output hard q.dlx", "hard", "q.dlx"),
    ] {
        refuses(folder, arguments)
            .says(&format!("{output} is the same file as the input {input}\n"));
    }
    for arguments in ["prove --output a --problem d/../a q.dlx", "hunt --checkpoint a -o ./a p"] {
        refuses(folder, arguments).says("two outputs are the same file");
    }
}

#[cfg(unix)]
#[test]
fn an_output_is_not_the_file_of_standard_input() {
    let folder = folder();
    let path = folder.path().join("p");
    let stdin = fs::File::open(&path).unwrap();
    let ran = run_in(folder.path(), stdin, &["check", "--certify", "p"]).exits(2);
    assert_eq!(ran.err, "error: the output p is the same file as the input <stdin>\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), format!("{EASY}\n"));
    let ran = run_on(EASY, &["check", "--certify", "/dev/null"]);
    ran.exits(2).says("expected a regular file");
}

#[test]
fn a_file_in_no_folder_is_named_as_it_was() {
    let folder = folder();
    for (arguments, message) in [
        ("prove --output no/x q.dlx", "error: no/x: the file can't be written: the folder "),
        ("prove --problem no/x q.dlx", "error: no/x: the file can't be written: the folder "),
        ("check --certify no/x p", "error: no/x: the folder "),
        (
            "count --checkpoint no/x q.dlx",
            "error: no/x: the checkpoint can't be written: the folder ",
        ),
        ("prove --output p/x q.dlx", "error: p/x: the file can't be written: "),
    ] {
        let arguments: Vec<_> = arguments.split(' ').collect();
        let ran = run_in(folder.path(), Stdio::null(), &arguments).exits(2).says(message);
        assert!(!ran.err.contains(".quadrille-") && !ran.err.contains("at path"), "{}", ran.err);
    }
}

#[test]
fn a_table_begins_with_its_first_row() {
    let header = "puzzle,solution\n";
    for (input, errors) in [("a b\na b\n", "as csv"), ("", "empty input")] {
        let ran = run_on(input, &["solve", "--to", "csv"]).exits(2).says(errors);
        assert_eq!(ran.out, "");
    }
    for threads in ["1", "2"] {
        let many = format!("{EASY}\n").repeat(500);
        let ran = run_on(many, &["solve", "-q", "--to", "csv", "--threads", threads]).exits(0);
        assert!(ran.out.starts_with(&format!("{header}{EASY},")));
        assert_eq!((ran.out.matches(header).count(), ran.lines().len()), (1, 501));
    }
}

#[test]
fn standard_input_is_for_what_is_read_once() {
    let folder = folder();
    for arguments in [
        "prove --output - q.dlx",
        "prove --problem - q.dlx",
        "check --certify - p",
        "count --checkpoint - q.dlx",
        "solve --checkpoint c --output - q.dlx",
        "hunt --checkpoint - --output l p",
        "hunt --known - p",
        "resume -",
        "resume --output - p",
    ] {
        refuses(folder.path(), arguments)
            .says("error: invalid value '-' for '")
            .says(": expected a file: `./-` is a file of this name\n");
    }
    refuses(folder.path(), "verify - -").says("the problem and the proof can't both be standard");
    refuses(folder.path(), "merge --missing - -").says("can't both be standard input");
    let proof = run(&["prove", QUEENS]).exits(0).out;
    let verified = run_on(proof, &["verify", QUEENS, "-"]).exits(0).silent().out;
    assert_eq!(verified, "verified: count 92\n");
    run_on("no proof\n", &["verify", QUEENS, "-"]).exits(1).says("<stdin>:1: ");
    run_in(folder.path(), Stdio::null(), &["prove", "-q", "--output", "./-", "q.dlx"]).exits(0);
    run_in(folder.path(), Stdio::null(), &["verify", "q.dlx", "./-"]).exits(0).silent();
}
