//! Uniform random solutions.

use super::count::Counted;
use crate::solution::Solution;
use num_bigint::{BigRng010, BigUint};

impl Counted<'_> {
    /// A uniform random solution; `None` if there is none.
    ///
    /// Its index is drawn uniformly from the numbers below the number of solutions. The same state
    /// of the generator gives the same solution.
    ///
    /// ```
    /// use quadrille::{OptionId, Solution};
    /// use quadrille::diagram::Diagram;
    /// use quadrille::rand::SeedableRng;
    /// use quadrille::rand::rngs::SmallRng;
    ///
    /// let solutions = (0..9).map(|index| Solution::new(vec![OptionId::new(index)]));
    /// let diagram = Diagram::of_solutions(9, solutions)?;
    /// let mut source = SmallRng::seed_from_u64(1);
    /// let drawn = diagram.counted().sample(&mut source).expect("there are nine");
    /// assert!(diagram.solutions().any(|solution| solution == drawn));
    /// # Ok::<(), quadrille::diagram::DiagramError>(())
    /// ```
    pub fn sample<R: rand::Rng + ?Sized>(&self, rng: &mut R) -> Option<Solution> {
        if *self.count() == BigUint::ZERO {
            return None;
        }
        self.solution(&rng.random_biguint_below(self.count()))
    }
}
