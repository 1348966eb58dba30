//! [`Lines`]: the lines of a proof's text; [`LineTokens`]: the tokens of a line.

use crate::ids::to_u64;
use crate::proof::error::{CheckError, ProofError, ProofFault};
use std::io::{BufRead, Read};

/// The lines of a text, one at a time.
pub(super) struct Lines<R> {
    input: R,
    buffer: Vec<u8>,
    /// The most bytes of a line, its line feed included.
    limit: u64,
    /// The number of the line that was read last, from 1.
    pub(super) number: u64,
}

impl<R: BufRead> Lines<R> {
    /// The lines of a proof about a problem with so many options. A line that is longer than any
    /// right one is not read to its end.
    pub(super) fn new(input: R, options: usize) -> Self {
        let limit = 100 + 12 * (to_u64(options) + 2);
        Self { input, buffer: Vec::new(), limit, number: 0 }
    }

    /// The next line without its end; `None` at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<&str>, CheckError> {
        self.buffer.clear();
        self.number += 1;
        let read = self.input.by_ref().take(self.limit).read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        if self.buffer.pop() != Some(b'\n') {
            let is_cut = to_u64(read) == self.limit;
            let fault = if is_cut { ProofFault::TooLong } else { ProofFault::NoLineEnd };
            return Err(self.error(fault));
        }
        match std::str::from_utf8(&self.buffer) {
            Ok(line) => Ok(Some(line)),
            Err(_) => Err(ProofError { line: self.number, fault: ProofFault::NotText }.into()),
        }
    }

    /// The next line, which must exist.
    pub(super) fn expect(&mut self) -> Result<&str, CheckError> {
        let line = self.number + 1;
        self.next()?.ok_or(ProofError { line, fault: ProofFault::Ends }.into())
    }

    /// An error in the line that was read last.
    pub(super) fn error(&self, fault: ProofFault) -> CheckError {
        ProofError { line: self.number, fault }.into()
    }
}

/// The tokens of a line, which one space separates.
pub(super) struct LineTokens<'a> {
    rest: Option<&'a str>,
}

impl<'a> LineTokens<'a> {
    pub(super) fn new(line: &'a str) -> Self {
        Self { rest: Some(line) }
    }

    /// The next token; `None` at the end of the line.
    pub(super) fn next(&mut self) -> Option<&'a str> {
        let rest = self.rest?;
        let (token, rest) = match rest.split_once(' ') {
            Some((token, rest)) => (token, Some(rest)),
            None => (rest, None),
        };
        self.rest = rest;
        Some(token)
    }

    /// Whether the line goes on.
    pub(super) fn has_more(&self) -> bool {
        self.rest.is_some()
    }

    /// What is left of the line.
    pub(super) fn rest(&mut self) -> Option<&'a str> {
        self.rest.take()
    }

    /// The next token, which must be a number from 1.
    pub(super) fn number(&mut self, expected: &'static str) -> Result<usize, ProofFault> {
        let token = self.next().unwrap_or_default();
        positive(token).ok_or_else(|| ProofFault::expected(expected, token))
    }

    /// The next token must be this word.
    pub(super) fn word(&mut self, word: &'static str) -> Result<(), ProofFault> {
        match self.next().unwrap_or_default() {
            token if token == word => Ok(()),
            token => Err(ProofFault::expected(word, token)),
        }
    }

    /// The line must end.
    pub(super) fn end(&mut self) -> Result<(), ProofFault> {
        match self.next() {
            None => Ok(()),
            Some(token) => Err(ProofFault::expected("the end of the line", token)),
        }
    }
}

/// A number from 1, without leading zeros or signs.
pub(super) fn positive(token: &str) -> Option<usize> {
    let is_canonical = token.bytes().all(|byte| byte.is_ascii_digit()) && !token.starts_with('0');
    token.parse().ok().filter(|_| is_canonical)
}
