//! [`ProofFrame`]: a node of a proof while its children are searched.

use super::parts::PartLists;
use crate::engine::memo::isomorphism::LevelKind;

/// A node that is being built.
#[derive(Debug)]
pub(super) struct ProofFrame {
    pub(super) kind: FrameKind,
    /// The index of its first child among the children of all frames, and the number of children.
    pub(super) first: u32,
    pub(super) all: u32,
    /// The work done when it was pushed.
    pub(super) begun: u64,
    /// The hash of its residue, and of the labelled one, or 0.
    pub(super) hashes: [u64; 2],
    /// The level of its residue.
    pub(super) level: (LevelKind, usize),
}

#[derive(Debug)]
pub(super) enum FrameKind {
    /// On items that need all options that they have left, one after another: the index of the
    /// first one among those of all frames.
    Forced(usize),
    /// On an item to be covered once. `next`: the option after the one that was tried last.
    Branch { item: u32, next: u32 },
    /// On an option of an item that is not to be covered exactly once. `place`: that of the option
    /// among the decisions of the item. `slack`: that of the item.
    Decision { place: u32, slack: u32 },
    /// Independent parts.
    Parts(Box<PartLists>),
}

impl ProofFrame {
    /// The shares of so many finished children and of the next one in the work of the node.
    pub(super) fn shares(&self, finished: u32) -> [f64; 2] {
        let all = f64::from(self.all.max(1));
        match self.kind {
            // Excluding the option leaves as many choices as the item has slack.
            FrameKind::Decision { slack, .. } => {
                let excluding = f64::from(slack) / (f64::from(slack) + 1.0);
                if finished == 0 { [0.0, excluding] } else { [excluding, 1.0 - excluding] }
            }
            FrameKind::Forced(_) | FrameKind::Branch { .. } | FrameKind::Parts(_) => {
                [f64::from(finished) / all, 1.0 / all]
            }
        }
    }
}
