//! Work in several threads whose results are taken in order.
//!
//! The calling thread makes tasks and takes results, in the order of the tasks; workers turn one
//! into the other. So what is written does not depend on the number of threads. The number of tasks
//! in work is bounded, and a task can depend on results that were taken before it was made.

use super::stop::Stop;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use quadrille::CancelToken;
use std::collections::BTreeMap;
use std::io;
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

/// The stack of a worker in bytes, as large as that of the main thread: the 9x9 solver is built on
/// it.
pub(super) const STACK: usize = 8 << 20;

/// How often the calling thread checks, while it waits, whether the run is stopped.
const POLL: Duration = Duration::from_millis(20);

/// Tasks for each worker: one in work and one that waits.
const TASKS: usize = 2;

/// A source of tasks, which takes their results.
pub(super) trait Job {
    type Task: Send;
    type Outcome: Send;

    /// The next task; `None` if there is none now. It is called again when a result was taken.
    fn next(&mut self) -> Option<Self::Task>;

    /// Takes the result of a task. Returns whether to continue.
    fn take(&mut self, outcome: Self::Outcome) -> io::Result<bool>;

    /// Called before the calling thread waits for a result.
    fn wait(&mut self) -> io::Result<()>;
}

/// Tasks that take less time become larger, and those that take four times as much smaller.
const TASK_TIME: Duration = Duration::from_millis(50);

/// How much a task gets. The first one is small, since it can take long, and other workers wait.
pub(super) struct TaskSize {
    pub(super) size: u64,
    most: u64,
}

impl TaskSize {
    pub(super) fn up_to(most: u64) -> Self {
        Self { size: 1, most }
    }

    /// Adapts the size of the next task to the time that one has taken.
    pub(super) fn adapt(&mut self, time: Duration) {
        if time < TASK_TIME {
            self.size = self.size.saturating_mul(2).min(self.most);
        } else if time > 4 * TASK_TIME {
            self.size = (self.size / 2).max(1);
        }
    }
}

/// Does a job with several workers, until there is no task and no result left, a result ends it, or
/// the run is stopped: then the workers end by the token, and the results of what was finished
/// before are taken.
pub(super) fn run<J: Job, W: FnMut(J::Task) -> J::Outcome>(
    job: &mut J,
    threads: usize,
    stop: &Stop,
    worker: impl Fn(CancelToken) -> W + Sync,
) -> io::Result<()> {
    let token = CancelToken::new();
    thread::scope(|scope| {
        let (tasks, queue) = unbounded();
        let (sender, results) = unbounded();
        let start = |_| {
            let worker = || worker(token.clone());
            start(scope, worker, queue.clone(), sender.clone())
        };
        let workers: Vec<_> = (0..threads).map(start).collect::<io::Result<_>>()?;
        drop((queue, sender));
        let mut pending = Pending { tasks, results, sent: 0, taken: 0, early: BTreeMap::new() };
        let ended = pending.run(job, threads, stop, &token);
        token.cancel();
        drop(pending);
        // That one has failed is known by then.
        workers.into_iter().for_each(|worker| drop(worker.join()));
        ended
    })
}

/// Starts a thread that answers tasks until the queue is closed.
fn start<'scope, T: Send + 'scope, R: Send + 'scope, W: FnMut(T) -> R>(
    scope: &'scope Scope<'scope, '_>,
    worker: impl FnOnce() -> W + Send + 'scope,
    queue: Receiver<(u64, T)>,
    results: Sender<(u64, R)>,
) -> io::Result<ScopedJoinHandle<'scope, ()>> {
    let work = move || {
        let mut work = worker();
        for (number, task) in queue {
            if results.send((number, work(task))).is_err() {
                break;
            }
        }
    };
    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)
}

/// Tasks that are in work, and results that came before their turn.
struct Pending<T, R> {
    tasks: Sender<(u64, T)>,
    results: Receiver<(u64, R)>,
    sent: u64,
    taken: u64,
    early: BTreeMap<u64, R>,
}

impl<T, R> Pending<T, R> {
    fn run(
        &mut self,
        job: &mut impl Job<Task = T, Outcome = R>,
        threads: usize,
        stop: &Stop,
        token: &CancelToken,
    ) -> io::Result<()> {
        let most = u64::try_from(TASKS * threads).unwrap_or(u64::MAX);
        loop {
            while self.sent - self.taken < most && !stop.is_requested() {
                let Some(task) = job.next() else { break };
                self.tasks.send((self.sent, task)).map_err(|_| lost())?;
                self.sent += 1;
            }
            if self.sent == self.taken {
                return Ok(());
            }
            let outcome = self.next(job, stop, token)?;
            self.taken += 1;
            if !job.take(outcome)? {
                return Ok(());
            }
        }
    }

    /// The result of the first task that has none yet.
    fn next(
        &mut self,
        job: &mut impl Job<Task = T, Outcome = R>,
        stop: &Stop,
        token: &CancelToken,
    ) -> io::Result<R> {
        loop {
            if let Some(outcome) = self.early.remove(&self.taken) {
                return Ok(outcome);
            }
            let received = match self.results.try_recv() {
                Ok(received) => received,
                Err(_) => {
                    job.wait()?;
                    self.receive(stop, token)?
                }
            };
            self.early.insert(received.0, received.1);
        }
    }

    fn receive(&self, stop: &Stop, token: &CancelToken) -> io::Result<(u64, R)> {
        loop {
            match self.results.recv_timeout(POLL) {
                Ok(received) => return Ok(received),
                Err(RecvTimeoutError::Timeout) if stop.is_requested() => token.cancel(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(lost()),
            }
        }
    }
}

/// The error where a thread has ended without its result.
fn lost() -> io::Error {
    io::Error::other("a thread has failed: the output is not complete")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below a limit. Each result makes another task, as long as that is below it.
    struct Doubling {
        next: Vec<u64>,
        taken: Vec<u64>,
        most: u64,
        ends_at: Option<u64>,
    }

    impl Job for Doubling {
        type Task = u64;
        type Outcome = u64;

        fn next(&mut self) -> Option<u64> {
            let first = !self.next.is_empty();
            first.then(|| self.next.remove(0))
        }

        fn take(&mut self, outcome: u64) -> io::Result<bool> {
            self.taken.push(outcome);
            if outcome < self.most {
                self.next.push(outcome);
            }
            Ok(self.ends_at != Some(outcome))
        }

        fn wait(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn doubled(threads: usize, ends_at: Option<u64>) -> Vec<u64> {
        let mut job = Doubling { next: vec![1, 3, 5, 7], taken: vec![], most: 500, ends_at };
        let worker = |_: CancelToken| {
            |number: u64| {
                // Results come out of order.
                thread::sleep(Duration::from_micros(number * 37 % 301));
                2 * number
            }
        };
        run(&mut job, threads, &Stop::default(), worker).unwrap();
        job.taken
    }

    #[test]
    fn results_are_taken_in_the_order_of_the_tasks() {
        let one = doubled(1, None);
        assert_eq!((one.len(), one.iter().max()), (31, Some(&896)));
        assert_eq!(one, doubled(5, None));
        assert_eq!(doubled(1, Some(6)), [2, 6]);
        assert_eq!(doubled(3, Some(6)), [2, 6]);
    }

    #[test]
    fn a_worker_that_fails_is_an_error() {
        struct One(bool);
        impl Job for One {
            type Task = ();
            type Outcome = ();

            fn next(&mut self) -> Option<()> {
                std::mem::take(&mut self.0).then_some(())
            }

            fn take(&mut self, (): ()) -> io::Result<bool> {
                Ok(true)
            }

            fn wait(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let ended = run(&mut One(true), 1, &Stop::default(), |_| |()| panic!("a test"));
        assert_eq!(ended.unwrap_err().to_string(), lost().to_string());
    }
}
