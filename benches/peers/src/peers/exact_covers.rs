//! `exact-covers`: Algorithm C, with secondary items and colours. Its dancing cells are not written
//! yet.

use super::{CountCover, Peer};
use crate::cover::{Cover, Entry};
use exact_covers::{DlSolver, Solver};
use std::ops::ControlFlow;

pub(super) struct ExactCovers;

/// An option as it is added: the primary items, and the secondary ones with their colours.
type Row = (Vec<usize>, Vec<(usize, Option<usize>)>);

impl Peer for ExactCovers {
    fn name(&self) -> &'static str {
        "exact-covers"
    }

    /// Two quirks can't be met here: an item twice in an option, which release builds answer
    /// wrongly, is refused by quadrille's reader; and options without primary items, which a
    /// solution has to hit, are left out of covers.
    fn cover<'t>(&self, cover: &'t Cover) -> Option<CountCover<'t>> {
        if cover.has_multiplicities() || cover.is_trivial() {
            return None;
        }
        let (first, all) = (cover.primary(), cover.primary() + cover.secondary());
        let (primary, secondary): (Vec<_>, Vec<_>) = ((0..first).collect(), (first..all).collect());
        let row = |option: &Vec<Entry>| -> Row {
            let (primary, secondary): (Vec<_>, Vec<_>) =
                option.iter().partition(|(item, _)| *item < first);
            (primary.into_iter().map(|(item, _)| item).collect(), secondary)
        };
        let rows: Vec<_> = cover.options().iter().map(row).collect();
        Some(Box::new(move |limit| {
            // It finds an item by looking through all of them, whatever type its labels have.
            let mut solver = DlSolver::new(&primary, &secondary);
            for (primary, secondary) in &rows {
                solver.add_option(primary, secondary);
            }
            count(solver, limit)
        }))
    }
}

fn count(solver: DlSolver<'_, usize, usize>, limit: u64) -> u64 {
    let mut found = 0;
    solver.solve(|_| {
        found += 1;
        if found < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}
