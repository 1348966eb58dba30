//! A part of the problem in a few machine words, and the search in it.
//!
//! Everything is a bit set of `W` words: the options that can still be chosen (*active*), the primary items that are
//! still to be covered (*open*), the row of each item. To see how many options an item has left is an AND and a
//! count of bits; to choose an option is an AND with what it keeps.
//!
//! Here is how a part comes about, and what an option keeps; [`search`] is the search, and [`lookahead`] strikes out the
//! options that a look ahead finds dead.

mod lookahead;
mod search;
mod selection;

use super::MOST;
use super::cpu::Cpu;
use super::matrix::{Matrix, WORD, each, has, set, words};
use crate::ids::{OptionId, as_index, to_u32};
use selection::Selection;

/// In [`Shared::path`]: the number of the option, and where the number of alternatives begins.
const NUMBER: u32 = (1 << ALTERNATIVES) - 1;
const ALTERNATIVES: u32 = 16;
// Either is at most `MOST`.
const _: () = assert!(MOST < 1 << (ALTERNATIVES - 1));

/// What can still be chosen, and what is still to be covered.
#[derive(Clone, Copy, Debug)]
pub(super) struct State<const W: usize> {
    pub(super) active: [u64; W],
    pub(super) open: [u64; W],
}

/// An item that the search has branched on.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    state: State<W>,
    /// The options of the item that have not been tried.
    todo: [u64; W],
    /// How many options were chosen above.
    chosen: u32,
    /// How many options of the item there are, as it stands in [`Shared::path`].
    alternatives: u32,
}

/// Where the search goes on.
#[derive(Clone, Copy, Debug)]
enum Phase<const W: usize> {
    /// At a node.
    At(State<W>),
    /// At the next branch.
    Back,
}

/// EngineReason a search returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// It stands at a solution.
    Solution,
    /// There are no more branches.
    Exhausted,
    /// So many nodes have been searched as were allowed.
    Paused,
    /// What is left fits into fewer words.
    Narrow,
}

/// What all parts share while they are searched.
#[derive(Debug, Default)]
pub(super) struct Shared {
    /// The matrix from which the parts are packed.
    pub(super) matrix: Matrix,
    /// The options chosen above the matrix, by their numbers in the problem.
    pub(super) above: Vec<u32>,
    /// The options chosen in it: their numbers in the matrix, in the lower half, and in the upper half how many
    /// there were to choose from, or 0 for one.
    pub(super) path: Vec<u32>,
    /// Of those `above`, how many there were to choose from.
    pub(super) alternatives: Vec<u32>,
    pub(super) nodes: u64,
    solutions: u64,
    /// The number of nodes at which to pause.
    pub(super) last: u64,
    /// How often a part was packed.
    pub(super) packed: u64,
}

impl Shared {
    /// Stands at the root, with nothing chosen.
    pub(super) fn begin(&mut self) {
        self.above.clear();
        self.alternatives.clear();
        self.path.clear();
        (self.nodes, self.solutions, self.packed) = (1, 0, 0);
    }

    /// The options that are chosen in the matrix, by their numbers in the problem.
    pub(super) fn chosen(&self) -> impl Iterator<Item = OptionId> {
        self.path.iter().map(|&option| self.matrix.option(as_index(option & NUMBER)))
    }

    /// The same, and how many there were to choose from each time.
    pub(super) fn levels(&self) -> impl Iterator<Item = (OptionId, u32)> {
        let alternatives = self.path.iter().map(|&option| (option >> ALTERNATIVES).max(1));
        self.chosen().zip(alternatives)
    }

    /// Whether so many nodes are solutions that most have few items open.
    #[inline(always)]
    fn is_near(&self) -> bool {
        self.solutions > self.nodes / 8
    }
}

/// How long the searches in the parts of one width have been.
#[derive(Clone, Copy, Debug, Default)]
struct Length {
    /// The nodes of those that are over, in narrower parts too.
    nodes: u64,
    /// The options of all parts.
    options: u64,
    /// How many nodes there were when the last began.
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

    /// Whether they had more nodes than options, so that it pays to do something for each option of the next.
    #[inline(always)]
    fn is_long(self) -> bool {
        self.nodes > self.options
    }
}

/// Some options and items of the shared matrix, so few that a set of either fits into `W` words.
#[derive(Debug)]
pub(super) struct Narrow<const W: usize> {
    /// For each item the options that cover it.
    rows: Vec<[u64; W]>,
    /// The options and items by their numbers in the matrix.
    options: Vec<u32>,
    items: Vec<u32>,
    /// Of an option that is `known`: the options that don't conflict with it, and the items that it does not cover.
    keeps: Vec<State<W>>,
    known: [u64; W],
    /// Which options and items of the matrix these are.
    option_selection: Selection,
    item_selection: Selection,
    frames: Vec<Frame<W>>,
    stand: Phase<W>,
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
            keeps: Vec::new(),
            known: [0; W],
            option_selection: Selection::default(),
            item_selection: Selection::default(),
            frames: Vec::new(),
            stand: Phase::Back,
            length: Length::default(),
            is_long: false,
            is_new: false,
        }
    }
}

impl<const W: usize> Narrow<W> {
    /// Takes over the whole matrix.
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

    /// Takes over what the search in a wider part has come to.
    #[inline(always)]
    pub(super) fn take_from<C: Cpu, const A: usize>(
        &mut self,
        cpu: C,
        wide: &Narrow<A>,
        shared: &mut Shared,
    ) {
        let Phase::At(state) = wide.stand else { return };
        // Here it selects from the rows of the wider part; `begin` makes it one that selects from the matrix, where
        // that is needed.
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

    /// Stands at the root of the part.
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
            self.keeps.resize(options, State { active: [0; W], open: [0; W] });
        }
        self.known = [0; W];
        if W == 1 {
            // For `Cpu::sizes`.
            self.rows.resize(items.next_multiple_of(8), [0; W]);
        }
        self.frames.clear();
        self.stand = Phase::At(State { active: first(options), open: first(items) });
        shared.packed += 1;
        (self.is_long, self.is_new) = (self.length.is_long(), true);
        self.length.begin(options, shared.nodes);
    }

    /// Forgets how long the searches have been.
    pub(super) fn forget(&mut self) {
        self.length = Length::default();
    }

    /// After a narrower part has been searched, or a solution was taken: goes on with the next branch.
    pub(super) fn go_back(&mut self) {
        self.stand = Phase::Back;
    }

    /// The options that have not been tried where so many were chosen, in their order.
    pub(super) fn untried(&self, chosen: usize, matrix: &Matrix, to: &mut Vec<OptionId>) {
        let frame = self.frames.binary_search_by(|frame| as_index(frame.chosen).cmp(&chosen));
        if let Ok(frame) = frame {
            let todo = &self.frames[frame].todo;
            each(todo, |option| to.push(matrix.option(as_index(self.options[option]))));
        }
    }

    /// Tries no other options where fewer than so many were chosen.
    pub(super) fn keep_below(&mut self, chosen: usize) {
        let kept = self.frames.partition_point(|frame| as_index(frame.chosen) < chosen);
        self.frames.drain(..kept);
    }

    /// How many words what is left needs.
    #[inline(always)]
    fn need(state: &State<W>) -> usize {
        let count = |set: &[u64; W]| set.iter().map(|word| as_index(word.count_ones())).sum();
        words(count(&state.active)).max(words(count(&state.open)))
    }

    /// How many words the node needs at which the search stands.
    pub(super) fn needs(&self) -> usize {
        match &self.stand {
            Phase::At(state) => Self::need(state),
            Phase::Back => 0,
        }
    }

    /// What an option keeps.
    #[inline(always)]
    fn keep<C: Cpu>(&mut self, cpu: C, option: usize, matrix: &mut Matrix) -> &State<W> {
        if !has(&self.known, option) {
            self.learn(cpu, option, matrix);
        }
        &self.keeps[option]
    }

    /// Finds out what an option keeps.
    #[inline(always)]
    fn learn<C: Cpu>(&mut self, cpu: C, option: usize, matrix: &mut Matrix) {
        let number = as_index(self.options[option]);
        let covered: [u64; W] = self.item_selection.of(cpu, matrix.items_of(number));
        let active = if matrix.is_plain {
            let mut keep = [u64::MAX; W];
            each(&covered, |item| {
                keep.iter_mut().zip(&self.rows[item]).for_each(|(keep, row)| *keep &= !row);
            });
            keep
        } else {
            self.option_selection.of(cpu, matrix.keep(number))
        };
        self.keeps[option] = State { active, open: covered.map(|word| !word) };
        set(&mut self.known, option);
    }
}

#[inline(always)]
fn and<const W: usize>(a: &[u64; W], b: &[u64; W]) -> [u64; W] {
    std::array::from_fn(|word| a[word] & b[word])
}

/// The lowest bit of a set that is not empty.
#[inline(always)]
fn lowest<const W: usize>(set: &[u64; W]) -> usize {
    let word = set.iter().position(|&word| word != 0).unwrap_or(0);
    word * WORD + as_index(set[word].trailing_zeros()) % WORD
}

/// The first so many bits.
#[inline(always)]
fn first<const W: usize>(count: usize) -> [u64; W] {
    std::array::from_fn(|word| match count.saturating_sub(word * WORD) {
        0 => 0,
        rest if rest >= WORD => u64::MAX,
        rest => (1 << rest) - 1,
    })
}
