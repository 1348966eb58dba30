//! One problem as a record of JSON, for files that outlive the run that wrote them: an exact cover,
//! or a Sudoku with its rules.
//!
//! Its *hash* is SHA-256 over what it means: the name of the file, comments, blanks and the symbols
//! of a Sudoku do not matter. The order of the options does, since files refer to options by
//! number.

use super::args::ReadingArgs;
use super::encodings::Rules;
use super::failure::Failure;
use super::handler::Handler;
use super::hashing::sha256;
use super::input;
use super::session::Session;
use super::subject::{Subject, wrong_solution};
use quadrille::dlx::{self, Parsed};
use quadrille::sudoku::text::{self, Alphabet, Format, ReadOptions, Reader, Record, StatedRules};
use quadrille::sudoku::{BoxLayout, Encoding, PuzzleError};
use quadrille::{OptionId, Problem};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;
use std::slice;

/// The first line of every text that is hashed. Hashes of another kind of text need another
/// version.
const VERSION: &str = "quadrille question 1";

const CANDIDATES: &str = "a puzzle with candidates can't be proved, traced, cut or kept in a checkpoint: \
                          convert --to dlx makes an exact cover of it";

const SECOND_PROBLEM: &str = "expected one problem, and this is a second one";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum ProblemRecord {
    /// An exact cover in Knuth's format.
    Cover { hash: String, text: String },
    /// A puzzle as a line in its own symbols.
    Sudoku {
        hash: String,
        size: usize,
        #[serde(rename = "box")]
        boxes: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        variant: Option<String>,
        alphabet: String,
        text: String,
    },
}

#[derive(Debug)]
pub(super) struct ProblemInput {
    content: Content,
    pub(super) record: ProblemRecord,
}

#[derive(Debug)]
enum Content {
    Cover(Box<Problem>),
    Sudoku(Box<Sudoku>),
}

#[derive(Debug)]
struct Sudoku {
    record: Record,
    encoding: Encoding,
    /// The options that are the clues, or why they can't be chosen.
    given: Result<Vec<OptionId>, PuzzleError>,
}

impl ProblemInput {
    /// An exact cover. A problem without primary items can't be written as text, and is refused.
    pub(super) fn of_cover(problem: Problem) -> Result<Self, String> {
        let text = dlx::to_string(&problem).map_err(|error| error.to_string())?;
        let hash = sha256([VERSION, "cover", &text]);
        let record = ProblemRecord::Cover { hash, text };
        Ok(Self { content: Content::Cover(Box::new(problem)), record })
    }

    pub(super) fn of_puzzle(record: Record, rules: &Rules) -> Result<Self, String> {
        if record.candidates.is_some() {
            return Err(CANDIDATES.to_owned());
        }
        let size = record.grid.size();
        let geometry = rules.geometry(size)?;
        let boxes = geometry.boxes().to_string();
        let variant = StatedRules::of(&geometry).variant();
        let name = variant.as_deref().unwrap_or("plain");
        let cells: Vec<_> = record.grid.cells().iter().map(u8::to_string).collect();
        let hash = sha256([VERSION, "sudoku", &boxes, name, &cells.join(" ")]);
        let alphabet = record.alphabet.name();
        let text = text::format_line(&record.grid, record.alphabet, record.alphabet.blank('.'));
        let written = ProblemRecord::Sudoku { hash, size, boxes, variant, alphabet, text };
        let encoding = Encoding::new(geometry);
        let given = encoding.givens(&record.grid);
        let content = Content::Sudoku(Box::new(Sudoku { record, encoding, given }));
        Ok(Self { content, record: written })
    }

    /// Reads the problem of a file, or of standard input. Returns `None` after an error, which was
    /// reported: there is no problem, or more than one, or it can't be read.
    pub(super) fn read(
        path: &PathBuf,
        reading: &ReadingArgs,
        rules: Rules,
        session: &mut Session,
    ) -> io::Result<Option<Self>> {
        let mut single = Single { rules, found: None, is_wrong: false };
        input::each_record(slice::from_ref(path), reading, session, &mut single)?;
        Ok(single.found.filter(|_| !single.is_wrong))
    }

    /// The problem of a record, if its hash and all else in it agree.
    pub(super) fn of_record(record: &ProblemRecord) -> Result<Self, String> {
        let input = match record {
            ProblemRecord::Cover { text, .. } => {
                let parsed = dlx::parse(text).map_err(|error| error.to_string())?;
                Self::of_cover(parsed.problem)?
            }
            ProblemRecord::Sudoku { boxes, variant, alphabet, text, .. } => {
                let alphabet = alphabet.parse().map_err(|error| format!("{error}"))?;
                let boxes = boxes.parse().map_err(|error| format!("{error}"))?;
                let mut rules = StatedRules::default().with_boxes(boxes);
                if let Some(names) = variant {
                    rules.extra = text::parse_rules(names).map_err(|error| error.to_string())?;
                }
                Self::of_line(text, rules, alphabet)?
            }
        };
        match input.record == *record {
            true => Ok(input),
            false if input.hash() == record.hash() => {
                Err("the problem was changed: its text is not as it was written".to_owned())
            }
            false => Err("the problem was changed: its hash is different".to_owned()),
        }
    }

    /// A puzzle that was written as a line.
    fn of_line(line: &str, rules: StatedRules, alphabet: Alphabet) -> Result<Self, String> {
        let size = alphabet.size();
        let is_other = |boxes: &&BoxLayout| boxes.size().is_some_and(|own| own != size);
        if let Some(boxes) = rules.boxes.as_ref().filter(is_other) {
            return Err(format!("boxes {boxes} and symbols {alphabet} contradict each other"));
        }
        let format = if alphabet.is_numbers() { Format::Numbers } else { Format::Line };
        let options = ReadOptions::new().format(format).size(size).alphabet(alphabet);
        let mut records = Reader::new(line.as_bytes(), options);
        match (records.next(), records.next()) {
            (Some(Ok(record)), None) => Self::of_puzzle(record, &Rules::new(rules)),
            (Some(Err(error)), _) => Err(error.to_string()),
            _ => Err("expected one puzzle".to_owned()),
        }
    }

    /// SHA-256, as 64 hexadecimal digits.
    pub(super) fn hash(&self) -> &str {
        self.record.hash()
    }

    pub(super) fn is_cover(&self) -> bool {
        matches!(self.content, Content::Cover(_))
    }

    pub(super) fn problem(&self) -> &Problem {
        match &self.content {
            Content::Cover(problem) => problem,
            Content::Sudoku(sudoku) => sudoku.encoding.problem(),
        }
    }

    /// The problem that has the clues of a puzzle as the only options of their cells.
    pub(super) fn whole_problem(&self) -> Result<Problem, String> {
        match &self.content {
            Content::Cover(problem) => Ok((**problem).clone()),
            Content::Sudoku(sudoku) => {
                let Sudoku { record, encoding, .. } = &**sudoku;
                match encoding.whole(&record.grid) {
                    Ok(puzzle) => Ok(puzzle.problem),
                    Err(PuzzleError::Clash(clash)) => Err(clash.in_alphabet(record.alphabet)),
                    Err(error) => Err(error.to_string()),
                }
            }
        }
    }

    /// The options that are the clues, or the message that they clash.
    pub(super) fn given(&self) -> Result<&[OptionId], String> {
        match &self.content {
            Content::Cover(_) => Ok(&[]),
            Content::Sudoku(sudoku) => match &sudoku.given {
                Ok(given) => Ok(given),
                Err(PuzzleError::Clash(clash)) => {
                    Err(clash.clone().in_alphabet(sudoku.record.alphabet))
                }
                Err(error) => Err(error.to_string()),
            },
        }
    }

    /// It as the subject of a search, which writes solutions and errors. The name is that of its
    /// file.
    pub(super) fn subject<'a>(&'a self, file: &'a str) -> Subject<'a> {
        match &self.content {
            Content::Cover(problem) => Subject::cover(file, problem),
            Content::Sudoku(sudoku) => {
                let Sudoku { record, encoding, .. } = &**sudoku;
                Subject::puzzle(file, record, encoding)
            }
        }
    }
}

impl ProblemRecord {
    /// SHA-256, as 64 hexadecimal digits.
    pub(super) fn hash(&self) -> &str {
        match self {
            Self::Cover { hash, .. } | Self::Sudoku { hash, .. } => hash,
        }
    }
}

/// Takes the only problem of an input.
struct Single {
    rules: Rules,
    found: Option<ProblemInput>,
    /// Whether an error was reported.
    is_wrong: bool,
}

impl Single {
    fn take(
        &mut self,
        session: &mut Session,
        input: impl FnOnce(&Rules) -> Result<ProblemInput, String>,
        failure: impl FnOnce(String) -> Failure,
    ) -> io::Result<()> {
        if self.is_wrong {
            return Ok(());
        }
        let input = match self.found {
            Some(_) => Err(SECOND_PROBLEM.to_owned()),
            None => input(&self.rules),
        };
        match input {
            Ok(input) => self.found = Some(input),
            Err(error) => {
                self.is_wrong = true;
                session.fail(&failure(error))?;
            }
        }
        Ok(())
    }
}

impl Handler for Single {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let failure = |error| Failure::of_record(file, record.line, error);
        if let Ok(geometry) = self.rules.geometry(record.grid.size())
            && let Err(wrong) = record.check_solution(&geometry)
        {
            self.is_wrong = true;
            return session.contradict(&failure(wrong_solution(&wrong, record)));
        }
        self.take(session, |rules| ProblemInput::of_puzzle(record.clone(), rules), failure)
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        let input = |_: &Rules| ProblemInput::of_cover(parsed.problem.clone());
        self.take(session, input, |error| Failure::of_file(file, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn cover(text: &str) -> ProblemInput {
        ProblemInput::of_cover(text.parse().unwrap()).unwrap()
    }

    fn puzzle(text: &str, rules: &Rules) -> ProblemInput {
        ProblemInput::of_puzzle(text::parse(text).unwrap(), rules).unwrap()
    }

    /// Rules with these boxes and variants, as they are written.
    fn rules(boxes: &str, variant: &str) -> Rules {
        let mut rules = StatedRules::default();
        rules.boxes = boxes.parse().ok();
        rules.extra = text::parse_rules(variant).unwrap_or_default();
        Rules::new(rules)
    }

    fn letters(text: &str, variant: &str) -> ProblemInput {
        let rules = rules("2x2", variant);
        ProblemInput::of_line(text, rules.stated(), "A-D".parse().unwrap()).unwrap()
    }

    fn text(input: &ProblemInput) -> String {
        serde_json::to_string(&input.record).unwrap()
    }

    fn again(text: &str) -> Result<ProblemInput, String> {
        let record = serde_json::from_str(text).map_err(|error| error.to_string())?;
        ProblemInput::of_record(&record)
    }

    #[test]
    fn the_hash_is_that_of_the_problem() {
        let hash = "294825b8544a886c763bcbb246a3fd92b923863d598dcefac96bd0b66e29fa97";
        let input = cover("a b | x\na x:red\nb\n");
        assert_eq!(input.hash(), hash);
        let other = cover("| a comment\n 1|a  b |  x \n\n| another\na  x:red\n b");
        assert_eq!(&other.record, &input.record);
        for text in ["b a | x\na x:red\nb\n", "a b | x\nb\na x:red\n", "a b | x\na x:blue\nb\n"] {
            assert_ne!(cover(text).hash(), hash, "{text}");
        }
    }

    #[test]
    fn the_hash_of_a_puzzle_is_that_of_its_values_and_rules() {
        let input = puzzle("1...............", &Rules::default());
        let drawn =
            puzzle("1 . | . .\n. . | . .\n----+----\n0 0 | _ _\n0 0 | _ _\n", &Rules::default());
        assert_eq!(input.hash(), drawn.hash());
        assert_eq!(input.hash(), letters("A...............", "").hash());
        let other = puzzle("2...............", &Rules::default());
        let mut hashes = BTreeSet::from([other.hash().to_owned()]);
        let boxes = ["", "none", "1112132233243444"];
        let variants = ["", "diagonal", "windows", "anti-king", "diagonal,anti-king"];
        for (boxes, variant) in boxes.iter().flat_map(|boxes| variants.map(|name| (boxes, name))) {
            let input = puzzle("1...............", &rules(boxes, variant));
            assert!(hashes.insert(input.hash().to_owned()), "{boxes} {variant}");
        }
        assert!(hashes.contains(input.hash()));
        // Boxes that a drawing shows are the same ones.
        let same = puzzle("1...............", &rules("1122112233443344", ""));
        assert_eq!(same.hash(), input.hash());
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let six = rules("3x2", "");
        let jigsaw = || rules("1112132233243444", "anti-knight,anti-king");
        let numbers = "16 ".to_owned() + &"0 ".repeat(255);
        let inputs = [
            cover("a 2:3|b | x\na x:red b |7\nb\nb\nb x\n"),
            puzzle("1...............", &Rules::default()),
            letters("A..............D", "diagonal"),
            puzzle(&("6".to_owned() + &".".repeat(35)), &six),
            puzzle(&numbers, &Rules::default()),
            puzzle("1...............", &jigsaw()),
            puzzle("1...............", &rules("none", "anti-king")),
            puzzle("1...............", &rules("", "anti-king,windows")),
        ];
        for input in &inputs {
            let again = again(&text(input)).unwrap();
            assert_eq!(&again.record, &input.record);
            assert_eq!(again.given(), input.given());
            assert_eq!(again.problem(), input.problem());
        }
        assert!(
            text(&inputs[2])
                .contains(r#""variant":"diagonal","alphabet":"A-D","text":"A..............D""#)
        );
    }

    #[test]
    fn changed_records_are_refused() {
        let cover = text(&cover("a b\na\nb\n"));
        let refused = |text: &str| again(text).expect_err("refused");
        for (from, to, error) in [
            (r"a b\na\nb", r"a c\na\nc", "its hash is different"),
            (r"a b\n", r"a  b\n", "its text is not as it was written"),
            (r"a b\na", r"a b\nz", "z"),
            ("cover", "color", "unknown variant `color`, expected `cover` or `sudoku`"),
            ("\"text\"", "\"test\"", "unknown field `test`"),
            ("{", "{\"kind\":\"cover\",", "duplicate field `kind`"),
            ("{", "{\"text\":\"\",", "duplicate field `text`"),
        ] {
            let changed = refused(&cover.replacen(from, to, 1));
            assert!(changed.contains(error), "{changed}");
        }
        assert!(refused("7").contains("invalid type"), "{}", refused("7"));
        let puzzle = text(&letters("A...............", "diagonal"));
        for (from, to) in [
            ("A-D", "1-9"),
            ("2x2", "3x3"),
            ("diagonal", "x"),
            ("A..", "B.."),
            ("A..", ".."),
            (":4,", ":5,"),
        ] {
            assert!(!refused(&puzzle.replace(from, to)).is_empty(), "{to}");
        }
    }

    #[test]
    fn a_problem_without_primary_items_is_refused() {
        let mut builder = quadrille::ProblemBuilder::new();
        builder.secondary("x").unwrap();
        let problem = builder.build().unwrap();
        assert!(ProblemInput::of_cover(problem).is_err());
    }
}
