//! Queries against plain lists of sets.

use super::{Algebra, Diagram, DiagramBuilder, Node, NodeId};
use crate::ids::OptionId;
use crate::solution::Solution;
use crate::tests::part_of;
use crate::{Problem, Solver};
use num_bigint::BigUint;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::collections::BTreeMap;

/// The options of the random diagrams.
pub(super) const OPTIONS: usize = 11;

/// A number below another one.
pub(super) fn below(rng: &mut SmallRng, bound: u32) -> u32 {
    rng.next_u32() % bound
}

/// Nodes over some options, in no order, with conjunctions: well formed, and often shared.
struct Grower {
    builder: DiagramBuilder,
    rng: SmallRng,
    made: BTreeMap<Vec<usize>, NodeId>,
}

impl Grower {
    fn grow(&mut self, options: &[usize]) -> NodeId {
        let die = below(&mut self.rng, 12);
        if options.is_empty() || die == 0 {
            return if below(&mut self.rng, 4) == 0 { NodeId::NONE } else { NodeId::UNIT };
        }
        if let Some(&node) = self.made.get(options).filter(|_| die < 6) {
            return node;
        }
        let node = if die >= 9 && options.len() > 3 {
            let parts: Vec<_> = self.split(options).iter().map(|part| self.grow(part)).collect();
            self.builder.and(&parts).unwrap()
        } else {
            let chosen = options[usize::try_from(self.rng.next_u32()).unwrap() % options.len()];
            let rest: Vec<_> = options.iter().copied().filter(|&other| other != chosen).collect();
            let (with, without) = (self.grow(&rest), self.grow(&rest));
            self.builder.choice(OptionId::new(chosen), without, with).unwrap()
        };
        self.made.insert(options.to_vec(), node);
        node
    }

    fn split(&mut self, options: &[usize]) -> [Vec<usize>; 3] {
        let mut parts = [const { vec![] }; 3];
        for &option in options {
            parts[usize::try_from(below(&mut self.rng, 3)).unwrap()].push(option);
        }
        parts
    }
}

/// Random diagrams.
pub(super) fn diagrams() -> impl Iterator<Item = Diagram> {
    (0..300).map(|seed| {
        let rng = SmallRng::seed_from_u64(seed);
        let mut grower =
            Grower { builder: DiagramBuilder::new(OPTIONS), rng, made: BTreeMap::new() };
        let options: Vec<_> = (0..OPTIONS).collect();
        let root = grower.grow(&options);
        grower.builder.finish(root)
    })
}

/// The sets of a node by what nodes mean, in the order that is documented, each with its options
/// ascending.
fn sets_below(diagram: &Diagram, id: NodeId) -> Vec<Vec<usize>> {
    match diagram.node(id) {
        None if id == NodeId::NONE => vec![],
        None => vec![vec![]],
        Some(Node::Choice { option, without, with }) => {
            let mut sets = sets_below(diagram, with);
            for set in &mut sets {
                set.push(option.index());
                set.sort_unstable();
            }
            sets.extend(sets_below(diagram, without));
            sets
        }
        Some(Node::And(parts)) => {
            let mut sets = vec![vec![]];
            for &part in parts {
                let others = sets_below(diagram, part);
                let unions = |set: &Vec<usize>| {
                    let union = |other: &Vec<usize>| {
                        let mut all = [&set[..], other].concat();
                        all.sort_unstable();
                        all
                    };
                    others.iter().map(union).collect::<Vec<_>>()
                };
                sets = sets.iter().flat_map(unions).collect();
            }
            sets
        }
    }
}

/// All sets of a diagram, in the order that is documented; no two are the same.
pub(super) fn sets(diagram: &Diagram) -> Vec<Vec<usize>> {
    let sets = sets_below(diagram, diagram.root());
    let mut sorted = sets.clone();
    sorted.sort_unstable();
    assert!(sorted.windows(2).all(|two| two[0] != two[1]), "not well formed");
    sets
}

pub(super) fn solution(set: &[usize]) -> Solution {
    Solution::new(set.iter().copied().map(OptionId::new).collect())
}

/// All solutions of a problem and their diagram.
pub(super) fn solved(text: &str) -> (Problem, Vec<Solution>, Diagram) {
    let problem: Problem = text.parse().unwrap();
    let solutions: Vec<_> = Solver::new(&problem).solutions().collect();
    let diagram = Diagram::of_solutions(problem.options().len(), solutions.clone()).unwrap();
    (problem, solutions, diagram)
}

pub(super) const QUEENS: &str = include_str!("../../puzzles/queens8.dlx");

fn big(number: usize) -> BigUint {
    number.into()
}

#[test]
fn random_diagrams_are_of_all_kinds() {
    let (mut ands, mut shared, mut most) = (0, 0, 0);
    for diagram in diagrams() {
        ands += usize::from(diagram.nodes().any(|(_, node)| matches!(node, Node::And(_))));
        let (nodes, sets) = (diagram.node_count(), sets(&diagram).len());
        shared += usize::from(nodes < sets);
        most = most.max(sets);
    }
    assert!(ands > 50 && shared > 50 && most > 500, "{ands} {shared} {most}");
}

#[test]
fn counts_are_those_of_all_sets() {
    for diagram in diagrams() {
        let counted = diagram.counted();
        assert_eq!(*counted.count(), big(sets(&diagram).len()));
        assert_eq!(diagram.count(), *counted.count());
        for (id, _) in diagram.nodes() {
            assert_eq!(counted.count_below(id), big(sets_below(&diagram, id).len()));
        }
    }
}

#[test]
fn uses_are_those_of_all_sets() {
    for diagram in diagrams() {
        let mut expected = vec![0; OPTIONS];
        let sets = sets(&diagram);
        for &option in sets.iter().flatten() {
            expected[option] += 1;
        }
        let uses = diagram.counted().uses();
        assert_eq!(uses, expected.into_iter().map(big).collect::<Vec<_>>());
        let sizes = sets.iter().map(Vec::len).sum();
        assert_eq!(uses.iter().sum::<BigUint>(), big(sizes));
    }
}

#[test]
fn solutions_come_in_their_order_from_any_index() {
    for diagram in diagrams() {
        let expected: Vec<_> = sets(&diagram).iter().map(|set| solution(set)).collect();
        assert!(diagram.solutions().eq(expected.iter().cloned()));
        let counted = diagram.counted();
        for index in 0..expected.len() + 2 {
            assert_eq!(counted.solution(&big(index)).as_ref(), expected.get(index));
            if index % 7 == 0 {
                let rest = expected.iter().skip(index).cloned();
                assert!(counted.solutions_from(&big(index)).eq(rest));
            }
        }
        let mut all = counted.solutions_from(&big(expected.len()));
        assert_eq!((all.next(), all.next()), (None, None));
    }
}

#[test]
fn the_cheapest_are_the_first_of_all_in_the_order_of_costs() {
    for (seed, diagram) in diagrams().enumerate() {
        let modulus = [1, 3, 1000][seed % 3];
        let costs: Vec<u64> =
            (0..OPTIONS).map(|option| [7, 411, 2, 90, 33][option % 5] % modulus).collect();
        let mut all: Vec<_> = sets(&diagram)
            .iter()
            .map(|set| (set.iter().map(|&option| u128::from(costs[option])).sum(), solution(set)))
            .collect::<Vec<(u128, _)>>();
        all.sort_unstable();
        let mut before: Vec<Solution> = vec![];
        for most in [0, 1, 2, 3, 7, 20, 100, all.len(), usize::MAX] {
            let found = diagram.cheapest(|option| costs[option.index()], most);
            let expected = all.iter().take(most).map(|(cost, _)| *cost);
            assert!(found.iter().map(|priced| priced.cost).eq(expected));
            assert!(found.is_sorted());
            let found: Vec<_> = found.into_iter().map(|priced| priced.solution).collect();
            if most <= all.len() {
                assert!(before.iter().all(|solution| found.contains(solution)));
                before.clone_from(&found);
            }
            if most >= all.len() {
                assert!(found.iter().eq(all.iter().map(|(_, solution)| solution)));
            }
        }
    }
}

#[test]
fn costs_that_pass_a_word_are_added_up() {
    let diagram = Diagram::of_solutions(3, [solution(&[0, 1, 2])]).unwrap();
    assert_eq!(diagram.cheapest(|_| u64::MAX, 1)[0].cost, 3 * u128::from(u64::MAX));
}

#[test]
fn weights_are_sums_of_products() {
    for diagram in diagrams() {
        let weight = |option: usize| [0.5, 2.0, 1.25, 0.0][option % 4];
        let product = |set: &Vec<usize>| set.iter().map(|&option| weight(option)).product::<f64>();
        let expected: f64 = sets(&diagram).iter().map(product).sum();
        let found = diagram.weight(|option| weight(option.index()));
        assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found} {expected}");
    }
}

/// All sets themselves.
struct Sets;

impl Algebra for Sets {
    type Value = Vec<Vec<usize>>;

    fn none(&self) -> Self::Value {
        vec![]
    }
    fn unit(&self) -> Self::Value {
        vec![vec![]]
    }
    fn choice(&self, option: OptionId, without: &Self::Value, with: &Self::Value) -> Self::Value {
        let with = with.iter().map(|set| [&set[..], &[option.index()]].concat());
        with.chain(without.iter().cloned()).collect()
    }
    fn and(&self, left: Self::Value, right: &Self::Value) -> Self::Value {
        left.iter().flat_map(|l| right.iter().map(|r| [&l[..], r].concat())).collect()
    }
}

#[test]
fn a_fold_drops_nothing_that_is_still_needed() {
    for diagram in diagrams() {
        let mut found = diagram.fold(&Sets);
        found.iter_mut().for_each(|set| set.sort_unstable());
        assert_eq!(found, sets(&diagram));
    }
}

#[test]
fn samples_are_uniform() {
    let (mut draws, mut rng) = (0, SmallRng::seed_from_u64(7));
    for diagram in diagrams() {
        let all = sets(&diagram);
        if !(10..60).contains(&all.len()) {
            continue;
        }
        let counted = diagram.counted();
        let mut times: BTreeMap<_, f64> = all.iter().map(|set| (solution(set), 0.0)).collect();
        let each = 200;
        for _ in 0..each * all.len() {
            *times.get_mut(&counted.sample(&mut rng).unwrap()).unwrap() += 1.0;
        }
        let expected = 200.0;
        let chi: f64 = times.values().map(|times| (times - expected).powi(2) / expected).sum();
        // Of chi squared with n degrees of freedom the mean is n and the variance 2 n: five
        // deviations.
        let freedom = f64::from(u32::try_from(all.len() - 1).unwrap());
        assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi} {freedom}");
        draws += 1;
    }
    assert!(draws > 10, "{draws}");
}

#[test]
fn there_is_nothing_to_draw_from_no_solutions() {
    let (none, unit) = (Diagram::of_solutions(2, []), Diagram::of_solutions(2, [solution(&[])]));
    let (none, unit, mut rng) = (none.unwrap(), unit.unwrap(), SmallRng::seed_from_u64(1));
    assert_eq!((none.root(), unit.root()), (NodeId::NONE, NodeId::UNIT));
    assert_eq!(none.counted().sample(&mut rng), None);
    assert_eq!(unit.counted().sample(&mut rng), Some(solution(&[])));
    assert_eq!(none.solutions().count() + none.cheapest(|_| 1, 5).len(), 0);
    assert_eq!(unit.solutions().count() + unit.cheapest(|_| 1, 5).len(), 2);
    assert_eq!(none.counted().uses(), [big(0), big(0)]);
}

#[test]
fn a_diagram_of_solutions_has_these_and_no_others() {
    for diagram in diagrams() {
        let all: Vec<_> = sets(&diagram).iter().map(|set| solution(set)).collect();
        let twice = all.iter().rev().chain(&all).cloned();
        let trie = Diagram::of_solutions(OPTIONS, twice).unwrap();
        assert_eq!(trie, Diagram::of_solutions(OPTIONS, all.iter().cloned()).unwrap());
        let mut expected = all;
        expected.sort_unstable();
        let mut found: Vec<_> = trie.solutions().collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }
    let twice = Diagram::of_solutions(3, [solution(&[1, 1, 2])]).unwrap();
    assert!(twice.solutions().eq([solution(&[1, 2])]));
}

#[test]
fn a_diagram_of_a_problem_has_its_solutions() {
    let (problem, solutions, diagram) = solved(QUEENS);
    assert_eq!(diagram.count(), big(92));
    assert!(diagram.solutions().all(|solution| solutions.contains(&solution)));
    assert_eq!(diagram.verify(&problem), Ok(()));
    // Each of the queens stands in one of the eight columns.
    assert_eq!(diagram.counted().uses().iter().sum::<BigUint>(), big(92 * 8));
}

#[test]
fn equal_nodes_are_one_and_useless_ones_are_none() {
    let [a, b, c] = [0, 1, 2].map(OptionId::new);
    let mut builder = DiagramBuilder::new(3);
    let x = builder.choice(a, NodeId::NONE, NodeId::UNIT).unwrap();
    let y = builder.choice(b, NodeId::UNIT, NodeId::UNIT).unwrap();
    let z = builder.choice(c, NodeId::UNIT, NodeId::UNIT).unwrap();
    assert_eq!(builder.choice(a, NodeId::NONE, NodeId::UNIT), Some(x));
    assert_eq!(builder.choice(a, y, NodeId::NONE), Some(y));
    assert_eq!(builder.and(&[x, NodeId::NONE, y]), Some(NodeId::NONE));
    assert_eq!(builder.and(&[NodeId::UNIT, y]), Some(y));
    assert_eq!(builder.and(&[]), Some(NodeId::UNIT));
    let xy = builder.and(&[y, x]).unwrap();
    assert_eq!(builder.and(&[x, NodeId::UNIT, y]), Some(xy));
    let all = builder.and(&[z, xy]).unwrap();
    assert_eq!(builder.and(&[y, z, x]), Some(all));
    assert_eq!(builder.node_count(), 5);
    assert!(builder.bytes() > 5 * 12);
    let diagram = builder.finish(all);
    assert_eq!((diagram.node_count(), diagram.count()), (4, big(4)));
}

#[test]
fn the_order_in_which_nodes_were_made_does_not_matter() {
    for (seed, diagram) in diagrams().enumerate() {
        let mut rng = SmallRng::seed_from_u64(seed.try_into().unwrap());
        let nodes: Vec<_> = diagram.nodes().collect();
        let mut new: BTreeMap<_, _> = [NodeId::NONE, NodeId::UNIT].map(|id| (id, id)).into();
        let mut builder = DiagramBuilder::new(OPTIONS);
        // Any node whose children are there may be next.
        while new.len() < nodes.len() + 2 {
            let at = usize::try_from(rng.next_u32()).unwrap() % nodes.len();
            let (id, node) = nodes[at];
            let get = |child: &NodeId| new.get(child).copied();
            let made = match node {
                Node::Choice { option, without, with } => get(&without)
                    .zip(get(&with))
                    .map(|(without, with)| builder.choice(option, without, with)),
                Node::And(parts) => {
                    let parts: Option<Vec<_>> = parts.iter().rev().map(get).collect();
                    parts.map(|parts| builder.and(&parts))
                }
            };
            new.extend(made.map(|made| (id, made.unwrap())));
        }
        assert_eq!(builder.finish(new[&diagram.root()]), diagram);
    }
}

/// Rows of pairs, of which each has one of two options: 2^pairs solutions.
fn pairs(pairs: usize) -> Diagram {
    let mut builder = DiagramBuilder::new(2 * pairs);
    let mut root = NodeId::UNIT;
    for pair in 0..pairs {
        let [left, right] = [0, 1].map(|side| OptionId::new(2 * pair + side));
        let second = builder.choice(right, NodeId::NONE, root).unwrap();
        root = builder.choice(left, second, root).unwrap();
    }
    builder.finish(root)
}

#[test]
fn numbers_of_solutions_pass_all_words() {
    let (diagram, mut rng) = (pairs(500), SmallRng::seed_from_u64(3));
    let counted = diagram.counted();
    let count = BigUint::from(1u32) << 500u32;
    assert_eq!(*counted.count(), count);
    assert!(counted.uses().iter().all(|uses| *uses == &count / 2u32));
    // The bits of an index say which of the two is without: the first pair is the lowest bit.
    let index = (BigUint::from(0xdead_beef_u32) << 123u32) + 77u32;
    let found = counted.solution(&index).unwrap();
    let bits = (0..500).map(|pair| index.bit(pair));
    let expected = (0..500).zip(bits).map(|(pair, bit)| 2 * pair + usize::from(bit));
    assert_eq!(found, solution(&expected.collect::<Vec<_>>()));
    assert_eq!(counted.solutions_from(&(&count - 3u32)).count(), 3);
    assert_eq!(counted.solution(&count), None);
    assert_eq!(counted.sample(&mut rng).unwrap().options().len(), 500);
}

#[test]
fn conjunctions_of_great_numbers_are_numbered() {
    let mut builder = DiagramBuilder::new(4000);
    let mut parts = vec![];
    for part in 0..10 {
        let mut node = NodeId::UNIT;
        for option in 0..400 {
            node = builder.choice(OptionId::new(part * 400 + option), node, node).unwrap();
        }
        parts.push(node);
    }
    let root = builder.and(&parts).unwrap();
    let diagram = builder.finish(root);
    let counted = diagram.counted();
    let count = BigUint::from(1u32) << 4000u32;
    assert_eq!(*counted.count(), count);
    assert!(counted.uses().iter().all(|uses| *uses == &count / 2u32));
    assert_eq!(counted.solution(&(&count - 1u32)), Some(solution(&[])));
    assert_eq!(counted.solution(&big(0)).unwrap().options().len(), 4000);
    // The last part changes fastest, and in it what is taken first: option 3999 is above all others
    // of its part.
    assert_eq!(counted.solution(&(BigUint::from(1u32) << 399u32)).unwrap().options().len(), 3999);
    assert_eq!(counted.solutions_from(&(&count - 9u32)).count(), 9);
}

#[test]
fn a_long_chain_is_no_deeper_than_others() {
    let length = part_of(1_000_000);
    for is_deep in [false, true] {
        let mut builder = DiagramBuilder::new(length);
        let mut root = NodeId::UNIT;
        for option in (0..length).map(OptionId::new) {
            let [without, with] = if is_deep { [NodeId::NONE, root] } else { [root, NodeId::UNIT] };
            root = builder.choice(option, without, with).unwrap();
        }
        let diagram = builder.finish(root);
        let count = if is_deep { 1 } else { length + 1 };
        let counted = diagram.counted();
        assert_eq!(*counted.count(), big(count));
        assert_eq!(counted.uses().iter().sum::<BigUint>(), big(length));
        assert_eq!(diagram.solutions().count(), count);
        assert_eq!(counted.solutions_from(&big(count - 1)).count(), 1);
        let least = diagram.cheapest(|_| 1, 2);
        let expected = if is_deep { vec![length] } else { vec![0, 1] };
        assert!(
            least
                .iter()
                .map(|priced| priced.cost)
                .eq(expected.iter().map(|&cost| cost.try_into().unwrap()))
        );
        assert_eq!(diagram.to_string().parse(), Ok(diagram));
    }
}
