//! One run of an engine over a row: its solvers are built, all problems are counted, and all is dropped.

use crate::cli::choice::{Choice, Choices};
use crate::cli::sudoku::{Encodings, NoSolver, Solvers};
use quadrille::sudoku::{Grid, PuzzleError};
use quadrille::{CancelToken, Count, Engine, Problem, Reduce, Solver, Stats, StopReason};
use std::time::Instant;

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

/// What ends a run early.
#[derive(Clone, Debug)]
pub(super) struct Limits {
    pub(super) solutions: Option<u64>,
    pub(super) deadline: Option<Instant>,
    pub(super) token: CancelToken,
}

/// What an engine answers.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Answer {
    /// One for each problem.
    pub(super) counts: Vec<Count>,
    pub(super) work: Stats,
    pub(super) choices: Choices,
}

/// Why there is no answer.
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
pub(super) fn run(task: Task<'_>, engine: Engine, limits: &Limits) -> Result<Answer, Unanswered> {
    let mut answer = Answer { counts: Vec::with_capacity(task.problems()), ..Answer::default() };
    match task {
        Task::Cover(problem) => {
            let solver = Solver::with_engine(problem, engine);
            let solver = solver.map_err(|error| Unanswered::Refused(error.to_string()))?;
            answer.add(&mut limit(solver, limits))?;
        }
        Task::Puzzles(grids, encodings) => puzzles(grids, encodings, engine, limits, &mut answer)?,
    }
    Ok(answer)
}

fn limit<'p>(solver: Solver<'p>, limits: &Limits) -> Solver<'p> {
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
    engine: Engine,
    limits: &Limits,
    answer: &mut Answer,
) -> Result<(), Unanswered> {
    let refused = |error: NoSolver| Unanswered::Refused(error.to_string());
    let token = limits.token.clone();
    let mut solvers = Solvers::new(encodings, engine, Reduce::Auto, limits.solutions, token);
    solvers.set_deadline(limits.deadline);
    for grid in grids {
        match solvers.of_size(grid.size()).map_err(refused)?.load(grid) {
            Ok(solver) => answer.add(solver)?,
            Err(PuzzleError::Clash(_)) => answer.add_clash(),
            Err(error) => return Err(Unanswered::Refused(error.to_string())),
        }
    }
    Ok(())
}

impl Answer {
    fn add(&mut self, solver: &mut Solver<'_>) -> Result<(), Unanswered> {
        let count = solver.count();
        match count.stop {
            StopReason::Exhausted | StopReason::SolutionLimit => {}
            StopReason::Deadline => return Err(Unanswered::Late),
            _ => return Err(Unanswered::Cancelled),
        }
        let work = solver.stats();
        self.work.nodes += work.nodes;
        self.work.updates += work.updates;
        solver.chosen().into_iter().for_each(|chosen| self.choices.add(Choice::Engine(chosen)));
        self.counts.push(count);
        Ok(())
    }

    /// Clues that clash: every engine knows that without a search.
    fn add_clash(&mut self) {
        self.choices.add(Choice::Clash);
        self.counts.push(Count { solutions: 0, stop: StopReason::Exhausted });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::sudoku::Rules;

    fn limits() -> Limits {
        Limits { solutions: None, deadline: None, token: CancelToken::new() }
    }

    #[test]
    fn an_engine_answers_for_a_cover() {
        let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
        let task = Task::Cover(&problem);
        let answer = run(task, Engine::Links, &limits()).unwrap();
        assert_eq!(answer.counts, [Count { solutions: 2, stop: StopReason::Exhausted }]);
        let late = Limits { deadline: Some(Instant::now()), ..limits() };
        assert_eq!(run(task, Engine::Links, &late), Err(Unanswered::Late));
        let cancelled = limits();
        cancelled.token.cancel();
        assert_eq!(run(task, Engine::Auto, &cancelled), Err(Unanswered::Cancelled));
        let problem: Problem = "2|a\na\na\n".parse().unwrap();
        let refused = run(Task::Cover(&problem), Engine::Bits, &limits());
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
        let answer = run(Task::Puzzles(&grids, &encodings), Engine::Auto, &limits).unwrap();
        let counts: Vec<_> = answer.counts.iter().map(|count| count.solutions).collect();
        assert_eq!((counts, answer.choices.iter().count()), (vec![2, 0], 2));
    }
}
