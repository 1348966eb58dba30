//! The steps of a trace, replayed on a matrix that is no linked list: after each step both are in
//! the same state, every step undoes the last one that is not undone or follows from the
//! definition, and the solutions are those of the engine `links`, in its order.

use crate::common::families;
use crate::common::random::{self, Size};
use proptest::prelude::*;
use quadrille::trace::{self, Action, LinkedMatrix, Step};
use quadrille::{Color, Engine, ItemId, OptionId, PresolveMode, Problem, Solution, Solver};
use std::ops::ControlFlow;

/// What the steps have changed and not undone.
struct Replay<'p> {
    problem: &'p Problem,
    covered: Vec<bool>,
    colors: Vec<Option<Color>>,
    /// Of each option the item that it is hidden from, and for each entry whether it stays linked.
    hidden: Vec<Option<(ItemId, Vec<bool>)>>,
    tried: Vec<OptionId>,
    /// The steps that are not undone.
    steps: Vec<Action>,
    nodes: u64,
    solutions: Vec<Solution>,
}

/// The step that the action undoes.
fn undone(action: Action, last: Option<&Action>) -> bool {
    match (last, action) {
        (Some(&Action::Cover { item: a }), Action::Uncover { item: b })
        | (Some(&Action::Choose { item: a, .. }), Action::Backtrack { item: b }) => a == b,
        (Some(&Action::Purify { item: a, color: c }), Action::Unpurify { item: b, color: d }) => {
            (a, c) == (b, d)
        }
        (Some(&Action::Hide { option: a, item: c }), Action::Unhide { option: b, item: d }) => {
            (a, c) == (b, d)
        }
        (Some(&Action::Try { option: a, .. }), Action::GiveUp { option: b }) => a == b,
        _ => false,
    }
}

impl<'p> Replay<'p> {
    fn new(problem: &'p Problem) -> Self {
        Self {
            problem,
            covered: vec![false; problem.items().len()],
            colors: vec![None; problem.items().len()],
            hidden: vec![None; problem.options().len()],
            tried: Vec::new(),
            steps: Vec::new(),
            nodes: 1,
            solutions: Vec::new(),
        }
    }

    fn apply(&mut self, Step { depth, action }: Step) {
        match action {
            Action::Choose { item, options, ties } => {
                assert_eq!(depth, self.tried.len());
                let lens: Vec<_> = self.active().map(|item| self.fitting(item).len()).collect();
                let least = lens.iter().min().copied();
                assert_eq!(Some(options), least);
                assert_eq!(ties, lens.iter().filter(|&&len| Some(len) == least).count());
                let first = self.active().find(|&item| self.fitting(item).len() == options);
                assert_eq!(Some(item), first);
            }
            Action::Cover { item } => self.covered[item.index()] = true,
            Action::Uncover { item } => self.covered[item.index()] = false,
            Action::Purify { item, color } => self.colors[item.index()] = Some(color),
            Action::Unpurify { item, .. } => self.colors[item.index()] = None,
            Action::Hide { option, item } => {
                let entries = self.problem.entries(option).iter();
                let color = |item: ItemId| self.colors[item.index()];
                let stays = entries
                    .map(|e| e.item == item || e.color.is_some() && color(e.item) == e.color);
                assert_eq!(self.hidden[option.index()], None);
                self.hidden[option.index()] = Some((item, stays.collect()));
            }
            Action::Unhide { option, .. } => self.hidden[option.index()] = None,
            Action::Try { option, number, of } => {
                let Some(&Action::Choose { item, .. }) =
                    self.steps.iter().rev().find(|step| matches!(step, Action::Choose { .. }))
                else {
                    panic!("no item is chosen");
                };
                assert_eq!(self.fitting(item)[number - 1], option);
                assert_eq!(self.fitting(item).len(), of);
                assert_eq!(depth, self.tried.len());
                self.tried.push(option);
                self.nodes += 1;
            }
            Action::GiveUp { option } => assert_eq!(self.tried.pop(), Some(option)),
            Action::Solution => {
                assert_eq!(self.active().count(), 0);
                assert_eq!(depth, self.tried.len());
                self.solutions.push(Solution::new(self.tried.clone()));
            }
            Action::Backtrack { .. } => assert_eq!(depth, self.tried.len()),
            _ => panic!("an action that this test does not know"),
        }
        if undone(action, self.steps.last()) {
            self.steps.pop();
        } else if action != Action::Solution {
            self.steps.push(action);
        }
    }

    /// The primary items that are not covered.
    fn active(&self) -> impl Iterator<Item = ItemId> {
        self.problem.primary_items().filter(|item| !self.covered[item.index()])
    }

    /// The options of an item that agree with those tried, by the definition.
    fn fitting(&self, item: ItemId) -> Vec<OptionId> {
        let of_item =
            |option: &OptionId| self.problem.entries(*option).iter().any(|e| e.item == item);
        self.left().into_iter().filter(of_item).collect()
    }

    /// The options that agree with those tried, by the definition.
    fn left(&self) -> Vec<OptionId> {
        let tried = || self.tried.iter().flat_map(|&option| self.problem.entries(option));
        let agree = |option: &OptionId| {
            self.problem.entries(*option).iter().all(|entry| {
                tried().all(|other| {
                    other.item != entry.item || entry.color.is_some() && other.color == entry.color
                })
            })
        };
        let options = self.problem.options().filter(|&option| self.problem.is_choosable(option));
        options.filter(agree).collect()
    }

    fn is_linked(&self, option: OptionId, place: usize) -> bool {
        let stays = |(_, stays): &(_, Vec<bool>)| stays[place];
        self.problem.is_choosable(option) && self.hidden[option.index()].as_ref().is_none_or(stays)
    }

    fn compare(&self, matrix: &LinkedMatrix) {
        assert!(matrix.active_items().eq(self.active()));
        assert_eq!(matrix.tried(), self.tried);
        let mut lists = vec![Vec::new(); self.problem.items().len()];
        for option in self.problem.options() {
            for (place, entry) in self.problem.entries(option).iter().enumerate() {
                let is_linked = self.is_linked(option, place);
                assert_eq!(matrix.is_linked(option, place), is_linked, "{option:?} {place}");
                if is_linked {
                    lists[entry.item.index()].push(option);
                }
            }
        }
        for (item, list) in self.problem.items().zip(lists) {
            assert_eq!(matrix.is_covered(item), self.covered[item.index()]);
            assert_eq!(matrix.color(item), self.colors[item.index()]);
            assert_eq!(matrix.len_of(item), list.len());
            assert!(matrix.options_of(item).eq(list));
        }
    }
}

/// Replays a whole trace. Returns its nodes and solutions.
fn replay(problem: &Problem) -> (u64, Vec<Solution>) {
    let mut replay = Replay::new(problem);
    let (mut first, mut last) = (None, None);
    let end: ControlFlow<()> = trace::steps(problem, |matrix, step| {
        replay.apply(step);
        replay.compare(matrix);
        if matches!(step.action, Action::Choose { .. } | Action::Solution) {
            assert!(problem.options().filter(|&o| matrix.is_left(o)).eq(replay.left()));
        }
        first.get_or_insert_with(|| matrix.clone());
        last = Some(matrix.clone());
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(end, ControlFlow::Continue(()));
    assert!(first == last, "a whole search undoes all that it does");
    assert_eq!(replay.steps, []);
    (replay.nodes, replay.solutions)
}

/// The solutions of the engine `links`, in its order.
fn solutions(problem: &Problem) -> Vec<Solution> {
    let solver = Solver::with_engine(problem, Engine::Links).unwrap();
    solver.presolve(PresolveMode::Never).solutions().collect()
}

#[test]
fn the_steps_of_small_problems_are_right() {
    let problems = [families::queens(5), families::langford(4), families::dominoes(3, 4)];
    for problem in problems {
        let (nodes, found) = replay(&problem);
        assert_eq!(found, solutions(&problem));
        assert_eq!(nodes, super::dancing_links(&problem).0);
    }
}

/// The example for Algorithm C, TAOCP 7.2.2.1 (49), and options without a primary item.
#[test]
fn colors_are_purified() {
    let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\nx:A y:A\n";
    let problem: Problem = text.parse().unwrap();
    let (_, found) = replay(&problem);
    assert_eq!(found, solutions(&problem));
    assert_eq!(found.len(), 1);
}

#[test]
fn a_visitor_that_breaks_ends_the_trace() {
    let problem = families::queens(4);
    for limit in [1, 2, 7, 30] {
        let mut steps = 0;
        let end = trace::steps(&problem, |_, _| {
            steps += 1;
            if steps == limit { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) }
        });
        assert_eq!((end, steps), (Ok(ControlFlow::Break("enough")), limit));
    }
}

#[test]
fn multiplicities_are_refused() {
    let problem: Problem = "a 2|b\na\na\nb\nb".parse().unwrap();
    let refused = Solver::with_engine(&problem, Engine::Links).unwrap_err();
    let end = trace::steps(&problem, |_, _| ControlFlow::<()>::Continue(()));
    assert_eq!(end, Err(refused));
}

#[test]
fn no_primary_item_has_the_empty_solution() {
    let mut builder = quadrille::ProblemBuilder::new();
    let item = builder.secondary("x").unwrap();
    builder.option([item]).unwrap();
    assert_eq!(replay(&builder.build().unwrap()), (1, vec![Solution::new(Vec::new())]));
}

const SIZE: Size = Size { primary: 0..=6, secondary: 0..=4, options: 0..=12, entries: 5 };

proptest! {
    #![proptest_config(random::config(300))]

    #[test]
    fn the_steps_of_random_problems_are_right(
        draft in random::drafts(SIZE)
    ) {
        let problem = draft.problem();
        prop_assert_eq!(replay(&problem).1, solutions(&problem));
    }
}
