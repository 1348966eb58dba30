//! The settings of solvers.

use quadrille::{CancelToken, CanonicalMode, Method, PresolveMode, Solver};
use std::num::NonZeroUsize;
use std::sync::OnceLock;
use std::thread;

/// The most workers for many puzzles: one reading thread can't supply more.
pub(super) const MOST_WORKERS: usize = 32;

/// A number of threads, where 0 stands for the number of cores. Finding that number takes longer
/// than a small problem.
pub(super) fn number_of_threads(threads: usize) -> usize {
    static CORES: OnceLock<usize> = OnceLock::new();
    let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    if threads == 0 { *CORES.get_or_init(cores) } else { threads }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) method: Method,
    /// The memory that counts and diagrams may use, in bytes.
    pub(crate) memory: usize,
    pub(crate) canonical: CanonicalMode,
    /// The number of threads; 0 stands for the number of cores.
    pub(crate) threads: usize,
    pub(crate) reduce: PresolveMode,
    /// The nodes after which each search stops.
    pub(crate) nodes: Option<u64>,
}

/// The default of the library for [`Settings::memory`].
pub(super) const MEMORY: usize = 1 << 30;

impl Settings {
    /// The defaults of the library, with one thread.
    pub(crate) fn sequential() -> Self {
        let (method, reduce) = (Method::Auto, PresolveMode::Auto);
        let canonical = CanonicalMode::Auto;
        Self { method, memory: MEMORY, canonical, threads: 1, reduce, nodes: None }
    }

    pub(crate) fn solver(&self, solver: Solver, token: &CancelToken) -> Solver {
        let solver = solver.presolve(self.reduce).cancel_token(token.clone());
        let solver = solver.threads(self.threads);
        let solver = solver.method(self.method).memory(self.memory).canonical(self.canonical);
        match self.nodes {
            Some(nodes) => solver.node_limit(nodes),
            None => solver,
        }
    }
}
