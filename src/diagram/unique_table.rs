//! The unique table: finds a node by its contents. Four bytes a slot, because the keys are the
//! nodes themselves.

use super::node::{Node, NodeId, NodeStore};
use crate::ids::{as_index, high, to_u64};

/// Odd, and with as many ones as zeros: from the fractional part of the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The slots of the first table.
const SMALLEST: usize = 64;

/// A hash table with open addressing and linear probing. At most half of the slots are taken, so
/// that most searches end at once. An empty slot holds the number of a terminal.
#[derive(Clone, Debug, Default)]
pub(super) struct UniqueTable {
    slots: Vec<u32>,
    taken: usize,
}

impl UniqueTable {
    /// The node with this hash for which `is_it` holds.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_it: impl Fn(NodeId) -> bool) -> Option<NodeId> {
        if self.slots.is_empty() {
            return None;
        }
        let mut at = self.home(hash);
        loop {
            let id = NodeId::from_number(self.slots[at]);
            if id.is_terminal() {
                return None;
            }
            if is_it(id) {
                return Some(id);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Adds a node that is not in the table.
    pub(super) fn insert(&mut self, id: NodeId, hash: u64, nodes: &NodeStore) {
        self.taken += 1;
        if 2 * self.taken > self.slots.len() {
            self.grow(nodes);
        } else {
            self.put(id, hash);
        }
    }

    /// Doubles the slots and inserts all nodes again.
    fn grow(&mut self, nodes: &NodeStore) {
        let slots = (2 * self.slots.len()).max(SMALLEST);
        self.slots.clear();
        self.slots.resize(slots, NodeId::NONE.number());
        for (id, node) in nodes.iter() {
            self.put(id, hash(&node));
        }
    }

    fn put(&mut self, id: NodeId, hash: u64) {
        let mut at = self.home(hash);
        while !NodeId::from_number(self.slots[at]).is_terminal() {
            at = (at + 1) & (self.slots.len() - 1);
        }
        self.slots[at] = id.number();
    }

    /// The first slot for a hash; the number of slots is a power of two.
    #[inline]
    fn home(&self, hash: u64) -> usize {
        as_index(high(hash)) & (self.slots.len() - 1)
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<u32>()
    }
}

/// The same for the same node, on every machine.
#[inline]
pub(super) fn hash(node: &Node<'_>) -> u64 {
    match *node {
        Node::Choice { option, without, with } => {
            let children = to_u64(without.index()) << 32 | to_u64(with.index());
            mixed(mixed(to_u64(option.index())) ^ children)
        }
        Node::And(parts) => parts.iter().fold(!0, |hash, part| mixed(hash ^ to_u64(part.index()))),
    }
}

/// Lets every bit change every other one: both halves of a product.
#[inline]
fn mixed(number: u64) -> u64 {
    let product = u128::from(number ^ SPREAD) * u128::from(SPREAD);
    let [low, high] = halves(product);
    low ^ high.rotate_left(32)
}

#[inline]
fn halves(product: u128) -> [u64; 2] {
    let words = product.to_le_bytes();
    let (low, high) = words.split_at(size_of::<u64>());
    [low, high].map(|half| u64::from_le_bytes(half.try_into().unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::OptionId;

    #[test]
    fn hashes_of_nodes_that_differ_little_differ_much() {
        let ids: Vec<_> = (0..40).map(NodeId::from_number).collect();
        let mut homes = std::collections::BTreeSet::new();
        for option in (0..40).map(OptionId::new) {
            for &without in &ids {
                for &with in &ids {
                    homes.insert(high(hash(&Node::Choice { option, without, with })) & 0xffff);
                }
            }
        }
        // 64000 keys in 65536 slots: of random ones, 62 % of the slots would be hit.
        assert!(homes.len() > 40_000, "{}", homes.len());
    }
}
