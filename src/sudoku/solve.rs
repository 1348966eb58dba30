//! [`solve`], [`solve_grid`] and [`solve_restricted`]: a puzzle solved in one call.

use super::candidate_grid::CandidateGrid;
use super::encode::{Encoding, PuzzleError};
use super::geometry::Geometry;
use super::grid::Grid;
use super::puzzle_solution::PuzzleSolution;
use super::simd9::{BatchInput, BatchSolver, Variant};
use super::solver::{SolveError, SudokuSolver};
use super::text;
use std::ops::ControlFlow;

/// Solves the first puzzle of a text: whether it has no solution, one, or several.
///
/// The text may have any format that [`text::parse`] reads, and any size that has boxes. The boxes
/// are the [usual](Geometry::of_size) ones; [`solve_grid`] takes other boxes and variants. Where
/// the text has candidates, only solutions that they admit count.
///
/// ```
/// use quadrille::sudoku::{self, PuzzleSolution};
///
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let PuzzleSolution::Unique(grid) = sudoku::solve(puzzle)? else { panic!("it has one solution") };
/// assert!(grid.to_string().starts_with("534678912"));
/// assert!(matches!(sudoku::solve("1...............")?, PuzzleSolution::Multiple(_)));
/// assert_eq!(sudoku::solve("1..1............")?, PuzzleSolution::None);
/// # Ok::<(), sudoku::SolveError>(())
/// ```
///
/// # Errors
/// If the text contains no grid, or its size has no boxes.
pub fn solve(text: &str) -> Result<PuzzleSolution, SolveError> {
    let record = text::parse(text)?;
    if let (9, None, Some(cells)) =
        (record.grid.size(), &record.candidates, record.grid.cells().first_chunk())
    {
        // The geometry would take longer to make than the solution.
        return Ok(solve_9x9(Variant::Standard, cells));
    }
    let geometry = Geometry::of_size(record.grid.size())?;
    match &record.candidates {
        None => solve_grid(&record.grid, &geometry),
        Some(candidates) => solve_restricted(&record.grid, candidates, &geometry),
    }
}

/// Solves a puzzle of any geometry: whether it has no solution, one, or several.
///
/// A 9x9 puzzle with 3x3 boxes, standard or with both diagonals, is solved by
/// [`simd9`](super::simd9). Any other is solved as an exact cover by the engine that
/// [`Engine::Auto`](crate::Engine::Auto) selects.
///
/// ```
/// use quadrille::sudoku::{Geometry, Grid, solve_grid};
///
/// let puzzle: Grid = "12343...........".parse()?;
/// let geometry = Geometry::of_size(4)?;
/// assert!(!solve_grid(&puzzle, &geometry)?.is_unique());
/// let solution = solve_grid(&puzzle, &geometry.diagonal())?;
/// assert_eq!(solution.first().map(Grid::to_string).as_deref(), Some("1234341243212143"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the grid and the geometry have different sizes.
pub fn solve_grid(puzzle: &Grid, geometry: &Geometry) -> Result<PuzzleSolution, SolveError> {
    match (Variant::of(geometry), puzzle.cells().first_chunk()) {
        (Some(variant), Some(cells)) if puzzle.size() == 9 => Ok(solve_9x9(variant, cells)),
        _ if puzzle.size() != geometry.size() => {
            let (expected, found) = (geometry.size(), puzzle.size());
            Err(PuzzleError::WrongSize { expected, found }.into())
        }
        _ => SudokuSolver::new(&Encoding::new(geometry.clone())).solve(puzzle),
    }
}

/// Solves a puzzle whose cells may have their candidates only, like [`solve_grid`].
///
/// ```
/// use quadrille::sudoku::{CandidateGrid, Geometry, solve_restricted};
///
/// let mut candidates = CandidateGrid::all(4);
/// [(1, 2), (2, 3), (3, 4), (4, 3)].map(|(cell, value)| candidates.restrict(cell, 1 << (value - 1)));
/// let puzzle = "1...............".parse()?;
/// let geometry = Geometry::of_size(4)?;
/// assert!(!solve_restricted(&puzzle, &candidates, &geometry)?.is_unique());
/// [(4, 3), (6, 1), (8, 2), (9, 1)].map(|(cell, value)| candidates.restrict(cell, 1 << (value - 1)));
/// assert!(solve_restricted(&puzzle, &candidates, &geometry)?.is_unique());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the grid, the candidates and the geometry have different sizes.
pub fn solve_restricted(
    puzzle: &Grid,
    candidates: &CandidateGrid,
    geometry: &Geometry,
) -> Result<PuzzleSolution, SolveError> {
    match (Variant::of(geometry), candidates.to_simd9(puzzle)) {
        (Some(variant), Some(candidates)) => Ok(solve_9x9(variant, &candidates)),
        _ => {
            let encoding = Encoding::new(geometry.clone());
            SudokuSolver::new(&encoding).solve_restricted(puzzle, candidates)
        }
    }
}

/// Solves a puzzle of size 9.
fn solve_9x9(variant: Variant, puzzle: &impl BatchInput) -> PuzzleSolution {
    let mut found = Vec::new();
    BatchSolver::new(variant).limit(2).for_each(puzzle, |cells| {
        found.push(Grid::from_checked_9x9(*cells));
        ControlFlow::Continue(())
    });
    PuzzleSolution::from_first_two(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;

    const PUZZLE: &str =
        "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

    /// The same by dancing links.
    fn by_links(puzzle: &Grid, geometry: &Geometry) -> PuzzleSolution {
        let encoding = Encoding::new(geometry.clone());
        SudokuSolver::with_engine(&encoding, Engine::Links).unwrap().solve(puzzle).unwrap()
    }

    /// Whether two results have the same number of solutions, and all of them are solutions.
    fn agree(puzzle: &Grid, geometry: &Geometry, one: &PuzzleSolution, other: &PuzzleSolution) {
        match (one, other) {
            (PuzzleSolution::None, PuzzleSolution::None) => {}
            (PuzzleSolution::Unique(one), PuzzleSolution::Unique(other)) => assert_eq!(one, other),
            (PuzzleSolution::Multiple(one), PuzzleSolution::Multiple(other)) => {
                for grids in [one, other] {
                    assert_ne!(grids[0], grids[1]);
                    assert!(grids.iter().all(|grid| grid.extends(puzzle)));
                    assert!(grids.iter().all(|grid| grid.is_solution(geometry)));
                }
            }
            _ => panic!("{one:?} and {other:?}"),
        }
    }

    #[test]
    fn every_geometry_has_the_solutions_of_dancing_links() {
        let standard = || Geometry::of_size(9).unwrap();
        let half = standard().with_region("half", &[0, 10, 20, 30, 40, 50, 60, 70, 80]).unwrap();
        let cage = standard().with_region("cage", &[1, 12]).unwrap();
        let windows = Geometry::of_size(6).unwrap().diagonal();
        for geometry in [standard(), standard().diagonal(), half, cage, windows] {
            let full = solve_grid(&Grid::blank(geometry.size()), &geometry).unwrap();
            let PuzzleSolution::Multiple([full, _]) = full else { panic!("{full:?}") };
            for keep in [1, 2, 3, 5] {
                let mut puzzle = full.clone();
                for cell in (0..geometry.cells()).filter(|cell| cell * 7 % 11 % keep > 0) {
                    puzzle.set(cell, 0).unwrap();
                }
                let found = solve_grid(&puzzle, &geometry).unwrap();
                agree(&puzzle, &geometry, &found, &by_links(&puzzle, &geometry));
                // One clue with another value: rarely a clash, and mostly no solution.
                let size = u8::try_from(geometry.size()).unwrap();
                puzzle.set(0, full.get(0).unwrap() % size + 1).unwrap();
                let found = solve_grid(&puzzle, &geometry).unwrap();
                agree(&puzzle, &geometry, &found, &by_links(&puzzle, &geometry));
            }
        }
    }

    #[test]
    fn texts_of_every_size_are_solved() {
        assert!(solve(PUZZLE).unwrap().is_unique());
        assert!(matches!(solve(&".".repeat(256)), Ok(PuzzleSolution::Multiple(_))));
        assert_eq!(solve(&"1".repeat(81)), Ok(PuzzleSolution::None));
        let text = solve("no puzzle").unwrap_err();
        assert!(text.to_string().starts_with("1:"), "{text}");
    }

    #[test]
    fn a_grid_of_another_size_is_an_error() {
        let message = "expected a grid of 9x9 cells, found one of 4x4";
        let geometry = Geometry::of_size(9).unwrap();
        assert_eq!(solve_grid(&Grid::blank(4), &geometry).unwrap_err().to_string(), message);
        let other = "expected a grid of 4x4 cells, found one of 9x9";
        let geometry = Geometry::of_size(4).unwrap();
        assert_eq!(solve_grid(&Grid::blank(9), &geometry).unwrap_err().to_string(), other);
    }
}
