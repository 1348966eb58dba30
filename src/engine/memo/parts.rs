//! Decomposition of a subproblem into independent parts.
//!
//! Two options are connected if they can conflict: they have a primary item in common, or a
//! secondary item that is not purified. (The options of a purified item all agree on its colour.)
//! Parts are the connected components, and the solutions of a subproblem are all unions of one
//! solution of each. A purified item can have options in several parts, and is in the key of each.
//!
//! To find parts, the finder walks over the whole subproblem, as long as its [`WalkBudget`] allows
//! it.

use super::subproblem::MemoSubproblem;
use super::walk_budget::WalkBudget;
use crate::ids::{as_index, to_u32, to_u64};

/// The most words of keys of parts in use. What is left when they are full is one part: many parts
/// of a large problem would take memory for the square of its size.
const MOST_WORDS: usize = 1 << 23;

/// The search for parts, and its budget.
#[derive(Clone, Debug)]
pub(super) struct Finder {
    /// The keys of the parts in use, one after another.
    pub(super) keys: Vec<u64>,
    /// The last walk that visited an item.
    item_walks: Vec<u32>,
    walk: u32,
    /// The options left that were not visited.
    unvisited: Vec<u64>,
    stack: Vec<u32>,
    budget: WalkBudget<10>,
    /// Walks, and those that found parts.
    pub(super) walks: u64,
    pub(super) splits: u64,
    /// The entries that walks have visited.
    pub(super) visits: u64,
    /// The most words of keys in use.
    pub(super) most_words: usize,
}

/// The result of a walk.
struct Walk {
    parts: u32,
    /// The entries that were visited, and those of the largest part.
    cost: u64,
    largest: u64,
}

impl Finder {
    pub(super) fn new(subproblem: &MemoSubproblem) -> Self {
        Self {
            keys: Vec::new(),
            item_walks: vec![0; subproblem.states.len()],
            walk: 0,
            unvisited: Vec::new(),
            stack: Vec::new(),
            budget: WalkBudget::new(),
            walks: 0,
            splits: 0,
            visits: 0,
            most_words: MOST_WORDS,
        }
    }

    /// The number of parts of a subproblem; 1 if the budget is spent. If there are several, their
    /// keys are appended.
    pub(super) fn find(&mut self, subproblem: &MemoSubproblem) -> u32 {
        if self.budget.is_spent(subproblem.updates) {
            return 1;
        }
        let Walk { parts, cost, largest } = self.look(subproblem);
        self.walks += 1;
        self.visits += cost;
        self.splits += u64::from(parts > 1);
        self.budget.enter(subproblem.updates, cost, (parts > 1).then_some(largest));
        parts
    }

    /// The same without a budget.
    pub(super) fn find_always(&mut self, subproblem: &MemoSubproblem) -> u32 {
        self.look(subproblem).parts
    }

    /// Walks over the subproblem. If it has several parts, their keys are appended.
    fn look(&mut self, subproblem: &MemoSubproblem) -> Walk {
        self.begin(subproblem);
        let end = self.keys.len();
        let mut walk = Walk { parts: 0, cost: 1, largest: 0 };
        let words = subproblem.key.words.len();
        subproblem.layout.key_layout.each(&subproblem.key.words, |item| {
            if self.item_walks[as_index(item)] != self.walk {
                if walk.parts == 0 || self.keys.len() + words <= self.most_words {
                    self.keys.resize(self.keys.len() + words, 0);
                    walk.parts += 1;
                }
                let base = self.keys.len() - words;
                let cost = self.take_part(subproblem, item, base);
                walk.cost += cost;
                walk.largest = walk.largest.max(cost);
            }
        });
        if walk.parts < 2 {
            self.keys.truncate(end);
        }
        walk
    }

    fn begin(&mut self, subproblem: &MemoSubproblem) {
        if self.walk == u32::MAX {
            self.item_walks.fill(0);
            self.walk = 0;
        }
        self.walk += 1;
        self.unvisited.clear();
        self.unvisited.extend_from_slice(subproblem.left());
    }

    /// Writes the key of the part that an item belongs to. Returns the number of entries visited.
    fn take_part(&mut self, subproblem: &MemoSubproblem, first: u32, base: usize) -> u64 {
        let (layout, mut cost) = (&subproblem.layout, 0);
        self.item_walks[as_index(first)] = self.walk;
        self.stack.push(first);
        while let Some(item) = self.stack.pop() {
            self.write(subproblem, item, base);
            let mut unvisited = std::mem::take(&mut self.unvisited);
            subproblem.take_options(item, &mut unvisited, |option| {
                let entries = &layout.entries[layout.entries_of(option)];
                cost += to_u64(entries.len());
                for entry in entries {
                    self.meet(subproblem, entry.item, base);
                }
            });
            self.unvisited = unvisited;
        }
        cost
    }

    /// Visits an item of an option of a part.
    #[inline]
    fn meet(&mut self, subproblem: &MemoSubproblem, item: u32, base: usize) {
        let state = subproblem.states[as_index(item)];
        if state == 0 {
            // An idle item.
        } else if item >= subproblem.layout.primary && state > 1 {
            self.write(subproblem, item, base);
        } else if self.item_walks[as_index(item)] != self.walk {
            self.item_walks[as_index(item)] = self.walk;
            self.stack.push(item);
        }
    }

    /// Writes the state of an item into the key of a part.
    #[inline]
    fn write(&mut self, subproblem: &MemoSubproblem, item: u32, base: usize) {
        let (word, bits) =
            subproblem.layout.key_layout.place(item, subproblem.states[as_index(item)]);
        self.keys[base + word] |= bits;
    }

    /// The memory in use, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of::<u32>() * self.item_walks.len()
            + size_of::<u64>() * (self.keys.capacity() + self.unvisited.capacity())
    }

    /// The index of the first key of the last `parts` parts.
    pub(super) fn base(&self, parts: u32, words: usize) -> u32 {
        to_u32(self.keys.len() - as_index(parts) * words)
    }
}
