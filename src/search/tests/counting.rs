//! However a search is split, the count is the oracle's.

use super::*;
use crate::engine::tests::oracle;
use crate::search::{CancelToken, Count};

fn more_problems() -> Vec<Problem> {
    let texts = [
        "a\n",
        "a\na\n",
        "| x\nx\n",
        "a b c d\na\na\nb\nb\nc\nc d\nd\n",
        "0:2|a b 1:3|c\na\na b\nc\nb c\na c\nc\n",
        "2|a 0:1|b c | x\na x:1\na b x:1\na c x:2\nb c\nc x:1\na\n",
    ];
    problems().into_iter().chain(texts.map(|text| text.parse().unwrap())).collect()
}

#[test]
fn every_engine_counts_what_the_oracle_counts() {
    for problem in more_problems() {
        let expected = oracle(&problem, &[]);
        for engine in Engine::ALL.into_iter().filter(|engine| engine.check(&problem).is_ok()) {
            for threads in 1..4 {
                let count = short(&problem, engine, threads).count();
                assert!(count.is_complete());
                assert_eq!(count.solutions, expected, "{engine} {threads}");
            }
        }
    }
}

#[test]
fn assumptions_are_counted_below() {
    let problem: Problem = queens(7).parse().unwrap();
    for option in [0, 3, 24].map(OptionId::new) {
        let expected = oracle(&problem, &[option]);
        for engine in Engine::ALL {
            let mut solver = short(&problem, engine, 3);
            solver.assume(&[option]).unwrap();
            assert_eq!(solver.count().solutions, expected, "{engine}");
            let exclude = vec![option];
            solver.assume(&crate::Subproblem { include: Vec::new(), exclude }).unwrap();
            assert_eq!(solver.count().solutions, 40 - expected, "{engine}");
        }
    }
}

#[test]
fn limits_are_kept() {
    let problem: Problem = queens(7).parse().unwrap();
    for (engine, threads) in Engine::ALL.into_iter().flat_map(|engine| [(engine, 1), (engine, 3)]) {
        for (most, stop, solutions) in [
            (0, StopReason::SolutionLimit, 0),
            (5, StopReason::SolutionLimit, 5),
            (40, StopReason::SolutionLimit, 40),
            (41, StopReason::Exhausted, 40),
        ] {
            let count = short(&problem, engine, threads).limit(most).count();
            assert_eq!(count, Count { solutions, stop }, "{engine} {threads}");
            let mut list = Vec::new();
            let mut solver = short(&problem, engine, threads).limit(most);
            assert_eq!(visit(&mut solver, usize::MAX, &mut list), stop, "{engine} {threads}");
        }
        let cancel = CancelToken::new();
        cancel.cancel();
        let count = short(&problem, engine, threads).cancel_token(cancel).count();
        assert_eq!(count.stop, StopReason::Cancelled);
    }
}

#[test]
fn a_limit_of_solutions_counts_those_before_a_checkpoint() {
    let problem: Problem = queens(8).parse().unwrap();
    for threads in [1, 2] {
        let mut solver = short(&problem, Engine::Bits, threads).limit(40);
        let mut list = Vec::new();
        assert_eq!(visit(&mut solver, 30, &mut list), StopReason::Interrupted);
        let checkpoint = solver.checkpoint();
        let mut solver = short(&problem, Engine::Bits, threads).limit(40);
        solver.resume(&checkpoint).unwrap();
        assert_eq!(visit(&mut solver, usize::MAX, &mut list), StopReason::SolutionLimit);
        assert_eq!((list.len(), solver.checkpoint().found), (40, 40));
        let count = short(&problem, Engine::Auto, threads).node_limit(20).count();
        assert!(count.stop == StopReason::NodeLimit && count.solutions < 92);
    }
}

#[test]
fn visited_solutions_are_not_counted_again() {
    for (problem, engine) in cases() {
        for threads in [1, 2] {
            let expected = short(&problem, engine, threads).count().solutions;
            let mut solver = short(&problem, engine, threads);
            visit(&mut solver, 2, &mut Vec::new());
            let checkpoint = solver.checkpoint();
            let mut solver = short(&problem, engine, threads);
            solver.resume(&checkpoint).unwrap();
            assert_eq!(solver.count().solutions, expected, "{engine}");
        }
    }
}
