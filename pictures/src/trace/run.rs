//! Runs a trace up to a number of steps.

use super::subject::TracedProblem;
use quadrille::CancelToken;
use quadrille::trace::{self, Action, LinkedMatrix, Step};
use std::io;
use std::ops::ControlFlow;

/// The end of a trace, unless the search ends before.
#[derive(Clone, Debug, Default)]
pub struct TraceLimit {
    /// The number of steps.
    pub steps: u64,
    /// A token that is looked at before each step.
    pub token: CancelToken,
}

impl TraceLimit {
    /// A limit of this number of steps.
    #[must_use]
    pub fn new(steps: u64) -> Self {
        Self { steps, ..Self::default() }
    }
}

/// The result of a trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TraceEnd {
    /// The number of steps that were written.
    pub steps: u64,
    /// The nodes of the search tree among them: the root, and each option that was tried.
    pub nodes: u64,
    /// The solutions among them.
    pub solutions: u64,
    /// Whether the search is at its end. If not, there are more steps.
    pub is_complete: bool,
}

impl TraceEnd {
    /// The end in words.
    pub(super) fn sentence(&self) -> String {
        let (steps, nodes) = (plural(self.steps, "step"), plural(self.nodes, "node"));
        let solutions = plural(self.solutions, "solution");
        match self.is_complete {
            true => format!("the search is complete: {steps}, {nodes}, {solutions}"),
            false => format!("the first {steps} of more: {nodes} and {solutions} up to here"),
        }
    }
}

/// A number with its noun.
pub(super) fn plural(number: u64, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Calls a function after each step up to a limit, with the number of the step, from 1.
pub(super) fn run(
    traced: &TracedProblem,
    limit: &TraceLimit,
    mut visit: impl FnMut(u64, &LinkedMatrix, Step) -> io::Result<()>,
) -> io::Result<TraceEnd> {
    let mut end = TraceEnd { nodes: 1, ..TraceEnd::default() };
    let run = trace::steps(traced.problem(), |matrix, step| {
        if end.steps >= limit.steps || limit.token.is_cancelled() {
            return ControlFlow::Break(Ok(()));
        }
        end.steps += 1;
        match step.action {
            Action::Try { .. } => end.nodes += 1,
            Action::Solution => end.solutions += 1,
            _ => {}
        }
        match visit(end.steps, matrix, step) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Err(error)),
        }
    });
    match run.expect("a traced problem is one that the algorithm supports") {
        ControlFlow::Continue(()) => end.is_complete = true,
        ControlFlow::Break(stopped) => stopped?,
    }
    Ok(end)
}
