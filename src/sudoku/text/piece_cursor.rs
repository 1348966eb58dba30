//! [`PieceCursor`]: the bytes of a piece of a line, one after another, with their places.

use super::line_reader::{TextPiece, characters};
use crate::ids::to_u64;
use crate::location::Location;

/// The maximum number of bytes that are taken at once.
const MAX_TAKEN: usize = 4096;

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Place {
    pub(super) line: u64,
    /// The number of characters of the line before it.
    pub(super) columns: usize,
}

impl Place {
    /// The location of a byte of a text that begins at this place, and may have several lines.
    pub(super) fn location(self, text: &[u8], offset: usize) -> Location {
        let before = &text[..offset.min(text.len())];
        let breaks = before.iter().filter(|&&byte| byte == b'\n').count();
        match before.iter().rposition(|&byte| byte == b'\n') {
            None => Location::new(self.line, text, offset).after_columns(self.columns),
            Some(at) => Location::new(self.line + to_u64(breaks), &text[at + 1..], offset - at - 1),
        }
    }
}

/// A position in a piece.
#[derive(Debug)]
pub(super) struct PieceCursor<'a> {
    text: &'a [u8],
    begin: Place,
    at: usize,
    place: Place,
}

impl<'a> PieceCursor<'a> {
    pub(super) fn new(piece: &TextPiece<'a>) -> Self {
        let begin = Place { line: piece.line, columns: piece.columns };
        Self { text: piece.text, begin, at: 0, place: begin }
    }

    /// The next byte.
    pub(super) fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Takes the next byte.
    pub(super) fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        self.place.columns += usize::from(byte & 0xc0 != 0x80);
        Some(byte)
    }

    /// Takes the bytes up to the first one that is not wanted, at most [`MAX_TAKEN`].
    pub(super) fn take_while(&mut self, is_wanted: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = &self.text[self.at..self.text.len().min(self.at + MAX_TAKEN)];
        let length = rest.iter().position(|&byte| !is_wanted(byte)).unwrap_or(rest.len());
        let taken = &rest[..length];
        self.at += length;
        self.place.columns += characters(taken);
        taken
    }

    /// The place of the next byte.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    /// The location of the next byte, with what is near it in the piece. After a line break it is
    /// the end of the line.
    pub(super) fn location(&self) -> Location {
        let line = self.text.strip_suffix(b"\n").unwrap_or(self.text);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        self.begin.location(self.text, self.at.min(line.len()))
    }
}
