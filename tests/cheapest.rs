//! The cheapest solutions: compared with lists of all solutions, by laws that need no list, and
//! with limits.

use crate::common::random::{
    self, Draft, Planted, Size, config, drafts, planted, with_bounds_around, with_costs,
};
use crate::common::{all_solutions, families, options, sorted, subsets};
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::search::AssumeError;
use quadrille::{
    BestSolutions, CancelToken, Engine, Problem, ProblemBuilder, Solution, Solver, Stats,
    StopReason,
};
use std::time::{Duration, Instant};

/// Problems of which all subsets of options can be tried.
const TINY: Size = Size { primary: 0..=5, secondary: 0..=4, options: 0..=11, entries: 4 };
/// Problems around a hidden solution, for the same.
const TINY_HIDDEN: Size = Size { primary: 1..=5, secondary: 0..=4, options: 0..=6, entries: 4 };
/// Problems for the oracle.
const HIDDEN: Size = Size { primary: 1..=10, secondary: 0..=6, options: 0..=30, entries: 4 };

/// Problems with whatever a problem may have; three of four have a solution.
fn tiny() -> impl Strategy<Value = Draft> {
    let hidden = || planted(TINY_HIDDEN).prop_flat_map(with_bounds_around).prop_map(|p| p.draft);
    let any = drafts(TINY).prop_flat_map(random::with_bounds);
    let exact = planted(TINY_HIDDEN).prop_map(|planted| planted.draft);
    prop_oneof![any, exact, hidden(), hidden()].prop_flat_map(with_costs)
}

/// The costs of solutions, ascending.
fn costs(problem: &Problem, solutions: &[Solution]) -> Vec<u128> {
    let mut costs: Vec<_> = solutions.iter().map(|solution| solution.cost(problem)).collect();
    costs.sort_unstable();
    costs
}

/// The costs of a ranking, each solution of which is one, is there once, and costs what is said.
fn ranked(problem: &Problem, ranking: &BestSolutions) -> Vec<u128> {
    assert!(ranking.solutions.windows(2).all(|two| two[0] < two[1]), "ascending, and each once");
    for priced in &ranking.solutions {
        assert_eq!(priced.solution.verify(problem), Ok(()));
        assert_eq!(priced.solution.cost(problem), priced.cost);
    }
    ranking.solutions.iter().map(|priced| priced.cost).collect()
}

/// The `k` cheapest cost as much as those of the list of all, and the ranking says what it knows.
fn check(problem: &Problem, k: usize, all: &[Solution]) {
    let expected = costs(problem, all);
    let ranking = Solver::new(problem).best(k);
    assert_eq!(ranked(problem, &ranking), expected[..k.min(expected.len())], "k = {k}");
    assert!(ranking.is_proved());
    assert_eq!(ranking.proved(), ranking.solutions.len());
    let last = ranking.solutions.last().map_or(0, |priced| priced.cost);
    let bound = (k <= expected.len()).then_some(last);
    assert_eq!(ranking.bound, bound, "what the others cost, if there may be any");
}

#[test]
fn the_edges_mean_what_the_design_says() {
    let max = u64::MAX;
    let huge = format!("a b\na |{max}\nb |{max}\na b |{max}\n");
    let table: [(&str, &[u128]); 13] = [
        ("a\n", &[]),
        ("a b\na |1\nb |1\nb |1\na b |2\n", &[2, 2, 2]),
        ("a\na\na |0\n", &[0, 0]),
        ("a\na |7\na |7\na |5\n", &[5, 7, 7]),
        (&huge, &[u128::from(max), 2 * u128::from(max)]),
        // Nothing is needed: each set of options that the bounds allow.
        ("0:2|a\na |3\na |1\na |2\n", &[0, 1, 2, 3, 3, 4, 5]),
        ("0:0|a b\na b |1\nb |9\n", &[9]),
        ("2|a\na |3\na |1\na |2\n", &[3, 4, 5]),
        // Two may go together where they agree on the colour.
        ("a b | x\na x:1 |1\na x:2 |4\nb x:1 |9\nb x:2 |2\n", &[6, 10]),
        ("2:3|a | x\na x:1 |5\na x:1 |7\na x:2 |1\na |9\n", &[10, 12, 14, 16, 21]),
        // An option without a primary item is never chosen, and so may cost nothing.
        ("a | x\nx\na x |4\n", &[4]),
        ("a b c | x\na x |1\nb x |1\nc x |1\na |9\nb |8\nc |7\n", &[16, 17, 18, 24]),
        ("4294967295|a\na |1\n", &[]),
    ];
    for (text, expected) in table {
        let problem: Problem = text.parse().unwrap();
        let all = subsets::solutions(&problem);
        assert_eq!(costs(&problem, &all), expected, "{text}");
        for k in (0..expected.len() + 2).chain([usize::MAX]) {
            check(&problem, k, &all);
        }
    }
}

#[test]
fn without_primary_items_the_empty_solution_costs_nothing() {
    let mut builder = ProblemBuilder::new();
    let x = builder.secondary("x").unwrap();
    let option = builder.option([x]).unwrap();
    builder.cost(option, 3).unwrap();
    let problem = builder.build().unwrap();
    let all = [Solution::new(Vec::new())];
    for k in [0, 1, 2] {
        check(&problem, k, &all);
    }
}

proptest! {
    #![proptest_config(config(600))]

    #[test]
    fn they_are_what_the_definition_says(draft in tiny(), k in 1..8usize) {
        let problem = draft.problem();
        let all = subsets::solutions(&problem);
        for k in [1, k, all.len() + 1] {
            check(&problem, k, &all);
        }
    }

    #[test]
    fn they_are_the_first_of_all_that_the_oracle_finds(
        draft in planted(HIDDEN).prop_flat_map(|planted| with_costs(planted.draft)),
        k in 1..20usize,
    ) {
        let problem = draft.problem();
        let all = all_solutions(&problem, Engine::Naive);
        for k in [1, k, usize::MAX] {
            check(&problem, k, &all);
        }
    }

    #[test]
    fn costs_change_no_solutions(draft in tiny()) {
        let free = Draft { costs: Default::default(), ..draft.clone() }.problem();
        let problem = draft.problem();
        let expected = subsets::solutions(&free);
        for engine in Engine::ALL {
            match Solver::with_engine(&problem, engine) {
                Ok(mut solver) => {
                    let found = sorted(&problem, solver.solutions());
                    prop_assert_eq!(&found, &expected, "{}", engine);
                }
                Err(refusal) => {
                    prop_assert_eq!(Solver::with_engine(&free, engine).unwrap_err(), refusal);
                }
            }
        }
    }

    #[test]
    fn what_is_given_is_in_all_of_them(
        (draft, solution) in planted(TINY_HIDDEN).prop_flat_map(with_bounds_around)
            .prop_flat_map(|Planted { draft, solution }| (with_costs(draft), Just(solution))),
        some in prop::collection::vec(any::<Index>(), 1..3),
    ) {
        let problem = draft.problem();
        let mut given: Vec<_> = some.iter().map(|index| *index.get(&solution)).collect();
        given.sort_unstable();
        given.dedup();
        let given = options(given);
        let has_all = |s: &&Solution| given.iter().all(|option| s.options().contains(option));
        let all = subsets::solutions(&problem);
        let with: Vec<_> = all.iter().filter(has_all).cloned().collect();
        let mut cheapest = Solver::new(&problem);
        cheapest.assume(&given).unwrap();
        for k in [1, 3] {
            let ranking = cheapest.best(k);
            prop_assert!(ranking.solutions.iter().all(|priced| has_all(&&priced.solution)));
            prop_assert_eq!(&ranked(&problem, &ranking)[..], &costs(&problem, &with)[..k.min(with.len())]);
        }
        cheapest.assume(&[]).unwrap();
        prop_assert_eq!(&ranked(&problem, &cheapest.best(1))[..], &costs(&problem, &all)[..1]);
    }

    #[test]
    fn no_order_and_no_name_matters(
        (draft, order) in tiny().prop_flat_map(|draft| {
            let order: Vec<_> = (0..draft.options.len()).collect();
            (Just(draft), Just(order).prop_shuffle())
        }),
        k in 1..6usize,
    ) {
        let problem = draft.problem();
        let primary = draft.primary.len();
        // The items of either kind backwards, and the options in any order.
        let item = |i: usize| if i < primary { primary - 1 - i } else { primary + draft.items() - 1 - i };
        let option = |&o: &usize| draft.options[o].iter().map(|(&i, &c)| (item(i), c)).collect();
        let cost = |(to, from): (usize, &usize)| Some((to, *draft.costs.get(from)?));
        let moved = Draft {
            options: order.iter().map(option).collect(),
            costs: order.iter().enumerate().filter_map(cost).collect(),
            bounds: draft.bounds.iter().map(|(&i, &bounds)| (item(i), bounds)).collect(),
            primary: draft.primary.iter().map(|name| format!("other-{name}")).collect(),
            ..draft.clone()
        };
        let moved = moved.problem();
        prop_assert_eq!(
            ranked(&problem, &Solver::new(&problem).best(k)),
            ranked(&moved, &Solver::new(&moved).best(k))
        );
    }

    #[test]
    fn costs_are_measured_in_any_money(draft in tiny(), factor in 1..1000u64, k in 1..6usize) {
        let small = |cost: u64| cost % 10_000;
        let with = |factor: u64| {
            let costs = draft.costs.iter().map(|(&o, &cost)| (o, small(cost) * factor));
            Draft { costs: costs.collect(), ..draft.clone() }.problem()
        };
        let (one, many) = (with(1), with(factor));
        let (mut a, mut b) = (Solver::new(&one), Solver::new(&many));
        let (a_found, b_found) = (a.best(k), b.best(k));
        let times: Vec<_> = ranked(&one, &a_found).iter().map(|c| c * u128::from(factor)).collect();
        prop_assert_eq!(ranked(&many, &b_found), times);
        prop_assert_eq!(a.stats(), b.stats(), "and the search is the same");
    }

    #[test]
    fn what_all_options_of_an_item_cost_more_all_solutions_do(
        draft in planted(HIDDEN).prop_flat_map(|planted| with_costs(planted.draft)),
        item in any::<Index>(),
        more in 1..1000u64,
        k in 1..6usize,
    ) {
        let small = |option: usize| draft.costs.get(&option).copied().unwrap_or(0) % (1 << 60);
        let item = item.index(draft.primary.len());
        let with = |more: u64| {
            let has = |option: usize| u64::from(draft.options[option].contains_key(&item));
            let costs = (0..draft.options.len()).map(|o| (o, small(o) + more * has(o))).collect();
            Draft { costs, ..draft.clone() }.problem()
        };
        let (before, after) = (with(0), with(more));
        let dearer = ranked(&before, &Solver::new(&before).best(k));
        let dearer: Vec<_> = dearer.into_iter().map(|cost| cost + u128::from(more)).collect();
        prop_assert_eq!(ranked(&after, &Solver::new(&after).best(k)), dearer);
    }

    #[test]
    fn every_run_is_the_same(draft in tiny(), k in 1..6usize) {
        let problem = draft.problem();
        let mut cheapest = Solver::new(&problem);
        let first = (cheapest.best(k), cheapest.stats());
        cheapest.best(k + 1);
        prop_assert_eq!(&(cheapest.best(k), cheapest.stats()), &first);
        let mut other = Solver::new(&problem);
        prop_assert_eq!((other.best(k), other.stats()), first);
    }
}

#[test]
fn what_is_cut_short_is_no_proof_and_says_no_more_than_it_knows() {
    let problem = families::queens_with_costs(8);
    let all = all_solutions(&problem, Engine::Naive);
    assert_eq!(all.len(), 92);
    for k in [1, 5, 20] {
        let mut cheapest = Solver::new(&problem);
        let whole = cheapest.best(k);
        let Stats { nodes, .. } = cheapest.stats();
        assert!(whole.is_proved() && nodes > 10);
        let (mut bound, mut proved) = (0, 0);
        for limit in 0..nodes {
            let mut cut = Solver::new(&problem).node_limit(limit);
            let ranking = cut.best(k);
            assert_eq!(ranking.stop, StopReason::NodeLimit);
            assert!(!ranking.is_proved());
            // Others cost at least the bound, so that those within it are the cheapest.
            let found = ranked(&problem, &ranking);
            let is_here = |s: &&Solution| ranking.solutions.iter().any(|p| p.solution == **s);
            let others: Vec<_> = all.iter().filter(|s| !is_here(s)).cloned().collect();
            let least = costs(&problem, &others)[0];
            bound = ranking.bound.unwrap();
            assert!(bound <= least, "{limit} nodes: {bound} is above {least}");
            proved = ranking.proved();
            assert_eq!(found[..proved], costs(&problem, &all)[..proved]);
        }
        assert!(bound > 0, "something is known at the end");
        assert!(proved <= k);
    }
}

#[test]
fn long_searches_find_the_cheapest_too() {
    let problem = families::queens_with_costs(10);
    let all = all_solutions(&problem, Engine::Bits);
    assert_eq!(all.len(), 724);
    for k in [1, 10, 500, 1000] {
        check(&problem, k, &all);
    }
    let mut solver = Solver::new(&problem);
    solver.best(1);
    assert!(solver.stats().nodes > 500, "both engines have had a turn");
}

#[test]
fn time_and_tokens_end_it_too() {
    let problem = families::queens_with_costs(20);
    let token = CancelToken::new();
    token.cancel();
    let cancelled = Solver::new(&problem).cancel_token(token).best(1);
    assert_eq!((cancelled.stop, cancelled.solutions.len()), (StopReason::Cancelled, 0));
    let mut late = Solver::new(&problem).deadline(Instant::now());
    let ranking = late.best(usize::MAX);
    assert_eq!((ranking.stop, ranking.bound), (StopReason::Deadline, Some(0)));
    assert_eq!((ranking.is_proved(), ranking.proved()), (false, 0));
    let mut soon = Solver::new(&problem).timeout(Duration::from_millis(100));
    assert_eq!(soon.best(usize::MAX).stop, StopReason::Deadline);
    assert_eq!(soon.problem().options().len(), 400);
    let mut forever = Solver::new(&problem).timeout(Duration::MAX).node_limit(100);
    assert_eq!(forever.best(1).stop, StopReason::NodeLimit);
}

#[test]
fn what_can_not_be_given_is_refused_by_name() {
    let problem: Problem = "a b\na |1\na b |2\nb |3\n".parse().unwrap();
    let mut cheapest = Solver::new(&problem);
    let error = cheapest.assume(&options([0, 1])).unwrap_err();
    assert!(matches!(error, AssumeError::Conflict { item, .. } if item == "a"));
    assert_eq!(ranked(&problem, &cheapest.best(9)), [2, 4]);
}

#[test]
fn prices_keep_the_tree_small() {
    let problem = families::queens_with_costs(10);
    let mut cheapest = Solver::new(&problem);
    let best = cheapest.best(1).solutions[0].cost;
    assert_eq!(vec![best], costs(&problem, &all_solutions(&problem, Engine::Bits))[..1]);
    assert!(cheapest.stats().nodes < 2000, "{} nodes", cheapest.stats().nodes);
}
