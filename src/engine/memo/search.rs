//! The search: a subproblem is looked up, split into parts, or branched on, and what comes of it is kept.
//!
//! There are three kinds of frames on the stack, and none of them is a call: a search may be as deep as a problem has
//! items.
//!
//! - [`Branch`]: an item that is to be covered once. One of its options is in each solution, and all are tried in turn.
//! - [`Pick`]: an option of an item that may be covered several times. It is dropped, and then chosen. What is dropped
//!   is not in the key, so that nothing is looked up until all options of the item are decided.
//! - [`Split`]: parts, one after another.
//!
//! # Taking turns
//!
//! Several machines may work on the same problem and share a memo. A subproblem on which another one is at work is put
//! off: first the other branches are searched, and then, if it is not known by then, that one too. There the same
//! happens again, one level deeper, so that each finds something to do, and finds it done when it comes back.

use super::layout::Layout;
use super::parts::Finder;
use super::subproblem::{Mark, MemoSubproblem};
use super::table::{EntryCost, Found, Memo};
use super::values::Values;
use crate::engine::subproblem::Subproblem;
use crate::ids::{as_index, to_f64, to_u32};
use std::ops::Range;

/// How the next item is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The one with the fewest ways to go on.
    Fewest,
    /// The first in the order.
    First,
}

/// EngineReason [`MemoSearch::advance`] returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Everything is known.
    Done,
    /// The budget is spent.
    Paused,
    /// There is no memory for the answer.
    Full,
}

/// Counters that depend on the problem and the order, and not on the computer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    /// Options that were chosen or dropped, and the root.
    pub(crate) nodes: u64,
    /// Entries of options that were struck out.
    pub(crate) updates: u64,
    /// Residues that were looked up, and those that were known.
    pub(crate) lookups: u64,
    pub(crate) hits: u64,
    /// How often parts were looked for, and found.
    pub(crate) walks: u64,
    pub(crate) splits: u64,
}

/// A search for a value of all solutions.
#[derive(Debug)]
pub(crate) struct MemoSearch<V: Values, M> {
    subproblem: MemoSubproblem,
    pub(crate) values: V,
    pub(crate) memo: M,
    rule: Rule,
    finder: Finder,
    pub(super) frames: Vec<Frame<V::Value>>,
    pub(super) next: Next<V::Value>,
    /// Branches and parts that were put off, of all frames.
    deferred: Vec<u32>,
    /// Keys of subproblems that were split, one after another.
    saved: Vec<u64>,
    /// Scratch: a value as words.
    words: Vec<u64>,
    /// Whether options are tried from the last to the first, as by every other of several machines: these meet late, and
    /// have much to share then.
    pub(crate) is_backwards: bool,
    lookups: u64,
    hits: u64,
}

/// What is to be done next.
#[derive(Debug)]
pub(super) enum Next<T> {
    /// The subproblem is to be looked at.
    Enter,
    /// It is a part, which was not found in the memo and does not fall apart further.
    EnterPart,
    /// A value goes to the last frame, with the nodes of the search that it stands for, had nothing been looked up.
    Give(T, f64),
    /// This is the value of the root.
    Done(T),
}

#[derive(Debug)]
pub(super) enum Frame<T> {
    Branch(Branch<T>),
    Pick(Pick<T>),
    Split(Split<T>),
}

#[derive(Debug)]
pub(super) struct Branch<T> {
    /// The places in the item's list of options that have not been tried, and of the one that is.
    untried: Range<u32>,
    place: u32,
    /// Whether the option that is tried was put off before.
    is_late: bool,
    /// How many options have been tried, of how many.
    pub(super) tried: u32,
    pub(super) all: u32,
    pub(super) sum: T,
    /// The nodes of a search that looks nothing up, and the number of nodes at which this one began here.
    pub(super) size: f64,
    begun: u64,
    mark: Mark,
    deferred: u32,
}

#[derive(Debug)]
pub(super) struct Pick<T> {
    item: u32,
    option: u32,
    /// Whether the option has been dropped, and then chosen.
    pub(super) tried: u32,
    pub(super) sum: T,
    pub(super) size: f64,
    begun: u64,
    mark: Mark,
    /// Whether the subproblem has a key, so that its value can be kept.
    is_keyed: bool,
}

#[derive(Debug)]
pub(super) struct Split<T> {
    /// Where the keys of the parts are.
    base: u32,
    next: u32,
    pub(super) tried: u32,
    pub(super) all: u32,
    pub(super) product: T,
    pub(super) size: f64,
    begun: u64,
    pub(super) solutions: f64,
    /// The hash of the whole.
    hash: u64,
    deferred: u32,
}

impl<V: Values, M: Memo> MemoSearch<V, M> {
    /// A search at the root of a subproblem. The memo is made for the key of the root.
    pub(super) fn new(
        layout: Layout,
        rule: Rule,
        root: &Subproblem,
        values: V,
        memo: impl FnOnce(&[u64]) -> M,
    ) -> Self {
        let mut subproblem = MemoSubproblem::new(layout);
        // An option that has no number is in no solution.
        let number = |subproblem: &MemoSubproblem, option| {
            let number = subproblem.layout.names.binary_search(option).ok();
            number.filter(|&number| subproblem.is_left[number]).map(to_u32)
        };
        let excluded = root.exclude.iter().all(|option| {
            number(&subproblem, option).is_none_or(|number| subproblem.drop_option(number))
        });
        let is_possible = excluded
            && root.include.iter().all(|option| {
                number(&subproblem, option).is_some_and(|number| subproblem.choose(number))
            });
        let next = if is_possible && subproblem.propagate() {
            Next::Enter
        } else {
            Next::Done(values.none())
        };
        let finder = Finder::new(&subproblem);
        let memo = memo(&subproblem.key.words);
        Self {
            subproblem,
            values,
            memo,
            rule,
            finder,
            frames: Vec::new(),
            next,
            deferred: Vec::new(),
            saved: Vec::new(),
            words: Vec::new(),
            is_backwards: false,
            lookups: 0,
            hits: 0,
        }
    }

    /// The value of all solutions, once the machine is done.
    pub(crate) fn value(&self) -> Option<&V::Value> {
        match &self.next {
            Next::Done(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn work(&self) -> Work {
        Work {
            nodes: self.subproblem.nodes,
            updates: self.subproblem.updates,
            lookups: self.lookups,
            hits: self.hits,
            walks: self.finder.walks,
            splits: self.finder.splits,
        }
    }

    /// The memory in use beside the memo and the values, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.subproblem.bytes() + self.finder.bytes() + size_of::<u64>() * self.saved.capacity()
    }

    /// Searches on for about so many nodes.
    pub(crate) fn advance(&mut self, budget: u64) -> Status {
        let last = self.subproblem.nodes.saturating_add(budget.max(1));
        loop {
            let next = std::mem::replace(&mut self.next, Next::Enter);
            self.next = match next {
                Next::Enter => self.enter(),
                Next::EnterPart => self.expand(),
                Next::Give(value, size) => self.give(&value, size),
                Next::Done(value) => {
                    self.next = Next::Done(value);
                    return if self.values.is_full() { Status::Full } else { Status::Done };
                }
            };
            if self.subproblem.nodes >= last && !matches!(self.next, Next::Done(_)) {
                return if self.values.is_full() { Status::Full } else { Status::Paused };
            }
        }
    }

    /// Looks at a subproblem that has just come about.
    fn enter(&mut self) -> Next<V::Value> {
        if self.subproblem.first().is_none() {
            return Next::Give(self.values.unit(), 0.0);
        }
        if self.item_in_progress().is_some() {
            return self.expand();
        }
        match self.look_up() {
            Found::Value { size } => Next::Give(self.values.read(&self.words), size),
            Found::Pending if self.put_off() => self.resume(),
            Found::Pending | Found::Nothing => {
                let parts = self.finder.find(&self.subproblem);
                if parts > 1 { self.split(parts) } else { self.expand() }
            }
        }
    }

    fn look_up(&mut self) -> Found {
        self.lookups += 1;
        let key = &self.subproblem.key;
        let found = self.memo.get(self.frames.len(), &key.words, key.hash, &mut self.words);
        self.hits += u64::from(matches!(found, Found::Value { .. }));
        found
    }

    /// The item some of whose options were dropped, while others are not decided.
    fn item_in_progress(&self) -> Option<u32> {
        match self.frames.last() {
            Some(Frame::Pick(pick)) => {
                Some(pick.item).filter(|&item| self.subproblem.matters(item))
            }
            _ => None,
        }
    }

    /// Chooses an item, and begins with its options.
    fn expand(&mut self) -> Next<V::Value> {
        let in_progress = self.item_in_progress();
        let chosen = in_progress.or_else(|| match self.rule {
            Rule::Fewest => self.subproblem.fewest(),
            Rule::First => self.subproblem.first(),
        });
        let Some(item) = chosen else { return Next::Give(self.values.unit(), 0.0) };
        let (sum, mark) = (self.values.none(), self.subproblem.mark());
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
                begun: self.subproblem.nodes,
                mark,
                deferred: to_u32(self.deferred.len()),
            })
        } else {
            Frame::Pick(Pick {
                item,
                option: self.subproblem.first_of(item),
                tried: 0,
                sum,
                size: 0.0,
                begun: self.subproblem.nodes,
                mark,
                is_keyed: in_progress.is_none(),
            })
        });
        self.resume()
    }

    /// Begins with the parts that were found last.
    fn split(&mut self, parts: u32) -> Next<V::Value> {
        self.saved.extend_from_slice(&self.subproblem.key.words);
        self.frames.push(Frame::Split(Split {
            base: self.finder.base(parts, self.subproblem.key.words.len()),
            next: 0,
            tried: 0,
            all: parts,
            product: self.values.unit(),
            size: 0.0,
            begun: self.subproblem.nodes,
            solutions: 1.0,
            hash: self.subproblem.key.hash,
            deferred: to_u32(self.deferred.len()),
        }));
        self.resume()
    }

    /// Hands a value to the last frame.
    fn give(&mut self, value: &V::Value, size: f64) -> Next<V::Value> {
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
            Some(
                Frame::Branch(Branch { sum, size: total, mark, .. })
                | Frame::Pick(Pick { sum, size: total, mark, .. }),
            ) => {
                *total += size;
                if !self.values.is_none(value) {
                    self.values.add(sum, &path[as_index(mark.path)..], names, value);
                }
                let mark = *mark;
                self.subproblem.undo(mark);
            }
            Some(Frame::Split(split)) => {
                // A search without parts would go through the second once for each solution of the first.
                split.size += split.solutions * size;
                split.solutions *= self.values.estimate(value);
                self.values.multiply(&mut split.product, value);
            }
        }
        self.resume()
    }

    /// Goes on with the last frame, whose subproblem is there again.
    fn resume(&mut self) -> Next<V::Value> {
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

    /// Tries the next option of an item for which all items have the options that they need, those that were put off
    /// at the end.
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
            if !subproblem.is_left[as_index(option)] {
                continue;
            }
            branch.tried += 1;
            let before = subproblem.nodes;
            let is_possible = subproblem.choose(option) && subproblem.propagate();
            branch.size += to_f64(subproblem.nodes - before);
            if is_possible {
                return true;
            }
            subproblem.undo(branch.mark);
        }
    }

    /// Drops the option of a frame, or chooses it.
    fn decide(pick: &mut Pick<V::Value>, subproblem: &mut MemoSubproblem) -> bool {
        while pick.tried < 2 {
            pick.tried += 1;
            let before = subproblem.nodes;
            let is_possible = match pick.tried {
                1 => subproblem.drop_option(pick.option),
                _ => subproblem.choose(pick.option),
            } && subproblem.propagate();
            pick.size += to_f64(subproblem.nodes - before);
            if is_possible {
                return true;
            }
            subproblem.undo(pick.mark);
        }
        false
    }

    /// Turns to the next part, or to none.
    fn next_part(&mut self) -> Option<Next<V::Value>> {
        let words = self.subproblem.key.words.len();
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
            let begin = as_index(split.base) + as_index(part) * words;
            let own = &self.finder.keys[begin..begin + words];
            self.subproblem.key.words.copy_from_slice(own);
            self.subproblem.key.hash = self.subproblem.layout.key_layout.hash(own);
            match self.look_up() {
                Found::Value { size } => {
                    return Some(Next::Give(self.values.read(&self.words), size));
                }
                Found::Pending if !is_late => {
                    let Some(Frame::Split(split)) = self.frames.last_mut() else { return None };
                    split.tried -= 1;
                    self.deferred.push(part);
                }
                Found::Pending | Found::Nothing => return Some(Next::EnterPart),
            }
        }
    }

    /// Puts the branch that has just been entered off, unless it has been before.
    fn put_off(&mut self) -> bool {
        let Some(Frame::Branch(branch)) = self.frames.last_mut() else { return false };
        if branch.is_late {
            return false;
        }
        branch.tried -= 1;
        self.deferred.push(branch.place);
        let mark = branch.mark;
        self.subproblem.undo(mark);
        true
    }

    /// Keeps the value of the last frame, and hands it on.
    fn finish(&mut self) -> Next<V::Value> {
        let (value, size, begun, is_keyed) = match self.frames.pop() {
            None => return Next::Done(self.values.none()),
            Some(Frame::Branch(branch)) => (branch.sum, branch.size, branch.begun, true),
            Some(Frame::Pick(pick)) => (pick.sum, pick.size, pick.begun, pick.is_keyed),
            Some(Frame::Split(split)) => {
                self.deferred.truncate(as_index(split.deferred));
                self.finder.keys.truncate(as_index(split.base));
                let begin = self.saved.len() - self.subproblem.key.words.len();
                self.subproblem.key.words.copy_from_slice(&self.saved[begin..]);
                self.subproblem.key.hash = split.hash;
                self.saved.truncate(begin);
                (split.product, split.size, split.begun, true)
            }
        };
        if is_keyed {
            self.values.write(&value, &mut self.words);
            let key = &self.subproblem.key;
            let worth = EntryCost { size, cost: self.subproblem.nodes - begun };
            self.memo.put(self.frames.len(), &key.words, key.hash, &self.words, worth);
        }
        Next::Give(value, size)
    }
}
