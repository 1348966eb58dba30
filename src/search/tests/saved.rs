//! Counts with a memo that are interrupted and continued, with one thread and with several.

use super::*;
use crate::engine::Subproblem;
use crate::engine::tests::oracle;
use crate::search::{Checkpoint, Method, ResumeError};
use std::time::Duration;

/// A solver that splits early, and that is to be saved. The automatic choice does not split before
/// learning has had its trial.
fn counting(problem: &Problem, method: Method, threads: usize) -> Solver {
    let never = Duration::from_secs(1 << 20);
    short(problem, Engine::Multiple, threads).method(method).on_checkpoint(never, |_| {})
}

/// Continues a count for so many nodes, and returns it if it is finished.
fn step(mut solver: Solver, from: &Checkpoint, nodes: u64) -> (Option<String>, Checkpoint) {
    solver.resume(from).unwrap();
    let mut solver = solver.node_limit(nodes);
    let count = solver.big_count();
    let checkpoint = solver.checkpoint();
    assert_eq!(checkpoint.is_complete(), count.is_complete());
    (count.is_complete().then(|| count.to_string()), checkpoint)
}

#[test]
fn interrupted_counts_are_complete() {
    for (index, problem) in problems().iter().enumerate() {
        let expected = oracle(problem, &[]).to_string();
        for method in Method::ALL {
            for threads in [1, 2] {
                let nodes = 30 + 10 * u64::try_from(index % 4).unwrap();
                let mut checkpoint = counting(problem, method, threads).checkpoint();
                let mut runs = 0;
                let count = loop {
                    let solver = counting(problem, method, threads);
                    let (count, next) = step(solver, &checkpoint, nodes);
                    checkpoint = next;
                    runs += 1;
                    assert!(runs < 10_000, "{method} {threads} {checkpoint:?}");
                    if let Some(count) = count {
                        break count;
                    }
                };
                assert_eq!(count, expected, "{method} {threads}");
                // What is finished stays so, with any number of threads.
                let (again, _) = step(counting(problem, method, 3 - threads), &checkpoint, 1000);
                assert_eq!(again, Some(expected.clone()));
            }
        }
    }
}

/// The checkpoints that a run passes to a callback can be continued, and so can its last one.
#[test]
fn checkpoints_during_a_run_are_continued() {
    let problem: Problem = queens(8).parse().unwrap();
    for method in [Method::Auto, Method::Diagram, Method::Fewest] {
        for threads in [1, 2] {
            let (sender, receiver) = std::sync::mpsc::channel();
            let mut solver = short(&problem, Engine::Multiple, threads).method(method);
            solver = solver.on_checkpoint(Duration::ZERO, move |own| sender.send(own).unwrap());
            assert_eq!(solver.big_count().to_string(), "92");
            assert!(solver.checkpoint().is_complete());
            drop(solver);
            let all: Vec<_> = receiver.iter().collect();
            // The other thread may be done before the first one looks at the clock.
            assert!(threads > 1 || !all.is_empty(), "{method}");
            for checkpoint in all.iter().step_by(all.len().div_ceil(20).max(1)) {
                let mut next = counting(&problem, method, threads);
                next.resume(checkpoint).unwrap();
                assert_eq!(next.big_count().to_string(), "92", "{method} {threads}");
            }
        }
    }
}

#[test]
fn orders_of_another_problem_are_refused() {
    let problem: Problem = queens(8).parse().unwrap();
    let mut solver = counting(&problem, Method::Diagram, 1).node_limit(300);
    assert!(!solver.big_count().is_complete());
    let checkpoint = solver.checkpoint();
    assert!(!checkpoint.orders.is_empty());
    let other: Problem = queens(7).parse().unwrap();
    let error = counting(&other, Method::Diagram, 1).resume(&checkpoint).unwrap_err();
    assert_eq!(error, ResumeError::OtherProblem { order: checkpoint.orders[0].order });
    // A checkpoint that is refused changes nothing.
    let mut solver = counting(&problem, Method::Diagram, 1);
    solver.resume(&checkpoint).unwrap();
    let mut cut = checkpoint.clone();
    cut.orders[0].stack.problem += 1;
    assert!(solver.resume(&cut).is_err());
    assert_eq!(solver.checkpoint(), checkpoint);
    // Other assumptions are another problem.
    let own = || vec![OptionId::new(0)];
    for root in [
        Subproblem { include: own(), exclude: Vec::new() },
        Subproblem { include: Vec::new(), exclude: own() },
    ] {
        let mut assuming = counting(&problem, Method::Diagram, 1);
        assuming.assume(&root).unwrap();
        assert!(assuming.resume(&checkpoint).is_err(), "{root:?}");
    }
    let mut twice = checkpoint.clone();
    twice.orders.extend(checkpoint.orders.clone());
    let error = counting(&problem, Method::Diagram, 1).resume(&twice).unwrap_err();
    assert!(matches!(error, ResumeError::Order { .. }), "{error}");
    let mut unknown = checkpoint;
    unknown.orders[0].order = Method::Plain;
    let error = counting(&problem, Method::Diagram, 1).resume(&unknown).unwrap_err();
    assert_eq!(error, ResumeError::Order { method: Method::Plain });
}

/// Solutions that were visited before are not counted twice.
#[test]
fn a_list_is_continued_as_a_count() {
    let problem: Problem = queens(8).parse().unwrap();
    for method in [Method::Auto, Method::Plain] {
        let mut solver = short(&problem, Engine::Multiple, 1);
        assert_eq!(visit(&mut solver, 30, &mut Vec::new()), StopReason::Interrupted);
        let mut next = counting(&problem, method, 1);
        next.resume(&solver.checkpoint()).unwrap();
        assert_eq!(next.big_count().to_string(), "92");
    }
}

/// A question that counts on its way leaves a search that is to be resumed as it is.
#[test]
fn a_count_from_the_start_resumes_nothing() {
    let problem: Problem = queens(8).parse().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut solver = counting(&problem, Method::Fewest, 1).node_limit(300);
    assert!(!solver.big_count().is_complete());
    let checkpoint = solver.checkpoint();
    let mut solver = short(&problem, Engine::Multiple, 1).method(Method::Fewest);
    solver = solver.on_checkpoint(Duration::ZERO, move |own| sender.send(own).unwrap());
    solver.resume(&checkpoint).unwrap();
    assert_eq!(solver.count_from_start().to_string(), "92");
    assert_eq!(receiver.try_iter().count(), 0);
    assert_eq!(solver.checkpoint(), checkpoint);
    assert_eq!(solver.big_count().to_string(), "92");
    assert!(receiver.try_iter().count() > 0);
}

/// The automatic choice makes progress from run to run if a run is longer than the first part of a
/// search, which is not split.
#[test]
fn long_runs_of_the_automatic_choice_are_continued() {
    let problem: Problem = queens(12).parse().unwrap();
    for method in [Method::Auto, Method::Plain] {
        let solver = || Solver::new(&problem).method(method);
        let mut checkpoint = solver().checkpoint();
        let mut runs = 0;
        let count = loop {
            let (count, next) = step(solver(), &checkpoint, 80_000);
            checkpoint = next;
            runs += 1;
            assert!(runs < 100, "{method} {checkpoint:?}");
            if let Some(count) = count {
                break count;
            }
        };
        assert_eq!(count, "14200", "{method}");
        assert!(runs > 1, "{method}");
    }
}
