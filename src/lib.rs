//! Exact cover with dancing links, and Sudoku as the exact cover that everybody knows.
//!
//! An *exact cover problem* is a list of items and a list of options, each option a set of items. A solution is
//! a choice of options in which every item occurs exactly once:
//!
//! ```
//! use quadrille::{Problem, Solver};
//!
//! // Seven items, six options: the example of Knuth's "Dancing Links" (2000).
//! let problem: Problem = "a b c d e f g
//!     c e f
//!     a d g
//!     b c f
//!     a d
//!     b g
//!     d e g".parse()?;
//!
//! let mut solver = Solver::new(&problem)?;
//! let solution = solver.first()?.expect("there is one");
//! solution.verify(&problem)?;
//!
//! // The first, the fourth and the fifth option.
//! let options: Vec<_> = solution.options().iter().map(|option| option.index()).collect();
//! assert_eq!(options, [0, 3, 4]);
//! assert_eq!(solver.count().solutions, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Such items are *primary*. *Secondary* items need not occur, and may occur several times if all options
//! that have them agree on a colour. Queens attack along diagonals that may be empty: secondary items.
//! Letters of crossing words agree: colours. And a primary item may have [`Bounds`] and be covered other than once: at
//! most two stones on a line. Options may have costs, and then some solutions are the cheapest.
//!
//! # The rooms
//!
//! There is one noun, [`Problem`], made by a [`ProblemBuilder`] or read from Knuth's text format by [`dlx`].
//! There is one verb object, [`Solver`]: it runs an [`Engine`] over a problem and yields [`Solution`]s, a
//! [`Count`], whether there is just one ([`Uniqueness`]), or a [`StopReason`]. Engines differ in speed and in
//! what they take; they never differ in what they answer. [`Cheapest`] is a search of its own, for the solutions
//! that cost least, and [`Estimator`] tells how large a search would be before it is begun. A [`Job`] is a search that can
//! be put aside, written down, and taken up again, and [`Splitter`] cuts a search into shards, for as many computers as
//! there are. [`Solution::verify`] checks
//! any solution from the definition. [`sudoku`] translates grids to problems and solutions back to grids, and reads all
//! the formats in which grids are passed around. [`compat`] is another road to the same answers: five documents on
//! solving Sudoku, re-enacted, which see nothing of all this.
//!
//! Before it searches, a solver looks at a problem for options that are in no solution: a [`Reduction`], which can be
//! had by itself. [`Reduce`] says how far that goes.
//!
//! What everything means at its edges (no items, equal options, clashing clues) is written in `DESIGN.md`, and
//! held by `tests/suite.rs` against every engine.
//!
//! # Features
//!
//! `cli`, on by default, is the command-line program and its dependencies; it brings `diagram` along. The library
//! alone, `default-features = false`, depends on `fixedbitset` only.
//!
//! `diagram` is `Counter`, which counts solutions that are too many to be visited, and the module `diagram`: all
//! solutions of a problem as a decision diagram, which counts, samples and ranks them without listing them. Counts are
//! big integers, of the crate `num-bigint`, and randomness comes in by the trait of `rand`.

pub mod compat;
mod cover;
#[cfg(feature = "diagram")]
pub mod diagram;
mod ids;
mod place;
mod problem;
mod search;
mod solution;
pub mod sudoku;

pub use cover::{Chosen, Engine, UnknownEngine, Unsupported, UnsupportedReason, Why};
pub use ids::{Color, ItemId, OptionId};
pub use place::Place;
pub use problem::{
    Bounds, BuildError, BuildErrorKind, Entry, Features, Problem, ProblemBuilder, Reduction, dlx,
};
#[cfg(feature = "diagram")]
pub use search::{BigCount, Counter, CounterStats, Method, UnknownMethod, Way, WayWhy};
pub use search::{
    CancelToken, Cheapest, Count, Estimate, Estimator, GivenError, Job, Left, Preparation,
    Progress, Ranking, Reduce, ResumeError, Section, Shard, Solutions, Solver, Splitter, Stats,
    StopReason, Uniqueness,
};
pub use solution::{Priced, Solution, VerifyError};

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
