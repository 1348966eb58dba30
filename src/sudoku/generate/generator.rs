//! [`Generator`]: random puzzles of a kind.

use super::attempts::{self, Attempt, AttemptStep, FoundPuzzle};
use super::options::{GeneratorError, GeneratorOptions, Sampling};
use super::pattern;
use super::removal::{Removal, RemovalGoal};
use super::solutions::RandomSolutions;
use super::weighted::WeightedRemoval;
use crate::ids::{to_u64, word_as_index};
use crate::search::{CancelToken, StopReason};
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::grid_tests::GridTests;
use rand::rngs::ChaCha20Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

/// The puzzles that are generated together.
const TOGETHER: u64 = 512;

/// The most nodes of a test whether a clue is redundant, in grids above 9x9. A clue stays if it
/// takes more.
const NODES: u64 = 20_000;

/// Generates random puzzles.
///
/// ```
/// use quadrille::sudoku::Geometry;
/// use quadrille::sudoku::generate::{Generator, GeneratorOptions};
/// use quadrille::sudoku::minimal::Minimiser;
///
/// let geometry = Geometry::of_size(9)?;
/// let mut generator = Generator::new(&geometry, GeneratorOptions::new().seed(1))?;
/// for generated in generator.puzzles(0..10) {
///     let puzzle = generated?.puzzle;
///     assert!(Minimiser::new(&geometry).redundant(&puzzle)?.is_empty());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Generator {
    options: GeneratorOptions,
    solutions: RandomSolutions,
    tests: GridTests,
    orbits: Arc<[Vec<usize>]>,
    filter: Option<Filter>,
}

type Filter = Box<dyn FnMut(&Grid) -> Result<bool, StopReason> + Send>;

/// A puzzle that was generated.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GeneratedPuzzle {
    /// The puzzle.
    pub puzzle: Grid,
    /// Its only solution.
    pub solution: Grid,
    /// The number of attempts that it took.
    pub attempts: u64,
    /// The natural logarithm of the weight of the puzzle, with [`Sampling::Weighted`].
    pub ln_weight: Option<f64>,
}

impl fmt::Debug for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("options", &self.options).finish_non_exhaustive()
    }
}

impl Generator {
    /// A generator for the puzzles of a geometry.
    ///
    /// # Errors
    /// If the options contradict each other, or do not fit the geometry.
    pub fn new(geometry: &Geometry, options: GeneratorOptions) -> Result<Self, GeneratorError> {
        options.check(geometry)?;
        let (solutions, mut tests) = (RandomSolutions::new(geometry), GridTests::new(geometry));
        if !options.is_minimal {
            tests.set_nodes(Some(NODES));
        }
        let orbits = options.symmetry.orbits(geometry.size()).into();
        Ok(Self { options, solutions, tests, orbits, filter: None })
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

    /// Sets a function that accepts puzzles. An attempt whose puzzle is not accepted has failed.
    /// The function is called with puzzles of all numbers, in any order, and must give equal
    /// answers for equal puzzles.
    #[must_use]
    pub fn filter(
        mut self,
        accept: impl FnMut(&Grid) -> Result<bool, StopReason> + Send + 'static,
    ) -> Self {
        self.filter = Some(Box::new(accept));
        self
    }

    /// The puzzles with these numbers, in ascending order. The puzzle with a number depends on the
    /// options alone. Puzzles that are generated together take less time.
    ///
    /// Where no puzzle is found, the reason why the search was stopped takes its place, and later
    /// numbers may be missing. It is [`Exhausted`](StopReason::Exhausted) if no grid obeys the
    /// rules. Otherwise, without a token or a deadline, the search goes on until there is a puzzle.
    pub fn puzzles(&mut self, numbers: Range<u64>) -> Vec<Result<GeneratedPuzzle, StopReason>> {
        let mut generated = Vec::new();
        let mut next = numbers.start;
        while next < numbers.end {
            let count = TOGETHER.min(numbers.end - next);
            generated.extend(match self.options.pattern.clone() {
                Some(pattern) => self.with_pattern(&pattern, next, count),
                None => self.by_removal(next, count),
            });
            if matches!(generated.last(), Some(Err(_))) {
                break;
            }
            next += count;
        }
        generated
    }

    /// Puzzles by attempts that go forward together.
    fn by_removal(&mut self, first: u64, count: u64) -> Vec<Result<GeneratedPuzzle, StopReason>> {
        let Self { options, solutions, tests, orbits, filter } = self;
        let start = |slot: usize, attempt: u64, tests: &mut GridTests| {
            let mut rng = random(options.seed, first + to_u64(slot), attempt);
            let solution = solutions.draw(&mut rng, tests)?;
            Ok(Start { options, orbits }.attempt(solution, rng))
        };
        let accept = |puzzle: &Grid| filter.as_mut().map_or(Ok(true), |accept| accept(puzzle));
        let found = attempts::run(word_as_index(count), start, accept, tests);
        found.into_iter().map(|found| found.map(generated)).collect()
    }

    /// Puzzles by local searches, one after the other.
    fn with_pattern(
        &mut self,
        pattern: &Grid,
        first: u64,
        count: u64,
    ) -> Vec<Result<GeneratedPuzzle, StopReason>> {
        let cells: Vec<_> = pattern.clue_cells().collect();
        let mut stopped = None;
        let mut generate = |number: u64| {
            if let Some(stop) = stopped {
                return Err(stop);
            }
            let mut attempt = 0;
            loop {
                let mut rng = random(self.options.seed, number, attempt);
                match self.search(&cells, &mut rng) {
                    Ok(Some((puzzle, solution))) => {
                        let ln_weight = None;
                        return Ok(generated(FoundPuzzle { puzzle, solution, ln_weight, attempt }));
                    }
                    Ok(None) => attempt += 1,
                    Err(stop) => return Err(*stopped.insert(stop)),
                }
            }
        };
        (first..first + count).map(&mut generate).collect()
    }

    /// A puzzle with clues in these cells that is accepted, and its solution.
    fn search(
        &mut self,
        cells: &[usize],
        rng: &mut ChaCha20Rng,
    ) -> Result<Option<(Grid, Grid)>, StopReason> {
        let start = self.solutions.draw(rng, &mut self.tests)?;
        let Some((puzzle, solution)) = pattern::search(&start, cells, rng, &mut self.tests)? else {
            return Ok(None);
        };
        let mut is_accepted = true;
        if self.options.is_minimal {
            let without = |&cell: &usize| {
                let mut fewer = puzzle.clone();
                fewer.put(cell, 0);
                (fewer, cell, puzzle.cells()[cell])
            };
            let is_redundant = self.tests.are_forced(cells.iter().map(without))?;
            is_accepted = !is_redundant.contains(&true);
        }
        if let Some(accept) = &mut self.filter {
            is_accepted = is_accepted && accept(&puzzle)?;
        }
        Ok(is_accepted.then_some((puzzle, solution)))
    }
}

fn generated(found: FoundPuzzle) -> GeneratedPuzzle {
    let FoundPuzzle { puzzle, solution, ln_weight, attempt } = found;
    GeneratedPuzzle { puzzle, solution, attempts: attempt + 1, ln_weight }
}

/// The random numbers of an attempt: those of ChaCha with 20 rounds. The key is the seed and the
/// attempt, eight bytes each with the least first, and then zeros. The stream is the number of the
/// puzzle.
pub(super) fn random(seed: u64, puzzle: u64, attempt: u64) -> ChaCha20Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&attempt.to_le_bytes());
    let mut rng = ChaCha20Rng::from_seed(key);
    rng.set_stream(puzzle);
    rng
}

/// Begins attempts by removal.
struct Start<'a> {
    options: &'a GeneratorOptions,
    orbits: &'a Arc<[Vec<usize>]>,
}

impl Start<'_> {
    fn attempt(&self, solution: Grid, mut rng: ChaCha20Rng) -> Box<dyn Attempt> {
        let cells = solution.cells().len();
        let accepted = self.options.clues.clone().unwrap_or(0..=cells);
        if self.options.sampling == Sampling::Weighted {
            return Box::new(WeightedRemoval::new(solution, rng, accepted));
        }
        let mut order: Vec<_> = (0..self.orbits.len()).collect();
        order.shuffle(&mut rng);
        let least = match &self.options.clues {
            Some(clues) if !self.options.is_minimal => rng.random_range(clues.clone()),
            _ => 0,
        };
        let has_sets = self.orbits.len() < cells;
        let goal = RemovalGoal { least, accepted, is_minimal: self.options.is_minimal && has_sets };
        Box::new(Removal::new(solution, Arc::clone(self.orbits), order, goal))
    }
}

impl Attempt for Box<dyn Attempt> {
    fn question(&mut self) -> AttemptStep {
        (**self).question()
    }

    fn answer(&mut self, is_unique: bool) -> bool {
        (**self).answer(is_unique)
    }
}
