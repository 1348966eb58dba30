//! The order of solutions, however a search is run, split, interrupted and resumed.

mod best;
mod counting;
mod forged;
mod order;
#[cfg(feature = "diagram")]
mod sampler;
#[cfg(feature = "diagram")]
mod saved;

use super::schedule::Schedule;
use super::workers::CommunicationSizes;
use super::{Solver, StopReason};
use crate::engine::Engine;
use crate::engine::tests::{COLORED, plain, queens};
use crate::ids::OptionId;
use crate::problem::Problem;
use crate::splitmix;
use std::ops::ControlFlow;

/// Subproblems that are split early, and small buffers.
const SHORT: Schedule = Schedule { first: 8, most: 64, each: 0 };
const SMALL: CommunicationSizes =
    CommunicationSizes { nodes: 4, solutions: 2, first_buffer: 20, buffers: 60 };

fn problems() -> Vec<Problem> {
    let colored = COLORED.iter().map(|&(text, _)| text.to_owned());
    let several =
        ["2|a 1:3|b c\na b\nb c\na c\na\nb\nc\nb\n", "0:2|a 0:1|b 2|c\na\na b\nb c\nc\nc\n"];
    let texts = plain().into_iter().map(|(text, _)| text).chain(colored);
    let texts = texts.chain(several.map(str::to_owned)).chain([queens(6), queens(8)]);
    texts.map(|text| text.parse().unwrap()).collect()
}

/// All problems, each with every engine that takes it.
fn cases() -> impl Iterator<Item = (Problem, Engine)> {
    let with_engines = |problem: Problem| {
        let engines = Engine::ALL.into_iter().filter(|engine| engine.check(&problem).is_ok());
        engines.map(|engine| (problem.clone(), engine)).collect::<Vec<_>>()
    };
    problems().into_iter().flat_map(with_engines)
}

type List = Vec<Vec<OptionId>>;

/// A solver that splits early.
fn short(problem: &Problem, engine: Engine, threads: usize) -> Solver {
    Solver::with_engine(problem, engine).unwrap().threads(threads).sized(SHORT, SMALL)
}

/// Appends up to this number of solutions.
fn visit(solver: &mut Solver, most: usize, list: &mut List) -> StopReason {
    let last = list.len().saturating_add(most);
    let count = solver.visit(|options| {
        list.push(options.to_vec());
        if list.len() < last { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert_eq!(usize::try_from(count.solutions), Ok(list.len()));
    count.stop
}

fn all(mut solver: Solver) -> List {
    let mut list = Vec::new();
    assert_eq!(visit(&mut solver, usize::MAX, &mut list), StopReason::Exhausted);
    list
}

fn sorted(mut list: List) -> List {
    list.iter_mut().for_each(|options| options.sort_unstable());
    list.sort_unstable();
    list
}

/// Numbers that are the same in every run, each below an end.
fn numbers(mut seed: u64) -> impl FnMut(u64) -> usize {
    move |end| usize::try_from(splitmix::next(&mut seed) % end).unwrap()
}
