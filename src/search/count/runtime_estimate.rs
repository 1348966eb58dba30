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

/// An estimate from the share of its tree that a search has done, and from its progress per
/// doubling of the work, which is extrapolated until nothing is left.
///
/// The progress of an enumeration is its share. The progress of a search with a memo is its *size*:
/// the nodes that it would have visited without one. The size can be compared with the nodes of an
/// enumeration; with each other, searches are compared by their shares. A search for a proof does
/// not know its size: its progress is its share.
#[derive(Clone, Debug, Default)]
pub(super) struct RuntimeEstimate {
    /// Nodes and progress, now and at each doubling before.
    points: Vec<(f64, f64)>,
    share: f64,
    /// The bits by which nodes that are had only once enlarge the number of nodes.
    fixed: f64,
    /// The nodes at which the share was least, and that share.
    least: Option<(f64, f64)>,
}

impl RuntimeEstimate {
    /// Records the number of nodes, and the logarithms of the progress and of the share that is
    /// done. Points that are closer than half a doubling are one.
    pub(super) fn note(&mut self, nodes: f64, progress: f64, share: f64) {
        let nodes = nodes.max(1.0).log2();
        match self.points.last_mut() {
            Some(last) if nodes - last.0 < 0.5 => *last = (nodes, progress),
            _ => self.points.push((nodes, progress)),
        }
        self.share = share;
        if share.is_finite() && self.least.is_none_or(|(_, least)| share < least) {
            self.least = Some((nodes, share));
        }
    }

    /// Takes some of the nodes that were recorded last as ones that are had only once.
    pub(super) fn exclude(&mut self, nodes: f64, fixed: f64) {
        self.fixed = -(1.0 - fixed / nodes.max(1.0)).max(f64::MIN_POSITIVE).log2();
    }

    /// Supposes that the share has grown with the progress: of a restored search, the shares before
    /// are not known.
    pub(super) fn begin_at_progress(&mut self) {
        self.least = Some((0.0, self.share - self.now().1));
    }

    /// The last point.
    fn now(&self) -> (f64, f64) {
        self.points.last().copied().unwrap_or_default()
    }

    /// The progress per doubling of the nodes, in the last two doublings.
    fn gain(&self) -> f64 {
        let (nodes, progress) = self.now();
        let (nodes_before, progress_before) =
            self.points.iter().rev().nth(2).copied().unwrap_or_default();
        (progress - progress_before) / (nodes - nodes_before).max(0.5)
    }

    /// The progress after a number of nodes, of which the logarithm is given: between two points,
    /// on the line through them.
    pub(super) fn progress_at(&self, nodes: f64) -> f64 {
        let after = self.points.partition_point(|&(own, _)| own < nodes);
        let Some(&(end, progress)) = self.points.get(after) else { return self.now().1 };
        let before = after.checked_sub(1).map(|before| self.points[before]);
        let (begin, progress_before) = before.unwrap_or_default();
        let part = if end > begin { (nodes - begin) / (end - begin) } else { 1.0 };
        progress_before + part * (progress - progress_before)
    }

    /// The logarithm of the nodes of the whole enumeration.
    pub(super) fn tree(&self) -> f64 {
        self.now().0 - self.share / self.gain().clamp(LEAST_GAIN, MOST_GAIN)
    }

    /// The same, if the branches of each level have the same size: an estimate that is seldom too
    /// high by much.
    pub(super) fn even_tree(&self) -> f64 {
        self.now().0 - self.share
    }

    /// The logarithm of the nodes that a search with a memo would need without it, if the branches
    /// of each level have the same size.
    pub(super) fn tree_without_memo(&self) -> f64 {
        self.now().1 - self.share
    }

    /// The logarithm of the nodes of the whole search with a memo. A memo that gained much and
    /// gains little now will gain again: the mean since the beginning is the least.
    pub(super) fn cost(&self) -> f64 {
        let (nodes, size) = self.now();
        let gain = self.gain().max(size / nodes.max(1.0)).max(1.0);
        nodes - self.fixed - self.share / (1.0 + (gain - 1.0) * GROWTH)
    }

    /// The logarithm of the nodes of the whole search, to be compared with that of others: if the
    /// share goes on gaining as much with each doubling, and at least so many bits.
    pub(super) fn cost_by_share(&self, least_gain: f64) -> f64 {
        self.now().0 - self.fixed - self.share / self.share_gain().max(least_gain)
    }

    /// The bits that the share has gained with each doubling of the nodes since it was least: about
    /// one, as in an enumeration, or several where subproblems repeat more and more often.
    pub(super) fn share_gain(&self) -> f64 {
        let (nodes_before, least) = self.least.unwrap_or_default();
        (self.share - least) / (self.now().0 - nodes_before).max(1.0)
    }

    /// The logarithm of the factor by which a memo has reduced the nodes so far.
    pub(super) fn saved(&self) -> f64 {
        let (nodes, size) = self.now();
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
    fn nodes_that_are_had_only_once_do_not_lengthen_the_rest() {
        let mut estimate = RuntimeEstimate::default();
        estimate.note(1024.0, 4.0, -10.0);
        assert!((estimate.cost() - 20.0).abs() < 1e-9);
        estimate.exclude(1024.0, 1008.0);
        assert!((estimate.cost() - 14.0).abs() < 1e-9, "16 nodes for each of 1024 parts");
        assert!((estimate.cost_by_share(10.0) - 5.0).abs() < 1e-9);
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
    fn a_share_that_grows_steeply_ends_before_a_larger_one() {
        let (mut steep, mut flat) = (RuntimeEstimate::default(), RuntimeEstimate::default());
        // At first, little is known of the tree, and the share is too large.
        for (nodes, share) in [(512.0, -9.0), (1024.0, -38.0), (2048.0, -30.0), (65536.0, -8.0)] {
            steep.note(nodes, share, share);
        }
        for (nodes, share) in [(1024.0, -7.0), (2048.0, -6.0), (65536.0, -4.0)] {
            flat.note(nodes, share, share);
        }
        assert!((steep.cost_by_share(1.0) - 17.6).abs() < 1e-9, "5 bits with each doubling");
        assert!((flat.cost_by_share(0.0) - 24.0).abs() < 1e-9, "half a bit");
        assert!((flat.cost_by_share(1.0) - 20.0).abs() < 1e-9, "at least one bit");
    }

    #[test]
    fn the_share_of_a_restored_search_has_grown_with_its_progress() {
        let mut estimate = RuntimeEstimate::default();
        estimate.note(1048576.0, 60.0, -12.0);
        assert!((estimate.cost_by_share(1.0) - 32.0).abs() < 1e-9, "nothing else is known");
        estimate.begin_at_progress();
        assert!((estimate.cost_by_share(1.0) - 24.0).abs() < 1e-9, "3 bits with each doubling");
        estimate.note(2097152.0, 63.0, -9.0);
        assert!((estimate.cost_by_share(1.0) - 24.0).abs() < 1e-9);
    }

    #[test]
    fn the_progress_between_two_points_is_on_the_line_through_them() {
        let mut estimate = RuntimeEstimate::default();
        assert!(estimate.progress_at(3.0).abs() < 1e-9, "nothing is known");
        estimate.note(4.0, 6.0, -9.0);
        estimate.note(16.0, 20.0, -5.0);
        for (nodes, progress) in [(0.0, 0.0), (1.0, 3.0), (2.0, 6.0), (3.0, 13.0), (9.0, 20.0)] {
            assert!((estimate.progress_at(nodes) - progress).abs() < 1e-9, "{nodes}");
        }
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
