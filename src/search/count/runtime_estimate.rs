//! [`RuntimeEstimate`]: how long a search will take, from its first nodes.
//!
//! All numbers are binary logarithms: they range from minutes to the age of the universe.

/// The time of a node of a search with a memo, in nodes of an enumeration. Measured: 5 to 20
/// (docs/measurements.md).
pub(super) const MEMO_NODE: f64 = 16.0;

/// The least number of bits that the estimate assumes as the gain of twice the work.
const LEAST_GAIN: f64 = 1.0 / 16.0;

/// The gain above one bit grows from doubling to doubling. Over all later doublings it is
/// multiplied by this.
const GROWTH: f64 = 1.5;

/// An estimate from the share of its tree that a search has done.
///
/// A search without look-ups gains one bit with twice the work: twice as much of the tree is done.
/// A search whose memo pays off gains more and more. The mean gain of the last two doublings is
/// extrapolated until nothing is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuntimeEstimate {
    nodes: f64,
    share: f64,
    /// The gains of the last doubling and the one before.
    gains: [f64; 2],
}

impl RuntimeEstimate {
    /// At the root.
    pub(super) fn new() -> Self {
        Self { nodes: 1.0, share: 0.0, gains: [1.0; 2] }
    }

    /// Records the number of nodes, and the logarithm of the share that is done.
    pub(super) fn note(&mut self, nodes: f64, share: f64) {
        let doublings = (nodes / self.nodes).log2();
        if doublings < 0.5 {
            return;
        }
        // The first share is nothing to compare with.
        if self.nodes > 1.0 {
            self.gains = [(share - self.share) / doublings, self.gains[0]];
        }
        (self.nodes, self.share) = (nodes, share);
    }

    /// The logarithm of the cost of the whole search.
    pub(super) fn cost(&self) -> f64 {
        let gain = (self.gains[0] + self.gains[1]) / 2.0;
        let gain = gain + (GROWTH - 1.0) * (gain - 1.0).max(0.0);
        (self.nodes * MEMO_NODE).log2() - self.share / gain.max(LEAST_GAIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_without_hits_is_estimated_by_its_share() {
        let mut estimate = RuntimeEstimate::new();
        for step in 10..14 {
            let nodes = f64::from(1 << step);
            estimate.note(nodes, f64::from(step - 20));
            assert!((estimate.cost() - 24.0).abs() < 1e-9, "2^20 nodes of 2^4 each");
        }
    }

    #[test]
    fn a_search_that_speeds_up_is_estimated_to_end_soon() {
        let mut estimate = RuntimeEstimate::new();
        estimate.note(1024.0, -55.0);
        estimate.note(2048.0, -52.0);
        let slow = estimate.cost();
        estimate.note(4096.0, -40.0);
        assert!(estimate.cost() < slow - 10.0);
        estimate.note(8192.0, -40.0);
        estimate.note(16384.0, -40.0);
        assert!(estimate.cost() > slow, "it has gained nothing");
    }
}
