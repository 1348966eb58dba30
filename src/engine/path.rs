//! The position of a search: the choices that led there, and what is left to be tried beside them.
//!
//! A search tree is seldom even, and its size is not known before it has been searched. But the position of an engine in
//! it is known: at each level one of several options is chosen, some were tried before, and some are untried.
//! That says how much of the tree is done, if each alternative of a level is taken to be as large as the others
//! (the weights of Knuth's "Estimating the efficiency of backtrack programs", 1975); and it says how what is left
//! can be cut in pieces that have no solution in common, because the options of one level exclude each other.

#[cfg(test)]
mod tests;

use crate::ids::{OptionId, as_index, to_u32};

/// A part of what is left: all solutions with some options and without others, besides those that are given. Only a
/// machine for multiplicities, whose levels decide single options, has parts without options.
#[derive(Clone, Debug, Default)]
pub(crate) struct Part {
    pub(crate) options: Vec<OptionId>,
    pub(crate) without: Vec<OptionId>,
    /// Its share of the tree.
    pub(crate) weight: f64,
}

/// Where a machine stands: the levels from the root at which one of several options was chosen.
///
/// The options of a level all cover an item that is to be covered exactly once, and so exclude each other. An option
/// that was forced may be a level of one alternative, or none. Of the levels `0..n`, with the chosen options `c`, the
/// solutions that the machine still comes by are
/// - those that it comes by if all untried options are taken away: what is left below `c[n-1]`; and
/// - for each level `k` and each option `a` untried there, those of the problem in which `c[0]`, ..., `c[k-1]` and `a`
///   are given, besides what was given.
///
/// No solution is in two of these pieces. A path without levels says that all that is left is one piece.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    chosen: Vec<OptionId>,
    /// Of each level, how many options there were, the chosen one and those given up among them.
    alternatives: Vec<u32>,
    /// The untried options of level `k` end at `ends[k]`, and begin where those of the level before end.
    ends: Vec<u32>,
    untried: Vec<OptionId>,
}

impl Path {
    /// Drops all levels.
    pub(crate) fn clear(&mut self) {
        self.chosen.clear();
        self.alternatives.clear();
        self.ends.clear();
        self.untried.clear();
    }

    /// Adds a level: its chosen option, how many alternatives there were with it, and the untried ones in their
    /// order.
    pub(crate) fn push(
        &mut self,
        chosen: OptionId,
        alternatives: u32,
        untried: impl IntoIterator<Item = OptionId>,
    ) {
        let first = self.untried.len();
        self.untried.extend(untried);
        let least = to_u32(self.untried.len() - first) + 1;
        self.chosen.push(chosen);
        self.alternatives.push(alternatives.max(least));
        self.ends.push(to_u32(self.untried.len()));
    }

    /// The number of levels.
    pub(crate) fn levels(&self) -> usize {
        self.chosen.len()
    }

    /// The option that is chosen at a level.
    pub(crate) fn chosen(&self, level: usize) -> OptionId {
        self.chosen[level]
    }

    /// The options of a level that have not been tried, in the order in which they would be.
    pub(crate) fn untried(&self, level: usize) -> &[OptionId] {
        let first = level.checked_sub(1).map_or(0, |before| as_index(self.ends[before]));
        &self.untried[first..as_index(self.ends[level])]
    }

    /// The options chosen at the levels.
    pub(crate) fn all_chosen(&self) -> &[OptionId] {
        &self.chosen
    }

    /// Goes on with the first untried option of the deepest level that has any. Returns whether there was one.
    pub(crate) fn backtrack(&mut self) -> bool {
        while let Some(level) = self.levels().checked_sub(1) {
            let first = self.untried.len() - self.untried(level).len();
            if first < self.untried.len() {
                self.chosen[level] = self.untried.remove(first);
                self.ends[level] -= 1;
                return true;
            }
            self.chosen.pop();
            self.alternatives.pop();
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
        self.ends.splice(..0, above.ends.iter().copied());
        self.untried.splice(..0, above.untried.iter().copied());
    }

    /// All that is untried, in the order in which a machine would come to it.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let mut parts = Vec::new();
        for level in (0..self.levels()).rev() {
            let weight = self.weight(level);
            for &option in self.untried(level) {
                let options = self.chosen[..level].iter().copied().chain([option]).collect();
                parts.push(Part { options, without: Vec::new(), weight });
            }
        }
        parts
    }

    /// How many options a level had, the chosen one among them.
    #[cfg(test)]
    pub(crate) fn alternatives(&self, level: usize) -> u32 {
        self.alternatives[level]
    }

    /// How many options of a level are done with: tried before the chosen one, found to give nothing, or given up.
    pub(crate) fn tried(&self, level: usize) -> u32 {
        self.alternatives[level] - 1 - to_u32(self.untried(level).len())
    }

    /// The share of the tree that each alternative of a level is.
    pub(crate) fn weight(&self, level: usize) -> f64 {
        self.alternatives[..=level].iter().map(|&all| 1.0 / f64::from(all)).product()
    }

    /// The share of the tree that is done, from 0 to 1, if the alternatives of each level weigh the same.
    pub(crate) fn share(&self) -> f64 {
        let (mut share, mut weight) = (0.0, 1.0);
        for level in 0..self.levels() {
            weight /= f64::from(self.alternatives[level]);
            share += f64::from(self.tried(level)) * weight;
        }
        f64::min(share, 1.0)
    }
}
