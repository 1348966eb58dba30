//! [`XmlLexer`]: the start tags of XML with some of their attributes.
//!
//! The text arrives in pieces; a tag may begin in one and end in a later one. Comments, processing
//! instructions, declarations, CDATA sections, end tags and text between tags are skipped. It is
//! not checked that tags are nested.

use super::piece_cursor::{PieceCursor, Place};

/// The maximum number of bytes of a name, or of a value that is kept.
pub(super) const MAX_VALUE: usize = 64 * 1024;

/// What a piece of XML has at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum XmlToken {
    /// The name of a start tag.
    Start,
    /// A name and a value of the tag that began last.
    Attribute,
    /// The end of a start tag.
    End,
}

/// Why a tag can't be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum XmlFault {
    /// A name is not followed by `=`.
    NoEquals,
    /// A value is not in quotes.
    NoQuote,
    /// A value has a `<`.
    Tag,
    /// A reference is not one of a character.
    Reference,
    /// A name or value is longer than [`MAX_VALUE`].
    Long,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum XmlState {
    /// Between tags.
    #[default]
    Text,
    /// After `<`.
    Open,
    /// In what ends with `>`.
    Skip,
    /// After `<!`: the first characters are collected.
    Declaration,
    /// In what ends with `-->`: how many of these were read.
    Comment(u8),
    /// In what ends with `]]>`: how many of these were read.
    Data(u8),
    /// In the name of a start tag.
    TagName,
    /// Between the attributes of a tag.
    Tag,
    /// In the name of an attribute.
    Name,
    /// After the name of an attribute.
    AfterName,
    /// After `=`.
    BeforeValue,
    /// In a value that ends with this quote.
    Value(u8),
    /// In a reference in such a value.
    Reference(u8),
}

/// Cuts pieces of a text into tags and attributes.
#[derive(Debug)]
pub(super) struct XmlLexer {
    /// The names of the attributes whose values are kept; other values are empty.
    kept: &'static [&'static str],
    state: XmlState,
    /// The name of the tag, or of the attribute.
    name: Vec<u8>,
    value: Vec<u8>,
    reference: Vec<u8>,
    place: Place,
    has_references: bool,
}

impl XmlLexer {
    pub(super) fn new(kept: &'static [&'static str]) -> Self {
        Self {
            kept,
            state: XmlState::default(),
            name: Vec::new(),
            value: Vec::new(),
            reference: Vec::new(),
            place: Place::default(),
            has_references: false,
        }
    }

    /// Returns whether the value of the attribute that is being read is kept.
    fn is_kept(&self) -> bool {
        self.kept.iter().any(|kept| kept.as_bytes() == self.name)
    }

    /// The name of the last tag or attribute.
    pub(super) fn name(&self) -> &[u8] {
        &self.name
    }

    /// The value of the last attribute, without references.
    pub(super) fn value(&self) -> &[u8] {
        &self.value
    }

    /// The place of the name of the last tag, or of the value of the last attribute.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Whether a byte of the value is not where its index is, counted from the first byte.
    pub(super) fn has_references(&self) -> bool {
        self.has_references
    }

    /// Returns whether the text may end here: between tags.
    pub(super) fn is_between(&self) -> bool {
        self.state == XmlState::Text
    }

    /// The next token that ends in the piece; `None` at its end. After a fault, the rest of the tag
    /// is skipped.
    pub(super) fn next(
        &mut self,
        piece: &mut PieceCursor<'_>,
    ) -> Option<Result<XmlToken, XmlFault>> {
        loop {
            if self.name.len().max(self.value.len()) > MAX_VALUE {
                return Some(Err(self.fault(XmlFault::Long)));
            }
            if let Some(token) = self.step(piece)? {
                return Some(token);
            }
        }
    }

    fn fault(&mut self, fault: XmlFault) -> XmlFault {
        self.state = XmlState::Skip;
        self.name.clear();
        self.value.clear();
        fault
    }

    /// Takes at least one byte; `None` if there is none.
    #[allow(clippy::option_option)]
    fn step(&mut self, piece: &mut PieceCursor<'_>) -> Option<Option<Result<XmlToken, XmlFault>>> {
        let byte = piece.peek()?;
        let next = match self.state {
            XmlState::Text => {
                piece.take_while(|byte| byte != b'<');
                if piece.next().is_some() {
                    self.state = XmlState::Open;
                }
                return Some(None);
            }
            XmlState::Skip => {
                piece.take_while(|byte| byte != b'>');
                if piece.next().is_some() {
                    self.state = XmlState::Text;
                }
                return Some(None);
            }
            XmlState::Open => {
                self.name.clear();
                self.place = piece.place();
                match byte {
                    b'!' => XmlState::Declaration,
                    b'/' | b'?' | b'>' => XmlState::Skip,
                    // The name is taken from this byte on.
                    _ => {
                        self.state = XmlState::TagName;
                        return Some(None);
                    }
                }
            }
            XmlState::Declaration => {
                self.name.push(byte);
                match &*self.name {
                    b"!--" | b"--" => XmlState::Comment(0),
                    b"[CDATA[" => XmlState::Data(0),
                    _ if byte == b'>' => XmlState::Text,
                    name if b"--".starts_with(name) || b"[CDATA[".starts_with(name) => {
                        XmlState::Declaration
                    }
                    _ => XmlState::Skip,
                }
            }
            XmlState::Comment(count) => ending(byte, count, b'-', XmlState::Comment),
            XmlState::Data(count) => ending(byte, count, b']', XmlState::Data),
            XmlState::TagName => {
                self.name.extend_from_slice(piece.take_while(is_name));
                if piece.peek().is_none_or(is_name) {
                    return Some(None);
                }
                self.state = XmlState::Tag;
                return Some(Some(Ok(XmlToken::Start)));
            }
            XmlState::Tag if byte == b'>' => {
                piece.next();
                self.state = XmlState::Text;
                return Some(Some(Ok(XmlToken::End)));
            }
            XmlState::Tag if is_name(byte) => {
                self.name.clear();
                self.state = XmlState::Name;
                return Some(None);
            }
            XmlState::Tag => XmlState::Tag,
            XmlState::Name => {
                self.name.extend_from_slice(piece.take_while(is_name));
                if !piece.peek().is_none_or(is_name) {
                    self.state = XmlState::AfterName;
                }
                return Some(None);
            }
            XmlState::AfterName if byte == b'=' => XmlState::BeforeValue,
            XmlState::AfterName if byte.is_ascii_whitespace() => XmlState::AfterName,
            XmlState::AfterName => return Some(Some(Err(self.fault(XmlFault::NoEquals)))),
            XmlState::BeforeValue if byte == b'"' || byte == b'\'' => {
                self.value.clear();
                self.has_references = false;
                piece.next();
                (self.state, self.place) = (XmlState::Value(byte), piece.place());
                return Some(None);
            }
            XmlState::BeforeValue if byte.is_ascii_whitespace() => XmlState::BeforeValue,
            XmlState::BeforeValue => return Some(Some(Err(self.fault(XmlFault::NoQuote)))),
            XmlState::Value(quote) => return Some(self.take_value(quote, piece)),
            XmlState::Reference(quote) => return Some(self.take_reference(quote, piece)),
        };
        piece.next();
        self.state = next;
        Some(None)
    }

    /// Takes bytes of a value.
    fn take_value(
        &mut self,
        quote: u8,
        piece: &mut PieceCursor<'_>,
    ) -> Option<Result<XmlToken, XmlFault>> {
        let plain = piece.take_while(|byte| byte != quote && byte != b'&' && byte != b'<');
        if self.is_kept() {
            self.value.extend_from_slice(plain);
        }
        match piece.peek() {
            Some(b'<') => return Some(Err(self.fault(XmlFault::Tag))),
            Some(b'&') => {
                piece.next();
                self.reference.clear();
                self.has_references = true;
                self.state = XmlState::Reference(quote);
            }
            Some(byte) if byte == quote => {
                piece.next();
                self.state = XmlState::Tag;
                return Some(Ok(XmlToken::Attribute));
            }
            _ => {}
        }
        None
    }

    /// Takes a byte of a reference.
    fn take_reference(
        &mut self,
        quote: u8,
        piece: &mut PieceCursor<'_>,
    ) -> Option<Result<XmlToken, XmlFault>> {
        match piece.next() {
            Some(b';') => match referenced(&self.reference) {
                Some(character) => {
                    if self.is_kept() {
                        let mut bytes = [0; 4];
                        self.value.extend_from_slice(character.encode_utf8(&mut bytes).as_bytes());
                    }
                    self.state = XmlState::Value(quote);
                    None
                }
                None => Some(Err(self.fault(XmlFault::Reference))),
            },
            Some(byte) if self.reference.len() < LONGEST_REFERENCE && byte != quote => {
                self.reference.push(byte);
                None
            }
            _ => Some(Err(self.fault(XmlFault::Reference))),
        }
    }
}

/// The longest reference without `&` and `;`, such as `#x10ffff`.
const LONGEST_REFERENCE: usize = 8;

/// The state after a byte of what ends with two of these bytes and `>`.
fn ending(byte: u8, count: u8, end: u8, state: fn(u8) -> XmlState) -> XmlState {
    match byte {
        b'>' if count == 2 => XmlState::Text,
        _ if byte == end => state((count + 1).min(2)),
        _ => state(0),
    }
}

/// The character that a reference stands for.
fn referenced(reference: &[u8]) -> Option<char> {
    let text = str::from_utf8(reference).ok()?;
    match text {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let digits = text.strip_prefix('#')?;
            let number = match digits.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => digits.parse(),
            };
            char::from_u32(number.ok()?)
        }
    }
}

/// Returns whether a byte is a part of a name.
fn is_name(byte: u8) -> bool {
    byte > b' ' && !b"<>=/\"'&".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::super::line_reader::TextPiece;
    use super::*;

    /// The tokens of a text that arrives in pieces of this size.
    fn tokens(text: &str, size: usize) -> Vec<String> {
        let (mut lexer, mut seen) = (XmlLexer::new(&["c", "d", "e", "g"]), Vec::new());
        for (at, text) in text.as_bytes().chunks(size).enumerate() {
            let piece = TextPiece { line: 1, columns: at * size, text };
            let mut cursor = PieceCursor::new(&piece);
            while let Some(token) = lexer.next(&mut cursor) {
                let [name, value] = [lexer.name(), lexer.value()].map(String::from_utf8_lossy);
                seen.push(match token {
                    Ok(XmlToken::Start) => format!("<{name}"),
                    Ok(XmlToken::Attribute) => format!("{name}={value}"),
                    Ok(XmlToken::End) => ">".to_owned(),
                    Err(fault) => format!("{fault:?}"),
                });
            }
        }
        assert!(lexer.is_between());
        seen
    }

    #[test]
    fn tags_and_attributes_do_not_depend_on_the_pieces() {
        let text = "<?xml version=\"1.0\"?>\n<!-- <a b=\"c\"> -- - --->\n<!DOCTYPE a>\n<a><![CDATA[<x y='z'>]] >]]>\
                    text</a>\n<b c = 'd&lt;&quot;&#10;&#xe9;' x='1&lt;' e=\"1\n2\"/><f  g=''></f>";
        let expected = ["<a", ">", "<b", "c=d<\"\n\u{e9}", "x=", "e=1\n2", ">", "<f", "g=", ">"];
        for size in [1, 2, 3, 7, 1000] {
            assert_eq!(tokens(text, size), expected, "{size}");
        }
    }

    #[test]
    fn after_a_fault_the_next_tag_is_read() {
        let cases = [
            ("<a b>", "NoEquals"),
            ("<a b=c>", "NoQuote"),
            ("<a b=\"<\">", "Tag"),
            ("<a b=\"&nope;\">", "Reference"),
            ("<a b=\"&#xd800;\">", "Reference"),
            ("<a b=\"&verylongname;\">", "Reference"),
        ];
        for (text, fault) in cases {
            for size in [1, 100] {
                let seen = tokens(&format!("{text}<c d='1'/>"), size);
                assert_eq!(seen, ["<a", fault, "<c", "d=1", ">"], "{text}");
            }
        }
    }
}
