//! [`Learner`]: derives a clause from each node without a solution.
//!
//! The clause of a node says that one of some literals is true that all are false at the node: an
//! option of an open item is chosen that is not live, or one of the context is not chosen. By unit
//! propagation it follows from the clauses of the children. It has only the literals that these
//! need, and if the choice is not needed, it is the clause of a child.

use super::clause::{Clause, Derivation, ResidueAt, Resolved};
use super::dag::{Dag, Move, Successor};
use super::error::ExportError;
use super::formula::Formula;
use super::literal::Literal;
use crate::ids::{ItemId, OptionId, as_index, to_u32};
use crate::proof::child::ChildKind;
use crate::proof::node::ProofNode;
use crate::proof::verify::residue::Residue;
use std::collections::HashMap;

/// Derives clauses, and removes them when no node needs them any more.
pub(super) struct Learner<'a, D> {
    pub(super) formula: &'a Formula,
    pub(super) out: D,
    /// How many nodes to come need each clause that was derived.
    uses: HashMap<u64, u32>,
}

impl<'a, D: Derivation> Learner<'a, D> {
    pub(super) fn new(formula: &'a Formula, out: D) -> Self {
        Self { formula, out, uses: HashMap::new() }
    }

    /// A node without a solution needs a clause of a child.
    pub(super) fn keep(&mut self, clause: &Clause) {
        if let Some(uses) = self.uses.get_mut(&clause.id) {
            *uses += 1;
        }
    }

    /// A node needs a clause no more.
    pub(super) fn release(&mut self, clause: &Clause) -> Result<(), ExportError> {
        let Some(uses) = self.uses.get_mut(&clause.id) else { return Ok(()) };
        *uses -= 1;
        if *uses == 0 {
            self.uses.remove(&clause.id);
            self.out.forget(clause.id, &clause.literals)?;
        }
        Ok(())
    }

    /// A new clause, which one node needs.
    pub(super) fn learn(
        &mut self,
        mut literals: Vec<Literal>,
        hints: &[u64],
    ) -> Result<Clause, ExportError> {
        literals.sort_unstable();
        literals.dedup();
        let id = self.out.learn(&literals, hints)?;
        self.uses.insert(id, 1);
        Ok(Clause { id, literals: literals.into() })
    }

    /// The clause of an item that can't be covered any more: so many of its options are neither
    /// live nor chosen that the others do not suffice. Those that were not live `before` come
    /// first.
    pub(super) fn leaf(&self, at: ResidueAt<'_>, before: &Residue, item: ItemId) -> Clause {
        let options = &self.formula.options_of[item.index()];
        let is_out = |option: &u32| {
            !at.residue.is_live(OptionId::new(as_index(*option))) && !at.chosen.contains(option)
        };
        let mut out: Vec<_> = options.iter().copied().filter(is_out).collect();
        out.sort_by_key(|&option| before.is_live(OptionId::new(as_index(option))));
        let low = as_index(self.formula.problem.bounds(item).low);
        out.truncate((options.len() + 1).saturating_sub(low));
        let mut literals: Vec<_> =
            out.into_iter().map(|option| Literal::chosen(as_index(option))).collect();
        literals.sort_unstable();
        let id = self.formula.low(item).unwrap_or_default();
        Clause { id, literals: literals.into() }
    }

    /// What the clause of a child says before its choice.
    pub(super) fn resolve(&self, at: ResidueAt<'_>, option: OptionId, clause: &Clause) -> Resolved {
        let own = Literal::excluded(option.index());
        let (mut kept, mut all) = (Vec::new(), Vec::new());
        for &literal in clause.literals.iter().filter(|&&literal| literal != own) {
            if literal.is_chosen() && at.residue.is_live(literal.id()) {
                let (hint, reasons) = self.reason(at.chosen, option, literal.option());
                all.extend(hint.map(|hint| (hint, literal.option())));
                kept.extend(reasons);
            } else {
                kept.push(literal);
            }
        }
        let is_free = all.is_empty() && !clause.literals.contains(&own);
        Resolved { kept, reasons: all, is_free }
    }

    /// The constraint by which an option can't be chosen after another one has been, and what it
    /// needs besides.
    fn reason(
        &self,
        chosen: &[u32],
        option: OptionId,
        other: usize,
    ) -> (Option<u64>, Vec<Literal>) {
        if let Some(conflict) = self.formula.conflict(option.index(), other) {
            return (Some(conflict), Vec::new());
        }
        let number = to_u32(option.index());
        let all: Vec<u32> = chosen.iter().copied().chain([number]).collect();
        match self.full_item(&all, other) {
            Some((id, mut reasons)) => {
                reasons.retain(|&reason| reason != Literal::excluded(option.index()));
                (Some(id), reasons)
            }
            None => (None, Vec::new()),
        }
    }

    /// The upper bound of an item of an option that chosen options reach, with the negations of
    /// these.
    pub(super) fn full_item(&self, chosen: &[u32], other: usize) -> Option<(u64, Vec<Literal>)> {
        let problem = &self.formula.problem;
        let entries = problem.entries(OptionId::new(other)).iter();
        let mut primary = entries.map(|entry| entry.item).filter(|&item| problem.is_primary(item));
        primary.find_map(|item| {
            let options = &self.formula.options_of[item.index()];
            let covering = chosen.iter().filter(|option| options.binary_search(option).is_ok());
            let covering: Vec<_> =
                covering.map(|&option| Literal::excluded(as_index(option))).collect();
            let is_full = covering.len() == as_index(problem.bounds(item).high);
            self.formula.high(item).filter(|_| is_full).map(|id| (id, covering))
        })
    }

    /// The clause of a branch, from those of its children.
    pub(super) fn branch(
        &mut self,
        dag: &Dag<'_>,
        at: ResidueAt<'_>,
        item: ItemId,
        children: &[Clause],
    ) -> Result<Clause, ExportError> {
        let live = dag.live_of(at.residue, item.index());
        let resolve = |(&option, clause)| self.resolve(at, option, clause);
        let resolved: Vec<_> = live.iter().zip(children).map(resolve).collect();
        if let Some(free) = resolved.iter().position(|resolved| resolved.is_free) {
            self.keep(&children[free]);
            return Ok(children[free].clone());
        }
        let mut literals = self.out_of(at, item);
        let (mut hints, mut temporary, mut after) = (Vec::new(), Vec::new(), Vec::new());
        for (index, resolved) in resolved.into_iter().enumerate() {
            literals.extend(&resolved.kept);
            let mut reasons = resolved.hints(|_| false);
            if reasons.is_empty() {
                hints.push(children[index].id);
                continue;
            }
            reasons.push(children[index].id);
            if index + 1 < live.len() {
                let own = Literal::excluded(live[index].index());
                let learned = self.learn([&resolved.kept[..], &[own]].concat(), &reasons)?;
                hints.push(learned.id);
                temporary.push(learned);
            } else {
                // The item makes the last option true, after the others are false.
                let is_other = |option| live.contains(&OptionId::new(option));
                after = resolved.hints(is_other);
                after.push(children[index].id);
            }
        }
        hints.extend(self.formula.low(item));
        hints.extend(after);
        let learned = self.learn(literals, &hints)?;
        for clause in &temporary {
            self.release(clause)?;
        }
        Ok(learned)
    }

    /// The options of an item that are not live.
    pub(super) fn out_of(&self, at: ResidueAt<'_>, item: ItemId) -> Vec<Literal> {
        let options = self.formula.options_of[item.index()].iter().map(|&option| as_index(option));
        let out = options.filter(|&option| !at.residue.is_live(OptionId::new(option)));
        out.map(Literal::chosen).collect()
    }

    /// The clause of a decision, from those of its children.
    pub(super) fn decision(
        &mut self,
        at: ResidueAt<'_>,
        option: OptionId,
        [without, with]: [&Clause; 2],
    ) -> Result<Clause, ExportError> {
        let own = Literal::chosen(option.index());
        if !without.literals.contains(&own) {
            self.keep(without);
            return Ok(without.clone());
        }
        let resolved = self.resolve(at, option, with);
        if resolved.is_free {
            self.keep(with);
            return Ok(with.clone());
        }
        let hints = resolved.hints(|_| false);
        let mut literals = resolved.kept;
        literals.extend(without.literals.iter().filter(|&&literal| literal != own));
        let hints: Vec<_> = [without.id].into_iter().chain(hints).chain([with.id]).collect();
        self.learn(literals, &hints)
    }

    /// The clause of a node without a solution, from those of its children.
    pub(super) fn node(
        &mut self,
        dag: &Dag<'_>,
        line: usize,
        at: ResidueAt<'_>,
        children: &[Clause],
    ) -> Result<Clause, ExportError> {
        match dag.proof.node(line) {
            ProofNode::Branch { item, .. } => self.branch(dag, at, item, children),
            ProofNode::Decision { option, .. } => {
                self.decision(at, option, [&children[0], &children[1]])
            }
            // That of the only child, or of the part without a solution.
            _ => {
                self.keep(&children[0]);
                Ok(children[0].clone())
            }
        }
    }

    /// The clause of a child without a solution; `None` if it has one, or is skipped. If the child
    /// is a leaf, the caller [releases](Self::release_leaf) its clause.
    pub(super) fn child(
        &mut self,
        dag: &Dag<'_>,
        line: usize,
        at: ResidueAt<'_>,
        successor: &Successor,
        known: &[Option<Clause>],
    ) -> Result<Option<Clause>, ExportError> {
        Ok(match successor.child.kind() {
            ChildKind::Node(distance) => {
                // That of the child's line: the node's may have parts that come later.
                let residue = &dag.residues[line + distance];
                let context = dag.context_in(residue, at.chosen, successor.by);
                dag.find(line + distance, &context).and_then(|found| known[found].clone())
            }
            ChildKind::Dead(item) => {
                let mut chosen = at.chosen.to_vec();
                if let Move::Choose(option) = successor.by {
                    chosen.push(to_u32(option.index()));
                }
                let after = ResidueAt { residue: &successor.residue, chosen: &chosen };
                if dag.rules.is_starved(after.residue, item) {
                    Some(self.leaf(after, at.residue, item))
                } else {
                    debug_assert!(dag.rules.lacks_capacity(after.residue, item));
                    Some(self.capacity(&dag.rules, after, item)?)
                }
            }
            ChildKind::Solved | ChildKind::Skipped => None,
        })
    }

    /// Releases the clause of a child that is a leaf; those of other children are shared.
    pub(super) fn release_leaf(
        &mut self,
        successor: &Successor,
        clause: &Clause,
    ) -> Result<(), ExportError> {
        match successor.child.kind() {
            ChildKind::Dead(_) => self.release(clause),
            _ => Ok(()),
        }
    }

    /// Derives the contradiction from the clause of the first node: its options are those of items
    /// that are covered 0 times at most.
    pub(super) fn contradiction(&mut self, root: &Clause) -> Result<u64, ExportError> {
        if root.literals.is_empty() && self.uses.contains_key(&root.id) {
            return Ok(root.id);
        }
        let reasons = root.literals.iter();
        let reasons = reasons.filter_map(|literal| self.full_item(&[], literal.option()));
        let mut hints: Vec<_> = reasons.map(|(id, _)| id).collect();
        hints.push(root.id);
        self.out.learn(&[], &hints)
    }
}
