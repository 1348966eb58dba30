//! A trace as a page for a browser.

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
/// If the writer fails.
pub fn write_html(
    traced: &TracedProblem,
    limit: &TraceLimit,
    out: &mut dyn Write,
) -> io::Result<TraceEnd> {
    let (head, rest) = parts(PAGE, "{{style}}");
    let (body, rest) = parts(rest, "{{data}}");
    let (between, foot) = parts(rest, "{{script}}");
    write!(
        out,
        "{head}{STYLE}{body}{{\"problem\":{},\n\"steps\":[",
        json(&ProblemRecord::new(traced))?
    )?;
    let end = run(traced, limit, |number, matrix, step| {
        let record = StepRecord::new(number, matrix, step);
        let text = traced.caption(matrix, step.action);
        let comma = if number > 1 { "," } else { "" };
        write!(out, "{comma}\n{}", json(&PageStep { record, text })?)
    })?;
    let last = json(&PageEnd { record: EndRecord::new(&end), text: end.sentence() })?;
    write!(out, "],\n\"end\":{last}}}{between}{SCRIPT}{foot}")?;
    Ok(end)
}

/// What is before and after a mark of the page.
fn parts(page: &'static str, mark: &str) -> (&'static str, &'static str) {
    page.split_once(mark).expect("the page has each mark once, in order")
}

/// A record as JSON in a script, where a browser looks for the end of the element and for comments:
/// both begin with a sign that JSON has in texts only.
fn json(record: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(record)?.replace('<', "\\u003c"))
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
