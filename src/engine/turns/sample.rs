//! Samples: whether learning lists what the chosen engine has left at less cost.
//!
//! While a sample is taken, the chosen engine stays where it is, and the solutions are stored. If
//! learning is ahead, the chosen engine ends what is below its last choice, the stored solutions
//! are reported, and learning goes on.

use super::pace::Pace;
use super::period::{LATER, SAMPLE_SHARE};
use super::{Stage, Turns};
use crate::engine::learning::Learning;
use crate::engine::{Path, SearchEngine};
use crate::ids::OptionId;

/// A sample costs no more than so many solutions have cost the chosen engine.
const SOLUTIONS_OF_SAMPLE: u64 = 1 << 10;

/// The most solutions of a sample.
const MOST_OF_SAMPLE: u64 = 1 << 11;

impl Turns {
    /// What a sample may cost: what so many solutions have cost the chosen engine, and no more than
    /// its share.
    fn sample_cost(&self) -> u64 {
        let (cost, found) = (self.period_cost(), self.period.found.max(1));
        (cost / found).saturating_mul(SOLUTIONS_OF_SAMPLE).min(cost / SAMPLE_SHARE)
    }

    /// Whether learning lists a sample now.
    pub(super) fn is_sample_due(&self) -> bool {
        let Pace { least_found, rare, .. } = self.pace;
        let cost = self.period_cost();
        cost >= self.period.sample_at
            && (self.period.found >= least_found || cost >= rare)
            && self.sample_cost() > self.pace.listing_start(&self.problem)
    }

    /// Begins a sample, if learning can go on from where the chosen engine is. What it finds is not
    /// reported before it is known that it goes on.
    pub(super) fn begin_sample(&mut self) {
        let mut path = Path::default();
        if !self.chosen.path(&mut path) {
            self.period.sample_at = u64::MAX;
            return;
        }
        if path.all_untried() == 0 {
            return;
        }
        path.prepend(&self.rest);
        let Self { problem, reduction, assumed, .. } = self;
        self.learning = Learning::of_rest(problem, reduction.as_ref(), assumed, &path);
        if self.learning.is_none() {
            self.period.sample_at = u64::MAX;
            return;
        }
        (self.listed_from, self.found_by_learning) = (Some(0), 0);
        self.listing_end = self.sample_cost();
        (self.stage, self.turn) = (Stage::Sample, self.pace.sample_turn);
    }

    /// Whether the sample is large enough.
    pub(super) fn is_sample_over(&self) -> bool {
        let stored: usize = self.of_sample.iter().map(Vec::len).sum();
        self.listing_cost() >= self.listing_end
            || self.found_by_learning >= MOST_OF_SAMPLE
            || stored >= self.pace.most_stored
    }

    /// Learning goes on if it is ahead.
    pub(super) fn end_sample(&mut self) {
        if self.is_learning_ahead() {
            self.begin_leaf();
        } else {
            self.drop_sample();
            self.period.sample_at = self.period_cost().saturating_mul(LATER);
        }
    }

    /// The chosen engine goes on, as if there had been no sample.
    pub(super) fn drop_sample(&mut self) {
        self.done += self.learning_work_in_nodes();
        (self.learning, self.listed_from) = (None, None);
        self.of_sample.clear();
        (self.stage, self.turn) = (Stage::Rest, self.pace.rest_turn);
    }

    /// The chosen engine ends what is below its last choice, before learning goes on.
    pub(super) fn begin_leaf(&mut self) {
        let mut path = Path::default();
        self.chosen.path(&mut path);
        self.chosen.keep_below(path.levels());
        self.rest.clear();
        self.stage = Stage::Leaf;
    }

    /// The next solution of a sample that is not known.
    pub(super) fn next_of_sample(&mut self) -> Option<Vec<OptionId>> {
        let Self { of_sample, known, .. } = self;
        std::iter::from_fn(|| of_sample.pop_front()).find(|solution| !known.remove(solution))
    }
}
