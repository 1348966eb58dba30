//! The record of an exact cover that the program was still reading or preparing when it had to end.

use super::json::Object;
use super::output::Form;
use super::stop::Pending;
use super::subject::describe_cover;
use quadrille::StopReason;

/// The answers to a problem of which nothing is known yet.
#[derive(Clone, Copy, Debug)]
pub(super) enum Unknown {
    /// `count`.
    Count,
    /// `check`.
    Uniqueness,
    /// A list, under this key in JSON: `solve`, `sample`, `cheapest`, `candidates`.
    List(&'static str),
    /// `estimate`.
    Estimate,
}

impl Unknown {
    /// The record for a file, with a prefix where it is a line.
    pub(super) fn of_cover(self, file: &str, form: Form, prefix: String) -> Pending {
        let file = file.to_owned();
        Box::new(move |stop| match form {
            Form::Json => self.object(&file, stop),
            _ if matches!(self, Self::Count) => format!("{prefix}>=0\n"),
            _ => format!("{prefix}unknown\n"),
        })
    }

    fn object(self, file: &str, stop: StopReason) -> String {
        let mut text = String::new();
        let mut object = Object::begin(&mut text);
        describe_cover(file, &mut object);
        match self {
            Self::Uniqueness => {
                object.text("result", "unknown");
            }
            Self::List(key) => object.key(key).push_str("[]"),
            Self::Count | Self::Estimate => {}
        }
        if matches!(self, Self::Count | Self::List(_)) {
            object.plain("count", 0).plain("complete", false);
        }
        object.text("stop", stop.name()).end();
        text + "\n"
    }
}
