//! quadrille: any engine on covers, and `SudokuSolver` on lines.

use super::{Count, CountCover, Peer};
use crate::cover::Cover;
use quadrille::sudoku::text::{ReadOptions, Reader};
use quadrille::sudoku::{Encoding, Geometry, Grid, SudokuSolver};
use quadrille::{Engine, Solver};

/// quadrille with an engine.
pub(super) struct Quadrille(pub(super) Engine);

impl Peer for Quadrille {
    fn name(&self) -> &'static str {
        "quadrille"
    }

    fn engine(&self) -> Option<Engine> {
        (self.0 != Engine::Auto).then_some(self.0)
    }

    fn cover<'t>(&self, cover: &'t Cover) -> Option<CountCover<'t>> {
        let engine = self.0;
        // An engine that does not take the problem says so at once, before any structure is built.
        Solver::with_engine(cover.problem(), engine).ok()?;
        Some(Box::new(move |limit| {
            let solver = Solver::with_engine(cover.problem(), engine).expect("it took it before");
            solver.limit(limit).count().solutions
        }))
    }

    fn lines<'t>(&self, lines: &'t str) -> Option<Count<'t>> {
        let engine = self.0;
        let count = move || {
            let encoding = Encoding::new(Geometry::of_size(9).expect("9x9 has boxes"));
            let solver = SudokuSolver::with_engine(&encoding, engine).expect("it took it before");
            let mut solver = solver.configure(|solver| solver.limit(2));
            // Clues that clash leave no solution.
            let mut count =
                |grid: &Grid| solver.load(grid).map_or(0, |solver| solver.count().solutions);
            let records = Reader::new(lines.as_bytes(), ReadOptions::new());
            records.map(|record| record.map_or(0, |record| count(&record.grid))).collect()
        };
        let encoding = Encoding::new(Geometry::of_size(9).ok()?);
        SudokuSolver::with_engine(&encoding, engine).ok()?;
        Some(Box::new(count))
    }
}
