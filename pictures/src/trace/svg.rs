//! A trace as one picture, which shows one step after another.

use super::frame::{Frame, LinkLayout, STEP};
use super::run::{TraceEnd, TraceLimit, run};
use super::subject::TracedProblem;
use crate::xml::XmlWriter;
use quadrille::trace::{Action, LinkedMatrix, Step};
use std::io::{self, Write};

/// The seconds for which a step is shown.
const SECONDS: usize = 1;

/// Lines and text take the colour of the page that the picture is in.
const STYLE: &str = "
.trace { font: 13px monospace; }
@media (prefers-color-scheme: dark) { .trace:root { color: #ddd; background: #181818; } }
.trace .text { fill: currentColor; }
.trace .all { fill: none; stroke: currentColor; opacity: .25; }
.trace .links { fill: none; stroke: currentColor; }
.trace .kept { fill: none; stroke: currentColor; opacity: .25; }
.trace .header { fill: currentColor; }
.trace .left { fill: #0072b2; }
.trace .linked { fill: #0072b2; opacity: .35; }
.trace .tried { fill: #d55e00; }
";

/// The keys. They end the animation; without a script it goes on.
const SCRIPT: &str = include_str!("svg.js");

/// Writes the steps as one picture in SVG: the matrix, its links, and a line for the step.
///
/// The picture is self-contained. It shows one step after another, a second each, without a script;
/// where scripts run, the arrow keys, Home and End go from step to step, and the space bar stops
/// and continues. A program that does not know animations shows the first step. Its size is
/// proportional to the number of steps times the number of entries.
///
/// # Errors
/// If the writer fails.
pub fn write_svg(
    traced: &TracedProblem,
    limit: &TraceLimit,
    out: &mut dyn Write,
) -> io::Result<TraceEnd> {
    let layout = LinkLayout::new(traced);
    let mut xml = XmlWriter::new();
    let view = format!("0 0 {} {}", layout.width, layout.height);
    xml.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("class", &"trace"),
            ("viewBox", &view),
            ("role", &"img"),
        ],
    );
    xml.text("title", &[], &format!("Dancing links: {}", traced.title()));
    xml.code("style", STYLE);
    write_names(&mut xml, &layout, traced);
    let background = Frame::background(&layout, traced);
    xml.empty("path", &[("class", &"all"), ("d", &background)]);
    // The last frame stays, and is known when the next step does not come.
    let mut last: Option<(Frame, String)> = None;
    let mut number = 0;
    let end = run(traced, limit, |_, matrix, step| {
        if let Some(frame) = last.replace(frame(traced, &layout, matrix, step)) {
            number += 1;
            write_frame(&mut xml, number, &frame, false);
            out.write_all(xml.take().as_bytes())?;
        }
        Ok(())
    })?;
    if let Some(frame) = last {
        write_frame(&mut xml, number + 1, &frame, true);
    }
    let bottom = layout.height - STEP / 3;
    xml.text("text", &[("class", &"text"), ("x", &STEP), ("y", &bottom)], &end.sentence());
    xml.code("script", SCRIPT);
    xml.close();
    out.write_all(xml.finish().as_bytes())?;
    Ok(end)
}

/// The paths of a step, and the step in words.
fn frame(
    traced: &TracedProblem,
    layout: &LinkLayout,
    matrix: &LinkedMatrix,
    step: Step,
) -> (Frame, String) {
    let text = match step.action {
        // Its options are those whose nodes have the colour of tried ones.
        Action::Solution => "solution".to_owned(),
        action => traced.caption(matrix, action),
    };
    (Frame::new(layout, matrix), format!("depth {}: {text}", step.depth))
}

/// The names of items, from bottom to top, and of options.
fn write_names(xml: &mut XmlWriter, layout: &LinkLayout, traced: &TracedProblem) {
    let problem = traced.problem();
    for item in problem.items() {
        let (x, y) = (layout.x(item) + 4, layout.top - STEP);
        let name = problem.item_name(item);
        let angle = if name.chars().count() > 1 { -90 } else { 0 };
        let place =
            format!("translate({} {y}) rotate({angle})", if angle == 0 { x - 8 } else { x });
        xml.text("text", &[("class", &"text"), ("transform", &place)], name);
    }
    for option in problem.options() {
        let (x, y) = (layout.names(), layout.y(option) + 4);
        let name = traced.option_name(option);
        let end: &dyn std::fmt::Display = &"end";
        xml.text("text", &[("class", &"text"), ("x", &x), ("y", &y), ("text-anchor", end)], &name);
    }
}

/// A step: a group that is visible while its time lasts.
fn write_frame(
    xml: &mut XmlWriter,
    number: usize,
    (frame, caption): &(Frame, String),
    is_last: bool,
) {
    let (id, begin) = (format!("step-{number}"), format!("{}s", (number - 1) * SECONDS));
    let visibility = if number == 1 { "visible" } else { "hidden" };
    xml.open("g", &[("class", &"step"), ("id", &id), ("visibility", &visibility)]);
    // The first step is hidden after its time, others are shown for theirs, and the last one stays.
    let duration = format!("{SECONDS}s");
    let set = match (number, is_last) {
        (1, true) => None,
        (1, false) => Some(("hidden", &duration, ("fill", "freeze"))),
        (_, true) => Some(("visible", &begin, ("fill", "freeze"))),
        (_, false) => Some(("visible", &begin, ("dur", duration.as_str()))),
    };
    if let Some((to, begin, (end, value))) = set {
        xml.empty(
            "set",
            &[("attributeName", &"visibility"), ("to", &to), ("begin", begin), (end, &value)],
        );
    }
    let caption = format!("step {number}, {caption}");
    xml.text("text", &[("class", &"text"), ("x", &STEP), ("y", &STEP)], &caption);
    let paths = [
        ("kept", &frame.kept_links),
        ("links", &frame.links),
        ("header", &frame.headers),
        ("linked", &frame.linked),
        ("left", &frame.left),
        ("tried", &frame.tried),
    ];
    for (class, path) in paths.into_iter().filter(|(_, path)| !path.is_empty()) {
        xml.empty("path", &[("class", &class), ("d", path)]);
    }
    xml.close();
}
