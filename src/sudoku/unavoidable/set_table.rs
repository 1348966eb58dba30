//! [`SetTable`]: sets of cells, and for each cell the sets that it is in, as bits.

use crate::ids::as_index;

/// The cells of a word.
const CELLS: usize = 128;

/// Some of the sets of a table of at most `64 * W` sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetBits<const W: usize>([u64; W]);

impl<const W: usize> SetBits<W> {
    const NONE: Self = Self([0; W]);

    /// The sets that are among others, too.
    #[inline(always)]
    pub(super) fn and(self, others: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & others.0[word]))
    }

    /// The sets that are not among others.
    #[inline(always)]
    pub(super) fn and_not(self, others: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !others.0[word]))
    }

    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, bits| all | bits) == 0
    }

    /// The first set.
    #[inline(always)]
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&bits| bits != 0)?;
        Some(word * 64 + as_index(self.0[word].trailing_zeros()))
    }

    /// The number of sets.
    fn count(&self) -> u32 {
        self.0.iter().map(|bits| bits.count_ones()).sum()
    }

    /// The sets in ascending order.
    #[inline(always)]
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(word, mut bits)| {
            std::iter::from_fn(move || {
                (bits != 0).then(|| {
                    let set = word * 64 + as_index(bits.trailing_zeros());
                    bits &= bits - 1;
                    set
                })
            })
        })
    }
}

/// At most `64 * W` sets of cells, smaller ones first.
#[derive(Debug)]
pub(super) struct SetTable<const W: usize> {
    sets: Vec<u128>,
    /// For each cell, the sets that it is in.
    hits: Vec<SetBits<W>>,
    /// For each set, those that share no cell with it.
    disjoint: Vec<SetBits<W>>,
    all: SetBits<W>,
    /// Memory of [`fill`](Self::fill): sets by their numbers of cells.
    by_size: Vec<Vec<u128>>,
}

impl<const W: usize> Default for SetTable<W> {
    fn default() -> Self {
        let (sets, hits, disjoint, by_size) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { sets, hits, disjoint, all: SetBits::NONE, by_size }
    }
}

impl<const W: usize> SetTable<W> {
    /// Replaces the sets by the smallest ones of these, restricted to live cells. If `is_minimal`,
    /// sets that contain others are left out. Returns whether each of the sets has a live cell.
    pub(super) fn fill(
        &mut self,
        sets: impl Iterator<Item = u128>,
        live: u128,
        is_minimal: bool,
    ) -> bool {
        self.by_size.resize(CELLS + 1, Vec::new());
        self.by_size.iter_mut().for_each(Vec::clear);
        for set in sets {
            let set = set & live;
            if set == 0 {
                return false;
            }
            self.by_size[as_index(set.count_ones())].push(set);
        }
        self.sets.clear();
        for same_size in &self.by_size {
            let smaller = self.sets.len();
            for &set in same_size {
                if self.sets.len() == 64 * W {
                    break;
                }
                let (smaller, same) = self.sets.split_at(smaller);
                let contains_other =
                    || smaller.iter().any(|other| other & !set == 0) || same.contains(&set);
                if !(is_minimal && contains_other()) {
                    self.sets.push(set);
                }
            }
        }
        self.index();
        true
    }

    /// Finds which cells are in which sets.
    fn index(&mut self) {
        let Self { sets, hits, disjoint, all, .. } = self;
        hits.clear();
        hits.resize(CELLS, SetBits::NONE);
        *all = SetBits::NONE;
        for (index, &set) in sets.iter().enumerate() {
            let (word, bit) = (index / 64, 1 << (index % 64));
            all.0[word] |= bit;
            cells(set).for_each(|cell| hits[cell].0[word] |= bit);
        }
        let rest = |set| cells(set).fold(*all, |rest, cell| rest.and_not(&hits[cell]));
        disjoint.clear();
        disjoint.extend(sets.iter().map(|&set| rest(set)));
    }

    /// All sets.
    pub(super) fn all(&self) -> SetBits<W> {
        self.all
    }

    /// The cells of a set that were live when the table was filled.
    #[inline(always)]
    pub(super) fn set(&self, index: usize) -> u128 {
        self.sets[index]
    }

    /// The sets that share no cell with a set.
    #[inline(always)]
    pub(super) fn disjoint(&self, index: usize) -> &SetBits<W> {
        &self.disjoint[index]
    }

    /// The sets that a cell is in.
    #[inline(always)]
    pub(super) fn hits(&self, cell: usize) -> &SetBits<W> {
        &self.hits[cell]
    }

    /// The number of sets that a cell is in.
    pub(super) fn degree(&self, cell: usize) -> u32 {
        self.hits[cell].count()
    }
}

/// The cells of a set in ascending order.
#[inline(always)]
pub(super) fn cells(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros();
            set &= set - 1;
            as_index(cell)
        })
    })
}
