//! The argument `--engine`: an engine of exact covers, the lanes for Sudoku of 9x9, or the diagram,
//! which counts.

use quadrille::engine::UnknownEngine;
use quadrille::{Engine, Method};
use std::fmt;
use std::str::FromStr;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineArg {
    /// An engine of exact covers. `auto` includes the lanes.
    Cover(Engine),
    /// Sudoku of 9x9, sixteen at a time.
    Lanes,
    Diagram,
}

impl EngineArg {
    pub(super) const AUTO: Self = Self::Cover(Engine::Auto);

    /// Every choice, with `auto` first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let [auto, others @ ..] = Engine::ALL;
        let own = [Self::Cover(auto), Self::Lanes, Self::Diagram];
        own.into_iter().chain(others.map(Self::Cover))
    }

    /// Every choice that finds one solution after another.
    pub(super) fn searching() -> impl Iterator<Item = Self> {
        Self::all().filter(|&engine| engine != Self::Diagram)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cover(engine) => engine.name(),
            Self::Lanes => "lanes",
            Self::Diagram => "diagram",
        }
    }

    /// Whether the lanes answer the puzzles that they support.
    pub(super) fn has_lanes(self) -> bool {
        matches!(self, Self::Cover(Engine::Auto) | Self::Lanes)
    }

    /// The engine for problems that the lanes don't support; `None` if there is none.
    pub(super) fn cover(self) -> Option<Engine> {
        match self {
            Self::Cover(engine) => Some(engine),
            Self::Lanes | Self::Diagram => None,
        }
    }

    /// The method of counts with a memo.
    pub(super) fn method(self) -> Method {
        if self == Self::Diagram { Method::Diagram } else { Method::Auto }
    }
}

impl fmt::Display for EngineArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for EngineArg {
    type Err = UnknownEngine;

    fn from_str(name: &str) -> Result<Self, UnknownEngine> {
        match name {
            "lanes" => Ok(Self::Lanes),
            "diagram" => Ok(Self::Diagram),
            name => name.parse().map(Self::Cover),
        }
    }
}

/// A problem that the 9x9 solver does not support.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refused {
    /// A problem that is not a Sudoku.
    Cover,
    /// A grid of another size.
    Size(usize),
    /// A grid with other boxes or regions.
    Rules,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lanes = EngineArg::Lanes;
        write!(f, "engine `{lanes}` does not take ")?;
        match self {
            Self::Cover => write!(f, "exact covers")?,
            Self::Size(size) => write!(f, "grids of {size}x{size}")?,
            Self::Rules => write!(f, "other rules than those of the diagonals")?,
        }
        write!(f, ": expected a Sudoku of 9x9")
    }
}
