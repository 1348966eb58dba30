//! [`ClueBranch`]: puzzles that contain some clues, and by which set of cells to divide them.

use super::set_table::{SetBits, SetTable, cells};
use crate::ids::as_index;

/// The puzzles that contain some clues and in addition a number of live cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClueBranch {
    pub(super) clues: u128,
    /// The cells that may become clues.
    pub(super) live: u128,
    /// The number of clues to add.
    pub(super) left: usize,
}

/// How a search goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NextSet {
    /// No puzzle is left.
    None,
    /// All sets are hit, or at most one clue is left to add.
    Decided,
    /// One of these live cells becomes a clue.
    Cells(u128),
}

impl ClueBranch {
    /// The branches in which a cell of the set becomes a clue, each without those before: a cell is
    /// dead when all puzzles that contain it have been searched.
    #[inline(always)]
    pub(super) fn children(
        mut self,
        set: impl Iterator<Item = usize>,
    ) -> impl Iterator<Item = (usize, Self)> {
        set.map(move |cell| {
            self.live &= !(1 << cell);
            (cell, Self { clues: self.clues | 1 << cell, left: self.left - 1, ..self })
        })
    }

    /// Chooses a small unhit set. Clues that have no alternative are added before.
    ///
    /// Sets without common cells are counted first: there is no puzzle if they are more than the
    /// clues that are left. If they are as many, each clue is in one of them, and all other cells
    /// are dead.
    #[inline(always)]
    pub(super) fn next_set<const W: usize>(
        &mut self,
        table: &SetTable<W>,
        unhit: &mut SetBits<W>,
    ) -> NextSet {
        loop {
            if unhit.is_empty() || self.left <= 1 {
                return NextSet::Decided;
            }
            let mut least = Least { size: u32::MAX, set: 0, forced: 0 };
            let Some(mut union) = self.pack(table, *unhit, &mut least) else {
                return NextSet::None;
            };
            if union.count < self.left {
                let exact = self.pack_live(table, *unhit, &mut least);
                let Some(exact) = exact else { return NextSet::None };
                union = exact;
            }
            if union.count == self.left && least.forced == 0 {
                self.live &= union.cells;
                for index in unhit.iter() {
                    let set = table.set(index) & self.live;
                    if set == 0 {
                        return NextSet::None;
                    }
                    least.compare_small(set);
                }
            }
            if least.forced == 0 {
                return NextSet::Cells(least.set);
            }
            let Some(left) = self.left.checked_sub(as_index(least.forced.count_ones())) else {
                return NextSet::None;
            };
            self.left = left;
            self.clues |= least.forced;
            self.live &= !least.forced;
            *unhit =
                cells(least.forced).fold(*unhit, |unhit, cell| unhit.and_not(table.hits(cell)));
        }
    }

    /// Unhit sets that had no common cells when the table was filled; `None` if they are too many.
    #[inline(always)]
    fn pack<const W: usize>(
        &self,
        table: &SetTable<W>,
        unhit: SetBits<W>,
        least: &mut Least,
    ) -> Option<Union> {
        let (mut rest, mut union) = (unhit, Union { cells: 0, count: 0 });
        while let Some(index) = rest.first() {
            union.add(table.set(index) & self.live, self.left, least)?;
            rest = rest.and(table.disjoint(index));
        }
        Some(union)
    }

    /// Unhit sets that have no common live cells; `None` if they are too many.
    #[inline(always)]
    fn pack_live<const W: usize>(
        &self,
        table: &SetTable<W>,
        unhit: SetBits<W>,
        least: &mut Least,
    ) -> Option<Union> {
        let mut union = Union { cells: 0, count: 0 };
        for index in unhit.iter() {
            let set = table.set(index) & self.live;
            if set & union.cells == 0 {
                union.add(set, self.left, least)?;
            } else {
                least.compare_small(set);
            }
        }
        Some(union)
    }
}

/// The union of sets without common cells, and their number.
struct Union {
    cells: u128,
    count: usize,
}

impl Union {
    #[inline(always)]
    fn add(&mut self, set: u128, most: usize, least: &mut Least) -> Option<()> {
        if set == 0 || self.count == most {
            return None;
        }
        self.count += 1;
        self.cells |= set;
        least.compare(set);
        Some(())
    }
}

/// The smallest set so far, and the union of the sets of one cell.
struct Least {
    size: u32,
    set: u128,
    forced: u128,
}

impl Least {
    #[inline(always)]
    fn compare(&mut self, set: u128) {
        let size = set.count_ones();
        if size < self.size {
            (self.size, self.set) = (size, set);
        }
        if size == 1 {
            self.forced |= set;
        }
    }

    /// The same for a set that is not empty and counts only if it has at most three cells: counting
    /// bits takes longer without an instruction for it.
    #[inline(always)]
    fn compare_small(&mut self, set: u128) {
        let without = |set: u128| set & set.wrapping_sub(1);
        let two = without(set);
        if two == 0 {
            self.forced |= set;
        } else if self.size > 2 {
            let three = without(two);
            if three == 0 {
                (self.size, self.set) = (2, set);
            } else if self.size > 3 && without(three) == 0 {
                (self.size, self.set) = (3, set);
            }
        }
    }
}
