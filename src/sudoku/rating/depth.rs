//! [`DepthSearch`]: the depth of trial and error over singles.
//!
//! `R(0)` places naked and hidden singles until there are none. `R(d)` does the same, and removes
//! each candidate that `R(d - 1)` refutes: it is assumed, and a contradiction follows, a cell
//! without a candidate or a value without a place. Both are repeated until nothing changes. The
//! depth of a puzzle is the least `d` with which `R(d)` solves it. That a guess happens to lead to
//! the solution does not count.
//!
//! With fewer candidates each step applies as well, so the result of `R(d)` does not depend on the
//! order of the steps, and the depth not on the order of cells and values. It is T&E(d) of D.
//! Berthier ("Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012) over the elementary
//! rules.

use super::board::{CandidateBoard, values};
use super::unit_table::UnitTable;
use crate::search::StopReason;
use crate::sudoku::stop_poll::StopPoll;

/// The search for the depth of one puzzle, which goes on from the depths that do not suffice.
#[derive(Default, Debug)]
pub(super) struct DepthSearch {
    /// The board of each level: the puzzle, and what is assumed one after the other.
    pub(super) boards: Vec<CandidateBoard>,
    /// For each level and cell: the candidates that are known not to be refuted.
    harmless: Vec<Vec<u64>>,
    /// The depth that is tried next.
    next: usize,
    is_over: bool,
}

impl DepthSearch {
    /// Sets the puzzle, closed under singles.
    pub(super) fn start(&mut self, board: &CandidateBoard) {
        self.make_levels(1);
        self.boards[0].copy_from(board);
        (self.next, self.is_over) = (0, false);
    }

    /// The depths below this one do not suffice.
    pub(super) fn least(&self) -> usize {
        self.next
    }

    /// The depth, if it is at most `limit`.
    ///
    /// # Errors
    /// If the search had to end; it can be continued.
    pub(super) fn within(
        &mut self,
        table: &UnitTable,
        limit: usize,
        poll: &mut StopPoll,
    ) -> Result<Option<usize>, StopReason> {
        while !self.is_over && self.next <= limit {
            self.make_levels(self.next + 1);
            self.settle(table, 0, self.next, poll)?;
            self.is_over = self.boards[0].is_solved();
            self.next += usize::from(!self.is_over);
        }
        Ok(Some(self.next).filter(|&depth| self.is_over && depth <= limit))
    }

    fn make_levels(&mut self, levels: usize) {
        if self.boards.len() < levels {
            self.boards.resize_with(levels, CandidateBoard::default);
            self.harmless.resize_with(levels, Vec::new);
        }
    }

    /// Applies `R(depth)` to the board of a level. Returns whether there is no contradiction.
    fn settle(
        &mut self,
        table: &UnitTable,
        level: usize,
        depth: usize,
        poll: &mut StopPoll,
    ) -> Result<bool, StopReason> {
        if depth == 0 {
            return Ok(self.boards[level].close(table));
        }
        let mut first = 0;
        loop {
            if !self.settle(table, level, depth - 1, poll)? {
                return Ok(false);
            }
            match self.refuted(table, level, depth, first, poll)? {
                Some((cell, value)) => {
                    self.boards[level].remove(table, cell, value);
                    first = cell;
                }
                None => return Ok(true),
            }
        }
    }

    /// A candidate that `R(depth - 1)` refutes; cells are tried from the first one on.
    ///
    /// If a candidate is not refuted and has led to other values, none of these is refuted either:
    /// all that follows from them was found.
    fn refuted(
        &mut self,
        table: &UnitTable,
        level: usize,
        depth: usize,
        first: usize,
        poll: &mut StopPoll,
    ) -> Result<Option<(usize, usize)>, StopReason> {
        self.harmless[level].clear();
        self.harmless[level].resize(table.cells(), 0);
        for cell in (first..table.cells()).chain(0..first) {
            if self.boards[level].is_placed(cell) {
                continue;
            }
            for value in values(self.boards[level].mask(cell)) {
                if self.harmless[level][cell] >> value & 1 == 1 {
                    continue;
                }
                poll.step()?;
                let [board, assumed] = &mut self.boards[level..level + 2] else {
                    unreachable!("there is a level for each assumption")
                };
                assumed.copy_from(board);
                assumed.place(table, cell, value);
                if !self.settle(table, level + 1, depth - 1, poll)? {
                    return Ok(Some((cell, value)));
                }
                let assumed = &self.boards[level + 1];
                for (other, harmless) in self.harmless[level].iter_mut().enumerate() {
                    if assumed.is_placed(other) {
                        *harmless |= assumed.mask(other);
                    }
                }
            }
        }
        Ok(None)
    }
}
