//! The progress of an unfinished search: its share of the tree, and a lower bound of the count.

use super::search::{Frame, MemoSearch, Next};
use super::values::Values;

impl<V: Values> MemoSearch<V> {
    /// The binary logarithm of the share of the search that is done, if all options of an item
    /// are in as many solutions, and all solutions take the same work.
    ///
    /// The tree is that of a search without memo. With more and more hits, a search does larger
    /// shares in less time.
    pub(crate) fn share(&self) -> f64 {
        if matches!(self.next, Next::Done(_)) {
            return 0.0;
        }
        if self.frames.is_empty() {
            // The search has not begun.
            return f64::NEG_INFINITY;
        }
        self.frames.iter().rev().fold(-1.0, |share: f64, frame| {
            let [done, current] = frame.shares();
            // With no finished branch, the logarithm is exact, even of a share too small for a
            // number.
            let below = share + current.log2();
            let sum = if done == 0.0 { below } else { (done + below.exp2()).log2() };
            sum.min(0.0)
        })
    }

    /// The number of subproblems that the current one stands for, by the orbits of options above
    /// it.
    pub(crate) fn orbit_product(&self) -> f64 {
        self.frames.iter().map(|frame| f64::from(frame.orbit())).product()
    }

    /// The approximate number of nodes that a search without memo would have visited so far.
    pub(crate) fn size(&self) -> f64 {
        self.frames.iter().rev().fold(0.0, |below, frame| match frame {
            Frame::Branch(branch) => branch.size + f64::from(frame.orbit()) * below,
            Frame::Pick(pick) => pick.size + below,
            Frame::Split(split) => split.size + split.solutions * below,
        })
    }
}
