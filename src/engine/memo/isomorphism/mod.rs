//! Subproblems that are the same up to renaming.
//!
//! If two subproblems are isomorphic as hypergraphs, they have the same number of solutions. It
//! does not matter whether a symmetry of the whole problem maps one to the other. So the memo also
//! holds entries whose hash is that of a labelled hypergraph ([`KeyGraph`]) and whose key is that
//! of the first subproblem with it. A look-up labels the subproblem; for an entry with the same
//! hash, it labels the entry's subproblem in the same way, and compares the labelled hypergraphs in
//! full. So a key takes no more memory than without renaming.
//!
//! Labelling costs as much as some hundred choices. [`Levels`] decides where it pays.

mod graph;
mod levels;
mod mode;

use super::layout::Layout;
use super::subproblem::MemoSubproblem;
use crate::canonical::Labeller;
use crate::ids::as_index;
use graph::KeyGraph;

pub(super) use levels::Levels;
pub use mode::{CanonicalMode, UnknownCanonicalMode};

/// The labelling of subproblems.
#[derive(Debug)]
pub(super) struct Isomorphism {
    own: KeyGraph,
    labels: Labeller,
    /// An entry of the memo.
    held: KeyGraph,
    held_labels: Labeller,
    held_key: Vec<u64>,
    /// Its hash, and how it was labelled.
    held_hash: (u64, bool),
    /// How the subproblem was labelled that was last.
    has_balls: bool,
    pub(super) levels: Levels,
    /// Subproblems that were labelled, and those that were found in the memo.
    pub(super) labelled: u64,
    pub(super) renamed: u64,
}

impl Isomorphism {
    /// For a problem; `None` if subproblems can't be labelled, or need not be.
    pub(super) fn new(layout: &Layout, canonical: CanonicalMode) -> Option<Self> {
        if canonical == CanonicalMode::Off || !KeyGraph::is_possible(layout) {
            return None;
        }
        Some(Self {
            own: KeyGraph::new(layout),
            labels: Labeller::default(),
            held: KeyGraph::new(layout),
            held_labels: Labeller::default(),
            held_key: Vec::new(),
            held_hash: (0, true),
            has_balls: true,
            levels: Levels::new(canonical),
            labelled: 0,
            renamed: 0,
        })
    }

    /// Labels the current subproblem, or the current part of it. Returns the hash.
    pub(super) fn label(&mut self, subproblem: &MemoSubproblem) -> u64 {
        self.labelled += 1;
        let MemoSubproblem { layout, key, is_left, .. } = subproblem;
        self.own.build(layout, &key.words, |option| is_left[as_index(option)]);
        self.has_balls = self.labels.wants_balls();
        self.labels.label(&mut self.own.graph, self.has_balls)
    }

    /// Whether the subproblem of a key is isomorphic to the one labelled last.
    pub(super) fn is_isomorphic(&mut self, layout: &Layout, key: &[u64], hash: u64) -> bool {
        // Siblings are often isomorphic to each other.
        if self.held_key != key || self.held_hash.1 != self.has_balls {
            self.held_key.clear();
            self.held_key.extend_from_slice(key);
            self.held.build(layout, key, |_| true);
            let held_hash = self.held_labels.label(&mut self.held.graph, self.has_balls);
            self.held_hash = (held_hash, self.has_balls);
        }
        self.held_hash.0 == hash
            && self.labels.is_equal(&self.own.graph, &self.held.graph, &self.held_labels)
    }

    /// The work so far, about as much for each unit as the removal of an entry of an option.
    pub(super) fn work(&self) -> u64 {
        self.labels.work() + self.held_labels.work()
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.own.bytes() + self.held.bytes()
    }
}
