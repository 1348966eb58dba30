//! The cheapest solutions of a diagram against those that a search proves to be the cheapest.

use super::problems::all_kinds;
use super::settings::{ORDERS, Setting, diagram_setting};
use super::truth::{truth, uses};
use crate::common::random::{config, with_costs};
use crate::common::{families, sorted};
use num_bigint::BigUint;
use proptest::prelude::*;
use quadrille::diagram::Diagram;
use quadrille::{Problem, Solution, Solver};

/// The costs of the cheapest of a diagram, each of which is a solution, is there once, and costs
/// what is said.
fn costs(diagram: &Diagram, problem: &Problem, most: usize) -> Vec<u128> {
    let cheapest = diagram.cheapest(|option| problem.cost(option), most);
    assert!(cheapest.windows(2).all(|two| two[0] < two[1]), "ascending, and each once");
    for priced in &cheapest {
        assert_eq!(priced.solution.cost(problem), priced.cost);
    }
    sorted(problem, cheapest.iter().map(|priced| priced.solution.clone()));
    cheapest.iter().map(|priced| priced.cost).collect()
}

/// The same by a search.
fn searched(problem: &Problem, most: usize) -> Vec<u128> {
    let ranking = Solver::new(problem).best(most);
    assert!(ranking.is_proved());
    ranking.solutions.iter().map(|priced| priced.cost).collect()
}

/// The costs of all, ascending.
fn listed(problem: &Problem, all: &[Solution]) -> Vec<u128> {
    let mut costs: Vec<_> = all.iter().map(|solution| solution.cost(problem)).collect();
    costs.sort_unstable();
    costs
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn they_cost_what_the_cheapest_of_a_search_cost(
        draft in all_kinds().prop_flat_map(with_costs),
        setting in diagram_setting(),
    ) {
        let problem = draft.problem();
        let Some(all) = truth(&problem) else { return Ok(()) };
        let expected = listed(&problem, &all);
        let diagram = setting.counter(&problem).diagram().unwrap();
        for most in [0, 1, 5, all.len(), usize::MAX] {
            let found = costs(&diagram, &problem, most);
            prop_assert_eq!(&found[..], &expected[..most.min(all.len())], "{:?}", setting);
        }
        for most in [1, 5] {
            prop_assert_eq!(searched(&problem, most), costs(&diagram, &problem, most));
        }
    }
}

/// Queens, each of which costs what its square says.
fn queens(n: usize) -> Problem {
    let plain = quadrille::dlx::to_string(&families::queens(n)).unwrap();
    let mut lines = plain.lines();
    let items = lines.next().unwrap();
    let priced = |(square, line): (usize, &str)| format!("{line} |{}\n", square * square * 7 % 101);
    let options: String = lines.enumerate().map(priced).collect();
    format!("{items}\n{options}").parse().unwrap()
}

#[test]
fn queens_are_ranked_as_a_search_ranks_them() {
    let problem = queens(8);
    let all = truth(&problem).unwrap();
    let expected = listed(&problem, &all);
    assert_eq!(expected.len(), 92);
    for method in ORDERS {
        let diagram = Setting::of(method).counter(&problem).diagram().unwrap();
        for most in [0, 1, 5, 91, 92, 93, usize::MAX] {
            assert_eq!(costs(&diagram, &problem, most), expected[..most.min(92)], "{method}");
        }
        assert_eq!(searched(&problem, 20), costs(&diagram, &problem, 20));
        assert_eq!(diagram.counted().uses(), uses(&problem, &all));
        assert_eq!(diagram.weight(|_| 1.0).to_string(), "92");
    }
}

#[test]
fn no_tiling_of_twelve_million_is_cheaper_than_the_first() {
    // Dominoes that lie cost 3 and those that stand cost 5: all of them lying is cheapest, and then
    // two stand.
    let problem = families::dominoes(8, 8);
    let across = problem.options().len() / 2;
    let cost = |option: quadrille::OptionId| if option.index() < across { 3 } else { 5 };
    for method in ORDERS {
        let diagram = Setting::of(method).counter(&problem).diagram().unwrap();
        assert_eq!(diagram.count(), BigUint::from(12_988_816u32));
        let found = diagram.cheapest(cost, 72);
        let costs: Vec<_> = found.iter().map(|priced| priced.cost).collect();
        // Two stand in the same two rows, the first in an odd column and the second in an even one:
        // 7 times 10.
        assert_eq!(costs, [vec![96], vec![100; 70], vec![104]].concat(), "{method}");
    }
}
