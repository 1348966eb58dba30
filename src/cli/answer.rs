//! The answer to one problem, whoever found it: what `solve`, `count` and `check` print, and what they note.

use super::failure::Failure;
use super::json::Object;
use super::number::Amount;
use super::output::Form;
use super::search::Task;
use super::session::Session;
use super::stats::Statistics;
use super::tally::Verdict;
use quadrille::sudoku::NotAGrid;
use quadrille::{Count, StopReason, Uniqueness};
use std::fmt::{self, Write as _};
use std::io;
use std::ops::ControlFlow;

/// What is searched: a puzzle or a cover.
pub(super) trait Subject {
    /// A solution, as it is found.
    type Solution: ?Sized;

    /// An error that it met.
    fn failure(&self, message: impl fmt::Display) -> Failure;

    /// Writes where it stands and what it is.
    fn describe(&self, object: &mut Object<'_>);

    /// Writes the problem itself, in short.
    fn describe_question(&self, object: &mut Object<'_>);

    /// Appends a solution: lines, or a JSON value.
    fn write(
        &self,
        solution: &Self::Solution,
        form: Form,
        out: &mut String,
    ) -> Result<(), NotAGrid>;
}

/// Who knows the answers to a problem, or finds them when asked. It is asked one thing, once.
pub(super) trait Answerer: Counts {
    /// Whether there is just one solution, or why that is not known.
    fn is_unique(&mut self) -> Result<Uniqueness, StopReason>;
}

/// Who can count solutions besides.
pub(super) trait Counts: Source {
    /// How many solutions there are, up to the limit.
    fn count(&mut self) -> Amount;
}

/// Who has solutions to show.
pub(super) trait Source {
    type Solution: ?Sized;

    /// Shows all solutions, up to the limit, until the visitor breaks.
    fn visit(&mut self, visitor: &mut dyn FnMut(&Self::Solution) -> ControlFlow<()>) -> Count;

    /// Notes what was done.
    fn note(&self, stats: &mut Statistics);

    /// The clues that clash, if it is for them that there is no solution.
    fn clash(&self) -> Option<&str>;

    /// Adds what else there is to say of the solutions that were shown.
    fn tell(&self, object: &mut Object<'_>) {
        let _ = object;
    }
}

/// One problem, and where its answer goes.
pub(super) struct Asked<'a, S> {
    pub(super) session: &'a mut Session,
    pub(super) subject: &'a S,
    pub(super) text: &'a mut String,
}

impl<S: Subject> Asked<'_, S> {
    pub(super) fn answer(
        mut self,
        task: Task,
        mut by: impl Answerer<Solution = S::Solution>,
    ) -> io::Result<()> {
        match task {
            Task::Solve { .. } => self.solve(by),
            Task::Count { .. } => self.count(by),
            Task::Check => self.check(&mut by),
        }
    }

    fn check(&mut self, by: &mut impl Answerer) -> io::Result<()> {
        self.text.clear();
        let result = by.is_unique();
        self.session.note(|stats| by.note(stats));
        let (verdict, word) = match result {
            Ok(Uniqueness::Unique) => (Verdict::Unique, "unique"),
            Ok(Uniqueness::Multiple) => (Verdict::Multiple, "multiple"),
            Ok(Uniqueness::None) => (Verdict::None, "none"),
            Err(_) => (Verdict::Unknown, "unknown"),
        };
        self.session.tally.add(verdict);
        let stop = result.err().unwrap_or(StopReason::Exhausted);
        let stop = self.session.ended(stop, self.subject);
        if self.session.form == Form::Json {
            let mut object = Object::begin(self.text);
            self.subject.describe(&mut object);
            object.text("result", word).maybe_text("clash", by.clash());
            if result.is_err() {
                object.text("stop", stop.name());
            }
            self.session.write_stats(&mut object);
            object.end();
        } else {
            self.text.push_str(word);
        }
        self.end_line()
    }

    /// Tells how many solutions there are, whoever counts them.
    pub(super) fn count(mut self, mut by: impl Counts<Solution = S::Solution>) -> io::Result<()> {
        self.text.clear();
        let mut amount = by.count();
        self.session.note(|stats| by.note(stats));
        self.session.tally.add_solutions(&amount.solutions);
        if amount.stop == StopReason::SolutionLimit {
            self.session.tally.saw_cut();
        }
        amount.stop = self.note(!amount.solutions.is_zero(), amount.stop);
        if self.session.form == Form::Json {
            let mut object = Object::begin(self.text);
            self.subject.describe(&mut object);
            write_amount(&amount, by.clash(), &mut object);
            self.session.write_stats(&mut object);
            object.end();
        } else {
            // Writing to a `String` does not fail.
            let _ = write!(self.text, "{amount}");
        }
        self.end_line()
    }

    /// Shows solutions, whoever has them.
    pub(super) fn solve(mut self, mut by: impl Source<Solution = S::Solution>) -> io::Result<()> {
        self.text.clear();
        if self.session.form == Form::Json {
            self.begin_solutions()?;
        }
        let shown = self.show_solutions(&mut by)?;
        self.session.note(|stats| by.note(stats));
        let shown = shown.map(|Count { solutions, stop }| Count {
            solutions,
            stop: self.note(solutions > 0, stop),
        });
        if self.session.form == Form::Json {
            return self.end_solutions(shown, &by);
        }
        match shown {
            Ok(count) if count.solutions > 0 => Ok(()),
            Ok(count) if count.is_complete() => self.session.entry("none\n"),
            Ok(_) => self.session.entry("unknown\n"),
            Err(wrong) => self.session.fail(&self.subject.failure(wrong)),
        }
    }

    /// Writes the rest of the object.
    fn end_solutions(
        &mut self,
        shown: Result<Count, NotAGrid>,
        by: &impl Source,
    ) -> io::Result<()> {
        self.text.clear();
        self.text.push(']');
        let mut object = Object::resume(self.text);
        match shown {
            Ok(count) => {
                write_amount(&count.into(), by.clash(), &mut object);
                by.tell(&mut object);
            }
            Err(wrong) => {
                object.text("error", &wrong.to_string());
                self.session.complain(&self.subject.failure(wrong));
            }
        }
        self.session.write_stats(&mut object);
        object.end();
        self.end_line()
    }

    /// Writes an object up to the array of its solutions.
    fn begin_solutions(&mut self) -> io::Result<()> {
        let mut object = Object::begin(self.text);
        self.subject.describe(&mut object);
        self.subject.describe_question(&mut object);
        object.key("solutions").push('[');
        self.session.part(self.text)
    }

    /// Writes each solution when it is found. The outer error is one of stdout.
    fn show_solutions(
        &mut self,
        by: &mut impl Source<Solution = S::Solution>,
    ) -> io::Result<Result<Count, NotAGrid>> {
        let (mut written, mut wrong, mut is_first) = (Ok(()), None, true);
        let form = self.session.form;
        let count = by.visit(&mut |solution| {
            self.text.clear();
            if form == Form::Json && !std::mem::replace(&mut is_first, false) {
                self.text.push(',');
            }
            match self.subject.write(solution, form, self.text) {
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

    /// Notes in the totals whether a solution was found, and why the search ended.
    fn note(&mut self, is_solved: bool, stop: StopReason) -> StopReason {
        self.session.tally.add(match stop {
            _ if is_solved => Verdict::Solved,
            StopReason::Exhausted => Verdict::Unsolvable,
            _ => Verdict::Unknown,
        });
        self.session.ended(stop, self.subject)
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.text.push('\n');
        self.session.entry(self.text)
    }
}

/// Writes how many solutions there are, and why they are so many.
pub(super) fn write_amount(amount: &Amount, clash: Option<&str>, object: &mut Object<'_>) {
    object.plain("count", &amount.solutions).plain("complete", amount.is_complete());
    object.text("stop", amount.stop.name()).maybe_text("clash", clash);
}
