//! The number of solutions, in all and below every node.

use super::Diagram;
use super::node::{Node, NodeId};
use super::node_counts::NodeCounts;
use crate::natural::Natural;
use num_bigint::BigUint;
use std::borrow::Cow;

/// A diagram and the number of solutions below each of its nodes.
///
/// It takes eight bytes for each node, and more only for numbers above 2^63.
#[derive(Clone, Debug)]
pub struct Counted<'d> {
    diagram: Cow<'d, Diagram>,
    numbers: NodeCounts,
    count: BigUint,
}

impl Diagram {
    /// The number of solutions.
    ///
    /// ```
    /// use quadrille::{OptionId, Solution};
    /// use quadrille::diagram::Diagram;
    ///
    /// let sets = [vec![0, 3], vec![1, 3], vec![2]];
    /// let solutions = sets.map(|set| Solution::new(set.into_iter().map(OptionId::new).collect()));
    /// assert_eq!(Diagram::of_solutions(4, solutions)?.count(), 3u32.into());
    /// # Ok::<(), quadrille::diagram::DiagramError>(())
    /// ```
    #[must_use]
    pub fn count(&self) -> BigUint {
        self.counted().count
    }

    /// Counts the solutions below every node in one pass, to draw, number and weigh solutions.
    #[must_use]
    pub fn counted(&self) -> Counted<'_> {
        Counted::new(Cow::Borrowed(self))
    }

    /// The same, with the diagram itself.
    #[must_use]
    pub fn into_counted(self) -> Counted<'static> {
        Counted::new(Cow::Owned(self))
    }
}

impl<'d> Counted<'d> {
    fn new(diagram: Cow<'d, Diagram>) -> Self {
        let mut numbers = NodeCounts::with_capacity(diagram.nodes.all());
        numbers.push(&Natural::ZERO);
        numbers.push(&Natural::ONE);
        for (_, node) in diagram.nodes.iter() {
            match node {
                Node::Choice { without, with, .. } => {
                    numbers.push_sum(without.index(), with.index());
                }
                Node::And(parts) => {
                    let product = parts.iter().fold(Natural::ONE, |product, part| {
                        product.times(&numbers.get(part.index()))
                    });
                    numbers.push(&product);
                }
            }
        }
        numbers.shrink();
        let count = numbers.get(diagram.root.index()).into_big();
        Self { diagram, numbers, count }
    }

    /// The diagram.
    #[must_use]
    pub fn diagram(&self) -> &Diagram {
        &self.diagram
    }

    /// The number of all solutions.
    #[must_use]
    pub fn count(&self) -> &BigUint {
        &self.count
    }

    /// The number of solutions below a node.
    ///
    /// # Panics
    /// If the diagram has no such node.
    #[must_use]
    pub fn count_below(&self, node: NodeId) -> BigUint {
        self.below(node).into_big()
    }

    #[inline]
    pub(super) fn below(&self, node: NodeId) -> Natural {
        self.numbers.get(node.index())
    }
}
