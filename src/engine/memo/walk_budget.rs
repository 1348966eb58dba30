//! [`WalkBudget`]: how much work may go into looking for independent parts.
//!
//! A walk over a subproblem takes about as long as several choices, which is wasted where problems
//! never fall apart. So walks have a budget: a share of the search's own work, and a reward for
//! parts that were found, proportional to the size of all but the largest.

/// The number of walks that one which found two halves pays for.
const REWARD: u64 = 24;
/// The greatest balance, so that a long search without parts does not save too much, and the
/// initial one.
const MOST: u64 = 1 << 22;
const FIRST: u64 = 1 << 12;

/// The budget of walks: one part in `SHARE` of the search's work, and rewards.
#[derive(Clone, Debug)]
pub(super) struct WalkBudget<const SHARE: u64> {
    /// The rewards and the initial balance, and the spending. The last walk can overdraw the
    /// budget.
    income: u64,
    spent: u64,
}

impl<const SHARE: u64> WalkBudget<SHARE> {
    pub(super) fn new() -> Self {
        Self { income: FIRST, spent: 0 }
    }

    /// Whether nothing is left after so much work of the search.
    #[inline]
    pub(super) fn is_spent(&self, work: u64) -> bool {
        self.income + work / SHARE <= self.spent
    }

    /// Enters a walk: its cost, and the cost of the largest part, if it found several.
    pub(super) fn enter(&mut self, work: u64, cost: u64, largest: Option<u64>) {
        self.spent += cost;
        if let Some(largest) = largest {
            // The reward is greatest for parts of the same size.
            self.income += REWARD * 2 * (cost - largest);
        }
        // The balance is at most `MOST`.
        let saved = (self.income + work / SHARE).saturating_sub(self.spent);
        self.spent += saved.saturating_sub(MOST);
    }
}
