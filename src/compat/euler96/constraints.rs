//! The cells that constrain each cell.

use crate::compat::error::CompatError;

/// The largest number of rows: the values of larger boards don't fit into
/// [`Digits`](crate::compat::Digits).
const MOST: usize = 49;

/// For each cell, the others in its row, its column and its block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConstraintSets(Vec<Vec<usize>>);

impl ConstraintSets {
    /// Returns the cells that constrain a cell, each once; none for a number without a cell.
    ///
    /// The row comes first, then the rest of the column, then the rest of the block. In the
    /// document they are in the order of a Python `set`.
    ///
    /// The order affects which value is removed first and which of several empty cells is found,
    /// but no answer. Suppose that one order leaves no cell empty. Another order then removes the
    /// same values: each value that it removes is next to a solved cell with that value, and this
    /// cell is also solved in the first order and removes the value there. So the other order
    /// leaves no cell empty either, and the argument holds in both directions.
    #[must_use]
    pub fn of(&self, cell: usize) -> &[usize] {
        self.0.get(cell).map_or(&[], Vec::as_slice)
    }
}

/// Returns the constraint sets of a board with `n` rows.
///
/// # Errors
/// If `n` is not a square number (the document rounds the side of a block down, so that blocks at
/// the edges extend beyond the board), or larger than 49.
pub fn get_constraint_sets(n: usize) -> Result<ConstraintSets, CompatError> {
    check_size(n)?;
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

/// Checks that there are boards with `n` rows.
pub(in crate::compat) fn check_size(n: usize) -> Result<(), CompatError> {
    let block_size = n.isqrt();
    if n == 0 || block_size * block_size != n {
        return Err(CompatError::NotSquare { size: n });
    }
    if n > MOST { Err(CompatError::Size { size: n, expected: "at most 49x49" }) } else { Ok(()) }
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
    fn other_sizes_are_errors() {
        for size in [0, 2, 3, 8, 10, 48, 50, usize::MAX] {
            assert_eq!(get_constraint_sets(size), Err(CompatError::NotSquare { size }));
        }
        let error = get_constraint_sets(64).unwrap_err();
        assert_eq!(error.to_string(), "the grid is 64x64: this document is for at most 49x49");
    }
}
