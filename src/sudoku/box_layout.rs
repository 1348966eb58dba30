//! [`BoxLayout`]: which boxes a Sudoku has.

use super::geometry_error::{GeometryError, SIZES};
use super::region_drawing::{self, DrawingErrorKind};
use crate::location::ParseError;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// The symbols of irregular boxes in a line.
const SYMBOLS: &[u8; 36] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ0";

/// The boxes of a Sudoku: rectangles of one shape, sets of cells of any shape, or none.
///
/// As text, this is `3x3`, `none`, or for irregular boxes a line with one symbol for each cell, row
/// by row: cells with the same symbol are a box.
///
/// ```
/// use quadrille::sudoku::BoxLayout;
///
/// let boxes: BoxLayout = "AAABACBBCCBDCDDD".parse()?;
/// assert_eq!(boxes.to_string(), "1112132233243444");
/// assert_eq!("aabbaabbccddccdd".parse::<BoxLayout>()?.to_string(), "2x2");
/// # Ok::<(), quadrille::sudoku::GeometryError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum BoxLayout {
    /// No boxes: the grids are Latin squares.
    None,
    /// Rectangles.
    Rectangles {
        /// The height of a box, at least 2.
        rows: usize,
        /// The width of a box, at least 2.
        columns: usize,
    },
    /// Boxes of other shapes.
    Irregular(IrregularBoxes),
}

/// Boxes that partition a grid and are not rectangles of one shape.
///
/// # Invariant
/// The cells are those of a grid of a size in `4..=36`, and each box has `size` of them. Boxes are
/// numbered from 0 in the order of their first cells.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IrregularBoxes {
    size: usize,
    /// The number of the box of each cell.
    boxes: Vec<usize>,
}

impl BoxLayout {
    /// Creates rectangles that are `rows` high and `columns` wide.
    ///
    /// # Errors
    /// If a side is below 2, or the size is not in `4..=36`.
    pub fn rectangles(rows: usize, columns: usize) -> Result<Self, GeometryError> {
        let size = rows.saturating_mul(columns);
        match rows < 2 || columns < 2 || !SIZES.contains(&size) {
            true => Err(GeometryError::Boxes { rows, columns }),
            false => Ok(Self::Rectangles { rows, columns }),
        }
    }

    /// Creates boxes from their cells. Boxes that are rectangles of one shape become
    /// [`Rectangles`](Self::Rectangles).
    ///
    /// # Errors
    /// If the number of boxes is not in `4..=36`, a box does not have as many cells as there are
    /// boxes, or a cell is not in the grid or in two boxes.
    pub fn irregular(boxes: &[Vec<usize>]) -> Result<Self, GeometryError> {
        let size = boxes.len();
        if !SIZES.contains(&size) {
            return Err(GeometryError::BoxCount { found: size });
        }
        let mut box_of = vec![None; size * size];
        for (number, cells) in (1..).zip(boxes) {
            if cells.len() != size {
                return Err(GeometryError::BoxSize { number, size, found: cells.len() });
            }
            for &cell in cells {
                let in_box = box_of.get_mut(cell);
                let in_box =
                    in_box.ok_or(GeometryError::BoxCell { number, cell, cells: size * size })?;
                if in_box.replace(number).is_some() {
                    return Err(GeometryError::SharedCell { cell, size });
                }
            }
        }
        // As many boxes of as many cells without a common one have all cells.
        Ok(Self::of_partition(size, box_of))
    }

    /// Reads a drawing of boxes: `n` lines of `n` symbols, or one line of `n * n`. Cells with the
    /// same symbol are a box, whether they touch each other or not. As in drawings of puzzles,
    /// white space, separators, bars and rules like `+---+` are ignored, and a `#` begins a
    /// comment.
    ///
    /// ```
    /// use quadrille::sudoku::BoxLayout;
    ///
    /// let boxes = BoxLayout::parse_drawing("AAAB\nACBB\nCCBD\nCDDD\n")?;
    /// assert_eq!(boxes.to_string(), "1112132233243444");
    /// let error = BoxLayout::parse_drawing("AAAB\nACBB\nCCBD\nCDDA\n").unwrap_err();
    /// assert_eq!(error.to_string(), "4:4: box A has 5 cells: expected 4");
    /// # Ok::<(), quadrille::location::ParseError<quadrille::sudoku::DrawingErrorKind>>(())
    /// ```
    ///
    /// # Errors
    /// The first place where the text is not such a drawing.
    pub fn parse_drawing(text: &str) -> Result<Self, ParseError<DrawingErrorKind>> {
        region_drawing::read(text).map(|(size, symbols)| Self::of_partition(size, symbols))
    }

    /// The boxes of cells that have equal labels. There are as many labels as rows, each of as many
    /// cells.
    pub(super) fn of_partition<T: Ord>(size: usize, labels: impl IntoIterator<Item = T>) -> Self {
        let mut numbers = BTreeMap::new();
        let number = |label| {
            let next = numbers.len();
            *numbers.entry(label).or_insert(next)
        };
        let boxes: Vec<_> = labels.into_iter().map(number).collect();
        let is_rectangle = |rows: &usize| {
            let columns = size / rows;
            let box_of = |cell| box_of(cell, size, *rows, columns);
            size.is_multiple_of(*rows) && boxes.iter().enumerate().all(|(i, &b)| b == box_of(i))
        };
        match (2..=size / 2).find(is_rectangle) {
            Some(rows) => Self::Rectangles { rows, columns: size / rows },
            None => Self::Irregular(IrregularBoxes { size, boxes }),
        }
    }

    /// The number of rows of the grids; `None` without boxes, where it can be any.
    #[must_use]
    pub fn size(&self) -> Option<usize> {
        match self {
            Self::None => None,
            Self::Rectangles { rows, columns } => Some(rows.saturating_mul(*columns)),
            Self::Irregular(boxes) => Some(boxes.size),
        }
    }

    /// The cells of each box, in ascending order, for grids of the right size.
    pub(super) fn cells(&self) -> Vec<Vec<usize>> {
        let Some(size) = self.size() else { return Vec::new() };
        let mut cells = vec![Vec::with_capacity(size); size];
        for cell in 0..size * size {
            let number = match self {
                Self::Irregular(irregular) => irregular.boxes[cell],
                Self::Rectangles { rows, columns } => box_of(cell, size, *rows, *columns),
                Self::None => continue,
            };
            cells[number].push(cell);
        }
        cells
    }
}

/// The number of the rectangular box of a cell.
fn box_of(cell: usize, size: usize, rows: usize, columns: usize) -> usize {
    cell / size / rows * rows + cell % size / columns
}

impl fmt::Display for BoxLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Rectangles { rows, columns } => write!(f, "{rows}x{columns}"),
            Self::Irregular(irregular) => {
                let symbol = |&number: &usize| char::from(SYMBOLS[number]);
                f.write_str(&irregular.boxes.iter().map(symbol).collect::<String>())
            }
        }
    }
}

impl FromStr for BoxLayout {
    type Err = GeometryError;

    fn from_str(text: &str) -> Result<Self, GeometryError> {
        let unknown = || GeometryError::UnknownBoxes { text: text.to_owned() };
        if text == "none" {
            return Ok(Self::None);
        }
        match text.split_once(['x', 'X']) {
            Some((rows, columns)) if text.len() < 16 => {
                let sides = rows.parse().ok().zip(columns.parse().ok());
                let (rows, columns) = sides.ok_or_else(unknown)?;
                Self::rectangles(rows, columns)
            }
            _ if text.contains(char::is_whitespace) => Err(unknown()),
            _ => Self::parse_drawing(text).map_err(|_| unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const JIGSAW: &str = "1112132233243444";

    #[test]
    fn boxes_are_read_as_they_are_written() {
        for text in ["none", "2x3", "3x3", "2x18", JIGSAW] {
            assert_eq!(text.parse::<BoxLayout>().unwrap().to_string(), text);
        }
        let large = (0..36 * 36).map(|cell| cell % 36);
        let large = BoxLayout::of_partition(36, large).to_string();
        assert!(large.starts_with("123456789ABC") && large.len() == 36 * 36);
        assert_eq!(large.parse::<BoxLayout>().unwrap().to_string(), large);
        for text in
            ["", "3", "x3", "None", "111213223324344", "1112132233243445", "1112 1322 3324 3444"]
        {
            let error = text.parse::<BoxLayout>().unwrap_err();
            assert_eq!(error, GeometryError::UnknownBoxes { text: text.to_owned() });
        }
        let error = "1x9".parse::<BoxLayout>().unwrap_err();
        assert_eq!(error, GeometryError::Boxes { rows: 1, columns: 9 });
    }

    #[test]
    fn equal_partitions_are_equal() {
        let boxes: BoxLayout = JIGSAW.parse().unwrap();
        let mut cells = boxes.cells();
        cells.reverse();
        cells[2].reverse();
        assert_eq!(BoxLayout::irregular(&cells), Ok(boxes));
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (4, 4)] {
            let rectangles = BoxLayout::rectangles(rows, columns).unwrap();
            assert_eq!(BoxLayout::irregular(&rectangles.cells()), Ok(rectangles));
        }
        // Rows and columns are no boxes of two sides above 1.
        let rows: Vec<Vec<usize>> = (0..4).map(|row| (4 * row..4 * row + 4).collect()).collect();
        assert_eq!(BoxLayout::irregular(&rows).unwrap().to_string(), "1111222233334444");
    }

    #[test]
    fn what_is_not_a_partition_is_refused() {
        let boxes = || "2x2".parse::<BoxLayout>().unwrap().cells();
        let changed = |change: fn(&mut Vec<Vec<usize>>)| {
            let mut boxes = boxes();
            change(&mut boxes);
            BoxLayout::irregular(&boxes).unwrap_err().to_string()
        };
        let count = "there are 3 boxes: expected as many as rows, 4 to 36";
        assert_eq!(changed(|boxes| boxes.truncate(3)), count);
        assert_eq!(changed(|boxes| boxes[2].truncate(3)), "box 3 has 3 cells: expected 4");
        assert_eq!(changed(|boxes| boxes[1][0] = 16), "box 2 has cell 16: the last one is 15");
        let shared = "the cell in row 1, column 1 is twice in the boxes";
        assert_eq!(changed(|boxes| boxes[1][0] = 0), shared);
        assert_eq!(changed(|boxes| boxes[0][1] = 0), shared);
    }
}
