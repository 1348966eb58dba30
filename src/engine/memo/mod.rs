//! Memoised search: counts of solutions, and decision diagrams.
//!
//! A search meets the same subproblem many times: which part of a board is left depends on the
//! cells that are covered, not on the pieces that cover them. So the value of a subproblem is
//! stored, and looked up the next time. If subproblems repeat, this counts more solutions than can
//! be listed. For exact covers the method is that of Nishino, Yasuda, Minato and Nagata, "Dancing
//! with Decision Diagrams" (2017), Algorithm Z of Knuth's TAOCP 7.2.2.1, and, with independent
//! parts, that of Fang and others (2026).
//!
//! - [`layout`]: the problem as arrays, with items in the [`order`] of branching;
//! - [`subproblem`]: the part of it that is left; [`key_layout`]: the format of its key;
//! - [`capacity`]: finds subproblems without a solution where the number of options is bounded;
//! - [`table`]: the memo, a hash table in bounded memory;
//! - [`parts`]: decomposition into independent parts; [`walk_budget`]: the work that goes into it;
//! - [`isomorphism`]: subproblems that are the same up to renaming;
//! - [`values`]: what is computed from the solutions: a count, or nodes of a diagram;
//! - `proof`: the search that builds a proof, with the feature of this name;
//! - [`search`]: the search; [`progress`]: the share of it that is done.

mod capacity;
mod isomorphism;
mod key_layout;
mod layout;
mod option_set;
mod order;
mod parts;
mod progress;
#[cfg(feature = "proof")]
mod proof;
mod search;
mod subproblem;
mod table;
#[cfg(test)]
#[cfg(feature = "diagram")]
pub(crate) mod tests;
mod values;
mod walk_budget;

use crate::engine::subproblem::Subproblem;
use crate::problem::{Problem, Reduction};
use layout::Layout;

pub use isomorphism::{CanonicalMode, UnknownCanonicalMode};
pub(crate) use order::{Order, Orders, Plan};
#[cfg(feature = "proof")]
pub(crate) use proof::ProofSearch;
#[cfg(feature = "diagram")]
pub(crate) use search::RestoreError;
#[cfg(feature = "diagram")]
pub use search::SavedStack;
pub(crate) use search::{MemoSearch, MemoWork, Status};
pub(crate) use table::{MemoStats, SharedTable, Table};
pub(crate) use values::{CappedCounts, Values};
#[cfg(feature = "diagram")]
pub(crate) use values::{Counts, Nodes};

/// A search for a part of a problem, with a memo of at most `memory` bytes.
pub(crate) fn machine<V: Values>(
    problem: &Problem,
    known: Option<&Reduction>,
    root: &Subproblem,
    plan: &Plan,
    values: V,
    memory: usize,
) -> MemoSearch<V> {
    let layout = Layout::new(problem, &plan.items, known, &root.exclude);
    MemoSearch::new(layout, plan.order, plan.canonical, root, values, memory)
}
