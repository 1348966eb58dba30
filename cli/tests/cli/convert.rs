//! `convert`: from one format into another, and back.

use crate::program::{CLASHING, EASY, ROOT, SOLVED, first_puzzle, run, run_on};

#[test]
fn lines_and_drawings_are_turned_into_each_other() {
    let drawn = run_on(EASY, &["convert", "--to", "grid"]).exits(0).silent();
    assert!(drawn.out.starts_with(". . 3 | . 2 . | 6 . .\n9 . . | "), "{}", drawn.out);
    assert_eq!(run_on(drawn.out, &["convert"]).exits(0).lines(), [EASY]);
    let two = run(&["convert", "--to", "grid", "puzzles/lecture.txt", "-q"]).exits(0).silent();
    assert_eq!(two.out.split("\n\n").count(), 2);
    let lines = run(&["convert", "puzzles/lecture.txt"]).exits(0).out;
    assert_eq!(run_on(two.out, &["convert"]).exits(0).out, lines);
}

#[test]
fn blanks_and_signs_stay() {
    let zeros = EASY.replace('.', "0");
    assert_eq!(run_on(zeros.as_str(), &["convert"]).exits(0).lines(), [zeros.as_str()]);
    let large = run(&["convert", "-q", "puzzles/sizes.txt"]).exits(0);
    assert!(large.lines()[2].starts_with("....B.6...1......."));
    assert!(large.lines()[3].starts_with("U.G.QJ.LYS..D..OK"));
}

#[test]
fn clashing_clues_are_only_text() {
    assert_eq!(run_on(CLASHING, &["convert"]).exits(0).silent().lines(), [CLASHING]);
    let ran = run_on(CLASHING, &["convert", "--to", "dlx"]).exits(2);
    assert_eq!((ran.out.as_str(), ran.err.as_str()), ("", "error: <stdin>:1: row 1 has 3 twice\n"));
}

#[test]
fn a_sudoku_becomes_an_exact_cover() {
    for arguments in [&["convert", "--to", "dlx"][..], &["convert", "--to", "dlx", "--shrink"]] {
        let cover = run_on(EASY, arguments).exits(0).silent();
        assert!(cover.out.starts_with(&format!("| Sudoku 9x9, boxes 3x3: {EASY}\n")));
        assert_eq!(run_on(cover.out.as_str(), &["check"]).exits(0).out, "unique\n");
        let options = cover.lines().len() - 2;
        assert_eq!(options < 300, arguments.contains(&"--shrink"), "{options} options");
    }
    let diagonal = std::fs::read_to_string(format!("{ROOT}/puzzles/diagonal.txt")).unwrap();
    let arguments = ["convert", "--to", "dlx", "--variant", "diagonal"];
    let cover = run_on(first_puzzle(&diagonal), &arguments).exits(0).out;
    assert!(cover.starts_with("| Sudoku 9x9, boxes 3x3, with diagonals: "));
    assert_eq!(run_on(cover, &["count"]).exits(0).out, "1\n");
    let full = run_on(SOLVED, &["convert", "--to", "dlx", "--shrink"]).exits(2);
    full.says("the grid has no blank cell");
}

#[test]
fn a_file_in_knuths_format_has_one_problem() {
    let ran = run(&["convert", "--to", "dlx", "puzzles/lecture.txt"]).exits(2);
    assert!(ran.out.starts_with("| Sudoku 9x9") && !ran.out.contains("error"));
    ran.says("error: puzzles/lecture.txt:7: a text in Knuth's format is one problem");
    let two = run(&["convert", "--to", "dlx", "puzzles/toy.dlx", "puzzles/queens8.dlx"]).exits(2);
    two.says("error: puzzles/queens8.dlx: a text in Knuth's format is one problem");
}

#[test]
fn an_exact_cover_is_written_without_its_comments() {
    let ran = run(&["convert", "--to", "dlx", "puzzles/costs.dlx"]).exits(0).silent();
    assert!(ran.out.starts_with("a b c d\na b |4\n"), "{}", ran.out);
    assert!(ran.out.contains("\na b c |6\n"), "{}", ran.out);
    let again = run_on(ran.out.as_str(), &["convert", "--to", "dlx"]).exits(0);
    assert_eq!(again.out, ran.out);
}

#[test]
fn an_exact_cover_is_no_grid() {
    for form in ["line", "grid"] {
        let ran = run(&["convert", "--to", form, "puzzles/toy.dlx"]).exits(2);
        assert_eq!(ran.out, "error\n");
        ran.says("error: puzzles/toy.dlx: an exact cover can't be written as a Sudoku grid");
    }
}

#[test]
fn a_bad_line_is_an_error_among_the_others() {
    let ran = run_on(format!("{EASY}\n{}\n{SOLVED}\n", &EASY[1..]), &["convert"]).exits(2);
    assert_eq!(ran.lines(), [EASY, "error", SOLVED]);
    ran.says("2 converted, 1 failed");
}

#[test]
fn what_is_in_no_solution_can_be_left_out() {
    let reduce = ["convert", "--reduce", "--to", "dlx", "puzzles/toy.dlx"];
    let toy = run(&reduce).exits(0).silent();
    assert_eq!(toy.out, "A B C D E F G\nC E F\nA D\nB G\n");
    let all = run(&["solve", "--all", "puzzles/toy.dlx"]).exits(0).out;
    assert_eq!(run_on(toy.out, &["solve", "--all"]).exits(0).out, all);
    let json = run(&["convert", "--reduce", "--json", "puzzles/toy.dlx"]).exits(0).out;
    assert_eq!(json.matches("\"items\":").count(), 4, "{json}");
    let sudoku = run_on(EASY, &["convert", "--reduce", "--to", "dlx"]).exits(0).silent();
    assert_eq!(sudoku.lines().len(), 2 + 81, "its clues and look-aheads decide all of it");
    assert_eq!(run_on(sudoku.out, &["check"]).exits(0).out, "unique\n");
}

/// A puzzle with high boxes, and one with diagonals.
const HIGH: (&str, &[&str]) = ("......345612561234214365436521652143", &["--box", "3x2"]);
const DIAGONAL: (&str, &[&str]) = (
    ".8.7..........4.3...3......4..53..7...28.63...6..97..5......4...5.1..........5.6.",
    &["--variant", "diagonal"],
);

#[test]
fn tables_and_json_keep_the_rules() {
    let others: [&[&str]; 2] = [&["--box", "2x3"], &["--variant", "windows"]];
    for ((puzzle, rules), other) in [HIGH, DIAGONAL].into_iter().zip(others) {
        let with = |input: &str, arguments: &[&str]| run_on(input, &[arguments, rules].concat());
        let solved = with(puzzle, &["solve"]).exits(0).out;
        for arguments in [
            &["convert", "--to", "csv"][..],
            &["convert", "--json"],
            &["solve", "--to", "csv"],
            &["solve", "--json"],
            &["minimise", "--json"],
        ] {
            let text = with(puzzle, arguments).exits(0).out;
            let read = with(&text, &["solve"]).exits(0).silent();
            assert_eq!(read.out, solved, "{text}");
            let again = with(&text, arguments).exits(0).out;
            assert!(again.contains(rules[1]), "{again}");
            // The rules are taken from the text, and others are not assumed.
            assert_eq!(run_on(&*text, &["solve"]).exits(0).out, solved);
            let refused = run_on(&*text, &[&["check"], other].concat()).exits(2);
            let refused = refused.says(", unlike the given rules");
            assert_eq!(
                refused.says("note: --variant, --box and --regions give the rules").out,
                "error\n"
            );
        }
        for arguments in [
            &["generate", "2", "--to", "csv", "-q"][..],
            &["generate", "2", "--json", "-q"],
            &["grid", "2", "--to", "csv", "-q"],
            &["grid", "2", "--json", "-q"],
        ] {
            let text = with("", arguments).exits(0).out;
            assert_eq!(with(&text, &["check", "-q"]).exits(0).out, "unique\nunique\n", "{text}");
            let refused = run_on(text, &[&["check", "-q"], other].concat()).exits(2);
            refused.says(", unlike the given rules");
        }
    }
    let table = run_on(DIAGONAL.0, &[&["convert", "--to", "csv"], DIAGONAL.1].concat()).exits(0);
    let expected = format!("puzzle,solution,box,variant\n{},,,diagonal\n", DIAGONAL.0);
    assert_eq!(table.out, expected);
    let plain = run_on(EASY, &["convert", "--to", "csv", "--box", "3x3"]).exits(0);
    assert_eq!(plain.out, format!("puzzle,solution\n{EASY},\n"));
}
