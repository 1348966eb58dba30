//! [`CellStorage`]: the cells of a grid, stored inline up to size 9.
//!
//! Large files hold a million 9x9 grids. One allocation for each took longer than reading it.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// The maximum number of cells that are stored inline: those of a grid of size 9.
const INLINE_CELLS: usize = 81;

/// The cells of a grid. The number of cells determines the variant, so that equal cells are equal
/// storage.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum CellStorage {
    /// The number of cells, then the cells and zeros.
    Inline(u8, [u8; INLINE_CELLS]),
    /// More than [`INLINE_CELLS`].
    Heap(Vec<u8>),
}

impl From<Vec<u8>> for CellStorage {
    fn from(cells: Vec<u8>) -> Self {
        let mut inline = [0; INLINE_CELLS];
        match (u8::try_from(cells.len()), inline.get_mut(..cells.len())) {
            (Ok(count), Some(stored)) => {
                stored.copy_from_slice(&cells);
                Self::Inline(count, inline)
            }
            _ => Self::Heap(cells),
        }
    }
}

impl From<[u8; INLINE_CELLS]> for CellStorage {
    fn from(cells: [u8; INLINE_CELLS]) -> Self {
        Self::Inline(81, cells)
    }
}

impl Deref for CellStorage {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Inline(count, cells) => &cells[..usize::from(*count)],
            Self::Heap(cells) => cells,
        }
    }
}

impl DerefMut for CellStorage {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Inline(count, cells) => &mut cells[..usize::from(*count)],
            Self::Heap(cells) => cells,
        }
    }
}

/// Formats the cells as a list.
impl fmt::Debug for CellStorage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_and_heap_storage_behave_alike() {
        for count in [0, 1, 16, 80, 81, 82, 1296] {
            let mut cells = vec![3; count];
            let mut storage = CellStorage::from(cells.clone());
            assert_eq!(matches!(storage, CellStorage::Inline(..)), count <= INLINE_CELLS);
            assert_eq!((&*storage, format!("{storage:?}")), (&*cells, format!("{cells:?}")));
            let before = storage.clone();
            if let (Some(cell), Some(stored)) = (cells.last_mut(), storage.last_mut()) {
                (*cell, *stored) = (4, 4);
                assert_ne!(storage, before);
            }
            assert_eq!(storage, CellStorage::from(cells));
        }
        assert_eq!(CellStorage::from([7; INLINE_CELLS]), CellStorage::from(vec![7; INLINE_CELLS]));
    }
}
