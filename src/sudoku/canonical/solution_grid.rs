//! [`SolutionSearch`]: the least forms of 9x9 solution grids.
//!
//! Two rows decide the columns and the labels ([`Arrangements`]), and nothing is left to choose
//! after them: each band of the image has its rows in the order of their first labels, and the
//! bands after the first one have the order of their first rows.

use super::form::CanonicalForm;
use super::second_row::{Arrangement, Arrangements, BandRows};
use super::transformation::Transformation;
use crate::sudoku::grid::Grid;
use std::cmp::Ordering;

/// Finds the least forms of solution grids. The memory is reused.
#[derive(Clone, Debug, Default)]
pub(super) struct SolutionSearch {
    arrangements: Arrangements,
    /// The arrangements with the least image that have the rows of the first one that was found,
    /// without that.
    same_rows: Vec<Arrangement>,
    /// One arrangement with the least image for each other pair of rows that has any.
    other_rows: Vec<Arrangement>,
}

impl SolutionSearch {
    /// The least form of a solution of plain 9x9 Sudoku.
    pub(super) fn form(&mut self, grid: &Grid) -> CanonicalForm {
        let bands = bands(grid);
        self.arrangements.find(&bands);
        let (mut least, mut image) = (Arrangement::default(), [u64::MAX; 7]);
        let mut skipped = None::<Arrangement>;
        for arrangement in self.arrangements.list() {
            if skipped.is_some_and(|skipped| skipped.has_rows_of(arrangement)) {
                continue;
            }
            match Completion::new(&bands, arrangement).lower(&mut image) {
                Ordering::Greater => {}
                Ordering::Equal if least.has_rows_of(arrangement) => {
                    self.same_rows.push(*arrangement);
                }
                Ordering::Equal => {
                    // An automorphism maps the arrangements of the least one's rows to those of
                    // these rows.
                    self.other_rows.push(*arrangement);
                    skipped = Some(*arrangement);
                }
                Ordering::Less => {
                    least = *arrangement;
                    self.same_rows.clear();
                    self.other_rows.clear();
                }
            }
        }
        let map = |arrangement| Completion::new(&bands, arrangement).transformation();
        let choices = [&self.other_rows, &self.same_rows]
            .map(|choice| choice.iter().map(map).collect::<Vec<_>>());
        let grid = unpacked(self.arrangements.second_row(), &image);
        CanonicalForm::new(grid, map(&least), choices)
    }
}

/// The bands of a solution grid from the top, then the stacks from the left.
pub(super) fn bands(grid: &Grid) -> [BandRows; 6] {
    let value = |row: usize, column: usize| grid.cells()[9 * row + column] - 1;
    std::array::from_fn(|band| {
        let row = |i: usize| 3 * (band % 3) + i;
        BandRows::new(match band < 3 {
            true => std::array::from_fn(|i| std::array::from_fn(|j| value(row(i), j))),
            false => std::array::from_fn(|i| std::array::from_fn(|j| value(j, row(i)))),
        })
    })
}

/// The image that an arrangement of two rows leads to.
pub(super) struct Completion<'a> {
    bands: &'a [BandRows],
    arrangement: &'a Arrangement,
    /// The label of each value.
    labels: [u8; 9],
}

impl<'a> Completion<'a> {
    pub(super) fn new(bands: &'a [BandRows], arrangement: &'a Arrangement) -> Self {
        let band = &bands[usize::from(arrangement.band)];
        let first = &band.values[usize::from(arrangement.first)];
        let mut labels = [0; 9];
        for (label, &column) in (1..).zip(&arrangement.columns) {
            labels[usize::from(first[usize::from(column)])] = label;
        }
        Self { bands, arrangement, labels }
    }

    /// A row of the image as hexadecimal digits.
    fn packed(&self, band: usize, row: usize) -> u64 {
        let values = &self.bands[band].values[row];
        self.arrangement.columns.iter().fold(0, |packed, &column| {
            let value = values[usize::from(column)];
            packed << 4 | u64::from(self.labels[usize::from(value)])
        })
    }

    /// The third row of the image as hexadecimal digits.
    pub(super) fn third_row(&self) -> u64 {
        let third = 3 - self.arrangement.first - self.arrangement.second;
        self.packed(usize::from(self.arrangement.band), usize::from(third))
    }

    /// The bands below or beside that of the first rows.
    fn other_bands(&self) -> [usize; 2] {
        let band = usize::from(self.arrangement.band);
        [1, 2].map(|step| band - band % 3 + (band + step) % 3)
    }

    /// The first label of a row of a band.
    fn first_label(&self, band: usize, row: usize) -> u8 {
        let column = usize::from(self.arrangement.columns[0]);
        self.labels[usize::from(self.bands[band].values[row][column])]
    }

    /// The fourth row of the image as hexadecimal digits: the one with the least first label.
    fn fourth_row(&self) -> u64 {
        let (mut least, mut fourth) = (u8::MAX, (0, 0));
        for band in self.other_bands() {
            for row in 0..3 {
                let label = self.first_label(band, row);
                if label < least {
                    (least, fourth) = (label, (band, row));
                }
            }
        }
        self.packed(fourth.0, fourth.1)
    }

    /// The band and the row in it that come to each row of the image after the third one.
    fn last_rows(&self) -> [[usize; 2]; 6] {
        let [mut a, mut b] = self.other_bands().map(|band| {
            let mut rows = [0, 1, 2].map(|row| (self.first_label(band, row), [band, row]));
            rows.sort_unstable();
            rows
        });
        if b < a {
            std::mem::swap(&mut a, &mut b);
        }
        let [[c, d, e], [f, g, h]] = [a, b].map(|rows| rows.map(|(_, row)| row));
        [c, d, e, f, g, h]
    }

    /// Compares the rows of the image from the third one, as hexadecimal digits, with others. If
    /// they are less, the others become equal.
    fn lower(&self, image: &mut [u64; 7]) -> Ordering {
        let third = self.third_row();
        if third > image[0] {
            return Ordering::Greater;
        }
        let mut order = third.cmp(&image[0]);
        // Most arrangements end here: the order of the other rows is not needed.
        if order.is_eq() && self.fourth_row() > image[1] {
            return Ordering::Greater;
        }
        image[0] = third;
        for ([band, row], least) in self.last_rows().into_iter().zip(&mut image[1..]) {
            let packed = self.packed(band, row);
            order = order.then(packed.cmp(least));
            if order.is_gt() {
                return order;
            }
            *least = packed;
        }
        order
    }

    fn transformation(&self) -> Transformation {
        let Arrangement { band, first, second, .. } = *self.arrangement;
        let own = [first, second, 3 - first - second].map(|row| 3 * (band % 3) + row);
        let others = self.last_rows().map(|[band, row]| u8::try_from(band % 3 * 3 + row));
        let mut rows = [0; 9];
        let all = own.into_iter().chain(others.into_iter().flatten());
        rows.iter_mut().zip(all).for_each(|(to, row)| *to = row);
        let (columns, values) = (&self.arrangement.columns, self.labels.map(|label| label - 1));
        Transformation::from_checked(9, band > 2, &rows, columns, &values)
    }
}

/// The grid with these rows from the second one, after 123456789.
fn unpacked(second: u64, rest: &[u64; 7]) -> Grid {
    let rows = [0x1_2345_6789, second].into_iter().chain(*rest);
    let mut cells = [0; 81];
    for (row, cells) in rows.zip(cells.as_chunks_mut::<9>().0) {
        for (shift, cell) in (0..9).rev().zip(cells) {
            *cell = (row >> (4 * shift)).to_le_bytes()[0] & 15;
        }
    }
    Grid::from_checked_9x9(cells)
}
