//! Checks that every path of a diagram is a solution and that no solution is repeated, without
//! enumerating them.
//!
//! The facts about all solutions below a node (their options, the least and the greatest number of
//! times that they cover an item, their colours) follow from those of its children. A table with a
//! row for every node and a column for every option or item would be large: it is computed in
//! strips of a few columns, in the same memory.

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
    /// Checks that this is a diagram of solutions of a problem, each of them once.
    ///
    /// - The diagram and the problem have the same number of options, and chosen options have
    ///   primary items.
    /// - No option is decided below a choice of the same option, and no two parts of a conjunction
    ///   share one. So no option is taken twice, and no solution is repeated.
    /// - Every solution covers every primary item as often as its bounds require.
    /// - No solution covers a secondary item twice, unless in one colour.
    ///
    /// The second condition is sufficient, but stricter than necessary; the diagrams of this crate
    /// satisfy it. The others are exact: if one fails, some solution is wrong. A diagram can't show
    /// that no solution is missing.
    ///
    /// The time is proportional to nodes x (options / 64 + items), roughly. The memory is at most
    /// 128 megabytes, or a little more than that of the nodes if this is more.
    ///
    /// # Errors
    /// The first violation.
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
