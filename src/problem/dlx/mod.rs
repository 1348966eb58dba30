//! Knuth's text format for exact-cover problems, as the programs of TAOCP 7.2.2.1 read it.
//!
//! ```text
//! | a line that starts with a bar is a comment; so is a blank line
//! a b 2|c 0:3|d | x y
//! a c x:red
//! |@ the label of the next option
//! a b d y |5
//! ```
//!
//! The first other line is the *item line*: the names of the primary items, then ` | `, then those
//! of the secondary items; without secondary items the bar is left out. A primary item that is not
//! covered exactly once has its bounds before its name: `n|name` for exactly `n` times,
//! `low:high|name`. Each further line is an *option*: names of items, a secondary one perhaps with
//! a colour, `name:colour`, and anywhere after the first name costs, `|n`, which are added up.
//!
//! Names are separated by blanks and have any length; those of items contain no `:` or `|`. Lines
//! end with LF or CRLF, and the last line end may be missing.
//!
//! A comment `|@ text` is the [label](Problem::label) of the option on the next line. Knuth's
//! programs skip it.
//!
//! [`parse`] and [`to_string`] are inverse to each other, but for the numbers of colours: [`parse`]
//! numbers them in the order of the text.

mod error;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use error::DlxErrorKind;
#[cfg(feature = "serde")]
pub(crate) use read::parse_stored;
pub use read::{Parsed, parse};
#[cfg(feature = "proof")]
pub(crate) use write::canonical_text;
#[cfg(feature = "serde")]
pub(crate) use write::to_stored;
pub use write::{NoPrimaryItem, to_string, write_option};

#[cfg(doc)]
use super::Problem;
