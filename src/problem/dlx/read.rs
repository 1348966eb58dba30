//! Reading a problem in Knuth's format, line by line.

use super::error::DlxErrorKind;
#[cfg(feature = "serde")]
use super::write::NO_PRIMARY_ITEM;
use crate::ids::{ItemId, OptionId};
use crate::location::{Location, ParseError};
use crate::problem::Problem;
use crate::problem::builder::ProblemBuilder;
use crate::problem::entry::{Bounds, Entry};
use std::str::FromStr;

/// The byte order mark that some editors write before UTF-8 text.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// After the bar of a comment that is a label.
const LABEL: &[u8] = b"@ ";

/// A problem that was read, and its options that are probably mistakes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The problem.
    pub problem: Problem,
    /// Options without a primary item, each with its line number. No solution has them.
    pub never_chosen: Vec<(OptionId, u64)>,
    /// Primary items that must be covered and are in no option, each with its line number. A
    /// problem with such an item has no solution.
    pub never_covered: Vec<(ItemId, u64)>,
}

/// Reads a problem in Knuth's format.
///
/// ```
/// let parsed = quadrille::dlx::parse("a b | x\na x\nb\nx\n")?;
/// assert_eq!(parsed.problem.options().len(), 3);
/// assert_eq!(parsed.never_chosen[0].1, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first error in the text, with its line and column.
pub fn parse(text: impl AsRef<[u8]>) -> Result<Parsed, ParseError<DlxErrorKind>> {
    let text = text.as_ref();
    Reader::default().read(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text))
}

/// Reads a problem as [`to_stored`](super::to_stored) writes it.
#[cfg(feature = "serde")]
pub(crate) fn parse_stored(text: &str) -> Result<Problem, ParseError<DlxErrorKind>> {
    let Some(text) = text.strip_prefix(NO_PRIMARY_ITEM) else { return text.parse() };
    let reader = Reader { has_no_primary: true, ..Reader::default() };
    reader.read(text.as_bytes()).map(|parsed| parsed.problem)
}

/// The primary items with a lower bound of at least 1 that no option has.
fn never_covered(problem: &Problem) -> Vec<ItemId> {
    let mut is_covered = vec![false; problem.items().len()];
    for option in problem.options() {
        for entry in problem.entries(option) {
            is_covered[entry.item.index()] = true;
        }
    }
    let is_missing = |&item: &ItemId| problem.bounds(item).low > 0 && !is_covered[item.index()];
    problem.primary_items().filter(is_missing).collect()
}

impl FromStr for Problem {
    type Err = ParseError<DlxErrorKind>;

    /// Reads Knuth's format; see [`parse`].
    fn from_str(text: &str) -> Result<Self, ParseError<DlxErrorKind>> {
        parse(text).map(|parsed| parsed.problem)
    }
}

/// An error, and its byte offset in the line.
struct Wrong {
    kind: DlxErrorKind,
    at: usize,
}

type Checked<T> = Result<T, Wrong>;

fn wrong<T>(at: usize, kind: impl Into<DlxErrorKind>) -> Checked<T> {
    Err(Wrong { kind: kind.into(), at })
}

/// Adds one line after another to a builder.
#[derive(Default)]
struct Reader<'t> {
    builder: ProblemBuilder,
    has_items: bool,
    /// Whether all items are secondary: the item line has no bar.
    has_no_primary: bool,
    /// The number of the item line.
    item_line: u64,
    never_chosen: Vec<(OptionId, u64)>,
    /// The label in the line before, if that is a comment with one.
    label: Option<&'t [u8]>,
    /// The entries of the option in the current line, and the byte offset of each.
    entries: Vec<Entry>,
    begins: Vec<usize>,
}

impl<'t> Reader<'t> {
    fn read(mut self, text: &'t [u8]) -> Result<Parsed, ParseError<DlxErrorKind>> {
        let mut number = 0;
        for line in text.split(|&byte| byte == b'\n') {
            number += 1;
            self.line(number, line).map_err(|Wrong { kind, at }| {
                ParseError::new(Location::new(number, line, at), kind)
            })?;
        }
        let end = Location::new(number, b"", 0);
        if !self.has_items {
            return Err(ParseError::new(end, DlxErrorKind::NoItemLine));
        }
        let problem = self.builder.build().map_err(|error| ParseError::new(end, error.into()))?;
        let never_covered = never_covered(&problem);
        let never_covered = never_covered.into_iter().map(|item| (item, self.item_line)).collect();
        Ok(Parsed { problem, never_chosen: self.never_chosen, never_covered })
    }

    fn line(&mut self, number: u64, line: &'t [u8]) -> Checked<()> {
        let label = self.label.take();
        match line.trim_ascii_start() {
            [] => return Ok(()),
            [b'|', comment @ ..] => {
                self.label = comment.strip_prefix(LABEL).map(<[u8]>::trim_ascii);
                return Ok(());
            }
            _ => {}
        }
        let text = std::str::from_utf8(line)
            .or_else(|error| wrong(error.valid_up_to(), DlxErrorKind::NotUtf8))?;
        if self.has_items {
            let option = self.option_line(number, text)?;
            self.label(option, label);
            Ok(())
        } else {
            self.has_items = true;
            self.item_line = number;
            self.item_line(text)
        }
    }

    fn item_line(&mut self, text: &str) -> Checked<()> {
        let mut secondary = self.has_no_primary;
        for (at, token) in tokens(text) {
            let name = match token.strip_prefix('|') {
                Some(_) if secondary => return wrong(at, DlxErrorKind::SecondBar),
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
            Some(_) if secondary => return wrong(at, DlxErrorKind::BoundedSecondary),
            Some((bounds, name)) => match parse_bounds(bounds) {
                Some(bounds) => self.builder.primary_bounded(name, bounds),
                None => return wrong(at, wrong_bounds(bounds)),
            },
            None if secondary => self.builder.secondary(name),
            None => self.builder.primary(name),
        };
        added.map(drop).or_else(|error| wrong(at, error))
    }

    /// Attaches the label in the line before. A comment that is not a valid label is a comment.
    fn label(&mut self, option: OptionId, label: Option<&[u8]>) {
        let label = label.and_then(|label| std::str::from_utf8(label).ok()).map(str::trim);
        if let Some(label) = label {
            let _ = self.builder.label(option, label);
        }
    }

    fn option_line(&mut self, number: u64, text: &str) -> Checked<OptionId> {
        self.entries.clear();
        self.begins.clear();
        let mut total = 0u64;
        for (at, token) in tokens(text) {
            let Some(cost) = token.strip_prefix('|') else {
                self.entry(token, at)?;
                continue;
            };
            if !is_number(cost) {
                return wrong(at, DlxErrorKind::BadCost { found: cost.to_owned() });
            }
            match parse_number(cost).and_then(|cost| total.checked_add(cost)) {
                Some(sum) => total = sum,
                None => return wrong(at, DlxErrorKind::LargeCost { found: cost.to_owned() }),
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
        Ok(option)
    }

    fn entry(&mut self, token: &str, at: usize) -> Checked<()> {
        let (name, color) = match token.split_once(':') {
            Some((name, color)) => (name, Some(color)),
            None => (token, None),
        };
        let Some(item) = self.builder.find_item(name) else {
            return wrong(at, DlxErrorKind::UnknownItem { name: name.to_owned() });
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

/// The words of a line, each with its byte offset.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let begin = end + text[end..].find(|c: char| !c.is_ascii_whitespace())?;
        let len = text[begin..].find(|c: char| c.is_ascii_whitespace());
        end = len.map_or(text.len(), |len| begin + len);
        Some((begin, &text[begin..end]))
    })
}

/// A number of digits alone, without a sign.
fn parse_number<N: FromStr>(digits: &str) -> Option<N> {
    digits.parse().ok().filter(|_| is_number(digits))
}

fn is_number(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Why a text is not the bounds of an item.
fn wrong_bounds(text: &str) -> DlxErrorKind {
    let found = text.to_owned();
    let is_large = match text.split_once(':') {
        Some((low, high)) => (low.is_empty() || is_number(low)) && is_number(high),
        None => is_number(text),
    };
    if is_large { DlxErrorKind::LargeBounds { found } } else { DlxErrorKind::BadBounds { found } }
}

/// `n` or `low:high`; in `:high` the lower bound is 0.
fn parse_bounds(text: &str) -> Option<Bounds> {
    match text.split_once(':') {
        Some(("", high)) => Some(Bounds { low: 0, high: parse_number(high)? }),
        Some((low, high)) => Some(Bounds { low: parse_number(low)?, high: parse_number(high)? }),
        None => parse_number(text).map(|times| Bounds { low: times, high: times }),
    }
}
