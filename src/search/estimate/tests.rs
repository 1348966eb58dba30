//! The mean over all that chance could do is the truth, exactly; and what is drawn is near it.

use super::answer::FINE;
use super::*;
use crate::ids::{OptionId, to_f64, to_u64};
use crate::problem::Problem;
use crate::search::limits::CancelToken;
use crate::search::presolve::PresolveMode;
use crate::tests::part_of;
use std::time::Instant;

/// Chance in turn: each number that is asked for is in the middle of one of so many parts, and all
/// ways are gone.
struct Turns {
    parts: u32,
    choices: Vec<u32>,
    used: usize,
}

impl Turns {
    fn take(&mut self) -> f64 {
        if self.used == self.choices.len() {
            self.choices.push(0);
        }
        self.used += 1;
        (f64::from(self.choices[self.used - 1]) + 0.5) / f64::from(self.parts)
    }

    /// The share of the way that was gone among all.
    fn share(&self) -> f64 {
        f64::from(self.parts).powi(-i32::try_from(self.used).unwrap())
    }

    /// Goes on to the next way, if there is one.
    fn next_way(&mut self) -> bool {
        self.used = 0;
        while let Some(last) = self.choices.pop() {
            if last + 1 < self.parts {
                self.choices.push(last + 1);
                return true;
            }
        }
        false
    }
}

/// The means of nodes and solutions over all that chance could do, if the number of candidates
/// always divides the parts.
fn means(problem: &Problem, width: usize, parts: u32) -> (f64, f64) {
    let mut prober = Prober::new(cursor(problem, None));
    let mut turns = Turns { parts, choices: Vec::new(), used: 0 };
    let (mut nodes, mut solutions, mut all, mut ways) = (0.0, 0.0, 0.0, 0);
    loop {
        assert!(ways < 1_000_000, "too many ways");
        let guess = prober.probe(width, &mut || turns.take(), &Limits::default()).unwrap();
        let share = turns.share();
        nodes += guess.nodes() * share;
        solutions += guess.solutions * share;
        all += share;
        ways += 1;
        if !turns.next_way() {
            break;
        }
    }
    assert!(ways > 1 && (all - 1.0).abs() < 1e-9, "all ways are gone");
    (nodes, solutions)
}

/// What a search of the whole finds.
fn truth(problem: &Problem, given: &[OptionId], reduce: PresolveMode) -> (f64, f64) {
    let mut solver = Solver::with_engine(problem, Engine::Links).unwrap().presolve(reduce);
    solver.assume(given).unwrap();
    let solutions = solver.count().solutions;
    (to_f64(solver.stats().nodes), to_f64(solutions))
}

/// Probes of this width.
fn wide(width: u64) -> Probes {
    Probes { width: NonZeroU64::new(width), ..Probes::default() }
}

fn problem(text: &str) -> Problem {
    text.parse().unwrap()
}

fn queens(n: usize) -> Problem {
    problem(&crate::engine::tests::queens(n))
}

#[track_caller]
fn assert_near((one, other): (f64, f64), (nodes, solutions): (f64, f64)) {
    let is_near = |one: f64, other: f64| (one - other).abs() < 1e-9 * other.max(1.0);
    assert!(is_near(one, nodes) && is_near(other, solutions), "{one} {other}, {nodes} {solutions}");
}

#[test]
fn descents_are_right_on_the_average() {
    let texts = [
        "a b c d\na b\na c\na d\nb c\nb d\nc d\na\nb\n",
        "a b c | x\na x:1\na x:2\na b x:1\nb x:1\nb x\nc x:1\nc x:2\nc\n",
        "a b c d\na b\nb c\nc a\na d\nb d\nc b d\na\n",
    ];
    for text in texts {
        let problem = problem(text);
        assert_near(means(&problem, 1, 12), truth(&problem, &[], PresolveMode::Never));
    }
    let queens = queens(4);
    assert_near(means(&queens, 1, 12), truth(&queens, &[], PresolveMode::Never));
}

#[test]
fn samples_from_strata_are_right_on_the_average() {
    // With two of a level, one is drawn of each of two strata of three to six candidates.
    let text = "a b c d\na b\na c\na d\nb c\nb d\nc d\na\nb\n";
    assert_near(means(&problem(text), 2, 60), truth(&problem(text), &[], PresolveMode::Never));
    assert_near(means(&queens(4), 1, 12), truth(&queens(4), &[], PresolveMode::Never));
}

#[test]
fn multiplicities_are_right_on_the_average() {
    let text = "1:2|a 2|b 0:2|c\na b\nb c\na c\na\nb\nc\na b c\n";
    let problem = problem(text);
    let mut naive = Solver::with_engine(&problem, Engine::Naive).unwrap();
    let solutions = to_f64(naive.count().solutions);
    assert!(solutions > 5.0);
    let means = means(&problem, 1, 2);
    assert_near(means, (means.0, solutions));
    let mut solver = Solver::new(&problem).presolve(PresolveMode::Never);
    let estimate = solver.estimate(Probes::default()).unwrap();
    assert_eq!(estimate.engine(), Engine::Multiple);
    assert!(estimate.is_exact());
    assert_near(means, (estimate.nodes(), estimate.solutions()));
}

#[test]
fn what_is_drawn_is_near_the_truth() {
    let queens = queens(8);
    let (nodes, solutions) = truth(&queens, &[], PresolveMode::Auto);
    for (width, probes) in [(1, 20_000), (2, 2000), (20, 400), (100, 60)] {
        for seed in 0..to_u64(part_of(5)) {
            let probes = NonZeroU64::new(probes).unwrap();
            let probes = Probes { seed, number: probes, ..wide(width) };
            let estimate = Solver::new(&queens).estimate(probes).unwrap();
            assert!(!estimate.is_exact() && estimate.stop().is_none());
            let errors = (estimate.nodes_error(), estimate.solutions_error());
            assert!((estimate.nodes() - nodes).abs() < 5.0 * errors.0, "{width} {seed}");
            assert!((estimate.solutions() - solutions).abs() < 5.0 * errors.1, "{width} {seed}");
            assert!(errors.0 < 0.05 * nodes, "{width} {seed} {errors:?}");
            let sum: f64 = estimate.levels().iter().sum();
            assert!((sum - estimate.nodes()).abs() < 1e-6 * sum);
            assert_eq!(estimate.depth() + 1, estimate.levels().len());
            assert_eq!((estimate.probes(), estimate.width()), (probes.number.get(), width));
        }
    }
}

#[test]
fn small_trees_are_seen_as_a_whole() {
    let texts = [
        "a b c\na b\nb c\nc a\na\nb\nc\n",
        "a b c\na b\nb c\nc a\n",
        "a b c\n",
        "| x\nx\n",
        "a b c | x y\na x:1\na x:2 y\nb y\nb x:1\nc x:1\nc y:2\nc x:2 y\n",
    ];
    for problem in texts.map(problem).iter().chain([&queens(6), &queens(2)]) {
        for reduce in [PresolveMode::Auto, PresolveMode::Always, PresolveMode::Never] {
            let estimate =
                Solver::new(problem).presolve(reduce).estimate(Probes::default()).unwrap();
            assert!(estimate.is_exact());
            assert_eq!((estimate.nodes(), estimate.solutions()), truth(problem, &[], reduce));
            assert_eq!((estimate.nodes_error(), estimate.solutions_error()), (0.0, 0.0));
        }
    }
}

#[test]
fn what_is_given_is_part_of_the_tree() {
    let queens = queens(6);
    for given in [&[1][..], &[1, 9], &[0]] {
        let given: Vec<_> = given.iter().map(|&option| OptionId::new(option)).collect();
        let mut solver = Solver::new(&queens);
        solver.assume(&given).unwrap();
        let estimate = solver.estimate(Probes::default()).unwrap();
        let expected = truth(&queens, &given, PresolveMode::Auto);
        assert_eq!((estimate.nodes(), estimate.solutions()), expected);
    }
    let mut solver = Solver::new(&queens);
    assert!(solver.assume(&[OptionId::new(0), OptionId::new(1)]).is_err());
    let whole = truth(&queens, &[], PresolveMode::Auto);
    assert_eq!(solver.estimate(Probes::default()).unwrap().nodes(), whole.0);
}

#[test]
fn the_same_seed_is_the_same_estimate() {
    let queens = queens(9);
    let estimate = |seed| {
        let probes = Probes { seed, ..wide(7) };
        Solver::new(&queens).estimate(probes).unwrap()
    };
    assert_eq!(estimate(3), estimate(3));
    assert_ne!(estimate(3).nodes(), estimate(4).nodes());
    let queens = self::queens(11);
    let estimate = Solver::new(&queens).estimate(Probes::default()).unwrap();
    assert_eq!(Solver::new(&queens).estimate(Probes::default()).unwrap(), estimate);
    assert!(estimate.nodes_error() <= FINE * estimate.nodes());
}

#[test]
fn what_was_stopped_does_not_look_complete() {
    let queens = queens(10);
    let token = CancelToken::new();
    let mut cancelled = Solver::new(&queens).cancel_token(token.clone());
    token.cancel();
    assert_eq!(cancelled.estimate(Probes::default()), Err(StopReason::Cancelled));
    let mut late = Solver::new(&queens).deadline(Instant::now());
    assert_eq!(late.estimate(Probes::default()), Err(StopReason::Deadline));
    for nodes in [0, 1, 10, 100] {
        let mut solver = Solver::new(&queens).node_limit(nodes);
        assert_eq!(solver.estimate(wide(50)), Err(StopReason::NodeLimit), "{nodes}");
    }
    let whole = Solver::new(&queens).estimate(wide(5)).unwrap();
    let steps = whole.steps() / 2;
    let half = Solver::new(&queens).node_limit(steps).estimate(wide(5)).unwrap();
    assert_eq!(half.stop(), Some(StopReason::NodeLimit));
    assert!((2..16).contains(&half.probes()) && half.steps() <= steps);
    // The first round is done, and the second is not.
    let first = Solver::new(&queens).node_limit(8000).estimate(Probes::default()).unwrap();
    assert_eq!((first.stop(), first.probes()), (Some(StopReason::NodeLimit), PROBES.get()));
    assert_eq!(first.width(), FIRST_WIDTH);
}

#[test]
fn one_probe_tells_no_error() {
    let queens = queens(8);
    let probes = Probes { number: NonZeroU64::MIN, ..wide(1) };
    let estimate = Solver::new(&queens).estimate(probes).unwrap();
    assert_eq!(estimate.nodes_error(), f64::INFINITY);
    assert_eq!(estimate.stop(), None);
}

#[test]
fn what_is_too_large_is_infinite() {
    // 2000 items of 2 options each, none of which has to do with another.
    let items: String = (0..2000).map(|item| format!("i{item} ")).collect();
    let options: String = (0..2000).map(|item| format!("i{item}\ni{item}\n")).collect();
    let problem = problem(&format!("{items}\n{options}"));
    let probes = Probes { number: NonZeroU64::new(2).unwrap(), ..wide(2) };
    let estimate = Solver::new(&problem).estimate(probes).unwrap();
    assert_eq!((estimate.nodes(), estimate.solutions()), (f64::INFINITY, f64::INFINITY));
    assert_eq!(estimate.nodes_error(), f64::INFINITY);
    assert_eq!(estimate.depth(), 2000);
    assert!(!estimate.is_exact());
}
