//! Applying strategies: one of them once, or several until none works.

use super::checks::solved;
use super::lists::{Lists, Raised};
use super::strategies::Strategy;
use crate::compat::trace::{Contradiction, TraceObserver, TraceStep};

/// Applies a strategy to each blank cell, row by row, and writes its value there, whatever it is;
/// later cells see it. Returns whether a cell was filled.
///
/// As in the document, it returns `false` as soon as the strategy raises anything; values written
/// before that stay.
pub fn apply_strategy(
    strategy: Strategy,
    s: &mut Lists,
    observer: &mut impl TraceObserver,
) -> bool {
    let mut changed = false;
    for number in 0..81_u8 {
        let (x, y, cell) = (isize::from(number % 9), isize::from(number / 9), usize::from(number));
        if s.cells()[cell] != 0 {
            continue;
        }
        match (strategy.find)(x, y, s) {
            Ok(None) => {}
            Ok(Some((value, reason))) => {
                s.put(cell, value);
                observer.step(TraceStep::Placed { cell, value, reason });
                changed = true;
            }
            Err(raised) => {
                if raised == Raised::Invalid {
                    observer.step(TraceStep::Contradiction(Contradiction::NoCandidate(cell)));
                }
                return false;
            }
        }
    }
    changed
}

/// Applies strategies until the sudoku is [`solved`], and returns it. The sudoku is solved in
/// place.
///
/// The document says that each round tries each strategy once. Its program ends a round at the
/// first strategy that works, and so does this function. A strategy that raises an exception counts
/// as one that does not work, even if it has filled cells before.
///
/// # Errors
/// [`Raised::Unsolvable`] if no strategy works and there are blanks left. Filled cells stay filled.
pub fn sudoku_solver(
    s: &mut Lists,
    strategies: &[Strategy],
    observer: &mut impl TraceObserver,
) -> Result<Lists, Raised> {
    // A strategy works only if it fills a blank cell, and no strategy empties one. So at most 81
    // rounds have a strategy that works, and the first round without one is the last.
    for round in 1.. {
        let worked = strategies.iter().any(|&strategy| {
            observer.rule(Some(round), strategy.name);
            let worked = apply_strategy(strategy, s, observer);
            observer.grid(&|| format!("{s}\n"));
            worked
        });
        if solved(s) {
            break;
        }
        if !worked {
            return Err(Raised::Unsolvable);
        }
    }
    observer.step(TraceStep::Solved);
    Ok(s.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::lab::{Cases, ELIMINATION, HIDDEN_SINGLES, elimination, instantiate_cases};
    use crate::compat::trace::StepReason;

    const ONES: Strategy =
        Strategy { name: "ones", find: |_, _, _| Ok(Some((1, StepReason::OnlyCandidate))) };

    /// Fills the last blank cell only.
    const LAST: Strategy = Strategy {
        name: "last",
        find: |x, y, s| {
            let last = s.cells().iter().rposition(|&value| value == 0);
            let is_last = last == usize::try_from(y * 9 + x).ok();
            Ok(is_last.then_some((200, StepReason::OnlyCandidate)))
        },
    };

    /// Fills the first row, and raises an exception in the second.
    const RAISES: Strategy = Strategy {
        name: "raises",
        find: |_, y, _| {
            if y == 0 { Ok(Some((1, StepReason::OnlyCandidate))) } else { Err(Raised::Index) }
        },
    };

    const NOTHING: Strategy = Strategy { name: "nothing", find: |_, _, _| Ok(None) };

    fn blank() -> Lists {
        Lists::from_cells(&[0; 81]).unwrap()
    }

    #[test]
    fn a_strategy_that_raises_does_not_work_though_it_filled_cells() {
        let Cases { mut s4, .. } = instantiate_cases();
        let (before, mut steps) = (s4.clone(), Vec::new());
        assert!(!apply_strategy(ELIMINATION, &mut s4, &mut steps));
        assert_ne!(s4, before);
        let (last, placed) = steps.split_last().unwrap();
        let TraceStep::Contradiction(Contradiction::NoCandidate(cell)) = *last else {
            panic!("{last:?}")
        };
        let (x, y) = (isize::try_from(cell % 9).unwrap(), isize::try_from(cell / 9).unwrap());
        assert_eq!(elimination(x, y, &s4), Err(Raised::Invalid));
        let filled = (0..81).filter(|&cell| s4.cells()[cell] != before.cells()[cell]);
        assert_eq!(filled.count(), placed.len());
        for step in placed {
            let TraceStep::Placed { cell: earlier, value, reason } = *step else {
                panic!("{step:?}")
            };
            assert!(
                earlier < cell
                    && s4.cells()[earlier] == value
                    && reason == StepReason::OnlyCandidate
            );
        }
    }

    #[test]
    fn only_sudoku_invalid_is_a_contradiction() {
        let (mut s, mut steps) = (blank(), Vec::new());
        assert!(!apply_strategy(RAISES, &mut s, &mut steps));
        assert_eq!(s.cells()[..10], [1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
        assert_eq!(steps.len(), 9);
        assert_eq!(sudoku_solver(&mut blank(), &[RAISES], &mut ()), Err(Raised::Unsolvable));
    }

    #[test]
    fn filled_cells_stay_as_they_are() {
        let Cases { s, s3, .. } = instantiate_cases();
        let mut ones = s.clone();
        assert!(apply_strategy(ONES, &mut ones, &mut ()));
        let expected: Vec<_> = s.cells().iter().map(|&value| value.max(1)).collect();
        assert_eq!(ones.cells(), expected);
        for strategy in [ONES, RAISES, ELIMINATION, HIDDEN_SINGLES] {
            let mut full = s3.clone();
            assert!(!apply_strategy(strategy, &mut full, &mut ()));
            assert_eq!(full, s3);
        }
    }

    #[test]
    fn the_solver_terminates_with_any_strategy() {
        let (mut s, mut steps) = (blank(), Vec::new());
        let last = sudoku_solver(&mut s, &[NOTHING, LAST], &mut steps).unwrap();
        assert_eq!((last.cells(), &last), (&[200; 81][..], &s), "a cell a round, and solved");
        assert_eq!((steps.len(), steps[81]), (82, TraceStep::Solved));
        for strategies in [&[][..], &[NOTHING], &[NOTHING, NOTHING]] {
            let mut s = blank();
            assert_eq!(sudoku_solver(&mut s, strategies, &mut ()), Err(Raised::Unsolvable));
            assert_eq!(s, blank());
            let mut s3 = instantiate_cases().s3;
            assert_eq!(sudoku_solver(&mut s3.clone(), strategies, &mut ()), Ok(s3.clone()));
            s3.put(80, 1);
            assert!(sudoku_solver(&mut s3, strategies, &mut ()).is_ok(), "clash or not");
        }
    }

    #[test]
    fn a_strategy_that_works_is_applied_again_before_the_next() {
        let alone = sudoku_solver(&mut blank(), &[LAST, ONES], &mut ()).unwrap();
        assert_eq!(alone.cells(), [200; 81]);
        let first = sudoku_solver(&mut blank(), &[ONES, LAST], &mut ()).unwrap();
        assert_eq!(first.cells(), [1; 81]);
        // The strategy that raises fills a row first; the other one fills the rest.
        let both = sudoku_solver(&mut blank(), &[RAISES, LAST], &mut ()).unwrap();
        assert_eq!((both.cells()[8], both.cells()[9]), (1, 200));
    }
}
