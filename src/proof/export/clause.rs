//! [`Clause`], and what it says of a parent; [`Derivation`]: the output of clauses.

use super::error::ExportError;
use super::literal::Literal;
use crate::proof::verify::residue::Residue;
use std::collections::HashSet;
use std::rc::Rc;

/// The output of clauses that follow by unit propagation.
pub(crate) trait Derivation {
    /// Adds a clause, which follows by unit propagation of constraints in this order. Returns its
    /// number.
    fn learn(&mut self, literals: &[Literal], hints: &[u64]) -> Result<u64, ExportError>;

    /// Adds the sum of constraints, each with a factor after its number. Returns its number; `None`
    /// if only clauses can be expressed.
    fn sum(&mut self, _: &[(u64, u64)]) -> Result<Option<u64>, ExportError> {
        Ok(None)
    }

    /// Removes a clause that was added.
    fn forget(&mut self, id: u64, literals: &[Literal]) -> Result<(), ExportError>;
}

/// A derivation that may define further variables.
pub(crate) trait Definitions: Derivation {
    /// Adds a clause about a new variable, whose literal comes first. It follows from nothing, but
    /// is satisfied if this literal is made true, and then each clause `against`, which has its
    /// negation, is, too: these are all that have it. Returns its number.
    fn define(&mut self, literals: &[Literal], against: &[u64]) -> Result<u64, ExportError>;
}

/// A clause or a constraint by which one of these literals is true, in ascending order.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub(crate) id: u64,
    pub(crate) literals: Rc<[Literal]>,
}

/// A node with the options that have been chosen there.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResidueAt<'a> {
    pub(super) residue: &'a Residue,
    pub(super) chosen: &'a [u32],
}

/// What the clause of a child says of its parent.
pub(super) struct Resolved {
    /// The literals that are false at the parent, without the negation of the choice.
    pub(super) kept: Vec<Literal>,
    /// The constraints by which the choice makes the other literals false, each with its option.
    pub(super) reasons: Vec<(u64, usize)>,
    /// Whether the clause does not depend on the choice.
    pub(super) is_free: bool,
}

impl Resolved {
    /// What a child says whose clause does not depend on a choice.
    pub(super) fn unchanged(literals: &[Literal]) -> Self {
        Self { kept: literals.to_vec(), reasons: Vec::new(), is_free: true }
    }

    /// The constraints by which the choice makes options false that are not so yet.
    pub(super) fn hints(&self, is_false: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut seen = HashSet::new();
        let needed = self.reasons.iter().filter(|&&(_, option)| !is_false(option));
        needed.map(|&(id, _)| id).filter(|&id| seen.insert(id)).collect()
    }
}
