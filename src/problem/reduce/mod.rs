//! What can be said of a problem before any search: [`Reduction`].
//!
//! One question is asked of each item that must be covered: which options would leave it too few? They are
//! *blocked*, in no solution, and are removed; and so on until nothing changes, as in Knuth's DLX-PRE. All else
//! follows from it:
//! - if an item has only as many options left as it needs, they are *forced*, and what conflicts with them is
//!   blocked;
//! - if every option of an item has another item too, the other one's options without it are blocked, because
//!   they take all options of the first (one item *dominates* the other);
//! - two items that come to have the same options are one: the second is *idle*, it need not be looked at.
//!
//! A removed option can only make more options blocked, and never fewer. So the fixpoint does not depend on the
//! order in which items are looked at, and what was found before a budget ran out is right.
//!
//! [`state`] has what is left of the problem and chooses what is forced; [`blocked`] asks the question; [`idle`]
//! finds the items that constrain nothing.

mod blocked;
mod idle;
mod state;
#[cfg(test)]
mod tests;

use super::Problem;
use crate::ids::{ItemId, OptionId};
use blocked::Blocked;
use fixedbitset::FixedBitSet;
use state::{Fate, State};

/// What is known of the solutions of a [`Problem`] without a search.
///
/// It is data about a problem, which stays as it is: options and items keep their numbers.
///
/// ```
/// use quadrille::{OptionId, Problem, Reduction};
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
    idle: FixedBitSet,
    /// In ascending order.
    forced: Vec<OptionId>,
    is_possible: bool,
    is_complete: bool,
    rounds: u32,
    work: u64,
}

impl Reduction {
    /// Reduces a problem in which some options are given, until nothing changes or the work passes a budget.
    ///
    /// Work is counted in entries of options that are looked at, and passes the budget by a few times the number
    /// of entries at most. To begin takes as much as six looks at each entry and one at each item and option:
    /// below that nothing is done, and nothing is known. What comes out depends on the arguments alone.
    ///
    /// With given options that conflict there is no solution, and to give an option twice is to give it once.
    ///
    /// # Panics
    /// If the problem has no such option as is given.
    #[must_use]
    pub fn new(problem: &Problem, given: &[OptionId], budget: u64) -> Self {
        assert!(given.iter().all(|o| o.index() < problem.options().len()), "no such option");
        if budget < least_work(problem) {
            return Self::nothing(problem);
        }
        let mut state = State::new(problem, given);
        state.work += least_work(problem);
        let (rounds, is_complete) = remove_blocked(&mut state, budget);
        Self::of(&mut state, rounds, is_complete, budget)
    }

    /// Nothing is known.
    fn nothing(problem: &Problem) -> Self {
        Self {
            removed: FixedBitSet::with_capacity(problem.options().len()),
            idle: FixedBitSet::with_capacity(problem.items().len()),
            forced: Vec::new(),
            is_possible: true,
            is_complete: false,
            rounds: 0,
            work: 0,
        }
    }

    /// What a state says.
    fn of(state: &mut State<'_>, rounds: u32, is_complete: bool, budget: u64) -> Self {
        let mut reduction = Self::nothing(state.problem);
        (reduction.rounds, reduction.is_complete) = (rounds, is_complete);
        if state.failed {
            reduction.removed.insert_range(..);
            (reduction.is_possible, reduction.is_complete) = (false, true);
        } else {
            for (option, fate) in state.problem.options().zip(&state.fates) {
                match fate {
                    Fate::Undecided => {}
                    Fate::Chosen => reduction.forced.push(option),
                    Fate::Removed => reduction.removed.insert(option.index()),
                }
            }
            // Idle items are worth a little more where the budget ran out before.
            let entries = u64::try_from(state.problem.entry_count()).unwrap_or(u64::MAX);
            let budget = budget.max(state.work).saturating_add(entries);
            reduction.is_complete &= idle::find(state, budget, &mut reduction.idle);
        }
        reduction.work = state.work;
        reduction
    }

    /// Whether it is known that there is no solution. Then all options are removed.
    #[must_use]
    pub fn has_no_solution(&self) -> bool {
        !self.is_possible
    }

    /// Whether an option is known to be in no solution, be it because it has no primary item.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn is_removed(&self, option: OptionId) -> bool {
        assert!(option.index() < self.removed.len(), "no such option");
        self.removed.contains(option.index())
    }

    /// The options that are known to be in no solution, in ascending order.
    pub fn removed(&self) -> impl Iterator<Item = OptionId> {
        self.removed.ones().map(OptionId::new)
    }

    /// The options that are known to be in every solution, in ascending order; those given are among them. There
    /// are none if there is no solution.
    #[must_use]
    pub fn forced(&self) -> &[OptionId] {
        &self.forced
    }

    /// Whether an item need not be looked at: without the removed options, what it asks for is met whenever
    /// what other items ask for is. Items of forced options are not among them.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn is_idle(&self, item: ItemId) -> bool {
        assert!(item.index() < self.idle.len(), "no such item");
        self.idle.contains(item.index())
    }

    /// The items that need not be looked at, in ascending order.
    pub fn idle(&self) -> impl Iterator<Item = ItemId> {
        self.idle.ones().map(ItemId::new)
    }

    /// Whether nothing more would be found with a larger budget.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// How often the items were gone through: at first all, and then those that had lost an option.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The entries of options that were looked at.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The problem without the removed options: it has the same solutions, in which the options have other
    /// numbers. It has all items, the idle ones too.
    ///
    /// # Panics
    /// If the reduction is that of a problem of another size.
    #[must_use]
    pub fn apply(&self, problem: &Problem) -> Problem {
        let mut left = Problem { starts: vec![0], ..problem.clone() };
        left.entries.clear();
        left.costs.clear();
        for option in problem.options().filter(|&option| !self.is_removed(option)) {
            left.entries.extend(problem.entries(option));
            left.starts.push(crate::ids::narrow(left.entries.len()));
            left.costs.push(problem.cost(option));
        }
        if left.costs.iter().all(|&cost| cost == 0) {
            left.costs = Vec::new();
        }
        left
    }
}

/// The work of looking at a problem at all: its entries are sorted by items, which takes as long as a few looks at
/// each, and each can be taken out once.
fn least_work(problem: &Problem) -> u64 {
    let size = problem.items().len() + problem.options().len() + 6 * problem.entry_count();
    u64::try_from(size).unwrap_or(u64::MAX)
}

/// Removes blocked options, round by round. Gives the number of rounds, and whether no round is left.
fn remove_blocked(state: &mut State<'_>, budget: u64) -> (u32, bool) {
    let mut blocked = Blocked::new(state);
    let mut rounds = 0;
    loop {
        let round = state.take_round();
        if round.is_empty() || state.failed {
            return (rounds, true);
        }
        rounds += 1;
        for item in round {
            let Some(options) = blocked.by(item, state, budget) else { return (rounds, false) };
            for &option in options {
                state.remove(option);
            }
            state.settle();
            if state.failed {
                return (rounds, true);
            }
        }
    }
}
