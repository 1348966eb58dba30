//! Canonical forms: which grids and puzzles are the same but for symmetries, and by which.
//!
//! Two grids are *equivalent* if a [`Transformation`] of their geometry maps one to the other: it
//! permutes rows in bands, bands, columns in stacks, stacks and values, transposes grids with
//! square boxes, and keeps the regions of a variant. [`Canonicaliser`] finds the least of all grids
//! that are equivalent to a grid, a transformation to it, and the [`Automorphisms`]. The 6.7 ·
//! 10^21 solutions of 9x9 Sudoku have 5472730538 such forms.
//!
//! ```text
//! canonicaliser ─┬─ solution_grid ── second_row ── band_index          solutions of plain 9x9
//!                └─ tree_form ── tree_search ─┬─ row_tree ── row_filler      plain geometries
//!                                             └─ region_tree ── region_group        variants
//! ```
//!
//! # The search
//!
//! The image is built from the first row on. `tree_search` visits the nodes that can lead to the
//! least image, depth first, and skips what an automorphism maps to a node before it. `row_tree`
//! chooses the next row. It does not choose columns and labels: an ordered partition of the columns
//! stands for all orders that give the same rows so far, and each row refines it. Therefore blank
//! rows and columns, and new values, cause no branching.
//!
//! In a solution of 9x9 Sudoku two rows decide everything. `second_row` derives the least second
//! row from how the rows of a band overlap, and leaves a few candidates.
//!
//! A variant has fewer transformations, and its regions tie rows to columns. `region_group` finds
//! them by search, as a chain of subgroups, and `region_tree` tries what the chain leaves.

mod automorphisms;
mod band_index;
mod canonicaliser;
mod column_order;
mod form;
mod group_order;
mod place_set;
mod region_group;
mod region_matching;
mod region_set;
mod region_tree;
mod row_filler;
mod row_leaf;
mod row_node;
mod row_stacks;
mod row_tree;
mod second_row;
mod solution_grid;
mod transformation;
mod transformation_text;
mod tree_form;
mod tree_search;

#[cfg(test)]
mod oracle;
#[cfg(test)]
mod test_grids;
#[cfg(test)]
mod tests;

pub use automorphisms::Automorphisms;
pub use band_index::{NotASolutionGrid, band_indices};
pub use canonicaliser::{CanonicalError, Canonicaliser};
pub use form::CanonicalForm;
pub use group_order::group_order;
pub use transformation::{Transformation, TransformationError};
