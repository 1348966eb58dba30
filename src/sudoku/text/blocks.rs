//! Blocks of lines, which can be read apart from those before them: several threads can read one text so.
//!
//! A line that is a puzzle hardly depends on other lines. What it may depend on is the [`Setting`], and nearly always the
//! setting behind a block is that before it: whoever reads the next block need not wait for this one, and only has to
//! compare in the end.

use super::alphabet::Alphabet;
use super::reader::{ReadOptions, Reader};

/// What lines say of those after them, in a text with one puzzle a line.
///
/// It is all but the sign of blanks: a grid that has none takes over that of the grid before, and has no place to show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    pub(super) options: ReadOptions,
    /// The size of the last grid, or the guessed one.
    pub(super) size: Option<usize>,
    /// Whether a line was read that might have been a puzzle.
    pub(super) started: bool,
    /// The alphabet that the last grid with a sign of its own has decided.
    pub(super) decided: Option<Alphabet>,
}

impl Setting {
    /// The size of the last grid, or the likely one before there was any: lines are searched for it first.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        self.size
    }
}

/// Lines of a text that nobody has looked into: from [`Reader::block`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    text: Vec<u8>,
    /// How many lines are before them.
    before: u64,
}

impl Block {
    pub(super) fn new(text: Vec<u8>, before: u64) -> Self {
        Self { text, before }
    }

    /// Reads the lines in the setting of those before them. The records have the numbers of their lines in the whole text;
    /// a record without any blank says that its sign is `.` until one of the block has shown another.
    #[must_use]
    pub fn reader(&self, setting: &Setting) -> Reader<&[u8]> {
        Reader::resume(&self.text, setting, self.before)
    }

    /// The lines, in bytes.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Format, ReadError, Record};
    use super::*;
    use std::io::{BufReader, Read};

    const EASY: &str =
        "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..";
    const SMALL: &str = "1..4.4....4.3..1";

    /// A record or error as a text. What a grid without a blank says of blanks does not count.
    fn shown(result: Result<Record, ReadError>) -> String {
        let whole = |record: Record| match record.grid.cells().contains(&0) {
            true => record,
            false => Record { blank: '.', ..record },
        };
        format!("{:?}", result.map(whole))
    }

    /// All that is in a text, read at once.
    fn whole(text: &[u8], options: &ReadOptions) -> Vec<String> {
        Reader::new(text, options.clone()).map(shown).collect()
    }

    /// The same by blocks of so many lines behind the first record, each in the setting behind the one before it; and how
    /// many there were.
    fn in_blocks(
        text: &[u8],
        options: &ReadOptions,
        piece: usize,
        most: usize,
    ) -> (Vec<String>, usize) {
        let mut reader = Reader::new(BufReader::with_capacity(piece, text), options.clone());
        let mut seen: Vec<_> = reader.next().map(shown).into_iter().collect();
        let (mut setting, mut blocks) = (reader.setting().unwrap(), 0);
        while let Some(block) = reader.block(most).unwrap() {
            assert!((1..=most).contains(&block.text().split_inclusive(|&b| b == b'\n').count()));
            let mut part = block.reader(&setting);
            seen.extend(part.by_ref().map(shown));
            setting = part.setting().unwrap();
            blocks += 1;
        }
        assert!(reader.next().is_none() && reader.block(most).unwrap().is_none());
        (seen, blocks)
    }

    fn sixteen(sign: char) -> String {
        format!("12ab{sign}{}", ".".repeat(251))
    }

    /// Lines of all kinds, the longest of which are longer than what is kept of a line.
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
    fn blocks_have_all_that_is_in_the_text() {
        let options =
            [ReadOptions::new(), ReadOptions::new().size(9), ReadOptions::new().file("a")];
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

    #[test]
    fn a_block_is_what_is_in_memory_and_the_line_that_comes_first() {
        let text = format!("{EASY}\n").repeat(10);
        let mut reader =
            Reader::new(BufReader::with_capacity(200, text.as_bytes()), ReadOptions::new());
        assert_eq!(reader.next().unwrap().unwrap().line, 1);
        let mut lengths = Vec::new();
        while let Some(block) = reader.block(usize::MAX).unwrap() {
            lengths.push(block.text().len() / 82);
        }
        // Of 200 bytes, two lines are whole; the rest of the third is waited for, and brings two more.
        assert_eq!(lengths.iter().sum::<usize>(), 9);
        assert!(lengths.contains(&3) || lengths.contains(&2), "{lengths:?}");
        assert!(lengths.iter().all(|&length| (1..=3).contains(&length)), "{lengths:?}");
    }

    #[test]
    fn a_context_changes_with_another_size_or_alphabet_only() {
        let settings = |lines: &[&str]| {
            let text = lines.join("\n");
            let options = ReadOptions::new().format(Format::Line);
            let mut reader = Reader::new(text.as_bytes(), options);
            let setting = |reader: &mut Reader<&[u8]>| reader.next().and_then(|_| reader.setting());
            std::iter::from_fn(|| setting(&mut reader)).collect::<Vec<_>>()
        };
        let zeros = EASY.replace('.', "0");
        let same = settings(&[EASY, &zeros, "1234", &"1".repeat(81), "?", EASY]);
        assert_eq!(same.len(), 6);
        assert!(same.iter().all(|setting| *setting == same[0] && setting.size() == Some(9)));
        let (one, zero) = (sixteen('.'), sixteen('0'));
        let changing = settings(&[EASY, SMALL, &zero, &one, EASY]);
        assert!(changing.windows(2).all(|two| two[0] != two[1] || two[0].size() == Some(16)));
        assert_ne!(changing[0], changing[4], "an alphabet was decided");
    }

    #[test]
    fn drawings_and_what_was_not_read_have_no_context() {
        let rows: Vec<_> =
            EASY.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap()).collect();
        let drawing = rows.join("\n");
        let mut reader = Reader::new(drawing.as_bytes(), ReadOptions::new());
        assert!(reader.setting().is_none());
        assert!(reader.next().unwrap().is_ok() && reader.setting().is_none());
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
        let mut reader =
            Reader::new(BufReader::new(text.as_bytes().chain(Broken)), ReadOptions::new());
        assert!(reader.next().unwrap().is_ok());
        assert_eq!(reader.block(usize::MAX).unwrap().unwrap().text().len(), 82);
        assert!(reader.block(usize::MAX).is_err());
        assert!(reader.block(usize::MAX).unwrap().is_none() && reader.next().is_none());
    }
}
