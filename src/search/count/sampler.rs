//! [`Sampler`]: draws solutions, from a diagram or by the counts of subproblems.

use super::race::{self, FinishedSearch, RaceEnd, Winner};
use crate::diagram::Counted;
use crate::natural::Natural;
use crate::search::limits::{Limits, StopReason};
use crate::search::method::Method;
use crate::search::solver::Solver;
use crate::solution::Solution;
use num_bigint::{BigRng010, BigUint};
use rand::Rng;

/// All solutions of a problem, to draw from or to find by an index; made by [`Solver::sampler`].
#[derive(Debug)]
pub struct Sampler {
    solutions: Solutions,
    total: BigUint,
    limits: Limits,
}

#[derive(Debug)]
enum Solutions {
    Diagram(Box<Counted<'static>>),
    Search(Box<FinishedSearch>),
}

impl Sampler {
    fn new(winner: Winner, limits: Limits) -> Self {
        match winner {
            Winner::Diagram(diagram) => {
                let counted = diagram.into_counted();
                let total = counted.count().clone();
                Self { solutions: Solutions::Diagram(Box::new(counted)), total, limits }
            }
            Winner::Search(search) => {
                let total = search.search.value().map_or(BigUint::ZERO, Natural::to_big);
                Self { solutions: Solutions::Search(search), total, limits }
            }
        }
    }

    /// The number of solutions.
    #[must_use]
    pub fn total(&self) -> &BigUint {
        &self.total
    }

    /// The solution with an index from 0; `None` if the index is not below the total. Different
    /// indices have different solutions, in an order that depends on the problem and the settings.
    ///
    /// # Errors
    /// The limit of the solver that was reached. Draws from a diagram visit no nodes.
    pub fn solution(&mut self, index: &BigUint) -> Result<Option<Solution>, StopReason> {
        if index >= &self.total {
            return Ok(None);
        }
        match &mut self.solutions {
            Solutions::Diagram(counted) => match self.limits.reached(0, 0) {
                Some(stop) => Err(stop),
                None => Ok(counted.solution(index)),
            },
            Solutions::Search(search) => {
                search.solution(index.clone().into(), &self.limits).map(Some)
            }
        }
    }

    /// Draws a solution, each as likely as any other, and independently of those before it; `None`
    /// if there is no solution.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use rand::{SeedableRng, rngs::ChaCha20Rng};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let mut sampler = Solver::new(&problem).sampler()?;
    /// assert_eq!(*sampler.total(), 2u32.into());
    /// let drawn = sampler.sample(&mut ChaCha20Rng::seed_from_u64(1))?;
    /// assert!(drawn.is_some_and(|solution| solution.verify(&problem).is_ok()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As those of [`solution`](Self::solution).
    pub fn sample<R: Rng + ?Sized>(
        &mut self,
        random: &mut R,
    ) -> Result<Option<Solution>, StopReason> {
        if self.total == BigUint::ZERO {
            return Ok(None);
        }
        let index = random.random_biguint_below(&self.total);
        self.solution(&index)
    }
}

impl Solver {
    /// Draws solutions at random, each as likely as any other, independently of each other; none if
    /// there is no solution.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use rand::{SeedableRng, rngs::ChaCha20Rng};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let samples = Solver::new(&problem).sample(3, &mut ChaCha20Rng::seed_from_u64(1))?;
    /// assert!(samples.iter().all(|solution| solution.verify(&problem).is_ok()));
    /// assert_eq!(samples.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As those of [`sampler`](Self::sampler) and of its draws.
    pub fn sample(
        &mut self,
        number: usize,
        random: &mut impl Rng,
    ) -> Result<Vec<Solution>, StopReason> {
        let mut sampler = self.sampler()?;
        (0..number).map_while(|_| sampler.sample(random).transpose()).collect()
    }

    /// All solutions, to draw from.
    ///
    /// One thread builds a [`diagram`](Self::diagram), and in turns with that counts the solutions
    /// as [`big_count`](Self::big_count) does. What is complete first is drawn from. Draws from a
    /// diagram are faster. A count takes less memory, and less work where subproblems are the same
    /// up to renaming: it can draw Latin squares of order 8. With [`Method::Plain`], solutions are
    /// listed, and nothing else is tried.
    ///
    /// # Errors
    /// The reason, if the run was stopped before the diagram or the count was complete.
    pub fn sampler(&mut self) -> Result<Sampler, StopReason> {
        let (method, memory) = (self.counting.method, self.counting.memory);
        let limits = self.limits.without_solutions();
        if method == Method::Plain {
            return Ok(Sampler::new(Winner::Diagram(self.diagram()?), limits));
        }
        self.begin(false);
        let (subject, engine, watch, _) = self.parts(&limits, memory);
        let RaceEnd { winner, way, stats } = race::run(subject, method, engine, watch);
        self.end(way, stats);
        winner.map(|winner| Sampler::new(winner, limits))
    }
}
