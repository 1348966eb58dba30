//! [`Grapher`]: the operation of each node with a solution.

use super::clause::{Clause, ResidueAt};
use super::clauses::Learner;
use super::dag::{Dag, Move, Successor};
use super::error::ExportError;
use super::literal::Literal;
use super::pog::{Operation, Pog};
use crate::ids::{ItemId, OptionId};
use crate::proof::child::ChildKind;
use crate::proof::claim::ClaimKind;
use crate::proof::node::ProofNode;
use std::io::Write;
use std::ops::Range;

/// A node with a solution.
#[derive(Clone, Debug)]
pub(super) struct AliveNode {
    pub(super) operation: Operation,
    /// The clause that the operation or one of the literals is true.
    pub(super) clause: Clause,
    /// The indices of all its operations.
    pub(super) operations: Range<usize>,
}

/// The way to the operation of a node.
pub(super) struct Grapher<'a, 'b, 'c, W> {
    pub(super) dag: &'a mut Dag<'b>,
    pub(super) learner: &'a mut Learner<'c, Pog<W>>,
    pub(super) line: usize,
    pub(super) known: &'a [Option<Clause>],
    pub(super) nodes: &'a [Option<AliveNode>],
}

impl<W: Write> Grapher<'_, '_, '_, W> {
    /// The operation of the node; `None` for a leaf.
    pub(super) fn node(mut self) -> Result<Option<AliveNode>, ExportError> {
        let first = self.learner.out.len();
        let (operation, literals, hints) = match self.dag.proof.node(self.line) {
            ProofNode::Branch { item, .. } => self.branch(item)?,
            ProofNode::Parts { .. } => self.parts()?,
            ProofNode::Decision { .. } => return Err(ExportError::Decision(self.line)),
            ProofNode::Renaming { .. } => return Err(ExportError::Renaming(self.line)),
            ProofNode::Leaf(_) => return Ok(None),
        };
        let clause = self.clause(operation, literals, hints)?;
        let operations = first..self.learner.out.len();
        Ok(Some(AliveNode { operation, clause, operations }))
    }

    /// Adds the clause that an operation or one of the literals is true.
    fn clause(
        &mut self,
        operation: Operation,
        mut literals: Vec<Literal>,
        hints: Vec<u64>,
    ) -> Result<Clause, ExportError> {
        literals.sort_unstable();
        literals.dedup();
        let numbers = literals.iter().map(|literal| literal.number());
        let numbers: Vec<_> = [operation.variable].into_iter().chain(numbers).collect();
        let id = self.learner.out.assert(&numbers, hints)?;
        Ok(Clause { id, literals: literals.into() })
    }

    fn below(&self, successor: &Successor) -> Option<&AliveNode> {
        match successor.child.kind() {
            ChildKind::Node(distance) => self.nodes[self.line + distance].as_ref(),
            _ => None,
        }
    }

    /// The product of independent parts.
    fn parts(&mut self) -> Result<(Operation, Vec<Literal>, Vec<u64>), ExportError> {
        let residue = self.dag.residues[self.line].clone();
        let successors = self.dag.successors(self.line, &residue);
        let parts = successors.iter().map(|successor| self.below(successor).cloned());
        let parts: Option<Vec<_>> = parts.collect();
        let parts = parts.ok_or(ExportError::NotProved(ClaimKind::Count))?;
        let variables = parts.iter().map(|part| part.operation.variable);
        let operation = self.learner.out.product(variables.collect())?;
        let literals = parts.iter().flat_map(|part| part.clause.literals.iter().copied());
        let hints = parts.iter().map(|part| part.clause.id).chain([operation.clause]);
        Ok((operation, literals.collect(), hints.collect()))
    }

    /// The sum over the options of an item.
    fn branch(&mut self, item: ItemId) -> Result<(Operation, Vec<Literal>, Vec<u64>), ExportError> {
        let residue = self.dag.residues[self.line].clone();
        let successors = self.dag.successors(self.line, &residue);
        let at = ResidueAt { residue: &residue, chosen: &[] };
        let mut literals = self.learner.out_of(at, item);
        let is_alive = |successor: &&Successor| self.is_alive(successor);
        let alive: Vec<_> = successors.iter().filter(is_alive).map(|next| next.by).collect();
        // From the last option to the first: the sum of those that were seen, the clauses by which
        // it is false only if their options are not chosen, and those by which the options without
        // a solution are not chosen.
        let mut sum: Option<Operation> = None;
        let (mut chain, mut hints) = (Vec::new(), Vec::new());
        for successor in successors.iter().rev() {
            let Move::Choose(option) = successor.by else { continue };
            let own = Literal::excluded(option.index());
            if !self.is_alive(successor) {
                let (line, known) = (self.line, self.known);
                let clause = self.learner.child(self.dag, line, at, successor, known)?;
                let clause = clause.ok_or(ExportError::NotProved(ClaimKind::Count))?;
                let resolved = self.learner.resolve(at, option, &clause);
                literals.extend(&resolved.kept);
                let mut reasons = resolved.hints(|_| false);
                let mut id = clause.id;
                if resolved.is_free || !reasons.is_empty() {
                    reasons.push(clause.id);
                    id = self.learner.learn([&resolved.kept[..], &[own]].concat(), &reasons)?.id;
                }
                hints.push(id);
                continue;
            }
            let later = alive.iter().rposition(|&by| by == successor.by).unwrap_or_default();
            let (product, clause) =
                self.product(at, &alive[..later], successor, option, &mut literals)?;
            sum = Some(match sum {
                None => {
                    chain.push(clause);
                    product
                }
                Some(rest) => {
                    let others = self.learner.out.product(vec![own.number(), rest.variable])?;
                    let both = self.learner.out.sum(product, others)?;
                    // In reverse: the sum is false, and so are the product, the option, the others,
                    // and the rest.
                    chain.extend([others.clause, both.clause + 2, clause, both.clause + 1]);
                    both
                }
            });
        }
        let sum = sum.ok_or(ExportError::NotProved(ClaimKind::Count))?;
        hints.extend(chain.into_iter().rev());
        hints.extend(self.learner.formula.low(item));
        Ok((sum, literals, hints))
    }

    fn is_alive(&self, successor: &Successor) -> bool {
        successor.child.kind() == ChildKind::Solved || self.below(successor).is_some()
    }

    /// The product of an option that is chosen, of what it rules out besides earlier options that
    /// have solutions, and of the child; and the clause that it is true if the option is chosen.
    fn product(
        &mut self,
        at: ResidueAt<'_>,
        earlier: &[Move],
        successor: &Successor,
        option: OptionId,
        literals: &mut Vec<Literal>,
    ) -> Result<(Operation, u64), ExportError> {
        let is_earlier = |other| earlier.contains(&Move::Choose(OptionId::new(other)));
        let ruled_out: Vec<_> = self
            .dag
            .rules
            .live(at.residue)
            .filter(|&other| {
                other != option.index()
                    && !successor.residue.is_live(OptionId::new(other))
                    && !is_earlier(other)
            })
            .collect();
        let below = self.below(successor).cloned();
        let mut factors = vec![Literal::chosen(option.index()).number()];
        factors.extend(ruled_out.iter().map(|&other| Literal::excluded(other).number()));
        factors.extend(below.iter().map(|below| below.operation.variable));
        let product = self.learner.out.product(factors)?;
        let conflict = |other: usize| self.learner.formula.conflict(option.index(), other);
        let mut hints: Vec<_> = ruled_out.iter().filter_map(|&other| conflict(other)).collect();
        let mut own = Vec::new();
        if let Some(below) = below {
            let resolved = self.learner.resolve(at, option, &below.clause);
            hints.extend(resolved.hints(|_| false));
            hints.sort_unstable();
            hints.dedup();
            hints.push(below.clause.id);
            own = resolved.kept;
        }
        hints.push(product.clause);
        literals.extend(&own);
        own.push(Literal::excluded(option.index()));
        Ok((product, self.clause(product, own, hints)?.id))
    }
}
