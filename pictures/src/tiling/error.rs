//! The errors of boards: names that are no coordinates.

use std::fmt;

/// The error for a problem that can't be drawn as a board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TilingError {
    /// The names of the items are not the coordinates of cells.
    NotCoordinates {
        /// The first item whose name does not fit.
        item: String,
    },
    /// The names of the items are coordinates, but not those of one board.
    NoBoard {
        /// The first item.
        item: String,
    },
    /// The pattern of the caller matches none of the names.
    NoMatch {
        /// The first item.
        item: String,
    },
    /// A group of the pattern of the caller matched something else than a number or a letter.
    NotANumber {
        /// The item.
        item: String,
        /// The name of the coordinate: row, column or layer.
        group: &'static str,
        /// What the group matched.
        text: String,
    },
    /// Two items are the same cell.
    SameCell {
        /// The first item.
        first: String,
        /// The second item.
        second: String,
    },
    /// The board has more cells than are drawn.
    TooLarge {
        /// The number of layers, rows and columns.
        size: [u64; 3],
        /// The most cells of a board.
        most: usize,
    },
}

const EXPECTED: &str = "expected names such as `17`, `r1c2`, `1,2`, `0_7`, `a1` or `s3`, or rows \
                        `r1` and columns `c2`";

impl fmt::Display for TilingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCoordinates { item } => {
                write!(f, "item `{item}` is not a cell of a board: {EXPECTED}")
            }
            Self::NoBoard { item } => {
                write!(
                    f,
                    "the items, for example `{item}`, are not the cells of one board: {EXPECTED}"
                )
            }
            Self::NoMatch { item } => {
                write!(f, "the pattern for cells matches no item, for example not `{item}`")
            }
            Self::NotANumber { item, group, text } => write!(
                f,
                "item `{item}`: the {group} is `{text}`: expected a number below 2^32 or a letter"
            ),
            Self::SameCell { first, second } => {
                write!(f, "items `{first}` and `{second}` are the same cell")
            }
            Self::TooLarge { size: [layers, rows, columns], most } => write!(
                f,
                "the board has {layers} layers, {rows} rows and {columns} columns: expected at \
                 most {most} cells"
            ),
        }
    }
}

impl std::error::Error for TilingError {}
