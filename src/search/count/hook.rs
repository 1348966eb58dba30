//! [`CountHook`]: the callback for checkpoints of a count.

use super::enumeration::Enumeration;
use crate::search::checkpoint::{Checkpoint, CheckpointHook};
use crate::search::frontier::Frontier;
use crate::search::order_checkpoint::OrderCheckpoint;

/// The callback for checkpoints of a count.
#[derive(Debug)]
pub(super) struct CountHook<'s> {
    pub(super) hook: &'s mut CheckpointHook,
    /// What is left of enumeration where it does not take part.
    pub(super) frontier: Frontier,
}

impl CountHook<'_> {
    /// Calls it, if it is time.
    pub(super) fn look(
        &mut self,
        plain: Option<&Enumeration<'_>>,
        orders: impl FnOnce() -> Vec<OrderCheckpoint>,
    ) {
        let frontier = plain.map_or(&self.frontier, Enumeration::frontier);
        self.hook.look(|engine| Checkpoint {
            orders: complete_or_all(orders()),
            ..Checkpoint::new(engine, frontier)
        });
    }
}

/// The order that is finished, if there is one; otherwise all.
fn complete_or_all(mut orders: Vec<OrderCheckpoint>) -> Vec<OrderCheckpoint> {
    if let Some(index) = orders.iter().position(OrderCheckpoint::is_complete) {
        orders = vec![orders.swap_remove(index)];
    }
    orders
}
