//! Dancing links, step by step.
//!
//! [`steps`] runs Algorithm X, or with colours Algorithm C, as Knuth's book states it (TAOCP
//! 7.2.2.1), and calls a visitor after each step: an item is chosen, an item is covered, an option
//! is hidden, an option is tried, a solution is found, and all of it is undone. The visitor sees
//! the step and the [`LinkedMatrix`] after it.
//!
//! This is the algorithm without any of the shortcuts of [`Engine::Links`], in a data structure
//! that is made to be looked at. Both choose the leftmost of the items with the fewest options, so
//! that they try the same options in the same order and find the same solutions. The engine shares
//! no line with this module, and a trace costs a search nothing.
//!
//! ```
//! use quadrille::Problem;
//! use quadrille::trace::{self, Action};
//! use std::ops::ControlFlow;
//!
//! let problem: Problem = "a b c\na b\nb c\na\nc".parse()?;
//! let mut lines = Vec::new();
//! let _ = trace::steps(&problem, |matrix, step| {
//!     if let Action::Choose { item, options, .. } = step.action {
//!         lines.push(format!("{}: {options} options", problem.item_name(item)));
//!     }
//!     if step.action == Action::Solution {
//!         assert_eq!(matrix.active_items().count(), 0);
//!         return ControlFlow::Break(());
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(lines, ["a: 2 options", "c: 1 options"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod matrix;
mod search;
mod step;

pub use matrix::LinkedMatrix;
pub use step::{Action, Step};

use crate::engine::{Engine, Unsupported};
use crate::problem::Problem;
use search::Search;
use std::ops::ControlFlow;

/// Runs the algorithm on a problem, and calls the visitor after each step until it breaks. Costs
/// are ignored.
///
/// The time of a step is proportional to the change, and to the number of active items where one is
/// chosen.
///
/// # Errors
/// If an item is to be covered other than once.
pub fn steps<B>(
    problem: &Problem,
    mut visit: impl FnMut(&LinkedMatrix, Step) -> ControlFlow<B>,
) -> Result<ControlFlow<B>, Unsupported> {
    Engine::Links.check(problem)?;
    Ok(Search::new(problem, &mut visit).run())
}
