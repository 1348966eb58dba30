//! [`Model`]: what all drawings of a problem have in common.

use super::board::Board;
use super::covering::Covering;
use super::error::TilingError;
use super::mark::Mark;
use super::pieces::Pieces;
use super::scheme::CellItems;
use quadrille::{OptionId, Problem};

/// A problem with its board and its pieces.
#[derive(Clone, Debug)]
pub(super) struct Model {
    problem: Problem,
    pub(super) board: Board,
    pub(super) pieces: Pieces,
    mark: Option<Mark>,
}

impl Model {
    pub(super) fn new(problem: &Problem, items: &CellItems) -> Result<Self, TilingError> {
        let board = Board::new(problem, items)?;
        let (pieces, mark) = (Pieces::new(problem, &board), Mark::of(problem, &board));
        Ok(Self { problem: problem.clone(), board, pieces, mark })
    }

    /// The board with these options on it.
    pub(super) fn covering(&self, options: &[OptionId]) -> Covering<'_> {
        Covering::new(&self.problem, &self.board, &self.pieces, options)
    }

    /// The mark of options at crossings, if they have no label.
    pub(super) fn mark(&self) -> Option<Mark> {
        self.mark.filter(|_| self.pieces.labels() == 0)
    }
}
