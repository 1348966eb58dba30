//! [`Values`]: the answers to a question, column by column.

use super::puzzle::Symbols;
use super::rows::Rows;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{Alphabet, write_cells, write_line};

/// The names of verdicts.
pub(crate) const VERDICTS: [&str; 3] = ["none", "unique", "multiple"];

/// A column of answers. Rows without an answer are null.
pub(super) struct Values {
    pub(super) column: Column,
    pub(super) is_valid: Vec<bool>,
}

pub(super) enum Column {
    /// Grids as texts, or other texts, and the end of each.
    Texts {
        text: String,
        ends: Vec<i64>,
    },
    /// Grids as cells, each with as many cells.
    Cells {
        cells: Vec<u8>,
        width: usize,
    },
    /// 0, 1 or 2 solutions, where 2 stands for more.
    Verdicts(Vec<u8>),
    Counts(Vec<u64>),
    Reals(Vec<f64>),
    /// Candidates: a mask for each cell, the end of each puzzle, and its alphabet.
    Masks {
        masks: Vec<u64>,
        ends: Vec<usize>,
        alphabets: Vec<Option<Alphabet>>,
    },
    /// Cells of a grid, in ascending order.
    CellSets(Vec<CellSet>),
    CellSetLists(Vec<Vec<CellSet>>),
    TextLists(Vec<Vec<String>>),
    /// Lists of grids as cells.
    GridLists {
        grids: Vec<Vec<Vec<u8>>>,
        width: usize,
    },
}

/// Cells of a grid, in ascending order.
pub(super) type CellSet = Vec<usize>;

/// The answer to a question about a puzzle.
pub(super) enum Answer {
    /// There is none: the row is null or wrong, or has no solution.
    Null,
    Cells([u8; 81]),
    Grid(Grid, Symbols),
    Verdict(u8),
    Count(u64),
    Real(f64),
    Masks(Vec<u64>, Alphabet),
    Text(String),
    CellSet(CellSet),
    CellSetList(Vec<CellSet>),
    TextList(Vec<String>),
    GridList(Vec<Grid>, Symbols),
}

impl Column {
    /// A column for grids in the form of the rows: cells or texts.
    pub(super) fn grids(rows: &Rows) -> Self {
        if rows.are_cells() {
            Self::Cells { cells: Vec::new(), width: rows.width() }
        } else {
            Self::texts()
        }
    }

    pub(super) fn texts() -> Self {
        Self::Texts { text: String::new(), ends: Vec::new() }
    }

    pub(super) fn masks() -> Self {
        Self::Masks { masks: Vec::new(), ends: Vec::new(), alphabets: Vec::new() }
    }

    /// A column for lists of grids in the form of the rows.
    pub(super) fn grid_lists(rows: &Rows) -> Self {
        if rows.are_cells() {
            Self::GridLists { grids: Vec::new(), width: rows.width() }
        } else {
            Self::TextLists(Vec::new())
        }
    }

    /// The name of the kind, by which Python chooses the form of the answers.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Texts { .. } => "texts",
            Self::Cells { .. } => "cells",
            Self::Verdicts(_) => "verdicts",
            Self::Counts(_) => "counts",
            Self::Reals(_) => "reals",
            Self::Masks { .. } => "masks",
            Self::CellSets(_) => "cell-sets",
            Self::CellSetLists(_) => "cell-set-lists",
            Self::TextLists(_) => "text-lists",
            Self::GridLists { .. } => "grid-lists",
        }
    }
}

impl Values {
    /// A column without rows.
    pub(super) fn new(column: Column) -> Self {
        Self { column, is_valid: Vec::new() }
    }

    /// Adds an answer of the kind of the column.
    pub(super) fn push(&mut self, answer: Answer) {
        self.is_valid.push(!matches!(answer, Answer::Null));
        match (&mut self.column, answer) {
            (Column::Texts { text, ends }, answer) => {
                match answer {
                    Answer::Cells(cells) => write_cells(&cells, text),
                    Answer::Grid(grid, symbols) => {
                        write_line(text, &grid, symbols.alphabet, symbols.blank);
                    }
                    Answer::Text(written) => text.push_str(&written),
                    _ => {}
                }
                ends.push(i64::try_from(text.len()).unwrap_or(i64::MAX));
            }
            (Column::Cells { cells, width }, answer) => {
                let end = cells.len() + *width;
                match answer {
                    Answer::Cells(found) => cells.extend(found),
                    Answer::Grid(grid, _) => cells.extend(grid.cells()),
                    _ => {}
                }
                cells.resize(end, 0);
            }
            (Column::Verdicts(verdicts), Answer::Verdict(verdict)) => verdicts.push(verdict),
            (Column::Verdicts(verdicts), _) => verdicts.push(0),
            (Column::Counts(counts), Answer::Count(count)) => counts.push(count),
            (Column::Counts(counts), _) => counts.push(0),
            (Column::Reals(reals), Answer::Real(real)) => reals.push(real),
            (Column::Reals(reals), _) => reals.push(f64::NAN),
            (Column::Masks { masks, ends, alphabets }, Answer::Masks(found, alphabet)) => {
                masks.extend(found);
                ends.push(masks.len());
                alphabets.push(Some(alphabet));
            }
            (Column::Masks { masks, ends, alphabets }, _) => {
                ends.push(masks.len());
                alphabets.push(None);
            }
            (Column::CellSets(sets), Answer::CellSet(set)) => sets.push(set),
            (Column::CellSets(sets), _) => sets.push(Vec::new()),
            (Column::CellSetLists(lists), Answer::CellSetList(list)) => lists.push(list),
            (Column::CellSetLists(lists), _) => lists.push(Vec::new()),
            (Column::TextLists(lists), Answer::TextList(list)) => lists.push(list),
            (Column::TextLists(lists), Answer::GridList(grids, symbols)) => {
                lists.push(grids.iter().map(|grid| symbols.line(grid)).collect());
            }
            (Column::TextLists(lists), _) => lists.push(Vec::new()),
            (Column::GridLists { grids, .. }, Answer::GridList(found, _)) => {
                grids.push(found.iter().map(|grid| grid.cells().to_vec()).collect());
            }
            (Column::GridLists { grids, .. }, _) => grids.push(Vec::new()),
        }
    }

    /// Adds the answers of the next block.
    pub(super) fn append(&mut self, mut block: Self) {
        self.is_valid.append(&mut block.is_valid);
        match (&mut self.column, block.column) {
            (Column::Texts { text, ends }, Column::Texts { text: more, ends: more_ends }) => {
                let start = i64::try_from(text.len()).unwrap_or(i64::MAX);
                text.push_str(&more);
                ends.extend(more_ends.into_iter().map(|end| start + end));
            }
            (Column::Cells { cells, .. }, Column::Cells { cells: mut more, .. }) => {
                cells.append(&mut more);
            }
            (Column::Verdicts(verdicts), Column::Verdicts(mut more)) => verdicts.append(&mut more),
            (Column::Counts(counts), Column::Counts(mut more)) => counts.append(&mut more),
            (Column::Reals(reals), Column::Reals(mut more)) => reals.append(&mut more),
            (
                Column::Masks { masks, ends, alphabets },
                Column::Masks { masks: mut more, ends: more_ends, alphabets: mut more_alphabets },
            ) => {
                let start = masks.len();
                masks.append(&mut more);
                ends.extend(more_ends.into_iter().map(|end| start + end));
                alphabets.append(&mut more_alphabets);
            }
            (Column::CellSets(sets), Column::CellSets(mut more)) => sets.append(&mut more),
            (Column::CellSetLists(lists), Column::CellSetLists(mut more)) => {
                lists.append(&mut more);
            }
            (Column::TextLists(lists), Column::TextLists(mut more)) => lists.append(&mut more),
            (Column::GridLists { grids, .. }, Column::GridLists { grids: mut more, .. }) => {
                grids.append(&mut more);
            }
            _ => debug_assert!(false, "blocks of one question have the same columns"),
        }
    }
}

/// The symbols of the values in a mask.
pub(super) fn candidate_symbols(mask: u64, alphabet: Option<Alphabet>) -> String {
    let mut symbols = String::new();
    for value in (1..=36_u8).filter(|value| mask >> (value - 1) & 1 == 1) {
        let Some(alphabet) = alphabet else { continue };
        if alphabet.is_numbers() && !symbols.is_empty() {
            symbols.push(' ');
        }
        alphabet.push(value, &mut symbols);
    }
    symbols
}
