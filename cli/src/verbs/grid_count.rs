//! `grid --count`: counts the grids of 9x9 Sudoku by classes of bands.

use crate::checkpoint::{Resumed, StepList, StepListArgs};
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::generation::GenerationArgs;
use crate::json::Object;
use crate::output::Form;
use crate::parallel::{self, Job};
use crate::run;
use crate::session::Session;
use crate::tally::Verdict;
use quadrille::sudoku::grids9::{BandClass, BandClasses, RELABELLINGS};
use std::fmt::Write as _;
use std::io;

/// Counts all 9x9 grids.
pub(super) fn run(generation: &GenerationArgs, list: &StepListArgs) -> Exit {
    let form = generation.form();
    if !matches!(form, Form::Line | Form::Json) {
        return usage_error("--count writes a table: expected --to line or --to json");
    }
    if form == Form::Json && list.is_given() {
        return usage_error("--checkpoint is for --to line");
    }
    if let Err(error) = list.check(&[]) {
        return usage_error(&error);
    }
    let session = run::session(&generation.common, form);
    let session = session.with_progress(generation.reporter());
    run::in_session(&generation.common, session, ExitStyle::Usual, |session| {
        session.stop.count_as("line", "written");
        session.tally.noun = Some("classes of bands");
        let classes = BandClasses::new();
        let begun = Counting::begin(list, classes.len(), session);
        let mut counting = match begun {
            Ok(counting) => counting,
            Err(failure) => {
                session.complain(failure);
                return Ok(());
            }
        };
        let (stop, threads) = (counting.session.stop.clone(), generation.threads());
        parallel::run(&mut counting, threads, &stop, |_| |index| classes.count(index))?;
        counting.end()
    })
}

struct Counting<'a> {
    session: &'a mut Session,
    list: StepList,
    /// The number of classes.
    classes: usize,
    next: usize,
    done: usize,
    total: u128,
}

impl<'a> Counting<'a> {
    fn begin(
        list: &StepListArgs,
        classes: usize,
        session: &'a mut Session,
    ) -> Result<Self, Failure> {
        let (list, resumed) = StepList::open(list, "grid --count".to_owned(), &[0], session)?;
        let text = resumed.map(|Resumed { text, .. }| text).unwrap_or_default();
        let mut total = 0;
        for (done, line) in text.lines().enumerate() {
            let grids = grids_of_line(line, done + 1);
            total += grids.ok_or_else(|| {
                Failure::of_file(
                    "the list",
                    format_args!("line {} is not that of a class", done + 1),
                )
            })?;
        }
        let done = text.lines().count();
        if done > 0 {
            session.inform(format_args!("resuming: {done} of {classes} classes are counted"));
        }
        Ok(Self { session, list, classes, next: done, done, total })
    }

    fn end(&mut self) -> io::Result<()> {
        let position = self.position();
        self.list.end(&position, self.session);
        if self.done < self.classes {
            self.session.tally.saw_stop();
            return Ok(());
        }
        let mut text = String::new();
        if self.session.form == Form::Json {
            Object::begin(&mut text).plain("total", self.total).end();
        } else {
            let _ = write!(text, "total {}", self.total);
        }
        text.push('\n');
        self.session.part(&text)
    }

    fn position(&self) -> [u64; 1] {
        [u64::try_from(self.done).unwrap_or(u64::MAX)]
    }
}

/// The number of all grids of a class, from the line of a list.
fn grids_of_line(line: &str, index: usize) -> Option<u128> {
    let fields: Vec<_> = line.split(' ').collect();
    let [number, _, bands, grids, _, _] = fields[..] else { return None };
    let is_next = number.parse() == Ok(index);
    let (bands, grids): (u128, u128) = (bands.parse().ok()?, grids.parse().ok()?);
    let all = bands.checked_mul(grids)?.checked_mul(RELABELLINGS.into());
    all.filter(|_| is_next)
}

impl Job for Counting<'_> {
    type Task = usize;
    type Outcome = Option<BandClass>;

    fn next(&mut self) -> Option<usize> {
        let next = self.next;
        self.next += 1;
        (next < self.classes).then_some(next)
    }

    fn take(&mut self, class: Option<BandClass>) -> io::Result<bool> {
        let Some(class) = class else { return Ok(false) };
        self.done += 1;
        let BandClass { band, bands, grids, fewest, most, .. } = class;
        let band: String = band.iter().map(|value| char::from(b'0' + value)).collect();
        let mut text = String::new();
        if self.session.form == Form::Json {
            let mut object = Object::begin(&mut text);
            object.plain("class", self.done).text("band", &band).plain("bands", bands);
            object.plain("grids", grids).plain("fewest", fewest).plain("most", most).end();
        } else {
            let _ = write!(text, "{} {band} {bands} {grids} {fewest} {most}", self.done);
        }
        text.push('\n');
        self.session.entry(&text)?;
        self.total += class.all_grids();
        self.session.tally.add(Verdict::Counted);
        self.session.stop.count_records(1);
        let position = self.position();
        Ok(self.list.step(&position, self.session))
    }

    fn wait(&mut self) -> io::Result<()> {
        self.session.output().flush()
    }
}
