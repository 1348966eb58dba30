//! [`Subproblem`]: the assumptions at the root of a search.

use super::path::Choice;
use crate::ids::OptionId;

/// A part of a problem: all solutions with some options and without others.
///
/// ```
/// use quadrille::{OptionId, Problem, Solver, Subproblem};
///
/// let problem: Problem = "a b\na\nb\na b\n".parse()?;
/// let [first, second] = [0, 1].map(OptionId::new);
/// let mut solver = Solver::new(&problem);
/// solver.assume(&Subproblem { include: vec![first], exclude: vec![second] })?;
/// assert_eq!(solver.count().solutions, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Subproblem {
    /// Options that all its solutions have.
    pub include: Vec<OptionId>,
    /// Options that none of its solutions has.
    pub exclude: Vec<OptionId>,
}

impl Subproblem {
    /// Adds a choice.
    pub(crate) fn push(&mut self, choice: Choice) {
        match choice {
            Choice::Include(option) => self.include.push(option),
            Choice::Exclude(option) => self.exclude.push(option),
        }
    }

    /// Drops all choices.
    pub(crate) fn clear(&mut self) {
        self.include.clear();
        self.exclude.clear();
    }

    /// Becomes a copy of another one, with more choices.
    pub(crate) fn assign(&mut self, other: &Self, choices: impl IntoIterator<Item = Choice>) {
        self.include.clone_from(&other.include);
        self.exclude.clone_from(&other.exclude);
        self.extend(choices);
    }
}

impl Extend<Choice> for Subproblem {
    fn extend<I: IntoIterator<Item = Choice>>(&mut self, choices: I) {
        choices.into_iter().for_each(|choice| self.push(choice));
    }
}

impl FromIterator<Choice> for Subproblem {
    fn from_iter<I: IntoIterator<Item = Choice>>(choices: I) -> Self {
        let mut subproblem = Self::default();
        subproblem.extend(choices);
        subproblem
    }
}

impl From<&Self> for Subproblem {
    fn from(subproblem: &Self) -> Self {
        subproblem.clone()
    }
}

/// All solutions with some options.
impl From<&[OptionId]> for Subproblem {
    fn from(include: &[OptionId]) -> Self {
        Self { include: include.to_vec(), exclude: Vec::new() }
    }
}

/// All solutions with some options.
impl From<&Vec<OptionId>> for Subproblem {
    fn from(include: &Vec<OptionId>) -> Self {
        Self::from(&include[..])
    }
}

/// All solutions with some options.
impl<const N: usize> From<&[OptionId; N]> for Subproblem {
    fn from(include: &[OptionId; N]) -> Self {
        Self::from(&include[..])
    }
}
