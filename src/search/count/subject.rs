//! [`Subject`]: what all counting strategies have in common.

use crate::engine::memo::CanonicalMode;
use crate::engine::{Engine, Subproblem};
use crate::problem::{Problem, Reduction};
use crate::search::limits::Limits;

/// A problem that is counted, and the limits of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'s> {
    pub(super) problem: &'s Problem,
    /// The engine for visiting solutions.
    pub(super) kind: Engine,
    pub(super) known: Option<&'s Reduction>,
    pub(super) root: &'s Subproblem,
    pub(super) limits: &'s Limits,
    pub(super) canonical: CanonicalMode,
    /// The memory of all memos, in bytes.
    pub(super) memory: usize,
}
