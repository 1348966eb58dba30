//! [`Board`]: the cells of a problem in layers, rows and columns, and which of them an option has.

use super::coordinates::Coordinates;
use super::error::TilingError;
use super::scheme::CellItems;
use quadrille::{Color, Entry, ItemId, Problem};
use std::collections::HashMap;

/// The most cells of a board, those that are missing in its rows included.
const MOST_CELLS: usize = 1 << 16;

/// A box of positions, numbered by layers, then rows, then columns. Not all of them need be cells.
#[derive(Clone, Debug)]
pub(super) struct Board {
    /// The number of layers, rows and columns.
    pub(super) size: [usize; 3],
    is_cell: Vec<bool>,
    placement: Placement,
}

/// For each item, what it says of the cell of an option.
#[derive(Clone, Debug)]
enum Placement {
    /// The position of the cell.
    Positions(Vec<Option<usize>>),
    /// The row and the column, of which an option has one each.
    Lines(Vec<[Option<usize>; 2]>),
}

impl Board {
    /// # Errors
    /// If two items are the same cell, or the board is too large.
    pub(super) fn new(problem: &Problem, items: &CellItems) -> Result<Self, TilingError> {
        match items {
            CellItems::Cells(cells) => Self::of_cells(problem, cells),
            CellItems::Lines { rows, columns } => Self::of_lines(problem, rows, columns),
        }
    }

    fn of_cells(problem: &Problem, cells: &[(ItemId, Coordinates)]) -> Result<Self, TilingError> {
        let axis = |axis: usize| Axis::of(cells.iter().map(|(_, cell)| cell[axis]));
        let axes = [axis(0), axis(1), axis(2)];
        let size = size(axes)?;
        let mut positions = vec![None; problem.items().len()];
        let mut items = HashMap::new();
        let mut is_cell = vec![false; size.iter().product()];
        for (item, cell) in cells {
            let [layer, row, column] = [0, 1, 2].map(|axis| axes[axis].index(cell[axis]));
            let position = (layer * size[1] + row) * size[2] + column;
            if let Some(first) = items.insert(position, *item) {
                let name = |item| problem.item_name(item).to_owned();
                return Err(TilingError::SameCell { first: name(first), second: name(*item) });
            }
            positions[item.index()] = Some(position);
            is_cell[position] = true;
        }
        Ok(Self { size, is_cell, placement: Placement::Positions(positions) })
    }

    /// The cells are those that some option has.
    fn of_lines(
        problem: &Problem,
        rows: &[(ItemId, i64)],
        columns: &[(ItemId, i64)],
    ) -> Result<Self, TilingError> {
        let axes = [rows, columns].map(|lines| Axis::of(lines.iter().map(|(_, number)| *number)));
        let size = size([Axis { first: 0, last: 0 }, axes[0], axes[1]])?;
        let mut lines = vec![[None; 2]; problem.items().len()];
        for (index, items) in [rows, columns].into_iter().enumerate() {
            for (item, number) in items {
                lines[item.index()][index] = Some(axes[index].index(*number));
            }
        }
        let is_cell = vec![false; size.iter().product()];
        let mut board = Self { size, is_cell, placement: Placement::Lines(lines) };
        for option in problem.options() {
            for (position, _) in board.cells(problem.entries(option)) {
                board.is_cell[position] = true;
            }
        }
        Ok(board)
    }

    /// The positions that an option covers, with the colours that it gives to them.
    pub(super) fn cells(&self, entries: &[Entry]) -> Vec<(usize, Option<Color>)> {
        match &self.placement {
            Placement::Positions(positions) => entries
                .iter()
                .filter_map(|entry| Some((positions[entry.item.index()]?, entry.color)))
                .collect(),
            Placement::Lines(lines) => {
                let find =
                    |axis: usize| entries.iter().find_map(|entry| lines[entry.item.index()][axis]);
                let position =
                    find(0).zip(find(1)).map(|(row, column)| row * self.size[2] + column);
                position.into_iter().map(|position| (position, None)).collect()
            }
        }
    }

    /// Whether an item says where the cells are.
    pub(super) fn has_item(&self, item: ItemId) -> bool {
        match &self.placement {
            Placement::Positions(positions) => positions[item.index()].is_some(),
            Placement::Lines(lines) => lines[item.index()] != [None; 2],
        }
    }

    /// Whether the cells are crossings of rows and columns.
    pub(super) fn has_lines(&self) -> bool {
        matches!(self.placement, Placement::Lines(_))
    }

    /// The position at a layer, row and column, if there is a cell.
    pub(super) fn cell(&self, [layer, row, column]: [usize; 3]) -> Option<usize> {
        let [_, rows, columns] = self.size;
        let position = (layer * rows + row) * columns + column;
        (row < rows && column < columns && self.is_cell[position]).then_some(position)
    }

    /// The layer, row and column of a position.
    pub(super) fn coordinates(&self, position: usize) -> [usize; 3] {
        let [_, rows, columns] = self.size;
        [position / columns / rows, position / columns % rows, position % columns]
    }

    /// The positions of all cells.
    pub(super) fn positions(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.is_cell.len()).filter(|&position| self.is_cell[position])
    }
}

/// The numbers of layers, rows or columns.
#[derive(Clone, Copy, Debug)]
struct Axis {
    first: i64,
    last: i64,
}

impl Axis {
    fn of(numbers: impl Iterator<Item = i64> + Clone) -> Self {
        Self { first: numbers.clone().min().unwrap_or(0), last: numbers.max().unwrap_or(0) }
    }

    fn length(self) -> u64 {
        self.first.abs_diff(self.last) + 1
    }

    fn index(self, number: i64) -> usize {
        usize::try_from(number - self.first).unwrap_or(usize::MAX)
    }
}

fn size(axes: [Axis; 3]) -> Result<[usize; 3], TilingError> {
    let size = axes.map(Axis::length);
    let cells = size.iter().try_fold(1_u64, |cells, &length| cells.checked_mul(length));
    match cells.map(usize::try_from) {
        Some(Ok(cells)) if cells <= MOST_CELLS => {
            Ok(size.map(|length| usize::try_from(length).unwrap_or(MOST_CELLS)))
        }
        _ => Err(TilingError::TooLarge { size, most: MOST_CELLS }),
    }
}

#[cfg(test)]
mod tests {
    use super::super::scheme;
    use super::*;

    fn board(text: &str) -> Result<(Problem, Board), String> {
        let problem: Problem = text.parse().unwrap();
        let items = scheme::cells(&problem).unwrap();
        let board = Board::new(&problem, &items).map_err(|error| error.to_string())?;
        Ok((problem, board))
    }

    #[test]
    fn cells_begin_at_the_least_coordinates() {
        let (problem, board) = board("3,7 3,8 5,7 F\n3,7 5,7 F\n3,8\n").unwrap();
        assert_eq!(board.size, [1, 3, 2]);
        assert_eq!(board.positions().collect::<Vec<_>>(), [0, 1, 4]);
        let mut cells = problem.options().map(|option| board.cells(problem.entries(option)));
        assert_eq!(cells.next(), Some(vec![(0, None), (4, None)]));
        assert_eq!(board.coordinates(4), [0, 2, 0]);
        assert_eq!((board.cell([0, 2, 0]), board.cell([0, 1, 0])), (Some(4), None));
    }

    #[test]
    fn negative_coordinates_are_shifted() {
        for cells in ["-2,0 -1,1 0,0 1,-3", "r-2c0 r-1c1 r0c0 r1c-3", "(-2,0) (-1,1) (0,0) (1,-3)"]
        {
            let (_, board) = board(&format!("{cells}\n{cells}\n")).unwrap();
            assert_eq!(board.size, [1, 4, 5], "{cells}");
            assert_eq!(board.positions().collect::<Vec<_>>(), [3, 9, 13, 15], "{cells}");
        }
    }

    #[test]
    fn options_are_at_the_crossings_of_lines() {
        let (problem, board) = board("r1 r2 c1 c2 | d1\nr1 c2 d1\nr2 c1\nr2 c2\n").unwrap();
        assert_eq!(board.positions().collect::<Vec<_>>(), [1, 2, 3]);
        let first = problem.options().next().unwrap();
        assert_eq!(board.cells(problem.entries(first)), [(1, None)]);
        assert!(board.has_lines() && board.has_item(problem.item("c2").unwrap()));
        assert!(!board.has_item(problem.item("d1").unwrap()));
    }

    #[test]
    fn a_board_that_is_too_large_is_refused() {
        let error = board("0,0 99999999,4294967295\n0,0 99999999,4294967295\n").unwrap_err();
        assert_eq!(
            error,
            "the board has 1 layers, 100000000 rows and 4294967296 columns: expected at most 65536 \
             cells"
        );
    }
}
