//! What `--engine` names: an engine of exact covers, or the lanes, which know Sudoku alone.

use quadrille::{Engine, UnknownEngine};
use std::fmt;
use std::str::FromStr;

/// The choice of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EngineArg {
    /// An engine of exact covers. `auto` leaves to the lanes what they take.
    Cover(Engine),
    /// Sudoku of 9x9, sixteen at a time.
    Lanes,
}

impl EngineArg {
    pub(super) const AUTO: Self = Self::Cover(Engine::Auto);

    /// Every choice, with `auto` first.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let [auto, others @ ..] = Engine::ALL;
        [Self::Cover(auto), Self::Lanes].into_iter().chain(others.map(Self::Cover))
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cover(engine) => engine.name(),
            Self::Lanes => "lanes",
        }
    }

    /// Whether the lanes have what they take.
    pub(super) fn has_lanes(self) -> bool {
        matches!(self, Self::Cover(Engine::Auto) | Self::Lanes)
    }

    /// The engine for what the lanes don't take, if that may be answered without them.
    pub(super) fn cover(self) -> Option<Engine> {
        match self {
            Self::Cover(engine) => Some(engine),
            Self::Lanes => None,
        }
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
            name => name.parse().map(Self::Cover),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_parsed_from_its_name() {
        assert_eq!(EngineArg::all().next(), Some(EngineArg::AUTO));
        assert_eq!(EngineArg::all().count(), Engine::ALL.len() + 1);
        for choice in EngineArg::all() {
            assert_eq!(choice.to_string().parse(), Ok(choice));
        }
        assert_eq!("lane".parse::<EngineArg>(), Err(UnknownEngine));
    }
}
