//! [`PuzzleSolution`]: whether a puzzle has no solution, one, or several.

use super::grid::Grid;

/// The solution of a puzzle, if it is unique; otherwise, why it is not.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PuzzleSolution {
    /// The puzzle has no solution.
    None,
    /// The puzzle has exactly one solution.
    Unique(Grid),
    /// The puzzle has at least these two solutions.
    Multiple([Grid; 2]),
}

impl PuzzleSolution {
    /// The result of a search for two solutions that has found these.
    pub(super) fn from_first_two(mut found: Vec<Grid>) -> Self {
        match (found.pop(), found.pop()) {
            (Some(second), Some(first)) => Self::Multiple([first, second]),
            (Some(only), None) => Self::Unique(only),
            (None, _) => Self::None,
        }
    }

    /// The first solution, if there is any.
    #[must_use]
    pub fn first(&self) -> Option<&Grid> {
        match self {
            Self::None => None,
            Self::Unique(grid) | Self::Multiple([grid, _]) => Some(grid),
        }
    }

    /// The first solution, if there is any.
    #[must_use]
    pub fn into_first(self) -> Option<Grid> {
        match self {
            Self::None => None,
            Self::Unique(grid) | Self::Multiple([grid, _]) => Some(grid),
        }
    }

    /// Returns whether there is exactly one solution.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        matches!(self, Self::Unique(_))
    }
}
