//! [`Method`]: how to count, and [`CountStrategy`]: how it was done.

use crate::engine::Engine;
use crate::engine::memo::Order;
use std::fmt;
use std::str::FromStr;

/// How [`Solver::big_count`](crate::Solver::big_count) counts, how diagrams are made, and how
/// proofs are found.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Method {
    /// Whatever is done soonest, as far as that shows: solutions are counted one by one at first,
    /// then the memo is tried for a little while, with one order after another.
    #[default]
    Auto,
    /// Every solution is visited, by the engine of the solver. A diagram is made of their list,
    /// which must fit into the memory. A proof is found by a memo all the same, branching first on
    /// items that have failed often, as such engines do.
    Plain,
    /// What is found of a part of the problem is kept in a memo. The order is what seems best.
    Diagram,
    /// The same, asking first for the item with the fewest options left.
    Fewest,
    /// The same, sweeping over the problem from one end to the other.
    Frontier,
}

impl Method {
    /// Every method, with `Auto` first.
    pub const ALL: [Self; 5] =
        [Self::Auto, Self::Plain, Self::Diagram, Self::Fewest, Self::Frontier];

    /// The name by which the command line knows the method.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Plain => "plain",
            Self::Diagram => "diagram",
            Self::Fewest => "fewest",
            Self::Frontier => "frontier",
        }
    }

    /// The order, if the method is one.
    pub(super) fn order(self) -> Option<Order> {
        match self {
            Self::Auto | Self::Plain | Self::Diagram => None,
            Self::Fewest => Some(Order::Fewest),
            Self::Frontier => Some(Order::Frontier),
        }
    }
}

impl From<Order> for Method {
    fn from(order: Order) -> Self {
        match order {
            Order::Fewest => Self::Fewest,
            Order::Frontier => Self::Frontier,
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Self, UnknownMethod> {
        let found = Self::ALL.into_iter().find(|method| method.name() == name);
        found.ok_or_else(|| UnknownMethod { name: name.to_owned() })
    }
}

/// The error for a name that is not that of a [`Method`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMethod {
    name: String,
}

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Method::ALL.map(Method::name);
        write!(f, "unknown method '{}': expected one of {}", self.name, names.join(", "))
    }
}

impl std::error::Error for UnknownMethod {}

/// How it was counted, and why so.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct CountStrategy {
    /// [`Method::Plain`] or an order.
    pub method: Method,
    /// The engine that visited the solutions, if they were visited.
    pub engine: Option<Engine>,
    /// The reason.
    pub why: StrategyReason,
}

/// The reason why a strategy was used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum StrategyReason {
    /// It was asked for.
    Asked,
    /// The search ended, or was stopped, before anything else was tried.
    Short,
    /// What is left of the problem after some choices is seldom the same as after others.
    Distinct,
    /// What is left of the problem is often the same, and this order makes most of it.
    Repeats,
    /// A search with a memo did not fit into the memory.
    Memory,
}

/// A sentence without its end, like `what is left of the problem repeats`.
impl fmt::Display for StrategyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Asked => "it was asked for",
            Self::Short => "the search ended before a memo was tried",
            Self::Distinct => "what is left of the problem seldom repeats",
            Self::Repeats => "what is left of the problem repeats",
            Self::Memory => "a search with a memo did not fit into the memory",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_is_parsed_from_its_name() {
        for method in Method::ALL {
            assert_eq!(method.to_string().parse(), Ok(method));
            assert_eq!(method.order().map(Method::from), method.order().map(|_| method));
        }
        let error = "rows".parse::<Method>().unwrap_err().to_string();
        assert!(error.starts_with("unknown method 'rows': "), "{error}");
        assert!(error.ends_with("fewest, frontier"), "{error}");
    }
}
