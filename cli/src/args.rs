//! The groups of arguments that verbs share. Comments here are the help that users read.

use super::byte_size;
use super::engine::EngineArg;
use super::exit::ExitStyle;
use super::file_names::{NO_STDIN, is_stdin};
use super::output::Form;
use super::progress::{ProgressArg, Reporter};
use super::session::Style;
use super::settings::{MEMORY, MOST_WORKERS, Settings, number_of_threads};
use super::sudoku_args::SudokuArgs;
use anstream::{AutoStream, ColorChoice};
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use quadrille::sudoku::text::Format;
use quadrille::{CanonicalMode, Engine, Method, PresolveMode};
use quadrille_pictures::CellPattern;
use std::fmt::Display;
use std::io;
use std::num::{IntErrorKind, NonZeroU64, NonZeroUsize, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The arguments of the verbs that search.
#[derive(Args, Debug)]
pub(super) struct RunArgs {
    /// The engine; auto chooses by the shape of the problem
    #[arg(long, value_name = "ENGINE", default_value = "auto", value_parser = engines_parser(EngineArg::all()))]
    pub(super) engine: EngineArg,
    /// When to remove options that are in no solution, before the search
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    pub(super) reduce: ReduceArg,
    #[command(flatten)]
    pub(super) threads: ThreadsArg,
    /// Stop the search of each problem after about N nodes, in one thread, and exit with 3
    #[arg(long, value_name = "N", value_parser = limit)]
    pub(super) nodes: Option<u64>,
    /// Print the engine and its reason, its work, and the time of each phase, on stderr
    #[arg(long)]
    pub(super) stats: bool,
    #[command(flatten)]
    progress: ProgressArgs,
    /// The meaning of the exit code
    #[arg(long, value_name = "STYLE", default_value = "usual", value_enum)]
    pub(super) exit_code: ExitStyle,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}

impl RunArgs {
    /// The reporter of progress.
    pub(super) fn reporter(&self) -> Reporter {
        self.progress.reporter(&self.common)
    }

    /// The engine and the settings of searches and counts.
    pub(super) fn settings(&self) -> (EngineArg, Settings) {
        let (method, threads) = (self.engine.method(), self.threads.setting());
        let (reduce, nodes) = (self.reduce.into(), self.nodes);
        (self.engine, Settings { method, threads, reduce, nodes, ..Settings::sequential() })
    }
}

/// How progress is shown.
#[derive(Args, Debug)]
pub(super) struct ProgressArgs {
    /// How to show progress, on stderr
    #[arg(long, value_name = "HOW", default_value = "auto", value_enum)]
    progress: ProgressArg,
    /// The seconds between two lines of --progress
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = seconds, hide = true)]
    progress_every: Duration,
}

impl ProgressArgs {
    pub(super) fn reporter(&self, common: &CommonArgs) -> Reporter {
        Reporter::new(self.progress, self.progress_every, common.quiet)
    }
}

/// The number of threads.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ThreadsArg {
    /// The number of threads for many puzzles, or for one long search; without this, the number of
    /// cores
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<usize>,
}

impl ThreadsArg {
    /// The number that was given, or 0 for that of the cores.
    pub(super) fn setting(self) -> usize {
        self.threads.unwrap_or(0)
    }

    /// The number that was given, or that of the cores.
    pub(super) fn number(self) -> usize {
        number_of_threads(self.setting())
    }

    /// The same, up to the most workers for many puzzles.
    pub(super) fn workers(self) -> usize {
        self.number().min(MOST_WORKERS)
    }
}

/// When a problem is reduced before it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum ReduceArg {
    /// Once for each problem or size of Sudoku, for a limited time
    Auto,
    /// For each puzzle, until nothing more can be removed
    Always,
    /// Never
    Never,
}

impl std::convert::From<ReduceArg> for PresolveMode {
    fn from(arg: ReduceArg) -> Self {
        match arg {
            ReduceArg::Auto => Self::Auto,
            ReduceArg::Always => Self::Always,
            ReduceArg::Never => Self::Never,
        }
    }
}

/// Whether answers name their file.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct NameArgs {
    /// Print the name of the file before each answer; the default with several files
    #[arg(long, short = 'H', overrides_with = "no_filename")]
    with_filename: bool,
    /// Print no names of files
    #[arg(long, overrides_with = "with_filename")]
    no_filename: bool,
}

impl NameArgs {
    /// Whether answers about these files name them, as `grep` decides it.
    pub(super) fn is_wanted(self, files: &[PathBuf]) -> bool {
        self.with_filename || !self.no_filename && files.len() > 1
    }
}

/// When solutions are coloured.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct ColorArg {
    /// Colour found digits, or the pieces of a board, with --to grid
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    color: ColorWhen,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorArg {
    pub(super) fn is_wanted(self) -> bool {
        match self.color {
            ColorWhen::Auto => AutoStream::choice(&io::stdout()) != ColorChoice::Never,
            ColorWhen::Always => true,
            ColorWhen::Never => false,
        }
    }
}

/// The arguments of all verbs.
#[derive(Args, Debug)]
pub(super) struct CommonArgs {
    /// Stop after this time, print what was found, and exit with 3
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(super) timeout: Option<Duration>,
    /// Print no warnings and no totals
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// The arguments of the verbs that read problems.
#[derive(Args, Debug)]
pub(super) struct InputArgs {
    /// Files to read; without any, or for `-`, standard input
    #[arg(value_name = "FILES", default_value = "-", hide_default_value = true)]
    pub(super) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) reading: ReadingArgs,
}

/// The format of the input.
#[derive(Args, Debug)]
pub(super) struct ReadingArgs {
    /// The format of the files
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_enum)]
    pub(super) from: From,
    #[command(flatten)]
    pub(super) sudoku: SudokuArgs,
}

/// The formats of an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum From {
    /// Knuth's format if the name ends in .dlx, otherwise detected
    Auto,
    /// Sudoku puzzles, one a line; sdm is the same
    #[value(alias = "sdm")]
    Line,
    /// Candidate grids, one a line: for each cell a place for each value
    Candidates,
    /// Comma-separated values, with a column of Sudoku puzzles and maybe one of solutions
    Csv,
    /// Sudoku puzzles of SadMan Sudoku and SudoCue
    Sdk,
    /// A Sudoku in progress of SudoCue
    Sdx,
    /// Sudoku puzzles of Simple Sudoku
    Ss,
    /// Sudoku puzzles of OpenSudoku, in XML
    #[value(name = "opensudoku")]
    OpenSudoku,
    /// Sudoku puzzles, each a heading and a line for each row
    Euler,
    /// Sudoku puzzles, drawn, maybe with pencil marks
    Grid,
    /// Sudoku puzzles as numbers with blanks or commas between them
    Numbers,
    /// Sudoku puzzles as lists of Python
    Python,
    /// Sudoku puzzles in JSON: lists, strings, or objects with a key such as puzzle
    Json,
    /// An exact cover in Knuth's format
    Dlx,
}

impl From {
    /// The format of a Sudoku text.
    pub(super) fn format(self) -> Option<Format> {
        Some(match self {
            Self::Auto | Self::Dlx => return None,
            Self::Line => Format::Line,
            Self::Candidates => Format::Candidates,
            Self::Csv => Format::Csv,
            Self::Sdk => Format::Sdk,
            Self::Sdx => Format::Sdx,
            Self::Ss => Format::Ss,
            Self::OpenSudoku => Format::OpenSudoku,
            Self::Euler => Format::Euler,
            Self::Grid => Format::Grid,
            Self::Numbers => Format::Numbers,
            Self::Python => Format::Python,
            Self::Json => Format::Json,
        })
    }
}

/// The heading of the options for counts.
const COUNTING: &str = "Counting";

/// The methods that name an order.
const ORDERS: [Method; 2] = [Method::Fewest, Method::Frontier];

/// The settings of a diagram.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct MemoArgs {
    /// The order of items in the diagram; without this, the best by an estimate
    #[arg(long, value_name = "ORDER", value_parser = order_parser(), help_heading = COUNTING)]
    order: Option<Method>,
    /// The memory limit of counts and diagrams, like 512M or 2GiB; without this, 1GiB
    #[arg(long, value_name = "SIZE", value_parser = byte_size::parse, help_heading = COUNTING)]
    memory: Option<usize>,
}

/// Whether a count recognises subproblems up to renaming.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct CanonicalArgs {
    /// Whether a count recognises subproblems that are the same up to renaming; without this, where
    /// it seems to pay
    #[arg(long, value_name = "WHEN", value_parser = canonical_parser(), help_heading = COUNTING)]
    canonical: Option<CanonicalMode>,
}

impl CanonicalArgs {
    /// The option, if it was given.
    pub(super) fn named(&self) -> Option<&'static str> {
        self.canonical.map(|_| "--canonical")
    }
}

impl MemoArgs {
    /// The settings, with this method unless an order was named.
    fn settings(&self, method: Method, reduce: PresolveMode, threads: usize) -> Settings {
        let Self { order, memory } = *self;
        let (method, memory) = (order.unwrap_or(method), memory.unwrap_or(MEMORY));
        Settings { method, memory, threads, reduce, ..Settings::sequential() }
    }

    /// The first of these options that was given.
    pub(super) fn named(&self) -> Option<&'static str> {
        let given = [(self.order.is_some(), "--order"), (self.memory.is_some(), "--memory")];
        given.into_iter().find_map(|(is_given, name)| is_given.then_some(name))
    }

    /// The engine and the settings of `count`: an order implies the diagram, and other engines
    /// refuse these options.
    pub(super) fn of_count(
        &self,
        canonical: CanonicalArgs,
        engine: EngineArg,
        reduce: PresolveMode,
        threads: usize,
    ) -> Result<(EngineArg, Settings), String> {
        let engine = match engine {
            EngineArg::AUTO if self.order.is_some() => EngineArg::Diagram,
            engine => engine,
        };
        match self.named().or(canonical.named()) {
            Some(name) if ![EngineArg::AUTO, EngineArg::Diagram].contains(&engine) => Err(format!(
                "{name} is for --engine {} and auto, not for {engine}",
                EngineArg::Diagram
            )),
            _ => {
                let settings = self.settings(engine.method(), reduce, threads);
                Ok((
                    engine,
                    Settings { canonical: canonical.canonical.unwrap_or_default(), ..settings },
                ))
            }
        }
    }
}

impl MemoArgs {
    /// The settings of a proof. It has one thread, and does not reduce the problem.
    pub(super) fn of_proof(&self, canonical: CanonicalArgs) -> Settings {
        let settings = self.settings(Method::Auto, PresolveMode::Never, 1);
        Settings { canonical: canonical.canonical.unwrap_or_default(), ..settings }
    }
}

/// The arguments of the verbs that ask for all solutions at once.
#[derive(Args, Debug)]
pub(super) struct DiagramRunArgs {
    #[command(flatten)]
    pub(super) memo: MemoArgs,
    /// When to remove options that are in no solution, before the search
    #[arg(long, value_name = "WHEN", default_value = "auto", value_enum)]
    reduce: ReduceArg,
    /// Print the method and its reason, its work, and the time of each phase, on stderr
    #[arg(long)]
    pub(super) stats: bool,
    #[command(flatten)]
    progress: ProgressArgs,
    #[command(flatten)]
    pub(super) common: CommonArgs,
}

impl DiagramRunArgs {
    /// The reporter of progress.
    pub(super) fn reporter(&self) -> Reporter {
        self.progress.reporter(&self.common)
    }

    /// The settings of a search in this number of threads.
    pub(super) fn settings(&self, threads: usize) -> Settings {
        self.memo.settings(Method::Auto, self.reduce.into(), threads)
    }
}

/// The form of solutions and candidates.
#[derive(Args, Debug)]
pub(super) struct FormArgs {
    /// The format of the output
    #[arg(long, value_name = "FORMAT", default_value = "line", value_parser = form_parser(&SOLUTION_FORMS))]
    to: Form,
    /// The same as --to json
    #[arg(long, conflicts_with = "to")]
    json: bool,
    #[command(flatten)]
    pub(super) pictures: PictureArgs,
}

impl FormArgs {
    pub(super) fn form(&self) -> Form {
        if self.json { Form::Json } else { self.to }
    }
}

/// The forms of solutions.
pub(super) const SOLUTION_FORMS: [Form; 4] = [Form::Line, Form::Grid, Form::Json, Form::Svg];

/// The heading of the options for pictures.
const PICTURES: &str = "Pictures";

/// The arguments of sheets of pictures.
#[derive(Args, Debug)]
pub(super) struct SheetArgs {
    /// The number of pictures side by side, with --to svg; without this, the sheet is about square
    #[arg(long, value_name = "N", help_heading = PICTURES,
        value_parser = at_least_1("the number of columns", NonZeroUsize::MAX))]
    columns: Option<NonZeroUsize>,
}

impl SheetArgs {
    /// A style with these arguments, unless the form has no use for them.
    pub(super) fn style(&self, form: Form, style: Style) -> Result<Style, String> {
        if self.columns.is_some() && form != Form::Svg {
            return Err("--columns is for --to svg".to_owned());
        }
        Ok(Style { columns: self.columns, ..style })
    }
}

/// The arguments of pictures.
#[derive(Args, Debug)]
pub(super) struct PictureArgs {
    #[command(flatten)]
    sheet: SheetArgs,
    /// Where the cells of a drawn exact cover are: a regular expression for the names of their
    /// items, with groups for row, column and layer; without this, the names of all items decide
    #[arg(long = "grid", value_name = "REGEX", help_heading = PICTURES)]
    cells: Option<CellPattern>,
}

impl PictureArgs {
    /// Whether any of the arguments was given.
    pub(super) fn is_given(&self) -> bool {
        self.sheet.columns.is_some() || self.cells.is_some()
    }

    /// A style with these arguments, unless the form has no use for them. The style says whether
    /// the form `grid` draws exact covers.
    pub(super) fn style(&self, form: Form, style: Style) -> Result<Style, String> {
        let mut style = self.sheet.style(form, style)?;
        style.has_boards = form == Form::Svg || form == Form::Grid && style.has_boards;
        if self.cells.is_some() && !style.has_boards {
            return Err("--grid is for drawings of exact covers, such as --to svg".to_owned());
        }
        style.cells = self.cells.clone().map(Arc::new);
        Ok(style)
    }
}

/// Takes some of the forms.
pub(super) fn form_parser(forms: &[Form]) -> impl TypedValueParser<Value = Form> + use<> {
    let values: Vec<_> = forms.iter().filter_map(ValueEnum::to_possible_value).collect();
    PossibleValuesParser::new(values).try_map(|name| Form::from_str(&name, false))
}

/// Takes these engines.
pub(super) fn engines_parser(
    engines: impl Iterator<Item = EngineArg>,
) -> impl TypedValueParser<Value = EngineArg> {
    PossibleValuesParser::new(engines.map(EngineArg::name))
        .try_map(|name| name.parse::<EngineArg>())
}

/// Takes the engines of exact covers.
pub(super) fn cover_engine_parser() -> impl TypedValueParser<Value = Engine> {
    let names = Engine::ALL.map(Engine::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Engine>())
}

/// Takes names of files. `-` is standard input for problems, puzzles, units, results and proofs
/// that are read, and refused for all other files.
pub(super) fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match is_stdin(&path) {
        true => Err(NO_STDIN),
        false => Ok(path),
    })
}

/// Parses a limit of solutions, nodes or steps.
pub(super) fn limit(text: &str) -> Result<u64, String> {
    at_least_1("the limit", NonZeroU64::MAX)(text).map(NonZeroU64::get)
}

/// Parses a number that these words name, such as "the number of grids".
pub(super) fn number(
    what: &'static str,
) -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    move |text| at_least_1(what, NonZeroU64::MAX)(text).map(NonZeroU64::get)
}

/// Parses a number of a type without 0, which these words name in errors.
pub(super) fn at_least_1<T>(
    what: &'static str,
    most: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr<Err = ParseIntError> + Display + Copy + Send + Sync + 'static,
{
    move |text| {
        text.parse::<T>().map_err(|error| match error.kind() {
            IntErrorKind::Zero => format!("{what} must be at least 1"),
            IntErrorKind::PosOverflow => format!("{what} must be at most {most}"),
            _ => "expected a whole number, at least 1".to_owned(),
        })
    }
}

/// Parses the number of the first one of several.
pub(super) fn first(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected a number from 1 to {}", u64::MAX))
}

pub(super) fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a number from 0 to {}", u64::MAX))
}

fn order_parser() -> impl TypedValueParser<Value = Method> {
    let names = ORDERS.map(Method::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Method>())
}

fn canonical_parser() -> impl TypedValueParser<Value = CanonicalMode> {
    let names = CanonicalMode::ALL.map(CanonicalMode::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<CanonicalMode>())
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=1024).contains(threads));
    threads.ok_or_else(|| "expected a number of threads, 1 to 1024".to_owned())
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let seconds = seconds.ok_or("expected a number of seconds above 0, like 2.5")?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| format!("the number of seconds must be at most {}", u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_checked() {
        assert_eq!(limit("2"), Ok(2));
        assert_eq!((threads("1"), threads("1024")), (Ok(1), Ok(1024)));
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "1.5", "", "x"] {
            assert!(limit(text).is_err(), "{text}");
            assert!(threads(text).is_err(), "{text}");
        }
        for text in ["0", "-1", "", "x", "nan", "inf", "1e300"] {
            assert!(seconds(text).is_err(), "{text}");
        }
        assert_eq!(
            number("the number of grids")("0").unwrap_err(),
            "the number of grids must be at least 1"
        );
        assert_eq!(
            limit("18446744073709551616").unwrap_err(),
            "the limit must be at most 18446744073709551615"
        );
        assert_eq!(
            seconds("1e300").unwrap_err(),
            "the number of seconds must be at most 18446744073709551615"
        );
    }
}
