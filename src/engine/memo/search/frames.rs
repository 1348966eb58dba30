//! The state of the search: frames, the next step, and a measurement.

use crate::engine::memo::subproblem::TrailMark;
use crate::ids::as_index;
use std::ops::Range;

/// The next step of a search.
#[derive(Clone, Debug)]
pub(in crate::engine::memo) enum Next<T> {
    /// Look the subproblem up.
    Enter,
    /// Branch on a part, which is not in the memo and can't be split further.
    EnterPart,
    /// Pass a value to the last frame, with the nodes of a search without memo.
    Give(T, f64),
    /// None: this is the value of the root.
    Done(T),
}

/// The hashes under which a value is stored for isomorphic subproblems; 0 for none.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Aliases {
    /// That of the representative of the key.
    pub(super) representative: u64,
    /// That of the labelled subproblem.
    pub(super) labelled: u64,
}

#[derive(Clone, Debug)]
pub(in crate::engine::memo) enum Frame<T> {
    Branch(Branch<T>),
    Pick(Pick<T>),
    Split(Split<T>),
}

#[derive(Clone, Debug)]
pub(in crate::engine::memo) struct Branch<T> {
    /// The indices in the item's list of the untried options, and of the current one.
    pub(super) untried: Range<u32>,
    pub(super) place: u32,
    /// Whether the current option was deferred before.
    pub(super) is_late: bool,
    /// The number of options tried, and of all.
    pub(in crate::engine::memo) tried: u32,
    pub(in crate::engine::memo) all: u32,
    pub(in crate::engine::memo) sum: T,
    /// The nodes of a search without memo, and the work done when this frame was pushed.
    pub(in crate::engine::memo) size: f64,
    pub(super) begun: u64,
    /// The work done when the search last came back to this frame.
    pub(super) resumed: u64,
    pub(super) aliases: Aliases,
    pub(super) mark: TrailMark,
    pub(super) deferred: u32,
    pub(super) orbits: Option<Box<OptionOrbits>>,
}

impl<T> Frame<T> {
    /// The shares of its subproblem's solutions with what is done, and with the current choice, if
    /// all options of an item are in as many.
    pub(in crate::engine::memo) fn shares(&self) -> [f64; 2] {
        match self {
            Self::Branch(branch) => {
                let all = f64::from(branch.all.max(1));
                let done = f64::from(branch.tried.saturating_sub(1));
                [done / all, f64::from(self.orbit()) / all]
            }
            Self::Pick(pick) => {
                let current = if pick.is_chosen { pick.chance } else { 1.0 - pick.chance };
                [if pick.tried == 2 { 1.0 - current } else { 0.0 }, current]
            }
            Self::Split(Split { tried, all, .. }) => {
                let all = f64::from((*all).max(1));
                [f64::from(tried.saturating_sub(1)) / all, 1.0 / all]
            }
        }
    }

    /// The number of choices that the current one stands for.
    pub(in crate::engine::memo) fn orbit(&self) -> u32 {
        match self {
            Self::Branch(branch) => branch.orbit(branch.place).max(1),
            Self::Pick(_) | Self::Split(_) => 1,
        }
    }

    /// The hashes under which its value is stored besides that of its key; `None` if it has no key.
    pub(super) fn aliases(&self) -> Option<Aliases> {
        match self {
            Self::Branch(branch) => Some(branch.aliases),
            Self::Pick(pick) => (pick.key != PickKey::None).then_some(pick.aliases),
            Self::Split(split) => Some(split.aliases),
        }
    }
}

/// The untried options of a branch: how many options each one stands for.
#[derive(Clone, Debug)]
pub(in crate::engine::memo) struct OptionOrbits {
    /// The index of the first one in the item's list.
    pub(super) begin: u32,
    /// 0 for an option that another one stands for, and 1 for options that are not left.
    pub(super) sizes: Vec<u32>,
}

impl OptionOrbits {
    /// The number of options that the one at an index in the item's list stands for.
    pub(super) fn size(&self, place: u32) -> u32 {
        let index = place.checked_sub(self.begin).map(as_index);
        index.and_then(|index| self.sizes.get(index)).copied().unwrap_or(1)
    }
}

impl<T> Branch<T> {
    /// The number of options that the one at an index in the item's list stands for.
    #[inline(always)]
    pub(super) fn orbit(&self, place: u32) -> u32 {
        self.orbits.as_ref().map_or(1, |orbits| orbits.size(place))
    }
}

#[derive(Clone, Debug)]
pub(in crate::engine::memo) struct Pick<T> {
    pub(super) item: u32,
    /// The place of its option among the decisions of the item.
    pub(super) place: u32,
    /// Whether the option is chosen rather than dropped, and how many of the two were tried. Before
    /// the first, it is the opposite of that one.
    pub(in crate::engine::memo) is_chosen: bool,
    pub(in crate::engine::memo) tried: u32,
    /// Whether one of the two was deferred before, or may not be: the frame was restored.
    pub(super) is_late: bool,
    /// The chance that the option is chosen.
    pub(in crate::engine::memo) chance: f64,
    pub(in crate::engine::memo) sum: T,
    pub(in crate::engine::memo) size: f64,
    pub(super) begun: u64,
    pub(super) aliases: Aliases,
    pub(super) mark: TrailMark,
    pub(super) key: PickKey,
}

/// The key under which the value of a subproblem with a [`Pick`] is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine::memo) enum PickKey {
    /// The states of items: no option of the item was decided before.
    States,
    /// The states of items and the place of the option.
    Decision,
    /// It is not stored.
    None,
}

#[derive(Clone, Debug)]
pub(in crate::engine::memo) struct Split<T> {
    /// The index of the first part's key.
    pub(super) base: u32,
    /// The first untried part, and the current one.
    pub(super) next: u32,
    pub(super) part: u32,
    pub(in crate::engine::memo) tried: u32,
    pub(in crate::engine::memo) all: u32,
    pub(in crate::engine::memo) product: T,
    pub(in crate::engine::memo) size: f64,
    pub(super) begun: u64,
    pub(in crate::engine::memo) solutions: f64,
    /// The hash of the subproblem that was split.
    pub(super) hash: u64,
    pub(super) aliases: Aliases,
    pub(super) deferred: u32,
}

/// A subproblem that was found up to renaming, and is searched all the same.
#[derive(Clone, Debug)]
pub(super) struct Measurement {
    /// The number of frames above it.
    pub(super) depth: usize,
    /// Its value as words, and the nodes of a search without memo.
    pub(super) value: Vec<u64>,
    pub(super) size: f64,
    /// The work of the search at its beginning, and the work after which it is cut short.
    pub(super) begun: u64,
    pub(super) limit: u64,
}
