//! [`Estimate`]: the mean of probes, and what their spread says of its error.

use super::probe::Guess;
use crate::engine::Engine;
use crate::ids::to_f64;
use crate::search::limits::StopReason;

/// Rounds end when the error is this part of the estimate.
pub(super) const FINE: f64 = 0.02;

/// An estimate of the size of a search tree, from some probes: from
/// [`Solver::estimate`](crate::Solver::estimate).
///
/// Estimates are means over all probes. Their errors are *standard errors*, in the same units: the
/// root of the variance of the probes divided by their number. If probes are not too different from
/// each other, the truth is within two errors nineteen times of twenty. Numbers are infinite where
/// they are too large for an `f64`.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    nodes: Mean,
    solutions: Mean,
    levels: Vec<f64>,
    probes: u64,
    width: u64,
    steps: u64,
    is_exact: bool,
    stop: Option<StopReason>,
    engine: Engine,
}

impl Estimate {
    /// Without any probe yet.
    pub(super) fn new(engine: Engine, width: u64) -> Self {
        Self {
            nodes: Mean::default(),
            solutions: Mean::default(),
            levels: Vec::new(),
            probes: 0,
            width,
            steps: 0,
            is_exact: false,
            stop: None,
            engine,
        }
    }

    /// Takes in what a probe guesses.
    pub(super) fn add(&mut self, guess: &Guess) {
        self.probes += 1;
        let number = to_f64(self.probes);
        self.nodes.add(guess.nodes(), number);
        self.solutions.add(guess.solutions, number);
        let most = self.levels.len().max(guess.levels.len());
        self.levels.resize(most, 0.0);
        for (index, level) in self.levels.iter_mut().enumerate() {
            *level += (guess.levels.get(index).unwrap_or(&0.0) - *level) / number;
        }
        self.is_exact = guess.is_exact;
    }

    pub(super) fn set_steps(&mut self, steps: u64) {
        self.steps = steps;
    }

    pub(super) fn set_stop(&mut self, stop: Option<StopReason>) {
        self.stop = stop;
    }

    /// Whether more work would be wasted.
    pub(super) fn is_fine(&self) -> bool {
        let is_fine = |value: f64, error: f64| error <= FINE * value || !value.is_finite();
        is_fine(self.nodes(), self.nodes_error())
            && is_fine(self.solutions(), self.solutions_error())
    }

    /// The engine whose tree is estimated.
    #[must_use]
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The nodes of the tree: its root, and every option that is tried at a level.
    #[must_use]
    pub fn nodes(&self) -> f64 {
        self.nodes.mean
    }

    /// The standard error of [`nodes`](Self::nodes): 0 if they are exact, and infinite with one
    /// probe.
    #[must_use]
    pub fn nodes_error(&self) -> f64 {
        self.error(self.nodes)
    }

    /// The number of solutions.
    #[must_use]
    pub fn solutions(&self) -> f64 {
        self.solutions.mean
    }

    /// The standard error of [`solutions`](Self::solutions): 0 if they are exact or none was met,
    /// and infinite with one probe.
    #[must_use]
    pub fn solutions_error(&self) -> f64 {
        self.error(self.solutions)
    }

    fn error(&self, mean: Mean) -> f64 {
        if self.is_exact {
            return 0.0;
        }
        let probes = to_f64(self.probes);
        let error = (mean.squares / (probes - 1.0) / probes).sqrt();
        if error.is_nan() { f64::INFINITY } else { error }
    }

    /// The nodes of each level, the root first. They are those of [`nodes`](Self::nodes) together.
    #[must_use]
    pub fn levels(&self) -> &[f64] {
        &self.levels
    }

    /// The deepest level that was met: as many options are chosen there, those left out that were
    /// known before. The tree may be deeper, unless the answer is exact.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.levels.len().saturating_sub(1)
    }

    /// The number of probes of which this is the mean; 1 if that was exact.
    #[must_use]
    pub fn probes(&self) -> u64 {
        self.probes
    }

    /// How many nodes of each level their samples had at most.
    #[must_use]
    pub fn width(&self) -> u64 {
        self.width
    }

    /// The steps down that these probes took: each costs about what a node costs a search.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether nothing was left to chance: the tree was seen as a whole.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The reason why there are fewer or narrower probes, if they were stopped.
    #[must_use]
    pub fn stop(&self) -> Option<StopReason> {
        self.stop
    }
}

/// A mean and the sum of squares around it, kept up as numbers come in (Welford 1962).
#[derive(Clone, Copy, Debug, PartialEq, Default)]
struct Mean {
    mean: f64,
    squares: f64,
}

impl Mean {
    /// Takes in the number that makes them so many.
    fn add(&mut self, value: f64, number: f64) {
        let before = value - self.mean;
        self.mean += before / number;
        self.squares += before * (value - self.mean);
        if !self.mean.is_finite() {
            (self.mean, self.squares) = (f64::INFINITY, f64::NAN);
        }
    }
}
