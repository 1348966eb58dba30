//! Memoised counting, and the search that makes diagrams.
//!
//! A search meets the same subproblem again and again: what is left of a board depends on which cells are covered, and
//! not on how. So what is found of a subproblem is kept, and looked up when it comes again. Where subproblems repeat, that
//! counts what could not be listed. The idea is as old as dynamic programming; for exact covers it is that of Nishino,
//! Yasuda, Minato and Nagata, "Dancing with Decision Diagrams" (2017), Algorithm Z of Knuth's TAOCP 7.2.2.1, and, with
//! parts that are independent of each other, that of Fang and others (2026).
//!
//! - [`layout`] has the problem as arrays, with items in the [`order`] in which they are asked for;
//! - [`subproblem`] what is left of it, whose key is made of the [`key_layout`] of items;
//! - [`table`] keeps what is known by keys, in bounded memory;
//! - [`parts`] finds out what has fallen apart;
//! - [`values`] says what is made of the solutions: a [`count`], or nodes of a diagram;
//! - [`search`] is the search, and [`progress`] says how far it has come.

mod count;
mod key_layout;
mod layout;
mod order;
mod parts;
mod progress;
mod search;
mod subproblem;
mod table;
#[cfg(test)]
mod tests;
mod values;

use crate::engine::subproblem::Subproblem;
use crate::problem::{Problem, Reduction};
use layout::Layout;
use search::Rule;

pub(crate) use count::Count;
pub(crate) use order::{Order, Orders, Plan};
pub(crate) use search::{MemoSearch, Status, Work};
pub(crate) use table::{EntryCost, Found, Memo, MemoStats, Table, ThreadArena};
pub(crate) use values::{Counts, Nodes, Values};

/// A search for a part of a problem. The memo is made for the words of the key at the root.
pub(crate) fn machine<V: Values, M: Memo>(
    problem: &Problem,
    known: Option<&Reduction>,
    root: &Subproblem,
    plan: &Plan,
    values: V,
    memo: impl FnOnce(&[u64]) -> M,
) -> MemoSearch<V, M> {
    let layout = Layout::new(problem, &plan.items, known);
    let rule = if plan.order == Order::Fewest { Rule::Fewest } else { Rule::First };
    MemoSearch::new(layout, rule, root, values, memo)
}
