//! What surrounds a refutation by learned clauses: the formula, which excludes the solutions that
//! are known, and the first and last lines of the derivation.

use super::clause::Clause;
use super::clauses::Learner;
use super::encode::{OpbObjective, cnf, opb};
use super::error::ExportError;
use super::exclusion::{additions, exclude};
use super::formula::Formula;
use super::lrat::ClauseLines;
use super::pb_lines::{PbLines, words};
use super::veripb::{assignment, blocking};
use crate::ids::{OptionId, to_u32, to_u64};
use crate::proof::claim::{Claim, ClaimKind};
use std::io::Write;

/// A format of derivations by learned clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DerivationFormat {
    /// VeriPB 3.0, with a formula in OPB. The claims are `none`, `unique` and `count`.
    Veripb,
    /// LRAT, with a formula in CNF. The claim is `none`.
    Lrat,
    /// DRAT: LRAT without hints, which its checkers have to find.
    Drat,
}

impl DerivationFormat {
    /// Whether it can express a claim.
    pub(crate) fn expresses(self, kind: ClaimKind) -> bool {
        match self {
            Self::Veripb => kind != ClaimKind::Cheapest,
            Self::Lrat | Self::Drat => kind == ClaimKind::None,
        }
    }
}

/// The output of a derivation, and the clauses that exclude the known solutions.
pub(crate) type Opened<L> = (L, Vec<Clause>);

/// Writes the formula of a claim for VeriPB, with the solutions that the claim speaks of, and
/// begins the derivation.
pub(crate) fn open_veripb<W: Write>(
    formula: &Formula,
    claim: &Claim,
    solutions: &[Vec<OptionId>],
    mut output: impl Write,
    derivation: W,
) -> Result<Opened<PbLines<W>>, ExportError> {
    let last = formula.last;
    let mut lines = PbLines { out: derivation, last };
    if let (Claim::Unique, [solution]) = (claim, solutions) {
        opb(formula, OpbObjective::Agreement(solution), 0, output)?;
        lines.header()?;
        let chosen: Vec<_> = solution.iter().map(|option| to_u32(option.index())).collect();
        let literals = assignment(formula.problem.options().len(), solution);
        // A solution agrees on fewer than all options from here on.
        let improving = lines.add(&format!("soli {}", words(&literals)))?;
        let mut learner = Learner::new(formula, lines);
        let clause = blocking(&mut learner, &chosen, improving)?;
        return Ok((learner.out, vec![clause]));
    }
    opb(formula, OpbObjective::Nothing, to_u64(solutions.len()), &mut output)?;
    let additions = additions(&formula.problem);
    let mut clauses = Vec::with_capacity(solutions.len());
    for (id, solution) in (last + 1..).zip(solutions) {
        let chosen: Vec<_> = solution.iter().map(|option| to_u32(option.index())).collect();
        let literals = exclude(&chosen, &additions, &mut output)?;
        clauses.push(Clause { id, literals: literals.into() });
    }
    output.flush()?;
    lines.last += to_u64(solutions.len());
    lines.header()?;
    Ok((lines, clauses))
}

/// Ends a derivation for VeriPB.
pub(crate) fn close_veripb<W: Write>(
    mut lines: PbLines<W>,
    formula: &Formula,
    claim: &Claim,
    contradiction: u64,
) -> Result<(), ExportError> {
    let options = formula.problem.options().len();
    lines.conclude(&match claim {
        Claim::Unique => format!("BOUNDS {options} : {contradiction} {options}"),
        _ => format!("UNSAT : {contradiction}"),
    })
}

/// Writes the formula as clauses. Nothing is excluded.
pub(crate) fn open_clauses<W: Write>(
    formula: &Formula,
    output: impl Write,
    derivation: W,
    has_hints: bool,
) -> Result<Opened<ClauseLines<W>>, ExportError> {
    cnf(formula, output)?;
    Ok((ClauseLines { last: formula.last, out: derivation, has_hints }, Vec::new()))
}

/// Ends a derivation in LRAT or DRAT.
pub(crate) fn close_clauses<W: Write>(mut lines: ClauseLines<W>) -> Result<(), ExportError> {
    Ok(lines.out.flush()?)
}
