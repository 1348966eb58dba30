//! [`Analysis`]: the clause that is learned from a conflict.
//!
//! The conflict is resolved with the reasons of its literals until one literal of the last level is
//! left: the *first unique implication point* (Marques-Silva and Sakallah, "GRASP", 1999). For each
//! other level, its literals are *shrunk* to one, if that brings in no other level (Fleury and
//! Biere, "Efficient all-UIP learned clause minimization", 2021); if not, those that the others
//! imply are left out (Sörensson and Biere, "Minimizing learned clauses", 2009).

use super::literal::Lit;
use super::propagation::{Conflict, Propagator};
use super::trail::Reason;
use crate::ids::{as_index, to_u32};
use std::cmp::Reverse;

/// How many implications lead from a literal to those that imply it, at most.
const MOST_STEPS: u32 = 500;

/// The variable is in the clause, or was resolved.
const SEEN: u8 = 1;
/// The clause implies the literal of the variable.
const IMPLIED: u8 = 2;
/// It is not known to.
const NOT_IMPLIED: u8 = 4;
/// The variable was met when the literals of its level were shrunk.
const SHRUNK: u8 = 8;

/// The analysis of conflicts, with its scratch memory.
#[derive(Debug)]
pub(super) struct Analysis {
    /// For each variable, what is known of it in this conflict.
    marks: Vec<u8>,
    /// The variables with marks.
    marked: Vec<u32>,
    /// For each level, whether the clause has a literal of it.
    levels: Vec<bool>,
    /// The levels of which it has one.
    marked_levels: Vec<u32>,
    /// The literals of a conflict or a reason; for nested reasons a stack.
    literals: Vec<Lit>,
    /// The variables that took part in the conflict.
    met: Vec<u32>,
    /// True literals of levels before the last one, the last literal first: with that of the last
    /// level, they can't be true together.
    learned: Vec<Lit>,
    /// The negation of all of them.
    clause: Vec<Lit>,
}

/// What was learned from a conflict.
#[derive(Debug)]
pub(super) struct Learned<'a> {
    /// The literals of the clause: the first becomes true after the search has gone back; the
    /// second was assigned at the highest level of the others.
    pub(super) clause: &'a [Lit],
    /// The level of the second literal; 0 if there is only one.
    pub(super) level: u32,
    /// The number of levels of the clause.
    pub(super) rank: u32,
    /// The variables that took part in the conflict.
    pub(super) met: &'a [u32],
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Self {
        Self {
            marks: vec![0; variables],
            marked: Vec::new(),
            levels: vec![false; variables + 1],
            marked_levels: Vec::new(),
            literals: Vec::new(),
            met: Vec::new(),
            learned: Vec::new(),
            clause: Vec::new(),
        }
    }

    /// Learns from a conflict at the last level, which is not 0.
    pub(super) fn learn(&mut self, propagator: &mut Propagator, conflict: Conflict) -> Learned<'_> {
        let first = self.resolve(propagator, conflict);
        self.mark_levels(propagator);
        self.reduce(propagator);
        for level in self.marked_levels.drain(..) {
            self.levels[as_index(level)] = false;
        }
        for variable in self.marked.drain(..) {
            self.marks[as_index(variable)] = 0;
        }
        let level_of = |&literal: &Lit| propagator.trail.level_of(literal);
        let levels = self.learned.chunk_by(|one, other| level_of(one) == level_of(other));
        let rank = to_u32(levels.count()) + 1;
        self.clause.clear();
        self.clause.extend([first].iter().chain(&self.learned).map(|&literal| !literal));
        let level = self.learned.first().map_or(0, level_of);
        Learned { clause: &self.clause, level, rank, met: &self.met }
    }

    /// Resolves a conflict until one literal of the last level is left, and returns it. `learned`
    /// has the literals of other levels then, the last first.
    fn resolve(&mut self, propagator: &mut Propagator, conflict: Conflict) -> Lit {
        self.learned.clear();
        self.met.clear();
        self.literals.clear();
        propagator.explain_conflict(conflict, &mut self.literals);
        if let Conflict::Clause(clause) = conflict {
            propagator.clauses.mark_used(clause);
        }
        let last = propagator.trail.level();
        let (mut open, mut position) = (0, propagator.trail.literals().len());
        loop {
            while let Some(literal) = self.literals.pop() {
                let level = propagator.trail.level_of(literal);
                if level > 0 && self.mark(literal, SEEN) {
                    self.met.push(literal.variable());
                    if level == last {
                        open += 1;
                    } else {
                        self.learned.push(literal);
                    }
                }
            }
            position = self.previous(propagator, position, SEEN);
            let literal = propagator.trail.literals()[position];
            open -= 1;
            if open == 0 {
                let trail = &propagator.trail;
                self.learned.sort_unstable_by_key(|&literal| Reverse(trail.position(literal)));
                return literal;
            }
            propagator.explain(literal, &mut self.literals);
            if let Reason::Clause(clause) = propagator.trail.reason(literal) {
                propagator.clauses.mark_used(clause);
            }
        }
    }

    /// The last position before another one whose variable has a mark.
    fn previous(&self, propagator: &Propagator, before: usize, mark: u8) -> usize {
        let before = &propagator.trail.literals()[..before];
        let has_mark = |literal: &Lit| self.marks[as_index(literal.variable())] & mark != 0;
        before.iter().rposition(has_mark).expect("a level has a marked literal to be resolved")
    }

    /// Marks the levels of the learned literals.
    fn mark_levels(&mut self, propagator: &Propagator) {
        for &literal in &self.learned {
            let level = propagator.trail.level_of(literal);
            if self.marked_levels.last() != Some(&level) {
                self.marked_levels.push(level);
                self.levels[as_index(level)] = true;
            }
        }
    }

    /// Shrinks or minimises the literals of each level.
    fn reduce(&mut self, propagator: &Propagator) {
        let (mut next, mut kept) = (0, 0);
        while let Some(&literal) = self.learned.get(next) {
            let level = propagator.trail.level_of(literal);
            let own = self.learned[next..].iter();
            let count = own.take_while(|&&other| propagator.trail.level_of(other) == level).count();
            let single = if count > 1 { self.shrink(propagator, next, count) } else { None };
            if let Some(single) = single {
                self.learned[kept] = single;
                kept += 1;
            } else {
                for index in next..next + count {
                    let literal = self.learned[index];
                    if !self.is_implied(propagator, literal, MOST_STEPS) {
                        self.learned[kept] = literal;
                        kept += 1;
                    }
                }
            }
            next += count;
        }
        self.learned.truncate(kept);
    }

    /// The single literal of a level that with other learned literals implies those of the level.
    fn shrink(&mut self, propagator: &Propagator, first: usize, count: usize) -> Option<Lit> {
        let (trail, top) = (&propagator.trail, self.learned[first]);
        let level = trail.level_of(top);
        for index in first..first + count {
            self.mark(self.learned[index], SHRUNK);
        }
        let (mut open, mut position) = (count, as_index(trail.position(top)) + 1);
        loop {
            position = self.previous(propagator, position, SHRUNK);
            let literal = trail.literals()[position];
            if open == 1 {
                return Some(literal);
            }
            open -= 1;
            self.literals.clear();
            if !propagator.explain(literal, &mut self.literals) {
                return None;
            }
            while let Some(other) = self.literals.pop() {
                let other_level = trail.level_of(other);
                if other_level == level {
                    open += usize::from(self.mark(other, SHRUNK));
                } else if other_level > 0
                    && !self.has_mark(other, SEEN)
                    && !self.is_implied(propagator, other, MOST_STEPS)
                {
                    return None;
                }
            }
        }
    }

    /// Whether learned literals other than this one imply it.
    fn is_implied(&mut self, propagator: &Propagator, literal: Lit, steps: u32) -> bool {
        if self.has_mark(literal, IMPLIED) {
            return true;
        }
        let start = self.literals.len();
        if steps == 0
            || self.has_mark(literal, NOT_IMPLIED)
            || !propagator.explain(literal, &mut self.literals)
        {
            return false;
        }
        let trail = &propagator.trail;
        let mut is_implied = true;
        for index in start..self.literals.len() {
            let other = self.literals[index];
            let level = trail.level_of(other);
            is_implied = level == 0
                || self.has_mark(other, SEEN)
                || self.levels[as_index(level)] && self.is_implied(propagator, other, steps - 1);
            if !is_implied {
                break;
            }
        }
        self.literals.truncate(start);
        self.mark(literal, if is_implied { IMPLIED } else { NOT_IMPLIED });
        is_implied
    }

    #[inline(always)]
    fn has_mark(&self, literal: Lit, mark: u8) -> bool {
        self.marks[as_index(literal.variable())] & mark != 0
    }

    /// Adds a mark. Returns whether it is new.
    #[inline(always)]
    fn mark(&mut self, literal: Lit, mark: u8) -> bool {
        let marks = &mut self.marks[as_index(literal.variable())];
        if *marks == 0 {
            self.marked.push(literal.variable());
        }
        let is_new = *marks & mark == 0;
        *marks |= mark;
        is_new
    }
}
