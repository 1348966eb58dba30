//! Direct factors of the group of a hypergraph.
//!
//! A group is the direct product of two normal subgroups if their orders multiply to its order and
//! they generate it. The candidates are made of orbits of points: the subgroup that fixes each
//! point of an orbit, the centraliser of that subgroup, and the subgroup that fixes what it moves.
//! Each is the automorphism group of the hypergraph with more colours and arcs. Of Sudoku, the
//! subgroup that fixes the cells exchanges the digits, and its centraliser moves the cells. Not
//! every product is found.

use super::graph::{Marks, ProblemGraph};
use super::group::PermutationGroup;
use crate::canonical::canonical;
use crate::ids::to_u32;
use num_bigint::BigUint;

/// The most orbits of which candidates are made.
const ORBITS: usize = 32;

/// A group, as the symmetries that keep marks.
#[derive(Clone, Debug)]
struct MarkedGroup {
    marks: Marks,
    group: PermutationGroup,
    order: BigUint,
}

/// Groups of which a group is the direct product: itself alone if no factors are found. `None` if
/// they are more than `most`, or `goes_on` has returned false. Groups for which `is_small` holds
/// are not divided.
pub(super) fn direct_factors(
    graph: &ProblemGraph,
    group: &PermutationGroup,
    most: usize,
    is_small: impl Fn(&PermutationGroup) -> bool,
    goes_on: &mut dyn FnMut() -> bool,
) -> Option<Vec<PermutationGroup>> {
    let (marks, group, order) = (Marks::default(), group.clone(), group.order());
    let (mut open, mut factors) = (vec![MarkedGroup { marks, group, order }], Vec::new());
    while let Some(whole) = open.pop() {
        if open.len() + factors.len() >= most {
            return None;
        }
        let parts = if is_small(&whole.group) { None } else { whole.split(graph, goes_on)? };
        match parts {
            Some(parts) => open.extend(parts),
            None => factors.push(whole.group),
        }
    }
    Some(factors)
}

impl MarkedGroup {
    /// The symmetries that keep marks; `None` if `goes_on` has returned false.
    fn new(graph: &ProblemGraph, marks: Marks, goes_on: &mut dyn FnMut() -> bool) -> Option<Self> {
        let found = canonical(graph.marked(&marks), goes_on)?;
        let group = graph.group(&found.generators);
        Some(Self { marks, group, order: found.order() })
    }

    /// Two factors, or `None` if there seem to be none; nothing if `goes_on` has returned false.
    #[allow(clippy::option_option)]
    fn split(
        &self,
        graph: &ProblemGraph,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Option<[Self; 2]>> {
        let mut candidates: Vec<Self> = Vec::new();
        for orbit in self.orbits().into_iter().take(ORBITS) {
            if !goes_on() {
                return None;
            }
            let kernel = self.fixing(graph, &orbit, goes_on)?;
            if !self.is_proper(&kernel) {
                continue;
            }
            let centralizer = self.centralizer(graph, &kernel, goes_on)?;
            let next = [centralizer, self.fixing(graph, &kernel.moved(), goes_on)?];
            for candidate in next.into_iter().chain([kernel]) {
                if !self.is_proper(&candidate) {
                    continue;
                }
                if let Some(other) =
                    candidates.iter().find(|other| self.is_product(other, &candidate))
                {
                    return Some(Some([other.clone(), candidate]));
                }
                candidates.push(candidate);
            }
        }
        Some(None)
    }

    /// The orbits of at least two points.
    fn orbits(&self) -> Vec<Vec<u32>> {
        let mut orbits = self.group.orbits_of_points().sets();
        orbits.retain(|orbit| orbit.len() > 1);
        orbits
    }

    /// The points that some element moves.
    fn moved(&self) -> Vec<u32> {
        let is_moved =
            |point: &u32| self.group.generators().iter().any(|g| g.image(*point) != *point);
        (0..to_u32(self.group.degree())).filter(is_moved).collect()
    }

    /// The subgroup that fixes each of some points.
    fn fixing(
        &self,
        graph: &ProblemGraph,
        points: &[u32],
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let mut marks = self.marks.clone();
        marks.fixed.extend(points);
        Self::new(graph, marks, goes_on)
    }

    /// The subgroup of the elements that commute with all of another subgroup.
    fn centralizer(
        &self,
        graph: &ProblemGraph,
        other: &Self,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Option<Self> {
        let mut marks = self.marks.clone();
        marks.arcs.extend(other.group.generators().iter().cloned());
        Self::new(graph, marks, goes_on)
    }

    /// Whether a subgroup is neither trivial nor the whole group.
    fn is_proper(&self, part: &Self) -> bool {
        part.order != BigUint::from(1u32) && part.order != self.order
    }

    /// Whether the group is the direct product of two normal subgroups.
    fn is_product(&self, a: &Self, b: &Self) -> bool {
        let generators = |part: &Self| part.group.generators().to_vec();
        let both = || generators(a).into_iter().chain(generators(b));
        &a.order * &b.order == self.order
            && PermutationGroup::new(self.group.degree(), both()).order() == self.order
    }
}
