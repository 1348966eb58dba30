//! `xcov`: Algorithm X, with secondary items.

use super::{CountCover, Peer, count_while};
use crate::cover::Cover;
use xcov::{DlxBuilder, ExactCoverProblem, MrvExactCoverSearch};

pub(super) struct Xcov;

impl Peer for Xcov {
    fn name(&self) -> &'static str {
        "xcov"
    }

    fn cover<'t>(&self, cover: &'t Cover) -> Option<CountCover<'t>> {
        // Without primary items it has found the empty solution when it says that there is nothing
        // more to find.
        if cover.has_colors() || cover.has_multiplicities() || cover.is_trivial() {
            return None;
        }
        // Its items are numbered from 1, and in an option they have to ascend. A solution is slices
        // of them, and does not say which options it has; to count, that does not matter.
        let rows = cover.rows_from_1();
        Some(Box::new(move |limit| {
            let mut builder = DlxBuilder::new(cover.primary(), cover.secondary());
            for row in &rows {
                builder.add_option(row);
            }
            let mut search = MrvExactCoverSearch::new(builder.build());
            count_while(limit, || search.search())
        }))
    }
}
