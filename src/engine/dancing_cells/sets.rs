//! The data structure of dancing cells, and its operations.
//!
//! Each entry of each option is a [`Cell`] in one array. The cells of an option are neighbours,
//! with a *spacer* before and after, whose `place` is the first cell of the option before it. Each
//! item has a *sparse set* of cells, a range of another array: those from `start` to `end` are in
//! the set, those after it have been removed, and a cell's `place` says where it is. So to remove a
//! cell is to swap it with the last one of the set and to decrease `end`; and to put back all that
//! was removed since is to set `end` to what it was. The order within the set may then be another
//! one.
//!
//! The items themselves are kept in the same way. Those that are *active* come first, and `pos`
//! says where: a primary item is active until it is covered, a secondary one until it is covered or
//! purified. Primary and secondary items have a range each.
//!
//! To *hide* an option, as seen from one of its cells, is to remove its other cells from the sets
//! of their active items. To *cover* an item is to make it inactive and hide all its options; to
//! *purify* a secondary item is to make it inactive and hide those of its options that give it
//! another colour. The set of an inactive item is left as it is until everything since is undone,
//! so that the options of a level stay where they are.
//!
//! What is needed to undo is saved in one of two ways ([`Saved`]). As a rule, the ends of all
//! active items are saved before something is tried: nothing has to be recorded in the inner loop.
//! That takes memory with the square of the number of items where a search is deep, and so in large
//! problems each removal is recorded instead.
//!
//! # Invariants
//! Between two steps of the search
//! - `sets[cells[c].place] == c` for every cell, and `list[items[i].pos] == i` for every item;
//! - the set of an active item holds just those of its options that conflict with none of those
//!   chosen;
//! - every active primary item has an option left, and is in the unit queue if it has but one.

use super::heuristic::{Heuristic, HeuristicState};
use crate::engine::root_propagation::Root;
use crate::engine::unchecked::Unchecked;
use crate::ids::{Color, as_index, to_u32};
use crate::problem::Problem;

/// The `item` of a spacer.
const SPACER: u32 = u32::MAX;

/// An entry of an option, or a spacer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    item: u32,
    /// Where the cell is in the set of its item; of a spacer, the first cell of the option before
    /// it.
    place: u32,
}

/// An item, and its set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Item {
    start: u32,
    end: u32,
    /// Where the item is in the list of items.
    pos: u32,
    /// Of an inactive item, the colour in which it was purified, or 0. Of no meaning while it is
    /// active.
    color: u32,
}

/// The ends of the active items in the list: they are at `0..primary` and at
/// `first_secondary..secondary`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Active {
    primary: u32,
    secondary: u32,
}

/// Items, options and their sets. See the module documentation.
#[derive(Clone, Debug)]
pub(super) struct SparseSets<const COLORS: bool> {
    cells: Unchecked<Vec<Cell>>,
    /// For each cell, the colour that the option gives to the item, or 0. Empty without `COLORS`.
    colors: Unchecked<Vec<u32>>,
    sets: Unchecked<Vec<u32>>,
    items: Unchecked<Vec<Item>>,
    list: Unchecked<Vec<u32>>,
    active: Active,
    /// Items below this are primary.
    primary: u32,
    /// The first cell of each option, in ascending order, and the option's number.
    firsts: Vec<u32>,
    numbers: Vec<u32>,
    /// The least number of primary items of an option.
    least: u32,
    saved: Saved,
    /// Primary items with one option left, in the order of their last removals.
    unit_queue: Vec<u32>,
    /// All items of the queue before this one are inactive.
    first_unit: u32,
    /// The number of active primary items that lost their last option when an item was covered.
    wiped_out: u32,
    /// The item that lost its last option at the last failure; at first none.
    conflict_item: u32,
    heuristic: HeuristicState,
    updates: u64,
}

/// The data to restore the ends of sets.
#[derive(Clone, Debug)]
enum Saved {
    /// The active items and their ends, at each savepoint.
    Ends(Vec<(u32, u32)>),
    /// The item of each cell that was removed.
    Removals(Vec<u32>),
}

/// The number of items up to which ends are saved. With more, a search of as many levels would take
/// more than 256 MiB.
const MAX_ITEMS_OF_ENDS: usize = 1 << 13;

/// The state to which later changes are undone, besides [`Saved`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Savepoint {
    active: Active,
    /// The number of items wiped out when the item of the level was covered: its option must
    /// contain them all.
    pub(super) wiped_out: u32,
    units: u32,
    first_unit: u32,
    /// The index of its data in [`Saved`].
    saved: usize,
}

impl<const COLORS: bool> SparseSets<COLORS> {
    /// The empty structure for a problem.
    #[allow(unsafe_code)]
    pub(super) fn new(problem: &Problem, heuristic: Heuristic) -> Self {
        let saved = match problem.items().len() {
            0..=MAX_ITEMS_OF_ENDS => Saved::Ends(Vec::new()),
            _ => Saved::Removals(Vec::new()),
        };
        // SAFETY: `build` gives each array an element for all that will name it: cells for the
        // entries and a spacer on either side of each option, with colours beside them if there are
        // any; a place in `sets` for each cell but the spacers; an item, and its place in the list,
        // for each item of the problem. Later they keep their lengths, and numbers of cells, places
        // and items are only moved from one element to another.
        unsafe {
            Self {
                cells: Unchecked::new(Vec::new()),
                colors: Unchecked::new(Vec::new()),
                sets: Unchecked::new(Vec::new()),
                items: Unchecked::new(Vec::new()),
                list: Unchecked::new(Vec::new()),
                active: Active { primary: 0, secondary: 0 },
                primary: to_u32(problem.primary_items().len()),
                firsts: Vec::new(),
                numbers: Vec::new(),
                least: 1,
                saved,
                unit_queue: Vec::new(),
                first_unit: 0,
                wiped_out: 0,
                conflict_item: u32::MAX,
                heuristic: HeuristicState::new(heuristic, problem.primary_items().len()),
                updates: 0,
            }
        }
    }

    /// Builds the structure of the problem left at the root, without new memory if possible.
    pub(super) fn build(&mut self, root: &Root, problem: &Problem) {
        self.saved.truncate(0);
        self.unit_queue.clear();
        (self.first_unit, self.wiped_out, self.updates) = (0, 0, 0);
        self.conflict_item = u32::MAX;
        self.heuristic.begin();
        self.add_items(root, problem);
        self.add_options(root);
    }

    /// Adds the items, each with an empty range for its set, and the list of active items.
    fn add_items(&mut self, root: &Root, problem: &Problem) {
        self.items.vec_mut().clear();
        self.list.vec_mut().clear();
        let mut start = 0;
        for item in problem.items() {
            let own = Item { start, end: start, pos: item.number(), color: 0 };
            self.items.vec_mut().push(own);
            self.list.vec_mut().push(item.number());
            start += if root.is_open(item) { root.count(item) } else { 0 };
        }
        self.sets.vec_mut().clear();
        self.sets.vec_mut().resize(as_index(start), 0);
        self.active = Active { primary: self.primary, secondary: to_u32(self.items.len()) };
        for item in problem.items().filter(|&item| !root.is_open(item)) {
            self.active = self.deactivate(item.number(), self.active);
        }
    }

    /// Adds the cells of all options. Items with a fixed colour and idle items need no cells.
    fn add_options(&mut self, root: &Root) {
        self.cells.vec_mut().clear();
        self.colors.vec_mut().clear();
        self.firsts.clear();
        self.numbers.clear();
        self.least = u32::MAX;
        self.add_cell(Cell { item: SPACER, place: 0 }, 0);
        let all = !COLORS && !root.has_idle();
        for (option, entries) in root.options() {
            let first = to_u32(self.cells.len());
            self.firsts.push(first);
            self.numbers.push(option.number());
            for entry in entries.iter().filter(|entry| all || root.is_open(entry.item)) {
                let item = &mut self.items[entry.item.number()];
                let place = item.end;
                item.end += 1;
                self.sets[place] = to_u32(self.cells.len());
                let cell = Cell { item: entry.item.number(), place };
                self.add_cell(cell, entry.color.map_or(0, Color::number));
            }
            let own = self.cells[as_index(first)..].iter();
            let primary = own.filter(|cell| cell.item < self.primary).count();
            self.least = self.least.min(to_u32(primary));
            self.add_cell(Cell { item: SPACER, place: first }, 0);
        }
    }

    fn add_cell(&mut self, cell: Cell, color: u32) {
        self.cells.vec_mut().push(cell);
        if COLORS {
            self.colors.vec_mut().push(color);
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
        self.cells[cell].item
    }

    /// The range of the set of an item.
    pub(super) fn set(&self, item: u32) -> (u32, u32) {
        let Item { start, end, .. } = self.items[item];
        (start, end)
    }

    /// The cell at a place of a set.
    pub(super) fn cell(&self, place: u32) -> u32 {
        self.sets[place]
    }

    /// The next active unit item, or else the best active item; `None` if no primary item is
    /// active.
    pub(super) fn choose(&mut self) -> Option<u32> {
        while let Some(&item) = self.unit_queue.get(as_index(self.first_unit)) {
            self.first_unit += 1;
            if self.items[item].pos < self.active.primary {
                return Some(item);
            }
        }
        let active = &self.list[..as_index(self.active.primary)];
        self.heuristic.best(active, |item| self.items[item].end - self.items[item].start)
    }

    /// The active primary items.
    pub(super) fn active_items(&self) -> impl Iterator<Item = u32> {
        self.list[..as_index(self.active.primary)].iter().copied()
    }

    /// Whether at most `most` primary items are active, and surely at most `most` options are left.
    ///
    /// An option is in the sets of `least` or more primary items, which bounds the number of
    /// options.
    pub(super) fn is_small(&self, most: u32) -> bool {
        if self.active.primary == 0 || self.active.primary > most {
            return false;
        }
        let sizes = self.active_items().map(|item| {
            let Item { start, end, .. } = self.items[item];
            u64::from(end - start)
        });
        sizes.sum::<u64>() <= u64::from(most) * u64::from(self.least)
    }

    /// Covers a primary item.
    pub(super) fn cover(&mut self, item: u32) {
        match self.saved {
            Saved::Ends(_) => self.cover_with::<false>(item),
            Saved::Removals(_) => self.cover_with::<true>(item),
        }
    }

    fn cover_with<const RECORDS: bool>(&mut self, item: u32) {
        self.active = self.deactivate(item, self.active);
        let mut hiding = self.hiding(self.active);
        let (mut place, end) = (hiding.items[item].start, hiding.items[item].end);
        while place < end {
            hiding.hide::<COLORS, false, RECORDS>(hiding.sets[place]);
            place += 1;
        }
        (self.wiped_out, self.updates) = (hiding.wiped_out, hiding.updates);
    }

    /// Saves the state for [`restore`](Self::restore).
    pub(super) fn save(&mut self) -> Savepoint {
        let Self { saved, items, list, active, .. } = self;
        let mark = Savepoint {
            active: *active,
            wiped_out: self.wiped_out,
            units: to_u32(self.unit_queue.len()),
            first_unit: self.first_unit,
            saved: saved.len(),
        };
        if let Saved::Ends(ends) = saved {
            let end = |&item: &u32| (item, items[item].end);
            ends.extend(list[..as_index(active.primary)].iter().map(end));
            ends.extend(list[as_index(self.primary)..as_index(active.secondary)].iter().map(end));
        }
        mark
    }

    /// Undoes all changes since a savepoint. Later savepoints have been dropped.
    pub(super) fn restore(&mut self, mark: &Savepoint) {
        self.active = mark.active;
        self.unit_queue.truncate(as_index(mark.units));
        self.first_unit = mark.first_unit;
        match &mut self.saved {
            Saved::Ends(ends) => {
                for &(item, end) in &ends[mark.saved..] {
                    self.items[item].end = end;
                }
            }
            Saved::Removals(items) => {
                for item in items.drain(mark.saved..) {
                    self.items[item].end += 1;
                }
            }
        }
    }

    /// Drops the data of the last savepoint. Its changes are undone with those of the level before.
    pub(super) fn drop_saved(&mut self, mark: &Savepoint) {
        if let Saved::Ends(ends) = &mut self.saved {
            ends.truncate(mark.saved);
        }
    }

    /// Commits to the option of a cell whose item has just been covered, which wiped out
    /// `wiped_out` items: covers or purifies its other items. Returns whether each active item has
    /// an option left; if not, the state is incomplete and must be restored.
    pub(super) fn commit(&mut self, cell: u32, wiped_out: u32) -> bool {
        match self.saved {
            Saved::Ends(_) => self.commit_with::<false>(cell, wiped_out),
            Saved::Removals(_) => self.commit_with::<true>(cell, wiped_out),
        }
    }

    #[inline(always)]
    fn commit_with<const RECORDS: bool>(&mut self, cell: u32, wiped_out: u32) -> bool {
        let before = self.active;
        if self.deactivate_others(cell) < wiped_out || self.conflicts_again() {
            return false;
        }
        let mut other = self.after(cell);
        while other != cell {
            if !self.cover_or_purify::<RECORDS>(other, before) {
                return false;
            }
            other = self.after(other);
        }
        true
    }

    /// Learns whether an option of an item, that was tried, could be chosen. If it failed because
    /// it lacks an item that was wiped out before, the failure is attributed to the conflict item
    /// of the failure before it: options of one item often fail for the same reason.
    #[inline(always)]
    pub(super) fn learn(&mut self, item: u32, could: bool) {
        let conflict = if self.conflict_item < self.primary { self.conflict_item } else { item };
        self.heuristic.learn(item, (!could).then_some(conflict));
    }

    /// Makes the other items of an option inactive. Returns how many of them are wiped out.
    fn deactivate_others(&mut self, cell: u32) -> u32 {
        let (mut active, mut wiped_out) = (self.active, 0);
        let mut other = self.after(cell);
        while other != cell {
            let item = self.cells[other].item;
            let Item { start, end, pos, .. } = self.items[item];
            wiped_out += u32::from(item < self.primary && start == end);
            if !COLORS || pos < active.secondary {
                active = self.deactivate(item, active);
                if COLORS {
                    self.items[item].color = self.colors[other];
                }
            }
            other = self.after(other);
        }
        self.active = active;
        wiped_out
    }

    /// Whether the last conflict item will be wiped out again: every option in its set conflicts
    /// with a chosen one.
    fn conflicts_again(&self) -> bool {
        if self.conflict_item >= self.primary {
            return false;
        }
        let Item { start, end, pos, .. } = self.items[self.conflict_item];
        pos < self.active.primary && (start..end).all(|place| self.conflicts(self.sets[place]))
    }

    /// Whether the option of a cell conflicts with one that is chosen.
    fn conflicts(&self, cell: u32) -> bool {
        let mut other = self.after(cell);
        while other != cell {
            let item = self.cells[other].item;
            let color = self.items[item].color;
            let agrees = COLORS && color != 0 && color == self.colors[other];
            if !agrees && !self.is_active(item) {
                return true;
            }
            other = self.after(other);
        }
        false
    }

    fn is_active(&self, item: u32) -> bool {
        let pos = self.items[item].pos;
        pos < if item < self.primary { self.active.primary } else { self.active.secondary }
    }

    /// The next cell of the same option, after the last the first.
    fn after(&self, cell: u32) -> u32 {
        let next = self.cells[cell + 1];
        if next.item == SPACER { next.place } else { cell + 1 }
    }

    /// Swaps an active item with the last active one of its kind. Returns which are active then.
    fn deactivate(&mut self, item: u32, mut active: Active) -> Active {
        let count = if item < self.primary { &mut active.primary } else { &mut active.secondary };
        *count -= 1;
        let (pos, other) = (self.items[item].pos, self.list[*count]);
        self.list[pos] = other;
        self.list[*count] = item;
        self.items[other].pos = pos;
        self.items[item].pos = *count;
        active
    }

    /// Hides the options that conflict with the option of a cell over its item, which was active
    /// `before`, or else has been purified in the same colour.
    #[inline(always)]
    fn cover_or_purify<const RECORDS: bool>(&mut self, cell: u32, before: Active) -> bool {
        let item = self.cells[cell].item;
        let Item { start: mut place, end, pos, .. } = self.items[item];
        if COLORS && pos >= before.secondary {
            return true;
        }
        let color = if COLORS { self.colors[cell] } else { 0 };
        let mut hiding = self.hiding(before);
        let mut alive = true;
        while alive && place < end {
            let other = hiding.sets[place];
            if !COLORS || color == 0 || hiding.colors[other] != color {
                alive = hiding.hide::<COLORS, true, RECORDS>(other);
            }
            place += 1;
        }
        (self.updates, self.conflict_item) = (hiding.updates, hiding.conflict_item);
        alive
    }

    fn hiding(&mut self, before: Active) -> Hiding<'_> {
        Hiding {
            cells: self.cells.view_mut(),
            colors: self.colors.view(),
            sets: self.sets.view_mut(),
            items: self.items.view_mut(),
            unit_queue: &mut self.unit_queue,
            saved: &mut self.saved,
            purified: before.secondary,
            primary: self.active.primary,
            wiped_out: 0,
            conflict_item: self.conflict_item,
            updates: self.updates,
        }
    }
}

/// The fields that hiding changes, borrowed separately so that the inner loop keeps them in
/// registers.
struct Hiding<'a> {
    cells: Unchecked<&'a mut [Cell]>,
    colors: Unchecked<&'a [u32]>,
    sets: Unchecked<&'a mut [u32]>,
    items: Unchecked<&'a mut [Item]>,
    unit_queue: &'a mut Vec<u32>,
    saved: &'a mut Saved,
    /// Items from this place of the list on were purified earlier.
    purified: u32,
    /// Items before this place of the list are primary and active.
    primary: u32,
    wiped_out: u32,
    conflict_item: u32,
    updates: u64,
}

impl Saved {
    fn len(&self) -> usize {
        match self {
            Self::Ends(ends) => ends.len(),
            Self::Removals(items) => items.len(),
        }
    }

    fn truncate(&mut self, len: usize) {
        match self {
            Self::Ends(ends) => ends.truncate(len),
            Self::Removals(items) => items.truncate(len),
        }
    }
}

impl Hiding<'_> {
    /// Removes the other cells of an option from their sets: first those after the cell, then those
    /// before. With `STOP` it ends at the first active item that would be wiped out, and returns
    /// whether there was none. With `RECORDS` the removals are recorded.
    #[inline(always)]
    fn hide<const COLORS: bool, const STOP: bool, const RECORDS: bool>(
        &mut self,
        cell: u32,
    ) -> bool {
        let mut other = cell + 1;
        loop {
            let next = self.cells[other];
            if next.item == SPACER {
                other = next.place;
                break;
            }
            if !self.remove::<COLORS, STOP, RECORDS>(other, next) {
                return false;
            }
            other += 1;
        }
        while other != cell {
            if !self.remove::<COLORS, STOP, RECORDS>(other, self.cells[other]) {
                return false;
            }
            other += 1;
        }
        true
    }

    #[inline(always)]
    fn remove<const COLORS: bool, const STOP: bool, const RECORDS: bool>(
        &mut self,
        number: u32,
        cell: Cell,
    ) -> bool {
        let item = &mut self.items[cell.item];
        if COLORS && item.pos >= self.purified {
            return true;
        }
        item.end -= 1;
        let (end, place) = (item.end, cell.place);
        if end <= item.start + 1 && item.pos < self.primary {
            if end == item.start {
                self.wiped_out += 1;
                if STOP {
                    item.end += 1;
                    self.conflict_item = cell.item;
                    return false;
                }
            } else {
                self.unit_queue.push(cell.item);
            }
        }
        if RECORDS && let Saved::Removals(items) = self.saved {
            items.push(cell.item);
        }
        let last = self.sets[end];
        self.sets[place] = last;
        self.sets[end] = number;
        self.cells[last].place = place;
        self.cells[number].place = end;
        self.updates += 1;
        true
    }
}

#[cfg(test)]
impl<const COLORS: bool> SparseSets<COLORS> {
    /// Switches to [`Saved::Removals`], which large problems use. There must be no savepoint.
    pub(super) fn record_removals(&mut self) {
        assert_eq!(self.saved.len(), 0);
        self.saved = Saved::Removals(Vec::new());
    }

    /// The length of the saved data.
    pub(super) fn saved_len(&self) -> usize {
        self.saved.len()
    }

    /// Checks the invariants of this file, one by one. `conflicts` says of an option whether it
    /// conflicts with those chosen. The last invariant holds unless `may_be_wiped_out`.
    pub(super) fn check(&self, may_be_wiped_out: bool, conflicts: impl Fn(u32) -> bool) {
        self.check_places();
        for (item, &Item { pos, .. }) in self.items.iter().enumerate() {
            assert_eq!(as_index(self.list[pos]), item, "an item is where it says");
            assert_eq!(
                item < as_index(self.primary),
                pos < self.primary,
                "each kind has a stretch"
            );
        }
        for cell in (0..to_u32(self.cells.len())).filter(|&cell| self.cells[cell].item != SPACER) {
            let Cell { item, place } = self.cells[cell];
            if self.is_active(item) {
                let removed = place >= self.items[item].end;
                assert_eq!(removed, conflicts(self.option_of(cell)), "cell {cell} of item {item}");
            }
        }
        for item in (0..self.primary).filter(|&item| !may_be_wiped_out && self.is_active(item)) {
            let (start, end) = self.set(item);
            assert!(start < end, "active items have an option left");
            let queued = self.unit_queue[as_index(self.first_unit)..].contains(&item);
            assert!(queued || end - start > 1, "an item with one option is in the queue");
        }
    }

    fn check_places(&self) {
        let mut places = 0;
        for (number, &Cell { item, place }) in self.cells.iter().enumerate() {
            if item != SPACER {
                assert_eq!(as_index(self.sets[place]), number, "a cell is where it says");
                let next = self
                    .items
                    .get(as_index(item) + 1)
                    .map_or(self.sets.len(), |i| as_index(i.start));
                assert!((as_index(self.items[item].start)..next).contains(&as_index(place)));
                places += 1;
            }
        }
        assert_eq!(places, self.sets.len());
    }
}
