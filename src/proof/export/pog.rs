//! [`Pog`]: the lines of a CPOG or SCPOG file, and the graph that they define.
//!
//! The graph has a variable for each operation, after those of the options. A product is true if
//! all of its literals are, a sum if one of two is, which exclude each other. A checker adds
//! clauses that define the variable: for a product, one that makes it true and one for each of its
//! literals; for a sum, one that makes it false and one for each of its literals.
//!
//! CPOG removes each clause that was added by the hints from which it follows. SCPOG removes those
//! that are not needed any more, without hints, and leaves those of the problem to the checker.

use super::clause::Derivation;
use super::error::ExportError;
use super::formula::Formula;
use super::literal::Literal;
use crate::ids::to_u64;
use std::io::{self, Write};

/// The number of an operation in the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Operation {
    /// Its variable.
    pub(super) variable: i64,
    /// The number of its first clause.
    pub(super) clause: u64,
}

/// The root of a problem without a solution.
pub(super) const NO_SOLUTION: i64 = 0;

/// What is written of the clauses that are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PogFormat {
    Cpog,
    Scpog,
}

#[derive(Debug)]
enum Kind {
    Product(Vec<i64>),
    Sum([i64; 2]),
}

/// Writes clauses and operations.
#[derive(Debug)]
pub(super) struct Pog<W> {
    pub(super) out: W,
    format: PogFormat,
    /// The numbers of the last clause and of the last variable.
    last: u64,
    last_variable: i64,
    options: i64,
    operations: Vec<(Operation, Kind)>,
    /// Of CPOG, each clause that was added, with its hints, to remove it in the end.
    added: Vec<(u64, Vec<u64>)>,
    /// Scratch: for each operation, whether it was found to be false.
    is_false: Vec<bool>,
}

impl<W: Write> Pog<W> {
    pub(super) fn new(out: W, format: PogFormat, formula: &Formula) -> Self {
        let options =
            i64::try_from(formula.problem.options().len()).expect("an option has 32 bits");
        Self {
            out,
            format,
            last: formula.last,
            last_variable: options,
            options,
            operations: Vec::new(),
            added: Vec::new(),
            is_false: Vec::new(),
        }
    }

    /// The number of operations so far.
    pub(super) fn len(&self) -> usize {
        self.operations.len()
    }

    /// Adds a clause that follows by unit propagation of clauses in this order.
    pub(super) fn assert(&mut self, literals: &[i64], hints: Vec<u64>) -> Result<u64, ExportError> {
        self.last += 1;
        write!(self.out, "{} a ", self.last)?;
        write_numbers(&mut self.out, literals)?;
        write!(self.out, " ")?;
        write_numbers(&mut self.out, &hints)?;
        writeln!(self.out)?;
        if self.format == PogFormat::Cpog {
            self.added.push((self.last, hints));
        }
        Ok(self.last)
    }

    pub(super) fn product(&mut self, literals: Vec<i64>) -> Result<Operation, ExportError> {
        let operation = self.next(to_u64(literals.len()) + 1);
        write!(self.out, "{} p {} ", operation.clause, operation.variable)?;
        write_numbers(&mut self.out, &literals)?;
        writeln!(self.out)?;
        self.operations.push((operation, Kind::Product(literals)));
        Ok(operation)
    }

    /// A sum of two products, whose first literals contradict each other.
    pub(super) fn sum(
        &mut self,
        first: Operation,
        second: Operation,
    ) -> Result<Operation, ExportError> {
        let operation = self.next(3);
        let literals = [first.variable, second.variable];
        write!(self.out, "{} s {} ", operation.clause, operation.variable)?;
        write!(self.out, "{} {} ", first.variable, second.variable)?;
        write_numbers(&mut self.out, &[first.clause + 1, second.clause + 1])?;
        writeln!(self.out)?;
        self.operations.push((operation, Kind::Sum(literals)));
        Ok(operation)
    }

    fn next(&mut self, clauses: u64) -> Operation {
        self.last_variable += 1;
        let operation = Operation { variable: self.last_variable, clause: self.last + 1 };
        self.last += clauses;
        self.is_false.push(false);
        operation
    }

    /// Declares the variable of the root, which a clause says to be true.
    pub(super) fn root(&mut self, variable: i64) -> io::Result<()> {
        writeln!(self.out, "r {variable}")
    }

    /// Removes all clauses that were added but that of the root, the last ones first.
    pub(super) fn remove_added(&mut self, unit: u64) -> io::Result<()> {
        for (clause, hints) in std::mem::take(&mut self.added).into_iter().rev() {
            if clause != unit {
                self.remove(clause, &hints)?;
            }
        }
        Ok(())
    }

    fn remove(&mut self, clause: u64, hints: &[u64]) -> io::Result<()> {
        write!(self.out, "d {clause} ")?;
        write_numbers(&mut self.out, hints)?;
        writeln!(self.out)
    }

    /// Removes a clause of the problem: if its literals are all false, these operations are false,
    /// each after those that it depends on, and so is the root.
    pub(super) fn remove_input(
        &mut self,
        clause: u64,
        is_literal: impl Fn(i64) -> bool,
        operations: impl Iterator<Item = usize>,
        unit: u64,
    ) -> io::Result<()> {
        let (mut hints, mut found) = (Vec::new(), Vec::new());
        let options = self.options;
        for index in operations {
            let (operation, kind) = &self.operations[index];
            let is_false = |literal: i64| match usize::try_from(literal - options - 1) {
                Ok(index) => self.is_false[index],
                Err(_) => is_literal(literal),
            };
            let hint = match kind {
                Kind::Product(literals) => {
                    let at = literals.iter().position(|&literal| is_false(literal));
                    at.map(|at| operation.clause + 1 + to_u64(at))
                }
                Kind::Sum(literals) => {
                    literals.iter().all(|&literal| is_false(literal)).then_some(operation.clause)
                }
            };
            if let Some(hint) = hint {
                hints.push(hint);
                self.is_false[index] = true;
                found.push(index);
            }
        }
        found.into_iter().for_each(|index| self.is_false[index] = false);
        hints.push(unit);
        self.remove(clause, &hints)
    }
}

/// Clauses of options alone. Those of CPOG are removed in the end, when those that they follow from
/// are still there.
impl<W: Write> Derivation for Pog<W> {
    fn learn(&mut self, literals: &[Literal], hints: &[u64]) -> Result<u64, ExportError> {
        let numbers: Vec<_> = literals.iter().map(|literal| literal.number()).collect();
        self.assert(&numbers, hints.to_vec())
    }

    fn forget(&mut self, id: u64, _: &[Literal]) -> Result<(), ExportError> {
        if self.format == PogFormat::Scpog {
            writeln!(self.out, "D {id} 0")?;
        }
        Ok(())
    }
}

/// Writes numbers, and 0 after them.
fn write_numbers(out: &mut impl Write, numbers: &[impl std::fmt::Display]) -> io::Result<()> {
    for number in numbers {
        write!(out, "{number} ")?;
    }
    write!(out, "0")
}
