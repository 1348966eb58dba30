//! [`band_indices`]: the classes of the bands of 9x9 solution grids.

use super::second_row::{Arrangement, Arrangements, BandRows, ORDERS};
use super::solution_grid::{Completion, bands};
use crate::sudoku::geometry::Geometry;
use crate::sudoku::geometry_error::GeometryError;
use crate::sudoku::grid::Grid;
use std::fmt;
use std::sync::OnceLock;

/// The numbers of the classes of the six bands of a 9x9 solution grid: the three bands from the
/// top, then the three stacks, transposed, from the left.
///
/// A band is three rows of three boxes. Permuting its rows, its boxes and the columns of each box,
/// and relabelling, makes 416 classes. They are numbered from 1 in the order of their least forms:
/// class 1 is 123456789456789123789123456. A permutation of the rows and columns of the grid
/// permutes its indices.
///
/// ```
/// use quadrille::sudoku::{Grid, canonical::band_indices};
///
/// let least = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
/// assert_eq!(band_indices(&least.parse()?)?[0], 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the grid is not a solution of plain 9x9 Sudoku.
pub fn band_indices(grid: &Grid) -> Result<[u16; 6], NotASolutionGrid> {
    let table = BandTable::get();
    if !table.geometry.as_ref().is_ok_and(|geometry| grid.is_solution(geometry)) {
        return Err(NotASolutionGrid);
    }
    let mut arrangements = Arrangements::default();
    Ok(bands(grid).map(|band| table.index(least_form(&band, &mut arrangements))))
}

/// The second and third row of a band, as hexadecimal digits, after 123456789.
type PackedBand = [u64; 2];

/// The least form of a band.
fn least_form(band: &BandRows, arrangements: &mut Arrangements) -> PackedBand {
    let bands = std::slice::from_ref(band);
    arrangements.find(bands);
    let third = |arrangement: &Arrangement| Completion::new(bands, arrangement).third_row();
    let third = arrangements.list().iter().map(third).min();
    [arrangements.second_row(), third.unwrap_or(u64::MAX)]
}

/// What is made once.
struct BandTable {
    /// Plain 9x9 Sudoku.
    geometry: Result<Geometry, GeometryError>,
    /// The least forms of all bands, in ascending order.
    forms: Vec<PackedBand>,
}

impl BandTable {
    fn get() -> &'static Self {
        static TABLE: OnceLock<BandTable> = OnceLock::new();
        TABLE.get_or_init(Self::new)
    }

    /// The number of a least form, from 1.
    fn index(&self, form: PackedBand) -> u16 {
        let place = self.forms.partition_point(|other| *other < form);
        u16::try_from(place + 1).unwrap_or(u16::MAX)
    }

    /// Finds the least forms among all bands that can be one.
    fn new() -> Self {
        let mut arrangements = Arrangements::default();
        let mut forms = Vec::new();
        for minirows in SECOND_MINIROWS {
            for orders in 0..36 {
                let second = [
                    minirows[0],
                    ordered(minirows[1], orders % 6),
                    ordered(minirows[2], orders / 6),
                ];
                let third = [0, 1, 2].map(|at| others(FIRST_MINIROWS[at], second[at]));
                let band = |third| BandRows::new([FIRST_MINIROWS, second, third].map(joined));
                arrangements.find_pairs(&[band(third)], &[[0, 1]]);
                if arrangements.second_row() != packed(joined(second)) {
                    continue;
                }
                for orders in 0..216 {
                    let third = [
                        ordered(third[0], orders % 6),
                        ordered(third[1], orders / 6 % 6),
                        ordered(third[2], orders / 36),
                    ];
                    let form = [second, third].map(|row| packed(joined(row)));
                    if least_form(&band(third), &mut arrangements) == form {
                        forms.push(form);
                    }
                }
            }
        }
        forms.sort_unstable();
        Self { geometry: Geometry::of_size(9), forms }
    }
}

/// The values, from 0, of the minirows of the first row.
const FIRST_MINIROWS: [[u8; 3]; 3] = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];

/// The values of the minirows of each second row that a least form can have. Only the first one is
/// in order.
const SECOND_MINIROWS: [[[u8; 3]; 3]; 4] = [
    [[3, 4, 5], [6, 7, 8], [0, 1, 2]],
    [[3, 4, 6], [0, 7, 8], [1, 2, 5]],
    [[3, 4, 6], [1, 7, 8], [0, 2, 5]],
    [[3, 4, 6], [2, 7, 8], [0, 1, 5]],
];

/// Three values in one of their six orders.
fn ordered(values: [u8; 3], order: usize) -> [u8; 3] {
    ORDERS[order].map(|place| values[place])
}

/// The values of a box that are not in two of its minirows.
fn others(first: [u8; 3], second: [u8; 3]) -> [u8; 3] {
    let mut others = (0..9).filter(|value| !first.contains(value) && !second.contains(value));
    [(); 3].map(|()| others.next().unwrap_or_default())
}

fn joined(minirows: [[u8; 3]; 3]) -> [u8; 9] {
    std::array::from_fn(|column| minirows[column / 3][column % 3])
}

/// The labels of a row as hexadecimal digits.
fn packed(values: [u8; 9]) -> u64 {
    values.iter().fold(0, |row, &value| row << 4 | u64::from(value + 1))
}

/// The error for a grid that is not a solution of plain 9x9 Sudoku.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotASolutionGrid;

impl fmt::Display for NotASolutionGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a full 9x9 grid that obeys the rules")
    }
}

impl std::error::Error for NotASolutionGrid {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sudoku::canonical::oracle::line_orders;
    use crate::tests::Random;

    #[test]
    fn the_classes_have_all_bands() {
        let forms = &BandTable::get().forms;
        assert_eq!(forms.len(), 416);
        assert_eq!(forms[0], [0x4_5678_9123, 0x7_8912_3456]);
        assert_eq!(forms[415], [0x4_5789_3612, 0x9_8621_7354]);
        let (mut bands, mut arrangements) = (0, Arrangements::default());
        for form in forms {
            let [second, third] = form.map(|packed| {
                std::array::from_fn(|column| {
                    (packed >> (4 * (8 - column))).to_le_bytes()[0] % 16 - 1
                })
            });
            let band = [BandRows::new([joined(FIRST_MINIROWS), second, third])];
            assert_eq!(least_form(&band[0], &mut arrangements), *form);
            let is_least =
                |found: &&Arrangement| Completion::new(&band, found).third_row() == form[1];
            let automorphisms = arrangements.list().iter().filter(is_least).count();
            // The orbit of a group of 6 row orders and 1296 column orders.
            assert_eq!(6 * 1296 % automorphisms, 0);
            bands += 6 * 1296 / automorphisms;
        }
        // Up to relabelling, 56 second rows by their sets of values, and six orders of each of six
        // minirows.
        assert_eq!(bands, 56 * 6_usize.pow(6));
    }

    #[test]
    fn least_bands_are_those_by_definition() {
        let (rows, columns) = (line_orders(3, 3), line_orders(9, 3));
        let mut arrangements = Arrangements::default();
        for band in Random(14).solutions(10).iter().flat_map(bands) {
            let images =
                rows.iter().flat_map(|rows| columns.iter().map(move |order| (rows, order)));
            let images = images.map(|(rows, columns)| {
                let [first, second, third] = [0, 1, 2].map(|i| &band.values[usize::from(rows[i])]);
                let mut labels = [0; 9];
                for (label, &column) in (0..).zip(columns) {
                    labels[usize::from(first[usize::from(column)])] = label;
                }
                let label =
                    |row: &[u8; 9], at: usize| labels[usize::from(row[usize::from(columns[at])])];
                [second, third].map(|row| packed(std::array::from_fn(|at| label(row, at))))
            });
            assert_eq!(Some(least_form(&band, &mut arrangements)), images.min());
        }
    }

    #[test]
    fn transformations_permute_the_indices() {
        let (geometry, mut random) = (Geometry::of_size(9).unwrap(), Random(15));
        for grid in random.solutions(50) {
            let image = random.transformation_of(&geometry).apply(&grid).unwrap();
            let [mut own, mut other] = [grid, image].map(|grid| band_indices(&grid).unwrap());
            assert!(own.iter().all(|index| (1..=416).contains(index)));
            own.sort_unstable();
            other.sort_unstable();
            assert_eq!(own, other);
        }
    }
}
