//! A grid: the value of each cell, or a blank.

use super::geometry::{Geometry, Unit};
use super::store::Store;
use super::text::Alphabet;
use std::fmt;

/// The largest size of a grid, so that a value and its bit in a mask are small.
const MAX_SIZE: usize = 36;

/// The values of a Sudoku, row by row: 0 for a blank, otherwise `1..=size`.
///
/// A grid knows its size, but not its boxes: those are the [`Geometry`]'s. It may hold anything, also what
/// breaks the rules.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    size: usize,
    cells: Store,
}

impl Grid {
    /// A grid of `size` rows and columns without a clue. A size above 36 is taken as 36.
    #[must_use]
    pub fn blank(size: usize) -> Self {
        let size = size.min(MAX_SIZE);
        Self { size, cells: vec![0; size * size].into() }
    }

    /// The grid with these cells, row by row.
    ///
    /// # Errors
    /// If the size is above 36, there are not `size * size` cells, or a value is above `size`.
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

    /// The grid with these cells, which the caller has checked.
    pub(super) fn from_checked(size: usize, cells: Vec<u8>) -> Self {
        debug_assert!(cells.len() == size * size);
        debug_assert!(cells.iter().all(|&value| usize::from(value) <= size));
        Self { size, cells: cells.into() }
    }

    /// The grid of size 9 with these cells, which the caller has checked.
    pub(super) fn from_checked_nine(cells: [u8; 81]) -> Self {
        debug_assert!(cells.iter().all(|&value| value <= 9));
        Self { size: 9, cells: cells.into() }
    }

    /// The number of rows, which is that of columns and of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// All cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The value in a cell: 0 for a blank, `None` for a number that is no cell.
    #[must_use]
    pub fn get(&self, cell: usize) -> Option<u8> {
        self.cells.get(cell).copied()
    }

    /// Puts a value into a cell; 0 makes it blank.
    ///
    /// # Errors
    /// If there is no such cell, or the value is above [`size`](Self::size). The grid is then as before.
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

    /// Whether no cell is blank.
    #[must_use]
    pub fn is_full(&self) -> bool {
        !self.cells.contains(&0)
    }

    /// The first unit, in the geometry's order, that holds a value twice, and the smallest such value.
    ///
    /// `None` if there is no such unit, and also if the geometry is that of another size: nothing then says
    /// which cells are together.
    #[must_use]
    pub fn clash(&self, geometry: &Geometry) -> Option<Clash> {
        if self.size != geometry.size() || self.is_consistent(geometry) {
            return None;
        }
        geometry.units().iter().find_map(|unit| {
            let value = self.repeated(unit.cells())?;
            let mut holders = unit.cells().iter().copied().filter(|&c| self.cells[c] == value);
            let cells = (holders.next()?, holders.next()?);
            Some(Clash { unit: unit.name().to_owned(), value, cells })
        })
    }

    /// Whether no unit holds a value twice.
    fn is_consistent(&self, geometry: &Geometry) -> bool {
        let is_free = |unit: &Unit| self.repeated(unit.cells()).is_none();
        if (geometry.box_rows(), geometry.box_columns()) == (3, 3) {
            return nine_are_free(&self.cells) && geometry.regions().iter().all(is_free);
        }
        geometry.units().iter().all(is_free)
    }

    /// The smallest value that occurs twice in these cells.
    fn repeated(&self, cells: &[usize]) -> Option<u8> {
        let (mut once, mut twice) = (0, 0);
        for &cell in cells {
            let bit = bit(self.cells[cell]);
            twice |= once & bit;
            once |= bit;
        }
        u8::try_from(twice.trailing_zeros()).ok().filter(|_| twice != 0)
    }

    /// Whether it is full and obeys the geometry.
    #[must_use]
    pub fn is_solution(&self, geometry: &Geometry) -> bool {
        self.size == geometry.size() && self.is_full() && self.is_consistent(geometry)
    }

    /// Whether it has every clue of `clues`, and maybe more.
    #[must_use]
    pub fn extends(&self, clues: &Self) -> bool {
        // Without a branch for each cell, most of which are alike.
        let lost = |(&own, &clue): (&u8, &u8)| (clue != 0) & (own != clue);
        let cells = self.cells.iter().zip(clues.cells.iter());
        self.size == clues.size && !cells.fold(false, |any, cell| any | lost(cell))
    }

    /// The grid mirrored in its main diagonal: rows become columns.
    #[must_use]
    pub fn transposed(&self) -> Self {
        let size = self.size;
        let cell = |i: usize| self.cells[i % size * size + i / size];
        Self { size, cells: (0..size * size).map(cell).collect::<Vec<_>>().into() }
    }

    /// The grid in which each value `v` is replaced by `values[v - 1]`. Blanks stay.
    ///
    /// # Errors
    /// If `values` does not hold each of `1..=size` once.
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

/// The grid of size 9 with these cells, row by row.
impl TryFrom<[u8; 81]> for Grid {
    type Error = GridError;

    fn try_from(cells: [u8; 81]) -> Result<Self, GridError> {
        match cells.iter().position(|&value| value > 9) {
            Some(cell) => Err(GridError::Value { size: 9, cell, value: cells[cell] }),
            None => Ok(Self::from_checked_nine(cells)),
        }
    }
}

/// The bit of a value; a blank has none.
#[inline]
fn bit(value: u8) -> u64 {
    (1 << (value & 63)) & !1
}

/// A count of one for each value up to 9, in a nibble of its own. A blank counts for nothing.
const ONE: [u64; 16] = {
    let mut one = [0; 16];
    let mut value = 1;
    while value <= 9 {
        one[value] = 1 << (4 * value);
        value += 1;
    }
    one
};

/// Where a nibble of counts shows that it is more than 1.
const MORE_THAN_ONE: u64 = 0xeeee_eeee_eeee_eeee;

/// Whether no row, column or 3x3 box of these 81 cells holds a value twice.
///
/// Each unit counts all its values at once, in the nibbles of one word: no count passes 9, and one above 1
/// has one of its upper three bits set. There are no branches, because this runs for every puzzle of a
/// large file.
fn nine_are_free(cells: &[u8]) -> bool {
    let (mut columns, mut counts) = ([0; 9], 0);
    for band in cells.as_chunks::<9>().0.as_chunks::<3>().0 {
        let mut boxes = [0; 3];
        for row in band {
            let ones = row.map(|value| ONE[usize::from(value & 15)]);
            let mut whole = 0;
            for (count, part) in boxes.iter_mut().zip(ones.as_chunks::<3>().0) {
                let sum = part[0] + part[1] + part[2];
                *count += sum;
                whole += sum;
            }
            for (count, one) in columns.iter_mut().zip(ones) {
                *count += one;
            }
            counts |= whole;
        }
        counts |= boxes[0] | boxes[1] | boxes[2];
    }
    let all = columns.iter().fold(counts, |all, column| all | column);
    all & MORE_THAN_ONE == 0
}

/// A value that stands twice in one unit. Its `Display` is like `row 7 has 3 twice`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    unit: String,
    value: u8,
    cells: (usize, usize),
}

impl Clash {
    /// The name of the unit.
    #[must_use]
    pub fn unit(&self) -> &str {
        &self.unit
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> u8 {
        self.value
    }

    /// The first two cells of the unit that hold it.
    #[must_use]
    pub fn cells(&self) -> (usize, usize) {
        self.cells
    }

    /// The sentence with the value's symbol: `row 7 has G twice`.
    #[must_use]
    pub fn in_alphabet(&self, alphabet: Alphabet) -> String {
        let mut symbol = String::new();
        alphabet.push(self.value, &mut symbol);
        format!("{} has {symbol} twice", self.unit)
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has {} twice", self.unit, self.value)
    }
}

/// Why cells don't make a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GridError {
    /// There is no grid of this size.
    Size {
        /// The size that was asked for.
        size: usize,
    },
    /// The number of cells is not the square of the size.
    Length {
        /// The size of the grid.
        size: usize,
        /// The number of cells that were given.
        found: usize,
    },
    /// A value is larger than the size.
    Value {
        /// The size of the grid.
        size: usize,
        /// The cell that should have held the value.
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
    /// A relabelling is no permutation of the values.
    Relabelling {
        /// The size of the grid.
        size: usize,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Size { size } => write!(f, "no grid of size {size}: expected at most {MAX_SIZE}"),
            Self::Length { size, found } => {
                write!(f, "expected {} cells, found {found}", size * size)
            }
            Self::Value { size, cell, value } => {
                write!(f, "cell {cell} can't hold {value}: expected 0 to {size}")
            }
            Self::NoSuchCell { size, cell } => {
                write!(f, "no cell {cell}: expected one below {}", size * size)
            }
            Self::Relabelling { size } => write!(f, "expected each of 1 to {size} once"),
        }
    }
}

impl std::error::Error for GridError {}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769\
                          695417382";

    fn grid(text: &str) -> Grid {
        let cells: Vec<u8> = text.bytes().map(|b| b.saturating_sub(b'0')).collect();
        Grid::from_cells(cells.len().isqrt(), cells).unwrap()
    }

    fn plain() -> Geometry {
        Geometry::of_size(9).unwrap()
    }

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
            "cell 3 can't hold 5: expected 0 to 4"
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
    fn a_solution_is_full_and_has_no_clash() {
        let solved = grid(SOLVED);
        assert!(solved.is_full() && solved.is_solution(&plain()));
        let mut puzzle = solved.clone();
        puzzle.set(40, 0).unwrap();
        assert_eq!(puzzle.clash(&plain()), None);
        assert!(!puzzle.is_solution(&plain()));
        assert!(solved.extends(&puzzle) && !puzzle.extends(&solved));
        assert!(!solved.is_solution(&plain().diagonal()));
        assert!(!solved.is_solution(&Geometry::of_size(4).unwrap()));
    }

    #[test]
    fn the_first_clash_is_named() {
        // Cells and values on a blank grid, and what is wrong with them.
        let cases: [(&[(usize, u8)], &str); 6] = [
            (&[(54, 3), (62, 3)], "row 7 has 3 twice"),
            (&[(1, 9), (73, 9)], "column 2 has 9 twice"),
            (&[(0, 1), (10, 1)], "box 1 has 1 twice"),
            (&[(80, 5), (60, 5)], "box 9 has 5 twice"),
            (&[(0, 7), (3, 7), (1, 2), (4, 2)], "row 1 has 2 twice"),
            (&[(0, 8), (40, 8)], "diagonal 1 has 8 twice"),
        ];
        for (clues, message) in cases {
            let mut grid = Grid::blank(9);
            for &(cell, value) in clues {
                grid.set(cell, value).unwrap();
            }
            assert_eq!(grid.clash(&plain().diagonal()).unwrap().to_string(), message);
        }
    }

    #[test]
    fn a_clash_has_its_cells_and_speaks_the_alphabet_of_the_question() {
        let mut grid = Grid::blank(16);
        for cell in [5, 8, 14] {
            grid.set(cell, 16).unwrap();
        }
        let clash = grid.clash(&Geometry::of_size(16).unwrap()).unwrap();
        assert_eq!((clash.unit(), clash.value(), clash.cells()), ("row 1", 16, (5, 8)));
        assert_eq!(clash.in_alphabet("1-9A-G".parse().unwrap()), "row 1 has G twice");
        assert_eq!(clash.in_alphabet("1-16".parse().unwrap()), "row 1 has 16 twice");
    }

    #[test]
    fn one_wrong_value_in_a_solution_always_clashes() {
        let solved = grid(SOLVED);
        for cell in 0..81 {
            for value in 1..=9 {
                let mut other = solved.clone();
                other.set(cell, value).unwrap();
                assert_eq!(other.clash(&plain()).is_none(), other == solved);
            }
        }
    }

    #[test]
    fn large_grids_clash_too() {
        let geometry = Geometry::of_size(36).unwrap();
        let mut grid = Grid::blank(36);
        assert_eq!(grid.clash(&geometry), None);
        for cell in [0, 36] {
            grid.set(cell, 36).unwrap();
        }
        assert_eq!(grid.clash(&geometry).unwrap().to_string(), "column 1 has 36 twice");
    }

    #[test]
    fn transposing_and_relabelling_keep_a_solution() {
        let solved = grid(SOLVED);
        assert!(solved.transposed().is_solution(&plain()));
        assert_eq!(solved.transposed().transposed(), solved);
        assert_eq!(solved.transposed().get(9), solved.get(1));
        let turned = solved.relabelled(&[2, 3, 4, 5, 6, 7, 8, 9, 1]).unwrap();
        assert!(turned.is_solution(&plain()));
        assert_eq!((solved.get(0), turned.get(0)), (Some(4), Some(5)));
        assert_eq!(Grid::blank(4).relabelled(&[1, 2, 3, 4]), Ok(Grid::blank(4)));
        for values in [&[1, 2, 3][..], &[1, 2, 3, 3], &[0, 1, 2, 3], &[1, 2, 3, 4, 5]] {
            assert_eq!(Grid::blank(4).relabelled(values), Err(GridError::Relabelling { size: 4 }));
        }
    }
}
