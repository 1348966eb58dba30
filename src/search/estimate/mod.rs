//! [`Estimator`]: how large a search tree is, before it is searched.

mod answer;
mod probe;
mod random;
#[cfg(test)]
mod tests;

pub use answer::Estimate;
pub(super) use probe::Prober;
pub(super) use random::Random;

use super::assumptions::{AssumeError, Assumptions};
use super::limits::{CancelToken, Limits, StopReason, limit_setters};
use super::reduce::PresolveMode;
use crate::engine::{Engine, Subproblem, cursor};
use crate::problem::Problem;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

/// Probes, unless others are asked for: enough for their spread to say something.
const PROBES: u64 = 16;

/// The width of the first probes, and the greatest that is tried.
const FIRST_WIDTH: u64 = 8;
const MOST_WIDTH: u64 = 1 << 20;

/// The cost of all probes together in each round after the first, in updates of the engine: the
/// last takes about a second.
const EFFORTS: [u64; 2] = [1 << 22, 1 << 25];

/// Estimates how large the search tree of a problem is, and how many solutions there are, without
/// searching it.
///
/// The tree is that of the engine [`Links`](Engine::Links), whose rule is to cover an item with the fewest options; its
/// [`nodes`](crate::Stats::nodes) are what is estimated. Engines that look ahead or learn, as those that [`Engine::Auto`]
/// takes, often visit fewer. Where items have [multiplicities](crate::Bounds) it is the tree of
/// [`Multiple`](Engine::Multiple), which visits fewer nodes than are estimated, because it learns while it searches.
///
/// Each *probe* goes down the tree level by level, with a sample of the nodes of each that stand
/// for all. It is an unbiased guess: the average over all probes that there could be is the truth.
/// Several are made, the mean is the estimate, and their spread gives its error. A tree that is
/// narrow enough is seen as a whole, and then the answer is exact. For the same problem, settings
/// and seed, the answer is the same on every computer.
///
/// ```
/// use quadrille::{Estimator, Problem, Solver};
///
/// // The ways to tile a board of 2x4 with dominoes.
/// let mut text = String::new();
/// (0..8).for_each(|cell| text += &format!("c{cell} "));
/// (0..4).for_each(|column| text += &format!("\nc{} c{}", column, column + 4));
/// (0..8).filter(|cell| cell % 4 < 3).for_each(|cell| text += &format!("\nc{cell} c{}", cell + 1));
/// let problem: Problem = text.parse()?;
///
/// let estimate = Estimator::new(&problem).estimate()?;
/// assert!(estimate.is_exact());
/// assert_eq!(estimate.solutions(), 5.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # What it can't see
///
/// A tree in which nearly all nodes are below very few nodes of a high level is underestimated by
/// nearly all probes, and then the reported error is too small as well: what no probe has met
/// leaves no trace. Solutions that are rare among nodes are such a case; if none was met, the
/// estimate of them is 0 with an error of 0, which does not mean that there is none unless the
/// answer [is exact](Estimate::is_exact).
///
/// Random descents are due to D. E. Knuth, *Estimating the efficiency of backtrack programs*
/// (1975), and samples of many nodes, drawn from strata, to P. C. Chen, *Heuristic sampling*
/// (1992).
#[derive(Debug)]
pub struct Estimator {
    problem: Problem,
    seed: u64,
    probes: NonZeroU64,
    width: Option<u64>,
    reduce: PresolveMode,
    limits: Limits,
    assumptions: Assumptions,
}

impl Estimator {
    /// An estimator of a problem; it takes every one.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self {
            problem: problem.clone(),
            seed: 0,
            probes: NonZeroU64::MIN.saturating_add(PROBES - 1),
            width: None,
            reduce: PresolveMode::default(),
            limits: Limits::default(),
            assumptions: Assumptions::new(problem),
        }
    }

    /// Draws other random numbers; without this, those of 0.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The number of probes; without this, 16. One alone has no error.
    #[must_use]
    pub fn probes(mut self, probes: NonZeroU64) -> Self {
        self.probes = probes;
        self
    }

    /// How many nodes of each level are in a sample; with 1, probes are Knuth's random descents.
    ///
    /// Without this, probes are made wider in up to three rounds, until the error of the nodes and
    /// of the solutions is a fiftieth, or all probes of a round take about as much work as a search
    /// of half a second. The answer is that of the last round, and those before it are forgotten.
    #[must_use]
    pub fn width(mut self, nodes: NonZeroU64) -> Self {
        self.width = Some(nodes.get());
        self
    }

    /// How much is found out of the problem before; without this, [`PresolveMode::Auto`], as with a
    /// [`Solver`](crate::Solver). It makes the tree smaller.
    #[must_use]
    pub fn reduce(mut self, reduce: PresolveMode) -> Self {
        self.reduce = reduce;
        self
    }

    limit_setters!();

    /// Estimates the tree below these options, as [`Solver::assume`](crate::Solver::assume) would
    /// search it.
    ///
    /// # Errors
    /// As those of [`Solver::assume`](crate::Solver::assume). Then nothing is assumed.
    pub fn assume(&mut self, subproblem: impl Into<Subproblem>) -> Result<(), AssumeError> {
        self.assumptions.assume(&self.problem, &subproblem.into())
    }

    /// The problem whose tree is estimated.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The engine whose tree is estimated.
    #[must_use]
    pub fn engine(&self) -> Engine {
        if self.problem.features().multiplicities { Engine::Multiple } else { Engine::Links }
    }

    /// Makes the probes.
    ///
    /// # Errors
    /// The reason, if they were stopped before there was an estimate with an error. If they were stopped later, the
    /// [estimate](Estimate::stop) has the reason. A limit of nodes counts the steps of all probes.
    pub fn estimate(&self) -> Result<Estimate, StopReason> {
        let reduction = self.reduce.problem(&self.problem, &self.assumptions.subproblem().include);
        let mut prober = Prober::new(cursor(&self.problem, reduction.as_ref()));
        prober.restart(self.assumptions.subproblem());
        match self.width {
            Some(width) => self.round(&mut prober, width, 0),
            None => self.rounds(&mut prober),
        }
    }

    /// Makes probes wider and wider, until they are good enough.
    fn rounds(&self, prober: &mut Prober) -> Result<Estimate, StopReason> {
        let mut best = self.round(prober, FIRST_WIDTH, 0)?;
        let mut cost = prober.cost();
        for (round, effort) in (1..).zip(EFFORTS) {
            if best.is_fine() || best.stop().is_some() {
                break;
            }
            let width = best.width().saturating_mul(effort) / cost.max(1);
            let before = prober.cost();
            match self.round(prober, width.clamp(1, MOST_WIDTH), round) {
                Ok(next) if next.stop().is_none() => best = next,
                Ok(next) => best.set_stop(next.stop()),
                Err(stop) => best.set_stop(Some(stop)),
            }
            cost = prober.cost() - before;
        }
        Ok(best)
    }

    /// Makes probes of a width; one alone, if that is exact. What was stopped before there were two
    /// is no answer.
    fn round(&self, prober: &mut Prober, width: u64, round: u64) -> Result<Estimate, StopReason> {
        let before = prober.steps();
        let mut estimate = Estimate::new(width);
        let narrowed = usize::try_from(width).unwrap_or(usize::MAX);
        while estimate.probes() < self.probes.get() && !estimate.is_exact() {
            let mut random = Random::new(self.seed, (round << 40) + estimate.probes());
            match prober.probe(narrowed, &mut || random.fraction(), &self.limits) {
                Ok(guess) => estimate.add(&guess),
                Err(stop) if estimate.probes() < 2 => return Err(stop),
                Err(stop) => {
                    estimate.set_stop(Some(stop));
                    break;
                }
            }
        }
        estimate.set_steps(prober.steps() - before);
        Ok(estimate)
    }
}
