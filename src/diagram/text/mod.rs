//! Diagrams as text.
//!
//! ```text
//! quadrille-diagram 1
//! options 6
//! nodes 4
//! 2: 5 0 1
//! 3: 4 0 2
//! 4: 1 0 1
//! 5: & 4 3
//! root 5
//! ```
//!
//! The first line names the format and its version. Then come the number of options of the problem,
//! the number of nodes, the nodes, a line each, numbered from 2 without gaps, and the root. A
//! *choice* is an option, counted from 1, the node without it, and the node with it; a
//! *conjunction* is `&` and its parts. Node 0 has no solution, node 1 the empty one. A node refers
//! only to nodes with smaller numbers. The diagram above has one solution: the first, the fourth
//! and the fifth option.
//!
//! Blank lines, and lines that begin with a bar, are comments. Words are separated by blanks; lines
//! end with LF or CRLF, and the last line end may be missing.
//!
//! The reader accepts duplicate and unreachable nodes, and drops them. Reading what was written
//! gives an equal diagram, which is written in the same way.

mod error;
mod header;
mod read;
#[cfg(test)]
mod tests;

use super::{Diagram, Node, NodeId};
use crate::location::ParseError;
use header::{NAME, VERSION};
use std::fmt;
use std::io;

pub use error::{DiagramErrorKind, Expected};
pub use read::parse;

impl Diagram {
    /// Writes the diagram as a [text](self).
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: impl io::Write) -> io::Result<()> {
        use io::Write as _;
        let mut out = io::BufWriter::new(out);
        write!(out, "{self}")?;
        out.flush()
    }

    /// Reads a diagram from a [text](self): the same as [`text::parse`](parse).
    ///
    /// # Errors
    /// As those of [`text::parse`](parse).
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, ParseError<DiagramErrorKind>> {
        parse(text)
    }
}

impl std::str::FromStr for Diagram {
    type Err = ParseError<DiagramErrorKind>;

    /// Reads the format of [`diagram::text`](self).
    fn from_str(text: &str) -> Result<Self, ParseError<DiagramErrorKind>> {
        parse(text)
    }
}

/// Writes the format of [`diagram::text`](self).
impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{NAME} {VERSION}")?;
        writeln!(f, "options {}", self.options)?;
        writeln!(f, "nodes {}", self.nodes.len())?;
        for (id, node) in self.nodes.iter() {
            write!(f, "{}:", id.index())?;
            match node {
                Node::Choice { option, without, with } => {
                    let [without, with] = [without, with].map(NodeId::index);
                    write!(f, " {} {without} {with}", option.index() + 1)?;
                }
                Node::And(parts) => {
                    f.write_str(" &")?;
                    parts.iter().try_for_each(|part| write!(f, " {}", part.index()))?;
                }
            }
            f.write_str("\n")?;
        }
        writeln!(f, "root {}", self.root.index())
    }
}
