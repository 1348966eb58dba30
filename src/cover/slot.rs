//! Access to an array of links without a check of bounds.
//!
//! The inner loops of dancing links do little but follow 32-bit links through two arrays. Checked, they take
//! 15 % (pent6x10) to 60 % (wordsq3000) more time; DESIGN.md has the table. These two functions are the only
//! `unsafe` code outside the SIMD backends, and are for one use: *every index is a link that the structure
//! itself holds*, made when the structure was built, by pushing to the same array, and since then only moved
//! from place to place. No index is ever computed from input.
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
