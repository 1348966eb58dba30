//! `diagram`: the diagram of all solutions itself, as a text or as a drawing for Graphviz.

use crate::cli::output::{Form, Output};
use crate::cli::session::Session;
use crate::cli::tally::Verdict;
use quadrille::Problem;
use quadrille::diagram::Diagram;
use std::io::{self, Write};

/// Why there is no second one.
pub(super) const ONE_DIAGRAM: &str =
    "the output is one diagram, and another was written already: ask for one problem at a time";

/// Writes a diagram in the form of the session.
pub(super) fn write(session: &mut Session, problem: &Problem, diagram: &Diagram) -> io::Result<()> {
    session.tally.add(Verdict::Converted);
    if session.form == Form::Dot {
        return session.entry(&diagram.dot(problem));
    }
    diagram.write(&mut Pipe(session.output()))
}

/// Standard output, for whoever writes bytes.
struct Pipe<'a>(&'a Output);

impl Write for Pipe<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_bytes(bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
