//! Neighbourhoods have the size that is asked for, and their solutions are better ones.

use super::*;
use crate::engine::least_cost::tests::{all, board};
use crate::engine::tests::{Kind, dominoes, random, with_costs};
use crate::tests::Random;

/// Random problems with costs, each with all solutions and their costs.
fn problems() -> impl Iterator<Item = (Problem, Vec<(Vec<OptionId>, u128)>)> {
    let random = (0..300).map(|seed| {
        let mut numbers = Random(seed);
        let kind = [Kind::Plain, Kind::Colors, Kind::Multiplicities][numbers.below(3)];
        let text = random(kind, &mut numbers);
        with_costs(&text, &mut numbers, 20)
    });
    let problems = random.chain([board(7, 1), board(8, 3)]).map(|text| text.parse().unwrap());
    problems.map(|problem| {
        let all = all(&problem);
        (problem, all)
    })
}

#[test]
fn neighbourhoods_have_the_size_that_is_asked_for() {
    let mut different = 0;
    for (problem, all) in problems() {
        let mut neighbourhoods = Neighbourhoods::new(&problem);
        for (solution, _) in all.iter().take(5) {
            for size in 0..solution.len() + 2 {
                let is_free = neighbourhoods.next(&problem, solution, size);
                assert_eq!(is_free.len(), solution.len());
                let free = is_free.iter().filter(|&&is_free| is_free).count();
                assert_eq!(free, size.min(solution.len()));
                let others = neighbourhoods.next(&problem, solution, size);
                different += usize::from(others != is_free);
            }
        }
    }
    assert!(different > 1000, "{different}");
}

#[test]
fn free_options_are_connected() {
    // Ten squares of two by two cells, each with two ways to cover it by dominoes.
    let items: String = (0..10).map(|n| format!("a{n} b{n} c{n} d{n} ")).collect();
    let square = |n| format!("\na{n} b{n}\nc{n} d{n}\na{n} c{n}\nb{n} d{n}");
    let problem: Problem = (items + &(0..10).map(square).collect::<String>()).parse().unwrap();
    let solution: Vec<_> = (0..10).flat_map(|n| [4 * n, 4 * n + 1]).map(OptionId::new).collect();
    let mut neighbourhoods = Neighbourhoods::new(&problem);
    let mut connected = 0;
    for _ in 0..100 {
        let is_free = neighbourhoods.next(&problem, &solution, 2);
        connected += usize::from(is_free.chunks(2).any(|square| square[0] && square[1]));
    }
    assert!(connected > 90, "{connected} of 100");
}

/// Runs some turns from the most expensive solution on. Returns the least cost that was found.
fn search(problem: &Problem, root: &Subproblem, solutions: &[(Vec<OptionId>, u128)]) -> u128 {
    let mut search = NeighbourhoodSearch::new(LeastCost::new(problem), root);
    let (worst, highest) = solutions.iter().max_by_key(|(_, cost)| *cost).unwrap();
    let (mut best, mut least) = (worst.clone(), *highest);
    search.size = 2;
    for turn in 0..20 {
        search.begin_turn(&best, least, 1 << 14, 1000);
        search.run(&|| false);
        for mut found in search.take_found() {
            found.sort_unstable();
            let known = solutions.iter().find(|(solution, _)| *solution == found);
            let &(_, cost) = known.expect("it is a solution");
            assert!(cost < least, "turn {turn}: each one is better");
            (best, least) = (found, cost);
        }
    }
    assert!(search.work().nodes > 0);
    least
}

#[test]
fn better_solutions_are_found() {
    let (mut optimal, mut total) = (0, 0);
    for (problem, all) in problems() {
        let Some(&(_, least)) = all.iter().min_by_key(|(_, cost)| *cost) else { continue };
        optimal += usize::from(search(&problem, &Subproblem::default(), &all) == least);
        total += 1;
    }
    // The last neighbourhoods of small problems are whole ones.
    assert!(total > 100 && optimal == total, "{optimal} of {total}");
}

#[test]
fn options_that_are_not_free_are_in_all_solutions() {
    // 18 dominoes, whose costs differ.
    let text = with_costs(&dominoes(6, 6), &mut Random(1), 100);
    let problem: Problem = text.parse().unwrap();
    let (first, cost) = all(&problem).into_iter().max_by_key(|(_, cost)| *cost).unwrap();
    let mut found = Vec::new();
    for seed in 0..50 {
        let mut search = NeighbourhoodSearch::new(LeastCost::new(&problem), &Subproblem::default());
        (search.size, search.neighbourhoods.random) = (4, seed);
        search.begin_turn(&first, cost, u64::MAX, 1000);
        search.begin_neighbourhood();
        let free: Vec<_> = Neighbourhoods { random: seed, ..Neighbourhoods::new(&problem) }
            .next(&problem, &first, 4);
        search.part.run(&|| false);
        for solution in search.take_found() {
            let is_kept =
                |(option, is_free): (&OptionId, &bool)| *is_free || solution.contains(option);
            assert!(first.iter().zip(&free).all(is_kept));
            assert_ne!(solution, first);
            found.push(solution);
        }
    }
    assert!(found.len() > 10, "{}", found.len());
}

#[test]
fn assumptions_hold_in_neighbourhoods() {
    for (problem, all) in problems() {
        let Some((solution, _)) = all.last() else { continue };
        let Some(&include) = solution.first() else { continue };
        let exclude = problem.options().find(|option| !solution.contains(option));
        let root = Subproblem { include: vec![include], exclude: Vec::from_iter(exclude) };
        let is_in = |solution: &Vec<OptionId>| {
            let has = |option| solution.contains(option);
            root.include.iter().all(has) && !root.exclude.iter().any(has)
        };
        let all: Vec<_> = all.into_iter().filter(|(solution, _)| is_in(solution)).collect();
        let least = all.iter().map(|&(_, cost)| cost).min().unwrap();
        assert_eq!(search(&problem, &root, &all), least);
    }
}

#[test]
fn a_turn_keeps_its_limits() {
    let problem: Problem = board(8, 1).parse().unwrap();
    let all = all(&problem);
    let mut search = NeighbourhoodSearch::new(LeastCost::new(&problem), &Subproblem::default());
    search.begin_turn(&all[0].0, u128::MAX, 1 << 40, 1 << 40);
    search.run(&|| true);
    assert_eq!(search.take_found().count(), 0);
    for nodes in [0, 1, 7, 100] {
        let before = search.work().nodes;
        search.begin_turn(&all[0].0, all[0].1, 1 << 40, nodes);
        search.run(&|| false);
        assert!(search.work().nodes <= before + nodes + 1, "{nodes}");
    }
}
