//! [`Symmetry`]: a symmetry of a problem.

use super::graph::ProblemGraph;
use super::permutation::Permutation;

/// A symmetry of a problem: what it does to items and to options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    /// Maps each item, by its number, to another one or to itself.
    pub items: Permutation,
    /// The same for options.
    pub options: Permutation,
}

impl Symmetry {
    /// What an automorphism of the graph of the problem does to items and options.
    pub(super) fn new(graph: &ProblemGraph, automorphism: &Permutation) -> Option<Self> {
        let options = Permutation::from_images(graph.option_images(automorphism.images())?);
        let items = Permutation::from_images(graph.item_images(automorphism.images()));
        Some(Self { items, options })
    }
}
