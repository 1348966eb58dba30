//! The structure of dancing cells, and the steps of the dance.
//!
//! Each entry of each option is a [`Cell`] in one array. The cells of an option stand side by side, with a
//! *spacer* before and after, whose `place` is the first cell of the option before it. Each item has a *set* of
//! cells, a stretch of another array: those in front, from `start` to `end`, are in the set, those behind it
//! have been removed, and a cell's `place` says where it stands. So to remove a cell is to swap it with the
//! last one in the set and to make `end` smaller; and to put back whatever was removed since, in whichever
//! order, is to make `end` what it was. The order within the set is then another one, and nobody minds.
//!
//! The items themselves are kept in the same way: those that are *active*, which for a primary item means that
//! it is not covered and for a secondary one that it is neither covered nor purified, stand in front, and
//! `pos` says where. Primary and secondary items have a stretch each.
//!
//! To *hide* an option, as seen from one of its cells, is to remove its other cells from the sets of their
//! items, as far as these are active. To *cover* an item is to make it inactive and hide all its options; to
//! *purify* a secondary item is to make it inactive and hide those of its options that give it another colour.
//! The set of an inactive item is left as it is until everything since is undone, so that the options of a
//! level stay where they are. To undo is to copy back the ends of all items that were active, and the number of
//! these items.
//!
//! Between two steps of the search it holds that
//! - `sets[cells[c].place] == c` for every cell, and `list[items[i].pos] == i` for every item;
//! - the set of an active item has just those of its options that conflict with none of those chosen;
//! - every active primary item has an option left, and is noted if it has but one.

use super::choice::{Choice, Rule};
use crate::cover::root::Root;
use crate::cover::slot::{slot, slot_mut};
use crate::ids::{Color, at, narrow};
use crate::problem::Problem;

/// The `item` of a spacer.
const SPACER: u32 = u32::MAX;

/// An entry of an option, or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    item: u32,
    /// Where the cell stands in the set of its item; of a spacer, the first cell of the option before it.
    place: u32,
}

/// An item, and its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Where the item stands in the list of items.
    pos: u32,
    /// Of an inactive item, the colour in which it was purified, or 0. Of no meaning while it is active.
    color: u32,
}

/// How many items of either kind are active: those at `0..primary` and at `first_secondary..secondary` of the
/// list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Active {
    primary: u32,
    secondary: u32,
}

/// Items, options and their sets. See the head of this file.
#[derive(Clone, Debug)]
pub(super) struct Sets<const COLORS: bool> {
    cells: Vec<Cell>,
    /// Of each cell, the colour that the option gives to the item, or 0. Empty without `COLORS`.
    colors: Vec<u32>,
    sets: Vec<u32>,
    items: Vec<Item>,
    list: Vec<u32>,
    active: Active,
    /// Items below this are primary.
    primary: u32,
    /// The first cell of each option, in ascending order, and the option's number.
    firsts: Vec<u32>,
    numbers: Vec<u32>,
    /// The least number of primary items of an option.
    least: u32,
    /// Items and their ends, saved before something is tried.
    saved: Vec<(u32, u32)>,
    /// Primary items that came down to one option while they were active, in the order in which it happened.
    notes: Vec<u32>,
    /// The first note that may name an active item.
    scan: u32,
    /// How many active primary items ran dry when an item was covered.
    dry: u32,
    /// The item that ran dry when an option failed last; at first none.
    culprit: u32,
    choice: Choice,
    updates: u64,
}

/// All that is needed, besides saved ends, to undo what comes after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    active: Active,
    /// How many items ran dry when the item of the level was covered: an option of it must have them all.
    pub(super) dry: u32,
    notes: u32,
    scan: u32,
    /// What is saved stands at `saved..` of the saved ends.
    saved: usize,
}

impl<const COLORS: bool> Sets<COLORS> {
    /// Nothing is in it yet.
    pub(super) fn new(problem: &Problem, rule: Rule) -> Self {
        Self {
            cells: Vec::new(),
            colors: Vec::new(),
            sets: Vec::new(),
            items: Vec::new(),
            list: Vec::new(),
            active: Active { primary: 0, secondary: 0 },
            primary: narrow(problem.primary_items().len()),
            firsts: Vec::new(),
            numbers: Vec::new(),
            least: 1,
            saved: Vec::new(),
            notes: Vec::new(),
            scan: 0,
            dry: 0,
            culprit: u32::MAX,
            choice: Choice::new(rule, problem.primary_items().len()),
            updates: 0,
        }
    }

    /// Builds the structure of what is left at the root, in the memory of what was there before.
    pub(super) fn build(&mut self, root: &Root<'_>, problem: &Problem) {
        self.saved.clear();
        self.notes.clear();
        (self.scan, self.dry, self.updates) = (0, 0, 0);
        self.culprit = u32::MAX;
        self.choice.begin();
        self.add_items(root, problem);
        self.add_options(root);
    }

    /// The items, each with an empty stretch for its set, and the list of those that are active.
    fn add_items(&mut self, root: &Root<'_>, problem: &Problem) {
        self.items.clear();
        self.list.clear();
        let mut start = 0;
        for item in problem.items() {
            self.items.push(Item { start, end: start, pos: item.number(), color: 0 });
            self.list.push(item.number());
            start += if root.is_open(item) { root.count(item) } else { 0 };
        }
        self.sets.clear();
        self.sets.resize(at(start), 0);
        self.active = Active { primary: self.primary, secondary: narrow(self.items.len()) };
        for item in problem.items().filter(|&item| !root.is_open(item)) {
            self.active = self.deactivate(item.number(), self.active);
        }
    }

    /// The cells of all options. An item whose colour is settled needs no cell, nor does one that need not be
    /// looked at.
    fn add_options(&mut self, root: &Root<'_>) {
        self.cells.clear();
        self.colors.clear();
        self.firsts.clear();
        self.numbers.clear();
        self.least = u32::MAX;
        self.add_cell(Cell { item: SPACER, place: 0 }, 0);
        let all = !COLORS && !root.has_idle();
        for (option, entries) in root.options() {
            let first = narrow(self.cells.len());
            self.firsts.push(first);
            self.numbers.push(option.number());
            for entry in entries.iter().filter(|entry| all || root.is_open(entry.item)) {
                let item = slot_mut(&mut self.items, entry.item.number());
                let place = item.end;
                item.end += 1;
                *slot_mut(&mut self.sets, place) = narrow(self.cells.len());
                let cell = Cell { item: entry.item.number(), place };
                self.add_cell(cell, entry.color.map_or(0, Color::number));
            }
            let own = self.cells[at(first)..].iter();
            let primary = own.filter(|cell| cell.item < self.primary).count();
            self.least = self.least.min(narrow(primary));
            self.add_cell(Cell { item: SPACER, place: first }, 0);
        }
    }

    fn add_cell(&mut self, cell: Cell, color: u32) {
        self.cells.push(cell);
        if COLORS {
            self.colors.push(color);
        }
    }

    /// The cells removed from a set since the structure was built.
    pub(super) fn updates(&self) -> u64 {
        self.updates
    }

    /// The number of the option that a cell belongs to.
    pub(super) fn option_of(&self, cell: u32) -> u32 {
        let option = self.firsts.partition_point(|&first| first <= cell);
        self.numbers[option - 1]
    }

    /// The item of a cell.
    pub(super) fn item_of(&self, cell: u32) -> u32 {
        slot(&self.cells, cell).item
    }

    /// Where the set of an item begins and ends.
    pub(super) fn set(&self, item: u32) -> (u32, u32) {
        let Item { start, end, .. } = slot(&self.items, item);
        (start, end)
    }

    /// The cell at a place of a set.
    pub(super) fn cell(&self, place: u32) -> u32 {
        slot(&self.sets, place)
    }

    /// The next noted item that is still active, else the best of the active items; none if no primary item is
    /// active.
    pub(super) fn choose(&mut self) -> Option<u32> {
        while let Some(&item) = self.notes.get(at(self.scan)) {
            self.scan += 1;
            if slot(&self.items, item).pos < self.active.primary {
                return Some(item);
            }
        }
        self.choice.best(&self.items, &self.list[..at(self.active.primary)])
    }

    /// The active primary items.
    pub(super) fn active_items(&self) -> impl Iterator<Item = u32> {
        self.list[..at(self.active.primary)].iter().copied()
    }

    /// Whether at most so many options are left, and at most so many active primary items.
    ///
    /// An option is in the sets of all its primary items, of which it has `least` or more.
    pub(super) fn is_little(&self, most: u32) -> bool {
        if self.active.primary == 0 || self.active.primary > most {
            return false;
        }
        let sizes = self.active_items().map(|item| {
            let Item { start, end, .. } = slot(&self.items, item);
            u64::from(end - start)
        });
        sizes.sum::<u64>() <= u64::from(most) * u64::from(self.least)
    }

    /// Covers a primary item.
    pub(super) fn cover(&mut self, item: u32) {
        self.active = self.deactivate(item, self.active);
        let mut hiding = self.hiding(self.active);
        let (mut place, end) = (slot(hiding.items, item).start, slot(hiding.items, item).end);
        while place < end {
            hiding.hide::<COLORS, false>(slot(hiding.sets, place));
            place += 1;
        }
        (self.dry, self.updates) = (hiding.dry, hiding.updates);
    }

    /// Saves all that [`restore`](Self::restore) brings back.
    pub(super) fn save(&mut self) -> Mark {
        let Self { saved, items, list, active, .. } = self;
        let mark = Mark {
            active: *active,
            dry: self.dry,
            notes: narrow(self.notes.len()),
            scan: self.scan,
            saved: saved.len(),
        };
        let end = |&item: &u32| (item, slot(items, item).end);
        saved.extend(list[..at(active.primary)].iter().map(end));
        saved.extend(list[at(self.primary)..at(active.secondary)].iter().map(end));
        mark
    }

    /// Undoes everything since something was saved. What was saved after it has been dropped.
    pub(super) fn restore(&mut self, mark: &Mark) {
        self.active = mark.active;
        self.notes.truncate(at(mark.notes));
        self.scan = mark.scan;
        for &(item, end) in &self.saved[mark.saved..] {
            slot_mut(&mut self.items, item).end = end;
        }
    }

    /// Forgets what was saved: nothing more will be tried there.
    pub(super) fn drop_saved(&mut self, mark: &Mark) {
        self.saved.truncate(mark.saved);
    }

    /// Commits to the option of a cell whose item has just been covered, and ran so many items dry: covers or
    /// purifies its other items. Says whether each active item then has an option left; if not, it may have
    /// ended half-way, and is to be undone.
    pub(super) fn commit(&mut self, cell: u32, dry: u32) -> bool {
        let before = self.active;
        if self.deactivate_others(cell) < dry || self.is_culprit_dry() {
            return false;
        }
        let mut other = self.after(cell);
        while other != cell {
            if !self.cover_or_purify(other, before) {
                return false;
            }
            other = self.after(other);
        }
        true
    }

    /// Learns whether an option of an item, that was tried, could be chosen. An option that failed because it
    /// lacks an item that was dry before is put down to the culprit of the failure before it: brothers often fail
    /// for the same reason.
    #[inline(always)]
    pub(super) fn learn(&mut self, item: u32, could: bool) {
        let culprit = if self.culprit < self.primary { self.culprit } else { item };
        self.choice.learn(item, (!could).then_some(culprit));
    }

    /// Makes the other items of an option inactive. Returns how many of them are dry.
    fn deactivate_others(&mut self, cell: u32) -> u32 {
        let (mut active, mut dry) = (self.active, 0);
        let mut other = self.after(cell);
        while other != cell {
            let item = slot(&self.cells, other).item;
            let Item { start, end, pos, .. } = slot(&self.items, item);
            dry += u32::from(item < self.primary && start == end);
            if !COLORS || pos < active.secondary {
                active = self.deactivate(item, active);
                if COLORS {
                    slot_mut(&mut self.items, item).color = slot(&self.colors, other);
                }
            }
            other = self.after(other);
        }
        self.active = active;
        dry
    }

    /// Whether the item that ran dry last is about to do so again, because every option in its set conflicts
    /// with one that is chosen, and is still to be hidden.
    fn is_culprit_dry(&self) -> bool {
        if self.culprit >= self.primary {
            return false;
        }
        let Item { start, end, pos, .. } = slot(&self.items, self.culprit);
        pos < self.active.primary
            && (start..end).all(|place| self.conflicts(slot(&self.sets, place)))
    }

    /// Whether the option of a cell conflicts with one that is chosen.
    fn conflicts(&self, cell: u32) -> bool {
        let mut other = self.after(cell);
        while other != cell {
            let item = slot(&self.cells, other).item;
            let color = slot(&self.items, item).color;
            let agrees = COLORS && color != 0 && color == slot(&self.colors, other);
            if !agrees && !self.is_active(item) {
                return true;
            }
            other = self.after(other);
        }
        false
    }

    fn is_active(&self, item: u32) -> bool {
        let pos = slot(&self.items, item).pos;
        pos < if item < self.primary { self.active.primary } else { self.active.secondary }
    }

    /// The next cell of the same option, after the last the first.
    fn after(&self, cell: u32) -> u32 {
        let next = slot(&self.cells, cell + 1);
        if next.item == SPACER { next.place } else { cell + 1 }
    }

    /// Swaps an active item with the last active one of its kind, and tells which are active then.
    fn deactivate(&mut self, item: u32, mut active: Active) -> Active {
        let count = if item < self.primary { &mut active.primary } else { &mut active.secondary };
        *count -= 1;
        let (pos, other) = (slot(&self.items, item).pos, slot(&self.list, *count));
        *slot_mut(&mut self.list, pos) = other;
        *slot_mut(&mut self.list, *count) = item;
        slot_mut(&mut self.items, other).pos = pos;
        slot_mut(&mut self.items, item).pos = *count;
        active
    }

    /// Hides the options that conflict with the option of a cell over its item, which was active `before`, or
    /// else has been purified in the same colour.
    fn cover_or_purify(&mut self, cell: u32, before: Active) -> bool {
        let item = slot(&self.cells, cell).item;
        let Item { start: mut place, end, pos, .. } = slot(&self.items, item);
        if COLORS && pos >= before.secondary {
            return true;
        }
        let color = if COLORS { slot(&self.colors, cell) } else { 0 };
        let mut hiding = self.hiding(before);
        let mut alive = true;
        while alive && place < end {
            let other = slot(hiding.sets, place);
            if !COLORS || color == 0 || slot(hiding.colors, other) != color {
                alive = hiding.hide::<COLORS, true>(other);
            }
            place += 1;
        }
        (self.updates, self.culprit) = (hiding.updates, hiding.culprit);
        alive
    }

    fn hiding(&mut self, before: Active) -> Hiding<'_> {
        Hiding {
            cells: &mut self.cells,
            colors: &self.colors,
            sets: &mut self.sets,
            items: &mut self.items,
            notes: &mut self.notes,
            purified: before.secondary,
            primary: self.active.primary,
            dry: 0,
            culprit: self.culprit,
            updates: self.updates,
        }
    }
}

/// What hiding changes, borrowed apart so that the inner loop keeps it in registers.
struct Hiding<'a> {
    cells: &'a mut [Cell],
    colors: &'a [u32],
    sets: &'a mut [u32],
    items: &'a mut [Item],
    notes: &'a mut Vec<u32>,
    /// Items from this place of the list on were purified earlier.
    purified: u32,
    /// Items before this place of the list are primary and active.
    primary: u32,
    dry: u32,
    culprit: u32,
    updates: u64,
}

impl Hiding<'_> {
    /// Removes the other cells of an option from their sets: first those behind the cell, then those before.
    /// With `STOP` it says whether no active item ran dry, and ends at the first that would.
    #[inline(always)]
    fn hide<const COLORS: bool, const STOP: bool>(&mut self, cell: u32) -> bool {
        let mut other = cell + 1;
        loop {
            let next = slot(self.cells, other);
            if next.item == SPACER {
                other = next.place;
                break;
            }
            if !self.remove::<COLORS, STOP>(other, next) {
                return false;
            }
            other += 1;
        }
        while other != cell {
            if !self.remove::<COLORS, STOP>(other, slot(self.cells, other)) {
                return false;
            }
            other += 1;
        }
        true
    }

    #[inline(always)]
    fn remove<const COLORS: bool, const STOP: bool>(&mut self, number: u32, cell: Cell) -> bool {
        let item = slot_mut(self.items, cell.item);
        if COLORS && item.pos >= self.purified {
            return true;
        }
        item.end -= 1;
        let (end, place) = (item.end, cell.place);
        if end <= item.start + 1 && item.pos < self.primary {
            if end == item.start {
                self.dry += 1;
                if STOP {
                    item.end += 1;
                    self.culprit = cell.item;
                    return false;
                }
            } else {
                self.notes.push(cell.item);
            }
        }
        let last = slot(self.sets, end);
        *slot_mut(self.sets, place) = last;
        *slot_mut(self.sets, end) = number;
        slot_mut(self.cells, last).place = place;
        slot_mut(self.cells, number).place = end;
        self.updates += 1;
        true
    }
}

#[cfg(test)]
impl<const COLORS: bool> Sets<COLORS> {
    /// The invariants at the head of this file, one by one. `conflicts` says of an option whether it conflicts
    /// with those chosen. The last invariant holds unless `dry` is allowed.
    pub(super) fn check(&self, dry: bool, conflicts: impl Fn(u32) -> bool) {
        self.check_places();
        for (item, &Item { pos, .. }) in self.items.iter().enumerate() {
            assert_eq!(at(self.list[at(pos)]), item, "an item stands where it says");
            assert_eq!(item < at(self.primary), pos < self.primary, "each kind has a stretch");
        }
        for cell in
            (0..narrow(self.cells.len())).filter(|&cell| self.cells[at(cell)].item != SPACER)
        {
            let Cell { item, place } = self.cells[at(cell)];
            if self.is_active(item) {
                let removed = place >= self.items[at(item)].end;
                assert_eq!(removed, conflicts(self.option_of(cell)), "cell {cell} of item {item}");
            }
        }
        for item in (0..self.primary).filter(|&item| !dry && self.is_active(item)) {
            let (start, end) = self.set(item);
            assert!(start < end, "active items have an option left");
            let noted = self.notes[at(self.scan)..].contains(&item);
            assert!(noted || end - start > 1, "an item with one option is noted");
        }
    }

    fn check_places(&self) {
        let mut places = 0;
        for (number, &Cell { item, place }) in self.cells.iter().enumerate() {
            if item != SPACER {
                assert_eq!(at(self.sets[at(place)]), number, "a cell stands where it says");
                let next = self.items.get(at(item) + 1).map_or(self.sets.len(), |i| at(i.start));
                assert!((at(self.items[at(item)].start)..next).contains(&at(place)));
                places += 1;
            }
        }
        assert_eq!(places, self.sets.len());
    }
}
