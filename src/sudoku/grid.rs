//! [`Grid`]: the value of each cell, or a blank.

use super::cell_storage::CellStorage;
use std::fmt;

/// The largest size of a grid, so that a value and its bit fit in small integers.
const MAX_SIZE: usize = 36;

/// The values of a Sudoku, row by row: 0 for a blank, otherwise `1..=size`.
///
/// A grid has a size but no boxes: those belong to the [`Geometry`](super::Geometry). It may hold
/// any values, also such that break the rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    size: usize,
    cells: CellStorage,
}

impl Grid {
    /// Creates a grid of `size` rows and columns without clues. The size is at most 36; larger ones
    /// are reduced to 36.
    #[must_use]
    pub fn blank(size: usize) -> Self {
        let size = size.min(MAX_SIZE);
        Self { size, cells: vec![0; size * size].into() }
    }

    /// Creates a grid from its cells, row by row.
    ///
    /// # Errors
    /// If the size is above 36, the number of cells is not `size * size`, or a value is above
    /// `size`.
    pub fn from_cells(size: usize, cells: Vec<u8>) -> Result<Self, GridError> {
        if size > MAX_SIZE {
            return Err(GridError::Size { size });
        }
        if cells.len() != size * size {
            return Err(GridError::Length { size, found: cells.len() });
        }
        match cells.iter().position(|&value| usize::from(value) > size) {
            Some(cell) => Err(GridError::Value { size, cell, value: cells[cell] }),
            None => Ok(Self { size, cells: cells.into() }),
        }
    }

    /// Creates a grid from cells that the caller has checked.
    pub(super) fn from_checked(size: usize, cells: Vec<u8>) -> Self {
        debug_assert!(cells.len() == size * size);
        debug_assert!(cells.iter().all(|&value| usize::from(value) <= size));
        Self { size, cells: cells.into() }
    }

    /// Creates a 9x9 grid from cells that the caller has checked.
    pub(super) fn from_checked_9x9(cells: [u8; 81]) -> Self {
        debug_assert!(cells.iter().all(|&value| value <= 9));
        Self { size: 9, cells: cells.into() }
    }

    /// The number of rows, of columns and of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// All cells, row by row. Those of a 9x9 grid are an array, too:
    ///
    /// ```
    /// use quadrille::sudoku::Grid;
    ///
    /// let grid: Grid = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
    /// let cells: &[u8; 81] = grid.cells().try_into()?;
    /// assert_eq!(cells[..9], [4, 0, 0, 0, 0, 0, 8, 0, 5]);
    /// assert_eq!(Grid::try_from(*cells)?, grid);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The value in a cell: 0 for a blank, `None` if there is no such cell.
    #[must_use]
    pub fn get(&self, cell: usize) -> Option<u8> {
        self.cells.get(cell).copied()
    }

    /// Sets the value of a cell; 0 makes it blank.
    ///
    /// # Errors
    /// If there is no such cell, or the value is above [`size`](Self::size). The grid is then
    /// unchanged.
    pub fn set(&mut self, cell: usize, value: u8) -> Result<(), GridError> {
        let size = self.size;
        if usize::from(value) > size {
            return Err(GridError::Value { size, cell, value });
        }
        *self.cells.get_mut(cell).ok_or(GridError::NoSuchCell { size, cell })? = value;
        Ok(())
    }

    /// The number of cells that are not blank.
    #[must_use]
    pub fn clues(&self) -> usize {
        self.cells.iter().filter(|&&value| value != 0).count()
    }

    /// The cells that are not blank, in ascending order.
    pub fn clue_cells(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().enumerate().filter(|&(_, &value)| value != 0).map(|(cell, _)| cell)
    }

    /// Sets a cell of the grid to a value that fits its size.
    pub(super) fn put(&mut self, cell: usize, value: u8) {
        let set = self.set(cell, value);
        debug_assert!(set.is_ok(), "{set:?}");
    }

    /// Returns whether no cell is blank.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// Returns whether the grid has every clue of `clues`.
    #[must_use]
    pub fn extends(&self, clues: &Self) -> bool {
        // Without a branch for each cell: this runs for every solution of a large file.
        let lost = |(&own, &clue): (&u8, &u8)| (clue != 0) & (own != clue);
        let cells = self.cells.iter().zip(clues.cells.iter());
        self.size == clues.size && !cells.fold(false, |any, cell| any | lost(cell))
    }

    /// The transposed grid: rows become columns.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let size = self.size;
        let cell = |i: usize| self.cells[i % size * size + i / size];
        Self { size, cells: (0..size * size).map(cell).collect::<Vec<_>>().into() }
    }

    /// The grid with each value `v` replaced by `values[v - 1]`. Blanks stay blank.
    ///
    /// # Errors
    /// If `values` does not contain each of `1..=size` once.
    pub fn relabelled(&self, values: &[u8]) -> Result<Self, GridError> {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().map(|&value| usize::from(value)).eq(1..=self.size) {
            return Err(GridError::Relabelling { size: self.size });
        }
        let new = |&value: &u8| usize::from(value).checked_sub(1).map_or(0, |index| values[index]);
        let cells = self.cells.iter().map(new).collect::<Vec<_>>();
        Ok(Self { size: self.size, cells: cells.into() })
    }
}

/// Creates a 9x9 grid from its cells, row by row.
impl TryFrom<[u8; 81]> for Grid {
    type Error = GridError;

    fn try_from(cells: [u8; 81]) -> Result<Self, GridError> {
        match cells.iter().position(|&value| value > 9) {
            Some(cell) => Err(GridError::Value { size: 9, cell, value: cells[cell] }),
            None => Ok(Self::from_checked_9x9(cells)),
        }
    }
}

/// The error for values that are not a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GridError {
    /// The size is too large.
    Size {
        /// The size.
        size: usize,
    },
    /// The number of cells is not the square of the size.
    Length {
        /// The size of the grid.
        size: usize,
        /// The number of cells.
        found: usize,
    },
    /// A value is larger than the size.
    Value {
        /// The size of the grid.
        size: usize,
        /// The number of the cell.
        cell: usize,
        /// The value.
        value: u8,
    },
    /// There is no such cell.
    NoSuchCell {
        /// The size of the grid.
        size: usize,
        /// The number of the cell.
        cell: usize,
    },
    /// A relabelling is not a permutation of the values.
    Relabelling {
        /// The size of the grid.
        size: usize,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size { size } => write!(f, "the size is {size}: expected at most {MAX_SIZE}"),
            Self::Length { size, found } => {
                write!(f, "expected {} cells, found {found}", size * size)
            }
            Self::Value { size, cell, value } => {
                write!(f, "cell {cell} has the value {value}: expected 0 to {size}")
            }
            Self::NoSuchCell { size, cell } => {
                write!(f, "unknown cell {cell}: expected a number below {}", size * size)
            }
            Self::Relabelling { size } => write!(f, "expected each of 1 to {size} once"),
        }
    }
}

impl std::error::Error for GridError {}

#[cfg(test)]
mod tests {
    use super::super::geometry::Geometry;
    use super::*;

    const SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769\
                          695417382";

    #[test]
    fn cells_are_checked() {
        assert_eq!(
            Grid::from_cells(9, vec![0; 80]).unwrap_err().to_string(),
            "expected 81 cells, found 80"
        );
        let mut cells = vec![0; 16];
        cells[3] = 5;
        assert_eq!(
            Grid::from_cells(4, cells).unwrap_err().to_string(),
            "cell 3 has the value 5: expected 0 to 4"
        );
        assert_eq!(Grid::from_cells(37, vec![]), Err(GridError::Size { size: 37 }));
        assert_eq!(Grid::try_from([9; 81]), Grid::from_cells(9, vec![9; 81]));
        assert_eq!(Grid::try_from([10; 81]), Grid::from_cells(9, vec![10; 81]));
        let mut grid = Grid::blank(4);
        assert_eq!(grid.set(16, 1), Err(GridError::NoSuchCell { size: 4, cell: 16 }));
        assert_eq!(grid.set(0, 5), Err(GridError::Value { size: 4, cell: 0, value: 5 }));
        assert_eq!(grid.set(15, 4), Ok(()));
        assert_eq!((grid.get(15), grid.get(16), grid.clues()), (Some(4), None, 1));
    }

    #[test]
    fn transposing_and_relabelling_keep_a_solution() {
        let (solved, geometry) = (SOLVED.parse::<Grid>().unwrap(), Geometry::of_size(9).unwrap());
        assert!(solved.transposed().is_solution(&geometry));
        assert_eq!(solved.transposed().transposed(), solved);
        assert_eq!(solved.transposed().get(9), solved.get(1));
        let turned = solved.relabelled(&[2, 3, 4, 5, 6, 7, 8, 9, 1]).unwrap();
        assert!(turned.is_solution(&geometry));
        assert_eq!((solved.get(0), turned.get(0)), (Some(4), Some(5)));
        assert_eq!(Grid::blank(4).relabelled(&[1, 2, 3, 4]), Ok(Grid::blank(4)));
        for values in [&[1, 2, 3][..], &[1, 2, 3, 3], &[0, 1, 2, 3], &[1, 2, 3, 4, 5]] {
            assert_eq!(Grid::blank(4).relabelled(values), Err(GridError::Relabelling { size: 4 }));
        }
    }
}
