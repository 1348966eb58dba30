//! The records of `solve`, `count`, `check` and `sample`: what a backend answers to one problem,
//! printed and summed up.

use super::backend::Backend;
use super::failure::Failure;
use super::json::Object;
use super::number::Amount;
use super::output::Form;
use super::session::Session;
use super::subject::{SolutionRef, Subject, wrong_solution};
use super::tally::Verdict;
use quadrille::sudoku::text::{self, Record, WrongSolution};
use quadrille::sudoku::{CandidateGrid, Grid, NotAGrid, PuzzleSolution, solve_restricted};
use quadrille::{Count, StopReason, Uniqueness};
use std::fmt::Write as _;
use std::io;
use std::ops::ControlFlow;

#[derive(Clone, Copy, Debug)]
pub(super) enum Question {
    /// Its solutions, up to a number.
    Solve { limit: Option<u64> },
    /// How many there are, up to a number.
    Count { limit: Option<u64> },
    /// Whether there is exactly one.
    Check,
}

impl Question {
    pub(super) fn limit(self) -> Option<u64> {
        match self {
            Self::Solve { limit } | Self::Count { limit } => limit,
            Self::Check => None,
        }
    }

    /// Whether solutions are printed.
    pub(super) fn shows(self) -> bool {
        matches!(self, Self::Solve { .. })
    }
}

/// The message if all engines are wrong, or the rules are others than the input assumes.
const NO_SOLUTION_FOUND: &str = "no solution was found, and the given one is a solution";

/// The report on one problem. Its errors are those of stdout.
pub(super) struct Report<'a> {
    pub(super) session: &'a mut Session,
    pub(super) subject: Subject<'a>,
    pub(super) text: &'a mut String,
}

impl Report<'_> {
    /// Answers a question. If the input gives a wrong solution, that is reported instead.
    pub(super) fn answer(
        self,
        question: Question,
        mut backend: Backend<'_>,
    ) -> io::Result<Verdict> {
        if let Some(wrong) = self.subject.wrong_solution() {
            return self.contradict(&wrong, &mut backend);
        }
        match question {
            Question::Solve { .. } => self.solve(&mut backend),
            Question::Count { .. } => self.count(&mut backend),
            Question::Check => self.check(&mut backend),
        }
    }

    #[cold]
    fn contradict(self, wrong: &WrongSolution, backend: &mut Backend<'_>) -> io::Result<Verdict> {
        let failure = disagreement(&self.subject, wrong, backend);
        self.session.note(|stats| backend.note(stats));
        self.session.contradict(&failure)?;
        Ok(Verdict::Disagreed)
    }

    fn check(mut self, backend: &mut Backend<'_>) -> io::Result<Verdict> {
        self.text.clear();
        let result = backend.uniqueness();
        self.session.note(|stats| backend.note(stats));
        let (verdict, word) = match result {
            Ok(Uniqueness::Unique) => (Verdict::Unique, "unique"),
            Ok(Uniqueness::Multiple) => (Verdict::Multiple, "multiple"),
            Ok(Uniqueness::None) => (Verdict::None, "none"),
            Err(_) => (Verdict::Unknown, "unknown"),
        };
        if verdict == Verdict::None && self.subject.has_solution() {
            return self.refute();
        }
        self.session.tally.add(verdict);
        let stop = result.err().unwrap_or(StopReason::Exhausted);
        let stop = self.session.ended(stop, &self.subject);
        if self.session.form == Form::Json {
            let mut object = Object::begin(self.text);
            self.subject.describe(&mut object);
            object.text("result", word).maybe_text("clash", backend.clash());
            if result.is_err() {
                object.text("stop", stop.name());
            }
            self.session.write_stats(&mut object);
            object.end();
        } else if self.session.form == Form::Svg {
            self.draw_problem(word);
            return Ok(verdict);
        } else {
            self.text.push_str(&self.session.prefix(self.subject.file()));
            self.text.push_str(word);
        }
        self.end_line()?;
        Ok(verdict)
    }

    pub(super) fn count(mut self, backend: &mut Backend<'_>) -> io::Result<Verdict> {
        self.text.clear();
        let mut amount = backend.count();
        self.session.note(|stats| backend.note(stats));
        let is_none = amount.solutions.is_zero() && amount.stop == StopReason::Exhausted;
        if is_none && self.subject.has_solution() {
            return self.refute();
        }
        self.session.tally.add_solutions(&amount.solutions);
        if amount.stop == StopReason::SolutionLimit {
            self.session.tally.is_cut = true;
        }
        let verdict = self.note(!amount.solutions.is_zero(), &mut amount.stop);
        if self.session.form == Form::Json {
            let mut object = Object::begin(self.text);
            self.subject.describe(&mut object);
            object.plain("count", &amount.solutions);
            write_end(&amount, backend.clash(), &mut object);
            self.session.write_stats(&mut object);
            object.end();
        } else {
            // Writing to a `String` does not fail.
            let prefix = self.session.prefix(self.subject.file());
            let _ = write!(self.text, "{prefix}{amount}");
        }
        self.end_line()?;
        Ok(verdict)
    }

    /// Reports that no solution was found, and the input gives one.
    fn refute(self) -> io::Result<Verdict> {
        self.session.contradict(&self.subject.failure(NO_SOLUTION_FOUND))?;
        Ok(Verdict::Disagreed)
    }

    /// Prints solutions, each as soon as it is found.
    pub(super) fn solve(mut self, backend: &mut Backend<'_>) -> io::Result<Verdict> {
        self.text.clear();
        if self.session.form == Form::Json {
            self.begin_solutions(backend.needs_all())?;
        }
        let mut shown = self.show_solutions(backend)?;
        self.session.note(|stats| backend.note(stats));
        let verdict = match &mut shown {
            Ok(count)
                if count.solutions == 0
                    && count.stop == StopReason::Exhausted
                    && self.subject.has_solution() =>
            {
                self.session.disagree(&self.subject.failure(NO_SOLUTION_FOUND));
                Verdict::Disagreed
            }
            Ok(count) => self.note(count.solutions > 0, &mut count.stop),
            Err(_) => Verdict::Error,
        };
        if self.session.form == Form::Json {
            self.end_solutions(shown, backend)?;
            return Ok(verdict);
        }
        match (shown, verdict) {
            (Err(wrong), _) => self.session.fail(&self.subject.failure(wrong))?,
            (_, Verdict::Solved) => {}
            (_, verdict) => {
                let word = match verdict {
                    Verdict::Unsolvable | Verdict::Disagreed => "none",
                    _ => "unknown",
                };
                if self.session.form == Form::Svg {
                    self.draw_problem(word);
                } else {
                    self.text.clear();
                    self.subject.write_word(word, self.session.form, self.text);
                    self.session.entry(self.text)?;
                }
            }
        }
        Ok(verdict)
    }

    /// Draws the problem with an answer in a word.
    fn draw_problem(&mut self, word: &str) {
        let caption = format!("{}: {word}", self.subject.caption(&self.session.style.files));
        self.session.draw(self.subject.picture(), &caption);
    }

    /// Writes the object up to the array of its solutions.
    fn begin_solutions(&mut self, needs_all: bool) -> io::Result<()> {
        let mut object = Object::begin(self.text);
        self.subject.describe(&mut object);
        self.subject.describe_problem(&mut object);
        self.subject.describe_candidates(&mut object);
        object.key("solutions").push('[');
        self.session.part(self.text)?;
        let count = if needs_all { "" } else { "\"count\":0," };
        self.session.set_pending(Some(Box::new(move |stop| {
            format!("],{count}\"complete\":false,\"stop\":\"{}\"}}\n", stop.name())
        })));
        Ok(())
    }

    /// Writes the rest of the object.
    fn end_solutions(
        &mut self,
        shown: Result<Count, NotAGrid>,
        backend: &Backend<'_>,
    ) -> io::Result<()> {
        self.text.clear();
        self.text.push(']');
        let mut object = Object::resume(self.text);
        match shown {
            Ok(count) => {
                let amount = Amount::from(count);
                if !backend.needs_all() || amount.is_complete() || count.solutions > 0 {
                    object.plain("count", count.solutions);
                }
                write_end(&amount, backend.clash(), &mut object);
                backend.describe(&mut object);
            }
            Err(wrong) => {
                object.text("error", &wrong.to_string());
                self.session.complain(self.subject.failure(wrong));
            }
        }
        self.session.write_stats(&mut object);
        object.end();
        self.end_line()
    }

    /// Writes each solution when it is found. The inner error is a solution that is wrong.
    fn show_solutions(&mut self, backend: &mut Backend<'_>) -> io::Result<Result<Count, NotAGrid>> {
        let (mut written, mut wrong, mut is_first) = (Ok(()), None, true);
        let (form, color) = (self.session.form, self.session.style.color);
        let mut number = 0_u64;
        let count = backend.visit(&mut |solution| {
            self.text.clear();
            number += 1;
            if form == Form::Svg {
                return self.draw_solution(solution, number).unwrap_or_else(|error| {
                    wrong = Some(error);
                    ControlFlow::Break(())
                });
            }
            if form == Form::Json && !std::mem::replace(&mut is_first, false) {
                self.text.push(',');
            }
            match self.subject.write(solution, (form, color), self.text) {
                Err(error) => wrong = Some(error),
                Ok(()) if form == Form::Json => written = self.session.part(self.text),
                Ok(()) => written = self.session.entry(self.text),
            }
            if wrong.is_some() || written.is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        written.map(|()| wrong.map_or(Ok(count), Err))
    }

    /// Draws a solution, until the sheet is full.
    fn draw_solution(
        &mut self,
        solution: SolutionRef<'_>,
        number: u64,
    ) -> Result<ControlFlow<()>, NotAGrid> {
        let mut caption = self.subject.caption(&self.session.style.files);
        if self.session.style.has_numbers {
            // Writing to a `String` does not fail.
            let _ = write!(caption, ", solution {number}");
        }
        let is_drawn = self.session.draw(self.subject.solution_picture(solution)?, &caption);
        let goes_on = is_drawn && !self.session.stop.is_requested();
        Ok(if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    }

    /// Adds to the totals whether a solution was found, and why the search ended.
    fn note(&mut self, is_solved: bool, stop: &mut StopReason) -> Verdict {
        let verdict = match *stop {
            _ if is_solved => Verdict::Solved,
            StopReason::Exhausted => Verdict::Unsolvable,
            _ => Verdict::Unknown,
        };
        self.session.tally.add(verdict);
        *stop = self.session.ended(*stop, &self.subject);
        verdict
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.text.push('\n');
        self.session.entry(self.text)
    }
}

/// The failure of a puzzle for which the input gives a wrong solution, with what the backend finds
/// instead.
pub(super) fn disagreement(
    subject: &Subject<'_>,
    wrong: &WrongSolution,
    backend: &mut Backend<'_>,
) -> Failure {
    let Subject::Puzzle(puzzle) = subject else { return subject.failure(wrong) };
    let Record { grid, alphabet, blank, candidates, solution, .. } = puzzle.record;
    let mut found = None;
    let stop = match backend {
        // It may have counted solutions without keeping one.
        Backend::Answered { answer, .. } if answer.first.is_none() && answer.solutions > 0 => {
            let all = CandidateGrid::all(grid.size());
            let all = candidates.as_ref().unwrap_or(&all);
            let solved = solve_restricted(grid, all, puzzle.geometry);
            found = solved.ok().and_then(PuzzleSolution::into_first);
            StopReason::Exhausted
        }
        _ => backend.first(&mut |solution| found = puzzle.solved(solution).ok()),
    };
    let line = |grid: &Grid| text::format_line(grid, *alphabet, *blank);
    let found = match (&found, stop) {
        (Some(found), _) => line(found),
        (None, StopReason::Exhausted) => "no solution".to_owned(),
        (None, _) => "nothing before the search was stopped".to_owned(),
    };
    let message = wrong_solution(wrong, puzzle.record);
    let given = solution.as_deref().map_or_else(String::new, line);
    subject.failure(message).with_solutions(given, found)
}

/// Writes whether the solutions are all that there are, and why no more.
pub(super) fn write_end(amount: &Amount, clash: Option<&str>, object: &mut Object<'_>) {
    object.plain("complete", amount.is_complete());
    object.text("stop", amount.stop.name()).maybe_text("clash", clash);
}
