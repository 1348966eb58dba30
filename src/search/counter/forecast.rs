//! How long a search will take that has only just begun.
//!
//! All numbers here are binary logarithms: what is compared are minutes with the age of the universe.

/// What a node of a search with a memo costs, in nodes of one without: looking up, keeping, and a structure that is not
/// made for one purpose. Measured: 5 to 20 on problems of all kinds (DESIGN.md).
pub(super) const MEMO_NODE: f64 = 16.0;

/// The least number of bits that a search gains by working twice as long, for the forecast.
const LEAST_GAIN: f64 = 1.0 / 16.0;

/// What is gained above one bit grows from doubling to doubling; over all that are to come it is so many times as much.
const GROWTH: f64 = 1.5;

/// Follows a search whose share of its tree is known.
///
/// A search that looks nothing up gains one bit whenever it has worked twice as long: twice as much of the tree is
/// done. One whose memo pays gains more and more, because what it meets next it has often met before. So the gain of
/// the last two doublings, which differ by chance, is taken for that of the next ones, until nothing is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forecast {
    nodes: f64,
    share: f64,
    /// What the last doubling gained, and the one before.
    gains: [f64; 2],
}

impl Forecast {
    /// At the root.
    pub(super) fn new() -> Self {
        Self { nodes: 1.0, share: 0.0, gains: [1.0; 2] }
    }

    /// Notes how many nodes there have been, and the logarithm of the share that is done.
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

    /// What the search will have cost when it is done.
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
    fn a_search_without_hits_is_foretold_by_its_share() {
        let mut forecast = Forecast::new();
        for step in 10..14 {
            let nodes = f64::from(1 << step);
            forecast.note(nodes, f64::from(step - 20));
            assert!((forecast.cost() - 24.0).abs() < 1e-9, "2^20 nodes of 2^4 each");
        }
    }

    #[test]
    fn a_search_that_speeds_up_is_foretold_to_end_soon() {
        let mut forecast = Forecast::new();
        forecast.note(1024.0, -55.0);
        forecast.note(2048.0, -52.0);
        let slow = forecast.cost();
        forecast.note(4096.0, -40.0);
        assert!(forecast.cost() < slow - 10.0);
        forecast.note(8192.0, -40.0);
        forecast.note(16384.0, -40.0);
        assert!(forecast.cost() > slow, "it has gained nothing");
    }
}
