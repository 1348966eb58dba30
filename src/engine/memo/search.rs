//! The memoised search: it looks a subproblem up, splits it into parts or branches on it, and
//! stores the value.
//!
//! The stack is explicit, because a search can be as deep as a problem has items. It has three
//! kinds of frames:
//!
//! - [`Branch`]: an item to be covered once. Exactly one of its options is in each solution; all
//!   are tried in turn.
//! - [`Pick`]: an option of an item that can be covered several times. It is first dropped, then
//!   chosen; a search that tries options from the last to the first does it the other way round.
//!   Until all options of the item are decided, the item is in progress ([`in_progress`]).
//! - [`Split`]: independent parts, one after another.
//!
//! A subproblem may be searched although its value is known, to see what labelling saves
//! ([`Measurement`]).
//!
//! # Deferred subproblems
//!
//! Several searches of the same problem can share a memo. A subproblem that another search is
//! working on is deferred: its siblings are searched first, then the subproblem itself, unless its
//! value is in the memo by then. One level deeper the same rule applies, so that the searches work
//! on different subproblems.

mod beside;
mod frames;
mod in_progress;
mod lookup;
mod measurement;
mod orbits;
#[cfg(feature = "diagram")]
mod saved;
#[cfg(test)]
#[cfg(feature = "diagram")]
mod tests;
mod unrank;

use super::capacity::CapacityLeaves;
use super::isomorphism::{CanonicalMode, Isomorphism, Levels};
use super::layout::Layout;
use super::order::Order;
use super::parts::Finder;
use super::subproblem::{Key, MemoSubproblem};
use super::table::{EntryCost, Lookup, Memo};
use super::values::Values;
use crate::engine::subproblem::Subproblem;
use crate::ids::{as_index, to_f64, to_u32};
use frames::{Aliases, Measurement};

pub(super) use frames::{Branch, Frame, Next, Pick, PickKey, Split};
pub(crate) use lookup::MemoWork;
#[cfg(feature = "diagram")]
pub(crate) use saved::RestoreError;
#[cfg(feature = "diagram")]
pub use saved::SavedStack;

/// The reason why [`MemoSearch::advance`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// The search is finished.
    Done,
    /// The budget is spent.
    Paused,
    /// The values have reached their memory limit.
    Full,
}

/// A search that computes a value of all solutions.
#[derive(Debug)]
pub(crate) struct MemoSearch<V: Values> {
    subproblem: MemoSubproblem,
    pub(crate) values: V,
    pub(crate) memo: Memo,
    order: Order,
    capacity: CapacityLeaves,
    finder: Finder,
    isomorphism: Option<Isomorphism>,
    /// With how many options left of an item in progress a look-up pays.
    decision_levels: Levels,
    measurement: Option<Measurement>,
    /// The aliases of the subproblem that was looked up last, and its representative, if it has
    /// one.
    aliases: Aliases,
    representative: Key,
    pub(super) frames: Vec<Frame<V::Value>>,
    pub(super) next: Next<V::Value>,
    /// A hash of the problem and of the order of its items.
    problem: u64,
    /// The deferred branches and parts of all frames.
    deferred: Vec<u32>,
    /// The keys of the subproblems that were split, and the representatives of all frames, one
    /// after another.
    saved: Vec<u64>,
    /// Scratch: a value as words.
    words: Vec<u64>,
    /// Whether options are tried from the last to the first. Of several threads every other one
    /// does so; they then meet late and share much.
    pub(crate) is_backwards: bool,
    lookups: u64,
    hits: u64,
    lookups_in_progress: u64,
    /// The choices that have restored a saved state.
    restored_nodes: u64,
    /// The work that the whole search is expected to take, in visits of incidences; 0 if unknown.
    expected: f64,
    /// Whether it is used: until the first subproblem is done or orbits are large.
    uses_expected: bool,
}

impl<V: Values> MemoSearch<V> {
    /// A search at the root of a subproblem, with a memo of at most `memory` bytes.
    pub(super) fn new(
        layout: Layout,
        order: Order,
        canonical: CanonicalMode,
        root: &Subproblem,
        values: V,
        memory: usize,
    ) -> Self {
        let canonical = if V::IS_INVARIANT { canonical } else { CanonicalMode::Off };
        let capacity = CapacityLeaves::new(&layout);
        let mut subproblem = MemoSubproblem::new(layout);
        // An option that has no number is excluded or in no solution.
        let number = |subproblem: &MemoSubproblem, option| {
            let number = subproblem.layout.names.binary_search(option).ok();
            number.map(to_u32).filter(|&number| subproblem.is_left(number))
        };
        let is_possible = root.include.iter().all(|option| {
            number(&subproblem, option).is_some_and(|number| subproblem.choose(number))
        });
        let next = if is_possible && subproblem.propagate() {
            Next::Enter
        } else {
            Next::Done(values.none())
        };
        let finder = Finder::new(&subproblem);
        let root = Some(&*subproblem.key.words);
        let isomorphism = Isomorphism::new(&subproblem.layout, canonical, root);
        let problem = subproblem.fingerprint();
        let memo = Memo::new(&subproblem.key.words, memory);
        Self {
            subproblem,
            values,
            memo,
            order,
            capacity,
            finder,
            isomorphism,
            decision_levels: Levels::new(CanonicalMode::Auto),
            measurement: None,
            aliases: Aliases::default(),
            representative: Key::default(),
            frames: Vec::new(),
            next,
            problem,
            deferred: Vec::new(),
            saved: Vec::new(),
            words: Vec::new(),
            is_backwards: false,
            lookups: 0,
            hits: 0,
            lookups_in_progress: 0,
            restored_nodes: 0,
            expected: 0.0,
            uses_expected: true,
        }
    }

    /// The value of all solutions, once the search is finished.
    pub(crate) fn value(&self) -> Option<&V::Value> {
        match &self.next {
            Next::Done(value) => Some(value),
            _ => None,
        }
    }

    /// The memory in use without the memo and the values, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let isomorphism = self.isomorphism.as_ref().map_or(0, Isomorphism::bytes);
        let saved = size_of::<u64>() * self.saved.capacity();
        let capacity = self.capacity.bytes();
        self.subproblem.bytes() + capacity + self.finder.bytes() + isomorphism + saved
    }

    /// Limits the memory for labelled subproblems that are kept, in bytes. Returns the memory that
    /// they take now.
    pub(crate) fn limit_forms(&mut self, limit: usize) -> usize {
        self.isomorphism.as_mut().map_or(0, |isomorphism| isomorphism.limit_forms(limit))
    }

    /// Sets whether options are removed by sets, before the search begins.
    #[cfg(test)]
    pub(super) fn use_sets(&mut self, uses: bool) {
        self.subproblem.use_sets(uses);
    }

    /// The key of the current subproblem.
    #[cfg(test)]
    pub(super) fn key(&self) -> &[u64] {
        &self.subproblem.key.words
    }

    /// Continues the search for about `budget` nodes.
    pub(crate) fn advance(&mut self, budget: u64) -> Status {
        let last = self.nodes().saturating_add(budget.max(1));
        loop {
            let next = std::mem::replace(&mut self.next, Next::Enter);
            self.next = self.step(next);
            if matches!(self.next, Next::Done(_)) {
                return if self.values.is_full() { Status::Full } else { Status::Done };
            }
            if self.nodes() >= last {
                return if self.values.is_full() { Status::Full } else { Status::Paused };
            }
        }
    }

    #[inline(always)]
    fn step(&mut self, next: Next<V::Value>) -> Next<V::Value> {
        match next {
            Next::Enter => self.enter(),
            Next::EnterPart => self.expand(),
            Next::Give(value, size) => self.give(&value, size),
            Next::Done(value) => Next::Done(value),
        }
    }

    /// Looks up the current subproblem; if its value is not known, splits it or branches on it.
    fn enter(&mut self) -> Next<V::Value> {
        if self.subproblem.first().is_none() {
            return Next::Give(self.values.unit(), 0.0);
        }
        if self.capacity.find(&self.subproblem).is_some() {
            return Next::Give(self.values.none(), 0.0);
        }
        if let Some(item) = self.item_in_progress() {
            return self.enter_in_progress(item);
        }
        if let Some(next) = self.cut_measurement() {
            return next;
        }
        match self.look_up() {
            Lookup::Value { size } => Next::Give(self.values.read(&self.words), size),
            Lookup::Pending if self.defer() => self.resume(),
            Lookup::Pending | Lookup::Nothing => {
                let parts = self.finder.find(&self.subproblem);
                if parts > 1 { self.split(parts) } else { self.expand() }
            }
        }
    }

    /// The item of which some options were dropped and others are undecided.
    fn item_in_progress(&self) -> Option<u32> {
        match self.frames.last() {
            Some(Frame::Pick(pick)) => {
                Some(pick.item).filter(|&item| self.subproblem.matters(item))
            }
            _ => None,
        }
    }

    /// Branches on an item of the current subproblem.
    fn expand(&mut self) -> Next<V::Value> {
        if self.push_item() { self.resume() } else { Next::Give(self.values.unit(), 0.0) }
    }

    /// Chooses an item and pushes its frame. Returns whether there is one.
    ///
    /// The item depends on the current subproblem alone, and not on the memo: a search can be
    /// restored without it.
    fn push_item(&mut self) -> bool {
        let in_progress = self.item_in_progress();
        let chosen = in_progress.or_else(|| match self.order {
            Order::Fewest => self.subproblem.fewest(),
            Order::Frontier => self.subproblem.first(),
        });
        let Some(item) = chosen else { return false };
        let (sum, mark) = (self.values.none(), self.subproblem.mark());
        let (begun, aliases) = (self.effort(), self.take_aliases());
        let begin = self.subproblem.layout.items[as_index(item)].begin;
        self.frames.push(if self.subproblem.layout.items[as_index(item)].is_unit() {
            Frame::Branch(Branch {
                untried: begin..self.subproblem.layout.items[as_index(item)].end,
                place: begin,
                is_late: false,
                tried: 0,
                all: self.subproblem.size(item),
                sum,
                size: 0.0,
                begun,
                resumed: begun,
                aliases,
                mark,
                deferred: to_u32(self.deferred.len()),
                orbits: None,
            })
        } else {
            Frame::Pick(Pick {
                item,
                place: self.next_decision(item),
                is_chosen: !self.is_backwards,
                tried: 0,
                is_late: false,
                chance: self.subproblem.chance(item),
                sum,
                size: 0.0,
                begun,
                aliases,
                mark,
                key: if in_progress.is_none() { PickKey::States } else { PickKey::None },
            })
        });
        true
    }

    /// Searches the parts that were found last, one after another.
    fn split(&mut self, parts: u32) -> Next<V::Value> {
        self.push_parts(parts);
        self.resume()
    }

    /// Pushes a frame for the parts that were found last.
    fn push_parts(&mut self, parts: u32) {
        self.saved.extend_from_slice(&self.subproblem.key.words);
        let (begun, aliases) = (self.effort(), self.take_aliases());
        self.frames.push(Frame::Split(Split {
            base: self.finder.base(parts, self.subproblem.key.words.len()),
            next: 0,
            part: 0,
            tried: 0,
            all: parts,
            product: self.values.unit(),
            size: 0.0,
            begun,
            solutions: 1.0,
            hash: self.subproblem.key.hash,
            aliases,
            deferred: to_u32(self.deferred.len()),
        }));
    }

    /// Passes a value to the last frame.
    fn give(&mut self, value: &V::Value, size: f64) -> Next<V::Value> {
        self.end_measurement(value);
        let path = &self.subproblem.path;
        let names = &self.subproblem.layout.names;
        match self.frames.last_mut() {
            None => {
                let mut all = self.values.none();
                if !self.values.is_none(value) {
                    self.values.add(&mut all, path, names, value);
                }
                return Next::Done(all);
            }
            Some(Frame::Branch(branch)) => {
                let orbit = branch.orbit(branch.place);
                branch.tried += orbit - 1;
                branch.size += f64::from(orbit) * size;
                if !self.values.is_none(value) {
                    for _ in 0..orbit {
                        let path = &path[as_index(branch.mark.path)..];
                        self.values.add(&mut branch.sum, path, names, value);
                    }
                }
                let mark = branch.mark;
                self.subproblem.undo(mark);
            }
            Some(Frame::Pick(Pick { sum, size: total, mark, .. })) => {
                *total += size;
                if !self.values.is_none(value) {
                    self.values.add(sum, &path[as_index(mark.path)..], names, value);
                }
                let mark = *mark;
                self.subproblem.undo(mark);
            }
            Some(Frame::Split(split)) => {
                // Without the split, a search would visit each part once for each solution of the
                // parts before it.
                split.size += split.solutions * size;
                split.solutions *= self.values.estimate(value);
                self.values.multiply(&mut split.product, value);
            }
        }
        self.resume()
    }

    /// Continues with the last frame, whose subproblem has been restored.
    fn resume(&mut self) -> Next<V::Value> {
        if let Some(Frame::Branch(Branch { sum, .. }) | Frame::Pick(Pick { sum, .. })) =
            self.frames.last()
            && self.values.is_enough(sum)
        {
            return self.finish();
        }
        self.find_option_orbits();
        let has_next = match self.frames.last_mut() {
            Some(Frame::Branch(branch)) => {
                Self::try_next(branch, &mut self.subproblem, &mut self.deferred, self.is_backwards)
            }
            Some(Frame::Pick(pick)) => Self::decide(pick, &mut self.subproblem),
            Some(Frame::Split(_)) => match self.next_part() {
                Some(next) => return next,
                None => false,
            },
            None => false,
        };
        if has_next { Next::Enter } else { self.finish() }
    }

    /// Tries the next option after which all items have the options that they need; deferred
    /// options come last.
    fn try_next(
        branch: &mut Branch<V::Value>,
        subproblem: &mut MemoSubproblem,
        deferred: &mut Vec<u32>,
        is_backwards: bool,
    ) -> bool {
        loop {
            let untried =
                if is_backwards { branch.untried.next_back() } else { branch.untried.next() };
            branch.is_late = untried.is_none();
            let is_left = deferred.len() > as_index(branch.deferred);
            let Some(place) = untried.or_else(|| is_left.then(|| deferred.pop()).flatten()) else {
                return false;
            };
            branch.place = place;
            let option = subproblem.layout.lists[as_index(place)].option;
            let orbit = branch.orbit(place);
            if !subproblem.is_left(option) || orbit == 0 {
                continue;
            }
            branch.tried += 1;
            let before = subproblem.nodes;
            let is_possible = subproblem.choose(option) && subproblem.propagate();
            branch.size += f64::from(orbit) * to_f64(subproblem.nodes - before);
            if is_possible {
                return true;
            }
            branch.tried += orbit - 1;
            subproblem.undo(branch.mark);
        }
    }

    /// Drops the option of a frame or chooses it, and the second time does the other. Returns
    /// whether one of them that was not tried yet is possible.
    fn decide(pick: &mut Pick<V::Value>, subproblem: &mut MemoSubproblem) -> bool {
        while pick.tried < 2 {
            pick.tried += 1;
            pick.is_chosen = !pick.is_chosen;
            let before = subproblem.nodes;
            let is_possible = subproblem.decide(pick.place, pick.is_chosen);
            pick.size += to_f64(subproblem.nodes - before);
            if is_possible {
                return true;
            }
            subproblem.undo(pick.mark);
        }
        false
    }

    /// Enters the next part; deferred parts come last. `None` if there is no other part.
    fn next_part(&mut self) -> Option<Next<V::Value>> {
        loop {
            let Some(Frame::Split(split)) = self.frames.last_mut() else { return None };
            let is_late = split.next == split.all;
            let part = if self.values.is_none(&split.product) {
                return None;
            } else if !is_late {
                split.next += 1;
                split.next - 1
            } else if self.deferred.len() > as_index(split.deferred) {
                self.deferred.pop()?
            } else {
                return None;
            };
            split.tried += 1;
            split.part = part;
            let base = split.base;
            self.enter_part(base, part);
            match self.look_up() {
                Lookup::Value { size } => {
                    return Some(Next::Give(self.values.read(&self.words), size));
                }
                Lookup::Pending if !is_late => {
                    let Some(Frame::Split(split)) = self.frames.last_mut() else { return None };
                    split.tried -= 1;
                    self.deferred.push(part);
                }
                Lookup::Pending | Lookup::Nothing => return Some(Next::EnterPart),
            }
        }
    }

    /// Makes a part the current subproblem, given the index of the first part's key.
    fn enter_part(&mut self, base: u32, part: u32) {
        let words = self.subproblem.key.words.len();
        let begin = as_index(base) + as_index(part) * words;
        let own = &self.finder.keys[begin..begin + words];
        self.subproblem.key.words.copy_from_slice(own);
        self.subproblem.key.hash = self.subproblem.layout.key_layout.hash(own);
    }

    /// Defers the branch or decision that has just been entered, unless one was deferred before or
    /// nothing else is left to try. Returns whether it did.
    fn defer(&mut self) -> bool {
        let mark = match self.frames.last_mut() {
            Some(Frame::Branch(branch)) if !branch.is_late => {
                branch.tried -= 1;
                self.deferred.push(branch.place);
                branch.mark
            }
            Some(Frame::Pick(pick)) if !pick.is_late && pick.tried == 1 => {
                (pick.tried, pick.is_late) = (0, true);
                pick.mark
            }
            _ => return false,
        };
        self.subproblem.undo(mark);
        true
    }

    /// Pops the last frame, stores its value, and passes it on.
    fn finish(&mut self) -> Next<V::Value> {
        let Some(frame) = self.pop() else { return Next::Done(self.values.none()) };
        let aliases = frame.aliases();
        let decision = match &frame {
            Frame::Pick(Pick { item, place, key, .. }) if *key != PickKey::States => {
                Some((*item, *place))
            }
            _ => None,
        };
        let (value, size, begun) = match frame {
            Frame::Branch(own) => (own.sum, own.size, own.begun),
            Frame::Pick(own) => (own.sum, own.size, own.begun),
            Frame::Split(own) => (own.product, own.size, own.begun),
        };
        let worth = EntryCost { size, cost: self.effort() - begun };
        if let Some((item, _)) = decision {
            self.record_in_progress(item, worth.cost);
        }
        match (aliases, decision) {
            (Some(aliases), Some((_, place))) => {
                self.store_in_progress(&value, worth, place, aliases.labelled);
            }
            (Some(aliases), None) => self.store(&value, worth, aliases),
            (None, _) => {}
        }
        Next::Give(value, size)
    }

    /// Pops the last frame, and restores its subproblem.
    fn pop(&mut self) -> Option<Frame<V::Value>> {
        let frame = self.frames.pop();
        match &frame {
            None => {}
            Some(Frame::Branch(Branch { mark, deferred, aliases, .. })) => {
                self.subproblem.undo(*mark);
                self.deferred.truncate(as_index(*deferred));
                self.restore_representative(*aliases);
            }
            Some(Frame::Pick(pick)) => {
                self.subproblem.undo(pick.mark);
                self.restore_representative(pick.aliases);
            }
            Some(Frame::Split(split)) => {
                self.restore_representative(split.aliases);
                self.deferred.truncate(as_index(split.deferred));
                self.finder.keys.truncate(as_index(split.base));
                let begin = self.saved.len() - self.subproblem.key.words.len();
                self.subproblem.key.words.copy_from_slice(&self.saved[begin..]);
                self.subproblem.key.hash = split.hash;
                self.saved.truncate(begin);
            }
        }
        frame
    }
}
