//! Shards of a search have all of its solutions, and each of them once.

mod common;

use common::random::{self, Draft, Size, config, drafts, planted};
use common::{families, sorted};
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::{
    CancelToken, Engine, GivenError, OptionId, PresolveMode, Problem, Shard, Solution, Solver,
    Splitter, StopReason,
};
use std::num::NonZeroUsize;
use std::time::Duration;

const SIZE: Size = Size { primary: 0..=7, secondary: 0..=4, options: 0..=22, entries: 4 };
const HIDDEN: Size = Size { primary: 2..=9, secondary: 0..=5, options: 0..=30, entries: 4 };

/// A problem with more solutions is passed over.
const MOST: usize = 2000;

/// Problems with colours and multiplicities.
fn problems() -> impl Strategy<Value = Draft> {
    let hidden = || planted(HIDDEN);
    prop_oneof![
        drafts(SIZE),
        drafts(SIZE).prop_flat_map(random::with_bounds),
        hidden().prop_map(|planted| planted.draft),
        hidden().prop_flat_map(random::with_bounds_around).prop_map(|planted| planted.draft),
    ]
}

fn tasks(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).unwrap()
}

fn split(problem: &Problem, number: usize) -> Vec<Shard> {
    Splitter::new(problem).split(tasks(number)).unwrap()
}

/// The solutions with these options, unless they are too many.
fn solutions(problem: &Problem, engine: Engine, given: &[OptionId]) -> Option<Vec<Solution>> {
    let mut solver = Solver::with_engine(problem, engine).unwrap();
    solver.give(given).unwrap();
    let all: Vec<_> = solver.solutions().take(MOST + 1).collect();
    (all.len() <= MOST).then_some(all)
}

/// Options of a solution: one in so many.
fn some_of(solution: &Solution, one_in: usize) -> Vec<OptionId> {
    solution.options().iter().copied().step_by(one_in).collect()
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn shards_have_all_solutions_once(draft in problems(), one_in in 1..4usize, which: Index, is_given: bool) {
        let problem = draft.problem();
        let Some(all) = solutions(&problem, Engine::Naive, &[]) else { return Ok(()) };
        let is_given = is_given && !all.is_empty();
        let given = if is_given { some_of(&all[which.index(all.len())], one_in) } else { Vec::new() };
        let all = solutions(&problem, Engine::Naive, &given).unwrap();
        let all = sorted(&problem, all);
        for reduce in [PresolveMode::Never, PresolveMode::Auto, PresolveMode::Always] {
            let mut splitter = Splitter::new(&problem).reduce(reduce);
            splitter.give(&given).unwrap();
            for number in [1, 2, 5, 40] {
                let shards = splitter.split(tasks(number)).unwrap();
                prop_assert!((1..=4 * number + draft.options.len()).contains(&shards.len()));
                for engine in [Engine::Naive, Engine::Auto] {
                    let found = shards.iter().flat_map(|shard| {
                        let options = [&given, shard.options()].concat();
                        solutions(&problem, engine, &options).expect("they are a part of all")
                    });
                    // None is there twice: that is checked where they are sorted.
                    prop_assert_eq!(&sorted(&problem, found), &all, "{} {}", engine, number);
                }
            }
        }
    }
}

fn count(problem: &Problem, shards: &[Shard]) -> u64 {
    let mut solver = Solver::new(problem).unwrap();
    let counts = shards.iter().map(|shard| {
        solver.give(shard.options()).unwrap();
        solver.count().solutions
    });
    counts.sum()
}

#[test]
fn counts_of_shards_can_be_added() {
    let table = [
        (families::queens(8), 92),
        (families::queens_from_the_middle(9), 352),
        (families::langford(8), 150),
        (families::dominoes(6, 6), 6728),
        (families::pentominoes(6, 10, &[]), 9356),
    ];
    for (problem, solutions) in table {
        for number in [1, 3, 60, 200] {
            let shards = split(&problem, number);
            let least = number.min(usize::try_from(solutions).unwrap());
            assert!(shards.len() >= least, "{solutions} {number}: {}", shards.len());
            assert!(shards.len() <= 4 * number + problem.options().len());
            assert!(shards.iter().all(|shard| (1.0..1e9).contains(&shard.expected())));
            assert_eq!(count(&problem, &shards), solutions, "{number}");
        }
    }
}

#[test]
fn the_same_problem_is_cut_in_the_same_way() {
    let problem = families::queens(9);
    assert_eq!(split(&problem, 50), split(&problem, 50));
    assert_eq!(split(&problem, 50), split(&families::queens(9), 50));
}

#[test]
fn shards_are_about_as_large_as_each_other() {
    let problem = families::queens(11);
    let shards = split(&problem, 100);
    let mut solver = Solver::with_engine(&problem, Engine::Links).unwrap();
    let nodes: Vec<_> = shards
        .iter()
        .map(|shard| {
            solver.give(shard.options()).unwrap();
            solver.count();
            solver.stats().nodes
        })
        .collect();
    let (greatest, sum) = (nodes.iter().max().unwrap(), nodes.iter().sum::<u64>());
    assert!(
        greatest * 100 <= 2 * sum,
        "{greatest} of {sum}: none is twice as large as it should be"
    );
    assert!(nodes.len() >= 100);
}

#[test]
fn one_task_is_the_whole() {
    for text in ["a b\na b\n", "a b\na\nb\na b\n", "a b\na\n", "0:2|a\na\na\n", "a\n"] {
        let problem: Problem = text.parse().unwrap();
        let shards = split(&problem, 1);
        assert_eq!(shards.len(), 1, "{text}");
        assert!(shards[0].options().is_empty(), "{text}");
    }
}

#[test]
fn a_small_tree_gives_what_it_has() {
    let problem: Problem = "a b\na\nb\na b\n".parse().unwrap();
    let shards = split(&problem, 1000);
    assert_eq!(shards.len(), 2);
    assert_eq!(count(&problem, &shards), 2);
    let none: Problem = "a b c\na b\nb c\na c\n".parse().unwrap();
    let shards = split(&none, 1000);
    assert_eq!((shards.len(), count(&none, &shards)), (1, 0), "the whole, and nothing in it");
}

#[test]
fn multiplicities_are_cut_where_options_exclude_each_other() {
    // A tower that may have up to two flags, beside queens.
    let queens = quadrille::dlx::to_string(&families::queens(6)).unwrap();
    let problem: Problem =
        ("0:2|flag ".to_owned() + &queens + "flag\nflag\nflag\n").parse().unwrap();
    let shards = split(&problem, 4);
    assert!(shards.len() >= 4, "{}", shards.len());
    assert_eq!(count(&problem, &shards), 4 * 7);
}

#[test]
fn what_excludes_nothing_stays_whole() {
    // Any five of a great many: the search would take an age.
    let text = "0:5|a\n".to_owned() + &"a\n".repeat(60);
    let problem: Problem = text.parse().unwrap();
    assert_eq!(split(&problem, 10).len(), 1);
}

#[test]
fn what_is_given_is_in_no_shard() {
    let problem = families::queens(8);
    let mut splitter = Splitter::new(&problem);
    let given = [OptionId::new(3)];
    splitter.give(&given).unwrap();
    let shards = splitter.split(tasks(8)).unwrap();
    assert!(shards.len() >= 8 && shards.iter().all(|shard| !shard.options().contains(&given[0])));
    let error = splitter.give(&[OptionId::new(3), OptionId::new(4)]);
    assert!(matches!(error, Err(GivenError::Conflict { .. })));
    assert_eq!(splitter.split(tasks(8)).unwrap(), split(&problem, 8), "then nothing is given");
}

#[test]
fn it_can_be_stopped() {
    let problem = families::queens(10);
    let splitter = || Splitter::new(&problem);
    let token = CancelToken::new();
    token.cancel();
    let stopped = [
        (splitter().node_limit(10_000), StopReason::NodeLimit),
        (splitter().timeout(Duration::ZERO), StopReason::Deadline),
        (splitter().cancel_token(token), StopReason::Cancelled),
    ];
    for (splitter, stop) in stopped {
        assert_eq!(splitter.split(tasks(1000)), Err(stop));
    }
    assert!(splitter().node_limit(u64::MAX).split(tasks(10)).is_ok());
}
