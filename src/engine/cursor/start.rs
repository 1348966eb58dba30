//! The start of a cursor.

use super::TreeCursor;
use super::multiple::Decisions;
use crate::engine::dancing_links;
use crate::problem::{Problem, Reduction};

/// Builds the cursor in the tree of a problem.
pub(crate) fn cursor(problem: &Problem, known: Option<&Reduction>) -> Box<dyn TreeCursor> {
    if problem.features().multiplicities {
        Box::new(Decisions::new(problem, known))
    } else {
        dancing_links::cursor(problem, known)
    }
}
