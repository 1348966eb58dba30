//! [`Automorphism`]: a permutation of points, by the points that it moves.

use crate::ids::{as_index, to_u32};

/// A permutation of the points of a hypergraph. It takes memory for the points that it moves.
#[derive(Clone, Debug)]
pub(crate) struct Automorphism {
    /// Each point that is moved, and its image, in ascending order.
    moved: Box<[(u32, u32)]>,
}

impl Automorphism {
    /// From points and their images, each once; points that are not among them stay in place.
    pub(crate) fn new(images: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut moved: Vec<_> = images.filter(|(point, image)| point != image).collect();
        moved.sort_unstable();
        Self { moved: moved.into() }
    }

    /// Each point that is moved, and its image, in ascending order.
    pub(crate) fn moved(&self) -> &[(u32, u32)] {
        &self.moved
    }

    /// The image of a point.
    pub(crate) fn image(&self, point: u32) -> u32 {
        let found = self.moved.binary_search_by_key(&point, |&(point, _)| point);
        found.map_or(point, |at| self.moved[at].1)
    }

    /// The images of the first points, which are mapped to each other.
    pub(crate) fn images(&self, degree: usize) -> Vec<u32> {
        let mut images: Vec<_> = (0..to_u32(degree)).collect();
        for &(point, image) in self.moved.iter().take_while(|(point, _)| as_index(*point) < degree)
        {
            images[as_index(point)] = image;
        }
        images
    }
}
