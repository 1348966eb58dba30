//! [`Pace`]: how long the turns of learning and of the chosen engine are.

use crate::engine::adaptive::{EASY, MANY};
use crate::engine::select::{EngineSelection, LearningShare};
use crate::engine::{Engine, Work};
use crate::ids::to_u64;
use crate::problem::Problem;

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
    /// While learning is promising, this takes the place of `most`, and `most` that of `trial`.
    /// Meanwhile learning has half of the cost.
    pub(super) promising: u64,
    /// Learning is promising if a conflict takes it back so many levels on average.
    pub(super) far: u64,
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
    /// What an entry of the problem costs before learning lists, and a conflict beside its
    /// assignments.
    pub(super) listing_entry: u64,
    pub(super) conflict: u64,
    /// The conflicts and solutions of learning between two looks at the cost of listing.
    pub(super) listing_turn: u64,
    /// Listing ends when it has cost what the chosen engine has times this, and times its lead.
    pub(super) most_listing: u64,
    /// It ends at this cost, whatever the lead is.
    pub(super) longest_listing: u64,
    /// The nodes between two looks at the cost: of the chosen engine when it is alone, and of
    /// learning in a sample.
    pub(super) rest_turn: u64,
    pub(super) sample_turn: u64,
    /// The cost of the chosen engine, since it is alone, after which learning lists its first
    /// sample. In the whole problem that is usually after the first split.
    pub(super) first_sample: u64,
    pub(super) first_sample_of_part: u64,
    /// It lists none before the chosen engine has found so many solutions, or has this cost.
    pub(super) least_found: u64,
    pub(super) rare: u64,
}

/// What an entry of the problem costs at the start of learning, in some five nanoseconds.
const ENTRY: u64 = 13;

/// What bits cost, in the same unit.
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
    promising: 1 << 25,
    far: u64::MAX,
    large: 1 << 25,
    many: MANY,
    enough: 512,
    most_stored: 1 << 22,
    easy: EASY,
    chosen_listing: SETS,
    listing: Rate { node: 0, update: 20 },
    listing_entry: ENTRY,
    conflict: 1 << 10,
    listing_turn: 256,
    most_listing: 8,
    longest_listing: 1 << 31,
    rest_turn: 1 << 12,
    sample_turn: 1 << 6,
    first_sample: 1 << 24,
    first_sample_of_part: 1 << 22,
    least_found: 256,
    rare: 1 << 27,
};

/// Learning costs an eighth of the chosen engine. The unit of costs is some five nanoseconds, which
/// an update of bits takes; a node takes 20 units more, an assignment of learning 10 to 75
/// (docs/measurements.md). The turns end after some five seconds of learning at the latest.
const EIGHTH: Pace = Pace {
    first_turn: 1 << 10,
    long_turn: 1 << 10,
    chosen: BITS,
    learning: Rate { node: 0, update: 45 },
    entry: ENTRY,
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
/// of its own, or four times that beside a large tree: a search is not split before. While learning
/// is promising, all that is four times as long.
const TRIAL: Pace =
    Pace { ratio: 4, trial: 1 << 22, most: 1 << 24, promising: 1 << 26, far: 5, ..EIGHTH };

impl Pace {
    /// The pace for an engine that was chosen, with its share of learning.
    pub(super) fn of(selection: EngineSelection, problem: &Problem) -> Self {
        let pace = match selection.learning {
            LearningShare::Half if selection.choice.engine == Engine::Bits => HALF_OF_BITS,
            LearningShare::None | LearningShare::Half => HALF,
            LearningShare::Eighth => EIGHTH,
            LearningShare::Trial => TRIAL,
        };
        let rate = Rate::of(selection.choice.engine);
        // The choice of an option looks at all items, at some four in five nanoseconds.
        let items = match selection.choice.engine {
            Engine::Multiple => to_u64(problem.primary_items().len()),
            _ => 0,
        };
        Self { chosen_listing: Rate { node: rate.node + items / 4, ..rate }, ..pace }
    }

    /// What learning costs before it finds its first solution in a problem.
    pub(super) fn listing_start(&self, problem: &Problem) -> u64 {
        self.listing_entry * to_u64(problem.entry_count())
    }
}
