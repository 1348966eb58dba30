//! The sets are checked after every step, and nothing may be left of a search that has ended.

use super::*;
use crate::ids::as_index;
use crate::tests::Random;

/// Runs to the end, one node at a time, checking the sets after each; the number of solutions.
fn run_checked(multiple: &mut Multiple<BoundedSets>) -> usize {
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
    let mut multiple = Multiple::new(&problem, BoundedSets::new_lazy(&problem, None));
    let untouched = multiple.sets.contents();
    let solutions = run_checked(&mut multiple);
    let work = multiple.work();
    multiple.restart(&Subproblem::default());
    assert_eq!(multiple.sets.contents(), untouched, "{text}");
    assert_eq!(run_checked(&mut multiple), solutions, "a second run finds the same");
    assert_eq!(multiple.work(), work, "and does the same work");
    let mut in_words = start(&problem, None);
    for budget in [1, 100] {
        in_words.restart(&Subproblem::default());
        let outcomes = std::iter::from_fn(|| match in_words.advance(budget) {
            Outcome::Exhausted => None,
            outcome => Some(outcome),
        });
        assert_eq!(outcomes.filter(|&o| o == Outcome::Solution).count(), solutions, "{text}");
    }
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

/// A random problem with bounds and colours.
fn random(rng: &mut Random, options: u64) -> Problem {
    let items: String = (0..8)
        .map(|item| {
            let (low, more) = (rng.below(4), rng.below(3));
            format!("{low}:{}|p{item} ", low + more)
        })
        .collect();
    let mut text = format!("{items}| s0 s1 s2\n");
    for _ in 0..options {
        let mut names: Vec<_> =
            (0..8).filter(|_| rng.below(4) == 0).map(|p| format!("p{p}")).collect();
        if names.is_empty() {
            names.push("p0".to_owned());
        }
        for item in 0..3 {
            match rng.below(8) {
                0 => names.push(format!("s{item}")),
                1 => names.push(format!("s{item}:r")),
                2 => names.push(format!("s{item}:g")),
                _ => {}
            }
        }
        text += &format!("{}\n", names.join(" "));
    }
    text.parse().unwrap()
}

/// A random graph whose vertices need one chosen edge, or one or two: an option has two of many
/// items, so that excluded options are followed.
fn sparse(rng: &mut Random, vertices: usize) -> String {
    let item = |vertex| format!("1:{}|v{vertex}", rng.below(2) + 1);
    let items: Vec<_> = (0..vertices).map(item).collect();
    let mut text = format!("{}\n", items.join(" "));
    for from in 0..vertices {
        text += &format!("v{from} v{}\n", (from + 1) % vertices);
        if rng.below(2) == 0 {
            text += &format!("v{from} v{}\n", (from + 2 + rng.below(vertices - 3)) % vertices);
        }
    }
    text
}

/// The undecided and the chosen options, or `None` after a failure.
fn summary(state: &impl DecisionState, options: usize) -> Option<(Vec<u32>, Vec<OptionId>)> {
    let mut from = 0;
    let undecided = std::iter::from_fn(|| {
        let option = state.undecided_from(from).filter(|&option| as_index(option) < options)?;
        from = option + 1;
        Some(option)
    });
    let undecided = undecided.collect();
    let mut chosen: Vec<_> = state.chosen().collect();
    chosen.sort_unstable();
    (!state.failed()).then_some((undecided, chosen))
}

/// Decides options at random and goes back, with words and with sparse sets.
fn compare<const W: usize>(problem: &Problem, rng: &mut Random) -> usize {
    let (mut words, mut sets) =
        (BoundedWords::<W>::new(problem, None), BoundedSets::new(problem, None));
    let (mut marks, mut failures) = (Vec::new(), 0);
    let options = problem.options().len();
    for _ in 0..60 {
        let here = summary(&words, options);
        assert_eq!(here, summary(&sets, options));
        let item = problem.items().nth(rng.below(8)).unwrap().number();
        failures += usize::from(here.is_none());
        match here {
            Some((undecided, _)) if !undecided.is_empty() && rng.below(4) > 0 => {
                assert_eq!(words.need(), sets.need());
                assert_eq!(words.capacity(item), sets.capacity(item));
                let sorted = |state: &mut dyn Iterator<Item = u32>| {
                    let mut options: Vec<_> = state.collect();
                    options.sort_unstable();
                    options
                };
                assert_eq!(sorted(&mut words.options_of(item)), sorted(&mut sets.options_of(item)));
                let option = undecided[rng.below(undecided.len())];
                assert_eq!(words.gain(option), sets.gain(option));
                assert_eq!(words.branch().is_some(), sets.branch().is_some());
                marks.push((words.mark(), sets.mark()));
                if rng.below(2) == 0 {
                    words.choose(option);
                    sets.choose(option);
                } else {
                    words.exclude(option);
                    sets.exclude(option);
                }
                words.settle();
                sets.settle();
            }
            _ => {
                let Some((of_words, of_sets)) = marks.pop() else { continue };
                words.undo(of_words);
                sets.undo(of_sets);
                words.settle();
                sets.settle();
            }
        }
    }
    failures
}

#[test]
fn sparse_problems_have_the_same_solutions_in_words() {
    let mut rng = Random(4);
    let mut solutions = 0;
    for _ in 0..40 {
        solutions += count_checked(&sparse(&mut rng, 14));
    }
    assert!(solutions > 500, "{solutions}");
}

#[test]
fn words_and_sets_decide_the_same() {
    let mut rng = Random(3);
    let mut failures = 0;
    for _ in 0..60 {
        let small = random(&mut rng, 40);
        failures += compare::<1>(&small, &mut rng) + compare::<4>(&small, &mut rng);
        let large = random(&mut rng, 120);
        failures += compare::<2>(&large, &mut rng) + compare::<8>(&large, &mut rng);
        let sparse: Problem = sparse(&mut rng, 24).parse().unwrap();
        failures += compare::<1>(&sparse, &mut rng);
    }
    assert!(failures > 500, "{failures}");
}
