//! How to count, and the counters of a run.

use crate::cli::progress::Teller;
use crate::cli::sudoku::{Encodings, LARGEST};
use quadrille::sudoku::{Encoding, GeometryError, Grid, PuzzleError};
use quadrille::{CancelToken, Counter, Method, Problem, Reduce, Solver};

/// What the arguments say of counting.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct Settings {
    pub(in crate::cli) method: Method,
    /// The bound of what is remembered, in bytes.
    pub(in crate::cli) memory: usize,
    pub(in crate::cli) threads: usize,
    pub(in crate::cli) reduce: Reduce,
    /// The nodes after which each search stops.
    pub(in crate::cli) nodes: Option<u64>,
}

/// The bound if nobody says otherwise, which is that of the library.
pub(super) const MEMORY: usize = 1 << 30;

impl Settings {
    /// Those of the library, but for these.
    pub(in crate::cli) fn new(method: Method, reduce: Reduce, threads: usize) -> Self {
        Self { method, memory: MEMORY, threads, reduce, nodes: None }
    }

    /// Those of the library, in one thread.
    pub(in crate::cli) fn alone() -> Self {
        Self::new(Method::Auto, Reduce::Auto, 1)
    }

    /// The same up to so many nodes of each search.
    pub(in crate::cli) fn within(self, nodes: Option<u64>) -> Self {
        Self { nodes, ..self }
    }

    /// The same for each of several who are at work at the same time: one thread, and a part of the memory.
    pub(in crate::cli) fn among(self, several: usize) -> Self {
        Self { memory: self.memory / several.max(1), threads: 1, ..self }
    }

    /// A counter that counts so.
    pub(in crate::cli) fn counter<'p>(
        &self,
        problem: &'p Problem,
        token: &CancelToken,
    ) -> Counter<'p> {
        let counter = Counter::new(problem).method(self.method).reduce(self.reduce);
        let counter = counter.cancel_token(token.clone()).memory(self.memory);
        match self.nodes {
            Some(nodes) => counter.node_limit(nodes),
            None => counter.threads(self.threads),
        }
    }

    /// A solver that keeps to this.
    pub(in crate::cli) fn solver<'p>(&self, solver: Solver<'p>, token: &CancelToken) -> Solver<'p> {
        let solver = solver.reduce(self.reduce).cancel_token(token.clone()).threads(self.threads);
        match self.nodes {
            Some(nodes) => solver.node_limit(nodes),
            None => solver,
        }
    }
}

/// The counters of all sizes of Sudoku that occur in a run, made when they are first needed.
#[derive(Debug)]
pub(in crate::cli) struct Counters<'e> {
    encodings: &'e Encodings,
    by_size: [Option<PuzzleCounter<'e>>; LARGEST + 1],
    settings: Settings,
    token: CancelToken,
    progress: Teller,
}

impl<'e> Counters<'e> {
    pub(in crate::cli) fn new(
        encodings: &'e Encodings,
        settings: Settings,
        token: CancelToken,
    ) -> Self {
        let (by_size, progress) = ([const { None }; LARGEST + 1], Teller::silent());
        Self { encodings, by_size, settings, token, progress }
    }

    /// The same, where it is told how far the counters come.
    pub(in crate::cli) fn with_progress(self, progress: Teller) -> Self {
        Self { progress, ..self }
    }

    pub(in crate::cli) fn of_size(
        &mut self,
        size: usize,
    ) -> Result<&mut PuzzleCounter<'e>, GeometryError> {
        let encoding = self.encodings.of_size(size)?;
        let counter = self.by_size.get_mut(size).ok_or(GeometryError::Size { size })?;
        Ok(counter.get_or_insert_with(|| {
            let counter = self.settings.counter(encoding.problem(), &self.token);
            PuzzleCounter { encoding, counter: self.progress.counter(counter, false) }
        }))
    }

    /// The counter of an exact cover.
    pub(in crate::cli) fn of_cover<'p>(&self, problem: &'p Problem) -> Counter<'p> {
        self.progress.counter(self.settings.counter(problem, &self.token), true)
    }
}

/// Counts for puzzles of one size, one after another.
#[derive(Debug)]
pub(in crate::cli) struct PuzzleCounter<'e> {
    encoding: &'e Encoding,
    counter: Counter<'e>,
}

impl<'e> PuzzleCounter<'e> {
    pub(in crate::cli) fn encoding(&self) -> &'e Encoding {
        self.encoding
    }

    /// Gives the clues of a puzzle to the counter.
    pub(in crate::cli) fn load(&mut self, puzzle: &Grid) -> Result<&mut Counter<'e>, PuzzleError> {
        let given = self.counter.give(&self.encoding.givens(puzzle)?);
        debug_assert!(given.is_ok(), "clues that don't clash are options that don't conflict");
        Ok(&mut self.counter)
    }
}
