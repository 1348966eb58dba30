//! One run of an engine over a row: its solvers are built, all problems are counted, and all is
//! dropped.

use crate::backend::count;
use crate::choice::{Choice, Choices};
use crate::encodings::Encodings;
use crate::engine::{EngineArg, Refused};
use crate::settings::Settings;
use crate::simd9::{self, Limits, Simd9};
use crate::solvers::{NoSolver, Solvers};
use quadrille::sudoku::simd9::EndReason;
use quadrille::sudoku::{Grid, PuzzleError};
use quadrille::{Count, Problem, Solver, Stats, StopReason};

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

/// What an engine answers.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    /// One for each problem.
    pub(super) counts: Vec<Count>,
    pub(super) work: Stats,
    pub(super) choices: Choices,
}

/// The reasons why an engine has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unanswered {
    /// The engine does not take the problem.
    Refused(String),
    /// It took too long.
    Late,
    /// The whole program is to end.
    Cancelled,
}

/// Lets an engine answer.
pub(super) fn run(
    task: Task<'_>,
    engine: EngineArg,
    limits: &Limits,
) -> Result<Answer, Unanswered> {
    let mut answer = Answer { counts: Vec::with_capacity(task.problems()), ..Answer::default() };
    match task {
        Task::Cover(problem) => {
            let refused = || Unanswered::Refused(Refused::Cover.to_string());
            let solver = Solver::with_engine(problem, engine.cover().ok_or_else(refused)?);
            let solver = solver.map_err(|error| Unanswered::Refused(error.to_string()))?;
            answer.add(&mut limit(solver, limits), limits)?;
        }
        Task::Puzzles(grids, encodings) => puzzles(grids, encodings, engine, limits, &mut answer)?,
    }
    Ok(answer)
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

fn puzzles(
    grids: &[Grid],
    encodings: &Encodings,
    engine: EngineArg,
    limits: &Limits,
    answer: &mut Answer,
) -> Result<(), Unanswered> {
    let refused = |error: NoSolver| Unanswered::Refused(error.to_string());
    let token = limits.token.clone();
    let settings = Settings::sequential();
    let mut solvers = Solvers::new(encodings, engine, settings, limits.solutions, token);
    solvers.set_deadline(limits.deadline);
    let mut simd9 = Simd9::new(encodings, engine, limits.clone(), false);
    for grids in grids.chunk_by(|a, b| a.size() == b.size()) {
        if let Some(simd9) = simd9.as_mut().filter(|simd9| simd9.takes(grids[0].size())) {
            answer.add_lanes(grids, simd9, limits)?;
            continue;
        }
        for grid in grids {
            match solvers.of_size(grid.size()).map_err(refused)?.load(grid) {
                Ok(solver) => answer.add(solver, limits)?,
                Err(PuzzleError::Clash(_)) => answer.add_clash(),
                Err(error) => return Err(Unanswered::Refused(error.to_string())),
            }
        }
    }
    Ok(())
}

impl Answer {
    fn add(&mut self, solver: &mut Solver, limits: &Limits) -> Result<(), Unanswered> {
        self.add_count(solver.count(), limits)?;
        let work = solver.stats();
        self.work.nodes += work.nodes;
        self.work.updates += work.updates;
        solver.chosen().into_iter().for_each(|chosen| self.choices.add(Choice::Engine(chosen)));
        Ok(())
    }

    /// Adds the answers of the 9x9 solver.
    fn add_lanes(
        &mut self,
        grids: &[Grid],
        simd9: &mut Simd9,
        limits: &Limits,
    ) -> Result<(), Unanswered> {
        let lanes = simd9.choice();
        for answer in simd9.lanes().solve_all(grids.iter().map(simd9::cells)) {
            self.add_count(count(&answer), limits)?;
            self.choices.add(if answer.end == EndReason::Clash { Choice::Clash } else { lanes });
        }
        Ok(())
    }

    /// Adds a count. Fails if the run was cancelled, or the deadline stopped the count.
    fn add_count(&mut self, count: Count, limits: &Limits) -> Result<(), Unanswered> {
        self.counts.push(count);
        match count.stop {
            StopReason::Exhausted | StopReason::SolutionLimit => Ok(()),
            _ if limits.token.is_cancelled() => Err(Unanswered::Cancelled),
            _ => Err(Unanswered::Late),
        }
    }

    /// Whether nodes were counted for all answers.
    pub(super) fn is_counted(&self) -> bool {
        !self.choices.iter().any(|(choice, _)| matches!(choice, Choice::Lanes { .. }))
    }

    /// Adds a puzzle whose clues clash, which needs no search.
    fn add_clash(&mut self) {
        self.choices.add(Choice::Clash);
        self.counts.push(Count { solutions: 0, stop: StopReason::Exhausted });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::Rules;
    use quadrille::Engine;
    use std::time::Instant;

    fn limits() -> Limits {
        Limits::default()
    }

    #[test]
    fn an_engine_answers_for_a_cover() {
        let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
        let task = Task::Cover(&problem);
        let answer = run(task, EngineArg::Cover(Engine::Links), &limits()).unwrap();
        assert_eq!(answer.counts, [Count { solutions: 2, stop: StopReason::Exhausted }]);
        let late = Limits { deadline: Some(Instant::now()), ..limits() };
        assert_eq!(run(task, EngineArg::Cover(Engine::Links), &late), Err(Unanswered::Late));
        let cancelled = limits();
        cancelled.token.cancel();
        assert_eq!(
            run(task, EngineArg::Cover(Engine::Auto), &cancelled),
            Err(Unanswered::Cancelled)
        );
        let problem: Problem = "2|a\na\na\n".parse().unwrap();
        let refused = run(Task::Cover(&problem), EngineArg::Cover(Engine::Bits), &limits());
        assert!(matches!(refused, Err(Unanswered::Refused(_))), "{refused:?}");
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
        let limits = Limits { solutions: Some(2), ..limits() };
        let answer =
            run(Task::Puzzles(&grids, &encodings), EngineArg::Cover(Engine::Auto), &limits)
                .unwrap();
        let counts: Vec<_> = answer.counts.iter().map(|count| count.solutions).collect();
        assert_eq!((counts, answer.choices.iter().count()), (vec![2, 0], 2));
    }
}
