//! False proofs, each with the reason for which it is refused.

use super::support::{checked, proved};
use quadrille::proof::{CheckError, ClaimKind, ProofFault};
use quadrille::{CanonicalMode, ItemId, Method, OptionId, Problem, Solver};

/// The text of a proof with these nodes, under a header that fits.
fn text(problem: &Problem, claim: &str, nodes: &[&str]) -> String {
    let (right, _) = proved(problem, (Method::Fewest, CanonicalMode::Off), ClaimKind::Count);
    let header: Vec<_> = right.lines().take(3).collect();
    format!("{}\nnodes {}\nclaim {claim}\n{}\n", header.join("\n"), nodes.len(), nodes.join("\n"))
}

/// The line and the reason for which a proof with these nodes is refused.
fn fault(problem: &str, claim: &str, nodes: &[&str]) -> (u64, ProofFault) {
    let problem: Problem = problem.parse().unwrap();
    let text = text(&problem, claim, nodes);
    match checked(&problem, &text) {
        Err(CheckError::Proof(error)) => (error.line, error.fault),
        other => panic!("{other:?}\n{text}"),
    }
}

fn is_right(problem: &str, claim: &str, nodes: &[&str]) {
    let problem: Problem = problem.parse().unwrap();
    let text = text(&problem, claim, nodes);
    assert_eq!(checked(&problem, &text).unwrap().to_string(), claim, "{text}");
}

/// Two items, each with two options of its own, and an option with both.
const PARTS: &str = "a b\na\na\nb\nb\na b\n";
/// Two pairs of options that are the same but for names.
const TWINS: &str = "a b c d\na b\nc d\na c\nb d\n";

#[test]
fn right_proofs_are_accepted() {
    is_right(PARTS, "count 5", &["1 1 2 =", "2 = =", "2 = ="]);
}

#[test]
fn two_residues_under_one_node_are_refused() {
    let nodes = ["1 1 1 =", "2 = ="];
    is_right(PARTS, "count 5", &["1 1 2 =", "2 = =", "2 = ="]);
    // After each option of `a`, the options of `b` are left: one residue.
    is_right(PARTS, "count 5", &nodes);
    let other = fault("a b\na\na b\nb\n", "count 2", &["1 1 1", "2 ="]);
    assert_eq!(other, (6, ProofFault::OtherResidue(1)));
}

#[test]
fn parts_have_all_open_items() {
    let problem = "a b\na\na\nb\nb\n";
    is_right(problem, "count 4", &["& 1 2", "1 = =", "2 = ="]);
    let lost = fault("a b c\na\nb\n", "count 0", &["& 1 2", "1 =", "2 ="]);
    assert_eq!(lost, (6, ProofFault::InNoPart(ItemId::new(2))));
    let one = fault(problem, "count 2", &["& 1", "1 = ="]);
    assert_eq!(one, (6, ProofFault::Children { found: 1, expected: 2 }));
    assert_eq!(fault(PARTS, "count 2", &["& 1", "1 = ="]), (6, ProofFault::NoParts));
    let skipped = fault(problem, "count 0", &["& 1 .", "1 = ="]);
    assert_eq!(skipped, (6, ProofFault::NeededPart));
    let other = fault(problem, "count 4", &["1 . 1", "2 = ="]);
    assert_eq!(other.0, 6);
}

#[test]
fn leaves_are_checked() {
    assert_eq!(fault(PARTS, "count 3", &["1 = = ="]), (6, ProofFault::NotSolved));
    let closed = fault(PARTS, "count 1", &["1 -1 -2 ="]);
    assert_eq!(closed, (6, ProofFault::NotDead(ItemId::new(0))));
    let live = fault(PARTS, "count 1", &["1 -2 -2 ="]);
    assert_eq!(live, (6, ProofFault::NotDead(ItemId::new(1))));
    assert_eq!(fault(PARTS, "count 1", &["="]), (6, ProofFault::NotSolved));
    is_right("a\n", "count 0", &["-1"]);
    // Secondary items are never open, whatever their numbers.
    let names: String = (0..80).map(|item| format!(" x{item}")).collect();
    for bounds in ["", "0:2|b "] {
        let problem = format!("{bounds}a |{names}\na x69\n");
        let dead = fault(&problem, "count 1", &["-70"]);
        assert_eq!(dead, (6, ProofFault::NotDead(ItemId::new(69))));
    }
    is_right("a\n", "none", &["1"]);
    assert_eq!(fault("a\na\n", "count 1", &["1 1", "="]), (7, ProofFault::InnerLeaf));
}

#[test]
fn capacities_are_checked() {
    // Two options at most, of which each has two of five items in need.
    let few = "2|q a b c d e\nq a b\nq c d\nq d e\nq a e\n";
    is_right(few, "none", &["-1"]);
    let not_dead = |problem: &str, leaf: usize| {
        let found = fault(problem, "none", &[&format!("-{leaf}")]);
        assert_eq!(found, (6, ProofFault::NotDead(ItemId::new(leaf - 1))), "{problem}");
    };
    not_dead(few, 2);
    not_dead(&few.replace("2|q", "3|q"), 1);
    // Three and two are enough.
    not_dead(&few.replace("q c d\n", "q c d e\n"), 1);
    // An option without the item has no part in its capacity.
    not_dead(&few.replace("q a e", "a e"), 1);
    // What an item does not need is no gain, and an option is chosen once.
    is_right("0:1|q 2|a 0:9|b\nq a b\nq a b\n", "none", &["-1"]);
    is_right("0:9|q 0:9|a 3|b\nq a b\nq a b\n", "none", &["-1"]);
    not_dead("0:1|q a 0:9|b\nq a b\nq a b\n", 1);
    // The item itself is in need, and after a choice once less.
    is_right("2|q a b c d\nq a b\nq c\nq d\n", "none", &["2 -1"]);
    // Secondary items need nothing, and have no capacity.
    is_right("q a b | x\nq a x\nq b x\n", "none", &["-1"]);
    not_dead("q a | x\nq a x\nq x\n", 3);
    let closed = fault("q a 0:1|b\nq a\nb\n", "none", &["1 -1"]);
    assert_eq!(closed, (6, ProofFault::NotDead(ItemId::new(0))));
}

#[test]
fn choices_are_of_open_items_and_live_options() {
    let covered = fault("a b\na b\n", "count 0", &["1 1", "2"]);
    assert_eq!(covered, (7, ProofFault::NotOpen(ItemId::new(1))));
    let multiple = fault("0:2|a\na\n", "count 1", &["1 ="]);
    assert_eq!(multiple, (6, ProofFault::NotOpen(ItemId::new(0))));
    let secondary = fault("a | x\na x\n", "count 1", &["2 ="]);
    assert_eq!(secondary, (6, ProofFault::NotOpen(ItemId::new(1))));
    is_right("0:2|a\na\n", "count 2", &["? 1 = ="]);
    let excluded = fault("0:2|a\na\na\n", "count 3", &["? 1 1 2", "? 1 = =", "? 2 = ="]);
    assert_eq!(excluded, (7, ProofFault::NotLive(OptionId::new(0))));
    let few = fault(PARTS, "count 2", &["1 1 1", "2 = ="]);
    assert_eq!(few, (6, ProofFault::Children { found: 2, expected: 3 }));
}

#[test]
fn a_renaming_is_an_isomorphism() {
    // After `a b`, `c d` is left; after `a c`, `b d`.
    let renamed = |images: &str| format!("~ 1 {images}");
    is_right(TWINS, "count 2", &["1 2 1", &renamed("2"), "3 ="]);
    let wrong = |images: &str| fault(TWINS, "count 2", &["1 2 1", &renamed(images), "3 ="]);
    assert_eq!(wrong("1"), (7, ProofFault::DeadImage(OptionId::new(0))));
    assert_eq!(wrong("2 2"), (7, ProofFault::Images { found: 2, expected: 1 }));
    let circle = "a b c d\na b\nb c\nc d\na d\n";
    let unknown = fault(circle, "count 2", &["~ 1 1 2 3 4", "1 = ="]);
    assert_eq!(unknown, (6, ProofFault::UnknownChild));
    // Two options of an item, and two that are independent.
    let problem = "s a b c d\ns a b\ns c d\na\na\nb\nc\nc\nd\n";
    let nodes = |renaming| ["1 1 2", renaming, "2 1 1", "3 ="];
    is_right(problem, "count 4", &nodes("~ 1 3 4 5"));
    is_right(problem, "count 4", &nodes("~ 1 4 3 5"));
    let other = fault(problem, "count 4", &nodes("~ 1 3 5 4"));
    assert_eq!(other, (7, ProofFault::NotIsomorphic));
    let twice = fault(problem, "count 4", &nodes("~ 1 3 3 5"));
    assert_eq!(twice, (7, ProofFault::SameImage(OptionId::new(2))));
    let costs = fault(TWINS, "cheapest 0 2", &["1 2 1", &renamed("2"), "3 ="]);
    assert_eq!(costs, (7, ProofFault::RenamedCosts));
}

#[test]
fn references_lead_down_to_nodes_that_exist() {
    for (nodes, line) in [
        (["1 0 1 =", "2 = ="], 6),
        (["1 2 1 =", "2 = ="], 6),
        (["1 -0 1 =", "2 = ="], 6),
        (["1 18446744073709551616 1 =", "2 = ="], 6),
        (["1 4294967295 1 =", "2 = ="], 6),
        (["1 +1 1 =", "2 = ="], 6),
        (["1 01 1 =", "2 = ="], 6),
        (["1  1 1 =", "2 = ="], 6),
        (["1 1 1 = ", "2 = ="], 6),
        (["3 1 1 =", "2 = ="], 6),
        (["? 6 1 1", "2 = ="], 6),
        (["1 1 1 =", "2 = = ="], 7),
        (["1 -2 -2 =", "2 = ="], 6),
    ] {
        assert_eq!(fault(PARTS, "count 5", &nodes).0, line, "{nodes:?}");
    }
    let unused = fault("a\na\n", "count 1", &["1 =", "1 ="]);
    assert_eq!(unused, (7, ProofFault::Unreferenced));
}

#[test]
fn headers_are_checked() {
    let problem: Problem = PARTS.parse().unwrap();
    let right = text(&problem, "count 5", &["1 1 1 =", "2 = ="]);
    for (from, to, line) in [
        ("exact-cover-proof 1", "exact-cover-proof 2", 1),
        ("options 5", "options 6", 3),
        ("options 5", "option 5", 3),
        ("nodes 2", "nodes 1", 6),
        ("nodes 2", "nodes 3", 8),
        ("nodes 2", "nodes 0", 4),
        ("nodes 2", "nodes 99999999999999999999999", 4),
        ("count 5", "count 6", 5),
        ("count 5", "count 05", 5),
        ("count 5", "counts 5", 5),
        ("count 5", "unique", 5),
        ("count 5", "none", 5),
        ("count 5", "cheapest 0 4", 5),
    ] {
        let Err(CheckError::Proof(error)) = checked(&problem, &right.replace(from, to)) else {
            panic!("{to} is accepted");
        };
        assert_eq!(error.line, line, "{to}: {error}");
    }
    let long = right.replace("1 1 1 =", &format!("1 1 1 ={}", " =".repeat(100)));
    let Err(CheckError::Proof(error)) = checked(&problem, &long) else { panic!() };
    assert_eq!((error.line, error.fault), (6, ProofFault::TooLong));
    let Err(CheckError::Proof(error)) = checked(&problem, right.trim_end()) else { panic!() };
    assert_eq!((error.line, error.fault), (7, ProofFault::NoLineEnd));
}

#[test]
fn a_proof_of_another_problem_is_refused() {
    let problem: Problem = "a b\na\nb\n".parse().unwrap();
    let (proof, _) = Solver::new(&problem).proof(ClaimKind::Count).unwrap();
    assert!(proof.verify(&problem, ClaimKind::Count).is_ok());
    // As many options, and fewer items.
    let other: Problem = "a\na\na\n".parse().unwrap();
    let error = proof.verify(&other, ClaimKind::Count).unwrap_err();
    assert!(matches!((error.line, error.fault), (2, ProofFault::OtherProblem { .. })));
}
