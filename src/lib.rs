//! Exact cover with dancing links, and Sudoku as the exact cover that everybody knows.

mod ids;
mod place;
pub use ids::{Color, ItemId, OptionId};
pub use place::Place;
