//! The grid sizes that are recognised in a text that does not state its size.

/// All of them, in ascending order.
pub(super) const SIZES: [usize; 11] = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25, LARGEST];

/// The largest of them.
pub(super) const LARGEST: usize = 36;

/// Returns whether a text that does not state its size may be of this one.
pub(super) fn is_size(size: usize) -> bool {
    SIZES.contains(&size)
}

/// The size of the grid with this number of cells, if it is one of the [`SIZES`].
pub(super) fn size_of_grid(cells: usize) -> Option<usize> {
    Some(cells.isqrt()).filter(|&size| size * size == cells && is_size(size))
}

/// The size of the grid with this number of symbols, if they are no grid or candidate grid of one
/// of the [`SIZES`].
pub(super) fn size_of_any(symbols: usize) -> Option<usize> {
    if size_of_grid(symbols).or_else(|| size_of_candidates(symbols)).is_some() {
        return None;
    }
    let size = symbols.isqrt();
    (size * size == symbols && (4..=LARGEST).contains(&size)).then_some(size)
}

/// The size of the candidate grid with this number of symbols, if it is one of the [`SIZES`].
pub(super) fn size_of_candidates(symbols: usize) -> Option<usize> {
    SIZES.into_iter().find(|size| size.pow(3) == symbols)
}
