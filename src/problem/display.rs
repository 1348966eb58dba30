//! [`Problem::display_option`]: an option by the names of its items.

use super::Problem;
use super::dlx;
use crate::ids::OptionId;
use std::fmt;

impl Problem {
    /// An option as its line in [Knuth's format](super::dlx), without label and cost: the names of
    /// its items, separated by blanks, each with its colour, if any, after a colon.
    ///
    /// ```
    /// use quadrille::Problem;
    ///
    /// let problem: Problem = "a b | x\na x:red\na b |7\n".parse()?;
    /// let options: Vec<_> =
    ///     problem.options().map(|option| problem.display_option(option).to_string()).collect();
    /// assert_eq!(options, ["a x:red", "a b"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Where it is displayed, if the problem has no such option.
    #[must_use]
    pub fn display_option(&self, option: OptionId) -> impl fmt::Display {
        OptionDisplay { problem: self, option }
    }
}

struct OptionDisplay<'p> {
    problem: &'p Problem,
    option: OptionId,
}

impl fmt::Display for OptionDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        dlx::write_option(self.problem, self.option, f)
    }
}
