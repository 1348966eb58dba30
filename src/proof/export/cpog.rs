//! Proofs of counts: certified partitioned-operation graphs (CPOG), and Skolem ones (SCPOG).
//!
//! The operation of a node is true if and only if its live options are a solution of its residue.
//! For a branch on an item with the options `o1`, `o2`, ...:
//!
//! ```text
//! node = o1 and (what it rules out is not chosen) and its child
//!     or not o1 and (o2 and (the rest of what it rules out is not chosen) and its child
//!                 or not o2 and ...)
//! ```
//!
//! Options without a solution have no product. The products rule them out.
//!
//! A clause says of each node that its operation is true, or one of some literals is, as in the
//! clause of a node without a solution. In the end that of the first node says that the operation
//! is true. That it implies each clause of the problem follows by unit propagation from below. Of
//! SCPOG, the checker finds this by itself.

use super::clause::Clause;
use super::clauses::Learner;
use super::dag::Dag;
use super::encode::cnf;
use super::error::ExportError;
use super::formula::Formula;
use super::grapher::{AliveNode, Grapher};
use super::literal::Literal;
use super::pog::{NO_SOLUTION, Operation, Pog, PogFormat};
use super::refutation::learn_all;
use crate::ids::{OptionId, as_index};
use crate::problem::Problem;
use crate::proof::Proof;
use crate::proof::claim::ClaimKind;
use std::io::Write;

/// Writes a proof of the number of solutions, which must not be 0: the problem in DIMACS CNF
/// format, and a graph of its solutions in CPOG format, with the proof that it has the same
/// solutions.
///
/// The size grows with the product of the numbers of nodes and of clauses.
///
/// # Errors
/// [`ExportError`]: there is no solution, an item is not to be covered exactly once, a node renames
/// options, or the output failed.
pub fn write_cpog(
    problem: &Problem,
    proof: &Proof,
    formula: impl Write,
    derivation: impl Write,
) -> Result<(), ExportError> {
    let numbered = Formula::clauses(problem)?;
    let (mut dag, _) = Dag::new(problem, proof, ClaimKind::Count)?;
    if !dag.is_alive[0] {
        return Err(ExportError::NoSolution);
    }
    cnf(&numbered, formula)?;
    let pog = Pog::new(derivation, PogFormat::Cpog, &numbered);
    let mut learner = Learner::new(&numbered, pog);
    let (nodes, _) = graph(&mut dag, &mut learner, false)?;
    let (root, unit) = root(&mut learner, nodes[0].as_ref())?;
    learner.out.root(root.variable)?;
    learner.out.remove_added(unit)?;
    remove_inputs(&dag, &mut learner, &nodes, unit)?;
    Ok(learner.out.out.flush()?)
}

/// Writes a proof of the number of solutions: the problem in DIMACS CNF format, and a graph of its
/// solutions in SCPOG format, with the proof that every solution is in it.
///
/// The checker finds by itself that the graph has solutions only. It does not count them:
/// `checkers/count_models.py` does.
///
/// # Errors
/// [`ExportError`]: an item is not to be covered exactly once, a node renames options, or the
/// output failed.
pub fn write_scpog(
    problem: &Problem,
    proof: &Proof,
    formula: impl Write,
    derivation: impl Write,
) -> Result<(), ExportError> {
    let numbered = Formula::clauses(problem)?;
    let (mut dag, _) = Dag::new(problem, proof, ClaimKind::Count)?;
    cnf(&numbered, formula)?;
    let pog = Pog::new(derivation, PogFormat::Scpog, &numbered);
    let mut learner = Learner::new(&numbered, pog);
    let (nodes, refuted) = graph(&mut dag, &mut learner, true)?;
    match refuted {
        Some(refuted) => {
            learner.out.root(NO_SOLUTION)?;
            learner.contradiction(&refuted)?;
        }
        None => {
            let (root, unit) = root(&mut learner, nodes[0].as_ref())?;
            learner.out.root(root.variable)?;
            // Once more: `cpog-check` looks for the clause after the root.
            learner.out.assert(&[root.variable], vec![unit])?;
        }
    }
    Ok(learner.out.out.flush()?)
}

/// The operations of all nodes, and the clause of the first one, if it has no solution. Clauses are
/// removed if that is wanted, when no node needs them any more.
fn graph<W: Write>(
    dag: &mut Dag<'_>,
    learner: &mut Learner<'_, Pog<W>>,
    removes: bool,
) -> Result<(Vec<Option<AliveNode>>, Option<Clause>), ExportError> {
    let mut nodes: Vec<Option<AliveNode>> = vec![None; dag.proof.node_count()];
    let mut known = learn_all(dag, learner, |dag, learner, line, _, known| {
        nodes[line] = Grapher { dag, learner, line, known, nodes: &nodes }.node()?;
        Ok(removes)
    })?;
    Ok((nodes, known.swap_remove(0)))
}

/// The operation of the problem, and the clause that it is true.
fn root<W: Write>(
    learner: &mut Learner<'_, Pog<W>>,
    first: Option<&AliveNode>,
) -> Result<(Operation, u64), ExportError> {
    let formula = learner.formula;
    if let Some(node) = first.filter(|_| formula.never.is_empty()) {
        return Ok((node.operation, node.clause.id));
    }
    let never = formula.never.iter().map(|&option| as_index(option));
    let literals = never.clone().map(|option| Literal::excluded(option).number());
    let literals = literals.chain(first.map(|node| node.operation.variable));
    let operation = learner.out.product(literals.collect())?;
    let hints = never.filter_map(|option| formula.never(option));
    let hints = hints.chain(first.map(|node| node.clause.id)).chain([operation.clause]);
    let hints: Vec<_> = hints.collect();
    if hints.len() == 1 {
        // It has no literals, so that its only clause says that it is true.
        return Ok((operation, operation.clause));
    }
    let unit = learner.out.assert(&[operation.variable], hints)?;
    Ok((operation, unit))
}

/// Removes the clauses of the problem.
fn remove_inputs<W: Write>(
    dag: &Dag<'_>,
    learner: &mut Learner<'_, Pog<W>>,
    nodes: &[Option<AliveNode>],
    unit: u64,
) -> Result<(), ExportError> {
    let formula = learner.formula;
    let pog = &mut learner.out;
    // The operation of the problem, if it is none of a node.
    let in_nodes = nodes.iter().flatten().map(|node| node.operations.end).max().unwrap_or(0);
    let last = in_nodes..pog.len();
    let alive = || (0..nodes.len()).rev().filter_map(|line| Some((line, nodes[line].as_ref()?)));
    let of = |(_, node): (usize, &AliveNode)| node.operations.clone();
    for item in formula.problem.primary_items() {
        let options = &formula.options_of[item.index()];
        let is_false = |literal: i64| {
            u32::try_from(literal - 1).is_ok_and(|option| options.binary_search(&option).is_ok())
        };
        let open = alive().filter(|&(line, _)| dag.rules.is_open(&dag.residues[line], item));
        let operations = open.flat_map(of).chain(last.clone());
        let clause = formula.low(item).unwrap_or_default();
        pog.remove_input(clause, is_false, operations, unit)?;
    }
    for &option in &formula.never {
        let number = Literal::excluded(as_index(option)).number();
        let clause = formula.never(as_index(option)).unwrap_or_default();
        pog.remove_input(clause, |literal| literal == number, last.clone(), unit)?;
    }
    for (first, pairs) in formula.pairs.iter().enumerate() {
        for &second in pairs {
            let pair = [first, as_index(second)];
            let numbers = pair.map(|option| Literal::excluded(option).number());
            let both = alive().filter(|&(line, _)| {
                pair.iter().all(|&option| dag.residues[line].is_live(OptionId::new(option)))
            });
            let operations = both.flat_map(of).chain(last.clone());
            let clause = formula.conflict(pair[0], pair[1]).unwrap_or_default();
            pog.remove_input(clause, |literal| numbers.contains(&literal), operations, unit)?;
        }
    }
    Ok(())
}
