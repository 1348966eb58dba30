//! Sudoku: a translator between grids and exact covers.

mod encode;
pub mod geometry;
pub mod grid;
pub mod lanes;
mod solve;
mod store;
pub mod text;

pub use encode::{Encoded, Encoding, NotAGrid, PuzzleError};
pub use geometry::{Geometry, GeometryError, Unit, UnitKind};
pub use grid::{Clash, Grid, GridError};
pub use solve::{SolveError, SudokuSolver};
