//! Classes of solutions, counted by Burnside's lemma.

use super::class_count::ClassCount;
use super::quotient::quotient;
use crate::problem::Problem;
use crate::search::answer::Stats;
use crate::search::counting::Counting;
use crate::search::limits::{Limits, StopReason};
use crate::search::progress::{Listener, Standing};
use crate::search::solver::Solver;
use crate::search::symmetry_stage::SymmetryStage;
use crate::symmetry::{Symmetries, SymmetryError};
use num_bigint::BigUint;

/// Counts the solutions, and the average number of them that a symmetry keeps. The conjugacy
/// classes of groups whose elements are too many to be visited are searched for only if `samples`
/// is true.
pub(super) fn count(
    solver: &mut Solver,
    symmetries: &Symmetries,
    samples: bool,
) -> Result<ClassCount, SymmetryError> {
    (solver.counting.last, solver.work) = (None, Some(Stats::default()));
    let order = symmetries.order();
    let limits = solver.limits.without_solutions();
    let mut stop = None;
    let mut listener = solver.listener.take();
    let mut watch = listener.as_mut().map(Listener::watch);
    let classes = symmetries.classes(samples, &mut || {
        if let Some(watch) = &mut watch {
            watch.enter(SymmetryStage::Group);
            watch.look(|_| Standing::default());
        }
        stop = stop.or(limits.reached(0, 0));
        stop.is_none()
    });
    solver.listener = listener;
    solver.enter(None);
    let classes = match (classes, stop) {
        (Some(classes), _) => classes,
        (None, Some(stop)) => return Ok(ClassCount { stop, ..ClassCount::none() }),
        (None, None) => return Err(SymmetryError::MissingClasses),
    };
    // Whether the lemma applies is known before anything is counted.
    let mut problems = Vec::new();
    for (symmetry, size) in classes.iter() {
        if let Some(stop) = limits.reached(0, 0) {
            return Ok(ClassCount { stop, ..ClassCount::none() });
        }
        if !symmetry.options.is_identity()
            && let Some(problem) = quotient(&solver.problem, &symmetry)?
        {
            problems.push((problem, size));
        }
    }
    let all = solver.count_from_start();
    let is_total = all.stop == StopReason::Exhausted;
    let (mut sum, mut stop) = (all.solutions.clone(), all.stop);
    let of = problems.len();
    for (class, (problem, size)) in (1..).zip(problems) {
        if stop != StopReason::Exhausted {
            break;
        }
        solver.enter(Some(SymmetryStage::Burnside { class, of }));
        let mut part = part_solver(solver, &problem, &limits);
        part.listener = solver.listener.take();
        let counted = part.big_count();
        solver.listener = part.listener.take();
        add_work(solver, &part);
        sum += counted.solutions * size;
        stop = counted.stop;
    }
    solver.enter(None);
    let is_complete = stop == StopReason::Exhausted;
    debug_assert!(!is_complete || &sum % &order == BigUint::ZERO, "the average is whole");
    let classes =
        if is_complete { sum / &order } else { ClassCount::least_classes(&all.solutions, &order) };
    Ok(ClassCount { solutions: all.solutions, classes, is_total, stop })
}

/// Adds the work of the count of a part to that of the solver.
fn add_work(solver: &mut Solver, part: &Solver) {
    if let (Some((_, sum)), Some((_, stats))) = (&mut solver.counting.last, part.counting.last) {
        sum.add_count(stats);
        solver.work = Some(Stats { nodes: sum.nodes, updates: 0 });
    }
}

/// A solver with the same settings, for what is left of the nodes.
pub(super) fn part_solver(solver: &Solver, problem: &Problem, limits: &Limits) -> Solver {
    let nodes = solver.stats().nodes;
    let part = Solver::with_engine(problem, solver.kind);
    let mut part = part.unwrap_or_else(|_| Solver::new(problem));
    part.limits = limits.clone();
    part.limits.nodes = limits.nodes.map(|most| most.saturating_sub(nodes).max(1));
    let Counting { method, memory, canonical, .. } = solver.counting;
    part.threads = solver.threads;
    let part = part.presolve(solver.presolve);
    part.method(method).memory(memory).canonical(canonical)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::method::Method;
    use crate::search::presolve::PresolveMode;
    use crate::{CanonicalMode, Engine};

    #[test]
    fn the_counts_of_a_run_have_its_settings() {
        let problem: Problem = "a b\na\nb\na b".parse().unwrap();
        let solver = Solver::with_engine(&problem, Engine::Links).unwrap();
        let solver = solver.presolve(PresolveMode::Never).threads(2).method(Method::Fewest);
        let solver = solver.memory(1 << 20).canonical(CanonicalMode::Off).node_limit(9);
        let part = part_solver(&solver, &problem, &solver.limits);
        let Counting { method, memory, canonical, .. } = part.counting;
        assert_eq!((method, memory, canonical), (Method::Fewest, 1 << 20, CanonicalMode::Off));
        assert_eq!((part.kind, part.presolve), (Engine::Links, PresolveMode::Never));
        assert_eq!((part.threads.number(), part.limits.nodes), (2, Some(9)));
    }
}
