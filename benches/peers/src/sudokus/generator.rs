//! Puzzles at random, the same in every run: a grid is filled, and clues are taken away from it.
//!
//! The random numbers and the grids are made here. The crate `sudoku` only says whether a puzzle
//! has no solution, one, or more, and no answer but the right one is possible; so the puzzles do
//! not depend on its version.

use sudoku::Sudoku;

/// Cells of a grid.
const CELLS: usize = 81;

/// A puzzle, row by row; 0 is a blank.
pub type Cells = [u8; CELLS];

/// SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, 2014).
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is small: that the last ones are a little rarer does not matter.
    fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).expect("it is small");
        usize::try_from(self.next() % end).expect("it is below a usize")
    }

    /// A number from `first` to `last`.
    fn between(&mut self, first: usize, last: usize) -> usize {
        first + self.below(last + 1 - first)
    }

    /// D. E. Knuth's Algorithm 3.4.2 P.
    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// `0..N` in any order.
    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|index| index);
        self.shuffle(&mut order);
        order
    }
}

/// Makes puzzles, each from a grid of its own.
#[derive(Clone, Debug)]
pub struct Generator {
    random: Random,
}

impl Generator {
    /// The puzzles that follow are those of the seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: Random(seed) }
    }

    /// A puzzle with one solution, and as many clues as are chosen between `fewest` and `most`.
    /// With 24 or more it is soon found; with fewer than 17 there is none (G. McGuire, B. Tugemann,
    /// G. Civario, 2012), and this has no end.
    pub fn unique(&mut self, fewest: usize, most: usize) -> Cells {
        let wanted = self.random.between(fewest, most);
        loop {
            let cells = self.dug(wanted);
            if clues(&cells) == wanted {
                return cells;
            }
        }
    }

    /// A puzzle with more than one solution: first clues are taken away as long as one solution is
    /// left, at least 24 of them, and then more, until there are as many as are chosen between
    /// `fewest` and `most`, which is 24 or less.
    pub fn ambiguous(&mut self, fewest: usize, most: usize) -> Cells {
        let wanted = self.random.between(fewest, most);
        loop {
            let mut cells = self.dug(24);
            let order: [usize; CELLS] = self.random.order();
            let kept: Vec<_> = order.into_iter().filter(|&cell| cells[cell] != 0).collect();
            for cell in kept.into_iter().skip(wanted) {
                cells[cell] = 0;
            }
            if clues(&cells) == wanted && solutions(&cells) == 2 {
                return cells;
            }
        }
    }

    /// A puzzle without a solution, no two of whose clues clash: one with a single solution, and as
    /// many clues as are chosen between `fewest` and `most`, one of which is changed.
    pub fn impossible(&mut self, fewest: usize, most: usize) -> Cells {
        loop {
            let cells = self.unique(fewest, most);
            if let Some(cells) = self.spoilt(cells) {
                return cells;
            }
        }
    }

    /// The same puzzle in another form: values, rows within a band, columns within a stack, bands
    /// and stacks in another order, and rows for columns or not.
    pub fn shuffled(&mut self, cells: &Cells) -> Cells {
        let (rows, columns) = (self.lines(), self.lines());
        let values: [usize; 9] = self.random.order();
        let is_transposed = self.random.below(2) == 1;
        std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            let from = if is_transposed { 9 * column + row } else { 9 * row + column };
            match usize::from(cells[from]) {
                0 => 0,
                value => u8::try_from(values[value - 1] + 1).expect("it is at most 9"),
            }
        })
    }

    /// Nine rows, or columns, in another order that leaves boxes together.
    fn lines(&mut self) -> [usize; 9] {
        let bands: [usize; 3] = self.random.order();
        let within: [[usize; 3]; 3] = std::array::from_fn(|_| self.random.order());
        std::array::from_fn(|line| 3 * bands[line / 3] + within[line / 3][line % 3])
    }

    /// A puzzle with one solution. Its clues are taken away in any order, each if one solution is
    /// left, until there are only so many; there are more if none of them can be spared.
    fn dug(&mut self, fewest: usize) -> Cells {
        let mut cells = [0; CELLS];
        let is_filled = self.fill(&mut cells);
        debug_assert!(is_filled, "the blank grid has solutions");
        let mut left = CELLS;
        for cell in self.random.order::<CELLS>() {
            if left == fewest {
                break;
            }
            let value = std::mem::take(&mut cells[cell]);
            if solutions(&cells) == 1 {
                left -= 1;
            } else {
                cells[cell] = value;
            }
        }
        cells
    }

    /// Changes a clue to a value that no clue near it has, so that there is no solution; `None` if
    /// no clue can be.
    fn spoilt(&mut self, mut cells: Cells) -> Option<Cells> {
        for cell in self.random.order::<CELLS>() {
            let value = cells[cell];
            if value == 0 {
                continue;
            }
            let mut others: Vec<_> = free(&cells, cell).collect();
            self.random.shuffle(&mut others);
            for other in others {
                cells[cell] = other;
                if solutions(&cells) == 0 {
                    return Some(cells);
                }
            }
            cells[cell] = value;
        }
        None
    }

    /// Fills the blanks: the cell with the fewest values first, its values in any order. Whether
    /// that is possible.
    fn fill(&mut self, cells: &mut Cells) -> bool {
        let blanks = (0..CELLS).filter(|&cell| cells[cell] == 0);
        let Some(cell) = blanks.min_by_key(|&cell| free(cells, cell).count()) else { return true };
        let mut values: Vec<_> = free(cells, cell).collect();
        self.random.shuffle(&mut values);
        for value in values {
            cells[cell] = value;
            if self.fill(cells) {
                return true;
            }
        }
        cells[cell] = 0;
        false
    }
}

/// How many cells are not blank.
#[must_use]
pub fn clues(cells: &Cells) -> usize {
    cells.iter().filter(|&&value| value != 0).count()
}

/// A puzzle as 81 signs, `.` for a blank.
#[must_use]
pub fn line(cells: &Cells) -> String {
    let sign = |&value: &u8| if value == 0 { '.' } else { char::from(b'0' + value) };
    cells.iter().map(sign).collect()
}

/// The puzzle of a line; what is no digit is a blank.
#[must_use]
pub fn cells(line: &str) -> Option<Cells> {
    let value = |sign: u8| if sign.is_ascii_digit() { sign - b'0' } else { 0 };
    line.bytes().map(value).collect::<Vec<_>>().try_into().ok()
}

/// The values that neither the cell nor any other in its row, column and box has.
fn free(cells: &Cells, cell: usize) -> impl Iterator<Item = u8> {
    let (row, column) = (cell / 9, cell % 9);
    let corner = 27 * (row / 3) + 3 * (column / 3);
    let near = (0..9).flat_map(|i| [9 * row + i, 9 * i + column, corner + 9 * (i / 3) + i % 3]);
    let seen = near.fold(0_u16, |seen, cell| seen | 1 << cells[cell]);
    (1..=9).filter(move |value| seen & (1 << value) == 0)
}

/// The number of solutions up to 2.
fn solutions(cells: &Cells) -> usize {
    Sudoku::from_bytes(*cells).map_or(0, |puzzle| puzzle.solutions_count_up_to(2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille::sudoku::{Geometry, Grid};

    fn grid(cells: &Cells) -> Grid {
        Grid::from_cells(9, cells.to_vec()).unwrap()
    }

    /// Whether two clues clash, by quadrille, which has no part in making the puzzles.
    fn clashes(cells: &Cells) -> bool {
        grid(cells).clash(&Geometry::of_size(9).unwrap()).is_some()
    }

    #[test]
    fn random_numbers_are_those_of_the_literature() {
        // How others give the sequence of this seed.
        let mut random = Random(1_234_567);
        assert_eq!(random.next(), 6_457_827_717_110_365_317);
        assert_eq!(random.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn grids_are_filled_in_many_ways() {
        let geometry = Geometry::of_size(9).unwrap();
        let mut generator = Generator::new(1);
        let mut filled = || {
            let mut cells = [0; CELLS];
            assert!(generator.fill(&mut cells));
            cells
        };
        let (first, second) = (filled(), filled());
        assert!(grid(&first).is_solution(&geometry) && grid(&second).is_solution(&geometry));
        assert_ne!(first, second);
    }

    #[test]
    fn what_can_not_be_filled_is_left_as_it_was() {
        let mut cells = [0; CELLS];
        cells[..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
        cells[17] = 9;
        let before = cells;
        assert!(!Generator::new(1).fill(&mut cells));
        assert_eq!(cells, before);
    }

    #[test]
    fn puzzles_are_what_is_said_of_them() {
        let mut generator = Generator::new(2);
        for _ in 0..40 {
            let unique = generator.unique(30, 36);
            assert!((30..=36).contains(&clues(&unique)) && solutions(&unique) == 1);
            let ambiguous = generator.ambiguous(20, 24);
            assert!((20..=24).contains(&clues(&ambiguous)) && solutions(&ambiguous) == 2);
            let impossible = generator.impossible(26, 32);
            assert!((26..=32).contains(&clues(&impossible)) && solutions(&impossible) == 0);
            assert!(!clashes(&impossible));
        }
        assert_eq!(generator.ambiguous(0, 0), [0; CELLS]);
    }

    #[test]
    fn another_form_is_the_same_puzzle() {
        let mut generator = Generator::new(3);
        let unique = generator.unique(24, 26);
        for _ in 0..20 {
            let shuffled = generator.shuffled(&unique);
            assert_ne!(shuffled, unique);
            assert_eq!((clues(&shuffled), solutions(&shuffled)), (clues(&unique), 1));
        }
    }

    #[test]
    fn lines_are_read_back() {
        let unique = Generator::new(4).unique(24, 30);
        assert_eq!(cells(&line(&unique)), Some(unique));
        assert_eq!(cells("12."), None);
    }
}
