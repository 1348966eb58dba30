//! [`ProblemBuilder`]: the only way to a [`Problem`], and the place where all of it is checked.
//!
//! Every call checks what it adds and returns an error that names it, so that a text reader can add
//! the line. The checks cost O(1) per entry and are never disabled.

use super::Problem;
use super::build_error::{BuildError, BuildErrorKind};
use super::data::Data;
use super::entry::{Bounds, Entry};
use crate::ids::{Color, ItemId, OptionId, to_u32};

/// Collects items and options, checks them, and builds a [`Problem`].
///
/// Primary items are added before secondary items, and an option after its items.
///
/// ```
/// use quadrille::{Entry, ProblemBuilder};
///
/// let mut builder = ProblemBuilder::new();
/// let p = builder.primary("p")?;
/// let x = builder.secondary("x")?;
/// let red = builder.color("red")?;
/// builder.option([p.into(), Entry::colored(x, red)])?;
/// let problem = builder.build()?;
/// assert!(problem.features().colors);
/// # Ok::<(), quadrille::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProblemBuilder {
    data: Data,
    /// For each item, the last option that has it: `o + 1`, or 0 for none. Finds repeated items in
    /// O(1).
    last_option: Vec<u32>,
}

impl Default for ProblemBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl ProblemBuilder {
    /// A builder without items and options.
    #[must_use]
    pub fn new() -> Self {
        Self { data: Data::new(), last_option: Vec::new() }
    }

    /// Adds an item that must be covered exactly once.
    ///
    /// # Errors
    /// [`BadName`](BuildErrorKind::BadName), [`DuplicateItem`](BuildErrorKind::DuplicateItem),
    /// [`PrimaryAfterSecondary`](BuildErrorKind::PrimaryAfterSecondary),
    /// [`TooLarge`](BuildErrorKind::TooLarge).
    pub fn primary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.primary_bounded(name, Bounds::ONCE)
    }

    /// Adds an item that must be covered at least `bounds.low` and at most `bounds.high` times.
    ///
    /// # Errors
    /// As [`primary`](Self::primary), and [`BadBounds`](BuildErrorKind::BadBounds) if `low` is
    /// above `high`.
    pub fn primary_bounded(&mut self, name: &str, bounds: Bounds) -> Result<ItemId, BuildError> {
        let Bounds { low, high } = bounds;
        if low > high {
            return Err(BuildErrorKind::BadBounds { item: name.to_owned(), low, high }.into());
        }
        if self.data.items.len() > self.data.primary {
            return Err(BuildErrorKind::PrimaryAfterSecondary { item: name.to_owned() }.into());
        }
        let item = self.item(name)?;
        self.data.primary += 1;
        if bounds != Bounds::ONCE {
            self.data.bounds.resize(item.index(), Bounds::ONCE);
            self.data.bounds.push(bounds);
        }
        Ok(item)
    }

    /// Adds an item that may be covered: at most once, or any number of times in one colour.
    ///
    /// # Errors
    /// [`BadName`](BuildErrorKind::BadName), [`DuplicateItem`](BuildErrorKind::DuplicateItem),
    /// [`TooLarge`](BuildErrorKind::TooLarge).
    pub fn secondary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.item(name)
    }

    /// The item with this name, if it has been added.
    #[must_use]
    pub fn find_item(&self, name: &str) -> Option<ItemId> {
        self.data.items.find(name).map(ItemId::new)
    }

    /// The colour with this name, which is added if it is new.
    ///
    /// # Errors
    /// [`BadName`](BuildErrorKind::BadName), [`TooLarge`](BuildErrorKind::TooLarge).
    pub fn color(&mut self, name: &str) -> Result<Color, BuildError> {
        if let Some(number) = self.data.colors.find(name) {
            return Ok(Color::new(number));
        }
        check_color(name)?;
        check_size(self.data.colors.len())?;
        Ok(Color::new(self.data.colors.intern(name).0))
    }

    /// Adds an option: a set of items, some in colours.
    ///
    /// An option without a primary item is allowed; no solution has it.
    ///
    /// # Errors
    /// [`EmptyOption`](BuildErrorKind::EmptyOption), [`UnknownItem`](BuildErrorKind::UnknownItem),
    /// [`RepeatedItem`](BuildErrorKind::RepeatedItem),
    /// [`UnknownColor`](BuildErrorKind::UnknownColor),
    /// [`ColoredPrimary`](BuildErrorKind::ColoredPrimary), [`TooLarge`](BuildErrorKind::TooLarge).
    /// After an error the builder is unchanged.
    pub fn option<I>(&mut self, entries: I) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<Entry>,
    {
        let option = OptionId::new(self.data.option_count());
        let start = self.data.entries.len();
        for entry in entries {
            if let Err(error) = self.entry(option, entry.into()) {
                self.discard_entries(start);
                return Err(error);
            }
        }
        if self.data.entries.len() == start {
            return Err(BuildErrorKind::EmptyOption { option }.into());
        }
        self.data.end_option();
        Ok(option)
    }

    /// Sets the cost of an option, which is 0 by default.
    ///
    /// # Errors
    /// [`UnknownOption`](BuildErrorKind::UnknownOption).
    pub fn cost(&mut self, option: OptionId, cost: u64) -> Result<(), BuildError> {
        self.check_option(option)?;
        let costs = &mut self.data.costs;
        if cost > 0 && costs.len() <= option.index() {
            costs.resize(option.index() + 1, 0);
        }
        if let Some(place) = costs.get_mut(option.index()) {
            *place = cost;
        }
        Ok(())
    }

    /// Attaches a label to an option: text of the caller's, which [`Problem::label`] returns and
    /// which changes nothing in a search. A label is one line: not empty, without control
    /// characters, and without blanks at its ends.
    ///
    /// ```
    /// use quadrille::ProblemBuilder;
    ///
    /// let mut builder = ProblemBuilder::new();
    /// let item = builder.primary("a")?;
    /// let option = builder.option([item])?;
    /// builder.label(option, "the only option")?;
    /// let problem = builder.build()?;
    /// assert_eq!(problem.label(option), Some("the only option"));
    /// # Ok::<(), quadrille::BuildError>(())
    /// ```
    ///
    /// Option ids count up from 0: a caller that needs more than text keeps a `Vec` beside the
    /// problem.
    ///
    /// # Errors
    /// [`UnknownOption`](BuildErrorKind::UnknownOption), [`BadLabel`](BuildErrorKind::BadLabel).
    pub fn label(&mut self, option: OptionId, label: &str) -> Result<(), BuildError> {
        self.check_option(option)?;
        if label.is_empty() || label.trim() != label || label.contains(char::is_control) {
            return Err(BuildErrorKind::BadLabel { label: label.to_owned() }.into());
        }
        let labels = &mut self.data.labels;
        if labels.len() <= option.index() {
            labels.resize(option.index() + 1, Box::default());
        }
        labels[option.index()] = label.into();
        Ok(())
    }

    /// Whether an option has a primary item. An option without one is never chosen.
    ///
    /// # Panics
    /// If there is no such option.
    #[must_use]
    pub fn is_choosable(&self, option: OptionId) -> bool {
        self.data.is_choosable(option)
    }

    /// Builds the problem.
    ///
    /// # Errors
    /// [`NoItems`](BuildErrorKind::NoItems) if no item was added.
    pub fn build(mut self) -> Result<Problem, BuildError> {
        if self.data.items.len() == 0 {
            return Err(BuildErrorKind::NoItems.into());
        }
        self.data.normalize();
        Ok(self.data.into())
    }

    fn check_option(&self, option: OptionId) -> Result<(), BuildError> {
        if option.index() < self.data.option_count() {
            return Ok(());
        }
        Err(BuildErrorKind::UnknownOption { option }.into())
    }

    fn item(&mut self, name: &str) -> Result<ItemId, BuildError> {
        check_name(name)?;
        check_size(self.data.items.len())?;
        let (number, new) = self.data.items.intern(name);
        if !new {
            return Err(BuildErrorKind::DuplicateItem { item: name.to_owned() }.into());
        }
        self.last_option.push(0);
        Ok(ItemId::new(number))
    }

    /// Adds an entry to the option that is being added.
    fn entry(&mut self, option: OptionId, entry: Entry) -> Result<(), BuildError> {
        let Entry { item, color } = entry;
        let name = |data: &Data| data.items.name(item.index()).to_owned();
        let Some(last) = self.last_option.get_mut(item.index()) else {
            return Err(BuildErrorKind::UnknownItem { item, option }.into());
        };
        let mark = to_u32(option.index() + 1);
        if *last == mark {
            return Err(BuildErrorKind::RepeatedItem { item: name(&self.data), option }.into());
        }
        if color.is_some() && self.data.is_primary(item) {
            return Err(BuildErrorKind::ColoredPrimary { item: name(&self.data), option }.into());
        }
        if color.is_some_and(|color| color.index() >= self.data.colors.len()) {
            return Err(BuildErrorKind::UnknownColor { item: name(&self.data), option }.into());
        }
        check_size(self.data.entries.len())?;
        *last = mark;
        self.data.entries.push(entry);
        Ok(())
    }

    /// Removes the entries from `start` on, which belong to a rejected option.
    fn discard_entries(&mut self, start: usize) {
        for entry in self.data.entries.drain(start..) {
            self.last_option[entry.item.index()] = 0;
        }
    }
}

/// Engines number the entries, options and items of a problem together in 32 bits.
fn check_size(count: usize) -> Result<(), BuildError> {
    const MOST: usize = 1 << 30;
    if count < MOST { Ok(()) } else { Err(BuildErrorKind::TooLarge.into()) }
}

/// Not part of a name: at the beginning of a text it is skipped.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Checks that a colour can be written in Knuth's format and read again.
fn check_color(name: &str) -> Result<(), BuildError> {
    let bad = |c: char| c.is_whitespace() || c.is_control() || c == BYTE_ORDER_MARK;
    if name.is_empty() || name.contains(bad) {
        return Err(BuildErrorKind::BadName { name: name.to_owned() }.into());
    }
    Ok(())
}

/// Checks that an item can be written in Knuth's format, with bounds or a colour, and read again.
fn check_name(name: &str) -> Result<(), BuildError> {
    if name.contains([':', '|']) {
        return Err(BuildErrorKind::BadName { name: name.to_owned() }.into());
    }
    check_color(name)
}

#[cfg(test)]
mod tests;
