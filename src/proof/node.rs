//! [`ProofNode`]: a line of a proof; [`ProofNodes`]: all lines, compactly.

use super::child::{Child, ChildKind};
use crate::ids::{ItemId, OptionId, as_index, to_u32};

/// A node of a proof: what its residue is reduced to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProofNode<'a> {
    /// Exactly one option of an item is chosen.
    Branch {
        /// The item, which is to be covered exactly once.
        item: ItemId,
        /// A child for each live option of the item, in ascending order.
        children: &'a [Child],
    },
    /// An option is excluded or chosen.
    Decision {
        /// The option, which is live.
        option: OptionId,
        /// The child without the option and the one with it.
        children: [Child; 2],
    },
    /// The residue falls into independent parts.
    Parts {
        /// A child for each part, in the order of the least options.
        children: &'a [Child],
    },
    /// The residue is that of another node up to renaming.
    Renaming {
        /// The other node.
        child: Child,
        /// The options of the child's residue that the live options, in ascending order, are mapped
        /// to.
        images: &'a [OptionId],
    },
    /// Nothing is left, or there is no solution: only for the first and only node.
    Leaf(Child),
}

impl ProofNode<'_> {
    /// The children, in order.
    #[inline]
    #[must_use]
    pub fn children(&self) -> &[Child] {
        match self {
            Self::Branch { children, .. } | Self::Parts { children } => children,
            Self::Decision { children, .. } => children,
            Self::Renaming { child, .. } | Self::Leaf(child) => std::slice::from_ref(child),
        }
    }
}

/// Nodes one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ProofNodes {
    /// The place of each node in the lists, if that is not its index.
    places: Vec<u32>,
    heads: Vec<Head>,
    children: Vec<Child>,
    images: Vec<OptionId>,
}

/// The kind of a node, and the ends of its lists of children and images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Head {
    kind: Kind,
    children: u32,
    images: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Branch(ItemId),
    Decision(OptionId),
    Parts,
    Renaming,
    Leaf,
}

impl ProofNodes {
    pub(super) fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether one more node with these children and images fits.
    pub(super) fn fits(&self, children: usize, images: usize) -> bool {
        let fits = |list: usize, more: usize| u32::try_from(list + more).is_ok();
        self.len() < Child::MOST
            && fits(self.children.len(), children)
            && fits(self.images.len(), images)
    }

    pub(super) fn push(&mut self, node: ProofNode<'_>) {
        let kind = match node {
            ProofNode::Branch { item, .. } => Kind::Branch(item),
            ProofNode::Decision { option, .. } => Kind::Decision(option),
            ProofNode::Parts { .. } => Kind::Parts,
            ProofNode::Renaming { images, .. } => {
                self.images.extend_from_slice(images);
                Kind::Renaming
            }
            ProofNode::Leaf(_) => Kind::Leaf,
        };
        self.children.extend_from_slice(node.children());
        let (children, images) = (to_u32(self.children.len()), to_u32(self.images.len()));
        self.heads.push(Head { kind, children, images });
    }

    /// Orders nodes anew that were pushed after their children: from the last to the first. The
    /// distances of children remain the same.
    pub(super) fn reverse(&mut self) {
        self.places = (0..to_u32(self.len())).rev().collect();
    }

    /// Orders nodes anew that were pushed after their children: parents come first. `order` has the
    /// present index of each node once.
    pub(super) fn arrange(&mut self, order: Vec<u32>) {
        debug_assert_eq!(order.len(), self.len());
        let mut lines: Vec<u32> = vec![0; self.len()];
        (0..).zip(&order).for_each(|(line, &index)| lines[as_index(index)] = line);
        let mut first = 0;
        for (index, head) in self.heads.iter().enumerate() {
            for child in &mut self.children[first..as_index(head.children)] {
                if let ChildKind::Node(distance) = child.kind() {
                    *child = Child::node(as_index(lines[index - distance] - lines[index]));
                }
            }
            first = as_index(head.children);
        }
        self.places = order;
    }

    /// The node with this index, which must exist.
    pub(super) fn get(&self, index: usize) -> ProofNode<'_> {
        let place = self.place(index);
        let head = self.heads[place];
        let before = place.checked_sub(1).map(|before| self.heads[before]);
        let (children, images) = before.map_or((0, 0), |head| (head.children, head.images));
        let children = &self.children[as_index(children)..as_index(head.children)];
        match head.kind {
            Kind::Branch(item) => ProofNode::Branch { item, children },
            Kind::Decision(option) => {
                ProofNode::Decision { option, children: [children[0], children[1]] }
            }
            Kind::Parts => ProofNode::Parts { children },
            Kind::Renaming => ProofNode::Renaming {
                child: children[0],
                images: &self.images[as_index(images)..as_index(head.images)],
            },
            Kind::Leaf => ProofNode::Leaf(children[0]),
        }
    }

    /// The index of a node's first child among the children of all nodes.
    pub(super) fn first_child(&self, index: usize) -> usize {
        let before = self.place(index).checked_sub(1);
        before.map_or(0, |before| as_index(self.heads[before].children))
    }

    fn place(&self, index: usize) -> usize {
        self.places.get(index).map_or(index, |&place| as_index(place))
    }

    /// Memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<Head>() * self.heads.capacity()
            + size_of::<u32>() * (self.children.capacity() + self.images.capacity())
            + size_of_val(&*self.places)
    }
}
