//! The verb `rate`: prints how hard puzzles are.

mod explanation;
mod numbers;

use crate::args::{InputArgs, at_least_1, seed};
use crate::exit::Exit;
use crate::json::Object;
use crate::puzzle_verb::{self, AnswerArgs, NoAnswer, PerGeometry, PuzzleVerb};
use clap::Args;
use explanation::Explanation;
use numbers::{NumberArg, NumberValue};
use quadrille::sudoku::Geometry;
use quadrille::sudoku::rating::{Condition, Rater, RatingError};
use quadrille::sudoku::simd9::Variant;
use quadrille::sudoku::text::{self, Record};
use quadrille::{CancelToken, StopReason};
use std::num::NonZeroU32;

#[derive(Args, Debug)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    input: InputArgs,
    /// The numbers to print; without this all, or with --explain the technique, or with --where
    /// none
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_enum)]
    numbers: Vec<NumberArg>,
    /// Print the steps of a logical solver below each puzzle
    #[arg(long)]
    explain: bool,
    /// Print only puzzles with such numbers, like `technique>=x-wing, depth=1`
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<Condition>,
    /// The seed of the random forms over which guesses are averaged
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed)]
    seed: u64,
    /// The number of these forms
    #[arg(long, value_name = "N", default_value = "16", value_parser = at_least_1("the number of forms", NonZeroU32::MAX))]
    forms: NonZeroU32,
    #[command(flatten)]
    answers: AnswerArgs,
}

pub(crate) fn run(args: &RateArgs) -> Exit {
    let config = args.answers.config(&args.input);
    let (seed, forms) = (args.seed, args.forms.get());
    let (numbers, condition) = (args.numbers.clone(), args.condition.clone());
    let explains = args.explain;
    puzzle_verb::run(&config, move |token: CancelToken| Rate {
        raters: PerGeometry::new(move |geometry| {
            Rater::new(geometry).cancel_token(token.clone()).seed(seed).forms(forms)
        }),
        numbers: numbers.clone(),
        explains,
        condition: condition.clone(),
        seed,
    })
}

struct Rate {
    raters: PerGeometry<Rater>,
    /// The numbers that are named; none if the others decide.
    numbers: Vec<NumberArg>,
    explains: bool,
    condition: Option<Condition>,
    seed: u64,
}

/// What was found of a puzzle.
struct RatedPuzzle {
    /// Whether it satisfies the condition. If not, the rest is empty.
    is_wanted: bool,
    numbers: Vec<(NumberArg, NumberValue)>,
    explanation: Option<Explanation>,
    stop: StopReason,
}

impl Rate {
    /// The numbers that are printed, each once.
    fn wanted(&self, geometry: &Geometry) -> Vec<NumberArg> {
        if self.numbers.is_empty() {
            return match (self.explains, &self.condition) {
                (true, _) => vec![NumberArg::Technique],
                (false, Some(_)) => Vec::new(),
                (false, None) => {
                    let has_guesses = Variant::of(geometry).is_some();
                    let all = NumberArg::ALL.into_iter();
                    all.filter(|&number| has_guesses || number != NumberArg::Guesses).collect()
                }
            };
        }
        let mut numbers = Vec::new();
        for &number in &self.numbers {
            if !numbers.contains(&number) {
                numbers.push(number);
            }
        }
        numbers
    }

    fn answer(&mut self, geometry: &Geometry, record: &Record) -> Result<RatedPuzzle, NoAnswer> {
        let wanted = self.wanted(geometry);
        let mut rating = self.raters.of(geometry).rate(&record.grid)?;
        let mut rated = RatedPuzzle {
            is_wanted: true,
            numbers: Vec::new(),
            explanation: None,
            stop: StopReason::Exhausted,
        };
        if let Some(condition) = &self.condition
            && !condition.holds(&mut rating)?
        {
            return Ok(RatedPuzzle { is_wanted: false, ..rated });
        }
        if self.explains {
            match rating.path() {
                Ok(path) => {
                    let solution = rating.solution();
                    let explanation = Explanation::new(path, solution, record, geometry);
                    rated.explanation = Some(explanation.map_err(NoAnswer::Error)?);
                }
                Err(RatingError::Stopped(stop)) => rated.stop = stop,
                Err(error) => return Err(error.into()),
            }
        }
        let mut order: Vec<_> = (0..wanted.len()).collect();
        order.sort_by_key(|&index| wanted[index].rank());
        let mut found = Vec::new();
        for index in order {
            let value = wanted[index].find(&mut rating, self.seed, &mut rated.stop)?;
            found.push((index, wanted[index], value));
        }
        found.sort_by_key(|&(index, ..)| index);
        rated.numbers = found.into_iter().map(|(_, number, value)| (number, value)).collect();
        Ok(rated)
    }

    /// Whether answers have the puzzle.
    fn has_puzzles(&self) -> bool {
        self.explains || self.condition.is_some()
    }
}

impl PuzzleVerb for Rate {
    type Answer = RatedPuzzle;

    /// A rating can take long, and none waits for another one.
    fn batch(&self, _: usize) -> usize {
        1
    }

    fn answers(
        &mut self,
        geometry: &Geometry,
        records: &[Record],
    ) -> Vec<Result<RatedPuzzle, NoAnswer>> {
        records.iter().map(|record| self.answer(geometry, record)).collect()
    }

    fn is_printed(&self, answer: &RatedPuzzle) -> bool {
        answer.is_wanted
    }

    fn write(&mut self, record: &Record, answer: &RatedPuzzle, out: &mut String) {
        let mut parts = Vec::new();
        if self.has_puzzles() {
            parts.push(text::format_line(&record.grid, record.alphabet, record.blank));
        }
        let numbers = answer.numbers.iter();
        parts.extend(numbers.map(|(number, value)| format!("{}{value}", number.name())));
        out.push_str(&parts.join(" "));
        out.push('\n');
        match &answer.explanation {
            Some(explanation) => explanation.write(record, out),
            None if self.explains => out.push_str("  unknown\n"),
            None => {}
        }
    }

    fn describe(&mut self, record: &Record, answer: &RatedPuzzle, object: &mut Object<'_>) {
        if self.has_puzzles() {
            let puzzle = text::format_line(&record.grid, record.alphabet, record.blank);
            object.text("puzzle", &puzzle);
        }
        for (number, value) in &answer.numbers {
            value.describe(*number, record.grid.size(), object);
        }
        if let Some(explanation) = &answer.explanation {
            explanation.describe(record, object);
        }
    }

    fn stop(&self, answer: &RatedPuzzle) -> Option<StopReason> {
        Some(answer.stop)
    }
}

impl From<RatingError> for NoAnswer {
    fn from(error: RatingError) -> Self {
        match error {
            RatingError::Stopped(stop) | RatingError::Above { stop, .. } => Self::Stopped(stop),
            error => Self::Error(error.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::sudoku_help;
    use quadrille::sudoku::rating::{RatingNumber, Technique};

    #[test]
    fn the_help_names_all_techniques_and_numbers() {
        let names: Vec<_> = Technique::ALL.iter().map(|technique| technique.name()).collect();
        let list = format!(", {}, beyond (", names.join(", "));
        assert!(sudoku_help::RATE.contains(&list), "{list}");
        for number in RatingNumber::ALL {
            assert!(sudoku_help::RATE.contains(&format!("\n\n{number}: ")), "{number}");
        }
    }
}
