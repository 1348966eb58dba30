//! JSON objects in one line, with their keys in the order in which they are written.

use std::fmt::{self, Write as _};

/// An object that is being written.
pub(super) struct Object<'a> {
    out: &'a mut String,
    is_empty: bool,
}

impl<'a> Object<'a> {
    /// Begins an object.
    pub(super) fn begin(out: &'a mut String) -> Self {
        out.push('{');
        Self { out, is_empty: true }
    }

    /// Goes on with an object that has a key already.
    pub(super) fn resume(out: &'a mut String) -> Self {
        Self { out, is_empty: false }
    }

    /// Writes a key, and gives the text to which its value is to be appended.
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

    pub(super) fn maybe_text(&mut self, key: &str, value: Option<&str>) -> &mut Self {
        if let Some(value) = value {
            self.text(key, value);
        }
        self
    }

    /// A number or a truth value: what is written in JSON as it is written for people.
    pub(super) fn plain(&mut self, key: &str, value: impl fmt::Display) -> &mut Self {
        // Writing to a `String` does not fail.
        let _ = write!(self.key(key), "{value}");
        self
    }

    pub(super) fn end(&mut self) {
        self.out.push('}');
    }
}

/// Appends a string with its quotes.
pub(super) fn push_text(out: &mut String, value: &str) {
    // Nearly all texts stand for themselves.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if value.bytes().fold(true, |all, byte| all & is_plain(byte)) {
        out.push('"');
        out.push_str(value);
        return out.push('"');
    }
    // Only maps and values of one's own can fail to be JSON.
    out.push_str(&serde_json::to_string(value).unwrap_or_default());
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
    fn an_object_is_json_with_its_keys_in_order() {
        let mut out = String::new();
        let mut object = Object::begin(&mut out);
        object.text("b", "say \"\u{7}\"").maybe_text("no", None).plain("a", 3).plain("c", true);
        push_array(object.key("d"), ["x", "y"].iter(), |out, text| push_text(out, text));
        object.end();
        assert_eq!(out, r#"{"b":"say \"\u0007\"","a":3,"c":true,"d":["x","y"]}"#);
        assert!(serde_json::from_str::<serde_json::Value>(&out).is_ok());
    }
}
