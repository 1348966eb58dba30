//! Proofs of counts for VeriPB, by a formula that excludes all solutions.

use super::checkers::{Files, count_models, proof, run};
use crate::common::families;
use crate::common::random::{self, Size};
use proptest::prelude::*;
use quadrille::proof::ClaimKind;
use quadrille::proof::export::{
    ExportError, MAX_EXCLUSIONS, OpbObjective, write_opb, write_veripb,
};
use quadrille::{Engine, Method, Problem, ProblemBuilder, Solver, dlx};
use std::collections::BTreeSet;

/// A part that comes first, and has a node without a solution, while an item of the other part has
/// been covered once.
pub(crate) const COVERED_BEFORE: &str =
    "r b n 2|m p q s t\nr m\np q s t\np\nq s\ns t\nq t\nb m\nb n\nn\nn m\n";

fn files(problem: &Problem, method: Method) -> Files {
    let proof = proof(problem, method, ClaimKind::Count).unwrap();
    let (mut formula, mut derivation) = (Vec::new(), Vec::new());
    write_veripb(problem, &proof, ClaimKind::Count, &mut formula, &mut derivation).unwrap();
    (formula, derivation)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The solutions that a formula excludes, which must begin with that of the problem.
fn excluded(problem: &Problem, formula: &[u8]) -> Vec<BTreeSet<usize>> {
    let mut plain = Vec::new();
    write_opb(problem, OpbObjective::Nothing, &mut plain).unwrap();
    let (plain, formula) = (text(&plain), text(formula));
    let count = formula.lines().count() - plain.lines().count();
    let expected: Vec<_> = plain.lines().skip(1).collect();
    let found: Vec<_> = formula.lines().skip(1).collect();
    let (same, blocking) = found.split_at(expected.len());
    assert_eq!(same, expected);
    assert_eq!(blocking.len(), count);
    let options = |line: &&str| {
        let named = line.split("-1 x").skip(1).map(|rest| rest.split(' ').next().unwrap());
        named.map(|word| word.parse::<usize>().unwrap() - 1).collect()
    };
    blocking.iter().map(options).collect()
}

fn solutions(problem: &Problem) -> BTreeSet<BTreeSet<usize>> {
    let mut oracle = Solver::with_engine(problem, Engine::Naive).unwrap();
    let indices = |options: &[quadrille::OptionId]| options.iter().map(|o| o.index()).collect();
    oracle.solutions().map(|solution| indices(solution.options())).collect()
}

/// All solutions are excluded, each once, and by a constraint that no other one violates.
fn check(problem: &Problem) -> Vec<Files> {
    let expected = solutions(problem);
    let checked = [Method::Fewest, Method::Frontier].map(|method| {
        let files = files(problem, method);
        let found = excluded(problem, &files.0);
        assert_eq!(found.len(), expected.len());
        assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
        let formula = text(&files.0);
        for line in formula.lines().rev().take(expected.len()) {
            let violates = |solution: &&BTreeSet<usize>| !holds(line, solution);
            assert_eq!(expected.iter().filter(violates).count(), 1, "{line}");
        }
        files
    });
    checked.into()
}

/// Whether a solution satisfies an inequality.
fn holds(line: &str, solution: &BTreeSet<usize>) -> bool {
    let (terms, bound) = line.strip_suffix(" ;").unwrap().split_once(">= ").unwrap();
    let words: Vec<_> = terms.split_whitespace().collect();
    let value = |pair: &[&str]| -> i64 {
        let option: usize = pair[1].strip_prefix('x').unwrap().parse().unwrap();
        if solution.contains(&(option - 1)) { pair[0].parse().unwrap() } else { 0 }
    };
    words.chunks(2).map(value).sum::<i64>() >= bound.parse().unwrap()
}

fn problems() -> Vec<Problem> {
    let texts = ["a\n", "a\na\n", "0:0|a\na\n", "0:2|a\n", "1:2|a\na\na\na\n", "0:2|a\na\na\n"];
    let texts = texts.iter().chain([&COVERED_BEFORE]).map(|text| text.parse().unwrap());
    let known = [families::queens(3), families::queens(6), families::no_three_in_line(4)];
    let more = [families::partitions(4), families::dominoes(4, 4)];
    texts
        .chain(known)
        .chain(more)
        .chain([2, 3].map(|n| families::queens_domination(6, n)))
        .collect()
}

#[test]
fn solutions_are_excluded_as_documented() {
    // The third option can be added to others.
    let problem: Problem = "a 0:1|b\na\na b\nb\n".parse().unwrap();
    let (formula, _) = files(&problem, Method::Fewest);
    let text = text(&formula);
    let mut lines: Vec<_> = text.lines().rev().take(3).collect();
    lines.sort_unstable();
    let expected = ["-1 x1 -1 x3 >= -1 ;", "-1 x1 1 x3 >= 0 ;", "-1 x2 1 x3 >= 0 ;"];
    assert_eq!(lines, expected);
    assert!(text.starts_with("* #variable= 3 #constraint= 5\n"), "{text}");
    problems().iter().for_each(|problem| drop(check(problem)));
}

#[test]
fn too_many_solutions_are_an_error() {
    // Two options for each of 17 items.
    let mut builder = ProblemBuilder::new();
    let items: Vec<_> = (0..17).map(|item| builder.primary(&format!("i{item}")).unwrap()).collect();
    for &item in items.iter().chain(&items) {
        builder.option([item]).unwrap();
    }
    let problem = builder.build().unwrap();
    let proof = proof(&problem, Method::Fewest, ClaimKind::Count).unwrap();
    let (mut formula, mut derivation) = (Vec::new(), Vec::new());
    let written = write_veripb(&problem, &proof, ClaimKind::Count, &mut formula, &mut derivation);
    let error = written.unwrap_err();
    let is_expected = matches!(
        &error,
        ExportError::Exclusions { found, most: MAX_EXCLUSIONS } if *found == Some((1u32 << 17).into())
    );
    assert!(is_expected, "{error}");
    assert_eq!(
        error.to_string(),
        "there are 131072 solutions, but the format excludes at most 100000 one by one: CPOG and \
         SCPOG have no limit"
    );
    assert!(formula.is_empty() && derivation.is_empty());
}

fn accepted(files: &Files) -> bool {
    let (accepted, said) = run("VERIPB", ["opb", "pbp"], files);
    accepted && said.contains("s VERIFIED UNSATISFIABLE")
}

#[test]
#[ignore = "needs VeriPB"]
fn known_counts_are_accepted() {
    for problem in problems() {
        assert!(check(&problem).iter().all(accepted), "{}", dlx::to_string(&problem).unwrap());
    }
}

const SMALL: Size = Size { primary: 1..=5, secondary: 0..=3, options: 0..=10, entries: 4 };

proptest! {
    #![proptest_config(random::config(300))]

    #[test]
    fn random_problems_exclude_all_solutions(
        draft in random::drafts(SMALL).prop_flat_map(random::with_bounds_and_costs),
    ) {
        check(&draft.problem());
    }
}

proptest! {
    #![proptest_config(random::config(100))]

    #[test]
    #[ignore = "needs VeriPB"]
    fn random_counts_are_accepted(
        plain in random::drafts(SMALL),
        bounded in random::drafts(SMALL).prop_flat_map(random::with_bounds_and_costs),
        limited in random::drafts(SMALL).prop_flat_map(random::with_capacity),
        planted in random::planted(SMALL),
    ) {
        for draft in [plain, bounded, limited, planted.draft] {
            let problem = draft.problem();
            let is_accepted = check(&problem).iter().all(accepted);
            prop_assert!(is_accepted, "{}", dlx::to_string(&problem).unwrap());
        }
    }
}

/// If one solution is not excluded, VeriPB refuses the derivation, whatever else is excluded.
#[test]
#[ignore = "needs VeriPB"]
fn a_missing_solution_is_noticed() {
    let problem = families::queens(6);
    let files = files(&problem, Method::Fewest);
    assert!(accepted(&files));
    let formula = text(&files.0);
    let lines: Vec<_> = formula.lines().collect();
    for missing in lines.len() - 4..lines.len() {
        let mut other = lines.clone();
        other[missing] =
            if missing + 1 < lines.len() { lines[missing + 1] } else { lines[missing - 1] };
        let other = other.join("\n") + "\n";
        assert!(!accepted(&(other.into_bytes(), files.1.clone())));
    }
}

#[test]
#[ignore = "needs Python"]
fn the_script_counts_the_excluded_solutions() {
    for problem in problems() {
        let expected = format!("count {}\n", solutions(&problem).len());
        for files in check(&problem) {
            let found = count_models(&problem, &[&files.0]);
            assert_eq!(found.as_deref(), Ok(&*expected));
        }
    }
    let mut runner = proptest::test_runner::TestRunner::new(random::config(12));
    let bounded = random::drafts(SMALL).prop_flat_map(random::with_bounds_and_costs);
    let result = runner.run(&bounded, |draft| {
        let problem = draft.problem();
        let files = files(&problem, Method::Frontier);
        let found = count_models(&problem, &[&files.0]);
        prop_assert_eq!(found, Ok(format!("count {}\n", solutions(&problem).len())));
        Ok(())
    });
    result.unwrap();
}
