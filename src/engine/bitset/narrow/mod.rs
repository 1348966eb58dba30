//! [`Narrow`]: a part of the problem in sets of `W` machine words.
//!
//! The options that can still be chosen (*active*), the primary items that are still to be covered
//! (*open*), and the row of each item are bit sets of `W` words. The number of options that an item
//! has left is an AND and a count of bits; choosing an option is an AND with the sets that it
//! keeps.
//!
//! This file builds a part and computes the sets that options keep; [`search`] has the search, and
//! [`lookahead`] removes dead options.

mod lookahead;
mod search;
mod selection;

use super::budget::{Budget, cut};
use super::cpu::Cpu;
use super::matrix::Matrix;
use crate::engine::bits::{each, first, has, set, size, subtract, words};
use crate::ids::{OptionId, as_index, to_u32, to_u64};
use selection::Selection;

/// The words of the widest narrow part, and the options or items that it holds.
pub(super) const WIDEST: usize = 16;
pub(super) const MOST: u32 = 1024;

/// The layout of [`Shared::path`]: the mask of the option, and the shift of the number of
/// alternatives.
const NUMBER: u32 = (1 << ALTERNATIVES) - 1;
const ALTERNATIVES: u32 = 16;
// Either is at most `MOST`.
const _: () = assert!(MOST < 1 << (ALTERNATIVES - 1));

/// A node: the options that can still be chosen, and the items that are still to be covered.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeState<const W: usize> {
    pub(super) active: [u64; W],
    pub(super) open: [u64; W],
}

/// An item that the search has branched on.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    state: NodeState<W>,
    /// The options of the item that have not been tried.
    todo: [u64; W],
    /// The number of options chosen before.
    chosen: u32,
    /// The number of options of the item, shifted as in [`Shared::path`].
    alternatives: u32,
}

/// The point at which the search continues.
#[derive(Clone, Copy, Debug)]
enum Phase<const W: usize> {
    /// At a node.
    At(NodeState<W>),
    /// At the next branch.
    Back,
}

/// The reason why a search returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// It found a solution.
    Solution,
    /// There are no more branches.
    Exhausted,
    /// The budget is spent.
    Paused,
    /// The subproblem fits into fewer words.
    Narrow,
}

/// The state that all parts share.
#[derive(Clone, Debug, Default)]
pub(super) struct Shared {
    /// The matrix from which the parts are packed.
    pub(super) matrix: Matrix,
    /// The options chosen above the matrix, by their numbers in the problem.
    pub(super) above: Vec<u32>,
    /// The options chosen in it: the lower half is the number in the matrix, the upper half the
    /// number of alternatives, or 0 for one.
    pub(super) path: Vec<u32>,
    /// The numbers of alternatives of the options `above`.
    pub(super) alternatives: Vec<u32>,
    pub(super) budget: Budget,
    pub(super) nodes: u64,
    solutions: u64,
    /// The number of nodes at which to pause.
    pub(super) last: u64,
    /// The updates, as [`Bits`](super::Bits) defines them.
    pub(super) updates: u64,
}

impl Shared {
    /// Resets the state to the root, with nothing chosen.
    pub(super) fn begin(&mut self) {
        self.above.clear();
        self.alternatives.clear();
        self.path.clear();
        (self.nodes, self.solutions, self.updates) = (1, 0, 0);
    }

    /// The options that are chosen in the matrix, by their numbers in the problem.
    pub(super) fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.path.iter().map(|&option| self.matrix.option(as_index(option & NUMBER)))
    }

    /// The same with the number of alternatives of each.
    pub(super) fn levels(&self) -> impl Iterator<Item = (OptionId, u32)> {
        let alternatives = self.path.iter().map(|&option| (option >> ALTERNATIVES).max(1));
        self.chosen().zip(alternatives)
    }

    /// Whether more than one node in eight is a solution, so that most nodes have few open items.
    #[inline(always)]
    fn is_near(&self) -> bool {
        self.solutions > self.nodes / 8
    }
}

/// The total length of the searches of one width.
#[derive(Clone, Copy, Debug, Default)]
struct Length {
    /// The nodes of the finished searches, those in narrower parts included.
    nodes: u64,
    /// The options of all parts.
    options: u64,
    /// The node count when the last search began.
    before: u64,
}

impl Length {
    #[inline(always)]
    fn begin(&mut self, options: usize, nodes: u64) {
        (self.options, self.before) = (self.options + u64::from(to_u32(options)), nodes);
    }

    #[inline(always)]
    fn end(&mut self, nodes: u64) {
        self.nodes += nodes - self.before;
    }

    /// Whether the searches had more nodes than options, so that preparing each option of the next
    /// part pays off.
    #[inline(always)]
    fn is_long(self) -> bool {
        self.nodes > self.options
    }
}

/// Some options and items of the shared matrix, such that a set of either fits into `W` words.
#[derive(Clone, Debug)]
pub(super) struct Narrow<const W: usize> {
    /// For each item the options that cover it.
    rows: Vec<[u64; W]>,
    /// The options and items by their numbers in the matrix.
    options: Vec<u32>,
    items: Vec<u32>,
    /// The costs of the options, ascending. Empty without a budget.
    costs: Vec<i64>,
    /// For each `known` option: the options that don't conflict with it, and the items that it does
    /// not cover.
    keeps: Vec<NodeState<W>>,
    known: [u64; W],
    /// The options and items as sets of the matrix.
    option_selection: Selection,
    item_selection: Selection,
    frames: Vec<Frame<W>>,
    phase: Phase<W>,
    length: Length,
    /// Whether the search is expected to be long.
    is_long: bool,
    /// Whether the search has not begun.
    is_new: bool,
}

impl<const W: usize> Default for Narrow<W> {
    fn default() -> Self {
        Self {
            rows: Vec::new(),
            options: Vec::new(),
            items: Vec::new(),
            costs: Vec::new(),
            keeps: Vec::new(),
            known: [0; W],
            option_selection: Selection::default(),
            item_selection: Selection::default(),
            frames: Vec::new(),
            phase: Phase::Back,
            length: Length::default(),
            is_long: false,
            is_new: false,
        }
    }
}

impl<const W: usize> Narrow<W> {
    /// Takes the whole matrix.
    pub(super) fn take_all(&mut self, shared: &mut Shared) {
        let matrix = &shared.matrix;
        self.options.clear();
        self.options.extend((0..).take(matrix.options.len()));
        self.items.clear();
        self.items.extend((0..).take(matrix.items.len()));
        self.rows.clear();
        let row =
            |item| std::array::from_fn(|word| matrix.row(item).get(word).copied().unwrap_or(0));
        self.rows.extend((0..matrix.items.len()).map(row));
        self.begin(shared);
    }

    /// Takes the current node of a wider part.
    #[inline(always)]
    pub(super) fn take_from<C: Cpu, const A: usize>(
        &mut self,
        cpu: C,
        wide: &Narrow<A>,
        shared: &mut Shared,
    ) {
        let Phase::At(state) = wide.phase else { return };
        // Here the selection maps the rows of the wider part; `begin` replaces it by one for the
        // matrix if need be.
        self.option_selection.masks.clear();
        self.option_selection.masks.extend(state.active);
        self.option_selection.count();
        self.rows.clear();
        self.items.clear();
        self.options.clear();
        each(&state.open, |item| {
            self.items.push(wide.items[item]);
            self.rows.push(self.option_selection.of(cpu, &wide.rows[item]));
        });
        each(&state.active, |option| self.options.push(wide.options[option]));
        self.begin(shared);
    }

    /// Starts at the root of the part.
    #[inline(always)]
    fn begin(&mut self, shared: &mut Shared) {
        let (options, items) = (self.options.len(), self.items.len());
        if !shared.matrix.is_plain {
            self.option_selection.clear(shared.matrix.width);
            self.options.iter().for_each(|&o| set(&mut self.option_selection.masks, as_index(o)));
            self.option_selection.count();
        }
        self.item_selection.clear(shared.matrix.item_width);
        self.items.iter().for_each(|&item| set(&mut self.item_selection.masks, as_index(item)));
        self.item_selection.count();
        if self.keeps.len() < options {
            self.keeps.resize(options, NodeState { active: [0; W], open: [0; W] });
        }
        self.known = [0; W];
        if W == 1 {
            // For `Cpu::sizes`.
            self.rows.resize(items.next_multiple_of(8), [0; W]);
        }
        let mut active = first(options);
        let Shared { budget, matrix, path, .. } = &*shared;
        if budget.is_limited() {
            let cost = |&option: &u32| budget.cost(matrix.options[as_index(option)]);
            self.costs.clear();
            self.costs.extend(self.options.iter().map(cost));
            cut(&mut active, &self.costs, budget.left(path.len()));
        }
        self.frames.clear();
        self.phase = Phase::At(NodeState { active, open: first(items) });
        shared.updates += to_u64(options);
        (self.is_long, self.is_new) = (self.length.is_long(), true);
        self.length.begin(options, shared.nodes);
    }

    /// Resets the length of the searches.
    pub(super) fn forget(&mut self) {
        self.length = Length::default();
    }

    /// Continues with the next branch, after a narrower part was searched or a solution was
    /// reported.
    pub(super) fn go_back(&mut self) {
        self.phase = Phase::Back;
    }

    /// Appends the untried options of the level after `chosen` choices, in their order.
    pub(super) fn untried(&self, chosen: usize, matrix: &Matrix, to: &mut Vec<OptionId>) {
        let frame = self.frames.binary_search_by(|frame| as_index(frame.chosen).cmp(&chosen));
        if let Ok(frame) = frame {
            let todo = &self.frames[frame].todo;
            each(todo, |option| to.push(matrix.option(as_index(self.options[option]))));
        }
    }

    /// Drops the untried options of the levels before `chosen` choices.
    pub(super) fn keep_below(&mut self, chosen: usize) {
        let kept = self.frames.partition_point(|frame| as_index(frame.chosen) < chosen);
        self.frames.drain(..kept);
    }

    /// Drops the untried options of all levels but the one after `chosen` choices.
    pub(super) fn keep_only(&mut self, chosen: usize) {
        self.frames.retain(|frame| as_index(frame.chosen) == chosen);
    }

    /// The number of words that a node needs.
    #[inline(always)]
    fn need(state: &NodeState<W>) -> usize {
        words(as_index(size(&state.active).max(size(&state.open))))
    }

    /// The number of words that the current node needs.
    pub(super) fn needs(&self) -> usize {
        match &self.phase {
            Phase::At(state) => Self::need(state),
            Phase::Back => 0,
        }
    }

    /// The sets that an option keeps.
    #[inline(always)]
    fn keep<C: Cpu>(&mut self, cpu: C, option: usize, matrix: &mut Matrix) -> &NodeState<W> {
        if !has(&self.known, option) {
            self.learn(cpu, option, matrix);
        }
        &self.keeps[option]
    }

    /// Computes the sets that an option keeps.
    #[inline(always)]
    fn learn<C: Cpu>(&mut self, cpu: C, option: usize, matrix: &mut Matrix) {
        let number = as_index(self.options[option]);
        let covered: [u64; W] = self.item_selection.of(cpu, matrix.items_of(number));
        let active = if matrix.is_plain {
            let mut keep = [u64::MAX; W];
            each(&covered, |item| subtract(&mut keep, &self.rows[item]));
            keep
        } else {
            self.option_selection.of(cpu, matrix.keep(number))
        };
        let mut open = [u64::MAX; W];
        subtract(&mut open, &covered);
        self.keeps[option] = NodeState { active, open };
        set(&mut self.known, option);
    }
}
