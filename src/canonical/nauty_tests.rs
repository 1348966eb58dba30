//! Forms and orders of groups against a port of nauty, on random and on symmetric hypergraphs.

use super::tests::{Plain, Random, canonical};
use crate::ids::{as_index, to_u32};
use canonaut::structs::{CanonautManager, DenseGraph};
use num_bigint::BigUint;

/// A canonical form as nauty has it: the colours of the vertices, and the graph.
type NautyForm = (Vec<u32>, Vec<usize>);

/// The form and the order of the group by nauty. Points and edges are vertices of a bipartite
/// graph.
fn by_nauty(plain: &Plain) -> (NautyForm, f64) {
    let points = plain.colors.len();
    let mut graph = DenseGraph::new(points + plain.edges.len());
    for (edge, (_, members)) in (points..).zip(&plain.edges) {
        members.iter().for_each(|&point| graph.add_edge(as_index(point), edge));
    }
    let edge_colors = plain.edges.iter().map(|(color, _)| color + 100);
    let mut colors: Vec<u32> = plain.colors.iter().copied().chain(edge_colors).collect();
    graph.set_colors(colors.clone());
    let mut manager = CanonautManager::new(graph.number_of_vertices()).with_canonization();
    manager.canonize_graph(&graph);
    colors.sort_unstable();
    let numbers = manager.statistics();
    let exponent = i32::try_from(numbers.group_size2).unwrap();
    let order = numbers.group_size1 * 10f64.powi(exponent);
    ((colors, manager.take_canonical_graph()), order)
}

/// The order of the group of points and edges: equal edges can be exchanged.
fn order(plain: &Plain, points: BigUint) -> f64 {
    let factorial = |times: usize| (1..=times).map(BigUint::from).product::<BigUint>();
    let equal = plain.edges.chunk_by(|a, b| a == b).map(|edges| factorial(edges.len()));
    (points * equal.product::<BigUint>()).to_string().parse().unwrap()
}

/// Several copies of a hypergraph.
fn copies(plain: &Plain, number: u32) -> Plain {
    let points = to_u32(plain.colors.len());
    let shifted = |copy: u32| {
        let shift = move |members: &Vec<u32>| members.iter().map(|p| p + copy * points).collect();
        plain.edges.iter().map(move |(color, members)| (*color, shift(members)))
    };
    let edges = (0..number).flat_map(shifted).collect();
    Plain { colors: plain.colors.repeat(as_index(number)), edges }.sorted()
}

/// All rotations of a few random edges.
fn rotations(random: &mut Random, points: u32) -> Plain {
    let mut edges = Vec::new();
    for color in 0..1 + random.below(2) {
        let size = as_index(2 + random.below(3).min(points - 2));
        let first = random.permutation(points)[..size].to_vec();
        let rotated = |by: u32| first.iter().map(|p| (p + by) % points).collect();
        edges.extend((0..points).map(|by| (color % 2, rotated(by))));
    }
    Plain { colors: vec![0; as_index(points)], edges }.sorted()
}

/// The same hypergraph with one edge moved.
fn changed(random: &mut Random, plain: &Plain) -> Plain {
    let mut plain = plain.clone();
    let points = to_u32(plain.colors.len());
    let number = u64::try_from(plain.edges.len()).unwrap();
    if number > 0 {
        let (color, members) = plain.edges.swap_remove(as_index(random.below(number)));
        plain.edges.push((color, random.permutation(points)[..members.len()].to_vec()));
    }
    plain.sorted()
}

fn hypergraph(random: &mut Random, round: usize) -> Plain {
    let points = 1 + random.below(6);
    let small = Plain::random(random, points);
    match round % 3 {
        0 => {
            let points = 5 + random.below(8);
            Plain::random(random, points)
        }
        1 => copies(&small, 2 + random.below(3)),
        _ => {
            let points = 3 + random.below(11);
            rotations(random, points)
        }
    }
}

#[test]
fn forms_and_orders_are_those_of_nauty() {
    let mut random = Random(5);
    let (mut equal, mut different, mut symmetric) = (0, 0, 0);
    for round in 0..2400 {
        let plain = hypergraph(&mut random, round);
        let image = random.permutation(to_u32(plain.colors.len()));
        let mut other = plain.renamed(&image);
        if round % 2 == 1 {
            other = changed(&mut random, &other);
        }
        let [own, own_other] = [&plain, &other].map(canonical);
        let [nauty, nauty_other] = [&plain, &other].map(by_nauty);
        assert_eq!(own.form == own_other.form, nauty.0 == nauty_other.0, "{plain:?} {other:?}");
        for (plain, own, nauty) in [(&plain, &own, nauty.1), (&other, &own_other, nauty_other.1)] {
            let order = order(plain, own.order());
            assert!((order / nauty - 1.0).abs() < 1e-9, "{order} {nauty} {plain:?}");
            symmetric += i32::from(order > 1.0);
        }
        let kind = if own.form == own_other.form { &mut equal } else { &mut different };
        *kind += 1;
    }
    assert!(equal > 1200 && different > 500 && symmetric > 2000, "{equal} {different} {symmetric}");
}
