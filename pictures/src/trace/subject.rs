//! [`TracedProblem`]: the problem of a trace, and how its options are written.

use quadrille::engine::Unsupported;
use quadrille::sudoku::text::{self, Alphabet};
use quadrille::sudoku::{Encoding, Geometry, Grid, PuzzleError};
use quadrille::{Engine, OptionId, Problem};

/// A problem to be traced, with its title.
#[derive(Clone, Debug)]
pub struct TracedProblem {
    title: String,
    problem: Problem,
    pub(super) puzzle: Option<TracedPuzzle>,
}

/// The Sudoku that a problem is the exact cover of.
#[derive(Clone, Debug)]
pub(super) struct TracedPuzzle {
    pub(super) grid: Grid,
    pub(super) geometry: Geometry,
    pub(super) alphabet: Alphabet,
    /// Of each option of the problem, its cell and its value.
    pub(super) placements: Vec<(usize, u8)>,
}

impl TracedProblem {
    /// An exact cover.
    ///
    /// # Errors
    /// If an item is to be covered other than once.
    pub fn new(title: &str, problem: &Problem) -> Result<Self, Unsupported> {
        Engine::Links.check(problem)?;
        Ok(Self { title: one_line(title), problem: problem.clone(), puzzle: None })
    }

    /// A Sudoku: the exact cover of what its clues leave open ([`Encoding::shrunk`]).
    ///
    /// # Errors
    /// If the grid has another size than the encoding, its clues clash, or it has no blank cell.
    pub fn of_puzzle(
        title: &str,
        encoding: &Encoding,
        grid: &Grid,
        alphabet: Alphabet,
    ) -> Result<Self, PuzzleError> {
        let shrunk = encoding.shrunk(grid)?;
        let placement = |option| shrunk.original(option).and_then(|o| encoding.placement(o));
        let puzzle = TracedPuzzle {
            grid: grid.clone(),
            geometry: encoding.geometry().clone(),
            alphabet,
            placements: shrunk.problem.options().filter_map(placement).collect(),
        };
        Ok(Self { title: one_line(title), problem: shrunk.problem, puzzle: Some(puzzle) })
    }

    /// The title, in which control characters are replaced.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The problem that is traced: of a Sudoku, what the clues leave open.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// An option as people write it: `r1c2=3` in the symbols of a puzzle, its label, or its items.
    pub(super) fn option_name(&self, option: OptionId) -> String {
        if let Some(puzzle) = &self.puzzle {
            let (cell, value) = puzzle.placements[option.index()];
            let size = puzzle.geometry.size();
            let mut text = format!("r{}c{}=", cell / size + 1, cell % size + 1);
            puzzle.alphabet.push(value, &mut text);
            text
        } else if let Some(label) = self.problem.label(option) {
            label.to_owned()
        } else {
            self.problem.display_option(option).to_string()
        }
    }

    /// Some options with a separator between them.
    pub(super) fn option_names(&self, options: &[OptionId], separator: &str) -> String {
        let names: Vec<_> = options.iter().map(|&option| self.option_name(option)).collect();
        names.join(separator)
    }
}

/// A title that a terminal and all formats take.
fn one_line(title: &str) -> String {
    title.replace(char::is_control, "\u{fffd}")
}

impl TracedPuzzle {
    /// The symbol of a value; an empty text for 0.
    pub(super) fn symbol(&self, value: u8) -> String {
        let mut text = String::new();
        if value > 0 {
            self.alphabet.push(value, &mut text);
        }
        text
    }

    /// The clues and the values of some options.
    pub(super) fn filled(&self, options: &[OptionId]) -> Grid {
        let mut grid = self.grid.clone();
        for option in options {
            let (cell, value) = self.placements[option.index()];
            grid.set(cell, value).expect("an option is a value in a cell of the grid");
        }
        grid
    }

    /// A drawing of [`filled`](Self::filled).
    pub(super) fn drawing(&self, options: &[OptionId]) -> String {
        let blank = self.alphabet.blank('.');
        text::format_grid(&self.filled(options), &self.geometry, self.alphabet, blank)
    }
}
