//! Applying strategies: one of them once, and several until they stop working.

use super::checks::solved;
use super::lists::{Lists, Raised};
use super::strategies::Strategy;
use crate::compat::watch::{Step, Watch, Wrong};

/// Applies a strategy to each blank cell, row by row, and writes what it returns, whatever it is. What was written
/// counts for the cells after it. Whether anything was changed.
///
/// As in the document, it ends with `false` as soon as the strategy raises anything; what was written before that
/// stays.
pub fn apply_strategy(strategy: Strategy, s: &mut Lists, watch: &mut impl Watch) -> bool {
    let mut changed = false;
    for number in 0..81_u8 {
        let (x, y, cell) = (isize::from(number % 9), isize::from(number / 9), usize::from(number));
        if s.cells()[cell] == 0 {
            match strategy.ask(x, y, s) {
                Ok(None) => {}
                Ok(Some((value, reason))) => {
                    s.put(cell, value);
                    watch.step(Step::Placed { cell, value, why: reason(cell) });
                    changed = true;
                }
                Err(raised) => {
                    if raised == Raised::Invalid {
                        watch.step(Step::Contradiction(Wrong::NoCandidate(cell)));
                    }
                    return false;
                }
            }
        }
    }
    changed
}

/// Applies strategies until the sudoku is [`solved`], and returns it. It is solved in place.
///
/// The document says that each round tries each strategy once. What it does, and so does this, is to end a round
/// at the first strategy that works: the second is tried only when the first does not work. Nor is it noticed
/// when a strategy that raised something has changed the sudoku before.
///
/// # Errors
/// [`Raised::Unsolvable`] if no strategy works and there are blanks left. What was filled in stays.
pub fn sudoku_solver(
    s: &mut Lists,
    strategies: &[Strategy],
    watch: &mut impl Watch,
) -> Result<Lists, Raised> {
    // A strategy works only if it fills a blank, and it can make none, as it only reads the sudoku. So there are at
    // most 81 rounds in which one works, and the first in which none does is the last.
    loop {
        let worked = strategies.iter().any(|&strategy| apply_strategy(strategy, s, watch));
        if solved(s) {
            watch.step(Step::Solved);
            return Ok(s.clone());
        }
        if !worked {
            return Err(Raised::Unsolvable);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::lab::{Cases, ELIMINATION, HIDDEN_SINGLES, elimination, instantiate_cases};
    use crate::compat::watch::{Recorder, Silent, Why};

    const ONES: Strategy = Strategy(&[(|_, _, _| Ok(1), |_| Why::OnlyCandidate)]);

    /// Fills the last blank cell only.
    const LAST: Strategy = Strategy(&[(
        |x, y, s| {
            let last = s.cells().iter().rposition(|&value| value == 0);
            Ok(u8::from(last == usize::try_from(y * 9 + x).ok()) * 200)
        },
        |_| Why::OnlyCandidate,
    )]);

    /// Fills the first row, and raises something in the second.
    const RAISES: Strategy = Strategy(&[(
        |_, y, _| if y == 0 { Ok(1) } else { Err(Raised::Index) },
        |_| Why::OnlyCandidate,
    )]);

    const NOTHING: Strategy = Strategy(&[]);

    fn blank() -> Lists {
        Lists::from_rows([[0; 9]; 9]).unwrap()
    }

    #[test]
    fn a_strategy_that_fails_says_that_nothing_changed_although_it_did() {
        let Cases { mut s4, .. } = instantiate_cases();
        let (before, mut recorder) = (s4.clone(), Recorder::default());
        assert!(!apply_strategy(ELIMINATION, &mut s4, &mut recorder));
        assert_ne!(s4, before);
        let (last, placed) = recorder.steps.split_last().unwrap();
        let Step::Contradiction(Wrong::NoCandidate(cell)) = *last else { panic!("{last:?}") };
        let (x, y) = (isize::try_from(cell % 9).unwrap(), isize::try_from(cell / 9).unwrap());
        assert_eq!(elimination(x, y, &s4), Err(Raised::Invalid));
        let filled = (0..81).filter(|&cell| s4.cells()[cell] != before.cells()[cell]);
        assert_eq!(filled.count(), placed.len());
        for step in placed {
            let Step::Placed { cell: earlier, value, why } = *step else { panic!("{step:?}") };
            assert!(earlier < cell && s4.cells()[earlier] == value && why == Why::OnlyCandidate);
        }
    }

    #[test]
    fn what_a_strategy_raises_is_a_contradiction_only_if_it_says_so() {
        let (mut s, mut recorder) = (blank(), Recorder::default());
        assert!(!apply_strategy(RAISES, &mut s, &mut recorder));
        assert_eq!(s.cells()[..10], [1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
        assert_eq!(recorder.steps.len(), 9);
        assert_eq!(sudoku_solver(&mut blank(), &[RAISES], &mut Silent), Err(Raised::Unsolvable));
    }

    #[test]
    fn cells_that_are_not_blank_are_left_alone() {
        let Cases { s, s3, .. } = instantiate_cases();
        let mut ones = s.clone();
        assert!(apply_strategy(ONES, &mut ones, &mut Silent));
        let expected: Vec<_> = s.cells().iter().map(|&value| value.max(1)).collect();
        assert_eq!(ones.cells(), expected);
        for strategy in [ONES, RAISES, ELIMINATION, HIDDEN_SINGLES] {
            let mut full = s3.clone();
            assert!(!apply_strategy(strategy, &mut full, &mut Silent));
            assert_eq!(full, s3);
        }
    }

    #[test]
    fn it_ends_whatever_the_strategies_return() {
        let (mut s, mut recorder) = (blank(), Recorder::default());
        let last = sudoku_solver(&mut s, &[NOTHING, LAST], &mut recorder).unwrap();
        assert_eq!((last.cells(), &last), (&[200; 81][..], &s), "a cell a round, and solved");
        assert_eq!((recorder.steps.len(), recorder.steps[81]), (82, Step::Solved));
        for strategies in [&[][..], &[NOTHING], &[NOTHING, NOTHING]] {
            let mut s = blank();
            assert_eq!(sudoku_solver(&mut s, strategies, &mut Silent), Err(Raised::Unsolvable));
            assert_eq!(s, blank());
            let mut s3 = instantiate_cases().s3;
            assert_eq!(sudoku_solver(&mut s3.clone(), strategies, &mut Silent), Ok(s3.clone()));
            s3.put(80, 1);
            assert!(sudoku_solver(&mut s3, strategies, &mut Silent).is_ok(), "clash or not");
        }
    }

    #[test]
    fn a_strategy_that_works_is_applied_again_before_the_next() {
        let alone = sudoku_solver(&mut blank(), &[LAST, ONES], &mut Silent).unwrap();
        assert_eq!(alone.cells(), [200; 81]);
        let first = sudoku_solver(&mut blank(), &[ONES, LAST], &mut Silent).unwrap();
        assert_eq!(first.cells(), [1; 81]);
        // The one that raised something left a row behind; that the other did the rest is what counts.
        let both = sudoku_solver(&mut blank(), &[RAISES, LAST], &mut Silent).unwrap();
        assert_eq!((both.cells()[8], both.cells()[9]), (1, 200));
    }
}
