//! [`LinkedMatrix`]: items, options and their links, as they are after a step.

use crate::ids::{Color, ItemId, OptionId};
use crate::problem::Problem;

/// An entry of an option, or the header of the vertical list of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    /// The node above in the vertical list; above the first one is the header.
    up: usize,
    /// The node below; below the last one is the header.
    down: usize,
    item: usize,
    /// Whether the item has been purified to the colour of this entry. The node then stays in its
    /// list while its option is hidden.
    is_purified: bool,
}

/// An item, or the root of the horizontal list.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Header {
    /// The active item to the left, or the root.
    left: usize,
    /// The active item to the right, or the root.
    right: usize,
    /// The length of the vertical list.
    len: usize,
    is_covered: bool,
    color: Option<Color>,
}

/// The data structure of dancing links: a sparse matrix of 0 and 1 with a row for each option and a
/// column for each item.
///
/// Each entry of an option is a node in the vertical list of its item. The primary items that are
/// not covered are *active*, and are in a horizontal list. What was removed from a list keeps its
/// own links.
///
/// Options without a primary item are never chosen; they are in no list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedMatrix {
    problem: Problem,
    /// The headers of the items, and the entries of the options.
    nodes: Vec<Node>,
    /// The items, and the root.
    headers: Vec<Header>,
    /// Of each option the number of its first node, and the number of nodes.
    starts: Vec<usize>,
    tried: Vec<OptionId>,
}

impl LinkedMatrix {
    pub(super) fn new(problem: &Problem) -> Self {
        let items = problem.items().len();
        let header = |item| Node { up: item, down: item, item, is_purified: false };
        let own = Header { left: items, right: items, len: 0, is_covered: false, color: None };
        let mut matrix = Self {
            problem: problem.clone(),
            nodes: (0..items).map(header).collect(),
            headers: vec![own; items + 1],
            starts: vec![items],
            tried: Vec::new(),
        };
        for item in problem.primary_items() {
            matrix.link_item(item.index(), items);
        }
        for option in problem.options() {
            matrix.add(option);
        }
        matrix
    }

    /// Puts an item at the end of the horizontal list.
    fn link_item(&mut self, item: usize, root: usize) {
        let last = self.headers[root].left;
        (self.headers[item].left, self.headers[item].right) = (last, root);
        self.headers[last].right = item;
        self.headers[root].left = item;
    }

    /// Adds the nodes of an option below those that are there.
    fn add(&mut self, option: OptionId) {
        let is_choosable = self.problem.is_choosable(option);
        for place in 0..self.problem.entries(option).len() {
            let item = self.problem.entries(option)[place].item.index();
            let node = self.nodes.len();
            let (up, down) = if is_choosable { (self.nodes[item].up, item) } else { (node, node) };
            self.nodes.push(Node { up, down, item, is_purified: false });
            if is_choosable {
                self.nodes[up].down = node;
                self.nodes[item].up = node;
                self.headers[item].len += 1;
            }
        }
        self.starts.push(self.nodes.len());
    }

    /// The problem.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The options that are tried, from the first level to the last.
    #[must_use]
    pub fn tried(&self) -> &[OptionId] {
        &self.tried
    }

    /// The horizontal list: the primary items that are not covered, from left to right.
    pub fn active_items(&self) -> impl Iterator<Item = ItemId> {
        let root = self.headers.len() - 1;
        let first = self.headers[root].right;
        let items = std::iter::successors(Some(first), |&item| Some(self.headers[item].right));
        items.take_while(move |&item| item != root).map(ItemId::new)
    }

    /// Whether an item is covered.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn is_covered(&self, item: ItemId) -> bool {
        self.headers[item.index()].is_covered
    }

    /// The colour that a secondary item has taken.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn color(&self, item: ItemId) -> Option<Color> {
        self.headers[item.index()].color
    }

    /// The length of the vertical list of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn len_of(&self, item: ItemId) -> usize {
        self.headers[item.index()].len
    }

    /// The vertical list of an item, from top to bottom. That of a covered item stays as it was
    /// when the item was covered.
    ///
    /// # Panics
    /// If the problem has no such item.
    pub fn options_of(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        let header = item.index();
        let next = move |&node: &usize| Some(self.nodes[node].down).filter(|&node| node != header);
        std::iter::successors(next(&header), next).map(|node| self.option_of(node))
    }

    /// Whether an entry of an option, by its place in [`Problem::entries`], is in the list of its
    /// item.
    ///
    /// # Panics
    /// If the problem has no such option, or the option no such entry.
    #[must_use]
    pub fn is_linked(&self, option: OptionId, place: usize) -> bool {
        assert!(place < self.problem.entries(option).len(), "no such entry");
        let node = self.starts[option.index()] + place;
        // The only node of an option that can't be chosen is its own neighbour.
        self.nodes[self.nodes[node].up].down == node && self.problem.is_choosable(option)
    }

    /// Whether an option can be chosen: it has a primary item, it is not hidden, and none of its
    /// items is covered.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn is_left(&self, option: OptionId) -> bool {
        let mut entries = self.problem.entries(option).iter().enumerate();
        entries.all(|(place, entry)| self.is_linked(option, place) && !self.is_covered(entry.item))
            && self.problem.is_choosable(option)
    }

    /// The leftmost of the active items with the fewest options, and the number of such items.
    pub(super) fn fewest(&self) -> Option<(ItemId, usize)> {
        let fewest = self.active_items().map(|item| self.len_of(item)).min()?;
        let mut ties = self.active_items().filter(|&item| self.len_of(item) == fewest);
        let item = ties.next()?;
        Some((item, 1 + ties.count()))
    }

    /// The node below another; below the last one the header, whose number is that of the item.
    pub(super) fn below(&self, node: usize) -> usize {
        self.nodes[node].down
    }

    /// The node above another; above the first one the header.
    pub(super) fn above(&self, node: usize) -> usize {
        self.nodes[node].up
    }

    /// The option of a node that is no header.
    pub(super) fn option_of(&self, node: usize) -> OptionId {
        OptionId::new(self.starts.partition_point(|&start| start <= node) - 1)
    }

    /// The item and the colour of a node that is no header.
    pub(super) fn item_and_color(&self, node: usize) -> (usize, Option<Color>) {
        let option = self.option_of(node);
        let entry = self.problem.entries(option)[node - self.starts[option.index()]];
        (entry.item.index(), entry.color)
    }

    /// The other nodes of an option: first those to the right of a node, then those to the left,
    /// each from left to right.
    pub(super) fn others(&self, node: usize) -> impl DoubleEndedIterator<Item = usize> + use<> {
        let option = self.option_of(node).index();
        (node + 1..self.starts[option + 1]).chain(self.starts[option]..node)
    }

    /// Whether the item of a node has been purified to its colour.
    pub(super) fn is_purified(&self, node: usize) -> bool {
        self.nodes[node].is_purified
    }

    /// Removes an item from the horizontal list.
    pub(super) fn unlink_header(&mut self, item: usize) {
        self.headers[item].is_covered = true;
        if self.problem.is_primary(ItemId::new(item)) {
            let Header { left, right, .. } = self.headers[item];
            self.headers[left].right = right;
            self.headers[right].left = left;
        }
    }

    /// Undoes [`unlink_header`](Self::unlink_header).
    pub(super) fn relink_header(&mut self, item: usize) {
        self.headers[item].is_covered = false;
        if self.problem.is_primary(ItemId::new(item)) {
            let Header { left, right, .. } = self.headers[item];
            self.headers[left].right = item;
            self.headers[right].left = item;
        }
    }

    /// Gives a secondary item a colour, or takes it back.
    pub(super) fn set_color(&mut self, item: usize, color: Option<Color>) {
        self.headers[item].color = color;
    }

    /// Says whether the item of a node has been purified to its colour.
    pub(super) fn set_purified(&mut self, node: usize, is_purified: bool) {
        self.nodes[node].is_purified = is_purified;
    }

    /// Removes the other nodes of an option from their lists.
    pub(super) fn hide(&mut self, node: usize) {
        for other in self.others(node) {
            let Node { up, down, item, is_purified } = self.nodes[other];
            if !is_purified {
                self.nodes[up].down = down;
                self.nodes[down].up = up;
                self.headers[item].len -= 1;
            }
        }
    }

    /// Undoes [`hide`](Self::hide), in the reverse order.
    pub(super) fn unhide(&mut self, node: usize) {
        for other in self.others(node).rev() {
            let Node { up, down, item, is_purified } = self.nodes[other];
            if !is_purified {
                self.headers[item].len += 1;
                self.nodes[up].down = other;
                self.nodes[down].up = other;
            }
        }
    }

    pub(super) fn push(&mut self, option: OptionId) {
        self.tried.push(option);
    }

    pub(super) fn pop(&mut self) {
        self.tried.pop();
    }
}
