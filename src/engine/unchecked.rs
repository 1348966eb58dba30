//! Arrays whose elements are accessed without bounds checks.
//!
//! The inner loops of the engines mainly follow 32-bit links through a few arrays. With checks,
//! dancing links take 15 % (pent6x10) to 60 % (wordsq3000) more time. [`Unchecked`] wraps such an
//! array. Its constructor is `unsafe`: the caller guarantees that every link is in range. Each
//! array is private to one file, which states the reason at the constructor. Links have three
//! sources only: another element of the structure, made for an array that does not become shorter
//! while the link is in use; the neighbour of a node, where a spacer stops at either end; and the
//! number of an item or an option of a [`Problem`](crate::Problem), checked by its builder, in an
//! array with an element for each.
//!
//! With debug assertions, as in all tests, every access is checked.

#![allow(unsafe_code)]

use crate::ids::as_index;
use std::ops::{Deref, DerefMut, Index, IndexMut, Range, RangeFrom, RangeTo};

/// An array, or a slice of one, that is indexed by links.
///
/// A link is a `u32`, and is not checked. For a `usize` and a range it is an ordinary slice, with
/// checks.
#[derive(Clone, Debug)]
pub(crate) struct Unchecked<S>(S);

impl<S> Unchecked<S> {
    /// Wraps an array.
    ///
    /// # Safety
    /// Every `u32` that is passed to `[]` of this value, of its clones or of its views must be
    /// below the length that the array has at that time.
    pub(crate) unsafe fn new(array: S) -> Self {
        Self(array)
    }
}

impl<T, S: Deref<Target = [T]>> Unchecked<S> {
    /// A borrowed slice, which inner loops keep in registers.
    pub(crate) fn view(&self) -> Unchecked<&[T]> {
        Unchecked(&self.0)
    }

    /// The same, to be changed.
    pub(crate) fn view_mut(&mut self) -> Unchecked<&mut [T]>
    where
        S: DerefMut,
    {
        Unchecked(&mut self.0)
    }
}

impl<T> Unchecked<Vec<T>> {
    /// The array, to change its length.
    pub(crate) fn vec_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

impl<T, S: Deref<Target = [T]>> Index<u32> for Unchecked<S> {
    type Output = T;

    #[inline(always)]
    fn index(&self, link: u32) -> &T {
        debug_assert!(as_index(link) < self.0.len());
        // SAFETY: the caller of `new` promised that the link is in range.
        unsafe { self.0.get_unchecked(as_index(link)) }
    }
}

impl<T, S: DerefMut<Target = [T]>> IndexMut<u32> for Unchecked<S> {
    #[inline(always)]
    fn index_mut(&mut self, link: u32) -> &mut T {
        debug_assert!(as_index(link) < self.0.len());
        // SAFETY: as in `index`.
        unsafe { self.0.get_unchecked_mut(as_index(link)) }
    }
}

impl<T, S: Deref<Target = [T]>> Deref for Unchecked<S> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T, S: DerefMut<Target = [T]>> DerefMut for Unchecked<S> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

/// Forwards an index to the slice, which checks it.
macro_rules! checked_index {
    ($($index:ty)*) => {$(
        impl<T, S: Deref<Target = [T]>> Index<$index> for Unchecked<S> {
            type Output = <[T] as Index<$index>>::Output;

            fn index(&self, index: $index) -> &Self::Output {
                &(*self.0)[index]
            }
        }

        impl<T, S: DerefMut<Target = [T]>> IndexMut<$index> for Unchecked<S> {
            fn index_mut(&mut self, index: $index) -> &mut Self::Output {
                &mut (*self.0)[index]
            }
        }
    )*};
}

checked_index!(usize Range<usize> RangeFrom<usize> RangeTo<usize>);
