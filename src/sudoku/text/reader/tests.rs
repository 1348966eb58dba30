//! The reader, over whole texts in every format.

use super::super::format_line as write;
use super::*;

const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";

/// Each record as its line and its grid, or the message of its error.
fn read_with(text: &[u8], options: ReadOptions) -> Vec<String> {
    let show = |result: Result<Record, ReadError>| match result {
        Ok(record) => {
            let grid = write(&record.grid, record.alphabet, record.blank);
            format!("{} {grid}", record.line)
        }
        Err(error) => error.to_string(),
    };
    Reader::new(text, options).map(show).collect()
}

fn read(text: &str) -> Vec<String> {
    read_with(text.as_bytes(), ReadOptions::new())
}

fn rows(grid: &str, size: usize) -> String {
    let rows = grid.as_bytes().chunks(size).collect::<Vec<_>>().join(&b'\n');
    String::from_utf8(rows).unwrap() + "\n"
}

#[test]
fn a_bad_line_is_an_error_among_the_records() {
    let text = format!("{EASY}\n\n# comment\n{}\n  ?{EASY}\n{EASY}", &EASY[1..]);
    let expected = [
        &format!("1 {EASY}"),
        "4:81: expected 81 symbols, found 80",
        "5:3: expected a symbol of 1-9, found '?'",
        &format!("6 {EASY}"),
    ];
    assert_eq!(read(&text), expected);
    assert_eq!(read(&text.replace('\n', "\r\n")), expected);
    let named = read_with(text.as_bytes(), ReadOptions::new().file("a.txt"));
    assert_eq!(named[1], "a.txt:4:81: expected 81 symbols, found 80");
}

#[test]
fn what_comes_before_the_first_puzzle_may_be_a_count_or_names() {
    let expected = [format!("2 {EASY}"), "3:5: expected 81 symbols, found 4".to_owned()];
    for first in ["49158", "quizzes,solutions"] {
        assert_eq!(read(&format!("{first}\n{EASY},{EASY}\n1234\n")), expected);
    }
}

#[test]
fn each_line_may_have_its_own_size_unless_one_is_asked_for() {
    let small = "1..4.4....4.3..1";
    let text = format!("{EASY}\n{small}\n");
    assert_eq!(read(&text), [format!("1 {EASY}"), format!("2 {small}")]);
    assert_eq!(
        read_with(text.as_bytes(), ReadOptions::new().size(9)),
        [&format!("1 {EASY}"), "2:17: expected 81 symbols, found 16"]
    );
    assert_eq!(
        read_with(text.as_bytes(), ReadOptions::new().size(4)),
        ["1:82: expected 16 symbols, found 81".to_owned(), format!("2 {small}")]
    );
}

/// 729 symbols are the candidates of a 9x9 grid, or one of 27x27; 64 those of 4x4, or one of 8x8.
#[test]
fn a_size_decides_between_a_grid_and_candidates() {
    let of_size = |text: &str, size| read_with(text.as_bytes(), ReadOptions::new().size(size));
    let sparse = "1".to_owned() + &".".repeat(728);
    assert_eq!(of_size(&sparse, 27), [format!("1 {sparse}")]);
    let alphabet = ReadOptions::new().alphabet("1-9A-R".parse().unwrap());
    assert_eq!(read_with(sparse.as_bytes(), alphabet), [format!("1 {sparse}")]);
    let candidates = ".23456789".to_owned() + &"123456789".repeat(80);
    assert_eq!(of_size(&candidates, 9), [format!("1 {}", ".".repeat(81))]);
    let candidates = "12341...12341234".repeat(4);
    assert_eq!(of_size(&candidates, 4), [format!("1 {}", ".1..".repeat(4))]);
    assert_eq!(of_size(&candidates, 8), [format!("1 {candidates}")]);
}

/// All puzzles but the first were lost, and nothing said so.
#[test]
fn a_carriage_return_does_not_end_a_line() {
    let expected = "expected a line feed after a carriage return";
    for (text, place) in [
        (format!("{EASY}\r{EASY}\r"), "1:82"),
        (format!("\n{EASY} # easy\r{EASY}\n"), "2:89"),
        (format!("{EASY}\tname\r{EASY}"), "1:87"),
        ("a: 1..4.4....4.3..1\r\r1..4.4....4.3..1".to_owned(), "1:20"),
        (format!("puzzle\r{EASY}\r{EASY}\r"), "1:7"),
        (format!("# puzzles\r{EASY}\r{EASY}"), "1:10"),
        (format!("{}\r{EASY}", &EASY[1..]), "1:81"),
    ] {
        assert_eq!(read(&text), [format!("{place}: {expected}")], "{text:?}");
    }
    assert_eq!(read(&format!("{EASY}\r\r\n{EASY}\r")), [format!("1 {EASY}"), format!("2 {EASY}")]);
}

#[test]
fn a_record_says_how_it_was_written() {
    let from_zero = "0123456789abcdef".to_owned() + &".".repeat(240);
    let undecided = "12ab".to_owned() + &"_".repeat(252);
    let text = format!("first\t{from_zero}\n{undecided}\n");
    let mut reader = Reader::new(text.as_bytes(), ReadOptions::new());
    let first = reader.next().unwrap().unwrap();
    assert_eq!((first.name.as_deref(), first.line, first.blank), (Some("first"), 1, '.'));
    assert_eq!((first.alphabet.name().as_str(), first.grid.get(15)), ("0-9a-f", Some(16)));
    let second = reader.next().unwrap().unwrap();
    assert_eq!((second.name, second.line, second.blank), (None, 2, '_'));
    assert_eq!((second.alphabet.name().as_str(), second.grid.get(0)), ("0-9a-f", Some(2)));
    assert!(reader.next().is_none() && reader.next().is_none());
    let options = ReadOptions::new().alphabet("1-9A-G".parse().unwrap());
    let fixed = Reader::new(undecided.as_bytes(), options).next().unwrap().unwrap();
    assert_eq!((fixed.alphabet.name().as_str(), fixed.grid.get(0)), ("1-9A-G", Some(1)));
}

#[test]
fn drawings_follow_one_another_with_or_without_headings() {
    let drawing = rows(EASY, 9);
    let euler = format!("Grid 01\n{drawing}Grid 02\n{drawing}");
    assert_eq!(read(&euler), [format!("2 {EASY}"), format!("12 {EASY}")]);
    let bare = format!("{drawing}\n{drawing}{drawing}");
    assert_eq!(read(&bare), [1, 11, 20].map(|line| format!("{line} {EASY}")));
    let framed = format!("+---+---+---+\n{drawing}+---+---+---+\n");
    assert_eq!(read(&framed), [format!("2 {EASY}")]);
    let boxes = "\u{2554}\u{2550}\u{2550}\u{2564}\u{2550}\u{2550}\u{2557}\n\
                 \u{2551}1 .\u{2502}. 4\u{2551}\n\u{2551}. 4\u{2502}. .\u{2551}\n\
                 \u{255f}\u{2500}\u{2500}\u{253c}\u{2500}\u{2500}\u{2562}\n\
                 \u{2551}. .\u{2502}4 .\u{2551}\n\u{2551}3 .\u{2502}. 1\u{2551}\n";
    assert_eq!(read(boxes), ["2 1..4.4....4.3..1"]);
}

#[test]
fn a_bad_row_costs_one_grid_and_no_more() {
    let good = rows(EASY, 9);
    let cases = [
        (good.replacen("7.......8", "7......8", 1), "6:9: expected 9 cells in the row, found 8"),
        (
            good.replacen("7.......8", "7........8", 1),
            "6:10: expected 9 cells in the row, found 10",
        ),
        (good.replacen("7.......8", "7...?...8", 1), "6:5: expected a symbol of 1-9, found '?'"),
        (good.replacen("7.......8\n", "", 1), "9:10: expected 9 rows, found 8"),
    ];
    for (bad, message) in cases {
        let text = format!("Grid 01\n{bad}Grid 02\n{good}");
        let second = bad.lines().count() + 3;
        assert_eq!(read(&text), [message.to_owned(), format!("{second} {EASY}")]);
    }
    let last = read(&format!("Grid 01\n{good}Grid 02\n{}", &good[..40]));
    assert_eq!(last[1], "15:10: expected 9 rows, found 4");
}

#[test]
fn candidates_of_a_drawing_are_read() {
    let text = "  45    8     3   |  9     2     1   |  6    5789   57  \n\
        9     6     47  |  3     4     5   |  8    278    1   \n\
        2    257    1   |  8     7     6   |  4   23579  2357 \n\
        ------------------+------------------+------------------\n"
        .repeat(3);
    let records: Vec<_> = Reader::new(text.as_bytes(), ReadOptions::new()).collect();
    let [Ok(record)] = &records[..] else { panic!("{records:?}") };
    assert_eq!(&record.grid.to_string()[..18], ".839216..96.3458.1");
    let candidates = record.candidates.as_ref().unwrap();
    assert_eq!(candidates.masks()[..3], [0b1_1000, 0b1000_0000, 0b100]);
    let bad = text.replacen("5789", "5785", 1);
    let expected = "1:46: expected a symbol of 1-9 or different ones in a cell, found '5785'";
    assert_eq!(read(&bad)[0], expected);
}

#[test]
fn numbers_stand_in_rows_or_whole_in_a_line() {
    let row = "16 0 0 4 0 . 1 2 3 0 0 0 9 0 0 10";
    let grid = format!("{row}\n").repeat(16);
    let whole = format!("{}\n", [row; 16].join(","));
    for (text, count) in [(grid.repeat(2), 2), (whole.repeat(3), 3)] {
        let records: Vec<_> =
            Reader::new(text.as_bytes(), ReadOptions::new()).map(Result::unwrap).collect();
        assert_eq!(records.len(), count);
        for record in records {
            assert_eq!(record.alphabet.name(), "1-16");
            assert_eq!(record.grid.cells()[240..244], [16, 0, 0, 4]);
        }
    }
    assert_eq!(
        read(&grid.replacen("10", "17", 1)),
        ["1:32: expected a number from 1 to 16, found '17'"]
    );
    let short = "1 ".repeat(255);
    let options = ReadOptions::new().format(Format::Numbers);
    let expected = ["1:511: expected 256 symbols, found 255"];
    assert_eq!(read_with(short.as_bytes(), options.size(16)), expected);
}

#[test]
fn a_row_of_dashes_is_a_row_where_dashes_are_blanks() {
    let dashes = EASY.replace('.', "-").replacen("7-------8", "---------", 1);
    let drawing = rows(&dashes, 9);
    assert_eq!(read(&drawing), [format!("1 {dashes}")]);
    assert_eq!(read(&format!("Grid 01\n{drawing}")), [format!("2 {dashes}")]);
    let empty = "-".repeat(81);
    let apart = rows(&empty, 9).replace('-', "- ");
    assert_eq!(read(&apart), [format!("1 {empty}")]);
}

#[test]
fn a_text_without_any_row_is_one_error() {
    let drawn = read_with(b"hello\nworld\n", ReadOptions::new().format(Format::Grid));
    assert_eq!(drawn.len(), 1);
    assert!(drawn[0].starts_with("1:1: no grid: expected rows"), "{}", drawn[0]);
    for format in [Format::Line, Format::Euler, Format::Grid, Format::Numbers] {
        assert!(read_with(b"\n\n", ReadOptions::new().format(format)).is_empty());
    }
}

#[test]
fn a_line_of_ten_megabytes_is_one_error() {
    let mut text = format!("{EASY}\n").into_bytes();
    text.resize(10_000_000, b'.');
    text.extend_from_slice(b"\n");
    text.extend_from_slice(EASY.as_bytes());
    let expected =
        [&format!("1 {EASY}"), "2:1: the line is longer than 65536 bytes", &format!("3 {EASY}")];
    assert_eq!(read_with(&text, ReadOptions::new()), expected);
}

#[test]
fn an_error_of_the_input_ends_the_records() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("unplugged"))
        }
    }
    use std::io::Read;
    let text = format!("{EASY}\n");
    let input = std::io::BufReader::new(text.as_bytes().chain(Broken));
    let mut reader = Reader::new(input, ReadOptions::new());
    assert!(reader.next().unwrap().is_ok());
    assert!(matches!(reader.next(), Some(Err(ReadError::Io(_)))));
    assert!(reader.next().is_none());
}

/// All that a reader gives, some of it as soon as it is ready.
fn read_ready(text: &[u8], piece: usize) -> Vec<String> {
    let input = std::io::BufReader::with_capacity(piece, text);
    let mut reader = Reader::new(input, ReadOptions::new());
    let mut results = Vec::new();
    while let Some(result) = reader.next() {
        results.push(result);
        while let Some(result) = reader.try_next() {
            results.push(result);
        }
    }
    assert!(reader.try_next().is_none());
    results.into_iter().map(|result| format!("{result:?}")).collect()
}

#[test]
fn what_is_ready_is_what_comes_next_in_every_format() {
    let drawing = rows(EASY, 9);
    let spaced: String = EASY.chars().map(|sign| format!("{sign} ")).collect();
    let texts = [
        format!("{EASY}\n# a\n{EASY},1\n1234\n{}\n\n{EASY}", EASY.replace('.', "0")),
        format!("Grid 01\n{drawing}Grid 02\n{drawing}"),
        format!("{drawing}\n123\n{drawing}{drawing}"),
        format!("{}\n{}", spaced.replace('.', "0"), spaced.replace('.', "0")),
        "nothing\nat all\n".to_owned(),
    ];
    for text in texts {
        let whole = Reader::new(text.as_bytes(), ReadOptions::new());
        let whole: Vec<_> = whole.map(|result| format!("{result:?}")).collect();
        for piece in [1, 2, 7, 81, 82, 83, 200, 10_000] {
            assert_eq!(read_ready(text.as_bytes(), piece), whole, "{piece}: {text}");
        }
    }
}

#[test]
fn a_grid_of_any_size_is_read_where_its_boxes_are_stated() {
    let jigsaw = "1111222113222213333345536444555644455666776677777";
    for (size, boxes) in
        [(7, jigsaw), (5, "none"), (7, "none"), (14, "2x7"), (9, "none"), (4, "2x2")]
    {
        let puzzle = format!("1{}", ".".repeat(size * size - 1));
        let list = format!(r#"{{"box":"{boxes}","puzzle":"{puzzle}","solutions":["{puzzle}"]}}"#);
        for text in [
            format!("puzzle,box\n{puzzle},{boxes}\n{puzzle},{boxes}\n"),
            format!(r#"{{"puzzle":"{puzzle}","box":"{boxes}"}}"#),
            list,
        ] {
            let records: Vec<_> = Reader::new(text.as_bytes(), ReadOptions::new()).collect();
            assert!(!records.is_empty(), "{text}");
            for record in records {
                let record = record.unwrap();
                assert_eq!((record.grid.size(), record.grid.clues()), (size, 1));
                assert_eq!(record.rules.box_text().as_deref(), Some(boxes));
            }
            // A size that is given takes precedence.
            let mut other = Reader::new(text.as_bytes(), ReadOptions::new().size(6));
            assert!(other.next().unwrap().is_err());
        }
    }
    // Nine candidates for each of 81 cells are not 27 rows.
    let candidates = "123456789".repeat(81);
    let table = format!("puzzle,box\n{candidates},none\n");
    let record = Reader::new(table.as_bytes(), ReadOptions::new()).next().unwrap().unwrap();
    assert_eq!((record.grid.size(), record.grid.clues()), (9, 0));
}
