//! [`Format`]: the arrangement of puzzles in a text.

use std::fmt;
use std::str::FromStr;

/// The arrangement of puzzles in a text.
///
/// Formats of programs are as their documentation or source has them: `sdk`, `sdm`, `sdx` and `ss`
/// as of SudoCue (`sudocue.net/fileformats.php`), which also describes those of SadMan Sudoku and
/// Simple Sudoku; `opensudoku` as OpenSudoku 1 to 4 and Open Sudoku 2 write it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle in each line, in a field of `size * size` symbols. The rest of the line is
    /// ignored, and so is a first line that is the number of puzzles, of up to ten digits, or the
    /// names of fields. Collections of SudoCue (`.sdm`) are of this format.
    Line,
    /// One puzzle in each line, in a field of `size * size * size` symbols: `size` of them for each
    /// cell, each the symbol of its position or, if the cell cannot have that value, a blank.
    /// Without a given format, a line of 64 symbols is a candidate grid of size 4 if each cell has
    /// a candidate, and otherwise a puzzle of size 8.
    Candidates,
    /// Comma-separated values (RFC 4180) with a column of puzzles and maybe one of solutions. There
    /// may be semicolons, tabs or colons instead of commas, as in lines of `puzzle:count:solution`.
    Csv,
    /// SadMan Sudoku and SudoCue: header lines such as `#Dname`, then nine rows, maybe in a section
    /// `[Puzzle]` that a section `[State]` with placed values follows.
    Sdk,
    /// SudoCue: nine rows of cells between spaces. A cell is a clue, a `u` and the value that a
    /// player has placed, or its candidates.
    Sdx,
    /// Simple Sudoku: nine rows such as `..3|.2.|6..` with rules between them.
    Ss,
    /// OpenSudoku: XML with an element `game` for each puzzle.
    OpenSudoku,
    /// A heading, then a line of `size` symbols for each row, as in Project Euler's problem 96.
    Euler,
    /// One row in each line, with any bars, rules, frames, spaces, commas or brackets. Up to size
    /// 9, a cell may have several candidates.
    Grid,
    /// Numbers separated by spaces or commas, a whole puzzle or one row in each line.
    Numbers,
    /// Lists of Python: see [`Json`](Self::Json).
    Python,
    /// JSON: arrays of cells or rows, strings, and objects with a key such as `puzzle`. Lists of
    /// Python are read as well.
    Json,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 12] = [
        Self::Line,
        Self::Candidates,
        Self::Csv,
        Self::Sdk,
        Self::Sdx,
        Self::Ss,
        Self::OpenSudoku,
        Self::Euler,
        Self::Grid,
        Self::Numbers,
        Self::Python,
        Self::Json,
    ];

    /// The name: `line`, `candidates`, `csv` and so on.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Candidates => "candidates",
            Self::Csv => "csv",
            Self::Sdk => "sdk",
            Self::Sdx => "sdx",
            Self::Ss => "ss",
            Self::OpenSudoku => "opensudoku",
            Self::Euler => "euler",
            Self::Grid => "grid",
            Self::Numbers => "numbers",
            Self::Python => "python",
            Self::Json => "json",
        }
    }

    /// Returns whether each line is a puzzle, or a part of one only where a quoted field has a line
    /// break, so that blocks of lines can be read independently.
    pub(super) fn is_by_lines(self) -> bool {
        matches!(self, Self::Line | Self::Candidates | Self::Csv)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The guessed format of a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FormatGuess {
    /// The arrangement of the grids.
    pub format: Format,
    /// The size of the first one.
    pub size: usize,
}

impl FormatGuess {
    /// The same text with grids of this size: a line that is a grid of 27x27 is as long as the
    /// candidates of 9x9, and one of 8x8 as those of 4x4.
    pub(super) fn of_size(self, size: usize) -> Self {
        let format = match self.format {
            Format::Candidates if self.size.pow(3) == size.pow(2) => Format::Line,
            Format::Line if self.size.pow(2) == size.pow(3) => Format::Candidates,
            format => return Self { format, ..self },
        };
        Self { format, size }
    }
}

/// The error for a name that is not that of a [`Format`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFormat {
    name: String,
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Format::ALL.map(Format::name);
        let (last, others) = names.split_last().unwrap_or((&"", &[]));
        write!(f, "unknown format '{}': expected {} or {last}", self.name, others.join(", "))
    }
}

impl std::error::Error for UnknownFormat {}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_parsed_from_its_name() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!(
            "Grid".parse::<Format>().unwrap_err().to_string(),
            "unknown format 'Grid': expected line, candidates, csv, sdk, sdx, ss, opensudoku, \
             euler, grid, numbers, python or json"
        );
    }
}
