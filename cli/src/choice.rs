//! The engine of each answer, and the reason for its choice: for `--stats` and for `bench`.

use super::json;
use quadrille::engine::{EngineChoice, EngineReason};
use quadrille::search::CountStrategy;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::fmt;

/// The algorithm that answered a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Engine(EngineChoice),
    /// A count with a memo, or a diagram.
    Memo(CountStrategy),
    /// The 9x9 solver, and whether the user asked for it.
    Lanes {
        asked: bool,
    },
    /// The search for the cheapest solutions.
    Best,
    /// The classification of partial solutions up to symmetry.
    Classification,
    /// None: clues that clash have no solution.
    Clash,
}

impl Choice {
    /// The name of the engine, if there was one.
    pub(super) fn engine(self) -> Option<&'static str> {
        match self {
            Self::Engine(chosen) => Some(chosen.engine.name()),
            Self::Memo(way) => Some(way.engine.map_or(way.method.name(), |engine| engine.name())),
            Self::Lanes { .. } => Some("lanes"),
            Self::Best => Some("cheapest"),
            Self::Classification => Some("classification"),
            Self::Clash => None,
        }
    }

    /// The reason, a sentence without a full stop.
    pub(super) fn why(self) -> String {
        match self {
            Self::Engine(chosen) => chosen.why.to_string(),
            Self::Memo(way) => way.why.to_string(),
            Self::Lanes { asked: true } => EngineReason::Asked.to_string(),
            Self::Lanes { asked: false } => "grids are 9x9".to_owned(),
            Self::Best => "options have costs".to_owned(),
            Self::Classification => "partial solutions are compared up to symmetry".to_owned(),
            Self::Clash => "clues clash".to_owned(),
        }
    }
}

/// As `bits: options conflict with many others`.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.engine().unwrap_or("none"), self.why())
    }
}

/// Its name, which is `null` if there was no engine, and the reason.
impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Choice", 2)?;
        object.serialize_field("engine", &self.engine())?;
        object.serialize_field("why", &self.why())?;
        object.end()
    }
}

/// The number of problems that each choice answered, in the order of their first problems.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Choices(Vec<Chosen>);

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct Chosen {
    #[serde(flatten)]
    choice: Choice,
    problems: u64,
}

impl Choices {
    pub(super) fn add(&mut self, choice: Choice) {
        self.add_several(choice, 1);
    }

    fn add_several(&mut self, choice: Choice, problems: u64) {
        match self.0.iter_mut().find(|known| known.choice == choice) {
            Some(known) => known.problems += problems,
            None => self.0.push(Chosen { choice, problems }),
        }
    }

    /// Adds the choices of later problems.
    pub(super) fn add_all(&mut self, others: &Self) {
        others.iter().for_each(|(choice, problems)| self.add_several(choice, problems));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Choice, u64)> {
        self.0.iter().map(|chosen| (chosen.choice, chosen.problems))
    }

    /// Writes a JSON array: engine, reason, and number of problems.
    pub(super) fn write(&self, out: &mut String) {
        json::push(out, self);
    }

    pub(super) fn problems(&self) -> u64 {
        self.0.iter().map(|chosen| chosen.problems).sum()
    }
}
