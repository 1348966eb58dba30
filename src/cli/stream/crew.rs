//! The threads of a stream, and what goes between them.
//!
//! ```text
//!        blocks ┌─ hand ─┐ parts
//! feeder ───────┼─ hand ─┼─────── the thread that writes
//!    │          └─ hand ─┘              │
//!    └────────────── slots ─────────────┘
//! ```
//!
//! A *slot* is the place of a block in the order of all: whoever writes takes slot by slot, and out of each the parts of
//! its block. Slots are few, and so are the parts that wait in one. So when nobody reads what is written, all threads come
//! to wait, and the input is no longer read.
//!
//! A block is taken up in the order of the slots: the one that is awaited is under way, or answered. No thread waits for
//! another one in a circle.

use super::super::search::{Plan, Search};
use super::super::sudoku::{Encodings, Rules};
use super::hand::{Hand, Job, Shared};
use super::kept::Told;
use super::pace::Pace;
use super::rush::Rush;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use quadrille::sudoku::text::{Block, Reader};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::thread;

/// The most hands: one thread can't read an input for more.
const MOST_HANDS: usize = 32;

/// How many things may wait.
#[derive(Clone, Copy, Debug)]
struct Room {
    /// The blocks that are under way.
    blocks: usize,
    /// The parts of each until it is their turn.
    parts: usize,
}

impl Room {
    /// Where a block is what a read brings, each hand has the one that it answers, and the next. What is said of so many
    /// puzzles, in the longest form, with one solution each, has room: otherwise hands come to wait for each other.
    ///
    /// Small blocks wait for one that happens to take long: the others go on with as many as there is room for.
    fn new(hands: usize, is_by_reads: bool) -> Self {
        if is_by_reads {
            Self { blocks: 2 * hands, parts: 16 }
        } else {
            Self { blocks: 256, parts: 2 }
        }
    }
}

/// Who answers blocks, and how many of them.
#[derive(Debug)]
pub(in crate::cli) struct Crew {
    hands: usize,
    rules: Rules,
    plan: Plan,
}

/// The place of a block in the order of all.
#[derive(Debug)]
pub(super) enum Slot {
    /// A block, and what comes out of it.
    Block(Arc<Block>, Receiver<Told>),
    /// The input can't be read any further.
    Failed(io::Error),
    /// There are no more.
    End,
}

/// An input, and a block that was read of it already.
type Begun<R> = (Box<Reader<R>>, Block);

/// The threads at work, which wait for an input.
#[derive(Debug)]
pub(super) struct Started<R> {
    pub(super) input: Sender<Begun<R>>,
    pub(super) slots: Receiver<Slot>,
}

impl Crew {
    /// As many hands as there are to be threads, if those are several. Each keeps to one thread: there are others to be kept
    /// busy.
    pub(in crate::cli) fn new(rules: Rules, plan: &Plan) -> Option<Self> {
        let hands = plan.settings.threads.min(MOST_HANDS);
        let plan = Plan { settings: plan.settings.among(hands), ..plan.clone() };
        (hands > 1).then_some(Self { hands, rules, plan })
    }

    /// Whether it should take over what follows on what came in a rush; maybe there is more of that. A counter shares what
    /// takes long among threads by itself, and better than by puzzles where these are few.
    pub(in crate::cli) fn is_wanted(&self, rush: &Rush, has_more: bool) -> bool {
        rush.is_large() || has_more && rush.is_long() && !self.plan.is_for_counters()
    }

    /// Starts all threads, if the system has as many as are needed: one that reads and a hand. They end by themselves when
    /// nobody takes slots any more; only one that waits for the input goes on to wait.
    pub(super) fn start<R: BufRead + Send + 'static>(
        &self,
        shared: &Arc<Shared>,
    ) -> Option<Started<R>> {
        let (input, begun) = bounded::<Begun<R>>(1);
        let (jobs, to_do) = unbounded();
        let room = Room::new(self.hands, shared.pace.is_by_reads());
        let (slots, taken) = bounded(room.blocks);
        let of_feeder = Arc::clone(shared);
        let feeder = move || {
            if let Ok((reader, first)) = begun.recv() {
                feed(*reader, first, &of_feeder.pace, room.parts, &slots, &jobs);
            }
        };
        thread::Builder::new().spawn(feeder).ok()?;
        let start = |_| {
            let (shared, to_do) = (Arc::clone(shared), to_do.clone());
            let (rules, plan) = (self.rules, self.plan.clone());
            let work = move || {
                let encodings = Encodings::new(rules);
                Hand::new(Search::new(&encodings, plan), &shared).work(&to_do);
            };
            thread::Builder::new().spawn(work).is_ok()
        };
        let started = (0..self.hands).map(start).filter(|&is_there| is_there).count();
        (started > 0).then_some(Started { input, slots: taken })
    }
}

/// Reads blocks, and hands them out, with room for so many parts of each, until nobody wants any.
fn feed<R: BufRead>(
    mut reader: Reader<R>,
    first: Block,
    pace: &Pace,
    room: usize,
    slots: &Sender<Slot>,
    jobs: &Sender<Job>,
) {
    let mut next = Ok(Some(first));
    loop {
        let end = match next {
            Ok(Some(block)) => {
                let ((parts, told), block) = (bounded(room), Arc::new(block));
                let is_wanted = slots.send(Slot::Block(Arc::clone(&block), told)).is_ok()
                    && jobs.send(Job { block, parts }).is_ok();
                if !is_wanted {
                    return;
                }
                next = reader.block(pace.lines());
                continue;
            }
            Ok(None) => Slot::End,
            Err(error) => Slot::Failed(error),
        };
        // If it is not wanted, nobody waits for it.
        let _ = slots.send(end);
        return;
    }
}
