//! Parts of lines: separators, ranges of bytes, and names.

/// Returns whether this byte separates fields. A separator is never a symbol of a grid.
pub(in crate::sudoku) fn is_separator(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;:|='\"`()[]{}<>".contains(&byte)
}

/// A range of bytes of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
}

impl Span {
    pub(super) fn len(self) -> usize {
        self.end - self.start
    }

    pub(super) fn of(self, text: &[u8]) -> &[u8] {
        &text[self.start..self.end]
    }
}

/// The first character of these bytes.
pub(super) fn character(bytes: &[u8]) -> char {
    let first = String::from_utf8_lossy(&bytes[..bytes.len().min(4)]);
    first.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The maximum length of a name, in bytes.
const LONGEST_NAME: usize = 200;

/// The name of a record in a part of a line: without the characters of a comment before it and of
/// an assignment after it, and at most [`LONGEST_NAME`] bytes.
pub(super) fn name(text: &[u8]) -> Option<String> {
    let around = |byte: &u8| byte.is_ascii_whitespace() || b"#=:;,|['\"`".contains(byte);
    let start = text.iter().position(|byte| !around(byte))?;
    let end = text.iter().rposition(|byte| !around(byte))? + 1;
    let text = &text[start..end.min(start + LONGEST_NAME)];
    Some(String::from_utf8_lossy(text).trim_end_matches(char::REPLACEMENT_CHARACTER).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_trimmed_and_limited_in_length() {
        assert_eq!(name(b" s = ["), Some("s".to_owned()));
        assert_eq!(name(b"# Grid 01\r\n"), Some("Grid 01".to_owned()));
        assert_eq!(name(b"display(s)"), Some("display(s)".to_owned()));
        assert_eq!(name(b" == \t"), None);
        assert_eq!(name(&[b'a'; 1000]).unwrap().len(), LONGEST_NAME);
    }
}
