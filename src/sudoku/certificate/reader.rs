//! [`CertificateReader`]: reads a certificate line by line.

use super::error::{CertificateError, CertificateErrorKind};
use super::header::{CertificateHeader, NAME};
use super::puzzle_certificate::PuzzleCertificate;
use crate::ids::to_u64;
use std::io::{BufRead, Read};

/// The longest line that is read, in bytes.
const LONGEST: usize = 64 << 20;

/// A certificate as a stream: an iterator over its lines, as many as the header says. It keeps one
/// line in memory.
#[derive(Debug)]
pub struct CertificateReader<R> {
    input: R,
    header: CertificateHeader,
    /// The number of the line that was read last, from 1.
    line: u64,
    text: Vec<u8>,
    has_ended: bool,
}

/// A line of a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateLine {
    /// The number of the line in the file, from 1.
    pub number: u64,
    /// What it says.
    pub certificate: PuzzleCertificate,
}

impl<R: BufRead> CertificateReader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// If the text does not begin with a header, or can't be read.
    pub fn new(input: R) -> Result<Self, CertificateError> {
        let header = CertificateHeader { puzzles: [0; 32], lines: 0 };
        let mut reader = Self { input, header, line: 0, text: Vec::new(), has_ended: false };
        if reader.read_line()? != NAME.as_bytes() {
            return Err(reader.expected(1, NAME));
        }
        let hash = reader.read_line()?.strip_prefix(b"puzzles sha256:").and_then(hash);
        let hash = hash.ok_or_else(|| {
            reader.expected(1, "`puzzles sha256:` and 64 hexadecimal digits in small letters")
        })?;
        let lines = reader.read_line()?.strip_prefix(b"lines ").and_then(number);
        let lines = lines.ok_or_else(|| reader.expected(1, "`lines ` and a number"))?;
        reader.header = CertificateHeader { puzzles: hash, lines };
        Ok(reader)
    }

    /// The header.
    #[must_use]
    pub fn header(&self) -> &CertificateHeader {
        &self.header
    }

    /// Reads a line without its line feed.
    fn read_line(&mut self) -> Result<&[u8], CertificateError> {
        self.text.clear();
        self.line += 1;
        let most = to_u64(LONGEST) + 1;
        (&mut self.input).take(most).read_until(b'\n', &mut self.text)?;
        match self.text.last() {
            None => Err(self.error(CertificateErrorKind::Missing)),
            Some(b'\n') => Ok(&self.text[..self.text.len() - 1]),
            Some(_) if self.text.len() > LONGEST => Err(self.error(CertificateErrorKind::TooLong)),
            Some(_) => Err(self.expected(self.text.len() + 1, "a line feed")),
        }
    }

    fn error(&self, kind: CertificateErrorKind) -> CertificateError {
        CertificateError::Line { line: self.line, kind }
    }

    fn expected(&self, column: usize, expected: &'static str) -> CertificateError {
        self.error(CertificateErrorKind::Syntax { column, expected })
    }

    fn next_line(&mut self) -> Result<Option<CertificateLine>, CertificateError> {
        if self.line - 3 == self.header.lines {
            self.line += 1;
            return match self.input.fill_buf()?.is_empty() {
                true => Ok(None),
                false => Err(self.error(CertificateErrorKind::Surplus)),
            };
        }
        let certificate = PuzzleCertificate::parse(self.read_line()?);
        let certificate = certificate.map_err(|kind| self.error(kind))?;
        Ok(Some(CertificateLine { number: self.line, certificate }))
    }
}

/// The bytes of 64 hexadecimal digits.
fn hash(text: &[u8]) -> Option<[u8; 32]> {
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; 32];
    if text.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, digits) in bytes.iter_mut().zip(text.chunks(2)) {
        *byte = 16 * digit(digits[0])? + digit(digits[1])?;
    }
    Some(bytes)
}

/// A decimal number without leading zeros.
fn number(text: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(text).ok()?;
    let number = text.parse::<u64>().ok()?;
    (number.to_string() == text).then_some(number)
}

/// After an error, there are no more lines.
impl<R: BufRead> Iterator for CertificateReader<R> {
    type Item = Result<CertificateLine, CertificateError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let next = self.next_line().transpose();
        self.has_ended = !matches!(next, Some(Ok(_)));
        next
    }
}
