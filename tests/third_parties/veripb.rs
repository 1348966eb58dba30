//! Proofs for VeriPB.

use super::checkers::{Files, proof, run};
use super::count::COVERED_BEFORE;
use crate::common::families;
use crate::common::random::{self, Size};
use proptest::prelude::*;
use quadrille::proof::ClaimKind;
use quadrille::proof::export::{ExportError, OpbObjective, write_opb, write_veripb};
use quadrille::{CanonicalMode, Method, Problem, Solver};

fn files(problem: &Problem, method: Method, kind: ClaimKind) -> Option<Files> {
    let proof = proof(problem, method, kind)?;
    let (mut formula, mut derivation) = (Vec::new(), Vec::new());
    write_veripb(problem, &proof, kind, &mut formula, &mut derivation).unwrap();
    Some((formula, derivation))
}

fn checked(files: &Files) -> (bool, String) {
    run("VERIPB", ["opb", "pbp"], files)
}

/// The conclusion that a claim has by brute force.
fn expected(problem: &Problem, kind: ClaimKind) -> Option<String> {
    let mut oracle = Solver::with_engine(problem, quadrille::Engine::Naive).unwrap();
    let cost = |options: &[quadrille::OptionId]| -> u128 {
        options.iter().map(|&option| u128::from(problem.cost(option))).sum()
    };
    let costs: Vec<_> = oracle.solutions().map(|solution| cost(solution.options())).collect();
    let bounds = |bound: String| format!("s VERIFIED BOUNDS {bound} <= obj <= {bound}");
    match kind {
        ClaimKind::None => costs.is_empty().then(|| "s VERIFIED UNSATISFIABLE".to_owned()),
        ClaimKind::Unique => {
            (costs.len() == 1).then(|| bounds(problem.options().len().to_string()))
        }
        _ => Some(bounds(costs.iter().min().map_or("INF".to_owned(), u128::to_string))),
    }
}

fn check_all(problem: &Problem) {
    for kind in [ClaimKind::None, ClaimKind::Unique, ClaimKind::Cheapest] {
        for method in [Method::Fewest, Method::Frontier] {
            let files = files(problem, method, kind);
            let found = files.as_ref().map(checked);
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let both = files.as_ref().map(|(a, b)| text(a) + "\n" + &text(b)).unwrap_or_default();
            match (found, expected(problem, kind)) {
                (Some((accepted, said)), Some(expected)) => {
                    assert!(accepted && said.contains(&expected), "{kind:?} {said}\n{both}");
                }
                (found, expected) => assert_eq!(found.is_none(), expected.is_none(), "{kind:?}"),
            }
        }
    }
}

const SMALL: Size = Size { primary: 1..=5, secondary: 0..=3, options: 0..=10, entries: 4 };

#[test]
#[ignore = "needs VeriPB"]
fn known_problems_are_accepted() {
    for problem in [
        families::queens(3),
        families::queens(6),
        families::queens_with_costs(6),
        families::no_three_in_line(4),
        families::partitions(4),
        families::dominoes(3, 3),
        families::queens_domination(6, 2),
    ] {
        check_all(&problem);
    }
    let texts = ["a\n", "a\na\n", "0:0|a\na\n", "0:2|a\n", "1:2|a\n", "2|a\na\n", "0:5|a\na\na\n"];
    for text in texts.into_iter().chain([COVERED_BEFORE]) {
        check_all(&text.parse().unwrap());
    }
}

proptest! {
    #![proptest_config(random::config(150))]

    #[test]
    #[ignore = "needs VeriPB"]
    fn random_problems_are_accepted(draft in random::drafts(SMALL)) {
        check_all(&draft.problem());
    }

    #[test]
    #[ignore = "needs VeriPB"]
    fn random_problems_with_bounds_and_costs_are_accepted(
        draft in random::drafts(SMALL).prop_flat_map(random::with_bounds_and_costs),
    ) {
        check_all(&draft.problem());
    }

    #[test]
    #[ignore = "needs VeriPB"]
    fn random_problems_with_capacities_are_accepted(
        draft in random::drafts(SMALL)
            .prop_flat_map(random::with_bounds_and_costs)
            .prop_flat_map(random::with_capacity),
    ) {
        check_all(&draft.problem());
    }
}

/// A derivation is refused for a formula that has a solution, and without its clauses.
#[test]
#[ignore = "needs VeriPB"]
fn wrong_derivations_are_refused() {
    let problem: Problem = "a b c\na b\nb c\na c\n".parse().unwrap();
    let (formula, derivation) = files(&problem, Method::Fewest, ClaimKind::None).unwrap();
    let text = String::from_utf8(derivation).unwrap();
    assert!(checked(&(formula.clone(), text.clone().into_bytes())).0);
    // The same derivation from a formula with as many variables and constraints, and a solution.
    let solvable: Problem = "a b c\na b\nb c\nc\n".parse().unwrap();
    let mut other = Vec::new();
    write_opb(&solvable, OpbObjective::Nothing, &mut other).unwrap();
    assert!(!checked(&(other, text.clone().into_bytes())).0);
    let empty = text.lines().filter(|line| !line.starts_with("rup")).collect::<Vec<_>>().join("\n");
    assert!(!checked(&(formula, empty.into_bytes())).0);
}

#[test]
fn what_can_not_be_expressed_is_an_error() {
    let write = |problem: &Problem, proof, kind| {
        write_veripb(problem, proof, kind, &mut Vec::new(), &mut Vec::new())
    };
    let latin = families::latin_squares(4);
    let (proof, _) =
        Solver::new(&latin).canonical(CanonicalMode::On).proof(ClaimKind::Count).unwrap();
    assert!(matches!(write(&latin, &proof, ClaimKind::None), Err(ExportError::Renaming(_))));
    let straight = super::checkers::proof(&latin, Method::Fewest, ClaimKind::Count).unwrap();
    for kind in [ClaimKind::None, ClaimKind::Unique] {
        let error = write(&latin, &straight, kind).unwrap_err();
        assert!(matches!(error, ExportError::NotProved(found) if found == kind), "{error}");
    }
    // A proof about another problem.
    let error = write(&families::queens(6), &straight, ClaimKind::None).unwrap_err();
    assert!(matches!(error, ExportError::NotProved(_)));
}
