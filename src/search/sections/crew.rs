//! Threads search sections, and the calling thread tells what they find, in the order of the line.
//!
//! Whoever has nothing to do takes the first section of the line that nobody has, so that what is needed next is searched
//! next. What is found in the first section is told at once, what is found in others is held; when that is too much, they
//! wait, and where the caller takes his time, the first one does too. Nobody waits for ever: whoever has finished the first
//! section takes the next if nobody has it.

use super::line::{Found, Line, State};
use super::section::{Follows, Section};
use super::{Listeners, Task, alone};
use crate::engine::{SearchEngine, Work};
use crate::ids::OptionId;
use crate::search::limits::StopReason;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How often the calling thread looks at the clock, at the latest.
const LOOK: Duration = Duration::from_millis(20);

/// Searches what is left with several threads; alone, if the system has no more of them.
pub(super) fn run(
    line: &mut Line,
    task: Task<'_>,
    listeners: &mut Listeners<'_, '_>,
) -> StopReason {
    let shop = Shop {
        task,
        line: Mutex::new(std::mem::take(line)),
        work: Condvar::new(),
        news: Condvar::new(),
        is_over: AtomicBool::new(false),
        nodes: AtomicU64::new(0),
        found: AtomicU64::new(0),
    };
    let stop = thread::scope(|scope| {
        let searcher = || thread::Builder::new().spawn_scoped(scope, || shop.search()).is_ok();
        let searchers = (0..task.threads).take_while(|_| searcher()).count();
        (searchers > 0).then(|| shop.tell(listeners))
    });
    *line = shop.line.into_inner().unwrap_or_else(PoisonError::into_inner);
    line.rest();
    stop.unwrap_or_else(|| alone::run(line, task, listeners))
}

/// What the threads know together.
struct Shop<'t> {
    task: Task<'t>,
    line: Mutex<Line>,
    /// There may be something to search, or room for what was found.
    work: Condvar,
    /// There may be something to tell.
    news: Condvar,
    is_over: AtomicBool,
    /// The nodes of sections that are not done, and what was found there if nobody tells it.
    nodes: AtomicU64,
    found: AtomicU64,
}

impl Shop<'_> {
    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// Sends everybody home.
    fn close(&self) {
        let _line = self.line();
        self.is_over.store(true, Ordering::Relaxed);
        self.work.notify_all();
        self.news.notify_all();
    }

    /// Searches sections as long as there are any.
    fn search(&self) {
        // Whoever fails must not leave the others waiting.
        let closing = Closing(self);
        let mut machine = None;
        while let Some((id, section, told)) = self.next() {
            let machine = machine.get_or_insert_with(self.task.start).as_mut();
            let (counted, found) = (Counted::default(), Found::default());
            let mut keeper = Keeper { shop: self, id, told, counted, number: 0, found };
            let cut = section.search(self.task, machine, &mut keeper);
            let cut = if keeper.hand_over().is_break() { ControlFlow::Break(()) } else { cut };
            self.finish(&keeper, machine.work(), cut);
        }
        std::mem::forget(closing);
    }

    /// The next section, if there will be any.
    fn next(&self) -> Option<(u64, Section, u64)> {
        let mut line = self.line();
        loop {
            if self.is_over() {
                return None;
            }
            if let Some(taken) = line.take() {
                return Some(taken);
            }
            if line.slots.iter().all(|slot| slot.state == State::Done) {
                return None;
            }
            line = self.work.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Notes what was done for a section, and that it is done if it has come to its end.
    fn finish(&self, keeper: &Keeper<'_, '_>, work: Work, cut: ControlFlow<(), Vec<Section>>) {
        let mut line = self.line();
        self.nodes.fetch_sub(keeper.counted.nodes, Ordering::Relaxed);
        self.found.fetch_sub(keeper.counted.found, Ordering::Relaxed);
        line.add(work);
        if let ControlFlow::Continue(cut) = cut {
            line.found += keeper.number;
            line.finish(keeper.id, cut);
            if !self.task.tells {
                line.remove(keeper.id);
            }
        }
        self.work.notify_all();
        self.news.notify_one();
    }

    /// Tells all that is found, in the order of the line.
    fn tell(&self, listeners: &mut Listeners<'_, '_>) -> StopReason {
        let closing = Closing(self);
        let mut found = Found::default();
        let stop = loop {
            let line = self.line();
            if let Some(stop) = self.look(&line, listeners) {
                break stop;
            }
            if line.slots.is_empty() {
                break StopReason::Exhausted;
            }
            let line = self.wait(line);
            if self.is_over() && !line.slots.iter().all(|slot| slot.state == State::Done) {
                // A thread has failed: that must not look like the end, and the scope tells it.
                break StopReason::Cancelled;
            }
            self.fetch(line, &mut found);
            if let Some(stop) = self.tell_all(&mut found, listeners) {
                break stop;
            }
        };
        drop(closing);
        stop
    }

    /// Tells the listeners how far all have come. A reason to stop, if there is one.
    fn look(&self, line: &Line, listeners: &mut Listeners<'_, '_>) -> Option<StopReason> {
        let (nodes, found) = (&self.nodes, &self.found);
        let standing = line.standing(nodes.load(Ordering::Relaxed), found.load(Ordering::Relaxed));
        listeners.look(line, |_| standing);
        self.task.limits.reached(standing.solutions, standing.nodes)
    }

    /// Waits until the first section has something to tell or is done, but not for long.
    fn wait<'l>(&self, line: MutexGuard<'l, Line>) -> MutexGuard<'l, Line> {
        let has_news = |line: &Line| {
            let first = line.slots.front();
            first.is_none_or(|slot| slot.state == State::Done || !slot.found.is_empty())
        };
        if has_news(&line) {
            return line;
        }
        let waited = self.news.wait_timeout(line, LOOK);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Takes what is to be told of the first section, which leaves if it is done.
    fn fetch(&self, mut line: MutexGuard<'_, Line>, found: &mut Found) {
        let Some(first) = line.slots.front_mut() else { return };
        std::mem::swap(found, &mut first.found);
        line.held -= found.size();
        self.work.notify_all();
    }

    /// Tells what was fetched, and lets the first section leave if it is done and has nothing more to tell.
    fn tell_all(&self, found: &mut Found, listeners: &mut Listeners<'_, '_>) -> Option<StopReason> {
        let limit = self.task.limits.solutions;
        let (before, mut told, mut stop) = (self.line().found, 0, None);
        for options in found.iter() {
            told += 1;
            if (listeners.visitor)(options).is_break() || limit == Some(before + told) {
                stop = Some(StopReason::SolutionLimit);
                break;
            }
        }
        found.clear();
        let mut line = self.line();
        line.tell_of_first(told);
        if stop.is_some() {
            // What is left to be told of the first section is found again.
            return stop;
        }
        let first = line.slots.front();
        let left = first.filter(|slot| slot.state == State::Done && slot.found.is_empty());
        if let Some(id) = left.map(|slot| slot.id) {
            line.remove(id);
            self.work.notify_all();
        }
        None
    }
}

/// Sends everybody home when it is dropped.
struct Closing<'s, 't>(&'s Shop<'t>);

impl Drop for Closing<'_, '_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// What was added up of a section that is not done.
#[derive(Clone, Copy, Default)]
struct Counted {
    nodes: u64,
    found: u64,
}

/// Keeps what is found in a section, or counts it.
struct Keeper<'s, 't> {
    shop: &'s Shop<'t>,
    id: u64,
    /// How many solutions are still to come that were told before.
    told: u64,
    /// What the others know of it.
    counted: Counted,
    /// The solutions that are counted and not kept.
    number: u64,
    found: Found,
}

impl Keeper<'_, '_> {
    /// Hands over what was found, as soon as there is room for it.
    fn hand_over(&mut self) -> ControlFlow<()> {
        if self.found.is_empty() {
            return ControlFlow::Continue(());
        }
        let shop = self.shop;
        let mut line = shop.line();
        loop {
            if shop.is_over() {
                return ControlFlow::Break(());
            }
            let (is_first, held) = (line.is_first(self.id), line.held);
            let Some(slot) = line.get_mut(self.id) else { return ControlFlow::Break(()) };
            let (own, pace) = (slot.found.size(), shop.task.pace);
            let has_room = if is_first { own < pace.held_of_first } else { held < pace.held };
            if has_room {
                let size = self.found.size();
                slot.found.append(&mut self.found);
                line.held += size;
                if is_first {
                    shop.news.notify_one();
                }
                return ControlFlow::Continue(());
            }
            line = shop.work.wait(line).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl Follows for Keeper<'_, '_> {
    fn solution(&mut self, machine: &dyn SearchEngine) -> ControlFlow<()> {
        if self.told > 0 {
            self.told -= 1;
        } else if !self.shop.task.tells {
            self.number += 1;
        } else {
            self.found.push(|options: &mut Vec<OptionId>| machine.solution(options));
        }
        ControlFlow::Continue(())
    }

    fn look(&mut self, machine: &dyn SearchEngine, _is_cut: bool) -> ControlFlow<()> {
        let nodes = machine.work().nodes;
        self.shop.nodes.fetch_add(nodes - self.counted.nodes, Ordering::Relaxed);
        self.shop.found.fetch_add(self.number - self.counted.found, Ordering::Relaxed);
        self.counted = Counted { nodes, found: self.number };
        if self.shop.is_over() {
            return ControlFlow::Break(());
        }
        self.hand_over()
    }
}
