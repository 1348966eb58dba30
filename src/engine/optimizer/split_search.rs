//! [`SplitSearch`]: engines that search disjoint parts of a problem, in turns that several threads
//! can run.
//!
//! At first one engine searches the whole problem. To split the search, the engine with the largest
//! untried branch gives this to a copy of itself. A [`SearchTurn`] is a number of nodes of one
//! engine. Nothing that an engine does in its turn depends on what others do at the same time.

#[cfg(test)]
mod tests;

use super::search_part::{LimitedSearch, SearchPart, SearchTurn};
use crate::engine::{Subproblem, Work};
use crate::ids::{OptionId, to_f64, to_u64};
use std::iter;

/// The turn of the first engine has up to so many times the nodes of another one. It goes on where
/// a single engine would, which tries the most promising options first.
const LEAD: u64 = 3;

/// The engines. See the head of this file.
#[derive(Debug)]
pub(super) struct SplitSearch<E> {
    parts: Vec<SearchPart<E>>,
    /// The work in parts that are no longer here, and before the last beginning.
    earlier: Work,
}

impl<E: LimitedSearch> SplitSearch<E> {
    /// One of a single engine, which was built or restarted before.
    pub(super) fn new(engine: E) -> Self {
        Self { parts: vec![SearchPart::whole(engine)], earlier: Work::default() }
    }

    /// The first engine, which searches the whole problem at first.
    pub(super) fn first(&self) -> &E {
        self.parts[0].engine()
    }

    pub(super) fn first_mut(&mut self) -> &mut E {
        self.parts[0].engine_mut()
    }

    pub(super) fn engines(&self) -> impl Iterator<Item = &E> {
        self.parts.iter().map(SearchPart::engine)
    }

    /// Removes all engines but the first one, which is to be restarted.
    pub(super) fn begin(&mut self) -> &mut E {
        self.earlier = self.work();
        self.parts.truncate(1);
        self.parts[0].begin()
    }

    /// Removes all engines but the first one, and restarts that one. No work is counted anymore.
    pub(super) fn restart(&mut self, root: &Subproblem) {
        self.begin().restart(root);
        self.earlier = Work::default();
    }

    /// The work since the search was built or restarted.
    pub(super) fn work(&self) -> Work {
        self.parts.iter().fold(self.earlier, |mut sum, part| {
            sum += part.work();
            sum
        })
    }

    pub(super) fn is_exhausted(&self) -> bool {
        self.parts.iter().all(SearchPart::is_exhausted)
    }

    /// The nodes that the search will have, if what is left of each part is like what is done.
    pub(super) fn expected_nodes(&self) -> f64 {
        self.parts.iter().fold(to_f64(self.earlier.nodes), |sum, part| sum + part.expected_nodes())
    }

    pub(super) fn set_limit(&mut self, limit: u128) {
        self.parts.iter_mut().for_each(|part| part.set_limit(limit));
    }

    fn running(&self) -> usize {
        self.parts.iter().filter(|part| !part.is_exhausted()).count()
    }

    /// Splits the search until it has this number of engines, or no part can be split.
    pub(super) fn split_up_to(&mut self, engines: usize) {
        while self.running() < engines && self.split() {}
    }

    /// Gives the untried choices with the greatest share of the tree to another engine. Returns
    /// whether there are any.
    fn split(&mut self) -> bool {
        let mut largest = None::<(f64, usize, usize)>;
        for (index, part) in self.parts.iter().enumerate() {
            if let Some((share, level)) = part.largest_level()
                && largest.is_none_or(|(most, ..)| share > most)
            {
                largest = Some((share, index, level));
            }
        }
        let Some((_, index, level)) = largest else { return false };
        let part = self.parts[index].fork(level);
        match self.parts.iter_mut().find(|part| part.is_exhausted()) {
            Some(idle) => {
                self.earlier += idle.work();
                *idle = part;
            }
            None => self.parts.push(part),
        }
        true
    }

    /// A turn for each engine, with about so many nodes in all.
    pub(super) fn turns(
        &mut self,
        nodes: u64,
        wanted: usize,
    ) -> impl Iterator<Item = &mut dyn SearchTurn> {
        let others = to_u64(self.running().saturating_sub(1));
        let lead = others.clamp(1, LEAD);
        let mut shares = [lead].into_iter().chain(iter::repeat(1));
        self.parts.iter_mut().filter(|part| !part.is_exhausted()).map(move |part| {
            let own = nodes * shares.next().unwrap_or(1) / (lead + others);
            part.begin_turn(own.max(1), wanted);
            let turn: &mut dyn SearchTurn = part;
            turn
        })
    }

    /// Removes the solutions of the last turns.
    pub(super) fn take_found(&mut self) -> impl Iterator<Item = Vec<OptionId>> {
        self.parts.iter_mut().flat_map(SearchPart::take_found)
    }
}
