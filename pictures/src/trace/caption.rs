//! Steps in words.

use super::subject::TracedProblem;
use quadrille::trace::{Action, LinkedMatrix};

impl TracedProblem {
    /// A step in words, given the matrix after it.
    pub(super) fn caption(&self, matrix: &LinkedMatrix, action: Action) -> String {
        let problem = self.problem();
        let option = |option| format!("option {}", self.numbered(option));
        let name = |item| problem.item_name(item);
        match action {
            Action::Choose { item, options: 0, .. } => {
                format!("choose {}: it has no option left", name(item))
            }
            Action::Choose { item, options, ties } => {
                let noun = if options == 1 { "option" } else { "options" };
                let tie = match ties {
                    1 => String::new(),
                    _ => format!("; the leftmost of {ties} such items"),
                };
                format!("choose {}: {options} {noun}, the fewest{tie}", name(item))
            }
            Action::Cover { item } => format!("cover {}", name(item)),
            Action::Hide { option: hidden, .. } => format!("hide {}", option(hidden)),
            Action::Try { option: tried, number, of } => {
                format!("try {}, {number} of {of}", option(tried))
            }
            Action::Purify { item, color } => {
                format!("purify {}: keep the colour {}", name(item), problem.color_name(color))
            }
            Action::Solution => {
                let tried = self.option_names(matrix.tried(), " | ");
                format!("solution: {}", if tried.is_empty() { "()" } else { &tried })
            }
            Action::Unpurify { item, .. } => format!("unpurify {}", name(item)),
            Action::Unhide { option: hidden, .. } => format!("unhide {}", option(hidden)),
            Action::Uncover { item } => format!("uncover {}", name(item)),
            Action::GiveUp { option: tried } => format!("give up {}", option(tried)),
            Action::Backtrack { item } => {
                format!("backtrack: no option of {} is left to try", name(item))
            }
            _ => "a step of another kind".to_owned(),
        }
    }

    /// An option with its number, from 1.
    pub(super) fn numbered(&self, option: quadrille::OptionId) -> String {
        format!("{} ({})", option.index() + 1, self.option_name(option))
    }
}
