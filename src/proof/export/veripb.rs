//! Proofs for VeriPB, by cutting planes.

use super::clause::{Clause, Derivation};
use super::clauses::Learner;
use super::dag::Dag;
use super::encode::{OpbObjective, opb};
use super::error::ExportError;
use super::exclusion::{Excluder, MAX_EXCLUSIONS};
use super::formula::Formula;
use super::literal::Literal;
use super::pb_lines::{PbLines, words};
use super::refutation::learn_all;
use super::solution::{PathStep, path};
use super::weights::{CostBound, Weigher, price};
use crate::ids::{OptionId, as_index, to_u32};
use crate::problem::Problem;
use crate::proof::Proof;
use crate::proof::child::ChildKind;
use crate::proof::claim::{Claim, ClaimKind};
use std::io::Write;

/// Writes a proof for VeriPB: the problem in OPB format, and a derivation in the format of version
/// 3.0.
///
/// - `none`: the inequalities have no solution. The conclusion is `UNSAT`.
/// - `unique`: the objective is the number of the options on which a solution agrees with the only
///   one: chosen by both or by neither. The conclusion is `BOUNDS n n`, with the number of options
///   `n`: each solution agrees on all options.
/// - `cheapest`: the objective is the cost. The conclusion is `BOUNDS c c` with the least cost `c`;
///   `BOUNDS INF INF` if there is no solution. The number of solutions with this cost is not
///   proved.
/// - `count`: the formula has a constraint more for each solution, which excludes it. The
///   conclusion is `UNSAT`: there are no other solutions. `checkers/count_models.py` checks that
///   those that are excluded are solutions, and counts them.
///
/// # Errors
/// [`ExportError`]: the proof does not prove the claim, a node renames options, more than
/// [`MAX_EXCLUSIONS`] solutions are counted, or the output failed.
pub fn write_veripb(
    problem: &Problem,
    proof: &Proof,
    kind: ClaimKind,
    formula: impl Write,
    derivation: impl Write,
) -> Result<(), ExportError> {
    let numbered = Formula::inequalities(problem);
    let (mut dag, claim) = Dag::new(problem, proof, kind)?;
    let excluded = exclusions(&claim)?;
    let mut lines = PbLines { out: derivation, last: numbered.last + u64::from(excluded) };
    lines.header()?;
    let mut learner = Learner::new(&numbered, lines);
    match claim {
        Claim::None | Claim::Cheapest(None) => {
            let is_none = claim == Claim::None;
            let objective = if is_none { OpbObjective::Nothing } else { OpbObjective::Costs };
            opb(&numbered, objective, 0, formula)?;
            let known = learn_all(&mut dag, &mut learner, |_, _, _, _, _| Ok(false))?;
            let root = known[0].as_ref().ok_or(ExportError::NotProved(kind))?;
            let contradiction = learner.contradiction(root)?;
            learner.out.conclude(&if is_none {
                format!("UNSAT : {contradiction}")
            } else {
                format!("BOUNDS INF : {contradiction} INF")
            })?;
        }
        Claim::Unique => unique(&mut dag, learner, formula)?,
        Claim::Cheapest(Some((cost, _))) => {
            opb(&numbered, OpbObjective::Costs, 0, formula)?;
            cheapest(&mut dag, learner, cost)?;
        }
        Claim::Count(_) => count(&mut dag, learner, excluded, formula)?,
    }
    Ok(())
}

/// How many solutions are excluded.
fn exclusions(claim: &Claim) -> Result<u32, ExportError> {
    let Claim::Count(count) = claim else { return Ok(0) };
    let found = u32::try_from(count).ok().filter(|&count| count <= MAX_EXCLUSIONS);
    found
        .ok_or_else(|| ExportError::Exclusions { found: Some(count.clone()), most: MAX_EXCLUSIONS })
}

/// That there are no other solutions than those that the formula excludes.
fn count<W: Write>(
    dag: &mut Dag<'_>,
    mut learner: Learner<'_, PbLines<W>>,
    excluded: u32,
    mut formula: impl Write,
) -> Result<(), ExportError> {
    opb(learner.formula, OpbObjective::Nothing, excluded.into(), &mut formula)?;
    let contradiction = Excluder::new(dag, &mut learner, formula)?.refute()?;
    learner.out.conclude(&format!("UNSAT : {contradiction}"))
}

/// That there is one solution.
fn unique<W: Write>(
    dag: &mut Dag<'_>,
    mut learner: Learner<'_, PbLines<W>>,
    output: impl Write,
) -> Result<(), ExportError> {
    let wrong = ExportError::NotProved(ClaimKind::Unique);
    let found = path(dag, |dag, line, successors| {
        successors.iter().position(|successor| match successor.child.kind() {
            ChildKind::Node(distance) => dag.is_alive[line + distance],
            kind => kind == ChildKind::Solved,
        })
    });
    let Some((steps, chosen)) = found else { return Err(wrong) };
    let mut solution: Vec<_> =
        chosen.iter().map(|&option| OptionId::new(as_index(option))).collect();
    solution.sort_unstable();
    opb(learner.formula, OpbObjective::Agreement(&solution), 0, output)?;
    let options = learner.formula.problem.options().len();
    let literals = assignment(options, &solution);
    // A solution agrees on fewer than all options from here on.
    let improving = learner.out.add(&format!("soli {}", words(&literals)))?;
    let known = learn_all(dag, &mut learner, |_, _, _, _, _| Ok(false))?;
    let mut clause = blocking(&mut learner, &chosen, improving)?;
    for step in steps.iter().rev() {
        clause = above(dag, &mut learner, step, &chosen, &known, &clause)?;
    }
    let contradiction = learner.contradiction(&clause)?;
    learner.out.conclude(&format!("BOUNDS {options} : {contradiction} {options}"))
}

/// The clause that the options of the only solution are not all chosen. It names the options that
/// are excluded by choice, too.
pub(super) fn blocking<W: Write>(
    learner: &mut Learner<'_, PbLines<W>>,
    chosen: &[u32],
    improving: u64,
) -> Result<Clause, ExportError> {
    let formula = learner.formula;
    let mut literals: Vec<_> =
        chosen.iter().map(|&option| Literal::excluded(as_index(option))).collect();
    let mut hints = Vec::new();
    for option in formula.problem.options().map(OptionId::index) {
        if chosen.contains(&to_u32(option)) {
            continue;
        }
        let conflict = |&own: &u32| formula.conflict(as_index(own), option);
        let full = || learner.full_item(chosen, option).map(|(id, _)| id);
        match formula.never(option).or_else(|| chosen.iter().find_map(conflict)).or_else(full) {
            Some(hint) => hints.push(hint),
            None => literals.push(Literal::chosen(option)),
        }
    }
    hints.sort_unstable();
    hints.dedup();
    hints.push(improving);
    learner.learn(literals, &hints)
}

/// The clause of a step on the way to the only solution, from that of the step below.
fn above<W: Write>(
    dag: &mut Dag<'_>,
    learner: &mut Learner<'_, PbLines<W>>,
    step: &PathStep,
    chosen: &[u32],
    known: &[Option<Clause>],
    below: &Clause,
) -> Result<Clause, ExportError> {
    let at = step.at(chosen);
    let successors = dag.successors(step.line, &step.residue);
    let mut children = Vec::new();
    for (index, successor) in successors.iter().enumerate() {
        let own = if index == step.taken {
            Some(below.clone())
        } else {
            learner.child(dag, step.line, at, successor, known)?
        };
        children.push(own.ok_or(ExportError::NotProved(ClaimKind::Unique))?);
    }
    let clause = learner.node(dag, step.line, at, &children)?;
    learner.release(below)?;
    for (successor, own) in successors.iter().zip(&children) {
        learner.release_leaf(successor, own)?;
    }
    Ok(clause)
}

/// That no solution costs less.
fn cheapest<W: Write>(
    dag: &mut Dag<'_>,
    mut learner: Learner<'_, PbLines<W>>,
    cost: u128,
) -> Result<(), ExportError> {
    let wrong = || ExportError::NotProved(ClaimKind::Cheapest);
    let mut weigher = Weigher::new(dag.occurrences.len(), dag.proof.node_count());
    learn_all(dag, &mut learner, |dag, learner, line, occurrence, known| {
        weigher.weigh(dag, learner, line, occurrence, known)?;
        Ok(true)
    })?;
    let Weigher { least, bounds } = weigher;
    if least[0] != Some(cost) {
        return Err(wrong());
    }
    let problem = learner.formula.problem.clone();
    let found = path(dag, |_, line, successors| {
        let price = |successor: &super::dag::Successor| price(&problem, &least, line, successor);
        let alive = successors.iter().enumerate();
        let alive = alive.filter_map(|(index, successor)| Some((price(successor)?, index)));
        alive.min().map(|(_, index)| index)
    });
    let Some((_, chosen)) = found else { return Err(wrong()) };
    let mut solution: Vec<_> =
        chosen.iter().map(|&option| OptionId::new(as_index(option))).collect();
    solution.sort_unstable();
    let literals = words(&assignment(problem.options().len(), &solution));
    let bound = match &bounds[0] {
        Some(bound) => learner.objective_bound(&problem, cost, bound)?,
        // Costs are not negative.
        None => learner.out.add("rup >= 0")?,
    };
    learner.out.log(&literals)?;
    learner.out.conclude(&format!("BOUNDS {cost} : {bound} {cost}"))
}

impl<W: Write> Learner<'_, PbLines<W>> {
    /// The bound of all costs, from that of the first node.
    fn objective_bound(
        &mut self,
        problem: &Problem,
        cost: u128,
        bound: &CostBound,
    ) -> Result<u64, ExportError> {
        let reasons = bound.literals.iter();
        let reasons = reasons.filter_map(|literal| self.full_item(&[], literal.option()));
        let reasons: Vec<_> = reasons.map(|(id, _)| id).collect();
        if reasons.is_empty() {
            return Ok(bound.id);
        }
        let costs = problem.options().map(|option| (Literal::chosen(option.index()), option));
        let costs = costs.map(|(literal, option)| (u128::from(problem.cost(option)), literal));
        let terms: Vec<_> = costs.filter(|&(cost, _)| cost > 0).collect();
        let negated = self.out.begin(&terms, cost)?;
        let sum = self.out.add(&format!("pol {negated} {} +", bound.id))?;
        let hints: Vec<_> = [negated].into_iter().chain(reasons).chain([sum]).collect();
        self.out.learn(&[], &hints)?;
        self.out.end()
    }
}

/// All options, as chosen by a solution or not.
pub(super) fn assignment(options: usize, solution: &[OptionId]) -> Vec<Literal> {
    let is_chosen = |option| solution.binary_search(&OptionId::new(option)).is_ok();
    let literal = |option| {
        if is_chosen(option) { Literal::chosen(option) } else { Literal::excluded(option) }
    };
    (0..options).map(literal).collect()
}
