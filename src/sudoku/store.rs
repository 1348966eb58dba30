//! Where the cells of a grid are: in the grid itself, as long as they are few.
//!
//! A large file has a million grids of 9x9. To ask the allocator for each of them took longer than to read it.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// The most cells that are kept in place: those of a grid of size 9.
const FEW: usize = 81;

/// The cells of a grid. Equal cells are kept in the same way, so that they are equal here, too.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Store {
    /// The first so many of these; the others are 0.
    Few(u8, [u8; FEW]),
    /// More than [`FEW`].
    Many(Vec<u8>),
}

impl From<Vec<u8>> for Store {
    fn from(cells: Vec<u8>) -> Self {
        let mut few = [0; FEW];
        match (u8::try_from(cells.len()), few.get_mut(..cells.len())) {
            (Ok(count), Some(kept)) => {
                kept.copy_from_slice(&cells);
                Self::Few(count, few)
            }
            _ => Self::Many(cells),
        }
    }
}

impl From<[u8; FEW]> for Store {
    fn from(cells: [u8; FEW]) -> Self {
        Self::Few(81, cells)
    }
}

impl Deref for Store {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Few(count, cells) => &cells[..usize::from(*count)],
            Self::Many(cells) => cells,
        }
    }
}

impl DerefMut for Store {
    fn deref_mut(&mut self) -> &mut [u8] {
        match self {
            Self::Few(count, cells) => &mut cells[..usize::from(*count)],
            Self::Many(cells) => cells,
        }
    }
}

/// The cells, as a list.
impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_the_same_wherever_they_are() {
        for count in [0, 1, 16, 80, 81, 82, 1296] {
            let mut cells = vec![3; count];
            let mut store = Store::from(cells.clone());
            assert_eq!(matches!(store, Store::Few(..)), count <= FEW);
            assert_eq!((&*store, format!("{store:?}")), (&*cells, format!("{cells:?}")));
            let before = store.clone();
            if let (Some(cell), Some(kept)) = (cells.last_mut(), store.last_mut()) {
                (*cell, *kept) = (4, 4);
                assert_ne!(store, before);
            }
            assert_eq!(store, Store::from(cells));
        }
        assert_eq!(Store::from([7; FEW]), Store::from(vec![7; FEW]));
    }
}
