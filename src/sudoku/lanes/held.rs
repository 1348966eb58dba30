//! The states that are held back: of a guess, the branch that is taken up when the other one has come to its end.

use super::layout::WORDS;
use super::page::Page;
use super::puzzles::Puzzles;
use super::vector::{LANES, LaneSet, each_lane};
use crate::ids::{at, narrow};

/// The end of a chain.
pub(super) const NONE: u32 = u32::MAX;

/// Pages whose states form chains, one for each puzzle that has any. A state is known by sixteen times the number of
/// its page, and its lane; a chain by its latest state.
#[derive(Debug, Default)]
pub(super) struct Held {
    pages: Vec<Page>,
    /// The state before each in its chain.
    before: Vec<[u32; LANES]>,
    /// The pages without a state.
    free: Vec<u32>,
    states: u32,
}

impl Held {
    /// How many states there are.
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.states
    }

    pub(super) fn clear(&mut self) {
        self.free.clear();
        self.free.extend(0..narrow(self.pages.len()));
        self.states = 0;
    }

    /// A page without a state, and its number.
    #[inline(always)]
    pub(super) fn page(&mut self) -> (u32, &mut Page) {
        let number = self.free.pop().unwrap_or_else(|| {
            self.pages.push(Page::EMPTY);
            self.before.push([NONE; LANES]);
            narrow(self.pages.len() - 1)
        });
        (number, &mut self.pages[at(number)])
    }

    /// Appends each state of a page to the chain of its owner.
    #[inline(always)]
    pub(super) fn hold(&mut self, number: u32, states: LaneSet, puzzles: &mut Puzzles) {
        let (page, before) = (&mut self.pages[at(number)], &mut self.before[at(number)]);
        page.used = states;
        self.states += states.count_ones();
        for lane in each_lane(states) {
            let chain = &mut puzzles.get(page.owner(lane)).held;
            before[lane] = std::mem::replace(chain, number * 16 + narrow(lane));
        }
    }

    /// Moves the latest state of a chain to a free lane of a page.
    #[inline(always)]
    pub(super) fn release(&mut self, chain: &mut u32, to: &mut Page, free: usize) {
        let (number, lane) = (at(*chain / 16), at(*chain % 16));
        let from = &self.pages[number];
        for word in 0..WORDS {
            to.block.0[word].0[free] = from.block.0[word].0[lane];
        }
        to.owners.0[free] = from.owners.0[lane];
        to.used |= 1 << free;
        self.pop(chain);
    }

    /// Drops a whole chain.
    pub(super) fn drop_chain(&mut self, chain: &mut u32) {
        while *chain != NONE {
            self.pop(chain);
        }
    }

    #[inline(always)]
    fn pop(&mut self, chain: &mut u32) {
        let (number, lane) = (*chain / 16, at(*chain % 16));
        let page = &mut self.pages[at(number)];
        page.used &= !(1 << lane);
        self.states -= 1;
        if page.used == 0 {
            self.free.push(number);
        }
        *chain = self.before[at(number)][lane];
    }
}
