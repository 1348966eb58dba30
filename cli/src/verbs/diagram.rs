//! The verb `diagram`: writes the diagram of all solutions, as text or for Graphviz.

use crate::args::{DiagramRunArgs, InputArgs, form_parser};
use crate::diagrams::{self, GivenSolver, SearchOutcome};
use crate::exit::Exit;
use crate::output::Form;
use crate::session::{Session, Style};
use crate::subject::Subject;
use crate::tally::Verdict;
use clap::Args;
use quadrille::diagram::Diagram;
use quadrille::{Problem, Solver};
use std::io;

const ONE_DIAGRAM: &str =
    "the output is one diagram, and another was written already: ask for one problem at a time";

#[derive(Args, Debug)]
pub(crate) struct DiagramArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The format of the diagram
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = form_parser(&FORMS))]
    to: Form,
    #[command(flatten)]
    run: DiagramRunArgs,
}

const FORMS: [Form; 2] = [Form::Text, Form::Dot];

pub(crate) fn run(args: &DiagramArgs) -> Exit {
    let mut is_written = false;
    let answer = |session: &mut Session,
                  subject: Subject<'_>,
                  problem: &Problem,
                  solver: GivenSolver<'_>| {
        match SearchOutcome::new(session, solver, Solver::diagram) {
            SearchOutcome::Complete(_) if is_written => session.fail(&subject.failure(ONE_DIAGRAM)),
            SearchOutcome::Complete(diagram) => {
                is_written = true;
                write(session, problem, &diagram)
            }
            SearchOutcome::Clash(clash) => {
                session.fail(&subject.failure(format_args!("{clash}: there is nothing to draw")))
            }
            SearchOutcome::Stopped(stop) => {
                session.tally.add(Verdict::Unknown);
                session.ended(stop, &subject);
                Ok(())
            }
        }
    };
    diagrams::run(&args.input, &args.run, (args.to, Style::default()), None, answer)
}

fn write(session: &mut Session, problem: &Problem, diagram: &Diagram) -> io::Result<()> {
    session.tally.add(Verdict::Converted);
    if session.form == Form::Dot {
        return session.entry(&diagram.dot(problem));
    }
    diagram.write(&mut session.output().bytes())
}
