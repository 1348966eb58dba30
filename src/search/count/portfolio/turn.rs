//! [`Turn`]: a strategy, and its nodes until the next decision.

/// The nodes between two looks at the clock, if there is a callback for checkpoints, of an order and
/// of enumeration: some tenths of a second.
const HOOK: u64 = 1 << 14;
const PLAIN_HOOK: u64 = 1 << 20;

/// The strategy that continues.
pub(super) enum Turn {
    /// Enumeration, up to this number of nodes.
    Plain(u64),
    /// The order with this index, for this number of nodes.
    Candidate(usize, u64),
    /// The same for the best of all.
    Best(usize, u64),
}

impl Turn {
    /// The number of nodes: for an order, of this turn.
    pub(super) fn nodes(&self) -> u64 {
        let (Self::Plain(nodes) | Self::Candidate(_, nodes) | Self::Best(_, nodes)) = self;
        *nodes
    }

    /// The same strategy, up to the next look at the clock for checkpoints, given the nodes of
    /// enumeration.
    pub(super) fn slice(self, plain: u64) -> Self {
        match self {
            Self::Plain(until) => Self::Plain(until.min(plain + PLAIN_HOOK)),
            Self::Candidate(index, nodes) => Self::Candidate(index, nodes.min(HOOK)),
            Self::Best(index, nodes) => Self::Best(index, nodes.min(HOOK)),
        }
    }

    /// The same, if the best one is not certain.
    pub(super) fn of_many(self) -> Self {
        match self {
            Self::Best(index, nodes) => Self::Candidate(index, nodes),
            other => other,
        }
    }
}
