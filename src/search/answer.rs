//! What a run comes to: [`Count`], [`Uniqueness`], and what it took, [`Stats`] and [`SetupTime`].

use super::limits::StopReason;
use crate::engine::Work;
use std::fmt;
use std::time::Duration;

/// How many solutions were found, and whether these are all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Count {
    /// The number of solutions that were found.
    pub solutions: u64,
    /// The reason why the count ended.
    pub stop: StopReason,
}

impl Count {
    /// Whether there are no more solutions than those counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop == StopReason::Exhausted
    }
}

/// The number, with `>=` in front if there may be more.
impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_complete() { "" } else { ">=" };
        write!(f, "{more}{}", self.solutions)
    }
}

/// Whether a problem has no solution, one, or more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Uniqueness {
    /// There is no solution.
    None,
    /// There is just one solution.
    Unique,
    /// There are at least two solutions.
    Multiple,
}

/// One word: `none`, `unique` or `multiple`.
impl fmt::Display for Uniqueness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
        })
    }
}

/// The work of a run, in numbers that depend on the problem and the engine and not on the computer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Stats {
    /// Nodes of the search tree: its root, and every option that was tried.
    pub nodes: u64,
    /// Changes of the engine's structure that had to be undone later; 0 of a count with a memo and
    /// of a diagram.
    pub updates: u64,
}

impl From<Work> for Stats {
    fn from(Work { nodes, updates }: Work) -> Self {
        Self { nodes, updates }
    }
}

/// What a [`Solver`](crate::Solver) spent before its searches, all of them together. The times are
/// those of a clock on the wall.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SetupTime {
    /// To find out what can be known without a search: the
    /// [`Reduction`](crate::problem::Reduction). It is next to nothing if nothing was looked for.
    pub reducing: Duration,
    /// To build the engine's structure.
    pub building: Duration,
    /// How often that was done.
    pub times: u64,
}

impl SetupTime {
    pub(super) fn add_building(&mut self, time: Duration) {
        self.building += time;
        self.times += 1;
    }
}
