//! Random numbers that are the same in every run, and random equivalent puzzles.

use quadrille::sudoku::simd9::Cells;

/// SplitMix64 (Steele, Lea and Flood, 2014).
pub(crate) struct Random(u64);

impl Random {
    /// Creates a generator for puzzle `number` of a file: each puzzle has a sequence of its own.
    pub(crate) fn new(seed: u64, number: usize) -> Self {
        let number = u64::try_from(number).unwrap_or(u64::MAX);
        Self(mix(mix(seed).wrapping_add(number)))
    }

    /// A number below `end`, which must not be 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        usize::try_from(mix(self.0) >> 33).unwrap_or(0) % end
    }

    /// Shuffles a list.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (2..=list.len()).rev() {
            list.swap(end - 1, self.below(end));
        }
    }

    /// The numbers below `end` in a random order.
    pub(crate) fn order(&mut self, end: usize) -> Vec<usize> {
        let mut order: Vec<_> = (0..end).collect();
        self.shuffle(&mut order);
        order
    }

    /// Nine rows or columns in an order that keeps the bands together.
    fn lines(&mut self) -> Vec<usize> {
        let bands = self.order(3);
        bands.iter().flat_map(|band| self.order(3).into_iter().map(move |i| 3 * band + i)).collect()
    }

    /// An equivalent puzzle: other digits, other orders of rows and columns, perhaps transposed.
    pub(crate) fn equivalent(&mut self, puzzle: &Cells) -> Cells {
        let (rows, columns, digits) = (self.lines(), self.lines(), self.order(9));
        let transposed = self.below(2) == 1;
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let from = if transposed { 9 * column + row } else { 9 * row + column };
            match puzzle[from] {
                0 => 0,
                digit => u8::try_from(digits[usize::from(digit) - 1] + 1).unwrap_or(0),
            }
        })
    }
}

/// The output function of SplitMix64: a bijection of the 64-bit numbers.
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
