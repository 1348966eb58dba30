//! [`CommonRules`]: the rules that all puzzles of a text have.

use super::error::TextErrorKind;
use super::stated_rules::StatedRules;
use crate::sudoku::box_layout::BoxLayout;

/// What is known of the rules of all puzzles of a text, for the checks of what it states.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) enum CommonRules {
    /// Each puzzle may have others.
    #[default]
    Any,
    /// The caller gives them.
    Given(StatedRules),
    /// They are those of the first puzzle, which was not read yet.
    OfFirst,
    /// They are those that the first puzzle states.
    First(StatedRules),
}

impl CommonRules {
    /// The rules, where they are known.
    pub(super) fn known(&self) -> Option<&StatedRules> {
        match self {
            Self::Given(rules) | Self::First(rules) => Some(rules),
            Self::Any | Self::OfFirst => None,
        }
    }

    /// Takes what the text states for its next puzzle as the rules of all, if it is the first one.
    pub(super) fn note_first(&mut self, stated: &StatedRules) {
        if *self == Self::OfFirst {
            *self = Self::First(stated.clone());
        }
    }

    /// Checks that a puzzle of a size for which the text states these rules has those of all.
    ///
    /// Where the caller gives rules, a puzzle that states nothing takes them. Where the first
    /// puzzle states them, one that states nothing has the usual ones. Boxes of another size are
    /// those of no grid.
    pub(super) fn check(&self, stated: &StatedRules, size: usize) -> Result<(), TextErrorKind> {
        let is_other = |boxes: &&BoxLayout| boxes.size().is_some_and(|own| own != size);
        match self {
            Self::Given(given) if stated.contradict(given, size) => {
                Err(TextErrorKind::Rules { stated: stated.clone().into() })
            }
            Self::First(first) if stated != first && stated.differ(first, size) => {
                let (stated, first) = (stated.clone().into(), first.clone().into());
                Err(TextErrorKind::OtherRules { stated, first })
            }
            _ => match stated.boxes.as_ref().filter(is_other) {
                Some(boxes) => Err(TextErrorKind::BoxesOfOtherSize { boxes: boxes.clone(), size }),
                None => Ok(()),
            },
        }
    }
}
