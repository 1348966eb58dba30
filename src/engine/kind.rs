//! [`Engine`]: the names and features of the engines, and the reasons for a choice.

use crate::problem::Features;
use std::fmt;
use std::str::FromStr;

/// The choice of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Engine {
    /// The engine that suits the problem: [`Multiple`](Self::Multiple) if it has multiplicities,
    /// [`Bits`](Self::Bits) if its options conflict with many others, [`CellsWtd`](Self::CellsWtd)
    /// if not, [`Links`](Self::Links) if it is too large for either. If solutions are frequent,
    /// [`Bits`](Self::Bits) replaces [`CellsWtd`](Self::CellsWtd) during the search; if they are
    /// rare, [`Learning`](Self::Learning) takes turns with the chosen engine, and so does a search
    /// that remembers subproblems, as long as these repeat.
    /// [`Solver::chosen`](crate::Solver::chosen) returns the choice.
    #[default]
    Auto,
    /// Bit sets: one AND of machine words removes up to 64 options.
    Bits,
    /// Dancing links: Knuth's Algorithms X and C.
    Links,
    /// Dancing cells: the same algorithms over sparse sets, as in Knuth's SSXCC. It prefers the
    /// items that were wiped out most often: *weighted degrees*.
    CellsWtd,
    /// Dancing cells that prefer the items whose options have failed most often: *failure rates*.
    CellsFrb,
    /// Sparse sets and bounds, for items with multiplicities: the problem of Knuth's Algorithm M.
    Multiple,
    /// Conflict-driven clause learning, as in SAT solvers, with items as they are: for a first
    /// solution of large problems that have few.
    Learning,
    /// Algorithm X over bit sets, written for clarity instead of speed: the oracle of all tests.
    Naive,
}

impl Engine {
    /// Every engine, with `Auto` first.
    pub const ALL: [Self; 8] = [
        Self::Auto,
        Self::Bits,
        Self::Links,
        Self::CellsWtd,
        Self::CellsFrb,
        Self::Multiple,
        Self::Learning,
        Self::Naive,
    ];

    /// The name of the engine on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Bits => "bits",
            Self::Links => "links",
            Self::CellsWtd => "cells-wtd",
            Self::CellsFrb => "cells-frb",
            Self::Multiple => "multiple",
            Self::Learning => "learning",
            Self::Naive => "naive",
        }
    }

    /// The features that the engine supports; it refuses problems with others. All engines ignore
    /// costs.
    #[must_use]
    pub const fn features(self) -> Features {
        match self {
            Self::Bits | Self::Links | Self::CellsWtd | Self::CellsFrb => {
                Features { colors: true, multiplicities: false, costs: true }
            }
            Self::Auto | Self::Multiple | Self::Learning | Self::Naive => {
                Features { colors: true, multiplicities: true, costs: true }
            }
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Engine {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        let found = Self::ALL.into_iter().find(|engine| engine.name() == name);
        found.ok_or_else(|| UnknownEngine { name: name.to_owned() })
    }
}

/// The error for a name that is not that of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownEngine {
    name: String,
}

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Engine::ALL.iter().map(|engine| engine.name()).collect();
        write!(f, "unknown engine '{}': expected one of {}", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownEngine {}

/// The error for a problem with a feature that the engine does not support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Unsupported {
    pub(super) engine: Engine,
    pub(super) reason: UnsupportedReason,
}

impl Unsupported {
    /// The engine that was asked for.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The feature that the engine does not support.
    #[must_use]
    pub fn reason(&self) -> UnsupportedReason {
        self.reason
    }
}

/// The features that an engine can lack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum UnsupportedReason {
    /// Items that are to be covered other than exactly once.
    Multiplicities,
    /// Colours of secondary items.
    Colors,
    /// A structure that grows with the square of the number of options.
    TooManyOptions {
        /// The greatest number of options that the engine takes.
        most: usize,
    },
}

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.engine {
            Engine::Auto => write!(f, "no engine takes ")?,
            engine => write!(f, "engine `{engine}` does not take ")?,
        }
        match self.reason {
            UnsupportedReason::Multiplicities => {
                write!(f, "items that are to be covered other than exactly once")
            }
            UnsupportedReason::Colors => write!(f, "colours"),
            UnsupportedReason::TooManyOptions { most } => write!(f, "more than {most} options"),
        }
    }
}

impl std::error::Error for Unsupported {}

/// The engine that searches, and the reason for its choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct EngineChoice {
    /// The engine.
    pub engine: Engine,
    /// The reason.
    pub why: EngineReason,
}

/// The reason why an engine was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum EngineReason {
    /// The caller asked for it.
    Asked,
    /// Items have multiplicities.
    Multiplicities,
    /// Options conflict with many others.
    Dense,
    /// Options conflict with few others.
    Sparse,
    /// There are many items, but few options.
    Narrow,
    /// There are many items, and many options.
    Wide,
    /// Solutions are frequent.
    Many,
    /// Few solutions were found in the first nodes.
    Rare,
    /// A memo that took turns with the engine is listing solutions, or has ended the search.
    Repeats,
}

/// A sentence without its end, like `options conflict with few others`.
impl fmt::Display for EngineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Asked => "it was asked for",
            Self::Multiplicities => "items have multiplicities",
            Self::Dense => "options conflict with many others",
            Self::Sparse => "options conflict with few others",
            Self::Narrow => "there are many items, but few options",
            Self::Wide => "there are many items, and many options",
            Self::Many => "solutions are many",
            Self::Rare => "solutions are rare",
            Self::Repeats => "subproblems repeat, and a memo took turns with it",
        })
    }
}
