//! [`GridGenerator`]: random solution grids by their numbers.

use super::generator::random;
use super::solutions::RandomSolutions;
use crate::search::{CancelToken, StopReason};
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use std::ops::Range;
use std::time::Instant;

/// Generates random solution grids.
///
/// Those of standard 9x9 Sudoku are drawn uniformly. Others are solutions of a few random clues,
/// and some are more probable than others.
///
/// ```
/// use quadrille::sudoku::Geometry;
/// use quadrille::sudoku::generate::GridGenerator;
///
/// let geometry = Geometry::of_size(16)?;
/// let mut generator = GridGenerator::new(&geometry).seed(1);
/// assert!(!generator.is_uniform());
/// for grid in generator.grids(0..3) {
///     assert!(grid?.is_solution(&geometry));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GridGenerator {
    seed: u64,
    solutions: RandomSolutions,
    tests: GridTests,
}

impl GridGenerator {
    /// A generator for the solution grids of a geometry.
    #[must_use]
    pub fn new(geometry: &Geometry) -> Self {
        let (solutions, tests) = (RandomSolutions::new(geometry), GridTests::new(geometry));
        Self { seed: 0, solutions, tests }
    }

    /// Sets the seed of the random numbers; 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets a token that ends the searches.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.tests.set_token(token);
        self
    }

    /// Sets a time at which the searches end.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.tests.set_deadline(deadline);
        self
    }

    /// Whether all grids are equally probable.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        self.solutions.is_uniform()
    }

    /// The grids with these numbers, in ascending order. The grid with a number depends on the seed
    /// alone. Where there is none, the reason why the search was stopped takes its place:
    /// [`Exhausted`](StopReason::Exhausted) if no grid obeys the rules.
    pub fn grids(&mut self, numbers: Range<u64>) -> Vec<Result<Grid, StopReason>> {
        let Self { seed, solutions, tests } = self;
        let grid = |number| match tests.stop_requested() {
            Some(stop) => Err(stop),
            None => solutions.draw(&mut random(*seed, number, 0), tests),
        };
        numbers.map(grid).collect()
    }
}
