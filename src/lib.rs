//! Exact cover with dancing links, and Sudoku as an exact cover.
//!
//! # Exact cover and dancing links
//!
//! An *exact cover problem* is a list of items and a list of options, each option a set of items. A
//! solution is a set of options that has every item exactly once. Packings, tilings, queens,
//! Sudoku, crosswords and timetables are exact covers.
//!
//! *Dancing links* (Knuth, "Dancing Links", 2000; TAOCP 7.2.2.1) find all solutions by
//! backtracking. The search chooses an item with the fewest options and tries each of them: it
//! removes the items of the option, and all options that have one of these items, and continues
//! with the smaller problem. Items and options are nodes of doubly linked lists. A removed node
//! keeps its own links, so that two assignments put it back on the way up: the links dance.
//!
//! Some items are *secondary*: they need not be covered, and several options may share one if all
//! give it the same *colour*. Queens share no diagonal, but a diagonal may be empty: secondary
//! items. Crossing words agree on a letter: colours. An item may have [`Bounds`] and be covered
//! other than once, and options may have costs.
//!
//! # Solve
//!
//! ```
//! use quadrille::{Problem, Solver};
//! // Seven items and six options: the example of Knuth's paper.
//! let problem: Problem = "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g".parse()?;
//! let solution = Solver::new(&problem).first()?.expect("the problem has a solution");
//! let options: Vec<_> = solution.options().iter().map(|option| option.index()).collect();
//! assert_eq!(options, [0, 3, 4]);
//! assert_eq!(solution.display(&problem).to_string(), "c e f\na d\nb g");
//! assert_eq!(solution.verify(&problem), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The text is Knuth's format, [`dlx`]. A [`ProblemBuilder`] builds a problem in a program:
//!
//! ```
//! use quadrille::{Bounds, ProblemBuilder};
//! let mut builder = ProblemBuilder::new();
//! let mow = builder.primary("mow")?;
//! let ann = builder.primary_bounded("ann", Bounds { low: 0, high: 2 })?;
//! let option = builder.option([mow, ann])?;
//! builder.cost(option, 20)?;
//! builder.label(option, "Ann mows the lawn")?;
//! assert_eq!(builder.build()?.label(option), Some("Ann mows the lawn"));
//! # Ok::<(), quadrille::BuildError>(())
//! ```
//!
//! # Count, enumerate, unique
//!
//! ```
//! use quadrille::{Problem, Solver, Uniqueness};
//! let problem: Problem = "a b c\na\nb c\na b\nc".parse()?;
//! let mut solver = Solver::new(&problem);
//! assert_eq!(solver.count().solutions, 2);
//! assert!(solver.solutions().all(|solution| solution.verify(&problem).is_ok()));
//! assert_eq!(solver.is_unique()?, Uniqueness::Multiple);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The order of solutions depends on the problem, its presolve mode and the engine alone. A run
//! ends with a [`StopReason`], so that a truncated result never looks complete.
//!
//! # Threads
//!
//! ```
//! use quadrille::{Problem, Solver};
//! use std::time::Duration;
//! let problem: Problem = "a b c\na\nb c\na b\nc".parse()?;
//! let mut solver = Solver::new(&problem).threads(2).timeout(Duration::from_secs(60));
//! assert_eq!(solver.count().solutions, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Threads change neither the count nor the order of solutions.
//!
//! # Checkpoints
//!
//! ```
//! # let problem: quadrille::Problem = "a b c\na b\nb c\na\nc\nb\n".parse()?;
//! use quadrille::Solver;
//! let mut solver = Solver::new(&problem).limit(1);
//! let mut found: Vec<_> = solver.solutions().collect();
//! let checkpoint = solver.checkpoint();
//! let mut solver = Solver::new(&problem);
//! solver.resume(&checkpoint)?;
//! found.extend(solver.solutions());
//! assert_eq!(found.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Checkpoint`] can be written to disk, and resumed with another number of threads.
//!
//! # Sudoku
//!
//! A Sudoku of 9x9 cells is an exact cover of 324 items with 729 options. An option is a digit in a
//! cell. It has four items: the cell, and the digit in the row, in the column and in the box. 16x16
//! cells make 4096 options over 1024 items; two diagonals add 18 items to a 9x9 grid, which makes
//! 342. Clues are options that are chosen in advance.
//!
//! ```
//! use quadrille::sudoku::{Encoding, Geometry, SudokuSolver, text};
//! let line = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
//! let encoding = Encoding::new(Geometry::of_size(9)?);
//! assert_eq!(encoding.problem().options().len(), 729);
//! assert_eq!(encoding.problem().items().len(), 324);
//! let solution = SudokuSolver::new(&encoding).solve(&text::parse(line)?.grid)?;
//! assert!(solution.first().is_some_and(|grid| grid.is_solution(encoding.geometry())));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The module [`sudoku`] reads all common formats of grids, and [`sudoku::simd9`] solves 9x9 grids
//! in bulk.
//!
//! # Engines
//!
//! Engines differ in speed and in the order of solutions, never in the set of solutions.
//! [`Engine::Auto`] chooses by the shape of the problem; [`Solver::chosen`] returns the choice and
//! its reason.
//!
//! | problem | engine | reason |
//! |---|---|---|
//! | bounds other than 1 | [`Multiple`](Engine::Multiple) | the fast engine that supports them |
//! | options conflict with many others | [`Bits`](Engine::Bits) | one AND removes 64 options |
//! | options conflict with few others | [`CellsWtd`](Engine::CellsWtd) | it learns which items fail |
//! | the same, but solutions are many | [`Bits`](Engine::Bits) | learning does not pay |
//! | too large for these | [`Links`](Engine::Links) | memory in proportion to the problem |
//! | 9x9 Sudoku in bulk | [`sudoku::simd9`] | sixteen grids in the lanes of vector registers |
//!
//! Before a search, a problem is presolved: options that are in no solution are removed
//! ([`Reduction`](problem::Reduction), [`PresolveMode`]).
//!
//! # More
//!
//! - [`Solver::best`]: the cheapest solutions. [`Solver::estimate`]: the size of a search before it
//!   begins. [`Solver::partition`]: a search in parts, for several computers.
//! - `Solver::big_count` and `Solver::diagram` (feature `diagram`): counts without visiting
//!   solutions, and all solutions as a decision diagram, which counts, samples and ranks them.
//! - [`sudoku`]: grids, formats, geometries, solving in bulk.
//! - [`trace`]: dancing links, step by step.
#![cfg_attr(
    feature = "compat",
    doc = "- [`compat`]: five documents on solving Sudoku, re-enacted without any engine."
)]
//!
//! `DESIGN.md` explains the algorithms and the architecture, and defines every edge case.
//!
//! # Features
//!
//! By default the library depends on `fixedbitset` only. The command-line program is the package
//! `quadrille-cli`.
//!
//! - `compat` (default): the module `compat`, which uses the standard library alone.
//! - `diagram`: big counts, and the module `diagram`. Counts are big integers of the crate
//!   `num-bigint`, and `rand` has the trait for sources of randomness. Both crates are re-exported,
//!   so that a caller need not depend on the same versions.
//! - `proof`: the module `proof`, proofs of answers and their checker. A proof names its problem by
//!   SHA-256 of the crate `sha2`.
//! - `generate`: random solution grids and puzzles of Sudoku, with the random numbers of the crate
//!   `rand`.
//! - `serde`: `Serialize` and `Deserialize` for what is written to disk or sent to other computers:
//!   problems, subproblems, checkpoints, solutions, grids, counts and other results. Big integers
//!   are texts of digits.

#![cfg_attr(docsrs, feature(doc_cfg))]

// Groups, counts and diagrams use all of it.
#[cfg_attr(not(feature = "diagram"), allow(dead_code, unused_imports))]
mod canonical;
#[cfg(feature = "compat")]
pub mod compat;
#[cfg(feature = "diagram")]
pub mod diagram;
#[cfg(all(feature = "diagram", feature = "serde"))]
mod digits;
pub mod engine;
mod ids;
pub mod location;
#[cfg(feature = "diagram")]
mod natural;
pub mod problem;
#[cfg(feature = "proof")]
pub mod proof;
pub mod search;
#[cfg(feature = "serde")]
mod serialization;
pub mod solution;
mod splitmix;
pub mod sudoku;
#[cfg(feature = "diagram")]
pub mod symmetry;
#[cfg(test)]
mod tests;
pub mod trace;

/// The crate of the big integers in results and arguments.
#[cfg(feature = "diagram")]
pub use num_bigint;
/// The crate with the traits for sources of randomness.
#[cfg(any(feature = "diagram", feature = "generate"))]
pub use rand;

pub use engine::{Engine, Subproblem};
pub use ids::{Color, ItemId, OptionId};
pub use problem::{Bounds, BuildError, Entry, Problem, ProblemBuilder, dlx};
pub use search::{
    BestSolutions, CancelToken, Checkpoint, Count, Estimate, PresolveMode, Probes, Progress,
    Solutions, Solver, Stats, StopReason, SymmetryStage, Uniqueness,
};
#[cfg(feature = "diagram")]
pub use search::{BigCount, CanonicalMode, ClassCount, Method, SymmetryMethod};
#[cfg(feature = "proof")]
pub use search::{NoLearnedProof, NoProof};
pub use solution::Solution;

/// The README's examples are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
