//! Isomorphism of coloured hypergraphs: labellings and automorphisms.
//!
//! A subproblem of an exact-cover problem is a hypergraph, whose points are items and whose edges
//! are options. Two subproblems that differ in names alone have the same number of solutions.
//!
//! - [`hypergraph`]: coloured points and coloured edges;
//! - [`partition`], [`refiner`], [`trail`]: ordered partitions, colour refinement, and undoing it;
//! - [`cell_tree`]: the smallest cell of a partition;
//! - [`balls`]: what splits the cells of regular structures;
//! - [`search`], [`interrupt`]: the canonical labelling and the automorphism group;
//! - [`form`]: a labelled hypergraph as bytes;
//! - [`leaf`], [`automorphism`], [`guess`], [`orbits`]: what the search compares, finds and tries;
//! - [`labeller`]: a labelling that is cheaper and nearly always canonical;
//! - [`edge_orbits()`]: edges that automorphisms map to each other.
//!
//! No answer depends on a hash: hashes only choose what is compared.

mod automorphism;
mod balls;
mod cell_tree;
mod edge_orbits;
mod form;
mod guess;
mod hypergraph;
mod interrupt;
mod labeller;
mod leaf;
mod mix;
#[cfg(test)]
#[cfg(feature = "diagram")]
mod nauty_tests;
mod orbits;
mod partition;
mod refiner;
mod search;
#[cfg(test)]
#[cfg(feature = "diagram")]
mod tests;
mod trail;

pub(crate) use automorphism::Automorphism;
pub(crate) use edge_orbits::{EdgeOrbits, edge_orbits};
pub(crate) use hypergraph::Hypergraph;
pub(crate) use labeller::{Labelled, Labeller};
pub(crate) use mix::mix;
pub(crate) use orbits::Orbits;
pub(crate) use search::{Canonical, automorphisms, canonical};
