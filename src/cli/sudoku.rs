//! Sudoku records: the geometry that each has, and how puzzles and solutions are written.

use super::answer::Subject;
use super::counting::Settings;
use super::engine::EngineArg;
use super::failure::Failure;
use super::json::{Object, push_text};
use super::lanes::Refused;
use super::output::Form;
use super::progress::Teller;
use super::session::Session;
use quadrille::sudoku::text::{self, Alphabet, Record};
use quadrille::sudoku::{
    Encoding, Geometry, GeometryError, Grid, NotAGrid, PuzzleError, SudokuSolver,
};
use quadrille::{CancelToken, OptionId, Unsupported};
use std::cell::OnceCell;
use std::fmt;
use std::str::FromStr;
use std::time::Instant;

/// The size of the largest grid.
pub(super) const LARGEST: usize = 36;

/// The shape of a box, `height x width`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoxShape {
    rows: usize,
    columns: usize,
}

impl BoxShape {
    pub(super) fn size(self) -> usize {
        self.rows.saturating_mul(self.columns)
    }
}

impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for BoxShape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shape = text.split_once(['x', 'X']).and_then(|(rows, columns)| {
            Some(Self { rows: rows.parse().ok()?, columns: columns.parse().ok()? })
        });
        let shape = shape.ok_or("expected the height and the width of a box, like 2x3")?;
        Geometry::new(shape.rows, shape.columns).map_err(|error| error.to_string())?;
        Ok(shape)
    }
}

/// What the arguments say of all puzzles.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Rules {
    pub(super) boxes: Option<BoxShape>,
    pub(super) diagonal: bool,
}

impl Rules {
    /// The geometry of grids of a size.
    pub(super) fn geometry(&self, size: usize) -> Result<Geometry, GeometryError> {
        let plain = match self.boxes {
            Some(boxes) if boxes.size() == size => Geometry::new(boxes.rows, boxes.columns),
            _ => Geometry::of_size(size),
        }?;
        Ok(if self.diagonal { plain.diagonal() } else { plain })
    }
}

/// The encodings of all sizes that occur in a run, made when they are first needed.
#[derive(Debug)]
pub(super) struct Encodings {
    rules: Rules,
    by_size: [OnceCell<Encoding>; LARGEST + 1],
}

impl Encodings {
    pub(super) fn new(rules: Rules) -> Self {
        Self { rules, by_size: [const { OnceCell::new() }; LARGEST + 1] }
    }

    /// What all geometries have in common.
    pub(super) fn rules(&self) -> Rules {
        self.rules
    }

    pub(super) fn geometry(&self, size: usize) -> Result<Geometry, GeometryError> {
        self.rules.geometry(size)
    }

    pub(super) fn of_size(&self, size: usize) -> Result<&Encoding, GeometryError> {
        let cell = self.by_size.get(size).ok_or(GeometryError::Size { size })?;
        if let Some(encoding) = cell.get() {
            return Ok(encoding);
        }
        let encoding = Encoding::new(self.rules.geometry(size)?);
        Ok(cell.get_or_init(|| encoding))
    }
}

/// The solvers of all sizes that occur in a run, made when they are first needed.
#[derive(Debug)]
pub(super) struct Solvers<'e> {
    encodings: &'e Encodings,
    by_size: [Option<SudokuSolver<'e>>; LARGEST + 1],
    engine: EngineArg,
    settings: Settings,
    limit: Option<u64>,
    token: CancelToken,
    deadline: Option<Instant>,
    progress: Teller,
}

impl<'e> Solvers<'e> {
    pub(super) fn new(
        encodings: &'e Encodings,
        engine: EngineArg,
        settings: Settings,
        limit: Option<u64>,
        token: CancelToken,
    ) -> Self {
        let by_size = [const { None }; LARGEST + 1];
        let (deadline, progress) = (None, Teller::silent());
        Self { encodings, by_size, engine, settings, limit, token, deadline, progress }
    }

    /// Sets a time at which all solvers stop that are made from now on.
    pub(super) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Tells how far all solvers come that are made from now on.
    pub(super) fn set_progress(&mut self, progress: Teller) {
        self.progress = progress;
    }

    pub(super) fn of_size(&mut self, size: usize) -> Result<&mut SudokuSolver<'e>, NoSolver> {
        let encoding = self.encodings.of_size(size)?;
        let engine = self.engine.cover().ok_or(Refused::Size(size))?;
        let solver = self.by_size.get_mut(size).ok_or(GeometryError::Size { size })?;
        Ok(match solver {
            Some(solver) => solver,
            None => {
                let new = SudokuSolver::with_engine(encoding, engine)?;
                let new = new.configure(|solver| self.settings.solver(solver, &self.token));
                let new = new.configure(|solver| self.progress.solver(solver, false));
                let new = new.configure(|solver| match self.limit {
                    Some(limit) => solver.limit(limit),
                    None => solver,
                });
                solver.insert(new.configure(|solver| match self.deadline {
                    Some(deadline) => solver.deadline(deadline),
                    None => solver,
                }))
            }
        })
    }
}

/// Why there is no solver for a size.
#[derive(Debug)]
pub(super) enum NoSolver {
    Geometry(GeometryError),
    Engine(Unsupported),
    Lanes(Refused),
}

impl From<GeometryError> for NoSolver {
    fn from(error: GeometryError) -> Self {
        Self::Geometry(error)
    }
}

impl From<Unsupported> for NoSolver {
    fn from(error: Unsupported) -> Self {
        Self::Engine(error)
    }
}

impl From<Refused> for NoSolver {
    fn from(error: Refused) -> Self {
        Self::Lanes(error)
    }
}

impl fmt::Display for NoSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Geometry(error) => error.fmt(f),
            Self::Engine(error) => error.fmt(f),
            Self::Lanes(error) => error.fmt(f),
        }
    }
}

/// A puzzle that is being solved.
#[derive(Debug)]
pub(super) struct Puzzle<'a> {
    pub(super) file: &'a str,
    pub(super) record: &'a Record,
    pub(super) encoding: &'a Encoding,
}

impl Puzzle<'_> {
    /// The clues that clash, with a warning of them; or what else is wrong with the puzzle.
    pub(super) fn clash(&self, session: &Session, error: PuzzleError) -> Result<String, Failure> {
        let Self { file, record, .. } = self;
        match error {
            PuzzleError::Clash(clash) => {
                let clash = clash.in_alphabet(record.alphabet);
                session.warn(format_args!("{file}:{}: {clash}", record.line));
                Ok(clash)
            }
            error => Err(self.failure(error)),
        }
    }
}

impl Subject for Puzzle<'_> {
    type Solution = [OptionId];

    fn failure(&self, message: impl fmt::Display) -> Failure {
        Failure::of_record(self.file, self.record.line, message)
    }

    fn describe(&self, object: &mut Object<'_>) {
        describe(self.file, self.record, object);
    }

    fn describe_question(&self, object: &mut Object<'_>) {
        describe_question(self.record, object);
    }

    fn write(&self, options: &[OptionId], form: Form, out: &mut String) -> Result<(), NotAGrid> {
        let Record { alphabet, blank, .. } = *self.record;
        let grid = self.encoding.decode(options)?;
        write_solution(&grid, self.encoding.geometry(), (alphabet, blank), form, out);
        Ok(())
    }
}

/// Appends a solution: a drawing, a JSON text, or a line, in the signs of the puzzle.
pub(super) fn write_solution(
    grid: &Grid,
    geometry: &Geometry,
    (alphabet, blank): (Alphabet, char),
    form: Form,
    out: &mut String,
) {
    match form {
        Form::Grid => out.push_str(&text::drawn(grid, geometry, alphabet, blank)),
        Form::Json => push_text(out, &text::line(grid, alphabet, blank)),
        _ => {
            text::write_line(out, grid, alphabet, blank);
            out.push('\n');
        }
    }
}

/// Writes the puzzle itself.
pub(super) fn describe_question(record: &Record, object: &mut Object<'_>) {
    let Record { grid, alphabet, blank, .. } = record;
    object.text("puzzle", &text::line(grid, *alphabet, *blank));
}

/// What every object of a Sudoku begins with.
pub(super) fn describe(file: &str, record: &Record, object: &mut Object<'_>) {
    object.text("file", file).plain("line", record.line);
    object.maybe_text("name", record.name.as_deref()).text("kind", "sudoku");
}
