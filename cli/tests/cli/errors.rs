//! Errors of the input: messages with file, line and column; all other records are answered.

use crate::program::{EASY, Ran, SOLVED, run, run_on};
use std::fs;
use std::path::Path;

/// Writes a file into a directory, and gives its path.
fn file(directory: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = directory.join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Checks a file between two good ones: it is one error, and the others are answered.
#[track_caller]
fn refused(path: &str, arguments: &[&str]) -> Ran {
    let files = ["puzzles/toy.dlx", path, "puzzles/toy.dlx"];
    let ran = run(&[&["check", "--no-filename"], arguments, &files[..]].concat()).exits(2);
    assert_eq!(ran.lines(), ["unique", "error", "unique"], "{}", ran.err);
    ran
}

#[test]
fn bad_lines_are_reported_where_they_are() {
    let text = format!("{EASY}\n{EASY}1\n{}?\n{EASY}\n", &EASY[1..]);
    for (verb, good) in [("solve", SOLVED), ("count", "1"), ("check", "unique")] {
        let ran = run_on(text.as_str(), &[verb]).exits(2);
        assert_eq!(ran.lines(), [good, "error", "error", good], "{verb}");
        ran.says("error: <stdin>:2:83: expected 81 symbols, found 82\n")
            .says("error: <stdin>:3:81: expected a symbol of 1-9, found '?'\n  ...")
            .says("5.1.3..?\n")
            .says("^\n")
            .says("2 failed");
    }
}

#[test]
fn quiet_prints_errors() {
    let ran = run_on(format!("{EASY}\n{EASY}1\n"), &["check", "--quiet"]).exits(2);
    assert!(ran.err.starts_with("error: <stdin>:2:83: ") && !ran.err.contains("puzzles"));
}

#[test]
fn an_empty_input_is_no_puzzle() {
    let directory = tempfile::tempdir().unwrap();
    for (name, content) in [("empty", ""), ("blank", " \n\n\t\n")] {
        let path = file(directory.path(), name, content);
        refused(&path, &[]).says(&format!("error: {path}: empty input: expected a Sudoku puzzle"));
    }
    let comments = file(directory.path(), "comments", "# nothing\n");
    run(&["check", "--from", "line", &comments]).exits(2).says("comments: no Sudoku puzzle found");
    run(&["check"]).exits(2).says("error: <stdin>: empty input");
}

#[test]
fn files_that_are_none_are_named() {
    refused("no-such-file", &[]).says("error: no-such-file: ");
    refused("puzzles", &[]).says("error: puzzles: ");
}

#[cfg(unix)]
#[test]
fn control_characters_of_a_name_do_not_reach_the_terminal() {
    let directory = tempfile::tempdir().unwrap();
    let path = file(directory.path(), "a\u{1b}[31m\u{9b}b", format!("{EASY}1\n"));
    let ran =
        run(&["check", &path]).exits(2).says("a\\u{1b}[31m\\u{9b}b:1:83: expected 81 symbols");
    assert!(!ran.err.contains('\u{1b}'));
    run(&["check", "no\u{1b}file"]).exits(2).says("error: no\\u{1b}file: ");
}

#[test]
fn boxes_of_another_shape_are_hinted_at() {
    // A solution with boxes of 2x6 that is none with boxes of 3x4.
    let line = |row: usize| -> String {
        let begin = row / 2 + 6 * (row % 2);
        (0..12).map(|column| char::from(b"123456789ABC"[(begin + column) % 12])).collect()
    };
    let grid: String = (0..12).map(line).collect();
    for (verb, answer) in [("check", "none"), ("count", "0"), ("solve", "none")] {
        let ran = run_on(grid.as_str(), &[verb]);
        assert_eq!(ran.lines(), [answer]);
        ran.says(
            "<stdin>:1: no solution with boxes of 3x4: --box sets another shape (2x6, 4x3, 6x2)",
        );
    }
    run_on(grid, &["check", "--box", "2x6"]).exits(0).silent();
    let row = run_on(
        "11..............................................................................................................................................",
        &["count"],
    );
    assert!(!row.err.contains("--box"), "{}", row.err);
}

#[test]
fn garbage_is_neither_sudoku_nor_a_cover() {
    let directory = tempfile::tempdir().unwrap();
    let garbage: [(&str, &[u8], &str); 6] = [
        ("word", b"hello\n", "word:1:1: found neither a Sudoku puzzle nor a problem"),
        (
            "words",
            b"hello world\nfoo bar\n",
            "words:2:1: item `foo` is not in the item line\n  foo bar",
        ),
        ("nul", &[0; 1000], "nul:1:1: "),
        ("latin1", b"caf\xe9 au lait\nau\n", "latin1:1:4: the line is not UTF-8"),
        ("long", &[b'x'; 10_000_000], "long:1:1: found neither"),
        ("zeros", &[0; 10_000_000], "zeros:1:1: "),
    ];
    for (name, content, message) in garbage {
        let ran = refused(&file(directory.path(), name, content), &[]).says(message);
        assert!(ran.err.len() < 2000, "{name}: {} bytes of messages", ran.err.len());
    }
    let words = file(directory.path(), "words", "hello world\nfoo bar\n");
    run(&["check", &words]).exits(2).says("note: it looks like no Sudoku");
    let out = run(&["check", "--from", "dlx", &words]).exits(2);
    assert!(!out.err.contains("note"), "{}", out.err);
}

#[test]
fn a_long_line_among_puzzles_is_one_error() {
    let long = "1".repeat(10_000_000);
    let ran = run_on(format!("{EASY}\n{long}\n{EASY}\n"), &["solve"]).exits(2);
    assert_eq!(ran.lines(), [SOLVED, "error", SOLVED]);
    ran.says("error: <stdin>:2:1: the line is longer than 65536 bytes");
}

#[test]
fn bytes_that_are_no_text_are_errors_among_puzzles() {
    let mut text = format!("{EASY}\n{EASY}\n{EASY}\n{EASY}\n").into_bytes();
    (text[90], text[180]) = (0, 0xff);
    let ran = run_on(text, &["check"]).exits(2);
    assert_eq!(ran.lines(), ["unique", "error", "error", "unique"]);
    ran.says("<stdin>:2:9: expected a symbol of 1-9, found '\\0'").says("<stdin>:3:17: ");
}

#[test]
fn a_cover_is_refused_with_its_place() {
    let directory = tempfile::tempdir().unwrap();
    let table = [
        ("a b\na c\n", ":2:3: item `c` is not in the item line\n  a c\n    ^"),
        ("a b\na a\n", ":2:3: option 1 has item `a` twice"),
        ("a b\na:red\n", ":2:"),
        ("| nothing\n", ": the text ends before a line that names the items"),
    ];
    for (content, message) in table {
        let path = file(directory.path(), "bad.dlx", content);
        refused(&path, &[]).says(&format!("error: {path}")).says(message);
    }
}

#[test]
fn options_that_are_never_chosen_are_warned_of() {
    let ran = run(&["count", "puzzles/toy-secondary.dlx"]).exits(0);
    assert_eq!(
        ran.err,
        "warning: puzzles/toy-secondary.dlx: an option has no primary item and is never chosen: \
         line 12\n"
    );
    let many = run_on("a | x y\na x\nx\ny\nx y\nx\ny\n", &["count"]).exits(0);
    many.says("warning: <stdin>: options have no primary item and are never chosen: ")
        .says("lines 3, 4, 5 and 2 more\n");
    run(&["count", "--quiet", "puzzles/toy-secondary.dlx"]).exits(0).silent();
}

#[test]
fn items_in_no_option_are_warned_of() {
    let ran = run_on("a b c d\na b\nc\n", &["count"]).exits(0);
    assert_eq!(
        ran.err,
        "warning: <stdin>: an item is in no option, so that there is no solution: d (line 1)\n"
    );
    run_on("| five\na b c d e\na\n", &["count"]).exits(0).says(
        "warning: <stdin>: items are in no option, so that there is no solution: b, c, d and 1 \
         more (line 2)\n",
    );
    run_on("a 0:1|b | x\na\n", &["count"]).exits(0).silent();
    run_on("a b\na\n", &["count", "--quiet"]).exits(0).silent();
}

#[test]
fn a_comment_of_another_format_is_explained() {
    let note = "note: the line that names the items begins with `#`: a comment begins with `|`";
    let ran = run_on("# comment\na b\na b\n", &["count"]).exits(2);
    ran.says("2:1: item `a` is not in the item line").says(note);
    run_on("# a b a\na b\n", &["count", "--from", "dlx"]).exits(2).says(note);
    let other = run_on("# a\n# |x\n", &["count"]).exits(2);
    assert!(!other.err.contains(note), "{}", other.err);
}

#[test]
fn compressed_input_is_explained() {
    let gzip = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x0a, 1];
    let zstandard = [0x28, 0xb5, 0x2f, 0xfd, 4, 0, 0x0a, 1];
    for arguments in [
        &["check"][..],
        &["check", "--from", "dlx"],
        &["check", "--from", "line"],
        &["check", "--size", "9"],
    ] {
        let ran = run_on(gzip, arguments).exits(2);
        assert_eq!(
            ran.err,
            "error: <stdin>: the input is compressed with gzip: zcat FILE | quadrille ... reads \
             it\n"
        );
        run_on(zstandard, arguments).exits(2).says("with Zstandard: zstdcat FILE | quadrille");
    }
}

#[test]
fn what_an_engine_does_not_take_is_refused() {
    for (path, engine, message) in [
        ("puzzles/colours.dlx", "naive", None),
        ("puzzles/multiplicities.dlx", "links", Some("engine `links` does not take items")),
        ("puzzles/shifts.dlx", "links", Some("engine `links` does not take items")),
    ] {
        let ran = run(&["count", "--engine", engine, path]);
        match message {
            None => assert_eq!(ran.exits(0).out, "18\n"),
            Some(message) => {
                let ran = ran.exits(2).says(&format!("error: {path}: {message}"));
                assert_eq!(ran.out, "error\n");
            }
        }
    }
}

#[test]
fn bad_usage_is_explained() {
    let table: [(&[&str], &str); 29] = [
        (&["solve", "--limit", "0"], "the limit must be at least 1"),
        (&["solve", "--limit", "two"], "expected a whole number, at least 1"),
        (&["solve", "--all", "--limit", "2"], "cannot be used with"),
        (&["solve", "--json", "--to", "grid"], "cannot be used with"),
        (&["solve", "--to", "dlx"], "possible values: line, grid, csv, json, svg"),
        (&["check", "--engine", "warp"], "possible values: auto, "),
        (
            &["check", "--size", "7", "--variant", "diagonal"],
            "the size is 7: expected a product of two box sides",
        ),
        (&["check", "--box", "6"], "expected the height and the width of a box, like 2x3"),
        (&["check", "--box", "1x9"], "the boxes are 1x9"),
        (&["check", "--box", "2x3", "--size", "9"], "error: --size 9 and --box 2x3 contradict"),
        (&["check", "--alphabet", "1-8Q"], "unknown alphabet '1-8Q': expected one like 1-9"),
        (&["check", "--timeout", "0"], "expected a number of seconds above 0, like 2.5"),
        (&["check", "--timeout", "1e300"], "the number of seconds must be at most 18446744073709"),
        (&["sample", "0"], "the number of solutions must be at least 1"),
        (&["generate", "0"], "the number of puzzles must be at least 1"),
        (&["grid", "0"], "the number of grids must be at least 1"),
        (&["cheapest", "-k", "0"], "the number of solutions must be at least 1"),
        (&["hunt", "--depth", "0"], "the depth must be at least 1"),
        (&["solve", "--limit", "18446744073709551616"], "the limit must be at most 184467440737"),
        (&["check", "--timeout", "-1"], "expected a number of seconds above 0, like 2.5"),
        (&["check", "--timeout", "-0.5"], "expected a number of seconds above 0, like 2.5"),
        (&["solve", "--limit", "-1"], "expected a whole number, at least 1"),
        (&["check", "--size", "-9"], "expected a number from 4 to 36"),
        (&["check", "--threads", "-2"], "expected a number of threads, 1 to 1024"),
        (&["generate", "-1"], "expected a whole number, at least 1"),
        (&["generate", "--seed", "-1"], "expected a number from 0 to 18446744073709551615"),
        (&["cheapest", "-k", "-1"], "expected a whole number, at least 1"),
        (&["check", "-1"], "unexpected argument '-1' found"),
        (&["chekc"], "a similar subcommand exists: 'check'"),
    ];
    for (arguments, message) in table {
        let ran = run_on(EASY, arguments).exits(2).says(message);
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}
