//! The sets are checked after every step, and nothing may be left of a search that has ended.

use super::*;

/// Runs to the end, one node at a time, checking the sets after each; the number of solutions.
fn run_checked(multiple: &mut Multiple) -> usize {
    let mut solutions = 0;
    loop {
        multiple.sets.check();
        match multiple.advance(1) {
            Outcome::Solution => solutions += 1,
            Outcome::Exhausted => return solutions,
            Outcome::Paused => {}
        }
    }
}

fn count_checked(text: &str) -> usize {
    let problem: Problem = text.parse().unwrap();
    let mut multiple = Multiple::new(&problem, None);
    let untouched = multiple.sets.contents();
    let solutions = run_checked(&mut multiple);
    let work = multiple.work();
    multiple.restart(&Subproblem::default());
    assert_eq!(multiple.sets.contents(), untouched, "{text}");
    assert_eq!(run_checked(&mut multiple), solutions, "a second run finds the same");
    assert_eq!(multiple.work(), work, "and does the same work");
    solutions
}

#[test]
fn the_sets_hold_after_every_step() {
    let table = [
        ("a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n", 1),
        ("a\n", 0),
        ("0:3|a\n", 1),
        ("a\na\na\n", 2),
        ("2|a\na\na\na\n", 3),
        ("0:2|a\na\na\na\n", 7),
        ("0:0|a b\na b\nb\n", 1),
        ("1:2|a 0:1|b\na b\na\nb\na b\n", 6),
        ("2:3|a | x\na x\na x\na\na\n", 7),
        ("2:3|a | x\na x:1\na x:1\na x:2\na\n", 5),
        ("4294967295|a\na\n", 0),
    ];
    for (text, solutions) in table {
        assert_eq!(count_checked(text), solutions, "{text}");
    }
}
