//! [`SudokuResidue`]: the live options and the open items of a puzzle, as bit sets.

use crate::ids::{ItemId, OptionId, as_index};
use crate::problem::Problem;

/// The options of each item of a problem whose items are covered once and have no colours, and the
/// items of each option.
#[derive(Debug)]
pub(super) struct SudokuItems {
    options: Vec<Vec<OptionId>>,
    items: Vec<Vec<ItemId>>,
    /// The number of primary items, which are the first ones.
    primary: usize,
}

/// What choices of options have left.
#[derive(Clone, Debug)]
pub(super) struct SudokuResidue {
    live: Vec<u64>,
    /// The open primary items.
    open: Vec<u64>,
}

/// What singles do to a residue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Propagated {
    /// An open item has no live option.
    Refuted,
    /// No item is open.
    Solved,
    /// Each open item has two live options or more.
    Undecided,
}

/// The first bits of a set, as many as there are members.
fn full(members: usize) -> Vec<u64> {
    let mut words = vec![u64::MAX; members / 64];
    if !members.is_multiple_of(64) {
        words.push((1 << (members % 64)) - 1);
    }
    words
}

fn has(words: &[u64], member: usize) -> bool {
    words[member / 64] >> (member % 64) & 1 == 1
}

fn remove(words: &mut [u64], member: usize) {
    words[member / 64] &= !(1 << (member % 64));
}

impl SudokuItems {
    pub(super) fn new(problem: &Problem) -> Self {
        let items = |option| problem.entries(option).iter().map(|entry| entry.item).collect();
        let items: Vec<Vec<_>> = problem.options().map(items).collect();
        let mut options = vec![Vec::new(); problem.items().len()];
        for (option, items) in problem.options().zip(&items) {
            items.iter().for_each(|item| options[item.index()].push(option));
        }
        Self { options, items, primary: problem.primary_items().len() }
    }

    /// The options of an item, in ascending order.
    pub(super) fn options(&self, item: ItemId) -> &[OptionId] {
        &self.options[item.index()]
    }

    /// Whether there is an item with this number that must be covered.
    pub(super) fn is_primary(&self, item: ItemId) -> bool {
        item.index() < self.primary
    }

    /// The residue at the beginning. Each option has a primary item, that of its cell.
    pub(super) fn residue(&self) -> SudokuResidue {
        SudokuResidue { live: full(self.items.len()), open: full(self.primary) }
    }
}

impl SudokuResidue {
    pub(super) fn is_live(&self, option: OptionId) -> bool {
        has(&self.live, option.index())
    }

    pub(super) fn is_open(&self, item: ItemId) -> bool {
        has(&self.open, item.index())
    }

    pub(super) fn has_open(&self) -> bool {
        self.open.iter().any(|&word| word > 0)
    }

    /// Chooses a live option: closes its primary items, and removes all options that share an item
    /// with it.
    pub(super) fn choose(&mut self, items: &SudokuItems, option: OptionId) {
        for &item in &items.items[option.index()] {
            if items.is_primary(item) {
                remove(&mut self.open, item.index());
            }
            for other in items.options(item) {
                remove(&mut self.live, other.index());
            }
        }
    }

    /// Chooses the only live option of an open item, until there is none.
    pub(super) fn propagate(&mut self, items: &SudokuItems) -> Propagated {
        loop {
            let mut has_chosen = false;
            for word in 0..self.open.len() {
                // Items that a choice closes meanwhile are skipped.
                let mut left = self.open[word];
                while left > 0 {
                    let bit = left & left.wrapping_neg();
                    let index = 64 * word + as_index(bit.trailing_zeros());
                    let options = items.options[index].iter();
                    let mut live = options.filter(|option| self.is_live(**option));
                    match (live.next(), live.next()) {
                        (None, _) => return Propagated::Refuted,
                        (Some(&only), None) => {
                            self.choose(items, only);
                            has_chosen = true;
                        }
                        _ => {}
                    }
                    left &= self.open[word] & !bit;
                }
            }
            if !has_chosen {
                return if self.has_open() { Propagated::Undecided } else { Propagated::Solved };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::to_u32;
    use crate::sudoku::{Encoding, Geometry};

    #[test]
    fn a_full_set_has_no_bit_too_many() {
        for members in [0, 1, 63, 64, 65, 324] {
            let words = full(members);
            assert_eq!(words.iter().map(|word| word.count_ones()).sum::<u32>(), to_u32(members));
            assert!((0..members).all(|member| has(&words, member)));
        }
    }

    #[test]
    fn singles_are_chosen_until_there_is_none() {
        let encoding = Encoding::new(Geometry::of_size(4).unwrap());
        let items = SudokuItems::new(encoding.problem());
        let residue = |text: &str| {
            let mut residue = items.residue();
            for (cell, byte) in text.bytes().enumerate().filter(|&(_, byte)| byte != b'.') {
                let option = encoding.option(cell, byte - b'0').unwrap();
                assert!(residue.is_live(option));
                residue.choose(&items, option);
            }
            residue
        };
        let mut left = residue("1...............");
        assert_eq!(left.live.iter().map(|word| word.count_ones()).sum::<u32>(), 64 - 11);
        assert!(!left.is_open(ItemId::new(0)) && left.is_open(ItemId::new(1)));
        assert_eq!(left.propagate(&items), Propagated::Undecided);
        assert_eq!(residue("12....3.........").propagate(&items), Propagated::Refuted);
        assert_eq!(residue("1234341221434321").propagate(&items), Propagated::Solved);
        assert_eq!(residue("1234341221......").propagate(&items), Propagated::Solved);
    }
}
