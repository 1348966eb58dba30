//! [`CanonicalMode`]: whether subproblems are labelled.

use std::fmt;
use std::str::FromStr;

/// Whether a count recognises subproblems that are the same up to renaming.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum CanonicalMode {
    /// Where it seems to pay: subproblems of a size are labelled if that has saved work.
    #[default]
    Auto,
    /// Every subproblem that was not seen before is labelled.
    On,
    /// None is.
    Off,
}

impl CanonicalMode {
    /// Every mode, with `Auto` first.
    pub const ALL: [Self; 3] = [Self::Auto, Self::On, Self::Off];

    /// The name by which the command line knows the mode.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::On => "on",
            Self::Off => "off",
        }
    }
}

impl fmt::Display for CanonicalMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for CanonicalMode {
    type Err = UnknownCanonicalMode;

    fn from_str(name: &str) -> Result<Self, UnknownCanonicalMode> {
        let found = Self::ALL.into_iter().find(|mode| mode.name() == name);
        found.ok_or_else(|| UnknownCanonicalMode { name: name.to_owned() })
    }
}

/// The error for a name that is not that of a [`CanonicalMode`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCanonicalMode {
    name: String,
}

impl fmt::Display for UnknownCanonicalMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = CanonicalMode::ALL.map(CanonicalMode::name);
        write!(f, "unknown mode '{}': expected one of {}", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownCanonicalMode {}
