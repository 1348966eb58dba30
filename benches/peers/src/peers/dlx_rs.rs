//! `dlx-rs`: Algorithm X, with secondary ("optional") items.

use super::{CountCover, Peer, count_while};
use crate::cover::Cover;
use dlx_rs::solver::Solver;

pub(super) struct DlxRs;

impl Peer for DlxRs {
    fn name(&self) -> &'static str {
        "dlx-rs"
    }

    fn cover<'t>(&self, cover: &'t Cover) -> Option<CountCover<'t>> {
        // Its stack is as deep as there are options, and without any it panics.
        if cover.has_colors() || cover.has_multiplicities() || cover.is_trivial() {
            return None;
        }
        // Its items are numbered from 1; item 0 is the head of its list, and would make it run for
        // ever.
        let rows = cover.rows_from_1();
        Some(Box::new(move |limit| {
            let mut solver = Solver::new_optional(cover.primary(), cover.secondary());
            // An option has a name, and a solution is a list of names. Those of the empty type cost
            // nothing.
            for row in &rows {
                solver.add_option((), row);
            }
            count_while(limit, || solver.next().is_some())
        }))
    }
}
