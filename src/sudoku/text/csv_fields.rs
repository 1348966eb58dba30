//! The fields of a line of comma-separated values, as RFC 4180 has them.
//!
//! A field in double quotes may hold delimiters, line breaks, and quotes, each written twice. A
//! quote elsewhere is an ordinary character.

use super::span::Span;
use std::borrow::Cow;

/// A field: the part of the text between its delimiters or quotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CsvField {
    pub(super) span: Span,
    /// Whether it has quotes that are written twice.
    has_escapes: bool,
}

/// Why a text is not a list of fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CsvFault {
    /// The quoted field that begins at this byte does not end.
    Open(usize),
    /// A quoted field ends before this byte, which is no delimiter.
    AfterQuote(usize),
}

impl CsvField {
    /// The content, without doubled quotes.
    pub(super) fn content(self, text: &[u8]) -> Cow<'_, [u8]> {
        let content = self.span.of(text);
        if !self.has_escapes {
            return Cow::Borrowed(content);
        }
        let mut last = 0;
        let is_kept = |&byte: &u8| {
            // The second quote of a pair is left out.
            let is_second = byte == b'"' && last == b'"';
            last = if is_second { 0 } else { byte };
            !is_second
        };
        Cow::Owned(content.iter().copied().filter(is_kept).collect())
    }

    /// The byte of the text at which a byte of the [content](Self::content) is, or the beginning of
    /// the field if quotes are left out.
    pub(super) fn offset(self, index: usize) -> usize {
        self.span.start + if self.has_escapes { 0 } else { index }
    }
}

/// Cuts a text into fields.
pub(super) fn split(
    text: &[u8],
    delimiter: u8,
    fields: &mut Vec<CsvField>,
) -> Result<(), CsvFault> {
    fields.clear();
    let mut start = 0;
    loop {
        let (field, end) = match text.get(start) {
            Some(b'"') => quoted(text, start, delimiter)?,
            _ => {
                let length = text[start..].iter().position(|&byte| byte == delimiter);
                let end = length.map_or(text.len(), |length| start + length);
                (CsvField { span: Span { start, end }, has_escapes: false }, end)
            }
        };
        fields.push(field);
        if end >= text.len() {
            return Ok(());
        }
        start = end + 1;
    }
}

/// The quoted field that begins at a byte, and the place of the delimiter after it.
fn quoted(text: &[u8], start: usize, delimiter: u8) -> Result<(CsvField, usize), CsvFault> {
    let (begin, mut has_escapes, mut at) = (start + 1, false, start + 1);
    loop {
        let length = text[at..].iter().position(|&byte| byte == b'"');
        let end = at + length.ok_or(CsvFault::Open(start))?;
        if text.get(end + 1) == Some(&b'"') {
            has_escapes = true;
            at = end + 2;
            continue;
        }
        let rest = &text[end + 1..];
        let is_blank = |byte: &&u8| **byte != delimiter && **byte == b' ';
        let after = end + 1 + rest.iter().take_while(is_blank).count();
        return match text.get(after) {
            Some(&byte) if byte != delimiter => Err(CsvFault::AfterQuote(after)),
            _ => Ok((CsvField { span: Span { start: begin, end }, has_escapes }, after)),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Result<Vec<String>, CsvFault> {
        let mut fields = Vec::new();
        split(text.as_bytes(), b',', &mut fields)?;
        let content = |field: &CsvField| field.content(text.as_bytes()).into_owned();
        Ok(fields.iter().map(|field| String::from_utf8(content(field)).unwrap()).collect())
    }

    #[test]
    fn fields_are_cut_at_delimiters_outside_of_quotes() {
        let cases: [(&str, &[&str]); 12] = [
            ("", &[""]),
            ("a", &["a"]),
            ("a,b", &["a", "b"]),
            ("a,", &["a", ""]),
            (",,", &["", "", ""]),
            ("\"a,b\",c", &["a,b", "c"]),
            ("\"a\nb\",c", &["a\nb", "c"]),
            ("\"a\"\"b\",c", &["a\"b", "c"]),
            ("\"\"\"\",\"\"", &["\"", ""]),
            ("\"\"\"\"\"\"", &["\"\""]),
            ("5\" high,x", &["5\" high", "x"]),
            ("\"a\"  ,b", &["a", "b"]),
        ];
        for (text, expected) in cases {
            assert_eq!(fields(text).unwrap(), expected, "{text}");
        }
        assert_eq!(fields("a,\"b"), Err(CsvFault::Open(2)));
        assert_eq!(fields("\"a\"\""), Err(CsvFault::Open(0)));
        assert_eq!(fields("\"a\"b"), Err(CsvFault::AfterQuote(3)));
    }

    #[test]
    fn a_byte_of_the_content_has_a_place_in_the_text() {
        let text = b"\"a\"\"b\",cde";
        let mut all = Vec::new();
        split(text, b',', &mut all).unwrap();
        assert_eq!((all[0].offset(2), all[1].offset(2)), (1, 9));
    }
}
