//! One count by several threads: a search is cut in pieces where somebody has nothing to do.
//!
//! One machine begins, as if it were alone. Whenever there are fewer pieces than threads, whoever is at work gives away
//! what is untried at the first level of its [`Path`](crate::engine::Path) that has any: each of these options is a
//! piece, the problem in which it and all that was chosen above it are given. Pieces near the root are the large ones,
//! and a piece may be cut again, so that a lopsided tree keeps all threads busy. No two pieces have a solution in
//! common, and none is lost: the sum is that of one thread, whoever does what.
//!
//! To begin a piece, a machine builds its structure anew. So pieces are made only where each is expected to take much
//! longer than that, from how long the tree took so far and which share of it is done; or, because a lopsided tree deceives,
//! if to begin all of them is no more than a small part of the time that has passed.
//!
//! Threads and their queues are those of `rayon`.

mod round;
#[cfg(test)]
mod tests;

use super::answer::Count;
use super::limits::{Limits, StopReason};
use super::progress::Watch;
#[cfg(feature = "diagram")]
use crate::engine::EngineChoice;
use crate::engine::{Engine, SearchEngine};
use crate::ids::{OptionId, to_f64};
use rayon::{ThreadPool, ThreadPoolBuilder};
use round::{End, Round};
use std::fmt;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How finely a search is cut.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The nodes of a search that one thread begins: threads take some hundred microseconds to start.
    pub(super) alone: u64,
    /// The nodes, and the solutions, between two looks at what the others do.
    slice: u64,
    solutions: u64,
    /// To begin pieces may take one part in so many of the time.
    part: f64,
}

pub(super) const PACE: Pace =
    Pace { alone: 1 << 14, slice: 1 << 10, solutions: 1 << 5, part: 16.0 };

/// What all pieces have in common.
#[derive(Clone, Copy)]
pub(super) struct Task<'t> {
    pub(super) limits: &'t Limits,
    /// The engine of the machine that begins, and how to start one for pieces.
    pub(super) engine: Engine,
    pub(super) start: &'t (dyn Fn(Engine) -> Box<dyn SearchEngine> + Sync),
    pub(super) threads: usize,
    /// What it took to build the machine that begins.
    pub(super) building: Duration,
    pub(super) pace: Pace,
}

impl fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("engine", &self.engine).finish_non_exhaustive()
    }
}

/// A search in pieces, which can pause.
#[derive(Debug)]
pub(super) struct Pieces<'m> {
    rest: Rest<'m>,
    /// The engine for pieces: the one that the first machine had come to when it gave the first away.
    engine: OnceLock<Engine>,
    pool: Option<ThreadPool>,
    pub(super) found: u64,
    pub(super) nodes: u64,
    /// The share that is done, if that is asked for.
    done: f64,
    /// The time that it took.
    time: Duration,
    beginnings: Beginnings,
}

/// What it took to begin pieces.
#[derive(Debug, Default)]
struct Beginnings {
    pieces: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Beginnings {
    fn add(&self, time: Duration) {
        self.pieces.fetch_add(1, Ordering::Relaxed);
        let time = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(time, Ordering::Relaxed);
    }

    /// The seconds that all took, and those that one takes, of which there is a guess.
    fn seconds(&self, guess: Duration) -> (f64, f64) {
        let nanoseconds = self.nanoseconds.load(Ordering::Relaxed);
        let all = Duration::from_nanos(nanoseconds).as_secs_f64();
        match self.pieces.load(Ordering::Relaxed) {
            0 => (all, guess.as_secs_f64()),
            pieces => (all, all / to_f64(pieces)),
        }
    }
}

/// What is left.
#[derive(Debug, Default)]
struct Rest<'m> {
    begun: Vec<Piece<'m>>,
    /// Pieces that nobody has begun.
    waiting: Vec<Part>,
    /// Machines whose piece is done.
    idle: Vec<Box<dyn SearchEngine>>,
    /// The updates of pieces that are done.
    updates: u64,
}

/// A piece that was begun.
#[derive(Debug)]
struct Piece<'m> {
    machine: Held<'m>,
    part: Part,
}

/// A part of the tree.
#[derive(Debug)]
struct Part {
    given: Vec<OptionId>,
    /// Its share of the tree, and how much of that has been counted as done, or is somebody else's.
    weight: f64,
    counted: f64,
}

/// The machine of whoever asked, or another one.
#[derive(Debug)]
enum Held<'m> {
    First(&'m mut dyn SearchEngine),
    Own(Box<dyn SearchEngine>),
}

impl Held<'_> {
    fn get(&self) -> &dyn SearchEngine {
        match self {
            Self::First(machine) => *machine,
            Self::Own(machine) => machine.as_ref(),
        }
    }

    fn get_mut(&mut self) -> &mut dyn SearchEngine {
        match self {
            Self::First(machine) => *machine,
            Self::Own(machine) => machine.as_mut(),
        }
    }
}

impl<'m> Pieces<'m> {
    /// One piece: what is left of the search of a machine, to which this was given, and which has found so many solutions.
    pub(super) fn new(
        machine: &'m mut dyn SearchEngine,
        given: &[OptionId],
        found: u64,
        threads: usize,
    ) -> Self {
        let nodes = machine.work().nodes;
        let part = Part { given: given.to_vec(), weight: 1.0, counted: 0.0 };
        let first = Piece { machine: Held::First(machine), part };
        Self {
            rest: Rest { begun: vec![first], ..Rest::default() },
            engine: OnceLock::new(),
            // If the system has no more threads, those of the process will do.
            pool: ThreadPoolBuilder::new().num_threads(threads).build().ok(),
            found,
            nodes,
            done: 0.0,
            time: Duration::ZERO,
            beginnings: Beginnings::default(),
        }
    }

    /// The engine at work, and why it is.
    #[cfg(feature = "diagram")]
    pub(super) fn chosen(&self) -> Option<EngineChoice> {
        self.rest.begun.first().and_then(|piece| piece.machine.get().chosen())
    }

    /// The changes of all structures.
    pub(super) fn updates(&self) -> u64 {
        let begun = self.rest.begun.iter().map(|piece| piece.machine.get().work().updates);
        self.rest.updates + begun.sum::<u64>()
    }

    /// Goes on for about so many nodes. Says whether nothing is left.
    pub(super) fn run(
        &mut self,
        task: Task<'_>,
        nodes: u64,
        watch: Option<&mut Watch<'_>>,
    ) -> Result<bool, StopReason> {
        let mut rest = std::mem::take(&mut self.rest);
        let (begun, waiting) = (std::mem::take(&mut rest.begun), std::mem::take(&mut rest.waiting));
        let round = Round {
            task,
            engine: &self.engine,
            found: AtomicU64::new(self.found),
            nodes: AtomicU64::new(self.nodes),
            last: self.nodes.saturating_add(nodes),
            pieces: AtomicUsize::new(begun.len() + waiting.len()),
            end: OnceLock::new(),
            since: Instant::now(),
            before: self.time,
            beginnings: &self.beginnings,
            is_watched: watch.is_some(),
            done: Mutex::new((self.done, watch)),
            rest: Mutex::new(rest),
        };
        match &self.pool {
            Some(pool) => pool.scope(|scope| round.spawn_all(scope, begun, waiting)),
            None => rayon::scope(|scope| round.spawn_all(scope, begun, waiting)),
        }
        let Round { found, nodes, end, since, rest, done, .. } = round;
        self.done = done.into_inner().unwrap_or_else(PoisonError::into_inner).0;
        (self.found, self.nodes) = (found.into_inner(), nodes.into_inner());
        self.rest = rest.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.time += since.elapsed();
        match end.into_inner() {
            None => Ok(true),
            Some(End::Spent) => Ok(false),
            Some(End::Stopped(stop)) => Err(stop),
        }
    }

    /// Goes on to the end.
    pub(super) fn count(&mut self, task: Task<'_>, mut watch: Option<&mut Watch<'_>>) -> Count {
        let stop = loop {
            match self.run(task, u64::MAX, watch.as_deref_mut()) {
                Ok(true) => break StopReason::Exhausted,
                Ok(false) => {}
                Err(stop) => break stop,
            }
        };
        // Others may have found more before they looked.
        match task.limits.solutions {
            Some(most) if most <= self.found => {
                Count { solutions: most, stop: StopReason::SolutionLimit }
            }
            _ => Count { solutions: self.found, stop },
        }
    }
}
