//! Runs the solver with every instruction set of this processor, and compares the answers.

use quadrille::sudoku::simd9::{
    BatchInput, BatchSolver, Cells, InstructionSet, PuzzleResult, Variant,
};
use std::fmt::Debug;
use std::io::{Write, stderr};
use std::ops::ControlFlow;
use std::sync::Once;

/// Both variants.
pub(crate) const RULES: [Variant; 2] = [Variant::Standard, Variant::Diagonal];

/// The instruction sets of this processor. Missing ones are reported once, bypassing the capture of
/// output.
fn here() -> impl Iterator<Item = InstructionSet> {
    static REPORTED: Once = Once::new();
    REPORTED.call_once(|| {
        for missing in InstructionSet::ALL.into_iter().filter(|kind| !kind.is_available()) {
            // A failed write does not matter to the tests.
            let _ = writeln!(stderr(), "skipped: this processor has no {missing}");
        }
    });
    InstructionSet::ALL.into_iter().filter(|kind| kind.is_available())
}

/// The result with all instruction sets, which must agree in results and in work.
pub(crate) fn everywhere<T: PartialEq + Debug>(
    rules: Variant,
    set: impl Fn(BatchSolver) -> BatchSolver,
    ask: impl Fn(&mut BatchSolver) -> T,
) -> T {
    let mut said = here().map(|kind| {
        let mut lanes = set(BatchSolver::with_instruction_set(rules, kind).unwrap());
        (kind, ask(&mut lanes), lanes.stats())
    });
    let (one, answer, work) = said.next().expect("scalar code runs everywhere");
    for (other, its_answer, its_work) in said {
        assert!(its_answer == answer, "{one}: {answer:?}\n{other}: {its_answer:?}");
        assert_eq!(its_work, work, "{one} and {other}");
    }
    answer
}

/// Sets a limit, if there is one.
pub(crate) fn limited(limit: Option<u64>) -> impl Fn(BatchSolver) -> BatchSolver {
    move |lanes| match limit {
        Some(limit) => lanes.limit(limit),
        None => lanes,
    }
}

/// The solutions of a puzzle in their order, and the result.
pub(crate) fn shown(
    lanes: &mut BatchSolver,
    puzzle: &impl BatchInput,
) -> (Vec<Cells>, PuzzleResult) {
    shown_until(lanes, puzzle, usize::MAX)
}

/// The solutions up to the one at which the visitor breaks, and the result.
pub(crate) fn shown_until(
    lanes: &mut BatchSolver,
    puzzle: &impl BatchInput,
    last: usize,
) -> (Vec<Cells>, PuzzleResult) {
    let mut shown = Vec::new();
    let answer = lanes.for_each(puzzle, |cells| {
        shown.push(*cells);
        if shown.len() == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (shown, answer)
}

/// The results of puzzles in one batch, with every instruction set.
pub(crate) fn together<P: BatchInput>(
    rules: Variant,
    limit: Option<u64>,
    puzzles: &[P],
) -> Vec<PuzzleResult> {
    everywhere(rules, limited(limit), |lanes| lanes.solve_all(puzzles.iter().cloned()).collect())
}

/// The results of the same puzzles one by one, with the fastest instruction set.
pub(crate) fn one_by_one<P: BatchInput>(
    rules: Variant,
    limit: Option<u64>,
    puzzles: &[P],
) -> Vec<PuzzleResult> {
    let mut lanes = limited(limit)(BatchSolver::new(rules));
    puzzles.iter().map(|puzzle| lanes.solve(puzzle)).collect()
}
