//! Proves and checks.

use quadrille::proof::{CheckError, Claim, ClaimKind, verify};
use quadrille::{CanonicalMode, Method, Problem, Solver};
use std::ops::ControlFlow;

/// The orders and modes in which proofs are searched.
pub(crate) const SETTINGS: [(Method, CanonicalMode); 6] = [
    (Method::Plain, CanonicalMode::Off),
    (Method::Plain, CanonicalMode::On),
    (Method::Fewest, CanonicalMode::Off),
    (Method::Fewest, CanonicalMode::On),
    (Method::Frontier, CanonicalMode::Off),
    (Method::Frontier, CanonicalMode::On),
];

/// The text of a proof, and what it claims.
pub(crate) fn proved(
    problem: &Problem,
    (method, canonical): (Method, CanonicalMode),
    kind: ClaimKind,
) -> (String, Claim) {
    let mut solver = Solver::new(problem).method(method).canonical(canonical);
    let (proof, claim) = solver.proof(kind).expect("the claim is true");
    assert_eq!(proof.verify(problem, kind), Ok(claim.clone()));
    let mut text = Vec::new();
    proof.write(problem, &claim, &mut text).unwrap();
    (String::from_utf8(text).unwrap(), claim)
}

pub(crate) fn checked(problem: &Problem, text: &str) -> Result<Claim, CheckError> {
    verify(problem, text.as_bytes(), |_, _| ControlFlow::Continue(()))
}
