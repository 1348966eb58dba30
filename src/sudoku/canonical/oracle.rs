//! Forms and automorphisms by definition, for tests.

use super::transformation::Transformation;
use crate::sudoku::{Geometry, Grid};
use std::collections::BTreeSet;

/// A form, and how many cell maps lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LeastByDefinition {
    pub(super) cells: Vec<u8>,
    pub(super) maps: usize,
}

impl LeastByDefinition {
    fn new(cells: usize) -> Self {
        Self { cells: vec![u8::MAX; cells], maps: 0 }
    }

    /// Takes the image of one cell map, relabelled in the order in which values occur.
    fn take(&mut self, image: impl Iterator<Item = u8>) {
        let mut labels = Labels::default();
        for (cell, value) in image.enumerate() {
            let label = labels.of(value);
            if label > self.cells[cell] {
                return;
            }
            if label < self.cells[cell] {
                self.cells[cell..].fill(u8::MAX);
                (self.cells[cell], self.maps) = (label, 0);
            }
        }
        self.maps += 1;
    }

    /// The number of automorphisms: values that do not occur can be relabelled in any way.
    pub(super) fn automorphisms(&self, size: usize) -> u128 {
        let labels = usize::from(self.cells.iter().max().copied().unwrap());
        let relabellings = (1..=size - labels).map(|n| u128::try_from(n).unwrap());
        relabellings.product::<u128>() * u128::try_from(self.maps).unwrap()
    }
}

/// Labels in the order in which values occur.
#[derive(Clone, Copy)]
struct Labels {
    labels: [u8; 37],
    next: u8,
}

impl Default for Labels {
    fn default() -> Self {
        Self { labels: [0; 37], next: 1 }
    }
}

impl Labels {
    fn of(&mut self, value: u8) -> u8 {
        let label = &mut self.labels[usize::from(value)];
        if value != 0 && *label == 0 {
            *label = self.next;
            self.next += 1;
        }
        *label
    }
}

/// All orders of the numbers below a bound.
fn orders(bound: u8) -> Vec<Vec<u8>> {
    let Some(last) = bound.checked_sub(1) else { return vec![vec![]] };
    let insert = |order: Vec<u8>| {
        (0..=order.len()).map(move |at| {
            let mut longer = order.clone();
            longer.insert(at, last);
            longer
        })
    };
    orders(last).into_iter().flat_map(insert).collect()
}

/// All orders of lines that keep blocks of a length together.
pub(super) fn line_orders(size: usize, length: usize) -> Vec<Vec<u8>> {
    let [blocks, length] = [size / length, length].map(|n| u8::try_from(n).unwrap());
    let mut all = Vec::new();
    for order in orders(blocks) {
        let mut found = vec![vec![]];
        for block in order {
            let of_block = orders(length);
            found = found
                .iter()
                .flat_map(|lines: &Vec<u8>| {
                    of_block.iter().map(|order| {
                        let own = order.iter().map(|line| length * block + line);
                        lines.iter().copied().chain(own).collect()
                    })
                })
                .collect();
        }
        all.extend(found);
    }
    all
}

/// All cell maps of a geometry, by trying all of the same geometry without regions and irregular
/// boxes.
pub(super) fn maps(geometry: &Geometry) -> impl Iterator<Item = Transformation> {
    let (size, (height, width)) = (geometry.size(), geometry.band_and_stack());
    let is_square = height == width;
    let (rows, columns) = (line_orders(size, height), line_orders(size, width));
    let values = Transformation::identity(size);
    // The bands and stacks keep boxes that are rectangles.
    let plain = size * if geometry.box_shape().is_some() { 3 } else { 2 };
    let regions = geometry.units()[plain..].iter().map(|region| region.cells().to_vec());
    let regions: BTreeSet<BTreeSet<usize>> = regions.map(BTreeSet::from_iter).collect();
    let count = |cell: usize| regions.iter().filter(|region| region.contains(&cell)).count();
    let counts: Vec<_> = (0..geometry.cells()).map(count).collect();
    let pairs = rows.into_iter().flat_map(move |rows| {
        columns.clone().into_iter().map(move |columns| (rows.clone(), columns))
    });
    let maps = pairs.flat_map(move |(rows, columns)| {
        let map = move |transposed| {
            Transformation::from_checked(size, transposed, &rows, &columns, values.rows())
        };
        [false, true].into_iter().filter(move |&transposed| is_square || !transposed).map(map)
    });
    maps.filter(move |map| {
        let source = |cell: usize| map.source(cell / size, cell % size);
        let is_region = |region: &BTreeSet<usize>| {
            regions.contains(&region.iter().map(|&cell| source(cell)).collect())
        };
        (0..counts.len()).all(|cell| counts[cell] == counts[source(cell)])
            && regions.iter().all(is_region)
    })
}

/// The least form under these maps.
pub(super) fn least(
    grid: &Grid,
    maps: impl IntoIterator<Item = Transformation>,
) -> LeastByDefinition {
    let size = grid.size();
    let mut least = LeastByDefinition::new(size * size);
    for map in maps {
        let sources = (0..size * size).map(|cell| map.source(cell / size, cell % size));
        least.take(sources.map(|source| grid.cells()[source]));
    }
    least
}

/// The least form under all maps of a plain geometry, trying all orders of the columns, and for
/// each of them all rows that can come next while the image is not too great.
pub(super) fn least_by_columns(grid: &Grid, geometry: &Geometry) -> LeastByDefinition {
    let mut least = LeastByDefinition::new(geometry.cells());
    let (height, width) = geometry.band_and_stack();
    let orders = line_orders(geometry.size(), width);
    for grid in [grid.clone(), grid.transposed()] {
        for columns in &orders {
            let mut image = Vec::new();
            for row in grid.cells().chunks(geometry.size()) {
                image.extend(columns.iter().map(|&column| row[usize::from(column)]));
            }
            let rows: Vec<_> = image.chunks(geometry.size()).collect();
            add_rows(&rows, height, &mut Vec::new(), Labels::default(), &mut least);
        }
        if height != width {
            break;
        }
    }
    least
}

fn add_rows(
    rows: &[&[u8]],
    height: usize,
    chosen: &mut Vec<usize>,
    labels: Labels,
    least: &mut LeastByDefinition,
) {
    let level = chosen.len();
    if level == rows.len() {
        least.maps += 1;
        return;
    }
    for row in 0..rows.len() {
        let is_free = |row: &usize| !chosen.contains(row);
        let is_next = match chosen.last() {
            Some(last) if !level.is_multiple_of(height) => last / height == row / height,
            _ => true,
        };
        let mut labels = labels;
        let is_least = |labels: &mut Labels, least: &mut LeastByDefinition| {
            (level * rows.len()..).zip(rows[row]).all(|(cell, &value)| {
                let label = labels.of(value);
                if label < least.cells[cell] {
                    least.cells[cell..].fill(u8::MAX);
                    (least.cells[cell], least.maps) = (label, 0);
                }
                label == least.cells[cell]
            })
        };
        if is_free(&row) && is_next && is_least(&mut labels, least) {
            chosen.push(row);
            add_rows(rows, height, chosen, labels, least);
            chosen.pop();
        }
    }
}
