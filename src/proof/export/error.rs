//! [`ExportError`]: why a proof can't be written in another format.

use crate::ids::ItemId;
use crate::proof::claim::ClaimKind;
use num_bigint::BigUint;
use std::{fmt, io};

/// Why a problem or a proof can't be written in the format of another checker.
#[derive(Debug)]
#[non_exhaustive]
pub enum ExportError {
    /// The output failed.
    Io(io::Error),
    /// A node of the proof, counted from 0, renames options, which the format can't express. A
    /// search without renaming proves the same.
    Renaming(usize),
    /// The item has bounds other than exactly once, and the format has clauses only.
    Bounds(ItemId),
    /// A node of the proof, counted from 0, decides on an option alone, and the format needs items.
    Decision(usize),
    /// The problem has no solution, which the format can't express.
    NoSolution,
    /// There are more solutions than the format can exclude one by one.
    Exclusions {
        /// The number of solutions; `None` if they were not counted.
        found: Option<BigUint>,
        /// The greatest number that can be excluded.
        most: u32,
    },
    /// Learned clauses can't prove a claim of this kind in the format.
    Claim(ClaimKind),
    /// The proof does not prove a claim of this kind, or is not a proof about the problem.
    NotProved(ClaimKind),
}

impl From<io::Error> for ExportError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |kind: &ClaimKind| match kind {
            ClaimKind::None => "none",
            ClaimKind::Unique => "unique",
            ClaimKind::Count => "count",
            ClaimKind::Cheapest => "cheapest",
        };
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Renaming(line) => {
                write!(f, "node {} renames options, which the format can't express", line + 1)
            }
            Self::Decision(line) => {
                write!(f, "node {} decides on an option, which the format can't express", line + 1)
            }
            Self::Bounds(item) => write!(
                f,
                "item {} has other bounds than exactly once, which the format can't express",
                item.index() + 1
            ),
            Self::NoSolution => {
                f.write_str("there is no solution, which the format can't express: LRAT can")
            }
            Self::Exclusions { found, most } => {
                match found {
                    Some(found) => write!(f, "there are {found} solutions")?,
                    None => write!(f, "there are more than {most} solutions")?,
                }
                write!(
                    f,
                    ", but the format excludes at most {most} one by one: CPOG and SCPOG have no \
                     limit"
                )
            }
            Self::Claim(kind) => {
                write!(f, "learned clauses can't prove the claim `{}` in the format", name(kind))
            }
            Self::NotProved(kind) => {
                write!(f, "the proof is not one of the claim `{}` about the problem", name(kind))
            }
        }
    }
}

/// The error within is displayed as it is, and its source is the source of this one.
impl std::error::Error for ExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => std::error::Error::source(error),
            _ => None,
        }
    }
}
