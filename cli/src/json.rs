//! JSON in one line, written by serde.
//!
//! A record is a type that derives `Serialize`, and [`push`] writes it. An [`Object`] is for
//! records whose fields come from several places or are written while others are still being found.
//! Keys are written in the order in which they are named.

use num_bigint::BigUint;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;

/// A value as text. The types of this program have string keys only, so that writing does not fail.
pub(super) fn text(value: &(impl Serialize + ?Sized)) -> String {
    let text = serde_json::to_string(value);
    debug_assert!(text.is_ok(), "{text:?}");
    text.unwrap_or_default()
}

/// A value as a line.
pub(super) fn line(value: &impl Serialize) -> String {
    text(value) + "\n"
}

/// Appends a value.
pub(super) fn push(out: &mut String, value: &(impl Serialize + ?Sized)) {
    out.push_str(&text(value));
}

/// Reads a value, and nothing after it.
pub(super) fn parse<T: DeserializeOwned>(line: &[u8]) -> Result<T, ParseError> {
    serde_json::from_slice(line).map_err(ParseError)
}

/// Why a line is not the record that was expected.
#[derive(Debug)]
pub(super) struct ParseError(serde_json::Error);

impl ParseError {
    /// Whether the line is not JSON at all: it was cut off, or something else was written into it.
    pub(super) fn is_syntax(&self) -> bool {
        !self.0.is_data()
    }
}

/// The error with its column; that of serde ends with a line as well, which is always the first.
impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.0.to_string();
        let place = format!(" at line {} column {}", self.0.line(), self.0.column());
        match text.strip_suffix(&place) {
            Some(message) => write!(f, "{message}, in column {}", self.0.column()),
            None => f.write_str(&text),
        }
    }
}

/// A number or a truth value that is written as it is displayed: with fixed digits, or more of them
/// than a word holds.
#[derive(Debug)]
pub(super) struct Plain<T>(pub(super) T);

impl<T: fmt::Display> Serialize for Plain<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = RawValue::from_string(self.0.to_string()).map_err(serde::ser::Error::custom)?;
        raw.serialize(serializer)
    }
}

/// Writes a number with six decimals, for `#[serde(serialize_with = "six_decimals")]`.
pub(super) fn six_decimals<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Plain(format_args!("{number:.6}")).serialize(serializer)
}

/// Whole numbers of any length, for `#[serde(with = "digits")]`: from their text, since a
/// floating-point number would lose digits.
pub(super) mod digits {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        number: &impl fmt::Display,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Plain(number).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: From<BigUint>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        let raw = <&RawValue>::deserialize(deserializer)?.get();
        let is_whole = raw.bytes().all(|byte| byte.is_ascii_digit());
        let number = raw.parse::<BigUint>().ok().filter(|_| is_whole).map(T::from);
        number.ok_or_else(|| D::Error::custom(format_args!("expected a whole number, not {raw}")))
    }
}

/// An object that is being written.
pub(super) struct Object<'a> {
    out: &'a mut String,
    is_empty: bool,
}

impl<'a> Object<'a> {
    pub(super) fn begin(out: &'a mut String) -> Self {
        out.push('{');
        Self { out, is_empty: true }
    }

    /// Continues an object that has a key already.
    pub(super) fn resume(out: &'a mut String) -> Self {
        Self { out, is_empty: false }
    }

    /// Writes a key, and returns the text to which its value is to be appended, by [`push`] for
    /// example.
    pub(super) fn key(&mut self, key: &str) -> &mut String {
        if !std::mem::replace(&mut self.is_empty, false) {
            self.out.push(',');
        }
        push_text(self.out, key);
        self.out.push(':');
        self.out
    }

    pub(super) fn text(&mut self, key: &str, value: &str) -> &mut Self {
        push_text(self.key(key), value);
        self
    }

    /// The same for a string that may be absent: then the key is, too.
    pub(super) fn maybe_text(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        if let Some(value) = value {
            self.text(key, value);
        }
        self
    }

    /// The same for a [`Plain`] value.
    pub(super) fn plain(&mut self, key: &str, value: impl fmt::Display) -> &mut Self {
        use fmt::Write as _;
        // Writing to a `String` does not fail.
        let _ = write!(self.key(key), "{value}");
        self
    }

    pub(super) fn end(&mut self) {
        self.out.push('}');
    }
}

/// Appends a string with its quotes. Nearly all strings need no escapes, which is faster to see for
/// all bytes at once.
pub(super) fn push_text(out: &mut String, value: &str) {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if value.bytes().fold(true, |all, byte| all & is_plain(byte)) {
        out.push('"');
        out.push_str(value);
        return out.push('"');
    }
    push(out, value);
}

/// Appends an array, whose values are written by `push`.
pub(super) fn push_array<T>(
    out: &mut String,
    values: impl Iterator<Item = T>,
    mut push: impl FnMut(&mut String, T),
) {
    out.push('[');
    for (index, value) in values.enumerate() {
        if index > 0 {
            out.push(',');
        }
        push(out, value);
    }
    out.push(']');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_is_written_as_json_has_it() {
        for character in ('\0'..='\u{200}').chain(['\u{2028}', '\u{1f600}']) {
            let (mut out, text) = (String::new(), format!("a{character}b"));
            push_text(&mut out, &text);
            assert_eq!(Ok(out), serde_json::to_string(&text).map_err(|error| error.to_string()));
        }
    }

    #[test]
    fn errors_say_what_was_expected_and_where() {
        let error = |text: &str| parse::<Counted>(text.as_bytes()).unwrap_err();
        let message = |text: &str| error(text).to_string();
        assert_eq!(
            message(r#"{"count":1,"x":2}"#),
            "unknown field `x`, expected `count`, in column 14"
        );
        assert_eq!(message(r#"{"count":1,"count":2}"#), "duplicate field `count`, in column 18");
        assert_eq!(message("{}"), "missing field `count`, in column 2");
        assert!(!error("{}").is_syntax() && !error("[]").is_syntax() && !error("7").is_syntax());
        let line = r#"{"count":7}"#;
        assert!((0..line.len()).all(|end| error(&line[..end]).is_syntax()));
        assert!(error("{\"count\":7} {}").is_syntax() && error("\u{feff}{}").is_syntax());
    }

    #[derive(Serialize, Deserialize, PartialEq, Debug)]
    #[serde(deny_unknown_fields)]
    struct Counted {
        #[serde(with = "digits")]
        count: BigUint,
    }

    #[test]
    fn whole_numbers_keep_all_digits() {
        let counted = Counted { count: BigUint::from(u64::MAX) * 1_000_003u32 };
        let mut out = String::new();
        push(&mut out, &counted);
        assert_eq!(out, r#"{"count":18446799413941772743654845}"#);
        assert_eq!(serde_json::from_str::<Counted>(&out).unwrap(), counted);
        for value in ["-1", "+1", "1.0", "1e3", "\"1\"", "null", "[]"] {
            let text = format!(r#"{{"count":{value}}}"#);
            let error = serde_json::from_str::<Counted>(&text).unwrap_err().to_string();
            assert!(error.contains("expected"), "{error}");
        }
    }
}
