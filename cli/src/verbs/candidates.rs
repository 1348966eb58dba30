//! The verb `candidates`: prints the options that are in some solution, and in how many.

use crate::args::{DiagramRunArgs, FormArgs, InputArgs};
use crate::backend::NO_SOLUTION;
use crate::diagrams::{self, GivenSolver, SearchOutcome};
use crate::exit::{Exit, usage_error};
use crate::handler::Unknown;
use crate::json::{Object, push_array};
use crate::message::printable;
use crate::number::{Amount, Number};
use crate::output::Form;
use crate::report::write_end;
use crate::session::{Session, Style};
use crate::subject::{OptionUse, Subject};
use crate::tally::Verdict;
use clap::Args;
use quadrille::{OptionId, Problem, Solver};
use quadrille_pictures::Tiling;
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
    let form = args.form.form();
    match args.form.pictures.style(form, Style::default()) {
        Ok(style) => {
            let unknown = Unknown::All("candidates");
            diagrams::run(&args.input, &args.run, (form, style), Some(unknown), answer)
        }
        Err(error) => usage_error(&error),
    }
}

fn answer(
    session: &mut Session,
    subject: Subject<'_>,
    problem: &Problem,
    solver: GivenSolver<'_>,
) -> io::Result<()> {
    let (mut total, mut used, mut clash) = (Amount::from(NO_SOLUTION), Vec::new(), None);
    match SearchOutcome::new(session, solver, Solver::uses) {
        SearchOutcome::Complete(found) => {
            total.solutions = found.solutions.into();
            let uses = found.options.into_iter().map(Number::from);
            let numbered = (0..).map(OptionId::new).zip(uses);
            used = numbered.filter(|(_, number)| !number.is_zero()).collect();
        }
        SearchOutcome::Clash(clues) => clash = Some(clues),
        SearchOutcome::Stopped(stop) => total.stop = stop,
    }
    let verdict = match (total.is_complete(), total.solutions.is_zero()) {
        (true, true) => Verdict::Unsolvable,
        (true, false) => Verdict::Solved,
        (false, _) => Verdict::Unknown,
    };
    session.tally.add(verdict);
    total.stop = session.ended(total.stop, &subject);
    if session.form == Form::Svg {
        draw(session, &subject, (&total, verdict), &used);
        return Ok(());
    }
    let text = match (session.form, verdict) {
        (Form::Json, _) => object(session, &subject, &total, &used, clash.as_deref()),
        (_, Verdict::Unsolvable) => "none\n".to_owned(),
        (_, Verdict::Unknown) => "unknown\n".to_owned(),
        (Form::Grid, _) => {
            if matches!(subject, Subject::Cover(_)) && Tiling::new(problem).is_ok() {
                let file = printable(subject.file());
                session
                    .warn(format_args!("{file}: the options are listed: --to svg draws the board"));
            }
            drawing(&subject, &total, &used)
        }
        _ => lines(&subject, &total, &used),
    };
    session.entry(&text)
}

/// The number of solutions, and a line for each option.
fn lines(subject: &Subject<'_>, total: &Amount, used: &[OptionUse]) -> String {
    // Writing to a `String` does not fail.
    let mut text = format!("{total}\n");
    for (option, number) in used {
        let _ = write!(text, "{number} ");
        subject.write_option(*option, &mut text);
        text.push('\n');
    }
    text
}

/// The number of solutions in words.
fn words(total: &Amount) -> String {
    let plural = if total.solutions == Number::Small(1) { "" } else { "s" };
    format!("{total} solution{plural}")
}

/// The number of solutions in words, and a drawing.
fn drawing(subject: &Subject<'_>, total: &Amount, used: &[OptionUse]) -> String {
    let mut text = words(total) + "\n";
    subject.draw_options(used, &mut text);
    text
}

/// Draws the candidates, or the problem if there are none.
fn draw(
    session: &mut Session,
    subject: &Subject<'_>,
    (total, verdict): (&Amount, Verdict),
    used: &[OptionUse],
) {
    let (picture, answer) = match verdict {
        Verdict::Unsolvable => (subject.picture(), "none".to_owned()),
        Verdict::Unknown => (subject.picture(), "unknown".to_owned()),
        _ => (subject.candidates_picture(used), words(total)),
    };
    let caption = subject.caption(&session.style.files);
    session.draw(picture, &format!("{caption}: {answer}"));
}

fn object(
    session: &Session,
    subject: &Subject<'_>,
    total: &Amount,
    used: &[OptionUse],
    clash: Option<&str>,
) -> String {
    let mut text = String::new();
    let mut object = Object::begin(&mut text);
    subject.describe(&mut object);
    subject.describe_problem(&mut object);
    push_array(object.key("candidates"), used.iter(), |out, (option, number)| {
        let mut candidate = Object::begin(out);
        subject.describe_option(*option, &mut candidate);
        candidate.plain("count", number).end();
    });
    if total.is_complete() {
        object.plain("count", &total.solutions);
    }
    write_end(total, clash, &mut object);
    session.write_stats(&mut object);
    object.end();
    text + "\n"
}
