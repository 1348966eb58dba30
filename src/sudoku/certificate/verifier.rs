//! [`CertificateVerifier`]: checks a certificate against puzzles, one after another.

use super::checker::CertificateChecker;
use super::error::CertificateError;
use super::header::{PuzzleDigest, write_puzzle};
use super::puzzle_certificate::PuzzleCertificate;
use super::reader::CertificateReader;
use crate::sudoku::grid::Grid;
use std::io::BufRead;

/// How many puzzles have one solution, none, and several.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CertifiedTotals {
    /// The number of puzzles with exactly one solution.
    pub unique: u64,
    /// The number of puzzles without a solution.
    pub none: u64,
    /// The number of puzzles with several solutions.
    pub several: u64,
}

impl CertifiedTotals {
    /// The number of puzzles.
    #[must_use]
    pub fn puzzles(&self) -> u64 {
        self.unique + self.none + self.several
    }

    fn add(&mut self, certificate: &PuzzleCertificate) {
        *match certificate {
            PuzzleCertificate::None(_) => &mut self.none,
            PuzzleCertificate::Unique(_) => &mut self.unique,
            PuzzleCertificate::Several(_) => &mut self.several,
        } += 1;
    }
}

/// A certificate that is checked while puzzles are read. Memory does not grow with their number.
///
/// An error is kept until the end: if the puzzles are not those of the certificate, that is the
/// error, whatever its lines say.
#[derive(Debug)]
pub struct CertificateVerifier<R> {
    lines: CertificateReader<R>,
    digest: PuzzleDigest,
    totals: CertifiedTotals,
    error: Option<CertificateError>,
    text: String,
}

impl<R: BufRead> CertificateVerifier<R> {
    /// Reads the header of a certificate.
    ///
    /// # Errors
    /// If the text does not begin with a header, or can't be read.
    pub fn new(certificate: R) -> Result<Self, CertificateError> {
        Ok(Self {
            lines: CertificateReader::new(certificate)?,
            digest: PuzzleDigest::default(),
            totals: CertifiedTotals::default(),
            error: None,
            text: String::new(),
        })
    }

    /// Checks the next line with the next puzzle. The checker is one of the geometry of the puzzle.
    pub fn add(&mut self, puzzle: &Grid, checker: &mut CertificateChecker) {
        self.text.clear();
        write_puzzle(puzzle, &mut self.text);
        self.digest.add(&self.text);
        if self.error.is_some() || self.digest.lines() > self.lines.header().lines {
            return;
        }
        match self.lines.next() {
            Some(Ok(line)) => match checker.check(puzzle, &line.certificate) {
                Ok(()) => self.totals.add(&line.certificate),
                Err(kind) => {
                    self.error = Some(CertificateError::Line { line: line.number, kind });
                }
            },
            Some(Err(error)) => self.error = Some(error),
            None => {}
        }
    }

    /// Ends the check after the last puzzle.
    ///
    /// # Errors
    /// If the puzzles are not those of the certificate; otherwise, if one of its lines is wrong or
    /// missing.
    pub fn finish(mut self) -> Result<CertifiedTotals, CertificateError> {
        let (expected, found) = (self.lines.header(), self.digest.header());
        if *expected != found {
            let (expected, found) = (expected.lines, found.lines);
            return Err(CertificateError::OtherPuzzles { expected, found });
        }
        if let Some(error) = self.error {
            return Err(error);
        }
        match self.lines.next() {
            Some(Err(error)) => Err(error),
            _ => Ok(self.totals),
        }
    }
}
