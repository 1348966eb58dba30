//! [`DlxCursor`]: a cursor in the search tree of dancing links.
//!
//! A node is one of [`DancingLinks`](super::DancingLinks): the root, or an option that was tried at
//! a level. Its branches are the options of the item that is chosen there, named by their nodes in
//! the list of that item. A node has the same state as a level of the search; so the chosen items,
//! the failed options and the number of nodes are the same.

use super::links::{Links, UnitRange};
use crate::engine::cursor::{NodeInfo, SizeEstimate, TreeCursor};
use crate::engine::root_propagation::Root;
use crate::engine::subproblem::Subproblem;
use crate::problem::{Problem, Reduction};

/// A node on the path from the root to the cursor.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The node of the structure whose option was tried; 0 at the root.
    tried: u32,
    /// Whether the option could be chosen.
    is_alive: bool,
    /// The item that is chosen there, if one is active.
    item: Option<u32>,
    range: UnitRange,
    /// Whether that item is covered; then how many active items were wiped out by that, and the
    /// number of units.
    is_covered: bool,
    wiped_out: u32,
    units: u32,
}

/// The cursor.
#[derive(Debug)]
pub(crate) struct DlxCursor<const COLORS: bool> {
    root: Root,
    links: Links<COLORS>,
    assumed: Subproblem,
    /// The nodes above, and the one where the cursor is.
    above: Vec<Step>,
    here: Step,
}

impl<const COLORS: bool> DlxCursor<COLORS> {
    pub(super) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        let mut cursor = Self {
            root: Root::new(problem, reduction),
            links: Links::new(problem),
            assumed: Subproblem::default(),
            above: Vec::new(),
            here: Step::default(),
        };
        cursor.links.build(&cursor.root);
        cursor.begin();
        cursor
    }

    fn begin(&mut self) {
        self.links.begin();
        self.here = Step { is_alive: !self.root.is_wiped_out(), ..Step::default() };
        self.choose(UnitRange::default());
    }

    /// Chooses the item of the node, as the search would.
    fn choose(&mut self, range: UnitRange) {
        if self.here.is_alive
            && let Some((item, range)) = self.links.choose(range)
        {
            (self.here.item, self.here.range) = (Some(item), range);
        }
    }

    /// Covers the item of the node, if that is still to be done.
    fn cover(&mut self) {
        if let Some(item) = self.here.item
            && !self.here.is_covered
        {
            self.here.wiped_out = self.links.cover(item);
            self.here.units = self.links.unit_count();
            self.here.is_covered = true;
        }
    }
}

impl<const COLORS: bool> TreeCursor for DlxCursor<COLORS> {
    fn restart(&mut self, root: &Subproblem) {
        while !self.above.is_empty() {
            self.up();
        }
        if let Some(item) = self.here.item
            && self.here.is_covered
        {
            self.links.uncover(item);
        }
        if self.assumed != *root {
            self.assumed.clone_from(root);
            self.root.settle(root);
            self.links.build(&self.root);
        }
        self.begin();
    }

    fn node(&self) -> NodeInfo {
        NodeInfo {
            degree: self.here.item.map_or(0, |item| self.links.len(item)),
            is_solution: self.here.is_alive && self.here.item.is_none(),
        }
    }

    fn branches(&mut self, names: &mut Vec<u32>) {
        self.cover();
        let Some(item) = self.here.item else { return };
        let mut node = self.links.below(item);
        while node != item {
            names.push(node);
            node = self.links.below(node);
        }
    }

    fn down(&mut self, branch: u32) {
        self.cover();
        self.links.truncate_units(self.here.units);
        let is_alive = self.links.commit(branch, self.here.wiped_out);
        let (tried, range) = (branch, self.here.range);
        self.above.push(std::mem::take(&mut self.here));
        self.here = Step { tried, is_alive, ..Step::default() };
        self.choose(range);
    }

    fn up(&mut self) {
        let Some(above) = self.above.pop() else { return };
        if let Some(item) = self.here.item
            && self.here.is_covered
        {
            self.links.uncover(item);
        }
        if self.here.is_alive {
            self.links.uncommit(self.here.tried);
        }
        self.here = above;
    }

    fn updates(&self) -> u64 {
        self.links.updates()
    }

    fn size(&self) -> SizeEstimate {
        let mut size = SizeEstimate::default();
        if self.here.is_alive {
            self.links.active_lens().for_each(|len| size.add(len));
        }
        size
    }
}
