//! The verb `generate`: makes random puzzles with one solution.

use crate::args::{limit, number};
use crate::clue_range::ClueRange;
use crate::exit::{Exit, usage_error};
use crate::generation::{self, GenerationArgs, Made};
use crate::output::Form;
use clap::{Args, ValueEnum};
use quadrille::sudoku::generate::{
    GeneratedPuzzle, Generator, GeneratorOptions, PatternSymmetry, Sampling,
};
use quadrille::sudoku::rating::{Condition, Rater, RatingError};
use quadrille::sudoku::{Geometry, Grid};
use quadrille::{CancelToken, StopReason};
use std::sync::{Arc, OnceLock};

#[derive(Args, Debug)]
pub(crate) struct GenerateArgs {
    /// The number of puzzles
    #[arg(value_name = "N", default_value = "1", value_parser = number("the number of puzzles"))]
    number: u64,
    /// The same as N
    #[arg(long, value_name = "N", value_parser = limit, conflicts_with = "number")]
    limit: Option<u64>,
    /// No clue is redundant; the default without --clues, --symmetry and --pattern
    #[arg(long)]
    minimal: bool,
    /// The number of clues, like 24, 24-26, '<=22' or '>=30'
    #[arg(long, value_name = "RANGE")]
    clues: Option<ClueRange>,
    /// The symmetry of the cells with clues: none, rotate180, rotate90, horizontal, vertical,
    /// diagonal, antidiagonal or all
    #[arg(long, value_name = "NAME", default_value = "none")]
    symmetry: PatternSymmetry,
    /// A grid with a value in each cell that has a clue: any value, in a line
    #[arg(long, value_name = "GRID", conflicts_with_all = ["symmetry", "clues"])]
    pattern: Option<Grid>,
    /// What `quadrille rate` must find, like `technique>=x-wing, depth=1`
    #[arg(long, value_name = "CONDITION")]
    rating: Option<Condition>,
    /// How puzzles are drawn
    #[arg(long, value_name = "HOW", default_value = "fast", value_enum)]
    sampling: SamplingArg,
    #[command(flatten)]
    generation: GenerationArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SamplingArg {
    /// Clues are removed in a random order: biased towards puzzles with few clues
    Fast,
    /// Minimal puzzles, each with a weight: weighted averages are those of all minimal puzzles
    Weighted,
}

pub(crate) fn run(args: &GenerateArgs) -> Exit {
    let generation = &args.generation;
    let geometry = match generation.geometry.geometry() {
        Ok(geometry) => geometry,
        Err(error) => return usage_error(&error),
    };
    let options = options(args, &geometry);
    if let Err(error) = Generator::new(&geometry, options.clone()) {
        return usage_error(&error.to_string());
    }
    let is_weighted = args.sampling == SamplingArg::Weighted;
    if is_weighted && !matches!(generation.form(), Form::Line | Form::Json) {
        return usage_error("--sampling weighted writes weights: expected --to line or --to json");
    }
    let failed = Arc::new(OnceLock::new());
    let worker = |token: CancelToken| {
        let generator = Generator::new(&geometry, options.clone());
        let generator = generator.map(|generator| generator.cancel_token(token.clone()));
        let mut generator = generator.map(|generator| match &args.rating {
            Some(condition) => {
                let rater = Rater::new(&geometry).cancel_token(token);
                generator.filter(filter(rater, condition.clone(), Arc::clone(&failed)))
            }
            None => generator,
        });
        move |numbers| match &mut generator {
            Ok(generator) => generator.puzzles(numbers).into_iter().map(made).collect(),
            Err(_) => Vec::new(),
        }
    };
    let explain = || failed.get().cloned();
    let number = args.limit.unwrap_or(args.number);
    generation::run(generation, (number, "puzzle"), &geometry, worker, explain, None)
}

fn options(args: &GenerateArgs, geometry: &Geometry) -> GeneratorOptions {
    let mut options = GeneratorOptions::new().seed(args.generation.seed).symmetry(args.symmetry);
    if let Some(clues) = &args.clues {
        options = options.clues(clues.within(geometry.cells()));
    }
    if let Some(pattern) = &args.pattern {
        options = options.pattern(pattern.clone());
    }
    if args.minimal {
        options = options.minimal();
    }
    options.sampling(match args.sampling {
        SamplingArg::Fast => Sampling::Fast,
        SamplingArg::Weighted => Sampling::Weighted,
    })
}

fn made(generated: Result<GeneratedPuzzle, StopReason>) -> Result<Made, StopReason> {
    generated.map(|generated| Made {
        grid: generated.puzzle,
        puzzle: Some((generated.solution, generated.attempts)),
        ln_weight: generated.ln_weight,
    })
}

/// Accepts puzzles whose ratings satisfy a condition. A rating that does not exist ends the run.
fn filter(
    mut rater: Rater,
    condition: Condition,
    failed: Arc<OnceLock<String>>,
) -> impl FnMut(&Grid) -> Result<bool, StopReason> + Send {
    move |puzzle| {
        let holds = rater.rate(puzzle).and_then(|mut rating| condition.holds(&mut rating));
        holds.map_err(|error| match error {
            RatingError::Stopped(stop) | RatingError::Above { stop, .. } => stop,
            error => {
                failed.get_or_init(|| format!("--rating: {error}"));
                StopReason::Interrupted
            }
        })
    }
}
