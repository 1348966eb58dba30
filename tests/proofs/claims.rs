//! Every claim, on known and on random problems.

use super::support::{SETTINGS, checked, proved};
use crate::common::families;
use crate::common::files;
use crate::common::random::{self, Size};
use proptest::prelude::*;
use quadrille::proof::{Claim, ClaimKind};
use quadrille::sudoku::Encoding;
use quadrille::{Engine, Method, NoProof, Problem, Solver, Uniqueness};

/// The claims that are true of a problem, by the oracle.
fn true_claims(problem: &Problem) -> Vec<Claim> {
    let mut oracle = Solver::with_engine(problem, Engine::Naive).expect("the oracle takes it");
    let (mut costs, mut count) = (Vec::new(), 0u32);
    for solution in oracle.solutions() {
        let chosen = solution.options().iter();
        costs.push(chosen.map(|&option| u128::from(problem.cost(option))).sum::<u128>());
        count += 1;
    }
    let least = costs.iter().min().copied();
    let attained = costs.iter().filter(|&&cost| Some(cost) == least).count();
    let mut claims = vec![
        Claim::Count(count.into()),
        Claim::Cheapest(least.map(|least| (least, attained.into()))),
    ];
    match count {
        0 => claims.push(Claim::None),
        1 => claims.push(Claim::Unique),
        _ => {}
    }
    claims
}

fn prove_all(problem: &Problem) {
    let claims = true_claims(problem);
    for settings in SETTINGS {
        for claim in &claims {
            let (text, proved) = proved(problem, settings, claim.kind());
            assert_eq!(proved, *claim, "{settings:?}");
            let checked = checked(problem, &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
            assert_eq!(checked, *claim, "{settings:?}\n{text}");
        }
    }
    for kind in [ClaimKind::None, ClaimKind::Unique] {
        if claims.iter().all(|claim| claim.kind() != kind) {
            assert!(matches!(Solver::new(problem).proof(kind), Err(NoProof::False(_))));
        }
    }
}

#[test]
fn known_problems_are_proved() {
    for problem in [
        families::queens(6),
        families::queens_with_costs(6),
        families::langford(4),
        families::dominoes(4, 5),
        families::latin_squares(4),
        families::partial_latin_squares(3),
        families::no_three_in_line(4),
        families::no_three_in_line(6),
        families::queens_domination(6, 3),
        families::partitions(4),
    ] {
        prove_all(&problem);
    }
}

#[test]
fn problems_without_choices_are_proved() {
    for text in ["a\n", "a\na\n", "0:0|a\na\n", "0:2|a\n", "1:2|a\n", "2|a\na\n", "0:5|a\na\na\n"] {
        prove_all(&text.parse().unwrap());
    }
    let mut builder = quadrille::ProblemBuilder::new();
    builder.secondary("x").unwrap();
    prove_all(&builder.build().unwrap());
}

#[test]
fn a_false_claim_says_what_is_true() {
    let problem: Problem = "a\na\na\n".parse().unwrap();
    let found = |kind| Solver::new(&problem).proof(kind).unwrap_err();
    assert_eq!(found(ClaimKind::Unique), NoProof::False(Uniqueness::Multiple));
    assert_eq!(found(ClaimKind::None).to_string(), "there are several solutions");
}

/// A chessboard without two opposite corners has no domino tiling. A search that visits solutions
/// does not find that out soon, but one with a memo does.
#[test]
fn what_is_hard_to_refute_is_proved_all_the_same() {
    let side = 10;
    let is_inside = |r: usize, c: usize| {
        r < side && c < side && ![(0, 0), (side - 1, side - 1)].contains(&(r, c))
    };
    let cells = (0..side * side).map(|cell| (cell / side, cell % side));
    let cells: Vec<_> = cells.filter(|&(r, c)| is_inside(r, c)).collect();
    let mut text: String = cells.iter().map(|(r, c)| format!("{r},{c} ")).collect();
    for &(r, c) in &cells {
        for (down, across) in [(r + 1, c), (r, c + 1)] {
            if is_inside(down, across) {
                text += &format!("\n{r},{c} {down},{across}");
            }
        }
    }
    let problem: Problem = text.parse().unwrap();
    let (proof, claim) = Solver::new(&problem).proof(ClaimKind::None).unwrap();
    assert_eq!(claim, Claim::None);
    assert_eq!(proof.verify(&problem, ClaimKind::None), Ok(Claim::None));
    let unique = Solver::new(&problem).proof(ClaimKind::Unique);
    assert_eq!(unique.map(|_| ()), Err(NoProof::False(Uniqueness::None)));
}

/// By the item with the fewest options, this does not fit into a gigabyte.
#[test]
fn a_hard_sudoku_of_16x16_has_a_small_proof() {
    let path = files::folder().join("sixteen-hard.txt");
    let puzzle = &files::puzzles(&path)[2];
    let geometry = files::geometry(&files::name(&path), puzzle.grid.size());
    let problem = Encoding::new(geometry).whole(&puzzle.grid).unwrap().problem;
    let mut solver = Solver::new(&problem).memory(1 << 26);
    let (proof, claim) = solver.proof(ClaimKind::Unique).unwrap();
    assert!(proof.node_count() < 100_000, "{}", proof.node_count());
    assert_eq!(proof.verify(&problem, ClaimKind::Unique), Ok(claim));
}

/// Without renaming, it has 469417 nodes.
#[test]
fn a_count_of_partial_latin_squares_has_a_short_proof() {
    let problem = families::partial_latin_squares(4);
    let (proof, claim) = Solver::new(&problem).proof(ClaimKind::Count).unwrap();
    assert_eq!(claim, Claim::Count(127_545_137u32.into()));
    assert!(proof.node_count() < 20_000, "{}", proof.node_count());
    assert_eq!(proof.verify(&problem, ClaimKind::Count), Ok(claim));
}

/// The sweep over the items has done a larger share when one of the two orders is chosen, but its
/// proof is twice as large.
#[test]
fn the_order_whose_share_grows_steeply_goes_on() {
    let problem = families::no_three_in_line(8);
    let [chosen, fewest] = [Method::Auto, Method::Fewest].map(|method| {
        let (proof, claim) = Solver::new(&problem).method(method).proof(ClaimKind::Count).unwrap();
        assert_eq!(claim, Claim::Count(380u32.into()));
        proof.node_count()
    });
    assert_eq!(chosen, fewest);
}

/// Where all options have an item, its capacity is a reason without which proofs are much larger.
#[test]
fn capacities_make_proofs_small() {
    let text = "1:3|a 1:3|b 1:3|c 1:3|d 1:3|e 1:3|f 1:3|g 1:3|h 1:3|i 3|q";
    let items: Vec<_> = text.split(' ').map(|item| &item[item.len() - 1..]).collect();
    // All pairs of nine items: three of them have six.
    let pairs = (0..9).flat_map(|one| (one + 1..9).map(move |two| (one, two)));
    let options = pairs.map(|(one, two)| format!("{} {} q\n", items[one], items[two]));
    let problem: Problem = format!("{text}\n{}", options.collect::<String>()).parse().unwrap();
    for settings in SETTINGS {
        let (text, claim) = proved(&problem, settings, ClaimKind::None);
        assert_eq!(checked(&problem, &text).unwrap(), claim);
        assert_eq!(text.lines().skip(3).collect::<Vec<_>>(), ["nodes 1", "claim none", "-10"]);
    }
}

const SMALL: Size = Size { primary: 1..=5, secondary: 0..=3, options: 0..=10, entries: 4 };

proptest! {
    #![proptest_config(random::config(1000))]

    #[test]
    fn random_problems_are_proved(draft in random::drafts(SMALL)) {
        prove_all(&draft.problem());
    }

    #[test]
    fn random_problems_with_bounds_are_proved(
        draft in random::drafts(SMALL).prop_flat_map(random::with_bounds_and_costs),
    ) {
        prove_all(&draft.problem());
    }

    #[test]
    fn random_problems_with_capacities_are_proved(
        draft in random::drafts(SMALL)
            .prop_flat_map(random::with_bounds_and_costs)
            .prop_flat_map(random::with_capacity),
    ) {
        prove_all(&draft.problem());
    }

    #[test]
    fn random_problems_with_solutions_are_proved(
        planted in random::planted(SMALL),
    ) {
        prove_all(&planted.draft.problem());
    }
}
