//! [`Frontier`]: the subtrees that are left of a search, in their order.
//!
//! A search is a list of subtrees, in the order in which one thread would visit them. A large
//! subtree is split: all untried choices on the path to the node that it has reached become
//! subtrees, the deepest first, and follow it. So several threads can search, each in a subtree,
//! and their solutions are reported in the order of the list; and at any time, the list is what is
//! left of the search.

use super::progress::Standing;
use super::subtree::Subtree;
use crate::engine::Work;
use crate::ids::OptionId;
use std::collections::VecDeque;

/// The subtrees that are left, and the sums over the others.
#[derive(Clone, Debug, Default)]
pub(super) struct Frontier {
    entries: VecDeque<FrontierEntry>,
    next_id: u64,
    /// The solutions that were counted or emitted, of all runs. Of a subtree that is being counted,
    /// nothing is counted before its end.
    pub(super) found: u64,
    /// The nodes of earlier runs.
    pub(super) nodes_before: u64,
    /// The work of this run.
    pub(super) nodes: u64,
    pub(super) updates: u64,
    /// The share of the tree that is done.
    done: f64,
    /// The size of all buffered solutions.
    pub(super) buffered: usize,
}

/// A subtree of the frontier.
#[derive(Clone, Debug)]
pub(super) struct FrontierEntry {
    id: u64,
    pub(super) subtree: Subtree,
    state: EntryState,
    /// The number of its solutions that were emitted. They are the first ones if it is searched
    /// again.
    pub(super) emitted: u64,
    /// Solutions that are to be emitted when it is the first entry.
    pub(super) solutions: SolutionBuffer,
}

impl FrontierEntry {
    pub(super) fn is_done(&self) -> bool {
        self.state == EntryState::Done
    }

    /// The number of the entry, if it is done and has no solutions to emit.
    pub(super) fn finished_id(&self) -> Option<u64> {
        (self.is_done() && self.solutions.is_empty()).then_some(self.id)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum EntryState {
    Waiting,
    Running,
    /// It is searched, but not all of its solutions are emitted.
    Done,
}

/// An entry that was taken to be searched.
#[derive(Clone, Debug)]
pub(super) struct Taken {
    pub(super) id: u64,
    pub(super) subtree: Subtree,
    pub(super) emitted: u64,
}

/// Solutions, one after another.
#[derive(Clone, Debug, Default)]
pub(super) struct SolutionBuffer {
    options: Vec<OptionId>,
    ends: Vec<usize>,
}

impl SolutionBuffer {
    /// Adds the options that a function appends.
    pub(super) fn push(&mut self, append: impl FnOnce(&mut Vec<OptionId>)) {
        append(&mut self.options);
        self.ends.push(self.options.len());
    }

    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.options.clear();
        self.ends.clear();
    }

    /// The number of words that it holds.
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

impl Frontier {
    /// A search that has not begun.
    pub(super) fn whole() -> Self {
        let mut frontier = Self::default();
        frontier.restart();
        frontier
    }

    /// A frontier of subtrees, each with the number of its solutions that were emitted, after the
    /// solutions and nodes of earlier runs.
    pub(super) fn new(
        subtrees: impl IntoIterator<Item = (Subtree, u64)>,
        found: u64,
        nodes_before: u64,
    ) -> Self {
        let mut frontier = Self { found, nodes_before, done: 1.0, ..Self::default() };
        for (subtree, emitted) in subtrees {
            frontier.done -= subtree.weight;
            let entry = FrontierEntry { emitted, ..frontier.entry(subtree) };
            frontier.entries.push_back(entry);
        }
        frontier.done = frontier.done.max(0.0);
        frontier
    }

    fn entry(&mut self, subtree: Subtree) -> FrontierEntry {
        self.next_id += 1;
        let (id, state) = (self.next_id, EntryState::Waiting);
        FrontierEntry { id, subtree, state, emitted: 0, solutions: SolutionBuffer::default() }
    }

    /// Goes back to a search that has not begun, in the same memory.
    pub(super) fn restart(&mut self) {
        let mut entries = std::mem::take(&mut self.entries);
        entries.clear();
        *self = Self { entries, ..Self::default() };
        let entry = self.entry(Subtree::whole());
        self.entries.push_back(entry);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Whether the first subtree is being searched.
    pub(super) fn is_running(&self) -> bool {
        self.first().is_some_and(|entry| entry.state == EntryState::Running)
    }

    /// Whether every subtree is searched.
    pub(super) fn is_searched(&self) -> bool {
        self.entries.iter().all(|entry| entry.state == EntryState::Done)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = &FrontierEntry> {
        self.entries.iter()
    }

    pub(super) fn first_mut(&mut self) -> Option<&mut FrontierEntry> {
        self.entries.front_mut()
    }

    pub(super) fn first(&self) -> Option<&FrontierEntry> {
        self.entries.front()
    }

    /// The share of the tree that is done, from 0 to 1.
    pub(super) fn share(&self) -> f64 {
        self.done.clamp(0.0, 1.0)
    }

    /// The progress of the search, with work and solutions of subtrees that are not done.
    pub(super) fn standing(&self, nodes: u64, found: u64) -> Standing {
        let share = Some(self.share());
        let (solutions, nodes) = (self.found + found, self.nodes + nodes);
        Standing { share, solutions, nodes, ..Standing::default() }
    }

    /// Takes the first entry that waits.
    pub(super) fn take(&mut self) -> Option<Taken> {
        let entry = self.entries.iter_mut().find(|entry| entry.state == EntryState::Waiting)?;
        entry.state = EntryState::Running;
        Some(Taken { id: entry.id, subtree: entry.subtree.clone(), emitted: entry.emitted })
    }

    fn index(&self, id: u64) -> Option<usize> {
        self.entries.iter().position(|entry| entry.id == id)
    }

    pub(super) fn is_first(&self, id: u64) -> bool {
        self.first().is_some_and(|entry| entry.id == id)
    }

    pub(super) fn get_mut(&mut self, id: u64) -> Option<&mut FrontierEntry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    /// Adds work to that of this run.
    pub(super) fn add(&mut self, work: Work) {
        self.nodes += work.nodes;
        self.updates += work.updates;
    }

    /// Counts solutions of the first entry as emitted.
    pub(super) fn emit(&mut self, number: u64) {
        self.found += number;
        if let Some(first) = self.entries.front_mut() {
            first.emitted += number;
        }
    }

    /// Marks an entry as done, and inserts what was split off after it.
    pub(super) fn finish(&mut self, id: u64, split: Vec<Subtree>) {
        let Some(index) = self.index(id) else { return };
        let left: f64 = split.iter().map(|subtree| subtree.weight).sum();
        let FrontierEntry { subtree, state, .. } = &mut self.entries[index];
        self.done += subtree.weight - left;
        *state = EntryState::Done;
        // In case that it is searched again because not all of its solutions were emitted.
        (subtree.is_split, subtree.weight) = (true, 0.0);
        for subtree in split.into_iter().rev() {
            let entry = self.entry(subtree);
            self.entries.insert(index + 1, entry);
        }
    }

    /// Removes an entry that is done, and whose solutions are all counted or emitted.
    pub(super) fn remove(&mut self, id: u64) {
        if let Some(index) = self.index(id) {
            self.entries.remove(index);
        }
    }

    /// Ends all searches: what was not emitted has to be found again.
    pub(super) fn release(&mut self) {
        self.buffered = 0;
        for entry in &mut self.entries {
            (entry.state, entry.solutions) = (EntryState::Waiting, SolutionBuffer::default());
        }
    }
}
