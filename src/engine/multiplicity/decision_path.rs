//! [`DecisionPath`]: the levels of a search that decides one option at each.
//!
//! A level first chooses its option. When all solutions with it are found, the level is left, and
//! the option is excluded. So the choices of the path are the options that the levels choose, and
//! before each of them the options that were excluded at the same depth.

use crate::engine::{Choice, Path};
use crate::ids::{OptionId, as_index, to_u32};

/// The decision of a level.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Decision<M> {
    pub(in crate::engine) option: u32,
    /// Its [`chance`](crate::engine::path::chance) to be chosen.
    pub(in crate::engine) chance: f64,
    /// Whether there was a solution without it.
    pub(in crate::engine) extra: bool,
    /// What the search needs to undo it.
    pub(in crate::engine) mark: M,
}

/// A level, and the number of options that were excluded before it.
#[derive(Clone, Debug)]
struct Level<M> {
    decision: Decision<M>,
    excluded: u32,
}

/// The path, for searches that undo their decisions with the marks `M`.
#[derive(Clone, Debug)]
pub(in crate::engine) struct DecisionPath<M> {
    levels: Vec<Level<M>>,
    /// The excluded options, each with the chance that it had to be chosen.
    excluded: Vec<(u32, f64)>,
    /// The first level whose option is to be excluded; another search does it for those before.
    first: usize,
}

impl<M: Copy> DecisionPath<M> {
    pub(in crate::engine) fn new() -> Self {
        Self { levels: Vec::new(), excluded: Vec::new(), first: 0 }
    }

    pub(in crate::engine) fn clear(&mut self) {
        self.levels.clear();
        self.excluded.clear();
        self.first = 0;
    }

    /// Appends a level.
    #[inline(always)]
    pub(in crate::engine) fn choose(&mut self, decision: Decision<M>) {
        self.levels.push(Level { decision, excluded: to_u32(self.excluded.len()) });
    }

    /// Removes the last level and excludes its option. Returns its decision; `None` if no level is
    /// left whose option is to be excluded.
    #[inline(always)]
    pub(in crate::engine) fn exclude(&mut self) -> Option<Decision<M>> {
        if self.levels.len() <= self.first {
            return None;
        }
        let Level { decision, excluded } = self.levels.pop()?;
        self.excluded.truncate(as_index(excluded));
        self.excluded.push((decision.option, decision.chance));
        Some(decision)
    }

    /// The first decision whose option is to be excluded.
    pub(in crate::engine) fn first(&self) -> Option<&Decision<M>> {
        self.levels.get(self.first).map(|level| &level.decision)
    }

    /// Removes the levels after the [first one](Self::first).
    pub(in crate::engine) fn truncate_to_first(&mut self) {
        self.levels.truncate(self.first + 1);
    }

    /// Writes the path. Extras end it: the solution without the extra was visited before.
    pub(in crate::engine) fn write(&self, path: &mut Path) {
        path.clear();
        let id = |option: u32| OptionId::new(as_index(option));
        let exclude = |path: &mut Path, from: u32, to: u32| {
            for &(option, chance) in &self.excluded[as_index(from)..as_index(to)] {
                path.push_decision(Choice::Exclude(id(option)), None, chance);
            }
        };
        let mut before = 0;
        for (number, &Level { decision, excluded }) in self.levels.iter().enumerate() {
            exclude(path, before, excluded);
            if decision.extra {
                return;
            }
            let untried = (number >= self.first).then_some(Choice::Exclude(id(decision.option)));
            path.push_decision(Choice::Include(id(decision.option)), untried, decision.chance);
            before = excluded;
        }
        exclude(path, before, to_u32(self.excluded.len()));
    }

    /// Leaves what is untried at the first so many choices of the path to another search.
    pub(in crate::engine) fn keep_below(&mut self, choices: usize) {
        let is_before = |&(number, level): &(usize, &Level<M>)| {
            !level.decision.extra && number + as_index(level.excluded) < choices
        };
        let before = self.levels.iter().enumerate().take_while(is_before).count();
        self.first = self.first.max(before);
    }
}
