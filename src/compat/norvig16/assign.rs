//! Propagation: [`assign()`] and [`eliminate`], which call each other.
//!
//! Two rules say what follows from the loss of a digit. (1) A box that has one digit left removes
//! it from its peers. (2) A digit that has one place left in a unit goes there. To assign a digit
//! to a box is to remove all its others, and to remove one is to apply both rules to the rest, at
//! once and before anything else.
//!
//! The document iterates over the peers of a box in the unspecified order of a Python set. Here
//! they are in ascending order, which can't change the result. Whatever a rule removes from a grid,
//! it also removes from one that has lost more digits (or that one is contradictory), and a rule is
//! applied wherever it may have become applicable. So every order ends in the one grid in which no
//! rule applies, or in a contradiction if that grid has one. Only the steps differ, and which
//! contradiction is found first.
//!
//! The depth of the calls is bounded. A call goes deeper because a box came down to one digit, or a
//! digit to one place in a unit. On one path the first happens once to each of 256 boxes, and the
//! second once to each of 16 digits in each of 48 units: to happen again, the one digit or place
//! would have to be removed, which is a contradiction. That makes at most 1024 levels, of less than
//! a kilobyte each even in unoptimised builds, and in practice about a hundred.

use super::grid::{BOXES, Reading, SIZE, grid_values, units};
use crate::compat::dictionary::{Dictionary, Sudoku};
use crate::compat::digits::{Digits, value};
use crate::compat::error::CompatError;
use crate::compat::trace::{Contradiction, StepReason, TraceObserver, TraceStep};
use crate::compat::units::NamedUnit;

/// Returns the digits that each box of a grid may hold, after all that follows from its clues;
/// `None` if they contradict each other.
///
/// A clue that has already followed from earlier clues is not a step of the trace.
///
/// # Errors
/// Those of [`grid_values`].
pub fn parse_grid(
    grid: &str,
    reading: Reading,
    observer: &mut impl TraceObserver,
) -> Result<Option<Sudoku>, CompatError> {
    let signs = grid_values(grid)?;
    observer.rule(None, "parse_grid_16");
    let mut values = Dictionary::new(units(), vec![Digits::all(SIZE); BOXES]);
    let mut propagation = Propagation::new(&mut values, reading, observer);
    let digits = signs.values().iter().map(|&sign| value(sign, SIZE)).enumerate();
    let mut clues = digits.filter_map(|(number, digit)| Some((number, digit?)));
    let is_consistent =
        clues.all(|(number, digit)| propagation.put(number, digit, StepReason::Given));
    if is_consistent {
        observer.grid(&|| values.display());
    }
    Ok(is_consistent.then_some(values))
}

/// Removes all digits but one from a box, with all that follows. Returns `false` if that is a
/// contradiction; the grid is then unspecified. Also returns `false` for a number without a box.
///
/// The caller traces why the digit is there.
pub fn assign(
    values: &mut Sudoku,
    number: usize,
    digit: u8,
    reading: Reading,
    observer: &mut impl TraceObserver,
) -> bool {
    number < values.values().len()
        && Propagation::new(values, reading, observer).assign(number, digit)
}

/// Removes a digit from a box for a reason, with all that follows. Returns `false` as [`assign()`]
/// does.
pub fn eliminate(
    values: &mut Sudoku,
    number: usize,
    digit: u8,
    reason: StepReason,
    reading: Reading,
    observer: &mut impl TraceObserver,
) -> bool {
    number < values.values().len()
        && Propagation::new(values, reading, observer).eliminate(number, digit, reason)
}

/// A grid during propagation.
struct Propagation<'a, O> {
    values: &'a mut Sudoku,
    reading: Reading,
    observer: &'a mut O,
    /// The assignments in progress. The box of one may have other digits left, and may come down to
    /// the digit for another reason before they are all removed: its placement is in the trace
    /// already.
    in_progress: Vec<(usize, u8)>,
}

impl<'a, O: TraceObserver> Propagation<'a, O> {
    fn new(values: &'a mut Sudoku, reading: Reading, observer: &'a mut O) -> Self {
        Self { values, reading, observer, in_progress: Vec::new() }
    }

    /// Assigns a digit to a box for a reason, which is traced unless the box had come down to the
    /// digit before.
    fn put(&mut self, number: usize, digit: u8, reason: StepReason) -> bool {
        if self.values[number].single() != Some(digit) {
            self.trace_placement(number, digit, reason);
        }
        self.assign(number, digit)
    }

    fn assign(&mut self, number: usize, digit: u8) -> bool {
        self.in_progress.push((number, digit));
        let mut others = self.values[number];
        others.remove(digit);
        let reason = StepReason::Taken(digit);
        let is_consistent = others.iter().all(|other| self.eliminate(number, other, reason));
        self.in_progress.pop();
        is_consistent
    }

    fn eliminate(&mut self, number: usize, digit: u8, reason: StepReason) -> bool {
        if !self.values[number].remove(digit) {
            return true;
        }
        self.observer.step(TraceStep::Eliminated { cell: number, value: digit, reason });
        self.remove_from_peers(number) && self.find_places(number, digit)
    }

    /// Rule (1), for a box that has lost a digit.
    fn remove_from_peers(&mut self, number: usize) -> bool {
        if self.values[number].is_empty() {
            return self.fail(Contradiction::NoCandidate(number));
        }
        let Some(digit) = self.values[number].single() else {
            return true;
        };
        self.trace_placement(number, digit, StepReason::OnlyCandidate);
        let mut peers = self.values.units().peers(number).iter();
        peers.all(|&peer| self.eliminate(peer, digit, StepReason::Peer(number)))
    }

    /// Rule (2), for a digit that a box has lost: in all units of the box, or as printed only in
    /// the last of them.
    fn find_places(&mut self, number: usize, digit: u8) -> bool {
        let mut units = self.values.units().of(number);
        if self.reading == Reading::Printed {
            return units.next_back().is_none_or(|unit| self.find_place(unit, digit));
        }
        // Not `all`, which is a dozen calls deep in unoptimised builds.
        for unit in units {
            if !self.find_place(unit, digit) {
                return false;
            }
        }
        true
    }

    fn find_place(&mut self, unit: &NamedUnit, digit: u8) -> bool {
        let mut places =
            unit.boxes.iter().copied().filter(|&place| self.values[place].contains(digit));
        match (places.next(), places.next()) {
            (None, _) => self.fail(Contradiction::NoPlace(unit.name, digit)),
            (Some(place), None) => self.put(place, digit, StepReason::OnlyPlace(unit.name)),
            (Some(_), Some(_)) => true,
        }
    }

    fn trace_placement(&mut self, number: usize, digit: u8, reason: StepReason) {
        if !self.in_progress.contains(&(number, digit)) {
            self.observer.step(TraceStep::Placed { cell: number, value: digit, reason });
        }
    }

    fn fail(&mut self, contradiction: Contradiction) -> bool {
        self.observer.step(TraceStep::Contradiction(contradiction));
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::System;
    use crate::compat::norvig16::{cross, solve};

    const READINGS: [Reading; 2] = [Reading::Printed, Reading::Meant];

    fn blank() -> Sudoku {
        Dictionary::new(units(), vec![Digits::all(SIZE); BOXES])
    }

    fn number(label: &str) -> usize {
        units().number(label).unwrap()
    }

    /// Removes `g` from boxes in a blank grid; returns the other steps.
    fn without_g(labels: &[String], reading: Reading) -> Vec<String> {
        let (mut values, mut trace) = (blank(), Vec::new());
        let reason = StepReason::OnlyCandidate;
        for label in labels {
            assert!(eliminate(&mut values, number(label), 16, reason, reading, &mut trace));
        }
        let is_own = |step: &TraceStep| matches!(step, TraceStep::Eliminated { reason: r, .. } if *r == reason);
        trace.retain(|step| !is_own(step));
        let describe = |step| System::Norvig16(reading).describe(step, 16);
        trace.into_iter().map(describe).collect()
    }

    #[test]
    fn assigning_a_digit_removes_the_others_and_the_digit_from_the_peers() {
        let (mut values, mut trace) = (blank(), Vec::new());
        assert!(assign(&mut values, 0, 16, Reading::Printed, &mut trace));
        let parts = |step: &TraceStep| match *step {
            TraceStep::Eliminated { cell, value, reason } => (cell, value, reason),
            step => panic!("{step:?}"),
        };
        let steps: Vec<_> = trace.iter().map(parts).collect();
        let others = (1..16).map(|digit| (0, digit, StepReason::Taken(16)));
        let peers = units().peers(0).iter().map(|&peer| (peer, 16, StepReason::Peer(0)));
        assert_eq!(steps, others.chain(peers).collect::<Vec<_>>());
    }

    #[test]
    fn a_placement_is_traced_once() {
        let (mut values, mut trace) = (blank(), Vec::new());
        for digit in 2..=16 {
            let reason = StepReason::Peer(200);
            assert!(eliminate(&mut values, 0, digit, reason, Reading::Meant, &mut trace));
        }
        assert!(assign(&mut values, 0, 1, Reading::Meant, &mut trace));
        let placed = TraceStep::Placed { cell: 0, value: 1, reason: StepReason::OnlyCandidate };
        assert_eq!(trace.len(), 15 + 1 + 39);
        assert_eq!(trace[15], placed);
    }

    #[test]
    fn as_printed_only_squares_are_examined() {
        let rows = "ABCDEFGHIJKLMNOP";
        let square: Vec<_> = cross("ABCD", "1234").split_off(1);
        // Fifteen boxes of a unit, the placement in the sixteenth, and whether the program as
        // printed misses it.
        let table = [
            (cross("A", "123456789abcdef"), "Ag = g: its only place in row A", true),
            (cross(&rows[1..], "5"), "A5 = g: its only place in column 5", true),
            (square, "A1 = g: its only place in square 1", false),
        ];
        for (labels, placed, is_missed) in table {
            for reading in READINGS {
                let steps = without_g(&labels, reading);
                if is_missed && reading == Reading::Printed {
                    assert!(steps.is_empty(), "{steps:?}");
                    continue;
                }
                let placements = steps.iter().filter(|step| step.contains(" = ")).count();
                assert_eq!((steps[0].as_str(), placements), (placed, 1));
                assert!(steps[1].ends_with(" is not 1: it is g"), "{}", steps[1]);
            }
        }
    }

    #[test]
    fn clues_that_clash_are_a_contradiction() {
        for reading in READINGS {
            for other in ["A2", "P1", "D4"] {
                let mut signs = vec!['.'; BOXES];
                signs[0] = 'g';
                signs[number(other)] = 'g';
                let grid: String = signs.iter().collect();
                let mut trace = Vec::new();
                assert_eq!(parse_grid(&grid, reading, &mut trace), Ok(None));
                let last = trace.pop();
                let expected = TraceStep::Contradiction(Contradiction::NoCandidate(number(other)));
                assert_eq!(last, Some(expected));
            }
        }
    }

    #[test]
    fn numbers_without_a_box_or_digit_change_nothing() {
        for reading in READINGS {
            for number in [BOXES, usize::MAX] {
                let mut values = blank();
                assert!(!assign(&mut values, number, 1, reading, &mut ()));
                assert!(!eliminate(&mut values, number, 1, StepReason::Given, reading, &mut ()));
                assert_eq!(values, blank());
            }
            for digit in [0, 17, 64, u8::MAX] {
                let mut values = blank();
                assert!(eliminate(&mut values, 0, digit, StepReason::Given, reading, &mut ()));
                assert_eq!(values, blank());
                assert!(!assign(&mut values, 0, digit, reading, &mut ()));
            }
        }
    }

    /// Records the deepest stack address at which it is called.
    struct StackProbe {
        deepest: usize,
        nodes: usize,
    }

    impl TraceObserver for StackProbe {
        fn step(&mut self, _: TraceStep) {
            self.deepest = self.deepest.min(here());
        }

        fn enter(&mut self) -> bool {
            self.nodes += 1;
            self.nodes < 400
        }
    }

    /// Returns an address on the stack.
    #[inline(never)]
    fn here() -> usize {
        let byte = 0_u8;
        std::ptr::from_ref(std::hint::black_box(&byte)).addr()
    }

    #[test]
    fn the_depth_of_the_calls_is_bounded() {
        let (_, grid1) = crate::compat::norvig16::PUZZLES[0];
        let blank = ".".repeat(BOXES);
        for reading in READINGS {
            let solution = solve(grid1, reading, &mut ()).unwrap().unwrap();
            let solution: String = solution.values().iter().map(ToString::to_string).collect();
            for grid in [grid1, &solution, &blank] {
                let mut probe = StackProbe { deepest: usize::MAX, nodes: 0 };
                let top = here();
                assert!(solve(grid, reading, &mut probe).is_ok());
                let depth = top - probe.deepest;
                assert!((1..1 << 19).contains(&depth), "{depth} bytes");
            }
        }
    }
}
