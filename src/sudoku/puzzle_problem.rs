//! [`PuzzleProblem`]: the exact cover of a single puzzle.

use super::encode::{Encoding, PuzzleError};
use super::grid::Grid;
use crate::ids::{ItemId, OptionId};
use crate::problem::{BuildError, Problem, ProblemBuilder};
use crate::solution::Solution;

/// The exact cover of one puzzle: see [`Encoding::whole`] and [`Encoding::shrunk`].
#[derive(Clone, Debug)]
pub struct PuzzleProblem {
    /// The problem.
    pub problem: Problem,
    /// For each option, the one of the [`Encoding`].
    options: Vec<OptionId>,
    /// The clues that the problem does not contain.
    givens: Vec<OptionId>,
}

impl PuzzleProblem {
    /// The option of the [`Encoding`] that an option is; `None` if there is no such option.
    #[must_use]
    pub fn original(&self, option: OptionId) -> Option<OptionId> {
        self.options.get(option.index()).copied()
    }

    /// Converts a solution of this problem to one of the [`Encoding`], with the omitted clues, for
    /// [`Encoding::decode`]. Unknown options are ignored.
    #[must_use]
    pub fn restore(&self, solution: &Solution) -> Solution {
        let kept = solution.options().iter().filter_map(|option| self.options.get(option.index()));
        Solution::new(kept.chain(&self.givens).copied().collect())
    }
}

impl Encoding {
    /// The problem of one grid with all items: a cell with a clue keeps only that option.
    ///
    /// # Errors
    /// If the grid has another size, or its clues clash.
    pub fn whole(&self, grid: &Grid) -> Result<PuzzleProblem, PuzzleError> {
        self.givens(grid)?;
        let keep = |option| {
            self.placement(option)
                .is_some_and(|(cell, value)| [0, value].contains(&grid.cells()[cell]))
        };
        Ok(self.restrict(|_| true, keep, Vec::new()))
    }

    /// The problem of one grid without the items that the clues cover and without the options that
    /// conflict with them.
    ///
    /// # Errors
    /// If the grid has another size, its clues clash, or it has no blank cell, so that no item
    /// remains.
    pub fn shrunk(&self, grid: &Grid) -> Result<PuzzleProblem, PuzzleError> {
        let givens = self.givens(grid)?;
        if grid.is_full() {
            return Err(PuzzleError::NothingLeft);
        }
        let mut covered = vec![false; self.problem().items().len()];
        for entry in givens.iter().flat_map(|&option| self.problem().entries(option)) {
            covered[entry.item.index()] = true;
        }
        let free = |item: ItemId| !covered[item.index()];
        let keep = |option| self.problem().entries(option).iter().all(|entry| free(entry.item));
        Ok(self.restrict(free, keep, givens))
    }

    /// The problem of some items and some options; the options have no other items.
    fn restrict(
        &self,
        keep_item: impl Fn(ItemId) -> bool,
        keep_option: impl Fn(OptionId) -> bool,
        givens: Vec<OptionId>,
    ) -> PuzzleProblem {
        let options: Vec<_> =
            self.problem().options().filter(|&option| keep_option(option)).collect();
        let problem = self
            .copy_problem(self.problem().items().filter(|&item| keep_item(item)), &options)
            .expect("names and items of a restricted problem are distinct and known");
        PuzzleProblem { problem, options, givens }
    }

    fn copy_problem(
        &self,
        items: impl Iterator<Item = ItemId>,
        options: &[OptionId],
    ) -> Result<Problem, BuildError> {
        let mut builder = ProblemBuilder::new();
        let mut numbers: Vec<Option<ItemId>> = vec![None; self.problem().items().len()];
        for item in items {
            let name = self.problem().item_name(item);
            let primary = self.problem().is_primary(item);
            numbers[item.index()] =
                Some(if primary { builder.primary(name) } else { builder.secondary(name) }?);
        }
        for &option in options {
            let entries = self.problem().entries(option).iter();
            builder.option(entries.filter_map(|entry| numbers[entry.item.index()]))?;
        }
        builder.build()
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::Geometry;
    use super::*;
    use crate::{Solver, Uniqueness};

    const PUZZLE: &str = "1...3..2...3..2.";

    fn names(problem: &Problem, option: OptionId) -> Vec<&str> {
        problem.entries(option).iter().map(|entry| problem.item_name(entry.item)).collect()
    }

    #[test]
    fn given_whole_and_shrunk_problems_have_the_same_solution() {
        let (encoding, grid) =
            (Encoding::new(Geometry::of_size(4).unwrap()), PUZZLE.parse::<Grid>().unwrap());
        let mut given = Solver::new(encoding.problem());
        given.assume(&encoding.givens(&grid).unwrap()).unwrap();
        let answer = given.first().unwrap().unwrap();
        assert_eq!(given.is_unique(), Ok(Uniqueness::Unique));
        assert!(encoding.decode(answer.options()).unwrap().extends(&grid));

        let (whole, shrunk) = (encoding.whole(&grid).unwrap(), encoding.shrunk(&grid).unwrap());
        assert_eq!(whole.problem.items().len(), 64);
        assert_eq!(shrunk.problem.items().len(), 64 - 4 * grid.clues());
        for encoded in [whole, shrunk] {
            let mut solver = Solver::new(&encoded.problem);
            let found: Vec<_> =
                solver.solutions().map(|solution| encoded.restore(&solution)).collect();
            assert_eq!(found, std::slice::from_ref(&answer));
            for option in encoded.problem.options() {
                let original = encoded.original(option).unwrap();
                assert_eq!(names(&encoded.problem, option), names(encoding.problem(), original));
            }
            assert_eq!(encoded.original(OptionId::new(64)), None);
        }
    }
}
