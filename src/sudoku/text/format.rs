//! [`Format`]: the arrangement of grids in a text.

use std::fmt;
use std::str::FromStr;

/// The arrangement of grids in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Format {
    /// One puzzle in each line, in a field of `size * size` symbols. The rest of the line is
    /// ignored.
    Line,
    /// A heading, then a line of `size` symbols for each row, as in Project Euler's problem 96.
    Euler,
    /// One row in each line, with any bars, rules, frames, spaces, commas or brackets.
    Grid,
    /// Numbers separated by spaces or commas, a whole puzzle or one row in each line.
    Numbers,
}

impl Format {
    const ALL: [Self; 4] = [Self::Line, Self::Euler, Self::Grid, Self::Numbers];

    /// The name: `line`, `euler`, `grid` or `numbers`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Euler => "euler",
            Self::Grid => "grid",
            Self::Numbers => "numbers",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that is not that of a [`Format`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownFormat {
    name: String,
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown format '{}': expected line, euler, grid or numbers", self.name)
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
            "unknown format 'Grid': expected line, euler, grid or numbers"
        );
    }
}
