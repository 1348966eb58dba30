//! [`OrderCheckpoint`]: the state of a search with a memo, to continue it later.

use super::method::Method;
use crate::engine::memo::SavedStack;
use crate::natural::Natural;
use num_bigint::BigUint;

/// What is left of a search with a memo, and what it has found.
///
/// Of the memo, it has the most expensive entries. The others are computed again when the search
/// needs them.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct OrderCheckpoint {
    /// The order: [`Method::Fewest`] or [`Method::Frontier`].
    pub order: Method,
    /// The nodes that were searched.
    pub nodes: u64,
    /// The share of the search that is done, from 0 to 1, if all branches of an item have the same
    /// size.
    pub share: f64,
    /// The state of the search.
    pub stack: SavedStack,
}

impl OrderCheckpoint {
    /// Whether the search is finished.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stack.result().is_some()
    }

    /// The number of solutions, if the search is finished.
    #[must_use]
    pub fn solutions(&self) -> Option<BigUint> {
        self.stack.result().map(Natural::to_big)
    }
}
