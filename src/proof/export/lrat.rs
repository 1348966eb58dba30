//! Proofs that there is no solution, as clauses: LRAT, and DRAT, which has no hints.

use super::clause::{Definitions, Derivation};
use super::clauses::Learner;
use super::dag::Dag;
use super::encode::cnf;
use super::error::ExportError;
use super::formula::Formula;
use super::literal::Literal;
use super::refutation::learn_all;
use crate::problem::Problem;
use crate::proof::Proof;
use crate::proof::claim::ClaimKind;
use std::io::Write;

/// Writes a proof that there is no solution: the problem in DIMACS CNF format, and a refutation in
/// LRAT format.
///
/// # Errors
/// [`ExportError`]: there is a solution, an item is not to be covered exactly once, a node renames
/// options, or the output failed.
pub fn write_lrat(
    problem: &Problem,
    proof: &Proof,
    formula: impl Write,
    derivation: impl Write,
) -> Result<(), ExportError> {
    write(problem, proof, formula, derivation, true)
}

/// Writes a proof that there is no solution: the problem in DIMACS CNF format, and a refutation in
/// DRAT format, that of [`write_lrat`] without hints.
///
/// # Errors
/// [`ExportError`]: there is a solution, an item is not to be covered exactly once, a node renames
/// options, or the output failed.
pub fn write_drat(
    problem: &Problem,
    proof: &Proof,
    formula: impl Write,
    derivation: impl Write,
) -> Result<(), ExportError> {
    write(problem, proof, formula, derivation, false)
}

fn write(
    problem: &Problem,
    proof: &Proof,
    output: impl Write,
    derivation: impl Write,
    has_hints: bool,
) -> Result<(), ExportError> {
    let formula = Formula::clauses(problem)?;
    let (mut dag, _) = Dag::new(problem, proof, ClaimKind::None)?;
    cnf(&formula, output)?;
    let out = ClauseLines { last: formula.last, out: derivation, has_hints };
    let mut learner = Learner::new(&formula, out);
    let root = learn_all(&mut dag, &mut learner, |_, _, _, _, _| Ok(false))?.swap_remove(0);
    let root = root.ok_or(ExportError::NotProved(ClaimKind::None))?;
    learner.contradiction(&root)?;
    Ok(learner.out.out.flush()?)
}

/// The lines of a refutation.
#[derive(Debug)]
pub(crate) struct ClauseLines<W> {
    pub(super) out: W,
    /// The number of the last clause.
    pub(super) last: u64,
    pub(super) has_hints: bool,
}

impl<W: Write> ClauseLines<W> {
    /// Writes a clause, with hints in the format of LRAT. Returns its number.
    fn clause(
        &mut self,
        literals: &[Literal],
        hints: impl IntoIterator<Item = i128>,
    ) -> Result<u64, ExportError> {
        self.last += 1;
        if self.has_hints {
            write!(self.out, "{} ", self.last)?;
        }
        for literal in literals {
            write!(self.out, "{literal} ")?;
        }
        if self.has_hints {
            write!(self.out, "0 ")?;
            for hint in hints {
                write!(self.out, "{hint} ")?;
            }
        }
        writeln!(self.out, "0")?;
        Ok(self.last)
    }
}

impl<W: Write> Definitions for ClauseLines<W> {
    fn define(&mut self, literals: &[Literal], against: &[u64]) -> Result<u64, ExportError> {
        self.clause(literals, against.iter().map(|&id| -i128::from(id)))
    }
}

impl<W: Write> Derivation for ClauseLines<W> {
    fn learn(&mut self, literals: &[Literal], hints: &[u64]) -> Result<u64, ExportError> {
        self.clause(literals, hints.iter().map(|&id| id.into()))
    }

    fn forget(&mut self, id: u64, literals: &[Literal]) -> Result<(), ExportError> {
        if self.has_hints {
            writeln!(self.out, "{} d {id} 0", self.last)?;
            return Ok(());
        }
        write!(self.out, "d ")?;
        for literal in literals {
            write!(self.out, "{literal} ")?;
        }
        writeln!(self.out, "0")?;
        Ok(())
    }
}
