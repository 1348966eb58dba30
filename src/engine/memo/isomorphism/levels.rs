//! [`Levels`]: the sizes of subproblems at which labelling pays.
//!
//! The *level* of a subproblem is the number of bits in its key, about the number of items left.
//! Each level has an account. Labelling costs its own work. What it saves is measured: some of the
//! subproblems that were found by their labelling are searched all the same, without labelling
//! anything below, until that has taken more than labelling must save. Subproblems of a level are
//! labelled
//!
//! - if the level has saved what it has cost;
//! - else as a trial, as long as all trials together have cost a small part of the search. Where a
//!   search takes many times as long as labelling, more may be spent, because there is more to
//!   gain.
//!
//! The work of the searches that have stored their values says less: they share subproblems, and
//! without labelling most of these might be in the memo as well. That is so with Aztec diamonds,
//! where labelling finds much and saves nothing.

use super::mode::CanonicalMode;
use crate::ids::to_u64;

/// The reciprocal of the share of the search's work that goes into trials, and what they may cost
/// before the search has worked.
const SHARE: u64 = 32;
const FIRST: u64 = 1 << 19;
/// How many times as long a search must take as labelling for twice the share.
const LARGE: u64 = 64;
/// The work of labelling a subproblem for each bit of its key, before one was labelled.
const BIT: u64 = 16;
/// The work of an account at which its past counts half, and the number of measurements.
const LONG: u64 = 1 << 24;
const MEASUREMENTS: u64 = 16;
/// A measurement ends when the search has taken this many times what labelling must save.
const ENOUGH: u64 = 2;
/// The levels that share their measurements.
const GROUP: usize = 8;

/// The accounts of all levels.
#[derive(Debug)]
pub(in crate::engine::memo) struct Levels {
    canonical: CanonicalMode,
    levels: Vec<Level>,
    /// What the subproblems of [`GROUP`] successive levels save that are found.
    savings: Vec<Saving>,
    /// What trials have cost and not earned.
    debt: u64,
    is_trial: bool,
}

/// The account of a level.
#[derive(Clone, Copy, Debug, Default)]
struct Level {
    /// Subproblems that were labelled, the work of that, and those of them that were found.
    labelled: u64,
    spent: u64,
    found: u64,
    /// Subproblems whose search is finished, and the work of these searches.
    searched: u64,
    work: u64,
}

/// Measurements of what it saves that a subproblem is found by its labelling.
#[derive(Clone, Copy, Debug, Default)]
struct Saving {
    measured: u64,
    sum: u64,
    /// Subproblems that were found, and their number at the next measurement.
    found: u64,
    next: u64,
}

impl Levels {
    pub(in crate::engine::memo) fn new(canonical: CanonicalMode) -> Self {
        Self { canonical, levels: Vec::new(), savings: Vec::new(), debt: 0, is_trial: false }
    }

    /// The level of a key.
    pub(in crate::engine::memo) fn of_key(words: &[u64]) -> usize {
        words.iter().map(|word| usize::try_from(word.count_ones()).unwrap_or(0)).sum()
    }

    fn at(&mut self, level: usize) -> &mut Level {
        if self.levels.len() <= level {
            self.levels.resize(level + 1, Level::default());
            self.savings.resize(level / GROUP + 1, Saving::default());
        }
        &mut self.levels[level]
    }

    /// What a subproblem of a level saves on the average, if it is found.
    fn saving(&self, level: usize) -> u64 {
        let own = self.savings.get(level / GROUP);
        own.and_then(|own| own.sum.checked_div(own.measured)).unwrap_or(0)
    }

    /// Whether to label a subproblem after so much work of the search, without labelling.
    pub(in crate::engine::memo) fn is_worth_it(&mut self, level: usize, work: u64) -> bool {
        if self.canonical == CanonicalMode::On {
            return true;
        }
        let saving = self.saving(level);
        let own = self.at(level);
        let cost = own.spent.checked_div(own.labelled).unwrap_or(BIT * to_u64(level));
        let saves = own.work.checked_div(own.searched).unwrap_or(u64::MAX);
        if saves < 2 * cost {
            return false;
        }
        let pays = own.found * saving >= own.spent + cost;
        self.is_trial = !pays;
        let share = if saves / LARGE >= cost { SHARE / 2 } else { SHARE };
        pays || self.debt + cost <= FIRST + work / share
    }

    /// Enters a labelling that has cost so much, and whether the subproblem was found.
    pub(in crate::engine::memo) fn enter(&mut self, level: usize, cost: u64, is_found: bool) {
        let own = self.at(level);
        own.spent += cost;
        own.labelled += 1;
        own.found += u64::from(is_found);
        if own.spent > LONG {
            own.spent /= 2;
            own.found /= 2;
            own.labelled = own.labelled.div_ceil(2);
        }
        if self.is_trial {
            let saved = if is_found { self.saving(level) } else { 0 };
            self.debt = (self.debt + cost).saturating_sub(saved);
        }
    }

    /// Whether to search the subproblem that was found last all the same, and after how much work
    /// that may end.
    pub(in crate::engine::memo) fn measurement(&mut self, level: usize) -> Option<u64> {
        if self.canonical != CanonicalMode::Auto {
            return None;
        }
        let own = self.at(level);
        let needed = own.spent.checked_div(own.found)?;
        let saving = &mut self.savings[level / GROUP];
        saving.found += 1;
        (saving.found > saving.next).then(|| {
            saving.next = 2 * saving.found;
            ENOUGH * needed
        })
    }

    /// Enters the work of the search of a subproblem that was found.
    pub(in crate::engine::memo) fn measured(&mut self, level: usize, work: u64) {
        let own = &mut self.savings[level / GROUP];
        own.measured += 1;
        own.sum += work;
        if own.measured > MEASUREMENTS {
            own.measured /= 2;
            own.sum /= 2;
        }
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
