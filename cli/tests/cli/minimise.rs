//! `minimise` and `redundant`: puzzles without clues that the others imply.

#[cfg(unix)]
use crate::program::signal;
use crate::program::{EASY, Ran, SOLVED, blank, objects, run, run_on, start};
use serde_json::Value;
use std::collections::BTreeSet;
#[cfg(unix)]
use std::io::{BufRead, BufReader};
use std::io::{Read, Write};

/// A 4x4 puzzle, of which several puzzles with four or five clues are left.
const SMALL: &str = "12..34.....14..3";

/// A full grid of 6x6, with boxes 2x3.
const SIX: &str = "123456456123231564564231312645645312";

fn lines_of(input: &str, arguments: &[&str]) -> Vec<String> {
    let ran = run_on(input, &[arguments, &["-q"]].concat()).exits(0).silent();
    ran.lines().into_iter().map(str::to_owned).collect()
}

fn clues(puzzle: &str) -> usize {
    puzzle.bytes().filter(|sign| *sign != b'.').count()
}

/// Whether all clues of a puzzle are in another one.
fn is_within(small: &str, large: &str) -> bool {
    small.len() == large.len() && small.bytes().zip(large.bytes()).all(|(a, b)| a == b'.' || a == b)
}

/// Without each of its clues, one after the other.
fn without_each(puzzle: &str) -> Vec<String> {
    let places = (0..puzzle.len()).filter(|&at| &puzzle[at..=at] != ".");
    places.map(|at| format!("{}.{}", &puzzle[..at], &puzzle[at + 1..])).collect()
}

/// Which of these puzzles have one solution, as another engine says.
fn are_unique(puzzles: &[String]) -> Vec<bool> {
    let arguments = ["check", "--engine", "links", "-q"];
    let ran = run_on(puzzles.join("\n"), &arguments);
    assert_eq!(ran.lines().len(), puzzles.len(), "{}", ran.err);
    ran.lines().iter().map(|answer| *answer == "unique").collect()
}

/// All minimal puzzles within one, by the definition.
fn minimal_within(puzzle: &str) -> BTreeSet<String> {
    let (mut unique, mut minimal) = (BTreeSet::from([puzzle.to_owned()]), BTreeSet::new());
    while !unique.is_empty() {
        let less: Vec<Vec<String>> = unique.iter().map(|puzzle| without_each(puzzle)).collect();
        let mut are_unique = are_unique(&less.concat()).into_iter();
        let mut next = BTreeSet::new();
        for (puzzle, less) in unique.into_iter().zip(less) {
            let before = next.len();
            let mut is_minimal = true;
            for less in less {
                if are_unique.next().unwrap() {
                    is_minimal = false;
                    next.insert(less);
                }
            }
            assert!(next.len() == before || !is_minimal);
            if is_minimal {
                minimal.insert(puzzle);
            }
        }
        unique = next;
    }
    minimal
}

#[test]
fn what_is_left_has_no_redundant_clue() {
    let input = format!("{EASY}\n{SOLVED}\n{EASY}\n");
    let minimal = lines_of(&input, &["minimise"]);
    for (puzzle, whole) in minimal.iter().zip([EASY, SOLVED, EASY]) {
        assert!(is_within(puzzle, whole), "{puzzle}");
        assert!(are_unique(std::slice::from_ref(puzzle))[0]);
        assert!(!are_unique(&without_each(puzzle)).contains(&true), "{puzzle}");
    }
    // The order in which clues are removed depends on the line.
    assert_ne!(minimal[0], minimal[2]);
    let again = minimal.join("\n");
    assert_eq!(lines_of(&again, &["redundant"]), ["minimal"; 3]);
    assert_eq!(lines_of(&again, &["minimise", "--seed", "5"]), minimal);
}

#[test]
fn redundant_clues_can_each_be_removed() {
    let [names] = &lines_of(EASY, &["redundant"])[..] else { panic!("one line") };
    let places = (0..81).filter(|&at| &EASY[at..=at] != ".");
    let redundant = places.zip(are_unique(&without_each(EASY))).filter(|(_, unique)| *unique);
    let expected: Vec<_> =
        redundant.map(|(at, _)| format!("r{}c{}", at / 9 + 1, at % 9 + 1)).collect();
    assert_eq!(names.split(' ').collect::<Vec<_>>(), expected);
    let [object] = &objects(&run_on(EASY, &["redundant", "--json"]).exits(0).silent())[..] else {
        panic!("one object")
    };
    assert_eq!((&object["kind"], &object["minimal"]), (&"sudoku".into(), &false.into()));
    let clues: Vec<_> = object["redundant"].as_array().unwrap().iter().collect();
    let names = clues.iter().map(|clue| format!("r{}c{}", clue["row"], clue["column"]));
    assert_eq!(names.collect::<Vec<_>>(), expected);
    assert_eq!((&clues[0]["value"], clues.len()), (&3.into(), expected.len()));
}

#[test]
fn a_seed_is_an_order_of_removal() {
    let with = |seed: &str| lines_of(EASY, &["minimise", "--seed", seed]);
    assert_eq!(with("0"), lines_of(EASY, &["minimise"]));
    assert_eq!(with("3"), with("3"));
    let all: BTreeSet<_> = ["0", "1", "2", "3", "18446744073709551615"].map(with).into();
    assert!(all.len() > 1);
    for seed in ["x", "18446744073709551616", "1.5"] {
        run_on(EASY, &["minimise", "--seed", seed])
            .exits(2)
            .says("expected a number from 0 to 18446744073709551615");
    }
}

#[test]
fn all_minimal_puzzles_are_found() {
    for size in [SMALL, "12.434..2.4..32."] {
        let expected = minimal_within(size);
        let all = lines_of(size, &["minimise", "--all"]);
        assert!(all.len() > 1);
        assert_eq!(all.iter().cloned().collect::<BTreeSet<_>>(), expected);
        assert_eq!(all.len(), expected.len(), "each once");
        let two = lines_of(size, &["minimise", "--all", "--limit", "2"]);
        assert_eq!(two, all[..2]);
        let many = lines_of(size, &["minimise", "--all", "--limit", "99999"]);
        assert_eq!(many, all);
        let fewest = lines_of(size, &["minimise", "--fewest"]);
        let least = expected.iter().map(|puzzle| clues(puzzle)).min();
        assert!(expected.contains(&fewest[0]));
        assert_eq!((fewest.len(), Some(clues(&fewest[0]))), (1, least));
    }
}

#[test]
fn objects_say_whether_they_are_complete() {
    let object = |more: &[&str]| {
        let ran = run_on(SMALL, &[&["minimise", "--json"], more].concat()).exits(0).silent();
        objects(&ran).remove(0)
    };
    let all = lines_of(SMALL, &["minimise", "--all"]);
    let one = object(&[]);
    assert_eq!((&one["file"], &one["line"]), (&"<stdin>".into(), &1.into()));
    let puzzle = one["puzzle"].as_str().unwrap();
    assert!(all.contains(&puzzle.to_owned()));
    assert_eq!(one["clues"], clues(puzzle));
    assert_eq!((&one["complete"], &one["stop"]), (&true.into(), &"exhausted".into()));
    assert_eq!(object(&["--fewest"])["stop"], "exhausted");
    let listed = object(&["--all"]);
    assert_eq!(listed["puzzles"], Value::from(all.clone()));
    assert_eq!((&listed["complete"], &listed["stop"]), (&true.into(), &"exhausted".into()));
    let cut = object(&["--all", "--limit", "1"]);
    assert_eq!(cut["puzzles"], Value::from(&all[..1]));
    assert_eq!((&cut["complete"], &cut["stop"]), (&false.into(), &"solution-limit".into()));
    assert_eq!(object(&["--all", "--limit", "1"]), object(&["--all", "--limit", "1"]));
}

#[test]
fn they_are_written_as_puzzles_are() {
    let drawn = run_on(EASY, &["minimise", "--to", "grid"]).exits(0).silent();
    let lines = lines_of(EASY, &["minimise"]);
    assert_eq!(run_on(drawn.out, &["convert"]).exits(0).lines(), lines);
    let two = run_on(SMALL, &["minimise", "--all", "--limit", "2", "--to", "grid"]).exits(0);
    assert_eq!(two.out.split("\n\n").count(), 2);
    let sheet = run_on(SMALL, &["minimise", "--all", "--limit", "2", "--to", "svg"]).exits(0);
    assert!(sheet.out.starts_with("<svg ") && sheet.out.ends_with("</svg>\n"));
    assert!(sheet.out.contains("<title>2 pictures</title>"), "{}", sheet.out);
    let zeros = EASY.replace('.', "0");
    assert_eq!(lines_of(&zeros, &["minimise"]), [lines[0].replace('.', "0")]);
    let letters = SMALL.replace('1', "A").replace('2', "B").replace('3', "C").replace('4', "D");
    let named = run_on(letters, &["minimise", "--alphabet", "A-D"]).exits(0).silent();
    assert!(named.out.contains('A') && !named.out.contains('1'), "{}", named.out);
    run_on(EASY, &["minimise", "--columns", "2"]).exits(2).says("--columns is for --to svg");
    run_on(EASY, &["minimise", "--to", "svg", "--grid", "x"]).exits(2).says("--grid");
    run_on(EASY, &["minimise", "--to", "csv"]).exits(2).says("line, grid, json, svg");
    run_on(EASY, &["minimise", "--to", "line", "--json"]).exits(2).says("cannot be used with");
}

#[test]
fn other_sizes_and_variants_have_rules_of_their_own() {
    let six = lines_of(SIX, &["minimise"]);
    assert!(is_within(&six[0], SIX) && clues(&six[0]) < 15, "{}", six[0]);
    assert_eq!(lines_of(&six[0], &["redundant", "--size", "6"]), ["minimal"]);
    assert!(!are_unique(&without_each(&six[0])).contains(&true));
    // A 9x9 grid with diagonals.
    let made = run(&["generate", "1", "--variant", "diagonal", "-q"]).exits(0).out;
    let diagonal = ["--variant", "diagonal"];
    let of = |input: &str, verb: &str| lines_of(input, &[&[verb][..], &diagonal].concat());
    assert_eq!(of(&made, "redundant"), ["minimal"]);
    assert_eq!(of(&made, "minimise"), [made.trim_end()]);
    run_on(made, &["minimise"]).exits(2).says("more than one solution");
    // Grids of several sizes in one run.
    let mixed = format!("{SMALL}\n{EASY}\n{SIX}\n{SMALL}\n");
    let lengths = lines_of(&mixed, &["minimise"]).iter().map(String::len).collect::<Vec<_>>();
    assert_eq!(lengths, [16, 81, 36, 16]);
    run_on(SIX, &["minimise", "--size", "9"]).exits(2).says("expected 81");
}

#[test]
fn several_threads_answer_as_one() {
    let wrong = &EASY[1..];
    let lines = format!("{EASY}\n{SMALL}\n{wrong}\n{}\n{SOLVED}\n{SIX}\n", blank());
    let input = lines.repeat(12);
    for arguments in [
        &["minimise", "--seed", "3"][..],
        &["minimise", "--json"],
        &["minimise", "--to", "grid"],
        &["minimise", "--all", "--limit", "2"],
        &["redundant"],
        &["redundant", "--json"],
    ] {
        let with = |threads| run_on(&*input, &[arguments, &["--threads", threads]].concat());
        let one = with("1").exits(2);
        let messages =
            |ran: &Ran| ran.err.lines().filter(|line| !line.contains(" s: ")).collect::<String>();
        for threads in ["2", "5"] {
            let ran = with(threads).exits(2);
            assert!(ran.out == one.out, "{arguments:?}: {threads} threads");
            assert_eq!(messages(&ran), messages(&one));
        }
    }
}

#[test]
fn what_is_no_puzzle_with_one_solution_is_an_error() {
    let clashing = SOLVED.replacen('4', "8", 1);
    let input = format!("{}\n{clashing}\n{}\n{EASY}\n", blank(), &EASY[1..]);
    for verb in ["minimise", "redundant"] {
        let ran = run_on(&*input, &[verb]).exits(2);
        let lines = ran.lines();
        assert_eq!((&lines[..3], lines.len()), (&["error"; 3][..], 4));
        let ran = ran.says("error: <stdin>:1: the puzzle has more than one solution\n");
        let ran = ran.says("error: <stdin>:2: the puzzle has no solution\n");
        ran.says("error: <stdin>:3:81: expected 81 symbols").says(": 1 answered, 3 failed\n");
        let json = run_on(blank(), &[verb, "--json"]).exits(2);
        let expected =
            r#"{"file":"<stdin>","line":1,"error":"the puzzle has more than one solution"}"#;
        assert_eq!(json.lines(), [expected]);
        let cover = run(&[verb, "puzzles/toy.dlx"]).exits(2);
        assert_eq!(cover.out, "error\n");
        cover.says("error: puzzles/toy.dlx: expected Sudoku puzzles, found an exact cover\n");
        run(&[verb]).exits(2).says("<stdin>: empty input: expected a Sudoku puzzle");
        let candidates = run(&[verb, "puzzles/formats/progress.sdx"]).exits(2);
        candidates
            .says("the puzzle has candidates, which this verb does not take: convert --clues");
    }
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    for (arguments, message) in [
        (&["--all", "--fewest"][..], "cannot be used with"),
        (&["--all", "--seed", "1"], "cannot be used with"),
        (&["--fewest", "--seed", "1"], "cannot be used with"),
        (&["--limit", "3"], "--all"),
        (&["--fewest", "--limit", "3"], "cannot be used with"),
        (&["--all", "--limit", "0"], "the limit must be at least 1"),
        (&["--threads", "0"], "expected a number of threads"),
        (&["--size", "7", "--variant", "diagonal"], "expected a product of two box sides"),
    ] {
        let ran = run_on(EASY, &[&["minimise"], arguments].concat()).exits(2).says(message);
        assert_eq!(ran.out, "", "{arguments:?}");
    }
    run(&["redundant", "--seed", "1"]).exits(2).says("unexpected argument");
    assert!(run(&["minimize", "--help"]).exits(0).out.starts_with("Removes redundant clues"));
}

#[test]
fn a_search_that_is_stopped_keeps_what_it_found() {
    // The minimal puzzles within a full grid can't be listed to the end. A slow machine may not
    // have come to any.
    for (more, key) in [(&["--all"][..], "puzzles"), (&["--fewest"], "puzzle")] {
        let stopped = ["minimise", "--timeout", "0.25"];
        let ran = run_on(SOLVED, &[&stopped[..], more].concat()).exits(3);
        let puzzles: Vec<_> = ran.lines().into_iter().filter(|line| *line != "unknown").collect();
        assert!(puzzles.iter().all(|line| is_within(line, SOLVED)), "{}", ran.out);
        if let Some(last) = puzzles.last() {
            assert!(are_unique(&[(*last).to_owned()])[0]);
        }
        ran.says("stopped: the time was up; ");
        let ran = run_on(SOLVED, &[&stopped[..], more, &["--json"]].concat()).exits(3);
        for object in objects(&ran) {
            assert_eq!(object["stop"], "deadline");
            let is_unknown = object["result"] == "unknown";
            assert!(is_unknown || object["complete"] == false && !object[key].is_null());
        }
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_with_whole_lines() {
    let mut child = start(&["minimise", "--threads", "2"]);
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{EASY}").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    stdout.read_line(&mut first).unwrap();
    assert!(is_within(first.trim_end(), EASY), "{first}");
    signal(&child, "-INT");
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "");
    Ran::wait(child).exits(3).says("stopped: interrupted; 1 record was read\n");
    drop(stdin);
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let all = ["minimise", "--all", "--limit", "20000", "--threads", "2"];
    for (arguments, puzzles) in [(&all[..], 1), (&["minimise"], 1000), (&["redundant"], 3000)] {
        let mut child = start(arguments);
        let (mut stdin, input) = (child.stdin.take().unwrap(), format!("{EASY}\n"));
        let writer =
            std::thread::spawn(move || drop(stdin.write_all(input.repeat(puzzles).as_bytes())));
        let mut first = [0; 4];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        Ran::wait(child).exits(0).silent();
        writer.join().unwrap();
    }
}
