//! A drawing of a diagram, for Graphviz.

use super::{Diagram, Node, NodeId};
use crate::ids::OptionId;
use crate::problem::Problem;
use std::fmt::Write as _;

impl Diagram {
    /// The diagram in the language of Graphviz's `dot`. A choice is an oval with the option, a
    /// solid line to the node with it, and a dashed line to the node without it. A conjunction is
    /// `&` with a line to each part.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    /// use quadrille::diagram::Diagram;
    ///
    /// let problem: Problem = "a b\na\nb\na b\n".parse()?;
    /// let diagram = Diagram::of_solutions(3, Solver::new(&problem).solutions())?;
    /// let dot = diagram.dot(&problem);
    /// assert!(dot.starts_with("digraph solutions {\n"));
    /// assert!(dot.contains("[label=\"3: a b\"]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn dot(&self, problem: &Problem) -> String {
        let mut text = String::from("digraph solutions {\n");
        for (id, node) in self.nodes.iter().rev() {
            self.draw(problem, id, node, &mut text);
        }
        for (terminal, sign) in [(NodeId::NONE, "none"), (NodeId::UNIT, "unit")] {
            if self.root == terminal || self.refers_to(terminal) {
                line(&mut text, format_args!("{} [shape=box, label=\"{sign}\"]", terminal.index()));
            }
        }
        text.push_str("}\n");
        text
    }

    fn refers_to(&self, child: NodeId) -> bool {
        self.nodes.iter().any(|(_, node)| match node {
            Node::Choice { without, with, .. } => without == child || with == child,
            Node::And(_) => false,
        })
    }

    fn draw(&self, problem: &Problem, id: NodeId, node: Node<'_>, text: &mut String) {
        let id = id.index();
        match node {
            Node::Choice { option, without, with } => {
                let label = label(problem, option);
                line(text, format_args!("{id} [label=\"{label}\"]"));
                line(text, format_args!("{id} -> {}", with.index()));
                line(text, format_args!("{id} -> {} [style=dashed]", without.index()));
            }
            Node::And(parts) => {
                line(text, format_args!("{id} [shape=diamond, label=\"&\"]"));
                for part in parts {
                    line(text, format_args!("{id} -> {}", part.index()));
                }
            }
        }
    }
}

/// The number of an option and what it covers, as it may stand between double quotes.
fn label(problem: &Problem, option: OptionId) -> String {
    let mut plain = format!("{}: ", option.index() + 1);
    if option.index() < problem.options().len() {
        plain += &problem.display_option(option).to_string();
    }
    let mut label = String::new();
    for c in plain.chars() {
        if ['"', '\\'].contains(&c) {
            label.push('\\');
        }
        label.push(c);
    }
    label
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    let written = writeln!(text, "  {line};");
    debug_assert!(written.is_ok(), "writing to a `String` does not fail");
}
