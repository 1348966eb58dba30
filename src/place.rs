//! Where in a text something stands: file, line and column, with the line itself to show.
//!
//! Both readers, that of Knuth's format and that of Sudoku grids, say with a [`Place`] what they mean.

use std::fmt;

/// How many characters of a line are shown on each side of the column meant.
const SHOWN_AROUND: usize = 40;

/// A place in a text that was read.
///
/// Its `Display` is `file:line:column` (without the file where it is not known); [`Place::shown`] is the line
/// with a mark under the column. Lines and columns are counted from 1; columns count characters, not bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    file: Option<String>,
    line: u64,
    column: usize,
    excerpt: String,
    mark: usize,
}

impl Place {
    /// The place at byte `offset` of the line with this number, whose bytes are `text`.
    ///
    /// Bytes that are no UTF-8 and control characters are shown as `�`. Of a long line, only what is near the
    /// column is kept.
    #[must_use]
    pub fn new(line: u64, text: &[u8], offset: usize) -> Self {
        let before = String::from_utf8_lossy(&text[..offset.min(text.len())]);
        let column = before.chars().count();
        let start = before.char_indices().rev().nth(SHOWN_AROUND - 1).map_or(0, |(at, _)| at);
        let near = &text[offset.min(text.len())..text.len().min(offset + 4 * SHOWN_AROUND)];
        let after = String::from_utf8_lossy(near);
        let visible = |c: char| {
            if c == '\t' {
                ' '
            } else if c.is_control() {
                '\u{fffd}'
            } else {
                c
            }
        };
        let (head, tail) = (&before[start..], after.trim_end_matches(['\r', '\n']));
        let mut excerpt = String::new();
        if start > 0 {
            excerpt.push_str("...");
        }
        excerpt.extend(head.chars().map(visible));
        let mark = excerpt.chars().count();
        excerpt.extend(tail.chars().take(SHOWN_AROUND).map(visible));
        if tail.chars().count() > SHOWN_AROUND {
            excerpt.push_str("...");
        }
        Self { file: None, line, column: column + 1, excerpt, mark }
    }

    /// The same place, in the file with this name.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// The name of the file, where it is known.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// The number of the line, from 1.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The number of the column, from 1, in characters.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// Two lines without a final line break: the line meant (what is near the column, if it is long), and a
    /// `^` under the column.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("  {}\n  {:width$}^", self.excerpt, "", width = self.mark)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        write!(f, "{}:{}", self.line, self.column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_says_where_and_shows_it() {
        let place = Place::new(3, b"a b q", 4);
        assert_eq!(place.to_string(), "3:5");
        assert_eq!(place.shown(), "  a b q\n      ^");
        assert_eq!(place.in_file("toy.dlx").to_string(), "toy.dlx:3:5");
    }

    #[test]
    fn a_long_line_is_shown_only_near_the_column() {
        let line = "x".repeat(10_000_000);
        let place = Place::new(1, line.as_bytes(), 5_000_000);
        assert_eq!(place.column(), 5_000_001);
        assert_eq!(place.shown().lines().next().unwrap().len(), 2 + 3 + 40 + 40 + 3);
    }

    #[test]
    fn bytes_that_are_no_text_are_shown_as_such() {
        let place = Place::new(1, b"a\xffb\0c\td\r\n", 1);
        assert_eq!(place.column(), 2);
        assert_eq!(place.shown(), "  a\u{fffd}b\u{fffd}c d\n   ^");
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(Place::new(1, "äöü x".as_bytes(), 7).column(), 5);
        assert_eq!(Place::new(1, b"abc", 99).column(), 4);
    }
}
