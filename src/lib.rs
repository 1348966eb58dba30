//! Exact cover with dancing links, and Sudoku as the exact cover that everybody knows.

mod ids;
mod place;
mod problem;
mod solution;
pub use ids::{Color, ItemId, OptionId};
pub use place::Place;
pub use problem::{
    Bounds, BuildError, BuildErrorKind, Entry, Features, Problem, ProblemBuilder, dlx,
};
pub use solution::{Solution, VerifyError};
