//! In which order items are asked for. No order is good everywhere; DESIGN.md has the figures.
//!
//! An order is judged by its *width*. Of a front that sweeps over the problem, that is the greatest number of items
//! between what is done and what is not; the search meets at most two to its power of subproblems at each step. Of an
//! elimination order, it is the greatest number of neighbours of an item that is eliminated, which does for parts what
//! the front does for the whole.

mod fill;
mod frontier;
mod graph;

use crate::ids::ItemId;
use crate::problem::{Problem, Reduction};
use graph::Graph;

/// A way to choose the next item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    /// The item with the fewest options left: designs, Latin squares.
    Fewest,
    /// Row by row, as it were: tilings.
    Frontier,
    /// What falls apart soonest: sparse graphs.
    Elimination,
}

/// The primary items in an order.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) order: Order,
    pub(crate) items: Vec<ItemId>,
    /// The width, where the order has one that is known.
    pub(crate) width: Option<usize>,
}

/// The orders of a problem, each made when it is asked for.
#[derive(Debug)]
pub(crate) struct Orders {
    graph: Option<Graph>,
    natural: Vec<ItemId>,
    frontier: Option<Plan>,
}

impl Orders {
    pub(crate) fn new(problem: &Problem, known: Option<&Reduction>) -> Self {
        let natural = problem.primary_items().collect();
        Self { graph: Graph::new(problem, known), natural, frontier: None }
    }

    /// The order, or the nearest to it that a problem of this size allows.
    pub(crate) fn plan(&mut self, order: Order) -> Plan {
        match order {
            // Of several items with as few options, the first in a sweep.
            Order::Fewest => Plan { order, width: None, ..self.frontier() },
            Order::Frontier => self.frontier(),
            Order::Elimination => {
                self.elimination(usize::MAX).unwrap_or_else(|| self.in_turn(Order::Elimination))
            }
        }
    }

    /// The elimination order, if its width is at most this.
    pub(crate) fn elimination(&self, most: usize) -> Option<Plan> {
        let (items, width) = fill::find(self.graph.clone()?, most)?;
        Some(Plan { order: Order::Elimination, items, width: Some(width) })
    }

    fn frontier(&mut self) -> Plan {
        let found = self.frontier.take().unwrap_or_else(|| match &self.graph {
            Some(graph) => {
                let (items, width) = frontier::find(graph);
                Plan { order: Order::Frontier, items, width: Some(width) }
            }
            None => self.in_turn(Order::Frontier),
        });
        self.frontier.insert(found).clone()
    }

    /// The items as they come.
    fn in_turn(&self, order: Order) -> Plan {
        Plan { order, items: self.natural.clone(), width: None }
    }
}
