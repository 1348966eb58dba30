//! Derivations by learned clauses.

use super::checkers::{Files, count_models, run};
use super::lrat::{check_by_rate, check_lrat, check_needed};
use crate::common::families;
use crate::common::random::{self, Size};
use proptest::prelude::*;
use quadrille::proof::export::{DerivationFormat, ExportError};
use quadrille::proof::{Claim, ClaimKind};
use quadrille::search::NoLearnedProof;
use quadrille::{Engine, NoProof, Problem, Solver, StopReason, Uniqueness};

fn files(
    problem: &Problem,
    kind: ClaimKind,
    format: DerivationFormat,
) -> Result<Files, NoLearnedProof> {
    let (mut formula, mut derivation) = (Vec::new(), Vec::new());
    let mut solver = Solver::new(problem);
    let mut proof = solver.learned_proof(kind, format)?;
    assert_eq!(proof.claim().kind(), kind);
    proof.write(&mut formula, &mut derivation)?;
    Ok((formula, derivation))
}

/// The number of solutions by brute force.
fn count(problem: &Problem) -> u64 {
    Solver::with_engine(problem, Engine::Naive).unwrap().count().solutions
}

/// `n` pigeons, each in one of `n - 1` holes: a clause for each pigeon.
fn pigeons(n: usize) -> Problem {
    let pigeons: Vec<_> = (0..n).map(|pigeon| format!("p{pigeon}")).collect();
    let holes: Vec<_> = (1..n).map(|hole| format!("h{hole}")).collect();
    let mut text = format!("{} | {}\n", pigeons.join(" "), holes.join(" "));
    for pigeon in &pigeons {
        text.extend(holes.iter().map(|hole| format!("{pigeon} {hole}\n")));
    }
    text.parse().unwrap()
}

/// A chain of cells with colours on their borders: the first has one that the last can't have.
fn colored_chain(length: usize) -> Problem {
    let cells: Vec<_> = (0..length).map(|cell| format!("c{cell}")).collect();
    let borders: Vec<_> = (0..=length).map(|border| format!("b{border}")).collect();
    let mut text = format!(
        "start end {} | {}\nstart b0:A\nend b{length}:B\n",
        cells.join(" "),
        borders.join(" ")
    );
    for cell in 0..length {
        for (left, right) in [("A", "A"), ("A", "C"), ("C", "A"), ("C", "C"), ("B", "B")] {
            text += &format!("c{cell} b{cell}:{left} b{}:{right}\n", cell + 1);
            text += &format!("c{cell} b{cell}:{left} b{}:{right}\n", cell + 1);
        }
    }
    text.parse().unwrap()
}

fn unsolvable() -> Vec<Problem> {
    let texts = [
        "a\n",
        "a b\na\n",
        "a b c\na b\nb c\na c\n",
        "a b c d | x y\na x\na y\nb x\nb y\nc x\nd y\n",
        "a b c | s\na s:1\na s:2\nb s:2\nb s:3\nc s:1\nc s:3\n",
        "a b c | s\na s:1\na s:1\na s:2\nb s:2\nb s:2\nb s:3\nc s:1\nc s:3\nc s:3\n",
    ];
    let texts = texts.iter().map(|text| text.parse().unwrap());
    let known = [families::queens(3), families::dominoes(3, 3), families::dominoes(5, 5)];
    texts.chain(known).chain([pigeons(5), colored_chain(5)]).collect()
}

#[test]
fn known_refutations_are_correct() {
    for problem in unsolvable() {
        check_lrat(&files(&problem, ClaimKind::None, DerivationFormat::Lrat).unwrap()).unwrap();
    }
}

/// Long enough for restarts and deletions.
#[test]
fn clauses_are_deleted() {
    let files = files(&pigeons(9), ClaimKind::None, DerivationFormat::Lrat).unwrap();
    assert!(String::from_utf8_lossy(&files.1).contains(" d "));
    check_lrat(&files).unwrap();
}

const SMALL: Size = Size { primary: 3..=7, secondary: 0..=3, options: 4..=16, entries: 4 };

proptest! {
    #![proptest_config(random::config(3000))]

    #[test]
    fn random_refutations_are_correct(draft in random::drafts(SMALL)) {
        let problem = draft.problem();
        match files(&problem, ClaimKind::None, DerivationFormat::Lrat) {
            Ok(files) => {
                assert_eq!(count(&problem), 0);
                check_lrat(&files).unwrap();
            }
            Err(NoLearnedProof::NoProof(NoProof::False(_))) => assert!(count(&problem) > 0),
            Err(error) => panic!("{error}"),
        }
    }
}

#[test]
fn what_is_not_proved_is_said() {
    let queens = families::queens(6);
    let error = |problem: &Problem, kind, format| files(problem, kind, format).unwrap_err();
    let found = |problem, kind| match error(problem, kind, DerivationFormat::Veripb) {
        NoLearnedProof::NoProof(NoProof::False(found)) => found,
        error => panic!("{error}"),
    };
    assert_eq!(found(&queens, ClaimKind::None), Uniqueness::Unique);
    assert_eq!(found(&queens, ClaimKind::Unique), Uniqueness::Multiple);
    assert_eq!(found(&families::queens(3), ClaimKind::Unique), Uniqueness::None);
    let export = |problem, kind, format| match error(problem, kind, format) {
        NoLearnedProof::Export(error) => error,
        error => panic!("{error}"),
    };
    let cheapest = export(&queens, ClaimKind::Cheapest, DerivationFormat::Veripb);
    assert!(matches!(cheapest, ExportError::Claim(ClaimKind::Cheapest)), "{cheapest}");
    let unique = export(&queens, ClaimKind::Unique, DerivationFormat::Drat);
    assert!(matches!(unique, ExportError::Claim(ClaimKind::Unique)), "{unique}");
    let bounded = "2|a\na\n".parse().unwrap();
    let bounds = export(&bounded, ClaimKind::None, DerivationFormat::Lrat);
    assert!(matches!(bounds, ExportError::Bounds(_)), "{bounds}");
    let many = families::dominoes(8, 8);
    let many = export(&many, ClaimKind::Count, DerivationFormat::Veripb);
    assert!(matches!(many, ExportError::Exclusions { found: None, most: 100_000 }), "{many}");
}

#[test]
fn limits_are_said() {
    let expected = NoProof::Stopped(StopReason::NodeLimit);
    let check = |error: NoLearnedProof| {
        assert!(matches!(error, NoLearnedProof::NoProof(stop) if stop == expected), "{error}");
    };
    let mut limited = Solver::new(&families::queens(6)).node_limit(1);
    check(limited.learned_proof(ClaimKind::Count, DerivationFormat::Veripb).unwrap_err());
    let pigeons = pigeons(6);
    for (nodes, conflicts) in [(3, u64::MAX), (u64::MAX, 3)] {
        let mut solver = Solver::new(&pigeons).node_limit(nodes);
        let proof = solver.learned_proof(ClaimKind::None, DerivationFormat::Drat).unwrap();
        let mut proof = proof.conflict_limit(conflicts);
        check(proof.write(&mut Vec::new(), &mut Vec::new()).unwrap_err());
    }
}

/// Checks all claims by VeriPB.
fn check_veripb(problem: &Problem) {
    let expected = count(problem);
    for kind in [ClaimKind::None, ClaimKind::Unique, ClaimKind::Count] {
        let is_true = match kind {
            ClaimKind::None => expected == 0,
            ClaimKind::Unique => expected == 1,
            _ => true,
        };
        let files = match files(problem, kind, DerivationFormat::Veripb) {
            Ok(files) => files,
            Err(NoLearnedProof::NoProof(NoProof::False(_))) if !is_true => continue,
            Err(error) => panic!("{kind:?}: {error}"),
        };
        assert!(is_true, "{kind:?}");
        let (accepted, said) = run("VERIPB", ["opb", "pbp"], &files);
        let conclusion = if kind == ClaimKind::Unique {
            let options = problem.options().len();
            format!("s VERIFIED BOUNDS {options} <= obj <= {options}")
        } else {
            "s VERIFIED UNSATISFIABLE".to_owned()
        };
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let both = text(&files.0) + "\n" + &text(&files.1);
        assert!(accepted && said.contains(&conclusion), "{kind:?} {said}\n{both}");
        if kind == ClaimKind::Count {
            let counted = count_models(problem, &[&files.0]).unwrap();
            assert!(counted.contains(&format!("count {expected}")), "{counted}");
        }
    }
}

#[test]
#[ignore = "needs VeriPB"]
fn veripb_accepts_known_problems() {
    let known = [families::queens(6), families::no_three_in_line(4), families::partitions(4)];
    unsolvable().iter().chain(&known).chain([&families::dominoes(4, 4)]).for_each(check_veripb);
    let texts =
        ["a\na\n", "0:0|a\na\n", "0:2|a\n", "1:2|a\n", "2|a\na\n", "0:5|a\na\na\n", "|a\na\n"];
    for text in texts.into_iter().chain([super::count::COVERED_BEFORE]) {
        check_veripb(&text.parse().unwrap());
    }
}

const SMALLER: Size = Size { primary: 1..=5, secondary: 0..=3, options: 0..=10, entries: 4 };

proptest! {
    #![proptest_config(random::config(150))]

    #[test]
    #[ignore = "needs VeriPB"]
    fn veripb_accepts_random_problems(draft in random::drafts(SMALLER)) {
        check_veripb(&draft.problem());
    }

    #[test]
    #[ignore = "needs VeriPB"]
    fn veripb_accepts_random_problems_with_bounds(
        draft in random::drafts(SMALLER).prop_flat_map(random::with_bounds),
    ) {
        check_veripb(&draft.problem());
    }
}

#[test]
#[ignore = "needs rate"]
fn rate_accepts_refutations() {
    for problem in unsolvable().into_iter().chain([pigeons(8)]) {
        check_by_rate(&files(&problem, ClaimKind::None, DerivationFormat::Drat).unwrap());
    }
}

/// A derivation without one of its clauses.
#[test]
fn wrong_refutations_are_refused() {
    let (formula, derivation) =
        files(&pigeons(4), ClaimKind::None, DerivationFormat::Lrat).unwrap();
    // Those that a later line names, and the last one.
    check_needed(&formula, &derivation, |lines, index| {
        let number = format!(" {} ", lines[index].split(' ').next().unwrap());
        let later = &lines[index + 1..];
        later.is_empty() || later.iter().any(|line| line.contains(&number))
    });
}

#[test]
fn the_claim_has_the_number_of_solutions() {
    // A limit of solutions is one of enumerations.
    let mut solver = Solver::new(&families::queens(6)).limit(2);
    let (kind, format) = (ClaimKind::Count, DerivationFormat::Veripb);
    let proof = solver.learned_proof(kind, format).unwrap();
    assert_eq!(*proof.claim(), Claim::Count(4u32.into()));
}
