//! [`BandClasses`]: the number of all grids, by classes of bands.

use super::completions::{CompletionCounter, PartitionId, PartitionTables};
use super::partition::{
    ARRANGEMENTS, AVOIDING, BANDS, COLUMNS, ORDERS, PARTITIONS, RELABELLINGS, ROWS, Thirds,
    ValueSet, are_orthogonal, avoiding, missing,
};
use crate::ids::to_u64;
use std::collections::BTreeMap;

/// The first bands whose box 1 has the values 1 to 9 in order, in 683 classes.
///
/// Only the partitions of the values into columns of box 2 and of box 3 matter for the rest of the
/// grid. Two bands are in the same class if these are the same after some permutation of the rows
/// and columns of box 1 with a relabelling that restores it, and perhaps an exchange of boxes 2 and
/// 3. All bands of a class have the same number of grids.
///
/// ```
/// use quadrille::sudoku::grids9::{BANDS, BandClasses};
///
/// let classes = BandClasses::new();
/// assert_eq!(classes.len(), 683);
/// let first = classes.count(0).expect("there are 683");
/// assert_eq!((first.bands, first.fewest, first.most), (10368, 2034, 5032));
/// # assert!(first.bands < BANDS);
/// ```
#[derive(Debug)]
pub struct BandClasses {
    tables: PartitionTables,
    classes: Vec<Representative>,
    index_of: BTreeMap<Columns, usize>,
    /// For the rows of each box 4, the rows of box 7 and the number of stacks.
    stacks: Vec<Vec<(PartitionId, u64)>>,
}

/// The columns of box 2 and of box 3.
type Columns = [PartitionId; 2];

#[derive(Debug)]
struct Representative {
    /// Those of one band.
    columns: Columns,
    /// The rows of box 2 in this band.
    rows: Thirds,
    bands: u64,
}

/// The bands of a class, and the grids that begin with one of them.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct BandClass {
    /// A band of the class, row by row.
    pub band: [u8; 27],
    /// The number of bands of the class.
    pub bands: u64,
    /// The number of grids that begin with a given band.
    pub grids: u64,
    /// The least number of completions of the band together with a stack.
    pub fewest: u32,
    /// The greatest number of completions of the band together with a stack.
    pub most: u32,
}

impl BandClass {
    /// The number of all grids whose first band is, up to a relabelling, in this class. The sum
    /// over all classes is 6670903752021072936960.
    #[must_use]
    pub fn all_grids(&self) -> u128 {
        u128::from(RELABELLINGS) * u128::from(self.bands) * u128::from(self.grids)
    }
}

impl Default for BandClasses {
    fn default() -> Self {
        Self::new()
    }
}

impl BandClasses {
    /// Finds the classes, which takes some hundredths of a second.
    #[must_use]
    pub fn new() -> Self {
        let tables = PartitionTables::new();
        let bands = bands(&tables);
        let mut stacks = vec![Vec::new(); PARTITIONS];
        let transposed = Relabelling::new(&tables, |row, column| (column, row));
        for (columns, (_, number)) in &bands {
            let [box_4, box_7] = columns.map(|columns| transposed.of(columns));
            stacks[usize::from(box_4)].push((box_7, *number));
        }
        let (classes, index_of) = classes(&tables, &bands);
        Self { tables, classes, index_of, stacks }
    }

    /// The number of classes.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "it is a constant")]
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Counts the grids of a class, which takes some hundredths of a second. `None` if the index is
    /// not below [`len`](Self::len).
    #[must_use]
    pub fn count(&self, index: usize) -> Option<BandClass> {
        let class = self.classes.get(index)?;
        let mut counter = CompletionCounter::new(&self.tables, class.columns);
        let (mut grids, mut fewest, mut most) = (0, u32::MAX, 0);
        for (box_4, stacks) in (0..).zip(&self.stacks) {
            if !stacks.is_empty() {
                counter.set_box_4(box_4);
            }
            for &(box_7, number) in stacks {
                let completions = counter.completions(box_7);
                grids += u64::from(completions) * number;
                (fewest, most) = (fewest.min(completions), most.max(completions));
            }
        }
        Some(BandClass { band: self.band(class), bands: class.bands, grids, fewest, most })
    }

    /// The index of the class of a band, row by row, after a relabelling. `None` if it is not a
    /// band of a solution grid.
    ///
    /// ```
    /// use quadrille::sudoku::grids9::BandClasses;
    ///
    /// let (classes, mut band) = (BandClasses::new(), [0; 27]);
    /// let digits = "417369825632158947958724316".bytes().map(|byte| byte - b'0');
    /// band.iter_mut().zip(digits).for_each(|(cell, digit)| *cell = digit);
    /// let index = classes.index_of(&band).expect("it is a band");
    /// assert_eq!(classes.count(index).map(|class| class.grids), Some(6_946_725_312));
    /// ```
    #[must_use]
    pub fn index_of(&self, band: &[u8; 27]) -> Option<usize> {
        let first: [u8; 9] = std::array::from_fn(|cell| band[cell / 3 * 9 + cell % 3]);
        let mut rows = [[0; 3]; 3];
        let mut columns = [[0; 3]; 3];
        for (cell, value) in band.iter().enumerate() {
            let set = 1 << first.iter().position(|label| label == value)?;
            rows[cell % 9 / 3][cell / 9] |= set;
            columns[cell % 9 / 3][cell % 3] |= set;
        }
        let is_box = |number: usize| are_orthogonal(&rows[number], &columns[number]);
        let is_band = (0..3).all(is_box) && rows[2] == missing(&rows[0], &rows[1]);
        let columns = [columns[1], columns[2]].map(|columns| self.tables.id(columns));
        if is_band { self.index_of.get(&columns).copied() } else { None }
    }

    /// A band of a class.
    fn band(&self, class: &Representative) -> [u8; 27] {
        let rows = [ROWS, class.rows, missing(&ROWS, &class.rows)];
        let [second, third] = class.columns.map(|columns| *self.tables.thirds(columns));
        let columns = [COLUMNS, second, third];
        std::array::from_fn(|cell| {
            let (row, column) = (cell / 9, cell % 9);
            value(rows[column / 3][row] & columns[column / 3][column % 3])
        })
    }
}

/// The only value of a set.
pub(super) fn value(set: ValueSet) -> u8 {
    debug_assert!(set.count_ones() == 1);
    (set.trailing_zeros() + 1).to_le_bytes()[0]
}

/// The columns of all bands, each with the rows of box 2 in one band and the number of bands.
fn bands(tables: &PartitionTables) -> BTreeMap<Columns, (Thirds, u64)> {
    let mut bands = BTreeMap::new();
    for rows in (0..AVOIDING).map(|number| avoiding(&ROWS, number)) {
        let [second, third] = [rows, missing(&ROWS, &rows)].map(|rows| tables.id(rows));
        for &second in tables.orthogonal(second) {
            for &third in tables.orthogonal(third) {
                let (_, number) = bands.entry([second, third]).or_insert((rows, 0));
                // The orders of the columns of both boxes.
                *number += 6 * 6;
            }
        }
    }
    debug_assert_eq!(bands.values().map(|(_, number)| number).sum::<u64>(), BANDS);
    debug_assert_eq!(to_u64(AVOIDING * ARRANGEMENTS * ARRANGEMENTS), BANDS);
    bands
}

/// The classes, and the class of each of the bands.
fn classes(
    tables: &PartitionTables,
    bands: &BTreeMap<Columns, (Thirds, u64)>,
) -> (Vec<Representative>, BTreeMap<Columns, usize>) {
    let relabellings: Vec<_> = ORDERS
        .iter()
        .flat_map(|rows| ORDERS.map(|columns| (rows, columns)))
        .map(|(rows, columns)| Relabelling::new(tables, |row, column| (rows[row], columns[column])))
        .collect();
    let (mut classes, mut index_of) = (Vec::new(), BTreeMap::new());
    for (&columns, &(rows, _)) in bands {
        if index_of.contains_key(&columns) {
            continue;
        }
        let mut number = 0;
        for relabelling in &relabellings {
            let [second, third] = columns.map(|columns| relabelling.of(columns));
            for columns in [[second, third], [third, second]] {
                if index_of.insert(columns, classes.len()).is_none() {
                    number += bands.get(&columns).map_or(0, |(_, number)| *number);
                }
            }
        }
        classes.push(Representative { columns, rows, bands: number });
    }
    (classes, index_of)
}

/// The relabelling that restores box 1 after a permutation of its cells.
struct Relabelling(Vec<PartitionId>);

impl Relabelling {
    fn new(tables: &PartitionTables, cell: impl Fn(usize, usize) -> (usize, usize)) -> Self {
        let value = |value: usize| {
            let (row, column) = cell(value / 3, value % 3);
            1 << (3 * row + column)
        };
        let set = |set: ValueSet| {
            (0..9).filter(|&old| set >> old & 1 == 1).fold(0, |all, old| all | value(old))
        };
        let partitions = (0..).take(PARTITIONS).map(|id| tables.thirds(id));
        Self(partitions.map(|thirds| tables.id(thirds.map(set))).collect())
    }

    fn of(&self, id: PartitionId) -> PartitionId {
        self.0[usize::from(id)]
    }
}
