//! The arguments for the rules and the size of Sudoku. Comments here are the help that users read.

use super::encodings::Rules;
use super::file_names::{NO_STDIN, is_stdin};
use super::whole_file;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use quadrille::sudoku::text::{Alphabet, ReadOptions, StatedRules};
use quadrille::sudoku::{BoxLayout, ExtraRule, Geometry, GeometryError};
use std::io::Read;
use std::path::PathBuf;

/// The heading of the options below.
const SUDOKU: &str = "Sudoku";

/// The rules of puzzles beyond their size.
#[derive(Args, Clone, Debug)]
pub(super) struct RuleArgs {
    /// The rules beyond rows, columns and boxes, with commas between them: both diagonals, windows
    /// between the boxes, and equal values a knight's or a king's move apart are excluded
    #[arg(long, value_name = "NAMES", value_parser = rule_parser(), value_delimiter = ',', help_heading = SUDOKU)]
    variant: Vec<ExtraRule>,
    /// The height and width of a box, like 2x3, or none for Latin squares; without this, as square
    /// as possible
    #[arg(long = "box", value_name = "RxC", value_parser = boxes, help_heading = SUDOKU)]
    boxes: Option<BoxLayout>,
    /// Boxes of any shape, drawn in FILE: a symbol for each cell, the same one for all cells of a
    /// box
    #[arg(long, value_name = "FILE", value_parser = regions, conflicts_with = "boxes", help_heading = SUDOKU)]
    regions: Option<BoxLayout>,
}

impl RuleArgs {
    fn is_given(&self) -> bool {
        let Self { variant, boxes, regions } = self;
        !variant.is_empty() || boxes.is_some() || regions.is_some()
    }

    fn rules(&self) -> StatedRules {
        let mut rules = StatedRules::default();
        rules.boxes = self.boxes.as_ref().or(self.regions.as_ref()).cloned();
        rules.extra.extend(&self.variant);
        rules
    }

    /// The size that the boxes have, and the argument that gives it.
    fn size(&self) -> Option<(usize, String)> {
        let boxes =
            self.boxes.as_ref().and_then(|boxes| Some((boxes.size()?, format!("--box {boxes}"))));
        let regions = || Some((self.regions.as_ref()?.size()?, "--regions".to_owned()));
        boxes.or_else(regions)
    }
}

/// The properties of a Sudoku that its text does not show.
#[derive(Args, Debug)]
pub(super) struct SudokuArgs {
    #[command(flatten)]
    rules: RuleArgs,
    /// The number of rows of all puzzles, 4 to 36; without this, it is detected
    #[arg(long, value_name = "N", value_parser = size, help_heading = SUDOKU)]
    size: Option<usize>,
    /// The symbols of the values, like 1-9A-G, 0-9a-f, A-P, or 1-16 for numbers; without this, they
    /// are detected
    #[arg(long, value_name = "SIGNS", help_heading = SUDOKU)]
    alphabet: Option<Alphabet>,
    /// The rules of the input, where no argument gives them.
    #[arg(skip)]
    adopted: Rules,
}

impl SudokuArgs {
    /// Whether any of the arguments was given.
    pub(super) fn is_given(&self) -> bool {
        let Self { rules, size, alphabet, .. } = self;
        rules.is_given() || size.is_some() || alphabet.is_some()
    }

    /// The rules beyond rows, columns and boxes.
    pub(super) fn variant(&self) -> &[ExtraRule] {
        &self.rules.variant
    }

    /// The rules of all puzzles, or an error if the arguments contradict each other.
    pub(super) fn rules(&self) -> Result<Rules, String> {
        let Self { rules, size, alphabet, adopted } = self;
        let sizes = [
            size.map(|size| (size, format!("--size {size}"))),
            rules.size(),
            alphabet.map(|alphabet| (alphabet.size(), format!("--alphabet {alphabet}"))),
        ];
        let mut said = sizes.iter().flatten();
        if let Some((first, by)) = said.next()
            && let Some((second, against)) = said.find(|(size, _)| size != first)
        {
            return Err(format!(
                "{by} and {against} contradict each other: {first} values, and {second}"
            ));
        }
        if !rules.is_given() {
            return Ok(adopted.clone());
        }
        let rules = Rules::new(rules.rules());
        if let Some((size, _)) = sizes.iter().flatten().next() {
            rules.geometry(*size)?;
        }
        Ok(rules)
    }

    /// Takes the rules that a file has, if no argument gives any. The error is that those of the
    /// run are others.
    pub(super) fn adopt(&self, rules: &StatedRules) -> Result<(), String> {
        if self.rules.is_given() { Ok(()) } else { self.adopted.adopt(rules) }
    }

    /// The options of the reader. The size of the boxes and of the alphabet agree with that of the
    /// grid.
    pub(super) fn read_options(&self) -> ReadOptions {
        let mut options = match self.rules.is_given() {
            true => ReadOptions::new().rules(self.rules.rules()),
            false => ReadOptions::new().rules_of_first(),
        };
        if let Some(size) = self.size.or(self.rules.size().map(|(size, _)| size)) {
            options = options.size(size);
        }
        if let Some(alphabet) = self.alphabet {
            options = options.alphabet(alphabet);
        }
        options
    }
}

/// The rules of puzzles that are made.
#[derive(Args, Debug)]
pub(super) struct GeometryArgs {
    #[command(flatten)]
    rules: RuleArgs,
    /// The number of rows, 4 to 36; without this, 9
    #[arg(long, value_name = "N", value_parser = size, help_heading = SUDOKU)]
    size: Option<usize>,
}

impl GeometryArgs {
    /// The geometry, or an error if the arguments contradict each other.
    pub(super) fn geometry(&self) -> Result<Geometry, String> {
        let Self { rules, size } = self;
        let size = size.or(rules.size().map(|(size, _)| size)).unwrap_or(9);
        let (rules, adopted) = (rules.clone(), Rules::default());
        let sudoku = SudokuArgs { rules, size: Some(size), alphabet: None, adopted };
        sudoku.rules()?.geometry(size)
    }
}

fn size(text: &str) -> Result<usize, String> {
    let size = text.parse().ok().filter(|size| (4..=36).contains(size));
    size.ok_or_else(|| "expected a number from 4 to 36".to_owned())
}

fn rule_parser() -> impl TypedValueParser<Value = ExtraRule> {
    let names = ExtraRule::ALL.map(ExtraRule::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<ExtraRule>())
}

fn boxes(text: &str) -> Result<BoxLayout, String> {
    match text.parse().map_err(|error: GeometryError| error.to_string())? {
        BoxLayout::Irregular(_) => {
            Err("expected 2x3 or none: --regions takes irregular boxes".to_owned())
        }
        boxes => Ok(boxes),
    }
}

/// The number of bytes that a drawing of boxes may have: enough for any with some blanks.
const LONGEST_DRAWING: u64 = 1 << 16;

const TOO_LONG: &str = "longer than 64 KiB, the most that is read of a drawing of boxes";

/// Reads a drawing of boxes.
fn regions(name: &str) -> Result<BoxLayout, String> {
    let path = PathBuf::from(name);
    if is_stdin(&path) {
        return Err(NO_STDIN.to_owned());
    }
    let mut text = Vec::new();
    let read = whole_file::open(&path)
        .and_then(|file| file.take(LONGEST_DRAWING + 1).read_to_end(&mut text));
    read.map_err(|error| error.to_string())?;
    if u64::try_from(text.len()).is_ok_and(|length| length > LONGEST_DRAWING) {
        return Err(TOO_LONG.to_owned());
    }
    let text = String::from_utf8(text).map_err(|_| "the file is not UTF-8".to_owned())?;
    let boxes = BoxLayout::parse_drawing(&text);
    boxes.map_err(|error| {
        let error = error.in_file(name);
        format!("{error}\n{}", error.location().shown())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_checked() {
        assert_eq!((size("4"), size("16"), size("7"), size("36")), (Ok(4), Ok(16), Ok(7), Ok(36)));
        for text in ["0", "-1", "1.5", "", "x", "3", "37"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
