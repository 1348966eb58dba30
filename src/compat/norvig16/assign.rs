//! Propagation: [`assign()`] and [`eliminate`], each of which calls the other.
//!
//! Two rules say when something follows from a digit's loss. (1) A box that has one digit left takes it from its
//! peers. (2) A digit that has one place left in a unit goes there. To put a digit into a box is to take all its
//! others away, and to take one away is to apply both rules to what is left, at once and before anything else.
//!
//! The document goes through the peers of a box as Python's set gives them, in no order that can be relied on. Here
//! they come in ascending order, and that can't change what comes out. Whatever a rule takes away in a grid, it also
//! takes away in one that has lost more digits (or that one is contradictory), and a rule is applied wherever it may
//! have become applicable. So every order ends in the one grid in which there is nothing left to do, or in a
//! contradiction if that grid has one. Only the steps differ, and which contradiction is met first.
//!
//! How deep the calls go is bounded. One goes deeper because a box came down to one digit, or a digit to one place in a
//! unit. On the way down the first happens once to each of 256 boxes, and the second once to each of 16 digits in each of
//! 48 units: to happen again, the one digit or place would have to go, which is a contradiction. That is 1024 levels at
//! the most, of less than a kilobyte each even where nothing is optimised, and in practice about a hundred.

use super::{BOXES, Reading, SIZE, Values, grid_values, layout};
use crate::compat::dictionary::Dictionary;
use crate::compat::digits::{Digits, value};
use crate::compat::error::CompatError;
use crate::compat::layout::Unit;
use crate::compat::watch::{Step, Watch, Why, Wrong};

/// The digits that each box of a grid may hold, after all that follows from its clues; `None` if they contradict each
/// other.
///
/// A clue is told as given, unless it had already followed from those before it.
///
/// # Errors
/// As for [`grid_values`].
pub fn parse_grid(
    grid: &str,
    reading: Reading,
    watch: &mut impl Watch,
) -> Result<Option<Values>, CompatError> {
    let signs = grid_values(grid)?;
    let mut values = Dictionary::new(layout(), vec![Digits::all(SIZE); BOXES]);
    let mut propagation = Propagation::new(&mut values, reading, watch);
    let digits = signs.values().iter().map(|&sign| value(sign, SIZE)).enumerate();
    let mut clues = digits.filter_map(|(number, digit)| Some((number, digit?)));
    let is_consistent = clues.all(|(number, digit)| propagation.put(number, digit, Why::Given));
    Ok(is_consistent.then_some(values))
}

/// Takes all digits but one from a box, with all that follows. `false` if that is a contradiction; what is left of the
/// grid then means nothing. So it is for a number that is no box.
///
/// Why the digit is there is for the caller to tell.
pub fn assign(
    values: &mut Values,
    number: usize,
    digit: u8,
    reading: Reading,
    watch: &mut impl Watch,
) -> bool {
    number < values.values().len() && Propagation::new(values, reading, watch).assign(number, digit)
}

/// Takes a digit from a box, for a reason, with all that follows. `false` as for [`assign()`].
pub fn eliminate(
    values: &mut Values,
    number: usize,
    digit: u8,
    why: Why,
    reading: Reading,
    watch: &mut impl Watch,
) -> bool {
    number < values.values().len()
        && Propagation::new(values, reading, watch).eliminate(number, digit, why)
}

/// A grid from which digits are being taken.
struct Propagation<'a, W> {
    values: &'a mut Values,
    reading: Reading,
    watch: &'a mut W,
    /// The digits that are being put into boxes. Such a box can have others left, and can come down to the digit for
    /// another reason before they are all gone: its placement was told already.
    under_way: Vec<(usize, u8)>,
}

impl<'a, W: Watch> Propagation<'a, W> {
    fn new(values: &'a mut Values, reading: Reading, watch: &'a mut W) -> Self {
        Self { values, reading, watch, under_way: Vec::new() }
    }

    /// Puts a digit into a box for a reason, which is told unless the box has come down to it before.
    fn put(&mut self, number: usize, digit: u8, why: Why) -> bool {
        if self.values[number].single() != Some(digit) {
            self.tell(number, digit, why);
        }
        self.assign(number, digit)
    }

    fn assign(&mut self, number: usize, digit: u8) -> bool {
        self.under_way.push((number, digit));
        let mut others = self.values[number];
        others.remove(digit);
        let why = Why::Taken(digit);
        let is_consistent = others.iter().all(|other| self.eliminate(number, other, why));
        self.under_way.pop();
        is_consistent
    }

    fn eliminate(&mut self, number: usize, digit: u8, why: Why) -> bool {
        if !self.values[number].remove(digit) {
            return true;
        }
        self.watch.step(Step::Eliminated { cell: number, value: digit, why });
        self.take_from_peers(number) && self.look_for_places(number, digit)
    }

    /// Rule (1), for a box that has lost a digit.
    fn take_from_peers(&mut self, number: usize) -> bool {
        if self.values[number].is_empty() {
            return self.fail(Wrong::NoCandidate(number));
        }
        let Some(digit) = self.values[number].single() else { return true };
        self.tell(number, digit, Why::OnlyCandidate);
        let mut peers = self.values.layout().peers(number).iter();
        peers.all(|&peer| self.eliminate(peer, digit, Why::Peer(number)))
    }

    /// Rule (2), for a digit that a box has lost: in all units of the box, or by the slip in the last of them.
    fn look_for_places(&mut self, number: usize, digit: u8) -> bool {
        let mut units = self.values.layout().units(number);
        if self.reading == Reading::Printed {
            return units.next_back().is_none_or(|unit| self.look_in(unit, digit));
        }
        // Not `all`, which is a dozen calls deep where nothing is optimised.
        for unit in units {
            if !self.look_in(unit, digit) {
                return false;
            }
        }
        true
    }

    fn look_in(&mut self, unit: &Unit, digit: u8) -> bool {
        let mut places =
            unit.boxes().iter().copied().filter(|&place| self.values[place].contains(digit));
        match (places.next(), places.next()) {
            (None, _) => self.fail(Wrong::NoPlace(unit.name(), digit)),
            (Some(place), None) => self.put(place, digit, Why::OnlyPlace(unit.name())),
            (Some(_), Some(_)) => true,
        }
    }

    fn tell(&mut self, number: usize, digit: u8, why: Why) {
        if !self.under_way.contains(&(number, digit)) {
            self.watch.step(Step::Placed { cell: number, value: digit, why });
        }
    }

    fn fail(&mut self, wrong: Wrong) -> bool {
        self.watch.step(Step::Contradiction(wrong));
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::norvig16::solve;
    use crate::compat::watch::{Naming, Recorder, Silent};

    const READINGS: [Reading; 2] = [Reading::Printed, Reading::Meant];

    fn blank() -> Values {
        Dictionary::new(layout(), vec![Digits::all(SIZE); BOXES])
    }

    fn number(label: &str) -> usize {
        layout().number(label).unwrap()
    }

    /// Takes `g` from boxes in a blank grid; the steps besides those.
    fn without_g(labels: &[String], reading: Reading) -> Vec<String> {
        let (mut values, mut recorder) = (blank(), Recorder::default());
        let why = Why::OnlyCandidate;
        for label in labels {
            assert!(eliminate(&mut values, number(label), 16, why, reading, &mut recorder));
        }
        let asked = |step: &&Step| !matches!(step, Step::Eliminated { why: w, .. } if *w == why);
        let steps = recorder.steps.iter().filter(asked);
        steps.map(|step| step.tell(Naming::Labels, 16).to_string()).collect()
    }

    #[test]
    fn a_digit_that_is_put_into_a_box_drives_out_the_others_and_is_taken_from_the_peers() {
        let (mut values, mut recorder) = (blank(), Recorder::default());
        assert!(assign(&mut values, 0, 16, Reading::Printed, &mut recorder));
        let why = |step: &Step| match *step {
            Step::Eliminated { cell, value, why } => (cell, value, why),
            step => panic!("{step:?}"),
        };
        let steps: Vec<_> = recorder.steps.iter().map(why).collect();
        let others = (1..16).map(|digit| (0, digit, Why::Taken(16)));
        let peers = layout().peers(0).iter().map(|&peer| (peer, 16, Why::Peer(0)));
        assert_eq!(steps, others.chain(peers).collect::<Vec<_>>());
    }

    #[test]
    fn a_box_that_comes_down_to_one_digit_is_told_once() {
        let (mut values, mut recorder) = (blank(), Recorder::default());
        for digit in 2..=16 {
            let why = Why::Peer(200);
            assert!(eliminate(&mut values, 0, digit, why, Reading::Meant, &mut recorder));
        }
        assert!(assign(&mut values, 0, 1, Reading::Meant, &mut recorder));
        let placed = Step::Placed { cell: 0, value: 1, why: Why::OnlyCandidate };
        assert_eq!(recorder.steps.len(), 15 + 1 + 39);
        assert_eq!(recorder.steps[15], placed);
    }

    #[test]
    fn by_the_slip_a_digit_is_looked_for_in_squares_only() {
        let rows = "ABCDEFGHIJKLMNOP";
        let square: Vec<_> = super::super::cross("ABCD", "1234").split_off(1);
        // Fifteen boxes of a unit, the sixteenth, and whether the slip overlooks it.
        let table = [
            (super::super::cross("A", "123456789abcdef"), "Ag = g: its only place in row A", true),
            (super::super::cross(&rows[1..], "5"), "A5 = g: its only place in column 5", true),
            (square, "A1 = g: its only place in square 1", false),
        ];
        for (labels, placed, is_overlooked) in table {
            for reading in READINGS {
                let told = without_g(&labels, reading);
                if is_overlooked && reading == Reading::Printed {
                    assert!(told.is_empty(), "{told:?}");
                    continue;
                }
                let placements = told.iter().filter(|step| step.contains(" = ")).count();
                assert_eq!((told[0].as_str(), placements), (placed, 1));
                assert!(told[1].ends_with(" is not 1: it is g"), "{}", told[1]);
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
                let mut recorder = Recorder::default();
                assert_eq!(parse_grid(&grid, reading, &mut recorder), Ok(None));
                let last = recorder.steps.pop();
                let expected = Step::Contradiction(Wrong::NoCandidate(number(other)));
                assert_eq!(last, Some(expected));
            }
        }
    }

    #[test]
    fn what_is_no_box_or_no_digit_does_no_harm() {
        for reading in READINGS {
            for number in [BOXES, usize::MAX] {
                let mut values = blank();
                assert!(!assign(&mut values, number, 1, reading, &mut Silent));
                assert!(!eliminate(&mut values, number, 1, Why::Given, reading, &mut Silent));
                assert_eq!(values, blank());
            }
            for digit in [0, 17, 64, u8::MAX] {
                let mut values = blank();
                assert!(eliminate(&mut values, 0, digit, Why::Given, reading, &mut Silent));
                assert_eq!(values, blank());
                assert!(!assign(&mut values, 0, digit, reading, &mut Silent));
            }
        }
    }

    /// Notes how far down the stack it is called.
    struct Sounding {
        deepest: usize,
        nodes: usize,
    }

    impl Watch for Sounding {
        fn step(&mut self, _: Step) {
            self.deepest = self.deepest.min(here());
        }

        fn enter(&mut self) -> bool {
            self.nodes += 1;
            self.nodes < 400
        }
    }

    /// An address on the stack.
    #[inline(never)]
    fn here() -> usize {
        let byte = 0_u8;
        std::ptr::from_ref(std::hint::black_box(&byte)).addr()
    }

    #[test]
    fn the_calls_are_no_danger_to_the_stack() {
        let (_, grid1) = crate::compat::norvig16::PUZZLES[0];
        let blank = ".".repeat(BOXES);
        for reading in READINGS {
            let solution = solve(grid1, reading, &mut Silent).unwrap().unwrap();
            let solution: String = solution.values().iter().map(ToString::to_string).collect();
            for grid in [grid1, &solution, &blank] {
                let mut sounding = Sounding { deepest: usize::MAX, nodes: 0 };
                let top = here();
                assert!(solve(grid, reading, &mut sounding).is_ok());
                let depth = top - sounding.deepest;
                assert!((1..1 << 19).contains(&depth), "{depth} bytes");
            }
        }
    }
}
