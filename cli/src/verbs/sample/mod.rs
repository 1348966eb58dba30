//! The verb `sample`: prints solutions drawn at random, each as likely as any other.
//!
//! Each problem of a run has [random numbers](crate::random) of its own: so equal problems get
//! other solutions, and what is drawn for one does not depend on how many are drawn for those
//! before it.

mod args;

use crate::args::{ColorArg, DiagramRunArgs, FormArgs, seed};
use crate::backend::{Backend, NO_SOLUTION, VerbBackend};
use crate::diagrams::{self, GivenSolver};
use crate::exit::{Exit, usage_error};
use crate::handler::Unknown;
use crate::json::Object;
use crate::number::Number;
use crate::random::random;
use crate::report::Report;
use crate::session::{Session, Style};
use crate::stats::Statistics;
use crate::subject::Subject;
use args::SampleInput;
use clap::Args;
use quadrille::search::SetupTime;
use quadrille::{Count, OptionId, Problem, StopReason};
use rand::rngs::ChaCha20Rng;
use std::ops::ControlFlow;

#[derive(Args, Debug)]
pub(crate) struct SampleArgs {
    #[command(flatten)]
    input: SampleInput,
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

pub(crate) fn run(args: &SampleArgs) -> Exit {
    let (form, color) = (args.form.form(), args.color.is_wanted());
    let has_numbers = args.input.number > 1;
    let style = Style { color, has_boards: true, has_numbers, ..Style::default() };
    let (format, unknown) = match args.form.pictures.style(form, style) {
        Ok(style) => ((form, style), Unknown::All("solutions")),
        Err(error) => return usage_error(&error),
    };
    // Each problem has random numbers of its own.
    let mut problems = 0;
    let answer =
        |session: &mut Session, subject: Subject<'_>, _: &Problem, solver: GivenSolver<'_>| {
            let before = solver.as_ref().map_or(SetupTime::default(), |solver| solver.setup_time());
            let random = random(args.seed, problems);
            problems += 1;
            let mut sampler = Sampler { solver, before, args, random, total: None };
            let report = Report { session, subject, text: &mut String::new() };
            report.solve(&mut Backend::Verb(&mut sampler)).map(drop)
        };
    diagrams::run(&args.input.input, &args.run, format, Some(unknown), answer)
}

/// Draws solutions of one problem. Draws are independent: those before a stop are as good as all.
/// An incomplete diagram or count would not be fair, and gives none.
struct Sampler<'a> {
    /// The solver, or the clues that clash.
    solver: GivenSolver<'a>,
    before: SetupTime,
    args: &'a SampleArgs,
    random: ChaCha20Rng,
    /// The number of all solutions, once it is known.
    total: Option<Number>,
}

impl VerbBackend for Sampler<'_> {
    fn visit(&mut self, visitor: &mut dyn FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        let Ok(solver) = &mut self.solver else {
            self.total = Some(Number::Small(0));
            return NO_SOLUTION;
        };
        let mut sampler = match solver.sampler() {
            Ok(sampler) => sampler,
            Err(stop) => return Count { solutions: 0, stop },
        };
        self.total = Some(sampler.total().clone().into());
        for solutions in 0..self.args.input.number {
            let solution = match sampler.sample(&mut self.random) {
                Ok(Some(solution)) => solution,
                Ok(None) => return NO_SOLUTION,
                Err(stop) => return Count { solutions, stop },
            };
            if visitor(solution.options()).is_break() {
                break;
            }
        }
        Count { solutions: self.args.input.number, stop: StopReason::SolutionLimit }
    }

    fn note(&self, stats: &mut Statistics) {
        match &self.solver {
            Ok(solver) => stats.counted(solver, self.before),
            Err(_) => stats.clashed(),
        }
    }

    fn clash(&self) -> Option<&str> {
        self.solver.as_ref().err().map(String::as_str)
    }

    fn needs_all(&self) -> bool {
        true
    }

    /// Writes the number of all solutions, and the seed.
    fn describe(&self, object: &mut Object<'_>) {
        if let Some(total) = &self.total {
            object.plain("total", total);
        }
        object.plain("seed", self.args.seed);
    }
}
