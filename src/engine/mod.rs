//! How a problem is covered: the engines.
//!
//! An engine is a `SearchEngine` over integers. It is built from a [`Problem`], sees no names and no text, and
//! knows no clock, no thread and no limit but the budget that it is given; whatever runs it
//! ([`search`](crate::Solver)) makes iterators, limits and cancellation out of its few verbs, once for all
//! engines.
//!
//! Engines differ in speed and in the features that they take. They never differ in what they answer, and
//! `tests/suite.rs` holds each of them against `naive`.

mod adaptive;
mod bitset;
mod cursor;
mod dancing_cells;
mod dancing_links;
mod least_cost;
#[cfg(feature = "diagram")]
pub(crate) mod memo;
mod multiplicity;
mod naive;
pub(crate) mod path;
mod root_propagation;
mod select;
mod shape;
pub(crate) mod splitmix;
mod subproblem;
#[cfg(test)]
pub(crate) mod tests;
mod unchecked;

pub(crate) use cursor::{NodeInfo, SizeEstimate, TreeCursor, cursor};
pub(crate) use least_cost::LeastCost;
pub use path::Choice;
pub(crate) use path::Path;
pub use subproblem::Subproblem;

use crate::ids::OptionId;
use crate::problem::{Features, Problem, Reduction};
use dancing_cells::Rule;
use std::fmt;
use std::str::FromStr;

/// The choice of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Engine {
    /// The engine that suits the problem: [`Multiple`](Self::Multiple) if it has multiplicities,
    /// [`Bits`](Self::Bits) if its options conflict with many others, [`CellsWtd`](Self::CellsWtd) if not,
    /// [`Links`](Self::Links) if it is too large for either. Where solutions come easily, [`Bits`](Self::Bits) take over
    /// from [`CellsWtd`](Self::CellsWtd). [`Solver::chosen`](crate::Solver::chosen) returns which it was.
    #[default]
    Auto,
    /// Bits of machine words: an AND strikes out 64 options.
    Bits,
    /// Dancing links: Knuth's Algorithms X and C.
    Links,
    /// Dancing cells: the same algorithms over sparse sets, as in Knuth's SSXCC, which ask first for the items that have
    /// run dry most often: *weighted degrees*.
    CellsWtd,
    /// Dancing cells that ask first for the items whose options have failed most often: *failure rates*.
    CellsFrb,
    /// Sparse sets and bounds: items are covered as often as their multiplicities say, the problem of Knuth's
    /// Algorithm M.
    Multiple,
    /// Algorithm X over bit sets, written to be believed and not to be fast: the oracle of all tests.
    Naive,
}

impl Engine {
    /// Every engine, with `Auto` first.
    pub const ALL: [Self; 7] = [
        Self::Auto,
        Self::Bits,
        Self::Links,
        Self::CellsWtd,
        Self::CellsFrb,
        Self::Multiple,
        Self::Naive,
    ];

    /// The name by which the command line knows the engine.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Bits => "bits",
            Self::Links => "links",
            Self::CellsWtd => "cells-wtd",
            Self::CellsFrb => "cells-frb",
            Self::Multiple => "multiple",
            Self::Naive => "naive",
        }
    }

    /// What the engine can do: a problem that asks for more is refused. Costs change nothing for any of them.
    #[must_use]
    pub const fn features(self) -> Features {
        match self {
            Self::Bits | Self::Links | Self::CellsWtd | Self::CellsFrb => {
                Features { colors: true, multiplicities: false, costs: true }
            }
            Self::Auto | Self::Multiple | Self::Naive => {
                Features { colors: true, multiplicities: true, costs: true }
            }
        }
    }

    /// Whether the engine takes a problem.
    pub(crate) fn check(self, problem: &Problem) -> Result<(), Unsupported> {
        match self.missing(problem) {
            Some(reason) => Err(Unsupported { engine: self, reason }),
            None => Ok(()),
        }
    }

    /// The engine at work on a problem that it [takes](Self::check), of which something may be known: it must be
    /// true for whatever the machine will be given. The oracle takes the problem as it is.
    pub(crate) fn start(
        self,
        problem: &Problem,
        known: Option<&Reduction>,
    ) -> Box<dyn SearchEngine> {
        match self {
            Self::Auto => Box::new(adaptive::Adaptive::new(problem, known)),
            Self::Bits => bitset::start(problem, known),
            Self::Links => dancing_links::start(problem, known),
            Self::CellsWtd => dancing_cells::start(problem, Rule::Weights, known),
            Self::CellsFrb => dancing_cells::start(problem, Rule::Failures, known),
            Self::Multiple => Box::new(multiplicity::Multiple::new(problem, known)),
            Self::Naive => Box::new(naive::Naive::new(problem)),
        }
    }

    fn missing(self, problem: &Problem) -> Option<UnsupportedReason> {
        let (able, asked) = (self.features(), problem.features());
        if asked.multiplicities && !able.multiplicities {
            Some(UnsupportedReason::Multiplicities)
        } else if asked.colors && !able.colors {
            Some(UnsupportedReason::Colors)
        } else if self == Self::Naive && problem.options().len() > naive::MOST_OPTIONS {
            Some(UnsupportedReason::TooManyOptions { most: naive::MOST_OPTIONS })
        } else {
            None
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
        Self::ALL.into_iter().find(|engine| engine.name() == name).ok_or(UnknownEngine)
    }
}

/// There is no engine of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownEngine;

impl fmt::Display for UnknownEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = Engine::ALL.iter().map(|engine| engine.name()).collect();
        write!(f, "there is no such engine; there are {}", names.join(", "))
    }
}

impl std::error::Error for UnknownEngine {}

/// An engine can't take a problem: it would have to ignore a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported {
    engine: Engine,
    reason: UnsupportedReason,
}

impl Unsupported {
    /// The engine that was asked for.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// What it can't take.
    #[must_use]
    pub fn reason(&self) -> UnsupportedReason {
        self.reason
    }
}

/// What an engine can't take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// What an engine is: a search that can be driven a few nodes at a time.
///
/// A machine stands, at first and after a [`restart`](Self::restart), at the root of its search tree. Driven on
/// and on it visits every solution once, in an order that depends on the problem and on what is given alone.
pub(crate) trait SearchEngine: fmt::Debug + Send {
    /// Goes back to the root of a part of the problem. Its options have primary items; those included
    /// don't conflict, and none of them is excluded.
    fn restart(&mut self, root: &Subproblem);

    /// Searches on for at most about `budget` nodes: an engine may pass it by the untried alternatives of one
    /// level, and always makes progress.
    fn advance(&mut self, budget: u64) -> Outcome;

    /// After a solution: its options, those given among them, are appended.
    fn solution(&self, options: &mut Vec<OptionId>);

    /// The work done since the machine was built or restarted.
    fn work(&self) -> Work;

    /// Which engine is at work, where the machine has a choice.
    fn chosen(&self) -> Option<EngineChoice> {
        None
    }

    /// Writes the position of the engine, after [`restart`](Self::restart), a pause or a solution; what
    /// was in the path is dropped. Returns whether the engine has paths. A level at which choices don't
    /// exclude each other ends the path: what is below is one part.
    fn path(&self, path: &mut Path) -> bool {
        path.clear();
        false
    }

    /// Gives away the untried choices of the first levels of the path as it is now. The engine is
    /// exhausted when it has searched what it has kept. An engine without paths keeps everything.
    fn keep_below(&mut self, _levels: usize) {}
}

/// EngineReason [`SearchEngine::advance`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The machine stands at a solution; driven on, it looks for the next.
    Solution,
    /// There are no more solutions; driven on, it says so again.
    Exhausted,
    /// The budget is spent.
    Paused,
}

/// An engine that is at work, and why it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EngineChoice {
    /// The engine.
    pub engine: Engine,
    /// The reason.
    pub why: EngineReason,
}

/// EngineReason an engine is at work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EngineReason {
    /// It was asked for.
    Asked,
    /// No other engine takes multiplicities.
    Multiplicities,
    /// Options conflict with many others.
    Dense,
    /// Options conflict with few others.
    Sparse,
    /// There are many items, but few options.
    Narrow,
    /// There are many items, and many options.
    Wide,
    /// Solutions are many, and come easily.
    Many,
}

/// A sentence without its end, like `options conflict with few others`.
impl fmt::Display for EngineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Asked => "it was asked for",
            Self::Multiplicities => "no other engine takes multiplicities",
            Self::Dense => "options conflict with many others",
            Self::Sparse => "options conflict with few others",
            Self::Narrow => "there are many items, but few options",
            Self::Wide => "there are many items, and many options",
            Self::Many => "solutions are many",
        })
    }
}

/// Counters that depend on the problem and the engine, and not on the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Work {
    /// Nodes of the search tree: the root, and every option that was tried at a level.
    pub(crate) nodes: u64,
    /// Changes of the structure that are undone later; what one is, an engine says.
    pub(crate) updates: u64,
}
