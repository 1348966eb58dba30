//! The sequence of solutions depends on the problem and the engine alone.

use super::*;
use crate::engine::EngineReason;
#[cfg(feature = "diagram")]
use crate::engine::tests::bits_and_memo;
use crate::engine::tests::early_memo;
#[cfg(feature = "diagram")]
use crate::search::Method;
use crate::search::{Checkpoint, Probes};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

#[test]
fn any_number_of_threads_finds_the_same_in_the_same_order() {
    for (problem, engine) in cases() {
        let first = all(short(&problem, engine, 1));
        for threads in [2, 3] {
            assert_eq!(all(short(&problem, engine, threads)), first, "{engine} {threads}");
        }
        let iterated: List = short(&problem, engine, 1)
            .solutions()
            .map(|solution| solution.options().to_vec())
            .collect();
        let each_sorted = first.iter().map(|options| {
            let mut options = options.clone();
            options.sort_unstable();
            options
        });
        assert_eq!(iterated, each_sorted.collect::<Vec<_>>(), "{engine}");
        let whole = all(Solver::with_engine(&problem, engine).unwrap());
        if matches!(engine, Engine::Links | Engine::Naive) && !problem.features().multiplicities {
            let each = |list: &List| -> List {
                list.iter().map(|options| sorted(vec![options.clone()]).remove(0)).collect()
            };
            assert_eq!(each(&first), each(&whole), "{engine}: splits don't change the order");
        }
        assert_eq!(sorted(first), sorted(whole), "{engine}");
    }
}

#[test]
fn an_interrupted_search_continues_where_it_stopped() {
    let mut below = numbers(7);
    let mut stops = 0;
    for (problem, engine) in (0..4).flat_map(|_| cases()) {
        let all = all(short(&problem, engine, 1));
        let (mut list, mut checkpoint) = (Vec::new(), short(&problem, engine, 1).checkpoint());
        loop {
            let mut solver = short(&problem, engine, 1 + below(3));
            solver.resume(&checkpoint).unwrap();
            let stop = if below(4) == 0 {
                let mut solutions = solver.solutions();
                list.extend(solutions.next().map(|_| all[list.len()].clone()));
                solutions.stop_reason()
            } else {
                Some(visit(&mut solver, 1 + below(9), &mut list))
            };
            checkpoint = solver.checkpoint();
            if stop == Some(StopReason::Exhausted) {
                break;
            }
            stops += 1;
        }
        assert_eq!(list, all, "{engine}");
        assert!(checkpoint.is_complete());
    }
    assert!(stops > 400, "{stops}");
}

#[test]
fn a_limit_of_nodes_changes_no_order() {
    for (problem, engine) in cases() {
        let all = all(short(&problem, engine, 1));
        for nodes in [1, 7, 30] {
            let mut list = Vec::new();
            let mut solver = short(&problem, engine, 2).node_limit(nodes);
            visit(&mut solver, usize::MAX, &mut list);
            assert_eq!(list[..], all[..list.len()], "{engine} {nodes}");
        }
    }
}

#[test]
fn every_checkpoint_of_a_run_is_enough_to_continue() {
    for (problem, engine) in cases() {
        for threads in [1, 3] {
            let ((count_sender, counts), (list_sender, lists)) = (channel(), channel());
            let keep = move |checkpoint| count_sender.send(checkpoint).unwrap();
            let solver = short(&problem, engine, threads);
            let total = solver.on_checkpoint(Duration::ZERO, keep).count().solutions;
            let keep = move |checkpoint| list_sender.send(checkpoint).unwrap();
            let solver = short(&problem, engine, threads);
            let all = all(solver.on_checkpoint(Duration::ZERO, keep));
            let some = |saved: Receiver<Checkpoint>| {
                let saved: Vec<_> = saved.iter().collect();
                let step = saved.len() / 12 + 1;
                saved.into_iter().step_by(step)
            };
            for checkpoint in some(counts) {
                let mut solver = short(&problem, engine, 2);
                solver.resume(&checkpoint).unwrap();
                assert_eq!(solver.count().solutions, total, "{engine}");
            }
            for checkpoint in some(lists) {
                // As if all solutions after the checkpoint had been lost with the process.
                let mut again = all[..usize::try_from(checkpoint.found).unwrap()].to_vec();
                let mut solver = short(&problem, engine, 2);
                solver.resume(&checkpoint).unwrap();
                visit(&mut solver, usize::MAX, &mut again);
                assert_eq!(again, all, "{engine}");
            }
        }
    }
}

#[test]
fn searches_of_many_nodes_have_one_order() {
    for n in [9, 11] {
        let problem: Problem = queens(n).parse().unwrap();
        for engine in [Engine::Auto, Engine::Bits, Engine::Links, Engine::CellsWtd] {
            let solver = || Solver::with_engine(&problem, engine).unwrap();
            let list = all(solver());
            for threads in [0, 2] {
                assert_eq!(all(solver().threads(threads)), list, "{engine} {threads}");
            }
            let mut first = Vec::new();
            visit(&mut solver().threads(3), 50, &mut first);
            assert_eq!(first, list[..50], "{engine}");
        }
    }
}

/// A solver that splits early, and tries a memo at once.
fn with_memo(problem: &Problem, threads: usize) -> Solver {
    let mut solver = short(problem, Engine::Auto, threads);
    solver.prepare();
    solver.engine = Some(early_memo(problem, solver.reduction.as_ref()));
    solver
}

#[test]
fn solutions_of_a_memo_have_one_order() {
    let (mut by_memo, mut later, mut partial) = (0, 0, 0);
    for problem in problems() {
        let mut solver = with_memo(&problem, 1);
        let mut first = Vec::new();
        visit(&mut solver, usize::MAX, &mut first);
        let is_by_memo = solver.chosen().is_some_and(|own| own.why == EngineReason::Repeats);
        (by_memo, later) = (by_memo + usize::from(is_by_memo), later.max(first.len()));
        for threads in [2, 3] {
            assert_eq!(all(with_memo(&problem, threads)), first, "{threads}");
        }
        for nodes in [5, 20, 60, 400] {
            let mut list = Vec::new();
            visit(&mut with_memo(&problem, 1).node_limit(nodes), usize::MAX, &mut list);
            assert_eq!(list[..], first[..list.len()], "{nodes}");
            partial += usize::from(!list.is_empty() && list.len() < first.len());
        }
        let (mut list, mut checkpoint) = (Vec::new(), with_memo(&problem, 1).checkpoint());
        while !checkpoint.is_complete() {
            let mut solver = with_memo(&problem, 1 + list.len() % 3);
            solver.resume(&checkpoint).unwrap();
            visit(&mut solver, 5, &mut list);
            checkpoint = solver.checkpoint();
        }
        assert_eq!(list, first);
    }
    assert!(by_memo > 5 && later > 64 && partial > 5, "{by_memo} {later} {partial}");
}

/// Solutions that were visited are not counted again.
#[cfg(feature = "diagram")]
#[test]
fn a_count_continues_after_solutions_of_a_memo() {
    let problem: Problem = queens(7).parse().unwrap();
    let solver = |threads| {
        let mut solver = short(&problem, Engine::Auto, threads);
        solver.prepare();
        solver.engine = Some(bits_and_memo(&problem));
        solver
    };
    for visited in [1, 8, 30, 39] {
        let (mut first, mut list) = (solver(1), Vec::new());
        visit(&mut first, visited, &mut list);
        let is_by_memo = first.chosen().is_some_and(|own| own.why == EngineReason::Repeats);
        assert_eq!(is_by_memo, visited > 1);
        let checkpoint = first.checkpoint();
        for (method, threads) in [(Method::Plain, 1), (Method::Plain, 2), (Method::Auto, 1)] {
            let mut solver = solver(threads).method(method);
            solver.resume(&checkpoint).unwrap();
            assert_eq!(solver.big_count().to_string(), "40", "{visited} {method} {threads}");
        }
    }
}

#[test]
fn assumptions_hold_in_every_run() {
    let problem: Problem = queens(7).parse().unwrap();
    let option = [OptionId::new(2)];
    let mut solver = Solver::new(&problem);
    solver.assume(&option).unwrap();
    let total = solver.count().solutions;
    let mut first = short(&problem, Engine::Bits, 2);
    first.assume(&option).unwrap();
    let mut list = Vec::new();
    visit(&mut first, 2, &mut list);
    assert!(list.len() == 2 && total > 2);
    let checkpoint = first.checkpoint();
    let mut second = short(&problem, Engine::Bits, 2);
    second.assume(&option).unwrap();
    second.resume(&checkpoint).unwrap();
    visit(&mut second, usize::MAX, &mut list);
    assert_eq!(crate::ids::to_u64(list.len()), total);
    assert!(list.iter().all(|options| options.contains(&option[0])));
}

/// Checkpoints depend on the points where searches are split: a change here needs a new version of
/// the program's checkpoints.
#[test]
fn searches_are_split_where_they_were() {
    let problem: Problem = queens(13).parse().unwrap();
    let split = |engine| {
        let solver = Solver::with_engine(&problem, engine).unwrap().node_limit(100_000);
        let mut solver = solver.on_checkpoint(Duration::MAX, drop);
        solver.count();
        let checkpoint = solver.checkpoint();
        let choices: usize =
            checkpoint.subproblems().map(|subproblem| subproblem.include.len()).sum();
        (checkpoint.open.len(), choices, checkpoint.found)
    };
    let splits = [Engine::Links, Engine::Bits, Engine::Naive].map(split);
    assert_eq!(splits, [(14, 16, 2511); 3]);
}

#[test]
fn what_is_left_of_a_deep_search_is_short() {
    // Every level has an untried alternative: all prefixes together would be 800 million choices.
    let n = 40_000;
    let mut text: String = (0..n).map(|item| format!("i{item} ")).collect();
    (0..n).for_each(|item| text += &format!("\ni{item}\ni{item}"));
    let problem: Problem = text.parse().unwrap();
    let schedule = Schedule { first: 30_000, most: 30_000, each: 0 };
    let solver = Solver::with_engine(&problem, Engine::Links).unwrap();
    let mut solver = solver.sized(schedule, SMALL);
    let mut list = Vec::new();
    visit(&mut solver, 2, &mut list);
    let checkpoint = solver.checkpoint();
    // The search has stopped before its first subtree was done, so that nothing is split off yet.
    assert_eq!(checkpoint.open.len(), 1);
    let mut solver = Solver::with_engine(&problem, Engine::Links).unwrap();
    solver = solver.sized(schedule, SMALL).threads(2);
    let mut list = Vec::new();
    visit(&mut solver, 1 << 11, &mut list);
}

/// Questions that visit no solutions leave a search that is to be resumed as it is.
#[test]
fn other_questions_do_not_drop_a_search_that_is_to_be_resumed() {
    let problem: Problem = "a b c\na b\nb c\na\nc\nb\n".parse().unwrap();
    let mut solver = Solver::new(&problem).limit(1);
    assert_eq!(solver.solutions().count(), 1);
    let checkpoint = solver.checkpoint();
    let mut solver = Solver::new(&problem);
    solver.resume(&checkpoint).unwrap();
    assert_eq!(solver.best(2).solutions.len(), 2);
    assert!(solver.estimate(Probes::default()).is_ok());
    #[cfg(feature = "diagram")]
    assert_eq!(solver.candidates().unwrap().len(), 5);
    assert_eq!(solver.solutions().count(), 2);
}
