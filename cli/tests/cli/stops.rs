//! Runs that end early: by a time limit, by a signal, or by a closed pipe.

#[cfg(unix)]
use crate::program::signal;
use crate::program::{
    CLASHING, EASY, Ran, SOLVED, blank, dominoes, queens_with_costs, run, run_on, start,
};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Command;
#[cfg(unix)]
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

#[test]
fn when_the_time_is_up_what_was_found_is_printed() {
    let ran = run_on(blank() + "\n" + EASY, &["count", "--timeout", "0.2"]).exits(3);
    let [line] = ran.lines()[..] else { panic!("one line: {}", ran.out) };
    assert!(line.strip_prefix(">=").unwrap().parse::<u64>().unwrap() > 0);
    assert_eq!(ran.err, "stopped: the time was up; 1 record was read\n");
}

#[test]
fn what_was_not_known_in_time_is_unknown() {
    // An odd board has no tiling, and it takes an age to try them all.
    for (verb, answer) in [("check", "unknown\n"), ("solve", "unknown\n"), ("count", ">=0\n")] {
        let ran =
            run_on(dominoes(11, 11), &[verb, "--engine", "links", "--timeout", "0.1"]).exits(3);
        assert_eq!(ran.out, answer);
    }
}

#[test]
fn the_cheapest_cover_that_was_found_in_time_is_no_proof() {
    let arguments = ["solve", "--timeout", "0.5"];
    let ran = run_on(queens_with_costs(30), &arguments).exits(3);
    let [line] = ran.lines()[..] else { panic!("one line: {}", ran.out) };
    assert_eq!(line.split(" | ").count(), 30);
    let cost: u64 = line.split_once(": ").unwrap().0.parse().unwrap();
    let bound = ran.err.lines().next().unwrap().rsplit_once(' ').unwrap();
    let expected =
        "warning: <stdin>: not proved to be the cheapest; any other solution costs at least";
    assert_eq!(bound.0, expected);
    assert!((1..cost).contains(&bound.1.parse().unwrap()), "{} and {cost}", bound.1);
    assert!(ran.err.ends_with("stopped: the time was up; 1 record was read\n"), "{}", ran.err);
    let json =
        run_on(queens_with_costs(30), &[&arguments[..], &["--json", "-q"]].concat()).exits(3);
    assert!(json.out.contains(r#""stop":"deadline","optimal":false,"bound":"#), "{}", json.out);
}

#[test]
fn a_part_of_an_answer_names_what_stopped_it() {
    // A full grid has far more minimal puzzles than there is time for.
    let ran = run_on(SOLVED, &["minimise", "--all", "--json", "--timeout", "0.3"]).exits(3);
    assert!(ran.out.starts_with(r#"{"file":"<stdin>","line":1,"kind":"sudoku","puzzles":[""#));
    assert!(ran.out.ends_with("],\"complete\":false,\"stop\":\"deadline\"}\n"));
    ran.says("stopped: the time was up");
}

#[test]
fn time_is_up_for_an_idle_input_too() {
    let mut child = start(&["check", "--timeout", "0.2"]);
    let stdin = child.stdin.take();
    let ran = Ran::wait(child).exits(3);
    assert_eq!(ran.err, "stopped: the time was up; 0 records were read\n");
    drop(stdin);
}

#[test]
fn enough_time_changes_nothing() {
    let ran = run(&["check", "--timeout", "1000", "puzzles/toy.dlx"]).exits(0).silent();
    assert_eq!(ran.out, "unique\n");
}

/// A program that waits for more input after its first answer, which shows that it listens to
/// signals.
#[cfg(unix)]
fn answering(verb: &str) -> (Child, ChildStdin, BufReader<ChildStdout>) {
    let mut child = start(&[verb]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{EASY}").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    assert_eq!(first, if verb == "count" { "1\n".to_owned() } else { format!("{SOLVED}\n") });
    (child, stdin, stdout)
}

#[cfg(unix)]
#[test]
fn an_interrupted_count_prints_what_it_has() {
    for name in ["-INT", "-TERM"] {
        let (child, mut stdin, mut stdout) = answering("count");
        writeln!(stdin, "{}", blank()).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        signal(&child, name);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        let ran = Ran::wait(child).exits(3);
        assert!(rest.starts_with(">="), "{rest}");
        ran.says("stopped: interrupted; 2 records were read\n");
    }
}

#[cfg(unix)]
#[test]
fn an_idle_input_can_be_interrupted() {
    let (child, stdin, _stdout) = answering("solve");
    let begin = Instant::now();
    signal(&child, "-INT");
    let ran = Ran::wait(child).exits(3);
    assert!(begin.elapsed() < Duration::from_secs(20));
    assert_eq!(ran.err, "stopped: interrupted; 1 record was read\n");
    drop(stdin);
}

/// `timeout` sends a signal to the program and to its group. The second one ended it without a
/// message.
#[cfg(unix)]
#[test]
fn two_signals_at_once_are_one() {
    let (child, stdin, _stdout) = answering("solve");
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid, &pid, &pid]).status().unwrap().success());
    let ran = Ran::wait(child).exits(3);
    assert_eq!(ran.err, "stopped: interrupted; 1 record was read\n");
    drop(stdin);
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    for arguments in [
        &["solve", "--all"][..],
        &["solve", "--all", "--to", "grid"],
        &["solve", "--all", "--json"],
        &["solve", "--all", "puzzles/pentominoes6x10.dlx"],
    ] {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let _ = writeln!(stdin, "{}", blank());
        let mut stdout = child.stdout.take().unwrap();
        let mut first = [0; 10];
        stdout.read_exact(&mut first).unwrap();
        drop((stdin, stdout));
        Ran::wait(child).exits(0).silent();
    }
}

#[test]
fn a_reader_that_left_before_the_help_is_no_matter() {
    for arguments in [&["--help"][..], &["man"], &["completions", "zsh"]] {
        let mut child = start(arguments);
        drop(child.stdout.take());
        Ran::wait(child).exits(0).silent();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_can_not_be_written_is_an_error() {
    for arguments in [
        &["check", "puzzles/lecture.txt"][..],
        &["--help"],
        &["solve", "--help"],
        &["--version"],
        &["man"],
        &["completions", "bash"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_quadrille"))
            .args(arguments)
            .current_dir(crate::program::ROOT)
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(
            output.stderr.starts_with(b"error: the output can't be written: "),
            "{arguments:?}"
        );
    }
}

/// The runtime of the language replaces a closed output by `/dev/null`, where everything is lost.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_output_is_an_error() {
    let closed = |arguments: &str| {
        let program = env!("CARGO_BIN_EXE_quadrille");
        let command = format!("exec {program} {arguments} >&-");
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(crate::program::ROOT).output().unwrap()
    };
    for arguments in [
        "solve puzzles/queens8.dlx",
        "count puzzles/queens8.dlx",
        "check --json puzzles/lecture.txt",
        "candidates --to svg puzzles/lab.txt",
        "prove puzzles/toy.dlx",
        "trace puzzles/toy.dlx",
        "generate 2",
        "bench --runs 1 puzzles/toy.dlx",
        "--help",
        "solve --help",
        "--version",
        "man",
        "completions bash",
    ] {
        let output = closed(arguments);
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {message}");
        assert!(message.contains("error: the output can't be written: "), "{message}");
    }
    let folder = tempfile::tempdir().unwrap();
    let proof = folder.path().join("proof");
    let proof = proof.to_str().unwrap();
    let output = closed(&format!("prove -q --output {proof} puzzles/toy.dlx"));
    assert_eq!(output.status.code(), Some(0), "nothing was to be written there");
    assert_eq!(closed("solve --no-such-option").status.code(), Some(2));
}

/// A problem that takes longer to read and to prepare than there is time.
fn large() -> String {
    let names: Vec<_> = (0..200_000).map(|item| format!("i{item}")).collect();
    let options: String = names.iter().map(|name| format!("{name}\n{name}\n")).collect();
    names.join(" ") + "\n" + &options
}

#[test]
fn a_forced_end_prints_the_record_of_the_problem() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.dlx");
    std::fs::write(&path, large()).unwrap();
    let path = path.to_str().unwrap();
    for (arguments, answer) in [
        (&["count"][..], ">=0\n"),
        (&["solve"], "unknown\n"),
        (&["sample", "1"], "unknown\n"),
        (&["candidates"], "unknown\n"),
    ] {
        let arguments = [arguments, &["--timeout", "0.01", path]].concat();
        let ran = run(&arguments).exits(3);
        assert_eq!(ran.out, answer, "{arguments:?}");
        let json = run(&[&arguments[..], &["--json"]].concat()).exits(3);
        let object: serde_json::Value = serde_json::from_str(&json.out).unwrap();
        assert_eq!((&object["complete"], &object["stop"]), (&false.into(), &"deadline".into()));
        let needs_all = ["sample", "candidates"].contains(&arguments[0]);
        assert_eq!(object.get("count").is_none(), needs_all, "{arguments:?}");
    }
}

/// A puzzle that can't be read, one whose search is stopped, one with several solutions, and one
/// with a wrong solution in the input: each decides the exit code if those after it in the list
/// don't.
#[test]
fn of_several_exit_codes_the_first_that_applies_is_taken() {
    let (open, cut) = (blank(), &EASY[1..]);
    let wrong = format!("puzzle,solution\n{EASY},{}\n", SOLVED.replacen("48", "84", 1));
    let stopped = ["--engine", "links", "--nodes", "100"];
    let exits = |input: &str, more: &[&str], code: i32| {
        run_on(input, &[&["check"], more].concat()).exits(code);
    };
    exits(&format!("{EASY}\n{open}\n"), &[], 1);
    exits(&format!("{open}\n{cut}\n"), &[], 2);
    let hard = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
    exits(&format!("{open}\n{cut}\n{hard}\n"), &stopped, 3);
    exits(&format!("{wrong}{hard},\n{cut},\n"), &stopped, 1);
    let sat = ["--exit-code", "sat"];
    exits(&format!("{EASY}\n{open}\n"), &sat, 10);
    exits(&format!("{CLASHING}\n{EASY}\n"), &sat, 20);
    exits(&format!("{CLASHING}\n{cut}\n"), &sat, 2);
    exits(&format!("{wrong}{CLASHING},\n"), &sat, 1);
}

#[test]
fn a_limit_of_nodes_is_kept_for_each_problem() {
    let open = blank();
    let text = format!("{EASY}\n{open}\n{EASY}\n");
    for threads in ["1", "3"] {
        let arguments = ["count", "--nodes", "2000", "--threads", threads];
        let ran = run_on(text.clone(), &arguments).exits(3);
        let lines = ran.lines();
        assert_eq!((lines[0], lines[2]), ("1", "1"));
        assert!(lines[1].starts_with(">="), "{}", lines[1]);
        let ran = ran.says("warning: <stdin>:2: the limit of nodes was reached");
        assert!(!ran.err.contains("interrupted"), "{}", ran.err);
        let again = run_on(text.clone(), &arguments).exits(3);
        assert_eq!(again.out, ran.out, "it is the same each time");
    }
    let tilings = dominoes(11, 11);
    for (verb, answer) in [("check", "unknown\n"), ("solve", "unknown\n"), ("count", ">=0\n")] {
        let ran = run_on(tilings.clone(), &[verb, "--engine", "links", "--nodes", "5000"]).exits(3);
        assert_eq!(ran.out, answer);
        assert_eq!(ran.err, "warning: <stdin>: the limit of nodes was reached\n");
    }
    let json = run_on(tilings, &["count", "--json", "--engine", "bits", "--nodes", "500"]).exits(3);
    assert!(json.out.contains(r#""complete":false,"stop":"node-limit""#), "{}", json.out);
    let ran = run_on(queens_with_costs(20), &["solve", "--nodes", "50"]).exits(3);
    ran.says("not proved to be the cheapest");
    run_on(EASY, &["count", "--engine", "lanes", "--nodes", "9"]).exits(2).says("not for lanes");
    for arguments in [&["count", "--nodes", "0"][..], &["sample", "0"], &["cheapest", "-k", "0"]] {
        run_on(EASY, arguments).exits(2).says("must be at least 1");
    }
}
