//! The arrays of a problem, which the builder fills and all clones of the problem share.

use super::entry::{Bounds, Entry};
use super::names::Names;
use crate::ids::{ItemId, OptionId, as_index, to_u32};

/// The data of a problem.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Data {
    pub(super) items: Names,
    /// Items below this number are primary, the others secondary.
    pub(super) primary: usize,
    /// Of each primary item; empty if all are [`Bounds::ONCE`].
    pub(super) bounds: Vec<Bounds>,
    pub(super) colors: Names,
    /// The entries of option `o` are `entries[starts[o]..starts[o + 1]]`.
    pub(super) starts: Vec<u32>,
    pub(super) entries: Vec<Entry>,
    /// Of each option; empty if all are 0.
    pub(super) costs: Vec<u64>,
    /// Of each option, empty text where it has none; empty if no option has one.
    pub(super) labels: Vec<Box<str>>,
}

impl Data {
    /// The data of a problem without items and options.
    pub(super) fn new() -> Self {
        Self {
            items: Names::default(),
            primary: 0,
            bounds: Vec::new(),
            colors: Names::default(),
            starts: vec![0],
            entries: Vec::new(),
            costs: Vec::new(),
            labels: Vec::new(),
        }
    }

    pub(super) fn option_count(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary
    }

    pub(super) fn entries_of(&self, option: OptionId) -> &[Entry] {
        let index = option.index();
        &self.entries[as_index(self.starts[index])..as_index(self.starts[index + 1])]
    }

    pub(super) fn is_choosable(&self, option: OptionId) -> bool {
        self.entries_of(option).iter().any(|entry| self.is_primary(entry.item))
    }

    /// The end of the last option: the entries after it become the next option.
    pub(super) fn end_option(&mut self) {
        self.starts.push(to_u32(self.entries.len()));
    }

    /// Brings bounds, costs and labels into the form in which equal problems have equal data.
    pub(super) fn normalize(&mut self) {
        if !self.bounds.is_empty() {
            self.bounds.resize(self.primary, Bounds::ONCE);
        }
        if self.costs.iter().all(|&cost| cost == 0) {
            self.costs = Vec::new();
        }
        if self.labels.iter().all(|label| label.is_empty()) {
            self.labels = Vec::new();
        }
        if !self.costs.is_empty() {
            self.costs.resize(self.option_count(), 0);
        }
        if !self.labels.is_empty() {
            self.labels.resize(self.option_count(), Box::default());
        }
    }

    /// The same items with some of the options.
    pub(super) fn with_options(&self, options: impl Iterator<Item = OptionId>) -> Self {
        let Self { items, primary, bounds, colors, .. } = self;
        let (items, bounds, colors) = (items.clone(), bounds.clone(), colors.clone());
        let mut data = Self { items, primary: *primary, bounds, colors, ..Self::new() };
        for option in options {
            data.entries.extend(self.entries_of(option));
            data.end_option();
            data.costs.extend(self.costs.get(option.index()));
            data.labels.extend(self.labels.get(option.index()).cloned());
        }
        data.normalize();
        data
    }

    /// The same, without labels, with a new secondary item for each of some groups of options.
    pub(super) fn with_cliques(&self, cliques: &[Vec<OptionId>]) -> Self {
        let Self { items, primary, bounds, colors, costs, .. } = self;
        let (mut items, bounds, colors) = (items.clone(), bounds.clone(), colors.clone());
        let mut added = vec![Vec::new(); self.option_count()];
        for clique in cliques {
            // No name of another item has a blank.
            let (item, _) = items.intern(&format!("clique {}", items.len()));
            clique.iter().for_each(|option| added[option.index()].push(ItemId::new(item)));
        }
        let costs = costs.clone();
        let mut data = Self { items, primary: *primary, bounds, colors, costs, ..Self::new() };
        for (option, added) in added.into_iter().enumerate() {
            data.entries.extend(self.entries_of(OptionId::new(option)));
            data.entries.extend(added.into_iter().map(Entry::from));
            data.end_option();
        }
        data
    }
}
