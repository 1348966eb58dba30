//! `merge`: adds up the results of units, and says whether all units are there.
//!
//! Results are known by the number of their unit: one that is there twice is counted once. Two complete results of one unit
//! that differ can't both be true, and nothing is added up. What was cut short is as if it were missing, but its solutions
//! are there, and the sum is a number of solutions that there are at least.

use super::args::MergeArgs;
use super::outcome::Outcome;
use super::unit::{Key, Unit};
use crate::cli::failure::Failure;
use crate::cli::fields::Fields;
use crate::cli::input;
use crate::cli::json::{Object, push_array};
use crate::cli::lines::{Lines, Spot};
use crate::cli::number::Number;
use crate::cli::session::{Session, message};
use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::slice;

/// How many gaps a message names.
const NAMED: usize = 10;

const NO_RESULT: &str = "no result of a unit found: expected lines as `work` writes them";

/// Adds up all results, and prints the sum or the units that are missing.
pub(super) fn merge(args: &MergeArgs, session: &mut Session) -> io::Result<()> {
    let mut sum = Sum::default();
    let mut lines = Lines::new(&args.files);
    while let Some((line, spot)) = lines.next(session) {
        match Line::read(line) {
            Line::Result(outcome) => {
                if let Err(error) = sum.add(outcome, spot) {
                    return session.fail(&spot.failure(error));
                }
            }
            Line::Broken(error) => session.warn(spot.failure(error)),
            Line::Wrong(error) => return session.fail(&spot.failure(error)),
        }
    }
    match (&args.missing, &sum.first) {
        (Some(path), _) => print_missing(path, &sum, session),
        (None, None) => {
            let files: Vec<_> = args.files.iter().map(|path| input::label(path)).collect();
            session.fail(&Failure::of_file(&files.join(", "), NO_RESULT))
        }
        (None, Some((key, _))) => {
            let text = if args.json { sum.json(key) } else { sum.text() };
            sum.tell_gaps(key, session);
            session.entry(&text)
        }
    }
}

/// What a line is.
enum Line {
    Result(Outcome),
    /// It says nothing: it was cut off when a worker was killed, or is a unit that a worker refused.
    Broken(String),
    /// It is something else.
    Wrong(String),
}

impl Line {
    fn read(line: &[u8]) -> Self {
        let fields = match Fields::parse(line) {
            Ok(fields) => fields,
            Err(error) => {
                return Self::Broken(format!("passed over, as the line is broken: {error}"));
            }
        };
        match (fields.text("error"), Outcome::read(&fields)) {
            (Ok(error), _) => Self::Broken(format!("passed over, as the unit failed: {error}")),
            (Err(_), Ok(outcome)) => Self::Result(outcome),
            (Err(_), Err(error)) => Self::Wrong(format!("not the result of a unit: {error}")),
        }
    }
}

/// What is known of a unit.
#[derive(Debug)]
struct Known {
    outcome: Outcome,
    spot: Spot,
}

/// All results.
#[derive(Debug, Default)]
struct Sum {
    /// The first that was read: all others are of the same split.
    first: Option<(Key, Spot)>,
    units: BTreeMap<u64, Known>,
    /// Results that were there already.
    repeated: u64,
}

impl Sum {
    /// Adds a result, or says why it can't be true together with the others.
    fn add(&mut self, outcome: Outcome, spot: &Spot) -> Result<(), String> {
        let (first, at) = self.first.get_or_insert_with(|| (outcome.key.clone(), spot.clone()));
        if !first.is_beside(&outcome.key) {
            let what = if first.problem == outcome.key.problem { "split" } else { "problem" };
            return Err(format!("the result is of another {what} than that in {}", place(at)));
        }
        let Some(known) = self.units.get_mut(&outcome.key.unit) else {
            let spot = spot.clone();
            self.units.insert(outcome.key.unit, Known { outcome, spot });
            return Ok(());
        };
        self.repeated += 1;
        let is_false = match (known.outcome.is_complete, outcome.is_complete) {
            (true, true) => known.outcome.count != outcome.count,
            (true, false) => known.outcome.count < outcome.count,
            (false, true) => known.outcome.count > outcome.count,
            (false, false) => false,
        };
        if is_false {
            return Err(format!(
                "unit {} has {} solutions here, and {} in {}",
                outcome.key.unit,
                found(&outcome),
                found(&known.outcome),
                place(&known.spot)
            ));
        }
        let is_better = (outcome.is_complete, &outcome.count)
            > (known.outcome.is_complete, &known.outcome.count);
        if is_better {
            *known = Known { outcome, spot: spot.clone() };
        }
        Ok(())
    }

    fn is_done(&self, unit: u64) -> bool {
        self.units.get(&unit).is_some_and(|known| known.outcome.is_complete)
    }

    fn complete(&self) -> impl Iterator<Item = &Outcome> {
        self.units.values().map(|known| &known.outcome).filter(|outcome| outcome.is_complete)
    }

    /// The units without a complete result, as ranges.
    fn gaps(&self) -> Vec<(u64, u64)> {
        let of = self.first.as_ref().map_or(0, |(key, _)| key.of);
        let (mut gaps, mut next) = (Vec::new(), 1);
        for outcome in self.complete() {
            if next < outcome.key.unit {
                gaps.push((next, outcome.key.unit - 1));
            }
            next = outcome.key.unit.saturating_add(1);
        }
        if next <= of && !self.is_done(of) {
            gaps.push((next, of));
        }
        gaps
    }

    fn count(&self) -> Number {
        let mut sum = Number::Small(0);
        self.units.values().for_each(|known| sum += &known.outcome.count);
        sum
    }

    /// The share of the work that is done, as it was expected to be.
    fn share(&self) -> f64 {
        if self.gaps().is_empty() {
            return 1.0;
        }
        self.complete().map(|outcome| outcome.weight.share).sum::<f64>().min(1.0)
    }

    fn text(&self) -> String {
        let more = if self.gaps().is_empty() { "" } else { ">=" };
        format!("{more}{}\n", self.count())
    }

    fn json(&self, key: &Key) -> String {
        let gaps = self.gaps();
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        object.plain("count", self.count()).plain("complete", gaps.is_empty());
        object.plain("units", self.complete().count()).plain("of", key.of);
        object.plain("repeated", self.repeated);
        push_array(object.key("missing"), gaps.iter(), |out, (first, last)| {
            out.push_str(&format!("[{first},{last}]"));
        });
        object.plain("share", format_args!("{:.6}", self.share()));
        object.text("split", &key.split).text("problem", &key.problem).end();
        text + "\n"
    }

    /// Tells which units are missing.
    fn tell_gaps(&self, key: &Key, session: &mut Session) {
        let gaps = self.gaps();
        if gaps.is_empty() {
            return;
        }
        session.tally.saw_cut();
        let missing: u64 = gaps.iter().map(|(first, last)| last - first + 1).sum();
        let noun = if missing == 1 { "unit is" } else { "units are" };
        let share = 100.0 * self.share();
        message(format_args!(
            "{missing} of {} {noun} missing: {}; about {share:.1} % of the work is done",
            key.of,
            named(&gaps)
        ));
    }
}

/// The first of some ranges, for people.
fn named(gaps: &[(u64, u64)]) -> String {
    let range = |&(first, last): &(u64, u64)| match last - first {
        0 => first.to_string(),
        _ => format!("{first}-{last}"),
    };
    let named: Vec<_> = gaps.iter().take(NAMED).map(range).collect();
    let more = if gaps.len() > NAMED { ", ..." } else { "" };
    named.join(", ") + more
}

fn place(spot: &Spot) -> String {
    format!("{}:{}", spot.file, spot.line)
}

fn found(outcome: &Outcome) -> String {
    let more = if outcome.is_complete { "" } else { "at least " };
    format!("{more}{}", outcome.count)
}

/// Prints the lines of the units that have no complete result.
fn print_missing(path: &PathBuf, sum: &Sum, session: &mut Session) -> io::Result<()> {
    let (mut lines, mut is_missing) = (Lines::new(slice::from_ref(path)), false);
    while let Some((line, spot)) = lines.next(session) {
        let key = match Fields::parse(line).and_then(|fields| Unit::read(&fields)) {
            Ok(unit) => unit.key,
            Err(error) => return session.fail(&spot.failure(error)),
        };
        if let Some((first, at)) = sum.first.as_ref().filter(|(first, _)| !first.is_beside(&key)) {
            let what = if first.problem == key.problem { "split" } else { "problem" };
            let error = format!("the unit is of another {what} than the result in {}", place(at));
            return session.fail(&spot.failure(error));
        }
        if !sum.is_done(key.unit) {
            is_missing = true;
            session.output().write_bytes(line)?;
            session.entry("\n")?;
        }
    }
    if is_missing {
        session.tally.saw_cut();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::shards::unit::Weight;

    fn spot(line: u64) -> Spot {
        Spot { file: "file".to_owned(), line }
    }

    fn outcome(unit: u64, count: u64, is_complete: bool) -> Outcome {
        let key = Key { unit, of: 9, split: "s".to_owned(), problem: "p".to_owned() };
        Outcome {
            key,
            weight: Weight { expected: 1.0, share: 0.1 },
            count: count.into(),
            is_complete,
        }
    }

    fn sum(outcomes: &[(u64, u64, bool)]) -> Result<Sum, String> {
        let mut sum = Sum::default();
        for (line, &(unit, count, is_complete)) in (1..).zip(outcomes) {
            sum.add(outcome(unit, count, is_complete), &spot(line))?;
        }
        Ok(sum)
    }

    #[test]
    fn gaps_are_told_as_ranges() {
        let table = [
            (vec![1, 2, 3, 4, 5, 6, 7, 8, 9], vec![]),
            (vec![9], vec![(1, 8)]),
            (vec![1], vec![(2, 9)]),
            (vec![2, 3, 5, 8], vec![(1, 1), (4, 4), (6, 7), (9, 9)]),
            (vec![8, 1, 9, 3], vec![(2, 2), (4, 7)]),
        ];
        for (units, gaps) in table {
            let outcomes: Vec<_> = units.iter().map(|&unit| (unit, 1, true)).collect();
            assert_eq!(sum(&outcomes).unwrap().gaps(), gaps);
        }
        assert_eq!(named(&[(1, 1), (4, 7)]), "1, 4-7");
        let many: Vec<_> = (1..30).map(|unit| (2 * unit, 2 * unit)).collect();
        assert!(named(&many).ends_with("18, 20, ..."));
    }

    #[test]
    fn what_is_repeated_changes_nothing() {
        let once = sum(&[(1, 5, true), (2, 7, true)]).unwrap();
        let twice = sum(&[(1, 5, true), (2, 3, false), (1, 5, true), (2, 7, true), (2, 1, false)]);
        let twice = twice.unwrap();
        assert_eq!((once.text(), once.repeated), (">=12\n".to_owned(), 0));
        assert_eq!((twice.text(), twice.repeated), (">=12\n".to_owned(), 3));
        assert_eq!(twice.gaps(), once.gaps());
    }

    #[test]
    fn what_was_cut_short_is_missing_but_counts() {
        let sum = sum(&[(1, 5, true), (2, 3, false), (2, 4, false), (2, 1, false)]).unwrap();
        assert_eq!((sum.text(), sum.gaps()), (">=9\n".to_owned(), vec![(2, 9)]));
        assert!((sum.share() - 0.1).abs() < 1e-9);
    }

    #[test]
    fn results_that_contradict_each_other_are_told() {
        for pair in [[(1, 5, true), (1, 6, true)], [(1, 5, true), (1, 6, false)]] {
            let error = sum(&pair).unwrap_err();
            assert!(error.contains("unit 1") && error.contains("file:1"), "{error}");
        }
        let error = sum(&[(1, 6, false), (1, 5, true)]).unwrap_err();
        assert_eq!(error, "unit 1 has 5 solutions here, and at least 6 in file:1");
        let mut sum = sum(&[(1, 5, true)]).unwrap();
        let mut other = outcome(2, 1, true);
        other.key.split = "t".to_owned();
        let error = sum.add(other.clone(), &spot(2)).unwrap_err();
        assert_eq!(error, "the result is of another split than that in file:1");
        other.key.problem = "q".to_owned();
        assert!(sum.add(other, &spot(2)).unwrap_err().contains("another problem"));
    }
}
