//! [`Turn`]: a strategy, and its nodes until the next decision.

/// The nodes between two looks at the clock, if there is a callback for checkpoints, of each thread
/// of an order and of enumeration: some tenths of a second at most.
pub(super) const HOOK: u64 = 1 << 14;
pub(super) const PLAIN_HOOK: u64 = 1 << 20;

/// The strategy that continues.
pub(super) enum Turn {
    /// Enumeration, up to this number of nodes.
    Plain(u64),
    /// The order with this index, for this number of nodes.
    Order(usize, u64),
}

impl Turn {
    /// The number of nodes: for an order, of this turn.
    pub(super) fn nodes(&self) -> u64 {
        let (Self::Plain(nodes) | Self::Order(_, nodes)) = self;
        *nodes
    }

    /// The same strategy for at most `most` nodes of an order, or `most_plain` of enumeration,
    /// which has had `plain`.
    pub(super) fn at_most(self, most: u64, most_plain: u64, plain: u64) -> Self {
        match self {
            Self::Plain(until) => Self::Plain(until.min(plain.saturating_add(most_plain))),
            Self::Order(index, nodes) => Self::Order(index, nodes.min(most)),
        }
    }
}
