//! Texts that are broken: the reader ends, does not panic, and its errors lie in the text.

use super::super::format_guess::guess_format;
use super::super::sizes::is_size;
use super::super::{Format, PuzzleWriter};
use super::*;
use crate::sudoku::candidate_grid::CandidateGrid;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::tests::Random;
use std::io::BufReader;

const EASY: &str =
    "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
const SOLVED: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

/// Bytes that mean something in one of the formats, and a few that mean nothing.
const BYTES: &[u8] =
    b"0123456789.-_*xXuAagGzZ #=|+,;:[]{}()<>/&\"'\\!?\n\n\n\r\t\0\xff\xe2\x94\x80";

/// Words that mean something in one of the formats.
const WORDS: [&str; 20] = [
    "\"puzzle\"",
    "\"candidates\":",
    "\"solution\":",
    "null",
    "None",
    "1e400",
    "\\u00e9",
    "\\ud83d",
    "[Puzzle]",
    "[State]",
    "#A",
    "Grid 01\n",
    "<game data=\"",
    "/>",
    "<!--",
    "version: 3&#10;",
    "&#x110000;",
    "---+---+---\n",
    "puzzle,solution\n",
    "\u{feff}",
];

/// A text in each format, with two puzzles where it can have them.
fn samples() -> Vec<(Format, String)> {
    let geometry = Geometry::of_size(9).unwrap();
    let mut plain = Record::new(EASY.parse::<Grid>().unwrap());
    plain.name = Some("a <b> 7".to_owned());
    plain.solution = Some(Box::new(SOLVED.parse().unwrap()));
    let mut restricted = plain.clone();
    let mut candidates = CandidateGrid::all(9);
    candidates.restrict(0, 0b1000);
    candidates.restrict(1, 0b1100_0000);
    restricted.candidates = Some(candidates);
    let write = |format: Format| {
        let (mut writer, mut text) = (PuzzleWriter::new(format), String::new());
        for record in [&restricted, &plain] {
            // A few formats hold only one of them.
            let _ = writer.write(record, &geometry, &mut text);
        }
        writer.finish(&mut text);
        (format, text)
    };
    let mut samples: Vec<_> = Format::ALL.into_iter().map(write).collect();
    let rows: Vec<_> = EASY.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect();
    let rows = rows.join("\n");
    samples.extend([
        (Format::Sdk, format!("#AA\n#DB\n[Puzzle]\n{rows}\n[State]\n{rows}\n")),
        (Format::Csv, format!("id;puzzle;solution\n1;\"{rows}\";{SOLVED}\n2;{EASY};\n")),
        (Format::Json, format!("{{\"a\":[{{\"grid\":[\"{}\"]}}]}}", rows.replace('\n', "\",\""))),
        (Format::Python, format!("a = {{'x': ['{EASY}', None]}} # b\n")),
    ]);
    samples
}

/// Inserts, removes, replaces, repeats or cuts a part of a text.
fn change(text: &mut Vec<u8>, random: &mut Random) {
    let at = random.below(text.len() + 1);
    let end = (at + random.below(12)).min(text.len());
    match random.below(7) {
        0 => text.insert(at, BYTES[random.below(BYTES.len())]),
        1 => drop(text.drain(at..end)),
        2 => text.truncate(at),
        3 => drop(text.splice(at..at, WORDS[random.below(WORDS.len())].bytes())),
        4 => drop(text.drain(..at)),
        5 => {
            let part = text[at..end].to_vec();
            drop(text.splice(at..at, part.repeat(1 + random.below(3))));
        }
        _ => {
            if let Some(byte) = text.get_mut(at) {
                *byte = BYTES[random.below(BYTES.len())];
            }
        }
    }
}

/// Reads all of a text. Asserts that errors lie in it, and records have one size if it is given.
fn read(text: &[u8], options: &ReadOptions) -> Vec<String> {
    let lines: Vec<_> = text.split(|&byte| byte == b'\n').collect();
    let mut reader = Reader::new(text, options.clone());
    let mut results = Vec::new();
    for result in reader.by_ref() {
        match result {
            Ok(record) => {
                let size = record.grid.size();
                assert!(is_size(size) || options.size.is_some(), "{size}");
                assert!(options.size.is_none_or(|only| only == size));
                let line = usize::try_from(record.line).unwrap();
                assert!((1..=lines.len()).contains(&line), "{line} of {}", lines.len());
                let candidates = record.candidates.as_ref();
                assert!(candidates.is_none_or(|candidates| candidates.size() == size));
                let solution = record.solution.as_ref();
                assert!(solution.is_none_or(|solution| solution.size() == size));
                results.push(format!("{record:?}"));
            }
            Err(ReadError::Text(error)) => {
                let (line, column) = (error.location().line(), error.location().column());
                let line = usize::try_from(line).unwrap();
                assert!((1..=lines.len()).contains(&line), "{error}: {} lines", lines.len());
                assert!(
                    (1..=lines[line - 1].len() + 1).contains(&column),
                    "{error} in\n{}",
                    String::from_utf8_lossy(text)
                );
                assert!(!error.location().shown().is_empty() && !error.to_string().is_empty());
                results.push(error.to_string());
            }
            Err(ReadError::Io(error)) => panic!("{error}"),
        }
        assert!(results.len() <= text.len() + 1, "more results than bytes");
    }
    assert!(reader.next().is_none() && reader.try_next().is_none());
    results
}

#[test]
fn no_garbage_makes_a_reader_panic() {
    let mut random = Random(1);
    let good = format!("Grid 01\n{EASY}\n");
    for round in 0..1000 {
        let mut text = if round % 2 == 0 { Vec::new() } else { good.clone().into_bytes() };
        for _ in 0..random.below(200) {
            let at = random.below(text.len() + 1);
            text.insert(at, BYTES[random.below(BYTES.len())]);
        }
        assert!(guess_format(&text).is_none_or(|guess| is_size(guess.size)));
        for format in Format::ALL {
            for size in [None, Some([1, 4, 9, 16, 36][random.below(5)])] {
                let options = ReadOptions::new().format(format);
                read(&text, &size.map_or(options.clone(), |size| options.size(size)));
            }
        }
    }
}

#[test]
fn broken_texts_have_errors_at_a_place_in_them() {
    let mut random = Random(2);
    let samples = samples();
    for (format, sample) in &samples {
        let mut failed = 0;
        for _ in 0..150 {
            let mut text = sample.clone().into_bytes();
            for _ in 0..=random.below(4) {
                change(&mut text, &mut random);
            }
            read(&text, &ReadOptions::new());
            for other in [*format, samples[random.below(samples.len())].0] {
                let options = ReadOptions::new().format(other).file("f");
                let results = read(&text, &options);
                failed += usize::from(results.iter().any(|result| result.starts_with("f:")));
            }
            // If the format is given, what the input holds in memory does not matter.
            let options = ReadOptions::new().format(*format);
            let whole = read(&text, &options).len();
            let input = BufReader::with_capacity(1 + random.below(50), text.as_slice());
            let in_pieces = Reader::new(input, options).count();
            assert_eq!(in_pieces, whole, "{}", String::from_utf8_lossy(&text));
        }
        assert!(failed > 20, "{format}: {failed}");
    }
}

#[test]
fn every_beginning_of_a_text_ends() {
    for (format, sample) in samples() {
        let all = read(sample.as_bytes(), &ReadOptions::new().format(format)).len();
        for end in (0..sample.len()).step_by(7) {
            let options = ReadOptions::new().format(format);
            let results = read(&sample.as_bytes()[..end], &options);
            assert!(results.len() <= all + 2, "{format}: {results:?}");
        }
    }
}
