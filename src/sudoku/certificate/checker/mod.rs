//! [`CertificateChecker`]: checks what a line of a certificate says about a puzzle.
//!
//! It follows `docs/proofs.md` and computes the residues from the options of the problem by itself.

mod sudoku_residue;

use super::error::CertificateErrorKind;
use super::puzzle_certificate::PuzzleCertificate;
use crate::ids::ItemId;
use crate::sudoku::encode::Encoding;
use crate::sudoku::grid::Grid;
use sudoku_residue::{Propagated, SudokuItems, SudokuResidue};

/// A checker of certificates of puzzles of one geometry.
///
/// It knows the rule and no search: it propagates singles, and branches where the certificate says.
#[derive(Debug)]
pub struct CertificateChecker {
    encoding: Encoding,
    items: SudokuItems,
}

impl CertificateChecker {
    /// Builds a checker for the puzzles of an encoding.
    #[must_use]
    pub fn new(encoding: &Encoding) -> Self {
        Self { encoding: encoding.clone(), items: SudokuItems::new(encoding.problem()) }
    }

    /// Checks a certificate of a puzzle.
    ///
    /// # Errors
    /// What is wrong with the certificate, or that the puzzle has another size.
    pub fn check(
        &mut self,
        puzzle: &Grid,
        certificate: &PuzzleCertificate,
    ) -> Result<(), CertificateErrorKind> {
        let (expected, found) = (self.encoding.geometry().size(), puzzle.size());
        if expected != found {
            return Err(CertificateErrorKind::PuzzleSize { expected, found });
        }
        match certificate {
            PuzzleCertificate::None(items) => self.count(puzzle, items, 0),
            PuzzleCertificate::Unique(items) => self.count(puzzle, items, 1),
            PuzzleCertificate::Several(grids) => {
                for (number, grid) in (1..).zip(grids.iter()) {
                    if !self.is_solution(puzzle, grid) {
                        return Err(CertificateErrorKind::NotASolution { number });
                    }
                }
                if grids[0] == grids[1] {
                    return Err(CertificateErrorKind::SameSolutions);
                }
                Ok(())
            }
        }
    }

    /// The residue after choosing the options of the clues; `None` if they conflict.
    fn residue(&self, puzzle: &Grid) -> Option<SudokuResidue> {
        let mut residue = self.items.residue();
        for (cell, &value) in puzzle.cells().iter().enumerate().filter(|&(_, &value)| value > 0) {
            let option = self.encoding.option(cell, value)?;
            if !residue.is_live(option) {
                return None;
            }
            residue.choose(&self.items, option);
        }
        Some(residue)
    }

    /// Whether a grid has all clues and is an exact cover.
    fn is_solution(&self, puzzle: &Grid, grid: &Grid) -> bool {
        let same = |(&clue, &value): (&u8, &u8)| clue == 0 || clue == value;
        grid.size() == puzzle.size()
            && puzzle.cells().iter().zip(grid.cells()).all(same)
            && self.residue(grid).is_some_and(|residue| !residue.has_open())
    }

    /// Repeats the search with these branchings, which must have this number of solutions.
    fn count(
        &self,
        puzzle: &Grid,
        branchings: &[ItemId],
        stated: u64,
    ) -> Result<(), CertificateErrorKind> {
        let mut search = Repeated { items: &self.items, branchings: branchings.iter(), found: 0 };
        if let Some(root) = self.residue(puzzle) {
            search.node(root)?;
        }
        let (found, count) = (search.found, search.branchings.len());
        if count > 0 {
            return Err(CertificateErrorKind::ItemsLeft { count });
        }
        if found != stated {
            return Err(CertificateErrorKind::Count { stated, found });
        }
        Ok(())
    }
}

/// A search whose branchings are given.
struct Repeated<'a> {
    items: &'a SudokuItems,
    branchings: std::slice::Iter<'a, ItemId>,
    /// The number of solutions so far.
    found: u64,
}

impl Repeated<'_> {
    /// Searches below a node. Each level chooses an option, so that there are at most as many as
    /// cells.
    fn node(&mut self, mut residue: SudokuResidue) -> Result<(), CertificateErrorKind> {
        match residue.propagate(self.items) {
            Propagated::Refuted => Ok(()),
            Propagated::Solved => {
                self.found += 1;
                Ok(())
            }
            Propagated::Undecided => {
                let &item = self.branchings.next().ok_or(CertificateErrorKind::ItemNeeded)?;
                let number = item.index() + 1;
                if !self.items.is_primary(item) {
                    return Err(CertificateErrorKind::NoSuchItem { item: number });
                }
                if !residue.is_open(item) {
                    return Err(CertificateErrorKind::NotOpen { item: number });
                }
                for &option in self.items.options(item) {
                    if residue.is_live(option) {
                        let mut child = residue.clone();
                        child.choose(self.items, option);
                        self.node(child)?;
                    }
                }
                Ok(())
            }
        }
    }
}
