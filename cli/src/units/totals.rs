//! The results of a split, added up.
//!
//! Results are identified by the number of their unit, and one that occurs twice is counted once.
//! Two complete results of one unit that differ can't both be true, and are an error. A result that
//! was cut short counts as missing; its solutions are added, and the sum is a lower bound then.

use super::unit::{SplitId, UnitResult};
use crate::json::{self, digits};
use crate::jsonl::LineRef;
use crate::number::Number;
use serde::Serialize;
use std::collections::BTreeMap;

/// How many ranges of missing units a message names.
const NAMED: usize = 10;

#[derive(Debug, Default)]
pub(crate) struct Totals {
    /// The first result, to whose split all others must belong.
    first: Option<(UnitResult, LineRef)>,
    units: BTreeMap<u64, (UnitResult, LineRef)>,
    /// How many results were of a unit that had one already.
    repeated: u64,
}

#[derive(Serialize, Debug)]
struct Record<'a> {
    #[serde(serialize_with = "digits::serialize")]
    count: Number,
    complete: bool,
    units: usize,
    of: u64,
    repeated: u64,
    missing: Vec<(u64, u64)>,
    #[serde(serialize_with = "json::six_decimals")]
    share: f64,
    split: &'a str,
    problem: &'a str,
}

impl Totals {
    /// Adds a result. The error says what it contradicts.
    pub(crate) fn add(&mut self, result: UnitResult, place: &LineRef) -> Result<(), String> {
        result.check()?;
        self.check_split(result.split_id(), "the result")?;
        self.first.get_or_insert_with(|| (result.clone(), place.clone()));
        let Some((known, known_place)) = self.units.get_mut(&result.unit) else {
            self.units.insert(result.unit, (result, place.clone()));
            return Ok(());
        };
        self.repeated += 1;
        let is_contradiction = match (known.is_complete, result.is_complete) {
            (true, true) => known.count != result.count,
            (true, false) => known.count < result.count,
            (false, true) => known.count > result.count,
            (false, false) => false,
        };
        if is_contradiction {
            return Err(format!(
                "unit {} has {} solutions here, and {} in {known_place}",
                result.unit,
                found(&result),
                found(known),
            ));
        }
        if (result.is_complete, &result.count) > (known.is_complete, &known.count) {
            (*known, *known_place) = (result, place.clone());
        }
        Ok(())
    }

    /// Checks that a unit or a result belongs to the same split as the results added before.
    pub(crate) fn check_split(&self, id: SplitId<'_>, what: &str) -> Result<(), String> {
        match &self.first {
            Some((first, place)) if first.split_id() != id => {
                let is_same_problem = first.split_id().problem == id.problem;
                let difference = if is_same_problem { "split" } else { "problem" };
                Err(format!("{what} is of another {difference} than the result in {place}"))
            }
            _ => Ok(()),
        }
    }

    pub(crate) fn is_done(&self, unit: u64) -> bool {
        self.units.get(&unit).is_some_and(|(known, _)| known.is_complete)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.units.is_empty()
    }

    fn of(&self) -> u64 {
        self.first.as_ref().map_or(0, |(first, _)| first.split_id().of)
    }

    fn complete(&self) -> impl Iterator<Item = &UnitResult> {
        self.units.values().map(|(known, _)| known).filter(|known| known.is_complete)
    }

    /// The units without a complete result, as ranges.
    fn missing(&self) -> Vec<(u64, u64)> {
        let (mut missing, mut next) = (Vec::new(), 1);
        for result in self.complete() {
            if next < result.unit {
                missing.push((next, result.unit - 1));
            }
            next = result.unit.saturating_add(1);
        }
        if next <= self.of() && !self.is_done(self.of()) {
            missing.push((next, self.of()));
        }
        missing
    }

    fn count(&self) -> Number {
        let mut sum = Number::Small(0);
        self.units.values().for_each(|(known, _)| sum += &known.count);
        sum
    }

    /// The share of the work that is done, by the estimates of `split`.
    fn share(&self) -> f64 {
        if self.missing().is_empty() {
            return 1.0;
        }
        self.complete().map(|result| result.share).sum::<f64>().min(1.0)
    }

    /// The sum as a line, with `>=` in front if units are missing.
    pub(crate) fn text(&self) -> String {
        let more = if self.missing().is_empty() { "" } else { ">=" };
        format!("{more}{}\n", self.count())
    }

    pub(crate) fn json(&self) -> String {
        let record = self.first.as_ref().map(|(first, _)| {
            let SplitId { split, problem, of } = first.split_id();
            let missing = self.missing();
            Record {
                count: self.count(),
                complete: missing.is_empty(),
                units: self.complete().count(),
                of,
                repeated: self.repeated,
                missing,
                share: self.share(),
                split,
                problem,
            }
        });
        json::line(&record)
    }

    /// Which units are missing, as a message; `None` if none is.
    pub(crate) fn missing_message(&self) -> Option<String> {
        let missing = self.missing();
        let number: u64 = missing.iter().map(|(first, last)| last - first + 1).sum();
        let (verb, of) = (if number == 1 { "is" } else { "are" }, self.of());
        let units = if of == 1 { "unit" } else { "units" };
        let (names, share) = (ranges(&missing), 100.0 * self.share());
        let message = format!(
            "{number} of {of} {units} {verb} missing: {names}; about {share:.1} % of the work is done"
        );
        (number > 0).then_some(message)
    }
}

/// The first of some ranges, for people.
fn ranges(ranges: &[(u64, u64)]) -> String {
    let range = |&(first, last): &(u64, u64)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    let named: Vec<_> = ranges.iter().take(NAMED).map(range).collect();
    let more = if ranges.len() > NAMED { ", ..." } else { "" };
    named.join(", ") + more
}

fn found(result: &UnitResult) -> String {
    let more = if result.is_complete { "" } else { "at least " };
    format!("{more}{}", result.count)
}

#[cfg(test)]
mod tests {
    use super::super::unit::tests::result;
    use super::*;

    fn place(line: u64) -> LineRef {
        LineRef { file: "file".to_owned(), line }
    }

    fn totals(results: &[(u64, u64, bool)]) -> Result<Totals, String> {
        let mut totals = Totals::default();
        for (line, &(unit, count, is_complete)) in (1..).zip(results) {
            totals.add(result(unit, count, is_complete), &place(line))?;
        }
        Ok(totals)
    }

    #[test]
    fn missing_units_are_given_as_ranges() {
        let table = [
            (vec![1, 2, 3, 4, 5, 6, 7, 8, 9], vec![]),
            (vec![9], vec![(1, 8)]),
            (vec![1], vec![(2, 9)]),
            (vec![2, 3, 5, 8], vec![(1, 1), (4, 4), (6, 7), (9, 9)]),
            (vec![8, 1, 9, 3], vec![(2, 2), (4, 7)]),
        ];
        for (units, missing) in table {
            let results: Vec<_> = units.iter().map(|&unit| (unit, 1, true)).collect();
            assert_eq!(totals(&results).unwrap().missing(), missing);
        }
        assert_eq!(ranges(&[(1, 1), (4, 7)]), "1, 4-7");
        let many: Vec<_> = (1..30).map(|unit| (2 * unit, 2 * unit)).collect();
        assert!(ranges(&many).ends_with("18, 20, ..."));
        let all_but = |missing| {
            let results: Vec<_> =
                (1..10).filter(|&unit| unit > missing).map(|unit| (unit, 1, true)).collect();
            totals(&results).unwrap().missing_message()
        };
        assert_eq!(all_but(0), None);
        assert!(all_but(1).unwrap().starts_with("1 of 9 units is missing: 1; about 80.0 % of"));
        assert!(all_but(2).unwrap().starts_with("2 of 9 units are missing: 1-2; about 70.0 %"));
    }

    #[test]
    fn repeated_results_change_nothing() {
        let once = totals(&[(1, 5, true), (2, 7, true)]).unwrap();
        let twice = [(1, 5, true), (2, 3, false), (1, 5, true), (2, 7, true), (2, 1, false)];
        let twice = totals(&twice).unwrap();
        assert_eq!((once.text(), once.repeated), (">=12\n".to_owned(), 0));
        assert_eq!((twice.text(), twice.repeated), (">=12\n".to_owned(), 3));
        assert_eq!(twice.missing(), once.missing());
    }

    #[test]
    fn contradicting_results_are_refused() {
        for pair in [[(1, 5, true), (1, 6, true)], [(1, 5, true), (1, 6, false)]] {
            let error = totals(&pair).unwrap_err();
            assert!(error.contains("unit 1") && error.contains("file:1"), "{error}");
        }
        let error = totals(&[(1, 6, false), (1, 5, true)]).unwrap_err();
        assert_eq!(error, "unit 1 has 5 solutions here, and at least 6 in file:1");
        let id = SplitId { split: "s", problem: "p", of: 9 };
        let (other_split, other_problem) =
            (SplitId { split: "t", ..id }, SplitId { problem: "q", ..id });
        let totals = totals(&[(1, 5, true)]).unwrap();
        let error = totals.check_split(other_split, "the result").unwrap_err();
        assert_eq!(error, "the result is of another split than the result in file:1");
        let error = totals.check_split(other_problem, "the unit").unwrap_err();
        assert_eq!(error, "the unit is of another problem than the result in file:1");
    }
}
