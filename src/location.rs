//! Locations in a text and errors there: [`Location`], [`ParseError`], and excerpts for messages.

use std::fmt;

/// The number of characters of a line in an excerpt, on each side of the column.
const SHOWN_AROUND: usize = 40;

/// A place in a text: file, line and column.
///
/// `Display` writes `file:line:column`, without the file if it is not known; [`Location::shown`]
/// returns the line with a mark under the column. Lines and columns count from 1; columns count
/// characters, not bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    file: Option<String>,
    line: u64,
    column: usize,
    excerpt: String,
    mark: usize,
}

impl Location {
    /// The place at byte `offset` of the line with this number, whose bytes are `text`.
    ///
    /// Control characters and bytes that are not UTF-8 are shown as `�`. Of a long line, only the
    /// characters near the column are kept.
    #[must_use]
    pub fn new(line: u64, text: &[u8], offset: usize) -> Self {
        let before = String::from_utf8_lossy(&text[..offset.min(text.len())]);
        let column = before.chars().count();
        let start = before.char_indices().rev().nth(SHOWN_AROUND - 1).map_or(0, |(at, _)| at);
        let near =
            &text[offset.min(text.len())..text.len().min(offset.saturating_add(4 * SHOWN_AROUND))];
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

    /// The same place in a line of which the text was only a part, with this number of characters
    /// before it.
    pub(crate) fn after_columns(mut self, columns: usize) -> Self {
        self.column += columns;
        if columns > 0 && !self.excerpt.starts_with("...") {
            self.excerpt.insert_str(0, "...");
            self.mark += 3;
        }
        self
    }

    /// The same place, in the file with this name.
    #[must_use]
    pub fn in_file(mut self, file: &str) -> Self {
        self.file = Some(file.to_owned());
        self
    }

    /// The name of the file, if it is known.
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

    /// Two lines without a final line end: the line, or the part near the column, and a `^` under
    /// the column.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("  {}\n  {:width$}^", self.excerpt, "", width = self.mark)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
        }
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The first 60 characters of a text, escaped, for one line of an error message.
pub(crate) struct Truncated<'a>(pub(crate) &'a str);

impl fmt::Display for Truncated<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 60;
        let mut chars = self.0.chars();
        for c in chars.by_ref().take(SHOWN) {
            write!(f, "{}", c.escape_debug())?;
        }
        if chars.next().is_some() { f.write_str("...") } else { Ok(()) }
    }
}

/// The first error in a text, and its location.
///
/// `Display` writes one line, `file:line:column: what is wrong`; [`location`](Self::location) has
/// the excerpt, too. `K` is the kind of error: [`dlx::DlxErrorKind`](crate::dlx::DlxErrorKind) of
/// Knuth's format, for example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError<K> {
    inner: Box<(Location, K)>,
}

impl<K> ParseError<K> {
    pub(crate) fn new(location: Location, kind: K) -> Self {
        Self { inner: Box::new((location, kind)) }
    }

    /// What is wrong. Its `Display` is the message without the location.
    #[must_use]
    pub fn kind(&self) -> &K {
        &self.inner.1
    }

    /// Where it is.
    #[must_use]
    pub fn location(&self) -> &Location {
        &self.inner.0
    }

    /// The same error, in the file with this name.
    #[must_use]
    pub fn in_file(self, file: &str) -> Self {
        let (location, kind) = *self.inner;
        Self::new(location.in_file(file), kind)
    }
}

impl<K: fmt::Display> fmt::Display for ParseError<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.location(), self.kind())
    }
}

impl<K: fmt::Debug + fmt::Display> std::error::Error for ParseError<K> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_has_a_position_and_an_excerpt() {
        let place = Location::new(3, b"a b q", 4);
        assert_eq!(place.to_string(), "3:5");
        assert_eq!(place.shown(), "  a b q\n      ^");
        assert_eq!(Location::new(3, b"a b q", usize::MAX).to_string(), "3:6");
        assert_eq!(place.in_file("toy.dlx").to_string(), "toy.dlx:3:5");
    }

    #[test]
    fn a_long_line_is_shown_only_near_the_column() {
        let line = "x".repeat(10_000_000);
        let place = Location::new(1, line.as_bytes(), 5_000_000);
        assert_eq!(place.column(), 5_000_001);
        assert_eq!(place.shown().lines().next().unwrap().len(), 2 + 3 + 40 + 40 + 3);
    }

    #[test]
    fn bytes_that_are_not_text_are_replaced() {
        let place = Location::new(1, b"a\xffb\0c\td\r\n", 1);
        assert_eq!(place.column(), 2);
        assert_eq!(place.shown(), "  a\u{fffd}b\u{fffd}c d\n   ^");
    }

    #[test]
    fn a_part_of_a_line_has_columns_before_it() {
        let place = Location::new(1, b"abc", 1).after_columns(100);
        assert_eq!(
            (place.to_string(), place.shown()),
            ("1:102".into(), "  ...abc\n      ^".into())
        );
        assert_eq!(Location::new(1, b"abc", 1).after_columns(0), Location::new(1, b"abc", 1));
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(Location::new(1, "äöü x".as_bytes(), 7).column(), 5);
        assert_eq!(Location::new(1, b"abc", 99).column(), 4);
    }
}
