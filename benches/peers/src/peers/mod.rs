//! The solvers: a file for each crate.
//!
//! An adapter brings an instance into the shape that its crate wants, before the clock starts. What
//! it gives back is what is timed: to build the crate's structure, to search it, and to drop it.

mod dlx;
mod dlx_rs;
mod exact_cover;
mod exact_covers;
mod quadrille;
mod sudoku;
mod xcov;

#[cfg(test)]
mod tests;

use crate::cover::Cover;
use crate::instances::Task;
use crate::report::with_version;
use ::quadrille::Engine;
use quadrille_bench::{Benchmark, NoAnswer};

/// Counts the solutions of one cover, up to a limit.
pub type CountCover<'t> = Box<dyn Fn(u64) -> u64 + 't>;

/// Counts the solutions of all covers, or of all puzzles, of a task.
pub type Count<'t> = Box<dyn Fn() -> Vec<u64> + 't>;

/// A solver. It takes covers, or puzzles, or both.
pub trait Peer {
    /// The name of the crate.
    fn name(&self) -> &'static str;

    /// Which of our engines it is, if it is one of ours and not [`Engine::Auto`].
    fn engine(&self) -> Option<Engine> {
        None
    }

    /// Makes a cover ready to be counted; `None` if the solver does not take it.
    fn cover<'t>(&self, cover: &'t Cover) -> Option<CountCover<'t>> {
        let _ = cover;
        None
    }

    /// Makes ready to read lines of 81 signs, and to count the solutions of each up to 2; `None` if
    /// the solver is not made for that.
    fn lines<'t>(&self, lines: &'t str) -> Option<Count<'t>> {
        let _ = lines;
        None
    }
}

/// quadrille, then the others in the order of the alphabet.
#[must_use]
pub fn all() -> Vec<Box<dyn Peer>> {
    vec![
        Box::new(quadrille::Quadrille(Engine::Auto)),
        Box::new(dlx::Dlx),
        Box::new(dlx_rs::DlxRs),
        Box::new(exact_cover::ExactCover),
        Box::new(exact_covers::ExactCovers),
        Box::new(xcov::Xcov),
        Box::new(sudoku::Sudoku),
    ]
}

/// Each of our engines but [`Engine::Auto`], and but the oracle of the tests, which is not written
/// to be fast.
#[must_use]
pub fn engines() -> Vec<Box<dyn Peer>> {
    let chosen = Engine::ALL.into_iter().filter(|e| !matches!(e, Engine::Auto | Engine::Naive));
    chosen.map(|engine| -> Box<dyn Peer> { Box::new(quadrille::Quadrille(engine)) }).collect()
}

/// Makes a task ready for a solver; `None` if the solver does not take all of it.
#[must_use]
pub fn prepare<'t>(peer: &dyn Peer, task: &'t Task) -> Option<Count<'t>> {
    match task {
        Task::Covers { covers, limit } => {
            let counts: Option<Vec<_>> = covers.iter().map(|cover| peer.cover(cover)).collect();
            let (counts, limit) = (counts?, *limit);
            Some(Box::new(move || counts.iter().map(|count| count(limit)).collect()))
        }
        Task::Lines(lines) => peer.lines(lines),
    }
}

/// A solver on a task; [`NoAnswer::Unsupported`] if it does not take all of it.
#[must_use]
pub fn benchmark<'t>(peer: &dyn Peer, task: &'t Task) -> Benchmark<'t> {
    let name = peer.engine().map(|engine| format!("{} {engine}", peer.name()));
    let count = prepare(peer, task);
    Benchmark::new(name.unwrap_or_else(|| with_version(peer.name())), move |counts| {
        counts.extend(count.as_ref().ok_or(NoAnswer::Unsupported)?());
        Ok(())
    })
}

/// Calls until it is said that there is no more, or up to a limit; how often it was not.
fn count_while(limit: u64, mut next: impl FnMut() -> bool) -> u64 {
    let mut found = 0;
    while found < limit && next() {
        found += 1;
    }
    found
}
