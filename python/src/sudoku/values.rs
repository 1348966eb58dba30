//! [`Values`]: the answers to a task, in one piece of memory.

use super::rows::Rows;
use super::task::Task;
use quadrille::sudoku::Grid;
use quadrille::sudoku::text::{Alphabet, write_cells, write_line};

/// A column of answers. Rows without an answer are null.
pub(super) struct Values {
    pub(super) column: Column,
    pub(super) is_valid: Vec<bool>,
}

pub(super) enum Column {
    /// Solutions as texts, and the end of each.
    Texts {
        text: String,
        ends: Vec<i64>,
    },
    /// Solutions as cells, each with as many cells.
    Cells {
        cells: Vec<u8>,
        width: usize,
    },
    /// 0, 1 or 2 solutions, where 2 stands for more.
    Verdicts(Vec<u8>),
    Counts(Vec<u64>),
    /// Candidates: a mask for each cell, the end of each puzzle, and its alphabet.
    Masks {
        masks: Vec<u64>,
        ends: Vec<usize>,
        alphabets: Vec<Option<Alphabet>>,
    },
}

/// The answer to a puzzle.
pub(super) enum Answer {
    /// There is none: the row is null or wrong, or has no solution.
    Null,
    Cells([u8; 81]),
    Grid(Grid, Alphabet),
    Verdict(u8),
    Count(u64),
    Masks(Vec<u64>, Alphabet),
}

impl Values {
    pub(super) fn new(task: Task, rows: &Rows) -> Self {
        let column = match task {
            Task::Solve if rows.are_cells() => {
                Column::Cells { cells: Vec::new(), width: rows.width() }
            }
            Task::Solve => Column::Texts { text: String::new(), ends: Vec::new() },
            Task::Check => Column::Verdicts(Vec::new()),
            Task::Count(_) => Column::Counts(Vec::new()),
            Task::Candidates => {
                Column::Masks { masks: Vec::new(), ends: Vec::new(), alphabets: Vec::new() }
            }
        };
        Self { column, is_valid: Vec::new() }
    }

    /// Adds an answer of the task.
    pub(super) fn push(&mut self, answer: Answer) {
        self.is_valid.push(!matches!(answer, Answer::Null));
        match (&mut self.column, answer) {
            (Column::Texts { text, ends }, answer) => {
                match answer {
                    Answer::Cells(cells) => write_cells(&cells, text),
                    Answer::Grid(grid, alphabet) => write_line(text, &grid, alphabet, '.'),
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
            (Column::Masks { masks, ends, alphabets }, Answer::Masks(found, alphabet)) => {
                masks.extend(found);
                ends.push(masks.len());
                alphabets.push(Some(alphabet));
            }
            (Column::Masks { masks, ends, alphabets }, _) => {
                ends.push(masks.len());
                alphabets.push(None);
            }
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
            (
                Column::Masks { masks, ends, alphabets },
                Column::Masks { masks: mut more, ends: more_ends, alphabets: mut more_alphabets },
            ) => {
                let start = masks.len();
                masks.append(&mut more);
                ends.extend(more_ends.into_iter().map(|end| start + end));
                alphabets.append(&mut more_alphabets);
            }
            _ => debug_assert!(false, "blocks of one task have the same column"),
        }
    }
}
