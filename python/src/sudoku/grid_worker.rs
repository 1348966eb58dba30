//! [`GridConfig`]: questions that a [`GridTool`] answers, each worker with tools of its own.

use super::grid_task::GridTask;
use super::grid_tool::{GridTool, RowPuzzle, ToolAnswer};
use super::puzzle::{Puzzle, RowError, read};
use super::question::{Block, BlockError, BlockWorker, Question, RunLimits, push_row};
use super::rows::Rows;
use super::rules::Rules;
use super::values::{Answer, Values};
use quadrille::sudoku::PuzzleError;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// A question about puzzles.
pub(super) struct GridConfig<'a> {
    pub(super) task: GridTask,
    pub(super) rules: &'a Rules,
    pub(super) rows: &'a Rows,
    /// Whether wrong rows are null.
    pub(super) skips_errors: bool,
    pub(super) limits: RunLimits,
}

impl Question for GridConfig<'_> {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn columns(&self) -> Vec<Values> {
        self.task.columns(self.rows)
    }

    fn worker(&self) -> Box<dyn BlockWorker + '_> {
        Box::new(GridWorker { config: self, tools: HashMap::new() })
    }

    fn limits(&self) -> &RunLimits {
        &self.limits
    }
}

/// Tools, made when they are first needed.
struct GridWorker<'a> {
    config: &'a GridConfig<'a>,
    /// For each size of grids.
    tools: HashMap<usize, Box<dyn GridTool>>,
}

impl BlockWorker for GridWorker<'_> {
    fn answer(&mut self, range: Range<usize>) -> Result<Block, BlockError> {
        let GridConfig { rules, rows, skips_errors, .. } = *self.config;
        let (mut by_size, mut wrong) = (BTreeMap::<usize, Vec<RowPuzzle>>::new(), None);
        for row in range.clone() {
            match read(rows.row(row), rules) {
                Ok(None) => {}
                Ok(Some(Puzzle { grid, symbols })) => {
                    let puzzle = RowPuzzle { row, grid: grid.into_grid(), symbols };
                    by_size.entry(puzzle.grid.size()).or_default().push(puzzle);
                }
                Err(_) if skips_errors => {}
                Err(error) => {
                    wrong = Some(RowError { row, ..error });
                    break;
                }
            }
        }
        let (mut found, mut is_stopped) = (HashMap::new(), false);
        for (size, puzzles) in by_size {
            let answers = match self.tool(size) {
                Ok(tool) => tool.answers(&puzzles),
                Err(message) => {
                    puzzles.iter().map(|_| ToolAnswer::Wrong(message.clone())).collect()
                }
            };
            is_stopped |= answers.len() < puzzles.len();
            for (RowPuzzle { row, .. }, answer) in puzzles.into_iter().zip(answers) {
                match answer {
                    ToolAnswer::Complete(answers) => drop(found.insert(row, answers)),
                    ToolAnswer::Stopped(partial) => {
                        is_stopped = true;
                        found.extend(partial.map(|answers| (row, answers)));
                    }
                    ToolAnswer::Wrong(message) => {
                        if wrong.as_ref().is_none_or(|wrong| row < wrong.row) {
                            wrong = Some(RowError { row, place: None, message });
                        }
                    }
                }
            }
        }
        match wrong {
            Some(error) if !skips_errors => Err(BlockError::Row(error)),
            _ => Ok(Block { columns: self.columns(range, found), is_stopped }),
        }
    }
}

impl GridWorker<'_> {
    /// The columns of a block.
    fn columns(&self, rows: Range<usize>, mut found: HashMap<usize, Vec<Answer>>) -> Vec<Values> {
        let mut columns = self.config.columns();
        rows.for_each(|row| push_row(&mut columns, found.remove(&row)));
        columns
    }

    /// The tool for grids of a size.
    fn tool(&mut self, size: usize) -> Result<&mut dyn GridTool, String> {
        let GridConfig { task, rules, limits, .. } = self.config;
        if let Some(expected) = rules.size().filter(|&expected| expected != size) {
            return Err(PuzzleError::WrongSize { expected, found: size }.to_string());
        }
        let tool = match self.tools.entry(size) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                let geometry = rules.geometry(size).map_err(|error| error.to_string())?;
                entry.insert(task.tool(&geometry, limits))
            }
        };
        Ok(&mut **tool)
    }
}
