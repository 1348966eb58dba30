//! [`Job`]: a search that can be put aside, written down, and taken up again.

use super::answer::{Count, SetupTime, Stats};
use super::given::{Given, GivenError};
use super::limits::{CancelToken, Limits, StopReason, limit_setters};
use super::progress::{Listener, Progress};
use super::reduce::PresolveMode;
use super::sections::{self, Line, Listeners, PACE, Pace, Section, Task, Visitor};
use super::solver::Solver;
use crate::engine::{Engine, EngineChoice, Unsupported};
use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};
use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// A search of all solutions that goes on where it was stopped: in this process, or in another one, on another computer,
/// with another number of threads.
///
/// What is left of it is a list of [`Section`]s, parts of the search tree, which [`left`](Self::left) gives at any time, and
/// which [`save`](Self::save) shows to a callback every so often while it runs. What a section has found counts when the
/// section has come to its end, and of solutions that are shown it is known how many have been: so nothing is counted or
/// shown twice, and nothing is lost but the work on sections that were under way, about a million nodes for each thread.
///
/// ```
/// use quadrille::{Job, Left, Problem};
/// use std::ops::ControlFlow;
///
/// let problem: Problem = "a b c\na b\nb c\na\nc\nb\n".parse()?;
///
/// // Stopped after the first solution, and written down.
/// let mut job = Job::new(&problem)?;
/// let mut shown = Vec::new();
/// job.visit(|options| {
///     shown.push(options.to_vec());
///     ControlFlow::Break(())
/// });
/// let left: Left = job.left();
/// assert_eq!(left.found, 1);
///
/// // And taken up again.
/// let mut job = Job::resume(&problem, left)?;
/// let count = job.visit(|options| {
///     shown.push(options.to_vec());
///     ControlFlow::Continue(())
/// });
/// assert_eq!((count.solutions, shown.len()), (3, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A job has one engine from its beginning to its end: [`Engine::Auto`] is the one with which it would begin. Engines that
/// learn begin anew in each section. The order of solutions does not depend on where the job was stopped.
#[derive(Debug)]
pub struct Job {
    /// Knows the problem, what was found out of it, and what is given. It never searches.
    solver: Solver,
    chosen: EngineChoice,
    limits: Limits,
    listener: Option<Listener>,
    saver: Option<Saver>,
    threads: usize,
    line: Line,
    /// The nodes that were searched before it was resumed.
    before: u64,
    pace: Pace,
}

/// What is left of a [`Job`], and what it has come to.
#[derive(Clone, PartialEq, Debug)]
pub struct Left {
    /// The engine.
    pub engine: Engine,
    /// The sections, in the order in which they are searched.
    pub sections: Vec<Section>,
    /// How many solutions of the first section have been shown.
    pub shown: u64,
    /// How many solutions were counted, or shown, those of the first section among them.
    pub found: u64,
    /// The nodes that were searched.
    pub nodes: u64,
}

impl Left {
    /// Whether there is nothing left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }
}

/// EngineReason a [`Job`] can't be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResumeError {
    /// The engine does not take the problem.
    Unsupported(Unsupported),
    /// The options of a section can't be given.
    Section {
        /// The place of the section, from 0.
        place: usize,
        /// EngineReason they can't.
        error: GivenError,
    },
    /// A section leaves out options that the problem does not have, or where its engine can't leave out any.
    Without {
        /// The place of the section, from 0.
        place: usize,
    },
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(error) => error.fmt(f),
            Self::Section { place, error } => {
                write!(f, "section {} is not of this problem: {error}", place + 1)
            }
            Self::Without { place } => {
                write!(f, "section {} leaves out what the search can't", place + 1)
            }
        }
    }
}

impl std::error::Error for ResumeError {}

impl From<Unsupported> for ResumeError {
    fn from(error: Unsupported) -> Self {
        Self::Unsupported(error)
    }
}

impl Job {
    /// A search with the engine that [`Engine::Auto`] begins with.
    ///
    /// # Errors
    /// If no engine takes the problem.
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        Self::with_engine(problem, Engine::Auto)
    }

    /// A search with an engine of one's choice.
    ///
    /// # Errors
    /// If the engine can't take the problem.
    pub fn with_engine(problem: &Problem, engine: Engine) -> Result<Self, Unsupported> {
        Ok(Self {
            solver: Solver::with_engine(problem, engine)?,
            chosen: engine.settled(problem),
            limits: Limits::default(),
            listener: None,
            saver: None,
            threads: 1,
            line: Line::new([Section::whole()], 0),
            before: 0,
            pace: PACE,
        })
    }

    /// Takes up a search of which this is left. What was given must be [given](Self::give) again.
    ///
    /// # Errors
    /// If the engine can't take the problem, or a section has options that can't be chosen together.
    pub fn resume(problem: &Problem, left: Left) -> Result<Self, ResumeError> {
        let mut job = Self::with_engine(problem, left.engine)?;
        let mut given = Given::new(problem);
        for (place, section) in left.sections.iter().enumerate() {
            let checked = given.give(problem, &section.options);
            checked.map_err(|error| ResumeError::Section { place, error })?;
            let most = problem.options().len();
            let is_known = section.without.iter().all(|option| option.index() < most);
            let can_leave_out = left.engine == Engine::Multiple || section.without.is_empty();
            if !(is_known && can_leave_out) {
                return Err(ResumeError::Without { place });
            }
        }
        job.line = Line::new(left.sections, left.shown);
        (job.line.found, job.before) = (left.found, left.nodes);
        Ok(job)
    }

    /// Ends the search after so many solutions in all, those among them that were found before it was resumed.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Self {
        self.limits.solutions = Some(solutions);
        self
    }

    limit_setters!();

    /// How many threads search together; without this, one. What is found, and its order, are the same. A limit of nodes is
    /// kept by one thread.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// How much is found out of the problem before it is searched; without this, [`PresolveMode::Auto`]. A job that is resumed
    /// must be told the same as before.
    #[must_use]
    pub fn reduce(self, reduce: PresolveMode) -> Self {
        Self { solver: self.solver.reduce(reduce), ..self }
    }

    /// Tells a callback how far the search has come, as [`Solver::progress`](crate::Solver::progress) does.
    #[must_use]
    pub fn progress(
        self,
        every: Duration,
        callback: impl FnMut(&Progress) + Send + 'static,
    ) -> Self {
        Self { listener: Some(Listener::new(every, callback)), ..self }
    }

    /// Shows a callback what is left, about every so often, while the search goes on: to write it down. Solutions that
    /// count as shown have been shown.
    #[must_use]
    pub fn save(self, every: Duration, callback: impl FnMut(Left) + Send + 'static) -> Self {
        Self {
            saver: Some(Saver { every, call: Box::new(callback), last: Instant::now() }),
            ..self
        }
    }

    /// Chooses options for the whole search, as [`Solver::give`](crate::Solver::give) does; before it begins, and after
    /// it was resumed.
    ///
    /// # Errors
    /// As those of [`Solver::give`](crate::Solver::give), and if the options of a section can't be chosen together with them:
    /// what was resumed is then of another search. Then nothing is given.
    pub fn give(&mut self, options: &[OptionId]) -> Result<(), GivenError> {
        let problem = self.problem();
        let mut both = Given::new(problem);
        let mut sections = self.line.sections();
        let checked = sections
            .try_for_each(|section| both.give(problem, &[options, &section.options].concat()));
        self.solver.give(if checked.is_ok() { options } else { &[] })?;
        checked
    }

    /// Cuts sections at another pace.
    #[cfg(test)]
    pub(super) fn paced(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// The problem that is searched.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        self.solver.problem()
    }

    /// The engine that searches, and why it does; of a job that was resumed, because it did before.
    #[must_use]
    pub fn chosen(&self) -> EngineChoice {
        self.chosen
    }

    /// What was found out of the problem before it was searched; `None` before the first run, or if nothing was looked
    /// for.
    #[must_use]
    pub fn reduction(&self) -> Option<&Reduction> {
        self.solver.reduction()
    }

    /// What was spent on reducing the problem. Engines are built in the search, one for each thread.
    #[must_use]
    pub fn preparation(&self) -> SetupTime {
        self.solver.preparation()
    }

    /// The share of the search that is done, from 0 to 1, as [`Progress::share`] has it.
    #[must_use]
    pub fn share(&self) -> f64 {
        self.line.share()
    }

    /// What is left, and what was found.
    #[must_use]
    pub fn left(&self) -> Left {
        left(self.chosen.engine, self.before, &self.line)
    }

    /// The work since the job was made or resumed.
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats { nodes: self.line.nodes, updates: self.line.updates }
    }

    /// Counts on: how many solutions there are in all.
    pub fn count(&mut self) -> Count {
        self.run(false, &mut |_| ControlFlow::Continue(()))
    }

    /// Goes on to show the options of every solution, until the visitor breaks. The count is that of all solutions that were
    /// ever shown.
    pub fn visit(&mut self, mut visitor: impl FnMut(&[OptionId]) -> ControlFlow<()>) -> Count {
        self.run(true, &mut visitor)
    }

    fn run(&mut self, tells: bool, visitor: &mut Visitor<'_>) -> Count {
        let Self { chosen: EngineChoice { engine, .. }, pace, before, .. } = *self;
        let threads = if self.limits.nodes.is_some() { 1 } else { self.threads };
        let Self { solver, limits, listener, saver, line, .. } = self;
        let problem = &solver.problem().clone();
        let (_, known, given) = solver.parts(false);
        let start = || engine.start(problem, known);
        let task = Task { limits, given, start: &start, threads, tells, cuts_learners: true, pace };
        let watch = listener.as_mut().map(Listener::watch);
        let mut save = saver.as_mut().map(|saver| |line: &Line| saver.look(engine, before, line));
        let saver = save.as_mut().map(|save| -> &mut dyn FnMut(&Line) { save });
        let mut listeners = Listeners { visitor, watch, saver };
        let stop = sections::run(line, task, &mut listeners);
        let watch = listeners.watch;
        // Threads that count may have found more before they looked.
        let solutions = match limits.solutions {
            Some(most) if !tells && stop == StopReason::SolutionLimit => most,
            _ => line.found,
        };
        if let Some(mut watch) = watch {
            watch.end(stop, solutions, line.nodes);
        }
        Count { solutions, stop }
    }
}

fn left(engine: Engine, before: u64, line: &Line) -> Left {
    let (sections, nodes) = (line.sections().cloned().collect(), before + line.nodes);
    Left { engine, sections, shown: line.told(), found: line.found, nodes }
}

/// Who is shown what is left.
struct Saver {
    every: Duration,
    call: Box<dyn FnMut(Left) + Send>,
    last: Instant,
}

impl Saver {
    /// Shows it, if it is time.
    fn look(&mut self, engine: Engine, before: u64, line: &Line) {
        if self.last.elapsed() >= self.every {
            (self.call)(left(engine, before, line));
            self.last = Instant::now();
        }
    }
}

impl fmt::Debug for Saver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Saver").field("every", &self.every).finish_non_exhaustive()
    }
}
