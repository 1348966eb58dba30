//! [`Permutation`]: a bijection of the numbers below a degree.

use super::error::SymmetryError;
use crate::ids::{as_index, to_u32};
use num_bigint::BigUint;

/// A permutation of the numbers from 0 to its degree less 1, as the list of their images.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Permutation {
    images: Box<[u32]>,
}

impl Permutation {
    /// The permutation that maps the number `i` to `images[i]`.
    ///
    /// # Errors
    /// [`NotAPermutation`](SymmetryError::NotAPermutation) if some number below the length is not
    /// an image of exactly one number.
    pub fn new(images: Vec<u32>) -> Result<Self, SymmetryError> {
        let mut seen = vec![false; images.len()];
        for &image in &images {
            match seen.get_mut(as_index(image)) {
                Some(seen) if !*seen => *seen = true,
                _ => return Err(SymmetryError::NotAPermutation { image }),
            }
        }
        Ok(Self::from_images(images))
    }

    /// The permutation with these images, which must be distinct.
    pub(crate) fn from_images(images: impl Into<Box<[u32]>>) -> Self {
        Self { images: images.into() }
    }

    /// The permutation of a degree that keeps all numbers but these, each with its image.
    pub(super) fn from_moved(degree: usize, moved: &[(u32, u32)]) -> Self {
        let mut permutation = Self::identity(degree);
        for &(number, image) in moved {
            permutation.images[as_index(number)] = image;
        }
        permutation
    }

    /// The identity of this degree.
    #[must_use]
    pub fn identity(degree: usize) -> Self {
        Self::from_images((0..to_u32(degree)).collect::<Vec<_>>())
    }

    /// The number of points.
    #[must_use]
    pub fn degree(&self) -> usize {
        self.images.len()
    }

    /// The images of 0, 1, 2 and so on.
    #[must_use]
    pub fn images(&self) -> &[u32] {
        &self.images
    }

    /// The image of a point.
    ///
    /// # Panics
    /// If the point is not below the degree.
    #[inline]
    #[must_use]
    pub fn image(&self, point: u32) -> u32 {
        self.images[as_index(point)]
    }

    /// Whether every point is its own image.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        (0..).zip(&self.images).all(|(point, &image)| point == image)
    }

    /// This permutation, and another one of the same degree after it.
    ///
    /// # Panics
    /// If the other degree is smaller.
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        Self { images: self.images.iter().map(|&image| next.image(image)).collect() }
    }

    /// The permutation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let mut images = vec![0; self.degree()];
        for (point, &image) in (0..).zip(&self.images) {
            images[as_index(image)] = point;
        }
        Self::from_images(images)
    }

    /// This permutation, repeated.
    #[must_use]
    pub fn power(&self, exponent: u64) -> Self {
        let (mut power, mut square, mut rest) =
            (Self::identity(self.degree()), self.clone(), exponent);
        while rest > 0 {
            if rest % 2 == 1 {
                power = power.then(&square);
            }
            square = square.then(&square);
            rest /= 2;
        }
        power
    }

    /// The cycles of at least two points, each from its least point, in ascending order of these.
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<u32>> {
        let mut seen = vec![false; self.degree()];
        let mut cycles = Vec::new();
        for start in 0..to_u32(self.degree()) {
            if self.image(start) == start {
                continue;
            }
            let (mut cycle, mut point) = (Vec::new(), start);
            while !std::mem::replace(&mut seen[as_index(point)], true) {
                cycle.push(point);
                point = self.image(point);
            }
            if !cycle.is_empty() {
                cycles.push(cycle);
            }
        }
        cycles
    }

    /// The lengths of the cycles of at least two points, in ascending order.
    pub(crate) fn cycle_type(&self) -> Vec<usize> {
        let mut lengths: Vec<_> = self.cycles().iter().map(Vec::len).collect();
        lengths.sort_unstable();
        lengths
    }

    /// The least number of repetitions above 0 that gives the identity.
    #[must_use]
    pub fn order(&self) -> BigUint {
        let mut order = BigUint::from(1u32);
        for length in self.cycles().iter().map(|cycle| BigUint::from(cycle.len())) {
            let (mut a, mut b) = (order.clone(), length.clone());
            while b != BigUint::ZERO {
                (a, b) = (b.clone(), a % b);
            }
            order *= length / a;
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_compute() {
        let a = Permutation::new(vec![1, 2, 0, 4, 3, 5]).unwrap();
        assert_eq!(a.cycles(), [vec![0, 1, 2], vec![3, 4]]);
        assert_eq!(a.order(), 6u32.into());
        assert!(a.then(&a.inverse()).is_identity() && a.power(6).is_identity());
        assert_eq!(a.power(5), a.inverse());
        assert_eq!(a.power(3).cycles(), [vec![3, 4]]);
        for images in [vec![0, 0], vec![0, 2]] {
            assert!(Permutation::new(images).is_err());
        }
    }
}
