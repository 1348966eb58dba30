//! [`Period`]: what the chosen engine has done since it last took over.

/// A sample costs learning at most what the chosen engine has cost since it is alone, divided by
/// this.
pub(super) const SAMPLE_SHARE: u64 = 16;

/// If learning was not ahead, its next sample comes when the chosen engine has cost so many times
/// more.
pub(super) const LATER: u64 = 8;

/// What the chosen engine has done since the search began, or since it took over from learning.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    /// What its search had cost when it began.
    before: u64,
    /// The cost of the subproblems that it has ended since.
    ended: u64,
    /// The solutions that it has come to.
    pub(super) found: u64,
    /// The cost after which learning lists a sample.
    pub(super) sample_at: u64,
}

impl Period {
    /// A period that begins after a search has cost so much.
    pub(super) fn after(before: u64, sample_at: u64) -> Self {
        Self { before, ended: 0, found: 0, sample_at }
    }

    /// Its cost, if that of the current search is given.
    pub(super) fn cost(&self, current: u64) -> u64 {
        self.ended.saturating_add(current.saturating_sub(self.before))
    }

    /// Ends the current search, which has cost so much. The next one begins without cost.
    pub(super) fn end_search(&mut self, current: u64) {
        (self.ended, self.before) = (self.cost(current), 0);
    }
}
