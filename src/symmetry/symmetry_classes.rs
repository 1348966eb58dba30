//! [`SymmetryClasses`]: the conjugacy classes of the group of a problem.

use super::classes::ConjugacyClass;
use super::graph::ProblemGraph;
use super::permutation::Permutation;
use super::problem_symmetry::Symmetry;
use num_bigint::BigUint;

/// The conjugacy classes of a group that is the direct product of factors.
#[derive(Clone, Debug)]
pub(crate) struct SymmetryClasses<'g> {
    pub(super) graph: &'g ProblemGraph,
    /// The classes of each factor, that of the identity first.
    pub(super) factors: Vec<Vec<ConjugacyClass>>,
}

impl SymmetryClasses<'_> {
    /// The number of classes; the greatest `usize` if they are more.
    pub(crate) fn len(&self) -> usize {
        self.factors.iter().fold(1, |product, classes| product.saturating_mul(classes.len()))
    }

    /// A symmetry of each class and the size of the class, the identity first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Symmetry, BigUint)> + '_ {
        (0..self.len()).filter_map(|number| {
            let ConjugacyClass { element, size } = self.class(number);
            Symmetry::new(self.graph, &element).map(|symmetry| (symmetry, size))
        })
    }

    /// The product of one class of each factor.
    fn class(&self, number: usize) -> ConjugacyClass {
        let identity = Permutation::identity(self.graph.degree());
        let (mut class, mut rest) =
            (ConjugacyClass { element: identity, size: 1u32.into() }, number);
        for factor in &self.factors {
            let next = &factor[rest % factor.len()];
            rest /= factor.len();
            class.element = class.element.then(&next.element);
            class.size *= &next.size;
        }
        class
    }
}
