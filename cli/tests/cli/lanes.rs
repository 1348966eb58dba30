//! The lanes: the output has the same bytes as that of another engine, and comes as soon.

use crate::program::{
    CLASHING, EASY, Ran, SOLVED, blank, expect, first_puzzle, part_of, run, run_on, start,
};
use std::fs;
use std::io::{BufReader, Read, Write};
use std::path::Path;

/// A puzzle of 4x4, which is not for the lanes.
const SMALL: &str = "4.3...1.....2...";

/// The arguments of runs whose output does not depend on the order of solutions.
const QUESTIONS: [&[&str]; 10] = [
    &["check"],
    &["check", "--json"],
    &["check", "-q"],
    &["check", "--exit-code", "sat"],
    &["count"],
    &["count", "--json"],
    &["count", "--limit", "1"],
    &["count", "--limit", "2", "--json"],
    &["count", "--limit", "1000", "-q"],
    &["count", "--variant", "diagonal"],
];

/// The arguments of runs whose output depends on the order of solutions, if there are several.
const SOLUTIONS: [&[&str]; 8] = [
    &["solve"],
    &["solve", "--json"],
    &["solve", "--to", "grid"],
    &["solve", "--limit", "2"],
    &["solve", "--limit", "5", "--json"],
    &["solve", "--all"],
    &["solve", "--all", "--to", "grid", "-q"],
    &["solve", "--variant", "diagonal", "--exit-code", "sat"],
];

/// The messages of a run, without times.
fn messages(ran: &Ran) -> Vec<String> {
    let timeless = |line: &str| match line.split_once(" in ") {
        Some((before, after)) => format!("{before}{}", after.trim_start_matches(|c| c != ':')),
        None => line.to_owned(),
    };
    ran.err.lines().map(timeless).collect()
}

/// Asserts that two engines give the same answers.
#[track_caller]
fn same(input: &str, arguments: &[&str], engines: [&str; 2]) {
    let [one, other] =
        engines.map(|engine| run_on(input, &[arguments, &["--engine", engine]].concat()));
    assert_eq!(one.out, other.out, "{engines:?} {arguments:?}: {}", one.err);
    assert_eq!((one.code, messages(&one)), (other.code, messages(&other)), "{arguments:?}");
}

/// The text files of the puzzles, with their texts. Those of many puzzles take dancing links too
/// long, and so do puzzles with the fewest clues that diagonals allow, without the diagonals.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(crate::program::ROOT).join("puzzles");
    let folders = [root.clone(), root.join("formats")];
    let entries = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let names = paths.map(|path| (path.display().to_string(), path));
    let is_small = |name: &str| {
        name.ends_with(".txt") && !["seventeen", "hard"].iter().any(|many| name.contains(many))
    };
    let small = names.filter(|(name, _)| is_small(name));
    let texts = small.map(|(name, path)| (name, fs::read_to_string(path).unwrap()));
    let first = |(name, text): (String, String)| match name.contains("diagonal") {
        true => (name, first_puzzle(&text) + "\n"),
        false => (name, text),
    };
    texts.map(first).collect()
}

/// The lines of a text of puzzles but for those that say that there are several solutions.
fn without_many(text: &str) -> String {
    let has_many = |line: &str| {
        let count = line.split(':').nth(1).and_then(|count| count.parse::<u64>().ok());
        count.is_some_and(|count| count > 1)
    };
    text.lines().filter(|line| !has_many(line)).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn every_file_is_answered_as_by_another_engine() {
    let texts = texts();
    assert!(texts.len() > 8, "{texts:?}");
    for (number, (path, text)) in texts.iter().enumerate() {
        let is_nine = !["sixteen", "sizes"].iter().any(|name| path.contains(name));
        let engine = if is_nine { "lanes" } else { "auto" };
        for question in part_of(&QUESTIONS, number) {
            same(text, question, [engine, "links"]);
        }
        // Under the rules of the diagonals there are none but here.
        let has_few =
            |question: &&&[&str]| !question.contains(&"diagonal") || path.contains("diagonal");
        let is_plain = !path.contains("diagonal");
        for question in part_of(&SOLUTIONS, number).filter(has_few) {
            if is_plain || question.contains(&"diagonal") {
                same(&without_many(text), question, [engine, "links"]);
            }
        }
    }
}

/// Puzzles of several sizes, clashes, comments and what can't be read, with 9x9 between all of
/// them.
fn mixed() -> String {
    let sixteen = fs::read_to_string(Path::new(crate::program::ROOT).join("puzzles/sixteen.txt"));
    let sixteen = without_many(&sixteen.unwrap());
    let sixteen = sixteen.lines().rfind(|line| !line.starts_with('#')).unwrap();
    let lines = [
        EASY,
        &format!("{EASY},17"),
        &format!("name\t{EASY}"),
        CLASHING,
        "# a comment",
        "",
        &EASY[1..],
        SMALL,
        &EASY.replace('.', "0"),
        SOLVED,
        sixteen,
        &EASY.replace('.', "_"),
        &format!("{}?", &EASY[1..]),
        CLASHING,
        "nothing",
        &format!("  {EASY}  # hard"),
        SMALL,
        EASY,
    ];
    lines.map(|line| line.to_owned() + "\n").concat()
}

#[test]
fn what_is_not_for_the_lanes_keeps_its_place() {
    for arguments in QUESTIONS.iter().chain(&SOLUTIONS) {
        if !arguments.contains(&"diagonal") {
            same(&mixed(), arguments, ["auto", "links"]);
        }
        let crlf = mixed().replace('\n', "\r\n");
        same(&crlf, &["check", "--from", "line"], ["auto", "bits"]);
    }
}

#[test]
fn batches_are_no_limit() {
    // More puzzles than a batch has, and more bytes than one read; and a few bad lines.
    let many = [&format!("{EASY}\n").repeat(4090), &mixed(), &format!("{SOLVED}\n").repeat(50)];
    let many = many.map(String::as_str).concat();
    same(&many, &["check"], ["auto", "links"]);
    same(&many, &["solve", "--json"], ["auto", "links"]);
}

#[test]
fn all_solutions_are_the_same_set() {
    for (path, text) in texts().iter().filter(|(path, _)| path.contains("lab")) {
        let sorted = |engine| {
            let ran = run_on(text.as_str(), &["solve", "--all", "--engine", engine]).exits(0);
            let mut lines: Vec<_> = ran.out.lines().map(str::to_owned).collect();
            lines.sort_unstable();
            lines
        };
        assert_eq!(sorted("lanes"), sorted("links"), "{path}");
    }
    let some = run_on(blank(), &["solve", "--limit", "5"]).exits(0).silent();
    let mut lines = some.lines();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 5);
}

#[test]
fn what_the_lanes_do_not_take_is_refused() {
    let lanes = |arguments: &[&str]| run(&[arguments, &["--engine", "lanes"]].concat()).exits(2);
    for verb in ["solve", "count", "check"] {
        let ran = lanes(&[verb, "puzzles/toy.dlx"]);
        assert_eq!(ran.out, "error\n");
        ran.says("error: puzzles/toy.dlx: engine `lanes` does not take exact covers: expected a Sudoku of 9x9\n");
    }
    let ran = run_on(format!("{EASY}\n{SMALL}\n{EASY}\n"), &["solve", "--engine", "lanes"]);
    assert_eq!(ran.lines(), [SOLVED, "error", SOLVED]);
    ran.exits(2)
        .says("<stdin>:2: engine `lanes` does not take grids of 4x4: expected a Sudoku of 9x9");
    run(&["compat", "lecture", "--engine", "lanes"]).exits(2).says("possible values: auto, bits");
    for shell in ["bash", "zsh", "fish"] {
        assert!(run(&["completions", shell]).out.contains("lanes"), "{shell}");
    }
}

#[test]
fn whoever_sends_puzzles_one_by_one_gets_answers_one_by_one() {
    for (arguments, answer) in [
        (&["solve", "--engine", "lanes"][..], SOLVED),
        (&["check"], "unique"),
        (&["solve", "--all"], SOLVED),
    ] {
        let mut child = start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut send = |text: &str| stdin.write_all(text.as_bytes()).unwrap();
        send(&format!("{EASY}\n"));
        expect(&mut stdout, answer);
        // What is no record must not hold one back; nor must the beginning of the next.
        send(&format!("{EASY}\n# a comment\n\n{}", &EASY[..40]));
        expect(&mut stdout, answer);
        send(&format!("{}\n{EASY}\n{SMALL}\n{EASY}\n{CLASHING}\n", &EASY[40..]));
        for answer in [answer, answer] {
            expect(&mut stdout, answer);
        }
        let refused = if arguments.contains(&"lanes") { "error" } else { "4132321414232341" };
        let small = if arguments[0] == "check" { "unique" } else { refused };
        for answer in [small, answer, "none"] {
            expect(&mut stdout, answer);
        }
        send(EASY);
        drop(stdin);
        expect(&mut stdout, answer);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
        Ran::wait(child).says("8 puzzles in ");
    }
}

#[test]
fn what_was_found_before_the_time_was_up_is_printed() {
    let input = format!("{EASY}\n{CLASHING}\n{}\n{EASY}\n", blank());
    let limits = ["--timeout", "0.2", "--engine", "lanes"];
    let ran = run_on(input.as_str(), &[&["count"], &limits[..]].concat()).exits(3);
    let [one, none, cut] = ran.lines()[..] else { panic!("three lines: {}", ran.out) };
    assert_eq!((one, none), ("1", "0"));
    assert!(cut.strip_prefix(">=").unwrap().parse::<u64>().unwrap() > 0);
    let ran = ran.says("warning: <stdin>:2: row 1 has 3 twice\n");
    assert!(ran.err.contains("stopped: the time was up; 3 records were read\n"), "{}", ran.err);
    let all = run_on(input, &[&["solve", "--all", "-q"], &limits[..]].concat()).exits(3);
    assert_eq!(all.lines()[..2], [SOLVED, "none"]);
    assert!(all.lines().len() > 2 && all.lines()[2..].iter().all(|line| line.len() == 81));
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let many = format!("{EASY}\n").repeat(20_000);
    for arguments in [&["solve"][..], &["solve", "--json"], &["check"], &["solve", "--limit", "2"]]
    {
        let mut child = start(arguments);
        let (mut stdin, many) = (child.stdin.take().unwrap(), many.clone());
        let writer = std::thread::spawn(move || drop(stdin.write_all(many.as_bytes())));
        let mut first = [0; 4];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        Ran::wait(child).exits(0).silent();
        writer.join().unwrap();
    }
}
