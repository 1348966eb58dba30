//! What the engine says of a puzzle, and whether the document says the same.

use quadrille::compat::Ending;
use quadrille::sudoku::{Grid, SudokuSolver};
use quadrille::{Count, Solver, StopReason};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The engine's answer.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub(super) count: Count,
    /// The first solution that it found.
    pub(super) first: Option<Grid>,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// For each ending of a document whether all solutions have all that it filled in.
    keeps: Vec<bool>,
}

/// Whether two answers are compatible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Agreement {
    Agree,
    Disagree,
    /// One of them was stopped.
    Unknown,
}

impl Agreement {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Agree => "agree",
            Self::Disagree => "disagree",
            Self::Unknown => "unknown",
        }
    }

    /// Both together: what disagrees anywhere disagrees.
    pub(super) fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Disagree, _) | (_, Self::Disagree) => Self::Disagree,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            (Self::Agree, Self::Agree) => Self::Agree,
        }
    }
}

impl Reference {
    /// Asks the engine for the solutions of a puzzle of its size, up to the limit of the solver.
    pub(super) fn of(solver: &mut SudokuSolver<'_>, puzzle: &Grid, endings: &[&Ending]) -> Self {
        let (begin, encoding) = (Instant::now(), solver.encoding());
        let mut keeps = vec![true; endings.len()];
        let mut first = None;
        // All that is refused here are clues that clash.
        let Ok(solver) = solver.load(puzzle) else { return Self::none() };
        let count = solver.visit(|options| {
            let Ok(grid) = encoding.decode(options) else { return ControlFlow::Break(()) };
            for (keeps, ending) in keeps.iter_mut().zip(endings) {
                if let Ending::Stuck(cells) = ending {
                    *keeps &= has_all(&grid, cells);
                }
            }
            first.get_or_insert(grid);
            ControlFlow::Continue(())
        });
        let nodes = solver.stats().nodes;
        Self { count, first, nodes, time: begin.elapsed(), keeps }
    }

    /// The answer where clues clash: no engine is needed to know it.
    pub(super) fn none() -> Self {
        let count = Count { solutions: 0, stop: StopReason::Exhausted };
        Self { count, first: None, nodes: 0, time: Duration::ZERO, keeps: Vec::new() }
    }

    /// Whether the engine was stopped before it knew.
    fn is_cut(&self) -> bool {
        !matches!(self.count.stop, StopReason::Exhausted | StopReason::SolutionLimit)
    }

    /// Whether an ending, the one of this number, says the same. `is_solution` asks the engine whether a full
    /// grid is one of its solutions, if it can say.
    pub(super) fn agrees(
        &self,
        number: usize,
        ending: &Ending,
        is_solution: impl FnOnce(&[u8]) -> Option<bool>,
    ) -> Agreement {
        let agrees = match ending {
            Ending::Stopped => return Agreement::Unknown,
            Ending::Solved(cells) => match is_solution(cells) {
                Some(is_solution) => is_solution,
                None => return Agreement::Unknown,
            },
            Ending::NoSolution if self.count.solutions > 0 => false,
            Ending::Stuck(_) if self.keeps.get(number) == Some(&false) => false,
            _ if self.is_cut() => return Agreement::Unknown,
            Ending::NoSolution | Ending::Stuck(_) => true,
        };
        if agrees { Agreement::Agree } else { Agreement::Disagree }
    }
}

/// Whether a solution of a puzzle, row by row, is one of the engine's; `None` if the engine was stopped.
pub(super) fn is_solution(
    solver: &mut SudokuSolver<'_>,
    puzzle: &Grid,
    cells: &[u8],
) -> Option<bool> {
    let Ok(grid) = Grid::from_cells(puzzle.size(), cells.to_vec()) else { return Some(false) };
    if !grid.is_full() || !grid.extends(puzzle) {
        return Some(false);
    }
    match solver.load(&grid).map(Solver::count) {
        Err(_) => Some(false),
        Ok(count) if count.is_complete() => Some(count.solutions == 1),
        Ok(_) => None,
    }
}

/// Whether a grid has each of these values; 0 stands for any.
fn has_all(grid: &Grid, cells: &[u8]) -> bool {
    grid.cells().iter().zip(cells).all(|(own, &cell)| cell == 0 || *own == cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::Engine;
    use quadrille::sudoku::{Encoding, Geometry};

    /// A puzzle of 4x4 with two solutions, those, what they have in common, and a puzzle without any.
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
        reference.agrees(0, ending, |cells| is_solution(&mut solver, &puzzle, cells))
    }

    #[test]
    fn each_way_to_disagree_is_seen() {
        let solved = |text| Ending::Solved(cells(text));
        let stuck = |text| Ending::Stuck(cells(text));
        let table = [
            (TWO, solved(SOLUTIONS[0]), Agreement::Agree),
            (TWO, solved(SOLUTIONS[1]), Agreement::Agree),
            // One that breaks the rules, one that has other clues, and one that is not full.
            (TWO, solved("1234341221433421"), Agreement::Disagree),
            (TWO, solved("2134341221434321"), Agreement::Disagree),
            (TWO, solved(COMMON), Agreement::Disagree),
            (TWO, Ending::NoSolution, Agreement::Disagree),
            (NONE, Ending::NoSolution, Agreement::Agree),
            (NONE, solved(SOLUTIONS[0]), Agreement::Disagree),
            // What all solutions have may be filled in, and nothing else.
            (TWO, stuck(TWO), Agreement::Agree),
            (TWO, stuck(COMMON), Agreement::Agree),
            (TWO, stuck("1234341221......"), Agreement::Disagree),
            (NONE, stuck(NONE), Agreement::Agree),
            (TWO, Ending::Stopped, Agreement::Unknown),
        ];
        for (puzzle, ending, expected) in table {
            assert_eq!(agreement(puzzle, &ending), expected, "{puzzle} {ending:?}");
        }
    }

    #[test]
    fn an_engine_that_was_stopped_proves_nothing_but_what_it_found() {
        let stopped = Count { solutions: 0, stop: StopReason::Cancelled };
        let mut reference = Reference { count: stopped, ..Reference::none() };
        let no_idea = |_: &[u8]| None;
        assert_eq!(reference.agrees(0, &Ending::NoSolution, no_idea), Agreement::Unknown);
        assert_eq!(reference.agrees(0, &Ending::Solved(Vec::new()), no_idea), Agreement::Unknown);
        reference.count.solutions = 1;
        assert_eq!(reference.agrees(0, &Ending::NoSolution, no_idea), Agreement::Disagree);
    }

    #[test]
    fn a_disagreement_anywhere_is_one() {
        use Agreement::{Agree, Disagree, Unknown};
        assert_eq!(Agree.and(Agree), Agree);
        assert_eq!(Agree.and(Unknown), Unknown);
        assert_eq!(Unknown.and(Disagree), Disagree);
    }
}
