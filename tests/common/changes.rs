//! Symmetries of Sudoku: the solutions of a changed puzzle are the changed solutions.

use proptest::prelude::*;
use quadrille::sudoku::Grid;

/// Numbers below one in any order.
pub(crate) fn order(count: usize) -> impl Strategy<Value = Vec<usize>> {
    Just((0..count).collect::<Vec<_>>()).prop_shuffle()
}

/// A symmetry of Sudoku: the solutions of a changed puzzle are the changed solutions.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Transpose,
    Relabel(Vec<u8>),
    /// Which row comes in the place of each.
    Rows(Vec<usize>),
    /// Which column comes in the place of each.
    Columns(Vec<usize>),
}

impl Change {
    pub(crate) fn of(&self, grid: &Grid) -> Grid {
        match self {
            Self::Transpose => grid.transposed(),
            Self::Relabel(values) => grid.relabelled(values).unwrap(),
            Self::Rows(rows) => {
                let row = |&row: &usize| &grid.cells()[row * grid.size()..(row + 1) * grid.size()];
                Grid::from_cells(grid.size(), rows.iter().flat_map(row).copied().collect()).unwrap()
            }
            Self::Columns(columns) => {
                Self::Rows(columns.clone()).of(&grid.transposed()).transposed()
            }
        }
    }
}

/// The lines of a grid in another order: bands are shuffled, and lines within them.
fn lines(bands: usize, height: usize) -> impl Strategy<Value = Vec<usize>> {
    (order(bands), prop::collection::vec(order(height), bands)).prop_map(move |(bands, lines)| {
        let band = |band: usize| lines[band].clone().into_iter().map(move |l| band * height + l);
        bands.into_iter().flat_map(band).collect()
    })
}

/// Any symmetry of grids with boxes of this height and width.
pub(crate) fn changes(height: usize, width: usize) -> impl Strategy<Value = Change> {
    let values = (1..=u8::try_from(height * width).unwrap()).collect::<Vec<_>>();
    prop_oneof![
        Just(Change::Transpose),
        Just(values).prop_shuffle().prop_map(Change::Relabel),
        lines(width, height).prop_map(Change::Rows),
        lines(height, width).prop_map(Change::Columns),
    ]
}
