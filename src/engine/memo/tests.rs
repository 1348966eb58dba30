//! Memoised counts against the oracle.

use super::*;
use crate::engine::tests::{latin, oracle};
use crate::natural::Natural;

fn counted(problem: &Problem, order: Order, bytes: usize) -> Natural {
    let (count, work) = run(problem, order, CanonicalMode::Off, bytes);
    assert_eq!(work.labelled, 0);
    for mode in [CanonicalMode::Auto, CanonicalMode::On] {
        assert_eq!(run(problem, order, mode, bytes).0, count, "{mode}");
    }
    count
}

fn run(problem: &Problem, order: Order, mode: CanonicalMode, bytes: usize) -> (Natural, MemoWork) {
    let plan = Orders::new(problem, None, mode).plan(order);
    let search = || machine(problem, None, &Subproblem::default(), &plan, Counts, bytes);
    let result = advance(search());
    for uses_sets in [false, true] {
        let mut search = search();
        search.use_sets(uses_sets);
        search.always_look_up_in_progress();
        assert_eq!(advance(search).0, result.0, "sets: {uses_sets}");
    }
    result
}

/// As [`run`] with labelling, where orbits of options are looked for at every branch.
fn run_with_orbits(problem: &Problem, order: Order, is_backwards: bool) -> (Natural, MemoWork) {
    let plan = Orders::new(problem, None, CanonicalMode::On).plan(order);
    let mut machine = machine(problem, None, &Subproblem::default(), &plan, Counts, 1 << 16);
    machine.is_backwards = is_backwards;
    machine.use_sets(!is_backwards);
    machine.always_find_orbits();
    advance(machine)
}

/// As [`run`] with labelling, where the search is expected to take long.
fn run_with_expectation(problem: &Problem, order: Order) -> (Natural, MemoWork) {
    let plan = Orders::new(problem, None, CanonicalMode::On).plan(order);
    let mut machine = machine(problem, None, &Subproblem::default(), &plan, Counts, 1 << 16);
    machine.expect(1e9);
    advance(machine)
}

/// As [`run`] with labelling, where representatives are used from the beginning.
fn run_with_representatives(problem: &Problem, order: Order, bytes: usize) -> (Natural, MemoWork) {
    let plan = Orders::new(problem, None, CanonicalMode::On).plan(order);
    let mut machine = machine(problem, None, &Subproblem::default(), &plan, Counts, bytes);
    machine.always_find_representatives();
    advance(machine)
}

fn advance(mut machine: MemoSearch<Counts>) -> (Natural, MemoWork) {
    let mut least = Natural::ZERO;
    while machine.advance(7) == Status::Paused {
        least = machine.at_least();
    }
    assert!(least <= machine.at_least());
    (machine.value().expect("it is done").clone(), machine.work())
}

/// Small problems with everything that a problem can have.
pub(crate) const TEXTS: [&str; 11] = [
    "a\n",
    "a\na\n",
    "| x\nx\n",
    "a b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n",
    "a b | x y\na x:r\na x:s y\nb x:r\nb y\nb x:s\na b\n",
    "0:2|a b 1:3|c\na\na b\nc\nb c\na c\nc\n",
    "2|a 0:1|b c | x\na x:1\na b x:1\na c x:2\nb c\nc x:1\na\n",
    "0:0|a b\na b\nb\n",
    "0:5|a\na\na\na\n",
    "a b c d\na\na\nb\nb\nc\nc d\nd\n",
    // Three edges of a network without a common end. They are decided in another order.
    "3|q | a b c d e f g h i\nq a f\nq e i\nq b c\nq g h\nq c d\nq h i\nq a b\nq f g\nq d e\n\
     q b f:1\nq c g:1\nq a f:1\nq d h:2\nq e i\nq c g\nq a i\nq d h:2\nq b f\n",
];

pub(crate) const ORDERS: [Order; 2] = [Order::Fewest, Order::Frontier];

#[test]
fn counts_are_those_of_the_oracle() {
    for text in TEXTS {
        let problem: Problem = text.parse().unwrap();
        for order in ORDERS {
            for bytes in [0, 1 << 20] {
                assert_eq!(
                    counted(&problem, order, bytes),
                    Natural::Word(oracle(&problem, &[])),
                    "{text}"
                );
            }
        }
    }
}

/// A random problem whose items a permutation maps to each other, and options too: with bounds,
/// secondary items and colours.
pub(crate) fn symmetric(random: &mut dyn FnMut(u64) -> u64) -> String {
    let orbits = 2 + random(3);
    let cycle = 2 + random(3);
    let mut primary = String::new();
    let mut secondary = String::from("|");
    let mut kinds = Vec::new();
    for orbit in 0..orbits {
        let kind = if orbit == 0 { 0 } else { random(5) };
        let bounds = ["", "", "0:2|", "1:2|"].get(usize::try_from(kind).unwrap());
        for index in 0..cycle {
            match bounds {
                Some(bounds) => primary += &format!("{bounds}i{orbit}_{index} "),
                None => secondary += &format!(" i{orbit}_{index}"),
            }
        }
        kinds.push(bounds.is_some());
    }
    let mut text = format!("{primary}{}\n", if secondary == "|" { "" } else { &secondary });
    for _ in 0..2 + random(4) {
        let chosen: Vec<_> =
            (0..orbits).map(|orbit| (orbit, random(2 * cycle), random(3))).collect();
        for shift in 0..cycle {
            let mut option = String::new();
            for &(orbit, index, color) in &chosen {
                let is_primary = kinds[usize::try_from(orbit).unwrap()];
                if orbit == 0 || index < cycle {
                    option += &format!("i{orbit}_{} ", (index + shift) % cycle);
                    if !is_primary && color > 0 {
                        option = format!("{}:{color} ", option.trim_end());
                    }
                }
            }
            text += option.trim_end();
            text.push('\n');
        }
    }
    text
}

/// A random problem with interchangeable blocks of items, beside items that belong to none: with
/// bounds, secondary items and colours.
pub(crate) fn interchangeable(random: &mut dyn FnMut(u64) -> u64) -> String {
    let (blocks, places, others) = (2 + random(2), 1 + random(3), 1 + random(3));
    let (mut primary, mut secondary) = (String::new(), String::from("|"));
    let mut declare = |random: &mut dyn FnMut(u64) -> u64, names: Vec<String>, is_first: bool| {
        let kind = if is_first { 0 } else { random(5) };
        for name in names {
            match ["", "", "0:2|", "1:2|"].get(usize::try_from(kind).unwrap()) {
                Some(bounds) => primary += &format!("{bounds}{name} "),
                None => secondary += &format!(" {name}"),
            }
        }
        kind == 4
    };
    let mut is_secondary = Vec::new();
    for place in 0..places {
        let names = (0..blocks).map(|block| format!("b{block}_{place}")).collect();
        is_secondary.push(declare(random, names, place == 0));
    }
    let is_other_secondary: Vec<bool> =
        (0..others).map(|other| declare(random, vec![format!("o{other}")], false)).collect();
    let mut text = format!("{primary}{}\n", if secondary == "|" { "" } else { &secondary });
    for _ in 0..2 + random(4) {
        let mut chosen = Vec::new();
        for (kind, count, is_secondary) in
            [("b", places, &is_secondary), ("o", others, &is_other_secondary)]
        {
            for (index, &is_secondary) in (0..count).zip(is_secondary) {
                if (kind == "b" && index == 0) || random(2) == 0 {
                    let color = if is_secondary { random(3) } else { 0 };
                    chosen.push((kind, index, color));
                }
            }
        }
        for block in 0..blocks {
            let names = chosen.iter().map(|&(kind, index, color)| {
                let block = if kind == "b" { format!("{block}_") } else { String::new() };
                let color = if color > 0 { format!(":{color}") } else { String::new() };
                format!("{kind}{block}{index}{color}")
            });
            text += &names.collect::<Vec<_>>().join(" ");
            text.push('\n');
        }
    }
    text
}

#[test]
fn interchangeable_blocks_are_counted_as_by_the_oracle() {
    let mut seed = 17;
    let mut random = |bound: u64| crate::splitmix::next(&mut seed) % bound;
    let (mut solvable, mut colored, mut labelled, mut fewer) = (0, 0, 0, 0);
    for round in 0..3000 {
        let text = interchangeable(&mut random);
        let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        if problem.options().len() > 14 {
            continue;
        }
        let count = oracle(&problem, &[]);
        for order in ORDERS {
            for bytes in [0, 1 << 16] {
                let (own, work) = run_with_representatives(&problem, order, bytes);
                assert_eq!(own, Natural::Word(count), "{round} {order:?}\n{text}");
                fewer += work.labelled;
                labelled += run(&problem, order, CanonicalMode::On, bytes).1.labelled;
            }
        }
        solvable += usize::from(count > 0);
        colored += usize::from(count > 0 && text.contains(':'));
    }
    assert!(solvable > 500 && colored > 100, "{solvable} {colored}");
    assert!(fewer < labelled, "{fewer} of {labelled}");
}

#[test]
fn representatives_save_labellings_of_known_problems() {
    let table = [(latin(5), 161_280), (latin(6), 812_851_200)];
    for (text, expected) in table {
        let problem: Problem = text.parse().unwrap();
        for order in ORDERS {
            let (count, work) = run_with_representatives(&problem, order, 1 << 20);
            let (_, without) = run(&problem, order, CanonicalMode::On, 1 << 20);
            assert_eq!(count, Natural::Word(expected), "{order:?}");
            assert!(work.labelled < without.labelled, "{order:?} {work:?} {without:?}");
            assert!(work.represented > 0, "{order:?} {work:?}");
        }
    }
}

/// Steiner triple systems on 9 points: a point is in 28 triples, which are all equivalent.
#[test]
fn orbits_are_found_before_the_first_options_of_a_long_search() {
    let points = 0..9;
    let pair = |a, b| format!("p{a}_{b}");
    let pairs = points.clone().flat_map(|b| (0..b).map(move |a| pair(a, b)));
    let mut text = vec![pairs.collect::<Vec<_>>().join(" ")];
    for c in points {
        text.extend(
            (0..c)
                .flat_map(|b| (0..b).map(move |a| [pair(a, b), pair(a, c), pair(b, c)].join(" "))),
        );
    }
    // Each pair four times: an item has 28 options.
    let copies: Vec<_> = text[1..].iter().flat_map(|option| vec![option.clone(); 4]).collect();
    let problem: Problem = format!("{}\n{}", text[0], copies.join("\n")).parse().unwrap();
    for order in ORDERS {
        let start = || {
            let plan = Orders::new(&problem, None, CanonicalMode::Auto).plan(order);
            machine(&problem, None, &Subproblem::default(), &plan, Counts, 1 << 20)
        };
        let (mut short, mut long) = (start(), start());
        long.expect(1e9);
        assert_eq!((short.advance(1), long.advance(1)), (Status::Paused, Status::Paused));
        assert!((short.orbit_product() - 1.0).abs() < 1e-9);
        assert!((long.orbit_product() - 28.0).abs() < 1e-9, "{}", long.orbit_product());
        assert!(long.share() > short.share() + 4.0, "{} {}", long.share(), short.share());
        assert_eq!(advance(short).0, advance(long).0);
    }
}

#[test]
fn symmetric_problems_are_counted_as_by_the_oracle() {
    let mut seed = 5;
    let mut random = |bound: u64| crate::splitmix::next(&mut seed) % bound;
    let (mut found, mut solvable, mut large) = (0, 0, 0);
    let (mut lookups, mut fewer) = (0, 0);
    for round in 0..1500 {
        let text = symmetric(&mut random);
        let problem: Problem = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        if problem.options().len() > 14 {
            continue;
        }
        let count = oracle(&problem, &[]);
        for order in ORDERS {
            let (own, work) = run(&problem, order, CanonicalMode::On, 1 << 16);
            assert_eq!(own, Natural::Word(count), "{round}\n{text}");
            assert_eq!(run(&problem, order, CanonicalMode::On, 0).0, own);
            assert!(work.renamed <= work.labelled && work.labelled <= work.lookups);
            found += work.renamed;
            assert_eq!(run_with_representatives(&problem, order, 1 << 16).0, own);
            assert_eq!(run_with_expectation(&problem, order).0, own);
            for is_backwards in [false, true] {
                let (own, by_orbits) = run_with_orbits(&problem, order, is_backwards);
                assert_eq!(own, Natural::Word(count), "{round}\n{text}");
                lookups += work.lookups;
                fewer += by_orbits.lookups;
            }
        }
        solvable += u64::from(count > 0);
        large += u64::from(count > 10);
    }
    assert!(found > 500 && solvable > 300 && large > 30, "{found} {solvable} {large}");
    assert!(fewer * 10 < lookups * 9, "{fewer} of {lookups} look-ups with orbits");
}

/// Two squares whose corners are covered by sides. In the second one, another item has the options
/// of a corner, so that it says the same.
#[test]
fn items_with_the_same_options_are_one_point() {
    let square = "a b c d e f g h t";
    let sides = "a b\nb c\nc d\na d\nf g\ng h";
    for (items, renamed) in [(square.to_owned(), 1), (square.replace(" t", " | t"), 0)] {
        let problem: Problem = format!("{items}\n{sides}\ne f t\ne h t").parse().unwrap();
        for order in ORDERS {
            let (count, work) = run(&problem, order, CanonicalMode::On, 1 << 16);
            assert_eq!((count, work.renamed), (Natural::Word(4), renamed), "{items}");
        }
    }
}

/// Latin squares and Steiner triple systems: nearly all subproblems are found up to renaming.
#[test]
fn designs_are_counted_by_few_subproblems() {
    for (text, count, labelled) in [(latin(5), 161_280, 80), (latin(6), 812_851_200, 400)] {
        let problem: Problem = text.parse().unwrap();
        for order in ORDERS {
            let (own, work) = run(&problem, order, CanonicalMode::On, 1 << 20);
            assert_eq!(own, Natural::Word(count));
            assert!(work.labelled < labelled, "{} were labelled", work.labelled);
        }
    }
}

/// Projective planes of order 3: all options of an item are equivalent at the first choices.
#[test]
fn equivalent_options_are_searched_once() {
    let problem: Problem = steiner(13, 4).parse().unwrap();
    for order in ORDERS {
        let (count, all) = run_with_orbits(&problem, order, false);
        assert_eq!(count, Natural::Word(1_108_800));
        assert!(all.lookups < 30, "{all:?}");
    }
}

/// Of an Aztec diamond, many subproblems are the same up to renaming, but the memo finds as many
/// without labelling. Of Latin squares, labelling finds nearly all.
#[test]
fn labelling_stops_where_it_saves_nothing() {
    let order = Order::Frontier;
    let aztec: Problem = aztec(8).parse().unwrap();
    let (count, work) = run(&aztec, order, CanonicalMode::Auto, 1 << 24);
    assert_eq!(count, Natural::Word(1 << 36));
    assert!(3 * work.labelling < 2 * work.nodes, "{work:?}");
    let squares: Problem = latin(7).parse().unwrap();
    let (count, work) = run(&squares, order, CanonicalMode::Auto, 1 << 24);
    assert_eq!(count, Natural::Word(61_479_419_904_000));
    assert!(work.nodes < 400_000 && work.labelled < 4000, "{work:?}");
}

/// Domino tilings of the Aztec diamond of order `n`: `2^(n(n+1)/2)` of them.
pub(crate) fn aztec(n: i32) -> String {
    let is_inside = |x: i32, y: i32| x.max(-1 - x) + y.max(-1 - y) < n;
    let all = || (-n..n).flat_map(|y| (-n..n).map(move |x| (x, y)));
    let cells: Vec<_> = all().filter(|&(x, y)| is_inside(x, y)).collect();
    let name = |(x, y): (i32, i32)| format!("{}_{}", x + n, y + n);
    let mut text: String = cells.iter().map(|&cell| name(cell) + " ").collect();
    for &(x, y) in &cells {
        for other in [(x + 1, y), (x, y + 1)] {
            if is_inside(other.0, other.1) {
                text += &format!("\n{} {}", name((x, y)), name(other));
            }
        }
    }
    text
}

/// Steiner systems: sets of `block` of `n` points such that each pair is in one of them.
pub(super) fn steiner(n: u32, block: u32) -> String {
    let mut text = String::new();
    for set in (0u32..1 << n).filter(|set| set.count_ones() == 2) {
        text += &format!("{set:x} ");
    }
    for set in (0u32..1 << n).filter(|set| set.count_ones() == block) {
        text.push('\n');
        let pairs = (0..n).flat_map(|b| (0..b).map(move |a| 1 << a | 1 << b));
        pairs.filter(|pair| set & pair == *pair).for_each(|pair| text += &format!("{pair:x} "));
    }
    text
}

/// Ten kings on a board, the squares in any order: one item has all options.
#[test]
fn subproblems_of_an_item_in_progress_are_counted_once() {
    let squares: Vec<_> = (0..64).map(|k| k * 37 % 64).map(|k| (k / 8, k % 8)).collect();
    let corners = |(row, column)| {
        let around = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(r, c)| (row + r, column + c));
        around.map(|(r, c)| format!("{r}{c}")).join(" ")
    };
    let corner = |k: u32| format!("{}{}", k / 9, k % 9);
    let mut text = format!("10|k | {}\n", (0..81).map(corner).collect::<Vec<_>>().join(" "));
    for square in squares {
        text += &format!("k {}\n", corners(square));
    }
    let problem: Problem = text.parse().unwrap();
    for order in ORDERS {
        let (count, work) = run(&problem, order, CanonicalMode::Auto, 1 << 24);
        assert_eq!(count, Natural::Word(314_949_564));
        // One after another, 10^9 choices.
        assert!(work.nodes < 50_000 && work.hits > 1000, "{work:?}");
    }
}
