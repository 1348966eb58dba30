//! [`PbLines`]: the lines of a derivation for VeriPB.

use super::clause::{Definitions, Derivation};
use super::error::ExportError;
use super::literal::Literal;
use std::io::{self, Write};

/// Literals as words, with a space between two.
pub(super) fn words(literals: &[Literal]) -> String {
    let words: Vec<_> = literals.iter().map(|&literal| word(literal)).collect();
    words.join(" ")
}

fn word(literal: Literal) -> String {
    let sign = if literal.is_chosen() { "" } else { "~" };
    format!("{sign}x{}", literal.option() + 1)
}

/// The lines of a derivation.
#[derive(Debug)]
pub(crate) struct PbLines<W> {
    pub(super) out: W,
    /// The number of the last constraint.
    pub(super) last: u64,
}

impl<W: Write> PbLines<W> {
    /// The first lines: how many constraints the problem has.
    pub(super) fn header(&mut self) -> io::Result<()> {
        writeln!(self.out, "pseudo-Boolean proof version 3.0\nf {};", self.last)
    }

    /// Writes a rule that adds a constraint. Returns its number.
    pub(super) fn add(&mut self, rule: &str) -> Result<u64, ExportError> {
        writeln!(self.out, "{rule};")?;
        self.last += 1;
        Ok(self.last)
    }

    /// Begins the proof of an inequality by contradiction. Returns the number of its negation.
    pub(super) fn begin(
        &mut self,
        terms: &[(u128, Literal)],
        bound: u128,
    ) -> Result<u64, ExportError> {
        write!(self.out, "pbc ")?;
        for &(coefficient, literal) in terms {
            write!(self.out, "{coefficient} {} ", word(literal))?;
        }
        writeln!(self.out, ">= {bound} : subproof")?;
        self.last += 1;
        Ok(self.last)
    }

    /// Ends a proof by contradiction, of which the last line is a contradiction. Returns the number
    /// of the inequality.
    pub(super) fn end(&mut self) -> Result<u64, ExportError> {
        self.add("qed : -1")
    }

    /// Logs a solution, for the upper bound.
    pub(super) fn log(&mut self, literals: &str) -> Result<(), ExportError> {
        Ok(writeln!(self.out, "sol {literals};")?)
    }

    /// Writes the beginning of a rule that adds a clause.
    fn clause(&mut self, rule: &str, literals: &[Literal]) -> io::Result<()> {
        write!(self.out, "{rule} ")?;
        for &literal in literals {
            write!(self.out, "1 {} ", word(literal))?;
        }
        write!(self.out, ">= 1 :")
    }

    /// The last lines.
    pub(super) fn conclude(&mut self, conclusion: &str) -> Result<(), ExportError> {
        writeln!(self.out, "output NONE;\nconclusion {conclusion};\nend pseudo-Boolean proof;")?;
        Ok(self.out.flush()?)
    }
}

impl<W: Write> Definitions for PbLines<W> {
    fn define(&mut self, literals: &[Literal], _: &[u64]) -> Result<u64, ExportError> {
        self.clause("red", literals)?;
        let first = literals[0];
        let value = u32::from(first.is_chosen());
        self.add(&format!(" x{} -> {value}", first.option() + 1))
    }
}

impl<W: Write> Derivation for PbLines<W> {
    fn learn(&mut self, literals: &[Literal], hints: &[u64]) -> Result<u64, ExportError> {
        self.clause("rup", literals)?;
        for hint in hints {
            write!(self.out, " {hint}")?;
        }
        writeln!(self.out, ";")?;
        self.last += 1;
        Ok(self.last)
    }

    fn sum(&mut self, terms: &[(u64, u64)]) -> Result<Option<u64>, ExportError> {
        write!(self.out, "pol")?;
        for (index, &(id, times)) in terms.iter().enumerate() {
            let times = if times == 1 { String::new() } else { format!(" {times} *") };
            write!(self.out, " {id}{times}{}", if index == 0 { "" } else { " +" })?;
        }
        self.add("").map(Some)
    }

    fn forget(&mut self, id: u64, _: &[Literal]) -> Result<(), ExportError> {
        writeln!(self.out, "del id {id};")?;
        Ok(())
    }
}
