//! [`RegionGroup`]: the transformations that keep the regions of a geometry, without relabellings.

use super::region_matching::{Axis, RegionMatching};
use super::transformation::Transformation;
use crate::search::StopReason;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::stop_poll::StopPoll;
use std::ops::Range;

/// A group of transformations as a chain of subgroups. The first level decides whether the grid is
/// transposed and which row comes to the first row, the next levels which column comes to each
/// column, the others which row comes to each other row.
///
/// # Invariant
/// The subgroup of a level keeps what the levels before it decide. A level has one element of the
/// subgroup for each line that the subgroup brings to the place of the level, the identity first.
#[derive(Clone, Debug)]
pub(super) struct RegionGroup {
    pub(super) size: usize,
    pub(super) levels: Vec<Vec<Transformation>>,
}

impl RegionGroup {
    /// The group of a geometry. Each element of the levels is found by a search of its own.
    pub(super) fn new(geometry: &Geometry, stop: &mut StopPoll) -> Result<Self, StopReason> {
        let size = geometry.size();
        let mut matching = RegionMatching::new(geometry);
        let mut levels = Vec::new();
        for level in 0..2 * size {
            let mut elements = vec![Transformation::identity(size)];
            for line in lines(geometry, level).skip(1) {
                matching.clear();
                let before = (0..level).map(|before| (before, lines(geometry, before).start));
                let all = before.chain([(level, line)]);
                if all.into_iter().all(|(level, line)| matching.add(axis(size, level), line)) {
                    elements.extend(matching.complete(stop)?);
                }
            }
            levels.push(elements);
        }
        Ok(Self { size, levels })
    }

    /// The number of elements; `None` if it needs more than 128 bits.
    pub(super) fn order(&self) -> Option<u128> {
        let factors = self.levels.iter().map(|level| u128::try_from(level.len()).ok());
        factors.into_iter().try_fold(1, |order: u128, factor| order.checked_mul(factor?))
    }
}

/// Whether a level decides a row or a column.
fn axis(size: usize, level: usize) -> Axis {
    if (1..=size).contains(&level) { Axis::Column } else { Axis::Row }
}

/// The lines that may come to the place of a level, if the levels before it change nothing; the one
/// that is there first. From the number of rows on, they are rows of the transposed grid.
fn lines(geometry: &Geometry, level: usize) -> Range<usize> {
    let size = geometry.size();
    let (box_rows, box_columns) = geometry.band_and_stack();
    match level {
        0 if box_rows == box_columns => 0..2 * size,
        0 => 0..size,
        _ if level <= size => level - 1..size,
        _ => level - size..size,
    }
}
