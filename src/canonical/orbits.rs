//! [`Orbits`]: disjoint sets of numbers.

use super::automorphism::Automorphism;
use crate::ids::{as_index, to_u32};

/// The orbits of numbers under some permutations.
#[derive(Clone, Debug)]
pub(crate) struct Orbits {
    parents: Vec<u32>,
    /// The size of the orbit of each root.
    sizes: Vec<u32>,
}

impl Orbits {
    /// Each number alone.
    pub(crate) fn new(numbers: usize) -> Self {
        Self { parents: (0..to_u32(numbers)).collect(), sizes: vec![1; numbers] }
    }

    /// The number that represents an orbit.
    pub(crate) fn root(&mut self, mut number: u32) -> u32 {
        while self.parents[as_index(number)] != number {
            let parent = self.parents[as_index(number)];
            self.parents[as_index(number)] = self.parents[as_index(parent)];
            number = parent;
        }
        number
    }

    /// The size of an orbit.
    pub(crate) fn size(&mut self, number: u32) -> u32 {
        let root = self.root(number);
        self.sizes[as_index(root)]
    }

    /// Unites two orbits.
    pub(crate) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            let (small, large) =
                if self.sizes[as_index(a)] < self.sizes[as_index(b)] { (a, b) } else { (b, a) };
            self.parents[as_index(small)] = large;
            self.sizes[as_index(large)] += self.sizes[as_index(small)];
        }
    }

    /// Unites the orbits that an automorphism maps to each other.
    pub(crate) fn join_images(&mut self, automorphism: &Automorphism) {
        automorphism.moved().iter().for_each(|&(point, image)| self.join(point, image));
    }
}
