//! [`BigCount`]: the result of a count of any size.

use crate::natural::Natural;
use crate::search::limits::StopReason;
use num_bigint::BigUint;
use std::fmt;

/// How many solutions there are, and whether these are all.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BigCount {
    /// The number of solutions; if the run was stopped, a number of solutions that there are at
    /// least.
    #[cfg_attr(feature = "serde", serde(with = "crate::digits"))]
    pub solutions: BigUint,
    /// The reason why the count ended.
    pub stop: StopReason,
}

impl BigCount {
    /// Whether there are no more solutions than these.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.stop == StopReason::Exhausted
    }
}

/// The number, with `>=` in front if there may be more.
impl fmt::Display for BigCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let more = if self.is_complete() { "" } else { ">=" };
        write!(f, "{more}{}", self.solutions)
    }
}

/// A count as a word, or the largest word if it is larger.
pub(super) fn word(count: &Natural) -> u64 {
    if let Natural::Word(count) = count { *count } else { u64::MAX }
}
