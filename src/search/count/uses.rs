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

/// The number of solutions, and for each option the number of those with it; from [`Solver::uses`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Uses {
    /// The number of solutions.
    #[cfg_attr(feature = "serde", serde(with = "crate::digits"))]
    pub solutions: BigUint,
    /// For each option, the number of solutions with it.
    #[cfg_attr(feature = "serde", serde(with = "crate::digits::list"))]
    pub options: Vec<BigUint>,
}

impl Solver {
    /// For each option, the number of solutions with it.
    ///
    /// With [`Method::Auto`](crate::Method::Auto), a search for a [`diagram`](Self::diagram)
    /// begins. If it takes long, or does not fit into the memory, solutions are also visited one by
    /// one, in turns, and each one is counted for its options. That needs no memory for the
    /// solutions, and ends only when all are visited. With [`Method::Plain`](crate::Method::Plain),
    /// nothing else is tried; with other methods, only the diagram.
    ///
    /// ```
    /// use quadrille::num_bigint::BigUint;
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b c\na b\nb c\na\nc\n".parse()?;
    /// let uses = Solver::new(&problem).uses()?;
    /// assert_eq!(uses.solutions, 2u32.into());
    /// assert_eq!(uses.options, [1u32, 1, 1, 1].map(BigUint::from));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::latin;
    use crate::search::count::portfolio::tests::langford;
    use crate::search::method::Method;

    /// Both problems are so long that enumeration and the orders take turns.
    #[test]
    fn uses_by_enumeration_are_those_of_a_diagram() {
        for problem in [langford(11), latin(5).parse().unwrap()] {
            let mut solver = Solver::new(&problem);
            let uses = solver.uses().unwrap();
            assert_eq!(solver.strategy().unwrap().method, Method::Plain);
            let diagram = Solver::new(&problem).method(Method::Fewest).diagram().unwrap();
            let counted = diagram.counted();
            assert_eq!((&uses.solutions, uses.options), (counted.count(), counted.uses()));
        }
    }

    #[test]
    fn uses_are_complete_or_none() {
        let problem = langford(11);
        for nodes in [0, 1000, 20_000, 40_000] {
            let stopped = Solver::new(&problem).node_limit(nodes).uses();
            assert_eq!(stopped, Err(StopReason::NodeLimit), "{nodes}");
        }
    }
}
