//! The statistics of a memo, its limits, and the work that it saves.

use super::problems::all_kinds;
use super::settings::{ORDERS, Setting};
use super::shapes::pieces;
use crate::common::families;
use crate::common::random::config;
use proptest::prelude::*;
use proptest::sample::select;
use quadrille::search::CountStats;
use quadrille::{CanonicalMode, Method, Problem};
use std::ops::RangeInclusive;

/// What a table without entries takes, in bytes.
const EMPTY: u64 = 8 << 10;

fn stats(setting: Setting, problem: &Problem) -> CountStats {
    let mut counter = setting.counter(problem);
    assert!(counter.big_count().is_complete());
    counter.count_stats().unwrap()
}

/// The entries of a count, at least and at most: what is not found is kept, and twice if it was
/// labelled. What labelling finds may be kept, too.
fn kept(stats: CountStats) -> RangeInclusive<u64> {
    let least = stats.lookups - stats.hits + stats.labelled - stats.renamed;
    least..=least + stats.renamed
}

/// What is not known when it is looked up is kept when it is known, and is then held or was thrown
/// away.
fn adds_up(stats: CountStats, memory: usize) -> Result<(), TestCaseError> {
    let kept = kept(stats);
    prop_assert!(stats.entries + stats.evicted <= *kept.end(), "{:?}", stats);
    let most = u64::try_from(memory).unwrap().max(EMPTY + 8);
    prop_assert!(stats.bytes <= most, "{:?} of {}", stats, memory);
    if memory > 1 << 20 {
        prop_assert!(kept.contains(&stats.entries) && stats.evicted == 0, "{:?}", stats);
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn what_a_memo_holds_adds_up(
        draft in all_kinds(),
        method in select(ORDERS.to_vec()),
        memory in select(vec![0, 8 << 10, 9 << 10, 20 << 10, 1 << 26]),
    ) {
        let problem = draft.problem();
        let setting = Setting { memory, ..Setting::of(method) };
        let mut counter = setting.counter(&problem).node_limit(1 << 14);
        if counter.big_count().is_complete() {
            adds_up(counter.count_stats().unwrap(), memory)?;
        }
    }
}

#[test]
fn evicted_entries_are_found_again() {
    let problem = families::dominoes(7, 8);
    for method in ORDERS {
        let ample = stats(Setting::of(method), &problem);
        adds_up(ample, 1 << 28).unwrap();
        let memory = 12 << 10;
        let small = stats(Setting { memory, ..Setting::of(method) }, &problem);
        adds_up(small, memory).unwrap();
        assert!(small.evicted > small.entries && small.entries > 0, "{method}: {small:?}");
        assert!(small.nodes > ample.nodes, "{method}: {small:?}");
    }
}

/// Where all is labelled, a value that labelling finds would be found by it again.
#[test]
fn where_all_is_labelled_what_is_found_is_not_kept_again() {
    let problem = families::dominoes(7, 8);
    for method in ORDERS {
        let mut counter = Setting::of(method).counter(&problem).canonical(CanonicalMode::On);
        assert!(counter.big_count().is_complete());
        let stats = counter.count_stats().unwrap();
        assert!(stats.renamed > 0, "{method}: {stats:?}");
        assert_eq!(stats.entries, *kept(stats).start(), "{method}: {stats:?}");
    }
}

#[test]
fn threads_share_what_they_find() {
    // Which subproblems the threads visit depends on their timing.
    let problem = families::dominoes(10, 10);
    for method in ORDERS {
        let together = stats(Setting { threads: 2, ..Setting::of(method) }, &problem);
        assert!(together.hits > 0 && together.entries > 0, "{method}: {together:?}");
        assert!(
            together.entries <= *kept(together).end() && together.evicted == 0,
            "{method}: {together:?}"
        );
    }
}

#[test]
fn a_memo_keeps_the_search_small() {
    // With a wrong hash, a key that is not the same as when it was kept, or parts that are not
    // seen, nothing is found again, and the count is right all the same.
    let board = families::dominoes(8, 8);
    let falling = pieces(40);
    for (method, on_board, on_pieces) in
        [(Method::Fewest, 2800, 2900), (Method::Frontier, 2800, 4200)]
    {
        let [board, pieces] = [&board, &falling].map(|problem| {
            let mut counter = Setting::of(method).counter(problem).canonical(CanonicalMode::Off);
            assert!(counter.big_count().is_complete());
            counter.count_stats().unwrap()
        });
        assert!(
            board.nodes < on_board && pieces.nodes < on_pieces,
            "{method}: {board:?}, {pieces:?}"
        );
    }
}
