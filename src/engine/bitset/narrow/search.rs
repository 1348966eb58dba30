//! The search in a narrow part.

use super::{ALTERNATIVES, Exit, Frame, Narrow, NodeState, Phase, Shared};
use crate::engine::bits::{WORD, and, each, lowest, size, take_lowest};
use crate::engine::bitset::budget::cut;
use crate::engine::bitset::cpu::Cpu;
use crate::ids::{as_index, to_u32};

/// The result of the choice of an item at a node.
enum Choice {
    /// No item is open.
    Solution,
    /// An item has no option left.
    Dead,
    /// The item to branch on, which has two options or more.
    Item(usize),
}

impl<const W: usize> Narrow<W> {
    /// Continues the search up to a solution or a pause.
    #[inline(always)]
    pub(in crate::engine::bitset) fn search<C: Cpu>(
        &mut self,
        cpu: C,
        shared: &mut Shared,
    ) -> Exit {
        if W == 1 && self.is_long && std::mem::take(&mut self.is_new) {
            (0..self.options.len()).for_each(|option| self.learn(cpu, option, &mut shared.matrix));
        }
        let mut state = match self.phase {
            Phase::At(state) => state,
            Phase::Back => match self.next(cpu, shared) {
                Some(state) => state,
                None => return self.leave(shared),
            },
        };
        loop {
            if shared.nodes >= shared.last {
                self.phase = Phase::At(state);
                return Exit::Paused;
            }
            match self.choose(cpu, &mut state, shared) {
                Choice::Solution => {
                    shared.solutions += 1;
                    self.phase = Phase::Back;
                    return Exit::Solution;
                }
                Choice::Item(_) if W > 1 && Self::need(&state) <= W / 2 => {
                    self.phase = Phase::At(state);
                    return Exit::Narrow;
                }
                Choice::Item(item) => self.branch(cpu, &mut state, item, shared),
                Choice::Dead => match self.next(cpu, shared) {
                    Some(next) => state = next,
                    None => return self.leave(shared),
                },
            }
        }
    }

    /// Ends the search of the part.
    #[inline(always)]
    fn leave(&mut self, shared: &Shared) -> Exit {
        self.length.end(shared.nodes);
        self.phase = Phase::Back;
        Exit::Exhausted
    }

    /// Chooses the item to branch on, after lookahead. Covers items with one option first.
    #[inline(always)]
    fn choose<C: Cpu>(&mut self, cpu: C, state: &mut NodeState<W>, shared: &mut Shared) -> Choice {
        loop {
            let choice = if W == 1 && !shared.is_near() {
                self.choose_at_once(cpu, state, shared)
            } else {
                self.choose_in_turn(cpu, state, shared)
            };
            match choice {
                Choice::Item(item) if self.look_ahead(cpu, state, item, shared) => {}
                _ => return choice,
            }
        }
    }

    /// The first of the items with the fewest options, found one by one: fast if few are open.
    #[inline(always)]
    fn choose_in_turn<C: Cpu>(
        &mut self,
        cpu: C,
        state: &mut NodeState<W>,
        shared: &mut Shared,
    ) -> Choice {
        loop {
            let (mut fewest, mut chosen, mut is_forced) = (u32::MAX, None, false);
            for word in 0..W {
                let mut rest = state.open[word];
                while rest != 0 {
                    let item = word * WORD + as_index(rest.trailing_zeros());
                    rest &= rest - 1;
                    let left = and(&self.rows[item], &state.active);
                    let count = size(&left);
                    if count >= fewest {
                        continue;
                    }
                    match count {
                        0 => return Choice::Dead,
                        1 => {
                            self.choose_option(cpu, state, lowest(&left), 0, shared);
                            rest &= state.open[word];
                            is_forced = true;
                        }
                        _ => (fewest, chosen) = (count, Some(item)),
                    }
                }
            }
            if !is_forced {
                return chosen.map_or(Choice::Solution, Choice::Item);
            }
        }
    }

    /// The same in one word, found for all items at once.
    #[inline(always)]
    fn choose_at_once<C: Cpu>(
        &mut self,
        cpu: C,
        state: &mut NodeState<W>,
        shared: &mut Shared,
    ) -> Choice {
        loop {
            if state.open[0] == 0 {
                return Choice::Solution;
            }
            let sizes = cpu.sizes(self.rows.as_flattened(), state.active[0]);
            if sizes.none & state.open[0] != 0 {
                return Choice::Dead;
            }
            let mut forced = sizes.one & state.open[0];
            if forced == 0 {
                let two = sizes.two & state.open[0];
                let item =
                    if two == 0 { self.smallest(state) } else { as_index(two.trailing_zeros()) };
                return Choice::Item(item);
            }
            while forced != 0 {
                let left = and(&self.rows[as_index(forced.trailing_zeros())], &state.active);
                if left == [0; W] {
                    return Choice::Dead;
                }
                self.choose_option(cpu, state, lowest(&left), 0, shared);
                forced &= state.open[0];
            }
        }
    }

    /// The first open item of those with the fewest options.
    #[inline(always)]
    fn smallest(&self, state: &NodeState<W>) -> usize {
        let (mut fewest, mut chosen) = (u32::MAX, 0);
        each(&state.open, |item| {
            let left = and(&self.rows[item], &state.active);
            let count = size(&left);
            if count < fewest {
                (fewest, chosen) = (count, item);
            }
        });
        chosen
    }

    /// Takes the first branch at an item.
    #[inline(always)]
    fn branch<C: Cpu>(
        &mut self,
        cpu: C,
        state: &mut NodeState<W>,
        item: usize,
        shared: &mut Shared,
    ) {
        let mut todo = and(&self.rows[item], &state.active);
        let count = size(&todo);
        let alternatives = count << ALTERNATIVES;
        let option = take_lowest(&mut todo);
        let chosen = to_u32(shared.path.len());
        self.frames.push(Frame { state: *state, todo, chosen, alternatives });
        self.choose_option(cpu, state, option, alternatives, shared);
    }

    /// Enters the next branch. Removes items without untried options from the stack.
    #[inline(always)]
    fn next<C: Cpu>(&mut self, cpu: C, shared: &mut Shared) -> Option<NodeState<W>> {
        let frame = self.frames.last_mut()?;
        let option = take_lowest(&mut frame.todo);
        shared.path.truncate(as_index(frame.chosen));
        let (mut state, alternatives) = (frame.state, frame.alternatives);
        if frame.todo == [0; W] {
            self.frames.pop();
        }
        self.choose_option(cpu, &mut state, option, alternatives, shared);
        Some(state)
    }

    /// Chooses an option. `alternatives` is shifted as in [`Shared::path`].
    #[inline(always)]
    fn choose_option<C: Cpu>(
        &mut self,
        cpu: C,
        state: &mut NodeState<W>,
        option: usize,
        alternatives: u32,
        shared: &mut Shared,
    ) {
        let keep = self.keep(cpu, option, &mut shared.matrix);
        state.active = and(&state.active, &keep.active);
        state.open = and(&state.open, &keep.open);
        if shared.budget.is_limited() {
            let chosen = shared.path.len();
            shared.budget.spend(chosen, self.costs[option]);
            cut(&mut state.active, &self.costs, shared.budget.left(chosen + 1));
        }
        shared.path.push(self.options[option] | alternatives);
        shared.nodes += 1;
    }
}
