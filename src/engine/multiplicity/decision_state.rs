//! [`DecisionState`]: what a search whose levels decide one option needs to know of a problem.

use crate::engine::subproblem::Subproblem;
use crate::ids::OptionId;

/// What is left of a problem after some options are chosen and others excluded.
///
/// Each option is *undecided*, *chosen* or *excluded*. An item is *open* if more of its options
/// must be chosen.
pub(in crate::engine) trait DecisionState {
    /// Removes all decisions; then decides the options of a subproblem, and all that follows.
    fn begin(&mut self, root: &Subproblem);

    /// Whether no solution is left.
    fn failed(&self) -> bool;

    /// A mark to [undo](Self::undo) later decisions.
    fn mark(&mut self) -> u32;

    /// Undoes all decisions since a mark, and drops later marks.
    fn undo(&mut self, mark: u32);

    /// Chooses an undecided option, and excludes those for which there is no capacity then.
    fn choose(&mut self, option: u32);

    /// Excludes an undecided option.
    fn exclude(&mut self, option: u32);

    /// Chooses all options that are forced, until none is, or the state has failed.
    fn settle(&mut self);

    /// After [`settle`](Self::settle): an undecided option of the open item that is most likely to
    /// fail, and its [`chance`](crate::engine::path::chance) to be chosen; `None` if no item is
    /// open.
    fn branch(&self) -> Option<(u32, f64)>;

    /// The first undecided option from one on.
    fn undecided_from(&self, option: u32) -> Option<u32>;

    /// The chosen options.
    fn chosen(&self) -> impl Iterator<Item = OptionId>;

    /// The work done since [`begin`](Self::begin): entries removed from sparse sets, or options
    /// chosen in words.
    fn updates(&self) -> u64;

    /// How many more options of an item may be chosen.
    fn capacity(&self, item: u32) -> u32;

    /// How many more times open items must be covered, all together.
    fn need(&self) -> u64;

    /// The undecided options of an item.
    fn options_of(&self, item: u32) -> impl Iterator<Item = u32>;

    /// The number of open items of an option.
    fn gain(&self, option: u32) -> u32;
}
