//! The command line: a client of the library like any other, and the only room that prints.
//!
//! ```text
//! args ── what was asked for
//! input ── files to records, one at a time ──┬── search   solve, count, check ── answer
//!   ├── stream: blocks of lines, in threads ─┤
//!   │                                        ├── counting sample, candidates, cheapest, diagram
//!   │                                        ├── estimate how large a search would be
//!   │                                        ├── convert  from one format into another
//!   │                                        ├── compat   as five documents do it
//! stop ── time and signals       │           └── bench    engines side by side
//!                             session ── output (stdout), messages (stderr), tally ── exit
//! ```
//!
//! What is done with costs is in `cheapest`, and what `--stats` notes in `stats`. Puzzles of 9x9 go in a `batch` through
//! the `lanes`; all others, and exact covers, one by one through an engine or a counter, which is then `ready`. `answer`
//! prints, whoever found it. Where there are many puzzles, one a line, `stream` has several threads answer them: each has a
//! `search` and a session of its own, and what it has to say is told in order by the thread that began. `progress` tells how
//! far a search has come.
//!
//! `checkpoint` is a search that is written down while it goes on, and `shards` is one search on many computers: `split`, `work` and `merge`. What they tell each other are `lines` of `fields`, and a
//! `question` is one problem that can stand in a line.
//!
//! [`input`] reads one record after another and hands each to the [`Worker`](input::Worker) of the verb, or several that
//! were read at once; `sudoku` and `cover` know the two kinds of records. What a worker returns as an error is always one of
//! stdout, and ends the run: everything else becomes a record and a message.

mod answer;
mod args;
mod batch;
mod bench;
mod cheapest;
mod checkpoint;
mod choice;
mod compat;
mod convert;
mod counting;
mod cover;
mod engine;
mod estimate;
mod exit;
mod failure;
mod fields;
mod help;
mod input;
mod json;
mod lanes;
mod lines;
mod number;
mod output;
mod progress;
mod question;
mod ready;
mod search;
mod session;
mod shards;
mod shell;
mod stats;
mod stop;
mod stream;
mod sudoku;
mod tally;

use args::{Cli, CommonArgs, InputArgs, ReadingArgs, RunArgs, Verb};
use bench::{Bench, BenchArgs};
use clap::Parser;
use compat::{Compat, CompatArgs};
use convert::Convert;
use counting::{Counting, DrawArgs, Settings, Wish};
use engine::EngineArg;
use estimate::{EstimateArgs, Estimating};
use exit::{Exit, ExitStyle};
use input::Worker;
use output::{Form, Output};
use quadrille::compat::System;
use search::{Plan, Search, Task};
use session::Session;
use std::io;
use std::process::ExitCode;
use stop::Stop;
use sudoku::Encodings;

/// Runs the command that the arguments of the process ask for.
pub(crate) fn run() -> ExitCode {
    match Cli::try_parse() {
        Ok(cli) => dispatch(&cli.verb).into(),
        Err(error) => usage(&error),
    }
}

/// Shows what clap has to say: an error of usage, or the help or version that was asked for.
fn usage(error: &clap::Error) -> ExitCode {
    // A closed pipe is not worth a message, and there is no other place for one.
    let _ = error.print();
    if error.exit_code() == 0 { Exit::Fine.into() } else { Exit::Bad.into() }
}

fn dispatch(verb: &Verb) -> Exit {
    match verb {
        Verb::Solve(args) => checkpoint::solve(args).unwrap_or_else(|| {
            let task = Task::Solve { limit: args.limit() };
            search(&args.input, &args.run, args.form(), task, args.run.settings())
        }),
        Verb::Count(args) => checkpoint::count(args).unwrap_or_else(|| match args.of_count() {
            Ok(settings) => {
                let (form, task) = (Form::of_json(args.json), Task::Count { limit: args.limit });
                search(&args.input, &args.run, form, task, settings)
            }
            Err(error) => usage_error(&error),
        }),
        Verb::Resume(args) => checkpoint::resume(args),
        Verb::Check(args) => {
            let form = Form::of_json(args.json);
            search(&args.input, &args.run, form, Task::Check, args.run.settings())
        }
        Verb::Sample(args) => draw(&args.input, &args.draw, args.form.form(), args.into()),
        Verb::Candidates(args) => draw(&args.input, &args.draw, args.form.form(), Wish::Candidates),
        Verb::Cheapest(args) => match args.check() {
            Ok(()) => draw(&args.input, &args.draw, args.form.form(), args.into()),
            Err(error) => usage_error(&error),
        },
        Verb::Estimate(args) => estimate(args),
        Verb::Split(args) => shards::split(args),
        Verb::Work(args) => shards::work(args),
        Verb::Merge(args) => shards::merge(args),
        Verb::Diagram(args) => draw(&args.input, &args.draw, args.to, Wish::Diagram),
        Verb::Convert(args) => with_encodings(&args.input.reading, |encodings| {
            let worker = Convert::new(encodings, args.shrink, args.reduce);
            let session = plain(&args.common, args.form());
            work(&args.common, session, ExitStyle::Usual, |_| worker, reading(&args.input))
        }),
        Verb::Compat(args) => match args.systems() {
            Ok(systems) => compare(args, systems),
            Err(error) => usage_error(&error),
        },
        Verb::Bench(args) => bench(args),
        Verb::Completions { shell } => shell::completions(*shell),
        Verb::Man { command } => shell::man(command.as_deref()),
    }
}

fn search(
    input: &InputArgs,
    run: &RunArgs,
    form: Form,
    task: Task,
    (engine, settings): (EngineArg, Settings),
) -> Exit {
    if let Err(error) = run.check() {
        return usage_error(&error);
    }
    with_encodings(&input.reading, |encodings| {
        let teller = run.teller();
        let worker = |stop: &Stop| {
            let plan = Plan { task, engine, settings, token: stop.token() };
            Search::new(encodings, plan).with_progress(teller.clone())
        };
        let session = |output, stop| {
            let session = Session::new(output, stop, form, run.common.quiet);
            session.with_stats(run.stats).with_progress(teller.clone())
        };
        work(&run.common, session, run.exit_code, worker, reading(input))
    })
}

/// Makes diagrams, and asks them.
fn draw(input: &InputArgs, draw: &DrawArgs, form: Form, wish: Wish) -> Exit {
    with_encodings(&input.reading, |encodings| {
        let worker = |stop: &Stop| Counting::new(encodings, wish, draw.settings(), stop.token());
        let quiet = draw.common.quiet;
        let session = |output, stop| Session::new(output, stop, form, quiet).with_stats(draw.stats);
        work(&draw.common, session, ExitStyle::Usual, worker, reading(input))
    })
}

fn estimate(args: &EstimateArgs) -> Exit {
    with_encodings(&args.input.reading, |encodings| {
        let worker = |stop: &Stop| Estimating::new(args, encodings, stop.token());
        let session = plain(&args.common, Form::of_json(args.json));
        work(&args.common, session, ExitStyle::Usual, worker, reading(&args.input))
    })
}

fn compare(args: &CompatArgs, systems: Vec<System>) -> Exit {
    with_encodings(&args.reading, |encodings| {
        let worker = |stop: &Stop| Compat::new(args, systems, encodings, stop.token());
        let feed = |session: &mut Session, worker: &mut Compat<'_>| match &args.files[..] {
            [] => worker.own_puzzles(session),
            files => input::each_record(files, &args.reading, session, worker),
        };
        let session = plain(&args.common, Form::of_json(args.json));
        work(&args.common, session, ExitStyle::Usual, worker, feed)
    })
}

fn bench(args: &BenchArgs) -> Exit {
    with_encodings(&args.input.reading, |encodings| {
        let form = if args.json { Form::Json } else { Form::Table };
        let worker = |stop: &Stop| Bench::new(args, encodings, stop.token());
        let session = plain(&args.common, form);
        work(&args.common, session, ExitStyle::Usual, worker, reading(&args.input))
    })
}

/// Makes the owner of all encodings of the run, if the options for Sudoku agree with each other.
fn with_encodings(reading: &ReadingArgs, then: impl FnOnce(&Encodings) -> Exit) -> Exit {
    match reading.sudoku.rules() {
        Ok(rules) => then(&Encodings::new(rules)),
        Err(error) => usage_error(&error),
    }
}

/// Arguments that are sound one by one, but not together.
fn usage_error(error: &str) -> Exit {
    session::message(format_args!("error: {error}"));
    Exit::Bad
}

/// Hands every record of the input to a worker.
fn reading<W: Worker>(input: &InputArgs) -> impl FnOnce(&mut Session, &mut W) -> io::Result<()> {
    |session, worker| input::each_record(&input.files, &input.reading, session, worker)
}

/// A session that writes in this form.
fn plain(common: &CommonArgs, form: Form) -> impl FnOnce(Output, Stop) -> Session {
    let quiet = common.quiet;
    move |output, stop| Session::new(output, stop, form, quiet)
}

/// Makes a worker, feeds it with all records, and ends in order.
fn work<W: Worker>(
    common: &CommonArgs,
    session: impl FnOnce(Output, Stop) -> Session,
    style: ExitStyle,
    worker: impl FnOnce(&Stop) -> W,
    feed: impl FnOnce(&mut Session, &mut W) -> io::Result<()>,
) -> Exit {
    let output = Output::new();
    let stop = Stop::new(common.timeout, &output);
    let mut worker = worker(&stop);
    let mut session = session(output, stop);
    let ended = feed(&mut session, &mut worker).and_then(|()| worker.end(&mut session));
    session.finish(ended, style)
}
