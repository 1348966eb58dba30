//! [`Assumptions`]: options that a search includes or excludes from its beginning, and why it
//! can't.

use crate::engine::{Choice, Subproblem};
use crate::ids::OptionId;
use crate::problem::{Entry, Problem};
use fixedbitset::FixedBitSet;
use std::fmt;

/// Choices that are possible together: the options have primary items, don't conflict, and are
/// decided once.
#[derive(Clone, Debug)]
pub(super) struct Assumptions {
    subproblem: Subproblem,
    /// The choices in the order in which they were added.
    choices: Vec<Choice>,
    is_decided: FixedBitSet,
    /// How each item is covered by the included options.
    covered: Vec<Covered>,
}

/// How included options cover an item.
#[derive(Clone, Copy, Debug, Default)]
struct Covered {
    times: u32,
    /// One of them, if there are any. All others give the item the same colour.
    by: Option<OptionId>,
}

impl Assumptions {
    /// No assumptions.
    pub(super) fn new(problem: &Problem) -> Self {
        Self {
            subproblem: Subproblem::default(),
            choices: Vec::new(),
            is_decided: FixedBitSet::with_capacity(problem.options().len()),
            covered: vec![Covered::default(); problem.items().len()],
        }
    }

    /// What was [assumed](Self::assume) last.
    pub(super) fn subproblem(&self) -> &Subproblem {
        &self.subproblem
    }

    /// Replaces all assumptions; there are none if the new ones are not possible.
    pub(super) fn assume(
        &mut self,
        problem: &Problem,
        subproblem: &Subproblem,
    ) -> Result<(), AssumeError> {
        self.truncate(problem, 0);
        let mut included = subproblem.include.iter().copied().map(Choice::Include);
        let mut excluded = subproblem.exclude.iter().copied().map(Choice::Exclude);
        let checked = included
            .try_for_each(|choice| self.add(problem, choice))
            .and_then(|()| excluded.try_for_each(|choice| self.add(problem, choice)));
        if checked.is_err() {
            self.truncate(problem, 0);
        }
        self.subproblem.clear();
        self.subproblem.extend(self.choices.iter().copied());
        checked
    }

    /// Adds a choice, if it is possible together with the others.
    pub(super) fn add(&mut self, problem: &Problem, choice: Choice) -> Result<(), AssumeError> {
        let option = choice.option();
        if option.index() >= problem.options().len() {
            return Err(AssumeError::UnknownOption { option });
        }
        if self.is_decided.contains(option.index()) {
            let is_same = self.choices.contains(&choice);
            return Err(match is_same {
                true => AssumeError::Repeated { option },
                false => AssumeError::Contradicted { option },
            });
        }
        if let Choice::Include(option) = choice {
            self.include(problem, option)?;
        }
        self.is_decided.insert(option.index());
        self.choices.push(choice);
        Ok(())
    }

    fn include(&mut self, problem: &Problem, option: OptionId) -> Result<(), AssumeError> {
        if !problem.is_choosable(option) {
            return Err(AssumeError::NoPrimaryItem { option });
        }
        let entries = problem.entries(option);
        entries.iter().try_for_each(|entry| self.check_covered(problem, option, entry))?;
        for entry in entries {
            let covered = &mut self.covered[entry.item.index()];
            *covered = Covered { times: covered.times + 1, by: covered.by.or(Some(option)) };
        }
        Ok(())
    }

    /// Removes all choices after the first ones.
    pub(super) fn truncate(&mut self, problem: &Problem, len: usize) {
        for choice in self.choices.drain(len.min(self.choices.len())..).rev() {
            self.is_decided.remove(choice.option().index());
            let Choice::Include(option) = choice else { continue };
            for entry in problem.entries(option) {
                let covered = &mut self.covered[entry.item.index()];
                covered.times -= 1;
                covered.by = covered.by.filter(|_| covered.times > 0);
            }
        }
    }

    /// Checks whether the included options leave an item to one more option.
    fn check_covered(
        &self,
        problem: &Problem,
        option: OptionId,
        entry: &Entry,
    ) -> Result<(), AssumeError> {
        let covered = self.covered[entry.item.index()];
        let high = problem.bounds(entry.item).high;
        let name = || problem.item_name(entry.item).to_owned();
        match covered.by {
            _ if high != 1 && covered.times == high => {
                Err(AssumeError::TooOften { option, item: name(), high })
            }
            Some(first) if high == 1 && !shares_color(problem, first, entry) => {
                Err(AssumeError::Conflict { first, second: option, item: name() })
            }
            _ => Ok(()),
        }
    }
}

/// Whether an option gives the same colour to the item of an entry.
fn shares_color(problem: &Problem, option: OptionId, entry: &Entry) -> bool {
    entry.color.is_some() && problem.entries(option).contains(entry)
}

/// The reason why options can't be assumed in a [`Solver`](crate::Solver).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssumeError {
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
    /// An option is included twice, or excluded twice.
    Repeated {
        /// The option.
        option: OptionId,
    },
    /// An option is both included and excluded.
    Contradicted {
        /// The option.
        option: OptionId,
    },
    /// Two of the options conflict.
    Conflict {
        /// The one that comes first.
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

impl fmt::Display for AssumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |option: &OptionId| option.index() + 1;
        match self {
            Self::UnknownOption { option } => write!(f, "there is no option {}", number(option)),
            Self::NoPrimaryItem { option } => {
                write!(f, "option {} has no primary item and is never chosen", number(option))
            }
            Self::Repeated { option } => write!(f, "option {} is assumed twice", number(option)),
            Self::Contradicted { option } => {
                write!(f, "option {} is both included and excluded", number(option))
            }
            Self::Conflict { first, second, item } => write!(
                f,
                "options {} and {} can't both be assumed: both have item `{item}`",
                number(first),
                number(second)
            ),
            Self::TooOften { option, item, high: 0 } => write!(
                f,
                "option {} can't be assumed: its item `{item}` may not be covered",
                number(option)
            ),
            Self::TooOften { option, item, high } => write!(
                f,
                "option {} can't be assumed, too: its item `{item}` may be covered {high} times, and others cover it as often",
                number(option)
            ),
        }
    }
}

impl std::error::Error for AssumeError {}
