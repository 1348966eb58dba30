//! [`Uses`]: in how many solutions each option is.

use super::collection::Collection;
use super::diagram::DiagramSearch;
use super::portfolio::{Answer, PortfolioEnd};
use super::report::word;
use crate::diagram::NodeId;
use crate::ids::OptionId;
use crate::search::limits::StopReason;
use crate::search::method::CountStrategy;
use crate::search::solver::Solver;
use num_bigint::BigUint;

/// The number of solutions, and for each option, of those with it; from [`Solver::uses`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uses {
    /// The number of solutions.
    pub solutions: BigUint,
    /// For each option, the number of solutions with it.
    pub options: Vec<BigUint>,
}

impl Solver {
    /// For each option, the number of solutions with it.
    ///
    /// With [`Method::Auto`](crate::Method::Auto), a search for a [`diagram`](Self::diagram) begins.
    /// If it takes long, solutions are also visited one by one, in turns, and each one is counted
    /// for its options. That needs no memory for the solutions. With
    /// [`Method::Plain`](crate::Method::Plain), nothing else is tried.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let uses = Solver::new(&problem).uses()?;
    /// assert_eq!(uses.solutions, 2u32.into());
    /// assert_eq!(uses.options, [1u32, 1, 1, 1].map(Into::into));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason, if the run was stopped before all was counted.
    pub fn uses(&mut self) -> Result<Uses, StopReason> {
        let uses = Collection::uses(self.problem.options().len());
        self.search_diagram(Some(uses), finish, |uses| word(&uses.solutions.clone().into()))
    }

    /// The options that are in some solution, in ascending order.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nb\n".parse()?;
    /// let candidates = Solver::new(&problem).candidates()?;
    /// let candidates: Vec<_> = candidates.iter().map(|option| option.index()).collect();
    /// assert_eq!(candidates, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As those of [`uses`](Self::uses), which is asked for them.
    pub fn candidates(&mut self) -> Result<Vec<OptionId>, StopReason> {
        let uses = self.uses()?.options;
        Ok(self.problem.options().filter(|option| uses[option.index()] != BigUint::ZERO).collect())
    }
}

/// The uses of options by a search, or the reason why they were not counted, and the strategy.
fn finish(
    search: DiagramSearch<'_>,
    end: &PortfolioEnd<NodeId>,
) -> (Result<Uses, StopReason>, CountStrategy) {
    if let PortfolioEnd::Won(Answer::Counted(solutions), way) = *end {
        let uses = search.into_collection().into_uses();
        let options = uses.into_iter().map(BigUint::from).collect();
        return (Ok(Uses { solutions: solutions.into(), options }), way);
    }
    let (diagram, way) = search.finish(end);
    let uses = diagram.map(|diagram| {
        let counted = diagram.counted();
        Uses { solutions: counted.count().clone(), options: counted.uses() }
    });
    (uses, way)
}
