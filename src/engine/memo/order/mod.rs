//! The order of branching. No order is good everywhere; docs/measurements.md has the figures.
//!
//! The quality of an order is its *width*. For the frontier order, that is the greatest size of the
//! front between covered and open items; the search meets at most `2^width` subproblems at each
//! step. For the elimination order, it is the greatest number of neighbours of an item that is
//! eliminated, which limits the subproblems of each part.

mod fill;
mod frontier;
mod graph;

use crate::ids::ItemId;
use crate::problem::{Problem, Reduction};
use graph::Graph;

/// The kinds of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    /// The item with the fewest options left: designs, Latin squares.
    Fewest,
    /// A sweep, like row by row over a board: tilings.
    Frontier,
    /// The order that decomposes the problem soonest: sparse graphs.
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

/// The orders of a problem, computed on demand.
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

    /// The plan with this order, or with the closest one that a problem of this size allows.
    pub(crate) fn plan(&mut self, order: Order) -> Plan {
        match order {
            // Ties are broken by the frontier order.
            Order::Fewest => Plan { order, width: None, ..self.frontier() },
            Order::Frontier => self.frontier(),
            Order::Elimination => {
                self.elimination(usize::MAX).unwrap_or_else(|| self.in_turn(Order::Elimination))
            }
        }
    }

    /// The elimination order, if its width is at most `most`.
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

    /// The items in the order of the problem.
    fn in_turn(&self, order: Order) -> Plan {
        Plan { order, items: self.natural.clone(), width: None }
    }
}
