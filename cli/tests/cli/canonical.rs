//! `canonical`: the least of all equivalent forms.

use crate::program::{CLASHING, EASY, Ran, SOLVED, blank, run, run_on, start};
use serde_json::Value;
use std::io::{Read, Write};

/// The grid with the least form of all 9x9 grids.
const LEAST: &str =
    "123456789456789123789123456214365897365897214897214365531642978642978531978531642";

/// The greatest of all forms of 9x9 grids.
const GREATEST: &str =
    "123456789457893612986217354274538196531964827698721435342685971715349268869172543";

fn lines_of(input: &str, arguments: &[&str]) -> Vec<String> {
    let arguments = [&["canonical", "-q"], arguments].concat();
    let ran = run_on(input, &arguments).exits(0).silent();
    ran.lines().into_iter().map(str::to_owned).collect()
}

/// The form of one grid.
fn form(input: &str, arguments: &[&str]) -> String {
    let lines = lines_of(input, arguments);
    assert_eq!(lines.len(), 1, "{lines:?}");
    lines[0].clone()
}

/// The symbols of values, rows and columns.
const SIGNS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

/// A transformation as `--map` prints it.
struct Map<'a> {
    transpose: bool,
    rows: &'a str,
    columns: &'a str,
    values: &'a str,
}

impl<'a> Map<'a> {
    fn read(text: &'a str) -> Self {
        let (transpose, rest) = match text.strip_prefix("transpose ") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut parts = rest.split(' ');
        let mut part = |name: &str| parts.next().unwrap().strip_prefix(name).unwrap();
        let (rows, columns, values) = (part("rows="), part("columns="), part("values="));
        assert_eq!(parts.next(), None);
        Self { transpose, rows, columns, values }
    }

    /// The image of a grid, as the help text of the verb says.
    fn apply(&self, grid: &str) -> String {
        let (grid, size) = (grid.as_bytes(), self.rows.len());
        let index = |sign: u8| SIGNS.iter().position(|&other| other == sign).unwrap();
        let mut image = String::new();
        for row in self.rows.bytes().map(index) {
            for column in self.columns.bytes().map(index) {
                let cell = if self.transpose { column * size + row } else { row * size + column };
                image.push(match grid[cell] {
                    b'.' => '.',
                    value => char::from(self.values.as_bytes()[index(value)]),
                });
            }
        }
        image
    }
}

/// Equivalent to a 9x9 grid: a transposition, and rows, columns and values in another order.
fn moved(grid: &str) -> String {
    let map = Map { transpose: true, rows: "564231798", columns: "978312546", values: "381942675" };
    map.apply(grid)
}

#[test]
fn equivalent_grids_have_the_same_form() {
    for grid in [EASY, SOLVED, LEAST, GREATEST] {
        for by in ["puzzle", "grid"] {
            let expected = form(grid, &["--by", by]);
            let other = moved(grid);
            assert_ne!(other, grid);
            assert_eq!(form(&other, &["--by", by]), expected);
            assert_eq!(form(&expected, &["--by", by]), expected, "the form of a form is itself");
        }
    }
    assert_eq!(form(SOLVED, &[]), form(SOLVED, &["--by", "grid"]));
    assert_ne!(form(EASY, &[]), form(&EASY.replacen('3', ".", 1), &[]));
    assert_eq!(form(EASY, &[]), form(EASY, &["--by", "puzzle"]));
}

#[test]
fn the_extremes_of_all_grids_are_known() {
    let with = |grid: &str| form(&moved(grid), &["--automorphisms", "--bands"]);
    // The bands are those of the grid, not of the form: rows have become columns.
    let expected = format!("{LEAST} automorphisms=3 bands=247,247,247,1,1,1");
    assert_eq!(with(LEAST), expected);
    let expected = format!("{GREATEST} automorphisms=72 bands=416,416,416,416,416,416");
    assert_eq!(with(GREATEST), expected);
    let ran = run_on(GREATEST, &["canonical", "--automorphisms", "--bands", "--map", "--json"]);
    let object: Value = serde_json::from_str(&ran.exits(0).silent().out).unwrap();
    assert_eq!((&object["form"], &object["automorphisms"]), (&GREATEST.into(), &72.into()));
    assert_eq!(object["bands"], Value::from(vec![416; 6]));
    assert_eq!(object["map"], "rows=123456789 columns=123456789 values=123456789");
    assert_eq!((&object["line"], &object["kind"]), (&1.into(), &"sudoku".into()));
}

#[test]
fn the_map_leads_to_the_form() {
    let sizes: Vec<_> =
        std::fs::read_to_string(format!("{}/puzzles/sizes.txt", crate::program::ROOT))
            .unwrap()
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(|line| line.split(':').next().unwrap().to_owned())
            .take(3)
            .collect();
    let diagonal = run(&["generate", "3", "--variant", "diagonal", "-q"]).exits(0).out;
    for (input, more) in [
        (format!("{EASY}\n{SOLVED}\n{}\n{}\n", moved(EASY), blank()), &[][..]),
        (format!("{EASY}\n{SOLVED}\n{}\n{LEAST}\n", moved(EASY)), &["--by", "grid"]),
        (sizes.join("\n"), &[]),
        (sizes.join("\n"), &["--by", "grid"]),
        (diagonal.clone(), &["--variant", "diagonal"]),
        (diagonal, &["--variant", "diagonal", "--by", "grid"]),
    ] {
        let mapped = lines_of(&input, &[&["--map"], more].concat());
        let forms = lines_of(&input, more);
        assert_eq!(mapped.len(), input.lines().count());
        for ((line, form), grid) in mapped.iter().zip(&forms).zip(input.lines()) {
            let (printed, map) = line.split_once(' ').unwrap();
            assert_eq!((printed, &Map::read(map).apply(grid)), (&**form, form), "{more:?}");
        }
    }
}

#[test]
fn a_puzzle_lies_in_the_least_form_of_its_solution() {
    let (puzzle, solution) = (form(EASY, &["--by", "grid"]), form(SOLVED, &[]));
    let agrees =
        puzzle.bytes().zip(solution.bytes()).all(|(clue, value)| clue == b'.' || clue == value);
    assert!(agrees, "{puzzle} {solution}");
    // Bands are those of the solution.
    let bands = |line: &str| line.split_once(" bands=").unwrap().1.to_owned();
    let of_puzzle = form(EASY, &["--by", "grid", "--bands"]);
    assert_eq!(bands(&of_puzzle), bands(&form(SOLVED, &["--bands"])));
    let ran = run_on(format!("{EASY}\n{SOLVED}\n"), &["canonical", "--bands"]).exits(2);
    assert_eq!(ran.lines()[0], "error");
    ran.says("error: <stdin>:1: expected a full 9x9 grid that obeys the rules; --by grid takes");
    let small = run_on("4.3...1.....2...", &["canonical", "--bands", "--by", "grid"]).exits(2);
    assert!(
        small.err.ends_with("expected a full 9x9 grid that obeys the rules\n"),
        "{}",
        small.err
    );
    for (puzzle, message) in
        [(blank(), "more than one solution"), (CLASHING.to_owned(), "no solution")]
    {
        let ran = run_on(&*puzzle, &["canonical", "--by", "grid"]).exits(2);
        assert_eq!(ran.out, "error\n");
        ran.says(message);
        // Any grid has a form.
        form(&puzzle, &[]);
    }
}

#[test]
fn automorphisms_are_counted() {
    let count = |grid: &str| {
        let line = form(grid, &["--automorphisms"]);
        line.rsplit_once("automorphisms=").unwrap().1.to_owned()
    };
    assert_eq!(count(EASY), "1");
    // 2 * 6^8 permutations of the cells, and 9! of the values.
    assert_eq!(count(&blank()), (2 * 6_u64.pow(8) * 362_880).to_string());
    assert_eq!(count(&".".repeat(16)), (2 * 2_u64.pow(6) * 24).to_string());
    // Rows move in pairs from both ends: 2 orders of the outer bands, 6 of rows in them and 2 in
    // the middle. Columns follow, maybe reversed, and rows and columns can be exchanged.
    let diagonal = form(&blank(), &["--automorphisms", "--variant", "diagonal"]);
    assert!(diagonal.ends_with(&format!("automorphisms={}", 96 * 362_880)), "{diagonal}");
    // Above 2^128, a number is not exact, and so a text.
    let large = ".".repeat(1296);
    let most = format!(">{}", u128::MAX);
    assert_eq!(count(&large), most);
    let ran = run_on(large, &["canonical", "--automorphisms", "--json"]).exits(0).silent();
    let object: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(object["automorphisms"], most);
}

#[test]
fn signs_and_sizes_stay() {
    let zeros = EASY.replace('.', "0");
    assert_eq!(form(&zeros, &[]), form(EASY, &[]).replace('.', "0"));
    assert!(form("D.C...A.....B...", &["--alphabet", "A-D"]).contains('A'));
    let lines = lines_of(&format!("{EASY}\n4.3...1.....2...\n{EASY}\n"), &[]);
    assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [81, 16, 81]);
    // Boxes 2x3 and 3x2 are other rules.
    let six = ".4..5..521....5......4....134..6..2.";
    let wide = form(six, &["--box", "2x3"]);
    assert_eq!(form(six, &[]), wide);
    assert_eq!(form(&wide, &["--box", "2x3"]), wide);
    run_on(six, &["canonical", "--size", "9"]).exits(2).says("expected 81");
}

#[test]
fn one_puzzle_of_each_class_is_printed() {
    let input = format!(
        "{EASY}\n{}\n{LEAST}\n{SOLVED}\n{}\n{EASY}\n4.3...1.....2...\n",
        moved(EASY),
        moved(LEAST)
    );
    let expected = [EASY, LEAST, SOLVED, "4.3...1.....2..."];
    for more in [&[][..], &["--by", "grid"], &["--threads", "3"], &["--memory", "1M"]] {
        assert_eq!(lines_of(&input, &[&["--unique"], more].concat()), expected, "{more:?}");
    }
    let ran = run_on(&*input, &["canonical", "--unique", "--json"]).exits(0);
    let objects: Vec<Value> =
        ran.lines().iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let lines: Vec<_> = objects.iter().map(|object| object["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 3, 4, 7]);
    for (object, puzzle) in objects.iter().zip(expected) {
        assert_eq!(object["puzzle"], puzzle);
        assert_eq!(object["form"], form(puzzle, &[]));
    }
    ran.says("7 puzzles in ").says(": 4 answered, 3 left out\n");
    // A puzzle that is refused is not the first of its class.
    let files = ["puzzles/formats/progress.sdx", "puzzles/lecture.txt"];
    let ran = run(&[&["canonical", "--unique"], &files[..]].concat()).exits(2);
    assert_eq!((&ran.lines()[..2], ran.lines().len()), (&["error", EASY][..], 3));
    // A failed record is printed among the others.
    let ran = run_on(format!("{EASY}\n{}\n{EASY}\n", &EASY[1..]), &["canonical", "--unique"]);
    assert_eq!(ran.exits(2).lines(), [EASY, "error"]);
}

#[test]
fn classes_have_a_limit_of_memory() {
    let input = format!("{EASY}\n{}\n{LEAST}\n{SOLVED}\n", moved(EASY));
    let unique = ["canonical", "--unique", "--memory"];
    let ran = run_on(&*input, &[&unique[..], &["120"]].concat()).exits(3);
    assert_eq!(ran.lines(), [EASY, "unknown"]);
    ran.says(
        "stopped: the memory is full with 1 class: --memory can allow more; 3 records were read\n",
    );
    let none = run_on(&*input, &[&unique[..], &["1", "--json"]].concat()).exits(3);
    let object: Value = serde_json::from_str(&none.out).unwrap();
    assert_eq!((&object["result"], &object["stop"]), (&"unknown".into(), &"memory-limit".into()));
    none.says(
        "stopped: the memory is full with 0 classes: --memory can allow more; 1 record was read\n",
    );
    assert_eq!(run_on(&*input, &[&unique[..], &["4K"]].concat()).exits(0).lines().len(), 3);
}

#[test]
fn several_threads_answer_as_one() {
    let lines =
        format!("{EASY}\n{SOLVED}\n{}\n{}\n4.3...1.....2...\n{LEAST}\n", &EASY[1..], blank());
    let input = lines.repeat(40);
    for arguments in [
        &["canonical"][..],
        &["canonical", "--json", "--map", "--automorphisms"],
        &["canonical", "--by", "grid", "--bands"],
        &["canonical", "--unique"],
    ] {
        let with = |threads| run_on(&*input, &[arguments, &["--threads", threads]].concat());
        let one = with("1").exits(2);
        for threads in ["2", "5"] {
            assert!(with(threads).exits(2).out == one.out, "{arguments:?}: {threads} threads");
        }
    }
}

#[test]
fn what_has_no_form_is_an_error() {
    let cover = run(&["canonical", "puzzles/toy.dlx"]).exits(2);
    assert_eq!(cover.out, "error\n");
    cover.says("error: puzzles/toy.dlx: expected Sudoku puzzles, found an exact cover\n");
    let json = run(&["canonical", "--json", "puzzles/toy.dlx"]).exits(2);
    let expected =
        r#"{"file":"puzzles/toy.dlx","error":"expected Sudoku puzzles, found an exact cover"}"#;
    assert_eq!(json.lines(), [expected]);
    run(&["canonical"]).exits(2).says("<stdin>: empty input: expected a Sudoku puzzle");
    run(&["canonical", "puzzles/formats/progress.sdx"]).exits(2).says("the puzzle has candidates");
    for (arguments, message) in [
        (&["--unique", "--map"][..], "cannot be used with"),
        (&["--unique", "--bands"], "cannot be used with"),
        (&["--unique", "--automorphisms"], "cannot be used with"),
        (&["--memory", "1G"], "--unique"),
        (&["--memory", "1G", "--map"], "cannot be used with"),
        (&["--unique", "--memory", "x"], "--memory"),
        (&["--by", "solution"], "possible values: puzzle, grid"),
        (&["--to", "grid"], "unexpected argument"),
        (&["--threads", "0"], "expected a number of threads"),
    ] {
        let ran = run_on(EASY, &[&["canonical"], arguments].concat()).exits(2).says(message);
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}

#[test]
fn an_idle_input_is_ended_by_time_and_by_its_reader() {
    let mut child = start(&["canonical", "--unique", "--timeout", "0.2"]);
    let stdin = child.stdin.take();
    let ran = Ran::wait(child).exits(3);
    assert_eq!((&*ran.out, &*ran.err), ("", "stopped: the time was up; 0 records were read\n"));
    drop(stdin);
    for more in [&[][..], &["--json", "--map"], &["--threads", "3", "--by", "grid"]] {
        let mut child = start(&[&["canonical"], more].concat());
        let mut stdin = child.stdin.take().unwrap();
        let input = format!("{EASY}\n").repeat(3000);
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let mut first = [0; 4];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        Ran::wait(child).exits(0).silent();
        writer.join().unwrap();
    }
}
