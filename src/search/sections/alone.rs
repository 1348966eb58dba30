//! The calling thread searches one section after another, and tells what it finds at once.

use super::line::Line;
use super::section::Follows;
use super::{Listeners, Task};
use crate::engine::{Path, SearchEngine};
use crate::ids::OptionId;
use crate::search::limits::StopReason;
use crate::search::progress::Standing;
use std::ops::ControlFlow;

/// Searches what is left.
pub(super) fn run(
    line: &mut Line,
    task: Task<'_>,
    listeners: &mut Listeners<'_, '_>,
) -> StopReason {
    let mut machine = None;
    while !line.is_empty() {
        let machine = machine.get_or_insert_with(task.start).as_mut();
        if let Some(stop) = next(line, task, machine, listeners) {
            return stop;
        }
    }
    StopReason::Exhausted
}

/// Searches the first section with a machine. A reason to stop, if there is one.
pub(in crate::search) fn next(
    line: &mut Line,
    task: Task<'_>,
    machine: &mut dyn SearchEngine,
    listeners: &mut Listeners<'_, '_>,
) -> Option<StopReason> {
    let (id, section, told) = line.take()?;
    let (weight, found, options) = (section.weight, 0, Vec::new());
    let mut teller = Teller { line, task, listeners, weight, told, found, options, stop: None };
    let flow = match teller.reached(0) {
        Some(stop) => teller.stop(stop).map_continue(|()| Vec::new()),
        None => section.search(task, machine, &mut teller),
    };
    let Teller { found, stop, .. } = teller;
    line.add(machine.work());
    let ControlFlow::Continue(cut) = flow else {
        line.rest();
        return stop;
    };
    line.found += found;
    line.finish(id, cut);
    line.remove(id);
    None
}

/// Tells what is found in the first section of the line.
struct Teller<'a, 'l, 'w> {
    line: &'a mut Line,
    task: Task<'a>,
    listeners: &'a mut Listeners<'l, 'w>,
    /// The share of the tree that the section is.
    weight: f64,
    /// How many solutions are still to come that were told before.
    told: u64,
    /// The solutions that are counted and not told.
    found: u64,
    /// Scratch: a solution.
    options: Vec<OptionId>,
    stop: Option<StopReason>,
}

impl Teller<'_, '_, '_> {
    fn reached(&self, nodes: u64) -> Option<StopReason> {
        self.task.limits.reached(self.line.found + self.found, self.line.nodes + nodes)
    }

    fn stop(&mut self, stop: StopReason) -> ControlFlow<()> {
        self.stop = Some(stop);
        ControlFlow::Break(())
    }
}

impl Follows for Teller<'_, '_, '_> {
    fn solution(&mut self, machine: &dyn SearchEngine) -> ControlFlow<()> {
        if self.told > 0 {
            self.told -= 1;
            return ControlFlow::Continue(());
        }
        if !self.task.tells {
            self.found += 1;
            return ControlFlow::Continue(());
        }
        self.options.clear();
        machine.solution(&mut self.options);
        self.line.tell_of_first(1);
        let flow = (self.listeners.visitor)(&self.options);
        if flow.is_break() || self.task.limits.solutions == Some(self.line.found) {
            return self.stop(StopReason::SolutionLimit);
        }
        ControlFlow::Continue(())
    }

    fn look(&mut self, machine: &dyn SearchEngine, is_cut: bool) -> ControlFlow<()> {
        let nodes = machine.work().nodes;
        if let Some(stop) = self.reached(nodes) {
            return self.stop(stop);
        }
        let Self { line, weight, found, .. } = self;
        let standing = line.standing(nodes, *found);
        self.listeners.look(line, |path| {
            // What is cut off is not done, and what is left after that is little.
            let done = |path: &mut Path| line.share() + *weight * path.share();
            let share =
                if is_cut { Some(line.share()) } else { machine.path(path).then(|| done(path)) };
            Standing { share: share.map(|share| share.min(1.0)), ..standing }
        });
        ControlFlow::Continue(())
    }
}
