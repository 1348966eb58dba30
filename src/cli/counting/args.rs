//! The arguments of the verbs that ask a diagram, and what `count` takes for it: comments here are read by users.

use super::settings::{MEMORY, Settings};
use super::size;
use crate::cli::args::{
    CommonArgs, InputArgs, ReduceArg, SOLVED, ThreadsArg, form_parser, solutions,
};
use crate::cli::engine::EngineArg;
use crate::cli::output::Form;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use quadrille::{Method, Reduce};

/// The heading of the options below.
const COUNTING: &str = "Counting";

/// The methods that are an order.
const ORDERS: [Method; 3] = [Method::Fewest, Method::Frontier, Method::Elimination];

/// How a diagram is made.
#[derive(Args, Clone, Copy, Debug)]
pub(in crate::cli) struct MemoArgs {
    /// Which items the diagram takes first: those with the fewest options, those along a frontier that moves through the
    /// problem, or those that hold large parts together. Without this, whichever seems best
    #[arg(long, value_name = "ORDER", value_parser = order_parser(), help_heading = COUNTING)]
    order: Option<Method>,
    /// How much memory counts and diagrams may take, like 512M or 2GiB; without this, 1GiB
    #[arg(long, value_name = "SIZE", value_parser = size::parse, help_heading = COUNTING)]
    memory: Option<usize>,
}

impl MemoArgs {
    /// The settings, with this method unless an order was named.
    fn settings(&self, method: Method, reduce: Reduce, threads: usize) -> Settings {
        let Self { order, memory } = *self;
        let (method, memory) = (order.unwrap_or(method), memory.unwrap_or(MEMORY));
        Settings { method, memory, threads, reduce, nodes: None }
    }

    /// The first of these options that was given.
    pub(in crate::cli) fn named(&self) -> Option<&'static str> {
        let given = [(self.order.is_some(), "--order"), (self.memory.is_some(), "--memory")];
        given.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// What `count` is to do: an order asks for the diagram, and other engines have no use for any of this.
    pub(in crate::cli) fn of_count(
        &self,
        engine: EngineArg,
        reduce: Reduce,
        threads: usize,
    ) -> Result<(EngineArg, Settings), String> {
        let engine = match engine {
            EngineArg::AUTO if self.order.is_some() => EngineArg::Diagram,
            engine => engine,
        };
        match self.named() {
            Some(name) if ![EngineArg::AUTO, EngineArg::Diagram].contains(&engine) => Err(format!(
                "{name} is for --engine {} and auto, not for {engine}",
                EngineArg::Diagram
            )),
            _ => Ok((engine, self.settings(engine.method(), reduce, threads))),
        }
    }
}

/// What the verbs take that ask a diagram.
#[derive(Args, Debug)]
pub(in crate::cli) struct DrawArgs {
    #[command(flatten)]
    memo: MemoArgs,
    /// How far to look for options that are in no solution, before the search
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    reduce: ReduceArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Tell how the diagram was made and why, what it took, and where the time went
    #[arg(long)]
    pub(in crate::cli) stats: bool,
    #[command(flatten)]
    pub(in crate::cli) common: CommonArgs,
}

impl DrawArgs {
    pub(in crate::cli) fn settings(&self) -> Settings {
        self.memo.settings(Method::Diagram, self.reduce.into(), self.threads.number())
    }
}

/// How solutions and what is known of them are written.
#[derive(Args, Debug)]
pub(in crate::cli) struct FormArgs {
    /// How to write what is found
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&SOLVED))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
}

impl FormArgs {
    pub(in crate::cli) fn form(&self) -> Form {
        if self.json { Form::Json } else { self.to }
    }
}

#[derive(Args, Debug)]
pub(in crate::cli) struct SampleArgs {
    /// How many solutions of each problem to draw
    #[arg(value_name = "N", value_parser = solutions)]
    pub(super) number: u64,
    #[command(flatten)]
    pub(in crate::cli) input: InputArgs,
    /// Begin the random numbers at another place: the same seed and input give the same solutions
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    pub(super) seed: u64,
    #[command(flatten)]
    pub(in crate::cli) form: FormArgs,
    #[command(flatten)]
    pub(in crate::cli) draw: DrawArgs,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CandidatesArgs {
    #[command(flatten)]
    pub(in crate::cli) input: InputArgs,
    #[command(flatten)]
    pub(in crate::cli) form: FormArgs,
    #[command(flatten)]
    pub(in crate::cli) draw: DrawArgs,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CheapestArgs {
    #[command(flatten)]
    pub(in crate::cli) input: InputArgs,
    /// How many solutions of each problem
    #[arg(long, short, value_name = "K", default_value = "1", value_parser = solutions)]
    pub(super) k: u64,
    /// Who finds them
    #[arg(long, value_name = "ENGINE", default_value = "cheapest", value_enum)]
    pub(super) engine: Finder,
    #[command(flatten)]
    pub(in crate::cli) form: FormArgs,
    #[command(flatten)]
    pub(in crate::cli) draw: DrawArgs,
}

/// Who finds the cheapest solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::cli) enum Finder {
    /// A search that leaves out whatever can't be among them
    Cheapest,
    /// The diagram of all solutions: where they are many and K is large
    Diagram,
}

impl CheapestArgs {
    /// Whether something was asked of a diagram that is not made.
    pub(in crate::cli) fn check(&self) -> Result<(), String> {
        let threads = self.draw.threads.is_given().then_some("--threads");
        match self.draw.memo.named().or(threads) {
            Some(name) if self.engine != Finder::Diagram => {
                Err(format!("{name} is for --engine {}", EngineArg::Diagram))
            }
            _ => Ok(()),
        }
    }
}

#[derive(Args, Debug)]
pub(in crate::cli) struct DiagramArgs {
    #[command(flatten)]
    pub(in crate::cli) input: InputArgs,
    /// How to write the diagram
    #[arg(long, value_name = "FORMAT", default_value = "text", value_parser = form_parser(&DRAWN))]
    pub(in crate::cli) to: Form,
    #[command(flatten)]
    pub(in crate::cli) draw: DrawArgs,
}

/// The forms in which there are diagrams.
const DRAWN: [Form; 2] = [Form::Text, Form::Dot];

fn order_parser() -> impl TypedValueParser<Value = Method> {
    let names = ORDERS.map(Method::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Method>())
}

fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}
