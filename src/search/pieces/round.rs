//! [`Round`]: what threads do until all of them pause.

use super::{Beginnings, Held, Part, Piece, Rest, Task};
use crate::engine::{Engine, Outcome, Path, SearchEngine};
use crate::ids::{to_f64, to_u64};
use crate::search::limits::StopReason;
use crate::search::progress::{Standing, Watch};
use rayon::Scope;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// How often each thread adds to the share that is done, if somebody watches.
const BLINK: Duration = Duration::from_millis(20);

/// EngineReason all threads pause.
#[derive(Clone, Copy, Debug)]
pub(super) enum End {
    /// As many nodes as were allowed have been searched.
    Spent,
    Stopped(StopReason),
}

/// What the threads know together until they pause.
pub(super) struct Round<'r, 'w, 'm> {
    pub(super) task: Task<'r>,
    pub(super) engine: &'r OnceLock<Engine>,
    pub(super) found: AtomicU64,
    pub(super) nodes: AtomicU64,
    /// The number of nodes at which it ends.
    pub(super) last: u64,
    /// Pieces that wait, or that somebody is at.
    pub(super) pieces: AtomicUsize,
    pub(super) end: OnceLock<End>,
    pub(super) since: Instant,
    pub(super) before: Duration,
    pub(super) beginnings: &'r Beginnings,
    /// The share that is done, and who watches, if somebody does.
    pub(super) is_watched: bool,
    pub(super) done: Mutex<(f64, Option<&'r mut Watch<'w>>)>,
    pub(super) rest: Mutex<Rest<'m>>,
}

impl<'m> Round<'_, '_, 'm> {
    pub(super) fn spawn_all<'s>(
        &'s self,
        scope: &Scope<'s>,
        begun: Vec<Piece<'m>>,
        waiting: Vec<Part>,
    ) where
        'm: 's,
    {
        for piece in begun {
            scope.spawn(move |scope| self.go_on(piece, scope));
        }
        for part in waiting {
            scope.spawn(move |scope| self.begin(part, scope));
        }
    }

    /// Begins a piece that was given away.
    fn begin<'s>(&'s self, part: Part, scope: &Scope<'s>)
    where
        'm: 's,
    {
        if self.end.get().is_some() {
            self.rest().waiting.push(part);
            return;
        }
        let begun = Instant::now();
        let idle = self.rest().idle.pop();
        let engine = self.engine.get().copied().unwrap_or(self.task.engine);
        let mut machine = idle.unwrap_or_else(|| (self.task.start)(engine));
        machine.restart(&part.given);
        self.beginnings.add(begun.elapsed());
        self.nodes.fetch_add(machine.work().nodes, Ordering::Relaxed);
        self.go_on(Piece { machine: Held::Own(machine), part }, scope);
    }

    /// Searches a piece to its end, or until all are to pause.
    fn go_on<'s>(&'s self, mut piece: Piece<'m>, scope: &Scope<'s>)
    where
        'm: 's,
    {
        let is_done = self.search(&mut piece, scope);
        if !is_done {
            self.rest().begun.push(piece);
            return;
        }
        if self.is_watched {
            self.count_as_done(&mut piece.part, 1.0);
        }
        let mut rest = self.rest();
        rest.updates += piece.machine.get().work().updates;
        if let Held::Own(machine) = piece.machine {
            rest.idle.push(machine);
        }
        self.pieces.fetch_sub(1, Ordering::Relaxed);
    }

    fn search<'s>(&'s self, piece: &mut Piece<'m>, scope: &Scope<'s>) -> bool
    where
        'm: 's,
    {
        let Piece { machine, part } = piece;
        let machine = machine.get_mut();
        let mut seen = Instant::now();
        let (mut found, mut nodes, mut path) = (0, machine.work().nodes, Path::default());
        let (begun, since) = (nodes, Instant::now());
        let is_done = loop {
            if self.end.get().is_some() {
                break false;
            }
            match machine.advance(self.task.pace.slice) {
                Outcome::Exhausted => break true,
                Outcome::Solution => {
                    found += 1;
                    if found < self.task.pace.solutions {
                        continue;
                    }
                }
                Outcome::Paused => {}
            }
            self.tell(std::mem::take(&mut found), machine.work().nodes - nodes);
            nodes = machine.work().nodes;
            if self.pieces.load(Ordering::Relaxed) < self.task.threads && machine.path(&mut path) {
                let node = since.elapsed().as_secs_f64() / to_f64(nodes - begun);
                self.give_away(machine, &path, part, node, scope);
            }
            if self.is_watched && seen.elapsed() >= BLINK && machine.path(&mut path) {
                seen = Instant::now();
                self.count_as_done(part, path.share());
            }
        };
        self.tell(found, machine.work().nodes - nodes);
        is_done
    }

    /// Adds what was done, and ends the round if it is enough.
    fn tell(&self, found: u64, nodes: u64) {
        let found = self.found.fetch_add(found, Ordering::Relaxed) + found;
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let stop = self.task.limits.reached(found, 0).map(End::Stopped);
        if let Some(end) = stop.or((nodes >= self.last).then_some(End::Spent)) {
            // Only the first reason is told.
            let _ = self.end.set(end);
        }
    }

    /// Whether it is worth it to make pieces of all that is untried at a level, if a thread takes so many seconds for a
    /// node.
    fn is_worth_it(
        &self,
        machine: &dyn SearchEngine,
        path: &Path,
        level: usize,
        node: f64,
    ) -> bool {
        let (all, each) = self.beginnings.seconds(self.task.building);
        let tree = node * to_f64(machine.work().nodes) / path.share();
        if tree * path.weight(level) >= each * self.task.pace.part {
            return true;
        }
        let time = (self.before + self.since.elapsed()).as_secs_f64();
        let pieces = to_f64(to_u64(path.untried(level).len()));
        (all + pieces * each) * self.task.pace.part <= time * to_f64(to_u64(self.task.threads))
    }

    /// Makes pieces of all that is untried at the first level that has any, if it is worth it.
    fn give_away<'s>(
        &'s self,
        machine: &mut dyn SearchEngine,
        path: &Path,
        part: &mut Part,
        node: f64,
        scope: &Scope<'s>,
    ) where
        'm: 's,
    {
        let level = (0..path.levels()).find(|&level| !path.untried(level).is_empty());
        let is_worth_it = |&level: &usize| self.is_worth_it(machine, path, level, node);
        let Some(level) = level.filter(is_worth_it) else { return };
        let chosen = || machine.chosen().map_or(self.task.engine, |chosen| chosen.engine);
        self.engine.get_or_init(chosen);
        let above = (0..level).map(|level| path.chosen(level));
        let above: Vec<_> = part.given.iter().copied().chain(above).collect();
        let weight = part.weight * path.weight(level);
        self.pieces.fetch_add(path.untried(level).len(), Ordering::Relaxed);
        for &option in path.untried(level) {
            let mut given = above.clone();
            given.push(option);
            // For the path, what is given away is done.
            part.counted += weight;
            let part = Part { given, weight, counted: 0.0 };
            scope.spawn(move |scope| self.begin(part, scope));
        }
        machine.keep_below(level + 1);
    }

    /// Counts a share of a part as done, and tells how far all have come if it is time.
    fn count_as_done(&self, part: &mut Part, share: f64) {
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        let more = (part.weight * share - part.counted).max(0.0);
        part.counted += more;
        done.0 += more;
        let share = Some(done.0.min(1.0));
        if let Some(watch) = &mut done.1 {
            let (solutions, nodes) = (&self.found, &self.nodes);
            watch.look(|_| Standing {
                share,
                solutions: solutions.load(Ordering::Relaxed),
                nodes: nodes.load(Ordering::Relaxed),
            });
        }
    }

    fn rest(&self) -> MutexGuard<'_, Rest<'m>> {
        self.rest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
