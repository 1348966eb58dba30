//! Units of work and their results as lines of JSON: a subproblem, and how many solutions it has.

use crate::hashing::sha256;
use crate::json;
use crate::number::{Amount, Number};
use crate::problem_input::{ProblemInput, ProblemRecord};
use quadrille::search::SizedSubproblem;
use quadrille::{OptionId, Subproblem};
use serde::{Deserialize, Serialize, Serializer};
use std::time::Duration;

/// The first line of every text whose hash is the identifier of a split.
const VERSION: &str = "quadrille split 1";

/// The characters of a split's identifier: 64 bits distinguish the splits that one person makes.
const ID_LENGTH: usize = 16;

/// Which list of units a unit or a result belongs to: the identifier of the split, the hash of the
/// problem, and the number of units. Results of different lists can't be added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SplitId<'a> {
    pub(crate) split: &'a str,
    pub(crate) problem: &'a str,
    pub(crate) of: u64,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unit {
    /// Its number, from 1 to `of`.
    pub(crate) unit: u64,
    pub(crate) of: u64,
    pub(crate) split: String,
    pub(crate) problem: String,
    /// The options that all of its solutions contain besides the clues, as numbers from 1.
    options: Vec<usize>,
    /// The options that none of its solutions contains. There are such only in problems with
    /// multiplicities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    excluded: Vec<usize>,
    /// The expected number of nodes of its search tree.
    #[serde(serialize_with = "write_nodes")]
    pub(crate) expected: f64,
    /// Its share of the nodes of all units.
    #[serde(serialize_with = "write_share")]
    pub(crate) share: f64,
    /// The problem itself, if the unit is self-contained.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) input: Option<ProblemRecord>,
}

/// Writes a number of nodes with a fixed number of digits.
fn write_nodes<S: Serializer>(nodes: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    match nodes {
        0.0..1e15 => json::Plain(format_args!("{nodes:.1}")).serialize(serializer),
        _ => json::Plain(format_args!("{nodes:.6e}")).serialize(serializer),
    }
}

/// Writes a share with a fixed number of digits.
fn write_share<S: Serializer>(share: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    json::Plain(format_args!("{share:.6e}")).serialize(serializer)
}

/// Checks what units and their results have in common.
fn check_numbers(unit: u64, of: u64, expected: f64, share: f64) -> Result<(), String> {
    if !(1..=of).contains(&unit) {
        return Err(format!("there is no unit {unit} of {of}"));
    }
    match expected >= 0.0 && (0.0..=1.0).contains(&share) {
        true => Ok(()),
        false => Err("`expected` must be at least 0, and `share` from 0 to 1".to_owned()),
    }
}

impl Unit {
    pub(crate) fn all(input: &ProblemInput, parts: &[SizedSubproblem]) -> Vec<Self> {
        let clues = input.given().map_or(0, <[_]>::len);
        let of = u64::try_from(parts.len()).unwrap_or(u64::MAX);
        let sum: f64 = parts.iter().map(|part| part.nodes).sum();
        let unit = |(unit, part): (u64, &SizedSubproblem)| Self {
            unit,
            of,
            split: String::new(),
            problem: input.hash().to_owned(),
            options: numbers(&part.subproblem.include[clues..]),
            excluded: numbers(&part.subproblem.exclude),
            expected: part.nodes,
            share: if part.nodes < sum { part.nodes / sum } else { 1.0 },
            input: None,
        };
        let mut units: Vec<_> = (1..).zip(parts).map(unit).collect();
        let split = split_id(input, &units);
        units.iter_mut().for_each(|unit| unit.split.clone_from(&split));
        units
    }

    /// Reads a line. The error says what was expected.
    pub(crate) fn parse(line: &[u8]) -> Result<Self, String> {
        let unit: Self = json::parse(line).map_err(|error| format!("expected a unit: {error}"))?;
        check_numbers(unit.unit, unit.of, unit.expected, unit.share)?;
        if unit.options.is_empty() && unit.excluded.is_empty() && unit.of > 1 {
            return Err(format!("unit {} of {} has no options", unit.unit, unit.of));
        }
        Ok(unit)
    }

    pub(crate) fn split_id(&self) -> SplitId<'_> {
        SplitId { split: &self.split, problem: &self.problem, of: self.of }
    }

    /// The subproblem, with the clues of its problem.
    pub(crate) fn subproblem(&self, input: &ProblemInput) -> Result<Subproblem, String> {
        let most = input.problem().options().len();
        let option = |&number: &usize| match (1..=most).contains(&number) {
            true => Ok(OptionId::new(number - 1)),
            false => Err(format!("there is no option {number}")),
        };
        let mut include = input.given()?.to_vec();
        for number in &self.options {
            include.push(option(number)?);
        }
        let exclude = self.excluded.iter().map(option).collect::<Result<_, _>>()?;
        Ok(Subproblem { include, exclude })
    }
}

fn numbers(options: &[OptionId]) -> Vec<usize> {
    options.iter().map(|option| option.index() + 1).collect()
}

/// The identifier of a list of units.
fn split_id(input: &ProblemInput, units: &[Unit]) -> String {
    let line = |unit: &Unit| {
        let included = unit.options.iter().map(usize::to_string);
        let excluded = unit.excluded.iter().map(|number| format!("-{number}"));
        included.chain(excluded).collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<_> = units.iter().map(line).collect();
    let begin = [VERSION, input.hash()].into_iter();
    let mut id = sha256(begin.chain(lines.iter().map(String::as_str)));
    id.truncate(ID_LENGTH);
    id
}

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
    #[serde(serialize_with = "json::six_decimals")]
    seconds: f64,
}

impl UnitResult {
    pub(crate) fn new(unit: &Unit, amount: Amount, nodes: u64, time: Duration) -> Self {
        Self {
            unit: unit.unit,
            of: unit.of,
            split: unit.split.clone(),
            problem: unit.problem.clone(),
            expected: unit.expected,
            share: unit.share,
            is_complete: amount.is_complete(),
            count: amount.solutions,
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

    pub(crate) fn split_id(&self) -> SplitId<'_> {
        SplitId { split: &self.split, problem: &self.problem, of: self.of }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use quadrille::Solver;
    use quadrille::StopReason;
    use std::num::NonZeroUsize;

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

    fn units(text: &str, tasks: usize) -> (ProblemInput, Vec<Unit>) {
        let input = ProblemInput::of_cover(text.parse().unwrap()).unwrap();
        let tasks = NonZeroUsize::new(tasks).unwrap();
        let shards = Solver::new(input.problem()).partition(tasks).unwrap();
        let units = Unit::all(&input, &shards);
        (input, units)
    }

    const TEXT: &str = "a b c\na\nb\nc\na b\nb c\na b c\n";

    #[test]
    fn different_splits_have_different_identifiers() {
        let id = |text: &str, tasks| units(text, tasks).1[0].split.clone();
        let (two, d) = (id(TEXT, 2), TEXT.replace('a', "d"));
        assert_eq!((two.as_str(), two.len()), (units(TEXT, 2).1[1].split.as_str(), ID_LENGTH));
        assert!(two != id(TEXT, 1) && two != id(&d, 2));
    }

    #[test]
    fn lines_that_are_not_units_are_refused() {
        let (input, units) = units(TEXT, 2);
        let line = json::line(&units[0]);
        let read = |from: &str, to: &str| Unit::parse(line.replacen(from, to, 1).as_bytes());
        assert!(read("", "").is_ok());
        let of = format!("\"of\":{}", units.len());
        assert_eq!(read(&of, "\"of\":0"), Err("there is no unit 1 of 0".to_owned()));
        for key in ["unit", "of", "split", "problem", "options", "expected", "share"] {
            let error = read(&format!("\"{key}\""), "\"x\"").unwrap_err();
            assert!(error.contains("unknown field `x`"), "{error}");
        }
        let options = line.split_once("\"options\":").unwrap().1.split_once(']').unwrap().0;
        let none = format!("unit 1 of {} has no options", units.len());
        assert_eq!(read(options, "["), Err(none), "it would count the whole problem");
        let error = read("{", "{\"unit\":2,").unwrap_err();
        assert!(error.contains("duplicate field `unit`"), "{error}");
        assert!(read("\"expected\":", "\"expected\":-").unwrap_err().contains("at least 0"));
        for number in [0, 7, usize::MAX] {
            let unit = Unit { options: vec![number], ..units[0].clone() };
            assert_eq!(unit.subproblem(&input), Err(format!("there is no option {number}")));
        }
    }
}
