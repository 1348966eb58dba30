//! The order of solutions depends on the problem and the engine alone.

use crate::common::random::{self, Size, config, drafts};
use crate::common::{families, is_thorough};
use proptest::prelude::*;
use quadrille::{Engine, OptionId, Problem, Solver, StopReason};
use std::ops::ControlFlow;
use std::time::Duration;

const SIZE: Size = Size { primary: 0..=7, secondary: 0..=4, options: 0..=22, entries: 4 };

/// A solution as the options of a visitor, in ascending order.
type List = Vec<Vec<OptionId>>;

fn solver(problem: &Problem, engine: Engine) -> Solver {
    Solver::with_engine(problem, engine).unwrap()
}

/// Appends up to this number of solutions.
fn visit(solver: &mut Solver, most: usize, list: &mut List) -> StopReason {
    let last = list.len().saturating_add(most);
    let count = solver.visit(|options| {
        let mut options = options.to_vec();
        options.sort_unstable();
        list.push(options);
        if list.len() < last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(usize::try_from(count.solutions), Ok(list.len()));
    count.stop
}

/// Lists all solutions in every way; `hop` solutions in each run that is resumed.
fn check(problem: &Problem, engine: Engine, hop: usize) {
    let mut all = List::new();
    visit(&mut solver(problem, engine), usize::MAX, &mut all);
    let iterated = solver(problem, engine)
        .solutions()
        .eq(all.iter().map(|options| quadrille::Solution::new(options.clone())));
    assert!(iterated, "{engine}: an iterator");
    for threads in 1..4 {
        let mut list = List::new();
        visit(&mut solver(problem, engine).threads(threads), usize::MAX, &mut list);
        assert!(list == all, "{engine}: {threads} threads");
    }
    let mut list = List::new();
    visit(&mut solver(problem, engine).node_limit(100_000), usize::MAX, &mut list);
    assert!(list == all[..list.len()], "{engine}: a limit of nodes");
    let mut list = List::new();
    let mut checkpoint = solver(problem, engine).checkpoint();
    for run in 0.. {
        let solver = solver(problem, engine).threads(1 + run % 2);
        let mut solver = solver.on_checkpoint(Duration::ZERO, drop);
        solver.resume(&checkpoint).unwrap();
        if visit(&mut solver, hop, &mut list) == StopReason::Exhausted {
            break;
        }
        checkpoint = solver.checkpoint();
    }
    assert!(list == all, "{engine}: resumed");
}

#[test]
fn families_have_one_order() {
    if is_thorough() {
        check(&families::pentominoes(6, 10, &[]), Engine::Auto, 4000);
    }
    for (problem, hop) in [
        (families::langford(8), 77),
        (families::queens_from_the_middle(9), 100),
        (families::dominoes(6, 6), 3000),
        (families::latin_squares(4), 200),
    ] {
        for engine in [Engine::Auto, Engine::Bits, Engine::CellsWtd] {
            check(&problem, engine, hop);
        }
    }
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn random_problems_have_one_order(draft in prop_oneof![drafts(SIZE), drafts(SIZE).prop_flat_map(random::with_bounds)], hop in 1..9usize) {
        let problem = draft.problem();
        prop_assume!(solver(&problem, Engine::Auto).limit(2001).count().solutions <= 2000);
        for engine in Engine::ALL {
            if Solver::with_engine(&problem, engine).is_ok() {
                check(&problem, engine, hop);
            }
        }
    }
}
