//! The verb `candidates`: prints the options that are in some solution, and in how many.

use crate::args::{DiagramRunArgs, FormArgs, InputArgs};
use crate::diagrams::{self, BuiltDiagram, DiagramVerb};
use crate::exit::Exit;
use crate::json::{Object, push_array};
use crate::number::{Amount, Number};
use crate::output::Form;
use crate::report::write_amount;
use crate::session::{Session, Style};
use crate::subject::{OptionUse, Subject};
use crate::tally::Verdict;
use crate::unknown::Unknown;
use clap::Args;
use quadrille::{Count, OptionId, Problem, Solver, StopReason};
use std::fmt::Write as _;
use std::io;

#[derive(Args, Debug)]
pub(crate) struct CandidatesArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    run: DiagramRunArgs,
}

pub(crate) fn run(args: &CandidatesArgs) -> Exit {
    diagrams::run(&args.input, &args.run, (args.form.form(), Style::default()), |_| PrintCandidates)
}

struct PrintCandidates;

impl DiagramVerb for PrintCandidates {
    fn unknown(&self) -> Option<Unknown> {
        Some(Unknown::List("candidates"))
    }

    fn answer(
        &mut self,
        session: &mut Session,
        subject: Subject<'_>,
        _: &Problem,
        solver: Result<&mut Solver, String>,
    ) -> io::Result<()> {
        let built = BuiltDiagram::new(session, solver);
        let mut candidates = Candidates::of(&built);
        let verdict = candidates.verdict();
        session.tally.add(verdict);
        candidates.total.stop = session.ended(candidates.total.stop, &subject);
        let clash =
            if let BuiltDiagram::Clash(clash) = &built { Some(clash.as_str()) } else { None };
        let text = match (session.form, verdict) {
            (Form::Json, _) => object(session, &subject, &candidates, clash),
            (_, Verdict::Unsolvable) => "none\n".to_owned(),
            (_, Verdict::Unknown) => "unknown\n".to_owned(),
            (Form::Grid, _) => drawing(&subject, &candidates),
            _ => lines(&subject, &candidates),
        };
        session.entry(&text)
    }
}

struct Candidates {
    total: Amount,
    used: Vec<OptionUse>,
}

impl Candidates {
    fn of(built: &BuiltDiagram) -> Self {
        let nothing = |stop| Self { total: Count { solutions: 0, stop }.into(), used: Vec::new() };
        let diagram = match built {
            BuiltDiagram::Complete(diagram) => diagram,
            BuiltDiagram::Clash(_) => return nothing(StopReason::Exhausted),
            BuiltDiagram::Stopped(stop) => return nothing(*stop),
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

/// The number of solutions, and a line for each option.
fn lines(subject: &Subject<'_>, Candidates { total, used }: &Candidates) -> String {
    // Writing to a `String` does not fail.
    let mut text = format!("{total}\n");
    for (option, number) in used {
        let _ = write!(text, "{number} ");
        subject.write_option(*option, &mut text);
        text.push('\n');
    }
    text
}

/// The number of solutions in words, and a drawing.
fn drawing(subject: &Subject<'_>, Candidates { total, used }: &Candidates) -> String {
    let plural = if total.solutions == Number::Small(1) { "" } else { "s" };
    let mut text = format!("{total} solution{plural}\n");
    subject.draw_options(used, &mut text);
    text
}

fn object(
    session: &Session,
    subject: &Subject<'_>,
    candidates: &Candidates,
    clash: Option<&str>,
) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    subject.describe(&mut object);
    subject.describe_problem(&mut object);
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
