//! [`BatchSolver::candidates`]: the digits of each cell that are in some solution.

use super::candidates::Candidates;
use super::input::BatchInput;
use super::layout::Cells;
use super::result::EndReason;
use super::solver::BatchSolver;
use std::ops::ControlFlow;

impl BatchSolver {
    /// The digits that each cell has in some solution; none in any cell if there is no solution.
    /// `None` if the search was [stopped](Self::continue_while).
    ///
    /// Two solutions are searched for first. If there are two, each other candidate is assumed in
    /// turn, up to its first solution, whose digits need no search of their own. The
    /// [limit](Self::limit) on solutions has no effect.
    ///
    /// ```
    /// use quadrille::sudoku::simd9::{BatchSolver, Candidates, Variant};
    ///
    /// let mut solver = BatchSolver::new(Variant::Standard);
    /// let mut puzzle = [0; 81];
    /// assert_eq!(solver.candidates(&puzzle), Some(Candidates::ALL));
    /// puzzle[0] = 1;
    /// let candidates = solver.candidates(&puzzle).expect("the search is not stopped");
    /// assert!(candidates.allows(0, 1) && !candidates.allows(1, 1) && candidates.allows(1, 2));
    /// ```
    pub fn candidates(&mut self, puzzle: &Cells) -> Option<Candidates> {
        let mut found = Candidates::from_masks([0; 81]);
        if self.add_solutions(puzzle, 2, &mut found)? < 2 {
            return Some(found);
        }
        let mut open = Candidates::from(puzzle);
        for cell in 0..81 {
            for digit in 1..=9 {
                if found.allows(cell, digit) || !open.allows(cell, digit) {
                    continue;
                }
                let mut assumed = open;
                assumed.fix(cell, digit);
                if self.add_solutions(&assumed, 1, &mut found)? == 0 {
                    open.forbid(cell, digit);
                }
            }
        }
        Some(found)
    }

    /// Adds the digits of up to `limit` solutions. Returns their number; `None` if the search was
    /// stopped.
    fn add_solutions(
        &mut self,
        puzzle: &impl BatchInput,
        limit: u64,
        found: &mut Candidates,
    ) -> Option<u64> {
        let before = self.replace_limit(Some(limit));
        let result = self.for_each(puzzle, |solution| {
            for (cell, &digit) in solution.iter().enumerate() {
                found.allow(cell, digit);
            }
            ControlFlow::Continue(())
        });
        self.replace_limit(before);
        (result.end != EndReason::Stopped).then_some(result.solutions)
    }
}
