//! The problem of a record: how it, its options and its solutions are written.

use super::failure::Failure;
use super::json::{Object, push_array, push_text};
use super::number::Number;
use super::output::Form;
use anstyle::{AnsiColor, Style};
use quadrille::dlx;
use quadrille::sudoku::simd9::Cells;
use quadrille::sudoku::text::{self, Alphabet, Record, StatedRules, WrongSolution};
use quadrille::sudoku::{Encoding, Geometry, Grid, NotAGrid, PuzzleError};
use quadrille::{OptionId, Problem};
use quadrille_pictures::Tiling;
use std::fmt::{self, Write as _};

/// A solution as a backend finds it.
#[derive(Clone, Copy, Debug)]
pub(super) enum SolutionRef<'a> {
    Options(&'a [OptionId]),
    Cells(&'a Cells),
}

/// The number of solutions that contain an option, which is not 0.
pub(super) type OptionUse = (OptionId, Number);

/// A problem and its place in the input.
#[derive(Clone, Copy, Debug)]
pub(super) enum Subject<'a> {
    Puzzle(Puzzle<'a>),
    Cover(Cover<'a>),
}

/// A Sudoku puzzle. Backends that need no encoding leave it out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Puzzle<'a> {
    pub(super) file: &'a str,
    pub(super) record: &'a Record,
    pub(super) geometry: &'a Geometry,
    pub(super) encoding: Option<&'a Encoding>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Cover<'a> {
    pub(super) file: &'a str,
    pub(super) problem: &'a Problem,
    /// The board, if it is to be drawn.
    pub(super) tiling: Option<&'a Tiling>,
}

impl<'a> Subject<'a> {
    pub(super) fn puzzle(file: &'a str, record: &'a Record, encoding: &'a Encoding) -> Self {
        let geometry = encoding.geometry();
        Self::Puzzle(Puzzle { file, record, geometry, encoding: Some(encoding) })
    }

    pub(super) fn cover(file: &'a str, problem: &'a Problem) -> Self {
        Self::Cover(Cover { file, problem, tiling: None })
    }

    /// The same with the board of an exact cover.
    pub(super) fn with_tiling(self, tiling: Option<&'a Tiling>) -> Self {
        match self {
            Self::Puzzle(_) => self,
            Self::Cover(cover) => Self::Cover(Cover { tiling, ..cover }),
        }
    }

    pub(super) fn file(&self) -> &'a str {
        match self {
            Self::Puzzle(puzzle) => puzzle.file,
            Self::Cover(cover) => cover.file,
        }
    }

    pub(super) fn failure(&self, message: impl fmt::Display) -> Failure {
        match self {
            Self::Puzzle(puzzle) => Failure::of_record(puzzle.file, puzzle.record.line, message),
            Self::Cover(cover) => Failure::of_file(cover.file, message),
        }
    }

    /// Whether the input gives a solution.
    pub(super) fn has_solution(&self) -> bool {
        matches!(self, Self::Puzzle(puzzle) if puzzle.record.solution.is_some())
    }

    /// Why the solution that the input gives is none, if it gives one that is wrong.
    pub(super) fn wrong_solution(&self) -> Option<WrongSolution> {
        match self {
            Self::Puzzle(puzzle) if self.has_solution() => {
                puzzle.record.check_solution(puzzle.geometry).err()
            }
            _ => None,
        }
    }

    /// The clues that clash, where that is the error of a puzzle; any other error as a failure.
    pub(super) fn clash(&self, error: PuzzleError) -> Result<String, Failure> {
        match (self, error) {
            (Self::Puzzle(puzzle), PuzzleError::Clash(clash)) => {
                Ok(clash.in_alphabet(puzzle.record.alphabet))
            }
            (_, error) => Err(self.failure(error)),
        }
    }

    /// Writes the keys that every object of the problem begins with.
    pub(super) fn describe(&self, object: &mut Object<'_>) {
        match self {
            Self::Puzzle(puzzle) => describe_puzzle(puzzle.file, puzzle.record, object),
            Self::Cover(cover) => describe_cover(cover.file, object),
        }
    }

    /// Writes the puzzle itself, or the size of the exact cover.
    pub(super) fn describe_problem(&self, object: &mut Object<'_>) {
        match self {
            Self::Puzzle(Puzzle { record, geometry, .. }) => {
                let Record { grid, alphabet, blank, .. } = record;
                describe_rules(geometry, object);
                object.text("puzzle", &text::format_line(grid, *alphabet, *blank));
            }
            Self::Cover(Cover { problem, .. }) => {
                object.plain("items", problem.items().len());
                object.plain("options", problem.options().len());
            }
        }
    }

    /// Writes the candidates of the puzzle, if it has any.
    pub(super) fn describe_candidates(&self, object: &mut Object<'_>) {
        if let Self::Puzzle(puzzle) = self {
            describe_candidates(puzzle.record, object);
        }
    }

    /// Appends the record of a problem without a solution.
    pub(super) fn write_word(&self, word: &str, form: Form, out: &mut String) {
        if let (Form::Csv, Self::Puzzle(puzzle)) = (form, self) {
            puzzle.push_row(word, out);
        } else {
            out.push_str(word);
        }
        out.push('\n');
    }

    /// Appends a solution: lines, or a JSON value.
    ///
    /// # Errors
    /// If the solution of a puzzle is not a grid that solves it.
    pub(super) fn write(
        &self,
        solution: SolutionRef<'_>,
        (form, color): (Form, bool),
        out: &mut String,
    ) -> Result<(), NotAGrid> {
        match (self, solution) {
            (Self::Puzzle(puzzle), solution) => {
                write_grid(&puzzle.solved(solution)?, puzzle, (form, color), out);
            }
            (Self::Cover(cover), SolutionRef::Options(options)) => {
                cover.write(options, (form, color), out);
            }
            (Self::Cover(_), SolutionRef::Cells(_)) => return Err(NotAGrid),
        }
        Ok(())
    }

    /// Appends an option as people write it: `r1c2=3` in the signs of the puzzle, or its items.
    pub(super) fn write_option(&self, option: OptionId, out: &mut String) {
        match self {
            Self::Puzzle(puzzle) => {
                let Some((row, column, value)) = puzzle.placement(option) else { return };
                let _ = write!(out, "r{row}c{column}=");
                puzzle.record.alphabet.push(value, out);
            }
            Self::Cover(cover) => cover.write_option(option, out),
        }
    }

    /// Writes the keys of an option. Options of a cover have their number, from 1, since they may
    /// be equal.
    pub(super) fn describe_option(&self, option: OptionId, object: &mut Object<'_>) {
        match self {
            Self::Puzzle(puzzle) => {
                let Some((row, column, value)) = puzzle.placement(option) else { return };
                let mut text = String::new();
                puzzle.record.alphabet.push(value, &mut text);
                object.plain("row", row).plain("column", column).text("value", &text);
            }
            Self::Cover(cover) => {
                object.plain("number", option.index() + 1);
                object.text("option", &cover.option_text(option));
            }
        }
    }

    /// Appends a drawing of the options that are in some solution: pencil marks, or lines with
    /// aligned numbers.
    pub(super) fn draw_options(&self, used: &[OptionUse], out: &mut String) {
        match self {
            Self::Puzzle(puzzle) => puzzle.draw_pencilmarks(used, out),
            Self::Cover(_) => {
                let numbers: Vec<_> = used.iter().map(|(_, number)| number.to_string()).collect();
                let width = numbers.iter().map(String::len).max().unwrap_or_default();
                for ((option, _), number) in used.iter().zip(numbers) {
                    let _ = write!(out, "{number:>width$} ");
                    self.write_option(*option, out);
                    out.push('\n');
                }
            }
        }
    }
}

impl Puzzle<'_> {
    /// The grid of a solution. Cells are checked against the rules and the clues.
    pub(super) fn solved(&self, solution: SolutionRef<'_>) -> Result<Grid, NotAGrid> {
        match solution {
            SolutionRef::Options(options) => self.encoding.ok_or(NotAGrid)?.decode(options),
            SolutionRef::Cells(cells) => {
                let grid = Grid::try_from(*cells).map_err(|_| NotAGrid)?;
                let is_solution =
                    grid.is_solution(self.geometry) && grid.extends(&self.record.grid);
                let candidates = &self.record.candidates;
                let is_admitted = candidates.as_ref().is_none_or(|all| all.admits(&grid));
                if is_solution && is_admitted { Ok(grid) } else { Err(NotAGrid) }
            }
        }
    }

    /// Appends a grid in a line, in the signs of the puzzle.
    fn push_line(&self, grid: &Grid, out: &mut String) {
        text::write_line(out, grid, self.record.alphabet, self.record.blank);
    }

    /// Appends the row of a table: the puzzle, its solution, and its rules if they are not the
    /// usual ones.
    fn push_row(&self, solution: &str, out: &mut String) {
        self.push_line(&self.record.grid, out);
        out.push(',');
        out.push_str(solution);
        let rules = StatedRules::of(self.geometry);
        if !rules.is_empty() {
            out.push_str(&rules.fields());
        }
    }

    /// The row and the column of an option, from 1, and its value.
    fn placement(&self, option: OptionId) -> Option<(usize, usize, u8)> {
        let (cell, value) = self.encoding?.placement(option)?;
        let size = self.geometry.size();
        Some((cell / size + 1, cell % size + 1, value))
    }

    /// Draws in each cell the values that it has in some solution.
    fn draw_pencilmarks(&self, used: &[OptionUse], out: &mut String) {
        let Some(encoding) = self.encoding else { return };
        let alphabet = self.record.alphabet;
        let mut cells = vec![String::new(); self.geometry.size().pow(2)];
        for (option, _) in used {
            let Some((cell, value)) = encoding.placement(*option) else { continue };
            push_mark(value, alphabet, &mut cells[cell]);
        }
        out.push_str(&text::draw_cells(&cells, self.geometry));
    }
}

/// Appends a value to the others of a cell.
pub(super) fn push_mark(value: u8, alphabet: Alphabet, cell: &mut String) {
    if alphabet.is_numbers() && !cell.is_empty() {
        cell.push(',');
    }
    alphabet.push(value, cell);
}

impl Cover<'_> {
    /// An option as Knuth's format has it, without its cost.
    pub(super) fn option_text(&self, option: OptionId) -> String {
        self.problem.display_option(option).to_string()
    }

    fn write_option(&self, option: OptionId, out: &mut String) {
        let _ = dlx::write_option(self.problem, option, out);
    }

    fn write(&self, options: &[OptionId], (form, color): (Form, bool), out: &mut String) {
        if let (Form::Grid, Some(tiling)) = (form, self.tiling) {
            return out.push_str(&tiling.text(options, color));
        }
        let separator = match form {
            Form::Json => {
                return push_array(out, options.iter(), |out, &option| {
                    push_text(out, &self.option_text(option));
                });
            }
            Form::Grid => "\n",
            _ => " | ",
        };
        for (index, &option) in options.iter().enumerate() {
            out.push_str(if index > 0 { separator } else { "" });
            self.write_option(option, out);
        }
        out.push_str(if options.is_empty() { "()\n" } else { "\n" });
    }
}

/// Appends the grid of a solution: a drawing, a JSON text, or a line, in the signs of the puzzle.
fn write_grid(grid: &Grid, puzzle: &Puzzle<'_>, (form, color): (Form, bool), out: &mut String) {
    let Record { alphabet, blank, .. } = *puzzle.record;
    match form {
        Form::Grid => {
            let drawing = text::format_grid(grid, puzzle.geometry, alphabet, blank);
            if color {
                draw_on_terminal(&drawing, &puzzle.record.grid, out);
            } else {
                out.push_str(&drawing);
            }
        }
        Form::Json => push_text(out, &text::format_line(grid, alphabet, blank)),
        Form::Csv => {
            puzzle.push_row(&text::format_line(grid, alphabet, blank), out);
            out.push('\n');
        }
        _ => {
            puzzle.push_line(grid, out);
            out.push('\n');
        }
    }
}

/// The colour of digits that are not clues.
const FOUND: Style = AnsiColor::Cyan.on_default();

/// Appends a drawing as a terminal shows it best: bars and rules in box characters, and colours for
/// what was found. The words that are not bars or rules are the cells, in order.
fn draw_on_terminal(drawing: &str, clues: &Grid, out: &mut String) {
    let mut clues = clues.cells().iter();
    for word in drawing.split_inclusive([' ', '\n']) {
        let cell = word.trim_end();
        let is_line = cell.starts_with(['|', '-', '+']);
        if is_line {
            out.extend(word.chars().map(|character| match character {
                '|' => '│',
                '-' => '─',
                '+' => '┼',
                other => other,
            }));
        } else if !cell.is_empty() && clues.next() == Some(&0) {
            let _ = write!(out, "{FOUND}{cell}{FOUND:#}{}", &word[cell.len()..]);
        } else {
            out.push_str(word);
        }
    }
}

/// Writes the keys that every object of a Sudoku begins with.
pub(super) fn describe_puzzle(file: &str, record: &Record, object: &mut Object<'_>) {
    object.text("file", file).plain("line", record.line);
    object.maybe_text("name", record.name.as_deref()).text("kind", "sudoku");
}

/// The message for a wrong solution that the input gives, in the symbols of the puzzle.
pub(super) fn wrong_solution(wrong: &WrongSolution, record: &Record) -> String {
    format!("the given solution is wrong: {}", wrong.in_alphabet(record.alphabet))
}

/// Writes the rules of a puzzle, if they are not the usual ones of its size.
pub(super) fn describe_rules(geometry: &Geometry, object: &mut Object<'_>) {
    let rules = StatedRules::of(geometry);
    object.maybe_text("box", rules.box_text().as_deref());
    object.maybe_text("variant", rules.variant().as_deref());
}

/// Writes the candidates of a puzzle, if it has any.
pub(super) fn describe_candidates(record: &Record, object: &mut Object<'_>) {
    if record.candidates.is_some() {
        object.text("candidates", &text::format_candidates(record));
    }
}

/// Writes the keys that every object of an exact cover begins with.
pub(super) fn describe_cover(file: &str, object: &mut Object<'_>) {
    object.text("file", file).plain("line", 1).text("kind", "cover");
}
