//! Whether every way down a diagram is a solution, and no two are the same: shown for all of them at once.
//!
//! Nothing is enumerated. What has to be known of all sets below a node (which options they have, how often at least
//! and at most they cover an item, in which colours) follows from what is known of its children. A table with a row for
//! every node and a column for every option or item would be large, so that it is made in strips of a few columns, one
//! after another, in the same memory.

mod options;
mod primary;
mod rows;
mod secondary;
#[cfg(test)]
mod tests;

use super::{Diagram, DiagramError, Node, NodeId};
use crate::problem::Problem;

pub(super) use options::verify_options;

impl Diagram {
    /// Whether this is a diagram of solutions of a problem, each of them once.
    ///
    /// - It is of as many options as the problem has, and those that are chosen have primary items.
    /// - No option is asked for below a choice of the same option, and no two parts of a conjunction share one. So no
    ///   option is taken twice, and no set comes twice.
    /// - Every solution covers every primary item as often as its bounds say.
    /// - No solution covers a secondary item twice, unless in one colour.
    ///
    /// All but the second say exactly what is to be shown: what they refuse has a solution that is wrong. The second is
    /// more than is needed, for two sets that go different ways may differ elsewhere. The diagrams of this crate keep it.
    ///
    /// That no solution is missing can't be seen in the diagram.
    ///
    /// The time is that of (nodes) x (options / 64 + items), roughly, and the memory at most 128 megabytes, or little
    /// more than that of the nodes if these are more.
    ///
    /// # Errors
    /// The first thing that is wrong.
    pub fn verify(&self, problem: &Problem) -> Result<(), DiagramError> {
        let (diagram, options) = (self.options, problem.options().len());
        if diagram != options {
            return Err(DiagramError::OptionCount { diagram, problem: options });
        }
        self.verify_choosable(problem)?;
        verify_options(&self.nodes).map_err(|(_, error)| error)?;
        if self.root == NodeId::NONE {
            return Ok(());
        }
        primary::verify(self, problem)?;
        secondary::verify(self, problem)
    }

    fn verify_choosable(&self, problem: &Problem) -> Result<(), DiagramError> {
        for (_, node) in self.nodes.iter() {
            if let Node::Choice { option, .. } = node
                && !problem.is_choosable(option)
            {
                return Err(DiagramError::NoPrimaryItem { option });
            }
        }
        Ok(())
    }
}
