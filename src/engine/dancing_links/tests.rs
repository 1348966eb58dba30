//! The structure is checked after every step, and nothing may be left of a search that has ended.

use super::*;
use crate::engine::tests::{COLORED, plain, queens};

/// Runs to the end, one node at a time, checking the structure after each; the number of solutions.
fn run_checked<const COLORS: bool>(engine: &mut DancingLinks<COLORS>) -> usize {
    let mut solutions = 0;
    loop {
        engine.links.check(engine.root.is_wiped_out());
        match engine.advance(1) {
            Outcome::Solution => solutions += 1,
            Outcome::Exhausted => return solutions,
            Outcome::Paused => {}
        }
    }
}

fn count_checked<const COLORS: bool>(text: &str) -> usize {
    let problem: Problem = text.parse().unwrap();
    let mut engine = DancingLinks::<COLORS>::new(&problem, None);
    let untouched = engine.links.links();
    let solutions = run_checked(&mut engine);
    let work = engine.work();
    assert_eq!(engine.links.links(), untouched, "everything was undone");
    engine.restart(&Subproblem::default());
    assert_eq!(run_checked(&mut engine), solutions, "a second run finds the same");
    assert_eq!(engine.work(), work, "and does the same work");
    solutions
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
    let mut engine = DancingLinks::<false>::new(&problem, None);
    for (given, solutions) in [(vec![3], 2), (vec![0], 1), (vec![3, 4, 5], 1), (vec![], 4)] {
        let given: Vec<_> = given.into_iter().map(OptionId::new).collect();
        for _ in 0..2 {
            engine.restart(&Subproblem::from(&given));
            engine.links.check(false);
            assert_eq!(run_checked(&mut engine), solutions, "{given:?}");
        }
    }
}

#[test]
fn what_was_given_may_leave_no_solution() {
    let problem: Problem = "a b c\na\nb c\nb\n".parse().unwrap();
    let mut engine = DancingLinks::<false>::new(&problem, None);
    engine.restart(&Subproblem::from(&[OptionId::new(2)]));
    assert_eq!(engine.advance(1), Outcome::Exhausted);
    engine.restart(&Subproblem::default());
    assert_eq!(run_checked(&mut engine), 1);
}

#[test]
fn a_given_colour_purifies() {
    let problem: Problem = "a b c | x\na x:1\nb x:1\nb x:2\nc x:1\nc\nb x\n".parse().unwrap();
    let mut engine = DancingLinks::<true>::new(&problem, None);
    engine.restart(&Subproblem::from(&[OptionId::new(0)]));
    engine.links.check(false);
    assert_eq!(run_checked(&mut engine), 2);
}

#[test]
fn a_restart_in_mid_search_undoes_everything() {
    let problem: Problem = queens(6).parse().unwrap();
    let mut engine = DancingLinks::<false>::new(&problem, None);
    let untouched = engine.links.links();
    for steps in 0..100 {
        for _ in 0..steps {
            engine.advance(1);
        }
        engine.restart(&Subproblem::default());
        engine.links.check(false);
        assert_eq!(engine.links.links(), untouched);
    }
}

/// Two solutions. The first choice leaves one option to `n` items, in another order than their own;
/// each choice after it leaves one to another item.
fn forced_in_disorder(n: usize) -> Problem {
    let items: String = (0..n).map(|i| format!("y{i} v{i} z{i} ")).collect();
    let forced = (0..n).map(|i| (i, i * 7 % n));
    let options: String =
        forced.map(|(i, y)| format!("y{y} q\ny{y} z{i}\nz{i} v{i}\nv{i}\n")).collect();
    format!("a {items}| q x\na q\na q x\n{options}").parse().unwrap()
}

#[test]
fn the_chosen_item_is_the_leftmost_however_many_are_forced() {
    let check = |problem: &Problem| {
        let mut engine = DancingLinks::<false>::new(problem, None);
        let (mut solutions, mut sorted) = (0, false);
        loop {
            match engine.advance(1) {
                Outcome::Exhausted => return (solutions, sorted),
                Outcome::Solution => solutions += 1,
                Outcome::Paused => {
                    let range = engine.levels.last().unwrap().range;
                    let chosen = engine.links.clone().choose(range).map(|(item, _)| item);
                    assert_eq!(chosen, engine.links.leftmost_of_fewest());
                    sorted |= range.has_sorted();
                }
            }
        }
    };
    assert_eq!(check(&forced_in_disorder(300)), (2, true));
    assert_eq!(check(&queens(6).parse().unwrap()), (4, false));
}

#[test]
fn many_forced_options_of_one_colour_take_linear_time() {
    // Walking the options of x once for each of them would take minutes.
    let items: String = (0..100_000).map(|number| format!("p{number} ")).collect();
    let options: String = (0..100_000).map(|number| format!("p{number} x:red\n")).collect();
    let problem: Problem = format!("{items}| x\n{options}").parse().unwrap();
    let mut engine = DancingLinks::<true>::new(&problem, None);
    assert_eq!(engine.advance(1), Outcome::Solution);
    assert_eq!(engine.advance(1), Outcome::Exhausted);
}
