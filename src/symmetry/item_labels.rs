//! [`ItemLabels`]: which items symmetries may exchange.

use crate::ids::{ItemId, to_u32};
use crate::problem::Problem;
use std::collections::HashMap;

/// Labels of the items of a problem: a symmetry maps each item to one with the same label.
///
/// ```
/// use quadrille::Problem;
/// use quadrille::symmetry::{ItemLabels, Symmetries};
///
/// let problem: Problem = "a b c d\na b\nc d\na c\nb d".parse()?;
/// assert_eq!(Symmetries::of(&problem).order(), 8u32.into());
/// let labels = ItemLabels::new(&problem).fix(problem.item("a"));
/// assert_eq!(Symmetries::keeping(&problem, &labels)?.order(), 2u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ItemLabels {
    labels: Vec<u32>,
}

impl ItemLabels {
    /// The same label for all items.
    #[must_use]
    pub fn new(problem: &Problem) -> Self {
        Self { labels: vec![0; problem.items().len()] }
    }

    /// Gives each of these items a label of its own, so that it stays in place. Unknown items are
    /// ignored.
    #[must_use]
    pub fn fix(self, items: impl IntoIterator<Item = ItemId>) -> Self {
        let numbers = (1..).zip(items).map(|(number, item)| (item, number));
        self.separate(numbers)
    }

    /// Separates these items from all others, so that they stay a set. Items that were separated
    /// before remain so. Unknown items are ignored.
    #[must_use]
    pub fn keep(self, items: impl IntoIterator<Item = ItemId>) -> Self {
        self.separate(items.into_iter().map(|item| (item, 1)))
    }

    /// Gives items different labels that have different labels or other numbers; without a number,
    /// it is 0.
    fn separate(self, items: impl Iterator<Item = (ItemId, u32)>) -> Self {
        let mut kept = vec![0; self.labels.len()];
        for (item, number) in items {
            if let Some(kept) = kept.get_mut(item.index()) {
                *kept = number;
            }
        }
        let mut numbers = HashMap::new();
        let labels = self.labels.into_iter().zip(kept).map(|key| {
            let next = to_u32(numbers.len());
            *numbers.entry(key).or_insert(next)
        });
        Self { labels: labels.collect() }
    }

    /// Of each item, its label.
    #[must_use]
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }
}
