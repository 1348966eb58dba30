//! [`ProblemBuilder`]: the only way to a [`Problem`], and the place where all of it is checked.
//!
//! What is wrong is said when it is added, by name, so that a reader of text can say on which line. The
//! checks cost O(1) an entry and are never switched off.

use super::names::{Names, Short};
use super::{Bounds, Entry, Problem};
use crate::ids::{Color, ItemId, OptionId, narrow};
use std::fmt;

/// Collects items and options, checks them, and makes them a [`Problem`].
///
/// Items come first primary, then secondary; options may be added at any time after the items that they
/// have.
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
    problem: Problem,
    /// For each item, the last option that has it: `o + 1`, or 0 for none. Finds repeated items in O(1).
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
        let problem = Problem {
            items: Names::default(),
            primary: 0,
            bounds: Vec::new(),
            colors: Names::default(),
            starts: vec![0],
            entries: Vec::new(),
            costs: Vec::new(),
        };
        Self { problem, last_option: Vec::new() }
    }

    /// Adds an item that is to be covered exactly once.
    ///
    /// # Errors
    /// [`BadName`](BuildErrorKind::BadName), [`DuplicateItem`](BuildErrorKind::DuplicateItem),
    /// [`PrimaryAfterSecondary`](BuildErrorKind::PrimaryAfterSecondary),
    /// [`TooLarge`](BuildErrorKind::TooLarge).
    pub fn primary(&mut self, name: &str) -> Result<ItemId, BuildError> {
        self.primary_bounded(name, Bounds::ONCE)
    }

    /// Adds an item that is to be covered at least `bounds.low` and at most `bounds.high` times.
    ///
    /// # Errors
    /// As [`primary`](Self::primary), and [`BadBounds`](BuildErrorKind::BadBounds) if `low` is above `high`.
    pub fn primary_bounded(&mut self, name: &str, bounds: Bounds) -> Result<ItemId, BuildError> {
        let Bounds { low, high } = bounds;
        if low > high {
            return Err(BuildErrorKind::BadBounds { item: name.to_owned(), low, high }.into());
        }
        if self.problem.items.len() > self.problem.primary {
            return Err(BuildErrorKind::PrimaryAfterSecondary { item: name.to_owned() }.into());
        }
        let item = self.item(name)?;
        self.problem.primary += 1;
        if bounds != Bounds::ONCE {
            self.problem.bounds.resize(item.index(), Bounds::ONCE);
            self.problem.bounds.push(bounds);
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
        self.problem.item(name)
    }

    /// The colour with this name, which is made if it is new.
    ///
    /// # Errors
    /// [`BadName`](BuildErrorKind::BadName), [`TooLarge`](BuildErrorKind::TooLarge).
    pub fn color(&mut self, name: &str) -> Result<Color, BuildError> {
        if let Some(number) = self.problem.colors.find(name) {
            return Ok(Color::new(number));
        }
        check_color(name)?;
        check_size(self.problem.colors.len())?;
        Ok(Color::new(self.problem.colors.intern(name).0))
    }

    /// Adds an option: a set of items, some in colours.
    ///
    /// An option without a primary item is allowed, and never chosen.
    ///
    /// # Errors
    /// [`EmptyOption`](BuildErrorKind::EmptyOption), [`UnknownItem`](BuildErrorKind::UnknownItem),
    /// [`RepeatedItem`](BuildErrorKind::RepeatedItem), [`ColoredPrimary`](BuildErrorKind::ColoredPrimary),
    /// [`TooLarge`](BuildErrorKind::TooLarge). After an error the builder is as it was before.
    pub fn option<I>(&mut self, entries: I) -> Result<OptionId, BuildError>
    where
        I: IntoIterator,
        I::Item: Into<Entry>,
    {
        let option = OptionId::new(self.problem.starts.len() - 1);
        let start = self.problem.entries.len();
        for entry in entries {
            if let Err(error) = self.entry(option, entry.into()) {
                self.take_back(start);
                return Err(error);
            }
        }
        if self.problem.entries.len() == start {
            return Err(BuildErrorKind::EmptyOption { option }.into());
        }
        if !self.problem.costs.is_empty() {
            self.problem.costs.push(0);
        }
        self.problem.starts.push(narrow(self.problem.entries.len()));
        Ok(option)
    }

    /// Gives a cost to an option that has been added; it replaces an earlier one.
    ///
    /// # Errors
    /// [`UnknownOption`](BuildErrorKind::UnknownOption).
    pub fn cost(&mut self, option: OptionId, cost: u64) -> Result<(), BuildError> {
        let options = self.problem.starts.len() - 1;
        if option.index() >= options {
            return Err(BuildErrorKind::UnknownOption { option }.into());
        }
        if self.problem.costs.is_empty() && cost > 0 {
            self.problem.costs.resize(options, 0);
        }
        if let Some(place) = self.problem.costs.get_mut(option.index()) {
            *place = cost;
        }
        Ok(())
    }

    /// Whether an option that has been added has a primary item: one that has none is never chosen.
    ///
    /// # Panics
    /// If there is no such option.
    #[must_use]
    pub fn is_choosable(&self, option: OptionId) -> bool {
        self.problem.is_choosable(option)
    }

    /// The problem that was built.
    ///
    /// # Errors
    /// [`NoItems`](BuildErrorKind::NoItems) if no item was added.
    pub fn build(self) -> Result<Problem, BuildError> {
        let mut problem = self.problem;
        if problem.items.len() == 0 {
            return Err(BuildErrorKind::NoItems.into());
        }
        if !problem.bounds.is_empty() {
            problem.bounds.resize(problem.primary, Bounds::ONCE);
        }
        if problem.costs.iter().all(|&cost| cost == 0) {
            problem.costs = Vec::new();
        }
        Ok(problem)
    }

    fn item(&mut self, name: &str) -> Result<ItemId, BuildError> {
        check_name(name)?;
        check_size(self.problem.items.len())?;
        let (number, new) = self.problem.items.intern(name);
        if !new {
            return Err(BuildErrorKind::DuplicateItem { item: name.to_owned() }.into());
        }
        self.last_option.push(0);
        Ok(ItemId::new(number))
    }

    /// Adds an entry to the option that is being built.
    fn entry(&mut self, option: OptionId, entry: Entry) -> Result<(), BuildError> {
        let Entry { item, color } = entry;
        let name = |problem: &Problem| problem.item_name(item).to_owned();
        let Some(last) = self.last_option.get_mut(item.index()) else {
            return Err(BuildErrorKind::UnknownItem { item, option }.into());
        };
        let mark = narrow(option.index() + 1);
        if *last == mark {
            return Err(BuildErrorKind::RepeatedItem { item: name(&self.problem), option }.into());
        }
        if color.is_some() && self.problem.is_primary(item) {
            return Err(BuildErrorKind::ColoredPrimary { item: name(&self.problem), option }.into());
        }
        if color.is_some_and(|color| color.index() >= self.problem.colors.len()) {
            return Err(BuildErrorKind::UnknownColor { item: name(&self.problem), option }.into());
        }
        check_size(self.problem.entries.len())?;
        *last = mark;
        self.problem.entries.push(entry);
        Ok(())
    }

    /// Forgets the entries from `start`, which belong to an option that failed.
    fn take_back(&mut self, start: usize) {
        for entry in self.problem.entries.drain(start..) {
            self.last_option[entry.item.index()] = 0;
        }
    }
}

/// Engines number the entries, the options and the items of a problem together with `u32`s.
fn check_size(count: usize) -> Result<(), BuildError> {
    const MOST: usize = 1 << 30;
    if count < MOST { Ok(()) } else { Err(BuildErrorKind::TooLarge.into()) }
}

/// At the head of a text it is no part of the first name.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A colour can be written in Knuth's format, and read again.
fn check_color(name: &str) -> Result<(), BuildError> {
    let bad = |c: char| c.is_whitespace() || c.is_control() || c == BYTE_ORDER_MARK;
    if name.is_empty() || name.contains(bad) {
        return Err(BuildErrorKind::BadName { name: name.to_owned() }.into());
    }
    Ok(())
}

/// An item can be written in Knuth's format, perhaps with bounds and a colour, and read again.
fn check_name(name: &str) -> Result<(), BuildError> {
    if name.contains([':', '|']) {
        return Err(BuildErrorKind::BadName { name: name.to_owned() }.into());
    }
    check_color(name)
}

/// Why an item, an option or a whole problem was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    kind: BuildErrorKind,
}

impl BuildError {
    /// What was wrong.
    #[must_use]
    pub fn kind(&self) -> &BuildErrorKind {
        &self.kind
    }
}

impl From<BuildErrorKind> for BuildError {
    fn from(kind: BuildErrorKind) -> Self {
        Self { kind }
    }
}

/// The ways in which a problem can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildErrorKind {
    /// The name of an item or a colour is empty, or has a blank or a control character; or that of an item has
    /// `:` or `|`.
    BadName {
        /// The name.
        name: String,
    },
    /// Two items have the same name.
    DuplicateItem {
        /// Their name.
        item: String,
    },
    /// A primary item was added after a secondary one.
    PrimaryAfterSecondary {
        /// The name of the primary item.
        item: String,
    },
    /// The least number of coverings is above the greatest.
    BadBounds {
        /// The name of the item.
        item: String,
        /// The least number.
        low: u32,
        /// The greatest number.
        high: u32,
    },
    /// An option has no items.
    EmptyOption {
        /// The number that it would have had.
        option: OptionId,
    },
    /// An option has an item that was never added.
    UnknownItem {
        /// The item.
        item: ItemId,
        /// The number that the option would have had.
        option: OptionId,
    },
    /// An option has an item twice.
    RepeatedItem {
        /// The name of the item.
        item: String,
        /// The number that the option would have had.
        option: OptionId,
    },
    /// An option gives a colour to a primary item.
    ColoredPrimary {
        /// The name of the item.
        item: String,
        /// The number that the option would have had.
        option: OptionId,
    },
    /// An option gives a colour that was never made.
    UnknownColor {
        /// The name of the item.
        item: String,
        /// The number that the option would have had.
        option: OptionId,
    },
    /// A cost was given to an option that was never added.
    UnknownOption {
        /// The option.
        option: OptionId,
    },
    /// The problem has no items at all.
    NoItems,
    /// More than 2^30 items, colours or entries.
    TooLarge,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use BuildErrorKind as Kind;
        let number = |option: &OptionId| option.index() + 1;
        match &self.kind {
            Kind::BadName { name } if name.is_empty() => write!(f, "a name is empty"),
            Kind::BadName { name } => {
                write!(
                    f,
                    "`{}` is no name: it has a blank, a control character, `:` or `|`",
                    Short(name)
                )
            }
            Kind::DuplicateItem { item } => write!(f, "there are two items `{item}`"),
            Kind::PrimaryAfterSecondary { item } => {
                write!(f, "the primary item `{item}` comes after a secondary item")
            }
            Kind::BadBounds { item, low, high } => write!(
                f,
                "item `{item}` is to be covered at least {low} and at most {high} times, which is impossible"
            ),
            Kind::EmptyOption { option } => write!(f, "option {} has no items", number(option)),
            Kind::UnknownItem { item, option } => {
                write!(
                    f,
                    "option {} has item number {}, which was never added",
                    number(option),
                    item.index()
                )
            }
            Kind::RepeatedItem { item, option } => {
                write!(f, "option {} has item `{item}` twice", number(option))
            }
            Kind::ColoredPrimary { item, option } => write!(
                f,
                "option {} gives a colour to `{item}`, which is primary: only secondary items take colours",
                number(option)
            ),
            Kind::UnknownColor { item, option } => {
                write!(f, "option {} gives `{item}` a colour that was never made", number(option))
            }
            Kind::UnknownOption { option } => {
                write!(f, "there is no option {} to give a cost to", number(option))
            }
            Kind::NoItems => write!(f, "a problem needs at least one item"),
            Kind::TooLarge => write!(f, "more than 2^30 items, colours or entries"),
        }
    }
}

impl std::error::Error for BuildError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_items() -> (ProblemBuilder, ItemId, ItemId) {
        let mut builder = ProblemBuilder::new();
        let p = builder.primary("p").unwrap();
        let x = builder.secondary("x").unwrap();
        (builder, p, x)
    }

    #[test]
    fn every_error_names_what_is_wrong() {
        let (builder, p, x) = two_items();
        let red = builder.clone().color("red").unwrap();
        type Wrong = fn(&mut ProblemBuilder, ItemId, ItemId, Color) -> Result<(), BuildError>;
        let table: [(&str, Wrong); 13] = [
            ("there are two items `p`", |b, _, _, _| b.secondary("p").map(drop)),
            ("the primary item `q` comes after a secondary item", |b, _, _, _| {
                b.primary("q").map(drop)
            }),
            (
                "item `q` is to be covered at least 2 and at most 1 times, which is impossible",
                |_, _, _, _| {
                    ProblemBuilder::new().primary_bounded("q", Bounds { low: 2, high: 1 }).map(drop)
                },
            ),
            ("a name is empty", |b, _, _, _| b.secondary("").map(drop)),
            ("`a b` is no name: it has a blank, a control character, `:` or `|`", |b, _, _, _| {
                b.secondary("a b").map(drop)
            }),
            ("`a:b` is no name: it has a blank, a control character, `:` or `|`", |b, _, _, _| {
                b.secondary("a:b").map(drop)
            }),
            ("option 1 has no items", |b, _, _, _| b.option::<[ItemId; 0]>([]).map(drop)),
            ("option 1 has item number 7, which was never added", |b, _, _, _| {
                b.option([ItemId::new(7)]).map(drop)
            }),
            ("option 1 has item `x` twice", |b, p, x, _| b.option([x, p, x]).map(drop)),
            (
                "option 1 gives a colour to `p`, which is primary: only secondary items take colours",
                |b, p, _, red| b.option([Entry::colored(p, red)]).map(drop),
            ),
            ("option 1 gives `x` a colour that was never made", |b, _, x, red| {
                b.option([Entry::colored(x, red)]).map(drop)
            }),
            ("there is no option 1 to give a cost to", |b, _, _, _| b.cost(OptionId::new(0), 1)),
            ("a problem needs at least one item", |_, _, _, _| {
                ProblemBuilder::new().build().map(drop)
            }),
        ];
        for (message, wrong) in table {
            let error = wrong(&mut builder.clone(), p, x, red).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
    }

    #[test]
    fn an_option_that_failed_leaves_nothing_behind() {
        let (mut builder, p, x) = two_items();
        builder.option([p, x, p]).unwrap_err();
        let option = builder.option([p, x]).unwrap();
        assert_eq!(option.index(), 0);
        let problem = builder.build().unwrap();
        assert_eq!(problem.entries(option), [p.into(), x.into()]);
        assert_eq!(problem.options().len(), 1);
    }

    #[test]
    fn bounds_and_costs_cost_nothing_until_they_are_used() {
        let mut builder = ProblemBuilder::new();
        let a = builder.primary("a").unwrap();
        let b = builder.primary_bounded("b", Bounds { low: 0, high: 2 }).unwrap();
        let c = builder.primary("c").unwrap();
        let first = builder.option([a]).unwrap();
        let second = builder.option([b]).unwrap();
        builder.cost(second, 7).unwrap();
        let third = builder.option([c]).unwrap();
        let problem = builder.build().unwrap();
        assert_eq!([a, b, c].map(|item| problem.bounds(item).high), [1, 2, 1]);
        assert_eq!([first, second, third].map(|option| problem.cost(option)), [0, 7, 0]);
        let features = problem.features();
        assert_eq!((features.colors, features.multiplicities, features.costs), (false, true, true));
    }

    #[test]
    fn a_cost_that_was_taken_back_is_no_feature() {
        let (mut builder, p, _) = two_items();
        let option = builder.option([p]).unwrap();
        builder.cost(option, 5).unwrap();
        builder.cost(option, 0).unwrap();
        assert!(!builder.build().unwrap().features().costs);
    }

    #[test]
    fn an_option_without_a_primary_item_is_kept_but_not_choosable() {
        let (mut builder, p, x) = two_items();
        let (with, without) = (builder.option([p]).unwrap(), builder.option([x]).unwrap());
        let problem = builder.build().unwrap();
        assert!(problem.is_choosable(with));
        assert!(!problem.is_choosable(without));
    }
}
