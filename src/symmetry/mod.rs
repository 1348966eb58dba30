//! Symmetries of a problem: [`Symmetries`], and groups of permutations.
//!
//! A symmetry exchanges items and options such that the problem remains the same. It maps solutions
//! to solutions, so that most puzzles have fewer solutions *up to symmetry*: of the 92 ways to
//! place eight queens, 12 are different if rotations and reflections count as the same.
//!
//! [`Solver::count_up_to`](crate::Solver::count_up_to) counts the classes of solutions, and
//! [`Solver::visit_up_to`](crate::Solver::visit_up_to) lists one of each.

mod classes;
mod error;
mod factors;
mod faithful_action;
mod graph;
mod group;
mod item_labels;
mod permutation;
mod problem_symmetry;
mod symmetries;
mod symmetry_classes;
#[cfg(test)]
mod tests;

pub use classes::ConjugacyClass;
pub use error::SymmetryError;
pub use group::PermutationGroup;
pub use item_labels::ItemLabels;
pub use permutation::Permutation;
pub use problem_symmetry::{Symmetry, SymmetryCycles};
pub use symmetries::Symmetries;

pub(crate) use graph::ProblemGraph;
