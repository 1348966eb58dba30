//! [`RandomSolutions`]: random solution grids of a geometry.

use crate::search::StopReason;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use crate::sudoku::grids9;
use crate::sudoku::simd9::Variant;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt};
use std::ops::ControlFlow;

/// The most nodes of the search for a grid with given values; then it begins with other values.
const NODES: u64 = 10_000;

/// Draws solution grids: uniformly for standard 9x9 Sudoku, and by a search for all others.
#[derive(Debug)]
pub(super) struct RandomSolutions {
    geometry: Geometry,
    is_uniform: bool,
}

impl RandomSolutions {
    pub(super) fn new(geometry: &Geometry) -> Self {
        let is_uniform = Variant::of(geometry) == Some(Variant::Standard);
        Self { geometry: geometry.clone(), is_uniform }
    }

    /// Whether all grids are equally probable.
    pub(super) fn is_uniform(&self) -> bool {
        self.is_uniform
    }

    /// A random grid.
    ///
    /// The search puts random values, as many as there are rows, into random cells where they fit,
    /// takes the first solution, and relabels it. Some grids are more probable than others. Returns
    /// [`Exhausted`](StopReason::Exhausted) if a short search finds that no grid obeys the rules.
    pub(super) fn draw(
        &self,
        rng: &mut impl Rng,
        tests: &mut GridTests,
    ) -> Result<Grid, StopReason> {
        if self.is_uniform {
            return Ok(grids9::random_grid(rng));
        }
        let size = self.geometry.size();
        let mut is_checked = false;
        loop {
            let mut clues = Grid::blank(size);
            for _ in 0..size {
                let cell = rng.random_range(0..size * size);
                clues.put(cell, rng.random_range(1..=self.values()));
                if clues.clash(&self.geometry).is_some() {
                    clues.put(cell, 0);
                }
            }
            let mut labels: Vec<u8> = (1..=self.values()).collect();
            labels.shuffle(rng);
            let mut found = None;
            let stop = tests.visit(&clues, Some(NODES), |grid| {
                found = grid.relabelled(&labels).ok();
                ControlFlow::Break(())
            });
            match (found, stop) {
                (Some(grid), _) => return Ok(grid),
                (None, StopReason::Exhausted | StopReason::NodeLimit) => {
                    if !std::mem::replace(&mut is_checked, true) && self.has_none(tests)? {
                        return Err(StopReason::Exhausted);
                    }
                }
                (None, stop) => return Err(stop),
            }
        }
    }

    /// Whether a short search finds that there are no grids. Values can be renamed, so that those
    /// of the first row are in any order.
    fn has_none(&self, tests: &mut GridTests) -> Result<bool, StopReason> {
        let (mut first_row, mut is_found) = (Grid::blank(self.geometry.size()), false);
        (0..).zip(1..=self.values()).for_each(|(cell, value)| first_row.put(cell, value));
        let stop = tests.visit(&first_row, Some(NODES), |_| {
            is_found = true;
            ControlFlow::Break(())
        });
        match stop {
            _ if is_found => Ok(false),
            StopReason::Exhausted => Ok(true),
            StopReason::NodeLimit => Ok(false),
            stop => Err(stop),
        }
    }

    fn values(&self) -> u8 {
        u8::try_from(self.geometry.size()).unwrap_or(u8::MAX)
    }
}
