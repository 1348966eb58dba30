//! What is to be covered: [`Problem`], its builder, and Knuth's text format.
//!
//! A problem is a list of *items* and a list of *options*, each option a set of items. A solution
//! is a set of options that covers every *primary* item exactly once (or as often as its [`Bounds`]
//! say) and every *secondary* item at most once, or any number of times in one colour. This module
//! knows nothing of how a problem is solved.
//!
//! [`ProblemBuilder`] checks everything when it is added, and a `Problem` never changes: no engine
//! meets a repeated item, an unknown item or a coloured primary item.

mod build_error;
mod builder;
mod data;
mod display;
pub mod dlx;
mod entry;
mod names;
pub(crate) mod presolve;

use crate::ids::{Color, ItemId, OptionId};
use data::Data;
use std::sync::Arc;

pub use build_error::{BuildError, BuildErrorKind};
pub use builder::ProblemBuilder;
pub use entry::{Bounds, Entry, Features};
pub use presolve::Reduction;

/// An immutable, validated exact-cover problem.
///
/// Items are numbered from 0, primary items first ([`ItemId`]); options are numbered from 0
/// ([`OptionId`]). A clone shares the data, so that cloning is cheap: a [`Solver`](crate::Solver)
/// keeps a clone.
///
/// ```
/// use quadrille::ProblemBuilder;
///
/// let mut builder = ProblemBuilder::new();
/// let (a, b) = (builder.primary("a")?, builder.primary("b")?);
/// builder.option([a])?;
/// builder.option([a, b])?;
/// let problem = builder.build()?;
/// assert_eq!(problem.items().len(), 2);
/// assert_eq!(problem.item_name(b), "b");
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Problem {
    data: Arc<Data>,
}

impl Problem {
    /// All items, the primary ones first.
    pub fn items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.data.items.len()).map(ItemId::new)
    }

    /// The items that must be covered.
    pub fn primary_items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (0..self.data.primary).map(ItemId::new)
    }

    /// The items that may be covered.
    pub fn secondary_items(&self) -> impl ExactSizeIterator<Item = ItemId> + use<> {
        (self.data.primary..self.data.items.len()).map(ItemId::new)
    }

    /// Whether the item must be covered; `false` as well if there is no such item.
    #[must_use]
    pub fn is_primary(&self, item: ItemId) -> bool {
        self.data.is_primary(item)
    }

    /// The name of an item.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn item_name(&self, item: ItemId) -> &str {
        self.data.items.name(item.index())
    }

    /// The item with this name.
    #[must_use]
    pub fn item(&self, name: &str) -> Option<ItemId> {
        self.data.items.find(name).map(ItemId::new)
    }

    /// How often a primary item must be covered; 0 to 1 for a secondary item, whose coverings in
    /// one colour count as one.
    ///
    /// # Panics
    /// If the problem has no such item.
    #[must_use]
    pub fn bounds(&self, item: ItemId) -> Bounds {
        assert!(item.index() < self.data.items.len(), "no such item");
        if !self.is_primary(item) {
            return Bounds { low: 0, high: 1 };
        }
        self.data.bounds.get(item.index()).copied().unwrap_or(Bounds::ONCE)
    }

    /// The number of colours.
    #[must_use]
    pub fn color_count(&self) -> usize {
        self.data.colors.len()
    }

    /// The name of a colour.
    ///
    /// # Panics
    /// If the problem has no such colour.
    #[must_use]
    pub fn color_name(&self, color: Color) -> &str {
        self.data.colors.name(color.index())
    }

    /// All options.
    pub fn options(&self) -> impl ExactSizeIterator<Item = OptionId> + use<> {
        (0..self.data.starts.len() - 1).map(OptionId::new)
    }

    /// The entries of an option, in the order in which they were added.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn entries(&self, option: OptionId) -> &[Entry] {
        self.data.entries_of(option)
    }

    /// The number of entries in all options.
    #[must_use]
    pub fn entry_count(&self) -> usize {
        self.data.entries.len()
    }

    /// The features that the problem uses.
    #[must_use]
    pub fn features(&self) -> Features {
        Features {
            colors: self.data.entries.iter().any(|entry| entry.color.is_some()),
            multiplicities: !self.data.bounds.is_empty(),
            costs: !self.data.costs.is_empty(),
        }
    }

    /// The cost of an option; 0 by default.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn cost(&self, option: OptionId) -> u64 {
        assert!(option.index() < self.options().len(), "no such option");
        self.data.costs.get(option.index()).copied().unwrap_or(0)
    }

    /// The sum of the costs of some options.
    pub(crate) fn total_cost(&self, options: &[OptionId]) -> u128 {
        options.iter().map(|&option| u128::from(self.cost(option))).sum()
    }

    /// The label of an option, if it has one: text that the caller attached to it.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn label(&self, option: OptionId) -> Option<&str> {
        assert!(option.index() < self.options().len(), "no such option");
        self.data.labels.get(option.index()).map(|label| &**label).filter(|label| !label.is_empty())
    }

    /// Whether an option has a primary item. An option without one is never chosen.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn is_choosable(&self, option: OptionId) -> bool {
        self.data.is_choosable(option)
    }

    /// The same problem with a new secondary item for each of some cliques: groups of options of
    /// which a solution has at most one. The labels are left out.
    pub(crate) fn with_cliques(&self, cliques: &[Vec<OptionId>]) -> Self {
        self.data.with_cliques(cliques).into()
    }

    /// The arrays `starts` and `entries`: the entries of option `o` are
    /// `entries[starts[o]..starts[o + 1]]`.
    pub(crate) fn arrays(&self) -> (&[u32], &[Entry]) {
        (&self.data.starts, &self.data.entries)
    }

    /// The same problem without some options. The remaining options are renumbered.
    fn without(&self, is_removed: impl Fn(OptionId) -> bool) -> Self {
        let kept = self.options().filter(|&option| !is_removed(option));
        Self { data: Arc::new(self.data.with_options(kept)) }
    }
}

impl From<Data> for Problem {
    fn from(data: Data) -> Self {
        Self { data: Arc::new(data) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clique_is_a_secondary_item() {
        let text = "2:3|a b | x\na x:1 |5\na b |7\nb x:2\na\n";
        let problem: Problem = text.parse().unwrap();
        let cliques = [[0, 2], [1, 2]].map(|clique| clique.map(OptionId::new).to_vec());
        let with_cliques = problem.with_cliques(&cliques);
        assert_eq!(with_cliques.secondary_items().len(), 3);
        assert_eq!(with_cliques.primary_items().len(), 2);
        for item in problem.items() {
            assert_eq!(with_cliques.item_name(item), problem.item_name(item));
            assert_eq!(with_cliques.bounds(item), problem.bounds(item));
        }
        let added = [vec![3], vec![4], vec![3, 4], vec![]];
        for (option, added) in problem.options().zip(added) {
            let mut expected = problem.entries(option).to_vec();
            expected.extend(added.into_iter().map(|item| Entry::from(ItemId::new(item))));
            assert_eq!(with_cliques.entries(option), expected);
            assert_eq!(with_cliques.cost(option), problem.cost(option));
        }
    }
}
