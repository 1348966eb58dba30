//! The verb `unavoidable`: prints the minimal unavoidable sets of solution grids.

use crate::args::{InputArgs, at_least_1};
use crate::exit::Exit;
use crate::json::{Object, push_array};
use crate::puzzle_verb::{self, AnswerArgs, NoAnswer, PerGeometry, PuzzleVerb, cell_name};
use crate::unique_solutions::UniqueSolutions;
use clap::Args;
use quadrille::sudoku::text::{self, Record};
use quadrille::sudoku::unavoidable::UnavoidableSets;
use quadrille::sudoku::{Geometry, Grid};
use std::fmt::Write as _;
use std::num::NonZeroUsize;

#[derive(Args, Debug)]
pub(crate) struct UnavoidableArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The most cells of a set
    #[arg(long, value_name = "N", default_value = "12",
        value_parser = at_least_1("the number of cells", NonZeroUsize::MAX))]
    max_size: NonZeroUsize,
    /// Print the sets, each in a line below its grid
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    answers: AnswerArgs,
}

pub(crate) fn run(args: &UnavoidableArgs) -> Exit {
    let config = args.answers.config(&args.input);
    let (lists, max_size) = (args.list, args.max_size.get());
    puzzle_verb::run(&config, move |token| Unavoidable {
        solutions: UniqueSolutions::new(token.clone()),
        searches: PerGeometry::new(move |geometry| {
            UnavoidableSets::new(geometry).max_size(max_size).cancel_token(token.clone())
        }),
        max_size,
        lists,
    })
}

struct Unavoidable {
    solutions: UniqueSolutions,
    searches: PerGeometry<UnavoidableSets>,
    max_size: usize,
    lists: bool,
}

/// The sets of a grid, the smallest first.
struct GridSets {
    grid: Grid,
    sets: Vec<Vec<usize>>,
}

impl GridSets {
    /// Each size that sets have, and how many have it.
    fn sizes(&self) -> impl Iterator<Item = (usize, usize)> {
        let equal = self.sets.chunk_by(|a, b| a.len() == b.len());
        equal.map(|sets| (sets[0].len(), sets.len()))
    }
}

impl PuzzleVerb for Unavoidable {
    type Answer = GridSets;

    /// The sets of a grid take long, and none waits for another one.
    fn batch(&self, _: usize) -> usize {
        1
    }

    fn answers(
        &mut self,
        geometry: &Geometry,
        records: &[Record],
    ) -> Vec<Result<GridSets, NoAnswer>> {
        let search = self.searches.of(geometry);
        let sets = |grid: Result<Grid, NoAnswer>| {
            let grid = grid?;
            let sets = search.find(&grid)?;
            Ok(GridSets { grid, sets })
        };
        self.solutions.of(geometry, records).into_iter().map(sets).collect()
    }

    fn write(&mut self, record: &Record, answer: &GridSets, out: &mut String) {
        if self.lists {
            text::write_line(out, &answer.grid, record.alphabet, record.blank);
            out.push(' ');
        }
        let sizes: Vec<_> = answer.sizes().map(|(size, sets)| format!("{size}:{sets}")).collect();
        out.push_str(if sizes.is_empty() { "none" } else { "" });
        out.push_str(&sizes.join(" "));
        out.push('\n');
        if self.lists {
            let size = answer.grid.size();
            for set in &answer.sets {
                let names: Vec<_> = set.iter().map(|&cell| cell_name(cell, size)).collect();
                // Writing to a `String` does not fail.
                let _ = writeln!(out, "  {}", names.join(" "));
            }
        }
    }

    fn describe(&mut self, record: &Record, answer: &GridSets, object: &mut Object<'_>) {
        let size = answer.grid.size();
        object.text("grid", &text::format_line(&answer.grid, record.alphabet, record.blank));
        object.plain("max_size", self.max_size);
        push_array(object.key("sizes"), answer.sizes(), |out, (size, sets)| {
            let mut object = Object::begin(out);
            object.plain("size", size).plain("sets", sets).end();
        });
        push_array(object.key("sets"), answer.sets.iter(), |out, set| {
            push_array(out, set.iter(), |out, cell| {
                let _ = write!(out, "[{},{}]", cell / size + 1, cell % size + 1);
            });
        });
    }
}
