//! [`Clash`]: a value that occurs twice in a unit of a grid.

use super::geometry::{Geometry, Unit};
use super::grid::Grid;
use super::text::alphabet::Alphabet;
use std::fmt;

/// A value that occurs twice in a unit. Its `Display` is like `row 7 has 3 twice`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clash {
    unit: String,
    value: u8,
    cells: (usize, usize),
}

impl Clash {
    /// The name of the unit.
    #[must_use]
    pub fn unit(&self) -> &str {
        &self.unit
    }

    /// The value.
    #[must_use]
    pub fn value(&self) -> u8 {
        self.value
    }

    /// The first two cells of the unit that hold it.
    #[must_use]
    pub fn cells(&self) -> (usize, usize) {
        self.cells
    }

    /// The message with the symbol of the value in an alphabet: `row 7 has G twice`.
    #[must_use]
    pub fn in_alphabet(&self, alphabet: Alphabet) -> String {
        let mut symbol = String::new();
        alphabet.push(self.value, &mut symbol);
        format!("{} has {symbol} twice", self.unit)
    }
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} has {} twice", self.unit, self.value)
    }
}

impl Grid {
    /// The first unit, in the order of the geometry, that holds a value twice, and the smallest
    /// such value.
    ///
    /// `None` if there is no such unit or the geometry has another size.
    #[must_use]
    pub fn clash(&self, geometry: &Geometry) -> Option<Clash> {
        if self.size() != geometry.size() || self.is_consistent(geometry) {
            return None;
        }
        geometry.units().iter().find_map(|unit| {
            let value = self.repeated(unit.cells())?;
            let mut holders = unit.cells().iter().copied().filter(|&c| self.cells()[c] == value);
            let cells = (holders.next()?, holders.next()?);
            Some(Clash { unit: unit.name().to_owned(), value, cells })
        })
    }

    /// Returns whether no unit holds a value twice.
    fn is_consistent(&self, geometry: &Geometry) -> bool {
        let is_consistent_unit = |unit: &Unit| self.repeated(unit.cells()).is_none();
        if geometry.box_shape() == Some((3, 3)) {
            return is_consistent_9x9(self.cells())
                && geometry.regions().iter().all(is_consistent_unit);
        }
        geometry.units().iter().all(is_consistent_unit)
    }

    /// The smallest value that occurs twice in these cells.
    fn repeated(&self, cells: &[usize]) -> Option<u8> {
        let (mut once, mut twice) = (0, 0);
        for &cell in cells {
            let bit = bit(self.cells()[cell]);
            twice |= once & bit;
            once |= bit;
        }
        u8::try_from(twice.trailing_zeros()).ok().filter(|_| twice != 0)
    }

    /// Returns whether the grid is full and obeys the rules of the geometry.
    #[must_use]
    pub fn is_solution(&self, geometry: &Geometry) -> bool {
        self.size() == geometry.size() && self.is_full() && self.is_consistent(geometry)
    }
}

/// The bit of a value; 0 for a blank.
#[inline]
fn bit(value: u8) -> u64 {
    (1 << (value & 63)) & !1
}

/// For each value up to 9, the number 1 in a nibble of its own; 0 for a blank.
const ONE: [u64; 16] = {
    let mut one = [0; 16];
    let mut value = 1;
    while value <= 9 {
        one[value] = 1 << (4 * value);
        value += 1;
    }
    one
};

/// The bits that are set in a nibble above 1.
const MORE_THAN_ONE: u64 = 0xeeee_eeee_eeee_eeee;

/// Returns whether no row, column or 3x3 box of these 81 cells holds a value twice.
///
/// The values of a unit are counted together in the nibbles of one word: no count exceeds 9, and a
/// count above 1 has one of its upper three bits set. There are no branches, because this function
/// runs for every puzzle of a large file.
fn is_consistent_9x9(cells: &[u8]) -> bool {
    let (mut columns, mut counts) = ([0; 9], 0);
    for band in cells.as_chunks::<9>().0.as_chunks::<3>().0 {
        let mut boxes = [0; 3];
        for row in band {
            let ones = row.map(|value| ONE[usize::from(value & 15)]);
            let mut row_counts = 0;
            for (count, part) in boxes.iter_mut().zip(ones.as_chunks::<3>().0) {
                let sum = part[0] + part[1] + part[2];
                *count += sum;
                row_counts += sum;
            }
            for (count, one) in columns.iter_mut().zip(ones) {
                *count += one;
            }
            counts |= row_counts;
        }
        counts |= boxes[0] | boxes[1] | boxes[2];
    }
    let all = columns.iter().fold(counts, |all, column| all | column);
    all & MORE_THAN_ONE == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOLVED: &str = "483921657967345821251876493548132976729564138136798245372689514814253769\
                          695417382";

    fn standard() -> Geometry {
        Geometry::of_size(9).unwrap()
    }

    #[test]
    fn a_solution_is_full_and_has_no_clash() {
        let solved = SOLVED.parse::<Grid>().unwrap();
        assert!(solved.is_full() && solved.is_solution(&standard()));
        let mut puzzle = solved.clone();
        puzzle.set(40, 0).unwrap();
        assert_eq!(puzzle.clash(&standard()), None);
        assert!(!puzzle.is_solution(&standard()));
        assert!(solved.extends(&puzzle) && !puzzle.extends(&solved));
        assert!(!solved.is_solution(&standard().diagonal()));
        assert!(!solved.is_solution(&Geometry::of_size(4).unwrap()));
    }

    #[test]
    fn the_first_clash_is_reported() {
        // Cells and values of a grid that is blank otherwise, and the message.
        let cases: [(&[(usize, u8)], &str); 6] = [
            (&[(54, 3), (62, 3)], "row 7 has 3 twice"),
            (&[(1, 9), (73, 9)], "column 2 has 9 twice"),
            (&[(0, 1), (10, 1)], "box 1 has 1 twice"),
            (&[(80, 5), (60, 5)], "box 9 has 5 twice"),
            (&[(0, 7), (3, 7), (1, 2), (4, 2)], "row 1 has 2 twice"),
            (&[(0, 8), (40, 8)], "diagonal 1 has 8 twice"),
        ];
        for (clues, message) in cases {
            let mut grid = Grid::blank(9);
            for &(cell, value) in clues {
                grid.set(cell, value).unwrap();
            }
            assert_eq!(grid.clash(&standard().diagonal()).unwrap().to_string(), message);
        }
    }

    #[test]
    fn a_clash_has_its_cells_and_is_written_in_an_alphabet() {
        let mut grid = Grid::blank(16);
        for cell in [5, 8, 14] {
            grid.set(cell, 16).unwrap();
        }
        let clash = grid.clash(&Geometry::of_size(16).unwrap()).unwrap();
        assert_eq!((clash.unit(), clash.value(), clash.cells()), ("row 1", 16, (5, 8)));
        assert_eq!(clash.in_alphabet("1-9A-G".parse().unwrap()), "row 1 has G twice");
        assert_eq!(clash.in_alphabet("1-16".parse().unwrap()), "row 1 has 16 twice");
    }

    #[test]
    fn one_wrong_value_in_a_solution_always_clashes() {
        let solved = SOLVED.parse::<Grid>().unwrap();
        for cell in 0..81 {
            for value in 1..=9 {
                let mut other = solved.clone();
                other.set(cell, value).unwrap();
                assert_eq!(other.clash(&standard()).is_none(), other == solved);
            }
        }
    }

    #[test]
    fn large_grids_clash_too() {
        let geometry = Geometry::of_size(36).unwrap();
        let mut grid = Grid::blank(36);
        assert_eq!(grid.clash(&geometry), None);
        for cell in [0, 36] {
            grid.set(cell, 36).unwrap();
        }
        assert_eq!(grid.clash(&geometry).unwrap().to_string(), "column 1 has 36 twice");
    }
}
