//! The guess of the format, on the texts of the documents and others.

use super::super::{ReadError, ReadOptions, Reader, Record};
use super::*;

const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const LAB: &str =
    "007000015000397000062010409020001543700409001481200060906020730000984000150000200";
const SIXTEEN: &str = ".f.1.2aec........63gc.84ef1.2...e.97b3f.........4d2c....6....f......e1b735a..8.c3g..24...e7d..\
                       5fb.5......94..6......d.g5f..c........9.1c.83ab.f.2c.b..e354....9.63.4..d..b91.cg2..a9......\
                       c.8.67c8..g..a.d...5..5...3.46.1f......916.e.b..2...a8.e...d9.4cb8..2.";

fn read(text: &str) -> (Option<Format>, Vec<Result<Record, ReadError>>) {
    let mut reader = Reader::new(text.as_bytes(), ReadOptions::new());
    let records = reader.by_ref().collect();
    (reader.format(), records)
}

/// That the text is guessed to be of this format, and that its first grid is this one.
fn assert_reads(text: &str, format: Format, grid: &str, name: Option<&str>) {
    let size = grid.len().isqrt();
    assert_eq!(guess_format(text.as_bytes()), Some(FormatGuess { format, size }), "{text}");
    let (read_as, mut records) = read(text);
    let record = records.remove(0).unwrap();
    assert_eq!(read_as, Some(format), "{text}");
    assert_eq!(super::super::format_line(&record.grid, record.alphabet, record.blank), grid);
    assert_eq!(record.name.as_deref(), name, "{text}");
}

#[test]
fn puzzles_are_read_as_the_documents_print_them_in_strings() {
    assert_reads(EASY, Format::Line, EASY, None);
    assert_reads(
        &format!("string_sudoku = '{EASY}'\ndict_sudoku = str_to_dict_v1(string_sudoku)\n"),
        Format::Line,
        EASY,
        Some("string_sudoku"),
    );
    assert_reads(&format!("```\n'{EASY}'\n```\n"), Format::Line, EASY, None);
    let assigned = format!("grid1  = '{SIXTEEN}'.lower()\n");
    assert_reads(&assigned, Format::Line, SIXTEEN, Some("grid1"));
}

#[test]
fn puzzles_are_read_as_the_documents_display_them() {
    let display = "In [11]:\ndisplay(dict_sudoku)\n\n\
        . . 3 |. 2 . |6 . . \n9 . . |3 . 5 |. . 1 \n. . 1 |8 . 6 |4 . . \n------+------+------\n\
        . . 8 |1 . 2 |9 . . \n7 . . |. . . |. . 8 \n. . 6 |7 . 8 |2 . . \n------+------+------\n\
        . . 2 |6 . 9 |5 . . \n8 . . |2 . 3 |. . 9 \n. . 5 |. 1 . |3 . . \n\n";
    assert_reads(display, Format::Grid, EASY, Some("display(dict_sudoku)"));
    let lines = "A typical puzzle looks like this:\n\n0 0 7  || 0 0 0  || 0 1 5\n\n\
        0 0 0  || 3 9 7  || 0 0 0\n\n0 6 2  || 0 1 0  || 4 0 9\n\n===============\n\n\
        0 2 0  || 0 0 1  || 5 4 3\n\n7 0 0  || 4 0 9  || 0 0 1\n\n4 8 1  || 2 0 0  || 0 6 0\n\n\
        ===============\n\n9 0 6  || 0 2 0  || 7 3 0\n\n0 0 0  || 9 8 4  || 0 0 0\n\n\
        1 5 0  || 0 0 0  || 2 0 0\n";
    assert_reads(lines, Format::Grid, LAB, Some("A typical puzzle looks like this"));
    let rows = SIXTEEN.as_bytes().chunks(16).enumerate().map(|(row, signs)| {
        let bar = |(i, &sign): (usize, &u8)| {
            format!("{} {}", char::from(sign), if i % 4 == 3 && i < 15 { "|" } else { "" })
        };
        let row_text: String = signs.iter().enumerate().map(bar).collect();
        let rule = "--------+--------+--------+--------\n";
        format!("{row_text}\n{}", if row % 4 == 3 && row < 15 { rule } else { "" })
    });
    assert_reads(&rows.collect::<String>(), Format::Grid, SIXTEEN, None);
}

#[test]
fn puzzles_are_read_as_the_documents_list_them() {
    let spread = "s = [\n     \n     [0,0,7, 0,0,0, 0,1,5],\n\n     [0,0,0, 3,9,7, 0,0,0],\n     \n\
        [0,6,2, 0,1,0, 4,0,9],\n[0,2,0, 0,0,1, 5,4,3],\n[7,0,0, 4,0,9, 0,0,1],\n\
        [4,8,1, 2,0,0, 0,6,0],\n[9,0,6, 0,2,0, 7,3,0],\n[0,0,0, 9,8,4, 0,0,0],\n\
        [1,5,0, 0,0,0, 2,0,0]\n    ]\n";
    assert_reads(spread, Format::Grid, LAB, Some("s"));
    let list =
        |signs: &str| signs.split("").filter(|s| !s.is_empty()).collect::<Vec<_>>().join(",");
    let rows = LAB.as_bytes().chunks(9).map(|row| list(str::from_utf8(row).unwrap()));
    let dense = format!(
        "def instantiateCases () :\n    # Correct\n    global s\n    s = [[{}]]\n    # Next\n",
        rows.collect::<Vec<_>>().join("],\n         [")
    );
    assert_reads(&dense, Format::Grid, LAB, Some("s"));
    let printed = list(LAB).replace(',', ", ");
    assert_reads(&format!("[[{printed}]]\n[[{printed}]]\n"), Format::Numbers, LAB, None);
}

#[test]
fn a_file_of_grids_with_headings_is_read() {
    let rows = LAB.as_bytes().chunks(9).collect::<Vec<_>>().join(&b'\n');
    let rows = String::from_utf8(rows).unwrap();
    let text = format!("Grid 01\r\n{0}\r\nGrid 02\r\n{0}", rows.replace('\n', "\r\n"));
    assert_reads(&text, Format::Euler, LAB, Some("Grid 01"));
    let names: Vec<_> = read(&text).1.into_iter().map(|r| r.unwrap().name.unwrap()).collect();
    assert_eq!(names, ["Grid 01", "Grid 02"]);
    assert_reads(&rows, Format::Grid, LAB, None);
}

#[test]
fn rows_of_sixteen_are_small_grids_only_if_all_of_them_could_be() {
    let small = "1...2...3...4...\n".repeat(16);
    assert_eq!(guess_format(small.as_bytes()), Some(FormatGuess { format: Format::Line, size: 4 }));
    let large = small.replacen('4', "g", 1);
    assert_eq!(
        guess_format(large.as_bytes()),
        Some(FormatGuess { format: Format::Grid, size: 16 })
    );
    let numbers = "1 0 2 0 3 0 4 0 0 0 0 0 0 0 0 0\n".repeat(16);
    assert_eq!(
        guess_format(numbers.as_bytes()),
        Some(FormatGuess { format: Format::Numbers, size: 4 })
    );
    let large = numbers.replacen('4', "16", 1);
    assert_eq!(
        guess_format(large.as_bytes()),
        Some(FormatGuess { format: Format::Numbers, size: 16 })
    );
}

#[test]
fn a_damaged_puzzle_is_still_a_puzzle() {
    let question = EASY.replacen('6', "?", 1);
    for text in [&EASY[1..], &question, &format!("{EASY}1")] {
        let expected = FormatGuess { format: Format::Line, size: 9 };
        assert_eq!(guess_format(text.as_bytes()), Some(expected), "{text}");
    }
    let short = "5 3 . | . 7 . | . . .\n".repeat(8);
    assert_eq!(guess_format(short.as_bytes()), Some(FormatGuess { format: Format::Grid, size: 9 }));
}

#[test]
fn other_texts_are_no_sudoku() {
    let texts: [&[u8]; 14] = [
        b"",
        b"\n\n",
        b"hello, world\n",
        b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        b"\xff\xfe\x00\x01",
        b"# How to solve a Sudoku\n\nPut each of 1 to 9 in each row.\n",
        b"A B C D E | F G\nC E F\nA D G\nB C F\nA D\nB G\nD E G\n",
        b"| x\np0 p1 p2\np0 p1\np2\n",
        b"| domino tilings 2x2\n00 01 10 11\n00 01\n00 10\n01 11\n10 11\n",
        b"00 01 10 11\n00 01\n00 10\n01 11\n10 11\n",
        b"1 2 3 4\n1 2\n3 4\n1 4\n2 3\n",
        b"1 2 3 4 5 6 7 8 9 a b | x y\n1 x:a\n2 3 x:b y\n4 5 6 7 8 9 a b\n",
        b"2|r0 1:4|r1 c0 c1\nr0 c0\nr0 c1\nr1 c0\n",
        b"00 01 02 03 10 11 12 13 20 21 22 23 30 31 32 33\n00 01 |5\n01 02 |7\n",
    ];
    for text in texts {
        assert_eq!(guess_format(text), None, "{}", String::from_utf8_lossy(text));
    }
    assert_eq!(guess_format(&vec![b'1'; 10_000_000]), None);
}

#[test]
fn a_guess_needs_no_whole_text() {
    let lines = format!("{EASY}\n").repeat(2000);
    let expected = Some(FormatGuess { format: Format::Line, size: 9 });
    assert_eq!(guess_format(lines.as_bytes()), expected);
    assert_eq!(guess_format(&lines.as_bytes()[..130]), expected);
    assert_eq!(guess_format(format!("\u{feff}# comment\n{EASY}").as_bytes()), expected);
}

#[test]
fn an_input_that_comes_byte_by_byte_is_guessed_and_loses_nothing() {
    let text = format!("# comment\n{EASY}\n{EASY}");
    let input = io::BufReader::with_capacity(1, text.as_bytes());
    let (guess, mut whole) = peek(input).unwrap();
    assert_eq!(guess, Some(FormatGuess { format: Format::Line, size: 9 }));
    let mut again = String::new();
    whole.read_to_string(&mut again).unwrap();
    assert_eq!(again, text);
}

#[test]
fn comments_and_a_line_of_any_length_may_come_first() {
    let comments = "# a comment\n\n".repeat(2 * MAX_LOOK / 12);
    let (long_comment, long_line) = ("#".repeat(3 * MAX_LOOK), "words ".repeat(MAX_LOOK / 3));
    let options = "1 2 3 4 5 6 7 8 9\n".repeat(9);
    let items = (1..20_000).map(|item| item.to_string()).collect::<Vec<_>>().join(" ");
    for (begin, mark) in
        [(&comments, ""), (&comments, "\u{feff}"), (&long_comment, ""), (&long_line, "")]
    {
        for (text, format) in [
            (EASY.to_owned(), Format::Line),
            (format!("puzzle,x\n{EASY},1\n"), Format::Csv),
            (options.clone(), Format::Grid),
        ] {
            let text = format!("{mark}{begin}\n{text}");
            let expected = Some(FormatGuess { format, size: 9 });
            assert_eq!(guess_format(text.as_bytes()), expected);
            let input = io::BufReader::with_capacity(1000, text.as_bytes());
            let (guess, mut whole) = peek(input).unwrap();
            let mut again = String::new();
            whole.read_to_string(&mut again).unwrap();
            assert!(guess == expected && again == text);
        }
    }
    assert_eq!(guess_format(format!("{items}\n{options}").as_bytes()), None);
    let (guess, head) = look(&mut io::BufReader::new(io::repeat(b'#'))).unwrap();
    assert_eq!((guess, head.len()), (None, MAX_HELD));
}

#[test]
fn a_table_with_names_may_be_of_any_size() {
    let row = |size: usize| format!("{},,none", ".".repeat(size * size));
    // 27 * 27 symbols are a candidate grid of size 9.
    for size in (4..=36).filter(|&size| size != 27) {
        let text = format!("puzzle,solution,box\n{}\n{}\n", row(3), row(size));
        let expected = Some(FormatGuess { format: Format::Csv, size });
        assert_eq!(guess_format(text.as_bytes()), expected);
    }
    for other in [row(37), "*".repeat(25) + "a,b", "a?".repeat(18) + ",b,c"] {
        assert_eq!(guess_format(format!("puzzle,solution,box\n{other}\n").as_bytes()), None);
    }
}
