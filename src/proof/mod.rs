//! Proofs of answers, and a checker that knows no engine.
//!
//! A proof is a directed acyclic graph of subproblems, which `docs/proofs.md` describes. Searches
//! build it; everything in this module sees only the problem.
//!
//! - `node`, `child`: the nodes; `builder`, `line_order`: building them from below;
//! - `claim`: what a proof says; `value`: the number of solutions, and the least cost;
//! - `text`: reading and writing; `hash`: the name of a problem;
//! - `verify`: the checker; `error`: why it refuses a proof;
//! - `export`: proofs in the formats of other checkers.

mod builder;
mod child;
mod claim;
mod error;
pub mod export;
mod hash;
mod line_order;
mod node;
mod text;
mod value;
mod verify;

use crate::ids::to_u64;
use crate::problem::Problem;
use node::ProofNodes;
use verify::Verifier;

pub(crate) use builder::{Built, ProofBuilder};
pub use child::{Child, ChildKind};
pub use claim::{Claim, ClaimKind};
pub use error::{CheckError, ProofError, ProofFault};
pub use node::ProofNode;
pub use text::verify;

/// A proof of the number of solutions of a problem: a node for each subproblem of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proof {
    problem: Problem,
    nodes: ProofNodes,
}

impl Proof {
    /// The number of nodes, from 1.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The node on a line, from 0: parents come before their children.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn node(&self, line: usize) -> ProofNode<'_> {
        self.nodes.get(line)
    }

    /// Checks the proof of a claim about a problem. Returns what the nodes say, which the caller
    /// compares with the claim.
    ///
    /// This is the check of [`verify`](verify()) without the text.
    ///
    /// # Errors
    /// Why the proof is refused, with the line that the node has in the text.
    pub fn verify(&self, problem: &Problem, kind: ClaimKind) -> Result<Claim, ProofError> {
        if *problem != self.problem {
            let (found, expected) =
                (hash::problem_hash(&self.problem), hash::problem_hash(problem));
            let fault = ProofFault::OtherProblem { found, expected };
            return Err(ProofError { line: text::PROBLEM_LINE, fault });
        }
        let mut verifier = Verifier::new(problem, kind, to_u64(self.node_count()));
        for line in 0..self.node_count() {
            let result = verifier.check(self.node(line));
            result.map_err(|fault| ProofError { line: text::line_of(line), fault })?;
        }
        let found = verifier.finish();
        found.map_err(|(line, fault)| ProofError { line: text::line_of(line), fault })
    }

    /// What the nodes say. They come from a search and are taken as correct.
    pub(crate) fn claim(&self, problem: &Problem, kind: ClaimKind) -> Claim {
        match kind {
            // Which options are chosen, and what they cost, only the residues show.
            ClaimKind::Cheapest => self.verify(problem, kind).expect("searches build right proofs"),
            kind => {
                let count =
                    value::count(&self.nodes).expect("searches skip no part that is needed");
                kind.of_count(count.into_big())
            }
        }
    }
}
