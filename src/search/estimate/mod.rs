//! [`Solver::estimate`]: how large a search tree is, before it is searched.

mod answer;
mod probe;
mod random;
#[cfg(test)]
mod tests;

pub use answer::Estimate;
pub(super) use probe::Prober;
pub(super) use random::Random;

use super::limits::{Limits, StopReason};
use super::solver::Solver;
use crate::engine::{Engine, cursor};
use std::num::NonZeroU64;

/// Probes, unless others are asked for: enough for their spread to say something.
const PROBES: NonZeroU64 = NonZeroU64::new(16).unwrap();

/// The width of the first probes, and the greatest that is tried.
const FIRST_WIDTH: u64 = 8;
const MOST_WIDTH: u64 = 1 << 20;

/// The cost of all probes together in each round after the first, in updates of the engine: the
/// last takes about as long as a search of half a second.
const EFFORTS: [u64; 2] = [1 << 22, 1 << 25];

/// The probes of an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Probes {
    /// The seed of the random numbers.
    pub seed: u64,
    /// The number of probes; by default 16. One alone has no error.
    pub number: NonZeroU64,
    /// The number of nodes of each level in a sample; with 1, probes are Knuth's random descents.
    ///
    /// Without this, probes are made wider in up to three rounds, until the error of the nodes and
    /// of the solutions is a fiftieth, or all probes of a round take about as much work as a search
    /// of half a second. The answer is that of the last round, and those before it are forgotten.
    pub width: Option<NonZeroU64>,
}

impl Default for Probes {
    fn default() -> Self {
        Self { seed: 0, number: PROBES, width: None }
    }
}

impl Solver {
    /// Estimates how large the search tree is, and how many solutions there are, without searching
    /// it.
    ///
    /// The tree is that of the engine [`Links`](Engine::Links), which covers an item with the
    /// fewest options next; its [`nodes`](crate::Stats::nodes) are what is estimated. Engines that
    /// look ahead or learn, such as those that [`Engine::Auto`] chooses, often visit fewer. Where
    /// items have [multiplicities](crate::Bounds) it is the tree of
    /// [`Multiple`](Engine::Multiple), which visits fewer nodes than are estimated, because it
    /// learns while it searches.
    ///
    /// Each *probe* goes down the tree level by level, with a sample of the nodes of each that
    /// stand for all. It is an unbiased guess: the average over all probes that there could be is
    /// the truth. Several are made, the mean is the estimate, and their spread gives its error. A
    /// tree that is narrow enough is seen as a whole, and then the answer is exact. For the same
    /// problem, settings and seed, the answer is the same on every computer.
    ///
    /// ```
    /// use quadrille::{Probes, Problem, Solver};
    ///
    /// // The ways to tile a board of 2x4 with dominoes.
    /// let mut text = String::new();
    /// (0..8).for_each(|cell| text += &format!("c{cell} "));
    /// (0..4).for_each(|x| text += &format!("\nc{x} c{}", x + 4));
    /// (0..8).filter(|x| x % 4 < 3).for_each(|x| text += &format!("\nc{x} c{}", x + 1));
    /// let problem: Problem = text.parse()?;
    ///
    /// let estimate = Solver::new(&problem).estimate(Probes::default())?;
    /// assert!(estimate.is_exact());
    /// assert_eq!(estimate.solutions(), 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # What it can't see
    ///
    /// A tree in which nearly all nodes are below very few nodes of a high level is underestimated
    /// by nearly all probes, and then the reported error is too small as well: what no probe has
    /// met leaves no trace. Solutions that are rare among nodes are such a case; if none was met,
    /// the estimate of them is 0 with an error of 0, which does not mean that there is none unless
    /// the answer [is exact](Estimate::is_exact).
    ///
    /// Random descents are due to D. E. Knuth, *Estimating the efficiency of backtrack programs*
    /// (1975), and samples of many nodes, drawn from strata, to P. C. Chen, *Heuristic sampling*
    /// (1992).
    ///
    /// # Errors
    /// The reason, if the run was stopped before there was an estimate with an error. If it was
    /// stopped later, the [estimate](Estimate::stop) has the reason. A limit of nodes counts the
    /// steps of all probes.
    pub fn estimate(&mut self, probes: Probes) -> Result<Estimate, StopReason> {
        self.prepare();
        let mut prober = Prober::new(cursor(&self.problem, self.reduction.as_ref()));
        prober.restart(self.assumptions.subproblem());
        let multiplicities = self.problem.features().multiplicities;
        let engine = if multiplicities { Engine::Multiple } else { Engine::Links };
        let limits = &self.limits.without_solutions();
        let estimator = Estimator { probes, engine, limits };
        match probes.width {
            Some(width) => estimator.round(&mut prober, width.get(), 0),
            None => estimator.rounds(&mut prober),
        }
    }
}

/// The settings of all rounds.
struct Estimator<'e> {
    probes: Probes,
    engine: Engine,
    limits: &'e Limits,
}

impl Estimator<'_> {
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
        let mut estimate = Estimate::new(self.engine, width);
        let narrowed = usize::try_from(width).unwrap_or(usize::MAX);
        while estimate.probes() < self.probes.number.get() && !estimate.is_exact() {
            let mut random = Random::new(self.probes.seed, (round << 40) + estimate.probes());
            match prober.probe(narrowed, &mut || random.fraction(), self.limits) {
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
