//! The solutions of one puzzle, as a visitor receives them.

use super::machines::{RULES, everywhere, limited, shown, shown_until};
use super::puzzles::{drawn, known, named};
use quadrille::sudoku::simd9::{BatchSolver, EndReason, Variant};

#[test]
fn a_visitor_that_breaks_has_seen_the_first_solutions_and_is_not_asked_again() {
    let puzzle = named("lab.txt", 6);
    let (all, _) = everywhere(Variant::Standard, limited(None), |lanes| shown(lanes, &puzzle));
    assert_eq!(all.len(), 30);
    for last in 1..=30 {
        let (shown, answer) =
            everywhere(Variant::Standard, limited(None), |lanes| shown_until(lanes, &puzzle, last));
        assert_eq!(shown, all[..last]);
        assert_eq!(answer.end, EndReason::Visitor);
        assert_eq!((answer.solutions, answer.first), (last.try_into().unwrap(), Some(all[0])));
        assert!(!answer.is_complete());
    }
    let (shown, answer) =
        everywhere(Variant::Standard, limited(None), |lanes| shown_until(lanes, &puzzle, 31));
    assert_eq!((shown, answer.end), (all, EndReason::Exhausted));
}

#[test]
fn a_visitor_that_breaks_at_the_limit_is_what_ended_it() {
    let puzzle = named("lab.txt", 6);
    for (last, end) in [(4, EndReason::Visitor), (5, EndReason::Visitor), (6, EndReason::Limit)] {
        let (shown, answer) = everywhere(Variant::Standard, limited(Some(5)), |lanes| {
            shown_until(lanes, &puzzle, last)
        });
        assert_eq!((shown.len(), answer.end), (last.min(5), end));
    }
}

#[test]
fn with_a_limit_the_same_solutions_come_first() {
    let puzzle = named("lab.txt", 6);
    let (all, _) = everywhere(Variant::Standard, limited(None), |lanes| shown(lanes, &puzzle));
    for limit in 0..=30 {
        let (some, answer) =
            everywhere(Variant::Standard, limited(Some(limit)), |lanes| shown(lanes, &puzzle));
        assert_eq!(some, all[..usize::try_from(limit).unwrap()]);
        assert_eq!((answer.solutions, answer.end), (limit, EndReason::Limit));
    }
}

#[test]
fn a_visit_is_repeated_to_the_letter() {
    for rules in RULES {
        for puzzle in drawn(rules, 40) {
            let ask = |lanes: &mut BatchSolver| {
                let before = lanes.stats();
                let first = shown(lanes, &puzzle);
                let middle = lanes.stats();
                let again = shown(lanes, &puzzle);
                assert_eq!(first, again);
                assert_eq!(middle.guesses - before.guesses, lanes.stats().guesses - middle.guesses);
                assert_eq!(middle.passes - before.passes, lanes.stats().passes - middle.passes);
            };
            everywhere(rules, limited(Some(60)), ask);
        }
    }
}

/// Puzzles that give in to passes alone take no guess, and others do.
#[test]
fn work_counts_what_was_done() {
    for known in known().iter().filter(|known| known.count == 1) {
        let work = everywhere(known.rules, limited(None), |lanes| {
            assert_eq!(
                lanes.stats(),
                BatchSolver::new(known.rules).stats(),
                "nothing was done yet"
            );
            lanes.solve(&known.cells);
            lanes.stats()
        });
        assert!(work.passes > 0 && work.lane_passes >= work.passes, "{}", known.place);
        assert!(work.lane_passes <= 16 * work.passes && work.branches <= work.guesses);
        if known.place.starts_with("euler96") {
            assert_eq!((work.guesses, work.branches), (0, 0), "an easy puzzle");
        }
    }
    let work = everywhere(Variant::Standard, limited(None), |lanes| {
        lanes.solve(&named("lab.txt", 6));
        lanes.stats()
    });
    assert!(work.guesses >= 29, "thirty solutions take 29 guesses at least: {work:?}");
    let work = everywhere(Variant::Standard, limited(None), |lanes| {
        lanes.solve(&[9; 81]);
        lanes.stats()
    });
    assert_eq!(work.passes, 0, "clues that clash take no search");
}
