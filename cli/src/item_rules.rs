//! The options that say which items symmetries may exchange.

use clap::Args;
use quadrille::symmetry::{ItemLabels, Symmetries};
use quadrille::{CancelToken, ItemId, Problem};
use regex_lite::Regex;
use std::str::FromStr;

/// The heading of the options for symmetries.
pub(super) const SYMMETRY: &str = "Symmetry";

/// The items that stay in place, and the sets of items that stay sets.
#[derive(Args, Clone, Debug)]
pub(super) struct ItemRules {
    /// Keep each item in place whose whole name matches; may be repeated
    #[arg(long, value_name = "REGEX", help_heading = SYMMETRY)]
    fix: Vec<NamePattern>,
    /// Exchange the items whose whole names match with each other only; may be repeated
    #[arg(long, value_name = "REGEX", help_heading = SYMMETRY)]
    keep: Vec<NamePattern>,
}

impl ItemRules {
    /// The first of these options that was given.
    pub(super) fn named(&self) -> Option<&'static str> {
        let given = [(self.fix.is_empty(), "--fix"), (self.keep.is_empty(), "--keep")];
        given.into_iter().find_map(|(is_empty, name)| (!is_empty).then_some(name))
    }

    /// The symmetries of a problem that follow the rules, or an error if a pattern matches no item;
    /// `None` if the token was cancelled before they were found.
    pub(super) fn symmetries(
        &self,
        problem: &Problem,
        token: &CancelToken,
    ) -> Result<Option<Symmetries>, String> {
        let mut labels = ItemLabels::new(problem);
        for pattern in &self.keep {
            labels = labels.keep(pattern.items("--keep", problem)?);
        }
        for pattern in &self.fix {
            labels = labels.fix(pattern.items("--fix", problem)?);
        }
        let goes_on = || !token.is_cancelled();
        Symmetries::keeping_while(problem, &labels, goes_on).map_err(|error| error.to_string())
    }
}

/// A regular expression for whole names of items.
#[derive(Clone, Debug)]
struct NamePattern {
    text: String,
    regex: Regex,
}

impl NamePattern {
    fn items(&self, option: &str, problem: &Problem) -> Result<Vec<ItemId>, String> {
        let matches = |item: &ItemId| self.regex.is_match(problem.item_name(*item));
        let items: Vec<_> = problem.items().filter(matches).collect();
        match items.is_empty() {
            true => Err(format!("{option} {}: the problem has no item of such a name", self.text)),
            false => Ok(items),
        }
    }
}

impl FromStr for NamePattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // The expression alone must be valid: parentheses that only match those below are not.
        let checked = Regex::new(text).and_then(|_| Regex::new(&format!("^(?:{text})$")));
        let regex = checked.map_err(|error| format!("not a regular expression: {error}"))?;
        Ok(Self { text: text.to_owned(), regex })
    }
}
