//! Proofs for the checkers of others: each as a formula, whose variable `o` says whether option `o`
//! is chosen, and a derivation from it.
//!
//! | function | formula | derivation | claims |
//! |---|---|---|---|
//! | [`write_veripb`] | OPB: linear inequalities | VeriPB 3.0 | `none`, `unique`, `cheapest` |
//! | [`write_lrat`], [`write_drat`] | CNF: clauses | LRAT, DRAT | `none` |
//! | [`write_cpog`] | CNF | CPOG | `count`, and all that follow from it |
//!
//! `docs/proofs.md` says what is to be believed.
//!
//! - `formula`: the numbers of the constraints of a problem; `encode`: writing them;
//! - `dag`: the residues of the nodes; `solution`: the solution that a claim speaks of;
//! - `clause`, `clauses`, `refutation`: a clause from each node without a solution;
//! - `lrat`: these as they are; `pb_lines`, `veripb`, `weights`: for VeriPB, with lower bounds
//!   of the costs; `pog`, `grapher`, `cpog`: the graph of all solutions.

mod clause;
mod clauses;
mod cpog;
mod dag;
mod encode;
mod error;
mod formula;
mod grapher;
mod literal;
mod lrat;
mod pb_lines;
mod pog;
mod refutation;
mod solution;
mod veripb;
mod weights;

pub use cpog::write_cpog;
pub use encode::{OpbObjective, write_cnf, write_opb};
pub use error::ExportError;
pub use lrat::{write_drat, write_lrat};
pub use veripb::write_veripb;
