//! Automorphisms of the whole problem that are their own inverses.

use super::graph::KeyGraph;
use crate::canonical::{Automorphism, Hypergraph, automorphisms};
use crate::engine::memo::layout::Layout;
use crate::ids::{as_index, to_u64};
use std::collections::HashSet;

/// An involution: the pairs that it exchanges, in ascending order. The first one of each pair is
/// the lower one.
pub(super) type Involution = Vec<(u32, u32)>;

/// The most visits of the search for automorphisms, for each entry of the problem's options, and
/// again of the closure of the involutions.
const SEARCH: u64 = 1024;
/// The most involutions.
const MOST: usize = 128;
/// How many times as many pairs as the smallest one an involution may have: larger ones take time,
/// and change few keys that the others leave as they are.
const LARGE: usize = 2;
/// The time of mapping a pair of an involution, in visits.
const CONJUGATION: u64 = 8;

/// Finds involutions of the subproblem of a key, as pairs of items, and the work. There are none
/// where an item is neither a point of the hypergraph nor has colours that are points.
pub(super) fn find(
    layout: &Layout,
    root: &[u64],
    builder: &mut KeyGraph,
    graph: &mut Hypergraph,
) -> (Vec<Involution>, u64) {
    builder.build(layout, root, |_| true, graph);
    if !builder.has_all_items() {
        return (Vec::new(), 0);
    }
    let mut items = vec![None; graph.points()];
    builder.item_points().for_each(|(item, point)| items[as_index(point)] = Some(item));
    let most = SEARCH * to_u64(layout.entries.len());
    let (mut generators, work) = automorphisms(graph, most);
    generators.retain(|own| keeps_bounds(layout, &items, own));
    let given = generators.iter().filter_map(|own| involution(&items, own)).collect();
    let (all, more) = closure(given, &generators, most);
    let item_pair = |&(a, b): &(u32, u32)| Some((items[as_index(a)]?, items[as_index(b)]?));
    let of_items = |points: Involution| in_order(points.iter().filter_map(item_pair));
    (all.into_iter().map(of_items).collect(), work + more)
}

/// Whether an automorphism maps items to items of the same kind, bounds and field only. `items`:
/// the item of each point; a colour has none.
fn keeps_bounds(layout: &Layout, items: &[Option<u32>], automorphism: &Automorphism) -> bool {
    let bounds = |point| {
        items[as_index(point)].map(|item: u32| {
            let own = &layout.items[as_index(item)];
            let mask = layout.key_layout.field(item).mask;
            (item < layout.primary, own.low, own.high, own.is_idle, mask)
        })
    };
    automorphism.moved().iter().all(|&(point, image)| bounds(point) == bounds(image))
}

/// The pairs of points that an automorphism exchanges; `None` if it is no involution, or moves a
/// colour.
fn involution(items: &[Option<u32>], automorphism: &Automorphism) -> Option<Involution> {
    let is_pair = |&(point, image): &(u32, u32)| {
        items[as_index(point)].is_some() && automorphism.image(image) == point
    };
    let moved = automorphism.moved();
    let pairs = moved.iter().copied().filter(|(point, image)| point < image);
    moved.iter().all(is_pair).then(|| pairs.collect())
}

/// Adds the involutions that automorphisms map given ones to. Of the given ones, those of the
/// fewest pairs come first. Stops at [`MOST`], or after the work of `most` visits. Returns the
/// work, too.
fn closure(
    mut all: Vec<Involution>,
    generators: &[Automorphism],
    most: u64,
) -> (Vec<Involution>, u64) {
    all.sort_by_key(Vec::len);
    let longest = LARGE * all.first().map_or(0, Vec::len);
    all.retain(|own| own.len() <= longest);
    let mut known: HashSet<_> = all.iter().cloned().collect();
    let (mut next, mut work) = (0, 0);
    while next < all.len() && all.len() < MOST && work < most {
        for generator in generators {
            work += CONJUGATION * to_u64(all[next].len());
            let image = |point| generator.image(point);
            let conjugate = in_order(all[next].iter().map(|&(a, b)| (image(a), image(b))));
            if known.insert(conjugate.clone()) {
                all.push(conjugate);
            }
        }
        next += 1;
    }
    all.truncate(MOST);
    (all, work)
}

/// The involution that exchanges these pairs.
fn in_order(pairs: impl Iterator<Item = (u32, u32)>) -> Involution {
    let mut pairs: Vec<_> = pairs.map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Exchanges a row of two points with the next one.
    fn transposition(row: u32) -> Involution {
        vec![(row, row + 1), (row + 10, row + 11)]
    }

    fn automorphism(involution: &Involution) -> Automorphism {
        Automorphism::new(involution.iter().flat_map(|&(a, b)| [(a, b), (b, a)]))
    }

    #[test]
    fn transpositions_next_to_each_other_give_all() {
        let chain: Vec<_> = (0..5).map(transposition).collect();
        let generators: Vec<_> = chain.iter().map(automorphism).collect();
        let (all, work) = closure(chain.clone(), &generators, u64::MAX);
        assert_eq!(all.len(), 15);
        let (some, less) = closure(chain, &generators, work / 4);
        assert!(less < work / 2 && some.len() < 15);
        assert!(all.contains(&vec![(0, 5), (10, 15)]));
    }

    /// A transposition and a rotation once gave that transposition only.
    #[test]
    fn a_transposition_and_a_rotation_give_all_transpositions() {
        let next = |row: u32| if row % 10 == 5 { row - 5 } else { row + 1 };
        let rows = (0..16).filter(|row| row % 10 < 6);
        let rotation = Automorphism::new(rows.map(|row| (row, next(row))));
        let generators = [automorphism(&transposition(0)), rotation];
        let (all, _) = closure(vec![transposition(0)], &generators, u64::MAX);
        assert_eq!(all.len(), 15);
    }

    /// Of two sets of 17 points that are permuted, one has more transpositions than are kept.
    #[test]
    fn given_involutions_are_kept() {
        let chains = (0..16).flat_map(|row| [vec![(row, row + 1)], vec![(row + 20, row + 21)]]);
        let chains: Vec<_> = chains.collect();
        let generators: Vec<_> = chains.iter().map(automorphism).collect();
        let (all, _) = closure(chains.clone(), &generators, u64::MAX);
        assert_eq!(all.len(), MOST);
        assert!(chains.iter().all(|own| all.contains(own)));
    }
}
