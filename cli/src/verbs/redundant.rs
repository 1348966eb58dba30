//! The verb `redundant`: prints which clues of puzzles can be removed.

use crate::args::InputArgs;
use crate::exit::Exit;
use crate::json::{Object, push_array};
use crate::puzzle_verb::{
    self, AnswerArgs, NoAnswer, PerGeometry, PuzzleVerb, cell_name, push_clue,
};
use crate::simd9::LARGEST_BATCH;
use crate::verbs::minimise::minimisers;
use clap::Args;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::minimal::Minimiser;
use quadrille::sudoku::text::Record;

#[derive(Args, Debug)]
pub(crate) struct RedundantArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    answers: AnswerArgs,
}

pub(crate) fn run(args: &RedundantArgs) -> Exit {
    let config = args.answers.config(&args.input);
    puzzle_verb::run(&config, |token| Redundant(minimisers(token)))
}

struct Redundant(PerGeometry<Minimiser>);

impl PuzzleVerb for Redundant {
    /// The cells of the redundant clues.
    type Answer = Vec<usize>;

    fn batch(&self, size: usize) -> usize {
        if size == 9 { LARGEST_BATCH } else { 1 }
    }

    fn answers(
        &mut self,
        geometry: &Geometry,
        records: &[Record],
    ) -> Vec<Result<Vec<usize>, NoAnswer>> {
        let puzzles: Vec<_> = records.iter().map(|record| record.grid.clone()).collect();
        let found = self.0.of(geometry).redundant_all(&puzzles);
        found.into_iter().map(|found| found.map_err(NoAnswer::from)).collect()
    }

    fn write(&mut self, record: &Record, cells: &Vec<usize>, out: &mut String) {
        let size = record.grid.size();
        let names: Vec<_> = cells.iter().map(|&cell| cell_name(cell, size)).collect();
        out.push_str(if names.is_empty() { "minimal" } else { "" });
        out.push_str(&names.join(" "));
        out.push('\n');
    }

    fn describe(&mut self, record: &Record, cells: &Vec<usize>, object: &mut Object<'_>) {
        let size = record.grid.size();
        object.plain("minimal", cells.is_empty());
        push_array(object.key("redundant"), cells.iter(), |out, &cell| {
            push_clue(out, (cell, record.grid.cells()[cell]), size);
        });
    }
}
