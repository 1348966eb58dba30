//! Knuth's text format for exact-cover problems, as the programs of TAOCP 7.2.2.1 read it.
//!
//! ```text
//! | a line that starts with a bar is a comment; so is a blank one
//! a b 2|c 0:3|d | x y
//! a c x:red
//! a b d y |5
//! ```
//!
//! The first other line is the *item line*: the names of the primary items, then ` | `, then those of the
//! secondary items; without secondary items the bar is left out. A primary item that is not to be covered
//! exactly once has its bounds in front: `n|name` for exactly `n` times, `low:high|name`. Each further line is
//! an *option*: names of items, a secondary one perhaps with a colour, `name:colour`, and anywhere behind
//! the first name costs, `|n`, which are added up.
//!
//! Names are separated by any blanks and are as long as one likes; those of items have no `:` or `|` in them.
//! Line ends may be LF or CRLF, and the last may be missing.
//!
//! [`parse`] and [`to_string`] are inverse to each other.

use super::names::Short;
use super::{Bounds, BuildError, BuildErrorKind, Entry, Problem, ProblemBuilder};
use crate::ids::OptionId;
use crate::place::Place;
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// What some editors write in front of UTF-8.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A problem that was read, and what its writer may not have meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The problem.
    pub problem: Problem,
    /// Options without a primary item, each with the number of its line: they are kept, and never chosen.
    pub never_chosen: Vec<(OptionId, u64)>,
}

/// Reads a problem in Knuth's format.
///
/// ```
/// let parsed = quadrille::dlx::parse("a b | x\na x\nb\nx\n")?;
/// assert_eq!(parsed.problem.options().len(), 3);
/// assert_eq!(parsed.never_chosen[0].1, 4);
/// # Ok::<(), quadrille::dlx::ParseError>(())
/// ```
///
/// # Errors
/// The first thing that is wrong, with its line and column: see [`ParseErrorKind`].
pub fn parse(text: impl AsRef<[u8]>) -> Result<Parsed, ParseError> {
    let mut reader = Reader::default();
    let mut number = 0;
    let text = text.as_ref();
    for line in text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text).split(|&byte| byte == b'\n') {
        number += 1;
        reader.line(number, line).map_err(|Wrong { kind, at }| ParseError {
            kind,
            place: Place::new(number, line, at),
        })?;
    }
    let end = Place::new(number, b"", 0);
    if !reader.has_items {
        return Err(ParseError { kind: ParseErrorKind::NoItemLine, place: end });
    }
    let problem =
        reader.builder.build().map_err(|error| ParseError { kind: error.into(), place: end })?;
    Ok(Parsed { problem, never_chosen: reader.never_chosen })
}

impl FromStr for Problem {
    type Err = ParseError;

    /// Reads Knuth's format; see [`parse`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text).map(|parsed| parsed.problem)
    }
}

/// Writes a problem in Knuth's format: read again, it is the same problem.
///
/// # Errors
/// [`NoPrimaryItem`]: the format has no way to write a problem without primary items, since an item line that
/// starts with the bar is a comment.
pub fn to_string(problem: &Problem) -> Result<String, NoPrimaryItem> {
    if problem.primary_items().len() == 0 {
        return Err(NoPrimaryItem);
    }
    let mut text = String::new();
    write_items(problem, &mut text);
    for option in problem.options() {
        write_option(problem, option, &mut text);
        match problem.cost(option) {
            0 => text.push('\n'),
            cost => writing(writeln!(text, " |{cost}")),
        }
    }
    Ok(text)
}

/// Appends an option as a line of the format has it, without its cost and without a line break.
pub fn write_option(problem: &Problem, option: OptionId, text: &mut String) {
    for (index, entry) in problem.entries(option).iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text.push_str(problem.item_name(entry.item));
        if let Some(color) = entry.color {
            text.push(':');
            text.push_str(problem.color_name(color));
        }
    }
}

fn write_items(problem: &Problem, text: &mut String) {
    for item in problem.items() {
        if item.index() > 0 {
            text.push(' ');
        }
        if item.index() == problem.primary_items().len() {
            text.push_str("| ");
        }
        match problem.bounds(item) {
            _ if !problem.is_primary(item) => {}
            Bounds::ONCE => {}
            Bounds { low, high } if low == high => writing(write!(text, "{low}|")),
            Bounds { low, high } => writing(write!(text, "{low}:{high}|")),
        }
        text.push_str(problem.item_name(item));
    }
    text.push('\n');
}

/// Writing to a `String` does not fail.
fn writing(result: fmt::Result) {
    debug_assert!(result.is_ok());
}

/// What is wrong, and at which byte of the line.
struct Wrong {
    kind: ParseErrorKind,
    at: usize,
}

type Checked<T> = Result<T, Wrong>;

fn wrong<T>(at: usize, kind: impl Into<ParseErrorKind>) -> Checked<T> {
    Err(Wrong { kind: kind.into(), at })
}

/// Reads line after line into a builder.
#[derive(Default)]
struct Reader {
    builder: ProblemBuilder,
    has_items: bool,
    never_chosen: Vec<(OptionId, u64)>,
    /// The entries of the option being read, and where in the line each begins.
    entries: Vec<Entry>,
    begins: Vec<usize>,
}

impl Reader {
    fn line(&mut self, number: u64, line: &[u8]) -> Checked<()> {
        match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
            None | Some(b'|') => return Ok(()),
            Some(_) => {}
        }
        let text = std::str::from_utf8(line)
            .or_else(|error| wrong(error.valid_up_to(), ParseErrorKind::NotUtf8))?;
        if self.has_items {
            self.option_line(number, text)
        } else {
            self.has_items = true;
            self.item_line(text)
        }
    }

    fn item_line(&mut self, text: &str) -> Checked<()> {
        let mut secondary = false;
        for (at, token) in tokens(text) {
            let name = match token.strip_prefix('|') {
                Some(_) if secondary => return wrong(at, ParseErrorKind::SecondBar),
                Some(rest) => {
                    secondary = true;
                    rest
                }
                None => token,
            };
            if !name.is_empty() {
                self.item(name, secondary, at)?;
            }
        }
        Ok(())
    }

    fn item(&mut self, name: &str, secondary: bool, at: usize) -> Checked<()> {
        let added = match name.split_once('|') {
            Some(_) if secondary => return wrong(at, ParseErrorKind::BoundedSecondary),
            Some((bounds, name)) => match parse_bounds(bounds) {
                Some(bounds) => self.builder.primary_bounded(name, bounds),
                None => return wrong(at, ParseErrorKind::BadBounds { found: bounds.to_owned() }),
            },
            None if secondary => self.builder.secondary(name),
            None => self.builder.primary(name),
        };
        added.map(drop).or_else(|error| wrong(at, error))
    }

    fn option_line(&mut self, number: u64, text: &str) -> Checked<()> {
        self.entries.clear();
        self.begins.clear();
        let mut total = 0u64;
        for (at, token) in tokens(text) {
            let Some(cost) = token.strip_prefix('|') else {
                self.entry(token, at)?;
                continue;
            };
            match cost.parse::<u64>().ok().and_then(|cost| total.checked_add(cost)) {
                Some(sum) => total = sum,
                None => return wrong(at, ParseErrorKind::BadCost { found: cost.to_owned() }),
            }
        }
        let mut taken = 0;
        let option = self
            .builder
            .option(self.entries.iter().inspect(|_| taken += 1).copied())
            .or_else(|error| wrong(self.begins[taken - 1], error))?;
        self.builder.cost(option, total).or_else(|error| wrong(0, error))?;
        if !self.builder.is_choosable(option) {
            self.never_chosen.push((option, number));
        }
        Ok(())
    }

    fn entry(&mut self, token: &str, at: usize) -> Checked<()> {
        let (name, color) = match token.split_once(':') {
            Some((name, color)) => (name, Some(color)),
            None => (token, None),
        };
        let Some(item) = self.builder.find_item(name) else {
            return wrong(at, ParseErrorKind::UnknownItem { name: name.to_owned() });
        };
        let color = color
            .map(|color| self.builder.color(color))
            .transpose()
            .or_else(|error| wrong(at + name.len() + 1, error))?;
        self.entries.push(Entry { item, color });
        self.begins.push(at);
        Ok(())
    }
}

/// The pieces between blanks, each with the byte at which it begins.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let begin = end + text[end..].find(|c: char| !c.is_ascii_whitespace())?;
        let len = text[begin..].find(|c: char| c.is_ascii_whitespace());
        end = len.map_or(text.len(), |len| begin + len);
        Some((begin, &text[begin..end]))
    })
}

/// `n` or `low:high`, where `:high` is from 0.
fn parse_bounds(text: &str) -> Option<Bounds> {
    let number = |digits: &str| digits.parse::<u32>().ok();
    match text.split_once(':') {
        Some(("", high)) => Some(Bounds { low: 0, high: number(high)? }),
        Some((low, high)) => Some(Bounds { low: number(low)?, high: number(high)? }),
        None => number(text).map(|times| Bounds { low: times, high: times }),
    }
}

/// Why a text is no problem in Knuth's format, and where.
///
/// Its `Display` is one line, `file:line:column: what is wrong`; [`place`](Self::place) also shows the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    kind: ParseErrorKind,
    place: Place,
}

impl ParseError {
    /// What was wrong.
    #[must_use]
    pub fn kind(&self) -> &ParseErrorKind {
        &self.kind
    }

    /// Where it was.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The same error, in the file with this name.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.place = self.place.in_file(file);
        self
    }
}

/// The ways in which a text can fail to be a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text ends before any line that names items.
    NoItemLine,
    /// A line is no UTF-8.
    NotUtf8,
    /// The item line has a second bar.
    SecondBar,
    /// A secondary item has bounds.
    BoundedSecondary,
    /// What stands before the bar of `n|name` or `low:high|name` is no bounds.
    BadBounds {
        /// What stands there.
        found: String,
    },
    /// What stands behind the bar of a cost is no number, or the costs of an option pass 2^64.
    BadCost {
        /// What stands there.
        found: String,
    },
    /// An option has an item that the item line has not.
    UnknownItem {
        /// Its name.
        name: String,
    },
    /// What the line says can't be part of a problem.
    Build(BuildErrorKind),
}

impl From<BuildError> for ParseErrorKind {
    fn from(error: BuildError) -> Self {
        Self::Build(error.kind().clone())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.kind)
    }
}

/// What was wrong, without the place.
impl fmt::Display for ParseErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use ParseErrorKind as Kind;
        match self {
            Kind::NoItemLine => write!(f, "the text ends before a line that names the items"),
            Kind::NotUtf8 => write!(f, "the line is no UTF-8"),
            Kind::SecondBar => write!(f, "the item line has a second `|`"),
            Kind::BoundedSecondary => {
                write!(f, "only primary items have bounds: a secondary one is covered at most once")
            }
            Kind::BadBounds { found } => {
                write!(
                    f,
                    "expected `n|name` or `low:high|name`, found `{}` before the bar",
                    Short(found)
                )
            }
            Kind::BadCost { found } => write!(
                f,
                "expected a cost, a number whose sum with the others is below 2^64, found `{}`",
                Short(found)
            ),
            Kind::UnknownItem { name } => {
                write!(f, "item `{}` is not in the item line", Short(name))
            }
            Kind::Build(kind) => write!(f, "{}", BuildError::from(kind.clone())),
        }
    }
}

impl std::error::Error for ParseError {}

/// A problem without primary items can't be written in Knuth's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPrimaryItem;

impl fmt::Display for NoPrimaryItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a problem without primary items can't be written: its item line would be a comment",
        )
    }
}

impl std::error::Error for NoPrimaryItem {}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: &str =
        "a b 2|c 0:3|d | x longer_than_eight\na c x:red\nb c d longer_than_eight:pale-blue |5\n";

    #[test]
    fn everything_the_format_has_is_read() {
        let problem = parse(ALL).unwrap().problem;
        let names: Vec<_> = problem.items().map(|item| problem.item_name(item)).collect();
        assert_eq!(names, ["a", "b", "c", "d", "x", "longer_than_eight"]);
        assert_eq!(problem.primary_items().len(), 4);
        let bounds: Vec<_> = problem.primary_items().map(|item| problem.bounds(item)).collect();
        let [once, two, some] = [(1, 1), (2, 2), (0, 3)].map(|(low, high)| Bounds { low, high });
        assert_eq!(bounds, [once, once, two, some]);
        let second = OptionId::new(1);
        assert_eq!(problem.cost(second), 5);
        let color = problem.entries(second)[3].color.unwrap();
        assert_eq!(problem.color_name(color), "pale-blue");
    }

    #[test]
    fn reading_and_writing_are_inverse() {
        for text in [ALL, "p\n", "p q |\n", "p | s\np s:1:2\np s:|\n", "3|p\np\np\np\n"] {
            let problem = parse(text).unwrap().problem;
            let written = to_string(&problem).unwrap();
            assert_eq!(parse(&written).unwrap().problem, problem, "{text}");
            assert_eq!(to_string(&parse(&written).unwrap().problem).unwrap(), written);
        }
        assert_eq!(to_string(&parse(ALL).unwrap().problem).unwrap(), ALL);
    }

    #[test]
    fn blanks_comments_and_line_ends_do_not_matter() {
        let plain = parse("a b | x\na x:c\nb\n").unwrap();
        for text in [
            "\u{feff}a b | x\na x:c\nb",
            "| comment\r\n\r\n a\tb  |  x \r\n\ta x:c\r\nb",
            "a b |x\n  | comment\na x:c\n\n   \nb\n\n",
            "|\n|caf\u{e9}\na b | x\na x:c |0\nb",
        ] {
            assert_eq!(parse(text).unwrap(), plain, "{text:?}");
        }
        assert_eq!(parse(b"|caf\xe9\na b | x\na x:c\nb").unwrap(), plain);
    }

    #[test]
    fn costs_add_up() {
        let problem: Problem = "a b\na |3 b |4\na |0\n".parse().unwrap();
        let costs: Vec<_> = problem.options().map(|option| problem.cost(option)).collect();
        assert_eq!(costs, [7, 0]);
    }

    #[test]
    fn options_that_are_never_chosen_are_reported_with_their_lines() {
        let parsed = parse("a | x\nx\n| comment\na x\nx\n").unwrap();
        let lines: Vec<_> =
            parsed.never_chosen.iter().map(|&(option, line)| (option.index(), line)).collect();
        assert_eq!(lines, [(0, 2), (2, 5)]);
    }

    #[test]
    fn every_error_says_where_and_what() {
        let table: [(&[u8], &str); 18] = [
            (b"", "1:1: the text ends before a line that names the items"),
            (b"| c\n\n", "3:1: the text ends before a line that names the items"),
            (b"a b\na q b", "2:3: item `q` is not in the item line"),
            (b"a b\nb a\n  b a b\n", "3:7: option 2 has item `b` twice"),
            (
                b"a | x\na:red x",
                "2:1: option 1 gives a colour to `a`, which is primary: only secondary items take colours",
            ),
            (b"a | x\na x:", "2:5: a name is empty"),
            (b"a b a", "1:5: there are two items `a`"),
            (b"a | b | c", "1:7: the item line has a second `|`"),
            (
                b"a | 2|b",
                "1:5: only primary items have bounds: a secondary one is covered at most once",
            ),
            (
                b"2:1|a",
                "1:1: item `a` is to be covered at least 2 and at most 1 times, which is impossible",
            ),
            (b"x|a", "1:1: expected `n|name` or `low:high|name`, found `x` before the bar"),
            (
                b"a 1:99999999999|b",
                "1:3: expected `n|name` or `low:high|name`, found `1:99999999999` before the bar",
            ),
            (b"2|", "1:1: a name is empty"),
            (b"a:b", "1:1: `a:b` is no name: it has a blank, a control character, `:` or `|`"),
            (
                b"a\na |x",
                "2:3: expected a cost, a number whose sum with the others is below 2^64, found `x`",
            ),
            (
                b"a\na |18446744073709551615 |1",
                "2:25: expected a cost, a number whose sum with the others is below 2^64, found `1`",
            ),
            (b"a b\na \xff", "2:3: the line is no UTF-8"),
            (b"a\0b\n", "1:1: `a\\0b` is no name: it has a blank, a control character, `:` or `|`"),
        ];
        for (text, message) in table {
            assert_eq!(parse(text).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn an_error_shows_the_line_and_names_the_file() {
        let error = parse("a b\na q b\n").unwrap_err().in_file("toy.dlx");
        assert_eq!(error.to_string(), "toy.dlx:2:3: item `q` is not in the item line");
        assert_eq!(error.place().shown(), "  a q b\n    ^");
    }

    #[test]
    fn a_line_of_garbage_gives_a_short_error() {
        let mut text = b"a\n".to_vec();
        text.resize(10_000_000, b'x');
        let error = parse(&text).unwrap_err();
        assert!(error.to_string().len() < 200);
        assert!(error.place().shown().len() < 200);
    }

    #[test]
    fn a_problem_without_primary_items_is_not_written() {
        let mut builder = ProblemBuilder::new();
        builder.secondary("x").unwrap();
        assert_eq!(to_string(&builder.build().unwrap()), Err(NoPrimaryItem));
    }
}
