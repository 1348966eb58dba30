//! Progress grows, and ends with the whole.

use super::*;
use crate::engine::Engine;
use crate::engine::tests::dominoes;
use crate::problem::Problem;
use crate::search::Solver;
use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, channel};

/// The tilings of a board of six times six with dominoes.
const TILINGS: u64 = 6728;

/// A callback that sends what it is called with.
fn keep(sender: Sender<Progress>) -> impl FnMut(&Progress) + Send + 'static {
    move |progress| sender.send(*progress).expect("the receiver outlives the run")
}

/// Asserts that the reports of a run are in order.
fn check(reports: &[Progress], solutions: u64) {
    let (last, before) = reports.split_last().expect("the end is reported");
    assert_eq!((last.share(), last.solutions()), (Some(1.0), solutions));
    assert_eq!(last.stop(), Some(StopReason::Exhausted));
    assert!(before.iter().all(|progress| progress.stop().is_none()), "it ends once");
    for two in reports.windows(2) {
        assert!(two[0].share() <= two[1].share(), "{two:?}");
        assert!(two[0].nodes() <= two[1].nodes() && two[0].elapsed() <= two[1].elapsed());
    }
}

/// Asserts that there are reports in both halves of the run.
fn check_on_its_way(reports: &[Progress], engine: Engine) {
    assert!(reports.len() > 5, "{engine}: {} times", reports.len());
    assert!(reports.windows(2).all(|two| two[0].solutions() <= two[1].solutions()));
    let halves = [0.0..0.5, 0.5..1.0];
    let is_in = |half: &std::ops::Range<f64>| {
        reports.iter().any(|progress| progress.share().is_some_and(|share| half.contains(&share)))
    };
    let has_share = !matches!(engine, Engine::Auto | Engine::Learning);
    assert!(!has_share || halves.iter().all(is_in), "{engine} is on its way");
}

#[test]
fn every_engine_tells_how_far_it_has_come() {
    let problem: Problem = dominoes(6, 6).parse().unwrap();
    for engine in Engine::ALL {
        let (sender, receiver) = channel();
        let solver = Solver::with_engine(&problem, engine).unwrap();
        let mut solver = solver.progress(Duration::ZERO, keep(sender));
        assert_eq!(solver.count().solutions, TILINGS);
        drop(solver);
        let reports: Vec<_> = receiver.iter().collect();
        check(&reports, TILINGS);
        check_on_its_way(&reports, engine);
    }
}

#[test]
fn a_list_reports_its_progress() {
    let problem: Problem = dominoes(6, 6).parse().unwrap();
    for engine in Engine::ALL {
        let (sender, receiver) = channel();
        let solver = Solver::with_engine(&problem, engine).unwrap().threads(1);
        let mut solver = solver.progress(Duration::ZERO, keep(sender));
        assert_eq!(solver.visit(|_| ControlFlow::Continue(())).solutions, TILINGS);
        drop(solver);
        let reports: Vec<_> = receiver.iter().collect();
        check(&reports, TILINGS);
        check_on_its_way(&reports, engine);
    }
}

#[test]
fn each_run_begins_anew() {
    let problem: Problem = dominoes(6, 6).parse().unwrap();
    let (sender, receiver) = channel();
    let solver = Solver::with_engine(&problem, Engine::Links).unwrap();
    let mut solver = solver.progress(Duration::ZERO, keep(sender));
    assert_eq!(solver.solutions().count(), 6728);
    assert_eq!(solver.visit(|_| ControlFlow::Continue(())).solutions, TILINGS);
    let mut left = 300;
    let broken = solver.visit(|_| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    drop(solver);
    let reports: Vec<_> = receiver.iter().collect();
    let ends = (1..).zip(&reports).filter(|(_, progress)| progress.stop().is_some());
    let ends: Vec<_> = ends.map(|(end, _)| end).collect();
    assert_eq!((ends.len(), ends[2]), (3, reports.len()));
    check(&reports[..ends[0]], TILINGS);
    check(&reports[ends[0]..ends[1]], TILINGS);
    let last = reports[ends[2] - 1];
    assert_eq!((last.solutions(), last.stop()), (300, Some(broken.stop)));
    assert!(last.share().is_some_and(|share| share < 1.0), "much is left: {last:?}");
}

#[test]
fn a_limit_is_no_end_of_the_tree() {
    let problem: Problem = dominoes(6, 6).parse().unwrap();
    let (sender, receiver) = channel();
    let solver = Solver::with_engine(&problem, Engine::Bits).unwrap().node_limit(3000);
    let mut solver = solver.progress(Duration::ZERO, keep(sender));
    assert_eq!(solver.count().stop, StopReason::NodeLimit);
    drop(solver);
    let reports: Vec<_> = receiver.iter().collect();
    let last = reports.last().unwrap();
    assert_eq!(last.stop(), Some(StopReason::NodeLimit));
    assert!(last.share().is_some_and(|share| share < 1.0) && last.nodes() >= 3000);
}

#[cfg(feature = "diagram")]
#[test]
fn big_counts_and_diagrams_report_their_progress() {
    use crate::search::Method;
    let problem: Problem = dominoes(6, 6).parse().unwrap();
    for method in Method::ALL {
        for threads in [1, 2] {
            let (sender, receiver) = channel();
            let solver = Solver::new(&problem).method(method).threads(threads);
            let mut solver = solver.progress(Duration::ZERO, keep(sender));
            assert_eq!(solver.big_count().to_string(), TILINGS.to_string());
            drop(solver);
            let reports: Vec<_> = receiver.iter().collect();
            check(&reports, TILINGS);
            assert!(reports.iter().all(|progress| progress.solutions() <= TILINGS), "{method}");
            let (sender, receiver) = channel();
            let solver = Solver::new(&problem).method(method);
            let mut solver = solver.progress(Duration::ZERO, keep(sender));
            assert!(solver.diagram().is_ok());
            drop(solver);
            let reports: Vec<_> = receiver.iter().collect();
            check(&reports, TILINGS);
        }
    }
}
