//! [`Decisions`]: a cursor for problems with multiplicities, whose branches choose or exclude an
//! option.
//!
//! It is the tree of [`multiplicity`](crate::engine::multiplicity) with weights that are all 1: a
//! node with an open item has two branches, which decide an option of the item with the least
//! slack. Of several items or options, the lowest is taken, because the order of the sets depends
//! on the path of the cursor.

use super::{NodeInfo, SizeEstimate, TreeCursor};
use crate::engine::multiplicity::capacity_bound::CapacityBound;
use crate::engine::multiplicity::decision_state::DecisionState;
use crate::engine::multiplicity::sets::BoundedSets;
use crate::engine::subproblem::Subproblem;
use crate::problem::{Problem, Reduction};

/// A node on the path from the root to the cursor.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The options that were decided before those of the node.
    decided: u32,
    /// The option that its branches decide.
    option: Option<u32>,
    is_solution: bool,
    /// Whether the options before it are a solution; and the lowest option that can extend it.
    is_extra: bool,
    from: u32,
}

/// The cursor. The name of a branch is twice the number of its option, plus 1 if it excludes the
/// option.
#[derive(Debug)]
pub(super) struct Decisions {
    sets: BoundedSets,
    capacity_bound: CapacityBound,
    above: Vec<Step>,
    here: Step,
}

impl Decisions {
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let mut decisions = Self {
            sets: BoundedSets::new(problem, reduction),
            capacity_bound: CapacityBound::new(problem),
            above: Vec::new(),
            here: Step::default(),
        };
        decisions.begin();
        decisions
    }

    fn begin(&mut self) {
        self.above.clear();
        self.here = Step::default();
        self.look(true);
    }

    /// Propagates, and selects the option to branch on. `is_new`: whether a solution here was not
    /// found above.
    fn look(&mut self, is_new: bool) {
        self.capacity_bound.settle(&mut self.sets);
        if self.sets.failed() {
            return;
        }
        if let Some(item) = self.tightest() {
            self.here.option = self.sets.options_of(item).min();
        } else {
            self.here.is_solution = is_new;
            self.here.is_extra = true;
            self.here.option = self.sets.undecided_from(self.here.from);
        }
    }

    /// The first open item of those with the least slack.
    fn tightest(&self) -> Option<u32> {
        let open = self.sets.open().iter().copied();
        open.min_by_key(|&item| (self.sets.left(item) - self.sets.needs(item), item))
    }
}

impl TreeCursor for Decisions {
    fn restart(&mut self, root: &Subproblem) {
        self.sets.begin(root);
        self.begin();
    }

    fn node(&self) -> NodeInfo {
        let degree = if self.here.option.is_some() { 2 } else { 0 };
        NodeInfo { degree, is_solution: self.here.is_solution }
    }

    fn branches(&mut self, names: &mut Vec<u32>) {
        names.extend(self.here.option.iter().flat_map(|&option| [2 * option, 2 * option + 1]));
    }

    fn down(&mut self, branch: u32) {
        let (option, is_out) = (branch / 2, branch % 2 == 1);
        let is_new = !(self.here.is_extra && is_out);
        let from = if self.here.is_extra { option } else { 0 };
        let decided = self.sets.decided();
        self.above
            .push(std::mem::replace(&mut self.here, Step { decided, from, ..Step::default() }));
        match is_out {
            true => self.sets.exclude(option),
            false => self.sets.choose(option),
        }
        self.look(is_new);
    }

    fn up(&mut self) {
        let Some(above) = self.above.pop() else { return };
        self.sets.undo(self.here.decided);
        self.here = above;
    }

    fn updates(&self) -> u64 {
        self.sets.updates()
    }

    fn size(&self) -> SizeEstimate {
        let mut size = SizeEstimate::default();
        if !self.sets.failed() {
            let open = self.sets.open().iter();
            open.for_each(|&item| size.add(self.sets.left(item) - self.sets.needs(item) + 1));
        }
        size
    }
}
