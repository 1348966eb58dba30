//! [`CandidateGrid`]: the values that each cell of a grid of any size may have.

use super::geometry::{Geometry, Unit};
use super::grid::{Grid, GridError};
use super::simd9;

/// A restriction of a puzzle: the set of values that each cell may have, as a mask in which bit
/// `v - 1` stands for value `v`.
///
/// A solution of the restricted puzzle has the clues, obeys the rules, and is
/// [admitted](Self::admits) by the candidates. A cell without candidates leaves no solution.
///
/// ```
/// use quadrille::sudoku::CandidateGrid;
///
/// let mut candidates = CandidateGrid::all(4);
/// candidates.restrict(0, 0b1010);
/// assert!(candidates.allows(0, 2) && !candidates.allows(0, 1) && candidates.allows(1, 1));
/// assert_eq!(candidates.masks()[..2], [0b1010, 0b1111]);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CandidateGrid {
    /// `size * size` masks, row by row. The size is at most 36.
    masks: Box<[u64]>,
}

impl CandidateGrid {
    /// All values in all cells. The size is at most 36; larger ones are reduced to 36.
    #[must_use]
    pub fn all(size: usize) -> Self {
        let size = Grid::blank(size).size();
        Self { masks: vec![all_values(size); size * size].into() }
    }

    /// Creates candidates from masks, row by row. Bits of values above `size` are ignored.
    ///
    /// # Errors
    /// If the size is above 36 or the number of masks is not `size * size`.
    pub fn from_masks(size: usize, masks: &[u64]) -> Result<Self, GridError> {
        if Grid::blank(size).size() != size {
            return Err(GridError::Size { size });
        }
        if masks.len() != size * size {
            return Err(GridError::Length { size, found: masks.len() });
        }
        Ok(Self { masks: masks.iter().map(|mask| mask & all_values(size)).collect() })
    }

    /// The number of rows, of columns and of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.masks.len().isqrt()
    }

    /// The masks of all cells, row by row.
    #[must_use]
    pub fn masks(&self) -> &[u64] {
        &self.masks
    }

    /// Returns whether a cell may have a value; `false` if there is no such cell or value.
    #[must_use]
    pub fn allows(&self, cell: usize, value: u8) -> bool {
        self.masks.get(cell).is_some_and(|mask| mask & mask_of(value) != 0)
    }

    /// Removes the values that are not in a mask from the candidates of a cell.
    pub fn restrict(&mut self, cell: usize, mask: u64) {
        if let Some(own) = self.masks.get_mut(cell) {
            *own &= mask;
        }
    }

    /// Returns whether a grid has the size of these candidates, and each of its values is a
    /// candidate of its cell. Blank cells are admitted.
    #[must_use]
    pub fn admits(&self, grid: &Grid) -> bool {
        let allowed = |(mask, &value): (&u64, &u8)| value == 0 || mask & mask_of(value) != 0;
        self.masks.len() == grid.cells().len() && self.masks.iter().zip(grid.cells()).all(allowed)
    }

    /// Returns whether the clues of a puzzle and the rules exclude all that these candidates
    /// exclude: a cell with a clue lacks only other values, and a blank cell only values that a
    /// clue in one of its units has. Then the candidates do not change the solutions.
    #[must_use]
    pub fn follow_from(&self, puzzle: &Grid, geometry: &Geometry) -> bool {
        let has_size = puzzle.size() == geometry.size() && self.size() == puzzle.size();
        has_size && self.restricted_cell(puzzle, geometry).is_none()
    }

    /// These candidates, unless all blank cells of the puzzle may have any value.
    pub(super) fn of_blank_cells(self, puzzle: &Grid) -> Option<Self> {
        let all = all_values(puzzle.size());
        let mut cells = puzzle.cells().iter().zip(&self.masks);
        cells.any(|(&clue, &mask)| clue == 0 && mask != all).then_some(self)
    }

    /// The first cell whose candidates exclude more than the clues and the rules do. All have the
    /// same size.
    pub(super) fn restricted_cell(&self, puzzle: &Grid, geometry: &Geometry) -> Option<usize> {
        let (clues, all) = (puzzle.cells(), all_values(puzzle.size()));
        let is_restricted = |cell: &usize| match (clues[*cell], self.masks[*cell]) {
            (0, mask) if mask == all => false,
            (0, mask) => {
                let units = geometry.units_of(*cell).iter().map(|&unit| &geometry.units()[unit]);
                let seen = units.flat_map(Unit::cells).map(|&cell| mask_of(clues[cell]));
                !mask & all & !seen.fold(0, |seen, value| seen | value) != 0
            }
            (clue, mask) => mask & mask_of(clue) == 0,
        };
        (0..clues.len()).find(is_restricted)
    }

    /// The candidates of a puzzle of size 9 in the form of the 9x9 solver; `None` for other sizes.
    /// The candidates of a cell with a clue are the clue, if it is a candidate.
    #[must_use]
    pub fn to_simd9(&self, puzzle: &Grid) -> Option<simd9::Candidates> {
        let clues = simd9::Candidates::from(puzzle.cells().first_chunk()?);
        if (self.size(), puzzle.size()) != (9, 9) {
            return None;
        }
        let mut masks = *clues.masks();
        for (mask, &own) in masks.iter_mut().zip(&self.masks) {
            *mask &= u16::try_from(own).unwrap_or(0);
        }
        Some(simd9::Candidates::from_masks(masks))
    }
}

/// The mask of the values `1..=size`.
pub(super) fn all_values(size: usize) -> u64 {
    (1 << size.min(63)) - 1
}

/// The mask of a value; 0 for a blank.
pub(super) fn mask_of(value: u8) -> u64 {
    (1 << (value & 63)) >> 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_checked_and_values_above_the_size_are_ignored() {
        let wrong = CandidateGrid::from_masks(4, &[0; 15]).unwrap_err();
        assert_eq!(wrong.to_string(), "expected 16 cells, found 15");
        assert!(CandidateGrid::from_masks(37, &[]).is_err());
        let all = CandidateGrid::from_masks(4, &[u64::MAX; 16]).unwrap();
        assert_eq!((all.size(), &all), (4, &CandidateGrid::all(4)));
        for size in [0, 1, 9, 36] {
            assert_eq!(CandidateGrid::all(size).size(), size);
        }
        assert_eq!(CandidateGrid::all(37).size(), 36);
        assert!(!all.allows(0, 0) && !all.allows(0, 5) && !all.allows(16, 1) && all.allows(15, 4));
    }

    #[test]
    fn a_grid_is_admitted_by_its_values() {
        let mut candidates = CandidateGrid::all(4);
        candidates.restrict(1, mask_of(2) | mask_of(3));
        candidates.restrict(99, 0);
        let grid = |text: &str| text.parse::<Grid>().unwrap();
        assert!(candidates.admits(&grid("................")));
        assert!(candidates.admits(&grid("12..............")));
        assert!(!candidates.admits(&grid("14..............")));
        assert!(!candidates.admits(&Grid::blank(9)));
    }

    #[test]
    fn what_clues_and_rules_exclude_is_no_restriction() {
        let geometry = Geometry::of_size(4).unwrap();
        let puzzle: Grid = "1...............".parse().unwrap();
        let mut candidates = CandidateGrid::all(4);
        assert!(candidates.follow_from(&puzzle, &geometry));
        // The clue itself, and a cell of its row, column and box each.
        candidates.restrict(0, mask_of(1));
        for cell in [3, 12, 5] {
            candidates.restrict(cell, !mask_of(1));
        }
        assert!(candidates.follow_from(&puzzle, &geometry));
        assert!(!candidates.follow_from(&puzzle, &Geometry::of_size(9).unwrap()));
        let mut other = candidates.clone();
        other.restrict(15, !mask_of(1));
        assert!(!other.follow_from(&puzzle, &geometry));
        assert!(other.follow_from(&puzzle, &geometry.diagonal()));
        candidates.restrict(0, mask_of(2));
        assert!(!candidates.follow_from(&puzzle, &Geometry::of_size(4).unwrap()));
    }

    #[test]
    fn the_9x9_solver_gets_clues_and_candidates() {
        let mut candidates = CandidateGrid::all(9);
        candidates.restrict(0, mask_of(2) | mask_of(9));
        candidates.restrict(1, mask_of(3));
        let mut puzzle = Grid::blank(9);
        puzzle.set(0, 9).unwrap();
        puzzle.set(1, 4).unwrap();
        let masks = *candidates.to_simd9(&puzzle).unwrap().masks();
        assert_eq!(masks[..3], [1 << 8, 0, 0x1ff]);
        assert_eq!(candidates.to_simd9(&Grid::blank(4)), None);
        assert_eq!(CandidateGrid::all(4).to_simd9(&Grid::blank(9)), None);
    }
}
