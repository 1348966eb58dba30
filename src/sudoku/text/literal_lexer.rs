//! [`LiteralLexer`]: the tokens of JSON and of literals of Python.
//!
//! The text arrives in pieces; a token may begin in one and end in a later one. Besides JSON, there
//! are strings in single quotes, comments from `#` to the end of the line, and parentheses.

use super::piece_cursor::{PieceCursor, Place};

/// The maximum number of bytes of a token.
pub(super) const MAX_TOKEN: usize = 64 * 1024;

/// The maximum number of bytes of a comment that are kept.
const MAX_COMMENT: usize = 1024;

/// A token. The content of a text, a word or a comment is in the lexer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LiteralToken {
    /// `[` or `(`.
    OpenList,
    /// `]` or `)`.
    CloseList,
    /// `{`.
    OpenObject,
    /// `}`.
    CloseObject,
    Comma,
    Colon,
    Equals,
    /// A string in quotes.
    Text,
    /// A number, a name or a constant.
    Word,
    /// What follows a `#` up to the end of the line.
    Comment,
}

/// Why there is no token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LexerFault {
    /// The line ends before the closing quote.
    OpenQuote,
    /// An escape is not followed by four hexadecimal digits.
    Escape,
    /// The token is longer than [`MAX_TOKEN`].
    Long,
}

/// What the lexer is in the middle of.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum LexerState {
    #[default]
    Between,
    Word,
    /// A string that ends with this quote.
    Quoted(u8),
    /// After a backslash in a string.
    Escaped(u8),
    /// Between the hexadecimal digits of an escape: how many there were, and their value.
    Hexadecimal(u8, u8, u32),
    Comment,
}

/// Cuts pieces of a text into tokens.
#[derive(Default, Debug)]
pub(super) struct LiteralLexer {
    state: LexerState,
    text: Vec<u8>,
    place: Place,
    has_escapes: bool,
    /// The first half of a character that is written as two escapes.
    surrogate: Option<u32>,
}

impl LiteralLexer {
    /// The content of the last [`Text`](LiteralToken::Text), [`Word`](LiteralToken::Word) or
    /// [`Comment`](LiteralToken::Comment).
    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The place of its first byte.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// Whether a byte of the content is where its index is, counted from the first byte.
    pub(super) fn has_escapes(&self) -> bool {
        self.has_escapes
    }

    /// Returns whether the text may end here: not in a string.
    pub(super) fn is_between(&self) -> bool {
        matches!(self.state, LexerState::Between | LexerState::Word | LexerState::Comment)
    }

    /// Ends the text. Returns the word that it ends with.
    pub(super) fn end(&mut self) -> Option<LiteralToken> {
        let state = std::mem::take(&mut self.state);
        (state == LexerState::Word).then_some(LiteralToken::Word)
    }

    /// The next token that ends in the piece; `None` at its end. After a fault, the lexer is
    /// between tokens.
    pub(super) fn next(
        &mut self,
        piece: &mut PieceCursor<'_>,
    ) -> Option<Result<LiteralToken, LexerFault>> {
        loop {
            if self.text.len() > MAX_TOKEN {
                self.reset();
                return Some(Err(LexerFault::Long));
            }
            match self.state {
                LexerState::Between => match self.begin(piece)? {
                    Some(token) => return Some(Ok(token)),
                    None => continue,
                },
                LexerState::Comment => {
                    let comment = piece.take_while(|byte| byte != b'\n');
                    let kept = MAX_COMMENT.saturating_sub(self.text.len()).min(comment.len());
                    self.text.extend_from_slice(&comment[..kept]);
                    if piece.peek()? == b'\n' {
                        self.state = LexerState::Between;
                        return Some(Ok(LiteralToken::Comment));
                    }
                }
                LexerState::Word => {
                    self.text.extend_from_slice(piece.take_while(is_word));
                    if is_word(piece.peek()?) {
                        continue;
                    }
                    self.state = LexerState::Between;
                    return Some(Ok(LiteralToken::Word));
                }
                _ => {
                    let end = self.quoted(piece)?;
                    if let Some(end) = end {
                        return Some(end);
                    }
                }
            }
        }
    }

    fn reset(&mut self) {
        self.state = LexerState::Between;
        self.text.clear();
        self.surrogate = None;
    }

    /// Takes a byte between tokens. Returns the token that it is, if it is one.
    fn begin(&mut self, piece: &mut PieceCursor<'_>) -> Option<Option<LiteralToken>> {
        let place = piece.place();
        let token = match piece.peek()? {
            b'[' | b'(' => LiteralToken::OpenList,
            b']' | b')' => LiteralToken::CloseList,
            b'{' => LiteralToken::OpenObject,
            b'}' => LiteralToken::CloseObject,
            b',' => LiteralToken::Comma,
            b':' => LiteralToken::Colon,
            b'=' => LiteralToken::Equals,
            byte => {
                let is_quote = byte == b'"' || byte == b'\'';
                if is_quote || byte == b'#' || is_word(byte) {
                    self.text.clear();
                    (self.has_escapes, self.surrogate) = (false, None);
                }
                if is_quote {
                    piece.next();
                    (self.state, self.place) = (LexerState::Quoted(byte), piece.place());
                } else if is_word(byte) {
                    (self.state, self.place) = (LexerState::Word, place);
                } else {
                    piece.next();
                    if byte == b'#' {
                        (self.state, self.place) = (LexerState::Comment, place);
                    }
                }
                return Some(None);
            }
        };
        piece.next();
        self.place = place;
        Some(Some(token))
    }

    /// Takes bytes of a string. Returns its end, if it ends there; `None` at the end of the piece.
    #[allow(clippy::option_option)]
    fn quoted(
        &mut self,
        piece: &mut PieceCursor<'_>,
    ) -> Option<Option<Result<LiteralToken, LexerFault>>> {
        match self.state {
            LexerState::Quoted(quote) => {
                let plain = piece.take_while(|byte| byte != quote && byte != b'\\' && byte >= b' ');
                if !plain.is_empty() {
                    self.surrogate = None;
                }
                self.text.extend_from_slice(plain);
                match piece.peek()? {
                    b'\\' => {
                        piece.next();
                        self.has_escapes = true;
                        self.state = LexerState::Escaped(quote);
                    }
                    b'\n' | b'\r' => {
                        self.state = LexerState::Between;
                        return Some(Some(Err(LexerFault::OpenQuote)));
                    }
                    byte if byte == quote => {
                        piece.next();
                        self.state = LexerState::Between;
                        return Some(Some(Ok(LiteralToken::Text)));
                    }
                    byte => {
                        piece.next();
                        self.text.push(byte);
                    }
                }
            }
            LexerState::Escaped(quote) => {
                let byte = piece.next()?;
                self.state = LexerState::Quoted(quote);
                if byte == b'u' {
                    self.state = LexerState::Hexadecimal(quote, 0, 0);
                    return Some(None);
                }
                self.surrogate = None;
                match byte {
                    b'n' => self.text.push(b'\n'),
                    b't' => self.text.push(b'\t'),
                    b'r' => self.text.push(b'\r'),
                    b'b' => self.text.push(8),
                    b'f' => self.text.push(12),
                    b'\n' => {
                        self.state = LexerState::Between;
                        return Some(Some(Err(LexerFault::OpenQuote)));
                    }
                    other => self.text.push(other),
                }
            }
            LexerState::Hexadecimal(quote, digits, value) => {
                let Some(digit) = char::from(piece.peek()?).to_digit(16) else {
                    self.state = LexerState::Between;
                    return Some(Some(Err(LexerFault::Escape)));
                };
                piece.next();
                let value = 16 * value + digit;
                self.state = LexerState::Hexadecimal(quote, digits + 1, value);
                if digits == 3 {
                    self.push_unit(value);
                    self.state = LexerState::Quoted(quote);
                }
            }
            LexerState::Between | LexerState::Word | LexerState::Comment => {}
        }
        Some(None)
    }

    /// Appends a unit of UTF-16: a character, or half of one. A half without the other one is a
    /// replacement character.
    fn push_unit(&mut self, unit: u32) {
        let character = match (self.surrogate.take(), unit) {
            (Some(high), 0xdc00..=0xdfff) => {
                // The first half was written as a replacement character.
                self.text.truncate(self.text.len() - char::REPLACEMENT_CHARACTER.len_utf8());
                char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (unit - 0xdc00))
            }
            (_, high @ 0xd800..=0xdbff) => {
                self.surrogate = Some(high);
                None
            }
            (_, unit) => char::from_u32(unit),
        };
        let character = character.unwrap_or(char::REPLACEMENT_CHARACTER);
        self.text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// Returns whether a byte is a part of a number or a name.
fn is_word(byte: u8) -> bool {
    byte > b' ' && !b"[](){},:=\"'#\xef\xbb\xbf".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::super::line_reader::TextPiece;
    use super::*;

    /// The tokens of a text that arrives in pieces of this size.
    fn tokens(text: &str, size: usize) -> Vec<String> {
        let (mut lexer, mut seen) = (LiteralLexer::default(), Vec::new());
        let mut show = |lexer: &LiteralLexer, token| {
            let content = String::from_utf8_lossy(lexer.text()).into_owned();
            seen.push(match token {
                Ok(LiteralToken::Text) => format!("'{content}'"),
                Ok(LiteralToken::Word) => content,
                Ok(LiteralToken::Comment) => format!("#{content}"),
                other => format!("{other:?}"),
            });
        };
        for (at, text) in text.as_bytes().chunks(size).enumerate() {
            let piece = TextPiece { line: 1, columns: at * size, text };
            let mut cursor = PieceCursor::new(&piece);
            while let Some(token) = lexer.next(&mut cursor) {
                show(&lexer, token);
            }
        }
        if let Some(token) = lexer.end() {
            show(&lexer, Ok(token));
        }
        seen
    }

    #[test]
    fn tokens_do_not_depend_on_the_pieces() {
        let text = "\u{feff}{\"a\\n\\u00e9\\\"\": [1, -2.5e3, null],\n 'it''s': (None,)} # comment [\nx = \
                    \"\\ud83d\\ude00\\ud83d-\\\\\" \"open\n'\\u00zz' end";
        let expected = [
            "Ok(OpenObject)",
            "'a\n\u{e9}\"'",
            "Ok(Colon)",
            "Ok(OpenList)",
            "1",
            "Ok(Comma)",
            "-2.5e3",
            "Ok(Comma)",
            "null",
            "Ok(CloseList)",
            "Ok(Comma)",
            "'it'",
            "'s'",
            "Ok(Colon)",
            "Ok(OpenList)",
            "None",
            "Ok(Comma)",
            "Ok(CloseList)",
            "Ok(CloseObject)",
            "# comment [",
            "x",
            "Ok(Equals)",
            "'\u{1f600}\u{fffd}-\\'",
            "Err(OpenQuote)",
            "Err(Escape)",
            "zz",
        ];
        for size in [1, 2, 3, 7, 1000] {
            let seen = tokens(text, size);
            assert_eq!(seen[..expected.len()], expected, "{size}");
            // The rest is the string that the quote after the bad escape begins.
            assert_eq!(seen.len(), expected.len(), "{seen:?}");
        }
    }

    #[test]
    fn a_token_of_any_length_takes_bounded_memory() {
        let text = "x".repeat(10 * MAX_TOKEN);
        for text in [text.clone(), format!("'{text}'")] {
            let mut lexer = LiteralLexer::default();
            let mut faults = 0;
            for text in text.as_bytes().chunks(1000) {
                let mut cursor = PieceCursor::new(&TextPiece { line: 1, columns: 0, text });
                while let Some(token) = lexer.next(&mut cursor) {
                    faults += usize::from(token == Err(LexerFault::Long));
                }
                assert!(lexer.text.capacity() < 4 * MAX_TOKEN);
            }
            assert!(faults > 5, "{faults}");
        }
    }
}
