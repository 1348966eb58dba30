//! [`Verifier`]: the checker of proofs.
//!
//! It computes the residue of each child from that of its parent, and compares it in full with what
//! other parents have led to. It holds the residues of nodes not yet read that a line has referred
//! to, and the children of all lines read so far.
//!
//! - [`residue`]: what is left, and the rules of choices; [`mask`]: sets of options;
//! - [`capacity`]: residues in which too few options may still be chosen;
//! - [`parts`]: independent parts; [`constraints`](mod@constraints): residues up to renaming.

mod capacity;
mod constraints;
pub(super) mod mask;
pub(super) mod parts;
pub(super) mod residue;

use super::child::{Child, ChildKind};
use super::claim::{Claim, ClaimKind};
use super::error::ProofFault;
use super::node::{ProofNode, ProofNodes};
use super::value::{self, NeededPart};
use crate::ids::{ItemId, OptionId, to_u32};
use crate::problem::Problem;
use constraints::constraints;
use residue::{Residue, Rules};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Checks the nodes of a proof, one after another.
#[derive(Debug)]
pub(super) struct Verifier {
    rules: Rules,
    kind: ClaimKind,
    /// The number of nodes that there will be.
    expected: u64,
    nodes: ProofNodes,
    /// For each child of each node, the cost of the option that is chosen, if costs are claimed.
    costs: Vec<u64>,
    /// The residues of the nodes to come to which a line refers.
    awaited: HashMap<usize, Residue>,
}

impl Verifier {
    /// A verifier of a proof with so many nodes.
    pub(super) fn new(problem: &Problem, kind: ClaimKind, expected: u64) -> Self {
        let rules = Rules::new(problem);
        let awaited = HashMap::from([(0, rules.beginning())]);
        Self { rules, kind, expected, nodes: ProofNodes::default(), costs: Vec::new(), awaited }
    }

    /// The number of nodes that were checked.
    pub(super) fn checked(&self) -> usize {
        self.nodes.len()
    }

    /// Checks the next node.
    ///
    /// # Errors
    /// The reason why it is wrong. Then the proof is refused.
    pub(super) fn check(&mut self, node: ProofNode<'_>) -> Result<(), ProofFault> {
        let images = if let ProofNode::Renaming { images, .. } = node { images.len() } else { 0 };
        if !self.nodes.fits(node.children().len(), images) {
            return Err(ProofFault::TooLarge);
        }
        let residue = self.awaited.remove(&self.checked()).ok_or(ProofFault::Unreferenced)?;
        match node {
            ProofNode::Branch { item, children } => self.branch(&residue, item, children)?,
            ProofNode::Decision { option, children } => {
                self.decision(&residue, option, children)?;
            }
            ProofNode::Parts { children } => self.parts(&residue, children)?,
            ProofNode::Renaming { child, images } => self.renaming(&residue, child, images)?,
            ProofNode::Leaf(_) if self.expected != 1 => return Err(ProofFault::InnerLeaf),
            ProofNode::Leaf(leaf) => {
                self.add_cost(0);
                self.leaf(&residue, leaf)?;
            }
        }
        self.nodes.push(node);
        Ok(())
    }

    fn branch(
        &mut self,
        residue: &Residue,
        item: ItemId,
        children: &[Child],
    ) -> Result<(), ProofFault> {
        if !self.rules.is_once(item) || !self.rules.is_open(residue, item) {
            return Err(ProofFault::NotOpen(item));
        }
        let live: Vec<_> = self.rules.options_of[item.index()].in_set(residue.words()).collect();
        if live.len() != children.len() {
            return Err(ProofFault::Children { found: children.len(), expected: live.len() });
        }
        for (option, &child) in live.into_iter().map(OptionId::new).zip(children) {
            let next = self.rules.choose(residue, option);
            self.child(child, next, self.rules.problem.cost(option))?;
        }
        Ok(())
    }

    fn decision(
        &mut self,
        residue: &Residue,
        option: OptionId,
        children: [Child; 2],
    ) -> Result<(), ProofFault> {
        if !residue.is_live(option) {
            return Err(ProofFault::NotLive(option));
        }
        let [without, with] = children;
        self.child(without, self.rules.exclude(residue, option), 0)?;
        let next = self.rules.choose(residue, option);
        self.child(with, next, self.rules.problem.cost(option))
    }

    fn parts(&mut self, residue: &Residue, children: &[Child]) -> Result<(), ProofFault> {
        let parts = parts::parts(&self.rules, residue).map_err(ProofFault::InNoPart)?;
        if parts.len() < 2 {
            return Err(ProofFault::NoParts);
        }
        if parts.len() != children.len() {
            return Err(ProofFault::Children { found: children.len(), expected: parts.len() });
        }
        for (part, &child) in parts.into_iter().zip(children) {
            if child == Child::SKIPPED {
                self.add_cost(0);
            } else {
                self.child(child, part, 0)?;
            }
        }
        Ok(())
    }

    fn renaming(
        &mut self,
        residue: &Residue,
        child: Child,
        images: &[OptionId],
    ) -> Result<(), ProofFault> {
        if self.kind == ClaimKind::Cheapest {
            return Err(ProofFault::RenamedCosts);
        }
        let ChildKind::Node(distance) = child.kind() else { return Err(ProofFault::UnknownChild) };
        let other = self.awaited.get(&(self.checked() + distance));
        let other = other.ok_or(ProofFault::UnknownChild)?;
        let live: Vec<_> = self.rules.live(residue).map(to_u32).collect();
        if live.len() != images.len() {
            return Err(ProofFault::Images { found: images.len(), expected: live.len() });
        }
        let mut sorted = images.to_vec();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(ProofFault::SameImage(pair[0]));
        }
        if let Some(&image) = images.iter().find(|&&image| !other.is_live(image)) {
            return Err(ProofFault::DeadImage(image));
        }
        let image =
            |option| live.binary_search(&option).map_or(option, |at| to_u32(images[at].index()));
        let is_isomorphic = self.rules.live(other).count() == live.len()
            && constraints(&self.rules, residue, image)
                == constraints(&self.rules, other, |option| option);
        self.add_cost(0);
        if is_isomorphic { Ok(()) } else { Err(ProofFault::NotIsomorphic) }
    }

    /// Checks a child with this residue, after a choice with this cost.
    fn child(&mut self, child: Child, residue: Residue, cost: u64) -> Result<(), ProofFault> {
        self.add_cost(cost);
        let ChildKind::Node(distance) = child.kind() else { return self.leaf(&residue, child) };
        let line = self.checked() + distance;
        if u64::try_from(line).is_ok_and(|line| line >= self.expected) {
            return Err(ProofFault::BelowEnd(distance));
        }
        match self.awaited.entry(line) {
            Entry::Vacant(place) => {
                place.insert(residue);
            }
            Entry::Occupied(own) if *own.get() == residue => {}
            Entry::Occupied(_) => return Err(ProofFault::OtherResidue(distance)),
        }
        Ok(())
    }

    fn leaf(&self, residue: &Residue, leaf: Child) -> Result<(), ProofFault> {
        match leaf.kind() {
            ChildKind::Solved if self.rules.is_solved(residue) => Ok(()),
            ChildKind::Solved => Err(ProofFault::NotSolved),
            ChildKind::Dead(item)
                if self.rules.is_starved(residue, item)
                    || self.rules.lacks_capacity(residue, item) =>
            {
                Ok(())
            }
            ChildKind::Dead(item) => Err(ProofFault::NotDead(item)),
            ChildKind::Skipped | ChildKind::Node(_) => Err(ProofFault::NoPart),
        }
    }

    fn add_cost(&mut self, cost: u64) {
        if self.kind == ClaimKind::Cheapest {
            self.costs.push(cost);
        }
    }

    /// What all nodes say, once they were checked.
    ///
    /// # Errors
    /// The line of a node, from 0, and the reason why it is wrong.
    pub(super) fn finish(self) -> Result<Claim, (usize, ProofFault)> {
        let needed = |NeededPart(line)| (line, ProofFault::NeededPart);
        match self.kind {
            ClaimKind::Cheapest => {
                let cheapest = value::cheapest(&self.nodes, &self.costs).map_err(needed)?;
                Ok(Claim::Cheapest(cheapest.map(|(cost, count)| (cost, count.into_big()))))
            }
            kind => {
                let count = value::count(&self.nodes).map_err(needed)?;
                Ok(kind.of_count(count.into_big()))
            }
        }
    }
}
