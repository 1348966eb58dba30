//! The engine's answer to a puzzle, and its comparison with a document's.

use quadrille::compat::{Ending, System};
use quadrille::sudoku::{Grid, SudokuSolver};
use quadrille::{Count, Solver, StopReason};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) count: Count,
    pub(super) first: Option<Grid>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// For each ending of a document a cell that it filled in and that some solution contradicts.
    conflicts: Vec<Option<usize>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Agreement {
    Agree,
    Disagree(String),
    /// The document or the engine was stopped.
    Unknown,
}

impl Agreement {
    pub(super) fn word(&self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Disagree(_) => "disagree",
            Self::Unknown => "unknown",
        }
    }

    /// Combines two comparisons: one that disagrees decides.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Agree, other) | (Self::Unknown, other @ Self::Disagree(_)) => other,
            (decided, _) => decided,
        }
    }
}

impl Reference {
    /// Asks the engine for the solutions of a puzzle of its size, up to the limit of the solver.
    pub(super) fn of(solver: &mut SudokuSolver, puzzle: &Grid, endings: &[&Ending]) -> Self {
        let (begin, encoding) = (Instant::now(), solver.encoding().clone());
        let mut conflicts = vec![None; endings.len()];
        let mut first = None;
        // The only puzzles that are refused here are those whose clues clash.
        let Ok(solver) = solver.load(puzzle) else { return Self::none() };
        let count = solver.visit(|options| {
            let Ok(grid) = encoding.decode(options) else { return ControlFlow::Break(()) };
            for (conflict, ending) in conflicts.iter_mut().zip(endings) {
                if let Ending::Stuck(cells) = ending {
                    *conflict = conflict.or_else(|| conflicting_cell(&grid, cells));
                }
            }
            first.get_or_insert(grid);
            ControlFlow::Continue(())
        });
        let nodes = solver.stats().nodes;
        Self { count, first, nodes, time: begin.elapsed(), conflicts }
    }

    /// The answer if clues clash, which is known without an engine.
    pub(super) fn none() -> Self {
        let count = Count { solutions: 0, stop: StopReason::Exhausted };
        Self { count, first: None, nodes: 0, time: Duration::ZERO, conflicts: Vec::new() }
    }

    /// Returns whether the engine was stopped before its answer was final.
    fn is_stopped(&self) -> bool {
        !matches!(self.count.stop, StopReason::Exhausted | StopReason::SolutionLimit)
    }

    /// Compares a document's ending, the one with this index, with the answer. `check` compares a
    /// full grid with the engine's solutions.
    pub(super) fn compare(
        &self,
        index: usize,
        (system, ending): (System, &Ending),
        check: impl FnOnce(&[u8]) -> Agreement,
    ) -> Agreement {
        let size = self.first.as_ref().map_or(0, Grid::size);
        match (ending, self.conflicts.get(index).copied().flatten()) {
            (Ending::Stopped, _) => Agreement::Unknown,
            (Ending::Solved(cells), _) => check(cells),
            (Ending::NoSolution, _) if self.count.solutions > 0 => {
                Agreement::Disagree("the engine has a solution".to_owned())
            }
            (Ending::Stuck(_), Some(cell)) => Agreement::Disagree(format!(
                "the value of {} is not in every solution",
                system.cell_name(cell, size)
            )),
            _ if self.is_stopped() => Agreement::Unknown,
            (Ending::NoSolution | Ending::Stuck(_), _) => Agreement::Agree,
        }
    }
}

/// Compares a document's solution of a puzzle, row by row, with the engine's.
pub(super) fn check_solution(solver: &mut SudokuSolver, puzzle: &Grid, cells: &[u8]) -> Agreement {
    let disagree = |reason: &str| Agreement::Disagree(format!("its solution {reason}"));
    let Ok(grid) = Grid::from_cells(puzzle.size(), cells.to_vec()) else {
        return disagree("is not a grid");
    };
    if !grid.is_full() {
        return disagree("has open cells");
    }
    if !grid.extends(puzzle) {
        return disagree("changes a clue");
    }
    if let Some(clash) = grid.clash(solver.encoding().geometry()) {
        return disagree(&format!("breaks the rules: {clash}"));
    }
    match solver.load(&grid).map(Solver::count) {
        Ok(count) if count.is_complete() && count.solutions == 1 => Agreement::Agree,
        Ok(count) if !count.is_complete() => Agreement::Unknown,
        _ => disagree("is none of the engine's"),
    }
}

/// Returns a cell in which a solution differs from these cells; 0 stands for any value.
fn conflicting_cell(solution: &Grid, cells: &[u8]) -> Option<usize> {
    solution.cells().iter().zip(cells).position(|(own, &cell)| cell != 0 && *own != cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::Engine;
    use quadrille::sudoku::{Encoding, Geometry};

    /// A puzzle of 4x4 with two solutions, these solutions, their common values, and a puzzle
    /// without a solution.
    const TWO: &str = "123434122.......";
    const SOLUTIONS: [&str; 2] = ["1234341221434321", "1234341223414123"];
    const COMMON: &str = "123434122.4.4.2.";
    const NONE: &str = "123...4.........";

    fn cells(text: &str) -> Vec<u8> {
        text.bytes().map(|sign| if sign == b'.' { 0 } else { sign - b'0' }).collect()
    }

    fn agreement(puzzle: &str, ending: &Ending) -> Agreement {
        let encoding = Encoding::new(Geometry::of_size(4).unwrap());
        let mut solver = SudokuSolver::with_engine(&encoding, Engine::Links).unwrap();
        let puzzle = Grid::from_cells(4, cells(puzzle)).unwrap();
        let reference = Reference::of(&mut solver, &puzzle, &[ending]);
        reference.compare(0, (System::Euler96, ending), |cells| {
            check_solution(&mut solver, &puzzle, cells)
        })
    }

    #[test]
    fn each_kind_of_disagreement_has_a_reason() {
        let solved = |text| Ending::Solved(cells(text));
        let stuck = |text| Ending::Stuck(cells(text));
        let disagree = |reason: &str| Agreement::Disagree(reason.to_owned());
        let table = [
            (TWO, solved(SOLUTIONS[0]), Agreement::Agree),
            (TWO, solved(SOLUTIONS[1]), Agreement::Agree),
            (
                TWO,
                solved("1234341221433421"),
                disagree("its solution breaks the rules: column 1 has 3 twice"),
            ),
            (TWO, solved("2134341221434321"), disagree("its solution changes a clue")),
            (TWO, solved(COMMON), disagree("its solution has open cells")),
            (TWO, Ending::NoSolution, disagree("the engine has a solution")),
            (NONE, Ending::NoSolution, Agreement::Agree),
            (NONE, solved(SOLUTIONS[0]), disagree("its solution changes a clue")),
            // Values that all solutions have in common may be filled in, and no others.
            (TWO, stuck(TWO), Agreement::Agree),
            (TWO, stuck(COMMON), Agreement::Agree),
            (
                TWO,
                stuck("1234341221......"),
                disagree("the value of (2, 1) is not in every solution"),
            ),
            (NONE, stuck(NONE), Agreement::Agree),
            (TWO, Ending::Stopped, Agreement::Unknown),
        ];
        for (puzzle, ending, expected) in table {
            assert_eq!(agreement(puzzle, &ending), expected, "{puzzle} {ending:?}");
        }
    }

    #[test]
    fn a_stopped_engine_proves_only_what_it_found() {
        let stopped = Count { solutions: 0, stop: StopReason::Cancelled };
        let mut reference = Reference { count: stopped, ..Reference::none() };
        let compare = |reference: &Reference, ending: &Ending| {
            reference.compare(0, (System::Euler96, ending), |_| Agreement::Unknown)
        };
        assert_eq!(compare(&reference, &Ending::NoSolution), Agreement::Unknown);
        assert_eq!(compare(&reference, &Ending::Solved(Vec::new())), Agreement::Unknown);
        reference.count.solutions = 1;
        let reason = "the engine has a solution".to_owned();
        assert_eq!(compare(&reference, &Ending::NoSolution), Agreement::Disagree(reason));
    }

    #[test]
    fn one_disagreement_decides() {
        use Agreement::{Agree, Disagree, Unknown};
        let disagree = || Disagree("first".to_owned());
        assert_eq!(Agree.and(Agree), Agree);
        assert_eq!(Agree.and(Unknown), Unknown);
        assert_eq!(Unknown.and(disagree()), disagree());
        assert_eq!(disagree().and(Disagree("second".to_owned())), disagree());
    }
}
