//! Memoised counting, and the search that makes diagrams.
//!
//! A search meets the same residue again and again: what is left of a board depends on which cells are covered, and
//! not on how. So what is found of a residue is kept, and looked up when it comes again. Where residues repeat, that
//! counts what nobody could list. The idea is as old as dynamic programming; for exact covers it is that of Nishino,
//! Yasuda, Minato and Nagata, "Dancing with Decision Diagrams" (2017), Algorithm Z of Knuth's TAOCP 7.2.2.1, and, with
//! parts that are independent of each other, that of Fang and others (2026).
//!
//! - [`layout`] has the problem as arrays, with items in the [`order`] in which they are asked for;
//! - [`residue`] what is left of it, whose key is made of the [`fields`] of items;
//! - [`table`] keeps what is known by keys, in bounded memory;
//! - [`parts`] finds out what has fallen apart;
//! - [`values`] says what is made of the solutions: a [`count`], or nodes of a diagram;
//! - [`mod@machine`] is the search, and [`standing`] says how far it has come.

mod count;
mod fields;
mod layout;
mod machine;
mod order;
mod parts;
mod residue;
mod standing;
mod table;
#[cfg(test)]
mod tests;
mod values;

use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};
use layout::Layout;
use machine::Rule;

pub(crate) use count::Count;
pub(crate) use machine::{Machine, Status, Work};
pub(crate) use order::{Order, Orders, Plan};
pub(crate) use table::{Chunk, Found, Holding, Memo, Table, Worth};
pub(crate) use values::{Counts, Nodes, Values};

/// A machine for a problem in which some options, which don't conflict, are given. The memo is made for the words of
/// the key at the root.
pub(crate) fn machine<V: Values, M: Memo>(
    problem: &Problem,
    known: Option<&Reduction>,
    given: &[OptionId],
    plan: &Plan,
    values: V,
    memo: impl FnOnce(&[u64]) -> M,
) -> Machine<V, M> {
    let layout = Layout::new(problem, &plan.items, known);
    let rule = if plan.order == Order::Fewest { Rule::Fewest } else { Rule::First };
    Machine::new(layout, rule, given, values, memo)
}
