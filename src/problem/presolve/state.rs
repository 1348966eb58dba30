//! The remaining problem: which options are undecided, and what each item still needs.
//!
//! Invariants: no undecided option conflicts with a chosen one, and `left`, `need` and `capacity`
//! of an item count its undecided options and what the chosen ones leave. Between two steps, an
//! item that needs options has more than it needs: if it has as many, they were chosen, and if it
//! has fewer, there is no solution.

use crate::ids::{Color, ItemId, OptionId, as_index, to_u32};
use crate::problem::{Entry, Problem};

/// Whether an option is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OptionState {
    Undecided,
    /// It is in every solution.
    Forced,
    /// It is in no solution.
    Removed,
}

/// The numbers of an item.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemState {
    /// The number of its undecided options.
    pub(super) left: u32,
    /// The least number of them that must be chosen.
    pub(super) need: u32,
    /// The greatest number of them that can be chosen. That of a secondary item is 1: options in
    /// one colour count once.
    pub(super) capacity: u32,
    /// Whether it lost an option since its last visit.
    is_touched: bool,
}

/// An option of an item, with the number of the colour that it gives to it, or 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemOption {
    pub(super) option: u32,
    pub(super) color: u32,
}

/// The remaining problem: see the module documentation.
#[derive(Debug)]
pub(super) struct PresolveState<'p> {
    pub(super) problem: &'p Problem,
    /// The options of item `i`, ascending, are those of `uses[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    uses: Vec<ItemOption>,
    pub(super) option_states: Vec<OptionState>,
    pub(super) items: Vec<ItemState>,
    /// Items with exactly as many options left as they need, to be processed.
    forced_items: Vec<u32>,
    /// Whether there is no solution.
    pub(super) failed: bool,
    pub(super) work: u64,
}

impl<'p> PresolveState<'p> {
    /// The state in which the assumptions, and the options that they force, are chosen.
    pub(super) fn new(problem: &'p Problem, assumptions: &[OptionId]) -> Self {
        let option_state = |option| match problem.is_choosable(option) {
            true => OptionState::Undecided,
            false => OptionState::Removed,
        };
        let mut state = Self {
            problem,
            starts: vec![0; problem.items().len() + 1],
            uses: Vec::new(),
            option_states: problem.options().map(option_state).collect(),
            items: Vec::with_capacity(problem.items().len()),
            forced_items: Vec::new(),
            failed: false,
            work: 0,
        };
        state.sort_options_by_item();
        state.add_items();
        for &option in assumptions {
            state.assume(option.number());
        }
        state.settle();
        state
    }

    /// Fills `starts` and `uses`, by counting. Options that are never chosen are left out.
    fn sort_options_by_item(&mut self) {
        let Self { problem, starts, option_states, .. } = self;
        let choosable =
            || problem.options().filter(|o| option_states[o.index()] == OptionState::Undecided);
        for entry in choosable().flat_map(|option| problem.entries(option)) {
            starts[entry.item.index() + 1] += 1;
        }
        for item in 1..starts.len() {
            starts[item] += starts[item - 1];
        }
        let mut ends = starts.clone();
        self.uses = vec![ItemOption { option: 0, color: 0 }; as_index(starts[starts.len() - 1])];
        for option in choosable() {
            for entry in problem.entries(option) {
                let end = &mut ends[entry.item.index()];
                self.uses[as_index(*end)] =
                    ItemOption { option: option.number(), color: number(entry) };
                *end += 1;
            }
        }
    }

    /// Fills `items`, and sees what follows from the bounds.
    fn add_items(&mut self) {
        for item in self.problem.items() {
            let bounds = self.problem.bounds(item);
            let left = self.starts[item.index() + 1] - self.starts[item.index()];
            let (need, capacity) = (bounds.low, bounds.high);
            self.items.push(ItemState { left, need, capacity, is_touched: need > 0 });
            self.failed |= left < need;
            if left == need && need > 0 {
                self.forced_items.push(item.number());
            }
        }
        for item in 0..to_u32(self.items.len()) {
            if self.items[as_index(item)].capacity == 0 {
                self.strike(item, 0);
            }
        }
    }

    /// Chooses an assumption, unless it is chosen already.
    fn assume(&mut self, option: u32) {
        match self.option_states[as_index(option)] {
            OptionState::Undecided => self.choose(option),
            OptionState::Forced => {}
            OptionState::Removed => self.failed = true,
        }
    }

    /// Chooses all that is forced.
    pub(super) fn settle(&mut self) {
        while let Some(item) = self.forced_items.pop()
            && !self.failed
        {
            while let Some(option) = self.forced(item) {
                self.choose(option);
            }
        }
    }

    /// The first option of an item that needs all that it has left.
    fn forced(&self, item: u32) -> Option<u32> {
        let ItemState { left, need, .. } = self.items[as_index(item)];
        if left == need && need > 0 { self.undecided(item).next() } else { None }
    }

    /// Chooses an undecided option: removes what conflicts with it.
    fn choose(&mut self, option: u32) {
        self.option_states[as_index(option)] = OptionState::Forced;
        for entry in self.entries(option) {
            let item = &mut self.items[entry.item.index()];
            item.left -= 1;
            item.need = item.need.saturating_sub(1);
            if self.problem.is_primary(entry.item) {
                item.capacity -= 1;
                match item.capacity {
                    0 => self.strike(entry.item.number(), 0),
                    // From now on the item's options conflict.
                    1 => self.touch_all(),
                    _ => {}
                }
            } else {
                self.strike(entry.item.number(), number(entry));
            }
        }
    }

    /// Removes the undecided options of an item, but not those that give it a colour.
    fn strike(&mut self, item: u32, color: u32) {
        for place in self.starts[as_index(item)]..self.starts[as_index(item) + 1] {
            let ItemOption { option, color: other } = self.uses[as_index(place)];
            self.work += 1;
            if (color == 0 || color != other)
                && self.option_states[as_index(option)] == OptionState::Undecided
            {
                self.remove(option);
            }
        }
    }

    /// Removes an undecided option.
    pub(super) fn remove(&mut self, option: u32) {
        debug_assert_eq!(self.option_states[as_index(option)], OptionState::Undecided);
        self.option_states[as_index(option)] = OptionState::Removed;
        for entry in self.entries(option) {
            let item = &mut self.items[entry.item.index()];
            item.left -= 1;
            item.is_touched = true;
            self.failed |= item.left < item.need;
            if item.left == item.need && item.need > 0 {
                self.forced_items.push(entry.item.number());
            }
        }
    }

    /// Has all items looked at.
    pub(super) fn touch_all(&mut self) {
        self.items.iter_mut().for_each(|item| item.is_touched = true);
    }

    /// The items that need options and have lost one since they were looked at, those with the
    /// fewest first.
    pub(super) fn take_round(&self) -> Vec<u32> {
        let is_due = |&item: &u32| {
            self.items[as_index(item)].is_touched && self.items[as_index(item)].need > 0
        };
        let mut round: Vec<_> = (0..to_u32(self.items.len())).filter(is_due).collect();
        round.sort_by_key(|&item| self.items[as_index(item)].left);
        round
    }

    /// Notes that an item is being looked at.
    pub(super) fn untouch(&mut self, item: u32) {
        self.items[as_index(item)].is_touched = false;
    }

    /// The entries of an option.
    pub(super) fn entries(&self, option: u32) -> &'p [Entry] {
        let (starts, entries) = self.problem.arrays();
        &entries[as_index(starts[as_index(option)])..as_index(starts[as_index(option) + 1])]
    }

    pub(super) fn is_undecided(&self, option: u32) -> bool {
        self.option_states[as_index(option)] == OptionState::Undecided
    }

    /// The undecided options of an item, ascending, with the colours that they give to it.
    pub(super) fn uses(&self, item: u32) -> impl Iterator<Item = ItemOption> {
        let uses = &self.uses
            [as_index(self.starts[as_index(item)])..as_index(self.starts[as_index(item) + 1])];
        uses.iter().copied().filter(|one| self.is_undecided(one.option))
    }

    /// The undecided options of an item, ascending.
    pub(super) fn undecided(&self, item: u32) -> impl Iterator<Item = u32> {
        self.uses(item).map(|one| one.option)
    }

    /// Whether two undecided options of the item conflict for it, unless they give it the same
    /// colour.
    pub(super) fn is_tight(&self, item: ItemId) -> bool {
        self.items[item.index()].capacity == 1
    }
}

/// The colour of an entry, or 0.
pub(super) fn number(entry: &Entry) -> u32 {
    entry.color.map_or(0, Color::number)
}
