//! The order of the lines of a proof.

use super::child::ChildKind;
use super::node::{ProofNode, ProofNodes};
use crate::ids::{as_index, to_u32};

/// The nodes of a proof that was built from below, in the order of lines: parents before children,
/// and some parent that refers to a child directly before those that rename it. `renamings` are the
/// children and the nodes of all renamings.
///
/// Such an order exists. Suppose there were a cycle of nodes each of which must be before the next.
/// Each step in it is from a parent to a child, or from a direct parent of a child to a renaming of
/// that child. The step after a renaming leads to the child, and so the two steps can be replaced by
/// one from the direct parent to the child. What remains is a cycle of parents and children, but
/// each node was built after its children.
pub(super) fn line_order(nodes: &ProofNodes, mut renamings: Vec<(u32, u32)>) -> Vec<u32> {
    let last = to_u32(nodes.len());
    if renamings.is_empty() {
        return (0..last).rev().collect();
    }
    renamings.sort_unstable();
    let renamings_of = |child| {
        let begin = renamings.partition_point(|&(own, _)| own < child);
        renamings[begin..].iter().take_while(move |&&(own, _)| own == child).map(|own| own.1)
    };
    // A search depth first, which lists each node after all that must follow it.
    let mut is_entered = vec![false; nodes.len()];
    let mut order = Vec::with_capacity(nodes.len());
    let mut stack = vec![(last - 1, false)];
    while let Some((index, is_finished)) = stack.pop() {
        if is_finished {
            order.push(index);
            continue;
        }
        if std::mem::replace(&mut is_entered[as_index(index)], true) {
            continue;
        }
        stack.push((index, true));
        let node = nodes.get(as_index(index));
        for child in node.children() {
            let ChildKind::Node(distance) = child.kind() else { continue };
            let child = index - to_u32(distance);
            stack.push((child, false));
            if !matches!(node, ProofNode::Renaming { .. }) {
                stack.extend(renamings_of(child).map(|renaming| (renaming, false)));
            }
        }
    }
    order.reverse();
    order
}
