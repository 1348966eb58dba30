//! The verb `grid`: makes random solution grids, or counts those of 9x9 Sudoku by classes of bands.

use crate::args::{limit, number};
use crate::checkpoint::StepListArgs;
use crate::exit::{Exit, usage_error};
use crate::generation::{self, GenerationArgs, Made};
use crate::random::random;
use crate::verbs::grid_count;
use clap::{Args, ValueEnum};
use quadrille::search::Sampler;
use quadrille::sudoku::generate::GridGenerator;
use quadrille::sudoku::{Encoding, Geometry, Grid};
use quadrille::{CancelToken, Solver, StopReason};
use std::ops::Range;

/// The largest size whose grids are counted to be drawn uniformly, if uniform grids are asked for.
const LARGEST_COUNTED: usize = 8;

/// The same, if they are not.
const LARGEST_QUICKLY_COUNTED: usize = 6;

const NOT_UNIFORM: &str = "uniform grids are drawn for sizes 4 to 8 and for standard 9x9 Sudoku";
const BIASED: &str = "some grids are more probable than others: --uniform draws those of sizes 4 to 8 and of standard 9x9 Sudoku with equal probability";

#[derive(Args, Debug)]
pub(crate) struct GridArgs {
    /// The number of grids; without this, 1
    #[arg(value_name = "N", value_parser = number("the number of grids"),
        conflicts_with = "count")]
    number: Option<u64>,
    /// The same as N
    #[arg(long, value_name = "N", value_parser = limit, conflicts_with_all = ["number", "count"])]
    limit: Option<u64>,
    /// How grids are drawn
    #[arg(long, value_name = "HOW", default_value = "auto", value_enum)]
    sampling: GridSampling,
    /// The same as --sampling uniform
    #[arg(long, conflicts_with = "sampling")]
    uniform: bool,
    /// Count all 9x9 grids, by the classes of their first bands
    #[arg(long, conflicts_with_all = ["sampling", "uniform", "variant", "size", "boxes", "regions", "seed", "first", "columns"])]
    count: bool,
    #[command(flatten)]
    generation: GenerationArgs,
    #[command(flatten)]
    list: StepListArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum GridSampling {
    /// Uniform for sizes up to 6 and for standard 9x9 Sudoku, and fast for others
    Auto,
    /// Each grid is as probable as any other
    Uniform,
    /// Solutions of a few random clues
    Fast,
}

pub(crate) fn run(args: &GridArgs) -> Exit {
    if args.count {
        return grid_count::run(&args.generation, &args.list);
    }
    let number = args.number.or(args.limit).unwrap_or(1);
    if args.list.is_given() {
        return usage_error("--checkpoint is for --count: --first continues a run");
    }
    let generation = &args.generation;
    let geometry = match generation.geometry.geometry() {
        Ok(geometry) => geometry,
        Err(error) => return usage_error(&error),
    };
    let sampling = if args.uniform { GridSampling::Uniform } else { args.sampling };
    let is_uniform_9x9 = GridGenerator::new(&geometry).is_uniform();
    let size = geometry.size();
    let is_counted = !is_uniform_9x9
        && match sampling {
            GridSampling::Auto => size <= LARGEST_QUICKLY_COUNTED,
            GridSampling::Uniform => size <= LARGEST_COUNTED,
            GridSampling::Fast => false,
        };
    if !is_uniform_9x9 && !is_counted && sampling == GridSampling::Uniform {
        return usage_error(NOT_UNIFORM);
    }
    let seed = generation.seed;
    let worker = |token: CancelToken| {
        let mut source = if is_counted {
            Source::Counted(Box::new(Counted::new(&geometry, token)))
        } else {
            let grids = GridGenerator::new(&geometry).seed(seed).cancel_token(token);
            Source::Generator(Box::new(grids))
        };
        move |numbers| source.grids(seed, numbers)
    };
    let is_biased = !is_uniform_9x9 && !is_counted && sampling == GridSampling::Auto;
    let warning = is_biased.then_some(BIASED);
    generation::run(generation, (number, "grid"), &geometry, worker, || None, warning)
}

/// Where grids come from.
enum Source {
    Generator(Box<GridGenerator>),
    Counted(Box<Counted>),
}

impl Source {
    fn grids(&mut self, seed: u64, numbers: Range<u64>) -> Vec<Result<Made, StopReason>> {
        let made = |grid| Made { grid, puzzle: None, ln_weight: None };
        match self {
            Self::Generator(generator) => {
                generator.grids(numbers).into_iter().map(|grid| grid.map(made)).collect()
            }
            Self::Counted(counted) => {
                numbers.map(|number| counted.grid(seed, number).map(made)).collect()
            }
        }
    }
}

/// Draws from all grids of a geometry, which are counted first.
struct Counted {
    encoding: Encoding,
    solver: Solver,
    sampler: Option<Sampler>,
}

impl Counted {
    fn new(geometry: &Geometry, token: CancelToken) -> Self {
        let encoding = Encoding::new(geometry.clone());
        let solver = Solver::new(encoding.problem()).cancel_token(token);
        Self { encoding, solver, sampler: None }
    }

    fn grid(&mut self, seed: u64, number: u64) -> Result<Grid, StopReason> {
        let Self { encoding, solver, sampler } = self;
        let sampler = match sampler {
            Some(sampler) => sampler,
            None => sampler.insert(solver.sampler()?),
        };
        let solution = sampler.sample(&mut random(seed, number))?;
        let grid = solution.and_then(|solution| encoding.decode(solution.options()).ok());
        grid.ok_or(StopReason::Exhausted)
    }
}
