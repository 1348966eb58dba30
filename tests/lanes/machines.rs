//! The same question to the lanes of every kind that this processor has.

use quadrille::sudoku::lanes::{Answer, Cells, Instructions, Lanes, Puzzle, Rules};
use std::fmt::Debug;
use std::io::{Write, stderr};
use std::ops::ControlFlow;
use std::sync::Once;

/// Both kinds of rules.
pub(crate) const RULES: [Rules; 2] = [Rules::Plain, Rules::Diagonal];

/// The instructions that are here. Those that are not are named once, past the capture of what tests print.
fn here() -> impl Iterator<Item = Instructions> {
    static TOLD: Once = Once::new();
    TOLD.call_once(|| {
        for missing in Instructions::ALL.into_iter().filter(|kind| !kind.are_here()) {
            // If it can't be told, the tests that run are as good as before.
            let _ = writeln!(stderr(), "skipped: this processor has no {missing}");
        }
    });
    Instructions::ALL.into_iter().filter(|kind| kind.are_here())
}

/// What all kinds of lanes say. They must say the same, and do the same work for it.
pub(crate) fn everywhere<T: PartialEq + Debug>(
    rules: Rules,
    set: impl Fn(Lanes) -> Lanes,
    ask: impl Fn(&mut Lanes) -> T,
) -> T {
    let mut said = here().map(|kind| {
        let mut lanes = set(Lanes::with_instructions(rules, kind).unwrap());
        (kind, ask(&mut lanes), lanes.work())
    });
    let (one, answer, work) = said.next().expect("plain code runs everywhere");
    for (other, its_answer, its_work) in said {
        assert!(its_answer == answer, "{one}: {answer:?}\n{other}: {its_answer:?}");
        assert_eq!(its_work, work, "{one} and {other}");
    }
    answer
}

/// Lanes with a limit, if there is one.
pub(crate) fn limited(limit: Option<u64>) -> impl Fn(Lanes) -> Lanes {
    move |lanes| match limit {
        Some(limit) => lanes.limit(limit),
        None => lanes,
    }
}

/// The solutions that are shown, in their order, and the answer.
pub(crate) fn shown(lanes: &mut Lanes, puzzle: &impl Puzzle) -> (Vec<Cells>, Answer) {
    shown_until(lanes, puzzle, usize::MAX)
}

/// The solutions that are shown to a visitor that breaks at one of them, and the answer.
pub(crate) fn shown_until(
    lanes: &mut Lanes,
    puzzle: &impl Puzzle,
    last: usize,
) -> (Vec<Cells>, Answer) {
    let mut shown = Vec::new();
    let answer = lanes.visit(puzzle, |cells| {
        shown.push(*cells);
        if shown.len() == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (shown, answer)
}

/// The answers to some puzzles together, by lanes of every kind.
pub(crate) fn together<P: Puzzle>(rules: Rules, limit: Option<u64>, puzzles: &[P]) -> Vec<Answer> {
    everywhere(rules, limited(limit), |lanes| lanes.answers(puzzles.iter().cloned()).collect())
}

/// The answers to the same puzzles, each of them alone, by the lanes that are fastest here.
pub(crate) fn one_by_one<P: Puzzle>(
    rules: Rules,
    limit: Option<u64>,
    puzzles: &[P],
) -> Vec<Answer> {
    let mut lanes = limited(limit)(Lanes::new(rules));
    puzzles.iter().map(|puzzle| lanes.answer(puzzle)).collect()
}
