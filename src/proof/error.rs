//! [`CheckError`], [`ProofError`] and [`ProofFault`]: why a proof is refused, or not checked.

use super::claim::Claim;
use crate::ids::{ItemId, OptionId};
use std::fmt;
use std::io;

/// Why a proof is refused, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofError {
    /// The line of the proof's text, from 1.
    pub line: u64,
    /// The reason.
    pub fault: ProofFault,
}

/// Why a proof is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProofFault {
    /// A token is not what the format has there.
    Expected {
        /// What the format has there.
        expected: &'static str,
        /// The token that was found, shortened.
        found: String,
    },
    /// A line is not UTF-8.
    NotText,
    /// The last line has no line feed: the text is cut off.
    NoLineEnd,
    /// A line is longer than any line of a right proof.
    TooLong,
    /// There are more nodes or children than the checker can hold.
    TooLarge,
    /// The text ends before all lines of its header were read.
    Ends,
    /// The proof is of another problem: the hashes of the proof and of the problem.
    OtherProblem {
        /// The hash in the proof.
        found: String,
        /// That of the problem.
        expected: String,
    },
    /// The problem has another number of options.
    Options(usize),
    /// There are fewer or more nodes than the header says.
    Nodes(u64),
    /// No line further up refers to the node.
    Unreferenced,
    /// A child is below the last node.
    BelowEnd(usize),
    /// There is no item with this number, from 1.
    NoItem(usize),
    /// There is no option with this number, from 1.
    NoOption(usize),
    /// An item is closed, or not to be covered exactly once.
    NotOpen(ItemId),
    /// An option is not live.
    NotLive(OptionId),
    /// A node has another number of children than expected.
    Children {
        /// The number in the proof.
        found: usize,
        /// The number of live options of the item, or of parts.
        expected: usize,
    },
    /// A child is `=`, and something is left.
    NotSolved,
    /// A child is `-i`, but the item does not show that there is no solution.
    NotDead(ItemId),
    /// A child has another residue than the one that a line further up leads to.
    OtherResidue(usize),
    /// An open item is in no part.
    InNoPart(ItemId),
    /// A part is not looked at, and all other parts have solutions.
    NeededPart,
    /// A residue is only one part, or none.
    NoParts,
    /// `.` stands where a child of another kind of node is expected.
    NoPart,
    /// A renaming has another number of options than there are live options.
    Images {
        /// The number of options in the proof.
        found: usize,
        /// The number of live options.
        expected: usize,
    },
    /// An option is the image of two options.
    SameImage(OptionId),
    /// An option is an image, and not live in the residue of the child.
    DeadImage(OptionId),
    /// The constraints of two residues differ.
    NotIsomorphic,
    /// No line further up refers to the child other than by a renaming.
    UnknownChild,
    /// A claim of least costs has a renaming, of which costs are not known.
    RenamedCosts,
    /// A leaf that is not the first and only node.
    InnerLeaf,
    /// The claim, and what the nodes say.
    WrongClaim {
        /// The claim of the header.
        claimed: String,
        /// What was found.
        found: String,
    },
}

impl ProofFault {
    pub(super) fn expected(expected: &'static str, found: &str) -> Self {
        Self::Expected { expected, found: shortened(found.to_owned()) }
    }

    pub(super) fn wrong_claim(claimed: &str, found: &Claim) -> Self {
        let (claimed, found) = (claimed.to_owned(), found.to_string());
        Self::WrongClaim { claimed: shortened(claimed), found: shortened(found) }
    }
}

/// The characters of a token that are shown.
const SHOWN: usize = 60;

/// The first characters of a text.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(end);
        text.push_str("...");
    }
    text
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let item = |item: &ItemId| item.index() + 1;
        let option = |option: &OptionId| option.index() + 1;
        match self {
            Self::Expected { expected, found } if found.is_empty() => {
                write!(f, "the line ends, expected {expected}")
            }
            Self::Expected { expected, found } => write!(f, "found {found:?}, expected {expected}"),
            Self::NotText => f.write_str("the line is not UTF-8"),
            Self::NoLineEnd => f.write_str("the text ends within a line, expected a line feed"),
            Self::TooLong => f.write_str("the line is longer than any line of a right proof"),
            Self::TooLarge => f.write_str("there are more nodes than the checker can hold"),
            Self::Ends => f.write_str("the proof ends here, expected another line"),
            Self::OtherProblem { found, expected } => {
                write!(f, "the proof is of another problem, {found}; this one is {expected}")
            }
            Self::Options(expected) => write!(f, "the problem has {expected} options"),
            Self::Nodes(found) => write!(f, "the header says that there are {found} nodes"),
            Self::Unreferenced => f.write_str("no line further up refers to this one"),
            Self::BelowEnd(distance) => write!(f, "the child {distance} is below the last node"),
            Self::NoItem(number) => write!(f, "the problem has no item {number}"),
            Self::NoOption(number) => write!(f, "the problem has no option {number}"),
            Self::NotOpen(own) => {
                write!(f, "item {} is not open, or is not to be covered exactly once", item(own))
            }
            Self::NotLive(own) => write!(f, "option {} is not live", option(own)),
            Self::Children { found, expected } => {
                write!(f, "the line has {found} children, expected {expected}")
            }
            Self::NotSolved => f.write_str("a child is `=`, but an option or an item is left"),
            Self::NotDead(own) => write!(
                f,
                "a child is `-{0}`, but item {0} is closed, or has enough live options and enough \
                 capacity",
                item(own)
            ),
            Self::OtherResidue(distance) => write!(
                f,
                "the child {distance} has another residue than a line further up has led to"
            ),
            Self::InNoPart(own) => write!(f, "item {} is open and in no part", item(own)),
            Self::NeededPart => {
                f.write_str("a part is not looked at, but no other part is without a solution")
            }
            Self::NoParts => f.write_str("the residue does not fall into parts"),
            Self::NoPart => f.write_str("`.` is for parts alone"),
            Self::Images { found, expected } => {
                write!(f, "the line has {found} options, but {expected} are live")
            }
            Self::SameImage(own) => write!(f, "two options are mapped to option {}", option(own)),
            Self::DeadImage(own) => {
                write!(f, "option {} is not live in the residue of the child", option(own))
            }
            Self::NotIsomorphic => {
                f.write_str("the options do not map the constraints onto those of the child")
            }
            Self::UnknownChild => {
                f.write_str("no line further up refers to the child other than by a renaming")
            }
            Self::RenamedCosts => f.write_str("a proof of least costs can't rename options"),
            Self::InnerLeaf => f.write_str("a leaf is a line only if it is the only node"),
            Self::WrongClaim { claimed, found } => {
                write!(f, "the claim is `{claimed}`, but the nodes say `{found}`")
            }
        }
    }
}

impl std::error::Error for ProofError {}

/// Why [`verify`](super::verify()) has no answer, or why it refuses a proof.
#[derive(Debug)]
pub enum CheckError {
    /// The text could not be read.
    Io(io::Error),
    /// The proof is wrong.
    Proof(ProofError),
    /// The caller has stopped the check.
    Stopped,
}

impl From<io::Error> for CheckError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<ProofError> for CheckError {
    fn from(error: ProofError) -> Self {
        Self::Proof(error)
    }
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Proof(error) => error.fmt(f),
            Self::Stopped => f.write_str("the check was stopped"),
        }
    }
}

/// The error within is displayed as it is, and its source is the source of this one.
impl std::error::Error for CheckError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}
