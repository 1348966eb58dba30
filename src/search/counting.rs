//! [`CountStats`]: the work of a count with a memo; and the settings of such counts.

use super::method::{CountStrategy, Method};
use super::order_checkpoint::OrderCheckpoint;
use super::symmetry_method::SymmetryMethod;
use crate::engine::memo::{CanonicalMode, MemoStats, MemoWork};

/// The default memory of a memo: 1 GiB.
const MEMORY: usize = 1 << 30;

/// The settings of counts with a memo, and how the last one was done.
#[derive(Debug)]
pub(super) struct Counting {
    pub(super) method: Method,
    pub(super) memory: usize,
    pub(super) canonical: CanonicalMode,
    pub(super) symmetry_method: SymmetryMethod,
    pub(super) last: Option<(CountStrategy, CountStats)>,
    /// What is left of the searches of the last count, or of those that the next one resumes.
    pub(super) orders: Vec<OrderCheckpoint>,
}

impl Default for Counting {
    fn default() -> Self {
        Self {
            method: Method::Auto,
            memory: MEMORY,
            canonical: CanonicalMode::Auto,
            symmetry_method: SymmetryMethod::Auto,
            last: None,
            orders: Vec::new(),
        }
    }
}

/// The work of a run. With one thread, all numbers but the memory depend on the problem and the
/// settings alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CountStats {
    /// Nodes of all searches that took part: their roots, and every option that was tried. The
    /// labelling of a subproblem counts as the nodes that take the same time.
    pub nodes: u64,
    /// How often something was looked up in the memo.
    pub lookups: u64,
    /// How often it was there.
    pub hits: u64,
    /// How often it was found by a representative, without being labelled.
    pub represented: u64,
    /// How many subproblems were labelled, to be found up to renaming.
    pub labelled: u64,
    /// How many of them were in the memo.
    pub renamed: u64,
    /// How often the problem was searched for independent parts.
    pub walks: u64,
    /// How often there were some.
    pub splits: u64,
    /// The entries of the memo at the end.
    pub entries: u64,
    /// The entries that were evicted from it for lack of memory.
    pub evicted: u64,
    /// The greatest memory that it took, in bytes; of a diagram, the nodes too.
    pub bytes: u64,
}

impl CountStats {
    /// Adds the work of another part of the run.
    pub(super) fn add_all(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.lookups += other.lookups;
        self.hits += other.hits;
        self.represented += other.represented;
        self.labelled += other.labelled;
        self.renamed += other.renamed;
        self.walks += other.walks;
        self.splits += other.splits;
        self.entries += other.entries;
        self.evicted += other.evicted;
        self.bytes += other.bytes;
    }

    /// Adds the work of a later count, which had a memo of its own: of entries and memory, the
    /// greater number is kept.
    pub(super) fn add_count(&mut self, other: Self) {
        let (entries, bytes) = (self.entries.max(other.entries), self.bytes.max(other.bytes));
        self.add_all(other);
        (self.entries, self.bytes) = (entries, bytes);
    }

    /// Adds the work of a search, the state of its memo, and the bytes of its values.
    pub(super) fn add(&mut self, work: MemoWork, holding: MemoStats, values: u64) {
        self.add_all(Self {
            nodes: work.nodes,
            lookups: work.lookups,
            hits: work.hits,
            represented: work.represented,
            labelled: work.labelled,
            renamed: work.renamed,
            walks: work.walks,
            splits: work.splits,
            entries: holding.entries,
            evicted: holding.evicted,
            bytes: holding.bytes + values,
        });
    }
}
