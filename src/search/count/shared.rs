//! One count by several threads that share a memo.
//!
//! Each thread runs the whole search, and looks up what others have found. Near the root, a thread
//! defers a subproblem that another one is searching, or one that is the same up to renaming, and
//! returns to it when its siblings are done. Further down, every other thread tries options from the
//! last to the first, so that two threads that reach the same subproblem at the same time search
//! different parts of it. No work is distributed, so that nothing has to be balanced. The count is
//! that of one thread, because a subproblem has one count.

use super::hook::CountHook;
use super::portfolio::FORM_PARTS;
use super::report::word;
use super::saved::checkpoint;
use super::shared_memo::{Handle, SharedMemo};
use super::subject::Subject;
use crate::engine::memo::{
    CanonicalMode, Counts, MemoSearch, MemoStats, MemoWork, Plan, Status, Table, machine,
};
use crate::natural::Natural;
use crate::search::counting::CountStats;
use crate::search::limits::StopReason;
use crate::search::order_checkpoint::OrderCheckpoint;
use crate::search::progress::{Standing, Watch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// Nodes between two looks at the limits.
const SLICE: u64 = 256;

/// The state that threads share besides the memo.
#[derive(Debug)]
struct Signals {
    is_over: AtomicBool,
    nodes: AtomicU64,
    /// Whether a thread has looked for the involutions of the problem. Then all do: if each waited
    /// for labellings of its own, they would search twice what representatives find.
    knows_involutions: AtomicBool,
}

/// What the threads begin with.
#[derive(Debug, Default)]
pub(super) struct Start {
    /// The entries of a table of the same plan, and the nodes of the run until now.
    pub(super) table: Option<Table>,
    pub(super) nodes: u64,
    /// The search that is continued.
    pub(super) saved: Option<OrderCheckpoint>,
}

/// The callbacks for progress and checkpoints. The calling thread calls them.
#[derive(Debug, Default)]
pub(super) struct SharedObservers<'o, 's> {
    pub(super) watch: Option<&'o mut Watch<'s>>,
    pub(super) hook: Option<CountHook<'s>>,
}

/// The result of all threads.
#[derive(Debug)]
pub(super) struct SharedCount {
    /// The count, or a lower bound.
    pub(super) count: Natural,
    pub(super) stop: StopReason,
    pub(super) stats: CountStats,
    /// The state of the thread that is furthest.
    pub(super) saved: OrderCheckpoint,
}

type Search<'h> = MemoSearch<Counts, Handle<'h>>;

/// The result of a thread.
#[derive(Debug)]
struct Outcome {
    /// The count, or a lower bound.
    count: Natural,
    stop: Option<StopReason>,
    work: MemoWork,
    /// The state of the search, without its memo.
    saved: OrderCheckpoint,
}

impl Outcome {
    /// Whether the count is complete, and the share that is done.
    fn rank(&self) -> (bool, f64) {
        (self.stop == Some(StopReason::Exhausted), self.saved.share)
    }

    /// Adds what another thread knows that is not as far.
    fn merge(self, other: Self) -> Self {
        let count = if self.rank().0 { self.count } else { self.count.max(other.count) };
        Self { count, stop: self.stop.or(other.stop), ..self }
    }
}

/// Counts with several threads.
pub(super) fn count(
    subject: Subject<'_>,
    plan: &Plan,
    start: Start,
    threads: usize,
    observers: SharedObservers<'_, '_>,
) -> SharedCount {
    let Subject { problem, known, root, memory, .. } = subject;
    let Start { table, nodes, saved } = start;
    let table = table.unwrap_or_else(|| {
        let memo = |root: &[u64]| Table::new(root, memory);
        let mut machine = machine(problem, known, root, plan, Counts, memo);
        if let Some(saved) = &saved {
            // If the entries are of another problem, the memo has none of them.
            let _ = machine.restore_memo(&saved.stack);
        }
        machine.memo
    });
    let forms = if subject.canonical == CanonicalMode::Off { 0 } else { memory / FORM_PARTS };
    let shared = SharedMemo::new(table, memory - forms);
    let signals = Signals {
        is_over: AtomicBool::new(false),
        nodes: AtomicU64::new(nodes),
        knows_involutions: AtomicBool::new(false),
    };
    let before = saved.as_ref().map_or(0, |saved| saved.nodes);
    let save = |machine: &Search<'_>, nodes| {
        let stack = machine.save_stack();
        checkpoint(plan.order, before.saturating_add(nodes), machine.share(), stack)
    };
    let work = &|thread: usize, observers: SharedObservers<'_, '_>| {
        let begin = || {
            let mut machine = machine(problem, known, root, plan, Counts, |_| Handle::new(&shared));
            machine.is_backwards = thread % 2 == 1;
            machine.limit_forms(forms / threads);
            machine
        };
        let mut machine = begin();
        if let Some(saved) = &saved
            && machine.restore(&saved.stack).is_err()
        {
            machine = begin();
        }
        run(machine, subject, &signals, observers, save)
    };
    let outcomes: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map(|thread| scope.spawn(move || work(thread, SharedObservers::default())))
            .collect();
        let own = std::iter::once(work(0, observers));
        own.chain(others.into_iter().filter_map(|thread| thread.join().ok())).collect()
    });
    let mut stats = CountStats::default();
    outcomes.iter().for_each(|own| stats.add(own.work, MemoStats::default(), 0));
    stats.add(Default::default(), shared.holding(), 0);
    // A count that is complete is the result, even if another thread has reached a limit.
    let furthest = outcomes.into_iter().reduce(|one, other| {
        if one.rank() < other.rank() { other.merge(one) } else { one.merge(other) }
    });
    let own = furthest.expect("the calling thread has an outcome");
    let Outcome { count, stop, mut saved, .. } = own;
    saved.stack.add_memo(&Handle::new(&shared));
    SharedCount { count, stop: stop.unwrap_or(StopReason::Cancelled), stats, saved }
}

/// The search of a thread, until it or another one has the count.
fn run<'h>(
    mut machine: Search<'h>,
    subject: Subject<'_>,
    signals: &Signals,
    mut observers: SharedObservers<'_, '_>,
    save: impl Fn(&Search<'h>, u64) -> OrderCheckpoint,
) -> Outcome {
    let mut stop = None;
    while !signals.is_over.load(Ordering::Relaxed) {
        let nodes = signals.nodes.load(Ordering::Relaxed);
        stop = subject.limits.reached(0, nodes);
        if stop.is_some() {
            break;
        }
        let before = machine.work().nodes;
        machine.memo.enter();
        let status = machine.advance(subject.limits.budget(nodes).min(SLICE));
        machine.memo.leave();
        match (machine.knows_involutions(), signals.knows_involutions.load(Ordering::Relaxed)) {
            (true, false) => signals.knows_involutions.store(true, Ordering::Relaxed),
            (false, true) => machine.find_involutions(),
            _ => {}
        }
        signals.nodes.fetch_add(machine.work().nodes - before, Ordering::Relaxed);
        stop = match status {
            Status::Paused => {
                if let Some(watch) = &mut observers.watch {
                    watch.look(|_| Standing {
                        share: Some(machine.share().exp2()),
                        solutions: word(&machine.at_least()),
                        nodes,
                    });
                }
                if let Some(hook) = &mut observers.hook {
                    hook.look(None, || {
                        let mut saved = save(&machine, nodes);
                        saved.stack.add_memo(&machine.memo);
                        vec![saved]
                    });
                }
                continue;
            }
            Status::Done => Some(StopReason::Exhausted),
            Status::Full => Some(StopReason::MemoryLimit),
        };
        break;
    }
    signals.is_over.store(true, Ordering::Relaxed);
    let saved = save(&machine, signals.nodes.load(Ordering::Relaxed));
    Outcome { count: machine.at_least(), stop, work: machine.work(), saved }
}
