//! Sixteen states and whose they are, and a stack of such pages.

use super::Block;
use super::held::Held;
use super::layout::WORDS;
use super::vector::{Backend, LANES, LaneSet, Row, lane};

/// Up to sixteen states, each with the number of the puzzle that it belongs to.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub(super) block: Block,
    pub(super) owners: Row,
    /// The lanes that hold a state.
    pub(super) used: LaneSet,
}

impl Page {
    pub(super) const EMPTY: Self =
        Self { block: Block([Row::ZERO; WORDS]), owners: Row::ZERO, used: 0 };

    /// How many lanes are free.
    #[inline(always)]
    pub(super) fn room(&self) -> u32 {
        self.used.count_zeros()
    }

    /// The puzzle that a state belongs to.
    #[inline(always)]
    pub(super) fn owner(&self, lane: usize) -> u32 {
        self.owners.0[lane % LANES]
    }

    /// Moves states of another page to free lanes of this one; not more than there is room for.
    #[inline(always)]
    pub(super) fn take(&mut self, backend: impl Backend, from: &mut Self, states: LaneSet) {
        let lanes = lowest(!self.used, states.count_ones());
        let plan = backend.plan(states, lanes);
        for (to, from) in self.block.0.iter_mut().zip(&from.block.0) {
            backend.copy(plan, from, to);
        }
        backend.copy(plan, &from.owners, &mut self.owners);
        self.used |= lanes;
        from.used &= !states;
    }
}

/// The lowest lanes of a set, so many of them, or all if there are fewer.
#[inline(always)]
pub(super) fn lowest(lanes: LaneSet, count: u32) -> LaneSet {
    if lanes.count_ones() <= count {
        return lanes;
    }
    let mut rest = lanes;
    for _ in 0..count {
        rest &= rest - 1;
    }
    lanes ^ rest
}

/// The states that wait for a lane. The latest are on top.
#[derive(Debug, Default)]
pub(super) struct Stack {
    /// Only the first `height` pages hold states; the others are kept for later.
    pages: Vec<Page>,
    height: usize,
    states: u32,
}

impl Stack {
    /// How many states there are.
    #[inline(always)]
    pub(super) fn len(&self) -> u32 {
        self.states
    }

    pub(super) fn clear(&mut self) {
        self.height = 0;
        self.states = 0;
    }

    /// A page to write on, which is put on top by [`push`](Self::push).
    #[inline(always)]
    pub(super) fn next(&mut self) -> &mut Page {
        self.reserve();
        &mut self.pages[self.height]
    }

    /// Puts the page that was written on top, if there are states on it.
    #[inline(always)]
    pub(super) fn push(&mut self) {
        let states = self.next().used.count_ones();
        if states > 0 {
            self.states += states;
            self.height += 1;
        }
    }

    /// Puts the latest state of a chain on top.
    #[inline(always)]
    pub(super) fn push_held(&mut self, held: &mut Held, chain: &mut u32) {
        if self.height == 0 || self.pages[self.height - 1].used == LaneSet::MAX {
            self.reserve();
            self.pages[self.height].used = 0;
            self.height += 1;
        }
        let page = &mut self.pages[self.height - 1];
        held.release(chain, page, lane(!page.used));
        self.states += 1;
    }

    /// Moves states from the top to the free lanes of a page, until it is full or nothing is left.
    #[inline(always)]
    pub(super) fn fill(&mut self, backend: impl Backend, page: &mut Page) {
        while page.used != LaneSet::MAX && self.height > 0 {
            let top = &mut self.pages[self.height - 1];
            let states = lowest(top.used, page.room());
            self.states -= states.count_ones();
            page.take(backend, top, states);
            if top.used == 0 {
                self.height -= 1;
            }
        }
    }

    /// Sees to it that there is a page above those in use.
    #[inline(always)]
    fn reserve(&mut self) {
        if self.pages.len() == self.height {
            self.pages.push(Page::EMPTY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::backend::Instructions;
    use super::super::backend::tests::kinds;
    use super::super::tests::Random;
    use super::super::vector::{Program, each_lane};
    use super::*;

    #[test]
    fn the_lowest_lanes_are_the_first_of_them() {
        let mut random = Random(7);
        for _ in 0..2000 {
            let (lanes, count) = (random.lanes(), random.below(18));
            let first = each_lane(lanes).take(count).fold(0, |all, lane| all | 1 << lane);
            assert_eq!(lowest(lanes, u32::try_from(count).unwrap()), first);
        }
    }

    /// Pages are pushed with states of consecutive owners, and lanes filled from them, again and again.
    struct Fill(Instructions);

    impl Program for Fill {
        type Output = ();

        fn run<B: Backend>(self, backend: B) {
            let (mut random, mut stack, mut page) = (Random(8), Stack::default(), Page::EMPTY);
            let (mut next, mut waiting) = (1, Vec::new());
            for _ in 0..2000 {
                let new = stack.next();
                new.used = random.lanes();
                let mut owners = Vec::new();
                for lane in each_lane(new.used) {
                    for row in &mut new.block.0 {
                        row.0[lane] = next;
                    }
                    new.owners.0[lane] = next;
                    owners.push(next);
                    next += 1;
                }
                stack.push();
                waiting.extend(owners.into_iter().rev());
                page.used &= random.lanes();
                let before = page.clone();
                stack.fill(backend, &mut page);
                for lane in each_lane(page.used) {
                    let owner = page.owner(lane);
                    assert!(page.block.0.iter().all(|row| row.0[lane] == owner), "{}", self.0);
                    if before.used >> lane & 1 == 1 {
                        assert_eq!(owner, before.owner(lane), "{}: it stays", self.0);
                    } else {
                        let at = waiting.iter().position(|&state| state == owner);
                        waiting.remove(at.expect("a state that waits"));
                    }
                }
                assert_eq!(stack.len(), u32::try_from(waiting.len()).unwrap());
                assert!(page.used == LaneSet::MAX || stack.len() == 0, "as full as can be");
            }
        }
    }

    #[test]
    fn states_leave_a_stack_once_each_with_their_owners() {
        for (name, kind) in kinds() {
            kind.run(Fill(name));
        }
    }
}
