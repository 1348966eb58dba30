//! How the name of an item can be read as the coordinates of a cell.

use super::coordinates::{Coordinates, lettered_axes, number};
use super::error::TilingError;

/// A form of names. Names of one scheme are the cells of one board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Scheme {
    /// Letters before each number: `r1c2`, `x0y1z2`.
    Lettered(Vec<String>),
    /// A sign between numbers, after a common beginning: `1,2`, `0_7`, `p0,1`.
    Separated { prefix: String, sign: char, count: usize },
    /// A digit or letter for each coordinate, after a common sign: `17`, `0a`, `_012`, `p000`.
    Characters { prefix: String, count: usize },
    /// The letter of a column and the number of a row, as on a chessboard: `a1`.
    Chess,
    /// A number after a common beginning, in one row: `s12`.
    Number { prefix: String },
}

/// A name as one of the schemes reads it: its coordinates as they are written, in the order of the
/// name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reading<'a> {
    pub(super) scheme: Scheme,
    pub(super) parts: Vec<&'a str>,
}

impl<'a> Reading<'a> {
    fn new(scheme: Scheme, parts: Vec<&'a str>) -> Self {
        Self { scheme, parts }
    }

    /// The coordinates. `None` if a number is too large.
    pub(super) fn coordinates(&self) -> Option<Coordinates> {
        let mut coordinates = [0; 3];
        for (part, axis) in self.parts.iter().zip(self.scheme.axes(self.parts.len())) {
            coordinates[axis] = number(part)?;
        }
        if self.scheme == Scheme::Chess {
            // Row 1 is at the bottom.
            coordinates[1] = u32::MAX - coordinates[1];
        }
        Some(coordinates)
    }

    /// Whether all coordinates are written in digits.
    pub(super) fn has_digits(&self) -> bool {
        self.parts.iter().all(|part| part.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// The error for a coordinate of this name that is too large, if there is one.
    pub(super) fn too_large(&self, item: &str) -> Option<TilingError> {
        let axes = self.scheme.axes(self.parts.len());
        let (part, axis) = self.parts.iter().zip(axes).find(|(part, _)| number(part).is_none())?;
        let group = ["layer", "row", "column"][axis];
        Some(TilingError::NotANumber { item: item.to_owned(), group, text: (*part).to_owned() })
    }
}

impl Scheme {
    /// Whether the numbers of a name have letters or signs between them, so that it can hardly mean
    /// anything else than a cell.
    pub(super) fn is_explicit(&self) -> bool {
        matches!(self, Self::Lettered(_) | Self::Separated { .. })
    }

    /// For each of a number of coordinates, its index in [`Coordinates`].
    fn axes(&self, count: usize) -> Vec<usize> {
        match self {
            Self::Lettered(letters) => lettered_axes(letters),
            Self::Chess => vec![2, 1],
            _ => (3 - count..3).collect(),
        }
    }
}

/// All readings of a name. Those with [letters or signs](Scheme::is_explicit) may have a number
/// that is too large.
pub(super) fn readings(name: &str) -> Vec<Reading<'_>> {
    let runs = runs(name);
    let found = [lettered(&runs), separated(&runs), characters(name), chess(&runs), last(name)];
    let is_kept =
        |reading: &Reading<'_>| reading.scheme.is_explicit() || reading.coordinates().is_some();
    found.into_iter().flatten().filter(is_kept).collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Run<'a> {
    Letters(&'a str),
    Digits(&'a str),
    Sign(char),
}

/// A name as letters, digits, and single other characters.
fn runs(name: &str) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_same = |c: char| match first {
            '0'..='9' => c.is_ascii_digit(),
            _ => c.is_ascii_alphabetic(),
        };
        let length = rest.find(|c| !is_same(c)).unwrap_or(rest.len());
        let (run, after) = rest.split_at(length.max(first.len_utf8()));
        runs.push(match first {
            '0'..='9' => Run::Digits(run),
            _ if first.is_ascii_alphabetic() => Run::Letters(run),
            _ => Run::Sign(first),
        });
        rest = after;
    }
    runs
}

fn lettered<'a>(runs: &[Run<'a>]) -> Option<Reading<'a>> {
    let (mut letters, mut parts) = (Vec::new(), Vec::new());
    for pair in runs.chunks(2) {
        match *pair {
            [Run::Letters(name), Run::Digits(digits)] => {
                letters.push(name.to_ascii_lowercase());
                parts.push(digits);
            }
            // `d0pa`: the last coordinate is a letter.
            [Run::Letters(two)] if two.len() == 2 && !letters.is_empty() => {
                letters.push(two[..1].to_ascii_lowercase());
                parts.push(&two[1..]);
            }
            _ => return None,
        }
    }
    (2..=3).contains(&parts.len()).then(|| Reading::new(Scheme::Lettered(letters), parts))
}

fn separated<'a>(runs: &[Run<'a>]) -> Option<Reading<'a>> {
    let (prefix, rest) = match *runs {
        [Run::Letters(name), Run::Sign(sign), ref rest @ ..] if rest.len() > 2 => {
            (format!("{name}{sign}"), rest)
        }
        [Run::Letters(name), ref rest @ ..] if matches!(rest, [Run::Digits(_), ..]) => {
            (name.to_owned(), rest)
        }
        _ => (String::new(), runs),
    };
    let (mut parts, mut signs) = (Vec::new(), Vec::new());
    for (index, run) in rest.iter().enumerate() {
        match *run {
            Run::Sign(sign) if index % 2 == 1 => signs.push(sign),
            Run::Digits(part) if index % 2 == 0 => parts.push(part),
            Run::Letters(part) if index % 2 == 0 && part.len() == 1 => parts.push(part),
            _ => return None,
        }
    }
    let (&sign, count) = (signs.first()?, parts.len());
    let fits = signs.len() + 1 == count && count <= 3 && signs.iter().all(|&other| other == sign);
    fits.then(|| Reading::new(Scheme::Separated { prefix, sign, count }, parts))
}

fn characters(name: &str) -> Option<Reading<'_>> {
    let prefix = match name.chars().next() {
        Some(first) if name.chars().count() > 2 && !first.is_ascii_digit() => first.len_utf8(),
        _ => 0,
    };
    let (prefix, rest) = name.split_at(prefix);
    let fits = rest.chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase());
    let count = rest.len();
    (fits && (2..=3).contains(&count)).then(|| {
        let parts = (0..count).map(|index| &rest[index..=index]).collect();
        Reading::new(Scheme::Characters { prefix: prefix.to_owned(), count }, parts)
    })
}

fn chess<'a>(runs: &[Run<'a>]) -> Option<Reading<'a>> {
    match *runs {
        [Run::Letters(column), Run::Digits(row)] if column.len() == 1 => {
            Some(Reading::new(Scheme::Chess, vec![column, row]))
        }
        _ => None,
    }
}

/// The number at the end of a name, or a letter after one letter, as in `ra`.
fn last(name: &str) -> Option<Reading<'_>> {
    let digits = name.len() - name.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let is_letter = name.len() == 2 && name.chars().all(|c| c.is_ascii_alphabetic());
    let length = if is_letter { 1 } else { digits };
    let (prefix, part) = name.split_at(name.len() - length);
    let scheme = Scheme::Number { prefix: prefix.to_owned() };
    (length > 0).then(|| Reading::new(scheme, vec![part]))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coordinates of a name in the scheme of another name.
    fn read(name: &str, like: fn(&Scheme) -> bool) -> Option<Coordinates> {
        let readings = readings(name);
        readings.iter().find(|reading| like(&reading.scheme)).and_then(Reading::coordinates)
    }

    #[test]
    fn every_scheme_is_read() {
        let lettered = |scheme: &Scheme| matches!(scheme, Scheme::Lettered(_));
        for (name, coordinates) in [
            ("r1c2", [0, 1, 2]),
            ("r10c20", [0, 10, 20]),
            ("row1col2", [0, 1, 2]),
            ("c1r2", [0, 2, 1]),
            ("x1y2", [0, 2, 1]),
            ("Col1Row2", [0, 2, 1]),
            ("x1y2z3", [3, 2, 1]),
            ("r1c2l3", [3, 1, 2]),
            ("l1c2r3", [1, 3, 2]),
            ("d1p2q3", [1, 2, 3]),
            ("d0pa", [0, 0, 10]),
        ] {
            assert_eq!(read(name, lettered), Some(coordinates), "{name}");
        }
        let separated = |scheme: &Scheme| matches!(scheme, Scheme::Separated { .. });
        for (name, coordinates) in [
            ("1,2", [0, 1, 2]),
            ("0_7", [0, 0, 7]),
            ("6_e", [0, 6, 14]),
            ("11-6", [0, 11, 6]),
            ("p0,1", [0, 0, 1]),
            ("p_0_1", [0, 0, 1]),
            ("1,2,3", [1, 2, 3]),
            ("r1#3", [0, 1, 3]),
        ] {
            assert_eq!(read(name, separated), Some(coordinates), "{name}");
        }
        let characters = |scheme: &Scheme| matches!(scheme, Scheme::Characters { .. });
        for (name, coordinates) in [
            ("17", [0, 1, 7]),
            ("0a", [0, 0, 10]),
            ("123", [1, 2, 3]),
            ("_012", [0, 1, 2]),
            ("p12", [0, 1, 2]),
        ] {
            assert_eq!(read(name, characters), Some(coordinates), "{name}");
        }
        let chess = |scheme: &Scheme| matches!(scheme, Scheme::Chess);
        assert_eq!(read("b3", chess), Some([0, u32::MAX - 3, 11]));
        let number = |scheme: &Scheme| matches!(scheme, Scheme::Number { .. });
        for (name, column) in [("s12", 12), ("7", 7), ("slot-3", 3), ("ra", 10)] {
            assert_eq!(read(name, number), Some([0, 0, column]), "{name}");
        }
    }

    #[test]
    fn numbers_that_are_too_large_are_named() {
        for (name, group) in [
            ("r1c99999999999", "column"),
            ("c99999999999r1", "column"),
            ("4294967296,1", "row"),
            ("4294967296,1,1", "layer"),
        ] {
            let readings = readings(name);
            assert_eq!(readings.first().unwrap().coordinates(), None, "{name}");
            let error = readings.first().unwrap().too_large(name).unwrap().to_string();
            assert!(error.starts_with(&format!("item `{name}`: the {group} is `")), "{error}");
        }
        assert_eq!(readings("1,4294967295")[0].too_large("1,4294967295"), None);
    }

    #[test]
    fn other_names_have_no_reading() {
        for name in ["A", "sat-early", "", "?", "é", "1,", "s99999999999999", "1, 2 "] {
            assert_eq!(readings(name), [], "{name}");
        }
    }
}
