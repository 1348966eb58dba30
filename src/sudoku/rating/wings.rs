//! Wings: a few cells with two or three candidates, one of which must have a value.

use super::board::{CandidateBoard, values};
use super::inference::{Inference, value_of};
use super::step::Premise;
use super::subsets::{places, seen_by_all};
use super::unit_table::UnitTable;
use crate::ids::as_index;

/// The first xy-wing, whose pivot has two candidates, or xyz-wing, whose pivot has three.
pub(super) fn wing(
    table: &UnitTable,
    board: &CandidateBoard,
    candidates: u32,
) -> Option<Inference> {
    (0..table.cells()).filter(|&cell| board.mask(cell).count_ones() == candidates).find_map(
        |pivot| {
            let all = board.mask(pivot);
            // A pincer has two candidates. One of them is the value that it shares with the other
            // pincer; only in an xyz-wing has the pivot that value, too.
            let is_pincer = |cell: &usize| {
                let mask = board.mask(*cell);
                mask.count_ones() == 2 && (mask & all).count_ones() == candidates - 1
            };
            let peers = table.peers(pivot).iter().map(|&cell| as_index(cell));
            let pincers: Vec<_> = peers.filter(is_pincer).collect();
            let mut pairs = pincers
                .iter()
                .enumerate()
                .flat_map(|(at, &one)| pincers[at + 1..].iter().map(move |&other| (one, other)));
            pairs.find_map(|(one, other)| of_cells(table, board, pivot, [one, other]))
        },
    )
}

fn of_cells(
    table: &UnitTable,
    board: &CandidateBoard,
    pivot: usize,
    pincers: [usize; 2],
) -> Option<Inference> {
    let all = board.mask(pivot);
    let [one, other] = pincers.map(|cell| board.mask(cell));
    let shared = one & other;
    if !shared.is_power_of_two() || (one | other) & !shared != all & !shared {
        return None;
    }
    let value = values(shared).next()?;
    let mut cells = pincers.to_vec();
    if all & shared != 0 {
        cells.push(pivot);
    }
    let rest = [one, other].map(|mask| values(mask & !shared).next().map_or(0, value_of));
    Inference::removing(seen_by_all(table, board, &cells, &[value]), || Premise::Wing {
        value: value_of(value),
        pivot,
        pivot_values: values(all).map(value_of).collect(),
        pincers: [(pincers[0], rest[0]), (pincers[1], rest[1])],
    })
}

/// The first w-wing.
pub(super) fn w_wing(table: &UnitTable, board: &CandidateBoard) -> Option<Inference> {
    let is_bivalue = |cell: &usize| board.mask(*cell).count_ones() == 2;
    let bivalue: Vec<_> = (0..table.cells()).filter(is_bivalue).collect();
    let mut pairs = bivalue
        .iter()
        .enumerate()
        .flat_map(|(at, &one)| bivalue[at + 1..].iter().map(move |&other| [one, other]));
    pairs.find_map(|cells| {
        let mask = board.mask(cells[0]);
        if board.mask(cells[1]) != mask {
            return None;
        }
        values(mask).find_map(|value| {
            let removes = seen_by_all(table, board, &cells, &[value]);
            if removes.is_empty() {
                return None;
            }
            let linked = values(mask).find(|&linked| linked != value)?;
            let sees_one = |cell| cells.iter().any(|&end| table.sees(cell, end));
            let is_link = |unit: &usize| {
                board.count(table, *unit, linked) > 1
                    && places(table, board, *unit, linked).all(sees_one)
            };
            let unit = table.complete().iter().copied().find(is_link)?;
            let (value, linked) = (value_of(value), value_of(linked));
            Inference::removing(removes, || Premise::WWing { value, linked, cells, unit })
        })
    })
}
