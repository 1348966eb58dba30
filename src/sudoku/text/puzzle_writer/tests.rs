//! Puzzles of every kind, written in every format and read again.

use super::super::sizes::SIZES;
use super::super::{AlphabetStyle, Format, ReadOptions, Reader, guess_format};
use super::*;
use crate::sudoku::candidate_grid::mask_of;
use crate::tests::Random;

/// A grid of any values, of which one in so many is a clue.
fn grid(size: usize, part: usize, random: &mut Random) -> Grid {
    let value = |random: &mut Random| match random.below(part) {
        0 => u8::try_from(random.below(size) + 1).unwrap(),
        _ => 0,
    };
    Grid::from_cells(size, (0..size * size).map(|_| value(random)).collect()).unwrap()
}

/// Any candidates, at least so many in a cell; a cell with a clue has the clue alone.
fn candidates(grid: &Grid, least: u32, random: &mut Random) -> CandidateGrid {
    let mut candidates = CandidateGrid::all(grid.size());
    for (cell, &clue) in grid.cells().iter().enumerate() {
        let mask = if random.below(3) == 0 {
            u64::MAX
        } else {
            u64::try_from(random.below(1 << 30)).unwrap()
        };
        let all = CandidateGrid::all(grid.size()).masks()[cell];
        if clue != 0 {
            candidates.restrict(cell, mask_of(clue));
        } else if (mask & all).count_ones() >= least {
            candidates.restrict(cell, mask);
        }
    }
    candidates
}

/// All puzzles of a size: without and with a name, a solution, and candidates of several kinds.
fn records(size: usize, random: &mut Random) -> Vec<Record> {
    let styles = [
        AlphabetStyle::FromOne,
        AlphabetStyle::FromZero,
        AlphabetStyle::Letters,
        AlphabetStyle::Numbers,
    ];
    let alphabets = styles.map(|style| Alphabet::new(style, size));
    let is_usual = |alphabet: &Alphabet| size > 9 || *alphabet == Alphabet::usual(size);
    let mut records = Vec::new();
    for alphabet in alphabets.into_iter().flatten().filter(is_usual) {
        for alphabet in [alphabet, alphabet.in_lower_case()] {
            for part in [2, 3, 9] {
                let mut plain = Record::new(grid(size, part, random));
                plain.alphabet = alphabet;
                let mut named = plain.clone();
                named.name = Some(
                    ["easy 7", "a <b> & \"c\"", "123456789", "x = 5 # 4"][random.below(4)]
                        .to_owned(),
                );
                let mut solved = named.clone();
                solved.solution = Some(Box::new(grid(size, 1, random)));
                records.extend([plain.clone(), named, solved.clone()]);
                for least in [0, 1, 2] {
                    let mut restricted = solved.clone();
                    restricted.candidates = Some(candidates(&plain.grid, least, random));
                    records.push(restricted);
                }
                let mut single = plain.clone();
                let mut all = CandidateGrid::all(size);
                for (cell, &clue) in plain.grid.cells().iter().enumerate() {
                    let value = if clue == 0 && cell % 5 == 0 { 1 } else { clue };
                    all.restrict(cell, if value == 0 { u64::MAX } else { mask_of(value) });
                }
                single.candidates = Some(all);
                records.push(single);
            }
        }
    }
    records
}

/// What a format keeps of a record.
fn kept(record: &Record, format: Format) -> Record {
    let mut kept = record.clone();
    let (has_name, has_solution) = match format {
        Format::Json => (true, true),
        Format::Csv => (false, true),
        Format::Sdk | Format::OpenSudoku | Format::Euler | Format::Python => (true, false),
        _ => (false, false),
    };
    kept.name = kept.name.filter(|_| has_name).and_then(|name| span::name(name.as_bytes()));
    if format == Format::Euler {
        kept.name = kept.name.or(Some("Grid 01".to_owned()));
    }
    kept.solution = kept.solution.filter(|_| has_solution);
    // Candidates that follow from the clues are not written where there is no place for them.
    let has_candidates = matches!(
        format,
        Format::Candidates
            | Format::Sdk
            | Format::Sdx
            | Format::OpenSudoku
            | Format::Grid
            | Format::Json
    );
    kept.candidates = kept.candidates.filter(|_| has_candidates);
    if matches!(format, Format::Candidates | Format::Grid)
        && let Some(candidates) = &kept.candidates
    {
        kept.grid = placed(&kept.grid, candidates);
    }
    if let Some(candidates) = &kept.candidates {
        let all = CandidateGrid::all(kept.grid.size());
        let is_restricted = |(cell, &clue): (usize, &u8)| {
            clue == 0 && candidates.masks()[cell] != all.masks()[cell]
        };
        let is_restricted = kept.grid.cells().iter().enumerate().any(is_restricted);
        kept.candidates = kept.candidates.filter(|_| is_restricted);
    }
    kept
}

/// Asserts that a text has one record with what the format keeps.
#[track_caller]
fn assert_reads(text: &str, options: ReadOptions, record: &Record, format: Format) {
    let read: Vec<_> = Reader::new(text.as_bytes(), options).collect();
    let [Ok(read)] = &read[..] else { panic!("{format}: {read:?} in\n{text}") };
    let expected = kept(record, format);
    assert_eq!(read.grid, expected.grid, "{format}:\n{text}");
    assert_eq!(read.candidates, expected.candidates, "{format}:\n{text}");
    assert_eq!(read.name, expected.name, "{format}:\n{text}");
    assert_eq!(read.solution, expected.solution, "{format}:\n{text}");
}

#[test]
fn what_a_format_can_hold_is_read_again() {
    let mut random = Random(1);
    let mut written = [0; Format::ALL.len()];
    for size in SIZES {
        let geometry = Geometry::of_size(size).unwrap();
        for record in records(size, &mut random) {
            for (format, count) in Format::ALL.into_iter().zip(&mut written) {
                let (mut writer, mut text) = (PuzzleWriter::new(format), String::new());
                if writer.write(&record, &geometry, &mut text).is_err() {
                    assert_eq!(text, "");
                    continue;
                }
                writer.finish(&mut text);
                *count += 1;
                let options = ReadOptions::new().format(format).size(size);
                let alphabet = match format {
                    Format::Numbers | Format::Python => None,
                    Format::Csv | Format::Json | Format::Line | Format::Grid => {
                        Some(record.alphabet)
                    }
                    _ => Some(record.alphabet.in_symbols()),
                };
                // Numbers of a line are read as such.
                let is_line = format == Format::Line && record.alphabet.is_numbers();
                let options = match alphabet {
                    Some(alphabet) => options.alphabet(alphabet),
                    None => options,
                };
                let options = if is_line { options.format(Format::Numbers) } else { options };
                assert_reads(&text, options, &record, format);
            }
        }
    }
    for (format, count) in Format::ALL.into_iter().zip(written) {
        assert!(count >= 6, "{format}: {count}");
    }
}

#[test]
fn tables_and_json_have_the_rules() {
    let record = Record::new(grid(6, 3, &mut Random(4)));
    let usual = Geometry::of_size(6).unwrap();
    let high = Geometry::new(3, 2).unwrap();
    let latin = Geometry::latin(6).unwrap();
    let columns: Vec<Vec<usize>> = (0..6).map(|i| (i..36).step_by(6).collect()).collect();
    let jigsaw = Geometry::jigsaw(&columns).unwrap();
    let geometries = [usual.clone(), high.clone(), latin, jigsaw].into_iter().flat_map(|plain| {
        let both = plain.clone().diagonal().anti_king();
        [plain.clone(), plain.diagonal(), both]
    });
    let geometries: Vec<_> = geometries.collect();
    for format in [Format::Csv, Format::Json] {
        for geometry in &geometries {
            let (mut writer, mut text) = (PuzzleWriter::new(format), String::new());
            for _ in 0..2 {
                writer.write(&record, geometry, &mut text).unwrap();
            }
            let rules = StatedRules::of(geometry);
            let read = |options| Reader::new(text.as_bytes(), options).collect::<Vec<_>>();
            for options in [ReadOptions::new(), ReadOptions::new().rules(rules.clone())] {
                let read: Vec<_> = read(options).into_iter().map(Result::unwrap).collect();
                assert!(read.len() == 2 && read.iter().all(|read| read.rules == rules), "{text}");
            }
            let assumed = read(ReadOptions::new().rules(StatedRules::default()));
            let is_usual = geometry == &usual;
            assert!(assumed.len() == 2 && assumed.iter().all(|read| read.is_ok() == is_usual));
        }
    }
    let (mut writer, mut text) = (PuzzleWriter::new(Format::Csv), String::new());
    writer.write(&record, &usual, &mut text).unwrap();
    assert_eq!(writer.write(&record, &high, &mut text), Err(WriteError::NoColumns));
    assert_eq!(text.lines().next(), Some("puzzle,solution"));
}

#[test]
fn what_is_written_is_recognised() {
    let mut random = Random(2);
    for size in SIZES {
        let geometry = Geometry::of_size(size).unwrap();
        for record in records(size, &mut random) {
            if record.alphabet != Alphabet::usual(size) {
                continue;
            }
            for format in Format::ALL {
                let (mut writer, mut text) = (PuzzleWriter::new(format), String::new());
                // Files of both formats may be of either size.
                let is_ambiguous = format == Format::Candidates && size == 4;
                if writer.write(&record, &geometry, &mut text).is_err() || is_ambiguous {
                    continue;
                }
                writer.finish(&mut text);
                // Rows of digits alone are small grids as well.
                let has_small_rows =
                    matches!(format, Format::Euler | Format::Grid | Format::Numbers);
                if has_small_rows && matches!(size, 16 | 36) {
                    continue;
                }
                let guess = guess_format(text.as_bytes());
                assert_eq!(guess.map(|guess| guess.size), Some(size), "{format}:\n{text}");
                assert_reads(&text, ReadOptions::new(), &record, format);
            }
        }
    }
}

#[test]
fn several_puzzles_are_written_one_after_another() {
    let mut random = Random(3);
    let geometry = Geometry::of_size(9).unwrap();
    let records: Vec<_> = (0..5).map(|_| Record::new(grid(9, 2, &mut random))).collect();
    for format in Format::ALL {
        let (mut writer, mut text) = (PuzzleWriter::new(format), String::new());
        for (number, record) in records.iter().enumerate() {
            let result = writer.write(record, &geometry, &mut text);
            let is_single = matches!(format, Format::Sdk | Format::Sdx | Format::Ss);
            assert_eq!(result.is_err(), is_single && number > 0, "{format}");
            if format == Format::Grid {
                text.push('\n');
            }
        }
        writer.finish(&mut text);
        let read: Vec<_> =
            Reader::new(text.as_bytes(), ReadOptions::new()).map(Result::unwrap).collect();
        let grids: Vec<_> = read.into_iter().map(|record| record.grid).collect();
        let expected: Vec<_> = records.iter().map(|record| record.grid.clone()).collect();
        assert_eq!(grids[..], expected[..grids.len()], "{format}");
        assert!(grids.len() == 5 || grids.len() == 1, "{format}");
    }
}

#[test]
fn what_a_format_can_t_hold_is_an_error_with_the_reason() {
    let nine = Geometry::of_size(9).unwrap();
    let record = |text: &str| super::super::parse(text).unwrap();
    let message = |format: Format, record: &Record, geometry: &Geometry| {
        let written = PuzzleWriter::new(format).write(record, geometry, &mut String::new());
        written.err().map(|error| error.to_string())
    };
    let small = record("1..4.4....4.3..1");
    let four = Geometry::of_size(4).unwrap();
    for format in [Format::Sdk, Format::Sdx, Format::Ss, Format::OpenSudoku] {
        let expected = format!(
            "{format} can hold puzzles of size 9 with rows, columns and 3x3 boxes alone, and this one is of \
             size 4: line, csv or json can hold it"
        );
        assert_eq!(message(format, &small, &four), Some(expected));
        let plain = record(&".".repeat(81));
        let expected = format!(
            "{format} can hold puzzles with rows, columns and 3x3 boxes alone: line, csv or json can \
             hold the clues of this one"
        );
        assert_eq!(message(format, &plain, &nine.clone().diagonal()), Some(expected));
        let mut letters = plain.clone();
        letters.alphabet = Alphabet::new(AlphabetStyle::Letters, 9).unwrap();
        let expected = format!(
            "{format} can hold the digits 1-9, not the symbols A-I: line, csv or json can hold them"
        );
        assert_eq!(message(format, &letters, &nine), Some(expected));
    }
    assert_eq!(
        message(Format::Line, &small, &nine).unwrap(),
        "the puzzle is of size 4: expected 9"
    );
    let restricted = record(&("123456789".repeat(80) + ".2......9"));
    for format in [
        Format::Line,
        Format::Csv,
        Format::Euler,
        Format::Ss,
        Format::Python,
        Format::Numbers,
        Format::Sdk,
    ] {
        let expected =
            format!("{format} can't hold the candidates of r9c9: candidates or json can hold them");
        assert_eq!(message(format, &restricted, &nine), Some(expected));
    }
    let empty = record(&("123456789".repeat(80) + "........."));
    for format in [Format::Sdx, Format::OpenSudoku, Format::Grid] {
        let expected = format!(
            "{format} can't hold a cell without candidates such as r9c9: candidates or json can hold it"
        );
        assert_eq!(message(format, &empty, &nine), Some(expected));
    }
    for format in [Format::Candidates, Format::Json] {
        assert_eq!(message(format, &empty, &nine), None);
    }
}
