//! [`Wide`]: the search in a matrix of any width, while too many options are left for a
//! [`Narrow`](super::Narrow) part.
//!
//! Few nodes are wide. The options that conflict with another are computed from its rows each time.

use super::matrix::{Matrix, Source};
use super::narrow::{Exit, Shared, WIDEST};
use crate::engine::bits::{WORD, common_size, each, subtract, words};
use crate::ids::{OptionId, as_index, to_u32, to_u64};

/// The words of rows that are read in the time of an update, if about half of the items are open.
const WORDS_OF_UPDATE: usize = 16;

/// The whole matrix, and the state of the search in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Wide {
    matrix: Matrix,
    active: Vec<u64>,
    open: Vec<u64>,
    /// For each item that the search has branched on: the number of options chosen before, and that
    /// of its options.
    frames: Vec<(u32, u32)>,
    /// For each frame, one after another: `active`, `open`, and the options that have not been
    /// tried.
    sets: Vec<u64>,
    /// Whether the search continues with the next branch, and not with the node of `active` and
    /// `open`.
    is_back: bool,
}

impl Wide {
    /// Starts at the root of the matrix with these options and items.
    pub(super) fn begin(&mut self, of: &mut Matrix, source: &mut Source) {
        let matrix = &mut self.matrix;
        std::mem::swap(matrix, of);
        matrix.build(source);
        fill(&mut self.active, matrix.options.len());
        fill(&mut self.open, matrix.items.len());
        self.frames.clear();
        self.sets.clear();
        self.is_back = false;
    }

    pub(super) fn go_back(&mut self) {
        self.is_back = true;
    }

    /// Appends the untried options of the level after `chosen` choices, in their order.
    pub(super) fn untried(&self, chosen: usize, to: &mut Vec<OptionId>) {
        let Ok(frame) = self.frames.binary_search_by(|&(above, _)| as_index(above).cmp(&chosen))
        else {
            return;
        };
        let (before, size) = (self.matrix.width + self.matrix.item_width, self.frame_size());
        let todo = &self.sets[frame * size + before..(frame + 1) * size];
        each(todo, |option| to.push(self.matrix.option(option)));
    }

    /// Drops the untried options of the levels before `chosen` choices.
    pub(super) fn keep_below(&mut self, chosen: usize) {
        let kept = self.frames.partition_point(|&(above, _)| as_index(above) < chosen);
        self.frames.drain(..kept);
        self.sets.drain(..kept * self.frame_size());
    }

    /// Drops the untried options of all levels but the one after `chosen` choices.
    pub(super) fn keep_only(&mut self, chosen: usize) {
        self.keep_below(chosen);
        let kept = self.frames.partition_point(|&(above, _)| as_index(above) == chosen);
        self.frames.truncate(kept);
        self.sets.truncate(kept * self.frame_size());
    }

    /// The number of words of a frame in `sets`.
    fn frame_size(&self) -> usize {
        2 * self.matrix.width + self.matrix.item_width
    }

    /// Copies the options and items that are left to another matrix.
    pub(super) fn select(&self, to: &mut Matrix) {
        to.options.clear();
        each(&self.active, |option| to.options.push(self.matrix.options[option]));
        to.items.clear();
        each(&self.open, |item| to.items.push(self.matrix.items[item]));
    }

    /// Continues the search up to a solution or a pause.
    #[inline(always)]
    pub(super) fn search(&mut self, shared: &mut Shared) -> Exit {
        loop {
            if std::mem::replace(&mut self.is_back, false) && !self.next(shared) {
                return Exit::Exhausted;
            }
            if shared.nodes >= shared.last {
                return Exit::Paused;
            }
            if fits(&self.active) && fits(&self.open) {
                return Exit::Narrow;
            }
            shared.updates += to_u64(self.matrix.items.len() * self.matrix.width / WORDS_OF_UPDATE);
            match self.choose() {
                None => {
                    self.is_back = true;
                    return Exit::Solution;
                }
                Some((0, _)) => {}
                Some((count, item)) => self.branch(item, count, shared),
            }
            self.is_back = true;
        }
    }

    /// The first open item of those with the fewest options, and the number of its options.
    #[inline(always)]
    fn choose(&self) -> Option<(u32, usize)> {
        let mut fewest = None;
        each(&self.open, |item| {
            let count = common_size(self.matrix.row(item), &self.active);
            if fewest.is_none_or(|(known, _)| count < known) {
                fewest = Some((count, item));
            }
        });
        fewest
    }

    #[inline(always)]
    fn branch(&mut self, item: usize, count: u32, shared: &Shared) {
        self.frames.push((to_u32(shared.above.len()), count));
        self.sets.extend(&self.active);
        self.sets.extend(&self.open);
        let row = self.matrix.row(item).iter().zip(&self.active);
        self.sets.extend(row.map(|(row, active)| row & active));
    }

    /// Enters the next branch. Removes items without untried options from the stack.
    #[inline(always)]
    fn next(&mut self, shared: &mut Shared) -> bool {
        let Self { matrix, active, open, frames, sets, .. } = self;
        let Some(&(chosen, alternatives)) = frames.last() else { return false };
        let begin = sets.len() - (2 * matrix.width + matrix.item_width);
        let (saved, todo) = sets[begin..].split_at_mut(matrix.width + matrix.item_width);
        let Some(word) = todo.iter().position(|&word| word != 0) else { return false };
        let option = word * WORD + as_index(todo[word].trailing_zeros());
        todo[option / WORD] &= !(1 << (option % WORD));
        active.copy_from_slice(&saved[..matrix.width]);
        open.copy_from_slice(&saved[matrix.width..]);
        if todo.iter().all(|&word| word == 0) {
            frames.pop();
            sets.truncate(begin);
        }
        matrix.strike(option, active);
        subtract(open, matrix.items_of(option));
        shared.above.truncate(as_index(chosen));
        shared.above.push(matrix.options[option]);
        if shared.budget.is_limited() {
            let left = shared.budget.left_after(&shared.above);
            let is_affordable = |&option: &u32| shared.budget.cost(option) <= left;
            keep_first(active, matrix.options.partition_point(is_affordable));
        }
        shared.alternatives.truncate(as_index(chosen));
        shared.alternatives.push(alternatives);
        shared.nodes += 1;
        true
    }
}

/// Whether a set fits into the widest part.
#[inline(always)]
fn fits(set: &[u64]) -> bool {
    words(set.iter().map(|word| as_index(word.count_ones())).sum()) <= WIDEST
}

/// Removes all but the first `count` numbers from a set.
fn keep_first(set: &mut [u64], count: usize) {
    for (index, word) in set.iter_mut().enumerate().skip(count / WORD) {
        *word &= if index == count / WORD { (1 << (count % WORD)) - 1 } else { 0 };
    }
}

/// Fills a set with the first `count` numbers.
fn fill(set: &mut Vec<u64>, count: usize) {
    set.clear();
    set.resize(count / WORD, u64::MAX);
    if set.len() < words(count) {
        set.push((1 << (count % WORD)) - 1);
    }
}
