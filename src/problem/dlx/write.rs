//! Writing a problem in Knuth's format.

use crate::ids::OptionId;
use crate::problem::Problem;
use crate::problem::entry::Bounds;
use std::fmt::{self, Write as _};

/// Writes a problem in Knuth's format. [`parse`](super::parse) reads the same problem, with
/// colours numbered in the order of the text.
///
/// # Errors
/// [`NoPrimaryItem`]: the format can't express a problem without primary items, because an item
/// line that starts with the bar is a comment.
pub fn to_string(problem: &Problem) -> Result<String, NoPrimaryItem> {
    if problem.primary_items().len() == 0 {
        return Err(NoPrimaryItem);
    }
    Ok(text(problem, true))
}

/// The beginning of a stored problem without primary items. In Knuth's format, nothing begins with
/// it.
#[cfg(feature = "serde")]
pub(super) const NO_PRIMARY_ITEM: &str = "0| | ";

/// The text of any problem, which [`parse_stored`](super::parse_stored) reads: that of
/// [`to_string`], or, if the item line would be a comment, with another beginning.
#[cfg(feature = "serde")]
pub(crate) fn to_stored(problem: &Problem) -> String {
    let text = text(problem, true);
    match text.strip_prefix("| ") {
        Some(rest) => NO_PRIMARY_ITEM.to_owned() + rest,
        None => text,
    }
}

/// The text of a problem without labels, by which two problems can be compared. Without primary
/// items, it can't be read again.
#[cfg(feature = "proof")]
pub(crate) fn canonical_text(problem: &Problem) -> String {
    text(problem, false)
}

fn text(problem: &Problem, has_labels: bool) -> String {
    let mut text = String::new();
    write_items(problem, &mut text);
    for option in problem.options() {
        if let Some(label) = problem.label(option).filter(|_| has_labels) {
            writing(writeln!(text, "|@ {label}"));
        }
        writing(write_option(problem, option, &mut text));
        match problem.cost(option) {
            0 => text.push('\n'),
            cost => writing(writeln!(text, " |{cost}")),
        }
    }
    text
}

/// Writes the entries of an option in Knuth's format: a line without label, cost and line end. It
/// is [`Problem::display_option`], and faster into a `String` than by a formatter.
///
/// # Errors
/// Those of the output.
///
/// # Panics
/// If the problem has no such option.
pub fn write_option(problem: &Problem, option: OptionId, out: &mut impl fmt::Write) -> fmt::Result {
    for (index, entry) in problem.entries(option).iter().enumerate() {
        if index > 0 {
            out.write_char(' ')?;
        }
        out.write_str(problem.item_name(entry.item))?;
        if let Some(color) = entry.color {
            out.write_char(':')?;
            out.write_str(problem.color_name(color))?;
        }
    }
    Ok(())
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

/// Asserts that writing to a `String` does not fail.
fn writing(result: fmt::Result) {
    debug_assert!(result.is_ok());
}

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
