//! The order of the lines of a proof.

use super::child::ChildKind;
use super::node::{ProofNode, ProofNodes};
use crate::ids::{as_index, to_u32};

/// The nodes of a proof that was built from below, in the order of lines: parents before children,
/// and some parent that refers to a child directly before those that rename it. `renamings` are the
/// children and the nodes of all renamings. All nodes can be reached from the last one.
///
/// It is the order from the last node to the first, in which parents come first. Only a renaming
/// that was built after all direct parents of its child is moved: to the place after the last of
/// these parents that was built. Its own parents come before it still, because they were built
/// after it, and its child comes after it, because it was built before the direct parent. Renamings
/// are not renamed, so that no other node is moved.
pub(super) fn line_order(nodes: &ProofNodes, mut renamings: Vec<(u32, u32)>) -> Vec<u32> {
    let last = to_u32(nodes.len());
    renamings.sort_unstable();
    // The children of renamings to which no line has referred directly.
    let mut is_unknown = vec![false; nodes.len()];
    renamings.iter().for_each(|&(child, _)| is_unknown[as_index(child)] = true);
    let mut order = Vec::with_capacity(nodes.len());
    for index in (0..last).rev() {
        let node = nodes.get(as_index(index));
        let mut children = node.children().iter().filter_map(|child| match child.kind() {
            ChildKind::Node(distance) => Some(index - to_u32(distance)),
            _ => None,
        });
        if let ProofNode::Renaming { .. } = node {
            if children.all(|child| !is_unknown[as_index(child)]) {
                order.push(index);
            }
            continue;
        }
        order.push(index);
        for child in children {
            if std::mem::take(&mut is_unknown[as_index(child)]) {
                let begin = renamings.partition_point(|&own| own < (child, index));
                let waiting = renamings[begin..].iter().take_while(|&&(own, _)| own == child);
                order.extend(waiting.map(|&(_, renaming)| renaming));
            }
        }
    }
    order
}
