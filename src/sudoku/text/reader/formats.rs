//! The formats of programs and of data: what is read, how it is recognised, and the errors.

use super::super::format_guess::guess_format;
use super::super::{Format, ReadError, Record};
use super::*;

const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SOLVED: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";
const SMALL: &str = "1..4.4....4.3..1";
const SMALL_SOLVED: &str = "1324341242312143";

fn results(text: &str, options: ReadOptions) -> Vec<Result<Record, ReadError>> {
    Reader::new(text.as_bytes(), options).collect()
}

/// Each record as its line, name, grid, solution and candidates, or the message of its error.
fn read_with(text: &str, options: ReadOptions) -> Vec<String> {
    let show = |result: Result<Record, ReadError>| match result {
        Ok(record) => {
            let mut shown = format!("{} ", record.line);
            shown.extend(record.name.map(|name| name + ": "));
            shown += &record.grid.to_string();
            shown.extend(record.solution.map(|solution| format!(" {solution}")));
            if let Some(candidates) = record.candidates {
                let restricted = |&(cell, &mask): &(usize, &u64)| {
                    record.grid.get(cell) == Some(0) && mask != (1 << record.grid.size()) - 1
                };
                let cells = candidates.masks().iter().enumerate().filter(restricted);
                shown.extend(cells.take(3).map(|(cell, mask)| format!(" {cell}:{mask:b}")));
            }
            shown
        }
        Err(error) => error.to_string(),
    };
    results(text, options).into_iter().map(show).collect()
}

fn read(text: &str) -> Vec<String> {
    read_with(text, ReadOptions::new())
}

fn read_as(format: Format, text: &str) -> Vec<String> {
    read_with(text, ReadOptions::new().format(format))
}

fn guess(text: &str) -> Option<Format> {
    guess_format(text.as_bytes()).map(|guess| guess.format)
}

fn rows(grid: &str) -> Vec<String> {
    let size = grid.len().isqrt();
    grid.as_bytes().chunks(size).map(|row| String::from_utf8(row.to_vec()).unwrap()).collect()
}

/// Asserts the format that is guessed, and what is read with and without the guess.
#[track_caller]
fn assert_reads(format: Format, text: &str, expected: &[&str]) {
    assert_eq!(guess(text), Some(format), "{text}");
    assert_eq!(read(text), expected, "{text}");
    assert_eq!(read_as(format, text), expected, "{text}");
    // Line breaks, a byte order mark and blank lines do not matter.
    for text in [
        text.replace('\n', "\r\n"),
        format!("\u{feff}{text}"),
        text.trim_end().to_owned(),
        format!("{text}\n\n"),
    ] {
        assert_eq!(guess(&text), Some(format), "{text}");
        assert_eq!(read(&text), expected, "{text}");
    }
}

#[test]
fn a_candidate_grid_is_read() {
    let cells = |restricted: &str| -> String {
        let cell = |(cell, symbol): (usize, char)| match symbol.to_digit(10) {
            None if cell == 1 => restricted.to_owned(),
            None => "123456789".to_owned(),
            Some(digit) => {
                (1..=9).map(|value| if value == digit { symbol } else { '.' }).collect::<String>()
            }
        };
        EASY.chars().enumerate().map(cell).collect()
    };
    let plain = cells("123456789");
    assert_reads(Format::Candidates, &format!("{plain}\n"), &[&format!("1 {EASY}")]);
    let restricted = cells("...4...8.");
    let expected = format!("2 a: {EASY} 1:10001000");
    let text = format!("# a comment\na: {restricted}\n");
    assert_reads(Format::Candidates, &text, &[&expected]);
    assert_reads(Format::Candidates, &text.replace('.', "0"), &[&expected]);
    let nothing = cells("000000000");
    assert_eq!(read(&nothing), [format!("1 {EASY} 1:0")]);
    let two = format!("{plain}\n{}\n{}4\n{plain}\n", &plain[1..], &plain[..728]);
    assert_eq!(
        read(&two),
        [
            &format!("1 {EASY}"),
            "2:729: expected 729 symbols, found 728",
            "3:729: expected 9 or a blank, found '4'",
            &format!("4 {EASY}"),
        ]
    );
}

#[test]
fn a_table_has_columns_by_name() {
    let zeros = EASY.replace('.', "0");
    let expected = format!("2 {EASY} {SOLVED}");
    for header in ["puzzle,solution", "quizzes,solutions", "Clues,Answer", "board,solution"] {
        let text = format!("{header}\n{zeros},{SOLVED}\n");
        assert_reads(Format::Csv, &text, &[&expected]);
    }
    let text = format!("id;rating;puzzle;solution\n7;1.5;{EASY};{SOLVED}\n8;2;{EASY};\n");
    let expected = [format!("2 7: {EASY} {SOLVED}"), format!("3 8: {EASY}")];
    assert_reads(Format::Csv, &text, &[&expected[0], &expected[1]]);
    let quoted = format!("\"puzzle\",\"solution\"\n\"{EASY}\",\"{SOLVED}\"\n");
    assert_reads(Format::Csv, &quoted, &[&format!("2 {EASY} {SOLVED}")]);
    let column = format!("puzzle\n{EASY}\n");
    assert_reads(Format::Csv, &column, &[&format!("2 {EASY}")]);
}

#[test]
fn a_table_without_names_has_a_solution_beside_each_puzzle() {
    let text = format!("{EASY},{SOLVED}\n{EASY},{SOLVED}\n");
    let expected = [1, 2].map(|line| format!("{line} {EASY} {SOLVED}"));
    assert_reads(Format::Csv, &text, &[&expected[0], &expected[1]]);
    // Not each of these has one, or in the same place.
    for text in [
        format!("{EASY},{SOLVED}\n{EASY}\n"),
        format!("{EASY},{SOLVED}\n{EASY},x,{SOLVED}\n"),
        format!("{EASY},{EASY}\n"),
        format!("{EASY},x\n"),
        format!("{EASY}:1:x\n"),
    ] {
        assert_eq!(guess(&text), Some(Format::Line), "{text}");
    }
    let colons = format!("{EASY}:1:{SOLVED}\n");
    assert_reads(Format::Csv, &colons, &[&format!("1 {EASY} {SOLVED}")]);
    assert_eq!(read_as(Format::Csv, &format!("a,{EASY},x\n")), [format!("1 a: {EASY}")]);
}

#[test]
fn a_quoted_field_may_have_line_breaks() {
    let cell = rows(EASY).join("\n");
    let text = format!("puzzle,note\n\"{cell}\",\"a \"\"b\"\", c\"\n\n\"{cell}\",x\n");
    assert_eq!(read(&text), [format!("2 {EASY}"), format!("12 {EASY}")]);
    assert_eq!(guess(&text), Some(Format::Csv));
    let bad = text.replacen("8..2.3..9\n", "8..2?3..9\n", 1);
    assert_eq!(read(&bad)[0], "9:5: expected a symbol of 1-9, found '?'");
    assert_eq!(read(&bad)[1], format!("12 {EASY}"));
    let open = text.replacen("\",x\n", ",x\n", 1);
    assert_eq!(
        read(&open),
        [
            format!("2 {EASY}"),
            "12:1: expected a closing quote, found the end of the text".to_owned()
        ]
    );
}

#[test]
fn wrong_rows_of_a_table_are_errors_among_the_others() {
    let text = format!(
        "id,puzzle,solution\n1,{EASY},{SOLVED}\n2\n3,{},{SOLVED}\n4,{EASY},{}\n5,{EASY},{EASY}\n\
         6,\"{EASY}\"x,\n7,{SMALL},{SMALL_SOLVED}\n8,{SMALL},{SOLVED}\n",
        &EASY[1..],
        &SOLVED[1..],
    );
    let expected = [
        &format!("2 1: {EASY} {SOLVED}"),
        "3:2: expected a puzzle in field 2, found 1 field",
        "4:83: expected 81 symbols, found 80",
        "5:165: expected 81 symbols, found 80",
        &format!("6 5: {EASY} {EASY}"),
        "7:86: expected a delimiter, found 'x'",
        &format!("8 7: {SMALL} {SMALL_SOLVED}"),
        "9:101: expected 16 symbols, found 81",
    ];
    assert_eq!(read(&text), expected);
    assert_eq!(
        read_as(Format::Csv, "a,b\nc,d\n"),
        [
            "2:1: expected a column with a name such as puzzle, quizzes or board, or a field that is a grid"
        ]
    );
}

#[test]
fn puzzles_of_sadman_sudoku_are_read() {
    let grid = rows(EASY).join("\n");
    let header = "#ARuud\n#DA random puzzle\n#CSee #5\n#B03-08-2006\n";
    let named = format!("5 A random puzzle: {EASY}");
    assert_reads(Format::Sdk, &format!("{header}{grid}\n"), &[&named]);
    let section = format!("[Puzzle]\n{grid}\n");
    assert_reads(Format::Sdk, &section, &[&format!("2 {EASY}")]);
    let mut state = EASY.to_owned();
    state.replace_range(0..2, "48");
    let state = format!("{section}[State]\n{}\n[PencilMarks]\n1 2\n", rows(&state).join("\n"));
    let placed = format!("2 {EASY} 0:1000 1:10000000");
    assert_reads(Format::Sdk, &state, &[&placed]);
    // One after another, with an error in between.
    let bad = section.replace("8.......", "8......").replace("7.......8", "7......8");
    let text = format!("{state}{bad}[State]\n{grid}\n{header}{section}{header}{grid}\n{grid}");
    let expected = [
        placed,
        "28:9: expected 9 cells in the row, found 8".to_owned(),
        format!("48 A random puzzle: {EASY}"),
        format!("61 A random puzzle: {EASY}"),
        format!("70 {EASY}"),
    ];
    assert_eq!(read(&text), expected);
    let none = "#Aa\n#Bb\nnothing\n";
    assert!(read_as(Format::Sdk, none)[0].starts_with("3:1: no grid: expected rows"));
    let short = format!("[Puzzle]\n{}\n[State]\n{grid}\n", &grid[..50]);
    assert_eq!(read(&short), ["6:10: expected 9 rows, found 5"]);
    // Each row of one cell is a puzzle.
    let options = ReadOptions::new().format(Format::Sdk).size(1);
    let cells = Reader::new(".\n1\n.\n".as_bytes(), options).map(|one| one.unwrap().line);
    assert_eq!(cells.collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn progress_of_sudocue_is_read() {
    let cell = |(cell, symbol): (usize, char)| match (cell, symbol) {
        (0, _) => "u4".to_owned(),
        (1, _) => "78".to_owned(),
        (_, '.') => "123456789".to_owned(),
        (_, symbol) => symbol.to_string(),
    };
    let cells: Vec<_> = EASY.chars().enumerate().map(cell).collect();
    let lines: Vec<_> = cells.chunks(9).map(|row| row.join(" ")).collect();
    let text = lines.join("\n") + "\n";
    assert_reads(Format::Sdx, &text, &[&format!("1 {EASY} 0:1000 1:11000000")]);
    // Without placed values it is a drawing with candidates.
    let drawn = text.replace("u4", "4 ").replacen("4 ", "45", 1);
    assert_eq!(guess(&drawn), Some(Format::Grid));
    assert_eq!(read(&drawn), [format!("1 {EASY} 0:11000 1:11000000")]);
    let cases = [
        ("u4", "u0", "1:1: expected a symbol of 1-9 or different ones in a cell, found 'u0'"),
        ("u4", "44", "1:1: expected a symbol of 1-9 or different ones in a cell, found '44'"),
        ("u4 ", "", "1:64: expected 9 rows, found 8"),
    ];
    for (from, to, message) in cases {
        let wrong = text.replacen(from, to, 1);
        let options = ReadOptions::new().format(Format::Sdx).size(9);
        let first = read_with(&wrong, options).remove(0);
        assert_eq!(first.split(": ").nth(1), message.split(": ").nth(1), "{wrong}");
    }
}

#[test]
fn grids_of_simple_sudoku_are_read() {
    let boxes = |row: &String| [&row[..3], &row[3..6], &row[6..]].join("|");
    let lines: Vec<_> = rows(EASY).iter().map(boxes).collect();
    let bands: Vec<_> = lines.chunks(3).map(|band| band.join("\n")).collect();
    let text = bands.join("\n-----------\n") + "\n";
    assert_reads(Format::Ss, &text, &[&format!("1 {EASY}")]);
    assert_reads(Format::Ss, &text.replace('.', "X"), &[&format!("1 {EASY}")]);
    let framed: Vec<_> = lines.iter().map(|line| format!(" |{line}|")).collect();
    let framed: Vec<_> = framed.chunks(3).map(|band| band.join("\n")).collect();
    let framed = format!(
        " *-----------*\n{}\n *-----------*\n Simple Sudoku\n",
        framed.join("\n |---+---+---|\n")
    );
    assert_reads(Format::Ss, &framed, &[&format!("2 {EASY}")]);
    // Frames of other programs.
    let corners =
        framed.replace("*-----------*", ".---.---.---.").replace("|---+---+---|", ":---+---+---:");
    assert_reads(Format::Ss, &corners, &[&format!("2 {EASY}")]);
    let marks = "*-----------------*\n| 12 34 | 1 2 |\n".to_owned();
    assert_eq!(guess(&marks), None);
}

#[test]
fn puzzles_of_opensudoku_are_read() {
    let zeros = EASY.replace('.', "0");
    let old = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- <game data=\"1\"/> -->\n<opensudoku>\n  <name>x</name>\n  \
         <game data=\"{zeros}\" />\n<game name='a &lt;b&#62;' data='{zeros}'></game>\n</opensudoku>\n"
    );
    let expected = [format!("5 {EASY}"), format!("6 a <b>: {EASY}")];
    assert_reads(Format::OpenSudoku, &old, &[&expected[0], &expected[1]]);
    // All versions of the data of a game in progress: 4 is placed in the first cell, and the second
    // one may have 7 and 8.
    let cells = |version: u8, separator: &str| {
        let cell = |(cell, symbol): (usize, char)| {
            let notes = match (version, cell) {
                (1, 1) => "7,8,",
                (1, _) => "-",
                (_, 1) => "192",
                _ => "0",
            };
            let notes = match version {
                2 if cell % 2 == 0 => format!("{notes}|"),
                4 => format!("{notes}|0"),
                _ => notes.to_owned(),
            };
            match (cell, symbol) {
                (0, _) => format!("4|{notes}|1|"),
                (_, '.') => format!("0|{notes}|1|"),
                (_, symbol) => format!("{symbol}|{notes}|0|"),
            }
        };
        let cells: String = EASY.chars().enumerate().map(cell).collect();
        format!("version: {version}{separator}{cells}")
    };
    let expected = format!("1 {EASY} 0:1000 1:11000000");
    for version in 1..=4 {
        for separator in ["&#10;", "\n", "&#xA;"] {
            let data = cells(version, separator);
            let text = format!(
                "<opensudoku version=\"2\"><folder name=\"f\"><game time=\"0\" data=\"{data}\"/></folder></opensudoku>\n"
            );
            assert_reads(Format::OpenSudoku, &text, &[&expected]);
        }
    }
    let second = format!(
        "<opensudoku2 version='3'><folder><game cells_data='{}' command_stack='{}'/></folder></opensudoku2>",
        cells(4, "&#10;"),
        "1|".repeat(100_000)
    );
    assert_reads(Format::OpenSudoku, &second, &[&expected]);
}

#[test]
fn wrong_games_of_opensudoku_are_errors_among_the_others() {
    let zeros = EASY.replace('.', "0");
    let good = format!("<game data=\"{zeros}\"/>\n");
    let cells = "0|0|1|".repeat(80);
    let games = [
        (format!("<game data=\"{}\"/>", &zeros[1..]), "3:93: expected 81 symbols, found 80"),
        (format!("<game data=\"{}?\"/>", &zeros[1..]), "3:93: expected a symbol of 1-9, found '?'"),
        ("<game/>".to_owned(), "3:2: expected an attribute data, found 'none'"),
        ("<game data=>".to_owned(), "3:12: expected a value in quotes, found '>'"),
        ("<game data>".to_owned(), "3:11: expected =, found '>'"),
        ("<game data=\"<\">".to_owned(), "3:13: expected a closing quote, found '<'"),
        (
            "<game data=\"&x;\">".to_owned(),
            "3:16: expected a reference such as &quot; or &#10;, found '\"'",
        ),
        (
            format!("<game data=\"version: 5 {cells}\"/>"),
            "3:22: expected a version from 1 to 4, found '5 0|0|1|0|0|1|0|0|1|0|0|1|0|0|1|0|0|1|0|'",
        ),
        (format!("<game data=\"version: 3 {cells}\"/>"), "3:504: expected 81 symbols, found 80"),
        (format!("<game data=\"version: 3 {cells}0|0|2|\"/>"), "3:508: expected 0 or 1, found '2'"),
        (
            format!("<game data=\"version: 3 {cells}0|512|1|\"/>"),
            "3:506: expected the notes of a cell, found '512'",
        ),
        (
            format!("<game data=\"version: 3 {cells}10|0|1|\"/>"),
            "3:504: expected a value from 0 to 9, found '10'",
        ),
        (
            format!("<game data=\"version: 3 {cells}{}\"/>", &cells[..12]),
            "3:510: expected the end of the data, found '0|0|1|'",
        ),
    ];
    for (game, message) in games {
        let text = format!("<opensudoku>\n{good}{game}\n{good}</opensudoku>\n");
        let expected = [format!("2 {EASY}"), message.to_owned(), format!("4 {EASY}")];
        assert_eq!(read(&text), expected, "{game}");
    }
    let text = format!("<opensudoku>\n{good}<game data=\"{zeros}\"");
    assert_eq!(read(&text)[1], "3:95: expected >, found the end of the text");
}

/// A grid as lists of numbers.
fn lists(grid: &str) -> String {
    let row = |row: &String| {
        let cells: Vec<_> = row.chars().map(|c| c.to_digit(36).unwrap_or(0).to_string()).collect();
        format!("[{}]", cells.join(", "))
    };
    format!("[{}]", rows(grid).iter().map(row).collect::<Vec<_>>().join(", "))
}

#[test]
fn json_is_read_in_every_shape() {
    let (nested, easy) = (lists(EASY), format!("1 {EASY}"));
    let flat = nested.replace("], [", ", ").replace("[[", "[").replace("]]", "]");
    let strings = format!("{:?}", rows(EASY));
    let leet = nested
        .replace(", ", "\",\"")
        .replace("]\",\"[", "\"],[\"")
        .replace("[[", "[[\"")
        .replace("]]", "\"]]")
        .replace("\"0\"", "\".\"");
    let nulls = nested.replace('0', "null");
    let values = [
        format!("{{\"puzzle\":{nested}}}"),
        format!("{{\"grid\": {flat} , \"other\": [1, {{\"a\": null}}], \"rating\": -1.5e3}}"),
        format!("{{\"clues\": 32, \"Board\": {nulls}}}"),
        format!("{{\"sudoku\":\"{EASY}\"}}"),
        format!("{{\"puzzle\":\"{}\"}}", rows(EASY).join("\\n")),
        format!("{{\"values\":{strings}}}"),
        format!("{{\"data\":{{\"grids\":[{{\"value\":{leet}}}]}}}}"),
        format!("[{{\"puzzle\":\"{EASY}\"}}]"),
        format!("{{\"puzzles\":[\"{EASY}\"]}}"),
        strings.clone(),
        format!("[{strings}]"),
        format!("[\"{EASY}\"]"),
    ];
    for value in &values {
        assert_reads(Format::Json, &format!("{value}\n"), &[&easy]);
    }
    // One a line, and in a list.
    let lines = values.join("\n");
    let expected: Vec<_> = (1..=values.len()).map(|line| format!("{line} {EASY}")).collect();
    assert_eq!(read_as(Format::Json, &lines), expected);
    let list = format!("[{}]", values.join(",\n"));
    assert_eq!(read_as(Format::Json, &list), expected);
    assert_eq!(read_as(Format::Json, &format!("[{nested},{flat},{leet},{nulls}]")), vec![easy; 4]);
}

#[test]
fn objects_have_names_solutions_and_candidates() {
    let text = format!(
        "{{\"file\":\"a\",\"line\":3,\"name\":\"x \\u00e9\",\"kind\":\"sudoku\",\"puzzle\":\"{EASY}\",\
         \"solutions\":[\"{SOLVED}\"],\"count\":1}}\n{{\"solution\": {}, \"id\": 7, \"puzzle\": {}}}\n\
         {{\"puzzle\":\"{EASY}\",\"solutions\":[],\"count\":0}}\n\
         {{\"puzzle\":\"{EASY}\",\"solution\":\"none\"}}\n{{\"puzzle\":\"{EASY}\",\"solution\":null}}\n",
        lists(SOLVED),
        lists(EASY)
    );
    let expected = [
        format!("1 x \u{e9}: {EASY} {SOLVED}"),
        format!("2 7: {EASY} {SOLVED}"),
        format!("3 {EASY}"),
        format!("4 {EASY}"),
        format!("5 {EASY}"),
    ];
    assert_eq!(read(&text), expected);
    let all = "1234".repeat(16);
    let candidates = format!("1...1.34{}", &all[8..]);
    let blanks = ".".repeat(15);
    let text = format!("{{\"puzzle\":\"1{blanks}\",\"candidates\":\"{candidates}\"}}");
    assert_eq!(read(&text), [format!("1 1{} 1:1101", ".".repeat(15))]);
    let wrong = text.replace("\"1...........", "\"2...........");
    assert_eq!(read(&wrong), ["1:44: the clue 2 in r1c1 is not a candidate"]);
    let sixteen = "12ab".to_owned() + &".".repeat(252);
    let text = format!("{{\"puzzle\":\"{sixteen}\",\"alphabet\":\"0-9a-f\"}}");
    let record = results(&text, ReadOptions::new()).remove(0).unwrap();
    assert_eq!((record.alphabet.name().as_str(), record.grid.get(0)), ("0-9a-f", Some(2)));
}

#[test]
fn lists_of_python_are_read() {
    let nested = lists(EASY);
    let text = format!("grid = {nested}\n");
    assert_reads(Format::Numbers, &text, &[&format!("1 grid: {EASY}")]);
    let strings = format!("board = {:?}  # easy\n", rows(EASY)).replace('"', "'");
    assert_reads(Format::Python, &strings, &[&format!("1 board: {EASY}")]);
    let tuples = nested.replace('[', "(").replace(']', ",)").replace('0', "None");
    let dict = format!("{{'puzzle': {tuples}, 'solution': '{SOLVED}',}}\n");
    assert_reads(Format::Python, &dict, &[&format!("1 {EASY} {SOLVED}")]);
    let array = format!("x = np.array({nested})\n");
    assert_eq!(read_as(Format::Python, &array), [format!("1 x: {EASY}")]);
    // Sixteen rows of sixteen numbers are one grid in a list of lists.
    let sixteen = lists(&".".repeat(256)).replace("], [", "],\n [");
    let expected = ".".repeat(256);
    assert_reads(Format::Json, &sixteen, &[&format!("1 {expected}")]);
    let small = format!(
        "[{}]",
        vec![lists(SMALL).replace("], [", ", ").replace("[[", "[").replace("]]", "]"); 20]
            .join(",\n")
    );
    let expected: Vec<_> = (1..=20).map(|line| format!("{line} {SMALL}")).collect();
    assert_eq!(read_as(Format::Json, &small), expected);
    let strings = format!("[{}]", vec![format!("\"{SMALL}\""); 17].join(",\n"));
    assert_eq!(read_as(Format::Json, &strings), expected[..17]);
}

#[test]
fn wrong_json_is_an_error_among_the_others() {
    let good = format!("{{\"puzzle\":\"{EASY}\"}}");
    let cases = [
        (format!("{{\"puzzle\":\"{}\"}}", &EASY[1..]), "2:92: expected 81 symbols, found 80"),
        (
            format!("{{\"puzzle\":\"?{}\"}}", &EASY[1..]),
            "2:12: expected a symbol of 1-9, found '?'",
        ),
        ("{}".to_owned(), "2:1: expected an object with a key such as puzzle, board or grid"),
        (
            "{\"file\":\"a\",\"error\":\"b\"}".to_owned(),
            "2:1: expected an object with a key such as puzzle, board or grid",
        ),
        (
            format!("{{\"puzzle\" \"{EASY}\"}}"),
            &*format!("2:12: expected a colon, found '{}'", &EASY[..40]),
        ),
        (format!("{{\"puzzle\":\"{EASY}\" \"a\":1}}"), "2:96: expected a comma or }, found 'a'"),
        (
            format!("{{\"puzzle\":\"{EASY}}}"),
            "2:94: expected a closing quote, found 'the end of the line'",
        ),
        (format!("{{\"puzzle\":\"{EASY}\"]"), "2:94: expected a comma or }, found ']'"),
        ("{\"puzzle\":\"\\u12x\"}".to_owned(), "2:16: expected four hexadecimal digits, found 'x'"),
        (
            format!(
                "{{\"puzzle\":{}}}",
                lists(EASY).replacen("[9, 0, 0, 3, 0, 5, 0, 0, 1], ", "", 1)
            ),
            "2:241: expected 9 rows, found 8",
        ),
        (
            format!("{{\"puzzle\":{}}}", lists(EASY).replacen("[0, ", "[", 1)),
            "2:35: expected 9 cells in the row, found 8",
        ),
        (
            format!("{{\"puzzle\":{}}}", lists(EASY).replacen("9,", "10,", 1)),
            "2:42: expected a number from 1 to 9, found '10'",
        ),
        (
            format!("{{\"puzzle\":\"{EASY}\",\"candidates\":[[1]]}}"),
            "2:110: expected the candidates as a string, found 'a list'",
        ),
        (format!("{{\"puzzles\":[\"{EASY}\"],\"solution\":\"{SOLVED}\"}}"), ""),
        ("nothing".to_owned(), "2:1: expected a list or an object, found 'nothing'"),
        ("]".to_owned(), "2:1: expected a list or an object, found ']'"),
        (
            "[".repeat(33) + &"]".repeat(33),
            "2:33: expected at most 32 lists and objects around a value, found '['",
        ),
    ];
    for (wrong, message) in cases {
        let text = format!("{good}\n{wrong}\n{good}\n");
        let results = read_as(Format::Json, &text);
        assert_eq!(results.first(), Some(&format!("1 {EASY}")), "{wrong}");
        assert_eq!(results.last(), Some(&format!("3 {EASY}")), "{wrong}: {results:?}");
        if message.is_empty() {
            assert_eq!(results[2], "2:1: expected one puzzle, found several");
            continue;
        }
        assert_eq!(results.len(), 3, "{wrong}: {results:?}");
        assert_eq!(results[1], message, "{wrong}");
        // In a list.
        let list = format!("[{good},\n{wrong},\n{good}]\n");
        if wrong != "]" && wrong != "nothing" {
            let results = read_as(Format::Json, &list);
            assert_eq!(results.first(), Some(&format!("1 {EASY}")), "{wrong}");
            let last = results.last().unwrap();
            assert!(
                last == &format!("3 {EASY}") || last.contains("the end of the text"),
                "{wrong}: {results:?}"
            );
        }
    }
    // An object that does not end in its line costs nothing else.
    for open in ["{bad", "{\"a\":1", "{\"a\":1,"] {
        let results = read_as(Format::Json, &format!("{good}\n{open}\n{good}\n{good}\n"));
        let last = [format!("3 {EASY}"), format!("4 {EASY}")];
        assert!(results.len() > 2 && results.ends_with(&last), "{open}: {results:?}");
    }
    for end in [1, 5, 12, 50] {
        let text = format!("{good}\n{}", &good[..end]);
        let results = read_as(Format::Json, &text);
        assert_eq!(results.len(), 2, "{results:?}");
        assert!(results[1].ends_with("found the end of the text"), "{results:?}");
    }
}

#[test]
fn a_bad_list_costs_one_puzzle() {
    let nested = lists(EASY);
    let bad = [nested.replacen(", 3", ",, 3", 1), nested.replacen("], [", "] [", 1)];
    for bad in bad {
        let text = format!("[{nested},\n{bad},\n{nested}]\n");
        let results = read_as(Format::Json, &text);
        assert_eq!(results.len(), 3, "{results:?}");
        assert!(results[1].starts_with("2:"), "{results:?}");
        assert_eq!(results[2], format!("3 {EASY}"));
    }
}

#[test]
fn pieces_of_any_size_give_the_same_records() {
    let object =
        format!("{{\"puzzle\":{},\"name\":\"\u{e9} a\"}}", lists(EASY).replace("], [", "],\n ["));
    let xml = format!(
        "<opensudoku><game name='\u{e9}' data='{}'/>\n<game data='1'/></opensudoku>",
        EASY.replace('.', "0")
    );
    let table = format!("puzzle,solution\n{EASY},{SOLVED}\n\"{}\",\n", rows(EASY).join("\n"));
    let texts = [
        format!("{object}\n{object}\n{{\"puzzle\": 5}}\n[\"{EASY}\",\n\"{}\"]\n", &EASY[1..]),
        xml,
        table,
        format!("[Puzzle]\n{}\n", rows(EASY).join("\n")),
    ];
    for text in texts {
        let whole = read(&text);
        assert!(!whole.is_empty());
        for size in [1, 2, 3, 7, 81, 1000] {
            let input = std::io::BufReader::with_capacity(size, text.as_bytes());
            let mut reader = Reader::new(input, ReadOptions::new());
            let mut seen = Vec::new();
            while let Some(result) = reader.next() {
                seen.push(format!("{result:?}"));
                while let Some(result) = reader.try_next() {
                    seen.push(format!("{result:?}"));
                }
            }
            let shown: Vec<_> = results(&text, ReadOptions::new())
                .iter()
                .map(|result| match result {
                    Ok(_) => format!("{result:?}"),
                    Err(error) => error.to_string(),
                })
                .collect();
            assert_eq!(seen.len(), whole.len(), "{size}: {seen:?}");
            for (one, other) in seen.iter().zip(&shown).filter(|(one, _)| one.starts_with("Ok")) {
                assert_eq!(one, other, "{size}");
            }
        }
    }
}
