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
//! The first line says what this is, and the version of the form. Then come the number of options of the problem and
//! the number of nodes, then the nodes, a line each, numbered from 2 without gaps, and the root. A *choice* is an
//! option, counted from 1, the node without it, and the node with it; a *conjunction* is `&` and its parts. Node 0 has no
//! solution, node 1 has one that takes no option. A node refers only to nodes with smaller numbers. So the lines above
//! have one solution, which takes the first, the fourth and the fifth option.
//!
//! Blank lines, and those that begin with a bar, are comments. Pieces are separated by any blanks; line ends may be LF
//! or CRLF, and the last may be missing.
//!
//! What is read need not be what would be written: nodes may be there twice, or be of no use. They are then made
//! one, or dropped. A diagram that was written and is read again is the same, and is written in the same way.

mod error;
mod read;
#[cfg(test)]
mod tests;

use super::{Diagram, Node, NodeId};
use std::fmt;
use std::io;

pub use error::{Expected, ParseError, ParseErrorKind};
pub use read::parse;

/// The first word of the form.
const NAME: &str = "quadrille-diagram";

/// The version of the form that is written, and read.
const VERSION: u64 = 1;

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
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, ParseError> {
        parse(text)
    }
}

impl std::str::FromStr for Diagram {
    type Err = ParseError;

    /// Reads the form of [`diagram::text`](self).
    fn from_str(text: &str) -> Result<Self, ParseError> {
        parse(text)
    }
}

/// The whole diagram in the form of [`diagram::text`](self).
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
