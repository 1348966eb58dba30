//! [`DerivationLog`]: writes each learned clause with its hints.

use super::constraints::{Constraints, literal};
use crate::engine::learning::clauses::{ClauseId, Clauses};
use crate::engine::learning::literal::Lit;
use crate::engine::learning::observer::Observer;
use crate::engine::learning::propagation::{Conflict, Propagator};
use crate::engine::learning::trail::Reason;
use crate::ids::{as_index, to_u32};
use crate::proof::export::{Definitions, ExportError, Formula};

/// What the explanation of a conflict knows of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    None,
    /// Its literal follows from the negation of the clause, or is to be shown to.
    Needed,
    /// Its literal is in the clause.
    InClause,
}

/// Writes what a search derives.
#[derive(Debug)]
pub(super) struct DerivationLog<'a, D> {
    pub(super) constraints: Constraints<'a, D>,
    /// The stored clauses in ascending order, with their numbers; 0 for the support of a colour
    /// that has not been needed.
    clauses: Vec<(ClauseId, u64)>,
    /// For each variable that is assigned at level 0, the constraint that makes its literal true; 0
    /// for others.
    units: Vec<u64>,
    /// How many literals of level 0 have such a constraint.
    root: usize,
    marks: Vec<Mark>,
    marked: Vec<u32>,
    /// Scratch: literals of a reason, and the hints of a clause.
    literals: Vec<Lit>,
    hints: Vec<u64>,
    /// The number of the contradiction.
    pub(super) contradiction: Option<u64>,
    /// Whether the output has failed.
    pub(super) written: Result<(), ExportError>,
}

impl<'a, D: Definitions> DerivationLog<'a, D> {
    pub(super) fn new(
        formula: &'a Formula,
        propagator: &Propagator,
        out: D,
    ) -> Result<Self, ExportError> {
        let model = &propagator.model;
        let constraints = Constraints::new(formula, model, out)?;
        let of_items = model.origins.clauses.iter().map(|&item| constraints.low(item));
        let numbers: Vec<_> = of_items.chain(model.supports.iter().map(|_| 0)).collect();
        Ok(Self {
            clauses: propagator.clauses.of_problem().zip(numbers).collect(),
            units: vec![0; model.len()],
            root: 0,
            marks: vec![Mark::None; model.len()],
            marked: Vec::new(),
            literals: Vec::new(),
            hints: Vec::new(),
            contradiction: None,
            written: Ok(()),
            constraints,
        })
    }

    /// Adds a clause of the formula or the derivation to the search.
    pub(super) fn add(
        &mut self,
        propagator: &mut Propagator,
        literals: &[Lit],
        number: u64,
    ) -> Result<(), ExportError> {
        match *literals {
            [] => self.contradiction = Some(number),
            [unit] if propagator.assume(unit) => self.units[as_index(unit.variable())] = number,
            [unit] => {
                let opposite = self.unit(!unit)?;
                self.contradict(&[opposite, number])?;
            }
            _ => {
                let clause = propagator.clauses.add(literals, 0);
                self.clauses.push((clause, number));
            }
        }
        propagator.clauses.end_of_problem();
        Ok(())
    }

    fn contradict(&mut self, hints: &[u64]) -> Result<(), ExportError> {
        self.contradiction = Some(self.constraints.out.learn(&[], hints)?);
        Ok(())
    }

    /// Derives the contradiction if the problem has too few options for an item, or makes a
    /// variable both true and false.
    pub(super) fn refute_units(&mut self, propagator: &Propagator) -> Result<(), ExportError> {
        let mut hints = Vec::new();
        if let Some(&item) = propagator.model.origins.impossible.first() {
            hints.push(self.constraints.low(item));
        } else if let Some(variable) = self.constraints.clash() {
            let literal = Lit::positive(variable);
            hints.push(self.constraints.unit(literal)?);
            hints.push(self.constraints.unit(!literal)?);
        }
        self.contradict(&hints)
    }

    /// The constraint of a literal of level 0 without a reason.
    fn unit(&mut self, literal: Lit) -> Result<u64, ExportError> {
        match self.units[as_index(literal.variable())] {
            0 => self.constraints.unit(literal),
            known => Ok(known),
        }
    }

    /// Derives the literals of level 0 that are new.
    fn add_units(&mut self, propagator: &Propagator) -> Result<(), ExportError> {
        while let Some(&unit) = propagator.trail.at_root().get(self.root) {
            self.root += 1;
            self.literals.clear();
            let number = if propagator.explain(unit, &mut self.literals) {
                self.hints.clear();
                let units =
                    self.literals.iter().map(|other| self.units[as_index(other.variable())]);
                self.hints.extend(units);
                let reason = self.reason(propagator, unit)?;
                self.hints.push(reason);
                self.constraints.out.learn(&[literal(unit)], &self.hints)?
            } else {
                self.unit(unit)?
            };
            self.units[as_index(unit.variable())] = number;
        }
        Ok(())
    }

    /// The constraint that makes a literal true.
    fn reason(&mut self, propagator: &Propagator, literal: Lit) -> Result<u64, ExportError> {
        match propagator.trail.reason(literal) {
            Reason::Literal(other) => self.constraints.pair(other, !literal),
            Reason::Clause(clause) => self.clause(propagator, clause),
            Reason::Bounded(item) => {
                let item = propagator.model.origins.bounded[as_index(item)];
                let constraints = &self.constraints;
                let is_low = literal.is_positive();
                Ok(if is_low { constraints.low(item) } else { constraints.high(item) })
            }
            Reason::None => unreachable!("only decisions have no reason, and end an explanation"),
        }
    }

    /// The constraint that is violated.
    fn violated(
        &mut self,
        propagator: &Propagator,
        conflict: Conflict,
    ) -> Result<u64, ExportError> {
        let item = |item| propagator.model.origins.bounded[as_index(item)];
        match conflict {
            Conflict::Pair(one, other) => self.constraints.pair(one, other),
            Conflict::Clause(clause) => self.clause(propagator, clause),
            Conflict::TooMany(bounded) => Ok(self.constraints.high(item(bounded))),
            Conflict::TooFew(bounded) => Ok(self.constraints.low(item(bounded))),
        }
    }

    /// The number of a stored clause.
    fn clause(&mut self, propagator: &Propagator, clause: ClauseId) -> Result<u64, ExportError> {
        let place = self.place(clause);
        if self.clauses[place].1 == 0 {
            let model = &propagator.model;
            let support = place - model.clauses.len();
            let (list, item) =
                (model.supports.list(to_u32(support)), model.origins.supports[support]);
            self.clauses[place].1 = self.constraints.support(list[0], &list[1..], item)?;
        }
        Ok(self.clauses[place].1)
    }

    /// Collects the hints of a clause that was derived from a conflict: what makes literals true if
    /// those of the clause are false, in this order, and what is violated then.
    fn explain(
        &mut self,
        propagator: &Propagator,
        conflict: Conflict,
        clause: &[Lit],
    ) -> Result<(), ExportError> {
        let trail = &propagator.trail;
        for literal in clause {
            self.mark(literal.variable(), Mark::InClause);
        }
        self.hints.clear();
        let violated = self.violated(propagator, conflict)?;
        self.hints.push(violated);
        self.literals.clear();
        propagator.explain_conflict(conflict, &mut self.literals);
        let mut roots = Vec::new();
        let (mut open, mut position) = (0, trail.literals().len());
        loop {
            while let Some(needed) = self.literals.pop() {
                let variable = needed.variable();
                if self.marks[as_index(variable)] == Mark::None {
                    self.mark(variable, Mark::Needed);
                    if trail.level_of(needed) == 0 {
                        roots.push(self.units[as_index(variable)]);
                    } else {
                        open += 1;
                    }
                }
            }
            if open == 0 {
                break;
            }
            let is_needed =
                |literal: &Lit| self.marks[as_index(literal.variable())] == Mark::Needed;
            let before = &trail.literals()[..position];
            position = before.iter().rposition(is_needed).expect("a literal is open");
            let literal = trail.literals()[position];
            open -= 1;
            propagator.explain(literal, &mut self.literals);
            let reason = self.reason(propagator, literal)?;
            self.hints.push(reason);
        }
        self.hints.extend(roots);
        self.hints.reverse();
        // An inequality makes many literals false, one after the other.
        self.hints.dedup();
        for variable in self.marked.drain(..) {
            self.marks[as_index(variable)] = Mark::None;
        }
        Ok(())
    }

    fn mark(&mut self, variable: u32, mark: Mark) {
        self.marks[as_index(variable)] = mark;
        self.marked.push(variable);
    }

    /// Derives a clause from a conflict. Returns its number.
    fn derive(
        &mut self,
        propagator: &Propagator,
        conflict: Conflict,
        clause: &[Lit],
    ) -> Result<u64, ExportError> {
        self.add_units(propagator)?;
        self.explain(propagator, conflict, clause)?;
        let literals: Vec<_> = clause.iter().map(|&own| literal(own)).collect();
        self.constraints.out.learn(&literals, &self.hints)
    }

    /// Writes that a clause is deleted.
    fn forget(&mut self, clauses: &Clauses, clause: ClauseId) -> Result<(), ExportError> {
        let number = self.clauses[self.place(clause)].1;
        let literals: Vec<_> = clauses.literals(clause).map(literal).collect();
        self.constraints.out.forget(number, &literals)
    }

    /// The place of a stored clause in the list of numbers.
    fn place(&self, clause: ClauseId) -> usize {
        let place = self.clauses.binary_search_by_key(&clause, |&(id, _)| id);
        place.expect("each stored clause has a number")
    }
}

impl<D: Definitions> Observer for DerivationLog<'_, D> {
    fn learned(
        &mut self,
        propagator: &Propagator,
        conflict: Conflict,
        clause: &[Lit],
        reason: Reason,
    ) {
        if self.written.is_err() {
            return;
        }
        match self.derive(propagator, conflict, clause) {
            Ok(number) => match reason {
                Reason::Clause(clause) => self.clauses.push((clause, number)),
                _ => self.units[as_index(clause[0].variable())] = number,
            },
            Err(error) => self.written = Err(error),
        }
    }

    fn refuted(&mut self, propagator: &Propagator, conflict: Conflict) {
        if self.written.is_err() {
            return;
        }
        match self.derive(propagator, conflict, &[]) {
            Ok(number) => self.contradiction = Some(number),
            Err(error) => self.written = Err(error),
        }
    }

    fn deleted(&mut self, clauses: &Clauses, clause: ClauseId) {
        if self.written.is_ok() {
            self.written = self.forget(clauses, clause);
        }
    }

    fn renumbered(&mut self, clauses: &Clauses) {
        self.clauses.retain_mut(|(clause, _)| {
            let new = clauses.renumbered(*clause);
            *clause = new.unwrap_or(*clause);
            new.is_some()
        });
    }
}
