//! The reference: the solutions of a puzzle by the engines for exact cover, and the definition of a
//! clash.

use super::machines::{everywhere, limited, shown};
use quadrille::sudoku::simd9::{BatchInput, BatchSolver, Candidates, Cells, EndReason, Variant};
use quadrille::sudoku::{Encoding, Geometry, Grid, PuzzleError, SolveError, SudokuSolver};
use quadrille::{Engine, OptionId, Problem, ProblemBuilder, Solver, StopReason};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;

static PLAIN: LazyLock<Encoding> = LazyLock::new(|| Encoding::new(Geometry::of_size(9).unwrap()));
static DIAGONAL: LazyLock<Encoding> =
    LazyLock::new(|| Encoding::new(Geometry::of_size(9).unwrap().diagonal()));

/// The exact cover of these rules.
pub(crate) fn encoding(rules: Variant) -> &'static Encoding {
    match rules {
        Variant::Standard => &PLAIN,
        Variant::Diagonal => &DIAGONAL,
        other => panic!("no geometry for {other:?}"),
    }
}

pub(crate) fn geometry(rules: Variant) -> &'static Geometry {
    encoding(rules).geometry()
}

/// The grid with these values, which are all below 10.
pub(crate) fn grid(cells: &Cells) -> Grid {
    Grid::from_cells(9, cells.to_vec()).unwrap()
}

pub(crate) fn cells(grid: &Grid) -> Cells {
    grid.cells().try_into().unwrap()
}

/// The digits that a solution may have in a cell.
pub(crate) trait Marks {
    fn may(&self, cell: usize, digit: u8) -> bool;
}

impl Marks for Cells {
    fn may(&self, cell: usize, digit: u8) -> bool {
        [0, digit].contains(&self[cell])
    }
}

impl Marks for Candidates {
    fn may(&self, cell: usize, digit: u8) -> bool {
        self.masks()[cell] >> (digit - 1) & 1 == 1
    }
}

/// The solutions of a puzzle, as far as they are known.
#[derive(Debug)]
pub(crate) struct Truth {
    is_clash: bool,
    solutions: BTreeSet<Cells>,
    /// Whether there are no other solutions.
    is_complete: bool,
}

impl Truth {
    /// Up to `most` solutions of a grid with clues, by an engine. `None` if the engine takes too
    /// long.
    pub(crate) fn of(rules: Variant, puzzle: &Cells, engine: Engine, most: u64) -> Option<Self> {
        let solver = SudokuSolver::with_engine(encoding(rules), engine).unwrap();
        let mut solver = solver.configure(|solver| solver.limit(most).node_limit(200_000));
        let mut solutions = BTreeSet::new();
        let count = solver.visit(&grid(puzzle), |found| {
            assert!(solutions.insert(cells(&found)), "{engine} found it twice: {found:?}");
            ControlFlow::Continue(())
        });
        let is_clash = grid(puzzle).clash(geometry(rules)).is_some();
        match count {
            Err(SolveError::Puzzle(PuzzleError::Clash(_))) if is_clash => {
                Some(Self { is_clash, solutions, is_complete: true })
            }
            Ok(count) if !is_clash => (count.stop != StopReason::NodeLimit).then_some(Self {
                is_clash,
                solutions,
                is_complete: count.is_complete(),
            }),
            other => panic!("{engine}: {other:?}"),
        }
    }

    /// Of a grid of candidates, by dancing links: the options that are no candidates are left out.
    pub(crate) fn of_candidates(
        rules: Variant,
        candidates: &Candidates,
        most: u64,
    ) -> Option<Self> {
        let (problem, kept) = problem(rules, candidates);
        let solver = Solver::with_engine(&problem, Engine::Links).unwrap();
        let mut solutions = BTreeSet::new();
        let count = solver.limit(most).node_limit(200_000).visit(|options| {
            let options: Vec<_> = options.iter().map(|option| kept[option.index()]).collect();
            let found = encoding(rules).decode(&options).unwrap();
            assert!(solutions.insert(cells(&found)), "found twice: {found:?}");
            ControlFlow::Continue(())
        });
        let is_clash = grid(&only(candidates)).clash(geometry(rules)).is_some();
        let is_complete = count.is_complete();
        (count.stop != StopReason::NodeLimit).then_some(Self { is_clash, solutions, is_complete })
    }

    /// How many solutions are known.
    pub(crate) fn count(&self) -> usize {
        self.solutions.len()
    }

    /// Whether these are all.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// The expected result with a limit. A limit that equals the number of solutions is reached.
    pub(crate) fn answer(&self, limit: Option<u64>) -> (u64, EndReason) {
        let known = u64::try_from(self.solutions.len()).unwrap();
        match limit {
            _ if self.is_clash => (0, EndReason::Clash),
            Some(limit) if limit <= known => (limit, EndReason::Limit),
            _ if self.is_complete => (known, EndReason::Exhausted),
            _ => panic!("{limit:?} is more than is known"),
        }
    }

    /// Compares every instruction set and every method with it, for these limits.
    pub(crate) fn holds(
        &self,
        rules: Variant,
        puzzle: &(impl BatchInput + Marks),
        limits: &[Option<u64>],
    ) {
        let mut firsts = BTreeSet::new();
        for &limit in limits {
            let ask = |lanes: &mut BatchSolver| (shown(lanes, puzzle), lanes.solve(puzzle));
            let ((shown, answer), alone) = everywhere(rules, limited(limit), ask);
            assert_eq!((answer.solutions, answer.end), self.answer(limit), "{limit:?}");
            assert_eq!(
                answer.is_complete(),
                matches!(answer.end, EndReason::Exhausted | EndReason::Clash)
            );
            assert_eq!((answer.first, alone), (shown.first().copied(), answer), "{limit:?}");
            let batch = everywhere(rules, limited(limit), |lanes| {
                lanes.solve_all([puzzle.clone()]).collect::<Vec<_>>()
            });
            assert_eq!(batch, [answer], "{limit:?}");
            assert_eq!(u64::try_from(shown.len()).unwrap(), answer.solutions);
            self.has(rules, puzzle, &shown);
            firsts.extend(answer.first);
        }
        assert!(firsts.len() < 2, "the first solution depends on the limit: {firsts:?}");
    }

    /// What was shown are solutions, none of them twice, and all of them if there are so many.
    fn has(&self, rules: Variant, puzzle: &impl Marks, shown: &[Cells]) {
        let distinct: BTreeSet<_> = shown.iter().copied().collect();
        assert_eq!(distinct.len(), shown.len(), "a solution was shown twice");
        for found in shown {
            assert!(grid(found).is_solution(geometry(rules)), "{found:?}");
            assert!((0..81).all(|cell| puzzle.may(cell, found[cell])), "{found:?}");
        }
        if self.is_complete {
            assert!(distinct.is_subset(&self.solutions));
        }
    }
}

/// The exact cover of the candidates, and what number each of its options has among all.
fn problem(rules: Variant, candidates: &Candidates) -> (Problem, Vec<OptionId>) {
    let whole = encoding(rules).problem();
    let mut builder = ProblemBuilder::new();
    let mut kept = Vec::new();
    for item in whole.items() {
        let name = whole.item_name(item);
        let new =
            if whole.is_primary(item) { builder.primary(name) } else { builder.secondary(name) };
        assert_eq!(new, Ok(item));
    }
    for option in whole.options() {
        let (cell, digit) = encoding(rules).placement(option).unwrap();
        if candidates.may(cell, digit) {
            builder.option(whole.entries(option).iter().map(|entry| entry.item)).unwrap();
            kept.push(option);
        }
    }
    (builder.build().unwrap(), kept)
}

/// The digits that are the only candidates of their cells.
fn only(candidates: &Candidates) -> Cells {
    candidates.masks().map(|mask| match mask.count_ones() {
        1 => u8::try_from(mask.trailing_zeros() + 1).unwrap(),
        _ => 0,
    })
}
