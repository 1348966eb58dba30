//! [`CertificateHeader`]: the first lines of a certificate; [`PuzzleDigest`]: the hash in it.

use super::puzzle_certificate::line;
use crate::sudoku::grid::Grid;
use sha2::{Digest, Sha256};
use std::fmt;

/// The first line of a certificate.
pub(super) const NAME: &str = "sudoku-proof 1";

/// The header of a certificate: which puzzles it is about.
///
/// Its `Display` is the three lines, each with its line feed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateHeader {
    /// SHA-256 of the puzzles, each as [`write_puzzle`] writes it.
    pub puzzles: [u8; 32],
    /// The number of puzzles.
    pub lines: u64,
}

impl fmt::Display for CertificateHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{NAME}")?;
        f.write_str("puzzles sha256:")?;
        self.puzzles.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        writeln!(f, "\nlines {}", self.lines)
    }
}

/// Appends the line of a puzzle that is hashed, with its line feed: one character for each cell,
/// row by row; `.` for a blank; the digits from 1, then capital letters, for the values; and for
/// size 36, the digits from 0.
pub fn write_puzzle(puzzle: &Grid, out: &mut String) {
    out.push_str(&line(puzzle));
    out.push('\n');
}

/// SHA-256 of puzzles, one after another.
#[derive(Clone, Default, Debug)]
pub struct PuzzleDigest {
    sha: Sha256,
    lines: u64,
}

impl PuzzleDigest {
    /// Adds a puzzle, as [`write_puzzle`] writes it.
    pub fn add(&mut self, puzzle: &str) {
        self.sha.update(puzzle);
        self.lines += 1;
    }

    /// The number of puzzles so far.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.lines
    }

    /// The header of a certificate of the puzzles so far.
    #[must_use]
    pub fn header(&self) -> CertificateHeader {
        CertificateHeader { puzzles: self.sha.clone().finalize().into(), lines: self.lines }
    }
}
