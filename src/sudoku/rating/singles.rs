//! Naked and hidden singles of the logical solver.

use super::board::CandidateBoard;
use super::inference::{Inference, value_of};
use super::step::Premise;
use super::technique::Technique;
use super::unit_table::UnitTable;

/// The first single of a kind.
pub(super) fn single(
    table: &UnitTable,
    board: &CandidateBoard,
    technique: Technique,
) -> Option<Inference> {
    let (cell, value, premise) = match technique {
        Technique::NakedSingle => naked(table, board)?,
        _ => hidden(table, board, technique == Technique::HiddenSingleBox)?,
    };
    Some(Inference { premise, sets: Some((cell, value_of(value))), removes: Vec::new() })
}

fn naked(table: &UnitTable, board: &CandidateBoard) -> Option<(usize, usize, Premise)> {
    let is_single = |&cell: &usize| board.mask(cell).is_power_of_two() && !board.is_placed(cell);
    let cell = (0..table.cells()).find(is_single)?;
    let value = (0..table.size()).find(|&value| board.has(cell, value))?;
    Some((cell, value, Premise::OnlyCandidate))
}

fn hidden(
    table: &UnitTable,
    board: &CandidateBoard,
    in_box: bool,
) -> Option<(usize, usize, Premise)> {
    table.complete_boxes(in_box).find_map(|unit| {
        let is_single = |&value: &usize| {
            board.count(table, unit, value) == 1 && !board.is_placed(board.sum(table, unit, value))
        };
        let value = (0..table.size()).find(is_single)?;
        Some((board.sum(table, unit, value), value, Premise::OnlyPlace { unit }))
    })
}
