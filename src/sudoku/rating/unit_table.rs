//! [`UnitTable`]: which cells of a geometry see each other, and which units hold every value.

use crate::ids::{as_index, to_u32};
use crate::sudoku::geometry::{Geometry, UnitKind};
use std::sync::Arc;

/// What the ratings look up in a geometry. A cell *sees* the other cells of its units: its *peers*.
#[derive(Debug)]
pub(super) struct UnitTable {
    geometry: Arc<Geometry>,
    /// Ascending, for each cell.
    peers: Vec<Vec<u32>>,
    /// Row `a` of this matrix of bits has the cells that cell `a` sees.
    sees: Vec<u64>,
    row_words: usize,
    /// The units that hold every value, and those of each cell.
    complete: Vec<usize>,
    complete_of: Vec<Vec<u32>>,
}

impl UnitTable {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let cells = geometry.cells();
        let row_words = cells.div_ceil(64);
        let is_complete = |unit: &usize| geometry.units()[*unit].cells().len() == geometry.size();
        let units_of = |cell: usize| geometry.units_of(cell).iter().copied();
        let peers_of = |cell: usize| {
            let others = units_of(cell).flat_map(|unit| geometry.units()[unit].cells());
            let mut peers: Vec<_> = others.map(|&cell| to_u32(cell)).collect();
            peers.sort_unstable();
            peers.dedup();
            peers.retain(|&peer| as_index(peer) != cell);
            peers
        };
        let peers: Vec<_> = (0..cells).map(peers_of).collect();
        let mut sees = vec![0; cells * row_words];
        for (cell, peers) in peers.iter().enumerate() {
            for &peer in peers {
                sees[cell * row_words + as_index(peer) / 64] |= 1 << (peer % 64);
            }
        }
        let complete_of =
            (0..cells).map(|cell| units_of(cell).filter(is_complete).map(to_u32).collect());
        Self {
            geometry: Arc::new(geometry.clone()),
            complete: (0..geometry.units().len()).filter(is_complete).collect(),
            complete_of: complete_of.collect(),
            peers,
            sees,
            row_words,
        }
    }

    pub(super) fn geometry(&self) -> &Arc<Geometry> {
        &self.geometry
    }

    pub(super) fn size(&self) -> usize {
        self.geometry.size()
    }

    pub(super) fn cells(&self) -> usize {
        self.geometry.cells()
    }

    /// The cells that a cell sees, ascending.
    pub(super) fn peers(&self, cell: usize) -> &[u32] {
        &self.peers[cell]
    }

    /// Whether two cells are different and share a unit.
    #[inline]
    pub(super) fn sees(&self, cell: usize, other: usize) -> bool {
        self.sees[cell * self.row_words + other / 64] >> (other % 64) & 1 == 1
    }

    /// The units that hold every value, ascending.
    pub(super) fn complete(&self) -> &[usize] {
        &self.complete
    }

    /// Those that contain a cell.
    pub(super) fn complete_of(&self, cell: usize) -> &[u32] {
        &self.complete_of[cell]
    }

    /// The units that hold every value and are boxes, or those that are not.
    pub(super) fn complete_boxes(&self, are_boxes: bool) -> impl Iterator<Item = usize> {
        self.complete.iter().copied().filter(move |&unit| self.is_box(unit) == are_boxes)
    }

    fn is_box(&self, unit: usize) -> bool {
        self.geometry.units()[unit].kind() == UnitKind::Box
    }

    /// The cells of a unit, in the order of the geometry.
    pub(super) fn unit(&self, unit: usize) -> &[usize] {
        self.geometry.units()[unit].cells()
    }
}
