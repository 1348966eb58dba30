//! The verb `minimise`: removes redundant clues of puzzles.

use crate::args::{
    CommonArgs, InputArgs, ProgressArgs, SOLUTION_FORMS, SheetArgs, ThreadsArg, form_parser, limit,
    seed,
};
use crate::exit::Exit;
use crate::json::{Object, push_array, push_text};
use crate::output::Form;
use crate::puzzle_verb::{self, NoAnswer, PerGeometry, PuzzleVerb, VerbRun};
use crate::random::shuffled;
use crate::simd9::LARGEST_BATCH;
use clap::Args;
use quadrille::sudoku::minimal::{FewestClues, MinimalError, Minimiser};
use quadrille::sudoku::text::{self, Record};
use quadrille::sudoku::{Geometry, Grid};
use quadrille::{CancelToken, StopReason};
use std::ops::ControlFlow;

#[derive(Args, Debug)]
pub(crate) struct MinimiseArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Print all minimal puzzles within each puzzle
    #[arg(long, conflicts_with = "fewest")]
    all: bool,
    /// With --all: print up to N minimal puzzles
    #[arg(long, value_name = "N", value_parser = limit, requires = "all", conflicts_with = "fewest")]
    limit: Option<u64>,
    /// Print a minimal puzzle with the fewest clues, proved unless the search is stopped
    #[arg(long)]
    fewest: bool,
    /// The seed of the random order in which clues are removed
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed,
        conflicts_with_all = ["all", "fewest"])]
    seed: u64,
    /// The format of the puzzles
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&SOLUTION_FORMS))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    pictures: SheetArgs,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    common: CommonArgs,
}

pub(crate) fn run(args: &MinimiseArgs) -> Exit {
    let config = VerbRun {
        input: &args.input,
        common: &args.common,
        form: if args.json { Form::Json } else { args.to },
        pictures: Some(&args.pictures),
        threads: Some(args.threads),
        reporter: args.progress.reporter(&args.common),
    };
    let wanted = match (args.all, args.fewest) {
        (true, _) => Wanted::All { limit: args.limit },
        (_, true) => Wanted::Fewest,
        _ => Wanted::One { seed: args.seed },
    };
    puzzle_verb::run(&config, move |token| Minimise { minimiser: minimisers(token), wanted })
}

/// Which minimal puzzles are printed.
#[derive(Clone, Copy, Debug)]
enum Wanted {
    One { seed: u64 },
    All { limit: Option<u64> },
    Fewest,
}

struct Minimise {
    minimiser: PerGeometry<Minimiser>,
    wanted: Wanted,
}

/// The minimal puzzles within a puzzle, and why the search ended.
struct MinimalPuzzles {
    puzzles: Vec<Grid>,
    stop: StopReason,
}

impl Minimise {
    fn all(&mut self, geometry: &Geometry, puzzle: &Grid, limit: Option<u64>) -> Minimal {
        let (mut puzzles, mut left) = (Vec::new(), limit);
        let visited = self.minimiser.of(geometry).visit_minimal(puzzle, |minimal| {
            puzzles.push(minimal.clone());
            left = left.map(|left| left - 1);
            if left == Some(0) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let stop = match visited {
            Ok(()) if left == Some(0) => StopReason::SolutionLimit,
            Ok(()) => StopReason::Exhausted,
            Err(MinimalError::Stopped(stop)) if !puzzles.is_empty() => stop,
            Err(error) => return Err(error.into()),
        };
        Ok(MinimalPuzzles { puzzles, stop })
    }
}

type Minimal = Result<MinimalPuzzles, NoAnswer>;

impl PuzzleVerb for Minimise {
    type Answer = MinimalPuzzles;

    fn batch(&self, size: usize) -> usize {
        if size == 9 && matches!(self.wanted, Wanted::One { .. }) { LARGEST_BATCH } else { 1 }
    }

    fn answers(&mut self, geometry: &Geometry, records: &[Record]) -> Vec<Minimal> {
        match self.wanted {
            Wanted::One { seed } => {
                let puzzle = |record: &Record| {
                    let order = shuffled(seed, record.line, record.grid.cells().len());
                    (record.grid.clone(), order)
                };
                let puzzles = records.iter().map(puzzle).collect();
                let found = self.minimiser.of(geometry).minimise_all(puzzles).into_iter();
                let only = |puzzle: Grid| MinimalPuzzles {
                    puzzles: vec![puzzle],
                    stop: StopReason::Exhausted,
                };
                found.map(|found| found.map(only).map_err(NoAnswer::from)).collect()
            }
            Wanted::All { limit } => {
                records.iter().map(|record| self.all(geometry, &record.grid, limit)).collect()
            }
            Wanted::Fewest => {
                let fewest = |record: &Record| {
                    let found = self.minimiser.of(geometry).fewest_clues(&record.grid);
                    let FewestClues { puzzle, stop } = found?;
                    Ok(MinimalPuzzles { puzzles: vec![puzzle], stop })
                };
                records.iter().map(fewest).collect()
            }
        }
    }

    fn write(&mut self, record: &Record, answer: &MinimalPuzzles, out: &mut String) {
        for puzzle in &answer.puzzles {
            text::write_line(out, puzzle, record.alphabet, record.blank);
            out.push('\n');
        }
    }

    fn describe(&mut self, record: &Record, answer: &MinimalPuzzles, object: &mut Object<'_>) {
        let line = |puzzle: &Grid| text::format_line(puzzle, record.alphabet, record.blank);
        match (self.wanted, &answer.puzzles[..]) {
            (Wanted::One { .. } | Wanted::Fewest, [puzzle]) => {
                object.text("puzzle", &line(puzzle)).plain("clues", puzzle.clues());
            }
            (_, puzzles) => push_array(object.key("puzzles"), puzzles.iter(), |out, puzzle| {
                push_text(out, &line(puzzle));
            }),
        }
    }

    fn grids<'a>(&self, answer: &'a MinimalPuzzles) -> Vec<&'a Grid> {
        answer.puzzles.iter().collect()
    }

    fn stop(&self, answer: &MinimalPuzzles) -> Option<StopReason> {
        Some(answer.stop)
    }
}

pub(super) fn minimisers(token: CancelToken) -> PerGeometry<Minimiser> {
    PerGeometry::new(move |geometry| Minimiser::new(geometry).cancel_token(token.clone()))
}
