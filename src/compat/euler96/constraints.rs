//! Which other cells constrain what a cell can be.

use crate::compat::CompatError;

/// The most rows: of larger boards, not all values fit into [`Digits`](crate::compat::digits::Digits).
const MOST: u8 = 49;

/// For each cell, the others in its row, its column and its block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstraintSets(Vec<Vec<usize>>);

impl ConstraintSets {
    /// The cells that constrain a cell, none of them twice; no cells for a number that is no cell.
    ///
    /// The row comes first, then what is new in the column, then what is new in the block. In the document they
    /// come out of a Python `set`, in whatever order.
    ///
    /// The order decides which value goes first and which of several empty cells is noticed, but no answer. Say
    /// that one order leaves no cell empty. Then another takes away nothing else: what it takes away stands next to
    /// a solved cell with that value, and that cell is solved in the first order, too, and takes it away there. So
    /// the other leaves no cell empty either, and by the same argument both take away the same.
    #[must_use]
    pub fn of(&self, cell: usize) -> &[usize] {
        self.0.get(cell).map_or(&[], Vec::as_slice)
    }
}

/// The constraint sets of a board with `n` rows.
///
/// # Errors
/// If `n` is no square number (the document rounds the side of a block down, and blocks at the edges reach out of
/// the board), or larger than 49.
pub fn get_constraint_sets(n: usize) -> Result<ConstraintSets, CompatError> {
    largest_value(n)?;
    Ok(ConstraintSets((0..n * n).map(|cell| constraint_set(cell, n)).collect()))
}

fn constraint_set(cell: usize, n: usize) -> Vec<usize> {
    let (r, c, block_size) = (cell / n, cell % n, n.isqrt());
    let (block_row, block_column) = (r / block_size * block_size, c / block_size * block_size);
    let row = (0..n).map(|column| (r, column));
    let column = (0..n).map(|row| (row, c));
    let block = (block_row..block_row + block_size)
        .flat_map(|row| (block_column..block_column + block_size).map(move |column| (row, column)));
    let mut set = Vec::new();
    for other in row.chain(column).chain(block).map(|(row, column)| row * n + column) {
        if other != cell && !set.contains(&other) {
            set.push(other);
        }
    }
    set
}

/// The largest value on a board with `n` rows: `n`, if there is such a board.
pub(super) fn largest_value(n: usize) -> Result<u8, CompatError> {
    let block_size = n.isqrt();
    if n == 0 || block_size * block_size != n {
        return Err(CompatError::NotSquare { size: n });
    }
    let value = u8::try_from(n).ok().filter(|&value| value <= MOST);
    value.ok_or(CompatError::Size { size: n, expected: "at most 49x49" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_row_comes_before_the_column_and_the_block() {
        let sets = get_constraint_sets(4).unwrap();
        assert_eq!(sets.of(0), [1, 2, 3, 4, 8, 12, 5]);
        assert_eq!(sets.of(9), [8, 10, 11, 1, 5, 13, 12]);
        assert!(sets.of(16).is_empty());
        assert!(get_constraint_sets(1).unwrap().of(0).is_empty());
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for size in [0, 2, 3, 8, 10, 48, 50, usize::MAX] {
            assert_eq!(get_constraint_sets(size), Err(CompatError::NotSquare { size }));
        }
        let error = get_constraint_sets(64).unwrap_err();
        assert_eq!(error.to_string(), "a grid of 64x64: this method is for at most 49x49");
    }
}
