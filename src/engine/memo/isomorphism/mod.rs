//! Subproblems that are the same up to renaming.
//!
//! If two subproblems are isomorphic as hypergraphs, they have the same number of solutions. It
//! does not matter whether a symmetry of the whole problem maps one to the other. So the memo also
//! holds entries whose hash is that of a labelled hypergraph ([`KeyGraph`]) and whose key is that
//! of the first subproblem with it. A look-up labels the subproblem; for an entry with the same
//! hash, it labels the entry's subproblem in the same way, unless it has done so a short time ago,
//! and compares the labelled hypergraphs in full. So a key takes no more memory than without renaming.
//!
//! Labelling costs as much as some hundred choices. [`Levels`] decides where it pays.

mod graph;
mod levels;
mod mode;

use super::layout::Layout;
use super::subproblem::MemoSubproblem;
use crate::canonical::{Labelled, Labeller};
use crate::ids::{as_index, to_u64, word_as_index};
use graph::KeyGraph;

pub(super) use levels::Levels;
pub use mode::{CanonicalMode, UnknownCanonicalMode};

/// The labelling of subproblems.
#[derive(Debug)]
pub(super) struct Isomorphism {
    builder: KeyGraph,
    labeller: Labeller,
    /// The subproblem that was labelled last, and whether by surroundings of its points too.
    own: Labelled,
    has_balls: bool,
    /// The entries of the memo that were labelled last, each at the place of its hash.
    held: Vec<Held>,
    pub(super) levels: Levels,
    /// Subproblems that were labelled, and those that were found in the memo.
    pub(super) labelled: u64,
    pub(super) renamed: u64,
}

/// The labelled subproblem of an entry of the memo.
#[derive(Clone, Debug, Default)]
struct Held {
    key: Vec<u64>,
    hash: u64,
    has_balls: bool,
    labelled: Labelled,
}

/// The most entries that are kept labelled, and the bytes that they may take if they were as large
/// as the whole problem.
const MOST_HELD: usize = 1 << 10;
const HELD_BYTES: usize = 1 << 25;

impl Isomorphism {
    /// For a problem; `None` if subproblems can't be labelled, or need not be.
    pub(super) fn new(layout: &Layout, canonical: CanonicalMode) -> Option<Self> {
        if canonical == CanonicalMode::Off || !KeyGraph::is_possible(layout) {
            return None;
        }
        let bytes = 16 * layout.entries.len() + 64 * layout.items.len();
        let held = (HELD_BYTES / bytes.max(1)).clamp(1, MOST_HELD);
        Some(Self {
            builder: KeyGraph::new(layout),
            labeller: Labeller::default(),
            own: Labelled::default(),
            has_balls: true,
            held: vec![Held::default(); held],
            levels: Levels::new(canonical),
            labelled: 0,
            renamed: 0,
        })
    }

    /// Labels the current subproblem, or the current part of it. Returns the hash.
    pub(super) fn label(&mut self, subproblem: &MemoSubproblem) -> u64 {
        self.labelled += 1;
        let MemoSubproblem { layout, key, is_left, .. } = subproblem;
        let is_left = |option| is_left[as_index(option)];
        self.builder.build(layout, &key.words, is_left, &mut self.own.graph);
        self.has_balls = self.labeller.wants_balls();
        self.labeller.label(&mut self.own, self.has_balls)
    }

    /// Whether the subproblem of a key is isomorphic to the one labelled last.
    pub(super) fn is_isomorphic(&mut self, layout: &Layout, key: &[u64], hash: u64) -> bool {
        let place = word_as_index(hash % to_u64(self.held.len()));
        let held = &mut self.held[place];
        if held.key != key || held.has_balls != self.has_balls {
            held.key.clear();
            held.key.extend_from_slice(key);
            held.has_balls = self.has_balls;
            self.builder.build(layout, key, |_| true, &mut held.labelled.graph);
            held.hash = self.labeller.label(&mut held.labelled, self.has_balls);
        }
        held.hash == hash && self.labeller.is_equal(&self.own, &held.labelled)
    }

    /// The work so far, in visits of incidences.
    pub(super) fn work(&self) -> u64 {
        self.labeller.work()
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let held: usize = self.held.iter().map(|held| held.labelled.bytes()).sum();
        self.builder.bytes() + self.own.bytes() + held
    }
}
