//! [`ResidueStack`]: the residues of the frames, and the current one.
//!
//! A search needs the current residue and the one above it. Those further above are kept whole
//! while they fit into [`KEPT`] bytes; of each deeper one, only the fields that differ from the
//! residue below it. Options and open items only ever go on the way down. So all these differences
//! take about as much memory as the problem, however deep a search is.

use super::state::State;
use crate::ids::{as_index, low, to_u32};
use std::mem;

/// The memory for residues that are kept whole, in bytes.
const KEPT: usize = 1 << 20;

#[derive(Debug)]
pub(super) struct ResidueStack {
    pub(super) current: State,
    /// The residue above the current one; any at the root.
    above: State,
    /// Those above it that are kept whole, from the first, and how many can be.
    whole: Vec<State>,
    most: usize,
    /// The differences of the others, and for each where they begin and the number of its live
    /// options.
    changes: Vec<Change>,
    begins: Vec<(usize, u32)>,
    /// States that are not in use.
    unused: Vec<State>,
    /// A state to be overwritten, which [`step`](Self::step) exchanges with the current one.
    spare: State,
    /// The memory of a residue, in bytes.
    size: usize,
}

/// A field that differs in two states: its place in words, open items and slack, one after another,
/// and its value in one of them.
#[derive(Clone, Copy, Debug)]
struct Change {
    place: u32,
    value: u64,
}

impl ResidueStack {
    pub(super) fn new(root: State) -> Self {
        let size = root.bytes();
        Self {
            current: root,
            above: State::default(),
            whole: Vec::new(),
            most: KEPT / size.max(1) + 1,
            changes: Vec::new(),
            begins: Vec::new(),
            unused: Vec::new(),
            spare: State::default(),
            size,
        }
    }

    /// The residue above the current one.
    pub(super) fn above(&self) -> &State {
        &self.above
    }

    /// The residue above the current one, and the current one, which is to be made.
    #[inline(always)]
    pub(super) fn last_two(&mut self) -> (&State, &mut State) {
        (&self.above, &mut self.current)
    }

    /// The current residue, and the one that takes its place, which is to be made.
    #[inline(always)]
    pub(super) fn step(&mut self) -> (&State, &mut State) {
        mem::swap(&mut self.spare, &mut self.current);
        (&self.spare, &mut self.current)
    }

    /// Goes down to a residue that is to be made.
    pub(super) fn push(&mut self) {
        mem::swap(&mut self.above, &mut self.current);
        if self.whole.len() < self.most {
            let next = self.unused.pop().unwrap_or_default();
            self.whole.push(mem::replace(&mut self.current, next));
        } else {
            self.begins.push((self.changes.len(), self.current.live));
            self.current.note_changes(&self.above, &mut self.changes);
        }
    }

    /// Goes up to the residue above.
    pub(super) fn pop(&mut self) {
        mem::swap(&mut self.above, &mut self.current);
        if let Some((begin, live)) = self.begins.pop() {
            self.above.copy(&self.current);
            self.above.undo(self.changes.drain(begin..));
            self.above.live = live;
        } else if let Some(above) = self.whole.pop() {
            self.unused.push(mem::replace(&mut self.above, above));
        }
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        (3 + self.whole.len() + self.unused.len()) * self.size
            + size_of::<Change>() * self.changes.capacity()
    }
}

impl State {
    /// Records the fields that differ in another state of the same problem.
    fn note_changes(&self, other: &Self, changes: &mut Vec<Change>) {
        let sets = self.words.iter().chain(&self.open).zip(other.words.iter().chain(&other.open));
        for (place, (&own, _)) in sets.enumerate().filter(|(_, (own, other))| own != other) {
            changes.push(Change { place: to_u32(place), value: own });
        }
        let first = self.words.len() + self.open.len();
        let slack = self.slack.iter().zip(&other.slack);
        for (place, (&own, _)) in slack.enumerate().filter(|(_, (own, other))| own != other) {
            changes.push(Change { place: to_u32(first + place), value: own.into() });
        }
    }

    /// Turns the other state into the one that the changes were recorded of.
    fn undo(&mut self, changes: impl Iterator<Item = Change>) {
        let (words, sets) = (self.words.len(), self.words.len() + self.open.len());
        for Change { place, value } in changes {
            match as_index(place) {
                place if place < words => self.words[place] = value,
                place if place < sets => self.open[place - words] = value,
                place => self.slack[place - sets] = low(value),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A residue with numbers that depend on the depth.
    fn state(depth: u64, fields: usize) -> State {
        let own = |place: usize| (depth * 31 + u64::try_from(place).unwrap()) % 7 / 3;
        State {
            words: (0..fields).map(own).collect(),
            open: (0..fields / 3).map(own).collect(),
            slack: (0..fields * 2).map(|place| u32::try_from(own(place)).unwrap()).collect(),
            live: 0,
            work: 0,
        }
    }

    fn fields(state: &State) -> (&[u64], &[u64], &[u32]) {
        (&state.words, &state.open, &state.slack)
    }

    #[test]
    fn residues_return_on_the_way_up() {
        // Kept whole, and as differences: 50000 fields take more than 1 MiB in two residues.
        for size in [10, 50000] {
            let mut stack = ResidueStack::new(state(0, size));
            assert_eq!(stack.most < 3, size > 10);
            for (from, to) in [(0, 9), (4, 12), (0, 7)] {
                for depth in from + 1..=to {
                    stack.push();
                    stack.last_two().1.clone_from(&state(depth, size));
                }
                let end = if from == 0 { 4 } else { 0 };
                for depth in (end..to).rev() {
                    stack.pop();
                    assert_eq!(fields(&stack.current), fields(&state(depth, size)), "{depth}");
                    if depth > 0 {
                        let (above, _) = stack.last_two();
                        assert_eq!(fields(above), fields(&state(depth - 1, size)), "{depth}");
                    }
                }
            }
        }
    }
}
