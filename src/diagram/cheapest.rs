//! The cheapest solutions, one after another, without a look at the others.
//!
//! With what the cheapest solution below each node costs, the cheapest of all is found on one way down. The second one
//! leaves that way at one of its choices, and what it costs then is known at once: so all ways off the way are put on a
//! heap, and the cheapest of them is followed next (Lawler, 1972, for any ranking of this kind; Huang and Chiang, "Better
//! k-best Parsing", 2005, for graphs with conjunctions, where lists are kept at the nodes instead). Every way off has a
//! solution, and no solution is on two of them, so that no more have to be kept than solutions are still asked for.

use super::Diagram;
use super::node::{Node, NodeId};
use crate::ids::OptionId;
use crate::solution::{Priced, Solution};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What no solution costs.
const NEVER: u128 = u128::MAX;

impl Diagram {
    /// The cheapest solutions in the order of their costs, `most` of them or all if there are fewer. The cost of a
    /// solution is the sum of those of its options. `cost` is asked often, and has to give the same for the same option.
    ///
    /// Solutions of the same cost are in the order of their options. Which of them are taken if not all can be is up to
    /// the diagram, and always the same for the same diagram; with a greater `most`, all of these are among those taken.
    ///
    /// It takes 16 bytes for each node at first, then for each solution the time of one way down, and memory for the
    /// solutions that were asked for.
    ///
    /// ```
    /// use quadrille::{OptionId, Solution};
    /// use quadrille::diagram::Diagram;
    ///
    /// let sets = [vec![0, 3], vec![1, 3], vec![2]];
    /// let solutions = sets.map(|set| Solution::new(set.into_iter().map(OptionId::new).collect()));
    /// let diagram = Diagram::of_solutions(4, solutions)?;
    /// let prices = [5, 1, 7, 2];
    /// let cheapest = diagram.cheapest(|option| prices[option.index()], 2);
    /// let costs: Vec<_> = cheapest.iter().map(|priced| priced.cost).collect();
    /// assert_eq!(costs, [3, 7]);
    /// # Ok::<(), quadrille::diagram::DiagramError>(())
    /// ```
    #[must_use]
    pub fn cheapest(&self, cost: impl Fn(OptionId) -> u64, most: usize) -> Vec<Priced> {
        let mut ranking = Ranking::new(self, |option| cost(option).into());
        let mut found = Vec::new();
        if most == 0 || self.root == NodeId::NONE {
            return found;
        }
        found.push(ranking.first());
        while found.len() < most
            && let Some(next) = ranking.next(most - found.len())
        {
            found.push(next);
        }
        found.sort_unstable();
        found
    }
}

/// Lists that share their ends: each element has the index plus 1 of the one behind it, or 0.
#[derive(Debug)]
struct Lists<T>(Vec<(T, usize)>);

impl<T: Copy> Lists<T> {
    fn push(&mut self, first: T, rest: usize) -> usize {
        self.0.push((first, rest));
        self.0.len()
    }

    fn split(&self, list: usize) -> Option<(T, usize)> {
        Some(self.0[list.checked_sub(1)?])
    }
}

/// A way that leaves another one at a choice. It is followed in the order of costs, and of numbers where these are
/// equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Off {
    /// What the cheapest solution costs that goes this way.
    cost: u128,
    number: u64,
    /// The choice, and whether its option is taken.
    choice: NodeId,
    takes: bool,
    way: Way,
}

/// How far a way has come: lists of the options taken, and of the parts of conjunctions that are to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    taken: usize,
    parts: usize,
}

struct Ranking<'d, F> {
    diagram: &'d Diagram,
    cost: F,
    /// What the cheapest solution below each node costs.
    least: Vec<u128>,
    taken: Lists<OptionId>,
    parts: Lists<NodeId>,
    heap: BinaryHeap<Reverse<Off>>,
    /// The number of ways off so far.
    number: u64,
}

impl<'d, F: Fn(OptionId) -> u128> Ranking<'d, F> {
    fn new(diagram: &'d Diagram, cost: F) -> Self {
        let least = least(diagram, &cost);
        let (taken, parts, heap) = (Lists(vec![]), Lists(vec![]), BinaryHeap::new());
        Self { diagram, cost, least, taken, parts, heap, number: 0 }
    }

    /// The cheapest solution; there is one.
    fn first(&mut self) -> Priced {
        let root = self.diagram.root;
        self.follow(root, Way { taken: 0, parts: 0 }, self.least[root.index()])
    }

    /// The cheapest of those that were not found yet, of which no more than `most` will be asked for.
    fn next(&mut self, most: usize) -> Option<Priced> {
        self.prune(most);
        let Reverse(Off { cost, choice, takes, mut way, .. }) = self.heap.pop()?;
        let Some(Node::Choice { option, without, with }) = self.diagram.node(choice) else {
            return None;
        };
        if takes {
            way.taken = self.taken.push(option, way.taken);
        }
        Some(self.follow(if takes { with } else { without }, way, cost))
    }

    /// Keeps as many ways as there will be solutions asked for, when there are many more.
    fn prune(&mut self, most: usize) {
        if self.heap.len() / 2 > most {
            let mut ways = std::mem::take(&mut self.heap).into_vec();
            // The greatest of what is reversed are the cheapest.
            ways.select_nth_unstable_by(most, |left, right| right.cmp(left));
            ways.truncate(most);
            self.heap = ways.into();
        }
    }

    /// Goes the cheapest way from a node down, and remembers all that lead off.
    fn follow(&mut self, mut node: NodeId, mut way: Way, cost: u128) -> Priced {
        loop {
            match self.diagram.node(node) {
                Some(Node::Choice { option, without, with }) => {
                    let (take, leave) = (self.taking(option, with), self.least[without.index()]);
                    let takes = take <= leave;
                    if without != NodeId::NONE {
                        self.lead_off(node, !takes, way, cost + take.abs_diff(leave));
                    }
                    if takes {
                        way.taken = self.taken.push(option, way.taken);
                    }
                    node = if takes { with } else { without };
                }
                Some(Node::And(parts)) => {
                    for &part in parts[1..].iter().rev() {
                        way.parts = self.parts.push(part, way.parts);
                    }
                    node = parts[0];
                }
                None => match self.parts.split(way.parts) {
                    Some((part, rest)) => (node, way.parts) = (part, rest),
                    None => return self.priced(way, cost),
                },
            }
        }
    }

    /// What the cheapest solution costs that takes an option.
    fn taking(&self, option: OptionId, with: NodeId) -> u128 {
        self.least[with.index()] + (self.cost)(option)
    }

    fn lead_off(&mut self, choice: NodeId, takes: bool, way: Way, cost: u128) {
        self.number += 1;
        self.heap.push(Reverse(Off { cost, number: self.number, choice, takes, way }));
    }

    fn priced(&self, way: Way, cost: u128) -> Priced {
        let mut list = way.taken;
        let options = std::iter::from_fn(|| {
            let (option, rest) = self.taken.split(list)?;
            list = rest;
            Some(option)
        });
        Priced { cost, solution: Solution::new(options.collect()) }
    }
}

/// What the cheapest solution below each node costs. No option comes twice in a solution, so that no sum reaches 2^96.
fn least(diagram: &Diagram, cost: impl Fn(OptionId) -> u128) -> Vec<u128> {
    let mut least = vec![NEVER; diagram.nodes.all()];
    least[NodeId::UNIT.index()] = 0;
    for (id, node) in diagram.nodes.iter() {
        least[id.index()] = match node {
            Node::Choice { option, without, with } => {
                least[without.index()].min(least[with.index()] + cost(option))
            }
            Node::And(parts) => parts.iter().map(|part| least[part.index()]).sum(),
        };
    }
    least
}
