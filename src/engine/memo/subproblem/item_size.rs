//! [`ItemSize`]: how many options of an item are left.

/// How many options of an item are left.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemSize {
    pub(super) left: u32,
    /// The lower bound of the item's multiplicity. With more options left, nothing follows from how
    /// many there are.
    pub(super) low: u32,
}
