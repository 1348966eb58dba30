//! [`Family`]: a problem that is written as text.

use super::random::Random;
use std::fmt;

/// An exact-cover problem as lines of names.
#[derive(Debug, Default)]
pub(crate) struct Family {
    items: Vec<String>,
    secondary_items: Vec<String>,
    options: Vec<String>,
}

impl Family {
    /// Adds a primary item; `K|` before its name means that it is covered K times.
    pub(crate) fn item(&mut self, name: impl Into<String>) {
        self.items.push(name.into());
    }

    pub(crate) fn secondary_item(&mut self, name: impl Into<String>) {
        self.secondary_items.push(name.into());
    }

    /// Adds an option; `:COLOUR` after the name of a secondary item is its colour.
    pub(crate) fn option(&mut self, items: &[impl AsRef<str>]) {
        let items: Vec<_> = items.iter().map(AsRef::as_ref).collect();
        self.options.push(items.join(" "));
    }

    /// Adds an option that has a cost.
    pub(crate) fn option_with_cost(&mut self, items: &[impl AsRef<str>], cost: usize) {
        let items: Vec<_> = items.iter().map(AsRef::as_ref).collect();
        self.options.push(format!("{} |{cost}", items.join(" ")));
    }

    /// Has each item without bounds covered `low` to `high` times.
    pub(crate) fn with_bounds(mut self, low: usize, high: usize) -> Self {
        let plain = self.items.iter_mut().filter(|item| !item.contains('|'));
        plain.for_each(|item| item.insert_str(0, &format!("{low}:{high}|")));
        self
    }

    /// Has `number` options chosen that share no item, of the options in a random order.
    pub(crate) fn choosing(mut self, number: usize, seed: u64) -> Self {
        self.secondary_items.splice(0..0, std::mem::take(&mut self.items));
        self.items.push(format!("{number}|chosen"));
        self.options.iter_mut().for_each(|option| option.insert_str(0, "chosen "));
        Random::new(seed).shuffle(&mut self.options);
        self
    }

    /// Gives each option a random cost from 0 to `most`.
    pub(crate) fn with_costs(mut self, most: usize, seed: u64) -> Self {
        let mut random = Random::new(seed);
        for option in &mut self.options {
            option.push_str(&format!(" |{}", random.below(most + 1)));
        }
        self
    }
}

/// Knuth's text format.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.items.join(" "))?;
        if !self.secondary_items.is_empty() {
            write!(f, " | {}", self.secondary_items.join(" "))?;
        }
        writeln!(f)?;
        self.options.iter().try_for_each(|option| writeln!(f, "{option}"))
    }
}
