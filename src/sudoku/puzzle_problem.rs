//! [`PuzzleProblem`]: the exact cover of a single puzzle.

use super::candidate_grid::CandidateGrid;
use super::encode::{Encoding, PuzzleError};
use super::grid::Grid;
use crate::ids::{ItemId, OptionId};
use crate::problem::{BuildError, Problem, ProblemBuilder};
use crate::solution::Solution;

/// The exact cover of one puzzle: see [`Encoding::whole`] and [`Encoding::shrunk`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
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
        self.whole_restricted(grid, &CandidateGrid::all(grid.size()))
    }

    /// [`whole`](Self::whole) without the options that [`restricted`](Self::restricted) excludes.
    ///
    /// # Errors
    /// If the grid or the candidates have another size, or clues clash.
    pub fn whole_restricted(
        &self,
        grid: &Grid,
        candidates: &CandidateGrid,
    ) -> Result<PuzzleProblem, PuzzleError> {
        self.restricted(grid, candidates)?;
        let is_open = |option| {
            self.placement(option)
                .is_some_and(|(cell, value)| [0, value].contains(&grid.cells()[cell]))
        };
        let keep = |option| is_open(option) && !self.is_excluded(option, grid, candidates);
        Ok(self.keep(|_| true, keep, Vec::new()))
    }

    /// The problem of one grid without the items that the clues cover and without the options that
    /// conflict with them.
    ///
    /// # Errors
    /// If the grid has another size, its clues clash, or it has no blank cell, so that no item
    /// remains.
    pub fn shrunk(&self, grid: &Grid) -> Result<PuzzleProblem, PuzzleError> {
        self.shrunk_restricted(grid, &CandidateGrid::all(grid.size()))
    }

    /// [`shrunk`](Self::shrunk) without the options that [`restricted`](Self::restricted) excludes.
    ///
    /// # Errors
    /// If the grid or the candidates have another size, clues clash, or no item remains.
    pub fn shrunk_restricted(
        &self,
        grid: &Grid,
        candidates: &CandidateGrid,
    ) -> Result<PuzzleProblem, PuzzleError> {
        let givens = self.restricted(grid, candidates)?.include;
        if givens.len() == grid.cells().len() {
            return Err(PuzzleError::NothingLeft);
        }
        let mut covered = vec![false; self.problem().items().len()];
        for entry in givens.iter().flat_map(|&option| self.problem().entries(option)) {
            covered[entry.item.index()] = true;
        }
        let free = |item: ItemId| !covered[item.index()];
        let is_free = |option| self.problem().entries(option).iter().all(|entry| free(entry.item));
        let keep = |option| is_free(option) && !self.is_excluded(option, grid, candidates);
        Ok(self.keep(free, keep, givens))
    }

    /// The problem of some items and some options; the options have no other items.
    fn keep(
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
        let all = CandidateGrid::all(4);
        let within = encoding.whole_restricted(&grid, &all).unwrap();
        for encoded in [whole, shrunk, within] {
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

    #[test]
    fn candidates_restrict_whole_and_shrunk_problems_alike() {
        let encoding = Encoding::new(Geometry::of_size(4).unwrap());
        let grid: Grid = "1...............".parse().unwrap();
        let mut candidates = CandidateGrid::all(4);
        candidates.restrict(1, 0b0110);
        candidates.restrict(15, 0b1000);
        let mut given = Solver::new(encoding.problem());
        given.assume(encoding.restricted(&grid, &candidates).unwrap()).unwrap();
        let expected = given.count().solutions;
        assert!(expected > 0 && expected < 72);
        let whole = encoding.whole_restricted(&grid, &candidates).unwrap();
        let shrunk = encoding.shrunk_restricted(&grid, &candidates).unwrap();
        for encoded in [&whole, &shrunk] {
            let mut solver = Solver::new(&encoded.problem);
            for solution in solver.solutions() {
                let grid = encoding.decode(encoded.restore(&solution).options()).unwrap();
                assert!(candidates.admits(&grid) && grid.get(0) == Some(1));
            }
            assert_eq!(solver.count().solutions, expected);
        }
        // A clue that is not a candidate.
        candidates.restrict(0, 0b0010);
        for encoded in [
            encoding.whole_restricted(&grid, &candidates).unwrap(),
            encoding.shrunk_restricted(&grid, &candidates).unwrap(),
        ] {
            assert_eq!(Solver::new(&encoded.problem).count().solutions, 0);
        }
        assert!(encoding.restricted(&grid, &CandidateGrid::all(9)).is_err());
    }
}
