//! The arguments of `bench`.

use crate::args::{CommonArgs, InputArgs, engines_parser, limit, seconds};
use crate::engine::EngineArg;
use clap::Args;
use quadrille::Engine;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The engines, with commas between them; without this, all but naive
    #[arg(long, value_name = "ENGINE", value_delimiter = ',', value_parser = engines_parser(EngineArg::searching()))]
    engine: Vec<EngineArg>,
    /// The number of runs of each engine, of which the median counts
    #[arg(long, value_name = "N", default_value = "5", value_parser = runs)]
    pub(super) runs: u32,
    /// Count up to N solutions of each problem; without this, 2 of a Sudoku and all of an exact
    /// cover
    #[arg(long, value_name = "N", value_parser = limit)]
    pub(super) limit: Option<u64>,
    /// Stop an engine whose first run takes longer
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    pub(super) cut: Duration,
    /// Print a JSON object for each row
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

impl BenchArgs {
    /// The engines that are to run, each of them once.
    pub(super) fn engines(&self) -> Vec<EngineArg> {
        let named = &self.engine;
        if named.is_empty() {
            let naive = EngineArg::Cover(Engine::Naive);
            return EngineArg::searching().filter(|&engine| engine != naive).collect();
        }
        let mut engines = Vec::new();
        for &engine in named {
            if !engines.contains(&engine) {
                engines.push(engine);
            }
        }
        engines
    }
}

fn runs(text: &str) -> Result<u32, String> {
    text.parse().ok().filter(|runs| (1..=1000).contains(runs)).ok_or_else(|| {
        "expected a number of runs, 1 to 1000; a median wants five or more".to_owned()
    })
}
