//! The solution with an index, found by the counts of subproblems.
//!
//! A finished search has counted every subproblem, or one that is the same up to renaming. To find
//! a solution, its choices are made once more: of each option the solutions are counted, which
//! takes a look-up if the count is in the memo, until the index is below the sum. The choices are
//! those of the subproblem itself, whatever it was recognised as, so that no renaming has to be
//! undone.

#[cfg(test)]
#[cfg(feature = "diagram")]
mod tests;

use super::MemoSearch;
use super::frames::{Frame, Next};
use crate::engine::memo::values::{SolutionIndex, Values};
use crate::ids::{OptionId, as_index, to_u32};

/// The nodes between two calls of `goes_on`.
const SLICE: u64 = 256;

/// The parts of a subproblem on the way to a solution.
#[derive(Debug)]
struct OpenParts<I> {
    /// The length of the path when they were found.
    path: u32,
    /// The indices of the solutions of the parts that are to come, the next one last.
    indices: Vec<I>,
}

/// The way to a solution.
struct Descent<'g, I> {
    /// The index among the solutions of the current subproblem.
    index: I,
    parts: Vec<OpenParts<I>>,
    /// Options that are not on the path any more, or in no part.
    found: Vec<u32>,
    goes_on: &'g mut dyn FnMut(u64) -> bool,
    /// The nodes at its last call.
    asked: u64,
}

impl<V: Values<Value: SolutionIndex>> MemoSearch<V> {
    /// The options of the solution with an index below the count, in the order in which they are
    /// chosen, in a search that is finished. `None` if `goes_on`, which is called about every 256
    /// nodes with the nodes of the search, returns false.
    pub(crate) fn solution(
        &mut self,
        index: V::Value,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) -> Option<Vec<OptionId>> {
        let asked = self.nodes();
        let mut descent = Descent { index, parts: Vec::new(), found: Vec::new(), goes_on, asked };
        let is_found = self.descend(&mut descent).is_some();
        self.measurement = None;
        while self.pop().is_some() {}
        let name = |option| self.subproblem.layout.names[as_index(option)];
        let options = descent.found.into_iter().map(name).collect();
        is_found.then_some(options)
    }

    fn descend(&mut self, descent: &mut Descent<'_, V::Value>) -> Option<()> {
        loop {
            if self.subproblem.first().is_none() {
                if !self.enter_next_part(descent) {
                    return Some(());
                }
                continue;
            }
            let is_in_progress = self.item_in_progress().is_some();
            let parts = if is_in_progress { 1 } else { self.finder.find_always(&self.subproblem) };
            if parts > 1 {
                self.open_parts(parts, descent)?;
            } else {
                self.branch(descent)?;
            }
        }
    }

    /// Chooses an option of the next item, or decides on one, by the index.
    fn branch(&mut self, descent: &mut Descent<'_, V::Value>) -> Option<()> {
        self.push_item();
        match self.frames.last() {
            Some(Frame::Branch(branch)) => {
                let (lists, places) = (&self.subproblem.layout.lists, branch.untried.clone());
                let options = places.map(|place| lists[place].option);
                let is_left = |&option: &u32| self.subproblem.is_left(option);
                let options: Vec<_> = options.filter(is_left).collect();
                self.choose_by_index(&options, descent)
            }
            Some(Frame::Pick(pick)) => {
                let option = self.subproblem.layout.decision(pick.place);
                self.decide_by_index(option, descent)
            }
            _ => unreachable!("an item is left, and its frame was pushed"),
        }
    }

    /// Chooses one of the options of an item, in the order of its list. Of those that automorphisms
    /// map to each other, one is counted; which ones are known does not change the choice.
    fn choose_by_index(
        &mut self,
        options: &[u32],
        descent: &mut Descent<'_, V::Value>,
    ) -> Option<()> {
        // For each option, the index of the first one that is equivalent, as far as that is known.
        let mut kept: Vec<_> = (0..options.len()).collect();
        let mut counts = vec![None; options.len()];
        let mut are_orbits = false;
        for (index, &option) in options.iter().enumerate() {
            let before = self.effort();
            let count = match &counts[kept[index]] {
                Some(count) => V::Value::clone(count),
                None => self.count_with(option, descent)?,
            };
            if !descent.index.subtract(&count) {
                self.choose(option);
                return Some(());
            }
            counts[kept[index]] = Some(count);
            if !are_orbits {
                let last = self.effort() - before;
                are_orbits = self.unite_orbits(&options[index + 1..], &mut kept[index + 1..], last);
            }
        }
        unreachable!("the index is below the count")
    }

    /// The number of solutions with an option.
    fn count_with(&mut self, option: u32, descent: &mut Descent<'_, V::Value>) -> Option<V::Value> {
        let mark = self.subproblem.mark();
        let count =
            if self.choose(option) { self.count_here(descent)? } else { self.values.none() };
        self.subproblem.undo(mark);
        Some(count)
    }

    /// Looks for orbits of untried options, if that seems to pay. Returns whether it has looked.
    fn unite_orbits(&mut self, options: &[u32], kept: &mut [usize], last: u64) -> bool {
        let few = self.isomorphism.as_ref().map_or(u32::MAX, |own| own.orbit_accounts.few);
        let (untried, begin) = (to_u32(options.len()), kept.first().copied().unwrap_or(0));
        if untried < few {
            return false;
        }
        let Some(found) = self.equivalent_options(options, untried, last) else { return false };
        kept.iter_mut().zip(found).for_each(|(kept, found)| *kept = begin + found);
        true
    }

    /// Returns whether every item still has the options that it needs.
    fn choose(&mut self, option: u32) -> bool {
        self.subproblem.choose(option) && self.subproblem.propagate()
    }

    /// Drops an option or chooses it.
    fn decide_by_index(&mut self, option: u32, descent: &mut Descent<'_, V::Value>) -> Option<()> {
        let mark = self.subproblem.mark();
        if self.subproblem.drop_option(option) && self.subproblem.propagate() {
            let count = self.count_here(descent)?;
            if !descent.index.subtract(&count) {
                return Some(());
            }
        }
        self.subproblem.undo(mark);
        self.choose(option);
        Some(())
    }

    /// Enters the first of the parts that were found last. In the order of solutions, that of the
    /// last part changes fastest.
    fn open_parts(&mut self, parts: u32, descent: &mut Descent<'_, V::Value>) -> Option<()> {
        self.record_path(descent);
        self.push_parts(parts);
        let mut indices = Vec::new();
        for part in (1..parts).rev() {
            self.enter_split_part(part);
            let count = self.count_here(descent)?;
            indices.push(descent.index.divide(&count));
        }
        self.enter_split_part(0);
        let path = to_u32(self.subproblem.path.len());
        descent.parts.push(OpenParts { path, indices });
        Some(())
    }

    /// Leaves a part whose options are all decided, and enters the next one. Returns whether there
    /// is one.
    fn enter_next_part(&mut self, descent: &mut Descent<'_, V::Value>) -> bool {
        self.record_path(descent);
        loop {
            while !matches!(self.frames.last(), Some(Frame::Split(_)) | None) {
                self.pop();
            }
            let Some(open) = descent.parts.last_mut() else { return false };
            if let Some(index) = open.indices.pop() {
                descent.index = index;
                let Some(Frame::Split(split)) = self.frames.last() else { return false };
                self.enter_split_part(split.part + 1);
                return true;
            }
            descent.parts.pop();
            self.pop();
        }
    }

    /// Makes a part of the last frame the current subproblem.
    fn enter_split_part(&mut self, part: u32) {
        if let Some(Frame::Split(split)) = self.frames.last_mut() {
            split.part = part;
            let base = split.base;
            self.enter_part(base, part);
        }
    }

    /// Records the options that were chosen in the current part.
    fn record_path(&self, descent: &mut Descent<'_, V::Value>) {
        let begin = descent.parts.last().map_or(0, |open| open.path);
        descent.found.extend_from_slice(&self.subproblem.path[as_index(begin)..]);
    }

    /// The count of the current subproblem.
    fn count_here(&mut self, descent: &mut Descent<'_, V::Value>) -> Option<V::Value> {
        let (base, mut next) = (self.frames.len(), Next::Enter);
        loop {
            next = match next {
                Next::Give(value, _) if self.frames.len() == base => {
                    self.end_measurement(&value);
                    return Some(value);
                }
                next => self.step(next),
            };
            if self.nodes() >= descent.asked + SLICE {
                descent.asked = self.nodes();
                if !(descent.goes_on)(descent.asked) {
                    return None;
                }
            }
        }
    }
}
