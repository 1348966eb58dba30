//! [`NumberArg`] and [`NumberValue`]: the numbers of a rating, as they are asked for and printed.

use crate::json::{self, Object, push_array};
use crate::puzzle_verb::push_clue;
use clap::ValueEnum;
use quadrille::StopReason;
use quadrille::sudoku::rating::{CellValue, Guesses, HardestTechnique, Rating, RatingError};
use serde::Serialize;
use std::fmt;

/// A number that is asked for. Comments here are the help that users read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum NumberArg {
    /// The hardest technique that a logical solver needs
    Technique,
    /// The depth of nested assumptions with which naked and hidden singles solve the puzzle
    Depth,
    /// The fewest cells whose values let singles solve the puzzle
    Backdoor,
    /// The guesses of the 9x9 solver, averaged over random forms of the puzzle
    Guesses,
    /// The number of clues
    Clues,
}

/// What was found of a number.
#[derive(Debug)]
pub(super) enum NumberValue {
    Technique(HardestTechnique),
    Count(usize),
    Backdoor(Vec<CellValue>),
    Guesses {
        guesses: Guesses,
        seed: u64,
    },
    /// The search was stopped, and the number is larger than this one.
    Above(usize),
    /// The search was stopped, and nothing is known.
    Unknown,
}

impl NumberArg {
    pub(super) const ALL: [Self; 5] =
        [Self::Technique, Self::Depth, Self::Backdoor, Self::Guesses, Self::Clues];

    /// The order in which numbers are found: first those whose time is bounded, so that they are
    /// known if a search is stopped.
    pub(super) const fn rank(self) -> usize {
        match self {
            Self::Clues => 0,
            Self::Technique => 1,
            Self::Guesses => 2,
            Self::Depth => 3,
            Self::Backdoor => 4,
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Technique => "technique",
            Self::Depth => "depth",
            Self::Backdoor => "backdoor",
            Self::Guesses => "guesses",
            Self::Clues => "clues",
        }
    }

    /// Finds the number. If a search is stopped, it sets the reason.
    pub(super) fn find(
        self,
        rating: &mut Rating<'_>,
        seed: u64,
        stop: &mut StopReason,
    ) -> Result<NumberValue, RatingError> {
        match self.find_whole(rating, seed) {
            Err(RatingError::Stopped(reason)) => {
                *stop = reason;
                Ok(NumberValue::Unknown)
            }
            Err(RatingError::Above { bound, stop: reason, .. }) => {
                *stop = reason;
                Ok(NumberValue::Above(bound))
            }
            found => found,
        }
    }

    fn find_whole(self, rating: &mut Rating<'_>, seed: u64) -> Result<NumberValue, RatingError> {
        Ok(match self {
            Self::Technique => NumberValue::Technique(rating.technique()?),
            Self::Depth => NumberValue::Count(rating.depth()?),
            Self::Backdoor => {
                let cells = rating.backdoor()?;
                let values = rating.solution().cells();
                NumberValue::Backdoor(cells.into_iter().map(|cell| (cell, values[cell])).collect())
            }
            Self::Guesses => NumberValue::Guesses { guesses: rating.guesses()?, seed },
            Self::Clues => NumberValue::Count(rating.clues()),
        })
    }
}

/// The value as it follows the name, with a relation.
impl fmt::Display for NumberValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Technique(technique) => write!(f, "={technique}"),
            Self::Count(count) => write!(f, "={count}"),
            Self::Backdoor(cells) => write!(f, "={}", cells.len()),
            Self::Guesses { guesses, .. } => write!(f, "={:.2}", guesses.mean),
            Self::Above(bound) => write!(f, ">{bound}"),
            Self::Unknown => f.write_str("=unknown"),
        }
    }
}

impl NumberValue {
    /// Writes the value under the name of the number; of a value that is not known the bound, if
    /// there is one.
    pub(super) fn describe(&self, number: NumberArg, size: usize, object: &mut Object<'_>) {
        let name = number.name();
        match self {
            Self::Technique(technique) => {
                object.text(name, technique.name());
            }
            Self::Count(count) => {
                object.plain(name, count);
            }
            Self::Backdoor(cells) => {
                push_array(object.key(name), cells.iter(), |out, &clue| push_clue(out, clue, size));
            }
            Self::Guesses { guesses, seed } => {
                json::push(object.key(name), &GuessesObject::new(guesses, *seed));
            }
            Self::Above(bound) => {
                object.plain(&format!("{name}_above"), bound);
            }
            Self::Unknown => {}
        }
    }
}

/// An average number of guesses. The error is `null` if there is no estimate of it.
#[derive(Serialize)]
struct GuessesObject {
    mean: f64,
    error: Option<f64>,
    forms: u32,
    seed: u64,
}

impl GuessesObject {
    fn new(guesses: &Guesses, seed: u64) -> Self {
        let &Guesses { mean, standard_error, forms } = guesses;
        let error = Some(standard_error).filter(|error| error.is_finite());
        Self { mean, error, forms, seed }
    }
}
