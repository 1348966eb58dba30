//! [`Answers`]: a column of answers, as Python objects, in an array, or as Arrow data.

use super::arrow;
use super::shared_bytes::copy_to_array;
use super::values::{Column, Values};
use arrow_array::builder::{LargeListBuilder, LargeStringBuilder};
use arrow_array::{ArrayRef, FixedSizeListArray, LargeStringArray, UInt8Array, UInt64Array};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use quadrille::sudoku::text::Alphabet;
use std::borrow::Cow;
use std::sync::Arc;

/// The names of verdicts.
pub(crate) const VERDICTS: [&str; 3] = ["none", "unique", "multiple"];

/// The answers to a question about each row of a column.
#[pyclass(frozen)]
pub(crate) struct Answers(Values);

impl Answers {
    pub(super) fn new(values: Values) -> Self {
        Self(values)
    }

    /// The symbols of the values in a mask.
    fn symbols(mask: u64, alphabet: Option<Alphabet>) -> String {
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
}

#[pymethods]
impl Answers {
    fn __len__(&self) -> usize {
        self.0.is_valid.len()
    }

    /// A list with a Python object for each row: a str, bytes, an int, or a list of str.
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
                Column::Masks { masks, ends, alphabets } => {
                    let symbols = masks[start..ends[row]].iter();
                    let symbols = symbols.map(|&mask| Self::symbols(mask, alphabets[row]));
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

    /// Copies the answers to an array of uint8 of the same length: the cells of solutions; verdicts;
    /// counts of eight bytes each, the lowest first; for each candidate 1, otherwise 0. Null is 0.
    fn fill(&self, py: Python<'_>, array: &Bound<'_, PyAny>, size: usize) -> PyResult<()> {
        let bytes = py.detach(|| match &self.0.column {
            Column::Cells { cells, .. } => Some(Cow::Borrowed(&cells[..])),
            Column::Verdicts(codes) => Some(Cow::Borrowed(&codes[..])),
            Column::Counts(counts) => {
                Some(Cow::Owned(counts.iter().flat_map(|count| count.to_le_bytes()).collect()))
            }
            Column::Masks { masks, ends, .. } => Some(Cow::Owned(self.flags(masks, ends, size))),
            Column::Texts { .. } => None,
        });
        let bytes = bytes.ok_or_else(|| PyTypeError::new_err("texts are not written to arrays"))?;
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
        let array = py.detach(|| self.to_arrow());
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

    fn to_arrow(&self) -> ArrayRef {
        let is_valid = &self.0.is_valid;
        let nulls = is_valid.contains(&false).then(|| NullBuffer::from(is_valid.clone()));
        match &self.0.column {
            Column::Texts { text, ends } => {
                let offsets = std::iter::once(0).chain(ends.iter().copied()).collect::<Vec<_>>();
                let offsets = OffsetBuffer::new(ScalarBuffer::from(offsets));
                let text = Buffer::from_slice_ref(text.as_bytes());
                Arc::new(LargeStringArray::new(offsets, text, nulls))
            }
            Column::Cells { cells, width } => {
                let field = Arc::new(Field::new("item", DataType::UInt8, true));
                let cells = Arc::new(UInt8Array::from(cells.clone()));
                let width = i32::try_from(*width).unwrap_or(i32::MAX);
                Arc::new(FixedSizeListArray::new(field, width, cells, nulls))
            }
            Column::Verdicts(codes) => {
                let verdict = |code: &u8| VERDICTS[usize::from(*code)];
                let rows = codes.iter().zip(is_valid);
                let texts = rows.map(|(code, is_valid)| is_valid.then(|| verdict(code)));
                Arc::new(texts.collect::<LargeStringArray>())
            }
            Column::Counts(counts) => {
                Arc::new(UInt64Array::new(ScalarBuffer::from(counts.clone()), nulls))
            }
            Column::Masks { masks, ends, alphabets } => {
                let (mut lists, mut start) = (LargeListBuilder::new(LargeStringBuilder::new()), 0);
                for ((&end, alphabet), &is_valid) in ends.iter().zip(alphabets).zip(is_valid) {
                    for &mask in &masks[start..end] {
                        lists.values().append_value(Self::symbols(mask, *alphabet));
                    }
                    lists.append(is_valid);
                    start = end;
                }
                Arc::new(lists.finish())
            }
        }
    }
}
