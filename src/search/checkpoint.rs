//! [`Checkpoint`]: what is left of a search, to continue it later.

use super::assumptions::{AssumeError, Assumptions};
use super::frontier::Frontier;
#[cfg(feature = "diagram")]
use super::method::Method;
#[cfg(feature = "diagram")]
use super::order_checkpoint::OrderCheckpoint;
use super::subtree::{Position, PositionBuilder, Subtree};
use crate::engine::{Choice, Engine, Subproblem};
use crate::ids::ItemId;
use crate::problem::Problem;
use std::fmt;
use std::time::{Duration, Instant};

/// The most solutions and nodes that a checkpoint may have: a search adds to them without an
/// overflow.
const MOST: u64 = 1 << 63;

/// What is left of a search, and what it has found.
///
/// [`Solver::resume`](crate::Solver::resume) continues the search, in this process or in another
/// one, with any number of threads.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Checkpoint {
    /// The engine that was asked for. The order of solutions depends on it.
    pub engine: Engine,
    /// The parts that are left, in the order in which they are searched.
    pub open: Vec<OpenSubproblem>,
    /// The solutions that were counted or emitted.
    pub found: u64,
    /// The nodes that were searched.
    pub nodes: u64,
    /// The searches with a memo, of a `big_count`. Each counts all solutions, independently of
    /// `open` and of the others.
    #[cfg(feature = "diagram")]
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub orders: Vec<OrderCheckpoint>,
}

/// A part of a search that is left: the choices of a [`Subproblem`], relative to the part before
/// it.
///
/// The parts of a deep search have most of their choices in common. So a checkpoint takes memory
/// for its number of parts and the depth of the search, and not for their product.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct OpenSubproblem {
    /// The number of choices, from the first, that it shares with the part before it.
    pub shared: usize,
    /// The choices after these.
    pub choices: Vec<Choice>,
    /// Its share of the search tree, if the alternatives of each level have equal shares.
    pub weight: f64,
    /// The number of splits above it.
    pub depth: u32,
    /// Whether the parts that its search splits off are in the checkpoint, too.
    #[cfg_attr(feature = "serde", serde(rename = "split"))]
    pub is_split: bool,
    /// The number of its solutions that were emitted. They are the first ones that are found again.
    pub emitted: u64,
}

/// The reason why a search can't be resumed from a [`Checkpoint`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResumeError {
    /// The solver has another engine.
    OtherEngine {
        /// The engine of the checkpoint.
        engine: Engine,
    },
    /// The number of solutions or nodes is not possible.
    TooMany,
    /// The choices of a part are not possible together.
    Choices {
        /// The number of the part, from 1.
        number: usize,
        /// The reason.
        error: AssumeError,
    },
    /// A part has more choices in common with the part before it than that has, or it does not say
    /// so.
    Shared {
        /// The number of the part, from 1.
        number: usize,
    },
    /// The weight of a part is not from 0 to 1.
    Weight {
        /// The number of the part, from 1.
        number: usize,
    },
    /// A part may have solutions that parts before it have, too.
    Overlap {
        /// The number of the part, from 1.
        number: usize,
    },
    /// A method of a search with a memo occurs twice, or is not an order.
    #[cfg(feature = "diagram")]
    Order {
        /// The method.
        method: Method,
    },
    /// A frame of a search with a memo does not follow from those above it.
    #[cfg(feature = "diagram")]
    Frame {
        /// The order of the search.
        order: Method,
        /// The number of the frame, from 1.
        number: usize,
    },
    /// A search with a memo is of another problem, or was made with other assumptions or another
    /// presolve mode.
    #[cfg(feature = "diagram")]
    OtherProblem {
        /// The order of the search.
        order: Method,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherEngine { engine } => {
                write!(f, "the checkpoint is of a search with engine {engine}")
            }
            Self::TooMany => {
                write!(f, "the numbers of solutions and nodes must be at most 2^63 in all")
            }
            Self::Choices { number, error } => {
                write!(f, "subproblem {number} is not of this problem: {error}")
            }
            Self::Shared { number } => {
                write!(f, "subproblem {number} does not follow from the one before it")
            }
            Self::Weight { number } => {
                write!(f, "the weight of subproblem {number} is not from 0 to 1")
            }
            Self::Overlap { number } => {
                write!(f, "subproblem {number} overlaps with others")
            }
            #[cfg(feature = "diagram")]
            Self::Order { method } => {
                write!(f, "{method} occurs twice, or is not an order")
            }
            #[cfg(feature = "diagram")]
            Self::OtherProblem { order } => {
                write!(f, "the search by order {order} is of another problem or other settings")
            }
            #[cfg(feature = "diagram")]
            Self::Frame { order, number } => {
                write!(f, "frame {number} of order {order} does not follow from those above it")
            }
        }
    }
}

impl std::error::Error for ResumeError {}

impl Checkpoint {
    /// The checkpoint of a search with this engine and frontier.
    pub(super) fn new(engine: Engine, frontier: &Frontier) -> Self {
        let mut before = Position::default();
        let open = frontier.entries().map(|entry| {
            let Subtree { position, weight, depth, is_split } = &entry.subtree;
            let (shared, choices) = position.relative_to(&before);
            before = position.clone();
            let (weight, depth, is_split, emitted) = (*weight, *depth, *is_split, entry.emitted);
            OpenSubproblem { shared, choices, weight, depth, is_split, emitted }
        });
        let open = open.collect();
        let nodes = frontier.nodes_before + frontier.nodes;
        Self {
            engine,
            open,
            found: frontier.found,
            nodes,
            #[cfg(feature = "diagram")]
            orders: Vec::new(),
        }
    }

    /// Whether nothing is left.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        #[cfg(feature = "diagram")]
        if self.orders.iter().any(OrderCheckpoint::is_complete) {
            return true;
        }
        self.open.is_empty()
    }

    /// The share of the search that is done, from 0 to 1, as [`Progress`](crate::Progress) has it.
    #[must_use]
    pub fn share(&self) -> f64 {
        let left: f64 = self.open.iter().map(|open| open.weight).sum();
        let done = 1.0 - left;
        #[cfg(feature = "diagram")]
        let done = self.orders.iter().map(|order| order.share).fold(done, f64::max);
        done.clamp(0.0, 1.0)
    }

    /// The parts that are left, as assumptions.
    pub fn subproblems(&self) -> impl Iterator<Item = Subproblem> + '_ {
        let mut choices = Vec::new();
        self.open.iter().map(move |open| {
            choices.truncate(open.shared);
            choices.extend_from_slice(&open.choices);
            choices.iter().copied().collect()
        })
    }

    /// The frontier of a search of a problem below assumptions that continues here.
    pub(super) fn frontier(
        &self,
        problem: &Problem,
        assumptions: &Subproblem,
    ) -> Result<Frontier, ResumeError> {
        let emitted = self.open.iter().try_fold(0, |sum: u64, open| sum.checked_add(open.emitted));
        if emitted.is_none_or(|emitted| emitted > self.found)
            || self.found > MOST
            || self.nodes > MOST
        {
            return Err(ResumeError::TooMany);
        }
        let mut builder = PositionBuilder::default();
        let mut checker = Checker::new(problem, assumptions);
        let mut subtrees = Vec::with_capacity(self.open.len());
        for (index, open) in self.open.iter().enumerate() {
            checker.check(index, open, builder.choices())?;
            let &OpenSubproblem { weight, depth, is_split, emitted, .. } = open;
            let position = builder.push(open.shared, &open.choices);
            subtrees.push((Subtree { position, weight, depth, is_split }, emitted));
        }
        Ok(Frontier::new(subtrees, self.found, self.nodes))
    }
}

/// Checks that the parts of a checkpoint are possible, and that no two of them have a solution in
/// common. It can't find out whether a part is missing.
#[derive(Debug)]
struct Checker<'p> {
    problem: &'p Problem,
    assumptions: Assumptions,
    /// The number of options that are assumed for the whole search.
    base: usize,
    /// For each choice of the last part: the choices in its place, in this part and those before.
    seen: Vec<Siblings>,
    /// Whether the part before has been split.
    is_split: bool,
}

/// Choices after the same choices.
#[derive(Debug)]
struct Siblings {
    choices: Vec<Choice>,
    /// If options are included: items that all of them have, which are covered at most once.
    items: Vec<ItemId>,
}

impl Siblings {
    fn new(problem: &Problem, choice: Choice) -> Self {
        let once = |&item: &ItemId| problem.is_primary(item) && problem.bounds(item).high == 1;
        let items = problem.entries(choice.option()).iter().map(|entry| entry.item);
        Self { choices: vec![choice], items: items.filter(once).collect() }
    }

    /// Adds a choice. Returns whether it excludes all others.
    fn add(&mut self, problem: &Problem, choice: Choice) -> bool {
        let is_opposite = |other: Choice| other != choice && other.option() == choice.option();
        let is_alone = match (&self.choices[..], choice) {
            (&[other], _) if is_opposite(other) => true,
            (_, Choice::Exclude(_)) => false,
            (others, Choice::Include(option)) => {
                let entries = problem.entries(option);
                self.items.retain(|item| entries.iter().any(|entry| entry.item == *item));
                let is_included = |other: &Choice| other.included().is_some_and(|o| o != option);
                !self.items.is_empty() && others.iter().all(is_included)
            }
        };
        self.choices.push(choice);
        is_alone
    }
}

impl<'p> Checker<'p> {
    fn new(problem: &'p Problem, root: &Subproblem) -> Self {
        let mut assumptions = Assumptions::new(problem);
        let base = root.include.len() + root.exclude.len();
        // The solver has checked them.
        let _ = assumptions.assume(problem, root);
        Self { problem, assumptions, base, seen: Vec::new(), is_split: false }
    }

    /// Checks the next part, given all choices of the one before.
    fn check(
        &mut self,
        index: usize,
        open: &OpenSubproblem,
        before: &[Choice],
    ) -> Result<(), ResumeError> {
        let (number, problem) = (index + 1, self.problem);
        let OpenSubproblem { shared, choices, .. } = open;
        let is_next = match before.get(*shared) {
            // What was split off the part before it.
            None => *shared == before.len() && (index == 0 || self.is_split),
            Some(choice) => choices.first().is_some_and(|first| first != choice),
        };
        if !is_next {
            return Err(ResumeError::Shared { number });
        }
        if !(0.0..=1.0).contains(&open.weight) {
            return Err(ResumeError::Weight { number });
        }
        self.is_split = open.is_split;
        self.assumptions.truncate(problem, self.base + shared);
        for &choice in choices {
            let added = self.assumptions.add(problem, choice);
            added.map_err(|error| ResumeError::Choices { number, error })?;
        }
        self.seen.truncate(shared + 1);
        let mut choices = choices.iter().copied();
        if let (Some(siblings), true) = (self.seen.get_mut(*shared), index > 0)
            && let Some(first) = choices.next()
            && !siblings.add(problem, first)
        {
            return Err(ResumeError::Overlap { number });
        }
        self.seen.extend(choices.map(|choice| Siblings::new(problem, choice)));
        Ok(())
    }
}

/// A callback for checkpoints.
pub(super) struct CheckpointHook {
    pub(super) engine: Engine,
    every: Duration,
    call: Box<dyn FnMut(Checkpoint) + Send>,
    last: Instant,
}

impl CheckpointHook {
    pub(super) fn new(
        engine: Engine,
        every: Duration,
        call: impl FnMut(Checkpoint) + Send + 'static,
    ) -> Self {
        Self { engine, every, call: Box::new(call), last: Instant::now() }
    }

    /// Calls it, if it is time.
    pub(super) fn look(&mut self, checkpoint: impl FnOnce(Engine) -> Checkpoint) {
        if self.last.elapsed() >= self.every {
            (self.call)(checkpoint(self.engine));
            self.last = Instant::now();
        }
    }
}

impl fmt::Debug for CheckpointHook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CheckpointHook").field("every", &self.every).finish_non_exhaustive()
    }
}
