//! [`Levels`]: the sizes of subproblems at which labelling pays.
//!
//! The *level* of a subproblem is the number of bits in its key, about the number of items left.
//! Each level has an account. A subproblem that was found by its labelling earns the work of the
//! search that it saves; labelling costs its own work. Subproblems of a level are labelled
//!
//! - if the level has earned what it has cost;
//! - else as a trial, as long as all trials together have cost a small part of the search. Where a
//!   search takes many times as long as labelling, more may be spent, because there is more to
//!   gain.
//!
//! The work that a subproblem saves includes the labellings below it. So the accounts can agree
//! that labelling pays at each level while no labelling at all would be faster, as with Aztec
//! diamonds. Now and then, a large subproblem that was found is searched all the same, without
//! labelling anything below. If that takes at most half the work of the search with labelling of
//! the subproblem that it is the same as, and of the searches of its level on the average, another
//! one is searched. If that is so again, nothing is labelled for some time.
//!
//! A search without any labelling would have found more in its memo than such a measurement does.
//! So until one has taken more than half, values that labelling finds are also stored under the
//! keys of their subproblems. Where all is labelled, nothing is measured, and they are not.
//!
//! Subproblems with an item in progress have accounts of their own, for look-ups by their key and
//! for labelling. Their level is the number of options that the item has left, and nothing is
//! measured.

use super::mode::CanonicalMode;
use crate::ids::to_u64;

/// The work that trials may cost before the search has worked, and the reciprocals of the shares of
/// its work that they may cost then: `EARLY_SHARE` of the first `EARLY`, and `SHARE` of all. From
/// `FALLING` on, the latter falls with the root of the work, down to one part of `LEAST_SHARE`:
/// where trials have found little for a long time, they are unlikely to find more. But they are not
/// given up, because what is not labelled fills the memo.
const FIRST: u64 = 1 << 12;
const EARLY: u64 = 1 << 20;
const EARLY_SHARE: u64 = 3;
const SHARE: u64 = 32;
const FALLING: u64 = 1 << 24;
const LEAST_SHARE: u64 = 3;
/// How many times as long a search must take as labelling for twice the share.
const LARGE: u64 = 64;
/// The work of labelling a subproblem for each bit of its key, before one was labelled.
const BIT: u64 = 16;
/// The least number of searches whose mean work bounds what the options of a branch take.
const SEARCHES: u64 = 64;
/// The work of an account at which its past counts half.
const LONG: u64 = 1 << 24;

/// The work of the search, all in all, at the first measurement. It doubles until the next one, but
/// for one that ends before its limit.
const EARLIEST: u64 = 1 << 19;
/// The share of all work, as reciprocals, that the search of a subproblem takes that is measured.
const MOST: u64 = 16;
const LEAST: u64 = 128;
/// How many labellings that takes at least.
const MANY: u64 = 16;
/// How many times as fast a search without labelling must be for labelling to stop.
const CLEARLY: u64 = 2;
/// The measurements in a row after which labelling stops.
const ENOUGH: u32 = 2;
/// The factor of all work at which labelling is tried again.
const RETRY: u64 = 4;

/// What the level of a subproblem is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::memo) enum LevelKind {
    /// The number of bits in its key, or of items left.
    Items,
    /// The number of options left of the item in progress.
    Decisions,
}

/// The accounts of all levels.
#[derive(Clone, Debug)]
pub(in crate::engine::memo) struct Levels {
    canonical: CanonicalMode,
    levels: Vec<Level>,
    /// What trials have cost and not earned.
    debt: u64,
    is_trial: bool,
    /// The work of the search, all in all, at the next measurement, and the work without labelling
    /// from which subproblems are labelled again.
    next: u64,
    resume: u64,
    /// The measurements in a row that have ended before their limit.
    short: u32,
    /// Whether a measurement has reached its limit, or need not be made: labelling may pay.
    may_pay: bool,
}

/// The account of a level.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    earned: u64,
    spent: u64,
    labelled: u64,
    /// Subproblems whose search is finished, and the work of these searches.
    searched: u64,
    work: u64,
}

impl Levels {
    pub(in crate::engine::memo) fn new(canonical: CanonicalMode) -> Self {
        Self {
            canonical,
            levels: Vec::new(),
            debt: 0,
            is_trial: false,
            next: EARLIEST,
            resume: 0,
            short: 0,
            may_pay: canonical != CanonicalMode::Auto,
        }
    }

    /// The level of a key.
    pub(in crate::engine::memo) fn of_key(words: &[u64]) -> usize {
        words.iter().map(|word| usize::try_from(word.count_ones()).unwrap_or(0)).sum()
    }

    fn at(&mut self, level: usize) -> &mut Level {
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Level::default());
        }
        &mut self.levels[level]
    }

    /// Whether to label a subproblem after so much work of the search, without labelling.
    pub(in crate::engine::memo) fn is_worth_it(&mut self, level: usize, work: u64) -> bool {
        if self.canonical == CanonicalMode::On {
            return true;
        }
        if self.is_stopped(work) {
            return false;
        }
        let own = self.at(level);
        let cost = own.spent.checked_div(own.labelled).unwrap_or(BIT * to_u64(level));
        let saves = own.work.checked_div(own.searched).unwrap_or(u64::MAX);
        if saves < 2 * cost {
            return false;
        }
        let pays = own.earned >= own.spent + cost;
        self.is_trial = !pays;
        let share = if saves / LARGE >= cost { SHARE / 2 } else { SHARE };
        let fall = (work / FALLING).isqrt().clamp(1, LEAST_SHARE);
        let most = FIRST + work.min(EARLY) / EARLY_SHARE + work / fall / share;
        pays || self.debt + cost <= most
    }

    /// Whether measurements have stopped labelling until more work is done.
    pub(super) fn is_stopped(&self, work: u64) -> bool {
        work < self.resume
    }

    /// Enters a labelling that has cost so much and, if the subproblem was found, saved so much.
    pub(in crate::engine::memo) fn enter(&mut self, level: usize, cost: u64, saved: u64) {
        let own = self.at(level);
        // The search of the entry may have been the first of all, with an empty memo.
        let saved = saved.min(own.work.checked_div(own.searched).unwrap_or(saved));
        own.spent += cost;
        own.earned += saved;
        own.labelled += 1;
        if own.spent.max(own.earned) > LONG {
            own.spent /= 2;
            own.earned /= 2;
            own.labelled = own.labelled.div_ceil(2);
        }
        if self.is_trial {
            self.debt = (self.debt + cost).saturating_sub(saved);
        }
    }

    /// Whether to search a subproblem that was found all the same, after so much work, all in all,
    /// and the work after which that ends. `saved`: the work of the search that has found its
    /// value.
    pub(in crate::engine::memo) fn measurement(
        &mut self,
        level: usize,
        all: u64,
        saved: u64,
    ) -> Option<u64> {
        if self.canonical != CanonicalMode::Auto || all < self.next {
            return None;
        }
        let own = self.at(level);
        let mean = own.work.checked_div(own.searched)?;
        let cost = own.spent.checked_div(own.labelled)?;
        let limit = mean.min(saved) / CLEARLY;
        let is_fit = (all / LEAST).max(MANY * cost) <= limit && limit <= all / MOST;
        is_fit.then(|| {
            self.next = 2 * all;
            limit
        })
    }

    /// Enters whether the search of a measurement has ended before its limit. If several in a row
    /// have, labelling stops until the search has done several times as much work without it.
    pub(in crate::engine::memo) fn measured(&mut self, is_short: bool, all: u64) {
        self.may_pay |= !is_short;
        self.short = if is_short { self.short + 1 } else { 0 };
        if is_short {
            self.next = all;
        }
        if self.short == ENOUGH {
            (self.short, self.next, self.resume) = (0, 2 * all, RETRY * all);
        }
    }

    /// Whether a measurement has reached its limit, or all is labelled.
    pub(in crate::engine::memo) fn may_pay(&self) -> bool {
        self.may_pay
    }

    /// The mean work of the searches of a level, if there have been many.
    pub(in crate::engine::memo) fn mean_work(&self, level: usize) -> Option<u64> {
        let own = self.levels.get(level).filter(|own| own.searched >= SEARCHES)?;
        own.work.checked_div(own.searched)
    }

    /// Records the work of the search of a subproblem.
    pub(in crate::engine::memo) fn record(&mut self, level: usize, work: u64) {
        let own = self.at(level);
        own.searched += 1;
        own.work += work;
        if own.work > LONG << 8 {
            own.searched = own.searched.div_ceil(2);
            own.work /= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_work_of_a_level_is_known_after_many_searches() {
        let mut levels = Levels::new(CanonicalMode::Auto);
        for search in 1..SEARCHES {
            levels.record(7, 2 * search);
            assert_eq!(levels.mean_work(7), None, "{search} searches");
        }
        levels.record(7, 2 * SEARCHES);
        assert_eq!(levels.mean_work(7), Some(SEARCHES + 1));
        assert_eq!((levels.mean_work(6), levels.mean_work(8)), (None, None));
    }

    #[test]
    fn labelling_stops_where_a_search_without_it_is_twice_as_fast() {
        let (mut levels, work) = (Levels::new(CanonicalMode::Auto), 1 << 16);
        levels.record(20, work);
        assert!(levels.is_worth_it(20, work));
        levels.enter(20, 1 << 6, work);
        let mut all = 1 << 21;
        for is_last in [false, true] {
            assert_eq!(levels.measurement(20, all, work), Some(work / 2));
            assert!(!levels.is_stopped(all));
            all += work / 4;
            levels.measured(true, all);
            assert_eq!(levels.is_stopped(all), is_last);
        }
        assert!(!levels.is_worth_it(20, RETRY * all - 1) && levels.is_worth_it(20, RETRY * all));
    }
}
