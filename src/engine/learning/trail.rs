//! [`AssignmentTrail`]: the assignment of the variables, in the order in which they were assigned.

use super::clauses::ClauseId;
use super::literal::Lit;
use crate::ids::{as_index, to_u32};

/// The reason why a literal is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reason {
    /// It was decided, assumed, flipped, or learned by itself.
    None,
    /// This literal is true: of a group, or by an implication.
    Literal(Lit),
    /// All other literals of the clause are false.
    Clause(ClauseId),
    /// The bounded item has as many options as it may have, or no more than it must have.
    Bounded(u32),
}

/// When and why a variable was assigned.
#[derive(Clone, Copy, Debug)]
struct Assigned {
    level: u32,
    position: u32,
    reason: Reason,
}

/// The assignment.
///
/// Level 0 has what holds in all solutions that are left; each further level begins with a
/// decision.
#[derive(Debug)]
pub(super) struct AssignmentTrail {
    /// For each literal: 1 if it is true, -1 if it is false, 0 if it is not assigned.
    values: Vec<i8>,
    /// For each variable that is assigned; of others it does not matter.
    assigned: Vec<Assigned>,
    literals: Vec<Lit>,
    /// For each level from 1, the position of its decision.
    starts: Vec<u32>,
    /// All that follows from the literals before this position is assigned.
    head: usize,
    /// The number of literals that have been assigned.
    assignments: u64,
}

impl AssignmentTrail {
    /// A trail on which no variable is assigned.
    pub(super) fn new(variables: usize) -> Self {
        Self {
            values: vec![0; 2 * variables],
            assigned: vec![Assigned { level: 0, position: 0, reason: Reason::None }; variables],
            literals: Vec::with_capacity(variables),
            starts: Vec::new(),
            head: 0,
            assignments: 0,
        }
    }

    #[inline(always)]
    pub(super) fn is_true(&self, literal: Lit) -> bool {
        self.values[literal.index()] > 0
    }

    #[inline(always)]
    pub(super) fn is_false(&self, literal: Lit) -> bool {
        self.values[literal.index()] < 0
    }

    #[inline(always)]
    pub(super) fn is_assigned(&self, variable: u32) -> bool {
        self.values[Lit::positive(variable).index()] != 0
    }

    /// The level at which a literal was assigned.
    #[inline(always)]
    pub(super) fn level_of(&self, literal: Lit) -> u32 {
        self.assigned[as_index(literal.variable())].level
    }

    /// The position of an assigned literal.
    #[inline(always)]
    pub(super) fn position(&self, literal: Lit) -> u32 {
        self.assigned[as_index(literal.variable())].position
    }

    #[inline(always)]
    pub(super) fn reason(&self, literal: Lit) -> Reason {
        self.assigned[as_index(literal.variable())].reason
    }

    /// The literals that are true, in the order in which they were assigned.
    pub(super) fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// The literals of level 0.
    #[cfg(feature = "proof")]
    pub(super) fn at_root(&self) -> &[Lit] {
        let end = self.starts.first().map_or(self.literals.len(), |&start| as_index(start));
        &self.literals[..end]
    }

    /// The literals that were assigned before the last level began, with all their consequences.
    pub(super) fn before_last_level(&self) -> &[Lit] {
        let end = self.starts.last().map_or(0, |&start| as_index(start));
        &self.literals[..end]
    }

    /// The current level.
    pub(super) fn level(&self) -> u32 {
        to_u32(self.starts.len())
    }

    /// The decision of a level from 1.
    pub(super) fn decision(&self, level: u32) -> Lit {
        self.literals[as_index(self.starts[as_index(level) - 1])]
    }

    pub(super) fn assignments(&self) -> u64 {
        self.assignments
    }

    /// Makes a literal true that is not assigned.
    #[inline(always)]
    pub(super) fn assign(&mut self, literal: Lit, reason: Reason) {
        let variable = as_index(literal.variable());
        debug_assert_eq!(self.values[literal.index()], 0);
        self.values[literal.index()] = 1;
        self.values[(!literal).index()] = -1;
        let (level, position) = (to_u32(self.starts.len()), to_u32(self.literals.len()));
        self.assigned[variable] = Assigned { level, position, reason };
        self.literals.push(literal);
        self.assignments += 1;
    }

    /// Begins a level with a decision.
    pub(super) fn decide(&mut self, literal: Lit) {
        self.starts.push(to_u32(self.literals.len()));
        self.assign(literal, Reason::None);
    }

    /// The next literal whose consequences are to be assigned.
    #[inline(always)]
    pub(super) fn next_to_propagate(&mut self) -> Option<Lit> {
        let literal = self.literals.get(self.head).copied();
        self.head += usize::from(literal.is_some());
        literal
    }

    /// Removes the last literal, if it belongs to a level above this one. Returns it, and whether
    /// it was propagated.
    pub(super) fn pop_above(&mut self, level: u32) -> Option<(Lit, bool)> {
        let start = as_index(*self.starts.get(as_index(level))?);
        if self.literals.len() == start {
            self.starts.truncate(as_index(level));
            return None;
        }
        let literal = self.literals.pop()?;
        self.values[literal.index()] = 0;
        self.values[(!literal).index()] = 0;
        let was_propagated = self.literals.len() < self.head;
        self.head = self.head.min(self.literals.len());
        Some((literal, was_propagated))
    }

    /// Applies the new numbers of clauses to the reasons.
    pub(super) fn renumber_clauses(&mut self, new: impl Fn(ClauseId) -> ClauseId) {
        for literal in &self.literals {
            if let Reason::Clause(clause) = &mut self.assigned[as_index(literal.variable())].reason
            {
                *clause = new(*clause);
            }
        }
    }
}
