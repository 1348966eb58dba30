//! [`BackdoorSearch`]: the fewest cells whose values let singles solve the puzzle.
//!
//! A *backdoor* is a set of cells; if their values in the solution are given, naked and hidden
//! singles solve the puzzle. The notion comes from satisfiability (R. Williams, C. Gomes and B.
//! Selman, "Backdoors to typical case complexity", 2003); I. Lynce and J. Ouaknine applied it to
//! Sudoku ("Sudoku as a SAT problem", 2006).
//!
//! The search increases the size. Of the sets of one size, those with the first cell come first,
//! then those without it: if no backdoor contains a cell, none contains a cell whose value follows
//! from it, as the first cell could replace the other one.

use super::board::CandidateBoard;
use super::unit_table::UnitTable;
use crate::search::StopReason;
use crate::sudoku::grid::Grid;
use crate::sudoku::stop_poll::StopPoll;

/// The search for the least backdoor of one puzzle, which goes on from the sizes that do not
/// suffice.
#[derive(Default, Debug)]
pub(super) struct BackdoorSearch {
    /// The board of each level: the puzzle, and what follows from the cells that are given.
    boards: Vec<CandidateBoard>,
    /// For each level: the cells that are in no backdoor of the size in question.
    excluded: Vec<Vec<bool>>,
    /// The least backdoor, ascending.
    cells: Vec<usize>,
    /// The size that is tried next.
    next: usize,
    is_over: bool,
}

/// The order in which cells are tried.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellOrder {
    /// Cells from which much follows come first: the fastest if there is no backdoor of the size.
    Reach,
    /// The first backdoor that is found is the first one in the order of cells.
    Ascending,
}

impl BackdoorSearch {
    /// Sets the puzzle, closed under singles.
    pub(super) fn start(&mut self, board: &CandidateBoard) {
        self.make_levels(1);
        self.boards[0].copy_from(board);
        self.cells.clear();
        (self.next, self.is_over) = (0, false);
    }

    /// There is no backdoor with fewer cells.
    pub(super) fn least(&self) -> usize {
        self.next
    }

    /// The first least backdoor in the order of cells, if it has at most `limit` cells.
    ///
    /// # Errors
    /// If the search had to end; it can be continued.
    pub(super) fn within(
        &mut self,
        table: &UnitTable,
        solution: &Grid,
        limit: usize,
        poll: &mut StopPoll,
    ) -> Result<Option<&[usize]>, StopReason> {
        while !self.is_over && self.next <= limit {
            let size = self.next;
            self.make_levels(size + 1);
            self.is_over = match size {
                0 => self.boards[0].is_solved(),
                1 => self.search(table, solution, size, CellOrder::Ascending, poll)?,
                _ => {
                    self.search(table, solution, size, CellOrder::Reach, poll)?
                        && self.search(table, solution, size, CellOrder::Ascending, poll)?
                }
            };
            self.next += usize::from(!self.is_over);
        }
        Ok((self.is_over && self.next <= limit).then_some(&self.cells))
    }

    fn make_levels(&mut self, levels: usize) {
        if self.boards.len() < levels {
            self.boards.resize_with(levels, CandidateBoard::default);
            self.excluded.resize_with(levels, Vec::new);
        }
    }

    /// Whether there is a backdoor of this size. Sets its cells if there is.
    fn search(
        &mut self,
        table: &UnitTable,
        solution: &Grid,
        size: usize,
        order: CellOrder,
        poll: &mut StopPoll,
    ) -> Result<bool, StopReason> {
        self.cells.clear();
        self.excluded[0].clear();
        self.excluded[0].resize(table.cells(), false);
        let mut search = SizedSearch { search: self, table, solution, order, poll };
        let found = search.find(0, size)?;
        self.cells.reverse();
        Ok(found)
    }
}

/// The search for backdoors of one size.
struct SizedSearch<'a> {
    search: &'a mut BackdoorSearch,
    table: &'a UnitTable,
    solution: &'a Grid,
    order: CellOrder,
    poll: &'a mut StopPoll,
}

impl SizedSearch<'_> {
    /// Whether some cells, as many as `size` or fewer, solve the board of this level. Pushes them.
    fn find(&mut self, level: usize, size: usize) -> Result<bool, StopReason> {
        for cell in self.ordered_cells(level, size)? {
            if self.search.excluded[level][cell] {
                continue;
            }
            self.poll.step()?;
            self.give(level, cell);
            let is_found = self.search.boards[level + 1].is_solved()
                || size > 1 && {
                    let (above, below) = self.search.excluded.split_at_mut(level + 1);
                    below[0].clone_from(&above[level]);
                    self.find(level + 1, size - 1)?
                };
            if is_found {
                self.search.cells.push(cell);
                return Ok(true);
            }
            let given = &self.search.boards[level + 1];
            for (other, excluded) in self.search.excluded[level].iter_mut().enumerate() {
                *excluded |= given.is_placed(other);
            }
        }
        Ok(false)
    }

    /// Makes the board of the next level: the value of a cell is given.
    fn give(&mut self, level: usize, cell: usize) {
        let [board, given] = &mut self.search.boards[level..level + 2] else {
            unreachable!("there is a level for each cell that is given")
        };
        given.copy_from(board);
        let value = usize::from(self.solution.cells()[cell]).saturating_sub(1);
        given.place(self.table, cell, value);
        given.close(self.table);
    }

    /// The cells of the board of a level that may be in a backdoor.
    fn ordered_cells(&mut self, level: usize, size: usize) -> Result<Vec<usize>, StopReason> {
        let is_possible = |&cell: &usize| {
            !self.search.boards[level].is_placed(cell) && !self.search.excluded[level][cell]
        };
        let mut cells: Vec<_> = (0..self.table.cells()).filter(is_possible).collect();
        if size > 1 && self.order == CellOrder::Reach {
            let mut open = vec![0; self.table.cells()];
            for &cell in &cells {
                self.poll.step()?;
                self.give(level, cell);
                open[cell] = self.search.boards[level + 1].open();
            }
            cells.sort_by_key(|&cell| open[cell]);
        }
        Ok(cells)
    }
}
