//! Changed proofs: each is refused, or what it says is still true.

use super::support::{SETTINGS, checked, proved};
use crate::common::families;
use crate::common::random::{self, Size};
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::Problem;
use quadrille::proof::{CheckError, ClaimKind};

/// A change of a text.
#[derive(Clone, Debug)]
enum Mutation {
    /// Another token in place of one.
    Token(Index, Index),
    /// A token from another place of the text.
    Copied(Index, Index),
    /// A token that is removed, or repeated.
    Removed(Index),
    Repeated(Index),
    /// Lines that are removed, repeated, or exchanged.
    LineRemoved(Index),
    LineRepeated(Index),
    Exchanged(Index, Index),
    /// The text up to a byte.
    Cut(Index),
}

const TOKENS: [&str; 14] =
    ["=", "-1", "-2", "-3", ".", "?", "&", "~", "1", "2", "3", "4", "0", "99999999999999999999"];

fn mutation() -> impl Strategy<Value = Mutation> {
    let pair = || any::<(Index, Index)>();
    prop_oneof![
        pair().prop_map(|(at, token)| Mutation::Token(at, token)),
        pair().prop_map(|(at, from)| Mutation::Copied(at, from)),
        any::<Index>().prop_map(Mutation::Removed),
        any::<Index>().prop_map(Mutation::Repeated),
        any::<Index>().prop_map(Mutation::LineRemoved),
        any::<Index>().prop_map(Mutation::LineRepeated),
        pair().prop_map(|(a, b)| Mutation::Exchanged(a, b)),
        any::<Index>().prop_map(Mutation::Cut),
    ]
}

impl Mutation {
    fn apply(&self, text: &str) -> String {
        let mut lines: Vec<Vec<&str>> =
            text.lines().map(|line| line.split(' ').collect()).collect();
        let places: Vec<_> = (0..lines.len())
            .flat_map(|line| (0..lines[line].len()).map(move |token| (line, token)))
            .collect();
        let place = |index: &Index| places[index.index(places.len())];
        let count = lines.len();
        match self {
            Self::Token(at, token) => {
                let (line, at) = place(at);
                lines[line][at] = TOKENS[token.index(TOKENS.len())];
            }
            Self::Copied(at, from) => {
                let ((line, at), (other, from)) = (place(at), place(from));
                lines[line][at] = lines[other][from];
            }
            Self::Removed(at) => {
                let (line, at) = place(at);
                lines[line].remove(at);
            }
            Self::Repeated(at) => {
                let (line, at) = place(at);
                let token = lines[line][at];
                lines[line].insert(at, token);
            }
            Self::LineRemoved(at) => {
                lines.remove(at.index(count));
            }
            Self::LineRepeated(at) => {
                let line = lines[at.index(count)].clone();
                lines.insert(at.index(count), line);
            }
            Self::Exchanged(a, b) => lines.swap(a.index(count), b.index(count)),
            Self::Cut(at) => return text[..at.index(text.len())].to_owned(),
        }
        lines.iter().map(|line| line.join(" ") + "\n").collect()
    }
}

/// Applies mutations to proofs of all settings and claims. Returns how many were refused.
fn refused(problem: &Problem, mutations: &[Mutation]) -> usize {
    let mut refused = 0;
    for settings in SETTINGS {
        for kind in [ClaimKind::Count, ClaimKind::Cheapest] {
            let (text, claim) = proved(problem, settings, kind);
            for mutation in mutations {
                let changed = mutation.apply(&text);
                match checked(problem, &changed) {
                    // The change may be none, or of the claim to another true one.
                    Ok(proved) if proved.kind() == kind => assert_eq!(proved, claim, "{changed}"),
                    Ok(proved) => {
                        let (_, claim) = self::proved(problem, settings, proved.kind());
                        assert_eq!(proved, claim, "{changed}");
                    }
                    Err(CheckError::Proof(_)) => refused += 1,
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    refused
}

const SMALL: Size = Size { primary: 1..=5, secondary: 0..=3, options: 3..=12, entries: 3 };

proptest! {
    #![proptest_config(random::config(300))]

    #[test]
    fn changed_proofs_are_refused_or_true(
        draft in random::drafts(SMALL).prop_flat_map(random::with_bounds_and_costs),
        mutations in prop::collection::vec(mutation(), 20),
    ) {
        refused(&draft.problem(), &mutations);
    }

    #[test]
    fn changed_proofs_with_capacities_are_refused_or_true(
        draft in random::drafts(SMALL)
            .prop_flat_map(random::with_bounds_and_costs)
            .prop_flat_map(random::with_capacity),
        mutations in prop::collection::vec(mutation(), 20),
    ) {
        refused(&draft.problem(), &mutations);
    }

    #[test]
    fn most_changes_of_long_proofs_are_refused(
        mutations in prop::collection::vec(mutation(), 10),
    ) {
        for problem in [families::queens(5), families::dominoes(4, 4), families::latin_squares(3)] {
            let all = 2 * SETTINGS.len() * mutations.len();
            prop_assert!(refused(&problem, &mutations) * 2 > all);
        }
    }
}
