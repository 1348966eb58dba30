//! The order of branching. No order is good everywhere; docs/measurements.md has the figures.
//!
//! The quality of a frontier order is its *width*: the greatest size of the front between covered
//! and open items. The search meets at most `2^width` subproblems at each step.

mod frontier;
mod graph;
pub(super) mod option_sweep;

use super::isomorphism::CanonicalMode;
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
}

/// The primary items in an order, and whether subproblems are labelled.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) order: Order,
    pub(crate) canonical: CanonicalMode,
    pub(crate) items: Vec<ItemId>,
}

/// The orders of a problem, computed on demand.
#[derive(Debug)]
pub(crate) struct Orders {
    graph: Option<Graph>,
    natural: Vec<ItemId>,
    frontier: Option<Plan>,
    canonical: CanonicalMode,
}

impl Orders {
    pub(crate) fn new(
        problem: &Problem,
        known: Option<&Reduction>,
        canonical: CanonicalMode,
    ) -> Self {
        let natural = problem.primary_items().collect();
        Self { graph: Graph::new(problem, known), natural, frontier: None, canonical }
    }

    /// The plan with this order, or with the closest one that a problem of this size allows.
    pub(crate) fn plan(&mut self, order: Order) -> Plan {
        match order {
            // Ties are broken by the frontier order.
            Order::Fewest => Plan { order, ..self.frontier() },
            Order::Frontier => self.frontier(),
        }
    }

    fn frontier(&mut self) -> Plan {
        let found = self.frontier.take().unwrap_or_else(|| {
            // The items in the order of the problem, if there are too many for a graph.
            let items = self.graph.as_ref().map_or_else(|| self.natural.clone(), frontier::find);
            Plan { order: Order::Frontier, canonical: self.canonical, items }
        });
        self.frontier.insert(found).clone()
    }
}
