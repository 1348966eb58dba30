//! [`SinglesState`]: the state of a search that propagates singles, with counters that are undone.

use crate::ids::{ItemId, OptionId, as_index, to_u32};
use crate::problem::Problem;

/// What is left of a puzzle. Choices are undone in reverse order.
#[derive(Debug)]
pub(super) struct SinglesState {
    /// The options of each item, and the items of each option.
    options: Vec<Vec<u32>>,
    items: Vec<Vec<u32>>,
    primary: usize,
    live: Vec<bool>,
    open: Vec<bool>,
    /// For each item, the number of its live options; of a closed item it means nothing.
    sizes: Vec<u32>,
    live_count: u32,
    open_primary: usize,
    open_cells: u32,
    cells: usize,
    trail: Vec<Change>,
    /// Open items that had one live option when they were added.
    units: Vec<u32>,
    is_wiped_out: bool,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Chosen(u32),
    Closed(u32),
    Removed(u32),
}

/// A position of the trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct SinglesMark(usize);

impl SinglesState {
    /// The state without clues. The first items are those of the cells.
    pub(super) fn new(problem: &Problem, cells: usize) -> Self {
        let items = |option| problem.entries(option).iter().map(|entry| entry.item.number());
        let items: Vec<Vec<_>> = problem.options().map(|option| items(option).collect()).collect();
        let mut options = vec![Vec::new(); problem.items().len()];
        for (option, items) in problem.options().zip(&items) {
            items.iter().for_each(|&item| options[as_index(item)].push(option.number()));
        }
        let sizes = options.iter().map(|options| to_u32(options.len())).collect();
        let primary = problem.primary_items().len();
        Self {
            primary,
            live: vec![true; items.len()],
            open: vec![true; options.len()],
            sizes,
            live_count: to_u32(items.len()),
            open_primary: primary,
            open_cells: to_u32(cells),
            cells,
            options,
            items,
            trail: Vec::new(),
            units: Vec::new(),
            is_wiped_out: false,
        }
    }

    pub(super) fn mark(&self) -> SinglesMark {
        SinglesMark(self.trail.len())
    }

    pub(super) fn is_live(&self, option: OptionId) -> bool {
        self.live[option.index()]
    }

    /// Whether all primary items are covered.
    pub(super) fn is_solved(&self) -> bool {
        self.open_primary == 0
    }

    pub(super) fn live_count(&self) -> u32 {
        self.live_count
    }

    /// The number of live options beyond one for each open cell.
    pub(super) fn excess(&self) -> u32 {
        self.live_count.saturating_sub(self.open_cells)
    }

    /// The open primary items, in ascending order, with their numbers of live options.
    pub(super) fn open_items(&self) -> impl Iterator<Item = (ItemId, u32)> {
        let open = self.open[..self.primary].iter().zip(&self.sizes).enumerate();
        open.filter(|(_, (is_open, _))| **is_open)
            .map(|(index, (_, &size))| (ItemId::new(index), size))
    }

    /// The live options of an item, in ascending order.
    pub(super) fn live_options(&self, item: ItemId) -> impl Iterator<Item = OptionId> {
        let options = self.options[item.index()].iter();
        options
            .map(|&option| OptionId::new(as_index(option)))
            .filter(|&option| self.is_live(option))
    }

    /// Chooses a live option, without propagation.
    pub(super) fn choose(&mut self, option: OptionId) {
        let chosen = option.index();
        self.live[chosen] = false;
        self.live_count -= 1;
        self.trail.push(Change::Chosen(option.number()));
        for place in 0..self.items[chosen].len() {
            let item = self.items[chosen][place];
            self.open[as_index(item)] = false;
            self.open_primary -= usize::from(as_index(item) < self.primary);
            self.open_cells -= u32::from(as_index(item) < self.cells);
            self.trail.push(Change::Closed(item));
        }
        for place in 0..self.items[chosen].len() {
            let item = as_index(self.items[chosen][place]);
            for place in 0..self.options[item].len() {
                let other = self.options[item][place];
                if self.live[as_index(other)] {
                    self.remove(other);
                }
            }
        }
    }

    fn remove(&mut self, option: u32) {
        self.live[as_index(option)] = false;
        self.live_count -= 1;
        self.trail.push(Change::Removed(option));
        for &item in &self.items[as_index(option)] {
            let index = as_index(item);
            self.sizes[index] -= 1;
            if self.sizes[index] <= 1 && self.open[index] && index < self.primary {
                match self.sizes[index] {
                    0 => self.is_wiped_out = true,
                    _ => self.units.push(item),
                }
            }
        }
    }

    /// Chooses all naked and hidden singles. Returns false if an open item has no live option.
    pub(super) fn propagate(&mut self) -> bool {
        while !self.is_wiped_out {
            let Some(item) = self.units.pop() else { return true };
            if self.open[as_index(item)] {
                let only = self.live_options(ItemId::new(as_index(item))).next();
                match only {
                    Some(only) => self.choose(only),
                    None => self.is_wiped_out = true,
                }
            }
        }
        self.units.clear();
        self.is_wiped_out = false;
        false
    }

    /// Undoes everything since a mark.
    pub(super) fn undo(&mut self, mark: SinglesMark) {
        self.units.clear();
        self.is_wiped_out = false;
        while self.trail.len() > mark.0 {
            match self.trail.pop() {
                Some(Change::Chosen(option)) => {
                    self.live[as_index(option)] = true;
                    self.live_count += 1;
                }
                Some(Change::Closed(item)) => {
                    self.open[as_index(item)] = true;
                    self.open_primary += usize::from(as_index(item) < self.primary);
                    self.open_cells += u32::from(as_index(item) < self.cells);
                }
                Some(Change::Removed(option)) => {
                    self.live[as_index(option)] = true;
                    self.live_count += 1;
                    for &item in &self.items[as_index(option)] {
                        self.sizes[as_index(item)] += 1;
                    }
                }
                None => {}
            }
        }
    }
}
