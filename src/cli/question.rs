//! Exactly one problem, as text, and how it is to be read: for files that outlive the run that wrote them.
//!
//! A question is an exact cover, as `dlx` writes it, or a Sudoku, as a line in its own signs with its rules. Its *hash* is
//! SHA-256 over what it says and nothing else: neither the name of the file, nor comments and blanks, nor the signs of a
//! Sudoku matter. The numbers of options do: whoever has a problem of the same hash means the same options by them.

use super::answer::Subject;
use super::args::ReadingArgs;
use super::cover::{self, Cover};
use super::failure::Failure;
use super::input::{self, Worker};
use super::json::Object;
use super::output::Form;
use super::session::Session;
use super::sudoku::{BoxShape, Puzzle, Rules};
use quadrille::dlx::{self, Parsed};
use quadrille::sudoku::text::{self, Alphabet, Format, ReadOptions, Reader, Record};
use quadrille::sudoku::{Encoding, Geometry, NotAGrid, PuzzleError};
use quadrille::{OptionId, Problem};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::{self, Write as _};
use std::io;
use std::path::PathBuf;
use std::slice;

/// What every text begins with that is hashed: another way to write problems has another number.
const VERSION: &str = "quadrille question 1";

const ONE_PROBLEM: &str = "expected one problem, and this is a second one";

/// One problem.
#[derive(Debug)]
pub(super) struct Question {
    content: Content,
    /// The problem as `dlx` writes it, or the puzzle as a line.
    text: String,
    hash: String,
}

#[derive(Debug)]
enum Content {
    Cover(Box<Problem>),
    Sudoku(Box<Sudoku>),
}

/// A puzzle as a problem.
#[derive(Debug)]
struct Sudoku {
    record: Record,
    encoding: Encoding,
    /// The options that are the clues, or why they are none.
    given: Result<Vec<OptionId>, PuzzleError>,
}

impl Question {
    /// An exact cover. A problem without primary items has no text, and is refused.
    pub(super) fn of_cover(problem: Problem) -> Result<Self, String> {
        let text = dlx::to_string(&problem).map_err(|error| error.to_string())?;
        let hash = hash(["cover", &text]);
        Ok(Self { content: Content::Cover(Box::new(problem)), text, hash })
    }

    /// A puzzle.
    pub(super) fn of_puzzle(record: Record, rules: Rules) -> Result<Self, String> {
        let geometry = rules.geometry(record.grid.size()).map_err(|error| error.to_string())?;
        let text = text::line(&record.grid, record.alphabet, record.alphabet.blank('.'));
        let cells: Vec<_> = record.grid.cells().iter().map(u8::to_string).collect();
        let hash =
            hash(["sudoku", boxes(&geometry).as_str(), variant(&geometry), &cells.join(" ")]);
        let encoding = Encoding::new(geometry);
        let given = encoding.givens(&record.grid);
        let content = Content::Sudoku(Box::new(Sudoku { record, encoding, given }));
        Ok(Self { content, text, hash })
    }

    /// Reads the problem of a file, or of standard input. If there is none, or more than one, or it can't be read, the session
    /// is told.
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

    /// Reads what [`write`](Self::write) wrote, and holds it against the hash that is written there.
    pub(super) fn from_json(value: &Value) -> Result<Self, String> {
        let key = |key: &str| value.get(key).and_then(Value::as_str);
        let wanted = |name| key(name).ok_or_else(|| format!("expected a string as `{name}`"));
        let text = wanted("text")?;
        let question = match wanted("kind")? {
            "cover" => {
                let parsed = dlx::parse(text).map_err(|error| error.to_string())?;
                Self::of_cover(parsed.problem)?
            }
            "sudoku" => {
                let boxes = wanted("box")?.parse()?;
                let alphabet: Alphabet =
                    wanted("alphabet")?.parse().map_err(|error| format!("{error}"))?;
                let diagonal = match key("variant") {
                    None => false,
                    Some("diagonal") => true,
                    Some(other) => return Err(format!("there is no variant `{other}`")),
                };
                Self::of_line(text, boxes, alphabet, diagonal)?
            }
            other => return Err(format!("there is no kind of problem `{other}`")),
        };
        match wanted("hash")? {
            hash if hash == question.hash => Ok(question),
            _ => Err("the problem is not that of its hash: the text was changed".to_owned()),
        }
    }

    /// A puzzle that was written as a line.
    fn of_line(
        line: &str,
        boxes: BoxShape,
        alphabet: Alphabet,
        diagonal: bool,
    ) -> Result<Self, String> {
        if alphabet.size() != boxes.size() {
            return Err(format!("boxes {boxes} and signs {alphabet} contradict each other"));
        }
        let format = if alphabet.is_numbers() { Format::Numbers } else { Format::Line };
        let options = ReadOptions::new().format(format).size(boxes.size()).alphabet(alphabet);
        let mut records = Reader::new(line.as_bytes(), options);
        match (records.next(), records.next()) {
            (Some(Ok(record)), None) => {
                Self::of_puzzle(record, Rules { boxes: Some(boxes), diagonal })
            }
            (Some(Err(error)), _) => Err(error.to_string()),
            _ => Err("expected one puzzle".to_owned()),
        }
    }

    /// Appends it as a JSON object, which [`from_json`](Self::from_json) reads.
    pub(super) fn write(&self, out: &mut String) {
        let mut object = Object::begin(out);
        object.text("hash", &self.hash);
        match &self.content {
            Content::Cover(_) => object.text("kind", "cover"),
            Content::Sudoku(sudoku) => {
                let geometry = sudoku.encoding.geometry();
                object.text("kind", "sudoku").plain("size", geometry.size());
                object.text("box", &boxes(geometry));
                let variant = Some(variant(geometry)).filter(|variant| *variant != PLAIN);
                object.maybe_text("variant", variant);
                object.text("alphabet", &sudoku.record.alphabet.name())
            }
        };
        object.text("text", &self.text).end();
    }

    /// SHA-256, as 64 signs.
    pub(super) fn hash(&self) -> &str {
        &self.hash
    }

    /// The problem as an exact cover.
    pub(super) fn problem(&self) -> &Problem {
        match &self.content {
            Content::Cover(problem) => problem,
            Content::Sudoku(sudoku) => sudoku.encoding.problem(),
        }
    }

    /// The options that the clues are; or that they clash.
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

    /// It as what is searched, which writes solutions and failures. They are of the file that is named here.
    pub(super) fn subject<'a>(&'a self, file: &'a str) -> Posed<'a> {
        match &self.content {
            Content::Cover(problem) => Posed::Cover(Cover { file, problem }),
            Content::Sudoku(sudoku) => {
                let Sudoku { record, encoding, .. } = &**sudoku;
                Posed::Sudoku(Puzzle { file, record, encoding })
            }
        }
    }
}

const PLAIN: &str = "plain";

/// The height and width of a box, like `2x3`.
fn boxes(geometry: &Geometry) -> String {
    format!("{}x{}", geometry.box_rows(), geometry.box_columns())
}

fn variant(geometry: &Geometry) -> &'static str {
    if geometry.regions().is_empty() { PLAIN } else { "diagonal" }
}

/// SHA-256 of these lines, as 64 signs.
fn hash<const N: usize>(lines: [&str; N]) -> String {
    hex(std::iter::once(VERSION).chain(lines))
}

/// SHA-256 of lines, as 64 signs.
pub(super) fn hex<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut sha = Sha256::new();
    for line in lines {
        sha.update(line);
        sha.update("\n");
    }
    let mut text = String::new();
    for byte in sha.finalize() {
        // Writing to a `String` does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// A question as what is searched.
#[derive(Debug)]
pub(super) enum Posed<'a> {
    Cover(Cover<'a>),
    Sudoku(Puzzle<'a>),
}

impl Subject for Posed<'_> {
    type Solution = [OptionId];

    fn failure(&self, message: impl fmt::Display) -> Failure {
        match self {
            Self::Cover(cover) => cover.failure(message),
            Self::Sudoku(puzzle) => puzzle.failure(message),
        }
    }

    fn describe(&self, object: &mut Object<'_>) {
        match self {
            Self::Cover(cover) => cover.describe(object),
            Self::Sudoku(puzzle) => puzzle.describe(object),
        }
    }

    fn describe_question(&self, object: &mut Object<'_>) {
        match self {
            Self::Cover(cover) => cover.describe_question(object),
            Self::Sudoku(puzzle) => puzzle.describe_question(object),
        }
    }

    fn write(&self, options: &[OptionId], form: Form, out: &mut String) -> Result<(), NotAGrid> {
        match self {
            Self::Cover(cover) => cover.write(options, form, out),
            Self::Sudoku(puzzle) => puzzle.write(options, form, out),
        }
    }
}

/// Takes the only problem of an input.
struct Single {
    rules: Rules,
    found: Option<Question>,
    /// Whether something was refused.
    is_wrong: bool,
}

impl Single {
    fn take(
        &mut self,
        session: &mut Session,
        question: impl FnOnce(Rules) -> Result<Question, String>,
        failure: impl FnOnce(String) -> Failure,
    ) -> io::Result<()> {
        if self.is_wrong {
            return Ok(());
        }
        let question = match self.found {
            Some(_) => Err(ONE_PROBLEM.to_owned()),
            None => question(self.rules),
        };
        match question {
            Ok(question) => self.found = Some(question),
            Err(error) => {
                self.is_wrong = true;
                session.fail(&failure(error))?;
            }
        }
        Ok(())
    }
}

impl Worker for Single {
    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        let question = |rules| Question::of_puzzle(record.clone(), rules);
        self.take(session, question, |error| Failure::of_record(file, record.line, error))
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        cover::warn(session, file, parsed);
        let question = |_| Question::of_cover(parsed.problem.clone());
        self.take(session, question, |error| Failure::of_file(file, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(text: &str) -> Question {
        Question::of_cover(text.parse().unwrap()).unwrap()
    }

    fn puzzle(text: &str, rules: Rules) -> Question {
        Question::of_puzzle(text::parse(text).unwrap(), rules).unwrap()
    }

    fn letters(text: &str, diagonal: bool) -> Question {
        let (boxes, alphabet) = ("2x2".parse().unwrap(), "A-D".parse().unwrap());
        Question::of_line(text, boxes, alphabet, diagonal).unwrap()
    }

    fn again(question: &Question) -> Result<Question, String> {
        let mut text = String::new();
        question.write(&mut text);
        Question::from_json(&serde_json::from_str(&text).unwrap())
    }

    const DIAGONAL: Rules = Rules { boxes: None, diagonal: true };

    #[test]
    fn the_hash_is_that_of_the_problem() {
        let hash = "294825b8544a886c763bcbb246a3fd92b923863d598dcefac96bd0b66e29fa97";
        let question = cover("a b | x\na x:red\nb\n");
        assert_eq!(question.hash(), hash);
        let other = cover("| a comment\n 1|a  b |  x \n\n| another\na  x:red\n b");
        assert_eq!((other.hash(), other.text.as_str()), (hash, question.text.as_str()));
        for text in ["b a | x\na x:red\nb\n", "a b | x\nb\na x:red\n", "a b | x\na x:blue\nb\n"] {
            assert_ne!(cover(text).hash(), hash, "{text}");
        }
    }

    #[test]
    fn the_hash_of_a_puzzle_is_that_of_its_values_and_rules() {
        let question = puzzle("1...............", Rules::default());
        let drawn =
            puzzle("1 . | . .\n. . | . .\n----+----\n0 0 | _ _\n0 0 | _ _\n", Rules::default());
        assert_eq!(question.hash(), drawn.hash());
        assert_eq!(question.hash(), letters("A...............", false).hash());
        let other = puzzle("2...............", Rules::default());
        let diagonal = puzzle("1...............", DIAGONAL);
        assert!(![other.hash(), diagonal.hash()].contains(&question.hash()));
    }

    #[test]
    fn what_is_written_is_read_again() {
        let six = Rules { boxes: Some("3x2".parse().unwrap()), diagonal: false };
        let numbers = "16 ".to_owned() + &"0 ".repeat(255);
        let questions = [
            cover("a 2:3|b | x\na x:red b |7\nb\nb\nb x\n"),
            puzzle("1...............", Rules::default()),
            letters("A..............D", true),
            puzzle(&("6".to_owned() + &".".repeat(35)), six),
            puzzle(&numbers, Rules::default()),
        ];
        for question in &questions {
            let again = again(question).unwrap();
            assert_eq!((again.hash(), &again.text), (question.hash(), &question.text));
            assert_eq!(again.given(), question.given());
            assert_eq!(again.problem(), question.problem());
        }
        assert_eq!(questions[2].text, "A..............D");
    }

    #[test]
    fn what_was_changed_is_refused() {
        let mut text = String::new();
        cover("a b\na\nb\n").write(&mut text);
        let refused = |text: &str| {
            Question::from_json(&serde_json::from_str(text).unwrap()).expect_err("refused")
        };
        assert!(
            refused(&text.replace("a b\\na", "a c\\na").replace("\\nb", "\\nc")).contains("hash")
        );
        assert!(refused(&text.replace("a b\\na", "a b\\nz")).contains('z'), "what dlx says");
        assert_eq!(refused(&text.replace("cover", "color")), "there is no kind of problem `color`");
        assert_eq!(refused(&text.replace("\"text\"", "\"test\"")), "expected a string as `text`");
        assert_eq!(refused("7"), "expected a string as `text`");
        let mut text = String::new();
        letters("A...............", true).write(&mut text);
        for (from, to) in
            [("A-D", "1-9"), ("2x2", "3x3"), ("diagonal", "x"), ("A..", "B.."), ("A..", "..")]
        {
            assert!(!refused(&text.replace(from, to)).is_empty(), "{to}");
        }
    }

    #[test]
    fn clues_that_clash_are_told() {
        let question = puzzle("11..............", Rules::default());
        assert!(question.given().unwrap_err().contains('1'), "{:?}", question.given());
        assert!(again(&question).unwrap().given().is_err());
    }

    #[test]
    fn a_problem_without_primary_items_has_no_text() {
        let mut builder = quadrille::ProblemBuilder::new();
        builder.secondary("x").unwrap();
        let problem = builder.build().unwrap();
        assert!(Question::of_cover(problem).is_err());
    }
}
