//! Proofs of counts, of which the checker finds by itself that the graph has solutions only.

use super::checkers::{Files, count_models, proof, run};
use super::cpog::{Checked, Checker, SMALL, count, solvable};
use crate::common::families;
use crate::common::random;
use proptest::prelude::*;
use quadrille::proof::ClaimKind;
use quadrille::proof::export::{ExportError, write_scpog};
use quadrille::{Method, Problem};
use std::collections::{BTreeMap, HashSet};

fn files(problem: &Problem, method: Method) -> Files {
    let proof = proof(problem, method, ClaimKind::Count).unwrap();
    let (mut formula, mut derivation) = (Vec::new(), Vec::new());
    write_scpog(problem, &proof, &mut formula, &mut derivation).unwrap();
    (formula, derivation)
}

/// Each clause follows, the root is true, and it is false where a clause of the problem is.
fn check((formula, derivation): &Files) -> Checked<u128> {
    let mut checker = Checker::new(formula);
    let root = checker.lines(derivation)?;
    let expected: &[i64] = if root == 0 { &[] } else { &[root] };
    if !checker.others.iter().any(|id| checker.clauses[id] == expected) {
        return Err("the root is not true".to_owned());
    }
    if root == 0 {
        return Ok(0);
    }
    let operations = operations(derivation);
    for id in 1..=checker.inputs {
        let mut is_false: HashSet<i64> = checker.clauses[&id].iter().copied().collect();
        for (&variable, (is_product, operands)) in &operations {
            let mut found = operands.iter().map(|operand| is_false.contains(operand));
            if if *is_product { found.any(|it| it) } else { found.all(|it| it) } {
                is_false.insert(variable);
            }
        }
        if !is_false.contains(&root) {
            return Err(format!("clause {id} does not follow"));
        }
    }
    Ok(checker.count(root))
}

/// The operations by variable, in which order they are defined: whether each is a product, and its
/// operands.
fn operations(derivation: &[u8]) -> BTreeMap<i64, (bool, Vec<i64>)> {
    let text = std::str::from_utf8(derivation).unwrap();
    let operation = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        let operands = match *words.get(1)? {
            "p" => &words[3..words.len() - 1],
            "s" => &words[3..5],
            _ => return None,
        };
        let operands = operands.iter().map(|word| word.parse().unwrap()).collect();
        Some((words[2].parse().unwrap(), (words[1] == "p", operands)))
    };
    text.lines().filter_map(operation).collect()
}

fn check_all(problem: &Problem) {
    for method in [Method::Fewest, Method::Frontier] {
        let files = files(problem, method);
        assert_eq!(check(&files), Ok(count(problem)), "{}", String::from_utf8_lossy(&files.1));
    }
}

/// Problems with and without solutions.
fn problems() -> Vec<Problem> {
    let texts = ["a\n", "a b\na\n", "a b c\na b\nb c\na c\n"];
    let texts = texts.iter().map(|text| text.parse().unwrap());
    texts.chain(solvable()).chain([families::queens(3), families::dominoes(3, 3)]).collect()
}

#[test]
fn known_counts_are_correct() {
    problems().iter().for_each(check_all);
}

proptest! {
    #![proptest_config(random::config(1000))]

    #[test]
    fn random_counts_are_correct(draft in random::drafts(SMALL)) {
        check_all(&draft.problem());
    }

    #[test]
    fn random_counts_with_solutions_are_correct(planted in random::planted(SMALL)) {
        check_all(&planted.draft.problem());
    }
}

/// Lines that define the graph or are hints of later ones can't be left out.
#[test]
fn wrong_counts_are_refused() {
    let (formula, derivation) = files(&families::queens(4), Method::Fewest);
    let text = String::from_utf8(derivation).unwrap();
    let lines: Vec<_> = text.lines().collect();
    for index in (0..lines.len()).filter(|&index| !lines[index].starts_with('D')) {
        let mut fewer = lines.clone();
        fewer.remove(index);
        // The last clause says once more that the root is true.
        let is_expected = index + 1 < lines.len();
        let found = check(&(formula.clone(), fewer.join("\n").into_bytes()));
        assert_eq!(found.is_err(), is_expected, "without {}", lines[index]);
    }
    // A graph of a problem with more solutions.
    let other = "a b\na\na\nb\nb\n".parse().unwrap();
    let fewer = "a b\na\na\nb\na b\n".parse().unwrap();
    let files = (files(&fewer, Method::Fewest).0, files(&other, Method::Fewest).1);
    assert!(check(&files).is_err());
}

#[test]
fn bounds_are_an_error() {
    let problem: Problem = "2|a\na\na\n".parse().unwrap();
    let proof = proof(&problem, Method::Fewest, ClaimKind::Count).unwrap();
    let found = write_scpog(&problem, &proof, &mut Vec::new(), &mut Vec::new());
    assert!(matches!(found, Err(ExportError::Bounds(_))));
}

/// Where the environment names `cake_scpog`: no package registry has it.
#[test]
#[ignore = "needs a checker of SCPOG files"]
fn a_checker_accepts_counts() {
    if std::env::var_os("CAKE_SCPOG").is_none() {
        return;
    }
    for problem in problems() {
        let files = files(&problem, Method::Fewest);
        let (accepted, said) = run("CAKE_SCPOG", ["cnf", "scpog"], &files);
        let kind = if count(&problem) == 0 { "UNSAT" } else { "CPOG REPRESENTATION" };
        assert!(accepted && said.contains(&format!("s VERIFIED {kind}")), "{said}");
    }
}

#[test]
#[ignore = "needs Python"]
fn the_script_counts_the_models_of_graphs() {
    // Without a primary item, a problem has no text.
    for problem in problems().into_iter().filter(|it| it.primary_items().len() > 0) {
        for method in [Method::Fewest, Method::Frontier] {
            let (formula, graph) = files(&problem, method);
            let found = count_models(&problem, &[&formula, &graph]);
            assert_eq!(found, Ok(format!("count {}\n", count(&problem))));
        }
    }
}
