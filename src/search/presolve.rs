//! [`PresolveMode`]: how much is found out of a problem before it is searched.

use crate::ids::OptionId;
use crate::problem::{Problem, Reduction};

/// The work that [`PresolveMode::Auto`] spends at most for each entry of the problem, and in all.
/// The first is enough for the fixpoint of all problems in DESIGN.md; the second ends it where it
/// would take longer than it took to read the problem, and where most is found already.
const WORK_PER_ENTRY: u64 = 300;
const MOST_WORK: u64 = 1 << 23;

/// The work that it spends at least for each entry of a problem with colours, of which some visits
/// of each entry mostly find what there is. Reading an entry takes longer.
const LEAST_WORK_PER_COLORED_ENTRY: u64 = 30;

/// How much is found out about a problem before it is searched. It does not change the set of
/// solutions, but may change their order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PresolveMode {
    /// The problem is reduced once, with a budget that is small against any search that takes long.
    /// It is not reduced again for assumptions.
    #[default]
    Auto,
    /// The problem is reduced as far as it goes, and again whenever other options are assumed to be
    /// included.
    Always,
    /// The problem is searched as it is.
    Never,
}

impl PresolveMode {
    /// What is found out of a problem.
    pub(super) fn problem(self, problem: &Problem, given: &[OptionId]) -> Option<Reduction> {
        match self {
            Self::Auto => {
                let entries = u64::try_from(problem.entry_count()).unwrap_or(u64::MAX);
                let least = match problem.features().colors {
                    true => entries.saturating_mul(LEAST_WORK_PER_COLORED_ENTRY),
                    false => 0,
                };
                let budget = entries.saturating_mul(WORK_PER_ENTRY).min(MOST_WORK.max(least));
                Some(Reduction::new(problem, &[], budget))
            }
            Self::Always => Some(Reduction::new(problem, given, u64::MAX)),
            Self::Never => None,
        }
    }

    /// Whether the result depends on assumptions.
    pub(super) fn depends_on_assumptions(self) -> bool {
        self == Self::Always
    }
}
