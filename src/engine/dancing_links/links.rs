//! The data structure of dancing links, and its operations, under the names of Knuth's book (TAOCP
//! 7.2.2.1).
//!
//! Each entry of each option is a [`LinkNode`] in one array. Nodes are linked by `ulink` and
//! `dlink` into the vertical list of their item, whose header is the node with the number of the
//! item. The nodes of an option are neighbours, with a *spacer* before and after. Items that are
//! primary and not covered are *active*; they are linked by `llink` and `rlink` into a horizontal
//! list.
//!
//! To *hide* an option, as seen from one of its nodes, is to unlink its other nodes. To *cover* an
//! item is to make it inactive and to hide all its options; to *purify* a secondary item is to hide
//! those of its options that give it another colour. To *commit* to an option is to cover or purify
//! all its items. A node that was unlinked keeps its own links, and so all of this is undone by the
//! reverse steps in the reverse order.
//!
//! # Invariants
//! Between two steps of the search
//! - the vertical list of an active item holds just those of its options that conflict with none of
//!   those chosen;
//! - every active item has an option left.

use crate::engine::root_propagation::Root;
use crate::engine::unchecked::Unchecked;
use crate::ids::{Color, ItemId, OptionId, as_index, to_u32};
use crate::problem::{Entry, Problem};

/// The `item` of a spacer.
const SPACER: u32 = u32::MAX;
/// The `color` of a node whose option agrees with the colour in which its item has been purified.
const PURIFIED: u32 = u32::MAX;

/// An entry of an option; the header of a vertical list; or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinkNode {
    /// The node above in the vertical list; of a spacer, the first node of the option before it.
    ///
    /// # Invariant
    /// `nodes[nodes[p].ulink].dlink == p` for every node `p` that is linked.
    ulink: u32,
    /// The node below; of a spacer, the last node of the option after it.
    ///
    /// # Invariant
    /// `nodes[nodes[p].dlink].ulink == p` for every node `p` that is linked.
    dlink: u32,
    /// The item, which the book calls `top`; [`SPACER`] for a spacer.
    ///
    /// # Invariant
    /// It is the same for all nodes of a vertical list, and does not change.
    item: u32,
    /// The colour of an entry, or 0; of the spacer after an option, the number of the option.
    ///
    /// # Invariant
    /// It is [`PURIFIED`] while the item is purified and the entry has its colour.
    color: u32,
}

const SPACER_NODE: LinkNode = LinkNode { ulink: 0, dlink: 0, item: SPACER, color: 0 };

/// An item, and its place in the horizontal list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinkedItem {
    /// The active item to the left, or the root.
    ///
    /// # Invariant
    /// `items[items[i].llink].rlink == i` for every active item `i`, which is greater than an item
    /// `llink`.
    llink: u32,
    /// The active item to the right, or the root.
    ///
    /// # Invariant
    /// `items[items[i].rlink].llink == i` for every active item `i`, which is less than an item
    /// `rlink`.
    rlink: u32,
    /// The length of the vertical list.
    ///
    /// # Invariant
    /// It counts the linked nodes of the item, active or not.
    len: u32,
    /// # Invariant
    /// It says whether the item is in the horizontal list.
    active: bool,
}

/// The unit items that concern a level. The leftmost active one of them is searched for. Where many
/// are forced in a row, an active unit may stay among ever more inactive ones, and to look through
/// all of them would take time with the square of the number of levels. So the active ones are
/// copied in ascending order when many are unsorted.
///
/// # Invariant
/// No unit before `first` is active, unless there is a copy of it from `first` on. Those from
/// `first` to `sorted` are in ascending order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct UnitRange {
    first: u32,
    sorted: u32,
}

/// The number of unsorted units up to which they are searched one by one. If a 64th of the sorted
/// ones is more, it is that, so that copies take at most some 64 times the memory of the units.
const MAX_UNSORTED: u32 = 32;

/// Items, options and their links. See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct Links<const COLORS: bool> {
    /// The headers of the items, a spacer, and the options with a spacer after each, up to `end`.
    /// The rest is unused.
    nodes: Unchecked<Vec<LinkNode>>,
    end: u32,
    /// The items, and the root of the horizontal list.
    items: Unchecked<Vec<LinkedItem>>,
    /// Items below this are primary.
    primary: u32,
    /// Items whose list came down to one option while they were active, in the order in which it
    /// happened; and copies of them, see [`UnitRange`].
    ///
    /// # Invariant
    /// Every active item with one option left is among them, if no level has been entered since.
    units: Vec<u32>,
    /// How many active items lost their last option since this was last set to 0.
    wiped_out: u32,
    updates: u64,
}

impl<const COLORS: bool> Links<COLORS> {
    /// Allocates the arrays for a problem. They are empty.
    #[allow(unsafe_code)]
    pub(super) fn new(problem: &Problem) -> Self {
        let (items, options) = (problem.items().len(), problem.options().len());
        let nodes = vec![SPACER_NODE; items + problem.entry_count() + options + 1];
        let own = vec![LinkedItem { llink: 0, rlink: 0, len: 0, active: false }; items + 1];
        Self {
            // SAFETY: there is an element for each header, entry and spacer, and the array keeps
            // its length. Links name headers or entries, and the neighbours of an entry are entries
            // or spacers.
            nodes: unsafe { Unchecked::new(nodes) },
            end: 0,
            // SAFETY: there is an element for each item and the root, and the array keeps its
            // length. The `item` of a node is used if it is not a spacer.
            items: unsafe { Unchecked::new(own) },
            primary: to_u32(problem.primary_items().len()),
            units: Vec::new(),
            wiped_out: 0,
            updates: 0,
        }
    }

    /// Builds the structure of what is left at the root.
    ///
    /// That is cheaper than to choose the settled options in the structure of the whole problem,
    /// and undo it later; and what is left is often so much smaller that it stays in the nearest
    /// cache.
    pub(super) fn build(&mut self, root: &Root) {
        self.add_items(root);
        for (option, entries) in root.options() {
            self.add_option(option, entries, root);
        }
    }

    /// Makes the headers of all vertical lists, and the horizontal list of the primary items that
    /// are open.
    fn add_items(&mut self, root: &Root) {
        let root_item = self.root();
        let mut last = root_item;
        for item in 0..root_item {
            self.nodes[item] = LinkNode { ulink: item, dlink: item, item, color: 0 };
            let active = item < self.primary && root.is_open(ItemId::new(as_index(item)));
            self.items[item] = LinkedItem { llink: last, rlink: root_item, len: 0, active };
            if active {
                self.items[last].rlink = item;
                last = item;
            }
        }
        self.items[last].rlink = root_item;
        self.items[root_item].llink = last;
        self.nodes[root_item] = SPACER_NODE;
        self.end = root_item + 1;
    }

    /// Adds the nodes of an option, and the spacer after them. An item whose colour is settled
    /// needs no node, and an idle item needs none.
    fn add_option(&mut self, option: OptionId, entries: &[Entry], root: &Root) {
        let (first, mut end) = (self.end, self.end);
        let (mut nodes, mut items) = (self.nodes.view_mut(), self.items.view_mut());
        let all = !COLORS && !root.has_idle();
        for entry in entries.iter().filter(|entry| all || root.is_open(entry.item)) {
            let item = entry.item.number();
            let (ulink, color) = (nodes[item].ulink, entry.color.map_or(0, Color::number));
            nodes[end] = LinkNode { ulink, dlink: item, item, color };
            nodes[ulink].dlink = end;
            nodes[item].ulink = end;
            items[item].len += 1;
            end += 1;
        }
        nodes[first - 1].dlink = end - 1;
        nodes[end] = LinkNode { ulink: first, color: option.number(), ..SPACER_NODE };
        self.end = end + 1;
    }

    /// Clears the unit items and the counter of updates.
    pub(super) fn begin(&mut self) {
        self.units.clear();
        self.updates = 0;
    }

    /// The nodes unlinked since [`begin`](Self::begin).
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// The length of the list of unit items.
    pub(super) fn unit_count(&self) -> u32 {
        to_u32(self.units.len())
    }

    /// Drops the unit items that were added after the first `keep`.
    pub(super) fn truncate_units(&mut self, keep: u32) {
        self.units.truncate(as_index(keep));
    }

    /// The node below another in their vertical list; below the last one the header, which is the
    /// item.
    pub(super) fn below(&self, node: u32) -> u32 {
        self.nodes[node].dlink
    }

    /// The nodes below another in the vertical list of an item; all of them, below its header.
    pub(super) fn list_below(&self, node: u32, item: u32) -> impl Iterator<Item = u32> {
        let next = move |&node: &u32| Some(self.below(node)).filter(|&node| node != item);
        std::iter::successors(next(&node), next)
    }

    /// The number of the option that a node belongs to.
    pub(super) fn option_of(&self, node: u32) -> u32 {
        let spacer = self.nodes[as_index(node)..].iter().find(|node| node.item == SPACER);
        spacer.map_or(0, |spacer| spacer.color)
    }

    /// How many options are left to an item.
    pub(super) fn len(&self, item: u32) -> u32 {
        self.items[item].len
    }

    /// How many options are left to each active item.
    pub(super) fn active_lens(&self) -> impl Iterator<Item = u32> {
        let root = self.root();
        let first = self.items[root].rlink;
        let items = std::iter::successors(Some(first), |&item| Some(self.items[item].rlink));
        items.take_while(move |&item| item != root).map(|item| self.items[item].len)
    }

    /// The root of the horizontal list.
    fn root(&self) -> u32 {
        to_u32(self.items.len() - 1)
    }

    /// The leftmost of the active items with the fewest options; none if no item is active. The
    /// second value is for the levels below.
    pub(super) fn choose(&mut self, range: UnitRange) -> Option<(u32, UnitRange)> {
        let UnitRange { mut first, sorted } = range;
        while let Some(&item) = self.units.get(as_index(first))
            && !self.items[item].active
        {
            first += 1;
        }
        let mut range = UnitRange { first, sorted: sorted.max(first) };
        if self.unit_count() - range.sorted > MAX_UNSORTED.max((range.sorted - first) / 64) {
            range = self.sort_units(first);
        }
        // The first of the sorted units is active, and the least of them.
        let sorted = (range.first < range.sorted).then(|| self.units[as_index(range.first)]);
        let unsorted = self.units[as_index(range.sorted)..].iter().copied();
        let best = unsorted.chain(sorted).filter(|&item| self.items[item].active).min();
        best.or_else(|| self.fewest()).map(|item| (item, range))
    }

    /// Appends copies of the active units from `first` on, in ascending order. The levels above
    /// keep theirs.
    #[cold]
    fn sort_units(&mut self, first: u32) -> UnitRange {
        let start = self.units.len();
        for unit in as_index(first)..start {
            let item = self.units[unit];
            if self.items[item].active {
                self.units.push(item);
            }
        }
        self.units[start..].sort_unstable();
        UnitRange { first: to_u32(start), sorted: self.unit_count() }
    }

    /// The leftmost of the active items with the fewest options, if each has two or more.
    fn fewest(&self) -> Option<u32> {
        let (mut best, mut fewest) = (None, u32::MAX);
        let mut item = self.items[self.root()].rlink;
        while item != self.root() {
            let LinkedItem { len, rlink, .. } = self.items[item];
            if len < fewest {
                (best, fewest) = (Some(item), len);
                if len == 2 {
                    break;
                }
            }
            item = rlink;
        }
        best
    }

    /// Covers a primary item. Returns how many active items lost their last option.
    pub(super) fn cover(&mut self, item: u32) -> u32 {
        self.deactivate(item);
        self.wiped_out = 0;
        self.hide_options(item);
        self.wiped_out
    }

    /// Undoes [`cover`](Self::cover).
    pub(super) fn uncover(&mut self, item: u32) {
        self.unhide_options(item);
        self.activate(item);
    }

    /// Commits to the option of a node whose item is covered: covers or purifies its other items.
    /// Returns whether every active item then has an option left; otherwise nothing is changed.
    /// `wiped_out` items have none already, so that the option must contain them all.
    pub(super) fn commit(&mut self, node: u32, wiped_out: u32) -> bool {
        let mut missing = wiped_out;
        let mut other = self.after(node);
        while other != node {
            let item = self.nodes[other].item;
            if item < self.primary {
                missing -= u32::from(self.items[item].len == 0);
                self.deactivate(item);
            }
            other = self.after(other);
        }
        if missing > 0 {
            self.activate_others(node);
            return false;
        }
        self.wiped_out = 0;
        let mut end = self.after(node);
        while end != node && self.wiped_out == 0 {
            self.cover_or_purify(end);
            end = self.after(end);
        }
        if self.wiped_out > 0 {
            self.undo(self.before(end), node);
            self.activate_others(node);
        }
        self.wiped_out == 0
    }

    /// Undoes [`commit`](Self::commit).
    pub(super) fn uncommit(&mut self, node: u32) {
        self.undo(self.before(node), node);
        self.activate_others(node);
    }

    /// Uncovers or unpurifies the items of an option, from one node to the left until another,
    /// which is excluded.
    fn undo(&mut self, mut from: u32, node: u32) {
        while from != node {
            let LinkNode { item, color, .. } = self.nodes[from];
            if !COLORS || color == 0 {
                self.unhide_options(item);
            } else if color != PURIFIED {
                self.unpurify(item, color);
            }
            from = self.before(from);
        }
    }

    fn activate_others(&mut self, node: u32) {
        let mut other = self.before(node);
        while other != node {
            let item = self.nodes[other].item;
            if item < self.primary {
                self.activate(item);
            }
            other = self.before(other);
        }
    }

    /// The next node of the same option, after the last the first.
    fn after(&self, node: u32) -> u32 {
        let next = self.nodes[node + 1];
        if next.item == SPACER { next.ulink } else { node + 1 }
    }

    /// The node before, of the same option; before the first the last.
    fn before(&self, node: u32) -> u32 {
        let next = self.nodes[node - 1];
        if next.item == SPACER { next.dlink } else { node - 1 }
    }

    /// Unlinks a primary item from the horizontal list.
    fn deactivate(&mut self, item: u32) {
        let LinkedItem { llink, rlink, .. } = self.items[item];
        self.items[item].active = false;
        self.items[llink].rlink = rlink;
        self.items[rlink].llink = llink;
    }

    fn activate(&mut self, item: u32) {
        let LinkedItem { llink, rlink, .. } = self.items[item];
        self.items[item].active = true;
        self.items[llink].rlink = item;
        self.items[rlink].llink = item;
    }

    /// Covers the item of a node, or purifies it if the option gives it a colour.
    fn cover_or_purify(&mut self, node: u32) {
        let LinkNode { item, color, .. } = self.nodes[node];
        if !COLORS || color == 0 {
            self.hide_options(item);
        } else if color != PURIFIED {
            self.purify(item, color);
        }
    }

    fn hide_options(&mut self, item: u32) {
        let mut hiding = self.hiding();
        let mut node = hiding.nodes[item].dlink;
        while node != item {
            hiding.hide::<COLORS>(node);
            node = hiding.nodes[node].dlink;
        }
        (self.wiped_out, self.updates) = (hiding.wiped_out, hiding.updates);
    }

    fn unhide_options(&mut self, item: u32) {
        let (mut nodes, mut items) = (self.nodes.view_mut(), self.items.view_mut());
        let mut node = nodes[item].ulink;
        while node != item {
            unhide::<COLORS>(&mut nodes, &mut items, node);
            node = nodes[node].ulink;
        }
    }

    fn purify(&mut self, item: u32, color: u32) {
        let mut hiding = self.hiding();
        let mut node = hiding.nodes[item].dlink;
        while node != item {
            if hiding.nodes[node].color == color {
                hiding.nodes[node].color = PURIFIED;
            } else {
                hiding.hide::<COLORS>(node);
            }
            node = hiding.nodes[node].dlink;
        }
        (self.wiped_out, self.updates) = (hiding.wiped_out, hiding.updates);
    }

    fn unpurify(&mut self, item: u32, color: u32) {
        let (mut nodes, mut items) = (self.nodes.view_mut(), self.items.view_mut());
        let mut node = nodes[item].ulink;
        while node != item {
            if nodes[node].color == PURIFIED {
                nodes[node].color = color;
            } else {
                unhide::<COLORS>(&mut nodes, &mut items, node);
            }
            node = nodes[node].ulink;
        }
    }

    fn hiding(&mut self) -> Hiding<'_> {
        Hiding {
            nodes: self.nodes.view_mut(),
            items: self.items.view_mut(),
            units: &mut self.units,
            wiped_out: self.wiped_out,
            updates: self.updates,
        }
    }
}

/// What hiding changes, borrowed apart so that the inner loop keeps it in registers.
struct Hiding<'a> {
    nodes: Unchecked<&'a mut [LinkNode]>,
    items: Unchecked<&'a mut [LinkedItem]>,
    units: &'a mut Vec<u32>,
    wiped_out: u32,
    updates: u64,
}

impl Hiding<'_> {
    /// Unlinks the other nodes of an option: first those to the right of the node, then those to
    /// the left.
    #[inline(always)]
    fn hide<const COLORS: bool>(&mut self, node: u32) {
        let mut other = node + 1;
        loop {
            let next = self.nodes[other];
            if next.item == SPACER {
                other = next.ulink;
                break;
            }
            self.take_out::<COLORS>(next);
            other += 1;
        }
        while other != node {
            self.take_out::<COLORS>(self.nodes[other]);
            other += 1;
        }
    }

    /// A purified node stays: the list of its item is left as it is until the item is unpurified.
    #[inline(always)]
    fn take_out<const COLORS: bool>(&mut self, node: LinkNode) {
        if COLORS && node.color == PURIFIED {
            return;
        }
        self.nodes[node.ulink].dlink = node.dlink;
        self.nodes[node.dlink].ulink = node.ulink;
        self.updates += 1;
        let item = &mut self.items[node.item];
        item.len -= 1;
        if item.len <= 1 && item.active {
            self.wiped_out += u32::from(item.len == 0);
            self.units.push(node.item);
        }
    }
}

/// Undoes [`Hiding::hide`], in the reverse order.
#[inline(always)]
fn unhide<const COLORS: bool>(
    nodes: &mut Unchecked<&mut [LinkNode]>,
    items: &mut Unchecked<&mut [LinkedItem]>,
    node: u32,
) {
    let mut other = node - 1;
    loop {
        let next = nodes[other];
        if next.item == SPACER {
            other = next.dlink;
            break;
        }
        put_back::<COLORS>(nodes, items, other, next);
        other -= 1;
    }
    while other != node {
        put_back::<COLORS>(nodes, items, other, nodes[other]);
        other -= 1;
    }
}

#[inline(always)]
fn put_back<const COLORS: bool>(
    nodes: &mut Unchecked<&mut [LinkNode]>,
    items: &mut Unchecked<&mut [LinkedItem]>,
    number: u32,
    node: LinkNode,
) {
    if !COLORS || node.color != PURIFIED {
        items[node.item].len += 1;
        nodes[node.ulink].dlink = number;
        nodes[node.dlink].ulink = number;
    }
}

#[cfg(test)]
impl UnitRange {
    /// Whether some of the units are in order.
    pub(super) fn has_sorted(self) -> bool {
        self.first < self.sorted
    }
}

#[cfg(test)]
impl<const COLORS: bool> Links<COLORS> {
    /// The links and lengths, to be compared.
    pub(super) fn links(&self) -> (Vec<LinkNode>, Vec<LinkedItem>) {
        (self.nodes.to_vec(), self.items.to_vec())
    }

    /// The item that [`choose`](Self::choose) has to return, by its definition.
    pub(super) fn leftmost_of_fewest(&self) -> Option<u32> {
        let active = (0..self.root()).filter(|&item| self.items[item].active);
        active.min_by_key(|&item| (self.items[item].len, item))
    }

    /// Checks the invariants of this file, one by one. The last holds unless `may_be_wiped_out`.
    pub(super) fn check(&self, may_be_wiped_out: bool) {
        for item in 0..self.root() {
            self.check_list(item);
        }
        self.check_active(may_be_wiped_out);
    }

    fn check_list(&self, item: u32) {
        let (mut node, mut len) = (item, 0);
        loop {
            let down = self.nodes[node].dlink;
            assert_eq!(self.nodes[down].ulink, node, "the list of item {item} is closed");
            if down == item {
                break;
            }
            assert_eq!(self.nodes[down].item, item, "a node is in the list of its item");
            (node, len) = (down, len + 1);
        }
        assert_eq!(self.items[item].len, len, "len is the length of the list");
    }

    fn check_active(&self, may_be_wiped_out: bool) {
        let root = self.root();
        let (mut item, mut active) = (root, 0);
        loop {
            let next = self.items[item].rlink;
            assert_eq!(self.items[next].llink, item, "the horizontal list is closed");
            if next == root {
                break;
            }
            assert!(item == root || item < next, "active items are in ascending order");
            assert!(self.items[next].active && next < self.primary);
            let len = self.items[next].len;
            assert!(may_be_wiped_out || len > 0, "active items have an option left");
            (item, active) = (next, active + 1);
        }
        assert_eq!(active, self.items.iter().filter(|item| item.active).count());
    }
}
