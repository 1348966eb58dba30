//! The k cheapest solutions, without visiting the others.
//!
//! Given the least cost below each node, the cheapest solution is found on one path down. The
//! second one deviates from that path at one of its choices, at a known cost: all deviations of the
//! path go on a heap, and the cheapest one is followed next (Lawler, 1972, for any ranking of this
//! kind; Huang and Chiang, "Better k-best Parsing", 2005, for graphs with conjunctions, with lists
//! at the nodes instead). Every deviation has a solution and no solution is on two of them, so that
//! the heap needs no more entries than the number of solutions still wanted.

use super::Diagram;
use super::node::{Node, NodeId};
use crate::ids::OptionId;
use crate::solution::{CostedSolution, Solution};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The cost where there is no solution.
const INFINITE: u128 = u128::MAX;

impl Diagram {
    /// The cheapest solutions in the order of their costs, at most `most` of them. The cost of a
    /// solution is the sum of the costs of its options. `cost` is called often, and must return the
    /// same for the same option.
    ///
    /// Solutions of the same cost are in the order of their options. Which of them are returned if
    /// not all are depends on the diagram alone; a greater `most` returns them, too, and more.
    ///
    /// It takes 16 bytes for each node, then for each solution the time of one path down, and
    /// memory for the solutions that are returned.
    ///
    /// ```
    /// use quadrille::{OptionId, Solution};
    /// use quadrille::diagram::Diagram;
    ///
    /// let sets = [vec![0, 3], vec![1, 3], vec![2]];
    /// let solutions = sets.map(|set| Solution::new(set.into_iter().map(OptionId::new).collect()));
    /// let diagram = Diagram::of_solutions(4, solutions)?;
    /// let costs = [5, 1, 7, 2];
    /// let cheapest = diagram.cheapest(|option| costs[option.index()], 2);
    /// let costs: Vec<_> = cheapest.iter().map(|found| found.cost).collect();
    /// assert_eq!(costs, [3, 7]);
    /// # Ok::<(), quadrille::diagram::DiagramError>(())
    /// ```
    #[must_use]
    pub fn cheapest(&self, cost: impl Fn(OptionId) -> u64, most: usize) -> Vec<CostedSolution> {
        let mut ranking = PathRanking::new(self, |option| cost(option).into());
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

/// Linked lists that share their tails: each element has the index plus 1 of the next one, or 0.
#[derive(Debug)]
struct SharedLists<T>(Vec<(T, usize)>);

impl<T: Copy> SharedLists<T> {
    fn push(&mut self, first: T, rest: usize) -> usize {
        self.0.push((first, rest));
        self.0.len()
    }

    fn split(&self, list: usize) -> Option<(T, usize)> {
        Some(self.0[list.checked_sub(1)?])
    }
}

/// A path that deviates from another one at a choice. Deviations are ordered by cost, then by
/// number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Deviation {
    /// The least cost of its solutions.
    cost: u128,
    number: u64,
    /// The choice, and whether the deviation takes its option.
    choice: NodeId,
    takes: bool,
    path: PartialPath,
}

/// The beginning of a path: lists of the options taken, and of the parts of conjunctions that are
/// still to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct PartialPath {
    taken: usize,
    parts: usize,
}

struct PathRanking<'d, F> {
    diagram: &'d Diagram,
    cost: F,
    /// The least cost below each node.
    least: Vec<u128>,
    taken: SharedLists<OptionId>,
    parts: SharedLists<NodeId>,
    heap: BinaryHeap<Reverse<Deviation>>,
    /// The number of deviations so far.
    number: u64,
}

impl<'d, F: Fn(OptionId) -> u128> PathRanking<'d, F> {
    fn new(diagram: &'d Diagram, cost: F) -> Self {
        let least = least(diagram, &cost);
        let (taken, parts, heap) = (SharedLists(vec![]), SharedLists(vec![]), BinaryHeap::new());
        Self { diagram, cost, least, taken, parts, heap, number: 0 }
    }

    /// The cheapest solution; there is one.
    fn first(&mut self) -> CostedSolution {
        let root = self.diagram.root;
        self.follow(root, PartialPath { taken: 0, parts: 0 }, self.least[root.index()])
    }

    /// The next solution, of which the caller wants at most `most`.
    fn next(&mut self, most: usize) -> Option<CostedSolution> {
        self.prune(most);
        let Reverse(Deviation { cost, choice, takes, mut path, .. }) = self.heap.pop()?;
        let Some(Node::Choice { option, without, with }) = self.diagram.node(choice) else {
            return None;
        };
        if takes {
            path.taken = self.taken.push(option, path.taken);
        }
        Some(self.follow(if takes { with } else { without }, path, cost))
    }

    /// Drops the expensive deviations if there are more than twice as many as solutions wanted.
    fn prune(&mut self, most: usize) {
        if self.heap.len() / 2 > most {
            let mut deviations = std::mem::take(&mut self.heap).into_vec();
            // The order is reversed: the greatest are the cheapest.
            deviations.select_nth_unstable_by(most, |left, right| right.cmp(left));
            deviations.truncate(most);
            self.heap = deviations.into();
        }
    }

    /// Follows the cheapest path from a node down, and pushes its deviations.
    fn follow(&mut self, mut node: NodeId, mut path: PartialPath, cost: u128) -> CostedSolution {
        loop {
            match self.diagram.node(node) {
                Some(Node::Choice { option, without, with }) => {
                    let (take, leave) = (self.cost_with(option, with), self.least[without.index()]);
                    let takes = take <= leave;
                    if without != NodeId::NONE {
                        self.push_deviation(node, !takes, path, cost + take.abs_diff(leave));
                    }
                    if takes {
                        path.taken = self.taken.push(option, path.taken);
                    }
                    node = if takes { with } else { without };
                }
                Some(Node::And(parts)) => {
                    for &part in parts[1..].iter().rev() {
                        path.parts = self.parts.push(part, path.parts);
                    }
                    node = parts[0];
                }
                None => match self.parts.split(path.parts) {
                    Some((part, rest)) => (node, path.parts) = (part, rest),
                    None => return self.costed(path, cost),
                },
            }
        }
    }

    /// The least cost with an option taken.
    fn cost_with(&self, option: OptionId, with: NodeId) -> u128 {
        self.least[with.index()] + (self.cost)(option)
    }

    fn push_deviation(&mut self, choice: NodeId, takes: bool, path: PartialPath, cost: u128) {
        self.number += 1;
        self.heap.push(Reverse(Deviation { cost, number: self.number, choice, takes, path }));
    }

    fn costed(&self, path: PartialPath, cost: u128) -> CostedSolution {
        let mut list = path.taken;
        let options = std::iter::from_fn(|| {
            let (option, rest) = self.taken.split(list)?;
            list = rest;
            Some(option)
        });
        CostedSolution { cost, solution: Solution::new(options.collect()) }
    }
}

/// The least cost below each node. No option is twice in a solution, so that no sum reaches 2^96.
fn least(diagram: &Diagram, cost: impl Fn(OptionId) -> u128) -> Vec<u128> {
    let mut least = vec![INFINITE; diagram.nodes.all()];
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
