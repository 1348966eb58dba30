//! Groups of cell maps by definition, for tests.

use super::transformation::Transformation;
use crate::sudoku::Geometry;
use std::collections::BTreeSet;

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
fn line_orders(size: usize, length: usize) -> Vec<Vec<u8>> {
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

/// All cell maps of a geometry, by trying all of the same geometry without regions.
pub(super) fn maps(geometry: &Geometry) -> impl Iterator<Item = Transformation> {
    let (size, is_square) = (geometry.size(), geometry.box_rows() == geometry.box_columns());
    let rows = line_orders(size, geometry.box_rows());
    let columns = line_orders(size, geometry.box_columns());
    let values = Transformation::identity(size);
    let regions = geometry.regions().iter().map(|region| region.cells().to_vec());
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
