//! The position of a search: the choices that led there, and what is left to be tried beside them.
//!
//! A search tree is seldom even, and its size is not known before it has been searched. But the
//! position of an engine in it is known: at each level one of several options is chosen, some were
//! tried before, and some are untried. That says how much of the tree is done, if each alternative
//! of a level is taken to be as large as the others (the weights of Knuth's "Estimating the
//! efficiency of backtrack programs", 1975), or to have the share of its [`chance`]; and it says
//! how what is left can be cut in pieces that have no solution in common, because the options of
//! one level exclude each other.

#[cfg(test)]
mod tests;

use crate::ids::{OptionId, as_index, to_u32};

/// A decision about one option.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Choice {
    /// The option is in all solutions.
    Include(OptionId),
    /// The option is in no solution.
    Exclude(OptionId),
}

impl Choice {
    /// The option that is decided.
    #[must_use]
    pub fn option(self) -> OptionId {
        match self {
            Self::Include(option) | Self::Exclude(option) => option,
        }
    }

    /// The option, if it is included.
    pub(crate) fn included(self) -> Option<OptionId> {
        match self {
            Self::Include(option) => Some(option),
            Self::Exclude(_) => None,
        }
    }
}

/// The position of an engine: the levels from the root at which one of several choices was made.
///
/// The choices of a level exclude each other: they include options of an item that is covered
/// exactly once, or they include and exclude one option. A forced option may be a level with one
/// alternative, or none. Of the levels `0..n`, with the choices `c`, the solutions that the engine
/// has not found yet are
/// - those that it finds if all untried choices are removed: what is left below `c[n-1]`; and
/// - for each level `k` and each choice `a` untried there, those of the problem with `c[0]`, ...,
///   `c[k-1]` and `a`, besides what was assumed.
///
/// No solution is in two of these parts. A path without levels means that all that is left is one
/// part.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    chosen: Vec<Choice>,
    /// The number of choices of each level, with the one that was made and those given away.
    alternatives: Vec<u32>,
    /// The share of each level's tree that the choice has. The others have equal shares of the
    /// rest.
    shares: Vec<f64>,
    /// The untried choices of level `k` end at `ends[k]`, and begin where those of the level before
    /// end.
    ends: Vec<u32>,
    untried: Vec<Choice>,
}

impl Path {
    /// Drops all levels.
    pub(crate) fn clear(&mut self) {
        self.chosen.clear();
        self.alternatives.clear();
        self.shares.clear();
        self.ends.clear();
        self.untried.clear();
    }

    /// Adds a level at which an option was included: how many alternatives there were with it, and
    /// the untried ones in their order.
    pub(crate) fn push(
        &mut self,
        chosen: OptionId,
        alternatives: u32,
        untried: impl IntoIterator<Item = OptionId>,
    ) {
        let first = self.untried.len();
        self.untried.extend(untried.into_iter().map(Choice::Include));
        let least = to_u32(self.untried.len() - first) + 1;
        let alternatives = alternatives.max(least);
        self.end_level(Choice::Include(chosen), alternatives, 1.0 / f64::from(alternatives));
    }

    /// Adds a level of two alternatives: an option is included or excluded. `chance`: the share of
    /// the level's tree in which it is included.
    pub(crate) fn push_decision(&mut self, chosen: Choice, untried: Option<Choice>, chance: f64) {
        self.untried.extend(untried);
        let share = if chosen.included().is_some() { chance } else { 1.0 - chance };
        self.end_level(chosen, 2, share);
    }

    fn end_level(&mut self, chosen: Choice, alternatives: u32, share: f64) {
        self.chosen.push(chosen);
        self.alternatives.push(alternatives);
        self.shares.push(share);
        self.ends.push(to_u32(self.untried.len()));
    }

    /// The number of levels.
    pub(crate) fn levels(&self) -> usize {
        self.chosen.len()
    }

    /// The choice that was made at a level.
    pub(crate) fn chosen(&self, level: usize) -> Choice {
        self.chosen[level]
    }

    /// The choices of a level that have not been tried, in the order in which they would be.
    pub(crate) fn untried(&self, level: usize) -> &[Choice] {
        let first = level.checked_sub(1).map_or(0, |before| as_index(self.ends[before]));
        &self.untried[first..as_index(self.ends[level])]
    }

    /// The choices that were made at the levels.
    pub(crate) fn all_chosen(&self) -> &[Choice] {
        &self.chosen
    }

    /// The number of untried choices at all levels.
    pub(crate) fn all_untried(&self) -> usize {
        self.untried.len()
    }

    /// Goes on with the first untried option of the deepest level that has any. Returns whether
    /// there was one.
    pub(crate) fn backtrack(&mut self) -> bool {
        while let Some(level) = self.levels().checked_sub(1) {
            let first = self.untried.len() - self.untried(level).len();
            if first < self.untried.len() {
                self.chosen[level] = self.untried.remove(first);
                self.shares[level] = self.share_of_others(level);
                self.ends[level] -= 1;
                return true;
            }
            self.chosen.pop();
            self.alternatives.pop();
            self.shares.pop();
            self.ends.pop();
        }
        false
    }

    /// Counts the untried options of the first levels as tried.
    pub(crate) fn keep_below(&mut self, levels: usize) {
        let levels = levels.min(self.levels());
        let dropped = levels.checked_sub(1).map_or(0, |last| self.ends[last]);
        self.untried.drain(..as_index(dropped));
        for (level, end) in self.ends.iter_mut().enumerate() {
            *end = if level < levels { 0 } else { *end - dropped };
        }
    }

    /// Puts the levels of another path before its own.
    pub(crate) fn prepend(&mut self, above: &Self) {
        let before = to_u32(above.untried.len());
        self.ends.iter_mut().for_each(|end| *end += before);
        self.chosen.splice(..0, above.chosen.iter().copied());
        self.alternatives.splice(..0, above.alternatives.iter().copied());
        self.shares.splice(..0, above.shares.iter().copied());
        self.ends.splice(..0, above.ends.iter().copied());
        self.untried.splice(..0, above.untried.iter().copied());
    }

    /// How many options a level had, the chosen one among them.
    #[cfg(test)]
    pub(crate) fn alternatives(&self, level: usize) -> u32 {
        self.alternatives[level]
    }

    /// How many options of a level are done with: tried before the chosen one, found to give
    /// nothing, or given up.
    pub(crate) fn tried(&self, level: usize) -> u32 {
        self.alternatives[level] - 1 - to_u32(self.untried(level).len())
    }

    /// The share of a level's tree that each choice has but the one that was made.
    fn share_of_others(&self, level: usize) -> f64 {
        match self.alternatives[level] {
            0 | 1 => 0.0,
            all => (1.0 - self.shares[level]) / f64::from(all - 1),
        }
    }

    /// The share of the whole tree that each choice of a level has but the one that was made, for
    /// all levels from the root.
    pub(crate) fn weights(&self) -> impl Iterator<Item = f64> + '_ {
        let mut above = 1.0;
        self.shares.iter().enumerate().map(move |(level, share)| {
            let weight = above * self.share_of_others(level);
            above *= share;
            weight
        })
    }

    /// The share of the tree that is done, from 0 to 1, if the options of each item are in as many
    /// solutions, and all solutions take the same work.
    pub(crate) fn share(&self) -> f64 {
        let done = |(level, weight)| f64::from(self.tried(level)) * weight;
        f64::min(self.weights().enumerate().map(done).fold(0.0, |sum, share| sum + share), 1.0)
    }
}

/// The chance that an option of an item is in a solution, if that is the same for all `left`
/// options of the item. `need` to `most` of them are in each solution; the mean of both is taken.
pub(in crate::engine) fn chance(need: u32, most: u32, left: u32) -> f64 {
    let (left, need, most) = (f64::from(left.max(1)), f64::from(need), f64::from(most));
    f64::midpoint(need, most.min(left)).clamp(0.5, (left - 0.5).max(0.5)) / left
}
