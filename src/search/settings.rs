//! The settings of a [`Solver`].

use super::checkpoint::{Checkpoint, CheckpointHook};
use super::limits::CancelToken;
use super::presolve::PresolveMode;
use super::progress::{Listener, Progress};
use super::solver::Solver;
use super::thread_count::ThreadCount;
use std::time::{Duration, Instant};

impl Solver {
    /// Ends each run of [`visit`](Self::visit), [`count`](Self::count),
    /// [`solutions`](Self::solutions) and [`first`](Self::first) after this number of solutions.
    /// Other questions ignore it.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limits.solutions = Some(solutions);
        self
    }

    /// Ends each run after about so many nodes: a level that has been entered is not left
    /// half-way.
    #[must_use]
    pub fn node_limit(mut self, nodes: u64) -> Self {
        self.limits.nodes = Some(nodes);
        self
    }

    /// Sets or removes the limit of nodes for the next runs.
    pub(crate) fn set_node_limit(&mut self, nodes: Option<u64>) {
        self.limits.nodes = nodes;
    }

    /// Ends each run at this time, within a few hundred nodes; presolving is not interrupted.
    #[must_use]
    pub fn deadline(mut self, deadline: Instant) -> Self {
        self.limits.deadline = Some(deadline);
        self
    }

    /// Ends each run when so much time has passed from this call: it sets a
    /// [deadline](Self::deadline). A later run that is to have as much time needs another call.
    /// With a time that is too long to be added, there is no deadline.
    #[must_use]
    pub fn timeout(mut self, time: Duration) -> Self {
        self.limits.deadline = Instant::now().checked_add(time);
        self
    }

    /// Ends each run when the token is cancelled.
    #[must_use]
    pub fn cancel_token(mut self, token: CancelToken) -> Self {
        self.limits.cancel = Some(token);
        self
    }

    /// The number of threads of [`count`](Self::count), [`visit`](Self::visit),
    /// [`best`](Self::best), `big_count`, `count_up_to` and `visit_up_to` when they take long; by
    /// default one. 0 stands for the number of cores, which is requested from the system when a
    /// search is split, since that takes longer than a small search. Other questions have one
    /// thread. The count, the solutions and their order are the same. With a limit of nodes,
    /// `count` and `visit` have one thread.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// assert_eq!(Solver::new(&problem).threads(2).count().solutions, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = ThreadCount::new(threads);
        self
    }

    /// Calls a function with the progress of each run but those of [`estimate`](Self::estimate) and
    /// [`partition`](Self::partition): about once in this time, and at the end, unless an iterator
    /// is dropped before it. It can end the run by a [token](Self::cancel_token).
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use std::time::Duration;
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let (sender, receiver) = std::sync::mpsc::channel();
    /// let callback = move |progress: &quadrille::Progress| sender.send(*progress).unwrap_or(());
    /// Solver::new(&problem).progress(Duration::from_millis(500), callback).count();
    ///
    /// let last = receiver.iter().last().expect("the end is always reported");
    /// assert_eq!((last.share(), last.solutions()), (Some(1.0), 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn progress(
        mut self,
        every: Duration,
        callback: impl FnMut(&Progress) + Send + 'static,
    ) -> Self {
        self.listener = Some(Listener::new(every, callback));
        self
    }

    /// Calls a function with a checkpoint about once in this time, in each run of
    /// [`count`](Self::count), [`visit`](Self::visit), [`solutions`](Self::solutions) and
    /// `big_count` (feature `diagram`). Solutions that the checkpoint counts as found have been
    /// visited.
    ///
    /// With this, long searches are always split, so that little is lost when they are interrupted.
    #[must_use]
    pub fn on_checkpoint(
        mut self,
        every: Duration,
        callback: impl FnMut(Checkpoint) + Send + 'static,
    ) -> Self {
        self.hook = Some(CheckpointHook::new(self.kind, every, callback));
        self
    }

    /// How much is found out about the problem before it is searched; without this,
    /// [`PresolveMode::Auto`].
    ///
    /// ```
    /// use quadrille::{Problem, PresolveMode, Solver};
    ///
    /// let problem: Problem = "a b c\na\na b\nb\nb c\nc a\n".parse()?;
    /// let mut solver = Solver::new(&problem).presolve(PresolveMode::Always);
    /// assert_eq!(solver.count().solutions, 2);
    /// assert_eq!(solver.reduction().map(|known| known.removed().count()), Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn presolve(mut self, presolve: PresolveMode) -> Self {
        self.presolve = presolve;
        self.forget();
        self
    }
}
