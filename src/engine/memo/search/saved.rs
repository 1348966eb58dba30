//! [`SavedStack`]: the state of a search that counts.
//!
//! Which item a frame branches on, and which parts a subproblem has, depends on the problem and the
//! order alone. So a frame is saved as what is left of it and what was found: the search pushes the
//! frames again, from the root down, without any look-up. Of the memo, the most expensive entries
//! are saved; the others are computed again when they are needed.
//!
//! A branch that is deferred because another thread searches it is saved as not begun, so that a
//! stack needs nothing from other threads. Of a subproblem that is only measured, the known value
//! is saved.

use super::MemoSearch;
use super::frames::{Frame, Next, OptionOrbits, Pick};
use crate::engine::memo::table::{EntryCost, HeldEntry, Table};
use crate::engine::memo::values::{Counts, Values};
use crate::ids::{OptionId, as_index, to_u32};
use crate::natural::Natural;
use std::ops::Range;

/// The frames of a search with a memo: what is left of each subproblem on the path from the root,
/// and the number of solutions that were found of it.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SavedStack {
    /// A hash of the problem and of the order of its items.
    pub(crate) problem: u64,
    pub(crate) frames: Vec<SavedFrame>,
    /// The number of solutions of the subproblem below the last frame, if it is known. Without
    /// frames, that is the result.
    pub(crate) value: Option<Natural>,
    /// The most expensive entries of the memo.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
    pub(crate) memo: Vec<SavedEntry>,
}

/// The reason why a state can't be restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RestoreError {
    /// The hash of the problem is another one.
    Problem,
    /// The frame with this index does not follow from those above it.
    Frame(usize),
}

/// An entry of the memo: half of its hash, its cost, the size of its search, its key and its value.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct SavedEntry(
    pub(super) u32,
    pub(super) u64,
    pub(super) f64,
    pub(super) Vec<u64>,
    pub(super) Natural,
);

/// The limits of the entries that are saved: their number, and the words of their keys.
const ENTRIES: u64 = 1 << 15;
const KEY_WORDS: u64 = 1 << 18;

/// A frame of a search, with the nodes of a search without memo.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields, rename_all = "kebab-case"))]
pub(crate) enum SavedFrame {
    /// The current option of an item, then the untried ones in ascending order, of which some may
    /// conflict with the choices above; and how many options each one stands for, if not all stand
    /// for themselves alone.
    Branch {
        options: Vec<OptionId>,
        #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Vec::is_empty"))]
        orbits: Vec<u32>,
        sum: Natural,
        size: f64,
    },
    /// Whether the option of the frame is chosen or dropped, and whether the other was done before.
    Pick { is_chosen: bool, is_last: bool, sum: Natural, size: f64 },
    /// The indices of the parts that are left: the current one, then the others in ascending order.
    Split { parts: Vec<u32>, product: Natural, size: f64 },
}

impl SavedStack {
    /// The result, if the search is finished.
    pub(crate) fn result(&self) -> Option<&Natural> {
        self.value.as_ref().filter(|_| self.frames.is_empty())
    }

    /// The same with the most expensive entries of a memo, if the search is not finished.
    pub(crate) fn with_memo(self, memo: &Table) -> Self {
        if self.result().is_some() {
            return self;
        }
        let entry = |HeldEntry { hash, key, value, worth }| {
            SavedEntry(hash, worth.cost, worth.size, key, Counts.read(&value))
        };
        Self { memo: memo.expensive(ENTRIES, KEY_WORDS).into_iter().map(entry).collect(), ..self }
    }
}

impl MemoSearch<Counts> {
    /// The state of the search, without its memo.
    pub(crate) fn save(&self) -> SavedStack {
        let measured = self.measurement.as_ref();
        let value = match (measured, &self.next) {
            (Some(own), _) => Some(self.values.read(&own.value)),
            (None, Next::Give(value, _) | Next::Done(value)) => Some(value.clone()),
            (None, Next::Enter | Next::EnterPart) => None,
        };
        let mut end = self.deferred.len();
        let frames = self.frames.iter().rev().map(|frame| self.save_frame(frame, &mut end));
        let mut frames: Vec<_> = frames.collect();
        frames.reverse();
        frames.truncate(measured.map_or(frames.len(), |own| own.depth));
        SavedStack { problem: self.problem, frames, value, memo: Vec::new() }
    }

    /// Stores saved entries. Returns whether all are entries of this problem.
    ///
    /// A hash is not checked: it only finds the place, and keys are compared in full.
    pub(crate) fn restore_memo(&mut self, saved: &SavedStack) -> bool {
        let depth = self.frames.len();
        saved.memo.iter().all(|SavedEntry(hash, cost, size, key, value)| {
            let is_entry = self.subproblem.layout.key_layout.is_key(key) && is_size(*size);
            if is_entry {
                self.values.write(value, &mut self.words);
                let worth = EntryCost { size: *size, cost: *cost };
                self.memo.put(depth, key, u64::from(*hash) << 32, &self.words, worth);
            }
            is_entry
        })
    }

    /// Saves a frame, given where its deferred branches or parts end. Sets the end for the frame
    /// above.
    fn save_frame(&self, frame: &Frame<Natural>, end: &mut usize) -> SavedFrame {
        let mut deferred = |base: u32| {
            let own = as_index(base)..std::mem::replace(end, as_index(base));
            self.deferred[own].iter().copied()
        };
        match frame {
            Frame::Branch(own) => {
                let layout = &self.subproblem.layout;
                let option = |place| layout.names[as_index(layout.lists[as_index(place)].option)];
                let rest = own.untried.clone().chain(deferred(own.deferred));
                let rest = rest.filter(|&place| own.orbit(place) > 0);
                let places = with_rest(own.place, rest);
                let mut orbits: Vec<_> = places.iter().map(|&place| own.orbit(place)).collect();
                if orbits.iter().all(|&size| size == 1) {
                    orbits.clear();
                }
                let options = places.into_iter().map(option).collect();
                SavedFrame::Branch { options, orbits, sum: own.sum.clone(), size: finite(own.size) }
            }
            Frame::Pick(Pick { is_chosen, tried, sum, size, .. }) => SavedFrame::Pick {
                is_chosen: *is_chosen,
                is_last: *tried == 2,
                sum: sum.clone(),
                size: finite(*size),
            },
            Frame::Split(own) => {
                let rest = (own.next..own.all).chain(deferred(own.deferred));
                let (parts, product) = (with_rest(own.part, rest), own.product.clone());
                SavedFrame::Split { parts, product, size: finite(own.size) }
            }
        }
    }

    /// Restores a state, in a search that has not begun. Its nodes count from here.
    ///
    /// # Errors
    /// If the state is not one of this search, which then can't be used.
    pub(crate) fn restore(&mut self, saved: &SavedStack) -> Result<(), RestoreError> {
        if saved.problem != self.problem {
            return Err(RestoreError::Problem);
        }
        let nodes = self.subproblem.nodes;
        for (index, frame) in saved.frames.iter().enumerate() {
            let is_possible = matches!(self.next, Next::Enter);
            if !(is_possible && self.restore_frame(frame)) {
                return Err(RestoreError::Frame(index));
            }
        }
        if let (Next::Enter, Some(value)) = (&self.next, &saved.value) {
            self.next = Next::Give(value.clone(), 0.0);
        }
        self.restored_nodes = self.subproblem.nodes - nodes;
        Ok(())
    }

    /// Pushes a frame, and enters its current subproblem. Returns whether that is possible.
    fn restore_frame(&mut self, frame: &SavedFrame) -> bool {
        match frame {
            SavedFrame::Branch { options, orbits, sum, size } => {
                self.restore_branch(options, orbits, sum, *size)
            }
            SavedFrame::Pick { is_chosen, is_last, sum, size } => {
                self.restore_pick(*is_chosen, *is_last, sum, *size)
            }
            SavedFrame::Split { parts, product, size } => self.restore_split(parts, product, *size),
        }
    }

    fn restore_branch(
        &mut self,
        options: &[OptionId],
        orbits: &[u32],
        sum: &Natural,
        size: f64,
    ) -> bool {
        let is_pushed = self.push_item();
        let Some(Frame::Branch(branch)) = self.frames.last_mut().filter(|_| is_pushed) else {
            return false;
        };
        let subproblem = &mut self.subproblem;
        let (layout, list) = (&subproblem.layout, std::mem::take(&mut branch.untried));
        let place = |option| {
            let number = to_u32(layout.names.binary_search(option).ok()?);
            let own = &layout.lists[as_index(list.start)..as_index(list.end)];
            let index = own.binary_search_by_key(&number, |listed| listed.option).ok()?;
            Some(list.start + to_u32(index))
        };
        let Some(places) = options.iter().map(place).collect::<Option<Vec<_>>>() else {
            return false;
        };
        let is_left = |place: u32| subproblem.is_left(layout.lists[as_index(place)].option);
        let Some((current, rest)) = first_and_rest(&places).filter(|&(place, _)| is_left(place))
        else {
            return false;
        };
        // Others may conflict with options above this frame: the list has all options of the item.
        let before = self.deferred.len();
        self.deferred.extend(rest.iter().copied().filter(|&place| is_left(place)));
        if !self.is_backwards {
            self.deferred[before..].reverse();
        }
        if !orbits.is_empty() {
            let Some(own) = option_orbits(list, &places, orbits) else { return false };
            branch.orbits = Some(Box::new(own));
        }
        let left: u32 = self.deferred[before..].iter().map(|&place| branch.orbit(place)).sum();
        (branch.place, branch.is_late) = (current, true);
        branch.tried = branch.all.saturating_sub(left + branch.orbit(current) - 1);
        (branch.sum, branch.size) = (sum.clone(), size);
        let option = layout.lists[as_index(current)].option;
        is_size(size) && subproblem.choose(option) && subproblem.propagate()
    }

    fn restore_pick(&mut self, is_chosen: bool, is_last: bool, sum: &Natural, size: f64) -> bool {
        let is_pushed = self.push_item();
        let Some(Frame::Pick(pick)) = self.frames.last_mut().filter(|_| is_pushed) else {
            return false;
        };
        (pick.is_chosen, pick.is_late) = (is_chosen, true);
        pick.tried = 1 + u32::from(is_last);
        (pick.sum, pick.size) = (sum.clone(), size);
        is_size(size) && self.subproblem.decide(pick.place, is_chosen)
    }

    fn restore_split(&mut self, parts: &[u32], product: &Natural, size: f64) -> bool {
        if self.item_in_progress().is_some() {
            return false;
        }
        let all = self.finder.find_always(&self.subproblem);
        let Some((current, rest)) = first_and_rest(parts) else { return false };
        if all < 2 || parts.iter().any(|&part| part >= all) {
            return false;
        }
        self.push_parts(all);
        let Some(Frame::Split(split)) = self.frames.last_mut() else { return false };
        (split.next, split.part, split.tried) = (all, current, all - to_u32(rest.len()));
        (split.solutions, split.size) = (self.values.estimate(product), size);
        split.product = product.clone();
        let base = split.base;
        self.deferred.extend(rest.iter().rev());
        self.enter_part(base, current);
        is_size(size)
    }
}

/// How many options each place of an item's list stands for, given some places with their numbers;
/// `None` if a number is 0, or all together are more than the list has.
fn option_orbits(list: Range<u32>, places: &[u32], orbits: &[u32]) -> Option<OptionOrbits> {
    let all = orbits.iter().try_fold(0u32, |all, &size| all.checked_add(size))?;
    let is_valid =
        orbits.len() == places.len() && !orbits.contains(&0) && all <= to_u32(list.len());
    let mut sizes = vec![1; list.len()];
    for (&place, &size) in places.iter().zip(orbits) {
        sizes[as_index(place - list.start)] = size;
    }
    is_valid.then_some(OptionOrbits { begin: list.start, sizes })
}

/// The current branch or part, then the others in ascending order.
fn with_rest(current: u32, rest: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut all = vec![current];
    all.extend(rest);
    all[1..].sort_unstable();
    all
}

/// The reverse of [`with_rest`]; `None` if there is no current one, or one occurs twice.
fn first_and_rest(all: &[u32]) -> Option<(u32, &[u32])> {
    let (&current, rest) = all.split_first()?;
    let is_valid = rest.is_sorted_by(|one, next| one < next) && !rest.contains(&current);
    is_valid.then_some((current, rest))
}

/// The size of a tree, which can be too large for a number.
fn finite(size: f64) -> f64 {
    if size.is_finite() { size } else { f64::MAX }
}

fn is_size(size: f64) -> bool {
    size >= 0.0 && size.is_finite()
}
