//! Writing the formula of a problem.

use super::error::ExportError;
use super::formula::Formula;
use super::literal::Literal;
use crate::ids::{OptionId, as_index, to_u64};
use crate::problem::Problem;
use std::io::{self, Write};

/// What an OPB file minimises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpbObjective<'a> {
    /// Nothing: it is only asked whether there is a solution.
    Nothing,
    /// The costs of the options that are chosen.
    Costs,
    /// The number of options on which a solution agrees with this one: chosen by both or by
    /// neither. If each solution agrees on all options, this solution is the only one.
    Agreement(&'a [OptionId]),
}

/// Writes a problem as linear inequalities, in OPB format. Variable `x1` says whether the first
/// option is chosen.
///
/// # Errors
/// [`ExportError::Io`].
pub fn write_opb(
    problem: &Problem,
    objective: OpbObjective<'_>,
    out: impl Write,
) -> Result<(), ExportError> {
    Ok(opb(&Formula::inequalities(problem), objective, 0, out)?)
}

/// Writes a problem as clauses, in DIMACS CNF format. Variable 1 says whether the first option is
/// chosen.
///
/// # Errors
/// [`ExportError::Bounds`]: an item is not to be covered exactly once. [`ExportError::Io`].
pub fn write_cnf(problem: &Problem, out: impl Write) -> Result<(), ExportError> {
    Ok(cnf(&Formula::clauses(problem)?, out)?)
}

/// `more` is the number of lines that the caller adds.
pub(super) fn opb(
    formula: &Formula,
    objective: OpbObjective<'_>,
    more: u64,
    mut out: impl Write,
) -> io::Result<()> {
    let problem = &formula.problem;
    // An equation is one line with two numbers.
    let is_equation =
        |item| formula.low(item).is_some() && problem.bounds(item).low == problem.bounds(item).high;
    let equations = problem.primary_items().filter(|&item| is_equation(item)).count();
    let lines = formula.last - to_u64(equations) + more;
    writeln!(out, "* #variable= {} #constraint= {lines}", problem.options().len())?;
    write_objective(problem, objective, &mut out)?;
    for item in problem.items() {
        let options = &formula.options_of[item.index()];
        let mut bound = |coefficient: &str, relation: &str, bound: i64| {
            for &option in options {
                write!(out, "{coefficient} x{} ", u64::from(option) + 1)?;
            }
            writeln!(out, "{relation} {bound} ;")
        };
        let bounds = problem.bounds(item);
        if is_equation(item) && problem.is_primary(item) {
            bound("1", "=", bounds.low.into())?;
            continue;
        }
        if formula.low(item).is_some() {
            bound("1", ">=", bounds.low.into())?;
        }
        if formula.high(item).is_some() {
            bound("-1", ">=", -i64::from(bounds.high))?;
        }
    }
    for &option in &formula.never {
        writeln!(out, "-1 x{} >= 0 ;", u64::from(option) + 1)?;
    }
    for (first, pairs) in formula.pairs.iter().enumerate() {
        for &second in pairs {
            writeln!(out, "-1 x{} -1 x{} >= -1 ;", first + 1, u64::from(second) + 1)?;
        }
    }
    out.flush()
}

fn write_objective(
    problem: &Problem,
    objective: OpbObjective<'_>,
    out: &mut impl Write,
) -> io::Result<()> {
    if objective == OpbObjective::Nothing {
        return Ok(());
    }
    write!(out, "min:")?;
    for option in problem.options() {
        let number = option.index() + 1;
        match objective {
            OpbObjective::Agreement(solution) if solution.contains(&option) => {
                write!(out, " 1 x{number}")?;
            }
            OpbObjective::Agreement(_) => write!(out, " 1 ~x{number}")?,
            _ if problem.cost(option) > 0 => {
                write!(out, " {} x{number}", problem.cost(option))?;
            }
            _ => {}
        }
    }
    writeln!(out, " ;")
}

pub(super) fn cnf(formula: &Formula, mut out: impl Write) -> io::Result<()> {
    let problem = &formula.problem;
    writeln!(out, "p cnf {} {}", problem.options().len(), formula.last)?;
    for item in problem.primary_items() {
        for &option in &formula.options_of[item.index()] {
            write!(out, "{} ", Literal::chosen(as_index(option)))?;
        }
        writeln!(out, "0")?;
    }
    for &option in &formula.never {
        writeln!(out, "{} 0", Literal::excluded(as_index(option)))?;
    }
    for (first, pairs) in formula.pairs.iter().enumerate() {
        for &second in pairs {
            let second = Literal::excluded(as_index(second));
            writeln!(out, "{} {second} 0", Literal::excluded(first))?;
        }
    }
    out.flush()
}
