//! An exact cover as plain arrays: what every adapter starts from.

use quadrille::{Bounds, Color, Problem};

/// An item of an option by its number, and the number of the colour that the option gives to it.
pub type Entry = (usize, Option<usize>);

/// An exact cover, read and checked.
///
/// Items are numbered from 0, the primary ones first. No option has an item twice, and only
/// secondary items have colours: quadrille's builder has seen to that.
#[derive(Clone, Debug)]
pub struct Cover {
    problem: Problem,
    bounds: Vec<Bounds>,
    secondary: usize,
    options: Vec<Vec<Entry>>,
}

impl Cover {
    /// A problem without costs.
    ///
    /// # Errors
    /// If it has costs, which no solver here takes.
    pub fn new(problem: Problem) -> Result<Self, &'static str> {
        if problem.features().costs {
            return Err("no solver here takes costs");
        }
        let entry = |entry: &quadrille::Entry| (entry.item.index(), entry.color.map(Color::index));
        // An option without a primary item is never chosen by quadrille. exact-covers asks for it
        // all the same (Knuth's "second death"), so that no solver gets it.
        let options = problem.options().filter(|&option| problem.is_choosable(option));
        let options = options.map(|option| problem.entries(option).iter().map(entry).collect());
        Ok(Self {
            bounds: problem.primary_items().map(|item| problem.bounds(item)).collect(),
            secondary: problem.secondary_items().len(),
            options: options.collect(),
            problem,
        })
    }

    /// The problem in quadrille's own form, which is flat arrays too.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The number of primary items.
    #[must_use]
    pub fn primary(&self) -> usize {
        self.bounds.len()
    }

    /// The number of secondary items.
    #[must_use]
    pub fn secondary(&self) -> usize {
        self.secondary
    }

    /// How often each primary item is to be covered.
    #[must_use]
    pub fn bounds(&self) -> &[Bounds] {
        &self.bounds
    }

    /// The options that have a primary item.
    #[must_use]
    pub fn options(&self) -> &[Vec<Entry>] {
        &self.options
    }

    /// The options without their colours, with the items numbered from 1 and in ascending order.
    #[must_use]
    pub fn rows_from_1(&self) -> Vec<Vec<usize>> {
        let row = |option: &Vec<Entry>| {
            let mut row: Vec<_> = option.iter().map(|(item, _)| item + 1).collect();
            row.sort_unstable();
            row
        };
        self.options.iter().map(row).collect()
    }

    /// Whether some option gives a colour to an item.
    #[must_use]
    pub fn has_colors(&self) -> bool {
        self.problem.features().colors
    }

    /// Whether some item is to be covered other than once.
    #[must_use]
    pub fn has_multiplicities(&self) -> bool {
        self.problem.features().multiplicities
    }

    /// Whether there is nothing to cover, or nothing to cover it with. Several crates panic then,
    /// or disagree.
    #[must_use]
    pub fn is_trivial(&self) -> bool {
        self.bounds.is_empty() || self.options.is_empty()
    }
}
