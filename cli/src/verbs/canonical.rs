//! The verb `canonical`: prints the least of all equivalent forms of grids and puzzles.

use crate::args::InputArgs;
use crate::byte_size;
use crate::exit::Exit;
use crate::json::{Object, push_array};
use crate::known_classes::{KnownClasses, MEMORY};
use crate::puzzle_verb::{self, AnswerArgs, NoAnswer, PerGeometry, PuzzleVerb};
use crate::simd9::LARGEST_BATCH;
use crate::unique_solutions::UniqueSolutions;
use clap::{Args, ValueEnum};
use quadrille::CancelToken;
use quadrille::sudoku::canonical::{CanonicalForm, Canonicaliser, band_indices};
use quadrille::sudoku::text::{self, Record};
use quadrille::sudoku::{Geometry, Grid};
use std::fmt::Write as _;

#[derive(Args, Debug)]
pub(crate) struct CanonicalFormArgs {
    #[command(flatten)]
    input: InputArgs,
    /// What has the least form
    #[arg(long, value_name = "WHAT", default_value = "puzzle", value_enum)]
    by: By,
    /// Print the first puzzle of each class, as it was read, instead of forms
    #[arg(long)]
    unique: bool,
    /// With --unique: the memory limit of the classes, like 512M or 2GiB; without this, 1GiB
    #[arg(long, value_name = "SIZE", value_parser = byte_size::parse, requires = "unique",
        conflicts_with_all = ["automorphisms", "bands", "map"])]
    memory: Option<usize>,
    /// Print the number of automorphisms after each form
    #[arg(long, conflicts_with = "unique")]
    automorphisms: bool,
    /// Print the six band indices of each 9x9 solution grid, from 1 to 416
    #[arg(long, conflicts_with = "unique")]
    bands: bool,
    /// Print a transformation to the form
    #[arg(long, conflicts_with = "unique")]
    map: bool,
    #[command(flatten)]
    answers: AnswerArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum By {
    /// The puzzle itself
    Puzzle,
    /// Its solution; the puzzle is then the least within that
    Grid,
}

pub(crate) fn run(args: &CanonicalFormArgs) -> Exit {
    let mut config = args.answers.config(&args.input);
    if args.unique {
        config.threads = None;
    }
    let wanted = Wanted {
        by: args.by,
        unique: args.unique.then_some(args.memory.unwrap_or(MEMORY)),
        automorphisms: args.automorphisms,
        bands: args.bands,
        map: args.map,
    };
    puzzle_verb::run(&config, move |token| Canonical::new(wanted, token))
}

/// What is printed.
#[derive(Clone, Copy, Debug)]
struct Wanted {
    by: By,
    /// One puzzle of each class, with so many bytes for the classes.
    unique: Option<usize>,
    automorphisms: bool,
    bands: bool,
    map: bool,
}

struct Canonical {
    wanted: Wanted,
    canonicalisers: PerGeometry<Canonicaliser>,
    solutions: UniqueSolutions,
    classes: KnownClasses,
}

/// A form, and what is printed with it.
struct FormAnswer {
    form: CanonicalForm,
    bands: Option<[u16; 6]>,
    /// Whether it is the first of its class.
    is_new: bool,
}

impl Canonical {
    fn new(wanted: Wanted, token: CancelToken) -> Self {
        let solutions = UniqueSolutions::new(token.clone());
        let canonicalisers = PerGeometry::new(move |geometry| {
            Canonicaliser::new(geometry).cancel_token(token.clone())
        });
        let classes = KnownClasses::new(wanted.unique.unwrap_or(0));
        Self { wanted, canonicalisers, solutions, classes }
    }

    fn answer(
        &mut self,
        geometry: &Geometry,
        puzzle: &Grid,
        solution: Option<&Grid>,
    ) -> Result<FormAnswer, NoAnswer> {
        let canonicaliser = self.canonicalisers.of(geometry);
        let form = match solution {
            Some(solution) => canonicaliser.form_by_solution(puzzle, solution),
            None => canonicaliser.form(puzzle),
        }?;
        let bands = match self.wanted.bands {
            true => Some(bands(puzzle, solution)?),
            false => None,
        };
        let is_new = match self.wanted.unique {
            Some(_) => self.classes.insert(form.grid()).map_err(NoAnswer::Full)?,
            None => true,
        };
        Ok(FormAnswer { form, bands, is_new })
    }
}

/// The indices of a grid, or of the solution of a puzzle.
fn bands(puzzle: &Grid, solution: Option<&Grid>) -> Result<[u16; 6], NoAnswer> {
    band_indices(solution.unwrap_or(puzzle)).map_err(|error| match solution {
        None if puzzle.size() == 9 => {
            NoAnswer::Error(format!("{error}; --by grid takes the solution of a puzzle"))
        }
        _ => NoAnswer::Error(error.to_string()),
    })
}

impl PuzzleVerb for Canonical {
    type Answer = FormAnswer;

    fn batch(&self, size: usize) -> usize {
        if size == 9 { LARGEST_BATCH } else { 1 }
    }

    fn answers(
        &mut self,
        geometry: &Geometry,
        records: &[Record],
    ) -> Vec<Result<FormAnswer, NoAnswer>> {
        if self.wanted.by == By::Puzzle {
            return records
                .iter()
                .map(|record| self.answer(geometry, &record.grid, None))
                .collect();
        }
        let solutions = self.solutions.of(geometry, records);
        let solved = records.iter().zip(solutions);
        solved
            .map(|(record, solution)| self.answer(geometry, &record.grid, Some(&solution?)))
            .collect()
    }

    fn is_printed(&self, answer: &FormAnswer) -> bool {
        answer.is_new
    }

    fn write(&mut self, record: &Record, answer: &FormAnswer, out: &mut String) {
        let printed = if self.wanted.unique.is_some() { &record.grid } else { answer.form.grid() };
        text::write_line(out, printed, record.alphabet, record.blank);
        if self.wanted.automorphisms {
            out.push_str(" automorphisms=");
            out.push_str(&order(answer));
        }
        if let Some(bands) = answer.bands {
            let bands = bands.map(|index| index.to_string()).join(",");
            let _ = write!(out, " bands={bands}");
        }
        if self.wanted.map {
            let _ = write!(out, " {}", answer.form.transformation());
        }
        out.push('\n');
    }

    fn describe(&mut self, record: &Record, answer: &FormAnswer, object: &mut Object<'_>) {
        let line = |grid: &Grid| text::format_line(grid, record.alphabet, record.blank);
        if self.wanted.unique.is_some() {
            object.text("puzzle", &line(&record.grid));
        }
        object.text("form", &line(answer.form.grid()));
        if self.wanted.automorphisms {
            match answer.form.automorphisms().order() {
                Some(order) => object.plain("automorphisms", order),
                None => object.text("automorphisms", &order(answer)),
            };
        }
        if let Some(bands) = answer.bands {
            push_array(object.key("bands"), bands.iter(), |out, index| {
                let _ = write!(out, "{index}");
            });
        }
        if self.wanted.map {
            object.text("map", &answer.form.transformation().to_string());
        }
    }
}

/// The number of automorphisms.
fn order(answer: &FormAnswer) -> String {
    let order = answer.form.automorphisms().order();
    order.map_or_else(|| format!(">{}", u128::MAX), |order| order.to_string())
}
