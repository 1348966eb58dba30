//! Proofs for the checkers of others: each as a formula, whose variable `o` says whether option `o`
//! is chosen, and a derivation from it.
//!
//! | function | formula | derivation | claims |
//! |---|---|---|---|
//! | [`write_veripb`] | OPB: linear inequalities | VeriPB 3.0 | all |
//! | [`write_lrat`], [`write_drat`] | CNF: clauses | LRAT, DRAT | `none` |
//! | [`write_cpog`] | CNF | CPOG | `count`, but not of 0 |
//! | [`write_scpog`] | CNF | SCPOG | `count` |
//!
//! `docs/proofs.md` says what is to be believed.
//!
//! - `formula`: the numbers of the constraints of a problem; `encode`: writing them;
//! - `dag`: the residues of the nodes; `solution`: the solution that a claim speaks of;
//! - `clause`, `clauses`, `capacity`, `refutation`: a clause from each node without a solution;
//! - `lrat`: these as they are; `pb_lines`, `veripb`, `weights`: for VeriPB, with lower bounds
//!   of the costs; `exclusion`: and with all solutions excluded;
//! - `pog`, `grapher`, `cpog`: the graph of all solutions.

mod capacity;
mod clause;
mod clauses;
mod cpog;
mod dag;
mod encode;
mod error;
mod exclusion;
mod formula;
mod grapher;
mod learned;
mod literal;
mod lrat;
mod pb_lines;
mod pog;
mod refutation;
mod solution;
mod veripb;
mod weights;

pub(crate) use clause::{Clause, Definitions};
pub use cpog::{write_cpog, write_scpog};
pub use encode::{OpbObjective, write_cnf, write_opb};
pub use error::ExportError;
pub use exclusion::MAX_EXCLUSIONS;
pub(crate) use formula::Formula;
pub use learned::DerivationFormat;
pub(crate) use learned::{Opened, close_clauses, close_veripb, open_clauses, open_veripb};
pub(crate) use literal::Literal;
pub use lrat::{write_drat, write_lrat};
pub use veripb::write_veripb;
