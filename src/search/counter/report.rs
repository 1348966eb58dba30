//! What a counter has found, and what that took.

use crate::engine::memo::{MemoStats, MemoWork};
use crate::search::limits::StopReason;
use num_bigint::BigUint;
use std::fmt;

/// How many solutions there are, and whether these are all.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct BigCount {
    /// The number of solutions; if the run was stopped, a number of solutions that there are at least.
    pub solutions: BigUint,
    /// EngineReason the count ended.
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

/// The work of a run. But for the memory, the numbers depend on the problem and not on the computer, as long as there
/// is one thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct CounterStats {
    /// Nodes of all searches that took part: their roots, and every option that was tried.
    pub nodes: u64,
    /// How often something was looked up in the memo.
    pub lookups: u64,
    /// How often it was there.
    pub hits: u64,
    /// How often the problem was searched for parts that have nothing to do with each other.
    pub walks: u64,
    /// How often there were some.
    pub splits: u64,
    /// What the memo held at the end.
    pub entries: u64,
    /// What was thrown out of it because there was no room.
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

    /// Adds the work of who went on when all that had been held was his or thrown away.
    pub(super) fn go_on(&mut self, other: Self) {
        let bytes = self.bytes.max(other.bytes);
        self.add_all(other);
        (self.entries, self.bytes) = (other.entries, bytes);
    }

    /// Adds what a machine did, how its memo stands, and the bytes of what it made.
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
