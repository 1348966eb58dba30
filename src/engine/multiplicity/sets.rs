//! What is left of a problem, as sparse sets, and what follows from each decision.
//!
//! Each option is *undecided*, *chosen* or *out*. Each item has the set of its undecided options:
//! the cells from `start` on, `left` of them, followed by those that were decided, the last one
//! first. To take an option out of a set is to exchange it with the last that is left, and to make
//! `left` smaller; so to put it back, in the reverse order, is to make `left` larger, and the
//! *trail* needs to hold nothing but the decided options.
//!
//! Of each item two numbers say all that its bounds still ask for:
//! - its *slack*, how many more of its options may be out; so `left - slack` of them must still be
//!   chosen, and the item is *open* if that is more than 0;
//! - its *capacity*, how many more may be chosen. A secondary item has capacity for one. If that
//!   has a colour, the options of other colours are out, those of its colour remain, and the
//!   capacity may become less than 0.
//!
//! To choose an option leaves the slack of its items as it is and takes from their capacity; an
//! item without capacity puts its other options out at once. To put an option out takes from the
//! slack of its items; an item without slack is queued, and [`settle`](BoundedSets::settle) chooses
//! all that is left of it. If some slack becomes less than 0, the sets have *failed*, and no
//! solution is left.
//!
//! An item that needs nothing can't fail, and is asked for its options only when its capacity is
//! exhausted. If it has few, it is *lazy*: nothing is taken out of its set, which holds its options
//! whatever has become of them, and `left` and `slack` stay what they were. Lines on which there
//! may be two stones are such.

use super::decision_state::DecisionState;
use crate::engine::path::chance;
use crate::engine::subproblem::Subproblem;
use crate::engine::unchecked::Unchecked;
use crate::ids::{Color, ItemId, OptionId, as_index, to_u32};
use crate::problem::{Problem, Reduction};

/// An item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::engine) struct Item {
    start: u32,
    left: u32,
    slack: i32,
    capacity: i32,
}

/// An entry of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    item: u32,
    /// The colour, or 0.
    color: u32,
    /// The cell of this node.
    cell: u32,
}

/// A place in the set of an item: a node, and its option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Cell {
    node: u32,
    option: u32,
}

/// What has become of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Undecided,
    Chosen,
    Out,
}

/// The most options of a lazy item.
const FEW: u32 = 64;

/// See the head of this file.
#[derive(Clone, Debug)]
pub(in crate::engine) struct BoundedSets {
    problem: Problem,
    /// Of each option, whether it can ever be chosen.
    choosable: Vec<bool>,
    /// Whether it is known that there is no solution.
    is_hopeless: bool,
    items: Unchecked<Vec<Item>>,
    /// Of each item, whether it is lazy.
    lazy: Unchecked<Vec<bool>>,
    /// The entries of all options: of each those of lazy items last, from where it says here.
    nodes: Unchecked<Vec<Node>>,
    first_lazy: Unchecked<Vec<u32>>,
    cells: Unchecked<Vec<Cell>>,
    states: Unchecked<Vec<State>>,
    /// The options that are decided, in the order in which that happened.
    trail: Vec<u32>,
    /// The options that are not.
    undecided: u32,
    /// A sparse set of the items that are open, and for each item its place there.
    open: Unchecked<Vec<u32>>,
    places: Unchecked<Vec<u32>>,
    open_len: u32,
    /// Items that have no slack, and perhaps options that are to be chosen.
    unit_queue: Vec<u32>,
    failed: bool,
    /// The item whose slack became less than 0.
    conflict_item: u32,
    /// How often each item was that, and one more.
    weights: Unchecked<Vec<u32>>,
    updates: u64,
}

impl BoundedSets {
    /// The sets of a whole problem, before anything is decided.
    pub(in crate::engine) fn new(problem: &Problem, reduction: Option<&Reduction>) -> Self {
        Self::with_lazy(problem, reduction, false)
    }

    /// The same, where some items may be lazy: [`left`](Self::left) and
    /// [`options_of`](Self::options_of) are not for them.
    pub(in crate::engine) fn new_lazy(problem: &Problem, known: Option<&Reduction>) -> Self {
        Self::with_lazy(problem, known, true)
    }

    #[allow(unsafe_code)]
    fn with_lazy(problem: &Problem, reduction: Option<&Reduction>, may_be_lazy: bool) -> Self {
        let (items, entries) = (problem.items().len(), problem.entry_count());
        let is_choosable = |option| Reduction::leaves(reduction, problem, option);
        // SAFETY: `begin` gives each array an element for all that will name it: items, entries and
        // options of the problem, and a cell for each entry of an option that can be chosen. Later
        // they keep their lengths, and the numbers in them are only moved from one element to
        // another.
        let mut sets = unsafe {
            Self {
                problem: problem.clone(),
                choosable: problem.options().map(is_choosable).collect(),
                is_hopeless: reduction.is_some_and(Reduction::has_no_solution),
                items: Unchecked::new(Vec::with_capacity(items)),
                lazy: Unchecked::new(vec![false; items]),
                nodes: Unchecked::new(Vec::with_capacity(entries)),
                first_lazy: Unchecked::new(Vec::new()),
                cells: Unchecked::new(vec![Cell::default(); entries]),
                states: Unchecked::new(Vec::new()),
                trail: Vec::new(),
                undecided: 0,
                open: Unchecked::new(Vec::new()),
                places: Unchecked::new(vec![0; items]),
                open_len: 0,
                unit_queue: Vec::new(),
                failed: false,
                conflict_item: 0,
                weights: Unchecked::new(Vec::new()),
                updates: 0,
            }
        };
        if may_be_lazy {
            sets.find_lazy();
        }
        sets.begin(&Subproblem::default());
        sets
    }

    /// Finds the items that need nothing and have few options, and not all of them.
    fn find_lazy(&mut self) {
        let (problem, choosable) = (&self.problem, &self.choosable);
        let mut counts = vec![0; problem.items().len()];
        let mut options = 0;
        for option in problem.options().filter(|option| choosable[option.index()]) {
            options += 1;
            problem.entries(option).iter().for_each(|entry| counts[entry.item.index()] += 1);
        }
        for (item, lazy) in problem.items().zip(self.lazy.iter_mut()) {
            let count = counts[item.index()];
            *lazy = problem.bounds(item).low == 0 && count <= FEW && count < options;
        }
    }

    /// Makes the nodes, and counts those of each item. An option that is never chosen has none in
    /// any set.
    fn add_options(&mut self) {
        self.nodes.vec_mut().clear();
        self.first_lazy.vec_mut().clear();
        self.states.vec_mut().clear();
        for option in self.problem.options() {
            let choosable = self.choosable[option.index()];
            self.states.vec_mut().push(if choosable { State::Undecided } else { State::Out });
            self.undecided += u32::from(choosable);
            for is_lazy in [false, true] {
                if is_lazy {
                    self.first_lazy.vec_mut().push(to_u32(self.nodes.len()));
                }
                let entries = self.problem.entries(option).iter();
                for entry in entries.filter(|entry| self.lazy[entry.item.index()] == is_lazy) {
                    let (item, color) = (entry.item.number(), entry.color.map_or(0, Color::number));
                    self.nodes.vec_mut().push(Node { item, color, cell: 0 });
                    self.items[as_index(item)].left += u32::from(choosable);
                }
            }
        }
    }

    /// Gives each item its cells, and each cell its node.
    fn fill(&mut self) {
        let mut end = 0;
        for item in self.items.iter_mut() {
            (item.start, end) = (end, end + item.left);
            item.left = 0;
        }
        for option in 0..to_u32(self.states.len()) {
            if !self.is_undecided(option) {
                continue;
            }
            for number in self.nodes_of(option) {
                let node = &mut self.nodes[number];
                let item = &mut self.items[node.item];
                node.cell = item.start + item.left;
                item.left += 1;
                self.cells[node.cell] = Cell { node: number, option };
            }
        }
    }

    /// Gives each item its slack and its capacity, and sees what follows.
    fn add_bounds(&mut self) {
        self.open.vec_mut().clear();
        for number in self.problem.items() {
            let (bounds, item) = (self.problem.bounds(number), &mut self.items[number.index()]);
            // A low bound is the same whether it is one or many too high.
            item.slack = item.left.cast_signed() - bounds.low.min(item.left + 1).cast_signed();
            item.capacity = bounds.high.min(item.left + 1).cast_signed();
            self.failed |= item.slack < 0;
            if bounds.low > 0 {
                self.places[number.index()] = to_u32(self.open.len());
                self.open.vec_mut().push(number.number());
            }
            if item.slack == 0 {
                self.unit_queue.push(number.number());
            }
        }
        self.open_len = to_u32(self.open.len());
        for item in self.problem.primary_items().map(ItemId::number) {
            if self.items[as_index(item)].capacity == 0 {
                self.strike(item, 0);
            }
        }
    }

    /// How many options are decided: [`undo`](Self::undo) comes back to here.
    pub(in crate::engine) fn decided(&self) -> u32 {
        to_u32(self.trail.len())
    }

    /// The options that were decided after so many others, in that order, and whether each is
    /// chosen.
    pub(in crate::engine) fn decided_from(&self, first: u32) -> impl Iterator<Item = (u32, bool)> {
        let decided = self.trail[as_index(first)..].iter();
        decided.map(|&option| (option, self.states[option] == State::Chosen))
    }

    /// Whether an option is neither chosen nor out.
    pub(in crate::engine) fn is_undecided(&self, option: u32) -> bool {
        self.states[option] == State::Undecided
    }

    /// How many more options must have an item.
    pub(in crate::engine) fn needs(&self, item: u32) -> u32 {
        let Item { left, slack, .. } = self.items[item];
        left.cast_signed().saturating_sub(slack).max(0).unsigned_abs()
    }

    /// How many undecided options have an item.
    pub(in crate::engine) fn left(&self, item: u32) -> u32 {
        self.items[item].left
    }

    /// The items that must be covered more times, in no order.
    pub(in crate::engine) fn open(&self) -> &[u32] {
        &self.open[..as_index(self.open_len)]
    }

    /// Whether an item must be covered more times.
    pub(in crate::engine) fn is_open(&self, item: u32) -> bool {
        let Item { left, slack, .. } = self.items[item];
        left.cast_signed() > slack
    }

    /// The items of an option.
    pub(in crate::engine) fn items_of(&self, option: u32) -> impl Iterator<Item = u32> {
        self.nodes_of(option).map(|node| self.nodes[node].item)
    }

    /// The nodes of an option.
    fn nodes_of(&self, option: u32) -> std::ops::Range<u32> {
        let starts = self.problem.arrays().0;
        starts[as_index(option)]..starts[as_index(option) + 1]
    }

    /// The nodes of an option that are of items which are not lazy.
    fn eager_of(&self, option: u32) -> std::ops::Range<u32> {
        self.nodes_of(option).start..self.first_lazy[option]
    }

    /// The nodes of an option that are of lazy items.
    fn lazy_of(&self, option: u32) -> std::ops::Range<u32> {
        self.first_lazy[option]..self.nodes_of(option).end
    }

    /// Puts the options of an item out, but for those that give it a colour, if it has one.
    fn strike(&mut self, item: u32, color: u32) {
        let Item { start, left, .. } = self.items[item];
        let is_lazy = self.lazy[item];
        for cell in (start..start + left).rev() {
            let Cell { node, option } = self.cells[cell];
            let is_undecided = !is_lazy || self.is_undecided(option);
            if is_undecided && (color == 0 || self.nodes[node].color != color) {
                if self.failed {
                    return;
                }
                self.exclude(option);
            }
        }
    }

    fn decide(&mut self, option: u32, state: State) {
        self.states[option] = state;
        self.trail.push(option);
        self.undecided -= 1;
    }

    /// Takes a node out of the set of its item, whose number is the answer.
    #[inline(always)]
    fn take_out(&mut self, node: u32) -> u32 {
        let Node { item: number, cell, .. } = self.nodes[node];
        let item = &mut self.items[number];
        item.left -= 1;
        let last = item.start + item.left;
        let (mine, other) = (self.cells[cell], self.cells[last]);
        self.cells[cell] = other;
        self.nodes[other.node].cell = cell;
        self.cells[last] = mine;
        self.nodes[node].cell = last;
        self.updates += 1;
        number
    }

    /// Takes an item out of the set of those that are open.
    fn close(&mut self, item: u32) {
        self.open_len -= 1;
        let (place, last) = (self.places[item], self.open[self.open_len]);
        self.open[place] = last;
        self.places[last] = place;
        self.open[self.open_len] = item;
        self.places[item] = self.open_len;
    }
}

impl DecisionState for BoundedSets {
    fn begin(&mut self, root: &Subproblem) {
        self.items.vec_mut().clear();
        self.items
            .vec_mut()
            .resize(self.problem.items().len(), Item { start: 0, left: 0, slack: 0, capacity: 0 });
        self.weights.vec_mut().clear();
        self.weights.vec_mut().resize(self.problem.items().len(), 1);
        self.trail.clear();
        self.unit_queue.clear();
        (self.undecided, self.failed, self.updates) = (0, self.is_hopeless, 0);
        self.add_options();
        self.fill();
        self.add_bounds();
        for &option in &root.include {
            match self.choosable[option.index()] {
                true => self.choose(option.number()),
                false => self.failed = true,
            }
        }
        for option in root.exclude.iter().map(|option| option.number()) {
            match self.states[option] {
                State::Undecided => self.exclude(option),
                State::Chosen => self.failed = true,
                State::Out => {}
            }
        }
        self.settle();
    }

    fn failed(&self) -> bool {
        self.failed
    }

    fn updates(&self) -> u64 {
        self.updates
    }

    fn chosen(&self) -> impl Iterator<Item = OptionId> {
        let chosen = self.trail.iter().filter(|&&o| self.states[o] == State::Chosen);
        chosen.map(|&option| OptionId::new(as_index(option)))
    }

    fn undecided_from(&self, option: u32) -> Option<u32> {
        if self.undecided == 0 {
            return None;
        }
        let found =
            self.states[as_index(option)..].iter().position(|&state| state == State::Undecided);
        found.map(|place| option + to_u32(place))
    }

    fn branch(&self) -> Option<(u32, f64)> {
        let mut open = self.open[..as_index(self.open_len)].iter().copied();
        let rate = |item: u32| (self.items[item].slack, self.weights[item]);
        let mut best = open.next()?;
        let (mut slack, mut weight) = rate(best);
        for item in open {
            let (other, heavy) = rate(item);
            let (mine, its) = (product(slack, heavy), product(other, weight));
            if its < mine || (its == mine && item < best) {
                (best, slack, weight) = (item, other, heavy);
            }
        }
        let Item { start, left, .. } = self.items[best];
        let need = left.saturating_sub(slack.unsigned_abs());
        Some((self.cells[start].option, chance(need, self.capacity(best), left)))
    }

    fn capacity(&self, item: u32) -> u32 {
        self.items[item].capacity.unsigned_abs()
    }

    fn need(&self) -> u64 {
        let open = self.open[..as_index(self.open_len)].iter().map(|&item| self.items[item]);
        open.map(|item| u64::from(item.left.wrapping_sub(item.slack.cast_unsigned()))).sum()
    }

    fn options_of(&self, item: u32) -> impl Iterator<Item = u32> {
        let Item { start, left, .. } = self.items[item];
        self.cells[as_index(start)..as_index(start + left)].iter().map(|cell| cell.option)
    }

    fn settle(&mut self) {
        while let Some(item) = self.unit_queue.pop() {
            while !self.failed && self.items[item].left > 0 {
                self.choose(self.cells[self.items[item].start].option);
            }
        }
    }

    fn choose(&mut self, option: u32) {
        debug_assert_eq!(self.states[as_index(option)], State::Undecided);
        self.decide(option, State::Chosen);
        for node in self.eager_of(option) {
            let number = self.take_out(node);
            let item = &mut self.items[number];
            item.capacity -= 1;
            if item.left.cast_signed() == item.slack {
                self.close(number);
            }
        }
        for node in self.lazy_of(option) {
            let Node { item, .. } = self.nodes[node];
            self.items[item].capacity -= 1;
        }
        for node in self.nodes_of(option) {
            let Node { item, color, .. } = self.nodes[node];
            if self.items[item].capacity == 0 {
                self.strike(item, color);
            }
        }
    }

    fn exclude(&mut self, option: u32) {
        self.decide(option, State::Out);
        for node in self.eager_of(option) {
            let number = self.take_out(node);
            let item = &mut self.items[number];
            item.slack -= 1;
            if item.slack <= 0 {
                if item.slack < 0 && !self.failed {
                    (self.failed, self.conflict_item) = (true, number);
                }
                self.unit_queue.push(number);
            }
        }
    }

    fn undo(&mut self, mark: u32) {
        if self.failed {
            let weight = &mut self.weights[self.conflict_item];
            *weight = weight.saturating_add(1);
        }
        while self.trail.len() > as_index(mark)
            && let Some(option) = self.trail.pop()
        {
            let state = std::mem::replace(&mut self.states[option], State::Undecided);
            self.undecided += 1;
            for node in self.eager_of(option) {
                let item = &mut self.items[self.nodes[node].item];
                item.left += 1;
                if state == State::Chosen {
                    item.capacity += 1;
                    self.open_len += u32::from(item.left.cast_signed() == item.slack + 1);
                } else {
                    item.slack += 1;
                }
            }
            if state == State::Chosen {
                for node in self.lazy_of(option) {
                    let Node { item, .. } = self.nodes[node];
                    self.items[item].capacity += 1;
                }
            }
        }
        self.unit_queue.clear();
        self.failed = false;
    }

    /// The number of decisions.
    fn mark(&mut self) -> u32 {
        self.decided()
    }

    fn gain(&self, option: u32) -> u32 {
        to_u32(self.items_of(option).filter(|&item| self.is_open(item)).count())
    }
}

/// A slack, which is not less than 0, times a weight.
pub(super) fn product(slack: i32, weight: u32) -> u64 {
    u64::from(slack.unsigned_abs()) * u64::from(weight)
}

#[cfg(test)]
impl BoundedSets {
    /// What changes, to be compared: the numbers of the items, and the options that are left to
    /// each.
    pub(in crate::engine) fn contents(&self) -> Vec<(Item, Vec<u32>)> {
        let left =
            |item: &Item| &self.cells[as_index(item.start)..as_index(item.start + item.left)];
        let sorted = |item: &Item| {
            let mut nodes: Vec<_> = left(item).iter().map(|cell| cell.node).collect();
            nodes.sort_unstable();
            nodes
        };
        self.items.iter().map(|item| (*item, sorted(item))).collect()
    }

    /// What the head of this file says, from the definition.
    pub(in crate::engine) fn check(&self) {
        if self.failed {
            return;
        }
        assert!(self.unit_queue.is_empty(), "all is settled");
        for number in self.problem.items() {
            self.check_item(number);
        }
        let undecided = self.states.iter().filter(|&&state| state == State::Undecided).count();
        assert_eq!(as_index(self.undecided), undecided);
        let open = &self.open[..as_index(self.open_len)];
        let is_open = |item: &Item| item.left.cast_signed() > item.slack;
        assert!(open.iter().all(|&item| is_open(&self.items[as_index(item)])));
        assert_eq!(open.len(), self.items.iter().filter(|item| is_open(item)).count());
    }

    fn check_item(&self, number: ItemId) {
        let (item, bounds) = (self.items[number.index()], self.problem.bounds(number));
        let count = |state| {
            let has_item =
                |&option: &u32| self.items_of(option).any(|item| item == number.number());
            let options = (0..to_u32(self.states.len())).filter(has_item);
            to_u32(options.filter(|&option| self.states[option] == state).count())
        };
        let (left, chosen) = (count(State::Undecided), count(State::Chosen));
        if self.lazy[number.index()] {
            assert_eq!(item.left.cast_signed(), item.slack, "it is never open");
            let capacity = bounds.high.min(item.left + 1).cast_signed() - chosen.cast_signed();
            assert_eq!(item.capacity, capacity, "as many have it as are chosen");
            assert!(
                capacity > 0 || left == 0 || !self.problem.is_primary(number),
                "there is capacity"
            );
            return;
        }
        assert_eq!(item.left, left, "as many are left as are undecided");
        for cell in item.start..item.start + left {
            let Cell { node, option } = self.cells[as_index(cell)];
            let node = self.nodes[as_index(node)];
            assert_eq!((node.item, node.cell), (number.number(), cell));
            assert_eq!(self.states[as_index(option)], State::Undecided);
        }
        let (left, chosen) = (left.cast_signed(), chosen.cast_signed());
        assert_eq!(item.slack, left + chosen - bounds.low.cast_signed(), "slack");
        assert!(item.slack >= 0 && (item.slack > 0 || left == 0), "what is forced is chosen");
        if self.problem.is_primary(number) {
            assert!(chosen <= bounds.high.cast_signed());
            assert!(left == 0 || chosen < bounds.high.cast_signed(), "there is capacity");
        }
    }
}
