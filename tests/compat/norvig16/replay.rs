//! Replays a trace.

use quadrille::compat::Digits;
use quadrille::compat::UnitName;
use quadrille::compat::norvig16::units;
use quadrille::compat::{Contradiction, StepReason, TraceStep};
use std::collections::{BTreeSet, HashSet};

/// A box and a digit in it.
type Entry = (usize, u8);

/// A grid that replays the steps of a trace, and checks each of them.
pub(super) struct Replay {
    pub(super) boxes: Vec<Digits>,
    /// The entries that were placed on the path to this grid.
    placed: HashSet<Entry>,
    /// The guesses that are not taken back, each with the grid before it and the entries placed
    /// there.
    pub(super) before: Vec<(Entry, Vec<Digits>, HashSet<Entry>)>,
    /// The shapes of the units in which a digit had one place.
    pub(super) only_places: BTreeSet<String>,
    /// The contradictions of either kind.
    pub(super) empty: usize,
    pub(super) nowhere: usize,
    pub(super) solutions: usize,
    /// Whether the last step was a contradiction: only `TakenBack` may follow.
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

    /// Returns the boxes of a unit that may hold a digit.
    fn places(&self, name: UnitName, digit: u8) -> Vec<usize> {
        let unit = units().list().iter().find(|unit| unit.name == name).unwrap();
        unit.boxes.iter().copied().filter(|&b| self.boxes[b].contains(digit)).collect()
    }

    pub(super) fn step(&mut self, step: TraceStep) {
        assert!(!self.is_contradictory || matches!(step, TraceStep::TakenBack { .. }), "{step:?}");
        match step {
            TraceStep::Eliminated { cell, value, reason } => {
                assert!(self.boxes[cell].remove(value), "{step:?}: it was not there");
                assert!(self.explains_loss((cell, value), reason), "{step:?}");
            }
            TraceStep::Placed { cell, value, reason } => {
                assert!(self.placed.insert((cell, value)), "{step:?}: it was traced before");
                assert!(self.explains_placement((cell, value), reason), "{step:?}");
            }
            TraceStep::Guessed { cell, value } => {
                let open = self.boxes.iter().filter(|digits| digits.count() > 1);
                assert_eq!(Some(self.boxes[cell].count()), open.map(|&d| d.count()).min());
                assert!(self.boxes[cell].contains(value), "{step:?}");
                self.before.push(((cell, value), self.boxes.clone(), self.placed.clone()));
                self.placed.insert((cell, value));
            }
            TraceStep::TakenBack { cell, value } => {
                let (guess, boxes, placed) = self.before.pop().unwrap();
                assert_eq!(guess, (cell, value));
                (self.boxes, self.placed, self.is_contradictory) = (boxes, placed, false);
            }
            TraceStep::Contradiction(Contradiction::NoCandidate(cell)) => {
                assert!(self.boxes[cell].is_empty(), "{step:?}");
                (self.is_contradictory, self.empty) = (true, self.empty + 1);
            }
            TraceStep::Contradiction(Contradiction::NoPlace(unit, digit)) => {
                assert!(self.places(unit, digit).is_empty(), "{step:?}");
                (self.is_contradictory, self.nowhere) = (true, self.nowhere + 1);
            }
            TraceStep::Solved => {
                assert!(self.boxes.iter().all(|digits| digits.count() == 1));
                assert_eq!(self.placed.len(), 256, "each box is filled once");
                self.solutions += 1;
            }
        }
    }

    /// Returns whether a reason explains why a box has lost a digit.
    fn explains_loss(&self, (cell, value): Entry, reason: StepReason) -> bool {
        match reason {
            StepReason::Taken(digit) => digit != value && self.placed.contains(&(cell, digit)),
            StepReason::Peer(peer) => {
                self.boxes[peer].single() == Some(value)
                    && units().peers(cell).contains(&peer)
                    && self.placed.contains(&(peer, value))
            }
            _ => false,
        }
    }

    /// Returns whether a reason explains why a digit is in a box.
    fn explains_placement(&mut self, (cell, value): Entry, reason: StepReason) -> bool {
        match reason {
            StepReason::Given => self.before.is_empty(),
            StepReason::OnlyCandidate => self.boxes[cell].single() == Some(value),
            StepReason::OnlyPlace(unit) => {
                self.only_places.insert(unit.shape.to_string());
                self.places(unit, value) == [cell] && self.boxes[cell].count() > 1
            }
            _ => false,
        }
    }
}
