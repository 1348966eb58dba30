//! The detection of formats, and the arguments that replace it.

use crate::program::{EASY, SOLVED, run, run_on};

#[test]
fn every_way_of_writing_a_puzzle_is_read() {
    for (name, format) in
        [("drawn", "grid"), ("euler", "euler"), ("numbers", "numbers"), ("python", "numbers")]
    {
        let path = format!("puzzles/formats/{name}.txt");
        assert_eq!(run(&["solve", &path]).exits(0).silent().lines(), [SOLVED], "{name}");
        let named = run(&["solve", "--from", format, &path]).exits(0).silent();
        assert_eq!(named.lines(), [SOLVED], "{name}");
    }
    assert_eq!(run(&["solve", "--from", "line", "puzzles/euler96.txt"]).lines(), [SOLVED]);
}

#[test]
fn a_problem_in_knuths_format_needs_no_name() {
    let problem = "a b c | x\na b x\nc x\nc\n";
    assert_eq!(run_on(problem, &["count"]).exits(0).out, "1\n");
    assert_eq!(run_on(problem, &["count", "--from", "dlx"]).exits(0).out, "1\n");
    let crlf = problem.replace('\n', "\r\n");
    assert_eq!(run_on(format!("\u{feff}{crlf}"), &["count"]).exits(0).out, "1\n");
}

#[test]
fn the_signs_of_the_question_are_those_of_the_answer() {
    // The same 16x16 grid in which the first row is missing, in all customs.
    let rows: String = (1..16)
        .flat_map(|row| (0..16).map(move |column| (row % 4 * 4 + row / 4 + column) % 16))
        .filter_map(|value| char::from_digit(value, 16))
        .collect();
    let lower = format!("{}{rows}", ".".repeat(16));
    let upper = lower.to_uppercase();
    let letters: String = lower
        .chars()
        .map(|sign| match sign.to_digit(16) {
            Some(value) => char::from_u32(u32::from('A') + value).unwrap(),
            None => sign,
        })
        .collect();
    for (question, first) in
        [(lower, "0123456789abcdef"), (upper, "0123456789ABCDEF"), (letters, "ABCDEFGHIJKLMNOP")]
    {
        let ran = run_on(question.as_str(), &["solve"]).exits(0).silent();
        assert_eq!(ran.out, format!("{first}{}\n", &question[16..]));
    }
}

#[test]
fn an_alphabet_can_be_said() {
    let undecided = "12..34..........".to_owned() + &".".repeat(240);
    let first = |arguments: &[&str]| {
        run_on(undecided.as_str(), &[&["convert", "--to", "json"], arguments].concat()).exits(0).out
    };
    assert!(first(&[]).contains(r#""alphabet":"1-9A-G""#));
    assert!(first(&["--alphabet", "0-9a-f"]).contains(r#""alphabet":"0-9a-f""#));
}

#[test]
fn sizes_may_be_mixed() {
    let small = "4.3...1.....2...";
    let ran = run_on(format!("{EASY}\n{small}\n{EASY}\n{small}\n"), &["solve"]).exits(0);
    assert_eq!(ran.lines(), [SOLVED, "4132321414232341", SOLVED, "4132321414232341"]);
    let only = run_on(format!("{EASY}\n{small}\n"), &["check", "--size", "4"]).exits(2);
    assert_eq!(only.lines(), ["error", "unique"]);
    only.says("<stdin>:1:82: expected 16 symbols, found 81");
}

#[test]
fn boxes_may_be_high_or_wide() {
    // A full grid whose boxes are 3 high and 2 wide, without its first row.
    let puzzle = "......345612561234214365436521652143";
    let wide = run_on(puzzle, &["count"]);
    let high = run_on(puzzle, &["solve", "--box", "3x2"]).exits(0);
    assert_eq!(wide.lines(), ["0"]);
    assert_eq!(high.lines(), [format!("123456{}", &puzzle[6..])]);
    assert_eq!(run_on(".".repeat(36), &["check", "--box", "2x3"]).exits(1).out, "multiple\n");
}

#[test]
fn a_size_that_is_never_guessed_can_be_said() {
    let blank = ".".repeat(14 * 14);
    let ran = run_on(blank.as_str(), &["solve", "--size", "14"]).exits(0).silent();
    assert_eq!(ran.lines()[0].len(), 14 * 14);
}

#[test]
fn a_puzzle_may_follow_long_comments_or_a_long_line() {
    let comments = "# a comment\n".repeat(20_000);
    let ran = run_on(format!("{comments}{EASY}\nx\n"), &["solve", "-q"]).exits(2);
    assert_eq!(ran.says("<stdin>:20002:2: expected 81 symbols").lines(), [SOLVED, "error"]);
    let comment = format!("# {}\n{EASY}\n", "comment ".repeat(20_000));
    assert_eq!(run_on(comment, &["solve"]).exits(0).silent().lines(), [SOLVED]);
    let words = format!("{}\n{EASY}\n", "words ".repeat(20_000));
    let ran = run_on(words, &["solve", "-q"]).exits(2).says("<stdin>:1:1: the line is longer");
    assert_eq!(ran.lines(), ["error", SOLVED]);
}

#[test]
fn candidates_of_4x4_are_no_puzzles_of_8x8() {
    let candidates = "1...".to_owned() + &"1234".repeat(15);
    let convert = |input: &str, more: &[&str]| {
        run_on(input, &[&["convert"], more].concat()).exits(0).silent().out
    };
    assert_eq!(convert(&candidates, &["--clues"]), format!("1{}\n", ".".repeat(15)));
    let kept = candidates.replacen("1234", "12.4", 1);
    assert_eq!(convert(&kept, &["--to", "candidates"]), format!("{kept}\n"));
    // A cell without candidates is rarer than a puzzle with few clues.
    let few = format!("1{}\n", ".".repeat(63));
    for line in [&few, "1234567856781234214365876587214334127856785634124321876587654321\n"] {
        assert_eq!(convert(line, &[]), line);
    }
    let no_candidates = convert(&few, &["--from", "candidates", "--to", "candidates"]);
    assert_eq!(no_candidates, few);
    assert_eq!(convert(&candidates, &["--size", "8"]), format!("{candidates}\n"));
}

#[test]
fn solutions_after_a_colon_are_verified() {
    let line = format!("{EASY}:1:{SOLVED}\n");
    assert_eq!(
        run_on(line.repeat(3), &["check", "-q"]).exits(0).silent().out,
        "unique\n".repeat(3)
    );
    let wrong = line.clone() + &line.replace("4839", "8439");
    let ran =
        run_on(wrong, &["check", "-q"]).exits(1).says("<stdin>:2: the given solution is wrong");
    assert_eq!(ran.out, "unique\nerror\n");
    let named = format!("puzzle:count:solution\n{}", line.replace("4839", "8439"));
    run_on(named, &["check", "-q"]).exits(1).says("<stdin>:2: the given solution is wrong");
}

#[test]
fn byte_order_marks_and_line_ends_do_not_matter() {
    let text = format!("\u{feff}{EASY}\r\n\r\n{EASY}\r\n");
    assert_eq!(run_on(text, &["solve", "-q"]).exits(0).lines(), [SOLVED, SOLVED]);
}

#[test]
fn answers_name_their_file_where_there_are_several() {
    let (toy, queens) = ("puzzles/toy.dlx", "puzzles/queens8.dlx");
    let named = [format!("{toy}:unique"), "nofile:error".to_owned(), format!("{queens}:multiple")];
    assert_eq!(run(&["check", toy, "nofile", queens]).exits(2).lines(), named);
    assert_eq!(run(&["count", "-q", toy, queens]).exits(0).out, format!("{toy}:1\n{queens}:92\n"));
    assert_eq!(run(&["count", "-q", "--no-filename", toy, queens]).exits(0).out, "1\n92\n");
    assert_eq!(run(&["count", "-H", toy]).exits(0).out, format!("{toy}:1\n"));
    assert_eq!(run_on(EASY, &["check", "-H"]).exits(0).out, "<stdin>:unique\n");
    assert_eq!(run(&["count", toy]).exits(0).out, "1\n");
    let many = run(&["check", "-qH", "--threads", "2", "puzzles/lecture.txt"]);
    assert!(many.lines().iter().all(|line| line.starts_with("puzzles/lecture.txt:")));
}

#[test]
fn found_digits_are_coloured_if_that_is_wanted() {
    let plain = run_on(EASY, &["solve", "--to", "grid"]).exits(0).out;
    assert!(!plain.contains('\u{1b}'), "a pipe has no colours");
    for engine in ["auto", "bits"] {
        let arguments = ["solve", "--to", "grid", "--color", "always", "--engine", engine];
        let colored = run_on(EASY, &arguments).exits(0).out;
        let drawing = colored.replace("\u{1b}[36m", "").replace("\u{1b}[0m", "");
        assert_eq!(drawing.replace('│', "|").replace('─', "-").replace('┼', "+"), plain);
        // It can be read again.
        let line = run_on(EASY, &["solve"]).out;
        assert_eq!(run_on(drawing, &["solve"]).exits(0).out, line);
        assert_eq!(colored.matches("\u{1b}[36m").count(), EASY.matches('.').count());
        assert!(colored.starts_with("\u{1b}[36m4\u{1b}[0m \u{1b}[36m8\u{1b}[0m 3 │ "), "{colored}");
    }
    let line = run_on(EASY, &["solve", "--color", "always"]).exits(0).out;
    assert!(!line.contains('\u{1b}'), "only drawings have colours");
}
