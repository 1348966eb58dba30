//! What is left of a problem: which options are undecided, and what each item still asks for.
//!
//! It holds at any time that an undecided option conflicts with no chosen one, and that the numbers of an item are
//! those of its undecided options and of what the chosen ones leave. Between two steps, an item that needs options
//! has more of them than it needs: where it has as many, they have been chosen, and where it has fewer, there is no
//! solution.

use crate::ids::{Color, ItemId, OptionId, at, narrow};
use crate::problem::{Entry, Problem};

/// What is known of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    Undecided,
    /// It is in every solution.
    Chosen,
    /// It is in no solution.
    Removed,
}

/// What an item still asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// How many of its options are undecided.
    pub(super) left: u32,
    /// How many of them must be chosen at least.
    pub(super) need: u32,
    /// How many of them may be chosen. A secondary item has room for one, or for all in one colour.
    pub(super) room: u32,
    /// It has lost an option since it was looked at.
    is_touched: bool,
}

/// An option of an item, with the number of the colour that it gives to it, or 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Use {
    pub(super) option: u32,
    pub(super) color: u32,
}

/// See the head of this file.
#[derive(Debug)]
pub(super) struct State<'p> {
    pub(super) problem: &'p Problem,
    /// The options of item `i`, ascending, are those of `uses[starts[i]..starts[i + 1]]`.
    starts: Vec<u32>,
    uses: Vec<Use>,
    pub(super) fates: Vec<Fate>,
    pub(super) items: Vec<Item>,
    /// Items that came down to the options that they need.
    notes: Vec<u32>,
    /// Whether there is no solution.
    pub(super) failed: bool,
    pub(super) work: u64,
}

impl<'p> State<'p> {
    /// The state of a problem in which the given options, and what they force, are chosen.
    pub(super) fn new(problem: &'p Problem, given: &[OptionId]) -> Self {
        let fate = |option| match problem.is_choosable(option) {
            true => Fate::Undecided,
            false => Fate::Removed,
        };
        let mut state = Self {
            problem,
            starts: vec![0; problem.items().len() + 1],
            uses: Vec::new(),
            fates: problem.options().map(fate).collect(),
            items: Vec::with_capacity(problem.items().len()),
            notes: Vec::new(),
            failed: false,
            work: 0,
        };
        state.sort_options_by_item();
        state.add_items();
        for &option in given {
            state.give(option.number());
        }
        state.settle();
        state
    }

    /// Fills `starts` and `uses`, by counting. Options that are never chosen are left out.
    fn sort_options_by_item(&mut self) {
        let Self { problem, starts, fates, .. } = self;
        let choosable = || problem.options().filter(|o| fates[o.index()] == Fate::Undecided);
        for entry in choosable().flat_map(|option| problem.entries(option)) {
            starts[entry.item.index() + 1] += 1;
        }
        for item in 1..starts.len() {
            starts[item] += starts[item - 1];
        }
        let mut ends = starts.clone();
        self.uses = vec![Use { option: 0, color: 0 }; at(starts[starts.len() - 1])];
        for option in choosable() {
            for entry in problem.entries(option) {
                let end = &mut ends[entry.item.index()];
                self.uses[at(*end)] = Use { option: option.number(), color: number(entry) };
                *end += 1;
            }
        }
    }

    /// Fills `items`, and sees what follows from the bounds.
    fn add_items(&mut self) {
        for item in self.problem.items() {
            let bounds = self.problem.bounds(item);
            let left = self.starts[item.index() + 1] - self.starts[item.index()];
            let (need, room) = (bounds.low, bounds.high);
            self.items.push(Item { left, need, room, is_touched: need > 0 });
            self.failed |= left < need;
            if left == need && need > 0 {
                self.notes.push(item.number());
            }
        }
        for item in 0..narrow(self.items.len()) {
            if self.items[at(item)].room == 0 {
                self.strike(item, 0);
            }
        }
    }

    /// Chooses an option that is given. One that is given twice is as if it were given once.
    fn give(&mut self, option: u32) {
        match self.fates[at(option)] {
            Fate::Undecided => self.choose(option),
            Fate::Chosen => {}
            Fate::Removed => self.failed = true,
        }
    }

    /// Chooses all that is forced.
    pub(super) fn settle(&mut self) {
        while let Some(item) = self.notes.pop()
            && !self.failed
        {
            while let Some(option) = self.forced(item) {
                self.choose(option);
            }
        }
    }

    /// The first option of an item that needs all that it has left.
    fn forced(&self, item: u32) -> Option<u32> {
        let Item { left, need, .. } = self.items[at(item)];
        if left == need && need > 0 { self.undecided(item).next() } else { None }
    }

    /// Chooses an undecided option: removes what conflicts with it.
    fn choose(&mut self, option: u32) {
        self.fates[at(option)] = Fate::Chosen;
        for entry in self.entries(option) {
            let item = &mut self.items[entry.item.index()];
            item.left -= 1;
            item.need = item.need.saturating_sub(1);
            if self.problem.is_primary(entry.item) {
                item.room -= 1;
                match item.room {
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
        for place in self.starts[at(item)]..self.starts[at(item) + 1] {
            let Use { option, color: other } = self.uses[at(place)];
            self.work += 1;
            if (color == 0 || color != other) && self.fates[at(option)] == Fate::Undecided {
                self.remove(option);
            }
        }
    }

    /// Removes an undecided option.
    pub(super) fn remove(&mut self, option: u32) {
        debug_assert_eq!(self.fates[at(option)], Fate::Undecided);
        self.fates[at(option)] = Fate::Removed;
        for entry in self.entries(option) {
            let item = &mut self.items[entry.item.index()];
            item.left -= 1;
            item.is_touched = true;
            self.failed |= item.left < item.need;
            if item.left == item.need && item.need > 0 {
                self.notes.push(entry.item.number());
            }
        }
    }

    fn touch_all(&mut self) {
        self.items.iter_mut().for_each(|item| item.is_touched = true);
    }

    /// The items that need options and have lost one since they were looked at, those with the fewest first.
    pub(super) fn take_round(&self) -> Vec<u32> {
        let is_due = |&item: &u32| self.items[at(item)].is_touched && self.items[at(item)].need > 0;
        let mut round: Vec<_> = (0..narrow(self.items.len())).filter(is_due).collect();
        round.sort_by_key(|&item| self.items[at(item)].left);
        round
    }

    /// Notes that an item is being looked at.
    pub(super) fn untouch(&mut self, item: u32) {
        self.items[at(item)].is_touched = false;
    }

    /// The entries of an option.
    pub(super) fn entries(&self, option: u32) -> &'p [Entry] {
        let (starts, entries) = self.problem.arrays();
        &entries[at(starts[at(option)])..at(starts[at(option) + 1])]
    }

    pub(super) fn is_undecided(&self, option: u32) -> bool {
        self.fates[at(option)] == Fate::Undecided
    }

    /// The undecided options of an item, ascending, with the colours that they give to it.
    pub(super) fn uses(&self, item: u32) -> impl Iterator<Item = Use> {
        let uses = &self.uses[at(self.starts[at(item)])..at(self.starts[at(item) + 1])];
        uses.iter().copied().filter(|one| self.is_undecided(one.option))
    }

    /// The undecided options of an item, ascending.
    pub(super) fn undecided(&self, item: u32) -> impl Iterator<Item = u32> {
        self.uses(item).map(|one| one.option)
    }

    /// Whether two undecided options of the item conflict for it, unless they give it the same colour.
    pub(super) fn is_tight(&self, item: ItemId) -> bool {
        self.items[item.index()].room == 1
    }
}

/// The colour of an entry, or 0.
pub(super) fn number(entry: &Entry) -> u32 {
    entry.color.map_or(0, Color::number)
}
