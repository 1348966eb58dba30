//! [`Splitter`]: a search in parts that can be searched anywhere, in any order, and again if one is lost.

mod part;
mod size;

use super::given::{Given, GivenError};
use super::limits::{CancelToken, Limits, StopReason, limit_setters};
use super::reduce::PresolveMode;
use crate::engine::{Engine, cursor};
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::Problem;
use part::{Cut, Cutter};
use size::{Size, Sizes};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

/// Where there are enough parts, those that are larger than all would be if they were alike are cut as well; at most about so
/// many times as many as were asked for come of that.
const MOST: usize = 4;

/// A part of a search: all solutions that have these options, besides those that were given.
#[derive(Clone, Debug, PartialEq)]
pub struct Shard {
    options: Vec<OptionId>,
    expected: f64,
}

impl Shard {
    /// The options that all solutions of the part have, in the order in which they were chosen: to be
    /// [given](crate::Solver::give) behind those that were given to the [`Splitter`].
    #[must_use]
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// About how many nodes the search tree of the part has. It is the guess of one probe, and may be off by far.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.expected
    }
}

/// Cuts the search for all solutions of a problem into [shards](Shard), for as many computers as there are.
///
/// A shard is a list of options. No solution is in two shards, and each is in one: where the search has a choice, all
/// alternatives are options of an item that is covered once, so that they exclude each other, and one of them has to
/// be chosen. So counts of shards can be added, whoever counted what; and a shard that is searched again has the same
/// solutions again.
///
/// ```
/// use quadrille::{Problem, Solver, Splitter};
/// use std::num::NonZeroUsize;
///
/// let problem: Problem = "a b c\na\nb\nc\na b\nb c\na b c\n".parse()?;
/// let shards = Splitter::new(&problem).split(NonZeroUsize::new(2).unwrap())?;
/// assert!(shards.len() >= 2);
///
/// let mut solver = Solver::new(&problem)?;
/// let mut sum = 0;
/// for shard in &shards {
///     solver.give(shard.options())?;
///     sum += solver.count().solutions;
/// }
/// assert_eq!(sum, 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The largest part is cut first, as far as a probe of each tells which that is: at the first choice that its search has.
/// Where items have [multiplicities](crate::Bounds) there are choices whose alternatives do not exclude each other: a
/// part that begins with one stays whole.
///
/// To cut a tree at its large nodes and search the parts apart is what the cubes of "cube and conquer" are for
/// satisfiability (Heule, Kullmann, Wieringa and Biere 2011); the sizes are guessed as Knuth's "Estimating the
/// efficiency of backtrack programs" (1975) has it.
#[derive(Debug)]
pub struct Splitter {
    problem: Problem,
    reduce: PresolveMode,
    limits: Limits,
    given: Given,
}

impl Splitter {
    /// A splitter of a problem; it takes every one.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        let (reduce, limits) = (PresolveMode::default(), Limits::default());
        Self { problem: problem.clone(), reduce, limits, given: Given::new(problem) }
    }

    /// How much is found out of the problem before it is cut; without this, [`PresolveMode::Auto`], as with a
    /// [`Solver`](crate::Solver).
    #[must_use]
    pub fn reduce(mut self, reduce: PresolveMode) -> Self {
        self.reduce = reduce;
        self
    }

    limit_setters!();

    /// Cuts the search below these options, as [`Solver::give`](crate::Solver::give) would search it.
    ///
    /// # Errors
    /// As those of [`Solver::give`](crate::Solver::give). Then nothing is given.
    pub fn give(&mut self, options: &[OptionId]) -> Result<(), GivenError> {
        self.given.give(&self.problem, options)
    }

    /// The problem whose search is cut.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Cuts the search into at least so many shards, and up to about four times as many until none is expected to be larger
    /// than all would be if they were alike; into fewer, if there is nothing left that could be cut, but one at least.
    /// They come in the order of the tree, and are the same for the same problem and settings on every computer. Parts in
    /// which there is seen to be no solution are left out, unless all are.
    ///
    /// # Errors
    /// The reason, if it was stopped. A limit of nodes counts those that probes visit.
    pub fn split(&self, tasks: NonZeroUsize) -> Result<Vec<Shard>, StopReason> {
        let given = self.given.options();
        let reduction = self.reduce.problem(&self.problem, given);
        let known = reduction.as_ref();
        let engine =
            if self.problem.features().multiplicities { Engine::Multiple } else { Engine::Bits };
        let cutter = Cutter::new(engine.start(&self.problem, known), given);
        let sizes = Sizes::new(cursor(&self.problem, known), given, &self.limits);
        Tree::grow(cutter, sizes, tasks.get()).map(Tree::into_shards)
    }
}

/// A part of the tree: a leaf, or one that was cut.
#[derive(Debug)]
struct Part {
    options: Vec<OptionId>,
    expected: f64,
    /// Its parts, if it was cut.
    parts: Option<Vec<usize>>,
}

/// A part that may be cut. The greatest is the largest, and of equals the one that was made first.
#[derive(Debug)]
struct Candidate {
    expected: f64,
    part: usize,
}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.expected.total_cmp(&other.expected).then(other.part.cmp(&self.part))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Candidate {}

/// All parts, those that were cut among them; the first is the whole.
#[derive(Debug)]
struct Tree {
    parts: Vec<Part>,
    candidates: BinaryHeap<Candidate>,
    /// The parts that are not cut, and the sum of their sizes.
    leaves: usize,
    sum: f64,
}

impl Tree {
    /// Cuts the largest part, until there are enough.
    fn grow(mut cutter: Cutter, mut sizes: Sizes, tasks: usize) -> Result<Self, StopReason> {
        let mut tree =
            Self { parts: Vec::new(), candidates: BinaryHeap::new(), leaves: 0, sum: 0.0 };
        let whole = sizes.of(&[])?;
        tree.add(Vec::new(), whole.nodes);
        while let Some(largest) = tree.next(tasks) {
            let options = &tree.parts[largest.part].options;
            let Cut::Parts(parts) = cutter.cut(options) else { continue };
            tree.leaves -= 1;
            tree.sum -= largest.expected;
            let mut below = Vec::new();
            for options in parts {
                let Size { nodes, is_empty } = sizes.of(&options)?;
                if !is_empty {
                    below.push(tree.add(options, nodes));
                }
            }
            tree.parts[largest.part].parts = Some(below);
        }
        Ok(tree)
    }

    /// Takes out the part that is to be cut next, if any is.
    fn next(&mut self, tasks: usize) -> Option<Candidate> {
        let expected = self.candidates.peek()?.expected;
        let alike = self.sum / to_f64(to_u64(tasks));
        let is_large = expected > alike && self.leaves < tasks.saturating_mul(MOST);
        if self.leaves < tasks || is_large { self.candidates.pop() } else { None }
    }

    /// Adds a leaf. Says which part it is.
    fn add(&mut self, options: Vec<OptionId>, expected: f64) -> usize {
        let part = self.parts.len();
        self.parts.push(Part { options, expected, parts: None });
        self.candidates.push(Candidate { expected, part });
        self.leaves += 1;
        self.sum += expected;
        part
    }

    /// The leaves, in the order of the tree; the whole, if there are none.
    fn into_shards(mut self) -> Vec<Shard> {
        let (mut shards, mut stack) = (Vec::new(), vec![0]);
        while let Some(part) = stack.pop() {
            let Part { options, expected, parts } = &mut self.parts[part];
            match parts {
                Some(parts) => stack.extend(parts.iter().rev()),
                None => {
                    let (options, expected) = (std::mem::take(options), *expected);
                    shards.push(Shard { options, expected });
                }
            }
        }
        if shards.is_empty() {
            shards.push(Shard { options: Vec::new(), expected: self.parts[0].expected });
        }
        shards
    }
}
