//! Presolving: what is known of a problem without a search, as a [`Reduction`].
//!
//! An option *blocks* a primary item if choosing it leaves too few options for the item. Such
//! options are in no solution and are removed, until nothing changes, as in Knuth's DLX-PRE. Other
//! rules follow from this one:
//! - an item with only as many options left as it needs *forces* them, and the options that
//!   conflict with them block the item;
//! - if every option of an item also has a second item (the first *dominates* the second), the
//!   second item's other options block the first item.
//!
//! Of two items that come to have the same options, the second is *redundant*: an engine can ignore
//! it.
//!
//! Removing an option never makes another option stop blocking. So the fixpoint does not depend on
//! the order of the items, and what is found before a budget ends is correct.
//!
//! [`state`] holds the remaining problem and chooses forced options, [`blocking`] finds options
//! that block an item, [`support`] finds most of them soon where options give colours, and
//! [`redundant`] finds redundant items.

mod blocking;
mod redundant;
mod state;
mod support;
#[cfg(test)]
mod tests;

use super::Problem;
use crate::ids::{ItemId, OptionId};
use blocking::BlockingSearch;
use fixedbitset::FixedBitSet;
use state::{OptionState, PresolveState};
use support::ColorSupport;

/// The result of presolving a [`Problem`]: options that are in no solution or in all of them, and
/// redundant items.
///
/// The problem itself is unchanged: options and items keep their numbers.
///
/// ```
/// use quadrille::{OptionId, Problem};
/// use quadrille::problem::Reduction;
///
/// // The second option leaves nothing for `c`, so that the third can't be chosen, and so on.
/// let problem: Problem = "a b c\na\na b\nb\nb c\nc a\n".parse()?;
/// let reduction = Reduction::new(&problem, &[], u64::MAX);
/// assert!(reduction.is_complete() && !reduction.has_no_solution());
/// let removed: Vec<_> = reduction.removed().map(OptionId::index).collect();
/// assert_eq!(removed, [1]);
/// assert_eq!(reduction.apply(&problem).options().len(), 4);
///
/// // With the first option, all is decided.
/// let reduction = Reduction::new(&problem, &[OptionId::new(0)], u64::MAX);
/// assert_eq!(reduction.forced(), [0, 3].map(OptionId::new));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduction {
    removed: FixedBitSet,
    redundant: FixedBitSet,
    /// In ascending order.
    forced: Vec<OptionId>,
    is_possible: bool,
    is_complete: bool,
    rounds: u32,
    work: u64,
}

impl Reduction {
    /// Presolves a problem under some assumptions (options that are chosen), until nothing changes
    /// or the work exceeds a budget.
    ///
    /// Work is counted in visited entries, and exceeds the budget by a few times the number of
    /// entries at most. The setup costs six visits for each entry and one for each item and option;
    /// with a smaller budget nothing is done. The result depends on the arguments alone.
    ///
    /// Assumptions that conflict leave no solution. A repeated assumption counts once.
    ///
    /// # Panics
    /// If an assumption is not an option of the problem.
    #[must_use]
    pub fn new(problem: &Problem, assumptions: &[OptionId], budget: u64) -> Self {
        assert!(assumptions.iter().all(|o| o.index() < problem.options().len()), "no such option");
        if budget < least_work(problem) {
            return Self::nothing(problem);
        }
        let mut state = PresolveState::new(problem, assumptions);
        state.work += least_work(problem);
        let (rounds, is_complete) = remove_blocking(&mut state, budget);
        Self::of(&mut state, rounds, is_complete, budget)
    }

    /// The reduction that removes nothing.
    fn nothing(problem: &Problem) -> Self {
        Self {
            removed: FixedBitSet::with_capacity(problem.options().len()),
            redundant: FixedBitSet::with_capacity(problem.items().len()),
            forced: Vec::new(),
            is_possible: true,
            is_complete: false,
            rounds: 0,
            work: 0,
        }
    }

    /// The result that a state holds.
    fn of(state: &mut PresolveState<'_>, rounds: u32, is_complete: bool, budget: u64) -> Self {
        let mut reduction = Self::nothing(state.problem);
        (reduction.rounds, reduction.is_complete) = (rounds, is_complete);
        if state.failed {
            reduction.removed.insert_range(..);
            (reduction.is_possible, reduction.is_complete) = (false, true);
        } else {
            for (option, option_state) in state.problem.options().zip(&state.option_states) {
                match option_state {
                    OptionState::Undecided => {}
                    OptionState::Forced => reduction.forced.push(option),
                    OptionState::Removed => reduction.removed.insert(option.index()),
                }
            }
            // Redundant items are worth a little more than the budget.
            let entries = u64::try_from(state.problem.entry_count()).unwrap_or(u64::MAX);
            let budget = budget.max(state.work).saturating_add(entries);
            reduction.is_complete &= redundant::find(state, budget, &mut reduction.redundant);
        }
        reduction.work = state.work;
        reduction
    }

    /// Whether the problem is known to have no solution. Then all options are removed.
    #[must_use]
    pub fn has_no_solution(&self) -> bool {
        !self.is_possible
    }

    /// Whether an option is known to be in no solution. Options without a primary item are.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn is_removed(&self, option: OptionId) -> bool {
        assert!(option.index() < self.removed.len(), "no such option");
        self.removed.contains(option.index())
    }

    /// Whether an option of a problem can be chosen, as far as is known.
    pub(crate) fn leaves(known: Option<&Self>, problem: &Problem, option: OptionId) -> bool {
        problem.is_choosable(option) && !known.is_some_and(|known| known.is_removed(option))
    }

    /// The options that are known to be in no solution, in ascending order.
    pub fn removed(&self) -> impl Iterator<Item = OptionId> {
        self.removed.ones().map(OptionId::new)
    }

    /// The options that are known to be in every solution, in ascending order, the assumptions
    /// among them; empty if there is no solution.
    #[must_use]
    pub fn forced(&self) -> &[OptionId] {
        &self.forced
    }

    /// Whether an item is redundant: without the removed options, its bounds are kept whenever
    /// those of the other items are. Items of forced options are not redundant.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn is_redundant(&self, item: ItemId) -> bool {
        assert!(item.index() < self.redundant.len(), "no such item");
        self.redundant.contains(item.index())
    }

    /// The redundant items, in ascending order.
    pub fn redundant_items(&self) -> impl Iterator<Item = ItemId> {
        self.redundant.ones().map(ItemId::new)
    }

    /// Whether a larger budget would find nothing more.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The number of passes over the items: first over all, then over those that lost an option.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The number of visited entries.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The problem without the removed options: it has the same solutions with renumbered options,
    /// and all items.
    ///
    /// # Panics
    /// If the reduction belongs to a problem of another size.
    #[must_use]
    pub fn apply(&self, problem: &Problem) -> Problem {
        problem.without(|option| self.is_removed(option))
    }
}

/// The work of the setup: sorting the entries by items takes a few visits for each, and each is
/// removed at most once.
fn least_work(problem: &Problem) -> u64 {
    let size = problem.items().len() + problem.options().len() + 6 * problem.entry_count();
    u64::try_from(size).unwrap_or(u64::MAX)
}

/// Removes blocking options: first those that colours show, which is fast, then all. Returns the
/// number of rounds, and whether the fixpoint was reached.
fn remove_blocking(state: &mut PresolveState<'_>, budget: u64) -> (u32, bool) {
    let mut rounds = 0;
    if state.problem.features().colors {
        let mut support = ColorSupport::new(state);
        let is_complete = remove_in_rounds(state, budget, &mut rounds, |item, state, found| {
            support.find(item, state, found);
            Some(())
        });
        if !is_complete {
            return (rounds, false);
        }
        state.touch_all();
    }
    let mut blocking = BlockingSearch::new(state);
    let is_complete = remove_in_rounds(state, budget, &mut rounds, |item, state, found| {
        blocking.find(item, state, budget, found)
    });
    (rounds, is_complete)
}

/// Removes options in rounds, until nothing changes. A function appends those that block an item,
/// or returns `None` if the budget does not suffice. Returns whether it did.
fn remove_in_rounds<'p>(
    state: &mut PresolveState<'p>,
    budget: u64,
    rounds: &mut u32,
    mut find: impl FnMut(u32, &mut PresolveState<'p>, &mut Vec<u32>) -> Option<()>,
) -> bool {
    let mut found = Vec::new();
    loop {
        let round = state.take_round();
        if round.is_empty() || state.failed {
            return true;
        }
        *rounds += 1;
        for item in round {
            if state.work >= budget {
                return false;
            }
            state.untouch(item);
            if find(item, state, &mut found).is_none() {
                return false;
            }
            found.drain(..).for_each(|option| state.remove(option));
            state.settle();
            if state.failed {
                return true;
            }
        }
    }
}
