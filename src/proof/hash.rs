//! The hash by which a proof names its problem.

use crate::problem::{Problem, dlx};
use sha2::{Digest, Sha256};

/// SHA-256 of a problem's canonical text, as 64 hexadecimal digits. The text is that of
/// [`dlx::to_string`] without labels.
pub(super) fn problem_hash(problem: &Problem) -> String {
    format!("{:x}", Sha256::digest(dlx::canonical_text(problem)))
}
