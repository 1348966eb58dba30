//! [`DiagramError`]: why a diagram is not one of solutions of a problem.

use crate::ids::OptionId;
use std::fmt;

/// The reason why a diagram is not one of solutions of a problem, or can't be built.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagramError {
    /// There are more than 2^32 nodes.
    TooLarge,
    /// A solution has an unknown option.
    UnknownOption {
        /// The option.
        option: OptionId,
    },
    /// The problem has another number of options than the diagram was made for.
    OptionCount {
        /// The number of options of the diagram.
        diagram: usize,
        /// The number of options of the problem.
        problem: usize,
    },
    /// An option is chosen that has no primary item.
    NoPrimaryItem {
        /// The option.
        option: OptionId,
    },
    /// An option is decided again below a choice of the same option: it might be taken twice, or a
    /// solution repeated.
    RepeatedOption {
        /// The option.
        option: OptionId,
    },
    /// Two parts of a conjunction share an option: it might be taken twice, or a solution repeated.
    SharedOption {
        /// The option.
        option: OptionId,
    },
    /// Some solution does not cover a primary item as often as its bounds require.
    WrongTimes {
        /// The name of the item.
        item: String,
        /// How often some solution covers it.
        times: u32,
    },
    /// Some solution covers a secondary item more than once, and not in one colour.
    Disagreement {
        /// The name of the item.
        item: String,
    },
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |option: &OptionId| option.index() + 1;
        match self {
            Self::TooLarge => write!(f, "the diagram has more than 2^32 nodes"),
            Self::UnknownOption { option } => write!(f, "there is no option {}", number(option)),
            Self::OptionCount { diagram, problem } => write!(
                f,
                "the diagram belongs to a problem with {diagram} options, but this problem has {problem}"
            ),
            Self::NoPrimaryItem { option } => {
                write!(f, "option {} is chosen and has no primary item", number(option))
            }
            Self::RepeatedOption { option } => {
                write!(f, "option {} is decided again below a choice of it", number(option))
            }
            Self::SharedOption { option } => {
                write!(f, "option {} is in two parts of a conjunction", number(option))
            }
            Self::WrongTimes { item, times: 0 } => {
                write!(f, "some solution does not cover item `{item}`")
            }
            Self::WrongTimes { item, times: 1 } => {
                write!(f, "some solution covers item `{item}` once")
            }
            Self::WrongTimes { item, times } => {
                write!(f, "some solution covers item `{item}` {times} times")
            }
            Self::Disagreement { item } => write!(
                f,
                "some solution covers secondary item `{item}` more than once and not in one colour"
            ),
        }
    }
}

impl std::error::Error for DiagramError {}
