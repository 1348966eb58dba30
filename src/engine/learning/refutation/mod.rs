//! [`Refutation`]: learning that writes down why there is no solution.
//!
//! Each learned clause follows by unit propagation from the constraints of which the search has
//! derived it. In the order in which they made literals true, these are its *hints*. So the learned
//! clauses are a derivation that others can check, without knowing how they were found.

mod constraints;
mod derivation_log;

use super::{Learning, Lit, SearchState};
use crate::engine::{Outcome, SearchEngine, Subproblem};
use crate::ids::to_u32;
use crate::proof::export::{Clause, Definitions, ExportError, Formula, Literal};
use derivation_log::DerivationLog;

/// Where a refutation stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RefutationStatus {
    /// Something is left to be searched.
    Paused,
    /// This constraint of the derivation is the contradiction.
    Refuted(u64),
    /// There is a solution.
    Solved,
}

/// The search for a contradiction.
#[derive(Debug)]
pub(crate) struct Refutation<'a, D> {
    engine: Learning,
    log: DerivationLog<'a, D>,
}

impl<'a, D: Definitions> Refutation<'a, D> {
    /// The refutation of a problem and of further clauses on its options, which the formula or the
    /// derivation has.
    pub(crate) fn new(
        formula: &'a Formula,
        clauses: &[Clause],
        out: D,
    ) -> Result<Self, ExportError> {
        let mut engine = Learning::new(&formula.problem, None, &Subproblem::default());
        let mut log = DerivationLog::new(formula, &engine.propagator, out)?;
        for clause in clauses {
            let literal =
                |literal: &Literal| Lit::new(to_u32(literal.option()), literal.is_chosen());
            let literals: Vec<_> = clause.literals.iter().map(literal).collect();
            log.add(&mut engine.propagator, &literals, clause.id)?;
        }
        if engine.state == SearchState::Exhausted {
            log.refute_units(&engine.propagator)?;
        }
        Ok(Self { engine, log })
    }

    /// Searches on for about `budget` conflicts.
    ///
    /// # Errors
    /// The output failed.
    pub(crate) fn advance(&mut self, budget: u64) -> Result<RefutationStatus, ExportError> {
        if self.log.contradiction.is_none() {
            let outcome = self.engine.run(budget, &mut self.log);
            std::mem::replace(&mut self.log.written, Ok(()))?;
            if outcome == Outcome::Solution {
                return Ok(RefutationStatus::Solved);
            }
        }
        let refuted = self.log.contradiction.map(RefutationStatus::Refuted);
        Ok(refuted.unwrap_or(RefutationStatus::Paused))
    }

    /// The nodes of the search.
    pub(crate) fn nodes(&self) -> u64 {
        self.engine.work().nodes
    }

    /// The output.
    pub(crate) fn into_output(self) -> D {
        self.log.constraints.out
    }
}
