//! [`Line`]: the sections that are left, in their order, and what the others have come to.

use super::section::Section;
use crate::engine::Work;
use crate::ids::OptionId;
use crate::search::progress::Standing;
use std::collections::VecDeque;

/// The sections that are left. Only what a section has found to its end counts, and what of it was told.
#[derive(Clone, Debug, Default)]
pub(in crate::search) struct Line {
    pub(super) slots: VecDeque<Slot>,
    /// The number of the next slot.
    next: u64,
    /// The solutions that were counted, or told.
    pub(in crate::search) found: u64,
    pub(in crate::search) nodes: u64,
    pub(in crate::search) updates: u64,
    /// The share of the tree that is done.
    done: f64,
    /// How many numbers of options wait to be told.
    pub(super) held: usize,
}

/// A section in its place.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) id: u64,
    pub(super) section: Section,
    pub(super) state: State,
    /// How many of its solutions were told. They come first if it is searched again.
    pub(super) told: u64,
    /// What is to be told when its turn comes.
    pub(super) found: Found,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum State {
    Waiting,
    /// Somebody searches it.
    Running,
    Done,
}

/// Solutions, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    options: Vec<OptionId>,
    ends: Vec<usize>,
}

impl Found {
    /// Adds the solution at the end of these options, which were those before and its own.
    pub(super) fn push(&mut self, read: impl FnOnce(&mut Vec<OptionId>)) {
        read(&mut self.options);
        self.ends.push(self.options.len());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.options.clear();
        self.ends.clear();
    }

    /// What it takes to keep them.
    pub(super) fn size(&self) -> usize {
        self.options.len() + self.ends.len()
    }

    pub(super) fn append(&mut self, others: &mut Self) {
        let before = self.options.len();
        self.options.append(&mut others.options);
        self.ends.extend(others.ends.drain(..).map(|end| end + before));
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[OptionId]> {
        let begins = [0].into_iter().chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.options[begin..end])
    }
}

impl Line {
    /// A line of these sections; of the first, so many solutions were told.
    pub(in crate::search) fn new(sections: impl IntoIterator<Item = Section>, told: u64) -> Self {
        let mut line = Self { done: 1.0, ..Self::default() };
        for section in sections {
            line.done -= section.weight;
            let slot = line.slot(section);
            line.slots.push_back(slot);
        }
        line.done = line.done.max(0.0);
        if let Some(first) = line.slots.front_mut() {
            first.told = told;
        }
        line
    }

    fn slot(&mut self, section: Section) -> Slot {
        self.next += 1;
        Slot { id: self.next, section, state: State::Waiting, told: 0, found: Found::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The sections that are left.
    pub(in crate::search) fn sections(&self) -> impl Iterator<Item = &Section> {
        self.slots.iter().map(|slot| &slot.section)
    }

    /// How many solutions of the first of them were told.
    pub(in crate::search) fn told(&self) -> u64 {
        self.slots.front().map_or(0, |slot| slot.told)
    }

    /// The share of the tree that is done.
    pub(in crate::search) fn share(&self) -> f64 {
        self.done.clamp(0.0, 1.0)
    }

    /// Where it stands, with what is under way.
    pub(super) fn standing(&self, nodes: u64, found: u64) -> Standing {
        let share = Some(self.share());
        Standing { share, solutions: self.found + found, nodes: self.nodes + nodes }
    }

    /// Takes the first section that nobody has.
    pub(super) fn take(&mut self) -> Option<(u64, Section, u64)> {
        let slot = self.slots.iter_mut().find(|slot| slot.state == State::Waiting)?;
        slot.state = State::Running;
        Some((slot.id, slot.section.clone(), slot.told))
    }

    /// The place of a slot that is there.
    fn place(&self, id: u64) -> Option<usize> {
        self.slots.iter().position(|slot| slot.id == id)
    }

    pub(super) fn is_first(&self, id: u64) -> bool {
        self.slots.front().is_some_and(|slot| slot.id == id)
    }

    pub(super) fn get_mut(&mut self, id: u64) -> Option<&mut Slot> {
        self.slots.iter_mut().find(|slot| slot.id == id)
    }

    /// Adds what was done for a section.
    pub(super) fn add(&mut self, work: Work) {
        self.nodes += work.nodes;
        self.updates += work.updates;
    }

    /// So many more solutions of the first section are told.
    pub(super) fn tell_of_first(&mut self, number: u64) {
        self.found += number;
        if let Some(first) = self.slots.front_mut() {
            first.told += number;
        }
    }

    /// A section has come to its end, and this was cut off: it comes next.
    pub(super) fn finish(&mut self, id: u64, cut: Vec<Section>) {
        let Some(place) = self.place(id) else { return };
        let left: f64 = cut.iter().map(|section| section.weight).sum();
        self.done += self.slots[place].section.weight - left;
        let Slot { section, state, .. } = &mut self.slots[place];
        *state = State::Done;
        // If it is searched again because not all was told.
        (section.is_cut, section.weight) = (true, 0.0);
        for section in cut.into_iter().rev() {
            let slot = self.slot(section);
            self.slots.insert(place + 1, slot);
        }
    }

    /// A section that is done, and of which all was told, leaves.
    pub(super) fn remove(&mut self, id: u64) {
        if let Some(place) = self.place(id) {
            self.slots.remove(place);
        }
    }

    /// Nobody searches any more: what was not told is found again.
    pub(super) fn rest(&mut self) {
        self.held = 0;
        for slot in &mut self.slots {
            (slot.state, slot.found) = (State::Waiting, Found::default());
        }
    }
}
