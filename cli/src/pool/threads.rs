//! The threads of a pool and their queues.
//!
//! ```text
//!        blocks ┌─ worker ─┐ output
//! reader ───────┼─ worker ─┼──────── writer
//!    │          └─ worker ─┘           │
//!    └────────────── slots ────────────┘
//! ```
//!
//! A *slot* is the position of a block in the order of the input: the writer takes slot by slot,
//! and from each the output of its block. Both queues are bounded, so that a slow consumer of the
//! output also stops the reading of the input.
//!
//! Workers take blocks in the order of the slots, so that the block that the writer waits for is
//! always in work or done. No threads wait for each other in a circle.

use super::block_size::BlockSize;
use super::worker::{BlockTask, Shared, Worker};
use crate::handler::PoolConfig;
use crate::ordered_output::VersionedOutput;
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use quadrille::sudoku::text::{LineBlock, Reader};
use std::io::{self, BufRead};
use std::sync::Arc;
use std::thread;

/// The stack of a worker in bytes, as large as that of the main thread: the 9x9 solver is built on
/// it.
const STACK: usize = 8 << 20;

/// The position of a block in the order of the input.
#[derive(Debug)]
pub(super) enum Slot {
    Block(Arc<LineBlock>, Receiver<VersionedOutput>),
    /// The input can't be read any further.
    Failed(io::Error),
    End,
}

/// An input, and a block that was read of it already.
type StartedInput<R> = (Box<Reader<R>>, LineBlock);

/// Starts threads that wait for an input; `None` if the system has not enough of them: a reader and
/// a worker. They end when the writer drops the slots; a reader that waits for its input ends
/// later.
pub(super) fn start<R: BufRead + Send + 'static>(
    config: &PoolConfig,
    shared: &Arc<Shared>,
) -> Option<(Sender<StartedInput<R>>, Receiver<Slot>)> {
    let workers = config.threads;
    let (input, started) = bounded::<StartedInput<R>>(1);
    let (tasks, queue) = unbounded();
    // Large blocks: each worker has one in work and one in the queue. Their output fits in the
    // queue with one solution for each puzzle in the longest form, so that workers need not
    // wait for each other. Small blocks: others go on while one takes long.
    let (blocks, outputs) =
        if shared.block_size.is_by_reads() { (2 * workers, 16) } else { (256, 2) };
    let (slots, taken) = bounded(blocks);
    let of_reader = Arc::clone(shared);
    let reader = move || {
        if let Ok((reader, first)) = started.recv() {
            read(*reader, first, &of_reader.block_size, outputs, &slots, &tasks);
        }
    };
    thread::Builder::new().spawn(reader).ok()?;
    let start = |_| {
        let (shared, queue) = (Arc::clone(shared), queue.clone());
        let with_handler = Arc::clone(&config.with_handler);
        let work = move || with_handler(&mut |handler| Worker::new(handler, &shared).work(&queue));
        thread::Builder::new().stack_size(STACK).spawn(work).is_ok()
    };
    let started = (0..workers).map(start).filter(|&is_started| is_started).count();
    (started > 0).then_some((input, taken))
}

/// Reads blocks and queues them until the input ends or the writer has ended.
fn read<R: BufRead>(
    mut reader: Reader<R>,
    first: LineBlock,
    block_size: &BlockSize,
    outputs: usize,
    slots: &Sender<Slot>,
    tasks: &Sender<BlockTask>,
) {
    let mut next = Ok(Some(first));
    while let Ok(Some(block)) = next {
        let ((sender, output), block) = (bounded(outputs), Arc::new(block));
        let is_wanted = slots.send(Slot::Block(Arc::clone(&block), output)).is_ok()
            && tasks.send(BlockTask { block, output: sender }).is_ok();
        if !is_wanted {
            return;
        }
        next = reader.block(block_size.lines());
    }
    // An error means that the writer has ended, and needs no end of the input.
    let _ = slots.send(next.map_or_else(Slot::Failed, |_| Slot::End));
}
