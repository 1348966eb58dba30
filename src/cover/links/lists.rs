//! The structure of dancing links, and the steps of the dance.
//!
//! Each entry of each option is a [`Node`] in one array. A node is linked `up` and `down` into the list of its
//! item, whose head is the node with the number of the item; the nodes of an option stand side by side, with a
//! *spacer* before and after, whose `up` is the first node of the option before it and whose `down` is the
//! last node of the option after it. The items that are primary and not yet covered are a circular list
//! through `prev` and `next`, in ascending order; they are called *active*.
//!
//! To *hide* an option, as seen from one of its nodes, is to take its other nodes out of their lists. To
//! *cover* an item is to make it inactive and hide all its options; to *purify* a secondary item is to hide
//! those of its options that give it another colour. To *commit* to an option is to cover or purify all its
//! items. A node that was taken out keeps its own links, and so all of this is undone exactly by doing the
//! reverse in the reverse order: that is the dance.
//!
//! Between two steps of the search it holds that
//! - every list is closed: `nodes[nodes[p].down].up == p`, and as long as its item's `len` says;
//! - the list of an active item has just those of its options that conflict with none of those chosen;
//! - every active item has an option left.

use crate::cover::root::Root;
use crate::cover::slot::{slot, slot_mut};
use crate::ids::{Color, ItemId, OptionId, at, narrow};
use crate::problem::{Entry, Problem};

/// The `item` of a spacer.
const SPACER: u32 = u32::MAX;
/// The `color` of a node whose option agrees with the colour in which its item has been purified.
const PURIFIED: u32 = u32::MAX;

/// An entry of an option; the head of the list of an item; or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Node {
    up: u32,
    down: u32,
    item: u32,
    /// Of an entry, its colour or 0; of the spacer behind an option, the number of the option.
    color: u32,
}

const SPACER_NODE: Node = Node { up: 0, down: 0, item: SPACER, color: 0 };

/// An item, and its place in the list of active items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    prev: u32,
    next: u32,
    len: u32,
    active: bool,
}

/// Items, options and their links. See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct Lists<const COLORS: bool> {
    /// The heads of the items, a spacer, and the options with a spacer behind each. What is behind `end` is
    /// not used.
    nodes: Vec<Node>,
    end: u32,
    /// The items, and the head of the list of active ones.
    items: Vec<Item>,
    /// Items below this are primary.
    primary: u32,
    /// Items that came down to one option while they were active, in the order in which it happened.
    notes: Vec<u32>,
    /// How many active items ran dry since this was last set to 0.
    dry: u32,
    updates: u64,
}

impl<const COLORS: bool> Lists<COLORS> {
    /// Room for all of a problem. Nothing is in it yet.
    pub(super) fn new(problem: &Problem) -> Self {
        let (items, options) = (problem.items().len(), problem.options().len());
        Self {
            nodes: vec![SPACER_NODE; items + problem.entry_count() + options + 1],
            end: 0,
            items: vec![Item { prev: 0, next: 0, len: 0, active: false }; items + 1],
            primary: narrow(problem.primary_items().len()),
            notes: Vec::new(),
            dry: 0,
            updates: 0,
        }
    }

    /// Builds the structure of what is left at the root.
    ///
    /// That is cheaper than to choose the settled options in the structure of the whole problem, and undo it
    /// later; and what is left is often so much smaller that it stays in the nearest cache.
    pub(super) fn build(&mut self, root: &Root<'_>) {
        self.add_items(root);
        for (option, entries) in root.options() {
            self.add_option(option, entries, root);
        }
    }

    /// The heads of all lists; and of the primary items that are open, the list of active ones.
    fn add_items(&mut self, root: &Root<'_>) {
        let head = self.head();
        let mut last = head;
        for item in 0..head {
            self.nodes[at(item)] = Node { up: item, down: item, item, color: 0 };
            let active = item < self.primary && root.is_open(ItemId::new(at(item)));
            self.items[at(item)] = Item { prev: last, next: head, len: 0, active };
            if active {
                self.items[at(last)].next = item;
                last = item;
            }
        }
        self.items[at(last)].next = head;
        self.items[at(head)].prev = last;
        self.nodes[at(head)] = SPACER_NODE;
        self.end = head + 1;
    }

    /// Adds the nodes of an option, and the spacer behind them. An item whose colour is settled needs no node, nor
    /// does one that need not be looked at.
    fn add_option(&mut self, option: OptionId, entries: &[Entry], root: &Root<'_>) {
        let (first, mut end) = (self.end, self.end);
        let (nodes, items) = (&mut self.nodes[..], &mut self.items[..]);
        let all = !COLORS && !root.has_idle();
        for entry in entries.iter().filter(|entry| all || root.is_open(entry.item)) {
            let item = entry.item.number();
            let (up, color) = (slot(nodes, item).up, entry.color.map_or(0, Color::number));
            *slot_mut(nodes, end) = Node { up, down: item, item, color };
            slot_mut(nodes, up).down = end;
            slot_mut(nodes, item).up = end;
            slot_mut(items, item).len += 1;
            end += 1;
        }
        slot_mut(nodes, first - 1).down = end - 1;
        *slot_mut(nodes, end) = Node { up: first, color: option.number(), ..SPACER_NODE };
        self.end = end + 1;
    }

    /// Forgets what was noted and counted.
    pub(super) fn begin(&mut self) {
        self.notes.clear();
        self.updates = 0;
    }

    /// The nodes taken out of a list since [`begin`](Self::begin).
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// The number of notes.
    pub(super) fn notes(&self) -> u32 {
        narrow(self.notes.len())
    }

    /// Keeps so many notes, and forgets those made later.
    pub(super) fn forget_notes(&mut self, keep: u32) {
        self.notes.truncate(at(keep));
    }

    /// The node below another in the list of their item; its head, which is the item, below the last.
    pub(super) fn below(&self, node: u32) -> u32 {
        slot(&self.nodes, node).down
    }

    /// The nodes below another in the list of an item, or all, below its head.
    pub(super) fn list_below(&self, node: u32, item: u32) -> impl Iterator<Item = u32> {
        let next = move |&node: &u32| Some(self.below(node)).filter(|&node| node != item);
        std::iter::successors(next(&node), next)
    }

    /// The number of the option that a node belongs to.
    pub(super) fn option_of(&self, node: u32) -> u32 {
        let spacer = self.nodes[at(node)..].iter().find(|node| node.item == SPACER);
        spacer.map_or(0, |spacer| spacer.color)
    }

    /// How many options are left to an item.
    pub(super) fn len(&self, item: u32) -> u32 {
        slot(&self.items, item).len
    }

    /// How many options are left to each active item.
    pub(super) fn active_lens(&self) -> impl Iterator<Item = u32> {
        let head = self.head();
        let first = slot(&self.items, head).next;
        let items = std::iter::successors(Some(first), |&item| Some(slot(&self.items, item).next));
        items.take_while(move |&item| item != head).map(|item| slot(&self.items, item).len)
    }

    /// The head of the list of active items.
    fn head(&self) -> u32 {
        narrow(self.items.len() - 1)
    }

    /// The first active item from a note on, else the first active item with the fewest options. Returns it
    /// with the note behind its own; none if no item is active.
    pub(super) fn choose(&self, mut scan: u32) -> Option<(u32, u32)> {
        while let Some(&item) = self.notes.get(at(scan)) {
            scan += 1;
            if slot(&self.items, item).active {
                debug_assert_eq!(slot(&self.items, item).len, 1);
                return Some((item, scan));
            }
        }
        let (mut best, mut fewest) = (None, u32::MAX);
        let mut item = slot(&self.items, self.head()).next;
        while item != self.head() {
            let Item { len, next, .. } = slot(&self.items, item);
            if len < fewest {
                (best, fewest) = (Some(item), len);
                if len == 2 {
                    break;
                }
            }
            item = next;
        }
        best.map(|item| (item, scan))
    }

    /// Covers a primary item. Returns how many active items ran dry.
    pub(super) fn cover(&mut self, item: u32) -> u32 {
        self.deactivate(item);
        self.dry = 0;
        self.hide_options(item);
        self.dry
    }

    /// Undoes [`cover`](Self::cover).
    pub(super) fn uncover(&mut self, item: u32) {
        self.unhide_options(item);
        self.activate(item);
    }

    /// Commits to the option of a node whose item is covered: covers or purifies its other items. If that would
    /// leave an active item dry, nothing is changed and the answer is no. So many items have run `dry` already.
    pub(super) fn commit(&mut self, node: u32, dry: u32) -> bool {
        let mut missing = dry;
        let mut other = self.after(node);
        while other != node {
            let item = slot(&self.nodes, other).item;
            if item < self.primary {
                missing -= u32::from(slot(&self.items, item).len == 0);
                self.deactivate(item);
            }
            other = self.after(other);
        }
        if missing > 0 {
            self.activate_others(node);
            return false;
        }
        self.dry = 0;
        let mut end = self.after(node);
        while end != node && self.dry == 0 {
            self.cover_or_purify(end);
            end = self.after(end);
        }
        if self.dry > 0 {
            self.undo(self.before(end), node);
            self.activate_others(node);
        }
        self.dry == 0
    }

    /// Undoes [`commit`](Self::commit).
    pub(super) fn uncommit(&mut self, node: u32) {
        self.undo(self.before(node), node);
        self.activate_others(node);
    }

    /// Uncovers or unpurifies the items of an option from one node backwards to, but not with, another.
    fn undo(&mut self, mut from: u32, node: u32) {
        while from != node {
            let Node { item, color, .. } = slot(&self.nodes, from);
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
            let item = slot(&self.nodes, other).item;
            if item < self.primary {
                self.activate(item);
            }
            other = self.before(other);
        }
    }

    /// The next node of the same option, after the last the first.
    fn after(&self, node: u32) -> u32 {
        let next = slot(&self.nodes, node + 1);
        if next.item == SPACER { next.up } else { node + 1 }
    }

    /// The node before, of the same option; before the first the last.
    fn before(&self, node: u32) -> u32 {
        let next = slot(&self.nodes, node - 1);
        if next.item == SPACER { next.down } else { node - 1 }
    }

    /// Takes a primary item out of the list of active ones.
    fn deactivate(&mut self, item: u32) {
        let Item { prev, next, .. } = slot(&self.items, item);
        slot_mut(&mut self.items, item).active = false;
        slot_mut(&mut self.items, prev).next = next;
        slot_mut(&mut self.items, next).prev = prev;
    }

    fn activate(&mut self, item: u32) {
        let Item { prev, next, .. } = slot(&self.items, item);
        slot_mut(&mut self.items, item).active = true;
        slot_mut(&mut self.items, prev).next = item;
        slot_mut(&mut self.items, next).prev = item;
    }

    /// Covers the item of a node, or purifies it if the option gives it a colour.
    fn cover_or_purify(&mut self, node: u32) {
        let Node { item, color, .. } = slot(&self.nodes, node);
        if !COLORS || color == 0 {
            self.hide_options(item);
        } else if color != PURIFIED {
            self.purify(item, color);
        }
    }

    fn hide_options(&mut self, item: u32) {
        let mut hiding = self.hiding();
        let mut node = slot(hiding.nodes, item).down;
        while node != item {
            hiding.hide::<COLORS>(node);
            node = slot(hiding.nodes, node).down;
        }
        (self.dry, self.updates) = (hiding.dry, hiding.updates);
    }

    fn unhide_options(&mut self, item: u32) {
        let (nodes, items) = (&mut self.nodes[..], &mut self.items[..]);
        let mut node = slot(nodes, item).up;
        while node != item {
            unhide::<COLORS>(nodes, items, node);
            node = slot(nodes, node).up;
        }
    }

    fn purify(&mut self, item: u32, color: u32) {
        let mut hiding = self.hiding();
        let mut node = slot(hiding.nodes, item).down;
        while node != item {
            if slot(hiding.nodes, node).color == color {
                slot_mut(hiding.nodes, node).color = PURIFIED;
            } else {
                hiding.hide::<COLORS>(node);
            }
            node = slot(hiding.nodes, node).down;
        }
        (self.dry, self.updates) = (hiding.dry, hiding.updates);
    }

    fn unpurify(&mut self, item: u32, color: u32) {
        let (nodes, items) = (&mut self.nodes[..], &mut self.items[..]);
        let mut node = slot(nodes, item).up;
        while node != item {
            if slot(nodes, node).color == PURIFIED {
                slot_mut(nodes, node).color = color;
            } else {
                unhide::<COLORS>(nodes, items, node);
            }
            node = slot(nodes, node).up;
        }
    }

    fn hiding(&mut self) -> Hiding<'_> {
        Hiding {
            nodes: &mut self.nodes,
            items: &mut self.items,
            notes: &mut self.notes,
            dry: self.dry,
            updates: self.updates,
        }
    }
}

/// What hiding changes, borrowed apart so that the inner loop keeps it in registers.
struct Hiding<'a> {
    nodes: &'a mut [Node],
    items: &'a mut [Item],
    notes: &'a mut Vec<u32>,
    dry: u32,
    updates: u64,
}

impl Hiding<'_> {
    /// Takes the other nodes of an option out of their lists: first those behind the node, then those before.
    #[inline(always)]
    fn hide<const COLORS: bool>(&mut self, node: u32) {
        let mut other = node + 1;
        loop {
            let next = slot(self.nodes, other);
            if next.item == SPACER {
                other = next.up;
                break;
            }
            self.take_out::<COLORS>(next);
            other += 1;
        }
        while other != node {
            self.take_out::<COLORS>(slot(self.nodes, other));
            other += 1;
        }
    }

    /// A purified node stays: the list of its item is left as it is until the item is unpurified.
    #[inline(always)]
    fn take_out<const COLORS: bool>(&mut self, node: Node) {
        if COLORS && node.color == PURIFIED {
            return;
        }
        slot_mut(self.nodes, node.up).down = node.down;
        slot_mut(self.nodes, node.down).up = node.up;
        self.updates += 1;
        let item = slot_mut(self.items, node.item);
        item.len -= 1;
        if item.len <= 1 && item.active {
            self.dry += u32::from(item.len == 0);
            self.notes.push(node.item);
        }
    }
}

/// Puts back what [`Hiding::hide`] took out, in the reverse order.
#[inline(always)]
fn unhide<const COLORS: bool>(nodes: &mut [Node], items: &mut [Item], node: u32) {
    let mut other = node - 1;
    loop {
        let next = slot(nodes, other);
        if next.item == SPACER {
            other = next.down;
            break;
        }
        put_back::<COLORS>(nodes, items, other, next);
        other -= 1;
    }
    while other != node {
        put_back::<COLORS>(nodes, items, other, slot(nodes, other));
        other -= 1;
    }
}

#[inline(always)]
fn put_back<const COLORS: bool>(nodes: &mut [Node], items: &mut [Item], number: u32, node: Node) {
    if !COLORS || node.color != PURIFIED {
        slot_mut(items, node.item).len += 1;
        slot_mut(nodes, node.up).down = number;
        slot_mut(nodes, node.down).up = number;
    }
}

#[cfg(test)]
impl<const COLORS: bool> Lists<COLORS> {
    /// The links and lengths, to be compared.
    pub(super) fn links(&self) -> (Vec<Node>, Vec<Item>) {
        (self.nodes.clone(), self.items.clone())
    }

    /// The invariants at the head of this file, one by one. The last holds unless `dry` is allowed.
    pub(super) fn check(&self, dry: bool) {
        for item in 0..self.head() {
            self.check_list(item);
        }
        self.check_active(dry);
    }

    fn check_list(&self, item: u32) {
        let (mut node, mut len) = (item, 0);
        loop {
            let down = self.nodes[at(node)].down;
            assert_eq!(self.nodes[at(down)].up, node, "the list of item {item} is closed");
            if down == item {
                break;
            }
            assert_eq!(self.nodes[at(down)].item, item, "a node is in the list of its item");
            (node, len) = (down, len + 1);
        }
        assert_eq!(self.items[at(item)].len, len, "len is the length of the list");
    }

    fn check_active(&self, dry: bool) {
        let head = at(self.head());
        let (mut item, mut active) = (head, 0);
        loop {
            let next = at(self.items[item].next);
            assert_eq!(at(self.items[next].prev), item, "the list of active items is closed");
            if next == head {
                break;
            }
            assert!(item == head || item < next, "active items are in ascending order");
            assert!(self.items[next].active && next < at(self.primary));
            assert!(dry || self.items[next].len > 0, "active items have an option left");
            (item, active) = (next, active + 1);
        }
        assert_eq!(active, self.items.iter().filter(|item| item.active).count());
    }
}
