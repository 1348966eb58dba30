//! What comes after the last puzzle: what the document prints then, and the totals.

use super::Way;
use super::reference::Reference;
use super::report::{effort, name};
use crate::cli::output::Form;
use crate::cli::session::Session;
use quadrille::Engine;
use quadrille::compat::{Ending, System, euler96, norvig16};
use std::io;
use std::time::Duration;

/// What is added up over all puzzles.
#[derive(Debug, Default)]
pub(super) struct Closing {
    puzzles: usize,
    /// For each way of the document.
    ways: Vec<Sum>,
    /// For the engine.
    nodes: u64,
    time: Duration,
}

/// What is added up of a way.
#[derive(Clone, Debug, Default)]
struct Sum {
    solved: usize,
    nodes: u64,
    time: Duration,
    longest: Duration,
    /// The numbers in the top left corners of the solutions.
    corners: u64,
}

impl Closing {
    pub(super) fn add(&mut self, answers: &[Way], reference: &Reference) {
        self.puzzles += 1;
        self.ways.resize(self.ways.len().max(answers.len()), Sum::default());
        for (sum, (_, answer)) in self.ways.iter_mut().zip(answers) {
            if let Ending::Solved(cells) = &answer.ending {
                sum.solved += 1;
                sum.corners += u64::from(euler96::corner(cells));
            }
            sum.nodes += answer.nodes;
            sum.time += answer.time;
            sum.longest = sum.longest.max(answer.time);
        }
        self.nodes += reference.nodes;
        self.time += reference.time;
    }

    /// Writes it.
    pub(super) fn end(
        &self,
        session: &mut Session,
        systems: &[System],
        engine: Engine,
    ) -> io::Result<()> {
        let Some(first) = self.ways.first() else { return Ok(()) };
        if session.form != Form::Json {
            match systems.first() {
                Some(System::Euler96) if first.solved == self.puzzles => {
                    session.part(&format!("{}\n", first.corners))?;
                }
                Some(System::Euler96) => session.inform(format_args!(
                    "no sum: {} of {} puzzles were solved",
                    first.solved, self.puzzles
                )),
                Some(System::Norvig16(_)) if self.puzzles > 1 => {
                    let Sum { solved, time, longest, .. } = *first;
                    let line = norvig16::summary(solved, self.puzzles, time, longest, "");
                    session.part(&(line + "\n"))?;
                }
                _ => {}
            }
        }
        let ways = systems.iter().zip(&self.ways);
        let mut told: Vec<_> = ways
            .map(|(system, sum)| format!("{system}: {}", effort(sum.nodes, sum.time)))
            .collect();
        told.push(format!("{}: {}", name(engine), effort(self.nodes, self.time)));
        session.inform(told.join("; "));
        Ok(())
    }
}
