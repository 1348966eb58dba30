//! Options that are given to a search before it begins, and why they can't be.

use crate::ids::OptionId;
use crate::problem::{Entry, Problem};
use fixedbitset::FixedBitSet;
use std::fmt;

/// The options that are given, which have primary items and can be chosen together.
#[derive(Clone, Debug)]
pub(super) struct Given {
    options: Vec<OptionId>,
    /// Scratch: for each option whether it is given, and for each item by which options it is covered then.
    is_given: FixedBitSet,
    covered: Vec<Covered>,
}

/// How given options cover an item.
#[derive(Clone, Copy, Debug, Default)]
struct Covered {
    times: u32,
    /// The last of them.
    by: Option<OptionId>,
}

impl Given {
    /// Nothing is given.
    pub(super) fn new(problem: &Problem) -> Self {
        Self {
            options: Vec::new(),
            is_given: FixedBitSet::with_capacity(problem.options().len()),
            covered: vec![Covered::default(); problem.items().len()],
        }
    }

    /// Those that are given, in the order in which they were.
    pub(super) fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// Gives these in place of those given before; nothing, if they can't be.
    pub(super) fn give(
        &mut self,
        problem: &Problem,
        options: &[OptionId],
    ) -> Result<(), GivenError> {
        self.options.clear();
        let checked = options.iter().try_for_each(|&option| self.add(problem, option));
        for &option in &self.options {
            self.is_given.remove(option.index());
            for entry in problem.entries(option) {
                self.covered[entry.item.index()] = Covered::default();
            }
        }
        if checked.is_err() {
            self.options.clear();
        }
        checked
    }

    /// Adds an option to those given if it can be chosen together with them.
    fn add(&mut self, problem: &Problem, option: OptionId) -> Result<(), GivenError> {
        if option.index() >= problem.options().len() {
            return Err(GivenError::UnknownOption { option });
        }
        if !problem.is_choosable(option) {
            return Err(GivenError::NoPrimaryItem { option });
        }
        if self.is_given.contains(option.index()) {
            return Err(GivenError::Repeated { option });
        }
        problem
            .entries(option)
            .iter()
            .try_for_each(|entry| self.check_covered(problem, option, entry))?;
        for entry in problem.entries(option) {
            let covered = &mut self.covered[entry.item.index()];
            *covered = Covered { times: covered.times + 1, by: Some(option) };
        }
        self.is_given.insert(option.index());
        self.options.push(option);
        Ok(())
    }

    /// Whether those that are given leave room for an entry of one more option.
    fn check_covered(
        &self,
        problem: &Problem,
        option: OptionId,
        entry: &Entry,
    ) -> Result<(), GivenError> {
        let covered = self.covered[entry.item.index()];
        let high = problem.bounds(entry.item).high;
        let name = || problem.item_name(entry.item).to_owned();
        match covered.by {
            _ if high != 1 && covered.times == high => {
                Err(GivenError::TooOften { option, item: name(), high })
            }
            Some(first) if high == 1 && !shares_color(problem, first, entry) => {
                Err(GivenError::Conflict { first, second: option, item: name() })
            }
            _ => Ok(()),
        }
    }
}

/// Whether an option gives the same colour to the item of an entry.
fn shares_color(problem: &Problem, option: OptionId, entry: &Entry) -> bool {
    entry.color.is_some() && problem.entries(option).contains(entry)
}

/// EngineReason options can't be given to a [`Solver`](crate::Solver).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GivenError {
    /// The problem has no such option.
    UnknownOption {
        /// The option.
        option: OptionId,
    },
    /// The option has no primary item, and so is never chosen.
    NoPrimaryItem {
        /// The option.
        option: OptionId,
    },
    /// An option was given twice.
    Repeated {
        /// The option.
        option: OptionId,
    },
    /// Two of the options can't be chosen together.
    Conflict {
        /// The one that was given first.
        first: OptionId,
        /// The one that conflicts with it.
        second: OptionId,
        /// The name of an item over which they conflict.
        item: String,
    },
    /// An item would be covered more often than its bounds allow.
    TooOften {
        /// The option that is one too many.
        option: OptionId,
        /// The name of the item.
        item: String,
        /// How often it may be covered.
        high: u32,
    },
}

impl fmt::Display for GivenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |option: &OptionId| option.index() + 1;
        match self {
            Self::UnknownOption { option } => write!(f, "there is no option {}", number(option)),
            Self::NoPrimaryItem { option } => {
                write!(f, "option {} has no primary item and is never chosen", number(option))
            }
            Self::Repeated { option } => write!(f, "option {} is given twice", number(option)),
            Self::Conflict { first, second, item } => write!(
                f,
                "options {} and {} can't both be given: both have item `{item}`",
                number(first),
                number(second)
            ),
            Self::TooOften { option, item, high: 0 } => write!(
                f,
                "option {} can't be given: its item `{item}` may not be covered",
                number(option)
            ),
            Self::TooOften { option, item, high } => write!(
                f,
                "option {} can't be given too: its item `{item}` may be covered {high} times, and others do that",
                number(option)
            ),
        }
    }
}

impl std::error::Error for GivenError {}
