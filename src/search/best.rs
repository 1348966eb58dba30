//! [`Solver::best`]: the cheapest solutions.

use super::limits::{Limits, StopReason};
use super::progress::{Listener, Standing, Watch};
use super::solver::Solver;
use crate::engine::{Optimizer, Outcome};
use crate::ids::to_u64;
use crate::problem::Problem;
use crate::solution::{CostedSolution, Solution};
use std::collections::BTreeSet;

impl Solver {
    /// The `k` cheapest solutions, whose options cost least together, or all if there are fewer.
    ///
    /// It takes every problem; options without a cost cost nothing. It is a search of its own, of
    /// two engines that take turns in one thread: it ignores the engine, presolving, threads, memory
    /// and checkpoints.
    ///
    /// Which of several equally cheap solutions are the last of the `k` is not specified, but it is
    /// always the same for the same problem, `k` and assumptions. With `usize::MAX` nothing is
    /// pruned, and all solutions come, in the order of their costs.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// // Two jobs for two people with different wages.
    /// let problem: Problem = "mow bake | ann bob
    ///     mow ann |20
    ///     mow bob |25
    ///     bake ann |30
    ///     bake bob |45".parse()?;
    ///
    /// let best = Solver::new(&problem).best(1);
    /// assert!(best.is_proved());
    /// assert_eq!(best.solutions[0].cost, 55);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best(&mut self, k: usize) -> BestSolutions {
        let Self { problem, optimizer, assumptions, limits, listener, .. } = self;
        let engine = optimizer.get_or_insert_with(|| Box::new(Optimizer::new(problem)));
        engine.restart(assumptions.subproblem());
        let watch = listener.as_mut().map(Listener::watch);
        let limits = limits.without_solutions();
        let mut search = Search { problem, engine, limits, watch };
        let (solutions, stop) = search.run(k);
        let (bound, work) = (search.engine.bound(), search.engine.work());
        self.work = Some(work.into());
        BestSolutions { solutions, bound, stop }
    }
}

/// A search for the cheapest solutions.
#[derive(Debug)]
struct Search<'s> {
    problem: &'s Problem,
    engine: &'s mut Optimizer,
    limits: Limits,
    watch: Option<Watch<'s>>,
}

impl Search<'_> {
    fn run(&mut self, k: usize) -> (Vec<CostedSolution>, StopReason) {
        let mut best = BTreeSet::new();
        if k == 0 {
            self.engine.set_limit(0);
        }
        let stop = loop {
            match self.next(best.len()) {
                Err(stop) => break stop,
                // It can be known already, or cost more than the limit.
                Ok(costed) => best.insert(costed),
            };
            if best.len() > k {
                best.pop_last();
            }
            if best.len() == k
                && let Some(last) = best.last()
            {
                self.engine.set_limit(last.cost);
            }
        };
        if let Some(watch) = &mut self.watch {
            watch.end(stop, to_u64(best.len()), self.engine.work().nodes);
        }
        (best.into_iter().collect(), stop)
    }

    /// The next solution below the limit, or the reason why there is none.
    fn next(&mut self, found: usize) -> Result<CostedSolution, StopReason> {
        loop {
            let nodes = self.engine.work().nodes;
            if let Some(stop) = self.limits.reached(0, nodes) {
                return Err(stop);
            }
            if let Some(watch) = &mut self.watch {
                watch.look(|_| Standing { share: None, solutions: to_u64(found), nodes });
            }
            match self.engine.advance(self.limits.budget(nodes)) {
                Outcome::Paused => {}
                Outcome::Exhausted => return Err(StopReason::Exhausted),
                Outcome::Solution => return Ok(self.read()),
            }
        }
    }

    /// The solution at which the engine is.
    fn read(&self) -> CostedSolution {
        let mut options = Vec::new();
        self.engine.solution(&mut options);
        let solution = Solution::new(options);
        CostedSolution { cost: solution.cost(self.problem), solution }
    }
}

/// The cheapest solutions that [`Solver::best`] has found, and what is known of all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BestSolutions {
    /// In ascending order.
    pub solutions: Vec<CostedSolution>,
    /// Every solution that is not here costs at least this; `None` if there is none for sure.
    pub bound: Option<u128>,
    /// The reason why the search ended.
    pub stop: StopReason,
}

impl BestSolutions {
    /// Whether it is proved that no other solutions are cheaper, and that there are no others if
    /// these are fewer than were asked for. Without that proof these are only the best that were
    /// found in time.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.stop == StopReason::Exhausted
    }

    /// How many of the solutions, the first ones, are proved to be cheapest: they cost no more than
    /// the [`bound`](Self::bound). These are all if the search was not stopped.
    #[must_use]
    pub fn proved(&self) -> usize {
        let is_proved =
            |priced: &&CostedSolution| self.bound.is_none_or(|bound| priced.cost <= bound);
        self.solutions.iter().take_while(is_proved).count()
    }
}
