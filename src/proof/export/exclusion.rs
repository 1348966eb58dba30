//! [`Excluder`]: refutes what is left of a problem if all of its solutions are excluded.
//!
//! The formula excludes each solution `S` by a *blocking constraint*: an option of `S` is not
//! chosen, or one of its *additions* is. These are the options outside `S` whose primary items all
//! have different lower and upper bounds. A solution that contains `S` but is another one has such
//! an option besides: an option that covers an item of equal bounds would cover it too often.
//!
//! The derivation is a search tree: nodes with a solution have a clause for each way that leads to
//! them, and those without one share theirs. A tree has a leaf for each solution, of which the
//! clause is the blocking constraint.

use super::clause::{Clause, ResidueAt};
use super::clauses::Learner;
use super::dag::{Dag, Move, Successor};
use super::error::ExportError;
use super::literal::Literal;
use super::pb_lines::PbLines;
use super::refutation::learn_all;
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::Problem;
use crate::proof::child::ChildKind;
use crate::proof::claim::ClaimKind;
use crate::proof::node::ProofNode;
use crate::proof::verify::residue::Residue;
use std::io::{self, Write};

/// The greatest number of solutions that are excluded one by one.
pub const MAX_EXCLUSIONS: u32 = 100_000;

/// A node of the tree whose children are being refuted.
#[derive(Debug)]
struct Frame {
    line: usize,
    /// What is left of the whole problem, also of parts that come later.
    residue: Residue,
    /// The lines of parts that come later, the next one last.
    pending: Vec<usize>,
    /// How many options have been chosen before.
    chosen: usize,
    successors: Vec<Successor>,
    /// The clauses of the first children.
    clauses: Vec<Clause>,
}

/// Excludes the solutions of a problem, one after another.
pub(super) struct Excluder<'a, 'b, 'c, F, W> {
    dag: &'a mut Dag<'b>,
    learner: &'a mut Learner<'c, PbLines<W>>,
    /// The formula, to which blocking constraints are added.
    formula: F,
    /// The clauses of the nodes without a solution.
    known: Vec<Option<Clause>>,
    /// The options that can be in a solution besides all of those of another one.
    additions: Vec<u32>,
    /// The number of the last blocking constraint.
    last: u64,
    /// The options that were chosen on the way to the node.
    chosen: Vec<u32>,
}

impl<'a, 'b, 'c, F: Write, W: Write> Excluder<'a, 'b, 'c, F, W> {
    /// The formula has been written but for the blocking constraints.
    pub(super) fn new(
        dag: &'a mut Dag<'b>,
        learner: &'a mut Learner<'c, PbLines<W>>,
        formula: F,
    ) -> Result<Self, ExportError> {
        let known = learn_all(dag, learner, |_, _, _, _, _| Ok(false))?;
        let additions = additions(&learner.formula.problem);
        let last = learner.formula.last;
        Ok(Self { dag, learner, formula, known, additions, last, chosen: Vec::new() })
    }

    /// Writes the blocking constraints, and derives a contradiction. Returns its number.
    pub(super) fn refute(mut self) -> Result<u64, ExportError> {
        let root = match self.known[0].clone() {
            Some(root) => root,
            None => self.tree()?,
        };
        self.formula.flush()?;
        self.learner.contradiction(&root)
    }

    /// The clause of the first node, which has a solution.
    fn tree(&mut self) -> Result<Clause, ExportError> {
        let beginning = self.dag.rules.beginning();
        let mut frames = Vec::new();
        let mut found = self.enter(beginning, vec![0], &mut frames)?;
        while let Some(frame) = frames.last_mut() {
            self.chosen.truncate(frame.chosen);
            frame.clauses.extend(found.take());
            let Some(successor) = frame.successors.get(frame.clauses.len()).cloned() else {
                found = Some(self.leave(frame)?);
                frames.pop();
                continue;
            };
            if !self.is_alive(frame.line, &successor) {
                let at = ResidueAt { residue: &frame.residue, chosen: &self.chosen };
                let clause =
                    self.learner.child(self.dag, frame.line, at, &successor, &self.known)?;
                found = Some(clause.ok_or(ExportError::NotProved(ClaimKind::Count))?);
                continue;
            }
            let mut pending = frame.pending.clone();
            if let ChildKind::Node(distance) = successor.child.kind() {
                pending.push(frame.line + distance);
            }
            if let Move::Choose(option) = successor.by {
                self.chosen.push(to_u32(option.index()));
            }
            found = self.enter(successor.residue, pending, &mut frames)?;
        }
        found.ok_or(ExportError::NotProved(ClaimKind::Count))
    }

    /// Goes on with the next pending line. Returns the clause of a solution, if none is pending.
    fn enter(
        &mut self,
        residue: Residue,
        mut pending: Vec<usize>,
        frames: &mut Vec<Frame>,
    ) -> Result<Option<Clause>, ExportError> {
        while let Some(line) = pending.pop() {
            let successors = self.dag.successors(line, &residue);
            match self.dag.proof.node(line) {
                ProofNode::Parts { .. } => {
                    let lines = successors.iter().rev().map(|part| part.child.kind());
                    pending.extend(lines.filter_map(|kind| match kind {
                        ChildKind::Node(distance) => Some(line + distance),
                        _ => None,
                    }));
                }
                // It is the only node.
                ProofNode::Leaf(_) => {}
                _ => {
                    let (chosen, clauses) = (self.chosen.len(), Vec::new());
                    frames.push(Frame { line, residue, pending, chosen, successors, clauses });
                    return Ok(None);
                }
            }
        }
        Ok(Some(self.block()?))
    }

    /// Excludes the solution that was chosen.
    fn block(&mut self) -> Result<Clause, ExportError> {
        let literals = exclude(&self.chosen, &self.additions, &mut self.formula)?;
        self.last += 1;
        Ok(Clause { id: self.last, literals: literals.into() })
    }

    /// The clause of a node, from those of its children.
    fn leave(&mut self, frame: &Frame) -> Result<Clause, ExportError> {
        let at = ResidueAt { residue: &frame.residue, chosen: &self.chosen };
        let clause = self.learner.node(self.dag, frame.line, at, &frame.clauses)?;
        for (successor, own) in frame.successors.iter().zip(&frame.clauses) {
            // Those of nodes without a solution are shared.
            if self.is_alive(frame.line, successor) {
                self.learner.release(own)?;
            }
            self.learner.release_leaf(successor, own)?;
        }
        Ok(clause)
    }

    fn is_alive(&self, line: usize, successor: &Successor) -> bool {
        match successor.child.kind() {
            ChildKind::Node(distance) => self.dag.is_alive[line + distance],
            kind => kind == ChildKind::Solved,
        }
    }
}

/// The options with a primary item whose primary items all have different lower and upper bounds.
pub(super) fn additions(problem: &Problem) -> Vec<u32> {
    let is_loose = |&option: &OptionId| {
        let mut entries = problem.entries(option).iter();
        entries.all(|entry| {
            let bounds = problem.bounds(entry.item);
            !problem.is_primary(entry.item) || bounds.low != bounds.high
        })
    };
    let options = problem.options().filter(|&option| problem.is_choosable(option));
    options.filter(is_loose).map(|option| to_u32(option.index())).collect()
}

/// Writes the constraint that blocks a solution. Returns its literals, in ascending order.
pub(super) fn exclude(
    chosen: &[u32],
    additions: &[u32],
    out: &mut impl Write,
) -> io::Result<Vec<Literal>> {
    let more = additions.iter().filter(|option| !chosen.contains(option));
    let more = more.map(|&option| Literal::chosen(as_index(option)));
    let own = chosen.iter().map(|&option| Literal::excluded(as_index(option)));
    let mut literals: Vec<_> = own.chain(more).collect();
    literals.sort_unstable_by_key(|literal| literal.option());
    write_blocking(&literals, out)?;
    literals.sort_unstable();
    Ok(literals)
}

/// Writes that one of these literals is true, as an inequality between variables.
fn write_blocking(literals: &[Literal], out: &mut impl Write) -> io::Result<()> {
    for literal in literals {
        let coefficient = if literal.is_chosen() { 1 } else { -1 };
        write!(out, "{coefficient} x{} ", literal.option() + 1)?;
    }
    let excluded = literals.iter().filter(|literal| !literal.is_chosen()).count();
    match excluded.checked_sub(1) {
        None => writeln!(out, ">= 1 ;"),
        Some(0) => writeln!(out, ">= 0 ;"),
        Some(most) => writeln!(out, ">= -{most} ;"),
    }
}
