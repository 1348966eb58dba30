//! A puzzle as a grid, as an exact cover, and as a picture.

use super::puzzle::{RowError, read};
use super::row::Row;
use super::rules::Rules;
use crate::errors::{exception, value_error};
use crate::problem::Problem;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille::sudoku::text::{Alphabet, format_grid};
use quadrille::sudoku::{Encoding, Geometry, Grid, PuzzleError};
use quadrille_pictures::SudokuPicture;

/// Reads the cells of a puzzle: a str, or their values as bytes.
#[pyfunction]
pub(crate) fn parse(py: Python<'_>, puzzle: &Bound<'_, PyAny>, rules: &Rules) -> PyResult<Vec<u8>> {
    let wrong = |RowError { place, message, .. }| {
        exception(py, "PuzzleError", (message, None::<usize>, place))
    };
    let row = match puzzle.cast::<PyBytes>() {
        Ok(cells) => Row::Cells(cells.as_bytes()),
        Err(_) => Row::Text(puzzle.extract()?),
    };
    let puzzle = read(row, rules).map_err(wrong)?;
    let grid = puzzle.map(|puzzle| puzzle.grid.into_grid());
    let grid = grid.ok_or_else(|| PyValueError::new_err("expected a puzzle"))?;
    geometry(&grid, rules)?;
    Ok(grid.cells().to_vec())
}

/// The size of a grid with these cells.
#[pyfunction]
pub(crate) fn size(cells: &[u8]) -> usize {
    cells.len().isqrt()
}

/// The usual symbols of the values of a size.
#[pyfunction]
pub(crate) fn symbols(size: usize) -> PyResult<Vec<String>> {
    let alphabet = alphabet(size)?;
    let symbol = |value| {
        let mut symbol = String::new();
        alphabet.push(value, &mut symbol);
        symbol
    };
    Ok((1..).take(size).map(symbol).collect())
}

/// A grid with bars between the boxes.
#[pyfunction]
pub(crate) fn format(cells: Vec<u8>, rules: &Rules) -> PyResult<String> {
    let grid = grid(cells)?;
    let text = format_grid(&grid, &geometry(&grid, rules)?, alphabet(grid.size())?, '.');
    Ok(text.trim_end().to_owned())
}

/// The exact cover of a puzzle, in which a cell with a clue keeps only that option, and the cell
/// and the value of each option.
#[pyfunction]
pub(crate) fn problem(cells: Vec<u8>, rules: &Rules) -> PyResult<(Problem, Vec<(usize, u8)>)> {
    let grid = grid(cells)?;
    let encoding = Encoding::new(geometry(&grid, rules)?);
    let whole = encoding.whole(&grid).map_err(|error: PuzzleError| value_error(&error))?;
    let placement = |option| whole.original(option).and_then(|option| encoding.placement(option));
    let placements = whole.problem.options().filter_map(placement).collect();
    Ok((Problem(whole.problem), placements))
}

/// A picture of a puzzle: with its solution, or with the values of candidates, or with neither.
#[pyfunction]
#[pyo3(signature = (cells, rules, solution = None, candidates = None))]
pub(crate) fn draw(
    cells: Vec<u8>,
    rules: &Rules,
    solution: Option<Vec<u8>>,
    candidates: Option<Vec<(usize, u8)>>,
) -> PyResult<String> {
    let clues = grid(cells)?;
    let geometry = geometry(&clues, rules)?;
    let alphabet = alphabet(clues.size())?;
    let solution = solution.map(grid).transpose()?;
    let picture = SudokuPicture::new(&geometry, &clues, alphabet);
    let mut picture = picture.map_err(|error| value_error(&error))?;
    if let Some(solution) = &solution {
        picture = picture.solution(solution).map_err(|error| value_error(&error))?;
    }
    if let Some(candidates) = candidates {
        picture = picture.candidates(candidates);
    }
    Ok(picture.picture().to_svg())
}

fn alphabet(size: usize) -> PyResult<Alphabet> {
    let none = || PyValueError::new_err(format!("there are no symbols for a grid of size {size}"));
    Alphabet::of_size(size).ok_or_else(none)
}

fn grid(cells: Vec<u8>) -> PyResult<Grid> {
    Grid::from_cells(cells.len().isqrt(), cells).map_err(|error| value_error(&error))
}

fn geometry(grid: &Grid, rules: &Rules) -> PyResult<Geometry> {
    if let Some(expected) = rules.size().filter(|&expected| expected != grid.size()) {
        return Err(value_error(&PuzzleError::WrongSize { expected, found: grid.size() }));
    }
    rules.geometry(grid.size()).map_err(|error| value_error(&error))
}
