//! [`LogicSolver`]: solves a puzzle by the easiest technique that applies, again and again.
//!
//! # Why the hardest technique does not depend on the order of steps
//! The premise of each technique is that some candidates are absent. Removing more of them keeps it
//! true, as long as the candidates that it speaks of are there; where one of these is gone, easier
//! techniques draw the same conclusion (an x-wing without a corner is a hidden single). So the
//! candidates that remain when the first `n` techniques no longer apply are the same in any order
//! of steps. A puzzle needs technique `n` if the first `n` solve it and the first `n - 1` do not.

use super::board::CandidateBoard;
use super::chains::ChainSearch;
use super::forcing::forcing_chains;
use super::inference::Inference;
use super::singles::single;
use super::step::LogicStep;
use super::subsets::{fish, locked, subset};
use super::technique::{HardestTechnique, Technique};
use super::unit_table::UnitTable;
use super::wings::{w_wing, wing};
use crate::search::StopReason;
use crate::sudoku::grid::Grid;
use crate::sudoku::stop_poll::StopPoll;
use std::sync::Arc;

/// Solves puzzles step by step; its memory is reused.
#[derive(Default, Debug)]
pub(super) struct LogicSolver {
    board: CandidateBoard,
    chains: ChainSearch,
}

impl LogicSolver {
    /// Solves a puzzle with the techniques up to `limit`, and calls the visitor with each step. The
    /// puzzle has a solution.
    pub(super) fn solve(
        &mut self,
        table: &UnitTable,
        puzzle: &Grid,
        limit: Technique,
        poll: &mut StopPoll,
        mut visitor: impl FnMut(LogicStep),
    ) -> Result<HardestTechnique, StopReason> {
        self.board.set_clues(table, puzzle);
        let mut hardest = HardestTechnique::None;
        while !self.board.is_solved() {
            poll.look()?;
            let Some((technique, found)) = self.easiest(table, limit, poll)? else {
                return Ok(HardestTechnique::Beyond);
            };
            hardest = hardest.max(HardestTechnique::Needed(technique));
            if let Some((cell, value)) = found.sets {
                self.board.place(table, cell, index(value));
            }
            for &(cell, value) in &found.removes {
                self.board.remove(table, cell, index(value));
            }
            let Inference { premise, sets, removes } = found;
            let geometry = Arc::clone(table.geometry());
            visitor(LogicStep { technique, premise, sets, removes, geometry });
        }
        Ok(hardest)
    }

    /// The candidates that are left.
    pub(super) fn board(&self) -> &CandidateBoard {
        &self.board
    }

    /// The first inference of the easiest technique that has one.
    fn easiest(
        &mut self,
        table: &UnitTable,
        limit: Technique,
        poll: &mut StopPoll,
    ) -> Result<Option<(Technique, Inference)>, StopReason> {
        self.board.clear_pending();
        for &technique in Technique::ALL.iter().filter(|&&technique| technique <= limit) {
            if let Some(found) = self.find(table, technique, poll)? {
                return Ok(Some((technique, found)));
            }
        }
        Ok(None)
    }

    fn find(
        &mut self,
        table: &UnitTable,
        technique: Technique,
        poll: &mut StopPoll,
    ) -> Result<Option<Inference>, StopReason> {
        let board = &self.board;
        Ok(match technique {
            Technique::HiddenSingleBox | Technique::HiddenSingleLine | Technique::NakedSingle => {
                single(table, board, technique)
            }
            Technique::Pointing | Technique::Claiming => {
                locked(table, board, technique == Technique::Pointing)
            }
            Technique::NakedPair => subset(table, board, 2, false),
            Technique::HiddenPair => subset(table, board, 2, true),
            Technique::NakedTriple => subset(table, board, 3, false),
            Technique::HiddenTriple => subset(table, board, 3, true),
            Technique::NakedQuad => subset(table, board, 4, false),
            Technique::HiddenQuad => subset(table, board, 4, true),
            Technique::XWing => fish(table, board, 2),
            Technique::Swordfish => fish(table, board, 3),
            Technique::Jellyfish => fish(table, board, 4),
            Technique::XyWing => wing(table, board, 2),
            Technique::XyzWing => wing(table, board, 3),
            Technique::WWing => w_wing(table, board),
            Technique::SimpleColouring
            | Technique::XChain
            | Technique::XyChain
            | Technique::AlternatingChain => {
                return self.chains.shortest(table, board, technique, poll);
            }
            Technique::ForcingChains => {
                return forcing_chains(table, board, &mut self.chains, poll);
            }
        })
    }
}

/// The index of a value that is not blank.
fn index(value: u8) -> usize {
    usize::from(value).saturating_sub(1)
}
