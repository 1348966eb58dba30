//! [`Pace`]: how long the turns of learning and of the chosen engine are.

use crate::engine::adaptive::{EASY, MANY};
use crate::engine::select::{EngineSelection, LearningShare};
use crate::engine::{Engine, Work};

/// The nodes of a turn that a conflict counts as. It takes as long as 34 to 250 nodes.
pub(super) const WEIGHT: u64 = 64;

/// What a node and an update of an engine cost.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Rate {
    pub(super) node: u64,
    pub(super) update: u64,
}

impl Rate {
    /// The rate of an engine, in units of some five nanoseconds. Measured costs are 0.25 to 6 times
    /// this.
    pub(in crate::engine) fn of(engine: Engine) -> Self {
        match engine {
            Engine::Bits => BITS,
            Engine::Multiple => Self { node: 24, update: 24 },
            _ => SETS,
        }
    }

    pub(in crate::engine) fn cost(self, work: Work) -> u64 {
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
    /// The cost of learning after which it has no more turns. It can still list solutions.
    pub(super) most: u64,
    /// A tree that costs more is large.
    pub(super) large: u64,
    /// From this number on, solutions are not rare: the chosen engine goes on alone, unless
    /// learning is ahead.
    pub(super) many: u64,
    /// At this number, the better engine goes on alone.
    pub(super) enough: u64,
    /// The same if there are `many`, and all that are stored have so many options together.
    pub(super) most_stored: usize,
    /// If the chosen engine finds `many` within so many nodes, learning is not tried.
    pub(super) easy: u64,
    /// What both cost where solutions are listed: most nodes of learning are no conflicts.
    pub(super) chosen_listing: Rate,
    pub(super) listing: Rate,
    /// The conflicts and solutions of learning between two looks at the cost of listing.
    pub(super) listing_turn: u64,
    /// Listing ends at the latest when it has cost so many times what the chosen engine has.
    pub(super) most_listing: u64,
}

/// What bits cost, in some five nanoseconds.
const BITS: Rate = Rate { node: 20, update: 1 };

/// What sparse sets cost, in the same unit.
const SETS: Rate = Rate { node: 6, update: 6 };

/// Turns alternate. The unit of costs is a node of the chosen engine. The first turn is as long as
/// before the first split of a search. Learning ends after 2^19 conflicts at the latest, or lists
/// solutions. There the unit is some five nanoseconds, as in the others: a node and an update of
/// sparse sets take 28 to 96 nanoseconds, an assignment of learning 50 to 120.
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
    many: MANY,
    enough: 512,
    most_stored: 1 << 22,
    easy: EASY,
    chosen_listing: SETS,
    listing: Rate { node: 0, update: 20 },
    listing_turn: 256,
    most_listing: 8,
};

/// Learning costs an eighth of the chosen engine. The unit of costs is some five nanoseconds, which
/// an update of bits takes; a node takes 20 units more, an assignment of learning 10 to 75
/// (docs/measurements.md). The turns end after some five seconds of learning at the latest.
const EIGHTH: Pace = Pace {
    first_turn: 1 << 10,
    long_turn: 1 << 10,
    chosen: BITS,
    learning: Rate { node: 0, update: 45 },
    entry: 13,
    ratio: 8,
    trial: 1 << 26,
    most: 1 << 30,
    large: 1 << 30,
    ..HALF
};

/// Both cost the same. Where solutions are large, a node of bits can have a thousand updates: turns
/// that are counted in nodes would last for tenths of a second. The limits are those of [`HALF`]:
/// 2^15 conflicts, or 2^19 in large trees, of 100 assignments each.
const HALF_OF_BITS: Pace =
    Pace { ratio: 1, trial: 1 << 27, most: 1 << 31, large: 1 << 31, ..EIGHTH };

/// Learning costs a quarter of the chosen engine, and its turns end after some 5 to 35 milliseconds
/// of its own, or four times that beside a large tree: a search is not split before.
const TRIAL: Pace = Pace { ratio: 4, trial: 1 << 22, most: 1 << 24, ..EIGHTH };

impl Pace {
    /// The pace for an engine that was chosen, with its share of learning.
    pub(super) fn of(selection: EngineSelection) -> Self {
        let pace = match selection.learning {
            LearningShare::Half if selection.choice.engine == Engine::Bits => HALF_OF_BITS,
            LearningShare::None | LearningShare::Half => HALF,
            LearningShare::Eighth => EIGHTH,
            LearningShare::Trial => TRIAL,
        };
        match selection.choice.engine {
            Engine::Bits => Self { chosen_listing: BITS, ..pace },
            _ => pace,
        }
    }
}
