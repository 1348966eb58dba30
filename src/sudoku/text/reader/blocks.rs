//! Reading a text by blocks, compared with reading it at once.

use super::super::{Format, ReadError, Record};
use super::*;
use std::io::{BufReader, Read};

const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SMALL: &str = "1..4.4....4.3..1";

/// A record or error as a text, without the blank of a grid that has no blank cell.
fn shown(result: Result<Record, ReadError>) -> String {
    let whole = |record: Record| match record.grid.cells().contains(&0) {
        true => record,
        false => Record { blank: '.', ..record },
    };
    format!("{:?}", result.map(whole))
}

/// The records and errors of a text, read at once.
fn whole(text: &[u8], options: &ReadOptions) -> Vec<String> {
    Reader::new(text, options.clone()).map(shown).collect()
}

/// Reads a text by blocks of at most `most` lines after the first record, each in the state after
/// the previous one. Returns the records and the number of blocks.
fn in_blocks(
    text: &[u8],
    options: &ReadOptions,
    piece: usize,
    most: usize,
) -> (Vec<String>, usize) {
    let mut reader = Reader::new(BufReader::with_capacity(piece, text), options.clone());
    let mut seen: Vec<_> = reader.next().map(shown).into_iter().collect();
    let (mut state, mut blocks) = (reader.state().unwrap(), 0);
    while let Some(block) = reader.block(most).unwrap() {
        assert!((1..=most).contains(&block.text().split_inclusive(|&b| b == b'\n').count()));
        let mut part = Reader::from_block(&block, &state);
        seen.extend(part.by_ref().map(shown));
        state = part.state().unwrap();
        blocks += 1;
    }
    assert!(reader.next().is_none() && reader.block(most).unwrap().is_none());
    seen.extend(state.unfinished().map(|error| shown(Err(error.into()))));
    (seen, blocks)
}

fn sixteen(sign: char) -> String {
    format!("12ab{sign}{}", ".".repeat(251))
}

/// Lines of all kinds, the longest of which are longer than the part that is kept.
fn text() -> String {
    let long = "x".repeat(70_000);
    let solved = "1".repeat(81);
    format!(
        "\u{feff}2\n{EASY}\n\n# a\n{EASY},1\n{long}\n{}\n{solved}\n{SMALL}\n{EASY}\n{long}\r\n{}\n1234\n\
         {}\n{}\n{}?\n{EASY}",
        EASY.replace('.', "0"),
        sixteen('.'),
        sixteen('0'),
        sixteen('.'),
        &sixteen('.')[1..],
    )
}

#[test]
fn blocks_contain_the_whole_text() {
    let options = [ReadOptions::new(), ReadOptions::new().size(9), ReadOptions::new().file("a")];
    for text in [text(), text() + "\n", text().replace('\n', "\r\n"), text() + "\r"] {
        for options in options.clone().map(|options| options.format(Format::Line)) {
            let expected = whole(text.as_bytes(), &options);
            assert!(expected.len() > 10, "{expected:?}");
            for piece in [1, 2, 7, 81, 82, 83, 200, 1000, 65_536, 65_538, 70_001, 1_000_000] {
                let (seen, blocks) = in_blocks(text.as_bytes(), &options, piece, usize::MAX);
                assert_eq!(seen, expected, "{piece}");
                assert!(blocks > 1 || piece == 1_000_000, "{piece}: {blocks}");
                for most in [1, 2, 3, 5] {
                    let (seen, more) = in_blocks(text.as_bytes(), &options, piece, most);
                    assert_eq!(seen, expected, "{piece}, {most}");
                    assert!(more >= blocks && more > 10 / most, "{piece}, {most}: {more}");
                }
            }
        }
    }
}

/// Rows of a table, a few of them in several lines, and what is wrong with others.
fn table() -> String {
    let solved = SMALL.replace('.', "2");
    let quoted = format!("\"{}\n{}\"", &EASY[..40], &EASY[40..]);
    format!(
        "\u{feff}id,puzzle,solution\n1,{EASY},{EASY}\n2,{quoted},\n\n3\n4,{SMALL},{solved}\n\"5\"\"\n\n\",\
         {quoted},{EASY}\n6,{quoted}x,\n\"{}\n\",{EASY}\n7,{},\n8,{EASY},\n\"9\n,{EASY}\n",
        "x".repeat(70_000),
        EASY.replace('.', "0"),
    )
}

#[test]
fn tables_and_candidate_grids_are_read_by_blocks() {
    let line: String = EASY
        .chars()
        .map(|sign| {
            if sign == '.' {
                "123456789".to_owned()
            } else {
                (1..=9)
                    .map(|value| if sign.to_digit(10) == Some(value) { sign } else { '.' })
                    .collect()
            }
        })
        .collect();
    let grids = format!("# a\n{line}\nb {line}\n{}\n{line}", &line[1..]);
    for (format, text, results) in [
        (Format::Csv, table(), 9),
        (Format::Csv, table().trim_end().replace('\n', "\r\n"), 9),
        (Format::Csv, "id;puzzle\n\"open".to_owned(), 1),
        (Format::Csv, "id;puzzle\n".to_owned(), 0),
        (Format::Candidates, grids, 4),
    ] {
        let options = ReadOptions::new().format(format);
        let expected = whole(text.as_bytes(), &options);
        assert!(expected.len() >= results, "{expected:#?}");
        for piece in [1, 7, 82, 200, 1000, 65_537, 1_000_000] {
            for most in [1, 2, 3, usize::MAX] {
                let (seen, _) = in_blocks(text.as_bytes(), &options, piece, most);
                assert_eq!(seen, expected, "{format}, {piece}, {most}");
            }
        }
    }
}

#[test]
fn a_block_is_the_next_line_and_the_lines_in_memory() {
    let text = format!("{EASY}\n").repeat(10);
    let mut reader =
        Reader::new(BufReader::with_capacity(200, text.as_bytes()), ReadOptions::new());
    assert_eq!(reader.next().unwrap().unwrap().line, 1);
    let mut lengths = Vec::new();
    while let Some(block) = reader.block(usize::MAX).unwrap() {
        lengths.push(block.text().len() / 82);
    }
    // Of 200 bytes, two lines are whole; the read that completes the third brings two more.
    assert_eq!(lengths.iter().sum::<usize>(), 9);
    assert!(lengths.contains(&3) || lengths.contains(&2), "{lengths:?}");
    assert!(lengths.iter().all(|&length| (1..=3).contains(&length)), "{lengths:?}");
}

#[test]
fn the_state_changes_with_the_size_or_the_alphabet_only() {
    let states = |lines: &[&str]| {
        let text = lines.join("\n");
        let options = ReadOptions::new().format(Format::Line);
        let mut reader = Reader::new(text.as_bytes(), options);
        let state = |reader: &mut Reader<&[u8]>| reader.next().and_then(|_| reader.state());
        std::iter::from_fn(|| state(&mut reader)).collect::<Vec<_>>()
    };
    let zeros = EASY.replace('.', "0");
    let same = states(&[EASY, &zeros, "1234", &"1".repeat(81), "?", EASY]);
    assert_eq!(same.len(), 6);
    assert!(same.iter().all(|state| *state == same[0] && state.size() == Some(9)));
    let (one, zero) = (sixteen('.'), sixteen('0'));
    let changing = states(&[EASY, SMALL, &zero, &one, EASY]);
    assert!(changing.windows(2).all(|two| two[0] != two[1] || two[0].size() == Some(16)));
    assert_ne!(changing[0], changing[4], "an alphabet was decided");
}

#[test]
fn other_formats_have_no_state() {
    let rows: Vec<_> = EASY.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect();
    let drawing = rows.join("\n");
    let mut reader = Reader::new(drawing.as_bytes(), ReadOptions::new());
    assert!(reader.state().is_none());
    assert!(reader.next().unwrap().is_ok() && reader.state().is_none());
    assert!(Reader::new(&b""[..], ReadOptions::new()).block(1).unwrap().is_none());
}

#[test]
fn an_error_of_the_input_ends_the_blocks() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("unplugged"))
        }
    }
    let text = format!("{EASY}\n{EASY}\n{}", &EASY[40..]);
    let mut reader = Reader::new(BufReader::new(text.as_bytes().chain(Broken)), ReadOptions::new());
    assert!(reader.next().unwrap().is_ok());
    assert_eq!(reader.block(usize::MAX).unwrap().unwrap().text().len(), 82);
    assert!(reader.block(usize::MAX).is_err());
    assert!(reader.block(usize::MAX).unwrap().is_none() && reader.next().is_none());
}
