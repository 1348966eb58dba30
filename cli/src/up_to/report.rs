//! The records of `count` and `solve` about solutions up to symmetry.

use crate::failure::Failure;
use crate::json::{Object, push_array, push_text};
use crate::output::Form;
use crate::report::Question;
use crate::session::Session;
use crate::subject::{Cover, SolutionRef, Subject};
use crate::tally::Verdict;
use num_bigint::BigUint;
use quadrille::symmetry::Symmetries;
use quadrille::{ClassCount, OptionId, Solver, StopReason};
use std::io;
use std::ops::ControlFlow;

/// The report on one problem. Its errors are those of stdout.
pub(super) struct ClassReport<'a> {
    pub(super) session: &'a mut Session,
    pub(super) cover: Cover<'a>,
    pub(super) symmetries: &'a Symmetries,
}

impl ClassReport<'_> {
    pub(super) fn answer(self, question: Question, solver: Solver) -> io::Result<()> {
        match question {
            Question::Solve { limit } => self.list(solver, limit),
            _ => self.count(solver),
        }
    }

    fn count(mut self, mut solver: Solver) -> io::Result<()> {
        let mut count = match solver.count_up_to(self.symmetries) {
            Ok(count) => count,
            Err(error) => return self.session.fail(&Failure::of_file(self.cover.file, error)),
        };
        self.session.note(|stats| stats.classified(&solver));
        self.session.tally.add_solutions(&count.solutions.clone().into());
        self.note(&mut count);
        let text = match self.session.form {
            Form::Json => {
                let mut text = String::new();
                let mut object = Object::begin(&mut text);
                Subject::Cover(self.cover).describe(&mut object);
                self.describe(&count, &mut object);
                object.end();
                text + "\n"
            }
            _ => self.session.prefix(self.cover.file) + &self.words(&count) + "\n",
        };
        self.session.entry(&text)
    }

    /// Lists one solution of each class, up to a limit.
    fn list(mut self, mut solver: Solver, limit: Option<u64>) -> io::Result<()> {
        let is_json = self.session.form == Form::Json;
        if is_json {
            self.begin_list()?;
        }
        let (mut written, mut number) = (Ok(()), 0_u64);
        let symmetries = self.symmetries;
        let found = solver.visit_up_to(symmetries, |options, size| {
            number += 1;
            written = self.write(options, size, number);
            match written.is_err() || limit == Some(number) || self.session.stop.is_requested() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        written?;
        let mut count = match found {
            Ok(count) => count,
            Err(error) => return self.session.fail(&Failure::of_file(self.cover.file, error)),
        };
        self.session.note(|stats| stats.classified(&solver));
        if count.stop == StopReason::Interrupted && limit == Some(number) {
            count.stop = StopReason::SolutionLimit;
        }
        self.note(&mut count);
        if is_json {
            let mut text = "]".to_owned();
            let mut object = Object::resume(&mut text);
            self.describe(&count, &mut object);
            object.end();
            return self.session.entry(&(text + "\n"));
        }
        match number {
            0 if count.is_complete() => self.none("none"),
            0 => self.none("unknown"),
            _ => Ok(()),
        }
    }

    /// Writes the object up to the array of its solutions.
    fn begin_list(&mut self) -> io::Result<()> {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        let subject = Subject::Cover(self.cover);
        subject.describe(&mut object);
        subject.describe_problem(&mut object);
        object.key("solutions").push('[');
        self.session.part(&text)?;
        self.session.set_pending(Some(Box::new(|stop| {
            format!("],\"count\":0,\"complete\":false,\"stop\":\"{}\"}}\n", stop.name())
        })));
        Ok(())
    }

    /// Writes a solution after the size of its class.
    fn write(&mut self, options: &[OptionId], size: &BigUint, number: u64) -> io::Result<()> {
        let subject = Subject::Cover(self.cover);
        let mut text = String::new();
        match self.session.form {
            Form::Svg => {
                let caption = subject.caption(&self.session.style.files);
                let picture = self.cover.tiling.map(|tiling| tiling.picture(options));
                self.session.draw(picture, &format!("{caption}, class of {size}"));
                return Ok(());
            }
            Form::Json => {
                text.push_str(if number > 1 { "," } else { "" });
                let mut object = Object::begin(&mut text);
                object.plain("size", size);
                push_array(object.key("options"), options.iter(), |out, &option| {
                    push_text(out, &self.cover.option_text(option));
                });
                object.end();
                return self.session.part(&text);
            }
            Form::Grid => text = format!("{size}:\n"),
            _ => text = format!("{size}: "),
        }
        let (form, color) = (self.session.form, self.session.style.color);
        let written = subject.write(SolutionRef::Options(options), (form, color), &mut text);
        debug_assert!(written.is_ok(), "an exact cover has no grid");
        self.session.entry(&text)
    }

    /// Writes a word in place of solutions.
    fn none(&mut self, word: &str) -> io::Result<()> {
        if self.session.form == Form::Svg {
            let subject = Subject::Cover(self.cover);
            let caption = format!("{}: {word}", subject.caption(&self.session.style.files));
            self.session.draw(subject.picture(), &caption);
            return Ok(());
        }
        self.session.entry(&format!("{word}\n"))
    }

    /// Adds to the totals whether a solution was found, and why the run ended.
    fn note(&mut self, count: &mut ClassCount) {
        let verdict = match count.stop {
            _ if count.classes != BigUint::ZERO => Verdict::Solved,
            StopReason::Exhausted => Verdict::Unsolvable,
            _ => Verdict::Unknown,
        };
        self.session.tally.add(verdict);
        count.stop = self.session.ended(count.stop, &Subject::Cover(self.cover));
    }

    /// Both numbers, as `9356 solutions, 2339 up to 4 symmetries`. Each that may be greater has
    /// `>=` in front.
    fn words(&self, count: &ClassCount) -> String {
        let more = if count.is_total { "" } else { ">=" };
        let order = self.symmetries.order();
        let plural = |number: &BigUint, one: &str, many: &str| match number {
            number if *number == BigUint::from(1u32) => format!("{number} {one}"),
            _ => format!("{number} {many}"),
        };
        let solutions = plural(&count.solutions, "solution", "solutions");
        let symmetries = plural(&order, "symmetry", "symmetries");
        format!("{more}{solutions}, {count} up to {symmetries}")
    }

    fn describe(&self, count: &ClassCount, object: &mut Object<'_>) {
        object.plain("count", &count.solutions).plain("classes", &count.classes);
        if count.is_total && !count.is_complete() {
            object.plain("total", &count.solutions);
        }
        object.plain("symmetries", self.symmetries.order());
        object.plain("complete", count.is_complete()).text("stop", count.stop.name());
        self.session.write_stats(object);
    }
}
