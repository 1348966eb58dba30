//! [`TraceError`]: why a trace can't be written.

use quadrille::engine::Unsupported;
use std::{fmt, io};

/// The error for a trace.
#[derive(Debug)]
#[non_exhaustive]
pub enum TraceError {
    /// The problem has a feature that the algorithm does not support.
    Unsupported(Unsupported),
    /// The writer failed.
    Output(io::Error),
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported(error) => error.fmt(f),
            Self::Output(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TraceError {}

impl From<io::Error> for TraceError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
