//! The verb `cheapest`: prints the cheapest solutions of exact covers.

use crate::args::{DiagramRunArgs, FormArgs, InputArgs, ThreadsArg, number};
use crate::best_solutions;
use crate::engine::EngineArg;
use crate::exit::{Exit, ExitStyle, usage_error};
use crate::failure::Failure;
use crate::handler::{Handler, Unknown};
use crate::run;
use crate::session::{Session, Style};
use crate::stats::Statistics;
use crate::stop::Stop;
use crate::subject::Cover;
use clap::{Args, ValueEnum};
use quadrille::dlx::Parsed;
use quadrille::sudoku::text::Record;
use quadrille::{CancelToken, Solver};
use std::io;

const NO_COSTS: &str =
    "a Sudoku has no costs, and all of its solutions are the cheapest: `solve` prints them";

#[derive(Args, Debug)]
pub(crate) struct CheapestArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The number of solutions of each problem
    #[arg(long, short, visible_alias = "limit", value_name = "K", default_value = "1", value_parser = number("the number of solutions"))]
    k: u64,
    /// The algorithm
    #[arg(long, value_name = "ENGINE", default_value = "cheapest", value_enum)]
    engine: CheapestEngine,
    #[command(flatten)]
    form: FormArgs,
    #[command(flatten)]
    run: DiagramRunArgs,
    #[command(flatten)]
    threads: ThreadsArg,
}

/// The algorithms for the cheapest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum CheapestEngine {
    /// Branch and bound
    Cheapest,
    /// The diagram of all solutions, for a large K
    Diagram,
}

pub(crate) fn run(args: &CheapestArgs) -> Exit {
    if let Some(name) = args.run.memo.named()
        && args.engine != CheapestEngine::Diagram
    {
        return usage_error(&format!("{name} is for --engine {}", EngineArg::Diagram));
    }
    let form = args.form.form();
    let style = Style { has_boards: true, ..Style::default() };
    let style = match args.form.pictures.style(form, style) {
        Ok(style) => style,
        Err(error) => return usage_error(&error),
    };
    let handler = |stop: &Stop| Cheapest { args, token: stop.token() };
    let session = run::session(&args.run.common, form).with_style(style);
    let session = session.with_stats(args.run.stats).with_progress(args.run.reporter());
    run::handle(&args.run.common, session, ExitStyle::Usual, handler, run::files(&args.input))
}

struct Cheapest<'a> {
    args: &'a CheapestArgs,
    token: CancelToken,
}

impl Handler for Cheapest<'_> {
    fn unknown(&self) -> Option<Unknown> {
        Some(Unknown::List)
    }

    fn puzzle(&mut self, session: &mut Session, file: &str, record: &Record) -> io::Result<()> {
        session.note(Statistics::begin);
        session.fail(&Failure::of_record(file, record.line, NO_COSTS))
    }

    fn cover(&mut self, session: &mut Session, file: &str, parsed: &Parsed) -> io::Result<()> {
        session.note(Statistics::begin);
        let tiling = match session.tiling(file, &parsed.problem) {
            Ok(tiling) => tiling,
            Err(failure) => return session.fail(&failure),
        };
        let cover = Cover { file, problem: &parsed.problem, tiling: tiling.as_ref() };
        let settings = self.args.run.settings(self.args.threads.number());
        let solver = settings.solver(Solver::new(cover.problem), &self.token);
        let by_diagram = self.args.engine == CheapestEngine::Diagram;
        best_solutions::print(session, cover, Some(self.args.k), solver, by_diagram)
    }
}
