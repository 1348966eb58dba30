//! A trace as a page for a browser.

use super::error::TraceError;
use super::json::{EndRecord, ProblemRecord, StepRecord};
use super::run::{TraceEnd, TraceLimit, run};
use super::subject::TracedProblem;
use serde::Serialize;
use std::io::{self, Write};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the steps as a page in HTML.
///
/// The page is self-contained: it opens from a disk and loads nothing. It shows the matrix and its
/// links, the search tree, the options that are tried, and of a Sudoku the grid; it plays, goes a
/// step forward or back, jumps, and changes its speed, by mouse and by keyboard. Each step is a
/// line of text, too, which screen readers read.
///
/// # Errors
/// If the algorithm does not support the problem, or the writer fails.
pub fn write_html(
    traced: &TracedProblem,
    limit: &TraceLimit,
    out: &mut dyn Write,
) -> Result<TraceEnd, TraceError> {
    let mut steps = Vec::new();
    let end = run(traced, limit, |number, matrix, step| {
        let record = StepRecord::new(number, matrix, step);
        let text = traced.caption(matrix, step.action);
        steps.push(serde_json::to_string(&PageStep { record, text })?);
        Ok(())
    })?;
    let problem = serde_json::to_string(&ProblemRecord::new(traced)).map_err(io::Error::from)?;
    let last = PageEnd { record: EndRecord::new(&end), text: end.sentence() };
    let last = serde_json::to_string(&last).map_err(io::Error::from)?;
    let steps = steps.join(",\n");
    let data = format!("{{\"problem\":{problem},\n\"steps\":[{steps}],\n\"end\":{last}}}");
    // In a script, a browser looks for the end of the element and for comments. In JSON this
    // character is in texts only.
    let data = data.replace('<', "\\u003c");
    let mut page = PAGE;
    for (mark, text) in [("{{style}}", STYLE), ("{{data}}", &data), ("{{script}}", SCRIPT)] {
        let (before, after) = page.split_once(mark).expect("the page has each mark once, in order");
        out.write_all(before.as_bytes())?;
        out.write_all(text.as_bytes())?;
        page = after;
    }
    out.write_all(page.as_bytes())?;
    Ok(end)
}

/// A step, and the step in words.
#[derive(Serialize)]
struct PageStep<'a> {
    #[serde(flatten)]
    record: StepRecord<'a>,
    text: String,
}

#[derive(Serialize)]
struct PageEnd {
    #[serde(flatten)]
    record: EndRecord,
    text: String,
}
