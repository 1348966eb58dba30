//! What a search has left, as a [`Path`]: learning hands it over, or goes on with it.

use super::literal::Lit;
use super::{Learning, SearchState, Settled};
use crate::engine::{Choice, Path, Subproblem};
use crate::ids::{ItemId, OptionId, as_index};
use crate::problem::{Bounds, Problem, Reduction};
use std::collections::{BTreeMap, BTreeSet};

/// The share of the tree of a decision that either choice has: nothing is known of it.
const EVEN_CHANCE: f64 = 0.5;

/// A literal of an option as a choice.
fn choice(literal: Lit) -> Choice {
    let option = OptionId::new(as_index(literal.variable()));
    if literal.is_positive() { Choice::Include(option) } else { Choice::Exclude(option) }
}

/// A choice as a literal.
fn literal(choice: Choice) -> Lit {
    Lit::new(choice.option().number(), choice.included().is_some())
}

/// For each level of a path at which options of an item are untried: all options of the item that
/// are neither chosen nor untried, because they are done with. `None` if the choices of a level
/// have no item in common.
fn done_with(problem: &Problem, path: &Path) -> Option<Vec<Vec<OptionId>>> {
    let levels = 0..path.levels();
    let items = levels.map(|level| item_of(problem, path, level)).collect::<Option<Vec<_>>>()?;
    let mut options: BTreeMap<ItemId, Vec<OptionId>> =
        items.iter().flatten().map(|&item| (item, Vec::new())).collect();
    for option in problem.options() {
        for entry in problem.entries(option) {
            if let Some(options) = options.get_mut(&entry.item) {
                options.push(option);
            }
        }
    }
    let of_level = |(level, item): (usize, Option<ItemId>)| {
        let all = item.map_or(&[][..], |item| &options[&item]);
        let left: BTreeSet<_> = path.untried(level).iter().map(|choice| choice.option()).collect();
        let is_done_with =
            |option: &OptionId| *option != path.chosen(level).option() && !left.contains(option);
        all.iter().copied().filter(is_done_with).collect()
    };
    Some(items.into_iter().enumerate().map(of_level).collect())
}

/// The item whose options are the alternatives of a level, or that there is none, because nothing
/// else is untried there, or the level is a decision about one option; `None` if there should be
/// one.
fn item_of(problem: &Problem, path: &Path, level: usize) -> Option<Option<ItemId>> {
    let (chosen, untried) = (path.chosen(level).option(), path.untried(level));
    if untried.iter().all(|other| other.option() == chosen) {
        return Some(None);
    }
    let has = |option, item| problem.entries(option).iter().any(|entry| entry.item == item);
    let mut items = problem.entries(chosen).iter().map(|entry| entry.item);
    let is_common = |&item: &ItemId| {
        problem.bounds(item) == Bounds::ONCE
            && untried.iter().all(|other| has(other.option(), item))
    };
    items.find(is_common).map(Some)
}

impl Learning {
    /// The search of all that a path has left of a subproblem beside what is below its last choice.
    /// `None` if it can't go on from there.
    pub(in crate::engine) fn of_rest(
        problem: &Problem,
        reduction: Option<&Reduction>,
        root: &Subproblem,
        path: &Path,
    ) -> Option<Self> {
        let done_with = done_with(problem, path)?;
        let mut engine = Self::new(problem, reduction, root);
        if engine.state == SearchState::Search {
            let is_done = engine.follow(path, &done_with);
            engine.base = engine.propagator.trail.level();
            if is_done && !engine.flip() {
                engine.state = SearchState::Exhausted;
            }
        }
        Some(engine)
    }

    /// Makes the choices of a path, those with alternatives as decisions, as long as they can have
    /// a solution. Returns whether all below the last decision is done with: if not, a choice is
    /// impossible, and its alternatives are left.
    fn follow(&mut self, path: &Path, done_with: &[Vec<OptionId>]) -> bool {
        let Self { propagator, settled, .. } = self;
        if propagator.propagate().is_some() {
            return true;
        }
        for (level, done_with) in done_with.iter().enumerate() {
            let chosen = literal(path.chosen(level));
            let has_alternatives = !path.untried(level).is_empty();
            let done_with = done_with.iter().map(|option| !Lit::positive(option.number()));
            for given in done_with.chain((!has_alternatives).then_some(chosen)) {
                if !propagator.trail.is_true(given) {
                    settled.push((propagator.trail.level(), Settled::Given(given)));
                }
                if !propagator.assume(given) {
                    return true;
                }
            }
            if propagator.propagate().is_some() {
                return true;
            }
            if has_alternatives && propagator.trail.is_false(chosen) {
                return false;
            }
            if has_alternatives && !propagator.trail.is_true(chosen) {
                propagator.trail.decide(chosen);
                if propagator.propagate().is_some() {
                    return true;
                }
            }
        }
        true
    }

    /// Ends the search. Returns the path to what is left to be searched, or nothing if that is
    /// nothing: all that is left below the last choice, and the untried ones.
    pub(in crate::engine) fn into_rest(mut self) -> Option<Path> {
        let is_left = match self.state {
            SearchState::Search => true,
            SearchState::Solution => self.flip(),
            SearchState::Exhausted => false,
        };
        let mut path = Path::default();
        let mut settled = self.settled.iter().peekable();
        for level in 0..=self.base {
            if level > 0 {
                let decision = self.propagator.trail.decision(level);
                path.push_decision(choice(decision), Some(choice(!decision)), EVEN_CHANCE);
            }
            while let Some(&(_, settled)) = settled.next_if(|&&(of, _)| of == level) {
                match settled {
                    Settled::Flipped(literal) => {
                        path.push_decision(choice(literal), None, EVEN_CHANCE);
                    }
                    // The other choice has no share.
                    Settled::Given(literal) => {
                        let chance = if literal.is_positive() { 1.0 } else { 0.0 };
                        path.push_decision(choice(literal), None, chance);
                    }
                }
            }
        }
        is_left.then_some(path)
    }
}
