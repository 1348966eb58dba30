//! `exact-cover`: Algorithm X. Its `Solver` runs the same matrix in a thread of its own and sends
//! each solution through a channel; the matrix alone is the faster way to count.

use super::{CountCover, Peer};
use crate::cover::Cover;
use exact_cover::dlx::{Callback, Matrix};

pub(super) struct ExactCover;

impl Peer for ExactCover {
    fn name(&self) -> &'static str {
        "exact-cover"
    }

    fn cover<'t>(&self, cover: &'t Cover) -> Option<CountCover<'t>> {
        // It has primary items only.
        let is_plain = cover.secondary() == 0 && !cover.has_multiplicities();
        if !is_plain || cover.is_trivial() {
            return None;
        }
        // Its columns are numbered from 1.
        let rows = cover.rows_from_1();
        Some(Box::new(move |limit| {
            let mut matrix = Matrix::new(cover.primary());
            for row in &rows {
                matrix.add_row(row);
            }
            let mut counter = Counter { found: 0, limit };
            matrix.solve(&mut counter);
            counter.found
        }))
    }
}

/// Counts, and asks the matrix to stop at the limit. Each solution comes as a vector that the
/// matrix has allocated.
struct Counter {
    found: u64,
    limit: u64,
}

impl Callback for Counter {
    fn on_solution(&mut self, _: Vec<usize>, matrix: &mut Matrix) {
        self.found += 1;
        if self.found >= self.limit {
            matrix.abort();
        }
    }
}
