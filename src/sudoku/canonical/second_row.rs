//! [`Arrangements`]: the ways to make a row of a band of a 9x9 solution grid the first row and
//! another one the second row of an image, such that the second row is the least.
//!
//! The first row is always 123456789, so that a label is the place at which its value stands in the
//! first row. A *minirow* is the three values that a row and a box share. Each minirow of the
//! second row has `k` values of one other minirow of the first row and `3 - k` of the other one;
//! `k` is the same in all three boxes, in one of two directions.
//!
//! - `k = 3`: the pair is *pure*, and the second row begins with 456789. The order of the columns
//!   of the first box is free, and those of the others follow.
//! - `k = 2`: the pair is *mixed*, and the second row begins with 457. In each box, one value is
//!   *odd*: it is the only one of its minirow of the first row. The places of the odd values in
//!   both rows leave one arrangement for each first box, or two.
//!
//! So the least second row of a pair takes no search. Pure pairs come before mixed ones.

/// The three rows of a band, or the three columns of a stack.
#[derive(Clone, Copy, Debug)]
pub(super) struct BandRows {
    /// The values from 0, by row and column.
    pub(super) values: [[u8; 9]; 3],
    /// The column of each value, by row.
    places: [[u8; 9]; 3],
    /// The values of each minirow as a set, by row and box.
    minirows: [[u16; 3]; 3],
}

impl BandRows {
    /// The rows with these values, from 0. Each row has each value, and each box, too.
    pub(super) fn new(values: [[u8; 9]; 3]) -> Self {
        let mut band = Self { values, places: [[0; 9]; 3], minirows: [[0; 3]; 3] };
        for (row, values) in values.iter().enumerate() {
            for (column, &value) in (0_u8..).zip(values) {
                band.places[row][usize::from(value)] = column;
                band.minirows[row][usize::from(column / 3)] |= 1 << value;
            }
        }
        band
    }
}

/// A way to arrange the columns of a band, with one row first and another one second.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Arrangement {
    /// The number of the band among those that were given.
    pub(super) band: u8,
    /// The row of the band that comes first.
    pub(super) first: u8,
    /// The row of the band that comes second.
    pub(super) second: u8,
    /// The column that comes to each place.
    pub(super) columns: [u8; 9],
}

impl Arrangement {
    /// Whether two arrangements differ in the columns at most.
    pub(super) fn has_rows_of(&self, other: &Self) -> bool {
        (self.band, self.first, self.second) == (other.band, other.first, other.second)
    }
}

/// The arrangements with the least second row.
#[derive(Clone, Debug, Default)]
pub(super) struct Arrangements {
    list: Vec<Arrangement>,
    /// The labels of the second row as hexadecimal digits.
    least: u64,
}

/// The orders of the three columns of a box.
pub(super) const ORDERS: [[usize; 3]; 6] =
    [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// All ordered pairs of rows of a band.
const PAIRS: [[u8; 2]; 6] = [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]];

impl Arrangements {
    /// Finds all arrangements of some bands. Those with the same two rows follow each other.
    pub(super) fn find(&mut self, bands: &[BandRows]) {
        self.find_pairs(bands, &PAIRS);
    }

    /// Finds all arrangements of some bands that have one of these pairs as first and second row.
    pub(super) fn find_pairs(&mut self, bands: &[BandRows], pairs: &[[u8; 2]]) {
        self.list.clear();
        self.least = u64::MAX;
        for is_pure in [true, false] {
            for (number, band) in (0..).zip(bands) {
                for &[first, second] in pairs {
                    let pair = RowPair::new(number, band, first, second);
                    match (is_pure, pair.direction) {
                        (true, Direction::Pure) => self.add_pure(&pair),
                        (false, Direction::Mixed(step)) => self.add_mixed(&pair, step),
                        _ => {}
                    }
                }
            }
            if is_pure && !self.list.is_empty() {
                return;
            }
        }
    }

    pub(super) fn list(&self) -> &[Arrangement] {
        &self.list
    }

    /// The labels of the second row as hexadecimal digits.
    pub(super) fn second_row(&self) -> u64 {
        self.least
    }

    fn add(&mut self, arrangement: Arrangement, second_row: u64) {
        if second_row < self.least {
            self.least = second_row;
            self.list.clear();
        }
        if second_row == self.least {
            self.list.push(arrangement);
        }
    }

    /// Adds the arrangements of a pure pair, where the second row of each box has the values that
    /// the first row has in the next box.
    fn add_pure(&mut self, pair: &RowPair<'_>) {
        for own in BOX_COLUMNS {
            let second = own.map(|column| pair.next(column));
            let third = second.map(|column| pair.next(column));
            // The second row of the third box has the values of the first box.
            let last = third.map(|column| usize::from(pair.next(column) % 3));
            for order in ORDERS {
                let mut labels = [0; 3];
                (1..).zip(order).for_each(|(label, column)| labels[column] = label);
                let add_label = |row: u64, column: usize| row << 4 | labels[last[column]];
                let second_row = order.into_iter().fold(0x45_6789, add_label);
                if second_row <= self.least {
                    let [[a, b, c], [d, e, f], [g, h, i]] =
                        [own, second, third].map(|columns| order.map(|column| columns[column]));
                    self.add(pair.arrangement([a, b, c, d, e, f, g, h, i]), second_row);
                }
            }
        }
    }

    /// Adds the arrangements of a mixed pair, where the second row of each box has two values that
    /// the first row has in the box that is so many boxes to the right.
    fn add_mixed(&mut self, pair: &RowPair<'_>, step: usize) {
        for x in 0..3 {
            let (y, z) = ((x + step) % 3, (x + 2 * step) % 3);
            // Of each box, the column of the odd value in the second row.
            let [odd_x, odd_y, odd_z] =
                [(x, z), (y, x), (z, y)].map(|(at, from)| pair.odd(at, from));
            let [third, sixth, seventh] = [odd_x, pair.next(odd_z), pair.next(odd_x)];
            let odd_label = pair.next(odd_y);
            // The odd value of the second box has the least label there: it comes first, if its
            // place is not decided.
            let label = match odd_y != sixth {
                true if odd_label == third => 3,
                true if pair.next(odd_label) == odd_y => 1,
                true => 2,
                false => 8,
            };
            if 0x4570 | label > self.least >> 20 {
                continue;
            }
            let mut add = |fourth: u8, fifth: u8| {
                let (first, second) = (pair.previous(fourth), pair.previous(fifth));
                let (a, b) = if fourth == odd_y { (fifth, sixth) } else { (fourth, fifth) };
                let (eighth, ninth) = (pair.next(a), pair.next(b));
                let columns = [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth];
                self.add(pair.arrangement(columns), pair.second_row(&columns));
            };
            if odd_y != sixth {
                add(odd_y, other(odd_y, sixth));
            } else if odd_label != third {
                let fourth = pair.next(odd_label);
                add(fourth, other(fourth, sixth));
            } else {
                let [a, b, c] = BOX_COLUMNS[y];
                let (a, b) = if a == sixth { (b, c) } else { (a, other(a, sixth)) };
                add(a, b);
                add(b, a);
            }
        }
    }
}

/// The columns of each box.
const BOX_COLUMNS: [[u8; 3]; 3] = [[0, 1, 2], [3, 4, 5], [6, 7, 8]];

/// The third column of the box of two columns.
fn other(a: u8, b: u8) -> u8 {
    let first = a - a % 3;
    3 * first + 3 - a - b
}

/// How the minirows of two rows overlap.
#[derive(Clone, Copy)]
enum Direction {
    Pure,
    Mixed(usize),
}

/// Two rows of a band.
struct RowPair<'a> {
    number: u8,
    band: &'a BandRows,
    first: u8,
    second: u8,
    direction: Direction,
}

impl<'a> RowPair<'a> {
    fn new(number: u8, band: &'a BandRows, first: u8, second: u8) -> Self {
        let [of_first, of_second] = [first, second].map(|row| &band.minirows[usize::from(row)]);
        let direction = match (of_second[0] & of_first[1]).count_ones() {
            1 => Direction::Mixed(2),
            2 => Direction::Mixed(1),
            _ => Direction::Pure,
        };
        Self { number, band, first, second, direction }
    }

    fn arrangement(&self, columns: [u8; 9]) -> Arrangement {
        Arrangement { band: self.number, first: self.first, second: self.second, columns }
    }

    /// The column in which the first row has what the second row has in a column.
    #[inline]
    fn next(&self, column: u8) -> u8 {
        let value = self.band.values[usize::from(self.second)][usize::from(column)];
        self.band.places[usize::from(self.first)][usize::from(value)]
    }

    /// The column in which the second row has what the first row has in a column.
    #[inline]
    fn previous(&self, column: u8) -> u8 {
        let value = self.band.values[usize::from(self.first)][usize::from(column)];
        self.band.places[usize::from(self.second)][usize::from(value)]
    }

    /// The column of a box in which the second row has the only value that is in another box of the
    /// first row.
    #[inline]
    fn odd(&self, at: usize, from: usize) -> u8 {
        let minirows = &self.band.minirows;
        let common =
            minirows[usize::from(self.second)][at] & minirows[usize::from(self.first)][from];
        let value = common.trailing_zeros();
        self.band.places[usize::from(self.second)][crate::ids::as_index(value) % 9]
    }

    /// The labels of the second row as hexadecimal digits.
    fn second_row(&self, columns: &[u8; 9]) -> u64 {
        let labels = labels(columns);
        columns
            .iter()
            .fold(0, |row, &column| row << 4 | u64::from(labels[usize::from(self.next(column))]))
    }
}

/// For each column, the place that it comes to, from 1.
fn labels(columns: &[u8; 9]) -> [u8; 9] {
    let mut labels = [0; 9];
    for (label, &column) in (1..).zip(columns) {
        labels[usize::from(column)] = label;
    }
    labels
}
