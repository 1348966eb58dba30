//! Turns and slices of a portfolio.

use super::turns::{SETTLED, plain_until};
use super::*;
use crate::engine::memo::{CanonicalMode, Counts};
use crate::engine::tests::latin;
use crate::engine::{Engine, Subproblem};
use crate::natural::Natural;
use crate::problem::Problem;
use crate::search::frontier::Frontier;
use crate::search::limits::Limits;
use crate::search::thread_count::ThreadCount;

/// Langford pairs of 11 got turns without a node for ever.
#[test]
fn a_turn_has_a_node() {
    assert_eq!(plain_until(10, 10.5), None);
    assert_eq!(plain_until(10, 11.5), Some(11));
}

/// Langford pairs: two of each number up to `n`, with that many numbers between them.
pub(in crate::search::count) fn langford(n: usize) -> Problem {
    let mut text: Vec<String> = vec![String::new()];
    (1..=n).for_each(|number| text[0].push_str(&format!("d{number} ")));
    (0..2 * n).for_each(|place| text[0].push_str(&format!("s{place} ")));
    for number in 1..=n {
        for place in 0..(2 * n).saturating_sub(number + 1) {
            text.push(format!("d{number} s{place} s{}", place + number + 1));
        }
    }
    text.join("\n").parse().unwrap()
}

/// The index of the best order changes when an order before it is dropped.
#[test]
fn suspended_orders_are_dropped() {
    let problem = langford(12);
    let limits = Limits::default();
    let subject = Subject {
        kind: Engine::Auto,
        problem: &problem,
        known: None,
        root: &Subproblem::default(),
        limits: &limits,
        memory: 1 << 24,
        canonical: CanonicalMode::Off,
    };
    let mut portfolio = Portfolio::new(subject, None, true, || Counts);
    portfolio.open();
    for (index, share) in [(0, -1e6), (1, -1.0)] {
        let nodes = if index == 1 { SETTLED } else { FIRST };
        assert!(portfolio.run_candidate(index, nodes).unwrap().is_none(), "it takes longer");
        portfolio.candidates[index].estimate.note(1e9, 0.0, share);
    }
    let nodes = portfolio.stats().nodes;
    assert!(matches!(portfolio.turn(), Turn::Order(0, _)), "the second is the first now");
    assert_eq!(portfolio.candidates.len(), 1);
    assert_eq!(portfolio.candidates[0].plan.order, Order::Frontier);
    assert_eq!(portfolio.stats().nodes, nodes, "no work is forgotten");
}

/// Squares of coloured tiles, 4x6, seemed to have 2^37 nodes after 2^14, and had 2^25.
#[test]
fn the_trees_of_the_orders_bound_that_of_enumeration() {
    let (problem, root, limits) = (langford(12), Subproblem::default(), Limits::default());
    let mut portfolio = labelling(&problem, &root, &limits);
    for (nodes, share) in [(12.0, -12.5), (13.0, -12.0), (14.0, -11.5)] {
        portfolio.tree.note(f64::exp2(nodes), share, share);
    }
    assert!((portfolio.tree() - 37.0).abs() < 1e-9, "no order has begun");
    for (size, tree) in [(18.0, 30.0), (10.0, 25.5)] {
        assert!(portfolio.run_candidate(0, 1 << 12).unwrap().is_none(), "it takes longer");
        portfolio.candidates[0].estimate.note(1e9, size, -12.0);
        assert!((portfolio.tree() - tree).abs() < 1e-9, "{size}");
    }
}

fn labelling<'s>(
    problem: &'s Problem,
    root: &'s Subproblem,
    limits: &'s Limits,
) -> Portfolio<'s, Counts, impl Fn() -> Counts> {
    let canonical = CanonicalMode::Auto;
    let kind = Engine::Auto;
    let subject = Subject { kind, problem, known: None, root, limits, memory: 1 << 24, canonical };
    let mut portfolio =
        Portfolio::new(subject, None, true, || Counts).for_threads(ThreadCount::new(2));
    portfolio.open();
    portfolio
}

/// Labelling the root takes more nodes than the first turn.
#[test]
fn orders_are_not_twins_because_both_have_labelled_the_root() {
    let (problem, root) = (latin(7).parse().unwrap(), Subproblem::default());
    let limits = Limits::default();
    let mut portfolio = labelling(&problem, &root, &limits);
    for index in [0, 1] {
        assert!(portfolio.run_candidate(index, 4 * FIRST).unwrap().is_none(), "it takes longer");
    }
    let works = [0, 1].map(|index| portfolio.candidates[index].search.work());
    assert_eq!(works[0], works[1]);
    assert!(works[0].nodes >= 4 * FIRST);
}

/// Queens on large boards stayed with an order whose memo finds nothing, for ever.
#[test]
fn enumeration_gets_turns_where_the_memo_saves_nothing() {
    let (problem, root, limits) = (langford(12), Subproblem::default(), Limits::default());
    let mut engine = Engine::Auto.start(&problem, None);
    let subject = labelling(&problem, &root, &limits).subject;
    let threads = ThreadCount::new(2);
    let plain = Enumeration::new(subject, engine.as_mut(), threads, Frontier::whole(), None);
    let mut portfolio = Portfolio::new(subject, Some(plain), true, || Counts).for_threads(threads);
    assert!(portfolio.run_plain(1 << 14).unwrap().is_none(), "it takes longer");
    portfolio.open();
    portfolio.tree.note(16384.0, -60.0, -60.0);
    // Both orders seem to take far longer than enumeration, whose rest has 2^74 nodes.
    for (nodes, saved, is_plain) in
        [(1 << 50, 0.0, false), (1 << 60, 0.0, true), (1 << 60, 7.0, false)]
    {
        portfolio.past.nodes = nodes;
        for candidate in &mut portfolio.candidates {
            candidate.estimate = RuntimeEstimate::default();
            candidate.estimate.note(1024.0, 10.0 + saved, -640.0);
        }
        let turn = portfolio.turn();
        assert_eq!(matches!(turn, Turn::Plain(_)), is_plain, "{nodes} nodes of orders, 2^{saved}");
    }
}

/// Where labelling is much of the work, the order that makes more progress gets more nodes.
#[test]
fn an_order_that_labels_gets_nodes_by_its_lead() {
    let (problem, root) = (latin(7).parse().unwrap(), Subproblem::default());
    let limits = Limits::default();
    let mut portfolio = labelling(&problem, &root, &limits);
    portfolio.candidates.iter_mut().for_each(|candidate| candidate.is_renaming = true);
    for (index, size) in [(0, 12.0), (1, 10.0)] {
        portfolio.candidates[index].estimate.note(1.0, size, -40.0);
    }
    assert_eq!(portfolio.best(), Some(0));
    assert!((portfolio.lead(0, 1) - 1.0).abs() < 1e-9, "twice as many nodes");
    portfolio.candidates[1].estimate.note(1.0, 30.0, -30.0);
    assert_eq!(portfolio.best(), Some(1));
    assert!((portfolio.lead(1, 0) - 6.0).abs() < 1e-9, "at most 64 times as many");
}

/// A count by turns of several threads, which other turns interrupt.
#[test]
fn orders_whose_threads_take_turns_end_with_the_count() {
    let (problem, root) = (latin(6).parse().unwrap(), Subproblem::default());
    let limits = Limits::default();
    let mut portfolio = labelling(&problem, &root, &limits);
    for index in [0, 1] {
        assert!(portfolio.run_candidate(index, 2 * LARGE).unwrap().is_none(), "it takes longer");
    }
    let count = loop {
        let turns = [0, 1].map(|index| portfolio.run_candidate(index, 1 << 10).unwrap());
        if let Some(Answer::Value(count)) = turns.into_iter().flatten().next() {
            break count;
        }
    };
    assert_eq!(count, Natural::Word(812_851_200));
    let searches = portfolio.candidates.iter().map(|candidate| candidate.search.searches().count());
    assert_eq!(searches.collect::<Vec<_>>(), [2, 2]);
}
