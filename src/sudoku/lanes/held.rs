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

#[cfg(test)]
mod tests {
    use super::super::puzzles::Puzzle;
    use super::super::tests::Random;
    use super::*;

    /// Writes states of random owners on a page, and appends each to the chain of its owner.
    fn hold(
        held: &mut Held,
        puzzles: &mut Puzzles,
        random: &mut Random,
        next: &mut u32,
        chains: &mut [Vec<u32>],
    ) {
        let states = random.lanes() | 1;
        let (number, page) = held.page();
        for lane in each_lane(states) {
            let owner = random.below(chains.len());
            page.owners.0[lane] = narrow(owner);
            for row in &mut page.block.0 {
                row.0[lane] = *next;
            }
            chains[owner].push(*next);
            *next += 1;
        }
        held.hold(number, states, puzzles);
    }

    #[test]
    fn chains_give_their_latest_state_first_and_lose_none() {
        let (mut random, mut held, mut puzzles) = (Random(9), Held::default(), Puzzles::default());
        let mut chains = vec![Vec::new(); 7];
        for _ in &chains {
            puzzles.push(Puzzle::new(1, false));
        }
        let mut next = 1;
        for _ in 0..20_000 {
            let owner = random.below(chains.len());
            let chain = &mut puzzles.get(narrow(owner)).held;
            match (random.below(40), chains[owner].pop()) {
                (0, Some(_)) => {
                    held.drop_chain(chain);
                    chains[owner].clear();
                }
                (1..=3, last) => {
                    chains[owner].extend(last);
                    hold(&mut held, &mut puzzles, &mut random, &mut next, &mut chains);
                }
                (_, Some(last)) => {
                    let (mut page, free) = (Page::EMPTY, random.below(LANES));
                    held.release(chain, &mut page, free);
                    assert_eq!((page.used, page.owner(free)), (1 << free, narrow(owner)));
                    assert!(page.block.0.iter().all(|row| row.0[free] == last));
                }
                (_, None) => assert_eq!(*chain, NONE),
            }
            let states: usize = chains.iter().map(Vec::len).sum();
            assert_eq!(held.len(), narrow(states));
        }
        assert!(next > 5000 && held.pages.len() < 200, "pages are used again");
        held.clear();
        assert_eq!((held.len(), held.free.len()), (0, held.pages.len()));
    }
}
