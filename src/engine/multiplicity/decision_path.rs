//! [`DecisionPath`]: the path of a search that decides one option at a level.
//!
//! A level first chooses its option; when all solutions with it are found, the option is excluded,
//! and the level is left. So the choices of a path are the options that are excluded, each above
//! the level that followed it, and those that the levels choose.

use crate::engine::{Choice, Path};
use crate::ids::{OptionId, as_index, to_u32};

/// The decision of a level.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Decision {
    pub(in crate::engine) option: u32,
    /// Its [`chance`](crate::engine::path::chance) to be chosen.
    chance: f64,
    /// The number of options that were excluded before it was chosen.
    excluded: u32,
    /// Whether there was a solution without it.
    pub(in crate::engine) extra: bool,
}

/// The excluded options, and the levels that were given away. See the head of this file.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct DecisionPath {
    /// Each with the chance that it had to be chosen.
    excluded: Vec<(u32, f64)>,
    /// At the first so many levels the option is not excluded.
    floor: usize,
}

impl DecisionPath {
    pub(in crate::engine) fn clear(&mut self) {
        self.excluded.clear();
        self.floor = 0;
    }

    /// The decision of a new level.
    #[inline(always)]
    pub(in crate::engine) fn choose(&self, option: u32, chance: f64, extra: bool) -> Decision {
        Decision { option, chance, excluded: to_u32(self.excluded.len()), extra }
    }

    /// Records that the search leaves its last level and excludes the option.
    #[inline(always)]
    pub(in crate::engine) fn exclude(&mut self, decision: Decision) {
        self.excluded.truncate(as_index(decision.excluded));
        self.excluded.push((decision.option, decision.chance));
    }

    /// The number of levels that were given away.
    pub(in crate::engine) fn floor(&self) -> usize {
        self.floor
    }

    /// Whether a search with this number of levels has nothing left to exclude.
    #[inline(always)]
    pub(in crate::engine) fn are_done(&self, levels: usize) -> bool {
        levels <= self.floor
    }

    /// Writes the path of these levels. Extras end it: the solution without the extra was visited
    /// before.
    pub(in crate::engine) fn write(&self, levels: impl Iterator<Item = Decision>, path: &mut Path) {
        path.clear();
        let id = |option: u32| OptionId::new(as_index(option));
        let exclude = |path: &mut Path, from: u32, to: u32| {
            for &(option, chance) in &self.excluded[as_index(from)..as_index(to)] {
                path.push_decision(Choice::Exclude(id(option)), None, chance);
            }
        };
        let mut first = 0;
        for (number, level) in levels.enumerate() {
            exclude(path, first, level.excluded);
            if level.extra {
                return;
            }
            let untried = (number >= self.floor).then_some(Choice::Exclude(id(level.option)));
            path.push_decision(Choice::Include(id(level.option)), untried, level.chance);
            first = level.excluded;
        }
        exclude(path, first, to_u32(self.excluded.len()));
    }

    /// Gives away what is untried at the first levels of the path, given the levels of the search.
    pub(in crate::engine) fn keep_below(
        &mut self,
        decisions: impl Iterator<Item = Decision>,
        levels: usize,
    ) {
        let is_kept = |&(number, level): &(usize, Decision)| {
            !level.extra && number + as_index(level.excluded) < levels
        };
        self.floor = self.floor.max(decisions.enumerate().take_while(is_kept).count());
    }
}
