//! `generate`: random puzzles with one solution.

#[cfg(unix)]
use crate::program::signal;
use crate::program::{EASY, Ran, run, run_on, start};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read};

/// Generates so many puzzles without a message.
fn generated(number: usize, more: &[&str]) -> Ran {
    let number = number.to_string();
    run(&[&["generate", &number, "-q"], more].concat()).exits(0).silent()
}

fn puzzles(number: usize, more: &[&str]) -> Vec<String> {
    let ran = generated(number, more);
    let puzzle = |line: &&str| line.split(' ').next().unwrap().to_owned();
    let puzzles: Vec<_> = ran.lines().iter().map(puzzle).collect();
    assert_eq!(puzzles.len(), number);
    puzzles
}

fn objects(number: usize, more: &[&str]) -> Vec<Value> {
    let ran = generated(number, &[&["--json"], more].concat());
    let objects: Vec<_> =
        ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), number);
    objects
}

fn clues(puzzle: &str) -> usize {
    puzzle.bytes().filter(|sign| *sign != b'.').count()
}

/// Without each of its clues, one after the other.
fn without_each(puzzle: &str) -> Vec<String> {
    let places = (0..puzzle.len()).filter(|&at| &puzzle[at..=at] != ".");
    places.map(|at| format!("{}.{}", &puzzle[..at], &puzzle[at + 1..])).collect()
}

/// What another engine says of these puzzles.
fn checked(puzzles: &[String], rules: &[&str]) -> Vec<String> {
    let ran = run_on(puzzles.join("\n"), &[&["check", "--engine", "links", "-q"], rules].concat());
    assert_eq!(ran.lines().len(), puzzles.len(), "{}", ran.err);
    ran.lines().into_iter().map(str::to_owned).collect()
}

/// Asserts that each puzzle has one solution.
fn are_unique(puzzles: &[String], rules: &[&str]) {
    assert!(checked(puzzles, rules).iter().all(|answer| answer == "unique"), "{rules:?}");
}

/// Asserts that each puzzle has one solution, and without any of its clues several.
fn are_minimal(puzzles: &[String], rules: &[&str]) {
    are_unique(puzzles, rules);
    let less: Vec<_> = puzzles.iter().flat_map(|puzzle| without_each(puzzle)).collect();
    assert!(checked(&less, rules).iter().all(|answer| answer == "multiple"), "{rules:?}");
}

/// Whether the cells with clues are the same after half a turn.
fn is_rotated(puzzle: &str) -> bool {
    let mut pairs = puzzle.bytes().zip(puzzle.bytes().rev());
    pairs.all(|(one, other)| (one == b'.') == (other == b'.'))
}

#[test]
fn puzzles_are_minimal_by_default() {
    let made = puzzles(30, &[]);
    are_minimal(&made, &[]);
    assert_eq!(made.iter().collect::<BTreeSet<_>>().len(), 30);
    assert!(made.iter().all(|puzzle| (17..36).contains(&clues(puzzle))));
    let weighted = puzzles(20, &["--sampling", "weighted"]);
    are_minimal(&weighted, &[]);
    let ranged = puzzles(20, &["--minimal", "--clues", "24-26"]);
    are_minimal(&ranged, &[]);
    assert!(ranged.iter().all(|puzzle| (24..=26).contains(&clues(puzzle))));
}

#[test]
fn numbers_of_clues_are_kept() {
    for (range, clue_range) in
        [("30", 30..=30), ("26-28", 26..=28), (">=40", 40..=81), ("<=26", 0..=26)]
    {
        let made = puzzles(12, &["--clues", range]);
        are_unique(&made, &[]);
        assert!(made.iter().all(|puzzle| clue_range.contains(&clues(puzzle))), "{range}");
    }
    // Each number of the range is drawn.
    let many = puzzles(60, &["--clues", "50-52"]);
    let seen: BTreeSet<_> = many.iter().map(|puzzle| clues(puzzle)).collect();
    assert_eq!(seen, BTreeSet::from([50, 51, 52]));
    assert_eq!(clues(&puzzles(1, &["--clues", "81"])[0]), 81);
}

/// Where a cell goes, by its row and column.
type CellMap = fn(usize, usize) -> (usize, usize);

#[test]
fn clues_have_the_symmetry() {
    let turned = puzzles(12, &["--symmetry", "rotate180"]);
    are_unique(&turned, &[]);
    assert!(turned.iter().all(|puzzle| is_rotated(puzzle)));
    let images: [(&str, CellMap); 7] = [
        ("rotate180", |row, column| (8 - row, 8 - column)),
        ("rotate90", |row, column| (column, 8 - row)),
        ("horizontal", |row, column| (row, 8 - column)),
        ("vertical", |row, column| (8 - row, column)),
        ("diagonal", |row, column| (column, row)),
        ("antidiagonal", |row, column| (8 - column, 8 - row)),
        ("all", |row, column| (column, 8 - row)),
    ];
    for (name, image) in images {
        let made = puzzles(4, &["--symmetry", name]);
        are_unique(&made, &[]);
        for puzzle in made {
            let is_blank = |row: usize, column: usize| puzzle.as_bytes()[row * 9 + column] == b'.';
            for (row, column) in (0..81).map(|cell| (cell / 9, cell % 9)) {
                let (to_row, to_column) = image(row, column);
                assert_eq!(is_blank(row, column), is_blank(to_row, to_column), "{name} {puzzle}");
            }
        }
    }
    let minimal = puzzles(3, &["--symmetry", "rotate180", "--minimal"]);
    are_minimal(&minimal, &[]);
    assert!(minimal.iter().all(|puzzle| is_rotated(puzzle)));
}

#[test]
fn clues_have_the_pattern() {
    let made = puzzles(5, &["--pattern", EASY]);
    are_unique(&made, &[]);
    let cells = |puzzle: &str| puzzle.bytes().map(|sign| sign == b'.').collect::<Vec<_>>();
    assert!(made.iter().all(|puzzle| cells(puzzle) == cells(EASY)));
    assert_eq!(made.iter().collect::<BTreeSet<_>>().len(), 5);
    for (pattern, message) in [
        ("123", "expected 1, 4, 9, 16"),
        ("1234341221434321", "the pattern has 4x4 cells: expected 9x9"),
        (&".".repeat(81), "the pattern has 0 cells: expected at least 8"),
        (&format!("{:.<81}", "1234567891234567"), "rows 4 and 5 of the pattern are blank"),
    ] {
        run(&["generate", "1", "--pattern", pattern]).exits(2).says(message);
    }
}

#[test]
fn ratings_are_as_asked() {
    let rating = ["--rating", "depth=0, clues<=25"];
    let made = puzzles(5, &rating);
    are_minimal(&made, &[]);
    assert!(made.iter().all(|puzzle| clues(puzzle) <= 25));
    let guesses = ["generate", "1", "--size", "6", "--rating", "guesses>2"];
    let ran = run(&guesses).exits(2).says("error: --rating: guesses are counted for 9x9 puzzles");
    assert_eq!(ran.out, "");
    for (rating, message) in [
        ("score>3", "expected one of clues, backdoor, depth, guesses, technique, found `score`"),
        ("", "expected one of clues"),
        ("depth>=x-wing", "column 8"),
    ] {
        run(&["generate", "1", "--rating", rating]).exits(2).says(message);
    }
}

#[test]
fn other_sizes_and_variants_have_rules_of_their_own() {
    for (rules, cells) in [
        (&["--size", "4"][..], 16),
        (&["--size", "6"], 36),
        (&["--box", "3x2"], 36),
        (&["--size", "8", "--box", "2x4"], 64),
        (&["--variant", "diagonal"], 81),
        (&["--size", "4", "--variant", "diagonal"], 16),
    ] {
        let made = puzzles(6, rules);
        assert!(made.iter().all(|puzzle| puzzle.len() == cells), "{rules:?}");
        are_minimal(&made, rules);
    }
    let large = puzzles(1, &["--size", "16", "--clues", ">=150"]);
    assert_eq!(large[0].len(), 256);
    are_unique(&large, &[]);
}

#[test]
fn each_depends_on_its_number_alone() {
    for options in [
        &[][..],
        &["--sampling", "weighted"],
        &["--clues", "26-28"],
        &["--symmetry", "rotate180"],
        &["--variant", "diagonal"],
        &["--rating", "technique>=naked-pair"],
        &["--size", "6", "--json"],
    ] {
        let all = generated(24, &[options, &["--threads", "1"]].concat());
        for threads in ["2", "7"] {
            let ran = generated(24, &[options, &["--threads", threads]].concat());
            assert!(ran.out == all.out, "{options:?}: {threads} threads");
        }
        let parts = [(1, 5), (6, 1), (7, 18)].map(|(first, number)| {
            generated(number, &[options, &["--first", &first.to_string()]].concat()).out
        });
        assert!(parts.concat() == all.out, "{options:?}: in parts");
        let other = generated(24, &[options, &["--seed", "1"]].concat());
        assert_ne!(other.out, all.out);
        assert_eq!(generated(24, &[options, &["--seed", "0"]].concat()).out, all.out);
    }
}

#[test]
fn the_last_number_is_the_largest_that_there_is() {
    const LAST: &str = "18446744073709551615";
    let last = objects(1, &["--size", "4", "--first", LAST, "--seed", LAST]);
    assert_eq!((&last[0]["number"], &last[0]["seed"]), (&u64::MAX.into(), &u64::MAX.into()));
    let ran = run(&["generate", "2", "--first", LAST]).exits(2);
    assert_eq!(ran.out, "");
    ran.says(&format!("--first {LAST} does not leave 2 numbers: the last one is {LAST}"));
    for (option, value, expected) in [
        ("--first", "0", "expected a number from 1 to 18446744073709551615"),
        ("--first", "18446744073709551616", "expected a number from 1 to 18446744073709551615"),
        ("--seed", "18446744073709551616", "expected a number from 0 to 18446744073709551615"),
        ("--seed", "x", "expected a number from 0 to 18446744073709551615"),
    ] {
        run(&["generate", "1", option, value]).exits(2).says(expected);
    }
}

#[test]
fn objects_have_all_that_is_known() {
    let lines = puzzles(5, &["--seed", "8", "--first", "3"]);
    let solved = run_on(lines.join("\n"), &["solve", "-q"]).exits(0);
    let found = objects(5, &["--seed", "8", "--first", "3"]);
    for (number, (object, puzzle)) in (3..).zip(found.iter().zip(&lines)) {
        assert_eq!((&object["number"], &object["seed"]), (&number.into(), &8.into()));
        assert_eq!(object["puzzle"], **puzzle);
        assert_eq!(object["clues"], clues(puzzle));
        assert!(object["attempts"].as_u64().unwrap() >= 1 && object["weight"].is_null());
    }
    let solutions: Vec<_> =
        found.iter().map(|object| object["solution"].as_str().unwrap()).collect();
    assert_eq!(solutions, solved.lines());
}

#[test]
fn weights_are_numbers_and_are_summed_up() {
    let weighted = ["--sampling", "weighted"];
    let found = generated(12, &["--json", "--sampling", "weighted"]);
    let lines = generated(12, &weighted);
    let (mut sum, mut squares, mut clue_sum) = (0.0, 0.0, 0.0);
    for (text, line) in found.lines().iter().zip(lines.lines()) {
        let object: Value = serde_json::from_str(text).unwrap();
        let (puzzle, printed) = line.split_once(' ').unwrap();
        assert_eq!(object["puzzle"], puzzle);
        assert!(text.ends_with(&format!("\"weight\":{printed}}}")), "{text} {line}");
        let weight: f64 = printed.parse().unwrap();
        assert!(weight > 0.0 && weight.is_finite());
        (sum, squares) = (sum + weight, squares + weight * weight);
        clue_sum += weight * object["clues"].as_f64().unwrap();
    }
    let ran = run(&["generate", "12", "--sampling", "weighted"]).exits(0);
    assert_eq!(ran.out, lines.out);
    let (average, equal) = (clue_sum / sum, sum * sum / squares);
    let message = format!(
        "weighted average: {average:.2} clues; the sample is as good as {equal:.1} puzzles with equal weights\n"
    );
    ran.says(&message).says("12 puzzles in ").says(": 12 generated\n");
    for (more, message) in [
        (&["--to", "csv"][..], "expected --to line or --to json"),
        (&["--size", "6"], "for standard 9x9 Sudoku only"),
        (&["--variant", "diagonal"], "for standard 9x9 Sudoku only"),
        (&["--symmetry", "all"], "weighted sampling and a symmetry can't be combined"),
        (&["--pattern", EASY], "weighted sampling and a pattern can't be combined"),
    ] {
        run(&[&["generate", "1"], &weighted[..], more].concat()).exits(2).says(message);
    }
}

#[test]
fn they_are_written_in_all_formats() {
    let lines = puzzles(3, &[]);
    let read = |form: &str| {
        let text = generated(3, &["--to", form]).out;
        let read = run_on(text, &["convert", "-q"]).exits(0).silent();
        read.lines().into_iter().map(|line| line.replace('0', ".")).collect::<Vec<_>>()
    };
    for form in ["line", "sdm", "csv", "opensudoku", "euler", "grid", "python", "json"] {
        assert_eq!(read(form), lines, "{form}");
    }
    for form in ["sdk", "ss"] {
        let text = generated(1, &["--to", form]).out;
        assert_eq!(run_on(text, &["convert"]).exits(0).lines(), lines[..1], "{form}");
        for verb in ["generate", "grid"] {
            let ran = run(&[verb, "2", "--to", form]).exits(2);
            let ran = ran.says("has one puzzle, and 2 are asked for: --to line, csv or json");
            assert_eq!(ran.out, "");
        }
        let ran = run(&["generate", "--size", "4", "--to", form]).exits(2);
        assert_eq!(ran.says("can hold puzzles of size 9").out, "");
    }
    let table = generated(3, &["--to", "csv"]);
    let solutions = run_on(lines.join("\n"), &["solve", "-q"]).exits(0);
    let rows = lines.iter().zip(solutions.lines());
    let expected: Vec<_> = rows.map(|(puzzle, solution)| format!("{puzzle},{solution}")).collect();
    assert_eq!(
        (table.lines()[0], &table.lines()[1..]),
        ("puzzle,solution", &expected.iter().map(|row| &**row).collect::<Vec<_>>()[..])
    );
    let sheet = generated(2, &["--to", "svg", "--columns", "1", "--first", "7"]).out;
    assert!(sheet.starts_with("<svg ") && sheet.ends_with("</svg>\n"));
    assert!(sheet.contains(">puzzle 7</text>") && sheet.contains(">puzzle 8</text>"), "{sheet}");
}

#[test]
fn one_is_made_without_a_number() {
    for verb in ["generate", "grid"] {
        let one = run(&[verb, "1", "--seed", "5"]).exits(0).out;
        assert_eq!(run(&[verb, "--seed", "5"]).exits(0).silent().out, one);
    }
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    for (arguments, message) in [
        (&["0"][..], "at least 1"),
        (&["x"], "expected a whole number, at least 1"),
        (&["1", "file.txt"], "unexpected argument"),
        (
            &["1", "--clues", "90"],
            "the numbers of clues are 90 to 90: expected an ascending range up to 81",
        ),
        (&["1", "--clues", "26-24"], "26 is above 24"),
        (&["1", "--clues", "many"], "expected a number like 24, or 24-26, <=22, >=30"),
        (&["1", "--size", "4", "--clues", "17"], "expected an ascending range up to 16"),
        (&["1", "--symmetry", "none", "--pattern", EASY], "cannot be used with"),
        (&["1", "--clues", "36", "--pattern", EASY], "cannot be used with"),
        (&["1", "--symmetry", "spiral"], "expected one of none, rotate180"),
        (&["1", "--size", "7"], "expected a product of two box sides"),
        (&["1", "--size", "9", "--box", "2x3"], "--size 9 and --box 2x3 contradict each other"),
        (&["1", "--to", "dlx"], "possible values: line, csv"),
        (&["1", "--to", "line", "--json"], "cannot be used with"),
        (&["1", "--columns", "2"], "--columns is for --to svg"),
        (&["1", "--threads", "0"], "expected a number of threads"),
    ] {
        let ran = run(&[&["generate"], arguments].concat()).exits(2).says(message);
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}

#[test]
fn what_does_not_exist_is_searched_for_until_the_time_is_up() {
    for more in [&["--clues", "10"][..], &["--rating", "clues=81"], &["--json", "--clues", "3"]] {
        let ran = run(&[&["generate", "3", "--timeout", "0.3"], more].concat()).exits(3);
        let stopped = "stopped: the time was up; 0 puzzles were generated\n";
        assert_eq!((&*ran.out, &*ran.err), ("", stopped), "{more:?}");
    }
    // An empty sheet is a whole one.
    let arguments = ["generate", "1", "--clues", "10", "--timeout", "0.3", "--to", "svg"];
    let ran = run(&arguments).exits(3).out;
    assert!(ran.starts_with("<svg ") && ran.ends_with("</svg>\n"), "{ran}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_ends_with_whole_lines() {
    let all = puzzles(40, &[]);
    for (name, threads) in [("-INT", "1"), ("-TERM", "3")] {
        let mut child = start(&["generate", "18446744073709551615", "-q", "--threads", threads]);
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut text = String::new();
        stdout.read_line(&mut text).unwrap();
        signal(&child, name);
        stdout.read_to_string(&mut text).unwrap();
        let ran = Ran::wait(child).exits(3);
        assert!(text.ends_with('\n'));
        let lines: Vec<_> = text.lines().collect();
        assert!(lines.iter().all(|line| line.len() == 81));
        assert!(lines.iter().zip(&all).all(|(line, puzzle)| line == puzzle));
        let (number, were) = match lines.len() {
            1 => ("1 puzzle".to_owned(), "was"),
            many => (format!("{many} puzzles"), "were"),
        };
        assert_eq!(ran.err, format!("stopped: interrupted; {number} {were} generated\n"));
    }
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    for more in [&[][..], &["--json"], &["--to", "grid"], &["--to", "csv", "--size", "4"]] {
        let mut child = start(&[&["generate", "18446744073709551615"], more].concat());
        let mut first = [0; 4];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        Ran::wait(child).exits(0).silent();
    }
}

/// Checks three hundred puzzles of each mode, or as many as `QUADRILLE_PUZZLES` says.
#[test]
#[ignore = "many puzzles take long"]
fn many_of_each_mode_are_as_asked() {
    let number = std::env::var("QUADRILLE_PUZZLES").ok().and_then(|number| number.parse().ok());
    let number = number.unwrap_or(300);
    for (options, rules) in [
        (&[][..], &[][..]),
        (&["--minimal", "--clues", "23-25"], &[]),
        (&["--sampling", "weighted"], &[]),
        (&["--variant", "diagonal"], &["--variant", "diagonal"]),
        (&["--size", "6"], &["--size", "6"]),
    ] {
        let made = puzzles(number, &[options, &["--seed", "11"]].concat());
        are_minimal(&made, rules);
        let in_range = |puzzle: &String| (23..=25).contains(&clues(puzzle));
        assert!(!options.contains(&"--clues") || made.iter().all(in_range));
    }
    let symmetric = puzzles(number, &["--symmetry", "rotate180"]);
    are_unique(&symmetric, &[]);
    assert!(symmetric.iter().all(|puzzle| is_rotated(puzzle)));
}
