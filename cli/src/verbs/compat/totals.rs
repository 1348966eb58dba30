//! The end of the output: the lines that a document prints after its last puzzle, and the totals.

use super::reference::Reference;
use super::report::{Run, effort, engine_name};
use crate::output::Form;
use crate::session::Session;
use quadrille::Engine;
use quadrille::compat::{Ending, System, euler96, norvig16};
use std::io;
use std::time::Duration;

#[derive(Debug, Default)]
pub(super) struct CompatTotals {
    puzzles: usize,
    systems: Vec<SystemTotals>,
    engine_nodes: u64,
    engine_time: Duration,
}

#[derive(Clone, Debug, Default)]
struct SystemTotals {
    solved: usize,
    nodes: u64,
    time: Duration,
    longest: Duration,
    /// The sum of the numbers in the top left corners of the solutions.
    corners: u64,
}

impl CompatTotals {
    pub(super) fn add(&mut self, runs: &[Run], reference: &Reference) {
        self.puzzles += 1;
        self.systems.resize(self.systems.len().max(runs.len()), SystemTotals::default());
        for (totals, (_, run)) in self.systems.iter_mut().zip(runs) {
            if let Ending::Solved(cells) = &run.ending {
                totals.solved += 1;
                totals.corners += u64::from(euler96::corner(cells));
            }
            totals.nodes += run.nodes;
            totals.time += run.time;
            totals.longest = totals.longest.max(run.time);
        }
        self.engine_nodes += reference.nodes;
        self.engine_time += reference.time;
    }

    /// Writes the document's last lines, to standard output if they are the same in each run, and
    /// the totals.
    pub(super) fn write(
        &self,
        session: &mut Session,
        systems: &[System],
        engine: Engine,
    ) -> io::Result<()> {
        let Some(first) = self.systems.first() else { return Ok(()) };
        let is_solved = first.solved == self.puzzles;
        match systems.first() {
            Some(System::Euler96) if session.form != Form::Json && is_solved => {
                session.part(&format!("{}\n", first.corners))?;
            }
            Some(System::Euler96) if session.form != Form::Json => session.inform(format_args!(
                "no sum: {} of {} puzzles were solved",
                first.solved, self.puzzles
            )),
            Some(System::Norvig16(_)) if self.puzzles > 1 => {
                let SystemTotals { solved, time, longest, .. } = *first;
                session.inform(norvig16::summary(solved, self.puzzles, time, longest, ""));
            }
            _ => {}
        }
        let totals = systems.iter().zip(&self.systems);
        let mut parts: Vec<_> = totals
            .map(|(system, totals)| format!("{system}: {}", effort(totals.nodes, totals.time)))
            .collect();
        let of_engine = effort(self.engine_nodes, self.engine_time);
        parts.push(format!("{}: {of_engine}", engine_name(engine)));
        session.inform(parts.join("; "));
        Ok(())
    }
}
