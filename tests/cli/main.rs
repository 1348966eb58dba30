//! The program itself, run as users run it: what it prints, what it complains of, and how it exits.
#![cfg(feature = "cli")]

mod bench;
mod compat;
mod convert;
mod errors;
mod formats;
mod json;
mod lanes;
mod program;
mod shell;
mod stats;
mod stops;
mod verbs;
