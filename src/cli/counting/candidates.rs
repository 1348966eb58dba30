//! `candidates`: the options that are in some solution, and in how many of them.

use super::Made;
use crate::cli::answer::{Subject, write_amount};
use crate::cli::cover::Cover;
use crate::cli::json::{Object, push_array};
use crate::cli::number::{Amount, Number};
use crate::cli::output::Form;
use crate::cli::session::Session;
use crate::cli::sudoku::Puzzle;
use crate::cli::tally::Verdict;
use quadrille::{Count, OptionId, StopReason, dlx};
use std::fmt::Write as _;
use std::io;

/// A problem whose options can be named.
pub(super) trait Named: Subject {
    /// Appends an option as people write it.
    fn name(&self, option: OptionId, out: &mut String);

    /// Writes what an option is.
    fn describe_option(&self, option: OptionId, object: &mut Object<'_>);

    /// Appends a drawing of what is in some solution.
    fn draw(&self, used: &[Used], out: &mut String);
}

/// An option with the number of solutions that have it, which is not 0.
pub(super) type Used = (OptionId, Number);

/// What is known of a problem.
struct Candidates {
    total: Amount,
    used: Vec<Used>,
}

impl Candidates {
    fn of(made: &Made) -> Self {
        let nothing = |stop| Self { total: Count { solutions: 0, stop }.into(), used: Vec::new() };
        let diagram = match made {
            Made::Diagram(diagram) => diagram,
            Made::Clash(_) => return nothing(StopReason::Exhausted),
            Made::Stopped(stop) => return nothing(*stop),
        };
        let counted = diagram.counted();
        let numbered = (0..).map(OptionId::new).zip(counted.uses());
        let used = numbered.map(|(option, number)| (option, Number::from(number)));
        Self {
            used: used.filter(|(_, number)| !number.is_zero()).collect(),
            total: Amount {
                solutions: counted.count().clone().into(),
                stop: StopReason::Exhausted,
            },
        }
    }

    fn verdict(&self) -> Verdict {
        match (self.total.is_complete(), self.total.solutions.is_zero()) {
            (true, true) => Verdict::Unsolvable,
            (true, false) => Verdict::Solved,
            (false, _) => Verdict::Unknown,
        }
    }
}

/// Prints the candidates of a problem.
pub(super) fn answer<S: Named>(session: &mut Session, subject: &S, made: &Made) -> io::Result<()> {
    let mut candidates = Candidates::of(made);
    let verdict = candidates.verdict();
    session.tally.add(verdict);
    candidates.total.stop = session.ended(candidates.total.stop, subject);
    let clash = if let Made::Clash(clash) = made { Some(clash.as_str()) } else { None };
    let text = match (session.form, verdict) {
        (Form::Json, _) => object(session, subject, &candidates, clash),
        (_, Verdict::Unsolvable) => "none\n".to_owned(),
        (_, Verdict::Unknown) => "unknown\n".to_owned(),
        (Form::Grid, _) => drawing(subject, &candidates),
        _ => lines(subject, &candidates),
    };
    session.entry(&text)
}

/// The number of solutions, and a line for each option.
fn lines<S: Named>(subject: &S, Candidates { total, used }: &Candidates) -> String {
    // Writing to a `String` does not fail.
    let mut text = format!("{total}\n");
    for (option, number) in used {
        let _ = write!(text, "{number} ");
        subject.name(*option, &mut text);
        text.push('\n');
    }
    text
}

/// The number of solutions in words, and a drawing.
fn drawing<S: Named>(subject: &S, Candidates { total, used }: &Candidates) -> String {
    let plural = if total.solutions == Number::Small(1) { "" } else { "s" };
    let mut text = format!("{total} solution{plural}\n");
    subject.draw(used, &mut text);
    text
}

/// The whole object, in a line.
fn object<S: Named>(
    session: &Session,
    subject: &S,
    candidates: &Candidates,
    clash: Option<&str>,
) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    subject.describe(&mut object);
    subject.describe_question(&mut object);
    push_array(object.key("candidates"), candidates.used.iter(), |out, (option, number)| {
        let mut candidate = Object::begin(out);
        subject.describe_option(*option, &mut candidate);
        candidate.plain("count", number).end();
    });
    write_amount(&candidates.total, clash, &mut object);
    session.write_stats(&mut object);
    object.end();
    text + "\n"
}

impl Named for Cover<'_> {
    fn name(&self, option: OptionId, out: &mut String) {
        dlx::write_option(self.problem, option, out);
    }

    /// Its place among the options, from 1, since options may be equal; and its items.
    fn describe_option(&self, option: OptionId, object: &mut Object<'_>) {
        let mut text = String::new();
        self.name(option, &mut text);
        object.plain("number", option.index() + 1).text("option", &text);
    }

    /// The same lines, with the numbers below each other.
    fn draw(&self, used: &[Used], out: &mut String) {
        let numbers: Vec<_> = used.iter().map(|(_, number)| number.to_string()).collect();
        let width = numbers.iter().map(String::len).max().unwrap_or_default();
        for ((option, _), number) in used.iter().zip(numbers) {
            let _ = write!(out, "{number:>width$} ");
            self.name(*option, out);
            out.push('\n');
        }
    }
}

impl Named for Puzzle<'_> {
    /// As `r1c2=3`, in the signs of the puzzle.
    fn name(&self, option: OptionId, out: &mut String) {
        let Some((row, column, value)) = self.place(option) else { return };
        let _ = write!(out, "r{row}c{column}=");
        self.record.alphabet.push(value, out);
    }

    fn describe_option(&self, option: OptionId, object: &mut Object<'_>) {
        let Some((row, column, value)) = self.place(option) else { return };
        let mut sign = String::new();
        self.record.alphabet.push(value, &mut sign);
        object.plain("row", row).plain("column", column).text("value", &sign);
    }

    /// Pencil marks: in each cell the values that it has in some solution.
    fn draw(&self, used: &[Used], out: &mut String) {
        let size = self.encoding.geometry().size();
        let mut cells = vec![String::new(); size * size];
        for (option, _) in used {
            let Some((cell, value)) = self.encoding.placement(*option) else { continue };
            if self.record.alphabet.is_numbers() && !cells[cell].is_empty() {
                cells[cell].push(',');
            }
            self.record.alphabet.push(value, &mut cells[cell]);
        }
        super::marks::draw(&cells, self.encoding.geometry(), out);
    }
}

impl Puzzle<'_> {
    /// The row and the column of an option, from 1, and its value.
    fn place(&self, option: OptionId) -> Option<(usize, usize, u8)> {
        let (cell, value) = self.encoding.placement(option)?;
        let size = self.encoding.geometry().size();
        Some((cell / size + 1, cell % size + 1, value))
    }
}
