//! [`LiteralFrames`]: the lists and objects that are being read, and the puzzles in them.
//!
//! A list of as many rows as each has cells is a grid, and so is a list of as many cells as a grid
//! has. Sixteen or thirty-six cells are a row or a small grid: sixteen rows of sixteen cells are
//! one grid, and other numbers of them small ones.

use super::error::{TextError, TextErrorKind};
use super::field_names::FieldRole;
use super::literal_object::LiteralObject;
use super::literal_value::{CellList, GridValue, LiteralText, is_clear_grid, is_grid, is_row};
use super::piece_cursor::Place;
use super::record_context::{RecordContext, RecordResult};
use super::stated_rules::StatedRules;
use crate::location::Location;
use std::collections::VecDeque;

/// The longest string that is a cell: a number of two digits.
const LONGEST_CELL: usize = 2;

/// Where records and errors go, and what they depend on.
pub(super) struct RecordSink<'a> {
    pub(super) context: &'a mut RecordContext,
    pub(super) results: &'a mut VecDeque<RecordResult>,
}

impl RecordSink<'_> {
    pub(super) fn error(&mut self, location: Location, kind: TextErrorKind) {
        self.results.push_back(Err(TextError::new(self.context.in_file(location), kind)));
    }
}

/// What a list may hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ListRole {
    /// Puzzles, or the rows or cells of one.
    Puzzles,
    /// A solution, or several.
    Solution,
    /// Candidates, which are read from a string only.
    Candidates,
    /// Anything: of its values, only objects may be puzzles.
    Other,
}

/// A list that is being read.
#[derive(Debug)]
struct LiteralList {
    role: ListRole,
    cells: CellList,
    rows: Vec<CellList>,
    /// Whether its rows are grids of their own: there are more of them than a grid has.
    is_flat: bool,
    /// Whether an error in it was reported, so that what is missing is none.
    is_damaged: bool,
}

/// A list or an object that is being read.
#[derive(Debug)]
enum LiteralFrame {
    List(LiteralList),
    Object(Box<LiteralObject>),
}

/// The lists and objects that are being read, the innermost last.
#[derive(Default, Debug)]
pub(super) struct LiteralFrames {
    frames: Vec<LiteralFrame>,
    /// The name before a value: `name = `.
    pub(super) label: Option<String>,
    /// The number of records and errors so far.
    found: u64,
}

impl LiteralFrames {
    pub(super) fn depth(&self) -> usize {
        self.frames.len()
    }

    /// Returns whether the innermost is an object.
    pub(super) fn is_object(&self) -> bool {
        matches!(self.frames.last(), Some(LiteralFrame::Object(_)))
    }

    /// Drops the innermost after an error that was reported, and marks what is around it.
    pub(super) fn drop_innermost(&mut self) {
        self.frames.pop();
        self.found += 1;
        self.damage();
    }

    /// Marks the innermost: an error in it was reported.
    fn damage(&mut self) {
        match self.frames.last_mut() {
            Some(LiteralFrame::List(list)) => list.is_damaged = true,
            Some(LiteralFrame::Object(object)) => object.is_damaged = true,
            None => {}
        }
    }

    pub(super) fn open_list(&mut self) {
        let role = match self.frames.last() {
            None => ListRole::Puzzles,
            Some(LiteralFrame::List(list)) => list.role,
            Some(LiteralFrame::Object(object)) => match object.key {
                Some(FieldRole::Puzzle(_)) => ListRole::Puzzles,
                Some(FieldRole::Solution) => ListRole::Solution,
                Some(FieldRole::Candidates) => ListRole::Candidates,
                _ => ListRole::Other,
            },
        };
        let (cells, rows) = (CellList::default(), Vec::new());
        let list = LiteralList { role, cells, rows, is_flat: false, is_damaged: false };
        self.frames.push(LiteralFrame::List(list));
    }

    pub(super) fn open_object(&mut self, place: Place) {
        let object = LiteralObject::new(place, self.found);
        self.frames.push(LiteralFrame::Object(Box::new(object)));
    }

    pub(super) fn set_key(&mut self, key: &[u8]) {
        if let Some(LiteralFrame::Object(object)) = self.frames.last_mut() {
            object.set_key(key);
        }
    }

    /// Reads a string, or a word.
    pub(super) fn scalar(&mut self, text: LiteralText, is_word: bool, sink: &mut RecordSink<'_>) {
        let is_solution = self.is_solution(&text);
        let list = match self.frames.last_mut() {
            None => return self.emit(&GridValue::Text(text), sink),
            Some(LiteralFrame::Object(object)) => return object.set_text(text, is_word),
            Some(LiteralFrame::List(list)) => list,
        };
        match list.role {
            ListRole::Other => {}
            ListRole::Candidates => self.refuse_candidates(text.location(0), sink),
            _ if is_word || text.text.trim_ascii().len() <= LONGEST_CELL => {
                list.cells.push(&text, is_word);
            }
            _ if !is_solution && is_row(text.text.len(), sink.context) => {
                self.push_row(CellList::of_symbols(&text), sink);
            }
            _ => self.finish_grid(GridValue::Text(text), sink),
        }
    }

    /// Returns whether a string is in a list of solutions and is as long as the puzzle, so that it
    /// is no row.
    fn is_solution(&self, text: &LiteralText) -> bool {
        match &self.frames[..] {
            [.., LiteralFrame::Object(object), LiteralFrame::List(list)] => {
                list.role == ListRole::Solution && object.is_puzzle_as_long(&text.text)
            }
            _ => false,
        }
    }

    /// Reports candidates that are not a string, once for an object.
    fn refuse_candidates(&mut self, location: Location, sink: &mut RecordSink<'_>) {
        let object = self.frames.iter_mut().rev().find_map(|frame| match frame {
            LiteralFrame::Object(object) => Some(object),
            LiteralFrame::List(_) => None,
        });
        let Some(object) = object.filter(|object| !object.is_damaged) else { return };
        object.is_damaged = true;
        self.found += 1;
        let found = "a list".to_owned();
        let expected = "the candidates as a string";
        sink.error(location, TextErrorKind::Syntax { expected, found });
    }

    /// Adds a row to the innermost list. If there are more rows than a grid has, each is a grid of
    /// its own.
    fn push_row(&mut self, row: CellList, sink: &mut RecordSink<'_>) {
        let Some(LiteralFrame::List(list)) = self.frames.last_mut() else { return };
        if list.is_flat {
            return self.finish_grid(GridValue::Cells(row), sink);
        }
        if list.is_damaged {
            return;
        }
        list.rows.push(row);
        let expected = list.rows.iter().map(CellList::len).max().unwrap_or(0);
        if list.rows.len() <= expected {
            return;
        }
        let rows = std::mem::take(&mut list.rows);
        if rows.iter().all(|row| is_grid(row.len(), sink.context)) {
            list.is_flat = true;
            rows.into_iter().for_each(|row| self.finish_grid(GridValue::Cells(row), sink));
        } else {
            let (last, found) = (&rows[expected], rows.len());
            self.refuse(last.end(), TextErrorKind::Rows { expected, found }, sink);
            self.damage();
        }
    }

    /// Ends the innermost list: a row, a grid, or what is around grids.
    pub(super) fn close_list(&mut self, sink: &mut RecordSink<'_>) {
        let Some(LiteralFrame::List(list)) = self.frames.pop() else { return };
        let LiteralList { role, cells, rows, is_damaged, .. } = list;
        match role {
            ListRole::Puzzles | ListRole::Solution if is_damaged => self.damage(),
            ListRole::Puzzles | ListRole::Solution => self.finish_list(cells, rows, sink),
            ListRole::Candidates | ListRole::Other => {}
        }
    }

    fn finish_list(&mut self, cells: CellList, rows: Vec<CellList>, sink: &mut RecordSink<'_>) {
        let are_grids = || rows.iter().all(|row| is_grid(row.len(), sink.context));
        if !cells.is_empty() && !rows.is_empty() {
            let found = "both in a list".to_owned();
            let expected = "rows alone or cells alone";
            self.refuse(cells.end(), TextErrorKind::Syntax { expected, found }, sink);
        } else if rows.first().is_some_and(|first| rows.len() != first.len()) && are_grids() {
            rows.into_iter().for_each(|row| self.finish_grid(GridValue::Cells(row), sink));
        } else if !rows.is_empty() {
            self.finish_rows(&rows, sink);
        } else if cells.is_empty() {
            // A list without anything in it, or one around grids.
        } else if matches!(self.frames.last(), Some(LiteralFrame::List(_)))
            && !is_clear_grid(cells.len(), sink.context)
        {
            self.push_row(cells, sink);
        } else {
            self.finish_grid(GridValue::Cells(cells), sink);
        }
    }

    /// Ends a grid that is a list of rows.
    fn finish_rows(&mut self, rows: &[CellList], sink: &mut RecordSink<'_>) {
        // A row has as many cells as there are rows, if any has, and else as many as the first one.
        let has_size = rows.iter().any(|row| row.len() == rows.len());
        let size = if has_size { rows.len() } else { rows[0].len() };
        let expected = sink.context.only_size.unwrap_or(size);
        if let Some(row) = rows.iter().find(|row| row.len() != expected) {
            let kind = TextErrorKind::RowLength { expected, found: row.len() };
            return self.refuse(row.end(), kind, sink);
        }
        if rows.len() != expected {
            let found = rows.len();
            let kind = TextErrorKind::Rows { expected, found };
            return self.refuse(rows[found - 1].end(), kind, sink);
        }
        let mut grid = CellList::default();
        rows.iter().for_each(|row| grid.append(row));
        self.finish_grid(GridValue::Cells(grid), sink);
    }

    /// Reports an error in the value that has ended.
    fn refuse(&mut self, location: Location, kind: TextErrorKind, sink: &mut RecordSink<'_>) {
        self.found += 1;
        sink.error(location, kind);
        if self.is_object() {
            self.damage();
        }
    }

    /// Ends a grid: a record, or the value of a key.
    fn finish_grid(&mut self, grid: GridValue, sink: &mut RecordSink<'_>) {
        let mut frames = self.frames.iter_mut().rev();
        let object = match frames.next() {
            Some(LiteralFrame::Object(object)) => Some(object),
            Some(LiteralFrame::List(list)) if list.role == ListRole::Solution => {
                frames.find_map(|frame| match frame {
                    LiteralFrame::Object(object) => Some(object),
                    LiteralFrame::List(_) => None,
                })
            }
            _ => None,
        };
        match object {
            Some(object) => object.set_grid(grid),
            None => self.emit(&grid, sink),
        }
    }

    /// A grid that is a record.
    fn emit(&mut self, grid: &GridValue, sink: &mut RecordSink<'_>) {
        self.found += 1;
        let context = &mut *sink.context;
        context.started = true;
        let sizes = context.sizes();
        let (line, name) = (grid.line(), self.label.take());
        let stated = StatedRules::default();
        context.rules.note_first(&stated);
        let record = grid.parse(b"", None, sizes, context).and_then(|parsed| {
            let checked = context.rules.check(&stated, parsed.grid.size());
            checked.map_err(|kind| TextError::new(context.in_file(grid.location()), kind))?;
            Ok(context.record(parsed, line, name))
        });
        sink.results.push_back(record);
    }

    /// Ends the innermost object: a record, or what is around some.
    pub(super) fn close_object(&mut self, sink: &mut RecordSink<'_>) {
        let Some(LiteralFrame::Object(object)) = self.frames.pop() else { return };
        let location = object.place.location(b"{", 0);
        let has_inner = object.found_before != self.found;
        let is_wanted = match self.frames.last() {
            None => true,
            Some(LiteralFrame::List(list)) => list.role == ListRole::Puzzles,
            Some(LiteralFrame::Object(_)) => false,
        };
        if object.is_damaged {
            return;
        }
        if object.has_puzzle() {
            sink.context.started = true;
            let label = self.label.take();
            let record = object.record(sink.context).map(|mut record| {
                record.name = record.name.or(label);
                record
            });
            self.found += 1;
            return sink.results.push_back(record);
        }
        if has_inner && object.has_solution() {
            self.refuse(location, TextErrorKind::SeveralPuzzles, sink);
        } else if is_wanted && !has_inner {
            self.refuse(location, TextErrorKind::NoPuzzle, sink);
        }
    }
}
