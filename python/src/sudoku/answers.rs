//! [`Answers`]: a column of answers, as Python objects, in an array, or as Arrow data.

use super::answer_arrow::to_arrow;
use super::arrow;
use super::shared_bytes::copy_to_array;
use super::values::{CellSet, Column, VERDICTS, Values, candidate_symbols};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use std::borrow::Cow;

/// The answers to a question about each row of a column.
#[pyclass(frozen)]
pub(crate) struct Answers(Values);

impl Answers {
    pub(super) fn new(values: Values) -> Self {
        Self(values)
    }
}

#[pymethods]
impl Answers {
    fn __len__(&self) -> usize {
        self.0.is_valid.len()
    }

    /// The name of the kind of the answers.
    fn kind(&self) -> &'static str {
        self.0.column.kind()
    }

    /// A list with a Python object for each row: a str, bytes, a number, or a list.
    fn to_list<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        // The verdicts are few objects, each for many rows.
        let verdicts = VERDICTS.map(|verdict| PyString::new(py, verdict));
        let mut start = 0;
        for (row, &is_valid) in self.0.is_valid.iter().enumerate() {
            // A row without an answer has no symbols and no masks.
            match &self.0.column {
                _ if !is_valid => list.append(py.None())?,
                Column::Texts { text, ends } => {
                    let end = usize::try_from(ends[row]).unwrap_or(0);
                    list.append(&text[start..end])?;
                    start = end;
                }
                Column::Cells { cells, width } => {
                    list.append(PyBytes::new(py, &cells[row * width..(row + 1) * width]))?;
                }
                Column::Verdicts(codes) => list.append(&verdicts[usize::from(codes[row])])?,
                Column::Counts(counts) => list.append(counts[row])?,
                Column::Reals(reals) => list.append(reals[row])?,
                Column::CellSets(sets) => list.append(&sets[row])?,
                Column::CellSetLists(lists) => list.append(&lists[row])?,
                Column::TextLists(lists) => list.append(&lists[row])?,
                Column::GridLists { grids, .. } => {
                    let grids = grids[row].iter().map(|cells| PyBytes::new(py, cells));
                    list.append(PyList::new(py, grids.collect::<Vec<_>>())?)?;
                }
                Column::Masks { masks, ends, alphabets } => {
                    let symbols = masks[start..ends[row]].iter();
                    let symbols = symbols.map(|&mask| candidate_symbols(mask, alphabets[row]));
                    list.append(PyList::new(py, symbols.collect::<Vec<_>>())?)?;
                    start = ends[row];
                }
            }
        }
        Ok(list)
    }

    /// The candidates of each cell, of all puzzles one after another.
    fn candidate_values(&self) -> Vec<Vec<usize>> {
        let Column::Masks { masks, .. } = &self.0.column else { return Vec::new() };
        let values = |mask: &u64| (1..=36).filter(|value| mask >> (value - 1) & 1 == 1).collect();
        masks.iter().map(values).collect()
    }

    /// Copies the answers to an array of uint8 of the same length: the cells of grids; verdicts;
    /// counts and real numbers of eight bytes each, the lowest first; 1 for each candidate and for
    /// each cell of a set, otherwise 0. Null is 0, or not a number.
    fn fill(&self, py: Python<'_>, array: &Bound<'_, PyAny>, size: usize) -> PyResult<()> {
        let bytes = py.detach(|| match &self.0.column {
            Column::Cells { cells, .. } => Some(Cow::Borrowed(&cells[..])),
            Column::Verdicts(codes) => Some(Cow::Borrowed(&codes[..])),
            Column::Counts(counts) => {
                Some(Cow::Owned(counts.iter().flat_map(|count| count.to_le_bytes()).collect()))
            }
            Column::Reals(reals) => {
                Some(Cow::Owned(reals.iter().flat_map(|real| real.to_le_bytes()).collect()))
            }
            Column::Masks { masks, ends, .. } => Some(Cow::Owned(self.flags(masks, ends, size))),
            Column::CellSets(sets) => Some(Cow::Owned(cell_flags(sets, size * size))),
            Column::Texts { .. }
            | Column::CellSetLists(_)
            | Column::TextLists(_)
            | Column::GridLists { .. } => None,
        });
        let none = || PyTypeError::new_err("texts and lists are not written to arrays");
        let bytes = bytes.ok_or_else(none)?;
        copy_to_array(&bytes, array)
    }

    /// For each row whether it has an answer, as bytes.
    fn valid<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<_> = self.0.is_valid.iter().map(|&is_valid| u8::from(is_valid)).collect();
        PyBytes::new(py, &bytes)
    }

    /// Exports the answers by the Arrow C data interface.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        drop(requested_schema);
        let array = py.detach(|| to_arrow(&self.0));
        arrow::export(py, &array)
    }
}

impl Answers {
    /// For each cell and value, 1 if it is a candidate. A row that is null has no candidates.
    fn flags(&self, masks: &[u64], ends: &[usize], size: usize) -> Vec<u8> {
        let (mut flags, mut start) = (Vec::new(), 0);
        for (&is_valid, &end) in self.0.is_valid.iter().zip(ends) {
            let cells = if is_valid { &masks[start..end] } else { &vec![0; size * size][..] };
            for mask in cells {
                flags.extend((0..size).map(|value| u8::from(mask >> value & 1 == 1)));
            }
            start = end;
        }
        flags
    }
}

/// For each cell of each set, 1 if it is in the set.
fn cell_flags(sets: &[CellSet], cells: usize) -> Vec<u8> {
    let mut flags = vec![0; sets.len() * cells];
    for (flags, set) in flags.chunks_mut(cells.max(1)).zip(sets) {
        set.iter().for_each(|&cell| flags[cell] = 1);
    }
    flags
}
