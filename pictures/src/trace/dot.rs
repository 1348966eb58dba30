//! The search tree of a trace, for Graphviz.

use super::run::{TraceEnd, TraceLimit, run};
use super::subject::TracedProblem;
use quadrille::trace::{Action, LinkedMatrix};
use std::io::{self, Write};

/// Writes the search tree for Graphviz to draw: a node for each item that is chosen and for each
/// solution, an edge for each option that is tried.
///
/// # Errors
/// If the writer fails.
pub fn write_dot(
    traced: &TracedProblem,
    limit: &TraceLimit,
    out: &mut dyn Write,
) -> io::Result<TraceEnd> {
    writeln!(out, "digraph {} {{", quoted(traced.title()))?;
    writeln!(out, "  graph [fontname=\"sans-serif\"];")?;
    writeln!(out, "  node [shape=ellipse, fontname=\"sans-serif\"];")?;
    writeln!(out, "  edge [fontname=\"sans-serif\"];")?;
    let mut tree = Tree { traced, path: Vec::new(), nodes: 0 };
    let end = run(traced, limit, |_, matrix, step| tree.step(matrix, step.action, out))?;
    writeln!(out, "  label={};", quoted(&end.sentence()))?;
    writeln!(out, "}}")?;
    Ok(end)
}

struct Tree<'a> {
    traced: &'a TracedProblem,
    /// The numbers of the nodes from the root to the level of the step.
    path: Vec<usize>,
    nodes: usize,
}

impl Tree<'_> {
    fn step(
        &mut self,
        matrix: &LinkedMatrix,
        action: Action,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match action {
            Action::Choose { item, options, .. } => {
                let name = self.traced.problem().item_name(item);
                let label = match options {
                    0 => format!("{name}\nno option"),
                    1 => format!("{name}\n1 option"),
                    _ => format!("{name}\n{options} options"),
                };
                let style = if options == 0 { ", style=dashed" } else { "" };
                let node = self.node(&label, style, out)?;
                self.edge(matrix, node, out)?;
                self.path.push(node);
            }
            Action::Solution => {
                let node = self.node("solution", ", shape=box, style=bold", out)?;
                self.edge(matrix, node, out)?;
            }
            Action::Backtrack { .. } => {
                self.path.pop();
            }
            _ => {}
        }
        Ok(())
    }

    fn node(&mut self, label: &str, style: &str, out: &mut dyn Write) -> io::Result<usize> {
        self.nodes += 1;
        writeln!(out, "  n{} [label={}{style}];", self.nodes, quoted(label))?;
        Ok(self.nodes)
    }

    /// The edge to a new node: the option that was tried last.
    fn edge(&self, matrix: &LinkedMatrix, to: usize, out: &mut dyn Write) -> io::Result<()> {
        let (Some(from), Some(&option)) = (self.path.last(), matrix.tried().last()) else {
            return Ok(());
        };
        writeln!(out, "  n{from} -> n{to} [label={}];", quoted(&self.traced.option_name(option)))
    }
}

/// A text as Graphviz reads it, in quotation marks; it takes `&lt;` for an entity.
fn quoted(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('\\', "\\\\");
    let escaped = escaped.replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
