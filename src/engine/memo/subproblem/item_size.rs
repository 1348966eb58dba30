//! [`ItemSize`]: how many options of an item are left.

/// How many options of an item are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemSize {
    pub(super) left: u32,
    /// The lower bound of the item's multiplicity. With more options left, the item is neither
    /// forced nor wiped out.
    pub(super) low: u32,
}
