//! One search by several threads, which share what they find.
//!
//! Every thread runs the whole search. What one has found the others look up, and what one is about to find the others
//! put off: so each is always at something that nobody has done, and when all that it put off has been done by others,
//! it is done too. Nothing is handed out, and nothing has to be balanced. The count is that of one thread, because
//! every residue has one value, whoever finds it.

use super::contest::Subject;
use super::report::CounterStats;
use crate::cover::diagram::{
    Count, Counts, Found, Holding, Machine, Memo, Plan, Status, Table, Worth, machine,
};
use crate::ids::{at_word, high, wide};
use crate::search::limits::StopReason;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// The parts of the memo, each with a lock of its own: so many that two threads hardly ever want the same one, and
/// fewer where each would have less memory than this.
const SHARDS: usize = 1 << 10;
const SHARD_BYTES: usize = 1 << 14;
/// The residues of a shard that threads may be at: so many that those of a search hardly ever get in each other's way.
const PENDING: usize = 4;
/// Nodes between two looks at the limits.
const SLICE: u64 = 256;

/// What the threads know together.
#[derive(Debug)]
struct Shared {
    shards: Vec<Aligned>,
}

/// What goes from one core to another when the next thread wants it: a pair of cache lines, and nothing of a neighbour.
#[derive(Debug)]
#[repr(align(128))]
struct Aligned(Mutex<Shard>);

#[derive(Debug)]
struct Shard {
    table: Table,
    /// Marks of residues at which somebody is, halves of their hashes, or 0. If two have the same, one is put off for
    /// nothing, and may be held twice; if there is no room for one, it may be searched twice. Neither changes what is
    /// found.
    pending: [u32; PENDING],
}

impl Shared {
    fn new(root: &[u64], bytes: usize) -> Self {
        let shards = (bytes / SHARD_BYTES).clamp(1, SHARDS);
        let shard = || Shard { table: Table::new(root, bytes / shards), pending: [0; PENDING] };
        Self { shards: (0..shards).map(|_| Aligned(Mutex::new(shard()))).collect() }
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        // The upper half says where an entry is in a table.
        let shard = &self.shards[at_word((hash >> 8 & 0xff_ffff) % wide(self.shards.len()))];
        shard.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn holding(&self) -> Holding {
        self.shards.iter().fold(Holding::default(), |mut sum, shard| {
            let holding = shard.0.lock().unwrap_or_else(PoisonError::into_inner).table.holding();
            sum.entries += holding.entries;
            sum.evicted += holding.evicted;
            sum.bytes += holding.bytes;
            sum
        })
    }
}

impl Shard {
    /// The place of a mark, and the mark.
    fn pending(&mut self, hash: u64) -> (&mut u32, u32) {
        (&mut self.pending[at_word(hash % wide(PENDING))], high(hash) | 1)
    }
}

impl Memo for &Shared {
    fn get(&mut self, key: &[u64], hash: u64, value: &mut Vec<u64>) -> Found {
        let mut shard = self.shard(hash);
        let found = shard.table.get(key, hash, value);
        if found != Found::Nothing {
            return found;
        }
        let (pending, mark) = shard.pending(hash);
        match *pending {
            0 => *pending = mark,
            other if other == mark => return Found::Pending,
            _ => {}
        }
        Found::Nothing
    }

    fn put(&mut self, key: &[u64], hash: u64, value: &[u64], worth: Worth) {
        let mut shard = self.shard(hash);
        let (pending, mark) = shard.pending(hash);
        if *pending == mark {
            // Whoever keeps a value takes the mark away. So nobody has.
            *pending = 0;
            shard.table.put(key, hash, value, worth);
        } else {
            shard.table.put_new(key, hash, value, worth);
        }
    }
}

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
    count: Count,
    stop: Option<StopReason>,
    work: crate::cover::diagram::Work,
}

/// Counts with so many threads. Gives the count, or at least how many there are and the reason; and the work.
pub(super) fn count(
    subject: Subject<'_>,
    plan: &Plan,
    threads: usize,
) -> (Count, StopReason, CounterStats) {
    let Subject { problem, known, given, memory, .. } = subject;
    // The key of the root is the same for all threads.
    let mut root = Vec::new();
    machine(problem, known, given, plan, Counts, |key| {
        root.extend_from_slice(key);
        Table::new(key, 0)
    });
    let (shared, signals) = (Shared::new(&root, memory), Signals::default());
    let work = || {
        let machine = machine(problem, known, given, plan, Counts, |_| &shared);
        run(machine, subject, &signals)
    };
    let outcomes: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let own = std::iter::once(work());
        own.chain(others.into_iter().filter_map(|thread| thread.join().ok())).collect()
    });
    let mut stats = CounterStats::default();
    outcomes.iter().for_each(|outcome| stats.add(outcome.work, Holding::default(), 0));
    stats.add(Default::default(), shared.holding(), 0);
    let done = outcomes.iter().find(|outcome| outcome.stop == Some(StopReason::Exhausted));
    let count = match done {
        Some(outcome) => outcome.count.clone(),
        None => outcomes.iter().map(|outcome| &outcome.count).max().cloned().unwrap_or(Count::ZERO),
    };
    let stop = outcomes.iter().filter_map(|outcome| outcome.stop);
    // Whoever is done is done, even if another one has met a limit in the meantime.
    let stop = stop.min_by_key(|&stop| stop != StopReason::Exhausted);
    (count, stop.unwrap_or(StopReason::Cancelled), stats)
}

/// The search of a thread, until it or another one knows the end.
fn run<M: Memo>(
    mut machine: Machine<Counts, M>,
    subject: Subject<'_>,
    signals: &Signals,
) -> Outcome {
    let mut stop = None;
    while !signals.is_over.load(Ordering::Relaxed) {
        let nodes = signals.nodes.load(Ordering::Relaxed);
        stop = subject.limits.reached(0, nodes);
        if stop.is_some() {
            break;
        }
        let before = machine.work().nodes;
        let status = machine.advance(subject.limits.budget(nodes).min(SLICE));
        signals.nodes.fetch_add(machine.work().nodes - before, Ordering::Relaxed);
        stop = match status {
            Status::Paused => continue,
            Status::Done => Some(StopReason::Exhausted),
            Status::Full => Some(StopReason::MemoryLimit),
        };
        break;
    }
    signals.is_over.store(true, Ordering::Relaxed);
    Outcome { count: machine.at_least(), stop, work: machine.work() }
}
