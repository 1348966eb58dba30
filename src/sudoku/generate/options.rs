//! [`GeneratorOptions`]: which puzzles are generated.

use super::symmetry::PatternSymmetry;
use crate::sudoku::geometry::Geometry;
use crate::sudoku::grid::Grid;
use crate::sudoku::simd9::Variant;
use std::fmt;
use std::ops::RangeInclusive;

/// How puzzles are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Sampling {
    /// Clues are removed in a random order, each if the puzzle still has one solution without it.
    /// Fast, and biased towards puzzles with few clues: minimal 9x9 puzzles have 24.35 on average,
    /// and 26.6 among all.
    #[default]
    Fast,
    /// Each minimal puzzle has a [weight](super::GeneratedPuzzle::ln_weight). Averages that are
    /// weighted by it are averages over all minimal puzzles of all grids, and the sum of all
    /// weights divided by the number of attempts is the average number of minimal puzzles in a
    /// grid. Weights are uneven: a thousand puzzles say as much as four with equal weights. Puzzles
    /// with more than 34 clues, which are extremely rare among minimal ones, are not drawn.
    Weighted,
}

/// The kind of puzzles that a [`Generator`](super::Generator) makes. By default, no clue of a
/// puzzle is redundant, and nothing else is required.
///
/// ```
/// use quadrille::sudoku::generate::{GeneratorOptions, PatternSymmetry};
///
/// let options = GeneratorOptions::new().seed(7).clues(26..=30).symmetry(PatternSymmetry::Rotate180);
/// # let _ = options;
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GeneratorOptions {
    pub(super) seed: u64,
    pub(super) sampling: Sampling,
    pub(super) is_minimal: bool,
    pub(super) clues: Option<RangeInclusive<usize>>,
    pub(super) symmetry: PatternSymmetry,
    pub(super) pattern: Option<Grid>,
}

impl GeneratorOptions {
    /// The default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the seed of the random numbers; 0 by default.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Sets how puzzles are drawn.
    #[must_use]
    pub fn sampling(mut self, sampling: Sampling) -> Self {
        self.sampling = sampling;
        self
    }

    /// Requires that no clue is redundant, also where a number of clues, a symmetry or a pattern
    /// is given. Of sizes above 9x9, this can take very long.
    #[must_use]
    pub fn minimal(mut self) -> Self {
        self.is_minimal = true;
        self
    }

    /// Sets the numbers of clues. Unless puzzles must be [minimal](Self::minimal), the removal of
    /// clues ends at a number that is drawn uniformly from the range, or before if no clue is
    /// redundant.
    #[must_use]
    pub fn clues(mut self, clues: RangeInclusive<usize>) -> Self {
        self.clues = Some(clues);
        self
    }

    /// Requires that the cells with clues have a symmetry. Clues that it maps to each other are
    /// removed together. Unless puzzles must be [minimal](Self::minimal), single clues can be
    /// redundant.
    #[must_use]
    pub fn symmetry(mut self, symmetry: PatternSymmetry) -> Self {
        self.symmetry = symmetry;
        self
    }

    /// Requires that the clues are in the cells in which this grid has values.
    #[must_use]
    pub fn pattern(mut self, pattern: Grid) -> Self {
        self.pattern = Some(pattern);
        self
    }

    /// Checks the options against the geometry and each other.
    pub(super) fn check(&self, geometry: &Geometry) -> Result<(), GeneratorError> {
        let (cells, has_symmetry) = (geometry.cells(), self.symmetry != PatternSymmetry::None);
        if let Some(clues) = &self.clues
            && (clues.is_empty() || *clues.end() > cells)
        {
            return Err(GeneratorError::Clues { clues: clues.clone(), cells });
        }
        if let Some(pattern) = &self.pattern {
            let (expected, found) = (geometry.size(), pattern.size());
            if found != expected {
                return Err(GeneratorError::PatternSize { expected, found });
            }
            check_pattern(geometry, pattern)?;
            if has_symmetry {
                return Err(GeneratorError::Conflict { first: "a pattern", second: "a symmetry" });
            }
            if self.clues.is_some() {
                let second = "a number of clues";
                return Err(GeneratorError::Conflict { first: "a pattern", second });
            }
        }
        let is_standard = Variant::of(geometry) == Some(Variant::Standard);
        if self.sampling == Sampling::Weighted && !is_standard {
            return Err(GeneratorError::NotUniform);
        }
        let other = [(self.pattern.is_some(), "a pattern"), (has_symmetry, "a symmetry")];
        let other = other.into_iter().find_map(|(is_given, name)| is_given.then_some(name));
        match (self.sampling, other) {
            (Sampling::Weighted, Some(second)) => {
                Err(GeneratorError::Conflict { first: "weighted sampling", second })
            }
            _ => Ok(()),
        }
    }
}

/// Checks that puzzles with a pattern can have one solution, as far as that is seen at once.
fn check_pattern(geometry: &Geometry, pattern: &Grid) -> Result<(), GeneratorError> {
    let (size, clues) = (geometry.size(), pattern.clues());
    if clues + 1 < size {
        return Err(GeneratorError::FewCells { expected: size - 1, found: clues });
    }
    let blank = |line: usize, of: fn(usize, usize, usize) -> usize| {
        (0..size).all(|i| pattern.cells()[of(size, line, i)] == 0)
    };
    let row: fn(usize, usize, usize) -> usize = |size, line, i| line * size + i;
    let column: fn(usize, usize, usize) -> usize = |size, line, i| i * size + line;
    let (height, width) = geometry.band_and_stack();
    let kinds = [("rows", row, height), ("columns", column, width)];
    for (lines, of, height) in kinds {
        for first in 0..size {
            let rest = first + 1..(first / height + 1) * height;
            for second in rest.filter(|&second| blank(first, of) && blank(second, of)) {
                // With irregular boxes or other regions, the lines may differ.
                if geometry.irregular_units().is_empty() {
                    let (first, second) = (first + 1, second + 1);
                    return Err(GeneratorError::BlankLines { lines, first, second });
                }
            }
        }
    }
    Ok(())
}

/// Why there are no puzzles with these options.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GeneratorError {
    /// The range of numbers of clues is empty, or above the number of cells.
    Clues {
        /// The range.
        clues: RangeInclusive<usize>,
        /// The number of cells.
        cells: usize,
    },
    /// The pattern has another size.
    PatternSize {
        /// The size of the puzzles.
        expected: usize,
        /// The size of the pattern.
        found: usize,
    },
    /// The pattern has so few cells that two values can always be exchanged.
    FewCells {
        /// The least number of cells.
        expected: usize,
        /// The number of cells.
        found: usize,
    },
    /// The pattern has two blank rows in a band, or columns in a stack, which can be exchanged.
    BlankLines {
        /// `rows` or `columns`.
        lines: &'static str,
        /// The number of the first one, from 1.
        first: usize,
        /// The number of the second one, from 1.
        second: usize,
    },
    /// Weighted sampling needs uniform random grids, which there are of standard 9x9 Sudoku only.
    NotUniform,
    /// Two options can't be combined.
    Conflict {
        /// The first one, in words.
        first: &'static str,
        /// The second one, in words.
        second: &'static str,
    },
}

impl fmt::Display for GeneratorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clues { clues, cells } => {
                let (start, end) = (clues.start(), clues.end());
                write!(
                    f,
                    "the numbers of clues are {start} to {end}: expected an ascending range up to {cells}"
                )
            }
            Self::PatternSize { expected, found } => {
                write!(f, "the pattern has {found}x{found} cells: expected {expected}x{expected}")
            }
            Self::FewCells { expected, found } => {
                write!(f, "the pattern has {found} cells: expected at least {expected}")
            }
            Self::BlankLines { lines, first, second } => write!(
                f,
                "{lines} {first} and {second} of the pattern are blank and can be exchanged: no such puzzle has one solution"
            ),
            Self::NotUniform => f.write_str("weighted sampling is for standard 9x9 Sudoku only"),
            Self::Conflict { first, second } => {
                write!(f, "{first} and {second} can't be combined")
            }
        }
    }
}

impl std::error::Error for GeneratorError {}
