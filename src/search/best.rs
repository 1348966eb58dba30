//! [`Solver::best`]: the cheapest solutions.

use super::limits::{Limits, StopReason};
use super::progress::{Listener, Standing, Watch};
use super::rounds;
use super::solver::Solver;
use super::thread_count::ThreadCount;
use crate::engine::{Optimizer, Outcome};
use crate::ids::{OptionId, to_u64};
use crate::problem::Problem;
use crate::solution::{CostedSolution, Solution};
use std::collections::BTreeSet;

impl Solver {
    /// The `k` cheapest solutions, whose options cost least together, or all if there are fewer.
    ///
    /// It takes every problem; options without a cost cost nothing. It is a search of its own, of
    /// two engines that take turns: it ignores the engine, presolving, memory and checkpoints. When
    /// it has lasted for about a third of a second, it uses all [threads](Self::threads). Until it
    /// has found `k` solutions, [`Engine::Auto`](crate::Engine::Auto) then searches for any, too,
    /// with up to 512 MiB for its memo.
    ///
    /// Which of several equally cheap solutions are the last of the `k` is not specified, but it is
    /// always the same for the same problem, `k` and assumptions, with any number of threads. With
    /// `usize::MAX` nothing is pruned, and all solutions come, in the order of their costs.
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
        let Self { problem, optimizer, assumptions, limits, listener, threads, .. } = self;
        let engine = optimizer.get_or_insert_with(|| Box::new(Optimizer::new(problem)));
        engine.restart(assumptions.subproblem());
        let watch = listener.as_mut().map(Listener::watch);
        let limits = limits.without_solutions();
        let mut search = Search { problem, engine, limits, watch, threads: *threads };
        let (solutions, stop) = search.run(k);
        let (bound, work) = (search.engine.bound(), search.engine.work());
        self.work = Some(work.into());
        if engine.is_in_rounds() {
            // So many engines are not kept for the next question.
            *optimizer = None;
        }
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
    threads: ThreadCount,
}

impl Search<'_> {
    fn run(&mut self, k: usize) -> (Vec<CostedSolution>, StopReason) {
        let mut best = BTreeSet::new();
        if k == 0 {
            self.engine.set_limit(0);
        }
        let stop = loop {
            let nodes = self.engine.work().nodes;
            if let Some(stop) = self.limits.reached(0, nodes) {
                break stop;
            }
            if let Some(watch) = &mut self.watch {
                watch.look(|_| standing(self.engine, &best));
            }
            // Not the budget between two looks at the clock: the search is the same with and
            // without a time limit.
            let budget = self.limits.nodes.map_or(u64::MAX, |most| most - nodes);
            if self.engine.is_in_rounds() {
                if !self.run_round(k, budget, best.first()) {
                    break StopReason::Exhausted;
                }
                for options in self.engine.take_found() {
                    add(&mut best, k, costed(self.problem, options));
                }
            } else {
                let limits = &self.limits;
                match self.engine.advance(budget, &|| limits.reached(0, 0).is_some()) {
                    Outcome::Paused => continue,
                    Outcome::Exhausted => break StopReason::Exhausted,
                    Outcome::Solution => {
                        let mut options = Vec::new();
                        self.engine.solution(&mut options);
                        add(&mut best, k, costed(self.problem, options));
                    }
                }
            }
            if best.len() == k
                && let Some(last) = best.last()
            {
                self.engine.set_limit(last.cost);
            }
        };
        if let Some(watch) = &mut self.watch {
            watch.end_at(stop, standing(self.engine, &best));
        }
        (best.into_iter().collect(), stop)
    }

    /// Runs the turns of a round. Returns whether there was any.
    fn run_round(&mut self, k: usize, budget: u64, best: Option<&CostedSolution>) -> bool {
        let best = best.map(|costed| (costed.solution.options(), costed.cost));
        // Nodes are limited by the turns.
        let limits = &self.limits;
        let is_stopped = || limits.reached(0, 0).is_some();
        let turns = self.engine.round(k, budget, best, &is_stopped);
        if turns.is_empty() {
            return false;
        }
        rounds::run(turns, self.threads, &is_stopped);
        true
    }
}

/// Where the search stands, with the best solutions found so far.
fn standing(engine: &Optimizer, best: &BTreeSet<CostedSolution>) -> Standing {
    Standing {
        share: None,
        solutions: to_u64(best.len()),
        nodes: engine.work().nodes,
        least_cost: best.first().map(|costed| costed.cost),
        bound: engine.bound(),
    }
}

/// A solution with its cost.
fn costed(problem: &Problem, options: Vec<OptionId>) -> CostedSolution {
    let solution = Solution::new(options);
    CostedSolution { cost: solution.cost(problem), solution }
}

/// Adds a solution to the `k` best ones. It can be known already, or cost more than the limit.
fn add(best: &mut BTreeSet<CostedSolution>, k: usize, solution: CostedSolution) {
    best.insert(solution);
    if best.len() > k {
        best.pop_last();
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
