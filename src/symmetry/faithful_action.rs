//! [`FaithfulAction`]: a group on some of its orbits, such that no two elements are equal there.

use super::group::PermutationGroup;
use super::permutation::Permutation;
use crate::ids::{as_index, to_u32};

/// A group on some orbits, small ones first, that all together determine its elements.
#[derive(Debug)]
pub(super) struct FaithfulAction {
    /// The group after its points were renumbered: those of the orbits first.
    all: PermutationGroup,
    /// The same elements, in the same order, on the points of the orbits.
    action: PermutationGroup,
    /// The new number of each point.
    numbers: Permutation,
}

impl FaithfulAction {
    pub(super) fn new(group: &PermutationGroup) -> Self {
        let points = points(group);
        let mut is_chosen = vec![false; group.degree()];
        points.iter().for_each(|&point| is_chosen[as_index(point)] = true);
        let others = (0..to_u32(group.degree())).filter(|&point| !is_chosen[as_index(point)]);
        let order: Vec<u32> = points.iter().copied().chain(others).collect();
        let back = Permutation::from_images(order);
        let numbers = back.inverse();
        let renumbered = group.generators().iter().map(|g| back.then(g).then(&numbers));
        let all = PermutationGroup::new(group.degree(), renumbered);
        let action = all.first_points(points.len());
        Self { all, action, numbers }
    }

    /// The group on the orbits.
    pub(super) fn action(&self) -> &PermutationGroup {
        &self.action
    }

    /// The element of the whole group that has a rank in the group on the orbits.
    pub(super) fn element(&self, rank: usize) -> Permutation {
        self.numbers.then(&self.all.unrank(rank)).then(&self.numbers.inverse())
    }
}

/// The points of orbits on which no element but the identity is the identity.
fn points(group: &PermutationGroup) -> Vec<u32> {
    let mut orbits = group.orbits_of_points().sets();
    orbits.retain(|orbit| orbit.len() > 1);
    orbits.sort_by_key(Vec::len);
    let (mut points, mut order) = (Vec::new(), 1u32.into());
    for orbit in orbits {
        if order == group.order() {
            break;
        }
        let longer = [&points[..], &orbit].concat();
        let larger = on_points(group, &longer).order();
        if larger > order {
            (points, order) = (longer, larger);
        }
    }
    points
}

/// A group on points that are a union of orbits.
fn on_points(group: &PermutationGroup, points: &[u32]) -> PermutationGroup {
    let mut numbers = vec![0; group.degree()];
    (0..).zip(points).for_each(|(number, &point)| numbers[as_index(point)] = number);
    let restricted = |g: &Permutation| {
        let image = |&point: &u32| numbers[as_index(g.image(point))];
        Permutation::from_images(points.iter().map(image).collect::<Vec<_>>())
    };
    PermutationGroup::new(points.len(), group.generators().iter().map(restricted))
}
