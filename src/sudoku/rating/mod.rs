//! Ratings of puzzles: how hard they are for people, and how hard for solvers.
mod backdoor;
mod board;
mod chains;
mod condition;
mod depth;
mod error;
mod forcing;
mod guesses;
mod logic;
mod path;
mod rater;
mod singles;
mod step;
mod stop_poll;
mod subsets;
mod technique;
mod unique_solution;
mod unit_table;
mod wings;

pub use condition::{Condition, ConditionError, ExpectedPart};
pub use error::{RatingError, RatingNumber};
pub use guesses::Guesses;
pub use path::LogicPath;
pub use rater::{Rater, Rating};
pub use step::{CellValue, LogicStep, Premise};
pub use technique::{HardestTechnique, Technique, UnknownTechnique};
