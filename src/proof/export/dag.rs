//! [`Dag`]: the nodes of a proof with their residues.

use super::error::ExportError;
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::Problem;
use crate::proof::Proof;
use crate::proof::child::{Child, ChildKind};
use crate::proof::claim::{Claim, ClaimKind};
use crate::proof::node::ProofNode;
use crate::proof::verify::parts::parts;
use crate::proof::verify::residue::{Residue, Rules};

/// The nodes of a proof, each for each *context* in which it occurs: the options that were chosen
/// before and cover an open item of other bounds than exactly once. Where all items are to be
/// covered exactly once, the context is empty. A residue says only how many of these there are;
/// clauses name them.
#[derive(Debug)]
pub(super) struct Dag<'a> {
    pub(super) proof: &'a Proof,
    pub(super) rules: Rules,
    pub(super) residues: Vec<Residue>,
    /// For each line, whether its residue has a solution.
    pub(super) is_alive: Vec<bool>,
    /// For each line, its occurrences.
    pub(super) of_line: Vec<Vec<usize>>,
    pub(super) occurrences: Vec<Occurrence>,
}

/// A node in a context.
#[derive(Debug)]
pub(super) struct Occurrence {
    /// In ascending order.
    pub(super) context: Vec<u32>,
    /// The number of references from parents.
    pub(super) uses: u32,
}

/// What leads from a node to a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    Choose(OptionId),
    Exclude(OptionId),
    Part,
}

/// A child of a node.
#[derive(Clone, Debug)]
pub(super) struct Successor {
    pub(super) child: Child,
    pub(super) by: Move,
    pub(super) residue: Residue,
}

impl<'a> Dag<'a> {
    /// Checks the proof and computes the residues. They take memory for the options of each node.
    ///
    /// # Errors
    /// [`ExportError::NotProved`], and [`ExportError::Renaming`].
    pub(super) fn new(
        problem: &Problem,
        proof: &'a Proof,
        kind: ClaimKind,
    ) -> Result<(Self, Claim), ExportError> {
        let lines = 0..proof.node_count();
        let renames = |&line: &usize| matches!(proof.node(line), ProofNode::Renaming { .. });
        if let Some(line) = lines.clone().find(renames) {
            return Err(ExportError::Renaming(line));
        }
        let claim = proof.verify(problem, kind).ok().filter(|claim| claim.kind() == kind);
        let claim = claim.ok_or(ExportError::NotProved(kind))?;
        let mut is_alive = vec![false; proof.node_count()];
        for line in lines.clone().rev() {
            let alive = |child: &Child| match child.kind() {
                ChildKind::Node(distance) => is_alive[line + distance],
                kind => kind == ChildKind::Solved,
            };
            let node = proof.node(line);
            is_alive[line] = match node {
                ProofNode::Parts { .. } => node.children().iter().all(alive),
                _ => node.children().iter().any(alive),
            };
        }
        let mut dag = Self {
            proof,
            rules: Rules::new(problem),
            residues: Vec::with_capacity(proof.node_count()),
            is_alive,
            of_line: vec![Vec::new(); proof.node_count()],
            occurrences: Vec::new(),
        };
        let mut awaited = vec![None; proof.node_count()];
        awaited[0] = Some(dag.rules.beginning());
        dag.refer(0, Vec::new());
        for line in lines {
            let residue = awaited[line].take().ok_or(ExportError::NotProved(kind))?;
            dag.residues.push(residue.clone());
            for successor in dag.successors(line, &residue) {
                let ChildKind::Node(distance) = successor.child.kind() else { continue };
                for &parent in &dag.of_line[line].clone() {
                    let context = dag.context_of(parent, &successor);
                    dag.refer(line + distance, context);
                }
                awaited[line + distance].get_or_insert(successor.residue);
            }
        }
        Ok((dag, claim))
    }

    /// The children of a line from a residue: that of the line, or one that has more parts.
    pub(super) fn successors(&mut self, line: usize, residue: &Residue) -> Vec<Successor> {
        let node = self.proof.node(line);
        match node {
            ProofNode::Branch { item, children } => {
                let live = self.live_of(residue, item.index());
                let next = |(&child, option)| {
                    let residue = self.rules.choose(residue, option);
                    Successor { child, by: Move::Choose(option), residue }
                };
                children.iter().zip(live).map(next).collect()
            }
            ProofNode::Decision { option, children: [without, with] } => {
                let excluded = self.rules.exclude(residue, option);
                let chosen = self.rules.choose(residue, option);
                vec![
                    Successor { child: without, by: Move::Exclude(option), residue: excluded },
                    Successor { child: with, by: Move::Choose(option), residue: chosen },
                ]
            }
            ProofNode::Parts { children } => {
                let parts = parts(&self.rules, residue).unwrap_or_default();
                let next = |(&child, residue)| Successor { child, by: Move::Part, residue };
                children.iter().zip(parts).map(next).collect()
            }
            ProofNode::Renaming { .. } => Vec::new(),
            ProofNode::Leaf(child) => {
                vec![Successor { child, by: Move::Part, residue: residue.clone() }]
            }
        }
    }

    /// The live options of an item, in ascending order.
    pub(super) fn live_of(&self, residue: &Residue, item: usize) -> Vec<OptionId> {
        self.rules.options_of[item].in_set(residue.words()).map(OptionId::new).collect()
    }

    /// The context of a child.
    fn context_of(&self, parent: usize, successor: &Successor) -> Vec<u32> {
        let context = &self.occurrences[parent].context;
        self.context_in(&successor.residue, context, successor.by)
    }

    /// Of the options that were chosen before a move and by it, those of the context after it.
    pub(super) fn context_in(&self, residue: &Residue, chosen: &[u32], by: Move) -> Vec<u32> {
        if self.rules.multiple.is_empty() {
            return Vec::new();
        }
        let is_open = |option: u32| {
            let mut entries = self.rules.problem.entries(OptionId::new(as_index(option))).iter();
            entries.any(|entry| {
                self.rules.problem.is_primary(entry.item)
                    && !self.rules.is_once(entry.item)
                    && self.rules.is_open(residue, entry.item)
            })
        };
        let own = match by {
            Move::Choose(option) => Some(to_u32(option.index())),
            Move::Exclude(_) | Move::Part => None,
        };
        let all = chosen.iter().copied().chain(own);
        let mut context: Vec<u32> = all.filter(|&option| is_open(option)).collect();
        context.sort_unstable();
        context
    }

    /// One more reference to a line in a context.
    fn refer(&mut self, line: usize, context: Vec<u32>) {
        let found = self.find(line, &context).unwrap_or_else(|| {
            self.of_line[line].push(self.occurrences.len());
            self.occurrences.push(Occurrence { context, uses: 0 });
            self.occurrences.len() - 1
        });
        self.occurrences[found].uses += 1;
    }

    /// The occurrence of a line in a context.
    pub(super) fn find(&self, line: usize, context: &[u32]) -> Option<usize> {
        let mut own = self.of_line[line].iter().copied();
        own.find(|&at| self.occurrences[at].context == context)
    }
}
