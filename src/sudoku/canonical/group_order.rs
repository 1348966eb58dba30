//! [`group_order`]: how many transformations a geometry has.

use super::region_group::RegionGroup;
use crate::ids::to_u64;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::stop_poll::StopPoll;

/// The number of transformations that [preserve](super::Transformation::preserves) a geometry,
/// without relabellings; `None` if it needs more than 128 bits, as that of size 36.
///
/// Without regions and irregular boxes there is a formula. With them, a stabiliser chain is found
/// by searches: they are quick unless a great many regions look alike.
///
/// ```
/// use quadrille::sudoku::{Geometry, canonical::group_order};
///
/// let geometry = Geometry::of_size(9)?;
/// assert_eq!(group_order(&geometry), Some(2 * 6_u128.pow(8)));
/// assert_eq!(group_order(&geometry.diagonal()), Some(96));
/// # Ok::<(), quadrille::sudoku::GeometryError>(())
/// ```
#[must_use]
pub fn group_order(geometry: &Geometry) -> Option<u128> {
    if geometry.irregular_units().is_empty() {
        return plain_order(geometry);
    }
    // Without a token and a deadline, nothing stops the searches.
    RegionGroup::new(geometry, &mut StopPoll::default()).ok()?.order()
}

/// The order without regions: in each band the rows are permuted, then the bands, and the same
/// holds for columns and stacks.
fn plain_order(geometry: &Geometry) -> Option<u128> {
    let (size, (height, width)) = (geometry.size(), geometry.band_and_stack());
    let bands = std::iter::repeat_n(height, size / height).chain([size / height]);
    let stacks = std::iter::repeat_n(width, size / width).chain([size / width]);
    let factors = bands.chain(stacks).flat_map(|count| 1..=count);
    let transpositions = if height == width { 2 } else { 1 };
    factors
        .map(to_u64)
        .try_fold(transpositions, |order: u128, factor| order.checked_mul(u128::from(factor)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::canonical::oracle;

    fn windows() -> Geometry {
        Geometry::of_size(9).unwrap().windows().unwrap()
    }

    fn jigsaw() -> Geometry {
        let boxes = [[0, 1, 2, 4], [3, 6, 7, 10], [5, 8, 9, 12], [11, 13, 14, 15]];
        Geometry::jigsaw(&boxes.map(Vec::from)).unwrap()
    }

    #[test]
    fn orders_are_those_by_definition() {
        let four = || Geometry::of_size(4).unwrap();
        let six = || Geometry::of_size(6).unwrap();
        let geometries = [
            four(),
            six(),
            Geometry::new(3, 2).unwrap(),
            four().diagonal(),
            six().diagonal(),
            four().with_region("one cell", &[6]).unwrap(),
            four().with_region("pair", &[0, 1]).unwrap().with_region("pair", &[10, 11]).unwrap(),
            four().with_region("row", &[4, 5, 6, 7]).unwrap(),
            six().with_region("a", &[0, 1]).unwrap().with_region("b", &[0, 1, 2]).unwrap(),
            windows(),
            Geometry::latin(4).unwrap(),
            Geometry::latin(5).unwrap(),
            Geometry::latin(5).unwrap().diagonal(),
            jigsaw(),
            jigsaw().anti_king(),
            six().anti_knight(),
        ];
        for geometry in geometries {
            let maps = u128::try_from(oracle::maps(&geometry).count()).unwrap();
            assert_eq!(group_order(&geometry), Some(maps));
        }
    }

    #[test]
    fn orders_of_large_geometries_are_exact_or_absent() {
        let order = |size| group_order(&Geometry::of_size(size).unwrap());
        assert_eq!(order(16), Some(2 * 24_u128.pow(10)));
        assert_eq!(order(25), Some(2 * 120_u128.pow(12)));
        assert_eq!(order(36), None);
        let diagonal = group_order(&Geometry::of_size(16).unwrap().diagonal());
        assert_eq!(diagonal, Some(8 * 24 * 24 * 4));
        // The maps that keep one of 256 cells.
        let cell = Geometry::of_size(16).unwrap().with_region("one cell", &[40]).unwrap();
        assert_eq!(group_order(&cell), Some(2 * 24_u128.pow(10) / 256));
    }
}
