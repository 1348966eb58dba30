//! [`Puzzle`]: a row as a grid.

use super::row::Row;
use super::rules::Rules;
use quadrille::sudoku::simd9::Cells;
use quadrille::sudoku::text::{self, Alphabet, ReadError, ReadOptions, Reader};
use quadrille::sudoku::{Grid, GridError};
use std::fmt::Display;

/// A puzzle that was read.
pub(super) struct Puzzle {
    pub(super) grid: Cells9OrGrid,
    /// The symbols with which it was written.
    pub(super) symbols: Symbols,
}

/// The symbols of a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbols {
    pub(super) alphabet: Alphabet,
    /// The symbol of a blank cell.
    pub(super) blank: char,
}

impl Symbols {
    /// The usual symbols of a size.
    pub(super) fn of_size(size: usize) -> Option<Self> {
        Alphabet::of_size(size).map(|alphabet| Self { alphabet, blank: '.' })
    }

    /// A grid as a line.
    pub(super) fn line(self, grid: &Grid) -> String {
        text::format_line(grid, self.alphabet, self.blank)
    }
}

/// The cells of a 9x9 grid, or any grid.
pub(super) enum Cells9OrGrid {
    Cells(Cells),
    Grid(Grid),
}

/// Why a row is not a puzzle.
#[derive(Clone, Debug)]
pub(super) struct RowError {
    pub(super) row: usize,
    /// The line and the column in the text, or in the grid, from 1.
    pub(super) place: Option<(u64, usize)>,
    pub(super) message: String,
}

/// Reads the puzzle of a row; `None` if it is null.
pub(super) fn read(row: Row<'_>, rules: &Rules) -> Result<Option<Puzzle>, RowError> {
    match row {
        Row::Null => Ok(None),
        Row::Text(text) => read_text(text, rules).map(Some),
        Row::Cells(cells) => read_cells(cells).map(Some),
        Row::NullCell { cell, width } => Err(value_error(width.isqrt(), cell, &"null")),
    }
}

fn error(place: Option<(u64, usize)>, message: String) -> RowError {
    RowError { row: 0, place, message }
}

/// The error of a cell that has no value of a grid.
fn value_error(size: usize, cell: usize, found: &dyn Display) -> RowError {
    let size = size.max(1);
    let (row, column) = (cell / size + 1, cell % size + 1);
    let message = format!("expected a value from 0 to {size}, found {found}");
    error(Some((u64::try_from(row).unwrap_or(0), column)), message)
}

fn read_text(line: &str, rules: &Rules) -> Result<Puzzle, RowError> {
    let is_one_line = !line.trim_ascii_end().contains('\n');
    if is_one_line
        && matches!(rules.size(), None | Some(9))
        && let Some(cells) = text::parse_cells(line.as_bytes())
        && let Some(symbols) = Symbols::of_size(9)
    {
        let is_blank = |symbol: &char| !matches!(symbol, '1'..='9');
        let blank = line.chars().take(81).find(is_blank);
        let symbols = Symbols { blank: blank.unwrap_or('.'), ..symbols };
        return Ok(Puzzle { grid: Cells9OrGrid::Cells(cells), symbols });
    }
    let options = ReadOptions::new().rules(rules.stated().clone());
    let options = if let Some(size) = rules.size() { options.size(size) } else { options };
    let mut reader = Reader::new(line.as_bytes(), options);
    let mut next = || reader.next().transpose().map_err(|wrong| text_error(&wrong));
    let record = next()?.ok_or_else(|| no_puzzle(line))?;
    if let Some(second) = next()? {
        let message = "expected one puzzle, found another one: put them into a list";
        return Err(error(Some((second.line, 1)), message.to_owned()));
    }
    let symbols = Symbols { alphabet: record.alphabet, blank: record.blank };
    Ok(Puzzle { symbols, grid: record.grid.into() })
}

/// The error of a text without a puzzle.
fn no_puzzle(text: &str) -> RowError {
    let text = text.trim();
    if text.is_empty() {
        return error(None, "expected a puzzle, found no text".to_owned());
    }
    let start: String = text.chars().take(20).collect();
    let dots = if start.len() < text.len() { "..." } else { "" };
    error(None, format!("expected a puzzle, found {start:?}{dots}"))
}

fn text_error(wrong: &ReadError) -> RowError {
    match wrong {
        ReadError::Text(wrong) => {
            let place = (wrong.location().line(), wrong.location().column());
            error(Some(place), wrong.kind().to_string())
        }
        ReadError::Io(wrong) => error(None, wrong.to_string()),
    }
}

fn read_cells(cells: &[u8]) -> Result<Puzzle, RowError> {
    let size = cells.len().isqrt();
    let symbols = Symbols::of_size(size);
    if let (Ok(cells), Some(symbols)) = (<&Cells>::try_from(cells), symbols)
        && cells.iter().fold(0, |most, &value| most.max(value)) <= 9
    {
        return Ok(Puzzle { grid: Cells9OrGrid::Cells(*cells), symbols });
    }
    match (Grid::from_cells(size, cells.to_vec()), symbols) {
        (Ok(grid), Some(symbols)) => Ok(Puzzle { grid: grid.into(), symbols }),
        (Err(GridError::Value { cell, value, .. }), _) => Err(value_error(size, cell, &value)),
        (Err(wrong), _) => Err(error(None, wrong.to_string())),
        (Ok(_), None) => Err(error(None, format!("there are no grids of {} cells", cells.len()))),
    }
}

impl From<Grid> for Cells9OrGrid {
    fn from(grid: Grid) -> Self {
        match grid.cells().first_chunk() {
            Some(cells) if grid.size() == 9 => Self::Cells(*cells),
            _ => Self::Grid(grid),
        }
    }
}

impl Cells9OrGrid {
    pub(super) fn into_grid(self) -> Grid {
        match self {
            Self::Cells(cells) => {
                Grid::from_cells(9, cells.to_vec()).unwrap_or_else(|_| Grid::blank(9))
            }
            Self::Grid(grid) => grid,
        }
    }
}
