//! [`SharedBytes`]: bytes of a Python object, read without the lock of the interpreter.
#![allow(unsafe_code)]

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::slice;

/// Bytes that belong to a Python object.
pub(super) struct SharedBytes {
    start: *const u8,
    length: usize,
    /// Keeps the bytes alive.
    _owner: Py<PyAny>,
}

// SAFETY: the bytes are only read, and the owner is only dropped, which pyo3 allows in any thread.
unsafe impl Send for SharedBytes {}
// SAFETY: as above.
unsafe impl Sync for SharedBytes {}

impl SharedBytes {
    /// The bytes of a `bytes` object, or of a C-contiguous array of `uint8` with an
    /// `__array_interface__` (version 3), as numpy has it.
    pub(super) fn new(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            let (start, length) = (bytes.as_bytes().as_ptr(), bytes.as_bytes().len());
            return Ok(Self { start, length, _owner: object.clone().unbind() });
        }
        let (address, length, _) = interface(object)?;
        let start = std::ptr::with_exposed_provenance(address);
        Ok(Self { start, length, _owner: object.clone().unbind() })
    }

    pub(super) fn as_slice(&self) -> &[u8] {
        // SAFETY: `bytes` objects never change, and an array keeps its memory as long as it is
        // alive and is not resized, which numpy refuses while there is another reference to it. An
        // array that another thread writes to during a search is a race of its owner.
        unsafe { slice::from_raw_parts(self.start, self.length) }
    }
}

/// Copies bytes to a C-contiguous array of `uint8`.
pub(super) fn copy_to_array(bytes: &[u8], array: &Bound<'_, PyAny>) -> PyResult<()> {
    let (address, length, is_read_only) = interface(array)?;
    if is_read_only || length != bytes.len() {
        return Err(PyValueError::new_err("expected an array of the same length to write to"));
    }
    let start = std::ptr::with_exposed_provenance_mut(address);
    // SAFETY: the array has so many bytes of its own, by its interface, and can be written to.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start, length) };
    Ok(())
}

/// The address of an array, its number of bytes, and whether it is read-only.
fn interface(array: &Bound<'_, PyAny>) -> PyResult<(usize, usize, bool)> {
    let interface = array.getattr("__array_interface__")?.cast_into::<PyDict>()?;
    let get = |key: &str| interface.get_item(key)?.ok_or_else(|| PyTypeError::new_err("no array"));
    let kind: String = get("typestr")?.extract()?;
    if kind != "|u1" {
        return Err(PyTypeError::new_err(format!("expected an array of uint8, found {kind}")));
    }
    if !interface.get_item("strides")?.is_none_or(|strides| strides.is_none()) {
        return Err(PyTypeError::new_err("expected a C-contiguous array"));
    }
    let shape: Vec<usize> = get("shape")?.extract()?;
    let (address, is_read_only) = get("data")?.extract()?;
    let length = shape.iter().product();
    // An array without elements may have any address.
    let address = if length == 0 { 1 } else { address };
    Ok((address, length, is_read_only))
}
