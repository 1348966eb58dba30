//! [`Propagator`]: what follows from an assignment by one constraint at a time.

use super::clauses::{ClauseId, Clauses, Watched, Watcher};
use super::lists::IndexLists;
use super::literal::Lit;
use super::model::Model;
use super::trail::{AssignmentTrail, Reason};
use crate::engine::Subproblem;
use crate::ids::{OptionId, as_index};

/// A constraint that no assignment satisfies that has the literals of the trail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Conflict {
    /// Both literals are true, and exclude each other.
    Pair(Lit, Lit),
    /// All literals of the clause are false.
    Clause(ClauseId),
    /// Too many options of the bounded item are chosen.
    TooMany(u32),
    /// Too many options of the bounded item are excluded.
    TooFew(u32),
}

/// The constraints and the assignment.
#[derive(Debug)]
pub(super) struct Propagator {
    pub(super) model: Model,
    /// For each variable, the groups that have it.
    groups_of: IndexLists,
    /// For each variable, the options that imply it.
    implied_by: IndexLists,
    /// For each variable, the bounded items that have it.
    bounded_of: IndexLists,
    /// For each bounded item, how many of its options are excluded and chosen, of those that were
    /// propagated.
    counts: Vec<[u32; 2]>,
    pub(super) trail: AssignmentTrail,
    pub(super) clauses: Clauses,
}

impl Propagator {
    pub(super) fn new(model: Model) -> Self {
        let variables = model.len();
        Self {
            groups_of: model.groups.transposed(variables),
            implied_by: model.implied.transposed(variables),
            bounded_of: model.bounded.transposed(variables),
            counts: vec![[0; 2]; model.bounds.len()],
            trail: AssignmentTrail::new(variables),
            clauses: Clauses::new(variables),
            model,
        }
    }

    /// The number of options: the variables below it.
    pub(super) fn options(&self) -> u32 {
        self.model.options
    }

    /// The groups of a variable.
    pub(super) fn groups_of(&self, variable: u32) -> impl Iterator<Item = &[u32]> {
        self.groups_of.list(variable).iter().map(|&group| self.model.groups.list(group))
    }

    /// Drops what was learned and assigned, and assigns what a subproblem says. Returns whether it
    /// can have a solution.
    pub(super) fn restart(&mut self, root: &Subproblem) -> bool {
        self.trail = AssignmentTrail::new(self.model.len());
        self.counts.fill([0; 2]);
        self.clauses.clear();
        let Self { model, clauses, .. } = self;
        for options in model.clauses.iter() {
            let clause: Vec<_> = options.iter().map(|&option| Lit::positive(option)).collect();
            clauses.add(&clause, 0);
        }
        for support in model.supports.iter() {
            let mut clause: Vec<_> = support.iter().map(|&one| Lit::positive(one)).collect();
            clause[0] = !clause[0];
            clauses.add(&clause, 0);
        }
        clauses.end_of_problem();
        let mut units: Vec<_> = model.forced.iter().map(|&option| Lit::positive(option)).collect();
        units.extend(model.excluded.iter().map(|&option| !Lit::positive(option)));
        let option = |&option: &OptionId| Lit::positive(option.number());
        units.extend(root.include.iter().map(option));
        units.extend(root.exclude.iter().map(|excluded| !option(excluded)));
        !model.is_impossible && units.into_iter().all(|unit| self.assume(unit))
    }

    /// Makes a literal true at the current level. Returns whether it is not false.
    pub(super) fn assume(&mut self, literal: Lit) -> bool {
        if !self.trail.is_assigned(literal.variable()) {
            self.trail.assign(literal, Reason::None);
        }
        self.trail.is_true(literal)
    }

    /// Assigns all that follows from the trail, until there is nothing more or a conflict.
    pub(super) fn propagate(&mut self) -> Option<Conflict> {
        while let Some(literal) = self.trail.next_to_propagate() {
            self.count(literal, |count| *count += 1);
            let conflict = if literal.is_positive() {
                self.propagate_true(literal)
            } else {
                self.propagate_false(literal)
            };
            let conflict = conflict.or_else(|| self.propagate_bounded(literal.variable()));
            if let conflict @ Some(_) = conflict.or_else(|| self.propagate_clauses(!literal)) {
                return conflict;
            }
        }
        None
    }

    /// Undoes all levels above this one. Calls a function for each literal.
    pub(super) fn backtrack(&mut self, level: u32, mut undo: impl FnMut(Lit)) {
        while let Some((literal, was_propagated)) = self.trail.pop_above(level) {
            if was_propagated {
                self.count(literal, |count| *count -= 1);
            }
            undo(literal);
        }
    }

    /// Changes the counts of the bounded items of a literal.
    #[inline(always)]
    fn count(&mut self, literal: Lit, change: impl Fn(&mut u32)) {
        if self.counts.is_empty() {
            return;
        }
        for &item in self.bounded_of.list(literal.variable()) {
            change(&mut self.counts[as_index(item)][usize::from(literal.is_positive())]);
        }
    }

    /// The groups and the implications of a variable that has become true.
    #[inline(always)]
    fn propagate_true(&mut self, literal: Lit) -> Option<Conflict> {
        let Self { model, groups_of, trail, .. } = self;
        let reason = Reason::Literal(literal);
        for &group in groups_of.list(literal.variable()) {
            for &variable in model.groups.list(group) {
                let other = Lit::positive(variable);
                if trail.is_true(other) && other != literal {
                    return Some(Conflict::Pair(literal, other));
                }
                if !trail.is_assigned(variable) {
                    trail.assign(!other, reason);
                }
            }
        }
        if literal.variable() < model.options {
            for &color in model.implied.list(literal.variable()) {
                let color = Lit::positive(color);
                if trail.is_false(color) {
                    return Some(Conflict::Pair(literal, !color));
                }
                if !trail.is_true(color) {
                    trail.assign(color, reason);
                }
            }
        }
        None
    }

    /// The options that a colour excludes that has become false.
    #[inline(always)]
    fn propagate_false(&mut self, literal: Lit) -> Option<Conflict> {
        if literal.variable() < self.model.options {
            return None;
        }
        for &option in self.implied_by.list(literal.variable()) {
            let option = Lit::positive(option);
            if self.trail.is_true(option) {
                return Some(Conflict::Pair(literal, option));
            }
            if !self.trail.is_false(option) {
                self.trail.assign(!option, Reason::Literal(literal));
            }
        }
        None
    }

    /// The bounded items of a variable: if one has as many options as it may have, the others are
    /// excluded; if it has no more than it must have, they are chosen.
    #[inline(always)]
    fn propagate_bounded(&mut self, variable: u32) -> Option<Conflict> {
        let Self { model, bounded_of, counts, trail, .. } = self;
        if counts.is_empty() {
            return None;
        }
        for &item in bounded_of.list(variable) {
            let (bounds, options) = (model.bounds[as_index(item)], model.bounded.list(item));
            let [excluded, chosen] = counts[as_index(item)].map(as_index);
            let (low, high) = (as_index(bounds.low), as_index(bounds.high));
            if chosen > high {
                return Some(Conflict::TooMany(item));
            }
            if excluded + low > options.len() {
                return Some(Conflict::TooFew(item));
            }
            let is_chosen = excluded + low == options.len();
            if is_chosen || chosen == high {
                for &option in options {
                    if !trail.is_assigned(option) {
                        trail.assign(Lit::new(option, is_chosen), Reason::Bounded(item));
                    }
                }
            }
        }
        None
    }

    /// The clauses that watch a literal that has become false.
    #[inline(always)]
    fn propagate_clauses(&mut self, falsified: Lit) -> Option<Conflict> {
        let Self { trail, clauses, .. } = self;
        if !clauses.is_watched(falsified) {
            return None;
        }
        let mut watches = clauses.take_watches(falsified);
        let (mut kept, mut conflict) = (0, None);
        let mut next = 0;
        while let Some(&watch) = watches.get(next) {
            next += 1;
            watches[kept] = watch;
            if trail.is_true(watch.blocker) {
                kept += 1;
                continue;
            }
            let (is_true, is_false) = (|other| trail.is_true(other), |other| trail.is_false(other));
            match clauses.visit(watch.clause, falsified, is_true, is_false) {
                Watched::Moved => {}
                Watched::Satisfied(blocker) => {
                    watches[kept] = Watcher { blocker, ..watch };
                    kept += 1;
                }
                Watched::Unit(last) => {
                    kept += 1;
                    if trail.is_false(last) {
                        conflict = Some(Conflict::Clause(watch.clause));
                        break;
                    }
                    trail.assign(last, Reason::Clause(watch.clause));
                }
            }
        }
        watches.drain(kept..next);
        clauses.put_watches(falsified, watches);
        conflict
    }

    /// Appends the literals of a conflict, all of which are true.
    pub(super) fn explain_conflict(&self, conflict: Conflict, literals: &mut Vec<Lit>) {
        match conflict {
            Conflict::Pair(one, other) => literals.extend([one, other]),
            Conflict::Clause(clause) => {
                literals.extend(self.clauses.literals(clause).map(|literal| !literal));
            }
            Conflict::TooMany(item) => self.explain_bounded(item, true, u32::MAX, literals),
            Conflict::TooFew(item) => self.explain_bounded(item, false, u32::MAX, literals),
        }
    }

    /// Appends the literals that imply a literal by its reason, all of which are true. Returns
    /// whether there is a reason.
    #[inline(always)]
    pub(super) fn explain(&self, literal: Lit, literals: &mut Vec<Lit>) -> bool {
        match self.trail.reason(literal) {
            Reason::None => return false,
            Reason::Literal(other) => literals.push(other),
            Reason::Clause(clause) => {
                let others = self.clauses.literals(clause).filter(|&other| other != literal);
                literals.extend(others.map(|other| !other));
            }
            Reason::Bounded(item) => {
                let before = self.trail.position(literal);
                self.explain_bounded(item, !literal.is_positive(), before, literals);
            }
        }
        true
    }

    /// Appends the options of a bounded item that are chosen, or excluded, before a position.
    fn explain_bounded(&self, item: u32, is_chosen: bool, before: u32, literals: &mut Vec<Lit>) {
        let options = self.model.bounded.list(item).iter();
        let options = options.map(|&option| Lit::new(option, is_chosen));
        literals.extend(
            options.filter(|&option| {
                self.trail.is_true(option) && self.trail.position(option) < before
            }),
        );
    }
}
