//! Certificates of many puzzles: how many solutions each has, none, one or several, so that a
//! program without a search can check it.
//!
//! `docs/proofs.md` describes the format: a line for each puzzle. For none or one solution, the
//! line lists the items that a search branches on, which propagates naked and hidden singles alone.
//! Half of all puzzles with 17 clues need no branching. Several solutions are shown by two.
//!
//! [`Certifier`] finds the line of a puzzle, and [`CertificateChecker`] checks it. The checker
//! shares no code with the search, with engines or with [`simd9`](super::simd9).
//! [`CertificateReader`] and [`CertificateVerifier`] read whole files as streams.
//!
//! ```
//! use quadrille::sudoku::certificate::{Certifier, CertificateChecker};
//! use quadrille::sudoku::{Encoding, Geometry, Grid};
//!
//! let puzzle: Grid =
//!     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
//! let encoding = Encoding::new(Geometry::of_size(9)?);
//! let certificate = Certifier::new(&encoding).certify(&puzzle)?;
//! assert!(certificate.to_string().starts_with("1 "));
//! assert_eq!(CertificateChecker::new(&encoding).check(&puzzle, &certificate), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - `puzzle_certificate`: a line; `header`: the lines before it, and the hash of the puzzles;
//! - `certifier`: the search for branchings, over the residues of `look_ahead` and `singles`;
//! - `checker`: the checker of a line; `reader`, `verifier`: those of a file;
//! - `error`: what can be wrong.

mod certifier;
mod checker;
mod error;
mod header;
mod look_ahead;
mod puzzle_certificate;
mod reader;
mod singles;
#[cfg(test)]
mod tests;
mod verifier;

pub use certifier::Certifier;
pub use checker::CertificateChecker;
pub use error::{CertificateError, CertificateErrorKind};
pub use header::{CertificateHeader, PuzzleDigest, write_puzzle};
pub use puzzle_certificate::PuzzleCertificate;
pub use reader::{CertificateLine, CertificateReader};
pub use verifier::{CertificateVerifier, CertifiedTotals};
