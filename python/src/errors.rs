//! Errors of the library as exceptions of the Python package, which are defined in
//! `python/quadrille/errors.py`.

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::location::ParseError;
use std::fmt::Display;

/// An exception of the Python package, with the arguments of its constructor.
pub(crate) fn exception<'py>(py: Python<'py>, name: &str, args: impl PyCallArgs<'py>) -> PyErr {
    let made = py
        .import("quadrille.errors")
        .and_then(|module| module.getattr(name))
        .and_then(|class| class.call1(args));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// A `quadrille.ParseError` with the place of an error in a text.
pub(crate) fn parse_error<K: Display>(py: Python<'_>, error: &ParseError<K>) -> PyErr {
    let place = error.location();
    let message = format!("{error}\n{}", place.shown());
    exception(py, "ParseError", (message, place.file(), place.line(), place.column()))
}

/// A `ValueError` with the message of an error.
pub(crate) fn value_error(error: &dyn Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
