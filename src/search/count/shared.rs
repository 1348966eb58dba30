//! One count by several threads that share a memo.
//!
//! Each thread runs the whole search, and looks up what others have found. Near the root, a thread
//! defers a subproblem that another one is searching, and returns to it when its siblings are done.
//! Further down, every other thread tries options from the last to the first, so that two threads
//! that reach the same subproblem at the same time search different parts of it. No work is
//! distributed, so that nothing has to be balanced. The count is that of one thread, because a
//! subproblem has one count.

use super::portfolio::FORMS;
use super::report::word;
use super::shared_memo::{Handle, SharedMemo};
use super::subject::Subject;
use crate::engine::memo::{
    CanonicalMode, Counts, MemoSearch, MemoStats, Plan, Status, Table, machine,
};
use crate::natural::Natural;
use crate::search::counting::CountStats;
use crate::search::limits::StopReason;
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
}

/// The result of a thread.
#[derive(Debug)]
struct Outcome {
    /// The count, or a lower bound.
    count: Natural,
    stop: Option<StopReason>,
    work: crate::engine::memo::MemoWork,
}

/// Counts with several threads, which begin with the entries of a table of the same plan, if there
/// is one, after this number of nodes. Returns the count, or a lower bound with the reason, and the
/// work. The calling thread reports progress.
pub(super) fn count(
    subject: Subject<'_>,
    plan: &Plan,
    table: Option<(Table, u64)>,
    threads: usize,
    watch: Option<&mut Watch<'_>>,
) -> (Natural, StopReason, CountStats) {
    let Subject { problem, known, root, memory, .. } = subject;
    let (table, nodes) = table.unwrap_or_else(|| {
        (machine(problem, known, root, plan, Counts, |root| Table::new(root, 0)).memo, 0)
    });
    let forms = if subject.canonical == CanonicalMode::Off { 0 } else { memory / FORMS };
    let shared = SharedMemo::new(table, memory - forms);
    let signals = Signals { is_over: AtomicBool::new(false), nodes: AtomicU64::new(nodes) };
    let work = &|thread: usize, watch: Option<&mut Watch<'_>>| {
        let mut machine = machine(problem, known, root, plan, Counts, |_| Handle::new(&shared));
        machine.is_backwards = thread % 2 == 1;
        machine.limit_forms(forms / threads);
        run(machine, subject, &signals, watch)
    };
    let outcomes: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map(|thread| scope.spawn(move || work(thread, None))).collect();
        let own = std::iter::once(work(0, watch));
        own.chain(others.into_iter().filter_map(|thread| thread.join().ok())).collect()
    });
    let mut stats = CountStats::default();
    outcomes.iter().for_each(|outcome| stats.add(outcome.work, MemoStats::default(), 0));
    stats.add(Default::default(), shared.holding(), 0);
    let done = outcomes.iter().find(|outcome| outcome.stop == Some(StopReason::Exhausted));
    let count = match done {
        Some(outcome) => outcome.count.clone(),
        None => {
            outcomes.iter().map(|outcome| &outcome.count).max().cloned().unwrap_or(Natural::ZERO)
        }
    };
    let stop = outcomes.iter().filter_map(|outcome| outcome.stop);
    // A count that is complete is the result, even if another thread has reached a limit.
    let stop = stop.min_by_key(|&stop| stop != StopReason::Exhausted);
    (count, stop.unwrap_or(StopReason::Cancelled), stats)
}

/// The search of a thread, until it or another one has the count.
fn run(
    mut machine: MemoSearch<Counts, Handle<'_>>,
    subject: Subject<'_>,
    signals: &Signals,
    mut watch: Option<&mut Watch<'_>>,
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
        signals.nodes.fetch_add(machine.work().nodes - before, Ordering::Relaxed);
        stop = match status {
            Status::Paused => {
                if let Some(watch) = &mut watch {
                    watch.look(|_| Standing {
                        share: Some(machine.share().exp2()),
                        solutions: word(&machine.at_least()),
                        nodes,
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
    Outcome { count: machine.at_least(), stop, work: machine.work() }
}
