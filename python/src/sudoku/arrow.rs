//! [`ArrowRows`]: columns by the Arrow C data interface, in and out.
#![allow(unsafe_code)]

use super::row::Row;
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::UInt8Type;
use arrow_array::{Array, ArrayReader, ArrayRef, make_array};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::CStr;
use std::fmt::Display;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// A column in chunks.
pub(super) struct ArrowRows {
    chunks: Vec<ArrayRef>,
    /// The number of the first row of each chunk.
    starts: Vec<usize>,
    len: usize,
    kind: DataType,
}

impl ArrowRows {
    /// Imports a column from an object with `__arrow_c_stream__` or `__arrow_c_array__`.
    pub(super) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (chunks, kind) = if object.hasattr("__arrow_c_stream__")? {
            stream(&object.call_method0("__arrow_c_stream__")?.cast_into()?)?
        } else {
            let (schema, array) = object.call_method0("__arrow_c_array__")?.extract()?;
            let array = import(&schema, &array)?;
            let kind = array.data_type().clone();
            (vec![array], kind)
        };
        check(&kind)?;
        let (mut starts, mut len) = (Vec::new(), 0);
        for chunk in &chunks {
            starts.push(len);
            len += chunk.len();
        }
        Ok(Self { chunks, starts, len, kind })
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The number of cells of a row, if rows are lists of a fixed size.
    pub(super) fn width(&self) -> Option<usize> {
        match &self.kind {
            DataType::FixedSizeList(_, width) => usize::try_from(*width).ok(),
            _ => None,
        }
    }

    pub(super) fn row(&self, index: usize) -> Row<'_> {
        let chunk = self.starts.partition_point(|&start| start <= index) - 1;
        let (array, at) = (&self.chunks[chunk], index - self.starts[chunk]);
        if array.is_null(at) {
            return Row::Null;
        }
        match array.data_type() {
            DataType::Utf8 => Row::Text(array.as_string::<i32>().value(at)),
            DataType::LargeUtf8 => Row::Text(array.as_string::<i64>().value(at)),
            DataType::Utf8View => Row::Text(array.as_string_view().value(at)),
            DataType::FixedSizeList(_, _) => {
                let lists = array.as_fixed_size_list();
                let cells = lists.values().as_primitive::<UInt8Type>();
                let width = self.width().unwrap_or(0);
                let range = at * width..(at + 1) * width;
                if cells.null_count() > 0
                    && let Some(cell) = range.clone().position(|cell| cells.is_null(cell))
                {
                    return Row::NullCell { cell, width };
                }
                Row::Cells(&cells.values()[range])
            }
            _ => Row::Null,
        }
    }
}

/// Checks the type of a column.
fn check(kind: &DataType) -> PyResult<()> {
    let is_known = match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        DataType::FixedSizeList(field, _) => *field.data_type() == DataType::UInt8,
        _ => false,
    };
    if is_known {
        return Ok(());
    }
    let message = if let DataType::Struct(_) = kind {
        "expected one column, found a table: choose a column".to_owned()
    } else {
        format!(
            "expected strings, or lists of uint8 of a fixed size, found {kind}: cast the column"
        )
    };
    Err(PyTypeError::new_err(message))
}

fn arrow_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Takes the array of two capsules.
fn import(schema: &Bound<'_, PyCapsule>, array: &Bound<'_, PyCapsule>) -> PyResult<ArrayRef> {
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: capsules with these names have such structures, and the importer moves the array out.
    // The capsule remains the owner of the schema, which outlives this call.
    let (array, schema) = unsafe { (FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    if array.is_released() {
        return Err(PyValueError::new_err("the array was read before, and is released"));
    }
    // SAFETY: the array is not released, and the schema is that of the array.
    let data = unsafe { from_ffi(array, schema) };
    Ok(make_array(data.map_err(arrow_error)?))
}

/// Takes the arrays of a stream, and their type.
fn stream(capsule: &Bound<'_, PyCapsule>) -> PyResult<(Vec<ArrayRef>, DataType)> {
    let pointer = capsule.pointer_checked(Some(STREAM))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule with this name has such a structure, and the importer moves it out.
    let reader = unsafe { ArrayStreamReader::from_raw(pointer.as_ptr()) }.map_err(arrow_error)?;
    let kind = reader.field().data_type().clone();
    let arrays = reader.collect::<Result<_, _>>().map_err(arrow_error)?;
    Ok((arrays, kind))
}

/// Exports an array as two capsules.
pub(super) fn export<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(arrow_error)?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    PyTuple::new(py, [schema, array])
}
