//! Several threads: the output has the same bytes as that of one thread, and comes as soon.

use crate::program::{
    CLASHING, EASY, Ran, SOLVED, blank, expect, is_thorough, part_of, queens, run, run_on, start,
};
use std::fs;
use std::io::{BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// A puzzle of 4x4, which is not for lanes.
const SMALL: &str = "4.3...1.....2...";

/// The numbers of threads that are compared with one.
fn several() -> &'static [&'static str] {
    if is_thorough() { &["2", "3", "7"] } else { &["3"] }
}

/// The arguments of all verbs, in all formats.
const QUESTIONS: [&[&str]; 14] = [
    &["check"],
    &["check", "--json"],
    &["check", "-q", "--exit-code", "sat"],
    &["check", "--variant", "diagonal"],
    &["count"],
    &["count", "--json"],
    &["count", "--limit", "1"],
    &["count", "--limit", "2", "--json"],
    &["solve"],
    &["solve", "--json"],
    &["solve", "--to", "grid"],
    &["solve", "--limit", "3"],
    &["solve", "--limit", "2", "--json"],
    &["solve", "--limit", "2", "--to", "grid", "-q"],
];

/// The messages of a run, without times and reductions, which each thread makes for itself.
fn messages(ran: &Ran) -> Vec<String> {
    let timeless = |line: &str| match line.split_once(" in ") {
        Some((before, after)) => format!("{before}{}", after.trim_start_matches(|c| c != ':')),
        None => line.to_owned(),
    };
    let is_own = |line: &&str| line.starts_with("time  ") || line.starts_with("reduced  ");
    ran.err.lines().filter(|line| !is_own(line)).map(timeless).collect()
}

/// This number of lines if tests are thorough, else a quarter of it.
fn some_of(lines: usize) -> usize {
    if is_thorough() { lines } else { lines / 4 }
}

/// Asserts that several threads answer as one.
#[track_caller]
fn same(input: &str, arguments: &[&str]) -> Ran {
    let with = |threads| run_on(input, &[arguments, &["--threads", threads]].concat());
    let one = with("1");
    for &threads in several() {
        let ran = with(threads);
        assert!(ran.out == one.out, "{threads} threads, {arguments:?}: {}", difference(&one, &ran));
        assert_eq!((ran.code, messages(&ran)), (one.code, messages(&one)), "{arguments:?}");
    }
    one
}

/// The first line in which two outputs differ.
fn difference(one: &Ran, other: &Ran) -> String {
    let (lines, others) = (one.lines(), other.lines());
    let at = lines.iter().zip(&others).position(|(one, other)| one != other);
    let at = at.unwrap_or(lines.len().min(others.len()));
    format!("line {at} is {:?}, not {:?}", others.get(at), lines.get(at))
}

/// A puzzle with two solutions: two values may change their places in two rows.
fn twofold() -> String {
    let two = two_by_two();
    let swap = |at: usize| two.contains(&at);
    SOLVED.chars().enumerate().map(|(at, sign)| if swap(at) { '.' } else { sign }).collect()
}

/// Four cells in two rows, two columns and two boxes, with two values.
fn two_by_two() -> [usize; 4] {
    let signs = SOLVED.as_bytes();
    let mut corners = (0..81).flat_map(|a| (0..81).map(move |d| (a, d))).map(|(a, d)| {
        let (b, c) = (a / 9 * 9 + d % 9, d / 9 * 9 + a % 9);
        [a, b, c, d]
    });
    let is_swap = |&[a, b, c, d]: &[usize; 4]| {
        let boxes = [a, b, c, d].map(|at| (at / 27, at % 9 / 3));
        let two = boxes[0] == boxes[1] && boxes[2] == boxes[3]
            || boxes[0] == boxes[2] && boxes[1] == boxes[3];
        a / 9 < d / 9 && a % 9 != d % 9 && signs[a] == signs[d] && signs[b] == signs[c] && two
    };
    corners.find(is_swap).expect("the grid has such cells")
}

/// Lines of all kinds: some of them every few hundred lines, others in one place only.
fn many(lines: usize) -> String {
    let (zeros, twofold) = (EASY.replace('.', "0"), twofold());
    let line = |number: usize| match number {
        _ if number % 311 == 7 => format!("{}\n", &EASY[1..]),
        _ if number % 401 == 11 => format!("# a comment\n\n{CLASHING}\n"),
        _ if number % 503 == 13 => "nothing\r\n".to_owned(),
        _ if number % 97 == 5 => format!("{twofold}\n"),
        _ if number % 13 == 1 => format!("name {number}\t{EASY}\t17\r\n"),
        _ if number % 7 == 2 => format!("{zeros},{SOLVED}\n"),
        _ if number % 5 == 3 => format!("{SOLVED}\n"),
        _ => format!("{EASY}\n"),
    };
    (0..lines).map(line).collect()
}

/// A puzzle with boxes of some shape: a full grid, another one for each number, of which a part in
/// so many is blank.
fn sized((rows, columns): (usize, usize), number: usize, part: usize) -> String {
    const SIGNS: &[u8] = b"123456789ABCDEFG";
    let size = rows * columns;
    let cell = |at: usize| {
        // Rows change their places within their boxes, and values theirs in all.
        let (row, column) = (at / size / rows * rows + (at / size + number) % rows, at % size);
        let value = (row % rows * columns + row / rows + column + number * number) % size;
        let is_blank = (at * 31 + number * 17 + at * at / 7).is_multiple_of(part);
        if is_blank { '.' } else { char::from(SIGNS[value]) }
    };
    (0..size * size).map(cell).collect()
}

/// Lines with such puzzles, with some that clash, are too short, or say nothing: as many as have
/// 60,000 cells, or half as many if tests are not thorough. Threads start from 20,736 cells on.
fn many_sized(shape: (usize, usize), part: usize) -> String {
    let line = |number: usize| match number {
        _ if number % 83 == 7 => format!("{}\n", &sized(shape, number, part)[1..]),
        _ if number % 71 == 11 => format!("# a comment\n\n{}\n", clashing(shape, number)),
        _ if number % 13 == 1 => format!("name {number}\t{}\t17\r\n", sized(shape, number, part)),
        _ => format!("{}\n", sized(shape, number, part)),
    };
    let cells = if is_thorough() { 60_000 } else { 30_000 };
    (0..cells / (shape.0 * shape.1).pow(2)).map(line).collect()
}

/// A puzzle whose first two cells have the same value.
fn clashing(shape: (usize, usize), number: usize) -> String {
    format!("11{}", &sized(shape, number, 2)[2..])
}

/// The shapes of boxes that are not for the lanes: of grids of 4x4, 6x6 and 16x16. And which part
/// is blank.
const SHAPES: [((usize, usize), usize); 3] = [((2, 2), 2), ((2, 3), 2), ((4, 4), 3)];

#[test]
fn several_threads_answer_as_one() {
    assert_eq!(run_on(twofold(), &["count"]).out, "2\n");
    let lines = some_of(12_000);
    let text = many(lines);
    for question in QUESTIONS {
        let ran = same(&text, question);
        assert!(ran.lines().len() > lines / 6 * 5, "{question:?}: {}", ran.err);
    }
    // Neither a line break at the end nor one sign for it matters.
    same(text.trim_end(), &["check"]);
    same(&text.replace('\n', "\r\n"), &["solve", "--from", "line"]);
    same(&many(700), &["check"]);
}

#[test]
fn another_engine_answers_as_several_threads() {
    let text = many(3000);
    for question in [&["check"][..], &["count", "--json"], &["check", "--json", "-q"]] {
        let links = run_on(text.as_str(), &[question, &["--engine", "links"]].concat());
        let lanes = run_on(text.as_str(), &[question, &["--threads", "3"]].concat());
        assert!(lanes.out == links.out, "{question:?}: {}", difference(&links, &lanes));
        assert_eq!((lanes.code, messages(&lanes)), (links.code, messages(&links)));
    }
}

#[test]
fn what_is_not_for_the_lanes_keeps_its_place() {
    let sixteen = fs::read_to_string(format!("{}/puzzles/sixteen.txt", crate::program::ROOT));
    let sixteen = sixteen.unwrap();
    let sixteen = sixteen.lines().find(|line| !line.starts_with('#')).unwrap();
    let zeros = sixteen.split(':').next().unwrap().replace(['.', '_'], "0");
    let (few, many) = (many(900), many(some_of(4000)));
    let text = [
        &few, SMALL, "\n", &many, SMALL, "\n", sixteen, "\n", &many, "1234\n", &zeros, "\n", &many,
    ]
    .concat();
    for question in [&["check"][..], &["check", "--json"], &["solve"], &["count", "--limit", "2"]] {
        same(&text, question);
    }
    same(&text, &["check", "--engine", "lanes"]);
    same(&text, &["check", "--size", "9"]);
    same(&text, &["check", "--reduce", "always"]);
    same(&format!("{few}{}", format!("{SMALL}\n").repeat(2000)), &["solve"]);
}

#[test]
fn every_size_is_answered_by_several_threads() {
    let questions = [
        &["check"][..],
        &["check", "--json", "-q"],
        &["solve"],
        &["solve", "--limit", "3", "--json"],
        &["solve", "--limit", "2", "--to", "grid"],
        &["count", "--limit", "3"],
        &["check", "--stats"],
        &["check", "--variant", "diagonal"],
    ];
    for (number, (shape, part)) in SHAPES.into_iter().enumerate() {
        let text = many_sized(shape, part);
        for question in part_of(&questions, number) {
            let ran = same(&text, question);
            assert!(ran.lines().len() > 100, "{question:?}: {}", ran.err);
        }
    }
    for (shape, part) in [((2, 2), 2), ((2, 3), 3), ((4, 4), 6)] {
        for question in [&["count"][..], &["count", "--json"], &["count", "--stats"]] {
            let ran = same(&many_sized(shape, part), question);
            assert!(ran.err.contains(" solutions"), "{}", ran.err);
        }
    }
}

#[test]
fn every_engine_answers_in_several_threads() {
    let text = many(400);
    let engines = [
        &["--engine", "bits"][..],
        &["--engine", "links", "--variant", "diagonal"],
        &["--engine", "diagram"],
        &["--engine", "links"],
        &["--engine", "cells-wtd"],
        &["--engine", "cells-frb"],
        &["--engine", "auto", "--reduce", "always"],
    ];
    let questions = [&["check"][..], &["solve", "--limit", "2"], &["count", "--stats"]];
    let ask = |question: &[&str], engine: &[&str]| {
        let ran = same(&text, &[question, engine].concat());
        assert!(ran.lines().len() > 350, "{question:?}, {engine:?}: {}", ran.err);
    };
    if is_thorough() {
        engines
            .iter()
            .for_each(|engine| questions.iter().for_each(|question| ask(question, engine)));
    } else {
        // One question for each of the first engines.
        questions.iter().zip(&engines).for_each(|(question, engine)| ask(question, engine));
    }
    same(&many(300), &["solve", "--json", "--engine", "bits", "--all"]);
    same(&many(300), &["count", "--engine", "diagram", "--memory", "64K", "--json"]);
}

#[test]
fn sizes_that_take_turns_keep_their_places() {
    let line = |number: usize| match number % 7 {
        0 => sized((2, 2), number, 2),
        1 | 2 => sized((4, 4), number, 4),
        3 => "1234".to_owned(),
        _ => EASY.to_owned(),
    };
    let text: String = (0..700).map(|number| line(number) + "\n").collect();
    let [small, large] = [((2, 2), 2), ((4, 4), 3)].map(|(shape, part)| many_sized(shape, part));
    let nines = many(some_of(3000));
    let parts = [&*small, &nines, &large, &nines, &small, &large].concat();
    for text in [text, parts] {
        for question in [&["check"][..], &["solve", "--json"], &["check", "--engine", "bits"]] {
            same(&text, question);
        }
        same(&text, &["check", "--size", "4"]);
    }
}

#[test]
fn an_answer_does_not_depend_on_those_before_it() {
    let vague = format!("12{}", &blank()[2..]);
    let lines = if is_thorough() { 700 } else { 400 };
    let text: String = (0..lines)
        .map(|number| match number % 3 {
            0 => format!("{vague}\n"),
            1 => format!("{}\n", sized((3, 3), number, 2)),
            _ => format!("{EASY}\n"),
        })
        .collect();
    for engine in ["auto", "bits", "links", "cells-wtd", "cells-frb"] {
        for reduce in ["auto", "always"] {
            let arguments = ["solve", "-q", "--engine", engine, "--reduce", reduce];
            let alone = run_on(vague.as_str(), &arguments).out;
            let ran = run_on(text.as_str(), &[&arguments[..], &["--threads", "3"]].concat());
            let answers = ran.lines();
            assert_eq!(answers.len(), lines);
            assert!(answers.iter().step_by(3).all(|&answer| answer == alone.trim_end()));
        }
    }
}

#[test]
fn a_line_longer_than_a_block_is_one_line() {
    let long = "x".repeat(600_000);
    let text =
        [&many(4000), &long, "\n", &many(4000), EASY, &long, "\r\n", &many(900), &long].concat();
    let ran = same(&text, &["check"]).exits(2);
    assert_eq!(ran.err.matches("the line is longer than").count(), 3, "{}", ran.err);
}

#[test]
fn statistics_are_sums() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.txt");
    fs::write(&path, many(12_000)).unwrap();
    let path = path.to_str().unwrap();
    for verb in ["check", "solve", "count"] {
        let with = |threads| run(&[verb, "--stats", "--threads", threads, path, path]);
        let one = with("1");
        assert!(one.err.contains("\nlanes    "), "{}", one.err);
        for &threads in several() {
            let ran = with(threads);
            assert_eq!((messages(&ran), ran.code), (messages(&one), one.code), "{threads}");
            assert!(ran.out == one.out, "{}", difference(&one, &ran));
        }
    }
    let json = run(&["check", "--stats", "--json", "--threads", "2", path]);
    let line: serde_json::Value = serde_json::from_str(json.lines()[11_000]).unwrap();
    assert!(line["stats"]["searching"].is_number(), "{line}");
}

#[test]
fn files_follow_one_another() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let paths = [
        write("one.txt", &many(5000)),
        "puzzles/euler96.txt".to_owned(),
        "puzzles/toy.dlx".to_owned(),
        write("none.txt", ""),
        "no-such-file".to_owned(),
        write("two.txt", &many(9000)),
        "puzzles/sixteen.txt".to_owned(),
    ];
    for question in [&["check"][..], &["solve", "--to", "grid"], &["count", "--json"]] {
        let paths = paths.iter().map(String::as_str);
        let arguments: Vec<_> = question.iter().copied().chain(paths).collect();
        same("", &arguments).exits(2);
    }
}

#[test]
fn formats_of_several_lines_are_read_as_ever() {
    let rows: Vec<_> = EASY.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect();
    let drawing = rows.join("\n");
    let headed: String = (0..1500).map(|number| format!("Grid {number}\n{drawing}\n")).collect();
    same(&headed, &["solve", "--json"]);
    same(&format!("{drawing}\n\n").repeat(1500), &["check"]);
    let numbers: Vec<_> = EASY.replace('.', "0").chars().map(String::from).collect();
    same(&format!("{}\n", numbers.join(" ")).repeat(1500), &["check", "--from", "numbers"]);
}

#[test]
fn a_block_with_more_solutions_than_memory_is_written_in_parts() {
    let text = [&many(900), "12", &blank()[2..], "\n", &many(5000)].concat();
    let ran = same(&text, &["solve", "--limit", "20000", "-q"]);
    assert!(ran.out.len() > 1_600_000);
    same(&text, &["solve", "--limit", "5000", "--json"]);
}

#[test]
fn whoever_waits_for_an_answer_gets_it() {
    for threads in ["1", "2", "7"] {
        let mut child = start(&["solve", "--threads", threads]);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        // Few, then many at once, and few again.
        for count in [1, 1, 2000, 1, 3000, 700, 1, 1] {
            let text = format!("{EASY}\n").repeat(count);
            let writer = std::thread::spawn(move || {
                stdin.write_all(text.as_bytes()).unwrap();
                stdin
            });
            (0..count).for_each(|_| expect(&mut stdout, SOLVED));
            stdin = writer.join().unwrap();
        }
        stdin.write_all(SMALL.as_bytes()).unwrap();
        drop(stdin);
        expect(&mut stdout, "4132321414232341");
        Ran::wait(child).exits(0).says("5706 puzzles in ");
    }
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let many = format!("{EASY}\n").repeat(100_000);
    for arguments in [
        &["solve"][..],
        &["solve", "--json"],
        &["check"],
        &["solve", "--limit", "2"],
        &["solve", "--engine", "bits"],
        &["check", "--reduce", "always"],
    ] {
        let mut child = start(&[arguments, &["--threads", "3"]].concat());
        let (mut stdin, many) = (child.stdin.take().unwrap(), many.clone());
        let writer = std::thread::spawn(move || drop(stdin.write_all(many.as_bytes())));
        let mut first = [0; 4];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        Ran::wait(child).exits(0).silent();
        writer.join().unwrap();
    }
}

#[test]
fn an_input_is_not_read_further_than_somebody_reads_the_answers() {
    for line in [EASY, SMALL] {
        is_read_no_further(line);
    }
}

/// Asserts it for a line that is sent many times.
fn is_read_no_further(line: &'static str) {
    let mut child = start(&["solve", "--threads", "2"]);
    let (mut stdin, written) = (child.stdin.take().unwrap(), Arc::new(AtomicUsize::new(0)));
    let counter = Arc::clone(&written);
    let lines = some_of(400_000);
    let writer = std::thread::spawn(move || {
        let text = format!("{line}\n").repeat(1000);
        for _ in 0..lines / 1000 {
            stdin.write_all(text.as_bytes()).unwrap();
            counter.fetch_add(1000, Ordering::Relaxed);
        }
    });
    // The writer blocks long before the end, because the output is not read.
    let mut seen = usize::MAX;
    while written.load(Ordering::Relaxed) != seen || seen == 0 {
        seen = written.load(Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(300));
    }
    assert!(seen < lines / 2, "{seen} lines were read in vain");
    let ran = Ran::wait(child).exits(0);
    assert_eq!(ran.lines().len(), lines);
    writer.join().unwrap();
}

#[test]
fn the_first_interrupted_record_is_the_last() {
    is_cut_at_the_first("lanes");
}

#[test]
fn the_first_interrupted_record_of_an_engine_is_the_last() {
    is_cut_at_the_first("bits");
}

/// Asserts it for an engine.
fn is_cut_at_the_first(engine: &str) {
    let text = [&many(900), &blank(), "\n", &many(20_000)].concat();
    let count = ["count", "--engine", engine, "--threads"];
    let known = run_on(many(900), &[&count[..], &["1"]].concat());
    for threads in ["1", "7"] {
        let ran = run_on(text.as_str(), &[&count[..], &[threads, "--timeout", "0.5"]].concat());
        let ran = ran.exits(3);
        let lines = ran.lines();
        let (cut, before) = lines.split_last().unwrap();
        assert_eq!(before, known.lines());
        assert!(cut.strip_prefix(">=").unwrap().parse::<u64>().unwrap() > 0);
        let records = format!("stopped: the time was up; {} records were read\n", lines.len());
        let ran = ran.says(&records);
        assert!(ran.err.contains(", 1 unknown") || ran.err.contains(" solved"), "{}", ran.err);
    }
}

#[test]
fn an_idle_stream_ends_when_its_time_is_up() {
    let text = format!("{EASY}\n").repeat(10_000);
    let mut child = start(&["check", "--threads", "3", "--timeout", "1"]);
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        stdin.write_all(text.as_bytes()).unwrap();
        stdin
    });
    let ran = Ran::wait(child).exits(3);
    assert_eq!(ran.lines(), ["unique"; 10_000]);
    ran.says("stopped: the time was up; 10000 records were read\n");
    drop(writer.join().unwrap());
}

#[test]
fn all_verbs_that_search_take_threads() {
    for verb in ["solve", "count", "check"] {
        let help = run(&[verb, "--help"]).exits(0);
        assert!(help.out.contains("--threads <N>"), "{verb}");
        for more in
            [&["--engine", "links"][..], &["--engine", "lanes"], &["--engine", "diagram"], &[]]
        {
            let with = |threads| {
                run_on(EASY, &[&[verb, "--threads", threads], more].concat()).exits(0).silent().out
            };
            assert_eq!(with("1"), with("4"), "{verb} {more:?}");
        }
        run_on(EASY, &[verb, "--threads", "0"])
            .exits(2)
            .says("expected a number of threads, 1 to 1024");
    }
    run(&["convert", "--threads", "2", "puzzles/lab.txt"]).exits(2);
}

/// How many threads a program has, besides the first one and those that listen for what stops it.
#[cfg(target_os = "linux")]
fn others(child: &std::process::Child, alone: usize) -> usize {
    fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().count() - alone
}

#[cfg(target_os = "linux")]
#[test]
fn threads_are_started_for_much_and_not_for_little() {
    for engine in ["auto", "bits"] {
        are_started_for_much(engine);
    }
}

/// Asserts it for an engine.
#[cfg(target_os = "linux")]
fn are_started_for_much(engine: &str) {
    let check = ["check", "--engine", engine, "--threads"];
    let alone = {
        let mut child = start(&[&check[..], &["3"]].concat());
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        writeln!(stdin, "{EASY}").unwrap();
        expect(&mut stdout, "unique");
        let alone = others(&child, 0);
        for _ in 0..1000 {
            writeln!(stdin, "{EASY}").unwrap();
            expect(&mut stdout, "unique");
        }
        assert_eq!(
            others(&child, alone),
            0,
            "a reader that waits for each answer needs no threads"
        );
        drop((stdin, stdout));
        Ran::wait(child).exits(0);
        alone
    };
    // One that reads, and so many that answer.
    for (threads, started) in [("1", 0), ("2", 3), ("5", 6)] {
        let mut child = start(&[&check[..], &[threads]].concat());
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let text = format!("{EASY}\n").repeat(20_000);
        let writer = std::thread::spawn(move || {
            stdin.write_all(text.as_bytes()).unwrap();
            stdin
        });
        (0..20_000).for_each(|_| expect(&mut stdout, "unique"));
        assert_eq!(others(&child, alone), started, "{threads}");
        drop((writer.join().unwrap(), stdout));
        Ran::wait(child).exits(0);
    }
}

#[test]
fn a_list_of_one_problem_is_the_same_with_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("queens.dlx");
    let (queens, solutions) = if is_thorough() { (queens(12), 14200) } else { (queens(11), 2680) };
    fs::write(&path, queens).unwrap();
    let list = |more: &[&str], threads: &str| {
        let arguments = ["solve", path.to_str().unwrap(), "--threads", threads];
        run(&[&arguments[..], more].concat()).exits(0).silent().out
    };
    for engine in ["auto", "links", "cells-wtd"] {
        let all = list(&["--all", "--engine", engine], "1");
        assert_eq!(all.lines().count(), solutions);
        for threads in ["2", "3"] {
            assert_eq!(list(&["--all", "--engine", engine], threads), all, "{engine} {threads}");
            let first = list(&["--limit", "1000", "--engine", engine], threads);
            assert!(all.starts_with(&first) && first.lines().count() == 1000, "{engine}");
        }
    }
}
