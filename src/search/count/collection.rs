//! [`Collection`]: what enumeration keeps of the solutions that it visits.

use crate::engine::SearchEngine;
use crate::ids::OptionId;
use crate::solution::Solution;

/// What is kept of solutions, besides their number.
#[derive(Debug)]
pub(super) enum Collection {
    Nothing,
    /// The solutions, as long as they are few.
    List(SolutionList),
    /// For each option, the number of solutions with it.
    Uses(UseCounter),
}

/// The number of options that all listed solutions may have together.
#[derive(Clone, Copy, Debug)]
pub(super) struct ListLimit {
    pub(super) options: usize,
    /// Whether that is also limited by the nodes: where there are many solutions for few nodes, a
    /// memo makes their diagram in less time than their list.
    pub(super) by_nodes: bool,
}

impl ListLimit {
    /// The options that may be listed after any number of nodes, and those for each two nodes.
    /// Measured: at most one a node where the list is better, 2.4 and 3 where a memo is.
    const ALWAYS: usize = 1 << 16;
    const PER_TWO_NODES: u64 = 3;

    /// The limit after a number of nodes.
    fn after(self, nodes: u64) -> usize {
        let wanted = Self::PER_TWO_NODES.saturating_mul(nodes) / 2;
        let wanted = usize::try_from(wanted).unwrap_or(usize::MAX).saturating_add(Self::ALWAYS);
        if self.by_nodes { self.options.min(wanted) } else { self.options }
    }
}

#[derive(Debug)]
pub(super) struct SolutionList {
    solutions: Vec<Solution>,
    /// The number of options that they have together.
    options: usize,
    limit: ListLimit,
}

#[derive(Debug)]
pub(super) struct UseCounter {
    uses: Vec<u64>,
    /// Scratch: the options of a solution.
    solution: Vec<OptionId>,
}

impl Collection {
    /// An empty list.
    pub(super) fn list(limit: ListLimit) -> Self {
        Self::List(SolutionList { solutions: Vec::new(), options: 0, limit })
    }

    /// No uses of this number of options.
    pub(super) fn uses(options: usize) -> Self {
        Self::Uses(UseCounter { uses: vec![0; options], solution: Vec::new() })
    }

    /// Adds the solution at which the engine is.
    pub(super) fn add(&mut self, engine: &dyn SearchEngine) {
        match self {
            Self::Nothing => {}
            Self::List(list) => {
                let mut options = Vec::new();
                engine.solution(&mut options);
                list.options += options.len();
                list.solutions.push(Solution::new(options));
            }
            Self::Uses(UseCounter { uses, solution }) => {
                solution.clear();
                engine.solution(solution);
                solution.iter().for_each(|option| uses[option.index()] += 1);
            }
        }
    }

    /// Whether a list has passed its limit, after a number of nodes.
    pub(super) fn is_full(&self, nodes: u64) -> bool {
        matches!(self, Self::List(list) if list.options > list.limit.after(nodes))
    }

    /// The list of solutions, empty if there is none.
    pub(super) fn into_solutions(self) -> Vec<Solution> {
        if let Self::List(list) = self { list.solutions } else { Vec::new() }
    }

    /// The uses of all options, empty if they were not counted.
    pub(super) fn into_uses(self) -> Vec<u64> {
        if let Self::Uses(counter) = self { counter.uses } else { Vec::new() }
    }
}
