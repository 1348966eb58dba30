//! [`Orbits`]: disjoint sets of numbers.

use super::automorphism::Automorphism;
use crate::ids::{as_index, to_u32};

/// The orbits of numbers under some permutations.
#[derive(Clone, Debug)]
pub(crate) struct Orbits {
    /// A forest, with path halving; the least number of an orbit is its root.
    parents: Vec<u32>,
    /// The size of the orbit of each root.
    sizes: Vec<u32>,
}

impl Orbits {
    /// Each number alone.
    pub(crate) fn new(numbers: usize) -> Self {
        Self { parents: (0..to_u32(numbers)).collect(), sizes: vec![1; numbers] }
    }

    /// The least number of an orbit.
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
            self.parents[as_index(a.max(b))] = a.min(b);
            self.sizes[as_index(a.min(b))] += self.sizes[as_index(a.max(b))];
        }
    }

    /// The least number of the orbit of each number.
    pub(crate) fn roots(mut self) -> Vec<u32> {
        (0..to_u32(self.parents.len())).map(|number| self.root(number)).collect()
    }

    /// The numbers of each orbit, in ascending order of their least numbers.
    pub(crate) fn sets(self) -> Vec<Vec<u32>> {
        let roots = self.roots();
        let mut sets = vec![Vec::new(); roots.len()];
        (0..).zip(roots).for_each(|(number, root)| sets[as_index(root)].push(number));
        sets.retain(|set| !set.is_empty());
        sets
    }

    /// Unites the orbits that an automorphism maps to each other.
    pub(crate) fn join_images(&mut self, automorphism: &Automorphism) {
        automorphism.moved().iter().for_each(|&(point, image)| self.join(point, image));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orbits_begin_with_their_least_numbers() {
        let mut orbits = Orbits::new(6);
        for (a, b) in [(4, 2), (5, 4), (3, 0), (2, 5)] {
            orbits.join(a, b);
        }
        assert_eq!([0, 1, 5].map(|number| orbits.size(number)), [2, 1, 3]);
        assert_eq!(orbits.clone().roots(), [0, 1, 2, 0, 2, 2]);
        assert_eq!(orbits.sets(), [vec![0, 3], vec![1], vec![2, 4, 5]]);
    }
}
