//! [`Rows`]: puzzles as they come from Python.

use super::arrow::ArrowRows;
use super::row::Row;
use super::shared_bytes::SharedBytes;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

/// A column of puzzles.
pub(super) enum Rows {
    Texts(Texts),
    /// Cells, and their number in a row.
    Cells(SharedBytes, usize),
    Arrow(ArrowRows),
}

impl Rows {
    /// The rows of a list of strings, of an array of `width` columns, or of an object that exports
    /// Arrow data.
    pub(super) fn new(kind: &str, data: &Bound<'_, PyAny>, width: usize) -> PyResult<Self> {
        match kind {
            "texts" => Ok(Self::Texts(Texts::new(data.cast()?)?)),
            "cells" if width > 0 => Ok(Self::Cells(SharedBytes::new(data)?, width)),
            "arrow" => Ok(Self::Arrow(ArrowRows::new(data)?)),
            _ => Err(PyValueError::new_err(format!("there are no rows of `{kind}`"))),
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Texts(texts) => texts.ends.len(),
            Self::Cells(cells, width) => cells.as_slice().len() / width,
            Self::Arrow(rows) => rows.len(),
        }
    }

    /// Whether the rows are numbers, so that answers are numbers too.
    pub(super) fn are_cells(&self) -> bool {
        match self {
            Self::Texts(_) => false,
            Self::Cells(..) => true,
            Self::Arrow(rows) => rows.width().is_some(),
        }
    }

    /// The number of cells of each row, if it is fixed.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Texts(_) => 0,
            Self::Cells(_, width) => *width,
            Self::Arrow(rows) => rows.width().unwrap_or(0),
        }
    }

    pub(super) fn row(&self, index: usize) -> Row<'_> {
        match self {
            Self::Texts(texts) => texts.row(index),
            Self::Cells(cells, width) => {
                Row::Cells(&cells.as_slice()[index * width..(index + 1) * width])
            }
            Self::Arrow(rows) => rows.row(index),
        }
    }
}

/// A copy of strings, so that nothing is read from Python objects during a search.
#[derive(Default)]
pub(super) struct Texts {
    text: String,
    /// For each string its end; `None` for `None`.
    ends: Vec<Option<usize>>,
    /// For each string its start.
    starts: Vec<usize>,
}

impl Texts {
    fn new(list: &Bound<'_, PyList>) -> PyResult<Self> {
        let mut texts = Self::default();
        for (index, item) in list.iter().enumerate() {
            texts.starts.push(texts.text.len());
            if item.is_none() {
                texts.ends.push(None);
                continue;
            }
            let Ok(string) = item.cast::<PyString>() else {
                let message = format!("row {index}: expected a str or None, found {}", {
                    item.get_type().name()?
                });
                return Err(PyTypeError::new_err(message));
            };
            texts.text.push_str(&string.to_cow()?);
            texts.ends.push(Some(texts.text.len()));
        }
        Ok(texts)
    }

    fn row(&self, index: usize) -> Row<'_> {
        match self.ends[index] {
            Some(end) => Row::Text(&self.text[self.starts[index]..end]),
            None => Row::Null,
        }
    }
}
