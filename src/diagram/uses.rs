//! The number of solutions with each option.

use super::count::Counted;
use super::node::{Node, NodeId};
use crate::natural::Natural;
use num_bigint::BigUint;

impl Counted<'_> {
    /// The number of solutions with each option of the problem.
    ///
    /// One pass over the nodes from the root down. The value of a node is the number of ways to
    /// choose everything else: multiplied by the number of solutions below the node, it is the
    /// number of solutions that pass through the node.
    ///
    /// ```
    /// use quadrille::{OptionId, Solution};
    /// use quadrille::diagram::Diagram;
    ///
    /// let sets = [vec![0, 3], vec![1, 3], vec![2]];
    /// let solutions = sets.map(|set| Solution::new(set.into_iter().map(OptionId::new).collect()));
    /// let uses = Diagram::of_solutions(5, solutions)?.counted().uses();
    /// assert_eq!(uses, [1u32, 1, 1, 2, 0].map(Into::into));
    /// # Ok::<(), quadrille::diagram::DiagramError>(())
    /// ```
    #[must_use]
    pub fn uses(&self) -> Vec<BigUint> {
        let diagram = self.diagram();
        let mut uses = vec![Natural::ZERO; diagram.options];
        let mut outside = vec![Natural::ZERO; diagram.nodes.all()];
        outside[diagram.root.index()] = Natural::ONE;
        for (id, node) in diagram.nodes.iter().rev() {
            let ways = std::mem::replace(&mut outside[id.index()], Natural::ZERO);
            match node {
                Node::Choice { option, without, with } => {
                    uses[option.index()].add(&self.below(with).times(&ways));
                    for child in [without, with] {
                        outside[child.index()].add(&ways);
                    }
                    // The values of terminals are not used, and would become the greatest.
                    outside[NodeId::NONE.index()] = Natural::ZERO;
                    outside[NodeId::UNIT.index()] = Natural::ZERO;
                }
                Node::And(parts) => self.pass_to_parts(parts, ways, &mut outside),
            }
        }
        uses.into_iter().map(Natural::into_big).collect()
    }

    /// Passes to each part the ways outside times the numbers of all other parts: a running product
    /// for those on its left, and a list of products for those on its right. There is no division.
    fn pass_to_parts(&self, parts: &[NodeId], ways: Natural, outside: &mut [Natural]) {
        let mut right = vec![Natural::ONE; parts.len()];
        for index in (1..parts.len()).rev() {
            right[index - 1] = self.below(parts[index]).times(&right[index]);
        }
        let mut left = ways;
        for (&part, right) in parts.iter().zip(right) {
            outside[part.index()].add(&right.times(&left));
            left = left.times(&self.below(part));
        }
    }
}
