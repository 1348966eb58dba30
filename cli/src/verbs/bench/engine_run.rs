//! One run of an engine over a row: its solvers are built, all problems are counted, and all is
//! dropped.

use crate::backend::count;
use crate::choice::{Choice, Choices};
use crate::encodings::Encodings;
use crate::engine::EngineArg;
use crate::settings::Settings;
use crate::simd9::{self, Limits, Simd9};
use crate::solvers::Solvers;
use quadrille::sudoku::simd9::EndReason;
use quadrille::sudoku::{Grid, PuzzleError};
use quadrille::{Count, Problem, Solver, Stats, StopReason};
use quadrille_bench::NoAnswer;

/// What a row is about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task<'a> {
    /// An exact cover.
    Cover(&'a Problem),
    /// The puzzles of a file: one solver for all of a size.
    Puzzles(&'a [Grid], &'a Encodings),
}

impl Task<'_> {
    pub(super) fn problems(&self) -> usize {
        match self {
            Self::Cover(_) => 1,
            Self::Puzzles(grids, _) => grids.len(),
        }
    }

    /// As JSON has it.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Cover(_) => "cover",
            Self::Puzzles(..) => "sudoku",
        }
    }
}

/// What an engine answers besides its counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    /// Whether no problem has more solutions than were counted.
    pub(super) is_complete: bool,
    pub(super) work: Stats,
    pub(super) choices: Choices,
}

/// Runs an engine, and appends its count for each problem.
pub(super) fn run(
    task: Task<'_>,
    engine: EngineArg,
    limits: &Limits,
    counts: &mut Vec<u64>,
) -> Result<Answer, NoAnswer> {
    let answer = Answer { is_complete: true, work: Stats::default(), choices: Choices::default() };
    let mut run = EngineRun { limits, counts, answer };
    match task {
        Task::Cover(problem) => {
            let engine = engine.cover().ok_or(NoAnswer::Unsupported)?;
            let solver = Solver::with_engine(problem, engine).map_err(|_| NoAnswer::Unsupported)?;
            run.add(&mut limit(solver, limits))?;
        }
        Task::Puzzles(grids, encodings) => run.puzzles(grids, encodings, engine)?,
    }
    Ok(run.answer)
}

fn limit(solver: Solver, limits: &Limits) -> Solver {
    let solver = solver.cancel_token(limits.token.clone());
    let solver = match limits.solutions {
        Some(most) => solver.limit(most),
        None => solver,
    };
    match limits.deadline {
        Some(deadline) => solver.deadline(deadline),
        None => solver,
    }
}

/// A run under way.
struct EngineRun<'a> {
    limits: &'a Limits,
    counts: &'a mut Vec<u64>,
    answer: Answer,
}

impl EngineRun<'_> {
    fn puzzles(
        &mut self,
        grids: &[Grid],
        encodings: &Encodings,
        engine: EngineArg,
    ) -> Result<(), NoAnswer> {
        let limits = self.limits;
        let (settings, token) = (Settings::sequential(), limits.token.clone());
        let mut solvers = Solvers::new(encodings, engine, settings, limits.solutions, token);
        solvers.set_deadline(limits.deadline);
        let mut simd9 = Simd9::new(encodings, engine, limits.clone(), false);
        for grids in grids.chunk_by(|a, b| a.size() == b.size()) {
            if let Some(simd9) = simd9.as_mut().filter(|simd9| simd9.takes(grids[0].size())) {
                self.add_lanes(grids, simd9)?;
                continue;
            }
            for grid in grids {
                let solver = solvers.of_size(grid.size()).map_err(|_| NoAnswer::Unsupported)?;
                match solver.load(grid) {
                    Ok(solver) => self.add(solver)?,
                    Err(PuzzleError::Clash(_)) => self.add_clash(),
                    Err(_) => return Err(NoAnswer::Unsupported),
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, solver: &mut Solver) -> Result<(), NoAnswer> {
        self.add_count(solver.count())?;
        let (work, answer) = (solver.stats(), &mut self.answer);
        answer.work.nodes += work.nodes;
        answer.work.updates += work.updates;
        solver.chosen().into_iter().for_each(|chosen| answer.choices.add(Choice::Engine(chosen)));
        Ok(())
    }

    /// Adds the answers of the 9x9 solver.
    fn add_lanes(&mut self, grids: &[Grid], simd9: &mut Simd9) -> Result<(), NoAnswer> {
        let lanes = simd9.choice();
        for answer in simd9.lanes().solve_all(grids.iter().map(simd9::cells)) {
            self.add_count(count(&answer))?;
            let choice = if answer.end == EndReason::Clash { Choice::Clash } else { lanes };
            self.answer.choices.add(choice);
        }
        Ok(())
    }

    /// Adds a count. Fails if the run was cancelled, or the deadline stopped the count.
    fn add_count(&mut self, count: Count) -> Result<(), NoAnswer> {
        self.counts.push(count.solutions);
        self.answer.is_complete &= count.is_complete();
        match count.stop {
            StopReason::Exhausted | StopReason::SolutionLimit => Ok(()),
            _ if self.limits.token.is_cancelled() => Err(NoAnswer::Cancelled),
            _ => Err(NoAnswer::TimedOut),
        }
    }

    /// Adds a puzzle whose clues clash, which needs no search.
    fn add_clash(&mut self) {
        self.answer.choices.add(Choice::Clash);
        self.counts.push(0);
    }
}

impl Answer {
    /// Whether nodes were counted for all answers.
    pub(super) fn is_counted(&self) -> bool {
        !self.choices.iter().any(|(choice, _)| matches!(choice, Choice::Lanes { .. }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::Rules;
    use quadrille::Engine;
    use std::time::Instant;

    /// The counts of an engine.
    fn counts(task: Task<'_>, engine: Engine, limits: &Limits) -> Result<Vec<u64>, NoAnswer> {
        let mut counts = Vec::new();
        run(task, EngineArg::Cover(engine), limits, &mut counts).map(|_| counts)
    }

    #[test]
    fn an_engine_answers_for_a_cover() {
        let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
        let task = Task::Cover(&problem);
        assert_eq!(counts(task, Engine::Links, &Limits::default()), Ok(vec![2]));
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert_eq!(counts(task, Engine::Links, &late), Err(NoAnswer::TimedOut));
        let cancelled = Limits::default();
        cancelled.token.cancel();
        assert_eq!(counts(task, Engine::Auto, &cancelled), Err(NoAnswer::Cancelled));
        let problem: Problem = "2|a\na\na\n".parse().unwrap();
        let refused = counts(Task::Cover(&problem), Engine::Bits, &Limits::default());
        assert_eq!(refused, Err(NoAnswer::Unsupported));
    }

    #[test]
    fn an_engine_answers_for_all_puzzles() {
        let encodings = Encodings::new(Rules::default());
        let clash = Grid::from_cells(4, {
            let mut cells = vec![0; 16];
            cells[..2].fill(1);
            cells
        });
        let grids = [Grid::from_cells(4, vec![0; 16]).unwrap(), clash.unwrap()];
        let limits = Limits { solutions: Some(2), ..Limits::default() };
        let (task, mut counts) = (Task::Puzzles(&grids, &encodings), Vec::new());
        let answer = run(task, EngineArg::AUTO, &limits, &mut counts).unwrap();
        assert_eq!((counts, answer.choices.iter().count()), (vec![2, 0], 2));
        assert!(!answer.is_complete);
    }
}
