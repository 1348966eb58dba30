//! Isomorphism of coloured hypergraphs: labellings and automorphisms.
//!
//! A subproblem of an exact-cover problem is a hypergraph, whose points are items and whose edges
//! are options. Two subproblems that differ in names alone have the same number of solutions.
//!
//! - [`hypergraph`]: coloured points and coloured edges;
//! - [`partition`]: colour refinement;
//! - [`balls`]: what splits the cells of regular structures;
//! - [`search`]: the canonical labelling and the automorphism group;
//! - [`form`]: a labelled hypergraph as bytes;
//! - [`labeller`]: a labelling that is cheaper and nearly always canonical.
//!
//! No answer depends on a hash: hashes only choose what is compared.

mod balls;
mod form;
mod hypergraph;
mod labeller;
mod mix;
mod partition;
mod search;
#[cfg(test)]
mod tests;

pub(crate) use hypergraph::Hypergraph;
pub(crate) use labeller::{Labelled, Labeller};
pub(crate) use mix::mix;
pub(crate) use search::{Canonical, canonical};
