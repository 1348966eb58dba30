//! The clauses of all nodes of a proof.

use super::clause::{Clause, Derivation, ResidueAt};
use super::clauses::Learner;
use super::dag::{Dag, Successor};
use super::error::ExportError;
use crate::proof::child::ChildKind;

/// Derives the clauses of all nodes without a solution. Returns those that are still needed: that
/// of the first node, and those that other nodes refer to.
///
/// `alive` is called for each other node, by line and occurrence, and returns whether the node
/// needs the clauses of its children no more.
pub(super) fn learn_all<D: Derivation>(
    dag: &mut Dag<'_>,
    learner: &mut Learner<'_, D>,
    mut alive: impl FnMut(
        &mut Dag<'_>,
        &mut Learner<'_, D>,
        usize,
        usize,
        &[Option<Clause>],
    ) -> Result<bool, ExportError>,
) -> Result<Vec<Option<Clause>>, ExportError> {
    let mut known: Vec<Option<Clause>> = vec![None; dag.occurrences.len()];
    for line in (0..dag.proof.node_count()).rev() {
        let residue = dag.residues[line].clone();
        let successors = dag.successors(line, &residue);
        for occurrence in dag.of_line[line].clone() {
            let context = dag.occurrences[occurrence].context.clone();
            let at = ResidueAt { residue: &residue, chosen: &context };
            if dag.is_alive[line] {
                if !alive(dag, learner, line, occurrence, &known)? {
                    continue;
                }
            } else {
                let mut children = Vec::new();
                for successor in &successors {
                    let clause = learner.child(dag, line, at, successor, &known)?;
                    children.extend(clause.map(|clause| (successor, clause)));
                }
                let clauses: Vec<_> = children.iter().map(|(_, clause)| clause.clone()).collect();
                known[occurrence] = Some(learner.node(dag, line, at, &clauses)?);
                for (successor, clause) in &children {
                    learner.release_leaf(successor, clause)?;
                }
            }
            for successor in &successors {
                release_child(dag, learner, line, at, successor, &mut known)?;
            }
        }
    }
    Ok(known)
}

/// A node needs its child no more.
fn release_child<D: Derivation>(
    dag: &mut Dag<'_>,
    learner: &mut Learner<'_, D>,
    line: usize,
    at: ResidueAt<'_>,
    successor: &Successor,
    known: &mut [Option<Clause>],
) -> Result<(), ExportError> {
    let ChildKind::Node(distance) = successor.child.kind() else { return Ok(()) };
    let context = dag.context_in(&successor.residue, at.chosen, successor.by);
    let Some(child) = dag.find(line + distance, &context) else { return Ok(()) };
    let uses = &mut dag.occurrences[child].uses;
    *uses -= 1;
    if *uses == 0
        && let Some(clause) = known[child].take()
    {
        learner.release(&clause)?;
    }
    Ok(())
}
