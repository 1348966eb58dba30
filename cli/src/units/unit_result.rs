//! The result of a unit as a line of JSON: how many solutions it has, and whether these are all.

use super::unit::{SplitId, Unit, check_numbers, write_nodes, write_share};
use crate::json;
use crate::number::{Amount, Number};
use serde::{Deserialize, Serialize, Serializer};
use std::time::Duration;

/// What `work` found in a unit.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitResult {
    /// The number of the unit, from 1 to `of`.
    pub(crate) unit: u64,
    of: u64,
    split: String,
    problem: String,
    #[serde(serialize_with = "write_nodes")]
    expected: f64,
    /// The unit's share of the nodes of all units.
    #[serde(serialize_with = "write_share")]
    pub(crate) share: f64,
    #[serde(with = "json::digits")]
    pub(crate) count: Number,
    /// Whether the unit has no more solutions.
    #[serde(rename = "complete")]
    pub(crate) is_complete: bool,
    stop: String,
    nodes: u64,
    #[serde(serialize_with = "write_seconds")]
    seconds: f64,
}

fn write_seconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    json::Plain(format_args!("{seconds:.6}")).serialize(serializer)
}

impl UnitResult {
    pub(crate) fn new(unit: &Unit, amount: Amount, nodes: u64, time: Duration) -> Self {
        let SplitId { split, problem, of } = unit.split_id();
        let is_complete = amount.is_complete();
        Self {
            unit: unit.unit,
            of,
            split,
            problem,
            expected: unit.expected,
            share: unit.share,
            count: amount.solutions,
            is_complete,
            stop: amount.stop.name().to_owned(),
            nodes,
            seconds: time.as_secs_f64(),
        }
    }

    /// Checks what can be seen to be wrong in one result.
    pub(crate) fn check(&self) -> Result<(), String> {
        check_numbers(self.unit, self.of, self.expected, self.share)?;
        match self.is_complete == (self.stop == "exhausted") {
            true => Ok(()),
            false => Err("`complete` and `stop` contradict each other".to_owned()),
        }
    }

    pub(crate) fn split_id(&self) -> SplitId {
        let Self { split, problem, of, .. } = self;
        SplitId { split: split.clone(), problem: problem.clone(), of: *of }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use quadrille::StopReason;

    /// A result of a split `s` into nine units.
    pub(crate) fn result(unit: u64, count: impl Into<Number>, is_complete: bool) -> UnitResult {
        let fields = format!(
            r#"{{"unit":{unit},"of":9,"split":"s","problem":"p","options":[1],"expected":12.5,"share":0.1}}"#
        );
        let stop = if is_complete { StopReason::Exhausted } else { StopReason::Deadline };
        let amount = Amount { solutions: count.into(), stop };
        let unit = Unit::parse(fields.as_bytes()).unwrap();
        UnitResult::new(&unit, amount, 7, Duration::from_millis(5))
    }
}
