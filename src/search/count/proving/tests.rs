//! Which searches for a proof join others, and which are given up.

use super::*;
use crate::engine::tests::latin;
use crate::search::count::portfolio::tests::langford;

/// A race by the method, without labelling.
fn race(problem: &Problem, method: Method, memory: usize) -> Race<'_> {
    Race::new(problem, CanonicalMode::Off, method, memory)
}

/// Runs a race until it is over or `is_wanted`, with a look at the memory now and then. Its nodes
/// never become fewer.
fn run(race: &mut Race<'_>, is_wanted: impl Fn(&Race<'_>) -> bool) -> Option<StopReason> {
    while !is_wanted(race) {
        let nodes = race.nodes();
        let stop = race.advance(SLICE);
        assert!(race.nodes() >= nodes);
        if stop.is_some() {
            return stop;
        }
    }
    None
}

/// The most bytes of a search when a search that weighs failures may join.
fn most_bytes(problem: &Problem) -> usize {
    let mut race = race(problem, Method::Auto, usize::MAX / 4);
    race.weighed_plan = None;
    assert_eq!(run(&mut race, |race| race.until > WEIGHED_JOINS_AT), None);
    race.searches.iter().map(|racing| racing.search.bytes()).max().unwrap()
}

#[test]
fn a_search_that_weighs_failures_joins_where_there_are_no_solutions() {
    let problem = langford(10);
    let mut race = race(&problem, Method::Auto, 1 << 30);
    assert_eq!(run(&mut race, |race| race.until == WEIGHED_JOINS_AT), None);
    assert_eq!(race.searches.len(), 2);
    assert_eq!(run(&mut race, |race| race.until > WEIGHED_JOINS_AT), None);
    let nodes: Vec<_> = race.searches.iter().map(|racing| racing.search.nodes()).collect();
    assert!(nodes.len() == 3 && nodes[0] == 0, "the first turn is that of the new one: {nodes:?}");
    assert!(nodes[1..].iter().all(|&nodes| nodes >= WEIGHED_JOINS_AT), "{nodes:?}");
    assert_eq!((race.turn, race.searches[0].least_share), (0, LEAST_SHARE));
    assert_eq!(run(&mut race, |_| false), Some(StopReason::Exhausted));
    let proof = race.into_proof().expect("a search is done");
    assert_eq!(proof.claim(&problem, ClaimKind::Count), Claim::Count(BigUint::ZERO));
}

#[test]
fn no_search_joins_where_solutions_are_common_or_memory_is_short() {
    let (rare, common) = (langford(10), latin(6).parse().unwrap());
    for (problem, memory) in [(&common, 1 << 30), (&rare, 5 * most_bytes(&rare))] {
        let mut race = race(problem, Method::Auto, memory);
        assert_eq!(run(&mut race, |race| race.until > WEIGHED_JOINS_AT), None);
        assert!(race.searches.len() == 2 && race.weighed_plan.is_some(), "{memory}");
    }
}

#[test]
fn one_search_goes_on_after_the_last_round() {
    let problem = latin(6).parse().unwrap();
    let mut race = race(&problem, Method::Auto, 1 << 30);
    assert_eq!(run(&mut race, |race| race.until > LAST), None);
    assert_eq!((race.searches.len(), race.turn), (1, 0));
    assert!(race.past >= LAST, "the work of the other one counts: {}", race.past);
}

#[test]
fn the_last_search_that_is_full_is_replaced_by_one_that_weighs_failures() {
    let problem = langford(10);
    let mut race = race(&problem, Method::Auto, 1 << 16);
    let is_replaced = |race: &Race<'_>| race.weighed_plan.is_none();
    assert_eq!(run(&mut race, is_replaced), None);
    assert!(race.searches.len() == 1 && race.searches[0].search.nodes() == 0);
    assert_eq!(run(&mut race, |_| false), Some(StopReason::MemoryLimit));
}

#[test]
fn an_order_that_was_asked_for_is_not_replaced() {
    let problem = langford(10);
    for method in [Method::Fewest, Method::Frontier, Method::Plain] {
        let mut race = race(&problem, method, 1 << 16);
        assert!(race.searches.len() == 1 && race.weighed_plan.is_none());
        assert_eq!(run(&mut race, |_| false), Some(StopReason::MemoryLimit));
    }
}

#[test]
fn a_deep_search_takes_little_memory() {
    // A row of 3000 squares, covered by pieces of one and of two: residues of 12 KB, one below the
    // other.
    let items: Vec<_> = (0..3000).map(|item| format!("i{item}")).collect();
    let pieces: String =
        items.windows(2).map(|pair| format!("{0}\n{0} {1}\n", pair[0], pair[1])).collect();
    let problem: Problem = format!("{}\n{pieces}i2999\n", items.join(" ")).parse().unwrap();
    let mut race = race(&problem, Method::Fewest, 1 << 30);
    let mut most = 0;
    let stop = loop {
        let stop = race.advance(SLICE);
        most = most.max(race.searches[0].search.bytes());
        if let Some(stop) = stop {
            break stop;
        }
    };
    assert_eq!(stop, StopReason::Exhausted);
    assert!(most < 3 << 20, "{most}");
    let proof = race.into_proof().expect("a search is done");
    let [mut count, mut next] = [BigUint::from(1u32), BigUint::from(1u32)];
    for _ in 0..3000 {
        (count, next) = (next.clone(), count + next);
    }
    assert_eq!(proof.claim(&problem, ClaimKind::Count), Claim::Count(count));
}

#[test]
fn a_chain_of_forced_choices_is_proved_choice_by_choice() {
    // After the first option, each item needs all options that it has left, and `c` needs two.
    // After the second one, that is so until `c` has one of two options.
    let text = "a b 2|c d e | s\na b s\na s\nb s\nb c\nc d\nc\nd e\ne\n";
    let problem: Problem = text.parse().unwrap();
    for method in [Method::Fewest, Method::Frontier, Method::Plain] {
        let mut race = race(&problem, method, 1 << 30);
        assert_eq!(run(&mut race, |_| false), Some(StopReason::Exhausted));
        let proof = race.into_proof().expect("a search is done");
        let claim = proof.verify(&problem, ClaimKind::Count).expect("the proof is right");
        assert_eq!(claim, Claim::Count(3u32.into()), "{method:?}");
    }
}

#[test]
fn a_problem_that_is_larger_than_the_memory_is_not_searched() {
    // Each item has the first option and one of the last ones: 64 sets of 128 words.
    let items: Vec<_> = (0..64).map(|item| format!("i{item}")).collect();
    let mut text = format!("{0} p\n{0}\n{1}", items.join(" "), "p\n".repeat(64 * 126));
    items.iter().for_each(|item| text.push_str(&format!("{item}\n")));
    let problem = text.parse().unwrap();
    let sets = 64 * 128 * size_of::<u64>();
    for (memory, expected) in [(sets, 0), (4 * sets, 2)] {
        let mut race = race(&problem, Method::Auto, memory);
        assert_eq!(race.searches.len(), expected);
        if expected == 0 {
            assert_eq!(run(&mut race, |_| false), Some(StopReason::MemoryLimit));
            assert!(race.into_proof().is_none());
        }
    }
}
