//! The text of a proof. `docs/proofs.md` has the format.

mod lines;
mod read;
mod write;

use crate::ids::to_u64;

pub use read::verify;

/// The first line, and the first words of the other lines of the header.
const FORMAT: &str = "exact-cover-proof 1";
const PROBLEM: &str = "problem";
const OPTIONS: &str = "options";
const NODES: &str = "nodes";
const CLAIM: &str = "claim";

/// The numbers of the lines of the problem and of the claim, from 1; the nodes follow.
pub(super) const PROBLEM_LINE: u64 = 2;
const CLAIM_LINE: u64 = 5;

/// The number of the line, from 1, of the node with this index, from 0.
pub(super) fn line_of(node: usize) -> u64 {
    CLAIM_LINE + 1 + to_u64(node)
}
