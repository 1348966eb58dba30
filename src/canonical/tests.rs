//! Labellings against all permutations, on small hypergraphs, and groups of known orders.

use super::cell_tree::CellTree;
use super::interrupt::Interrupt;
use super::partition::Partition;
use super::refiner::Refiner;
use super::*;
use crate::ids::{as_index, to_u32};
use crate::splitmix;
use std::collections::BTreeSet;

/// Random numbers below a bound.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, bound: u64) -> u32 {
        u32::try_from(splitmix::next(&mut self.0) % bound).unwrap()
    }

    pub(super) fn permutation(&mut self, length: u32) -> Vec<u32> {
        let mut image: Vec<_> = (0..length).collect();
        for last in (1..length).rev() {
            image.swap(as_index(last), as_index(self.below(u64::from(last) + 1)));
        }
        image
    }
}

/// A hypergraph as plain data: colours of points, and edges with a colour and points in ascending
/// order, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Plain {
    pub(super) colors: Vec<u32>,
    pub(super) edges: Vec<(u32, Vec<u32>)>,
}

impl Plain {
    pub(super) fn random(random: &mut Random, points: u32) -> Self {
        let kinds = 1 + u64::from(random.below(2));
        let colors = (0..points).map(|_| random.below(kinds)).collect();
        let edges = (0..random.below(2 * u64::from(points) + 2))
            .map(|_| {
                let all = random.permutation(points);
                let size = random.below(u64::from(points.min(4)) + 1);
                (random.below(kinds), all[..as_index(size)].to_vec())
            })
            .collect();
        Self { colors, edges }.sorted()
    }

    pub(super) fn sorted(mut self) -> Self {
        self.edges.iter_mut().for_each(|(_, points)| points.sort_unstable());
        self.edges.sort_unstable();
        self
    }

    /// The hypergraph with point `p` renamed to `image[p]`.
    pub(super) fn renamed(&self, image: &[u32]) -> Self {
        let mut colors = self.colors.clone();
        (0..).zip(&self.colors).for_each(|(point, &color)| colors[as_index(image[point])] = color);
        let rename = |points: &[u32]| points.iter().map(|&p| image[as_index(p)]).collect();
        let edges = self.edges.iter().map(|(color, points)| (*color, rename(points)));
        Self { colors, edges: edges.collect() }.sorted()
    }

    pub(super) fn build(&self) -> Hypergraph {
        let mut graph = Hypergraph::new(self.colors.clone());
        self.edges.iter().for_each(|(color, points)| graph.add_edge(*color, points));
        graph
    }

    /// All automorphisms, by trying all permutations.
    fn automorphisms(&self) -> BTreeSet<Vec<u32>> {
        let mut all = BTreeSet::new();
        each_permutation(&mut (0..to_u32(self.colors.len())).collect(), 0, &mut |image| {
            if self.renamed(image) == *self {
                all.insert(image.to_vec());
            }
        });
        all
    }

    /// The least of all renamed hypergraphs.
    fn least(&self) -> Self {
        let mut least = self.clone();
        each_permutation(&mut (0..to_u32(self.colors.len())).collect(), 0, &mut |image| {
            least = least.clone().min(self.renamed(image));
        });
        least
    }
}

fn each_permutation(image: &mut Vec<u32>, from: usize, show: &mut impl FnMut(&[u32])) {
    if from == image.len() {
        return show(image);
    }
    for other in from..image.len() {
        image.swap(from, other);
        each_permutation(image, from + 1, show);
        image.swap(from, other);
    }
}

/// The canonical labelling.
pub(super) fn canonical(plain: &Plain) -> Canonical {
    super::canonical(plain.build(), &mut || true).expect("nothing ends the search")
}

/// All products of permutations.
fn generated(points: u32, generators: &[Automorphism]) -> BTreeSet<Vec<u32>> {
    let identity: Vec<u32> = (0..points).collect();
    let generators: Vec<_> =
        generators.iter().map(|found| found.images(as_index(points))).collect();
    let (mut all, mut open) = (BTreeSet::from([identity.clone()]), vec![identity]);
    while let Some(image) = open.pop() {
        for generator in &generators {
            let product: Vec<_> = image.iter().map(|&p| generator[as_index(p)]).collect();
            if all.insert(product.clone()) {
                open.push(product);
            }
        }
    }
    all
}

#[test]
fn forms_are_equal_if_and_only_if_hypergraphs_are_isomorphic() {
    let mut random = Random(1);
    let mut seen = std::collections::BTreeMap::new();
    for round in 0..1500 {
        let points = random.below(6);
        let plain = Plain::random(&mut random, points);
        let own = canonical(&plain);
        let image = random.permutation(points);
        assert_eq!(canonical(&plain.renamed(&image)).form, own.form, "{round} {plain:?}");
        let old = seen.insert(own.form.clone(), plain.least());
        assert!(old.is_none_or(|old| old == plain.least()), "{round} {plain:?}");
    }
    let classes: BTreeSet<_> = seen.values().collect();
    assert_eq!(classes.len(), seen.len(), "isomorphic hypergraphs have the same form");
    assert!(classes.len() > 500, "{}", classes.len());
}

#[test]
fn generators_generate_all_automorphisms() {
    let mut random = Random(2);
    let mut most = 0;
    for round in 0..1000 {
        let points = random.below(7);
        let plain = Plain::random(&mut random, points);
        let own = canonical(&plain);
        let found = generated(points, &own.generators);
        assert_eq!(found, plain.automorphisms(), "{round} {plain:?}");
        assert_eq!(own.order(), found.len().into());
        // The generators are strong.
        for length in 0..=own.base.len() {
            let is_kept = |image: &Automorphism| {
                own.base[..length].iter().all(|&(point, _)| image.image(point) == point)
            };
            let kept: Vec<_> = own.generators.iter().filter(|g| is_kept(g)).cloned().collect();
            let order: u32 = own.base[length..].iter().map(|&(_, orbit)| orbit).product();
            assert_eq!(generated(points, &kept).len(), as_index(order), "{round} {plain:?}");
        }
        most = most.max(found.len());
    }
    assert_eq!(most, 720);
}

/// The graph of a cube, the Petersen graph, two triangles and a hexagon: colour refinement splits
/// none of them.
#[test]
fn regular_graphs_are_told_apart_by_individualisation() {
    let graph = |points: u32, edges: &[(u32, u32)]| {
        let edges = edges.iter().map(|&(a, b)| (0, vec![a, b])).collect();
        Plain { colors: vec![0; as_index(points)], edges }.sorted()
    };
    let cube: Vec<_> =
        (0..8).flat_map(|a| [1, 2, 4].map(|bit| (a, a ^ bit))).filter(|(a, b)| a < b).collect();
    let petersen: Vec<_> =
        (0..5).flat_map(|a| [(a, (a + 1) % 5), (a, a + 5), (a + 5, (a + 2) % 5 + 5)]).collect();
    for (graph, order) in [(graph(8, &cube), 48), (graph(10, &petersen), 120)] {
        let points = to_u32(graph.colors.len());
        let found = canonical(&graph);
        assert_eq!(generated(points, &found.generators).len(), order);
        let mut random = Random(3);
        for _ in 0..20 {
            let image = random.permutation(points);
            assert_eq!(canonical(&graph.renamed(&image)).form, found.form);
        }
    }
    let triangles = graph(6, &[(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3)]);
    let hexagon = graph(6, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 0)]);
    let forms = [triangles, hexagon].map(|graph| canonical(&graph).form);
    assert_ne!(forms[0], forms[1]);
}

/// Edges found equivalent are so, and nearly all that are equivalent are found.
#[test]
fn edge_orbits_are_those_of_all_automorphisms() {
    let mut random = Random(5);
    let (mut found, mut all) = (0, 0);
    for round in 0..2000 {
        let points = 2 + random.below(5);
        let mut plain = Plain::random(&mut random, points);
        let image = random.permutation(points);
        let renamed = plain.renamed(&image);
        plain.edges.extend(renamed.edges);
        plain.colors.fill(0);
        let plain = plain.sorted();
        let edges: Vec<_> = (0..to_u32(plain.edges.len())).collect();
        let mut own = edge_orbits(&mut plain.build(), &edges, 1 << 20).orbits;
        let mut expected = Orbits::new(edges.len());
        for image in plain.automorphisms() {
            for (edge, (color, members)) in (0..).zip(&plain.edges) {
                let mut members: Vec<_> = members.iter().map(|&p| image[as_index(p)]).collect();
                members.sort_unstable();
                let other =
                    plain.edges.iter().position(|other| *other == (*color, members.clone()));
                expected.join(edge, to_u32(other.expect("the image of an edge is an edge")));
            }
        }
        for a in 0..to_u32(edges.len()) {
            for b in 0..a {
                let (is_found, is_so) =
                    (own.root(a) == own.root(b), expected.root(a) == expected.root(b));
                assert!(is_so || !is_found, "{round} {a} {b} {plain:?}");
                found += u32::from(is_found);
                all += u32::from(is_so);
            }
        }
    }
    assert!(all > 10000 && found * 100 > all * 95, "{found} of {all} pairs");
}

/// A labeller finds renamed hypergraphs equal as far as its labelling is canonical, and others
/// never.
#[test]
fn labelled_hypergraphs_are_compared_in_full() {
    let mut random = Random(4);
    let (mut equal, mut renamed) = (0, 0);
    let mut labeller = Labeller::default();
    for round in 0..4000 {
        let points = random.below(6);
        let plain = Plain::random(&mut random, points);
        let image = random.permutation(points);
        let mut other =
            if round % 2 == 0 { plain.clone() } else { Plain::random(&mut random, points) };
        other = other.renamed(&image);
        let mut both = [Labelled::default(), Labelled::default()];
        both[0].graph = plain.build();
        both[1].graph = other.build();
        let hashes = both.each_mut().map(|labelled| labeller.label(labelled, true));
        let forms = both.each_ref().map(|labelled| {
            let mut form = vec![1];
            labeller.write(labelled, &mut form);
            form
        });
        let is_equal = forms[0] == forms[1];
        assert!(!is_equal || plain.least() == other.least(), "{plain:?} {other:?}");
        renamed += i32::from(round % 2 == 0);
        equal += i32::from(round % 2 == 0 && is_equal && hashes[0] == hashes[1]);
    }
    assert!(equal * 100 > renamed * 99, "{equal} of {renamed} were recognised");
}

/// Along paths down and up the search tree, the tree of cells finds what a scan of all cells does.
#[test]
fn the_tree_of_cells_has_the_smallest_cell() {
    let mut random = Random(6);
    let (mut asked, mut several) = (0, 0);
    for _ in 0..300 {
        let points = random.below(12);
        let mut graph = Plain::random(&mut random, points).build();
        graph.index();
        let (mut refiner, mut partition) = (Refiner::default(), Partition::default());
        let (mut cells, mut marks) = (CellTree::default(), Vec::new());
        refiner.trail.is_on = true;
        refiner.begin(&graph, &mut partition, &mut Interrupt::never());
        cells.begin(&partition, &refiner.trail);
        for _ in 0..60 {
            if random.below(3) > 0 {
                let expected = partition.smallest_cell(&mut graph.points());
                assert_eq!(cells.smallest(&partition, &refiner.trail), expected);
                asked += 1;
                several += u32::from(expected.is_some());
            }
            let is_alone =
                |point: u32| partition.lengths[as_index(partition.cells[as_index(point)])] == 1;
            let open: Vec<_> = (0..points).filter(|&point| !is_alone(point)).collect();
            let length = u64::try_from(open.len()).unwrap();
            if length > 0 && random.below(5) > 1 {
                marks.push(refiner.trail.mark());
                let point = open[as_index(random.below(length))];
                refiner.individualize(&graph, &mut partition, point, &mut Interrupt::never());
            } else if let Some(mark) = marks.pop() {
                cells.undo(&refiner.trail, mark);
                refiner.trail.undo(&mut partition, mark);
            }
        }
    }
    assert!(asked > 10_000 && several > 3_000, "{asked} {several}");
}

/// A search has no result if the answer to any of its questions is no.
#[test]
fn searches_can_be_ended_at_any_time() {
    let mut random = Random(7);
    let points = 300;
    let edges = (0..points).map(|a| (0, vec![a, (a + 1) % points])).collect();
    let cycle = Plain { colors: vec![0; as_index(points)], edges }.sorted();
    let sets = Plain { colors: vec![0; as_index(points)], edges: Vec::new() };
    let small = Plain::random(&mut random, 5);
    for plain in [cycle, sets, small] {
        let mut asked = 0;
        let all = super::canonical(plain.build(), &mut || {
            asked += 1;
            true
        });
        assert_eq!(all.map(|all| all.form), Some(canonical(&plain).form));
        assert!(asked > 0, "{plain:?}");
        for most in 0..asked {
            let mut left = most;
            let found = super::canonical(plain.build(), &mut || {
                let goes_on = left > 0;
                left -= i32::from(goes_on);
                goes_on
            });
            assert!(found.is_none(), "{most} of {asked}");
        }
    }
}
