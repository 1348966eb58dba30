//! Laws: changes of a problem, and their effect on its count. They need no oracle.

use super::problems::{all_kinds, part, side_by_side};
use super::settings::{ORDERS, Setting, any_setting, diagram_setting};
use super::shapes::boards;
use crate::common::families;
use crate::common::random::{Draft, DraftOption, config};
use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::{Bounds, Method, PresolveMode, Solver};
use std::collections::BTreeMap;

/// The count, if a memo finds it within some thousand nodes. Problems at random may have no end.
fn count(draft: &Draft, setting: &Setting) -> Option<BigUint> {
    let problem = draft.problem();
    let count = setting.counter(&problem).node_limit(1 << 14).big_count();
    count.is_complete().then_some(count.solutions)
}

/// An order of so many things.
fn order(count: usize) -> impl Strategy<Value = Vec<usize>> {
    crate::common::changes::order(count)
}

/// A problem, with an order of its options, its primary items and its secondary ones.
fn ordered() -> impl Strategy<Value = (Draft, [Vec<usize>; 3])> {
    all_kinds().prop_flat_map(|draft| {
        let counts = [draft.options.len(), draft.primary.len(), draft.secondary.len()];
        (Just(draft), counts.map(order))
    })
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn no_order_and_no_name_matters(
        (draft, [options, first, second]) in ordered(),
        (one, other) in (any_setting(), any_setting()),
    ) {
        let primary = draft.primary.len();
        let number = |i: usize| if i < primary { first[i] } else { primary + second[i - primary] };
        let moved = |&o: &usize| -> DraftOption {
            draft.options[o].iter().map(|(&i, &c)| (number(i), c.map(|c| 2 - c))).collect()
        };
        let renamed = Draft {
            options: options.iter().map(moved).collect(),
            bounds: draft.bounds.iter().map(|(&i, &bounds)| (number(i), bounds)).collect(),
            primary: draft.primary.iter().map(|name| format!("{name}'s")).collect(),
            ..draft.clone()
        };
        if let (Some(before), Some(after)) = (count(&draft, &one), count(&renamed, &other)) {
            prop_assert_eq!(before, after);
        }
    }

    #[test]
    fn a_counter_counts_the_same_again(draft in all_kinds(), setting in any_setting()) {
        let problem = draft.problem();
        let setting = Setting { threads: 1, ..setting };
        let mut counter = setting.counter(&problem).node_limit(1 << 14);
        let run = |counter: &mut Solver| (counter.big_count(), counter.count_stats().unwrap(), counter.strategy());
        let first = run(&mut counter);
        prop_assert_eq!(&run(&mut counter), &first);
        let made = counter.diagram();
        prop_assert_eq!(counter.diagram(), made, "and makes the same diagram");
        prop_assert_eq!(run(&mut counter), first);
    }

    #[test]
    fn two_copies_side_by_side_count_the_square(draft in part(), setting in any_setting()) {
        let one = count(&draft, &setting).unwrap();
        for copies in [2, 3, 7] {
            if let Some(many) = count(&side_by_side(&vec![draft.clone(); copies], 0), &setting) {
                prop_assert_eq!(many, one.pow(u32::try_from(copies).unwrap()));
            }
        }
    }

    #[test]
    fn an_option_that_is_there_twice_counts_twice(
        draft in all_kinds(),
        index in any::<Index>(),
        setting in any_setting(),
    ) {
        // Without bounds, the two are in each other's way over a primary item.
        prop_assume!(!draft.options.is_empty() && draft.bounds.is_empty());
        let option = index.get(&draft.options);
        prop_assume!(draft.is_choosable(option));
        let mut doubled = draft.clone();
        doubled.options.push(option.clone());
        let problem = draft.problem();
        let limited = |setting: &Setting| setting.counter(&problem).node_limit(1 << 14).diagram();
        let Ok(diagram) = limited(&Setting { method: Method::Diagram, memory: 1 << 26, ..setting })
        else { return Ok(()) };
        let counted = diagram.counted();
        let expected = counted.count() + &counted.uses()[index.index(draft.options.len())];
        if let Some(found) = count(&doubled, &setting) {
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn the_options_of_an_item_share_out_the_count(
        draft in all_kinds(),
        index in any::<Index>(),
        setting in any_setting(),
    ) {
        let item = index.index(draft.primary.len().max(1));
        let bounds = draft.bounds.get(&item).copied().unwrap_or(Bounds::ONCE);
        prop_assume!(item < draft.primary.len() && bounds == Bounds::ONCE);
        let Some(all) = count(&draft, &setting) else { return Ok(()) };
        let problem = draft.problem();
        let mut counter = setting.counter(&problem).node_limit(1 << 14);
        let mut sum = BigUint::ZERO;
        for option in problem.options() {
            if draft.options[option.index()].contains_key(&item) && counter.assume(&[option]).is_ok() {
                let count = counter.big_count();
                prop_assume!(count.is_complete());
                sum += count.solutions;
            }
        }
        prop_assert_eq!(sum, all);
    }

    #[test]
    fn the_uses_of_the_options_of_an_item_are_the_count(
        draft in all_kinds(),
        setting in diagram_setting(),
    ) {
        let problem = draft.problem();
        let Ok(diagram) = setting.counter(&problem).node_limit(1 << 14).diagram() else {
            return Ok(());
        };
        let (counted, weight) = (diagram.counted(), diagram.weight(|_| 1.0));
        let uses = counted.uses();
        for item in 0..draft.primary.len() {
            let has = |option: &usize| draft.options[*option].contains_key(&item);
            let sum: BigUint = (0..uses.len()).filter(has).map(|o| &uses[o]).sum();
            let Bounds { low, high } = draft.bounds.get(&item).copied().unwrap_or(Bounds::ONCE);
            prop_assert!(sum >= counted.count() * low && sum <= counted.count() * high);
        }
        if *counted.count() < BigUint::from(1u64 << 50) {
            prop_assert_eq!(format!("{weight}"), counted.count().to_string(), "all weigh 1");
        }
    }

    #[test]
    fn the_numbers_between_two_bounds_share_out_the_count(
        draft in part(),
        index in any::<Index>(),
        setting in any_setting(),
    ) {
        let item = index.index(draft.primary.len());
        let with = |low, high| {
            let bounds = BTreeMap::from([(item, Bounds { low, high })]);
            let bounds = draft.bounds.clone().into_iter().chain(bounds).collect();
            count(&Draft { bounds, ..draft.clone() }, &setting).unwrap()
        };
        prop_assert_eq!(with(0, 4), (0..=4).map(|times| with(times, times)).sum::<BigUint>());
    }
}

#[test]
fn a_board_and_the_same_on_its_side_have_the_same_tilings() {
    for (rows, columns) in [(3, 10), (4, 9), (5, 8), (7, 12)] {
        let (upright, lying) =
            (families::dominoes(rows, columns), families::dominoes(columns, rows));
        for method in ORDERS {
            let setting = Setting { reduce: PresolveMode::Never, ..Setting::of(method) };
            assert_eq!(setting.count(&upright), setting.count(&lying), "{rows} x {columns}");
        }
    }
}

#[test]
fn a_hundred_boards_have_a_number_of_tilings_that_no_word_holds() {
    // 36 tilings of one board of 4 by 4, and 100 boards.
    let problem = boards(4, 100);
    let expected = BigUint::from(36u8).pow(100);
    for method in ORDERS.into_iter().chain([Method::Auto]) {
        let setting = Setting::of(method);
        assert_eq!(setting.count(&problem), expected, "{method}");
        assert_eq!(setting.counter(&problem).diagram().unwrap().count(), expected, "{method}");
        for (memory, threads) in [(20 << 10, 1), (1 << 20, 2)] {
            assert_eq!(
                Setting { memory, threads, ..setting }.count(&problem),
                expected,
                "{method}"
            );
        }
    }
}
