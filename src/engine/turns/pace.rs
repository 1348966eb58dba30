//! [`Pace`]: how long the turns of learning and of the chosen engine are.

use crate::engine::Work;
use crate::engine::select::LearningShare;

/// The nodes of a turn that a conflict counts as. It takes as long as 34 to 250 nodes.
pub(super) const WEIGHT: u64 = 64;

/// What a node and an update of an engine cost, in units of a pace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rate {
    pub(super) node: u64,
    pub(super) update: u64,
}

impl Rate {
    pub(super) fn cost(self, work: Work) -> u64 {
        let nodes = work.nodes.saturating_mul(self.node);
        nodes.saturating_add(work.updates.saturating_mul(self.update))
    }
}

/// The lengths of turns, in nodes, and when learning gets one, by the costs of both engines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The first turn is one of the chosen engine.
    pub(super) first_turn: u64,
    /// Turns if the tree is large by the path at the end of the first.
    pub(super) long_turn: u64,
    pub(super) chosen: Rate,
    pub(super) learning: Rate,
    /// What an entry of the problem costs at the start of learning.
    pub(super) entry: u64,
    /// Learning gets a turn when its cost is at most that of the chosen engine divided by this. 0
    /// if turns alternate.
    pub(super) ratio: u64,
    /// The cost of learning after which a tree that is not large is left to the chosen engine.
    pub(super) trial: u64,
    /// The cost of learning after which it ends.
    pub(super) most: u64,
    /// A tree that costs more is large.
    pub(super) large: u64,
}

/// Turns alternate. The unit of costs is a node of the chosen engine. The first turn is as long as
/// before the first split of a search. Learning ends after 2^19 conflicts at the latest.
const HALF: Pace = Pace {
    first_turn: 1 << 16,
    long_turn: 1 << 20,
    chosen: Rate { node: 1, update: 0 },
    learning: Rate { node: WEIGHT, update: 0 },
    entry: 0,
    ratio: 0,
    trial: 1 << 21,
    most: 1 << 25,
    large: 1 << 25,
};

/// Learning costs an eighth of the chosen engine. The unit of costs is some five nanoseconds, which
/// an update of bits takes; a node takes 20 units more, an assignment of learning 10 to 75
/// (docs/measurements.md). Learning ends after some five seconds of its own at the latest.
const EIGHTH: Pace = Pace {
    first_turn: 1 << 10,
    long_turn: 1 << 10,
    chosen: Rate { node: 20, update: 1 },
    learning: Rate { node: 0, update: 45 },
    entry: 13,
    ratio: 8,
    trial: 1 << 26,
    most: 1 << 30,
    large: 1 << 30,
};

/// Learning costs a quarter of the chosen engine, and ends after some 5 to 35 milliseconds of its
/// own, or four times that beside a large tree: a search is not split before.
const TRIAL: Pace = Pace { ratio: 4, trial: 1 << 22, most: 1 << 24, ..EIGHTH };

impl Pace {
    /// The pace for a share of learning.
    pub(super) fn of(share: LearningShare) -> Self {
        match share {
            LearningShare::None | LearningShare::Half => HALF,
            LearningShare::Eighth => EIGHTH,
            LearningShare::Trial => TRIAL,
        }
    }
}
