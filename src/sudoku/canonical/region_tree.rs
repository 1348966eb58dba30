//! [`RegionTree`]: the images of a grid under the transformations of a [`RegionGroup`].

use super::region_group::RegionGroup;
use super::transformation::{MAX_SIZE, Transformation};
use super::tree_search::{ImageTree, LeastChildren};
use crate::search::StopReason;
use crate::sudoku::grid::Grid;

/// A transformation whose first levels are decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct RegionNode {
    map: Transformation,
    /// The label of each value, 0 if it has none yet.
    values: [u8; MAX_SIZE],
    /// The number of labels.
    labels: u8,
}

/// The tree of the chain of the group: the levels of the group decide first what comes to the first
/// row, cell by cell, and then the other rows.
#[derive(Clone, Debug)]
pub(super) struct RegionTree {
    group: RegionGroup,
    grid: Grid,
}

impl RegionTree {
    pub(super) fn new(group: RegionGroup) -> Self {
        let grid = Grid::blank(group.size);
        Self { group, grid }
    }
}

impl ImageTree for RegionTree {
    type Node = RegionNode;

    fn load(&mut self, grid: &Grid) {
        self.grid.clone_from(grid);
    }

    fn levels(&self) -> usize {
        self.group.levels.len()
    }

    fn expand(
        &self,
        level: usize,
        node: Option<&RegionNode>,
        children: &mut LeastChildren<'_, RegionNode>,
    ) -> Result<(), StopReason> {
        let size = self.group.size;
        // The first level decides no cell, since there is no column yet.
        let cells = match level.checked_sub(1) {
            None => 0..0,
            Some(column) if column < size => column..column + 1,
            Some(row) => (row + 1 - size) * size..(row + 2 - size) * size,
        };
        let map = Transformation::identity(size);
        let node = node.copied().unwrap_or(RegionNode { map, values: [0; MAX_SIZE], labels: 0 });
        for element in &self.group.levels[level] {
            children.step()?;
            // The element keeps what was decided before.
            let mut child = RegionNode { map: node.map.followed_by(element), ..node };
            let is_admitted = cells.clone().all(|cell| {
                let value = self.grid.cells()[child.map.source(cell / size, cell % size)];
                children.admits(cell, child.label(value))
            });
            if is_admitted {
                children.push(child)?;
            }
        }
        Ok(())
    }

    fn transformation(&self, leaf: &RegionNode, _: &[u8]) -> Transformation {
        let mut leaf = *leaf;
        let values: Vec<_> =
            (1..).take(self.group.size).map(|value| leaf.label(value) - 1).collect();
        let map = &leaf.map;
        Transformation::from_checked(
            map.size(),
            map.is_transposed(),
            map.rows(),
            map.columns(),
            &values,
        )
    }
}

impl RegionNode {
    /// The label of a value, the next one if it has none; 0 for a blank.
    fn label(&mut self, value: u8) -> u8 {
        let Some(index) = usize::from(value).checked_sub(1) else { return 0 };
        if self.values[index] == 0 {
            self.labels += 1;
            self.values[index] = self.labels;
        }
        self.values[index]
    }
}
