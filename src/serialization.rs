//! serde for types that are written as text, numbers or lists of numbers. All others derive it.
//!
//! Numbers of items and options are from 1, as in the text format and in messages.

use crate::engine::{Choice, Engine, Subproblem};
use crate::ids::{ItemId, OptionId};
use crate::problem::{Problem, dlx};
use crate::solution::Solution;
use crate::sudoku::Grid;
use crate::sudoku::canonical::Transformation;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

/// Types that are a text: what they display, and what they are parsed from.
macro_rules! text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

text!(Engine, Grid, Transformation);

/// A problem is a text in Knuth's format. Without primary items, the text begins with `0| | `.
impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&dlx::to_stored(self))
    }
}

impl<'de> Deserialize<'de> for Problem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        dlx::parse_stored(&Cow::<str>::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// The index that is written as this number.
fn index<E: serde::de::Error>(number: u32) -> Result<usize, E> {
    let index = number.checked_sub(1).and_then(|index| usize::try_from(index).ok());
    index.ok_or_else(|| E::custom("expected a number from 1"))
}

/// Ids, as numbers from 1.
macro_rules! number {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                (u64::from(self.number()) + 1).serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                u32::deserialize(deserializer).and_then(index).map(Self::new)
            }
        }
    )*};
}

number!(ItemId, OptionId);

/// A choice is the number of its option, with a minus sign if the option is excluded.
impl Serialize for Choice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = i64::from(self.option().number()) + 1;
        let number = if matches!(self, Self::Include(_)) { number } else { -number };
        number.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Choice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = i64::deserialize(deserializer)?;
        let size = u32::try_from(number.unsigned_abs());
        let size =
            size.map_err(|_| D::Error::custom(format_args!("there is no option {number}")))?;
        let option = OptionId::new(index(size)?);
        Ok(if number > 0 { Self::Include(option) } else { Self::Exclude(option) })
    }
}

/// A subproblem is the list of its choices.
impl Serialize for Subproblem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let included = self.include.iter().copied().map(Choice::Include);
        serializer.collect_seq(included.chain(self.exclude.iter().copied().map(Choice::Exclude)))
    }
}

impl<'de> Deserialize<'de> for Subproblem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<Choice>::deserialize(deserializer).map(Self::from_iter)
    }
}

/// A solution is the list of its options.
impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.options().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Solution {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Entry, ProblemBuilder};
    use crate::search::{Checkpoint, Progress, SetupTime, Solver, StopReason};
    use crate::sudoku::PuzzleSolution;
    use crate::sudoku::minimal::FewestClues;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;
    use std::time::Duration;

    /// Checks that a value is written like this, and is read again.
    fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, text: &str) {
        assert_eq!(serde_json::to_string(value).unwrap(), text);
        assert_eq!(serde_json::from_str::<T>(text).unwrap(), *value);
    }

    #[test]
    fn values_are_read_as_they_were_written() {
        let [first, second] = [0, 1].map(OptionId::new);
        check(&ItemId::new(4), "5");
        check(&Choice::Exclude(second), "-2");
        check(&Subproblem { include: vec![second], exclude: vec![first] }, "[2,-1]");
        check(&Solution::new(vec![second, first]), "[1,2]");
        check(&Engine::Links, r#""links""#);
        let problem: Problem = "a b | x\na x:1\nb x:1\n".parse().unwrap();
        let text = serde_json::to_string(&problem).unwrap();
        let read: Problem = serde_json::from_str(&text).unwrap();
        assert_eq!(read, problem);
    }

    #[test]
    fn a_problem_without_primary_items_is_read_as_it_was_written() {
        let mut builder = ProblemBuilder::new();
        let (x, y) = (builder.secondary("x").unwrap(), builder.secondary("0").unwrap());
        let red = builder.color("red").unwrap();
        let option = builder.option([Entry::colored(x, red), y.into()]).unwrap();
        builder.label(option, "one").unwrap();
        builder.cost(option, 3).unwrap();
        check(&builder.build().unwrap(), r#""0| | x 0\n|@ one\nx:red 0 |3\n""#);
        for text in ["0| | ", "0| | x | y", "0| | 2|x", "0| x"] {
            assert!(serde_json::from_str::<Problem>(&format!("\"{text}\"")).is_err(), "{text}");
        }
    }

    #[test]
    fn results_are_read_as_they_were_written() {
        let problem: Problem = "a b\na |1\nb |18446744073709551615\n".parse().unwrap();
        let mut solver = Solver::new(&problem);
        check(&solver.count(), r#"{"solutions":1,"stop":"exhausted"}"#);
        let best = r#"{"solutions":[{"cost":18446744073709551616,"solution":[1,2]}],"bound":null,"stop":"exhausted"}"#;
        check(&solver.best(2), best);
        check(&solver.chosen(), r#"{"engine":"bits","why":"dense"}"#);
        let time = SetupTime { reducing: Duration::new(1, 2), ..SetupTime::default() };
        check(
            &time,
            r#"{"reducing":{"secs":1,"nanos":2},"building":{"secs":0,"nanos":0},"times":0}"#,
        );
        let grid: Grid = "1234341221434321".parse().unwrap();
        check(&PuzzleSolution::None, r#""none""#);
        check(&PuzzleSolution::Unique(grid), r#"{"unique":"1234341221434321"}"#);
        let swap = "rows=2134 columns=1234 values=1234";
        check(&swap.parse::<Transformation>().unwrap(), &format!("{swap:?}"));
        let fewest = FewestClues { puzzle: Grid::blank(4), stop: StopReason::NodeLimit };
        check(&fewest, r#"{"puzzle":"................","stop":"node-limit"}"#);
        let (sender, receiver) = std::sync::mpsc::channel();
        let callback = move |progress: &Progress| sender.send(*progress).unwrap();
        Solver::new(&problem).progress(Duration::from_secs(60), callback).count();
        let progress = receiver.recv().unwrap();
        let text = serde_json::to_string(&progress).unwrap();
        assert_eq!(serde_json::from_str::<Progress>(&text).unwrap(), progress);
    }

    #[cfg(feature = "diagram")]
    #[test]
    fn big_counts_are_texts_of_digits() {
        use crate::search::{BigCount, ClassCount, Method, Uses};
        use num_bigint::BigUint;

        let (one, stop) = (BigUint::from(1u8), StopReason::Exhausted);
        let many: BigUint = &one << 70u8;
        let solutions = many.clone();
        let text = r#"{"solutions":"1180591620717411303424","stop":"exhausted"}"#;
        check(&BigCount { solutions, stop }, text);
        let text = r#"{"solutions":"1180591620717411303424","classes":"1","is_total":true,"stop":"exhausted"}"#;
        let (solutions, classes) = (many.clone(), one.clone());
        check(&ClassCount { solutions, classes, is_total: true, stop }, text);
        let text = r#"{"solutions":"1180591620717411303424","options":["1"]}"#;
        check(&Uses { solutions: many, options: vec![one] }, text);
        let problem: Problem = "a\na\n".parse().unwrap();
        let mut solver = Solver::new(&problem).method(Method::Fewest);
        solver.big_count();
        let strategy = solver.strategy();
        check(&strategy, r#"{"method":"fewest","engine":null,"why":"asked"}"#);
    }

    #[test]
    fn numbers_that_are_no_options_are_refused() {
        for text in ["0", "-0", "5000000000", "1.5", r#""1""#] {
            assert!(serde_json::from_str::<Choice>(text).is_err(), "{text}");
            assert!(serde_json::from_str::<OptionId>(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_checkpoint_is_resumed_after_it_was_written() {
        let problem: Problem = "a b c\na b\nb c\na\nc\nb\n".parse().unwrap();
        let mut solver = Solver::new(&problem).limit(1);
        let first: Vec<_> = solver.solutions().collect();
        let text = serde_json::to_string(&solver.checkpoint()).unwrap();
        let checkpoint: Checkpoint = serde_json::from_str(&text).unwrap();
        assert_eq!(checkpoint, solver.checkpoint());
        let mut solver = Solver::new(&problem);
        solver.resume(&checkpoint).unwrap();
        assert_eq!((first.len(), solver.solutions().count()), (1, 2));
        let forged = text.replacen('{', r#"{"lost":1,"#, 1);
        assert!(serde_json::from_str::<Checkpoint>(&forged).is_err());
    }

    #[cfg(feature = "diagram")]
    #[test]
    fn a_count_with_a_memo_is_resumed_after_it_was_written() {
        use crate::search::Method;

        let problem: Problem = "0:2|a b c d\na\na b\na c\nb\nb c d\nc d\nc\nd\n".parse().unwrap();
        let counting = || Solver::new(&problem).method(Method::Fewest);
        let expected = counting().big_count();
        for nodes in 2..20 {
            let mut solver = counting().node_limit(nodes);
            solver.big_count();
            let text = serde_json::to_string(&solver.checkpoint()).unwrap();
            let checkpoint: Checkpoint = serde_json::from_str(&text).unwrap();
            let mut solver = counting();
            solver.resume(&checkpoint).unwrap();
            assert_eq!(solver.big_count(), expected);
            for (from, to) in [("sum\":\"", "sum\":\"-"), ("sum\":\"", "sum\":\"0"), ("size", "s")]
            {
                let forged = text.replacen(from, to, 1);
                assert_eq!(serde_json::from_str::<Checkpoint>(&forged).is_err(), forged != text);
            }
        }
    }
}
