//! Access to an array of links without a check of bounds.
//!
//! The inner loops of dancing links do little but follow 32-bit links through two arrays. Checked, they take
//! 15 % (pent6x10) to 60 % (wordsq3000) more time; DESIGN.md has the table. These two functions are the only
//! unchecked accesses of the crate, and are for one use: *every index is one that the structure itself holds*. It
//! is a link, made for an array that is not made smaller until its links are thrown away too, and since then
//! only moved from place to place; or the neighbour of a node, which a spacer stops at either end; or the
//! number of an item or an option of a `Problem`, whose builder has checked it, in an array with a slot for
//! each. None comes from input unchecked.
//!
//! With debug assertions, as in all tests, every access is checked.

#![allow(unsafe_code)]

use crate::ids::at;

/// What is in the slot that a link of the structure names.
#[inline(always)]
pub(super) fn slot<T: Copy>(slots: &[T], link: u32) -> T {
    debug_assert!(at(link) < slots.len());
    // SAFETY: `link` is a link of the structure, and so below the length of the array: see above.
    unsafe { *slots.get_unchecked(at(link)) }
}

/// The same slot, to be changed.
#[inline(always)]
pub(super) fn slot_mut<T>(slots: &mut [T], link: u32) -> &mut T {
    debug_assert!(at(link) < slots.len());
    // SAFETY: as in `slot`.
    unsafe { slots.get_unchecked_mut(at(link)) }
}
