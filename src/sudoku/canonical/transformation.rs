//! [`Transformation`]: a permutation of the cells of a grid by rows and columns, and a relabelling.

use crate::sudoku::grid::Grid;
use std::fmt;

/// The largest size of a grid.
pub(super) const MAX_SIZE: usize = 36;

/// A map from grids to grids of the same size: an optional transposition, then permutations of the
/// rows and of the columns, and a permutation of the values.
///
/// Any permutations are allowed: whether boxes and regions are mapped to boxes and regions is for
/// [`preserves`](Self::preserves) to say.
///
/// # Text form
/// `rows=312456789 columns=123456789 values=987654321`, with `transpose ` before it if rows and
/// columns are exchanged first. Row 1 of the image is row 3 of the (transposed) grid, and value 1
/// becomes 9. Rows, columns and values are written with the symbols of the values of a grid of the
/// size: `1-9`, then `A-Z` (`0-9A-Z` for size 36).
///
/// ```
/// use quadrille::sudoku::{Grid, canonical::Transformation};
///
/// let grid: Grid = "1234341221434321".parse()?;
/// let map: Transformation = "transpose rows=2134 columns=1243 values=4123".parse()?;
/// let image = map.apply(&grid)?;
/// assert_eq!(image.to_string(), "1324423124133142");
/// assert_eq!(map.inverse().apply(&image)?, grid);
/// assert!(map.then(&map.inverse())?.is_identity());
/// assert_eq!(map.cell(4), Some(5));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Transformation {
    size: usize,
    transposed: bool,
    /// For each row of the image, the row of the (transposed) grid that it comes from.
    rows: [u8; MAX_SIZE],
    /// The same for columns.
    columns: [u8; MAX_SIZE],
    /// For each value less 1, what it becomes, less 1.
    values: [u8; MAX_SIZE],
}

/// The numbers from 0.
const IDENTITY: [u8; MAX_SIZE] = {
    let mut numbers = [0; MAX_SIZE];
    let (mut index, mut number) = (0, 0);
    while index < MAX_SIZE {
        numbers[index] = number;
        (index, number) = (index + 1, number + 1);
    }
    numbers
};

impl Transformation {
    /// The transformation of grids of a size that changes nothing. The size is at most 36; larger
    /// ones are reduced to 36.
    #[must_use]
    pub fn identity(size: usize) -> Self {
        let size = size.min(MAX_SIZE);
        let numbers = prefix(&IDENTITY[..size]);
        Self { size, transposed: false, rows: numbers, columns: numbers, values: numbers }
    }

    /// Creates a transformation. Row `i` of the image is row `rows[i]` of the grid, or of the
    /// transposed grid, and the same holds for columns, all counted from 0. Value `v` becomes
    /// `values[v - 1]`.
    ///
    /// # Errors
    /// If there are more than 36 rows, or other numbers of columns or values than of rows, or a
    /// row, column or value does not occur exactly once.
    pub fn new(
        transposed: bool,
        rows: &[u8],
        columns: &[u8],
        values: &[u8],
    ) -> Result<Self, TransformationError> {
        let size = rows.len();
        if size > MAX_SIZE {
            return Err(TransformationError::Size { size });
        }
        let from_zero = values.iter().map(|value| value.wrapping_sub(1)).collect::<Vec<_>>();
        let lists = [(rows, "rows"), (columns, "columns"), (&from_zero, "values")];
        for (list, name) in lists {
            let is_there = |number: &u8| list.contains(number);
            if list.len() != size || !IDENTITY[..size].iter().all(is_there) {
                return Err(TransformationError::NotAPermutation { name, size });
            }
        }
        let [rows, columns, values] = lists.map(|(list, _)| prefix(list));
        Ok(Self { size, transposed, rows, columns, values })
    }

    /// Creates a transformation from permutations that the caller has checked, all from 0. They are
    /// at least as long as the size.
    pub(super) fn from_checked(
        size: usize,
        transposed: bool,
        rows: &[u8],
        columns: &[u8],
        values: &[u8],
    ) -> Self {
        let [rows, columns, values] = [rows, columns, values].map(|list| prefix(&list[..size]));
        Self { size, transposed, rows, columns, values }
    }

    /// The number of rows, of columns and of values.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether rows and columns are exchanged, before they are permuted.
    #[must_use]
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// For each row of the image, the row of the grid, or of the transposed grid, from 0.
    #[must_use]
    pub fn rows(&self) -> &[u8] {
        &self.rows[..self.size]
    }

    /// For each column of the image, the column of the grid, or of the transposed grid, from 0.
    #[must_use]
    pub fn columns(&self) -> &[u8] {
        &self.columns[..self.size]
    }

    /// What a value becomes. Blanks stay blank. `None` if the value is above the size.
    #[must_use]
    pub fn value(&self, value: u8) -> Option<u8> {
        match usize::from(value).checked_sub(1) {
            None => Some(0),
            Some(index) => self.values[..self.size].get(index).map(|image| image + 1),
        }
    }

    /// Where a cell goes to. `None` if there is no such cell.
    #[must_use]
    pub fn cell(&self, cell: usize) -> Option<usize> {
        if cell >= self.size * self.size {
            return None;
        }
        let (row, column) = (cell / self.size, cell % self.size);
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        let place = |list: &[u8], line: usize| list.iter().position(|&at| usize::from(at) == line);
        Some(place(self.rows(), row)? * self.size + place(self.columns(), column)?)
    }

    /// The cell that comes to a cell of the image, both of which are in the grid.
    #[inline]
    pub(super) fn source(&self, row: usize, column: usize) -> usize {
        let (row, column) = (usize::from(self.rows[row]), usize::from(self.columns[column]));
        if self.transposed { column * self.size + row } else { row * self.size + column }
    }

    /// The image of a grid.
    ///
    /// # Errors
    /// If the grid has another size.
    pub fn apply(&self, grid: &Grid) -> Result<Grid, TransformationError> {
        self.check_size(grid.size())?;
        Ok(self.image(grid))
    }

    /// [`apply`](Self::apply) for a grid of the right size.
    pub(super) fn image(&self, grid: &Grid) -> Grid {
        let image = |value: u8| match value {
            0 => 0,
            value => self.values[usize::from(value) - 1] + 1,
        };
        let rows = 0..self.size;
        let sources = rows.flat_map(|row| (0..self.size).map(move |column| (row, column)));
        let cells = sources.map(|(row, column)| image(grid.cells()[self.source(row, column)]));
        Grid::from_checked(self.size, cells.collect())
    }

    /// The transformation that undoes this one.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let (rows, columns) = (self.inverted(&self.rows), self.inverted(&self.columns));
        let (rows, columns) = if self.transposed { (columns, rows) } else { (rows, columns) };
        Self { rows, columns, values: self.inverted(&self.values), ..*self }
    }

    /// This transformation, and then another one.
    ///
    /// # Errors
    /// If the sizes differ.
    pub fn then(&self, next: &Self) -> Result<Self, TransformationError> {
        self.check_size(next.size)?;
        Ok(self.followed_by(next))
    }

    /// [`then`](Self::then) for transformations of one size.
    pub(super) fn followed_by(&self, next: &Self) -> Self {
        debug_assert!(self.size == next.size);
        let (rows, columns) = match next.transposed {
            false => (&self.rows, &self.columns),
            true => (&self.columns, &self.rows),
        };
        Self {
            size: self.size,
            transposed: self.transposed != next.transposed,
            rows: self.composed(rows, &next.rows),
            columns: self.composed(columns, &next.columns),
            values: self.composed(&next.values, &self.values),
        }
    }

    /// Whether every cell and every value stays as it is.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        *self == Self::identity(self.size)
    }

    /// This transformation with two of the new values exchanged, which are counted from 0.
    pub(super) fn with_exchanged_values(&self, a: u8, b: u8) -> Self {
        let mut other = *self;
        for value in &mut other.values[..self.size] {
            *value = match *value {
                value if value == a => b,
                value if value == b => a,
                value => value,
            };
        }
        other
    }

    fn check_size(&self, found: usize) -> Result<(), TransformationError> {
        match found == self.size {
            true => Ok(()),
            false => Err(TransformationError::OtherSize { expected: self.size, found }),
        }
    }

    fn inverted(&self, list: &[u8; MAX_SIZE]) -> [u8; MAX_SIZE] {
        let mut inverse = [0; MAX_SIZE];
        for (number, &image) in IDENTITY.iter().zip(&list[..self.size]) {
            inverse[usize::from(image)] = *number;
        }
        inverse
    }

    /// The list `outer[inner[i]]`.
    fn composed(&self, outer: &[u8; MAX_SIZE], inner: &[u8; MAX_SIZE]) -> [u8; MAX_SIZE] {
        let mut list = [0; MAX_SIZE];
        for (image, &number) in list.iter_mut().zip(&inner[..self.size]) {
            *image = outer[usize::from(number)];
        }
        list
    }
}

/// A list of at most [`MAX_SIZE`] numbers, and zeros.
fn prefix(list: &[u8]) -> [u8; MAX_SIZE] {
    let mut all = [0; MAX_SIZE];
    for (stored, &number) in all.iter_mut().zip(list) {
        *stored = number;
    }
    all
}

/// The error for what is not a transformation, or not one of a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TransformationError {
    /// The size is too large.
    Size {
        /// The size.
        size: usize,
    },
    /// A list of rows, columns or values does not contain each of them once.
    NotAPermutation {
        /// `rows`, `columns` or `values`.
        name: &'static str,
        /// The number of rows.
        size: usize,
    },
    /// The grid or the next transformation has another size.
    OtherSize {
        /// The size of the transformation.
        expected: usize,
        /// The size of the other one.
        found: usize,
    },
    /// A word of a text is not the one that was expected.
    Word {
        /// The number of the word, from 1.
        word: usize,
        /// `rows=`, `columns=` or `values=`; nothing if the text should have ended.
        expected: &'static str,
        /// The word; empty if the text has ended.
        found: String,
    },
    /// A symbol stands for no row, column or value.
    Symbol {
        /// The number of the word, from 1.
        word: usize,
        /// The symbol.
        found: char,
        /// The number of rows.
        size: usize,
    },
}

impl fmt::Display for TransformationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { size } => write!(f, "the size is {size}: expected at most {MAX_SIZE}"),
            Self::NotAPermutation { name, size } => {
                write!(f, "the {name} are not a permutation: expected each of {size} {name} once")
            }
            Self::OtherSize { expected, found } => {
                write!(f, "the size is {found}: expected {expected}")
            }
            Self::Word { word, expected: "", found } => {
                write!(f, "word {word} is {found}: expected the end of the text")
            }
            Self::Word { word, expected, found } if found.is_empty() => {
                write!(f, "the text has no word {word}: expected {expected}")
            }
            Self::Word { word, expected, found } => {
                write!(f, "word {word} is {found}: expected {expected}")
            }
            Self::Symbol { word, found, size } => {
                write!(f, "word {word} has {found:?}: expected the symbols of {size} values")
            }
        }
    }
}

impl std::error::Error for TransformationError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::Random;

    #[test]
    fn transformations_compose_and_invert() {
        let mut random = Random(1);
        for size in [1, 4, 6, 9, 16, 36] {
            let identity = Transformation::identity(size);
            let grid = random.any_grid(size);
            for _ in 0..20 {
                let [a, b, c] = [(); 3].map(|()| random.transformation(size));
                let ab = a.then(&b).unwrap();
                assert_eq!(ab.apply(&grid), b.apply(&a.apply(&grid).unwrap()));
                assert_eq!(ab.then(&c), a.then(&b.then(&c).unwrap()));
                assert_eq!(a.then(&a.inverse()), Ok(identity));
                assert_eq!(a.inverse().then(&a), Ok(identity));
                assert_eq!((a.then(&identity), identity.then(&a)), (Ok(a), Ok(a)));
                let image = a.apply(&grid).unwrap();
                for (cell, &value) in grid.cells().iter().enumerate() {
                    assert_eq!(image.get(a.cell(cell).unwrap()), a.value(value));
                }
                assert_eq!((a.cell(size * size), a.value(37)), (None, None));
            }
            assert!(identity.is_identity());
        }
        assert_eq!(Transformation::identity(0).apply(&Grid::blank(0)), Ok(Grid::blank(0)));
    }

    #[test]
    fn lists_are_checked() {
        let two = [0, 1];
        let error = |rows: &[u8], columns: &[u8], values: &[u8]| {
            Transformation::new(false, rows, columns, values).unwrap_err().to_string()
        };
        let columns = "the columns are not a permutation: expected each of 2 columns once";
        assert!(Transformation::new(true, &two, &[1, 0], &[2, 1]).is_ok());
        for list in [&[0, 0][..], &[0], &[0, 1, 1], &[0, 1, 2]] {
            assert_eq!(error(&two, list, &[1, 2]), columns);
        }
        assert!(error(&two, &two, &two).starts_with("the values are not"));
        assert!(error(&[0; 37], &two, &two).starts_with("the size is 37"));
        let (four, six) = (Transformation::identity(4), Transformation::identity(6));
        assert_eq!(four.then(&six).unwrap_err().to_string(), "the size is 6: expected 4");
        assert!(six.apply(&Grid::blank(4)).is_err());
    }
}
