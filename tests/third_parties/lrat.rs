//! Refutations as clauses.

use super::checkers::{Files, proof, run};
use crate::common::families;
use crate::common::random::{self, Size};
use proptest::prelude::*;
use quadrille::proof::ClaimKind;
use quadrille::proof::export::{ExportError, write_drat, write_lrat};
use quadrille::{Method, Problem};
use std::collections::{HashMap, HashSet};

fn files(problem: &Problem, method: Method) -> Option<Files> {
    let proof = proof(problem, method, ClaimKind::None)?;
    let (mut formula, mut derivation) = (Vec::new(), Vec::new());
    write_lrat(problem, &proof, &mut formula, &mut derivation).unwrap();
    Some((formula, derivation))
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// Whether a clause without hints of positive numbers, of a literal that may be new, is satisfied
/// with all clauses that have the negation of this literal: they must be named, and have the
/// negation of another literal of the clause.
fn is_definition(literals: &[i64], hints: &[i64], clauses: &HashMap<i64, Vec<i64>>) -> bool {
    let Some((first, others)) = literals.split_first() else { return false };
    let against = clauses.iter().filter(|(_, clause)| clause.contains(&-first));
    let named: HashSet<_> = hints.iter().map(|hint| -hint).collect();
    against.into_iter().all(|(id, clause)| {
        named.contains(id) && others.iter().any(|other| clause.contains(&-other))
    })
}

/// Checks a refutation: the last hint of a clause must be false, and each other one has one literal
/// that is not, and is not true. Hints of negative numbers define a variable.
pub(crate) fn check_lrat((formula, derivation): &Files) -> Result<(), String> {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let mut clauses: HashMap<i64, Vec<i64>> = HashMap::new();
    for (id, line) in (1..).zip(text(formula).lines().skip(1)) {
        let mut literals = numbers(line);
        assert_eq!(literals.pop(), Some(0));
        clauses.insert(id, literals);
    }
    let count = text(formula).lines().next().unwrap().split(' ').nth(3).unwrap().parse();
    assert_eq!(count, Ok(clauses.len()));
    for line in text(derivation).lines() {
        if let Some((_, deleted)) = line.split_once(" d ") {
            for id in numbers(deleted).into_iter().filter(|&id| id != 0) {
                clauses.remove(&id).ok_or(line)?;
            }
            continue;
        }
        let all = numbers(line);
        let mut parts = all[1..].split(|&number| number == 0);
        let (literals, hints) = (parts.next().ok_or(line)?, parts.next().ok_or(line)?);
        let mut is_false: HashSet<i64> = literals.iter().copied().collect();
        let is_defining = hints.iter().all(|&hint| hint < 0);
        let mut is_refuted = false;
        for (index, hint) in hints.iter().enumerate().filter(|_| !is_defining) {
            let clause = clauses.get(hint).ok_or(line)?;
            let mut open = clause.iter().filter(|literal| !is_false.contains(literal));
            match (open.next(), open.next()) {
                (None, _) if index + 1 == hints.len() => is_refuted = true,
                (Some(&unit), None) if !is_false.contains(&-unit) => {
                    is_false.insert(-unit);
                }
                _ => return Err(format!("hint {hint}: {line}")),
            }
        }
        if !(is_refuted || is_defining && is_definition(literals, hints, &clauses)) {
            return Err(format!("no contradiction: {line}"));
        }
        if literals.is_empty() {
            return Ok(());
        }
        clauses.insert(all[0], literals.to_vec());
    }
    Err("no empty clause".to_owned())
}

fn check_all(problem: &Problem) -> bool {
    let methods = [Method::Fewest, Method::Frontier];
    methods.iter().any(|&method| {
        let files = files(problem, method);
        if let Some(files) = &files {
            check_lrat(files).unwrap();
        }
        files.is_some()
    })
}

/// Problems without a solution.
fn unsolvable() -> Vec<Problem> {
    let texts = [
        "a\n",
        "a b\na\n",
        "a b c\na b\nb c\na c\n",
        "a b c d | x y\na x\na y\nb x\nb y\nc x\nd y\n",
    ];
    let texts = texts.iter().map(|text| text.parse().unwrap());
    texts.chain([families::queens(3), families::dominoes(3, 3), families::dominoes(5, 5)]).collect()
}

#[test]
fn known_refutations_are_correct() {
    unsolvable().iter().for_each(|problem| assert!(check_all(problem)));
}

const SMALL: Size = Size { primary: 3..=7, secondary: 0..=3, options: 4..=14, entries: 4 };

proptest! {
    #![proptest_config(random::config(1000))]

    #[test]
    fn random_refutations_are_correct(draft in random::drafts(SMALL)) {
        check_all(&draft.problem());
    }
}

/// Checks that a refutation is refused without any of the lines that it needs.
pub(crate) fn check_needed(
    formula: &[u8],
    derivation: &[u8],
    is_needed: impl Fn(&[&str], usize) -> bool,
) {
    let text = std::str::from_utf8(derivation).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let needed: Vec<_> = (0..lines.len()).filter(|&index| is_needed(&lines, index)).collect();
    assert!(needed.len() > 2, "{text}");
    for index in needed {
        let mut fewer = lines.clone();
        fewer.remove(index);
        let files = (formula.to_vec(), fewer.join("\n").into_bytes());
        assert!(check_lrat(&files).is_err(), "without {}", lines[index]);
    }
}

#[test]
fn wrong_refutations_are_refused() {
    let (formula, derivation) = files(&families::dominoes(3, 3), Method::Fewest).unwrap();
    check_needed(&formula, &derivation, |lines, index| !lines[index].contains(" d "));
}

#[test]
fn bounds_are_an_error() {
    let problem: Problem = "2|a\na\n".parse().unwrap();
    let proof = proof(&problem, Method::Fewest, ClaimKind::None).unwrap();
    let found = write_lrat(&problem, &proof, &mut Vec::new(), &mut Vec::new());
    let error = found.unwrap_err();
    assert!(matches!(error, ExportError::Bounds(_)));
    assert_eq!(
        error.to_string(),
        "item 1 has other bounds than exactly once, which the format can't express"
    );
}

/// Checks a refutation without hints by `rate`, which does not take a formula with an empty clause.
pub(crate) fn check_by_rate(files: &Files) {
    if !files.0.windows(3).any(|bytes| bytes == b"\n0\n") {
        let (accepted, said) = run("RATE", ["cnf", "drat"], files);
        assert!(accepted && said.contains("s VERIFIED"), "{said}");
    }
}

#[test]
#[ignore = "needs rate"]
fn rate_accepts_refutations() {
    for problem in unsolvable() {
        let proof = proof(&problem, Method::Fewest, ClaimKind::None).unwrap();
        let (mut formula, mut derivation) = (Vec::new(), Vec::new());
        write_drat(&problem, &proof, &mut formula, &mut derivation).unwrap();
        check_by_rate(&(formula, derivation));
    }
    let queens = families::queens(4);
    let mut formula = Vec::new();
    quadrille::proof::export::write_cnf(&queens, &mut formula).unwrap();
    let (accepted, said) = run("RATE", ["cnf", "drat"], &(formula, b"0\n".to_vec()));
    assert!(!accepted && said.contains("s NOT VERIFIED"), "{said}");
}
