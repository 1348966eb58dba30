//! The result of a unit as a line: how many solutions it has, and whether these are all.

use super::unit::{Key, Weight};
use crate::cli::fields::Fields;
use crate::cli::json::Object;
use crate::cli::number::Number;
use quadrille::StopReason;
use std::time::Duration;

/// What was found of a unit.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Outcome {
    pub(super) key: Key,
    pub(super) weight: Weight,
    pub(super) count: Number,
    /// Whether the unit has no more solutions.
    pub(super) is_complete: bool,
}

impl Outcome {
    pub(super) fn read(fields: &Fields<'_>) -> Result<Self, String> {
        Ok(Self {
            key: Key::read(fields)?,
            weight: Weight::read(fields)?,
            count: fields.number("count")?,
            is_complete: fields.flag("complete")?,
        })
    }

    /// Appends it as a line, with why it ended and what it took.
    pub(super) fn write(&self, stop: StopReason, nodes: u64, time: Duration, out: &mut String) {
        let mut object = Object::begin(out);
        self.key.write(&mut object);
        self.weight.write(&mut object);
        object.plain("count", &self.count).plain("complete", self.is_complete);
        object.text("stop", stop.name()).plain("nodes", nodes);
        object.plain("seconds", format_args!("{:.6}", time.as_secs_f64())).end();
        out.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    #[test]
    fn a_result_is_read_as_it_was_written() {
        let key = Key { unit: 3, of: 4, split: "s".to_owned(), problem: "p".to_owned() };
        let big = BigUint::from(u64::MAX) * 1_000_003u32;
        for (count, is_complete) in [(Number::Small(0), true), (big.into(), false)] {
            let weight = Weight { expected: 12.5, share: 0.25 };
            let outcome = Outcome { key: key.clone(), weight, count, is_complete };
            let mut line = String::new();
            outcome.write(StopReason::Exhausted, 7, Duration::from_millis(5), &mut line);
            let fields = Fields::parse(line.as_bytes()).unwrap();
            assert_eq!(Outcome::read(&fields), Ok(outcome), "{line}");
            assert!(line.ends_with("\"nodes\":7,\"seconds\":0.005000}\n"));
            let cut = line.replace("complete", "x");
            let error = Outcome::read(&Fields::parse(cut.as_bytes()).unwrap()).unwrap_err();
            assert_eq!(error, "expected true or false as `complete`");
        }
    }
}
