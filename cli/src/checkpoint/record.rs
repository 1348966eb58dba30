//! A checkpoint as text: two lines of JSON, the state of the search and its hash.
//!
//! The hash shows that the text is whole. It does not show where the text is from: what is read is
//! checked against the problem too, as far as that is possible.

use super::args::{MemoRequest, Request};
use super::solutions::{Destination, Written};
use crate::args::ReduceArg;
use crate::hashing::sha256;
use crate::json;
use crate::output::Form;
use crate::problem_input::{ProblemInput, ProblemRecord};
use clap::ValueEnum;
use quadrille::{Checkpoint, Engine, Solver};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The version of the format. It changes with the text, with the order of solutions, with the
/// points where searches are split, and with the orders and the keys of counts with a memo.
pub(super) const VERSION: u64 = 9;

/// A search, what is left of it, and its file of solutions.
#[derive(Debug)]
pub(super) struct StoredSearch {
    pub(super) input: ProblemInput,
    pub(super) request: Request,
    pub(super) checkpoint: Checkpoint,
    /// What is known of the file of solutions; `None` before it is opened.
    pub(super) written: Option<Written>,
}

/// The first line, with a problem and a search that are owned or borrowed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Record<P, C> {
    checkpoint: u64,
    limit: Option<u64>,
    #[serde(with = "value_name")]
    reduce: ReduceArg,
    /// How it is counted with a memo; `null` if solutions are visited.
    memo: Option<MemoRequest>,
    /// Where solutions go; `null` for a count.
    output: Option<OutputRecord>,
    problem: P,
    search: C,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OutputRecord {
    path: String,
    #[serde(with = "value_name")]
    form: Form,
    written: Written,
}

/// The second line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checksum {
    sha256: String,
}

/// What every version has in the first line.
#[derive(Deserialize)]
struct Version {
    checkpoint: u64,
}

/// Values by the names that they have as arguments.
mod value_name {
    use super::*;

    pub(super) fn serialize<S: Serializer>(
        value: &impl ValueEnum,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let value = value.to_possible_value();
        serializer.serialize_str(value.as_ref().map_or("", |value| value.get_name()))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>, T: ValueEnum>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::from_str(&String::deserialize(deserializer)?, false).map_err(D::Error::custom)
    }
}

impl StoredSearch {
    /// A search that has not begun, or why it can't.
    pub(super) fn new(input: ProblemInput, request: Request) -> Result<Self, String> {
        let solver = Solver::with_engine(input.problem(), request.engine);
        let checkpoint = solver.map_err(|error| error.to_string())?.checkpoint();
        Ok(Self { input, request, checkpoint, written: None })
    }

    /// Reads the text of a file. The error has its line.
    pub(super) fn parse(text: &[u8]) -> Result<Self, (u64, String)> {
        let record = json::parse(verified(text)?).map_err(|error| (1, error.to_string()))?;
        Self::of_record(record).map_err(|error| (1, error))
    }

    fn of_record(record: Record<ProblemRecord, Checkpoint>) -> Result<Self, String> {
        let Record { limit, reduce, memo, output, problem, search: checkpoint, .. } = record;
        let input = ProblemInput::of_record(&problem)?;
        let (destination, written) = match output {
            None => (None, None),
            Some(OutputRecord { form: form @ (Form::Line | Form::Grid), path, written }) => {
                (Some(Destination { path, form }), Some(written))
            }
            Some(_) => return Err("expected solutions as line or grid".to_owned()),
        };
        if memo.is_some() && (destination.is_some() || limit.is_some()) {
            return Err("a count with a memo has neither an output nor a limit".to_owned());
        }
        let request = Request { destination, limit, engine: checkpoint.engine, reduce, memo };
        Ok(Self { input, request, checkpoint, written })
    }

    /// How a requested search differs from this one, if it does.
    pub(super) fn difference(&self, input: &ProblemInput, request: &Request) -> Option<String> {
        let (mine, theirs) = (self.input.hash(), input.hash());
        if mine != theirs {
            return Some(format!(
                "the checkpoint is of another problem, {mine:.16}, and not of {theirs:.16}"
            ));
        }
        let (mine, engine) = (&self.request, self.checkpoint.engine);
        let form = |request: &Request| request.destination.as_ref().map(|to| to.form);
        let what = match () {
            () if form(mine).is_some() != form(request).is_some() => "command",
            () if mine.limit != request.limit => "limit",
            () if engine != request.engine && request.engine != Engine::Auto => {
                return Some(format!("the checkpoint is of a search with engine {engine}"));
            }
            () if mine.reduce != request.reduce => "--reduce",
            () if form(mine) != form(request) => "format",
            () => mine.memo_difference(request)?,
        };
        Some(format!("the checkpoint is of a search with another {what}"))
    }
}

pub(super) fn text(
    input: &ProblemInput,
    request: &Request,
    checkpoint: &Checkpoint,
    written: Option<Written>,
) -> String {
    let output = request.destination.clone().zip(written);
    let output =
        output.map(|(Destination { path, form }, written)| OutputRecord { path, form, written });
    let record = Record {
        checkpoint: VERSION,
        limit: request.limit,
        reduce: request.reduce,
        memo: request.memo,
        output,
        problem: &input.record,
        search: checkpoint,
    };
    sealed(&record)
}

/// The text of a checkpoint with a first line.
pub(super) fn sealed(first: &impl Serialize) -> String {
    let text = json::text(first);
    let sha256 = sha256([text.as_str()]);
    text + "\n" + &json::line(&Checksum { sha256 })
}

fn damaged(error: &json::ParseError) -> String {
    format!("the checkpoint is cut off or damaged: {error}")
}

/// The first line of a checkpoint, if the text is whole and of this version; or the number of a
/// line and what is wrong with it.
pub(super) fn verified(text: &[u8]) -> Result<&[u8], (u64, String)> {
    let end = text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len());
    let (state, rest) = text.split_at(end);
    if state.trim_ascii().is_empty() {
        return Err((1, "expected a checkpoint, and the line is empty".to_owned()));
    }
    match json::parse(state) {
        Ok(Version { checkpoint: VERSION }) => {}
        Ok(Version { checkpoint }) => return Err((1, other_version(checkpoint))),
        Err(error) if error.is_syntax() => return Err((1, damaged(&error))),
        Err(error) => return Err((1, format!("expected a checkpoint: {error}"))),
    }
    let sum: Checksum = json::parse(rest.trim_ascii()).map_err(|error| (2, damaged(&error)))?;
    let line = std::str::from_utf8(state).map_err(|error| (1, error.to_string()))?;
    if sha256([line]) != sum.sha256 {
        return Err((1, "the checkpoint was changed: its hash is different".to_owned()));
    }
    Ok(state)
}

fn other_version(version: u64) -> String {
    format!("the checkpoint is of version {version}, and this program reads version {VERSION}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::OptionId;
    use quadrille::engine::Choice;

    /// The text of a search for solutions that has found some.
    fn example() -> String {
        let input = ProblemInput::of_cover("a b\na\nb\na b\n".parse().unwrap()).unwrap();
        let destination = Some(Destination { path: "list".to_owned(), form: Form::Grid });
        let reduce = ReduceArg::Auto;
        let request =
            Request { destination, limit: Some(7), engine: Engine::Links, reduce, memo: None };
        let new = StoredSearch::new(input, request).unwrap();
        let mut checkpoint = new.checkpoint;
        (checkpoint.found, checkpoint.nodes, checkpoint.open[0].emitted) = (5, 9, 1);
        checkpoint.open[0].choices = vec![Choice::Include(OptionId::new(2))];
        let written = Written { bytes: 3, sha256: "x".to_owned(), created: None };
        text(&new.input, &new.request, &checkpoint, Some(written))
    }

    /// A changed text with the right hash.
    fn forged(text: &str, from: &str, to: &str) -> String {
        let line = text.lines().next().unwrap().replacen(from, to, 1);
        format!("{line}\n{{\"sha256\":\"{}\"}}\n", sha256([line.as_str()]))
    }

    #[test]
    fn a_checkpoint_is_read_as_it_was_written() {
        let example = example();
        let StoredSearch { input, request, checkpoint, written } =
            StoredSearch::parse(example.as_bytes()).unwrap();
        assert_eq!(text(&input, &request, &checkpoint, written), example);
        assert_eq!((checkpoint.found, checkpoint.open[0].choices[0].option().index()), (5, 2));
        assert_eq!(forged(&example, "", ""), example);
    }

    #[test]
    fn cut_and_changed_texts_are_refused() {
        let text = example();
        for end in 0..text.len() - 1 {
            assert!(StoredSearch::parse(&text.as_bytes()[..end]).is_err(), "{end}");
        }
        for at in 0..text.len() - 1 {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1;
            assert!(StoredSearch::parse(&changed).is_err(), "{at}");
        }
        assert!(StoredSearch::parse((text.clone() + "{}").as_bytes()).is_err());
        assert!(StoredSearch::parse(text.repeat(2).as_bytes()).is_err());
    }

    #[test]
    fn forged_texts_are_refused_as_far_as_they_are_wrong() {
        let text = example();
        for (from, to, error) in [
            (
                r#""checkpoint":9"#,
                r#""checkpoint":1"#,
                "of version 1, and this program reads version 9",
            ),
            (r#""checkpoint":9"#, r#""check":3"#, "expected a checkpoint: missing field"),
            (r#""found":5"#, r#""found":5,"found":6"#, "duplicate field `found`"),
            (r#""found":5"#, r#""found":5,"lost":6"#, "unknown field `lost`"),
            (r#""found":5"#, r#""found":18446744073709551616"#, "invalid"),
            (r#""choices":[3]"#, r#""choices":[0]"#, "expected a number from 1"),
            (r#""choices":[3]"#, r#""choices":[-5000000000]"#, "there is no option"),
            (r#""form":"grid""#, r#""form":"json""#, "expected solutions as line or grid"),
            (r#""engine":"links""#, r#""engine":"x""#, "unknown engine"),
            (r#""limit":7"#, r#""limit":"7""#, "invalid type"),
            (r"a b\na\n", r"a b\nb\n", "the problem was changed"),
            (r#""memo":null"#, r#""memo":{"method":"auto"}"#, "missing field `canonical`"),
            (
                r#""memo":null"#,
                r#""memo":{"method":"fewest","canonical":"on","memory":9}"#,
                "has neither an output nor a limit",
            ),
        ] {
            let forged = forged(&text, from, to);
            assert_ne!(forged, text, "{from}");
            let (line, message) = StoredSearch::parse(forged.as_bytes()).unwrap_err();
            assert!(message.contains(error) && line == 1, "{message}");
        }
    }
}
