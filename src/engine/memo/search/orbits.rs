//! Options of an item that automorphisms of the subproblem map to each other.
//!
//! Such options lead to isomorphic subproblems. One of them is searched, and its value counts once
//! for each of them. The automorphisms are looked for when an option has been searched and as much
//! work for each of the untried ones would take several times as long.

use super::MemoSearch;
use super::frames::{Frame, OptionOrbits};
use crate::engine::memo::isomorphism::Levels;
use crate::engine::memo::table::Memo;
use crate::engine::memo::values::Values;
use crate::ids::as_index;

impl<V: Values, M: Memo> MemoSearch<V, M> {
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
        let (Some(isomorphism), Some(Frame::Branch(branch))) =
            (&mut self.isomorphism, self.frames.last_mut())
        else {
            return;
        };
        let accounts = &isomorphism.orbit_accounts;
        let last = effort - std::mem::replace(&mut branch.resumed, effort);
        let untried = accounts.untried(branch.all.saturating_sub(branch.tried), last);
        if branch.orbits.is_some()
            || branch.untried.is_empty()
            || self.measurement.is_some()
            || !accounts.is_promising(untried)
            || !accounts.is_worth_it(
                Levels::of_key(&self.subproblem.key.words),
                untried,
                self.subproblem.incidences(),
                effort,
            )
        {
            return;
        }
        let begin = branch.untried.start;
        let option = |place| self.subproblem.layout.lists[as_index(place)].option;
        let options: Vec<_> = branch.untried.clone().map(option).collect();
        let sizes = isomorphism.option_orbits(&self.subproblem, &options, untried.price);
        branch.orbits = Some(Box::new(OptionOrbits { begin, sizes }));
    }

    /// Makes the search look for orbits at every branch, before its first option.
    #[cfg(test)]
    pub(in crate::engine::memo) fn always_find_orbits(&mut self) {
        if let Some(isomorphism) = &mut self.isomorphism {
            isomorphism.orbit_accounts = crate::engine::memo::isomorphism::OrbitAccounts::always();
        }
    }
}
