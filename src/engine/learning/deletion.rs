//! [`Deletion`]: which learned clauses are deleted, and when.

use super::clauses::{ClauseId, LearnedClause};
use super::literal::Lit;
use super::observer::Observer;
use super::propagation::Propagator;
use super::trail::Reason;

/// The number of conflicts before the first deletion.
pub(super) const FIRST: u64 = 500;

/// How much longer each interval is than the one before.
const INCREASE: u64 = 100;

/// Clauses of at most this rank are kept.
const KEPT_RANK: u32 = 2;

/// Clauses of at most this rank are kept if they were used after the last deletion.
const USED_RANK: u32 = 6;

/// The schedule of deletions, with their scratch memory.
#[derive(Debug)]
pub(super) struct Deletion {
    next: u64,
    interval: u64,
    candidates: Vec<LearnedClause>,
    deleted: Vec<ClauseId>,
}

impl Deletion {
    pub(super) fn new(first: u64) -> Self {
        Self { next: first, interval: first, candidates: Vec::new(), deleted: Vec::new() }
    }

    /// If it is due at this number of conflicts, deletes half of the clauses that need not be kept:
    /// those with the greatest rank, and of these the longest.
    pub(super) fn run(
        &mut self,
        propagator: &mut Propagator,
        conflicts: u64,
        observer: &mut impl Observer,
    ) {
        if conflicts < self.next {
            return;
        }
        self.interval += INCREASE;
        self.next = conflicts + self.interval;
        let Propagator { trail, clauses, .. } = propagator;
        let reason = |&literal: &Lit| match trail.reason(literal) {
            Reason::Clause(clause) => Some(clause),
            _ => None,
        };
        let mut reasons: Vec<_> = trail.literals().iter().filter_map(reason).collect();
        reasons.sort_unstable();
        let may_go = |clause: &LearnedClause| {
            let kept = if clause.is_used { USED_RANK } else { KEPT_RANK };
            clause.rank > kept && reasons.binary_search(&clause.id).is_err()
        };
        self.candidates.clear();
        self.candidates.extend(clauses.learned().filter(may_go));
        self.candidates.sort_by_key(|clause| (clause.rank, clause.length));
        self.deleted.clear();
        let half = self.candidates.len() / 2;
        self.deleted.extend(self.candidates[half..].iter().map(|clause| clause.id));
        self.deleted.sort_unstable();
        self.deleted.iter().for_each(|&clause| observer.deleted(clauses, clause));
        clauses.delete(|clause| self.deleted.binary_search(&clause).is_ok());
        trail.renumber_clauses(|clause| clauses.renumbered(clause).expect("reasons are kept"));
        observer.renumbered(clauses);
    }
}
