//! Proofs by clause learning, for the checkers of others.

use super::limits::StopReason;
use super::progress::{Listener, Standing};
use super::solver::Solver;
use super::{NoProof, Uniqueness};
use crate::engine::{Refutation, RefutationStatus, Subproblem};
use crate::ids::{OptionId, as_index};
use crate::proof::export::{self, Definitions, DerivationFormat, ExportError, Formula, Opened};
use crate::proof::{Claim, ClaimKind};
use num_bigint::BigUint;
use std::fmt;
use std::io::Write;

/// The conflicts between two looks at the clock.
const SLICE: u64 = 16;

/// Why no proof was written. Then what was written is not one.
#[derive(Debug)]
#[non_exhaustive]
pub enum NoLearnedProof {
    /// There is none.
    NoProof(NoProof),
    /// It can't be written.
    Export(ExportError),
}

impl From<NoProof> for NoLearnedProof {
    fn from(error: NoProof) -> Self {
        Self::NoProof(error)
    }
}

impl From<ExportError> for NoLearnedProof {
    fn from(error: ExportError) -> Self {
        Self::Export(error)
    }
}

impl Solver {
    /// A proof of a claim by clause learning, which is still to be written.
    ///
    /// The solutions that the claim speaks of are searched here, with the settings of the solver.
    ///
    /// ```
    /// use quadrille::proof::{ClaimKind, export::DerivationFormat};
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na c\n".parse()?;
    /// let mut solver = Solver::new(&problem);
    /// let mut proof = solver.learned_proof(ClaimKind::None, DerivationFormat::Drat)?;
    /// let (mut formula, mut derivation) = (Vec::new(), Vec::new());
    /// proof.write(&mut formula, &mut derivation)?;
    /// assert!(derivation.ends_with(b"0\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NoLearnedProof`]: the claim is false, the search was stopped, or the format can't express
    /// the claim or the problem.
    pub fn learned_proof(
        &mut self,
        kind: ClaimKind,
        format: DerivationFormat,
    ) -> Result<LearnedProof<'_>, NoLearnedProof> {
        if !format.expresses(kind) {
            return Err(ExportError::Claim(kind).into());
        }
        if *self.assumptions.subproblem() != Subproblem::default() {
            return Err(NoProof::Assumptions.into());
        }
        let formula = match format {
            DerivationFormat::Veripb => Formula::inequalities(&self.problem),
            DerivationFormat::Lrat | DerivationFormat::Drat => Formula::clauses(&self.problem)?,
        };
        // All of them are searched, whatever an enumeration would begin or end with.
        let limit = self.limits.solutions.take();
        self.is_resumed = false;
        let claimed = self.claimed(kind);
        self.limits.solutions = limit;
        let (claim, solutions) = claimed?;
        Ok(LearnedProof { solver: self, format, formula, claim, solutions, conflicts: None })
    }

    /// The claim, and the solutions that it speaks of. That there are no others is not known then.
    fn claimed(&mut self, kind: ClaimKind) -> Result<(Claim, Vec<Vec<OptionId>>), NoLearnedProof> {
        let most = match kind {
            // The refutation would find one.
            ClaimKind::None => return Ok((Claim::None, Vec::new())),
            ClaimKind::Unique => 1,
            ClaimKind::Count | ClaimKind::Cheapest => as_index(export::MAX_EXCLUSIONS) + 1,
        };
        let mut solutions = self.solutions();
        let found: Vec<_> =
            solutions.by_ref().take(most).map(|solution| solution.options().to_vec()).collect();
        let stop = solutions.stop_reason().filter(|&stop| stop != StopReason::Exhausted);
        match (kind, found.len(), stop) {
            (ClaimKind::Unique, 1, _) => Ok((Claim::Unique, found)),
            (ClaimKind::Count, count, _) if count == most => {
                Err(ExportError::Exclusions { found: None, most: export::MAX_EXCLUSIONS }.into())
            }
            (_, _, Some(stop)) => Err(NoProof::Stopped(stop).into()),
            (ClaimKind::Unique, ..) => Err(NoProof::False(Uniqueness::None).into()),
            (_, count, None) => Ok((Claim::Count(BigUint::from(count)), found)),
        }
    }
}

/// A claim that clause learning proves, by [`Solver::learned_proof`].
#[derive(Debug)]
pub struct LearnedProof<'s> {
    solver: &'s mut Solver,
    format: DerivationFormat,
    formula: Formula,
    claim: Claim,
    solutions: Vec<Vec<OptionId>>,
    conflicts: Option<u64>,
}

impl LearnedProof<'_> {
    /// What is proved, if it is true.
    #[must_use]
    pub fn claim(&self) -> &Claim {
        &self.claim
    }

    /// Ends the derivation after this number of conflicts, as if they were nodes.
    #[must_use]
    pub fn conflict_limit(mut self, conflicts: u64) -> Self {
        self.conflicts = Some(conflicts);
        self
    }

    /// Writes the proof: a formula, and a derivation of a contradiction from it.
    ///
    /// [`Engine::Learning`](crate::Engine::Learning) refutes that there are other solutions, on the
    /// whole problem and in one thread, within the limits of the solver. Each clause is written
    /// when it is learned, so that the memory does not grow with the proof. The formula is that of
    /// [`write_veripb`](export::write_veripb) or [`write_lrat`](export::write_lrat).
    ///
    /// # Errors
    /// [`NoLearnedProof`]: the claim is false, the search was stopped, or the output failed. What
    /// was written is no proof then.
    pub fn write(
        &mut self,
        formula: impl Write,
        derivation: impl Write,
    ) -> Result<(), NoLearnedProof> {
        let Self { formula: own, claim, solutions, format, .. } = self;
        if *format == DerivationFormat::Veripb {
            let opened = export::open_veripb(own, claim, solutions, formula, derivation)?;
            let (lines, contradiction) = self.refute_others(opened)?;
            export::close_veripb(lines, &self.formula, &self.claim, contradiction)?;
        } else {
            let has_hints = *format == DerivationFormat::Lrat;
            let opened = export::open_clauses(own, formula, derivation, has_hints)?;
            let (lines, _) = self.refute_others(opened)?;
            export::close_clauses(lines)?;
        }
        Ok(())
    }

    /// Derives that there are no other solutions than those that are excluded. Returns the output
    /// and the number of the contradiction.
    fn refute_others<D: Definitions>(
        &mut self,
        (lines, excluded): Opened<D>,
    ) -> Result<(D, u64), NoLearnedProof> {
        let Self { solver, formula, .. } = self;
        let found = if excluded.is_empty() { Uniqueness::Unique } else { Uniqueness::Multiple };
        let mut limits = solver.limits.without_solutions();
        limits.nodes = limits.nodes.into_iter().chain(self.conflicts).min();
        let mut watch = solver.listener.as_mut().map(Listener::watch);
        let mut refutation = Refutation::new(formula, &excluded, lines)?;
        let end = loop {
            let nodes = refutation.nodes();
            if let Some(stop) = limits.reached(0, nodes) {
                break Err(NoProof::Stopped(stop));
            }
            match refutation.advance(limits.budget(nodes).min(SLICE))? {
                RefutationStatus::Refuted(number) => break Ok(number),
                RefutationStatus::Solved => break Err(NoProof::False(found)),
                RefutationStatus::Paused => {}
            }
            if let Some(watch) = &mut watch {
                watch.look(|_| Standing { nodes: refutation.nodes(), ..Standing::default() });
            }
        };
        if let Some(watch) = &mut watch {
            let stop = match end {
                Ok(_) => StopReason::Exhausted,
                Err(NoProof::Stopped(stop)) => stop,
                Err(_) => StopReason::SolutionLimit,
            };
            watch.end(stop, 0, refutation.nodes());
        }
        Ok((refutation.into_output(), end?))
    }
}

impl fmt::Display for NoLearnedProof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoProof(error) => error.fmt(f),
            Self::Export(error) => error.fmt(f),
        }
    }
}

/// The error within is displayed as it is, and its source is the source of this one.
impl std::error::Error for NoLearnedProof {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NoProof(error) => std::error::Error::source(error),
            Self::Export(error) => std::error::Error::source(error),
        }
    }
}
