//! [`CellPattern`]: a regular expression of the caller that finds the coordinates in names.

use super::coordinates::{Coordinates, number};
use super::error::TilingError;
use regex_lite::Regex;
use std::fmt;
use std::str::FromStr;

/// The names of groups, with the index of the coordinate, in the order of groups without a name.
const GROUPS: [(&str, usize); 3] = [("row", 1), ("column", 2), ("layer", 0)];

/// A regular expression that finds the coordinates of a cell in the whole name of an item. Its
/// groups are named `row`, `column` and `layer`, or come in that order. A group that does not match
/// is 0. Names that it does not match are no cells.
///
/// ```
/// use quadrille::Problem;
/// use quadrille_pictures::{CellPattern, Tiling};
///
/// let problem: Problem = "x7y1 x7y2 | seven\nx7y1 x7y2 seven".parse()?;
/// let pattern: CellPattern = r"x(?<column>\d+)y(?<row>\d+)".parse()?;
/// let tiling = Tiling::with_pattern(&problem, &pattern)?;
/// assert_eq!((tiling.rows(), tiling.columns()), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CellPattern {
    regex: Regex,
    /// For each of [`GROUPS`], the number of the group.
    groups: [Option<usize>; 3],
}

impl CellPattern {
    /// The coordinates in a name, or `None` if it is not the name of a cell.
    ///
    /// # Errors
    /// If a group matched neither a number nor a letter.
    pub(super) fn coordinates(&self, name: &str) -> Result<Option<Coordinates>, TilingError> {
        let Some(found) = self.regex.captures(name) else { return Ok(None) };
        let mut coordinates = [0; 3];
        for ((group, axis), index) in GROUPS.into_iter().zip(self.groups) {
            if let Some(text) = index.and_then(|index| found.get(index)) {
                let text = text.as_str();
                coordinates[axis] = number(text).ok_or_else(|| {
                    let (item, text) = (name.to_owned(), text.to_owned());
                    TilingError::NotANumber { item, group, text }
                })?;
            }
        }
        Ok(Some(coordinates))
    }
}

impl FromStr for CellPattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let syntax = |error: regex_lite::Error| PatternError::Syntax { reason: error.to_string() };
        // The expression alone must be valid: parentheses that only match those below are not.
        Regex::new(text).map_err(syntax)?;
        // A comment at the end of a verbose expression ends at a line break.
        let whole = |end: &str| Regex::new(&format!("^(?:{text}{end})$"));
        let regex = whole("").or_else(|_| whole("\n")).map_err(syntax)?;
        let names: Vec<_> = regex.capture_names().collect();
        let is_known = |name: &str| GROUPS.iter().any(|(group, _)| *group == name);
        if let Some(group) = names.iter().flatten().find(|name| !is_known(name)) {
            return Err(PatternError::UnknownGroup { group: (*group).to_owned() });
        }
        let is_named = names.iter().any(Option::is_some);
        let numbered = |index: usize| Some(index).filter(|index| *index < names.len());
        let groups = [0, 1, 2].map(|index| match is_named {
            true => names.iter().position(|name| *name == Some(GROUPS[index].0)),
            false => numbered(index + 1),
        });
        match names.len() - 1 {
            0 => Err(PatternError::NoGroups),
            found if found > 3 && !is_named => Err(PatternError::ManyGroups { found }),
            _ => Ok(Self { regex, groups }),
        }
    }
}

/// The error for a regular expression that can't name cells.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PatternError {
    /// It is not a regular expression.
    Syntax {
        /// The reason, from the engine for regular expressions.
        reason: String,
    },
    /// It has no groups.
    NoGroups,
    /// It has more than three groups, and none has a name.
    ManyGroups {
        /// The number of groups.
        found: usize,
    },
    /// A group has a name that is no coordinate.
    UnknownGroup {
        /// The name.
        group: String,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EXPECTED: &str = "expected groups for row, column and layer, as in \
                                (?<row>\\d+),(?<column>\\d+)";
        match self {
            Self::Syntax { reason } => write!(f, "not a regular expression: {reason}"),
            Self::NoGroups => write!(f, "the pattern has no group: {EXPECTED}"),
            Self::ManyGroups { found } => write!(f, "the pattern has {found} groups: {EXPECTED}"),
            Self::UnknownGroup { group } => {
                write!(f, "the group `{group}` is unknown: {EXPECTED}")
            }
        }
    }
}

impl std::error::Error for PatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pattern: &str, name: &str) -> Result<Option<Coordinates>, String> {
        let pattern: CellPattern = pattern.parse().unwrap();
        pattern.coordinates(name).map_err(|error| error.to_string())
    }

    #[test]
    fn groups_are_named_or_in_order() {
        let named = r"(?<row>\d+)_(?<column>\d+)(_(?<layer>\d+))?";
        assert_eq!(read(named, "1_2"), Ok(Some([0, 1, 2])));
        assert_eq!(read(named, "1_2_3"), Ok(Some([3, 1, 2])));
        assert_eq!(read(named, "x1_2"), Ok(None));
        assert_eq!(read(r"(\d)(\d)(\d)?", "123"), Ok(Some([3, 1, 2])));
        assert_eq!(read(r"(\d)(\d)(\d)?", "12"), Ok(Some([0, 1, 2])));
        assert_eq!(read(r"p(.)|q(.)", "qa"), Ok(Some([0, 0, 10])));
        let error = read(r"(.*),(.*)", "1,two").unwrap_err();
        assert_eq!(
            error,
            "item `1,two`: the column is `two`: expected a number below 2^32 or a letter"
        );
    }

    #[test]
    fn bad_patterns_are_refused() {
        let error = |text: &str| text.parse::<CellPattern>().unwrap_err();
        assert!(matches!(error("("), PatternError::Syntax { .. }));
        assert!(matches!(error(")(a"), PatternError::Syntax { .. }));
        assert_eq!(error("a"), PatternError::NoGroups);
        assert_eq!(error("(a)(b)(c)(d)"), PatternError::ManyGroups { found: 4 });
        assert_eq!(error("(?<z>a)"), PatternError::UnknownGroup { group: "z".to_owned() });
    }
}
