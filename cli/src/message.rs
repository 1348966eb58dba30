//! Messages on standard error.

use super::bar;
use std::fmt::{self, Display, Write as _};
use std::io::{self, Write as _};

/// Writes a line to standard error. An error of that has no place to be reported, and is ignored.
pub(super) fn message(text: impl Display) {
    let text = text.to_string();
    let _ = bar::above(|| writeln!(io::stderr(), "{}", printable(&text)));
}

/// The text with its control characters escaped, except line breaks and tabs: names of files and
/// parts of the input must not reach a terminal as commands.
pub(super) fn printable(text: &str) -> impl Display + '_ {
    struct Printable<'a>(&'a str);
    impl Display for Printable<'_> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.chars().try_for_each(|c| match c {
                '\n' | '\t' => f.write_char(c),
                c if c.is_control() => write!(f, "{}", c.escape_default()),
                c => f.write_char(c),
            })
        }
    }
    Printable(text)
}
