//! The solution that a claim speaks of, as a path of nodes.

use super::clause::ResidueAt;
use super::dag::{Dag, Move, Successor};
use crate::ids::to_u32;
use crate::proof::child::ChildKind;
use crate::proof::node::ProofNode;
use crate::proof::verify::residue::Residue;

/// A node on the way to a solution.
#[derive(Debug)]
pub(super) struct PathStep {
    pub(super) line: usize,
    /// What is left of the whole problem, also of parts that come later.
    pub(super) residue: Residue,
    /// How many options have been chosen before.
    pub(super) chosen: usize,
    /// The child that leads to the solution.
    pub(super) taken: usize,
}

impl PathStep {
    pub(super) fn at<'a>(&'a self, chosen: &'a [u32]) -> ResidueAt<'a> {
        ResidueAt { residue: &self.residue, chosen: &chosen[..self.chosen] }
    }
}

/// The branches and decisions that lead to a solution, and the options of it in the order in which
/// they are chosen. `pick` returns the index of a child that has a solution.
pub(super) fn path(
    dag: &mut Dag<'_>,
    mut pick: impl FnMut(&Dag<'_>, usize, &[Successor]) -> Option<usize>,
) -> Option<(Vec<PathStep>, Vec<u32>)> {
    let (mut steps, mut chosen) = (Vec::new(), Vec::new());
    let mut residue = dag.rules.beginning();
    let mut pending = vec![0];
    while let Some(line) = pending.pop() {
        let successors = dag.successors(line, &residue);
        let distance = |successor: &Successor| match successor.child.kind() {
            ChildKind::Node(distance) => Some(line + distance),
            _ => None,
        };
        if let ProofNode::Parts { .. } = dag.proof.node(line) {
            pending.extend(successors.iter().rev().filter_map(distance));
            continue;
        }
        let taken = pick(dag, line, &successors)?;
        let step = PathStep { line, residue, chosen: chosen.len(), taken };
        let successor = &successors[taken];
        pending.extend(distance(successor));
        if let Move::Choose(option) = successor.by {
            chosen.push(to_u32(option.index()));
        }
        residue = successor.residue.clone();
        if successor.by != Move::Part {
            steps.push(step);
        }
    }
    Some((steps, chosen))
}
