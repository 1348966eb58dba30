//! Options of an item that automorphisms of the subproblem map to each other.
//!
//! Such options lead to isomorphic subproblems. One of them is searched, and its value counts once
//! for each of them. The automorphisms are looked for when an option has been searched and as much
//! work for each of the untried ones would take several times as long. If it is known what the
//! whole search will take about, they are looked for before the first options already: then it is
//! soon known how much the orbits save.

use super::MemoSearch;
use super::frames::{Frame, OptionOrbits};
use super::lookup::NODE;
use crate::engine::memo::isomorphism::Levels;
use crate::engine::memo::values::Values;
use crate::ids::{as_index, floor_u64, to_f64};

/// The number of subproblems that one stands for by the orbits above it, from which it is clear
/// that orbits save much, and no more are looked for before the first options.
const ENOUGH: f64 = 1_048_576.0;

impl<V: Values> MemoSearch<V> {
    /// Sets how many nodes a search that has not begun may need.
    pub(crate) fn expect(&mut self, nodes: f64) {
        self.expected = nodes * to_f64(NODE);
    }

    /// Looks for orbits of the untried options of the last frame, if that seems to pay.
    #[inline]
    pub(super) fn find_option_orbits(&mut self) {
        let (Some(isomorphism), Some(Frame::Branch(branch))) =
            (&self.isomorphism, self.frames.last())
        else {
            return;
        };
        if branch.all.saturating_sub(branch.tried) >= isomorphism.orbit_accounts.few {
            self.find_orbits_of_many();
        }
    }

    /// Looks for orbits of several untried options of the last frame, if that seems to pay.
    #[inline(never)]
    fn find_orbits_of_many(&mut self) {
        let effort = self.effort();
        let Some(Frame::Branch(branch)) = self.frames.last_mut() else { return };
        let last = effort - std::mem::replace(&mut branch.resumed, effort);
        let untried = branch.all.saturating_sub(branch.tried);
        if branch.orbits.is_some() || branch.untried.is_empty() {
            return;
        }
        let last = if branch.tried == 0 { self.expected_work(untried) } else { last };
        let Some(Frame::Branch(branch)) = self.frames.last() else { return };
        let (begin, places) = (branch.untried.start, branch.untried.clone());
        let Some(price) = self.orbit_price(untried, last) else { return };
        let lists = &self.subproblem.layout.lists;
        let options: Vec<_> = places.map(|place| lists[as_index(place)].option).collect();
        let Some(isomorphism) = &mut self.isomorphism else { return };
        let kept = isomorphism.option_orbits(&self.subproblem, &options, price);
        let mut sizes = vec![0; options.len()];
        kept.into_iter().for_each(|kept| sizes[kept] += 1);
        if let Some(Frame::Branch(branch)) = self.frames.last_mut() {
            branch.orbits = Some(Box::new(OptionOrbits { begin, sizes }));
        }
    }

    /// The work that each option of the last frame is expected to take, before the first subproblem
    /// is done; 0 if that is not known.
    fn expected_work(&mut self, options: u32) -> u64 {
        if !self.uses_expected {
            return 0;
        }
        let above = &self.frames[..self.frames.len() - 1];
        let is_first = above.iter().all(|frame| frame.shares()[0] == 0.0);
        // The last frame has no orbits yet.
        if !is_first || self.orbit_product() >= ENOUGH {
            self.uses_expected = false;
            return 0;
        }
        let weight: f64 = above.iter().map(|frame| frame.shares()[1]).product();
        floor_u64(self.expected * weight / f64::from(options.max(1)))
    }

    /// For each of some options of the current subproblem, the index of the first one that an
    /// automorphism maps it to; `None` if it does not seem to pay to look. `untried` of them are
    /// left, and the last one before them has taken so much work.
    pub(super) fn equivalent_options(
        &mut self,
        options: &[u32],
        untried: u32,
        last: u64,
    ) -> Option<Vec<usize>> {
        let price = self.orbit_price(untried, last)?;
        Some(self.isomorphism.as_mut()?.option_orbits(&self.subproblem, options, price))
    }

    /// The work that each untried option of the current subproblem seems to take, if it seems to
    /// pay to look for orbits: as much as the last one before them. All of them together take no
    /// more than a search of this level does on the average. (The first option can take far longer
    /// than others, whose subproblems are in the memo then.)
    fn orbit_price(&self, untried: u32, last: u64) -> Option<u64> {
        let isomorphism = self.isomorphism.as_ref().filter(|_| self.measurement.is_none())?;
        let level = Levels::of_key(&self.subproblem.key.words);
        let mean = isomorphism.levels.mean_work(level).unwrap_or(u64::MAX);
        let accounts = &isomorphism.orbit_accounts;
        let own = accounts.untried(untried, last.min(mean / u64::from(untried.max(1))));
        if !accounts.is_promising(own) {
            return None;
        }
        let incidences = self.subproblem.incidences();
        let expected = if self.uses_expected { self.expected } else { 0.0 };
        let work = self.effort().max(floor_u64(expected));
        accounts.is_worth_it(level, own, incidences, work).then_some(own.price)
    }

    /// Makes the search look for orbits at every branch, before its first option.
    #[cfg(test)]
    pub(in crate::engine::memo) fn always_find_orbits(&mut self) {
        if let Some(isomorphism) = &mut self.isomorphism {
            isomorphism.orbit_accounts = crate::engine::memo::isomorphism::OrbitAccounts::always();
        }
    }
}
