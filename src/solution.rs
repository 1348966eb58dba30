//! [`Solution`], [`CostedSolution`], and a checker that shares no code with any engine.

use crate::ids::{Color, OptionId};
use crate::problem::Problem;
use fixedbitset::FixedBitSet;
use std::fmt;

/// A set of options, in ascending order, that solves a [`Problem`].
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    options: Vec<OptionId>,
}

impl Solution {
    /// A solution of these options, in any order. It is not checked: see [`verify`](Self::verify).
    #[must_use]
    pub fn new(mut options: Vec<OptionId>) -> Self {
        options.sort_unstable();
        Self { options }
    }

    /// The options, in ascending order.
    #[must_use]
    pub fn options(&self) -> &[OptionId] {
        &self.options
    }

    /// The solution in the names of its problem: a line for each option, as of
    /// [`Problem::display_option`]. The last line has no line end.
    ///
    /// ```
    /// use quadrille::{Problem, Solver};
    ///
    /// let problem: Problem = "a b c | x\na x:1\nb c x:2\nb c x:1\n".parse()?;
    /// let solution = Solver::new(&problem).first()?.expect("the problem has a solution");
    /// assert_eq!(solution.display(&problem).to_string(), "a x:1\nb c x:1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Where it is displayed, if the problem has no such option.
    #[must_use]
    pub fn display<'s>(&'s self, problem: &'s Problem) -> impl fmt::Display {
        SolutionDisplay { solution: self, problem }
    }

    /// The sum of the costs of the options.
    ///
    /// # Panics
    /// If the problem has no such option.
    #[must_use]
    pub fn cost(&self, problem: &Problem) -> u128 {
        problem.total_cost(&self.options)
    }

    /// Checks from the definition that this solves the problem: each option is chosen once and has
    /// a primary item, each primary item is covered as often as its bounds require, each secondary
    /// item at most once or in one colour. It takes O(items + entries of the solution).
    ///
    /// # Errors
    /// The first violation.
    pub fn verify(&self, problem: &Problem) -> Result<(), VerifyError> {
        self.verify_options(problem)?;
        self.verify_primary(problem)?;
        self.verify_secondary(problem)
    }

    fn verify_options(&self, problem: &Problem) -> Result<(), VerifyError> {
        let mut chosen = FixedBitSet::with_capacity(problem.options().len());
        for &option in &self.options {
            if option.index() >= problem.options().len() {
                return Err(VerifyError::UnknownOption { option });
            }
            if chosen.put(option.index()) {
                return Err(VerifyError::RepeatedOption { option });
            }
            if !problem.is_choosable(option) {
                return Err(VerifyError::NoPrimaryItem { option });
            }
        }
        Ok(())
    }

    fn verify_primary(&self, problem: &Problem) -> Result<(), VerifyError> {
        let mut times = vec![0u32; problem.items().len()];
        for entry in self.options.iter().flat_map(|&option| problem.entries(option)) {
            times[entry.item.index()] += 1;
        }
        for item in problem.primary_items() {
            let (bounds, times) = (problem.bounds(item), times[item.index()]);
            if times < bounds.low || times > bounds.high {
                let item = problem.item_name(item).to_owned();
                return Err(VerifyError::WrongTimes { item, times });
            }
        }
        Ok(())
    }

    fn verify_secondary(&self, problem: &Problem) -> Result<(), VerifyError> {
        let mut covered = FixedBitSet::with_capacity(problem.items().len());
        let mut colors: Vec<Option<Color>> = vec![None; problem.items().len()];
        for entry in self.options.iter().flat_map(|&option| problem.entries(option)) {
            let item = entry.item.index();
            if problem.is_primary(entry.item) {
                continue;
            }
            if covered.put(item) && (entry.color.is_none() || colors[item] != entry.color) {
                let item = problem.item_name(entry.item).to_owned();
                return Err(VerifyError::Disagreement { item });
            }
            colors[item] = entry.color;
        }
        Ok(())
    }
}

struct SolutionDisplay<'s> {
    solution: &'s Solution,
    problem: &'s Problem,
}

impl fmt::Display for SolutionDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, &option) in self.solution.options.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            self.problem.display_option(option).fmt(f)?;
        }
        Ok(())
    }
}

/// A solution and its cost. Ordered by cost, then by solution.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CostedSolution {
    /// The sum of the costs of its options, which may exceed 2^64.
    pub cost: u128,
    /// The solution.
    pub solution: Solution,
}

/// The reason why a set of options is not a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VerifyError {
    /// The problem has no such option.
    UnknownOption {
        /// The option.
        option: OptionId,
    },
    /// An option was chosen twice.
    RepeatedOption {
        /// The option.
        option: OptionId,
    },
    /// An option without a primary item was chosen.
    NoPrimaryItem {
        /// The option.
        option: OptionId,
    },
    /// A primary item is not covered as often as its bounds require.
    WrongTimes {
        /// The name of the item.
        item: String,
        /// The number of times that it is covered.
        times: u32,
    },
    /// A secondary item is covered more than once, and not in one colour.
    Disagreement {
        /// The name of the item.
        item: String,
    },
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |option: &OptionId| option.index() + 1;
        match self {
            Self::UnknownOption { option } => write!(f, "there is no option {}", number(option)),
            Self::RepeatedOption { option } => {
                write!(f, "option {} is chosen twice", number(option))
            }
            Self::NoPrimaryItem { option } => {
                write!(f, "option {} is chosen and has no primary item", number(option))
            }
            Self::WrongTimes { item, times: 0 } => write!(f, "item `{item}` is not covered"),
            Self::WrongTimes { item, times: 1 } => write!(f, "item `{item}` is covered once"),
            Self::WrongTimes { item, times } => write!(f, "item `{item}` is covered {times} times"),
            Self::Disagreement { item } => {
                write!(f, "secondary item `{item}` is covered more than once and not in one colour")
            }
        }
    }
}

impl std::error::Error for VerifyError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(text: &str, options: &[usize]) -> Result<(), String> {
        let problem: Problem = text.parse().unwrap();
        let options = options.iter().map(|&index| OptionId::new(index)).collect();
        Solution::new(options).verify(&problem).map_err(|error| error.to_string())
    }

    #[test]
    fn solutions_are_accepted() {
        assert_eq!(verdict("a b\na\nb\na b", &[1, 0]), Ok(()));
        assert_eq!(verdict("a b\na\nb\na b", &[2]), Ok(()));
        assert_eq!(verdict("a b | x y\na x:1 y\nb x:1", &[0, 1]), Ok(()));
        assert_eq!(verdict("2|a 0:1|b\na\na\nb\n", &[0, 1]), Ok(()));
    }

    #[test]
    fn every_violation_is_named() {
        let table: [(&str, &[usize], &str); 9] = [
            ("a\na", &[1], "there is no option 2"),
            ("a\na", &[0, 0], "option 1 is chosen twice"),
            ("a | x\nx\na", &[0, 1], "option 1 is chosen and has no primary item"),
            ("a b\na\nb", &[0], "item `b` is not covered"),
            ("a b\na\na b", &[0, 1], "item `a` is covered 2 times"),
            ("2|a\na", &[0], "item `a` is covered once"),
            (
                "a b | x\na x\nb x",
                &[0, 1],
                "secondary item `x` is covered more than once and not in one colour",
            ),
            (
                "a b | x\na x:1\nb x:2",
                &[0, 1],
                "secondary item `x` is covered more than once and not in one colour",
            ),
            (
                "a b | x\na x:1\nb x",
                &[0, 1],
                "secondary item `x` is covered more than once and not in one colour",
            ),
        ];
        for (text, options, message) in table {
            assert_eq!(verdict(text, options), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_solution_is_displayed_by_names() {
        let problem: Problem = "a b | x\nb x:red\na b\na |7\n".parse().unwrap();
        let display = |options: &[usize]| {
            let options = options.iter().map(|&index| OptionId::new(index)).collect();
            Solution::new(options).display(&problem).to_string()
        };
        assert_eq!(display(&[2, 0]), "b x:red\na");
        assert_eq!(display(&[1]), "a b");
        assert_eq!(display(&[]), "");
    }

    #[test]
    fn costs_are_summed_without_overflow() {
        let problem: Problem = format!("a b\na |{0}\nb |{0}", u64::MAX).parse().unwrap();
        let solution = Solution::new(problem.options().collect());
        assert_eq!(solution.cost(&problem), 2 * u128::from(u64::MAX));
    }
}
