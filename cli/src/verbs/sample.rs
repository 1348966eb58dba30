//! The verb `sample`: prints solutions drawn at random.

use crate::args::{ColorArg, DiagramRunArgs, FormArgs, InputArgs, limit};
use crate::backend::Backend;
use crate::diagrams::{self, DiagramVerb};
use crate::exit::Exit;
use crate::report::Report;
use crate::sampler::{Draw, Sampler};
use crate::session::{Session, Style};
use crate::subject::Subject;
use crate::unknown::Unknown;
use clap::Args;
use quadrille::{CancelToken, Problem, Solver};
use std::io;

#[derive(Args, Debug)]
pub(crate) struct SampleArgs {
    /// The number of solutions of each problem to draw
    #[arg(value_name = "N", value_parser = limit)]
    number: u64,
    #[command(flatten)]
    input: InputArgs,
    /// The seed of the random numbers
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    seed: u64,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    color: ColorArg,
    #[command(flatten)]
    run: DiagramRunArgs,
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

pub(crate) fn run(args: &SampleArgs) -> Exit {
    let style = Style { color: args.color.is_wanted(), ..Style::default() };
    let draw = Draw { number: args.number, seed: args.seed };
    diagrams::run(&args.input, &args.run, (args.form.form(), style), |stop| Sample {
        draw,
        token: stop.token(),
        problems: 0,
        text: String::new(),
    })
}

struct Sample {
    draw: Draw,
    token: CancelToken,
    /// The number of problems before this one: each has random numbers of its own.
    problems: u64,
    text: String,
}

impl DiagramVerb for Sample {
    fn unknown(&self) -> Option<Unknown> {
        Some(Unknown::List("solutions"))
    }

    fn answer(
        &mut self,
        session: &mut Session,
        subject: Subject<'_>,
        _: &Problem,
        solver: Result<&mut Solver, String>,
    ) -> io::Result<()> {
        let sampler = Sampler::new(solver, self.draw, self.problems, &self.token);
        self.problems += 1;
        let report = Report { session, subject, text: &mut self.text };
        report.solve(Backend::Sampler(Box::new(sampler))).map(drop)
    }
}
