//! [`RuntimeEstimate`]: how long a search will take, from its first nodes.
//!
//! All numbers are binary logarithms: they range from minutes to the age of the universe.

/// The gain of an enumeration with each doubling of its nodes is about one bit; if its branches are
/// uneven, less at first. Estimates beyond these bounds are not reliable.
const LEAST_GAIN: f64 = 0.5;
const MOST_GAIN: f64 = 1.25;

/// The gain of a memo above one bit grows from doubling to doubling. Over all later doublings it is
/// multiplied by this.
const GROWTH: f64 = 1.5;

/// An estimate from the share of its tree that a search has done, and from its progress per doubling
/// of the work, which is extrapolated until nothing is left.
///
/// The progress of an enumeration is its share. The progress of a search with a memo is its *size*:
/// the nodes that it would have visited without one. The size grows more evenly than the share, which
/// jumps whenever a branch near the root is done.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RuntimeEstimate {
    /// Nodes and progress, now and one and two doublings ago.
    points: [(f64, f64); 3],
    share: f64,
}

impl RuntimeEstimate {
    /// Records the number of nodes, and the logarithms of the progress and of the share that is
    /// done. Points that are closer than half a doubling are one.
    pub(super) fn note(&mut self, nodes: f64, progress: f64, share: f64) {
        let nodes = nodes.max(1.0).log2();
        if nodes - self.points[0].0 >= 0.5 {
            self.points.rotate_right(1);
        }
        self.points[0] = (nodes, progress);
        self.share = share;
    }

    /// The progress per doubling of the nodes, in the last two doublings.
    fn gain(&self) -> f64 {
        let [(nodes, progress), _, (nodes_before, progress_before)] = self.points;
        (progress - progress_before) / (nodes - nodes_before).max(0.5)
    }

    /// The logarithm of the nodes of the whole enumeration.
    pub(super) fn tree(&self) -> f64 {
        self.points[0].0 - self.share / self.gain().clamp(LEAST_GAIN, MOST_GAIN)
    }

    /// The logarithm of the nodes of the whole search with a memo. A memo that gained much and
    /// gains little now will gain again: the mean since the beginning is the least.
    pub(super) fn cost(&self) -> f64 {
        let (nodes, size) = self.points[0];
        let gain = self.gain().max(size / nodes.max(1.0)).max(1.0);
        nodes - self.share / (1.0 + (gain - 1.0) * GROWTH)
    }

    /// The logarithm of the factor by which a memo has reduced the nodes so far.
    pub(super) fn saved(&self) -> f64 {
        let (nodes, size) = self.points[0];
        (size - nodes).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_hits_is_estimated_by_its_share() {
        let mut estimate = RuntimeEstimate::default();
        for step in 10..14 {
            let nodes = f64::from(step);
            estimate.note(nodes.exp2(), nodes, nodes - 20.0);
            assert!((estimate.cost() - 20.0).abs() < 1e-9, "2^20 nodes");
            assert!(estimate.saved() < 1e-9);
        }
    }

    #[test]
    fn a_search_that_speeds_up_is_estimated_to_end_soon() {
        let mut estimate = RuntimeEstimate::default();
        estimate.note(1024.0, 10.0, -55.0);
        estimate.note(2048.0, 11.0, -54.0);
        let slow = estimate.cost();
        estimate.note(4096.0, 25.0, -40.0);
        estimate.note(8192.0, 39.0, -26.0);
        assert!(estimate.cost() < slow - 10.0);
        let fast = estimate.cost();
        estimate.note(16384.0, 39.0, -26.0);
        estimate.note(32768.0, 39.0, -26.0);
        assert!(estimate.cost() > fast + 2.0, "it has gained nothing");
        assert!((estimate.saved() - 24.0).abs() < 1e-9);
    }

    #[test]
    fn an_uneven_enumeration_is_longer_than_its_share() {
        let (mut even, mut uneven) = (RuntimeEstimate::default(), RuntimeEstimate::default());
        for step in 0..4 {
            let step = f64::from(step);
            let nodes = (10.0 + step).exp2();
            even.note(nodes, step - 10.0, step - 10.0);
            uneven.note(nodes, step / 2.0 - 10.0, step / 2.0 - 10.0);
        }
        assert!((even.tree() - 20.0).abs() < 1e-9);
        assert!((uneven.tree() - 30.0).abs() < 1e-9);
    }
}
