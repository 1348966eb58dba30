//! The structure is checked after every step, and a run is the same whatever came before it.

use super::*;
use crate::engine::tests::{COLORED, plain, queens};
use crate::problem::Entry;

/// Whether two options share an item without giving it the same colour.
fn conflict(problem: &Problem, a: OptionId, b: OptionId) -> bool {
    let clash = |x: &Entry| {
        problem.entries(b).iter().any(|y| x.item == y.item && (x.color.is_none() || x != y))
    };
    problem.entries(a).iter().any(clash)
}

fn check<const COLORS: bool>(cells: &DancingCells<COLORS>) {
    if cells.phase == Phase::Exhausted {
        // What was tried last may have been left half-way.
        return;
    }
    let mut chosen = Vec::new();
    cells.solution(&mut chosen);
    cells.sets.check(cells.root.is_wiped_out(), |option| {
        chosen.iter().any(|&other| conflict(&cells.problem, OptionId::new(as_index(option)), other))
    });
}

/// Runs to the end, one node at a time, checking the structure after each; the solutions in their
/// order.
fn run_checked<const COLORS: bool>(cells: &mut DancingCells<COLORS>) -> Vec<Vec<OptionId>> {
    let mut solutions = Vec::new();
    loop {
        check(cells);
        match cells.advance(1) {
            Outcome::Solution => {
                let mut solution = Vec::new();
                cells.solution(&mut solution);
                solutions.push(solution);
            }
            Outcome::Exhausted => return solutions,
            Outcome::Paused => {}
        }
    }
}

fn count_checked<const COLORS: bool>(text: &str) -> usize {
    let problem: Problem = text.parse().unwrap();
    let mut cells = DancingCells::<COLORS>::new(&problem, Heuristic::Fewest, None);
    let solutions = run_checked(&mut cells);
    let work = cells.work();
    assert_eq!(cells.advance(1), Outcome::Exhausted, "the end is the end");
    for _ in 0..2 {
        cells.restart(&Subproblem::default());
        assert_eq!(run_checked(&mut cells), solutions, "another run finds the same");
        assert_eq!(cells.work(), work, "and does the same work");
        cells.restart(&Subproblem::default());
        // The same again with the other way to undo.
        cells.sets.record_removals();
    }
    solutions.len()
}

#[test]
fn the_structure_holds_after_every_step() {
    for (text, solutions) in plain() {
        assert_eq!(count_checked::<false>(&text), solutions, "{text}");
        assert_eq!(count_checked::<true>(&text), solutions, "{text}");
    }
}

#[test]
fn colours_purify_and_unpurify() {
    for (text, solutions) in COLORED {
        assert_eq!(count_checked::<true>(text), solutions, "{text}");
    }
}

#[test]
fn what_was_given_is_part_of_every_solution() {
    let problem: Problem = "a b c\na b\nb c\nc a\na\nb\nc\n".parse().unwrap();
    let mut cells = DancingCells::<false>::new(&problem, Heuristic::Fewest, None);
    for (given, solutions) in [(vec![3], 2), (vec![0], 1), (vec![3, 4, 5], 1), (vec![], 4)] {
        let given: Vec<_> = given.into_iter().map(OptionId::new).collect();
        for _ in 0..2 {
            cells.restart(&Subproblem::from(&given));
            let found = run_checked(&mut cells);
            assert_eq!(found.len(), solutions, "{given:?}");
            assert!(found.iter().all(|solution| solution.starts_with(&given)), "{given:?}");
        }
    }
}

#[test]
fn what_was_given_may_leave_no_solution() {
    let problem: Problem = "a b c\na\nb c\nb\n".parse().unwrap();
    let mut cells = DancingCells::<false>::new(&problem, Heuristic::Fewest, None);
    for _ in 0..2 {
        cells.restart(&Subproblem::from(&[OptionId::new(2)]));
        assert_eq!(cells.advance(1), Outcome::Exhausted);
    }
    cells.restart(&Subproblem::default());
    assert_eq!(run_checked(&mut cells).len(), 1);
}

#[test]
fn a_given_colour_purifies() {
    let problem: Problem = "a b c | x\na x:1\nb x:1\nb x:2\nc x:1\nc\nb x\n".parse().unwrap();
    let mut cells = DancingCells::<true>::new(&problem, Heuristic::Fewest, None);
    cells.restart(&Subproblem::from(&[OptionId::new(0)]));
    assert_eq!(run_checked(&mut cells).len(), 2);
}

#[test]
fn a_run_does_not_depend_on_what_came_before() {
    let problem: Problem = queens(6).parse().unwrap();
    let mut cells = DancingCells::<false>::new(&problem, Heuristic::Fewest, None);
    let solutions = run_checked(&mut cells);
    for steps in 0..60 {
        cells.restart(&Subproblem::default());
        for _ in 0..steps {
            cells.advance(1);
        }
        cells.restart(&Subproblem::default());
        assert_eq!(cells.work(), Work { nodes: 1, updates: 0 });
        assert_eq!(run_checked(&mut cells), solutions, "after {steps} steps");
    }
}

#[test]
fn going_back_over_many_forced_options_is_one_step() {
    // Either option of the first item forces a chain, and the last item of the first chain then
    // runs dry.
    let items: String = (0..20_000).map(|number| format!("p{number} ")).collect();
    let chain: String = (0..19_999).map(|number| format!("p{number} p{}\n", number + 1)).collect();
    let problem: Problem = format!("{items}\n{chain}p0 p19999\np0\n").parse().unwrap();
    let mut cells = DancingCells::<false>::new(&problem, Heuristic::Fewest, None);
    assert_eq!(cells.advance(1), Outcome::Paused);
    let mut solutions = 0;
    while cells.advance(1_000) != Outcome::Exhausted {
        solutions += usize::from(cells.phase == Phase::Passed);
        assert!(cells.levels.len() <= 1);
        assert!(cells.sets.saved_len() <= problem.entry_count(), "memory is not squared");
    }
    assert_eq!(solutions, 2);
}

#[test]
fn an_option_that_fails_as_its_brother_did_is_not_tried() {
    // Either of a's first options wipes z out; the second is known to, before anything is hidden.
    let text = "a z | x u v\na x u\na x v\na\nz x\nz x\nz x\n";
    let problem: Problem = text.parse().unwrap();
    let mut cells = DancingCells::<true>::new(&problem, Heuristic::Fewest, None);
    // To cover a removes four cells, to try its first option two, and to cover z three.
    assert_eq!(run_checked(&mut cells).len(), 3);
    assert_eq!(cells.work(), Work { nodes: 1 + 3 + 3, updates: 4 + 2 + 3 });
}
