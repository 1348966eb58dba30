//! [`Weigher`]: derives a lower bound of the costs from each node with a solution.
//!
//! The bound of a node with the least cost `v` says: the costs of the chosen options that are live
//! at the node are at least `v`, or one of some literals is true, as in the clause of a node
//! without a solution. A literal that is true is worth `v`:
//!
//! ```text
//! sum of cost * option over live options + sum of v * literal >= v
//! ```
//!
//! It is proved by contradiction. The negation makes all literals false. For each choice, the sum
//! of the negation and of the child's bound, or the child's clause, propagates that it is not made.
//! Nodes with the least cost 0 have no bound. That of independent parts is the sum of theirs.

use super::clause::{Clause, Derivation, ResidueAt, Resolved};
use super::clauses::Learner;
use super::dag::{Dag, Move, Successor};
use super::error::ExportError;
use super::literal::Literal;
use super::pb_lines::PbLines;
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::proof::child::ChildKind;
use crate::proof::claim::ClaimKind;
use crate::proof::node::ProofNode;
use std::io::Write;

/// The bound of a node.
#[derive(Clone, Debug)]
pub(super) struct CostBound {
    pub(super) id: u64,
    pub(super) literals: Vec<Literal>,
}

/// Derives the bounds of nodes, each after its children.
#[derive(Debug)]
pub(super) struct Weigher {
    /// For each line, the least cost of a solution.
    pub(super) least: Vec<Option<u128>>,
    /// For each occurrence, its bound.
    pub(super) bounds: Vec<Option<CostBound>>,
}

/// The least cost of a solution by way of a child; `None` if there is none.
pub(super) fn price(
    problem: &Problem,
    least: &[Option<u128>],
    line: usize,
    successor: &Successor,
) -> Option<u128> {
    let below = match successor.child.kind() {
        ChildKind::Node(distance) => least[line + distance]?,
        ChildKind::Solved => 0,
        ChildKind::Dead(_) | ChildKind::Skipped => return None,
    };
    let own = match successor.by {
        Move::Choose(option) => u128::from(problem.cost(option)),
        Move::Exclude(_) | Move::Part => 0,
    };
    Some(below + own)
}

impl Weigher {
    pub(super) fn new(occurrences: usize, lines: usize) -> Self {
        Self { least: vec![None; lines], bounds: vec![None; occurrences] }
    }

    /// Derives the bound of a node that has a solution.
    pub(super) fn weigh<W: Write>(
        &mut self,
        dag: &mut Dag<'_>,
        learner: &mut Learner<'_, PbLines<W>>,
        line: usize,
        occurrence: usize,
        known: &[Option<Clause>],
    ) -> Result<(), ExportError> {
        let residue = dag.residues[line].clone();
        let successors = dag.successors(line, &residue);
        let context = dag.occurrences[occurrence].context.clone();
        let at = ResidueAt { residue: &residue, chosen: &context };
        let problem = &learner.formula.problem;
        let prices = successors.iter().map(|next| price(problem, &self.least, line, next));
        if let ProofNode::Parts { .. } = dag.proof.node(line) {
            self.least[line] = prices.sum();
            let children = successors.iter();
            let children = children.filter_map(|next| self.child(dag, line, at, next)).cloned();
            self.bounds[occurrence] = sum(learner, children.collect())?;
            return Ok(());
        }
        let least = prices.flatten().min();
        self.least[line] = least;
        let wrong = ExportError::NotProved(ClaimKind::Cheapest);
        match least {
            None => return Err(wrong),
            Some(0) => return Ok(()),
            Some(least) => {
                let bound = self.contradict(dag, learner, line, at, &successors, known, least)?;
                self.bounds[occurrence] = Some(bound);
            }
        }
        Ok(())
    }

    /// The bound of a child.
    fn child(
        &self,
        dag: &Dag<'_>,
        line: usize,
        at: ResidueAt<'_>,
        successor: &Successor,
    ) -> Option<&CostBound> {
        let ChildKind::Node(distance) = successor.child.kind() else { return None };
        let context = dag.context_in(&successor.residue, at.chosen, successor.by);
        self.bounds[dag.find(line + distance, &context)?].as_ref()
    }

    /// Proves a bound by contradiction.
    #[allow(clippy::too_many_arguments)] // what is known of a node
    fn contradict<W: Write>(
        &mut self,
        dag: &Dag<'_>,
        learner: &mut Learner<'_, PbLines<W>>,
        line: usize,
        at: ResidueAt<'_>,
        successors: &[Successor],
        known: &[Option<Clause>],
        least: u128,
    ) -> Result<CostBound, ExportError> {
        // What each child says: a clause, or a bound that is still to be added to the negation.
        let mut literals = Vec::new();
        let (mut children, mut clauses) = (Vec::new(), Vec::new());
        for successor in successors {
            let clause = learner.child(dag, line, at, successor, known)?;
            clauses.extend(clause.clone().map(|clause| (successor, clause)));
            let bound = self.child(dag, line, at, successor);
            let is_bound = bound.is_some();
            let own = bound.map(|CostBound { id, literals }| Clause {
                id: *id,
                literals: literals.as_slice().into(),
            });
            let own = clause.or(own);
            let resolved = match (&own, successor.by) {
                (Some(clause), Move::Choose(option)) => learner.resolve(at, option, clause),
                (own, _) => Resolved::unchanged(own.as_ref().map_or(&[], |own| &own.literals)),
            };
            let excluded = match successor.by {
                Move::Exclude(option) => Some(Literal::chosen(option.index())),
                Move::Choose(_) | Move::Part => None,
            };
            literals.extend(resolved.kept.iter().filter(|&&literal| Some(literal) != excluded));
            children.push((
                successor.by,
                own.map(|clause| clause.id),
                is_bound,
                resolved.hints(|_| false),
            ));
        }
        let node = dag.proof.node(line);
        if let ProofNode::Branch { item, .. } = node {
            literals.extend(learner.out_of(at, item));
        }
        literals.sort_unstable();
        literals.dedup();
        let problem = &learner.formula.problem;
        let costs = dag.rules.live(at.residue).map(|option| {
            (u128::from(problem.cost(OptionId::new(option))), Literal::chosen(option))
        });
        let costs = costs.filter(|&(cost, _)| cost > 0);
        let worths = literals.iter().map(|&literal| (least, literal));
        let negated = learner.out.begin(&costs.chain(worths).collect::<Vec<_>>(), least)?;
        let mut last = vec![negated];
        for (by, id, is_bound, hints) in children {
            // A child without a bound costs nothing. The negation excludes the choice.
            let Some(mut id) = id else { continue };
            if is_bound {
                id = learner.out.add(&format!("pol {negated} {id} +"))?;
            }
            if let Move::Choose(option) = by {
                let hints: Vec<_> = [negated].into_iter().chain(hints).chain([id]).collect();
                id = learner.out.learn(&[Literal::excluded(option.index())], &hints)?;
            }
            last.push(id);
        }
        if let ProofNode::Branch { item, .. } = node {
            last.extend(learner.formula.low(item));
        }
        learner.out.learn(&[], &last)?;
        let id = learner.out.end()?;
        for (successor, clause) in &clauses {
            learner.release_leaf(successor, clause)?;
        }
        Ok(CostBound { id, literals })
    }
}

/// The bound of independent parts.
fn sum<W: Write>(
    learner: &mut Learner<'_, PbLines<W>>,
    bounds: Vec<CostBound>,
) -> Result<Option<CostBound>, ExportError> {
    let ids: Vec<_> = bounds.iter().map(|bound| bound.id.to_string()).collect();
    if ids.len() < 2 {
        return Ok(bounds.into_iter().next());
    }
    let plus = " +".repeat(ids.len() - 1);
    let id = learner.out.add(&format!("pol {}{plus}", ids.join(" ")))?;
    let mut literals: Vec<_> = bounds.into_iter().flat_map(|bound| bound.literals).collect();
    literals.sort_unstable();
    literals.dedup();
    Ok(Some(CostBound { id, literals }))
}
