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

use super::super::session::Apart;
use super::belief::Belief;
use super::hand::{Hand, Job};
use super::kept::Told;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use quadrille::sudoku::text::{Block, Reader};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::thread;

/// The most hands: one thread can't read an input for more.
const MOST_HANDS: usize = 32;

/// How many blocks are under way for each hand: that which it answers, and the next.
const BLOCKS: usize = 2;

/// How many parts of a block may wait until it is their turn: what is said of as many puzzles as one read brings, in the
/// longest form, with one solution each. With fewer, hands come to wait for each other.
const PARTS: usize = 16;

/// Who answers blocks, and how many of them.
#[derive(Debug)]
pub(in crate::cli) struct Crew {
    hands: usize,
    hand: Hand,
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
    /// So many hands like this one, if there are to be several.
    pub(in crate::cli) fn new(hands: usize, hand: Hand) -> Option<Self> {
        (hands > 1).then_some(Self { hands: hands.min(MOST_HANDS), hand })
    }

    /// Starts all threads, if the system has as many as are needed: one that reads and a hand. They end by themselves when
    /// nobody takes slots any more; only one that waits for the input goes on to wait.
    pub(super) fn start<R: BufRead + Send + 'static>(
        &self,
        file: &str,
        apart: &Apart,
        belief: &Arc<Belief>,
    ) -> Option<Started<R>> {
        let (input, begun) = bounded::<Begun<R>>(1);
        let (jobs, to_do) = unbounded();
        let (slots, taken) = bounded(BLOCKS * self.hands);
        let feeder = move || {
            if let Ok((reader, first)) = begun.recv() {
                feed(*reader, first, &slots, &jobs);
            }
        };
        thread::Builder::new().spawn(feeder).ok()?;
        let file: Arc<str> = file.into();
        let start = |_| {
            let (hand, to_do) = (self.hand.another(), to_do.clone());
            let (belief, file, apart) = (Arc::clone(belief), Arc::clone(&file), apart.clone());
            let work = move || hand.work(&to_do, &belief, &file, &apart);
            thread::Builder::new().spawn(work).is_ok()
        };
        let started = (0..self.hands).map(start).filter(|&is_there| is_there).count();
        (started > 0).then_some(Started { input, slots: taken })
    }
}

/// Reads blocks, and hands them out, until nobody wants any.
fn feed<R: BufRead>(mut reader: Reader<R>, first: Block, slots: &Sender<Slot>, jobs: &Sender<Job>) {
    let mut next = Ok(Some(first));
    loop {
        let end = match next {
            Ok(Some(block)) => {
                let ((parts, told), block) = (bounded(PARTS), Arc::new(block));
                let is_wanted = slots.send(Slot::Block(Arc::clone(&block), told)).is_ok()
                    && jobs.send(Job { block, parts }).is_ok();
                if !is_wanted {
                    return;
                }
                next = reader.block();
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
