//! The order of the nodes of a finished diagram, which depends on what it says alone.

use super::node::{Node, NodeId, NodeStore};

/// The nodes below a root in a new order, and the root in it: children before parents, `with`
/// before `without`, and parts by their smallest options.
///
/// Parts of a conjunction share no option, so that no two have the same smallest one. Equal nodes
/// are the same. So two diagrams of the same shape get the same numbers, in whatever order their
/// nodes were made.
pub(super) fn renumbered(mut nodes: NodeStore, root: NodeId) -> (NodeStore, NodeId) {
    if nodes.part_count() > 0 {
        let least = smallest_options(&nodes);
        for parts in nodes.each_parts_mut() {
            parts.sort_unstable_by_key(|part| (least[part.index()], *part));
        }
    }
    let mut numbers = vec![NodeId::NONE; nodes.all()];
    numbers[NodeId::UNIT.index()] = NodeId::UNIT;
    let mut new = NodeStore::with_capacity(0, 0);
    // A node and how many of its children are done.
    let mut stack = vec![(root, 0)];
    let mut parts = Vec::new();
    while let Some((id, done)) = stack.last_mut() {
        let id = *id;
        let Some(node) = nodes.get(id).filter(|_| numbers[id.index()] == NodeId::NONE) else {
            stack.pop();
            continue;
        };
        if let Some(child) = child(&node, *done) {
            *done += 1;
            if !child.is_terminal() && numbers[child.index()] == NodeId::NONE {
                stack.push((child, 0));
            }
            continue;
        }
        let number = match node {
            Node::Choice { option, without, with } => {
                new.push_choice(option, numbers[without.index()], numbers[with.index()])
            }
            Node::And(old) => {
                parts.clear();
                parts.extend(old.iter().map(|part| numbers[part.index()]));
                new.push_and(&parts)
            }
        };
        numbers[id.index()] = number.expect("there are no more nodes than before");
        stack.pop();
    }
    new.shrink();
    (new, numbers[root.index()])
}

/// The children of a node in the order in which they are numbered.
fn child(node: &Node<'_>, index: usize) -> Option<NodeId> {
    match *node {
        Node::Choice { without, with, .. } => [with, without].get(index).copied(),
        Node::And(parts) => parts.get(index).copied(),
    }
}

/// The smallest option below each node; the terminals have none.
fn smallest_options(nodes: &NodeStore) -> Vec<u32> {
    let mut least = vec![u32::MAX; nodes.all()];
    for (id, node) in nodes.iter() {
        least[id.index()] = match node {
            Node::Choice { option, without, with } => {
                option.number().min(least[without.index()]).min(least[with.index()])
            }
            Node::And(parts) => {
                parts.iter().map(|part| least[part.index()]).min().unwrap_or(u32::MAX)
            }
        };
    }
    least
}
