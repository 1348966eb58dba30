//! A JSON object in one line that this program wrote: its values by their keys, each read as what it has to be.
//!
//! Values are read from the text that stands there: a number may have more digits than a floating-point number holds.

use super::number::Number;
use num_bigint::BigUint;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The values of an object, unread.
#[derive(Debug)]
pub(super) struct Fields<'a>(BTreeMap<String, &'a RawValue>);

impl<'a> Fields<'a> {
    /// The object that a line is, or what is wrong with the line.
    pub(super) fn parse(line: &'a [u8]) -> Result<Self, String> {
        let fields = serde_json::from_slice(line);
        fields.map(Self).map_err(|error| format!("expected a JSON object in a line: {error}"))
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    fn raw(&self, key: &str) -> Option<&'a str> {
        self.0.get(key).map(|value| value.get())
    }

    pub(super) fn text(&self, key: &str) -> Result<String, String> {
        let text = self.raw(key).and_then(|raw| serde_json::from_str(raw).ok());
        text.ok_or_else(|| format!("expected a string as `{key}`"))
    }

    pub(super) fn flag(&self, key: &str) -> Result<bool, String> {
        let flag = self.raw(key).and_then(|raw| raw.parse().ok());
        flag.ok_or_else(|| format!("expected true or false as `{key}`"))
    }

    /// A whole number of a word.
    pub(super) fn whole(&self, key: &str) -> Result<u64, String> {
        let whole = self.raw(key).and_then(|raw| raw.parse().ok());
        whole.ok_or_else(|| format!("expected a whole number as `{key}`"))
    }

    /// A whole number of any length.
    pub(super) fn number(&self, key: &str) -> Result<Number, String> {
        let digits = self.raw(key).filter(|raw| raw.bytes().all(|byte| byte.is_ascii_digit()));
        let number = digits.and_then(|digits| digits.parse::<BigUint>().ok());
        number.map(Number::from).ok_or_else(|| format!("expected a whole number as `{key}`"))
    }

    /// A number that is not negative.
    pub(super) fn real(&self, key: &str) -> Result<f64, String> {
        let real = self.raw(key).and_then(|raw| raw.parse::<f64>().ok());
        let real = real.filter(|real| real.is_finite() && *real >= 0.0);
        real.ok_or_else(|| format!("expected a number, 0 or more, as `{key}`"))
    }

    /// Whole numbers of a word.
    pub(super) fn wholes(&self, key: &str) -> Result<Vec<u64>, String> {
        let wholes = self.raw(key).and_then(|raw| serde_json::from_str(raw).ok());
        wholes.ok_or_else(|| format!("expected an array of whole numbers as `{key}`"))
    }

    /// Whatever is there.
    pub(super) fn value(&self, key: &str) -> Result<Value, String> {
        let value = self.raw(key).and_then(|raw| serde_json::from_str(raw).ok());
        value.ok_or_else(|| format!("expected a value as `{key}`"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"a":"x\ny","b":[1,2],"c":36893488147419103233,"d":true,"e":-1,"f":0.5}"#;

    #[test]
    fn values_are_what_they_have_to_be() {
        let fields = Fields::parse(LINE.as_bytes()).unwrap();
        assert_eq!(fields.text("a"), Ok("x\ny".to_owned()));
        assert_eq!(fields.wholes("b"), Ok(vec![1, 2]));
        let number = fields.number("c").map(|number| number.to_string());
        assert_eq!(number, Ok("36893488147419103233".to_owned()), "all digits");
        assert_eq!((fields.flag("d"), fields.real("f")), (Ok(true), Ok(0.5)));
        assert_eq!(fields.value("b"), Ok(Value::from(vec![1, 2])));
        assert!(fields.has("e") && !fields.has("g"));
    }

    #[test]
    fn other_values_are_refused_by_their_keys() {
        let fields = Fields::parse(LINE.as_bytes()).unwrap();
        assert_eq!(fields.text("c"), Err("expected a string as `c`".to_owned()));
        assert_eq!(fields.flag("a"), Err("expected true or false as `a`".to_owned()));
        for key in ["a", "e", "f", "g"] {
            assert_eq!(fields.whole(key), Err(format!("expected a whole number as `{key}`")));
            assert_eq!(fields.number(key), Err(format!("expected a whole number as `{key}`")));
            assert!(fields.wholes(key).is_err());
        }
        assert!(fields.whole("c").is_err(), "a word has 64 bits");
        assert!(fields.real("e").is_err() && fields.real("a").is_err());
    }

    #[test]
    fn a_line_that_is_cut_is_no_object() {
        assert!((0..LINE.len()).all(|end| Fields::parse(&LINE.as_bytes()[..end]).is_err()));
        for line in ["[1]", "1", "null", "{} {}", "\u{feff}{}"] {
            assert!(Fields::parse(line.as_bytes()).is_err(), "{line}");
        }
        assert!(Fields::parse(b"{\"a\":\"\xff\"}").is_err());
    }
}
