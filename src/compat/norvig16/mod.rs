//! "16x16 Sudoku Solver" (December 2017, by Wei Xi and Yaowei Zong).
//!
//! The document extends Peter Norvig's program, from his essay "Solving Every Sudoku Puzzle", from
//! 9x9 to 16x16. In its order: `cross`, the squares of the grid, their units and peers ([`units`]);
//! [`parse_grid`] and [`grid_values`]; [`assign()`] and [`eliminate`], which call each other;
//! `display`, which is [`Dictionary::display`](crate::compat::Dictionary::display); [`solve`] and
//! [`search()`]; [`solve_all`] and [`solved`]. Most names end in `_16` there; here the module's
//! name says so. What the document calls a square is a *box* here.
//!
//! The document has two errors. The cell that draws the grid was run without the one that defines
//! `display_16`, and shows the error message; here the drawing works. And in `eliminate` a part of
//! a loop is indented too little, so that one of the two rules is applied to squares only. The
//! program still solves every puzzle, but it guesses where Norvig's deduces: see [`Reading`].

mod assign;
mod grid;
mod report;
mod search;

pub use super::units::cross;
pub use assign::{assign, eliminate, parse_grid};
pub use grid::{Reading, grid_values, units};
pub use report::{BatchReport, solve_all, summary};
pub use search::{search, solve, solved};

use super::cells::signs;
use super::dictionary::Dictionary;
use super::ending::Ending;
use super::error::CompatError;
use super::trace::TraceObserver;

/// The puzzle of the document.
pub(super) const PUZZLES: [(&str, &str); 1] = [(
    "grid1",
    ".f.1.2aec........63gc.84ef1.2...e.97b3f.........4d2c....6....f..\
     ....e1b735a..8.c3g..24...e7d..5fb.5......94..6......d.g5f..c....\
     ....9.1c.83ab.f.2c.b..e354....9.63.4..d..b91.cg2..a9......c.8.67\
     c8..g..a.d...5..5...3.46.1f......916.e.b..2...a8.e...d9.4cb8..2.",
)];

/// Runs the document from end to end for one grid. It prints, with blank lines between them, the
/// digits that [`parse_grid`] leaves, which is the drawing that fails in the document; the grid;
/// and its solution, if it has one. The document then prints the time, which
/// [`System::run`](super::System::run) measures.
pub(super) fn run<O: TraceObserver>(
    reading: Reading,
    cells: &[u8],
    observer: &mut O,
) -> Result<(Ending, String), CompatError> {
    let grid = signs(cells);
    observer.rule(None, "squares");
    observer.grid(&|| Dictionary::new(units(), units().labels().to_vec()).display());
    let puzzle = grid_values(&grid)?;
    observer.rule(None, "grid_values_16");
    observer.grid(&|| puzzle.display());
    let parsed = parse_grid(&grid, reading, observer)?;
    let drawn = parsed.as_ref().map(|values| values.display() + "\n").unwrap_or_default();
    let found = search(parsed, reading, observer);
    let printed = drawn + &report::drawn(&puzzle, found.as_ref());
    Ok((Ending::of(found.map(|found| found.cells())), printed))
}
