//! What the search makes of the solutions of a subproblem: a count, or a diagram.

mod capped_counts;
#[cfg(feature = "diagram")]
mod counts;
#[cfg(feature = "diagram")]
mod nodes;

use crate::ids::OptionId;

pub(crate) use capped_counts::CappedCounts;
#[cfg(feature = "diagram")]
pub(crate) use counts::Counts;
#[cfg(feature = "diagram")]
pub(crate) use nodes::Nodes;

/// Something that is known of a family of solutions, made of what is known of smaller ones.
pub(crate) trait Values: Clone + std::fmt::Debug {
    type Value: Clone + std::fmt::Debug;

    /// Whether isomorphic subproblems have the same value.
    const IS_INVARIANT: bool;

    /// Of no solution.
    fn none(&self) -> Self::Value;

    /// Of the empty solution alone.
    fn unit(&self) -> Self::Value;

    fn is_none(&self, value: &Self::Value) -> bool;

    /// Whether further solutions change nothing.
    fn is_enough(&self, _value: &Self::Value) -> bool {
        false
    }

    /// Adds to `sum` the solutions of `child`, each with all options of a path. The first option of
    /// the path is in no solution of `sum`; if the path is empty, `sum` is that of no solution.
    fn add(&mut self, sum: &mut Self::Value, path: &[u32], names: &[OptionId], child: &Self::Value);

    /// Makes of `product` all unions of one of its solutions with one of `part`.
    fn multiply(&mut self, product: &mut Self::Value, part: &Self::Value);

    /// Writes a value as words, and reads it again.
    fn write(&self, value: &Self::Value, words: &mut Vec<u64>);
    fn read(&self, words: &[u64]) -> Self::Value;

    /// About how many solutions there are, as far as that is known.
    fn estimate(&self, value: &Self::Value) -> f64;

    /// The memory in use, in bytes, and whether nothing more can be made.
    fn bytes(&self) -> usize {
        0
    }
    fn is_full(&self) -> bool {
        false
    }
}

/// A number of solutions, and the index of one of them.
pub(crate) trait SolutionIndex: Clone {
    /// Subtracts another number, unless it is greater. Returns whether it did.
    fn subtract(&mut self, other: &Self) -> bool;

    /// Divides by a number above 0 in place, and returns the remainder.
    fn divide(&mut self, other: &Self) -> Self;
}

impl SolutionIndex for u64 {
    fn subtract(&mut self, other: &Self) -> bool {
        let difference = self.checked_sub(*other);
        *self = difference.unwrap_or(*self);
        difference.is_some()
    }

    fn divide(&mut self, other: &Self) -> Self {
        let remainder = *self % other;
        *self /= other;
        remainder
    }
}
