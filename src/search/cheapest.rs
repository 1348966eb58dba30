//! [`Optimizer`]: the public door to the search for cheapest covers.

use super::answer::Stats;
use super::assumptions::{AssumeError, Assumptions};
use super::limits::{CancelToken, Limits, StopReason, limit_setters};
use crate::engine::{LeastCost as Search, Outcome, SearchEngine, Subproblem};
use crate::problem::Problem;
use crate::solution::{CostedSolution, Solution};
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

/// Nodes between two looks at the clock: each of them looks at all that is left, and takes
/// microseconds.
const SLICE: u64 = 16;

/// Finds the cheapest solutions of a problem: those whose options cost least together.
///
/// It takes every problem, with secondary items, colours and multiplicities; options without a cost
/// cost nothing. It is not one of the [engines](crate::Engine), for whom all solutions are equal.
///
/// ```
/// use quadrille::{Optimizer, Problem};
///
/// // Two jobs for two people with different wages.
/// let problem: Problem = "mow bake | ann bob
///     mow ann |20
///     mow bob |25
///     bake ann |30
///     bake bob |45".parse()?;
///
/// let ranking = Optimizer::new(&problem).find(1);
/// assert!(ranking.is_proved());
/// assert_eq!(ranking.solutions[0].cost, 55);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Optimizer {
    problem: Problem,
    search: Search,
    limits: Limits,
    assumptions: Assumptions,
}

impl Optimizer {
    /// A search for the cheapest solutions of a problem.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self {
            problem: problem.clone(),
            search: Search::new(problem),
            limits: Limits::default(),
            assumptions: Assumptions::new(problem),
        }
    }

    limit_setters!();

    /// The problem that is solved.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// Chooses options before each search, as [`Solver::assume`](crate::Solver::assume) does. Their
    /// costs count.
    ///
    /// # Errors
    /// As those of [`Solver::assume`](crate::Solver::assume). Then nothing is assumed.
    pub fn assume(&mut self, subproblem: impl Into<Subproblem>) -> Result<(), AssumeError> {
        self.assumptions.assume(&self.problem, &subproblem.into())
    }

    /// The `k` cheapest solutions, or all if there are fewer, each of them held in memory.
    ///
    /// Among solutions that cost as much as the last of them, those that were found first are
    /// taken. Which these are is up to the search; for the same problem, the same `k` and the same
    /// that is given they are always the same. With `usize::MAX` nothing is pruned, and all
    /// solutions come, in the order of their costs.
    ///
    /// ```
    /// use quadrille::{Optimizer, Problem};
    ///
    /// let problem: Problem = "a b\na |3\nb |4\na b |5\na b |9\n".parse()?;
    /// let ranking = Optimizer::new(&problem).find(2);
    /// let costs: Vec<_> = ranking.solutions.iter().map(|priced| priced.cost).collect();
    /// assert_eq!(costs, [5, 7]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&mut self, k: usize) -> BestSolutions {
        self.search.restart(self.assumptions.subproblem());
        // The most expensive comes first, to be replaced by a cheaper one.
        let mut best = BinaryHeap::new();
        if k == 0 {
            self.search.set_limit(0);
        }
        let stop = loop {
            match self.next() {
                Err(stop) => break stop,
                Ok(priced) => best.push(priced),
            }
            if best.len() > k {
                best.pop();
            }
            if best.len() == k
                && let Some(dearest) = best.peek()
            {
                self.search.set_limit(dearest.cost);
            }
        };
        BestSolutions { solutions: best.into_sorted_vec(), bound: self.search.bound(), stop }
    }

    /// Goes on to the next solution below the limit, or says why there is none.
    fn next(&mut self) -> Result<CostedSolution, StopReason> {
        loop {
            let nodes = self.search.work().nodes;
            if let Some(stop) = self.limits.reached(0, nodes) {
                return Err(stop);
            }
            match self.search.advance(self.limits.budget(nodes).min(SLICE)) {
                Outcome::Paused => {}
                Outcome::Exhausted => return Err(StopReason::Exhausted),
                Outcome::Solution => return Ok(self.read()),
            }
        }
    }

    /// The solution at which the search stands.
    fn read(&self) -> CostedSolution {
        let mut options = Vec::new();
        self.search.solution(&mut options);
        let solution = Solution::new(options);
        CostedSolution { cost: solution.cost(&self.problem), solution }
    }

    /// The work of the last run.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.search.work().into()
    }
}

/// The cheapest solutions that [`Optimizer::find`] has found, and what is known of all others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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

    /// How many of the solutions, the first ones, are proved to be cheapest: they cost no more than the
    /// [`bound`](Self::bound). These are all if the search was not stopped.
    #[must_use]
    pub fn proved(&self) -> usize {
        let is_proved =
            |priced: &&CostedSolution| self.bound.is_none_or(|bound| priced.cost <= bound);
        self.solutions.iter().take_while(is_proved).count()
    }
}
