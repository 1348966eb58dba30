//! [`Observer`]: a function of the caller for each step of the derivation.

use super::clauses::{ClauseId, Clauses};
use super::literal::Lit;
use super::propagation::{Conflict, Propagator};
use super::trail::Reason;

/// What is called when something is derived or deleted. `()` observes nothing.
pub(super) trait Observer {
    /// A clause was learned from a conflict, which the trail still has. It is stored under the
    /// number that the reason names, if it has more than one literal.
    fn learned(
        &mut self,
        propagator: &Propagator,
        conflict: Conflict,
        clause: &[Lit],
        reason: Reason,
    );

    /// There is a conflict, and nothing was decided: nothing is left.
    fn refuted(&mut self, propagator: &Propagator, conflict: Conflict);

    /// A learned clause will be deleted.
    fn deleted(&mut self, clauses: &Clauses, clause: ClauseId);

    /// Learned clauses were deleted, and others have new numbers.
    fn renumbered(&mut self, clauses: &Clauses);
}

impl Observer for () {
    fn learned(&mut self, _: &Propagator, _: Conflict, _: &[Lit], _: Reason) {}
    fn refuted(&mut self, _: &Propagator, _: Conflict) {}
    fn deleted(&mut self, _: &Clauses, _: ClauseId) {}
    fn renumbered(&mut self, _: &Clauses) {}
}
