//! The tree of the dance, without its order: the same steps down and up, to whatever branch one likes.
//!
//! A node is what [`Links`](super::Links) counts as one: the root, or an option that was tried at a level. Its branches
//! are the options of the item that is chosen there, and their names the nodes of that item. What a level of the search
//! keeps in its stack, a node keeps here; so the items chosen, the options refused and the number of nodes are the same.

use super::lists::Lists;
use crate::cover::probe::{Fork, Outlook, Walk};
use crate::cover::root::Root;
use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};

/// A node on the way from the root to where the walk stands.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// The node of the structure whose option was tried; 0 at the root.
    tried: u32,
    /// Whether the option could be chosen.
    is_alive: bool,
    /// The item that is chosen there, if one is active, and the first note behind its own.
    item: Option<u32>,
    scan: u32,
    /// Whether that item is covered, how many active items ran dry then, and the number of notes after that.
    is_covered: bool,
    dry: u32,
    notes: u32,
}

/// The walk.
#[derive(Debug)]
pub(crate) struct Dance<'p, const COLORS: bool> {
    root: Root<'p>,
    lists: Lists<COLORS>,
    given: Vec<OptionId>,
    /// The nodes above, and the one where the walk stands.
    above: Vec<Step>,
    here: Step,
}

impl<'p, const COLORS: bool> Dance<'p, COLORS> {
    pub(super) fn new(problem: &'p Problem, reduction: Option<&Reduction>) -> Self {
        let mut dance = Self {
            root: Root::new(problem, reduction),
            lists: Lists::new(problem),
            given: Vec::new(),
            above: Vec::new(),
            here: Step::default(),
        };
        dance.lists.build(&dance.root);
        dance.begin();
        dance
    }

    fn begin(&mut self) {
        self.lists.begin();
        self.here = Step { is_alive: !self.root.is_dry(), ..Step::default() };
        self.choose(0);
    }

    /// Chooses the item of the node, as the search would.
    fn choose(&mut self, scan: u32) {
        if self.here.is_alive
            && let Some((item, scan)) = self.lists.choose(scan)
        {
            (self.here.item, self.here.scan) = (Some(item), scan);
        }
    }

    /// Covers the item of the node, if that is still to be done.
    fn cover(&mut self) {
        if let Some(item) = self.here.item
            && !self.here.is_covered
        {
            self.here.dry = self.lists.cover(item);
            self.here.notes = self.lists.notes();
            self.here.is_covered = true;
        }
    }
}

impl<const COLORS: bool> Walk for Dance<'_, COLORS> {
    fn restart(&mut self, given: &[OptionId]) {
        while !self.above.is_empty() {
            self.up();
        }
        if let Some(item) = self.here.item
            && self.here.is_covered
        {
            self.lists.uncover(item);
        }
        if self.given != given {
            self.given.clear();
            self.given.extend(given);
            self.root.settle(given);
            self.lists.build(&self.root);
        }
        self.begin();
    }

    fn fork(&self) -> Fork {
        Fork {
            degree: self.here.item.map_or(0, |item| self.lists.len(item)),
            is_solution: self.here.is_alive && self.here.item.is_none(),
        }
    }

    fn branches(&mut self, names: &mut Vec<u32>) {
        self.cover();
        let Some(item) = self.here.item else { return };
        let mut node = self.lists.below(item);
        while node != item {
            names.push(node);
            node = self.lists.below(node);
        }
    }

    fn down(&mut self, branch: u32) {
        self.cover();
        self.lists.forget_notes(self.here.notes);
        let is_alive = self.lists.commit(branch, self.here.dry);
        let (tried, scan) = (branch, self.here.scan);
        self.above.push(std::mem::take(&mut self.here));
        self.here = Step { tried, is_alive, ..Step::default() };
        self.choose(scan);
    }

    fn up(&mut self) {
        let Some(above) = self.above.pop() else { return };
        if let Some(item) = self.here.item
            && self.here.is_covered
        {
            self.lists.uncover(item);
        }
        if self.here.is_alive {
            self.lists.uncommit(self.here.tried);
        }
        self.here = above;
    }

    fn updates(&self) -> u64 {
        self.lists.updates()
    }

    fn outlook(&self) -> Outlook {
        let mut outlook = Outlook::default();
        if self.here.is_alive {
            self.lists.active_lens().for_each(|len| outlook.add(len));
        }
        outlook
    }
}
