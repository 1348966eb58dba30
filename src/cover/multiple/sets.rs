//! What is left of a problem, as sparse sets, and what follows from each decision.
//!
//! Each option is *undecided*, *chosen* or *out*. Each item has the set of its undecided options: the cells from
//! `start` on, `left` of them, behind which are those that were decided, the last one first. To take an option
//! out of a set is to exchange it with the last that is left, and to make `left` smaller; so to put it back, in
//! the reverse order, is to make `left` larger, and the *trail* needs to hold nothing but the decided options.
//!
//! Of each item two numbers say all that its bounds still ask for:
//! - its *slack*, how many more of its options may be out; so `left - slack` of them must still be chosen, and
//!   the item is *open* if that is more than 0;
//! - its *room*, how many more may be chosen. A secondary item has room for one. If that has a colour, the
//!   options of other colours are out, those of its colour remain, and the room may become less than 0.
//!
//! To choose an option leaves the slack of its items as it is and takes from their room; an item without room
//! puts its other options out at once. To put an option out takes from the slack of its items; an item without
//! slack is *noted*, and [`settle`](Sets::settle) chooses all that is left of it. If some slack becomes less than
//! 0, the sets have *failed*, and no solution is left.
//!
//! An item that needs nothing can't fail, and is asked for its options only when its room is exhausted. If it has few,
//! it is *loose*: nothing is taken out of its set, which holds its options whatever has become of them, and `left` and
//! `slack` stay what they were. Lines on which there may be two stones are such.

use crate::cover::slot::{slot, slot_mut};
use crate::ids::{Color, ItemId, OptionId, at, narrow};
use crate::problem::{Bounds, Problem, Reduction};

/// An item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cover) struct Item {
    start: u32,
    left: u32,
    slack: i32,
    room: i32,
}

/// An entry of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    item: u32,
    /// The colour, or 0.
    color: u32,
    option: u32,
    /// The cell that holds the number of this node.
    cell: u32,
}

/// What has become of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Undecided,
    Chosen,
    Out,
}

/// The most options of a loose item.
const FEW: u32 = 64;

/// See the head of this file.
#[derive(Clone, Debug)]
pub(in crate::cover) struct Sets<'p> {
    problem: &'p Problem,
    /// Of each option, whether it can ever be chosen.
    choosable: Vec<bool>,
    /// Whether it is known that there is no solution.
    is_hopeless: bool,
    items: Vec<Item>,
    /// Of each item, whether it is loose.
    loose: Vec<bool>,
    /// The entries of all options: of each those of loose items last, from where it says here.
    nodes: Vec<Node>,
    firsts_loose: Vec<u32>,
    cells: Vec<u32>,
    states: Vec<State>,
    /// The options that are decided, in the order in which that happened.
    trail: Vec<u32>,
    /// The options that are not.
    undecided: u32,
    /// A sparse set of the items that are open, and for each item its place there.
    open: Vec<u32>,
    places: Vec<u32>,
    open_len: u32,
    /// Items that have no slack, and perhaps options that are to be chosen.
    notes: Vec<u32>,
    failed: bool,
    /// The item whose slack became less than 0.
    culprit: u32,
    /// How often each item was that, and one more.
    weights: Vec<u32>,
    updates: u64,
}

impl<'p> Sets<'p> {
    /// The sets of a whole problem, before anything is decided.
    pub(in crate::cover) fn new(problem: &'p Problem, reduction: Option<&Reduction>) -> Self {
        Self::with_loose(problem, reduction, false)
    }

    /// The same, where some items may be loose: [`left`](Self::left) and [`options_of`](Self::options_of) are not for
    /// them.
    pub(in crate::cover) fn new_loose(problem: &'p Problem, known: Option<&Reduction>) -> Self {
        Self::with_loose(problem, known, true)
    }

    fn with_loose(problem: &'p Problem, reduction: Option<&Reduction>, may_be_loose: bool) -> Self {
        let (items, entries) = (problem.items().len(), problem.entry_count());
        let is_removed = |option| reduction.is_some_and(|known| known.is_removed(option));
        let is_choosable = |option| problem.is_choosable(option) && !is_removed(option);
        let mut sets = Self {
            problem,
            choosable: problem.options().map(is_choosable).collect(),
            is_hopeless: reduction.is_some_and(Reduction::has_no_solution),
            items: Vec::with_capacity(items),
            loose: vec![false; items],
            nodes: Vec::with_capacity(entries),
            firsts_loose: Vec::new(),
            cells: vec![0; entries],
            states: Vec::new(),
            trail: Vec::new(),
            undecided: 0,
            open: Vec::new(),
            places: vec![0; items],
            open_len: 0,
            notes: Vec::new(),
            failed: false,
            culprit: 0,
            weights: Vec::new(),
            updates: 0,
        };
        if may_be_loose {
            sets.find_loose();
        }
        sets.begin(&[]);
        sets
    }

    /// Finds the items that need nothing and have few options, and not all of them.
    fn find_loose(&mut self) {
        let (problem, choosable) = (self.problem, &self.choosable);
        let mut counts = vec![0; problem.items().len()];
        let mut options = 0;
        for option in problem.options().filter(|option| choosable[option.index()]) {
            options += 1;
            problem.entries(option).iter().for_each(|entry| counts[entry.item.index()] += 1);
        }
        for (item, loose) in problem.items().zip(&mut self.loose) {
            let count = counts[item.index()];
            *loose = problem.bounds(item).low == 0 && count <= FEW && count < options;
        }
    }

    /// Forgets all decisions; then chooses the given options, and decides all that follows.
    ///
    /// The sets come to be as they were made first, because the order in which they hold their options is part
    /// of the order of the search.
    pub(in crate::cover) fn begin(&mut self, given: &[OptionId]) {
        self.items.clear();
        self.items
            .resize(self.problem.items().len(), Item { start: 0, left: 0, slack: 0, room: 0 });
        self.weights.clear();
        self.weights.resize(self.problem.items().len(), 1);
        self.trail.clear();
        self.notes.clear();
        (self.undecided, self.failed, self.updates) = (0, self.is_hopeless, 0);
        self.add_options();
        self.fill();
        self.add_bounds();
        for &option in given {
            match self.choosable[option.index()] {
                true => self.choose(option.number()),
                false => self.failed = true,
            }
        }
        self.settle();
    }

    /// Makes the nodes, and counts those of each item. An option that is never chosen has none in any set.
    fn add_options(&mut self) {
        self.nodes.clear();
        self.firsts_loose.clear();
        self.states.clear();
        for option in self.problem.options() {
            let choosable = self.choosable[option.index()];
            self.states.push(if choosable { State::Undecided } else { State::Out });
            self.undecided += u32::from(choosable);
            for is_loose in [false, true] {
                if is_loose {
                    self.firsts_loose.push(narrow(self.nodes.len()));
                }
                let entries = self.problem.entries(option).iter();
                for entry in entries.filter(|entry| self.loose[entry.item.index()] == is_loose) {
                    let (item, color) = (entry.item.number(), entry.color.map_or(0, Color::number));
                    self.nodes.push(Node { item, color, option: option.number(), cell: 0 });
                    self.items[at(item)].left += u32::from(choosable);
                }
            }
        }
    }

    /// Gives each item its cells, and each cell its node.
    fn fill(&mut self) {
        let mut end = 0;
        for item in &mut self.items {
            (item.start, end) = (end, end + item.left);
            item.left = 0;
        }
        for (number, node) in self.nodes.iter_mut().enumerate() {
            if self.states[at(node.option)] == State::Undecided {
                let item = &mut self.items[at(node.item)];
                node.cell = item.start + item.left;
                item.left += 1;
                self.cells[at(node.cell)] = narrow(number);
            }
        }
    }

    /// Gives each item its slack and its room, and sees what follows.
    fn add_bounds(&mut self) {
        self.open.clear();
        for number in self.problem.items() {
            let (bounds, item) = (self.problem.bounds(number), &mut self.items[number.index()]);
            // A low bound is the same whether it is one or many too high.
            item.slack = item.left.cast_signed() - bounds.low.min(item.left + 1).cast_signed();
            item.room = bounds.high.min(item.left + 1).cast_signed();
            self.failed |= item.slack < 0;
            if bounds.low > 0 {
                self.places[number.index()] = narrow(self.open.len());
                self.open.push(number.number());
            }
            if item.slack == 0 {
                self.notes.push(number.number());
            }
        }
        self.open_len = narrow(self.open.len());
        for item in self.problem.primary_items().map(ItemId::number) {
            if self.items[at(item)].room == 0 {
                self.strike(item, 0);
            }
        }
    }

    /// Whether no solution is left.
    pub(in crate::cover) fn failed(&self) -> bool {
        self.failed
    }

    /// The entries of decided options that were taken out of a set since [`begin`](Self::begin).
    pub(in crate::cover) fn updates(&self) -> u64 {
        self.updates
    }

    /// How many options are decided: [`undo`](Self::undo) comes back to here.
    pub(in crate::cover) fn decided(&self) -> u32 {
        narrow(self.trail.len())
    }

    /// The options that were decided after so many others, in that order, and whether each is chosen.
    pub(in crate::cover) fn decided_from(&self, first: u32) -> impl Iterator<Item = (u32, bool)> {
        let decided = self.trail[at(first)..].iter();
        decided.map(|&option| (option, slot(&self.states, option) == State::Chosen))
    }

    /// Whether an option is neither chosen nor out.
    pub(in crate::cover) fn is_undecided(&self, option: u32) -> bool {
        slot(&self.states, option) == State::Undecided
    }

    /// The options that are chosen, in the order in which they were.
    pub(in crate::cover) fn chosen(&self) -> impl Iterator<Item = OptionId> {
        let chosen = self.trail.iter().filter(|&&o| slot(&self.states, o) == State::Chosen);
        chosen.map(|&option| OptionId::new(at(option)))
    }

    /// The first undecided option from one on.
    pub(in crate::cover) fn undecided_from(&self, option: u32) -> Option<u32> {
        if self.undecided == 0 {
            return None;
        }
        let found = self.states[at(option)..].iter().position(|&state| state == State::Undecided);
        found.map(|place| option + narrow(place))
    }

    /// An undecided option of the open item that promises to fail soonest; none if no item is open.
    ///
    /// That is the one of the least slack, divided by its weight: an item that has failed often will fail again.
    /// With the same quotient it is the first.
    pub(in crate::cover) fn branch(&self) -> Option<u32> {
        let mut open = self.open[..at(self.open_len)].iter().copied();
        let rate = |item| (slot(&self.items, item).slack, slot(&self.weights, item));
        let mut best = open.next()?;
        let (mut slack, mut weight) = rate(best);
        for item in open {
            let (other, heavy) = rate(item);
            let (mine, its) = (product(slack, heavy), product(other, weight));
            if its < mine || (its == mine && item < best) {
                (best, slack, weight) = (item, other, heavy);
            }
        }
        let node = slot(&self.cells, slot(&self.items, best).start);
        Some(slot(&self.nodes, node).option)
    }

    /// An item that is to be covered exactly once, and that an option and all of some others have.
    pub(in crate::cover) fn exact_item(&self, option: u32, others: &[u32]) -> Option<ItemId> {
        let items = self.problem.entries(OptionId::new(at(option))).iter().map(|entry| entry.item);
        let is_exact = |&item: &ItemId| {
            self.problem.is_primary(item)
                && self.problem.bounds(item) == Bounds::ONCE
                && others.iter().all(|&other| self.has(other, item))
        };
        items.into_iter().find(is_exact)
    }

    /// Whether an option has an item.
    pub(in crate::cover) fn has(&self, option: u32, item: ItemId) -> bool {
        let entries = self.problem.entries(OptionId::new(at(option)));
        entries.iter().any(|entry| entry.item == item)
    }

    /// How many more options may have an item.
    pub(in crate::cover) fn room(&self, item: u32) -> u32 {
        slot(&self.items, item).room.unsigned_abs()
    }

    /// How many more options must have an item.
    pub(in crate::cover) fn needs(&self, item: u32) -> u32 {
        let Item { left, slack, .. } = slot(&self.items, item);
        left.cast_signed().saturating_sub(slack).max(0).unsigned_abs()
    }

    /// How many undecided options have an item.
    pub(in crate::cover) fn left(&self, item: u32) -> u32 {
        slot(&self.items, item).left
    }

    /// The items that must be covered more times, in no order.
    pub(in crate::cover) fn open(&self) -> &[u32] {
        &self.open[..at(self.open_len)]
    }

    /// How many more times open items must be covered, all together.
    pub(in crate::cover) fn need(&self) -> u64 {
        let open = self.open[..at(self.open_len)].iter().map(|&item| slot(&self.items, item));
        open.map(|item| u64::from(item.left.wrapping_sub(item.slack.cast_unsigned()))).sum()
    }

    /// Whether an item must be covered more times.
    pub(in crate::cover) fn is_open(&self, item: u32) -> bool {
        let Item { left, slack, .. } = slot(&self.items, item);
        left.cast_signed() > slack
    }

    /// The undecided options of an item.
    pub(in crate::cover) fn options_of(&self, item: u32) -> impl Iterator<Item = u32> {
        let Item { start, left, .. } = slot(&self.items, item);
        let nodes = self.cells[at(start)..at(start + left)].iter();
        nodes.map(|&node| slot(&self.nodes, node).option)
    }

    /// The items of an option.
    pub(in crate::cover) fn items_of(&self, option: u32) -> impl Iterator<Item = u32> {
        self.nodes_of(option).map(|node| slot(&self.nodes, node).item)
    }

    /// Chooses all options that are forced, until none is, or the sets have failed.
    pub(in crate::cover) fn settle(&mut self) {
        while let Some(item) = self.notes.pop() {
            while !self.failed && slot(&self.items, item).left > 0 {
                let node = slot(&self.cells, slot(&self.items, item).start);
                self.choose(slot(&self.nodes, node).option);
            }
        }
    }

    /// The nodes of an option.
    fn nodes_of(&self, option: u32) -> std::ops::Range<u32> {
        let starts = self.problem.arrays().0;
        slot(starts, option)..slot(starts, option + 1)
    }

    /// The nodes of an option that are of items which are not loose.
    fn tight_of(&self, option: u32) -> std::ops::Range<u32> {
        self.nodes_of(option).start..slot(&self.firsts_loose, option)
    }

    /// The nodes of an option that are of loose items.
    fn loose_of(&self, option: u32) -> std::ops::Range<u32> {
        slot(&self.firsts_loose, option)..self.nodes_of(option).end
    }

    /// Chooses an undecided option, and puts out what that leaves no room for.
    pub(in crate::cover) fn choose(&mut self, option: u32) {
        debug_assert_eq!(self.states[at(option)], State::Undecided);
        self.decide(option, State::Chosen);
        for node in self.tight_of(option) {
            let number = self.take_out(node);
            let item = slot_mut(&mut self.items, number);
            item.room -= 1;
            if item.left.cast_signed() == item.slack {
                self.close(number);
            }
        }
        for node in self.loose_of(option) {
            let Node { item, .. } = slot(&self.nodes, node);
            slot_mut(&mut self.items, item).room -= 1;
        }
        for node in self.nodes_of(option) {
            let Node { item, color, .. } = slot(&self.nodes, node);
            if slot(&self.items, item).room == 0 {
                self.strike(item, color);
            }
        }
    }

    /// Puts the options of an item out, but for those that give it a colour, if it has one.
    fn strike(&mut self, item: u32, color: u32) {
        let Item { start, left, .. } = slot(&self.items, item);
        let is_loose = slot(&self.loose, item);
        for cell in (start..start + left).rev() {
            let node = slot(&self.nodes, slot(&self.cells, cell));
            let is_undecided = !is_loose || self.is_undecided(node.option);
            if is_undecided && (color == 0 || node.color != color) {
                if self.failed {
                    return;
                }
                self.put_out(node.option);
            }
        }
    }

    /// Puts an undecided option out.
    pub(in crate::cover) fn put_out(&mut self, option: u32) {
        self.decide(option, State::Out);
        for node in self.tight_of(option) {
            let number = self.take_out(node);
            let item = slot_mut(&mut self.items, number);
            item.slack -= 1;
            if item.slack <= 0 {
                if item.slack < 0 && !self.failed {
                    (self.failed, self.culprit) = (true, number);
                }
                self.notes.push(number);
            }
        }
    }

    fn decide(&mut self, option: u32, state: State) {
        *slot_mut(&mut self.states, option) = state;
        self.trail.push(option);
        self.undecided -= 1;
    }

    /// Takes a node out of the set of its item, whose number is the answer.
    #[inline(always)]
    fn take_out(&mut self, node: u32) -> u32 {
        let Node { item: number, cell, .. } = slot(&self.nodes, node);
        let item = slot_mut(&mut self.items, number);
        item.left -= 1;
        let last = item.start + item.left;
        let other = slot(&self.cells, last);
        *slot_mut(&mut self.cells, cell) = other;
        slot_mut(&mut self.nodes, other).cell = cell;
        *slot_mut(&mut self.cells, last) = node;
        slot_mut(&mut self.nodes, node).cell = last;
        self.updates += 1;
        number
    }

    /// Takes an item out of the set of those that are open.
    fn close(&mut self, item: u32) {
        self.open_len -= 1;
        let (place, last) = (slot(&self.places, item), slot(&self.open, self.open_len));
        *slot_mut(&mut self.open, place) = last;
        *slot_mut(&mut self.places, last) = place;
        *slot_mut(&mut self.open, self.open_len) = item;
        *slot_mut(&mut self.places, item) = self.open_len;
    }

    /// Takes decisions back until so many are left. What was noted is forgotten, and of what failed the weight of
    /// the culprit is all that remains.
    pub(in crate::cover) fn undo(&mut self, decided: u32) {
        if self.failed {
            let weight = slot_mut(&mut self.weights, self.culprit);
            *weight = weight.saturating_add(1);
        }
        while self.trail.len() > at(decided)
            && let Some(option) = self.trail.pop()
        {
            let state = std::mem::replace(slot_mut(&mut self.states, option), State::Undecided);
            self.undecided += 1;
            for node in self.tight_of(option) {
                let item = slot_mut(&mut self.items, slot(&self.nodes, node).item);
                item.left += 1;
                if state == State::Chosen {
                    item.room += 1;
                    self.open_len += u32::from(item.left.cast_signed() == item.slack + 1);
                } else {
                    item.slack += 1;
                }
            }
            if state == State::Chosen {
                for node in self.loose_of(option) {
                    let Node { item, .. } = slot(&self.nodes, node);
                    slot_mut(&mut self.items, item).room += 1;
                }
            }
        }
        self.notes.clear();
        self.failed = false;
    }
}

/// A slack, which is not less than 0, times a weight.
fn product(slack: i32, weight: u32) -> u64 {
    u64::from(slack.unsigned_abs()) * u64::from(weight)
}

#[cfg(test)]
impl Sets<'_> {
    /// What changes, to be compared: the numbers of the items, and the options that are left to each.
    pub(in crate::cover) fn contents(&self) -> Vec<(Item, Vec<u32>)> {
        let left = |item: &Item| &self.cells[at(item.start)..at(item.start + item.left)];
        let sorted = |item: &Item| {
            let mut nodes = left(item).to_vec();
            nodes.sort_unstable();
            nodes
        };
        self.items.iter().map(|item| (*item, sorted(item))).collect()
    }

    /// What the head of this file says, from the definition.
    pub(in crate::cover) fn check(&self) {
        if self.failed {
            return;
        }
        assert!(self.notes.is_empty(), "all is settled");
        for number in self.problem.items() {
            self.check_item(number);
        }
        let undecided = self.states.iter().filter(|&&state| state == State::Undecided).count();
        assert_eq!(at(self.undecided), undecided);
        let open = &self.open[..at(self.open_len)];
        let is_open = |item: &Item| item.left.cast_signed() > item.slack;
        assert!(open.iter().all(|&item| is_open(&self.items[at(item)])));
        assert_eq!(open.len(), self.items.iter().filter(|item| is_open(item)).count());
    }

    fn check_item(&self, number: ItemId) {
        let (item, bounds) = (self.items[number.index()], self.problem.bounds(number));
        let count = |state| {
            let of_item = |node: &&Node| node.item == number.number();
            let nodes = self.nodes.iter().filter(of_item);
            let states = nodes.filter(|node| self.states[at(node.option)] == state);
            narrow(states.count())
        };
        let (left, chosen) = (count(State::Undecided), count(State::Chosen));
        if self.loose[number.index()] {
            assert_eq!(item.left.cast_signed(), item.slack, "it is never open");
            let room = bounds.high.min(item.left + 1).cast_signed() - chosen.cast_signed();
            assert_eq!(item.room, room, "as many have it as are chosen");
            assert!(room > 0 || left == 0 || !self.problem.is_primary(number), "there is room");
            return;
        }
        assert_eq!(item.left, left, "as many are left as are undecided");
        for cell in item.start..item.start + left {
            let node = self.nodes[at(self.cells[at(cell)])];
            assert_eq!((node.item, node.cell), (number.number(), cell));
            assert_eq!(self.states[at(node.option)], State::Undecided);
        }
        let (left, chosen) = (left.cast_signed(), chosen.cast_signed());
        assert_eq!(item.slack, left + chosen - bounds.low.cast_signed(), "slack");
        assert!(item.slack >= 0 && (item.slack > 0 || left == 0), "what is forced is chosen");
        if self.problem.is_primary(number) {
            assert!(chosen <= bounds.high.cast_signed());
            assert!(left == 0 || chosen < bounds.high.cast_signed(), "there is room");
        }
    }
}
