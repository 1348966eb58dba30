//! The tests of the library's public interface, as one program: what they share is compiled once.
//!
//! A part of them: `cargo test --test integration diagram::`. Long tests try a part of their cases,
//! and all of them by `QUADRILLE_THOROUGH=1 cargo test`, which `.ci/run` does.

mod algorithm_x;
mod cheapest;
mod common;
mod compat;
mod diagram;
mod differential;
mod fuzz;
mod layout;
mod made_puzzles;
mod metamorphic;
mod order;
mod proofs;
mod puzzles;
mod reduction;
mod simd9;
mod split;
mod strategies;
mod suite;
mod third_parties;
mod up_to_symmetry;
