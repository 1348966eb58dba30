//! How the name of an item can be read as the coordinates of a cell.

use super::coordinates::{Coordinates, column, lettered_axes, number};
use super::error::TilingError;

/// A form of names. Names of one scheme are the cells of one board.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Scheme {
    /// Letters before each number: `r1c2`, `x0y1z2`.
    Lettered(Vec<String>),
    /// A sign between numbers, after a common beginning: `1,2`, `0_7`, `p0,1`.
    Separated { prefix: String, sign: char, count: usize },
    /// Numbers in brackets, with the texts around them: `(0,3)`, `cell[0][3]`.
    Bracketed { texts: Vec<String> },
    /// A digit or letter for each coordinate, after a common sign: `17`, `0a`, `_012`, `p000`; or a
    /// digit for each after a common beginning of several signs: `cell17`.
    Characters { prefix: String, count: usize },
    /// The letters of a column and the number of a row, as on a chessboard or in a spreadsheet:
    /// `a1`, `ab12`. Capital letters are a board of their own.
    Chess { is_upper: bool },
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
        for (index, axis) in self.scheme.axes(self.parts.len()).into_iter().enumerate() {
            coordinates[axis] = self.number(index)?;
        }
        if self.is_chess() {
            // Row 1 is at the bottom.
            coordinates[1] = -coordinates[1];
        }
        Some(coordinates)
    }

    /// The number that a part means. `None` if it is too large.
    pub(super) fn number(&self, index: usize) -> Option<i64> {
        let part = self.parts[index];
        if self.is_chess() && index == 0 { column(part) } else { number(part) }
    }

    fn is_chess(&self) -> bool {
        matches!(self.scheme, Scheme::Chess { .. })
    }

    /// Whether a part is written in digits, perhaps after a minus sign.
    pub(super) fn has_digits(&self, index: usize) -> bool {
        self.parts[index].ends_with(|c: char| c.is_ascii_digit())
    }

    /// Whether a part has a minus sign.
    pub(super) fn has_minus(&self, index: usize) -> bool {
        self.parts[index].starts_with('-')
    }

    /// The error for a coordinate of this name that is too large, if there is one.
    pub(super) fn too_large(&self, item: &str) -> Option<TilingError> {
        let axes = self.scheme.axes(self.parts.len());
        let (index, axis) =
            axes.into_iter().enumerate().find(|(index, _)| self.number(*index).is_none())?;
        let group = ["layer", "row", "column"][axis];
        Some(TilingError::NotANumber {
            item: item.to_owned(),
            group,
            text: self.parts[index].to_owned(),
        })
    }
}

impl Scheme {
    /// Whether the numbers of a name have letters or signs between them, so that it can hardly mean
    /// anything else than a cell.
    pub(super) fn is_explicit(&self) -> bool {
        matches!(self, Self::Lettered(_) | Self::Separated { .. } | Self::Bracketed { .. })
    }

    /// For each of a number of coordinates, its index in [`Coordinates`].
    fn axes(&self, count: usize) -> Vec<usize> {
        match self {
            Self::Lettered(letters) => lettered_axes(letters),
            Self::Chess { .. } => vec![2, 1],
            _ => (3 - count..3).collect(),
        }
    }
}

/// All readings of a name. Those with [letters or signs](Scheme::is_explicit) may have a number
/// that is too large.
pub(super) fn readings(name: &str) -> Vec<Reading<'_>> {
    let (plain, with_minus) = (runs(name, false), runs(name, true));
    let mut found: Vec<_> = [
        lettered(&with_minus),
        separated(&plain),
        separated(&with_minus),
        bracketed(name),
        characters(name),
        digits_after_word(name),
        chess(&plain),
        last(name),
        last_with_minus(name),
    ]
    .into_iter()
    .flatten()
    .collect();
    found.dedup();
    let is_kept =
        |reading: &Reading<'_>| reading.scheme.is_explicit() || reading.coordinates().is_some();
    found.retain(is_kept);
    found
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Run<'a> {
    Letters(&'a str),
    Digits(&'a str),
    Sign(char),
}

/// A name as letters, digits, and single other characters. A minus sign before digits belongs to
/// them at the beginning and after another character, and, where the caller says so, after letters.
fn runs(name: &str, has_minus_after_letters: bool) -> Vec<Run<'_>> {
    let mut runs = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let can_be_minus = match runs.last() {
            None | Some(Run::Sign(_)) => true,
            Some(Run::Letters(_)) => has_minus_after_letters,
            Some(Run::Digits(_)) => false,
        };
        let unsigned = rest.strip_prefix('-').filter(|_| can_be_minus).unwrap_or(rest);
        let is_number = unsigned.starts_with(|c: char| c.is_ascii_digit());
        let length = if is_number {
            let digits = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
            rest.len() - unsigned.len() + digits
        } else {
            rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())
        };
        let (run, after) = rest.split_at(length.max(first.len_utf8()));
        runs.push(match first {
            _ if is_number => Run::Digits(run),
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

/// The numbers after the first opening bracket of a name that ends with a closing one.
fn bracketed(name: &str) -> Option<Reading<'_>> {
    let (prefix, rest) = name.split_at(name.find(['(', '['])? + 1);
    let (mut texts, mut parts) = (vec![prefix.to_owned()], Vec::new());
    for run in runs(rest, false) {
        match run {
            Run::Digits(part) if texts.len() > parts.len() => {
                parts.push(part);
            }
            Run::Sign(sign) if ",;_()[]".contains(sign) && !parts.is_empty() => {
                if texts.len() == parts.len() {
                    texts.push(String::new());
                }
                texts.last_mut()?.push(sign);
            }
            _ => return None,
        }
    }
    let is_closed = name.ends_with([')', ']']) && texts.len() == parts.len() + 1;
    let fits = is_closed && (2..=3).contains(&parts.len());
    fits.then(|| Reading::new(Scheme::Bracketed { texts }, parts))
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

/// Two or three digits after a beginning of several signs without digits.
fn digits_after_word(name: &str) -> Option<Reading<'_>> {
    let (prefix, digits) = name.split_at(name.find(|c: char| c.is_ascii_digit())?);
    let count = digits.len();
    let fits = prefix.chars().count() > 1
        && (2..=3).contains(&count)
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    fits.then(|| {
        let parts = (0..count).map(|index| &digits[index..=index]).collect();
        Reading::new(Scheme::Characters { prefix: prefix.to_owned(), count }, parts)
    })
}

fn chess<'a>(runs: &[Run<'a>]) -> Option<Reading<'a>> {
    match *runs {
        [Run::Letters(column), Run::Digits(row)] => {
            let is_upper = column.bytes().all(|byte| byte.is_ascii_uppercase());
            let is_lower = column.bytes().all(|byte| byte.is_ascii_lowercase());
            let scheme = Scheme::Chess { is_upper };
            (is_upper || is_lower).then(|| Reading::new(scheme, vec![column, row]))
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

/// The number at the end of a name with the minus sign before it.
fn last_with_minus(name: &str) -> Option<Reading<'_>> {
    let before = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let prefix = before.strip_suffix('-').filter(|_| before.len() < name.len())?;
    let is_minus = !prefix.ends_with(|c: char| c.is_ascii_digit());
    let scheme = Scheme::Number { prefix: prefix.to_owned() };
    is_minus.then(|| Reading::new(scheme, vec![&name[prefix.len()..]]))
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
            ("r-1c2", [0, -1, 2]),
            ("x0y-3", [0, -3, 0]),
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
            ("-1,0", [0, -1, 0]),
            ("0--2", [0, 0, -2]),
            ("p,-1,0", [0, -1, 0]),
        ] {
            assert_eq!(read(name, separated), Some(coordinates), "{name}");
        }
        let bracketed = |scheme: &Scheme| matches!(scheme, Scheme::Bracketed { .. });
        for (name, coordinates) in [
            ("(0,3)", [0, 0, 3]),
            ("(0,_3)", [0, 0, 3]),
            ("cell[0][3]", [0, 0, 3]),
            ("c1(2,-3,4)", [2, -3, 4]),
        ] {
            assert_eq!(read(name, bracketed), Some(coordinates), "{name}");
        }
        for name in ["(0,3", "(3)", "f({0,3})", "(0,3)x", "(1,2,3,4)", "(,1,2)", "(1x2)"] {
            assert_eq!(read(name, bracketed), None, "{name}");
        }
        let characters = |scheme: &Scheme| matches!(scheme, Scheme::Characters { .. });
        for (name, coordinates) in [
            ("17", [0, 1, 7]),
            ("0a", [0, 0, 10]),
            ("123", [1, 2, 3]),
            ("_012", [0, 1, 2]),
            ("p12", [0, 1, 2]),
            ("cell12", [0, 1, 2]),
            ("cell_123", [1, 2, 3]),
        ] {
            assert_eq!(read(name, characters), Some(coordinates), "{name}");
        }
        let chess = |scheme: &Scheme| matches!(scheme, Scheme::Chess { .. });
        for (name, coordinates) in
            [("b3", [0, -3, 11]), ("Z1", [0, -1, 35]), ("aa1", [0, -1, 36]), ("ab2", [0, -2, 37])]
        {
            assert_eq!(read(name, chess), Some(coordinates), "{name}");
        }
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
