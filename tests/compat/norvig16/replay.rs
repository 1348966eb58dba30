//! Replays a trace.

use quadrille::compat::digits::Digits;
use quadrille::compat::layout::UnitName;
use quadrille::compat::norvig16::layout;
use quadrille::compat::watch::{Step, Why, Wrong};
use std::collections::{BTreeSet, HashSet};

/// A box and a digit in it.
type Entry = (usize, u8);

/// A grid that does what the steps of a trace say, and checks that each of them was right.
pub(super) struct Replay {
    pub(super) boxes: Vec<Digits>,
    /// What was put where on the way to this grid.
    placed: HashSet<Entry>,
    /// The guesses that are not taken back, each with the grid before it, and what was put there.
    pub(super) before: Vec<(Entry, Vec<Digits>, HashSet<Entry>)>,
    /// The kinds of units in which a digit had one place.
    pub(super) only_places: BTreeSet<String>,
    /// The contradictions of either kind.
    pub(super) empty: usize,
    pub(super) nowhere: usize,
    pub(super) solutions: usize,
    /// Whether the last step was a contradiction: then all that can follow is to leave.
    is_contradictory: bool,
}

impl Replay {
    pub(super) fn new() -> Self {
        Self {
            boxes: vec![Digits::all(16); 256],
            placed: HashSet::new(),
            before: Vec::new(),
            only_places: BTreeSet::new(),
            empty: 0,
            nowhere: 0,
            solutions: 0,
            is_contradictory: false,
        }
    }

    /// The boxes of a unit that may hold a digit.
    fn places(&self, name: UnitName, digit: u8) -> Vec<usize> {
        let unit = layout().unitlist().iter().find(|unit| unit.name() == name).unwrap();
        unit.boxes().iter().copied().filter(|&b| self.boxes[b].contains(digit)).collect()
    }

    pub(super) fn step(&mut self, step: Step) {
        assert!(!self.is_contradictory || matches!(step, Step::TakenBack { .. }), "{step:?}");
        match step {
            Step::Eliminated { cell, value, why } => {
                assert!(self.boxes[cell].remove(value), "{step:?}: it was not there");
                assert!(self.explains_loss((cell, value), why), "{step:?}");
            }
            Step::Placed { cell, value, why } => {
                assert!(self.placed.insert((cell, value)), "{step:?}: it was told before");
                assert!(self.explains_placement((cell, value), why), "{step:?}");
            }
            Step::Guessed { cell, value } => {
                let open = self.boxes.iter().filter(|digits| digits.count() > 1);
                assert_eq!(Some(self.boxes[cell].count()), open.map(|&d| d.count()).min());
                assert!(self.boxes[cell].contains(value), "{step:?}");
                self.before.push(((cell, value), self.boxes.clone(), self.placed.clone()));
                self.placed.insert((cell, value));
            }
            Step::TakenBack { cell, value } => {
                let (guess, boxes, placed) = self.before.pop().unwrap();
                assert_eq!(guess, (cell, value));
                (self.boxes, self.placed, self.is_contradictory) = (boxes, placed, false);
            }
            Step::Contradiction(Wrong::NoCandidate(cell)) => {
                assert!(self.boxes[cell].is_empty(), "{step:?}");
                (self.is_contradictory, self.empty) = (true, self.empty + 1);
            }
            Step::Contradiction(Wrong::NoPlace(unit, digit)) => {
                assert!(self.places(unit, digit).is_empty(), "{step:?}");
                (self.is_contradictory, self.nowhere) = (true, self.nowhere + 1);
            }
            Step::Solved => {
                assert!(self.boxes.iter().all(|digits| digits.count() == 1));
                assert_eq!(self.placed.len(), 256, "each box is filled once");
                self.solutions += 1;
            }
        }
    }

    /// Whether this is why a box has lost a digit.
    fn explains_loss(&self, (cell, value): Entry, why: Why) -> bool {
        match why {
            Why::Taken(digit) => digit != value && self.placed.contains(&(cell, digit)),
            Why::Peer(peer) => {
                self.boxes[peer].single() == Some(value)
                    && layout().peers(cell).contains(&peer)
                    && self.placed.contains(&(peer, value))
            }
            _ => false,
        }
    }

    /// Whether this is why a digit is in a box.
    fn explains_placement(&mut self, (cell, value): Entry, why: Why) -> bool {
        match why {
            Why::Given => self.before.is_empty(),
            Why::OnlyCandidate => self.boxes[cell].single() == Some(value),
            Why::OnlyPlace(unit) => {
                self.only_places.insert(unit.kind.to_string());
                self.places(unit, value) == [cell] && self.boxes[cell].count() > 1
            }
            _ => false,
        }
    }
}
