//! Traces of dancing links: [`quadrille::trace`] as a text, as records of JSON, as a picture, as a
//! page, and as a tree.
//!
//! ```
//! use quadrille::Problem;
//! use quadrille_pictures::trace::{self, TraceLimit, TracedProblem};
//!
//! let problem: Problem = "a b c\na b\nb c\na\nc".parse()?;
//! let traced = TracedProblem::new("three items", &problem)?;
//! let mut text = Vec::new();
//! let end = trace::write_text(&traced, &TraceLimit::new(1000), &mut text)?;
//! assert_eq!((end.solutions, end.is_complete), (2, true));
//! assert!(String::from_utf8(text)?.contains("choose a: 2 options"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every function writes the first steps, up to a limit, and says so when there are more.

mod caption;
mod dot;
mod frame;
mod html;
mod json;
mod run;
mod subject;
mod svg;
mod text;

pub use dot::write_dot;
pub use html::write_html;
pub use json::write_json;
pub use run::{TraceEnd, TraceLimit};
pub use subject::TracedProblem;
pub use svg::write_svg;
pub use text::write_text;
