//! One search by several threads, which share what they find.
//!
//! Every thread runs the whole search. What one has found the others look up. Near the root, what one is about to find
//! the others put off: so each is at something that nobody has done, and when all that it put off has been done by
//! others, it is done too. Further down every other thread tries options from the last to the first, so that two of them
//! that come to the same residue at the same time still do different things. Nothing is handed out, and nothing has to
//! be balanced. The count is that of one thread, because every residue has one value, whoever finds it.

use super::board::{Board, Handle};
use super::contest::Subject;
use super::report::CounterStats;
use crate::engine::memo::{
    Counts, ExactCount, MemoSearch, MemoStats, Plan, Status, Table, machine,
};
use crate::search::limits::StopReason;
use crate::search::progress::{Standing, Watch};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

/// Nodes between two looks at the limits.
const SLICE: u64 = 256;

/// What the threads tell each other beside the memo.
#[derive(Debug, Default)]
struct Signals {
    is_over: AtomicBool,
    nodes: AtomicU64,
}

/// What a thread has come to.
#[derive(Debug)]
struct Outcome {
    /// The count, or what there is at least.
    count: ExactCount,
    stop: Option<StopReason>,
    work: crate::engine::memo::MemoWork,
}

/// Counts with so many threads, which begin with what a table holds that was made by the same plan, if there is one.
/// Gives the count, or at least how many there are and the reason; and the work. Of the threads, the one that was there
/// before tells how far it has come.
pub(super) fn count(
    subject: Subject<'_>,
    plan: &Plan,
    table: Option<Table>,
    threads: usize,
    watch: Option<&mut Watch<'_>>,
) -> (ExactCount, StopReason, CounterStats) {
    let Subject { problem, known, root, memory, .. } = subject;
    let table = table.unwrap_or_else(|| {
        machine(problem, known, root, plan, Counts, |root| Table::new(root, 0)).memo
    });
    let (board, signals) = (Board::new(table, memory), Signals::default());
    let work = &|thread: usize, watch: Option<&mut Watch<'_>>| {
        let mut machine = machine(problem, known, root, plan, Counts, |_| Handle::new(&board));
        machine.is_backwards = thread % 2 == 1;
        run(machine, subject, &signals, watch)
    };
    let outcomes: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> =
            (1..threads).map(|thread| scope.spawn(move || work(thread, None))).collect();
        let own = std::iter::once(work(0, watch));
        own.chain(others.into_iter().filter_map(|thread| thread.join().ok())).collect()
    });
    let mut stats = CounterStats::default();
    outcomes.iter().for_each(|outcome| stats.add(outcome.work, MemoStats::default(), 0));
    stats.add(Default::default(), board.holding(), 0);
    let done = outcomes.iter().find(|outcome| outcome.stop == Some(StopReason::Exhausted));
    let count = match done {
        Some(outcome) => outcome.count.clone(),
        None => {
            outcomes.iter().map(|outcome| &outcome.count).max().cloned().unwrap_or(ExactCount::ZERO)
        }
    };
    let stop = outcomes.iter().filter_map(|outcome| outcome.stop);
    // Whoever is done is done, even if another one has met a limit in the meantime.
    let stop = stop.min_by_key(|&stop| stop != StopReason::Exhausted);
    (count, stop.unwrap_or(StopReason::Cancelled), stats)
}

/// The search of a thread, until it or another one knows the end.
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
                        solutions: super::word(&machine.at_least()),
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
