//! Problems that decompose: at once, after some choices, or never, because a secondary item
//! connects the parts.

use super::problems::{bridged, part, side_by_side};
use super::settings::{ORDERS, Setting, settings};
use super::shapes::boards;
use super::truth::{truth, with_all};
use crate::common::random::{Draft, config};
use num_bigint::BigUint;
use proptest::collection::vec;
use proptest::prelude::*;
use quadrille::{Method, PresolveMode, Problem, Solution};
use std::fmt::Write;

/// The count with every order, how many splits there were, and diagrams of the same solutions.
fn counted(problem: &Problem) -> (BigUint, u64) {
    let mut answers = ORDERS.map(|method| {
        let setting = Setting { reduce: PresolveMode::Never, ..Setting::of(method) };
        let mut counter = setting.counter(problem);
        let count = counter.big_count().solutions;
        let splits = counter.count_stats().unwrap().splits;
        let diagram = counter.diagram().unwrap();
        assert_eq!((diagram.verify(problem), diagram.count()), (Ok(()), count.clone()), "{method}");
        (count, splits)
    });
    assert!(answers.iter().all(|(count, _)| *count == answers[0].0), "{answers:?}");
    answers.sort_unstable();
    answers[0].clone()
}

/// Squares of four cells in a row, each with two tilings; and the items of its corners.
fn squares(count: usize) -> (Vec<String>, Vec<String>) {
    let names: Vec<_> =
        (0..count).flat_map(|n| ["a", "b", "c", "d"].map(|c| format!("{c}{n}"))).collect();
    let options = (0..count).flat_map(|n| {
        [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d")].map(|(x, y)| format!("{x}{n} {y}{n}"))
    });
    (names, options.collect())
}

#[test]
fn what_has_fallen_apart_is_multiplied() {
    let (names, options) = squares(70);
    let problem = format!("{}\n{}\n", names.join(" "), options.join("\n")).parse().unwrap();
    let (count, splits) = counted(&problem);
    assert_eq!(count, BigUint::from(1u8) << 70);
    assert!(splits > 0);
}

#[test]
fn what_falls_apart_after_a_choice_is_multiplied_then() {
    // Either of two options of `x` takes one item of each square, and another one for itself.
    let (mut names, mut options) = squares(12);
    names.push("x".to_owned());
    names.extend((0..12).flat_map(|n| ["e", "f"].map(|c| format!("{c}{n}"))));
    for corner in ["e", "f"] {
        options.push((0..12).fold("x".to_owned(), |all, n| all + &format!(" {corner}{n}")));
        let other = if corner == "e" { "f" } else { "e" };
        options.extend((0..12).flat_map(|n| [1, 2].map(|_| format!("{other}{n}"))));
    }
    let problem = format!("{}\n{}\n", names.join(" "), options.join("\n")).parse().unwrap();
    let (count, splits) = counted(&problem);
    // Two tilings of each square, two options for each of the items that `x` leaves, and two
    // options of `x`.
    assert_eq!(count, BigUint::from(1u8) << 25);
    assert!(splits > 0);
}

#[test]
fn a_purified_item_holds_nothing_together() {
    // `p` gives `x` one of two colours; then squares may be tiled in one way, in that colour, and
    // have others without.
    let (names, mut options) = squares(9);
    for option in &mut options {
        if option.starts_with('a') && option.contains('b') {
            option.push_str(" x:1");
        } else if option.starts_with('a') {
            option.push_str(" x:2");
        }
    }
    let free: Vec<_> = (0..9).map(|n| format!("a{n} b{n} c{n} d{n} x:1")).collect();
    let head = format!("p {} | x\np x:1\np x:2\np\n", names.join(" "));
    let problem = format!("{head}{}\n{}\n", options.join("\n"), free.join("\n")).parse().unwrap();
    let (count, splits) = counted(&problem);
    // In colour 1: two ways each, in colour 2 one. `p` without a colour goes with either.
    assert_eq!(count, BigUint::from(2 * 512u32 + 2));
    assert!(splits > 0, "once it is purified");
}

#[test]
fn an_item_that_is_not_purified_yet_holds_all_together() {
    // Each `a` may take `x` in its own colour, and there is one that has it without one.
    let mut text = String::from("a0 a1 a2 a3 a4 a5 | x\n");
    for n in 0..6 {
        writeln!(text, "a{n} x:{}\na{n} x:9\na{n}", n % 2).unwrap();
    }
    text.push_str("a0 x\n");
    let problem = text.parse().unwrap();
    // No part has `x`, or some have it in one colour: 2 ^ 3 - 1 in either of two, 2 ^ 6 - 1 in the
    // third. Or `a0` alone.
    assert_eq!(counted(&problem).0, BigUint::from(1 + 7 + 7 + 63 + 1u32));
}

#[test]
fn the_color_is_in_the_key() {
    // Whichever way `a` is covered, the same items are left; what they may do depends on the
    // colour.
    let text =
        "a b c | x y\na x:1\na x:2\na x:3 y\na\nb x:1\nb x:1 y\nb x:2\nc x:1\nc x:3\nc y\nc\n";
    let problem: Problem = text.parse().unwrap();
    assert_eq!(counted(&problem).0, BigUint::from(truth(&problem).unwrap().len()));
}

#[test]
fn how_often_is_in_the_key() {
    // The same items are left after one option of `a` or two; how many more there may be depends on
    // it.
    let text = "2:4|a 1:3|b 0:2|c 1:2|d\na b\na b\na c\na c\na d\nb c\nb d\nc d\nd\nd\na\na\nb\n";
    let problem: Problem = text.parse().unwrap();
    assert_eq!(counted(&problem).0, BigUint::from(truth(&problem).unwrap().len()));
}

#[test]
fn what_is_found_of_some_parts_counts_for_nothing_before_all_are_known() {
    // Two boards, and before or after them one without two corners of the same colour, which has no
    // tiling.
    let text = quadrille::dlx::to_string(&boards(4, 3)).unwrap();
    for number in 0..3 {
        let corners = ["s0", "s15"].map(|cell| format!("{cell}-{number}"));
        let has_no_corner = |line: &&str| corners.iter().all(|c| line.split(' ').all(|i| i != *c));
        let mut lines = text.lines();
        let items = lines.next().unwrap().split(' ');
        let items: Vec<_> = items.filter(|item| corners.iter().all(|c| c != item)).collect();
        let options: Vec<_> = lines.filter(has_no_corner).collect();
        let problem: Problem =
            format!("{}\n{}\n", items.join(" "), options.join("\n")).parse().unwrap();
        for method in ORDERS {
            let setting = Setting { reduce: PresolveMode::Never, ..Setting::of(method) };
            for nodes in 0..200 {
                let count = setting.counter(&problem).node_limit(nodes).big_count();
                assert_eq!(count.solutions, BigUint::ZERO, "{method}: {nodes} nodes");
            }
            assert_eq!(setting.count(&problem), BigUint::ZERO);
        }
    }
}

#[test]
fn what_was_put_off_is_forgotten_with_the_parts_that_are_left() {
    // `x` takes the first cell of the last board and another one. If they have the same colour, no
    // tiling is left of it, and threads need not come back to the boards that they have left to
    // each other.
    let boards = quadrille::dlx::to_string(&boards(6, 4)).unwrap();
    let (items, options) = boards.split_once('\n').unwrap();
    let takes = (1..36).map(|cell| format!("x s0-3 s{cell}-3\n")).collect::<String>();
    let problem: Problem = format!("x {items}\n{takes}{options}").parse().unwrap();
    for method in ORDERS {
        let setting = Setting { reduce: PresolveMode::Never, ..Setting::of(method) };
        let alone = setting.count(&problem);
        assert!(alone > BigUint::ZERO);
        for threads in [2, 3].repeat(20) {
            assert_eq!(Setting { threads, ..setting }.count(&problem), alone, "{method}");
        }
    }
}

/// The solutions of some drafts side by side that hold nothing in common: one of each.
fn product(parts: &[Draft]) -> Option<usize> {
    parts.iter().map(|part| truth(&part.problem()).map(|all| all.len())).product()
}

proptest! {
    #![proptest_config(config(500))]

    #[test]
    fn parts_multiply(parts in vec(part(), 2..=6), settings in settings()) {
        let Some(expected) = product(&parts) else { return Ok(()) };
        let problem = side_by_side(&parts, 0).problem();
        for setting in settings.into_iter().filter(|setting| setting.method != Method::Plain) {
            let count = setting.counter(&problem).node_limit(1 << 14).big_count();
            if count.is_complete() {
                prop_assert_eq!(count.solutions, BigUint::from(expected), "{:?}", setting);
            }
        }
    }

    #[test]
    fn bridges_and_items_of_several_parts_are_seen(draft in bridged(), settings in settings()) {
        let problem = draft.problem();
        let Some(all) = truth(&problem) else { return Ok(()) };
        for setting in settings {
            prop_assert_eq!(setting.count(&problem), BigUint::from(all.len()), "{:?}", setting);
        }
    }

    #[test]
    fn what_is_given_may_take_it_apart(draft in bridged(), settings in settings()) {
        let problem = draft.problem();
        let Some(all) = truth(&problem) else { return Ok(()) };
        for option in problem.options().step_by(3) {
            let expected: Vec<Solution> = with_all(&all, &[option]);
            for setting in settings {
                let mut counter = setting.counter(&problem);
                if counter.assume(&[option]).is_ok() {
                    let count = counter.big_count().solutions;
                    prop_assert_eq!(count, BigUint::from(expected.len()), "{:?}", setting);
                }
            }
        }
    }
}
