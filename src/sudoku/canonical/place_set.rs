//! Sets of places, columns or rows as the bits of a word.

use crate::ids::as_index;

/// The members of a set in ascending order.
pub(super) fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| first(set));
        set &= set.wrapping_sub(1);
        first
    })
}

/// The first member of a set that is not empty.
#[inline]
pub(super) fn first(set: u64) -> usize {
    as_index(set.trailing_zeros())
}

/// The last member of a set up to a place. The set has place 0.
#[inline]
pub(super) fn last_up_to(set: u64, place: usize) -> usize {
    as_index((set & ((2 << place) - 1)).ilog2())
}

/// The first member of a set after a place. There is one.
#[inline]
pub(super) fn next_after(set: u64, place: usize) -> usize {
    place + 1 + first(set >> (place + 1))
}
