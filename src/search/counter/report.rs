//! What a counter has found, and what that took.

use crate::engine::memo::{ExactCount, MemoStats, MemoWork};
use crate::search::limits::StopReason;
use num_bigint::BigUint;
use std::fmt;

/// How many solutions there are, and whether these are all.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BigCount {
    /// The number of solutions; if the run was stopped, a number of solutions that there are at
    /// least.
    pub solutions: BigUint,
    /// The reason why the count ended.
    pub stop: StopReason,
}

impl BigCount {
    /// Whether there are no more solutions than these.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop == StopReason::Exhausted
    }
}

/// The number, with `>=` in front if there may be more.
impl fmt::Display for BigCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_complete() { "" } else { ">=" };
        write!(f, "{more}{}", self.solutions)
    }
}

/// The work of a run. With one thread, all numbers but the memory depend on the problem alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CounterStats {
    /// Nodes of all searches that took part: their roots, and every option that was tried.
    pub nodes: u64,
    /// How often something was looked up in the memo.
    pub lookups: u64,
    /// How often it was there.
    pub hits: u64,
    /// How often the problem was searched for independent parts.
    pub walks: u64,
    /// How often there were some.
    pub splits: u64,
    /// What the memo held at the end.
    pub entries: u64,
    /// The entries that were evicted from it for lack of memory.
    pub evicted: u64,
    /// The greatest memory that it took, in bytes; of a diagram, the nodes too.
    pub bytes: u64,
}

impl CounterStats {
    /// Adds the work of another part of the run.
    pub(super) fn add_all(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.lookups += other.lookups;
        self.hits += other.hits;
        self.walks += other.walks;
        self.splits += other.splits;
        self.entries += other.entries;
        self.evicted += other.evicted;
        self.bytes += other.bytes;
    }

    /// Adds the work of index went on when all that had been held was his or thrown away.
    pub(super) fn go_on(&mut self, other: Self) {
        let bytes = self.bytes.max(other.bytes);
        self.add_all(other);
        (self.entries, self.bytes) = (other.entries, bytes);
    }

    /// Adds the work of a search, the state of its memo, and the bytes of its values.
    pub(super) fn add(&mut self, work: MemoWork, holding: MemoStats, values: u64) {
        self.add_all(Self {
            nodes: work.nodes,
            lookups: work.lookups,
            hits: work.hits,
            walks: work.walks,
            splits: work.splits,
            entries: holding.entries,
            evicted: holding.evicted,
            bytes: holding.bytes + values,
        });
    }
}

/// A count as a word, or the largest word if it is larger.
pub(super) fn word(count: &ExactCount) -> u64 {
    if let ExactCount::Word(count) = count { *count } else { u64::MAX }
}
