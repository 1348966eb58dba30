//! A unit of work as a line: which it is of how many, and the options that all of its solutions have.

use crate::cli::fields::Fields;
use crate::cli::json::{Object, push_array};
use crate::cli::question::{self, Question};
use quadrille::{OptionId, Shard};

/// What every text begins with that is hashed for the name of a split.
const VERSION: &str = "quadrille split 1";

/// The signs of the name of a split: 64 bits tell those apart that one person makes.
const NAME: usize = 16;

/// What units and results have in common: which unit it is, of which split of which problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Key {
    /// From 1 to `of`.
    pub(super) unit: u64,
    pub(super) of: u64,
    pub(super) split: String,
    /// The hash of the problem.
    pub(super) problem: String,
}

impl Key {
    pub(super) fn read(fields: &Fields<'_>) -> Result<Self, String> {
        let (unit, of) = (fields.whole("unit")?, fields.whole("of")?);
        if !(1..=of).contains(&unit) {
            return Err(format!("there is no unit {unit} of {of}"));
        }
        Ok(Self { unit, of, split: fields.text("split")?, problem: fields.text("problem")? })
    }

    pub(super) fn write(&self, object: &mut Object<'_>) {
        object.plain("unit", self.unit).plain("of", self.of);
        object.text("split", &self.split).text("problem", &self.problem);
    }

    /// Whether both are units of the same split.
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        (&self.split, &self.problem, self.of) == (&other.split, &other.problem, other.of)
    }
}

/// How large a unit is, as far as that was known when it was made.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Weight {
    /// The nodes of its search tree.
    pub(super) expected: f64,
    /// Its share of the nodes of all units.
    pub(super) share: f64,
}

impl Weight {
    pub(super) fn read(fields: &Fields<'_>) -> Result<Self, String> {
        Ok(Self { expected: fields.real("expected")?, share: fields.real("share")? })
    }

    pub(super) fn write(&self, object: &mut Object<'_>) {
        let Self { expected, share } = self;
        match expected {
            0.0..1e15 => object.plain("expected", format_args!("{expected:.1}")),
            _ => object.plain("expected", format_args!("{expected:.6e}")),
        };
        object.plain("share", format_args!("{share:.6e}"));
    }
}

/// A unit.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Unit {
    pub(super) key: Key,
    pub(super) weight: Weight,
    /// The options that all of its solutions have besides those given, as numbers from 1.
    options: Vec<u64>,
}

impl Unit {
    /// The units that shards are, in their order.
    pub(super) fn all(question: &Question, shards: &[Shard]) -> Vec<Self> {
        let options: Vec<_> = shards.iter().map(numbers).collect();
        let (split, problem) = (name(question, &options), question.hash());
        let of = u64::try_from(shards.len()).unwrap_or(u64::MAX);
        let sum: f64 = shards.iter().map(Shard::expected).sum();
        let unit = |((unit, shard), options): ((u64, &Shard), Vec<u64>)| {
            let key = Key { unit, of, split: split.clone(), problem: problem.to_owned() };
            let expected = shard.expected();
            let share = if expected < sum { expected / sum } else { 1.0 };
            Self { key, weight: Weight { expected, share }, options }
        };
        (1..).zip(shards).zip(options).map(unit).collect()
    }

    pub(super) fn read(fields: &Fields<'_>) -> Result<Self, String> {
        let (key, weight) = (Key::read(fields)?, Weight::read(fields)?);
        Ok(Self { key, weight, options: fields.wholes("options")? })
    }

    /// Appends it as a line, with the problem if that is given.
    pub(super) fn write(&self, problem: Option<&str>, out: &mut String) {
        let mut object = Object::begin(out);
        self.key.write(&mut object);
        push_array(object.key("options"), self.options.iter(), |out, option| {
            out.push_str(&option.to_string());
        });
        self.weight.write(&mut object);
        if let Some(problem) = problem {
            object.key("question").push_str(problem);
        }
        object.end();
        out.push('\n');
    }

    /// Its options as those of a problem, behind those given.
    pub(super) fn options(&self, question: &Question) -> Result<Vec<OptionId>, String> {
        let most = question.problem().options().len();
        let mut options = question.given()?.to_vec();
        for &number in &self.options {
            let index = usize::try_from(number).ok().filter(|number| (1..=most).contains(number));
            let index = index.ok_or_else(|| format!("there is no option {number}"))?;
            options.push(OptionId::new(index - 1));
        }
        Ok(options)
    }
}

/// The options of a shard as numbers from 1.
fn numbers(shard: &Shard) -> Vec<u64> {
    let number =
        |option: &OptionId| u64::try_from(option.index()).map_or(u64::MAX, |index| index + 1);
    shard.options().iter().map(number).collect()
}

/// A name for the list of units: results of other lists can't be added to theirs.
fn name(question: &Question, units: &[Vec<u64>]) -> String {
    let line =
        |options: &Vec<u64>| options.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let lines: Vec<_> = units.iter().map(line).collect();
    let begin = [VERSION, question.hash()].into_iter();
    let mut name = question::hex(begin.chain(lines.iter().map(String::as_str)));
    name.truncate(NAME);
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::{Problem, Splitter};
    use std::num::NonZeroUsize;

    fn units(text: &str, tasks: usize) -> (Question, Vec<Unit>) {
        let question = Question::of_cover(text.parse().unwrap()).unwrap();
        let problem: &Problem = question.problem();
        let shards = Splitter::new(problem).split(NonZeroUsize::new(tasks).unwrap()).unwrap();
        let units = Unit::all(&question, &shards);
        (question, units)
    }

    const TEXT: &str = "a b c\na\nb\nc\na b\nb c\na b c\n";

    #[test]
    fn a_unit_is_read_as_it_was_written() {
        let (question, units) = units(TEXT, 3);
        assert!(units.len() >= 3);
        for problem in [None, Some("{}")] {
            for unit in &units {
                let mut line = String::new();
                unit.write(problem, &mut line);
                let fields = Fields::parse(line.as_bytes()).unwrap();
                let again = Unit::read(&fields).unwrap();
                assert_eq!((&again.key, &again.options), (&unit.key, &unit.options));
                assert!((again.weight.share - unit.weight.share).abs() < 1e-6);
                assert_eq!(fields.has("question"), problem.is_some());
                assert!(!again.options(&question).unwrap().is_empty());
            }
        }
        let shares: f64 = units.iter().map(|unit| unit.weight.share).sum();
        assert!((shares - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_split_has_a_name_of_its_own() {
        let (one, two) = (units(TEXT, 1).1, units(TEXT, 2).1);
        assert_eq!(two[0].key.split, units(TEXT, 2).1[1].key.split);
        assert_ne!(two[0].key.split, one[0].key.split);
        let other = units(&TEXT.replace('a', "d"), 2).1;
        assert!(two[0].key.is_beside(&two[1].key) && !two[0].key.is_beside(&other[0].key));
        assert_eq!(two[0].key.split.len(), NAME);
    }

    #[test]
    fn what_is_no_unit_is_refused() {
        let (question, units) = units(TEXT, 2);
        let mut line = String::new();
        units[0].write(None, &mut line);
        let read = |line: &str| Unit::read(&Fields::parse(line.as_bytes()).unwrap());
        assert!(read(&line).is_ok());
        let of = format!("\"of\":{}", units.len());
        let wrong = read(&line.replace(&of, "\"of\":0"));
        assert_eq!(wrong, Err("there is no unit 1 of 0".to_owned()));
        for key in ["unit", "of", "split", "problem", "options", "expected", "share"] {
            let error = read(&line.replace(&format!("\"{key}\""), "\"x\"")).unwrap_err();
            assert!(error.contains(&format!("`{key}`")), "{error}");
        }
        for number in [0, 7, u64::MAX] {
            let unit = Unit { options: vec![number], ..units[0].clone() };
            assert_eq!(unit.options(&question), Err(format!("there is no option {number}")));
        }
    }
}
