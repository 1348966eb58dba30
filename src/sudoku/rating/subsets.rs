//! Locked candidates, subsets and fish: places of values that are confined to few cells or units.

use super::board::{CandidateBoard, values};
use super::inference::{Inference, value_of};
use super::step::{CellValue, Premise};
use super::unit_table::UnitTable;
use crate::ids::as_index;

/// The first value whose places in a box, or in another unit that holds every value, all see a
/// place elsewhere.
pub(super) fn locked(table: &UnitTable, board: &CandidateBoard, in_box: bool) -> Option<Inference> {
    table
        .complete_boxes(in_box)
        .find_map(|unit| {
            (0..table.size()).find_map(|value| {
                if board.count(table, unit, value) < 2 {
                    return None;
                }
                let cells: Vec<_> = places(table, board, unit, value).collect();
                Inference::removing(seen_by_all(table, board, &cells, &[value]), || {
                    Premise::Locked { value: value_of(value), unit, within: None, cells }
                })
            })
        })
        .map(|found| with_second_unit(table, found))
}

/// Adds the unit that has the places and the candidates that are removed, if there is one.
fn with_second_unit(table: &UnitTable, mut found: Inference) -> Inference {
    if let Premise::Locked { unit, within, cells, .. } = &mut found.premise {
        let mut all = cells.iter().chain(found.removes.iter().map(|(cell, _)| cell));
        let geometry = table.geometry();
        let units = all.next().map_or(&[][..], |&cell| geometry.units_of(cell)).iter();
        let has_all = |other: usize| all.clone().all(|cell| table.unit(other).contains(cell));
        *within = units.copied().find(|&other| other != *unit && has_all(other));
    }
    found
}

/// The first naked or hidden subset of a size that removes a candidate.
pub(super) fn subset(
    table: &UnitTable,
    board: &CandidateBoard,
    size: usize,
    is_hidden: bool,
) -> Option<Inference> {
    if is_hidden {
        table.complete().iter().find_map(|&unit| hidden_subset(table, board, unit, size))
    } else {
        let mut units = 0..table.geometry().units().len();
        units.find_map(|unit| naked_subset(table, board, unit, size))
    }
}

fn naked_subset(
    table: &UnitTable,
    board: &CandidateBoard,
    unit: usize,
    size: usize,
) -> Option<Inference> {
    let rows = table.unit(unit).iter().map(|&cell| board.mask(cell));
    confined(rows, size, &mut |chosen, union| {
        let cells: Vec<_> = chosen.iter().map(|&at| table.unit(unit)[at]).collect();
        let confined: Vec<_> = values(union).collect();
        Inference::removing(seen_by_all(table, board, &cells, &confined), || Premise::NakedSubset {
            unit,
            cells,
            values: numbers(&confined),
        })
    })
}

fn hidden_subset(
    table: &UnitTable,
    board: &CandidateBoard,
    unit: usize,
    size: usize,
) -> Option<Inference> {
    let cells = table.unit(unit);
    let rows = (0..table.size()).map(|value| {
        let bits =
            cells.iter().enumerate().map(|(at, &cell)| u64::from(board.has(cell, value)) << at);
        bits.fold(0, |all, bit| all | bit)
    });
    confined(rows, size, &mut |chosen, union| {
        let cells: Vec<_> = values(union).map(|at| cells[at]).collect();
        let others = |&cell: &usize| {
            let lost = values(board.mask(cell)).filter(|value| !chosen.contains(value));
            lost.map(move |value| (cell, value_of(value)))
        };
        Inference::removing(cells.iter().flat_map(others).collect(), || Premise::HiddenSubset {
            unit,
            cells,
            values: numbers(chosen),
        })
    })
}

/// The first fish of a size: rows whose places are in as many columns, or columns whose places are
/// in as many rows.
pub(super) fn fish(table: &UnitTable, board: &CandidateBoard, size: usize) -> Option<Inference> {
    let lines = table.size();
    (0..lines).find_map(|value| {
        [0, lines].into_iter().find_map(|first_base| {
            let first_cover = lines - first_base;
            let rows = (first_base..first_base + lines).map(|unit| {
                let cells = table.unit(unit).iter().enumerate();
                cells.fold(0, |all, (at, &cell)| all | u64::from(board.has(cell, value)) << at)
            });
            confined(rows, size, &mut |chosen, union| {
                let base: Vec<_> = chosen.iter().map(|&line| first_base + line).collect();
                let cover: Vec<_> = values(union).map(|line| first_cover + line).collect();
                let lost = |&unit: &usize| {
                    let cells = table.unit(unit).iter().enumerate();
                    let others = cells.filter(|(line, _)| !chosen.contains(line));
                    others
                        .filter(|&(_, &cell)| board.has(cell, value))
                        .map(|(_, &cell)| (cell, value_of(value)))
                };
                Inference::removing(cover.iter().flat_map(lost).collect(), || Premise::Fish {
                    value: value_of(value),
                    base,
                    cover,
                })
            })
        })
    })
}

/// Calls the visitor with each choice of `size` rows of bits that have at most `size` bits
/// together, and with these bits, until it returns something. Rows with fewer than two bits are
/// skipped: they are singles.
fn confined<T>(
    rows: impl Iterator<Item = u64>,
    size: usize,
    visitor: &mut dyn FnMut(&[usize], u64) -> Option<T>,
) -> Option<T> {
    let is_small = |row: u64| (2..=size).contains(&as_index(row.count_ones()));
    let rows: Vec<_> = rows.enumerate().filter(|&(_, row)| is_small(row)).collect();
    let mut chosen = Vec::with_capacity(size);
    if rows.len() < size { None } else { extended(&rows, 0, size, &mut chosen, visitor) }
}

fn extended<T>(
    rows: &[(usize, u64)],
    union: u64,
    size: usize,
    chosen: &mut Vec<usize>,
    visitor: &mut dyn FnMut(&[usize], u64) -> Option<T>,
) -> Option<T> {
    if chosen.len() == size {
        return visitor(chosen, union);
    }
    rows.iter().enumerate().find_map(|(next, &(at, row))| {
        let union = union | row;
        if as_index(union.count_ones()) > size {
            return None;
        }
        chosen.push(at);
        let found = extended(&rows[next + 1..], union, size, chosen, visitor);
        chosen.pop();
        found
    })
}

/// The places of a value in a unit.
pub(super) fn places(
    table: &UnitTable,
    board: &CandidateBoard,
    unit: usize,
    value: usize,
) -> impl Iterator<Item = usize> {
    table.unit(unit).iter().copied().filter(move |&cell| board.has(cell, value))
}

/// The candidates with one of some values in the cells that see all of some cells.
pub(super) fn seen_by_all(
    table: &UnitTable,
    board: &CandidateBoard,
    cells: &[usize],
    values: &[usize],
) -> Vec<CellValue> {
    let Some((&first, others)) = cells.split_first() else { return Vec::new() };
    let peers = table.peers(first).iter().map(|&cell| as_index(cell));
    let seen = peers.filter(|&cell| others.iter().all(|&other| table.sees(cell, other)));
    let of_cell = |cell: usize| {
        let lost = values.iter().copied().filter(move |&value| board.has(cell, value));
        lost.map(move |value| (cell, value_of(value)))
    };
    seen.flat_map(of_cell).collect()
}

fn numbers(values: &[usize]) -> Vec<u8> {
    values.iter().map(|&value| value_of(value)).collect()
}
