//! Tilings drawn at random: is each as likely as any other?
//!
//! Chi-square: the sum over all classes of (seen - expected)^2 / expected. With `d` degrees of
//! freedom it is about normal around `d` with variance `2d`; with the thirty degrees and more that
//! there are here, five deviations above are passed by one seed in twenty thousand. The seed is
//! fixed: a test passes always or never. A tiling that is twice as likely as it should be takes the
//! sum far beyond.

use super::settings::{ORDERS, Setting};
use crate::common::families;
use num_bigint::BigUint;
use quadrille::diagram::Diagram;
use quadrille::{OptionId, Problem, Solution, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeMap;

const DRAWS: u32 = 40_000;

/// How far chi-square may be above its degrees of freedom, in standard deviations.
const DEVIATIONS: f64 = 5.0;

/// So many solutions of a diagram, each verified.
fn draws(diagram: &Diagram, problem: &Problem) -> Vec<Solution> {
    let mut source = ChaCha8Rng::seed_from_u64(0x0071_1ad2_111e);
    let counted = diagram.counted();
    let drawn: Vec<_> = (0..DRAWS).map(|_| counted.sample(&mut source).unwrap()).collect();
    for solution in &drawn {
        assert_eq!(solution.verify(problem), Ok(()));
    }
    drawn
}

/// A small number of solutions as a share of others.
fn share(part: &BigUint, whole: &BigUint) -> f64 {
    let number = |number: &BigUint| number.to_string().parse::<f64>().unwrap();
    number(part) / number(whole)
}

/// Holds how often each class was seen to its probability. The probabilities sum to one.
fn is_fair(seen: &[u32], probabilities: &[f64]) {
    assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    let square = |(&seen, p): (&u32, &f64)| {
        let expected = p * f64::from(DRAWS);
        assert!(expected > 5.0, "chi-square needs a few in each class");
        (f64::from(seen) - expected).powi(2) / expected
    };
    let sum: f64 = seen.iter().zip(probabilities).map(square).sum();
    let free = f64::from(u32::try_from(seen.len() - 1).unwrap());
    let most = free + DEVIATIONS * (2.0 * free).sqrt();
    // What is drawn too evenly is not drawn at random either.
    let least = free - DEVIATIONS * (2.0 * free).sqrt();
    assert!(sum < most && sum > least, "chi-square {sum} of {free} degrees of freedom");
}

#[test]
fn each_of_thirty_six_tilings_is_as_likely() {
    let problem = families::dominoes(4, 4);
    for method in ORDERS {
        let diagram = Setting::of(method).counter(&problem).diagram().unwrap();
        let mut seen: BTreeMap<Solution, u32> = BTreeMap::new();
        for solution in draws(&diagram, &problem) {
            *seen.entry(solution).or_default() += 1;
        }
        assert_eq!(seen.len(), 36);
        is_fair(&seen.into_values().collect::<Vec<_>>(), &[1.0 / 36.0; 36]);
    }
}

#[test]
fn each_domino_is_drawn_as_often_as_it_is_used() {
    let problem = families::dominoes(8, 8);
    for method in ORDERS {
        let diagram = Setting::of(method).counter(&problem).diagram().unwrap();
        let (counted, mut seen) = (diagram.counted(), vec![0u32; problem.options().len()]);
        for option in draws(&diagram, &problem).iter().flat_map(Solution::options) {
            seen[option.index()] += 1;
        }
        for (option, uses) in counted.uses().iter().enumerate() {
            // The number of draws with a domino is binomial. There are 112 dominoes: five
            // deviations again.
            let p = share(uses, counted.count());
            let expected = p * f64::from(DRAWS);
            let far = (f64::from(seen[option]) - expected).abs();
            assert!(far < DEVIATIONS * (expected * (1.0 - p)).sqrt(), "{option}: {}", seen[option]);
        }
    }
}

/// The options of a tiling that cover the cells of the first row, as they are drawn.
fn first_row(solution: &Solution, problem: &Problem) -> Vec<OptionId> {
    let is_first =
        |&option: &OptionId| problem.entries(option).iter().any(|entry| entry.item.index() < 8);
    solution.options().iter().copied().filter(is_first).collect()
}

#[test]
fn each_first_row_is_as_likely_as_it_has_tilings() {
    let problem = families::dominoes(8, 8);
    let diagram = Solver::new(&problem).diagram().unwrap();
    let mut rows: BTreeMap<Vec<OptionId>, u32> = BTreeMap::new();
    for solution in draws(&diagram, &problem) {
        *rows.entry(first_row(&solution, &problem)).or_default() += 1;
    }
    let all = diagram.count();
    let mut counter = Solver::new(&problem);
    let tilings = |row: &Vec<OptionId>| {
        counter.assume(row).unwrap();
        share(&counter.big_count().solutions, &all)
    };
    let probabilities: Vec<_> = rows.keys().map(tilings).collect();
    // 34 rows: a first row of 8 is one of lying dominoes and standing ones, as Fibonacci counts
    // them. They are all seen.
    assert_eq!(rows.len(), 34);
    is_fair(&rows.into_values().collect::<Vec<_>>(), &probabilities);
}

#[test]
fn indices_are_drawn_evenly_from_end_to_end() {
    // Each index has a solution of its own, and they are in the order of the list.
    let problem = families::dominoes(4, 6);
    let diagram = Solver::new(&problem).diagram().unwrap();
    let counted = diagram.counted();
    assert_eq!(*counted.count(), BigUint::from(281u32));
    for (index, solution) in diagram.solutions().enumerate() {
        assert_eq!(counted.solution(&index.into()), Some(solution));
    }
    assert_eq!(counted.solution(&281u32.into()), None);
    let places: BTreeMap<_, _> = diagram.solutions().zip(0..).collect();
    let mut seen = [0u32; 281];
    for solution in draws(&diagram, &problem) {
        let place: usize = places[&solution];
        seen[place] += 1;
    }
    is_fair(&seen, &[1.0 / 281.0; 281]);
}

#[test]
fn the_same_seed_draws_the_same() {
    let problem = families::queens(8);
    let diagram = Solver::new(&problem).diagram().unwrap();
    assert_eq!(draws(&diagram, &problem)[..50], draws(&diagram, &problem)[..50]);
    let none: Problem = "a b\na\n".parse().unwrap();
    let diagram = Solver::new(&none).diagram().unwrap();
    assert_eq!(diagram.counted().sample(&mut ChaCha8Rng::seed_from_u64(1)), None);
}
