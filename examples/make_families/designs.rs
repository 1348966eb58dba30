//! Matrices, pictures by their sums, Latin squares, Sudoku, designs and random sets.

use super::family::Family;
use super::random::Random;
use std::collections::BTreeMap;

/// 0/1 matrices with all row and column sums `sum`; an option is an entry that is 1.
pub(crate) fn matrices(sum: usize, size: usize) -> Family {
    let mut family = Family::default();
    (0..size).for_each(|row| family.item(format!("{sum}|r{row}")));
    (0..size).for_each(|column| family.item(format!("{sum}|c{column}")));
    for row in 0..size {
        for column in 0..size {
            family.option(&[format!("r{row}"), format!("c{column}")]);
        }
    }
    family
}

/// A random picture of black and white cells, of which the sums of rows, columns and both kinds of
/// diagonals are known: discrete tomography. Each cell is black with a probability of `percent`; an
/// option is a black cell.
pub(crate) fn tomography(size: usize, percent: usize, seed: u64) -> Family {
    let mut random = Random::new(seed);
    let cells = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let lines = |(row, column): (usize, usize)| {
        let (up, down) = (row + column, row + size - 1 - column);
        [format!("r{row}"), format!("c{column}"), format!("u{up}"), format!("d{down}")]
    };
    let mut sums = BTreeMap::new();
    for cell in cells() {
        let is_black = usize::from(random.below(100) < percent);
        lines(cell).into_iter().for_each(|line| *sums.entry(line).or_insert(0) += is_black);
    }
    let mut family = Family::default();
    sums.iter().for_each(|(line, sum)| family.item(format!("{sum}|{line}")));
    cells().for_each(|cell| family.option(&lines(cell)));
    family
}

/// Designs: each pair of points is in one block of `size` points.
pub(crate) fn designs(points: usize, size: usize) -> Family {
    let mut family = Family::default();
    let pair = |a: usize, b: usize| format!("{a}_{b}");
    for a in 0..points {
        (a + 1..points).for_each(|b| family.item(pair(a, b)));
    }
    each_block(points, size, &mut Vec::new(), &mut |block| {
        let second = |index: usize| block[index + 1..].iter().map(move |&b| pair(block[index], b));
        family.option(&(0..size).flat_map(second).collect::<Vec<_>>());
    });
    family
}

/// Calls a function for each set of `size` points that extends a block by larger points.
fn each_block(points: usize, size: usize, block: &mut Vec<usize>, call: &mut impl FnMut(&[usize])) {
    if block.len() == size {
        return call(block);
    }
    for point in block.last().map_or(0, |last| last + 1)..points {
        block.push(point);
        each_block(points, size, block, call);
        block.pop();
    }
}

/// Latin squares: an option is a symbol in a cell.
pub(crate) fn latin(size: usize) -> Family {
    squares(size, |_, _| None)
}

/// Empty Sudoku with boxes of `rows` x `columns` cells.
pub(crate) fn sudoku(rows: usize, columns: usize) -> Family {
    squares(rows * columns, |row, column| Some(row / rows * rows + column / columns))
}

/// The items that a symbol in a cell covers: the cell, and the symbol in the row, column and box.
pub(crate) fn cell_items(
    row: usize,
    column: usize,
    symbol: usize,
    box_number: Option<usize>,
) -> Vec<String> {
    let mut items =
        vec![format!("c{row}_{column}"), format!("y{row}_{symbol}"), format!("x{column}_{symbol}")];
    items.extend(box_number.map(|number| format!("b{number}_{symbol}")));
    items
}

/// Squares with each symbol once in each row, column and box.
fn squares(size: usize, box_of: impl Fn(usize, usize) -> Option<usize>) -> Family {
    let mut family = Family::default();
    let kinds: &[char] =
        if box_of(0, 0).is_some() { &['c', 'y', 'x', 'b'] } else { &['c', 'y', 'x'] };
    for kind in kinds {
        for a in 0..size {
            (0..size).for_each(|b| family.item(format!("{kind}{a}_{b}")));
        }
    }
    for row in 0..size {
        for column in 0..size {
            for symbol in 0..size {
                family.option(&cell_items(row, column, symbol, box_of(row, column)));
            }
        }
    }
    family
}

/// Random sets of the same size; some of them are a solution.
pub(crate) fn random(
    items: usize,
    size: usize,
    options: usize,
    seed: u64,
) -> Result<Family, String> {
    if !items.is_multiple_of(size) || items < size || options < items / size {
        return Err(format!(
            "expected at least {size} items, a multiple of that, and an option for each {size}"
        ));
    }
    let (mut family, mut random) = (Family::default(), Random::new(seed));
    let names: Vec<_> = (0..items).map(|item| format!("i{item}")).collect();
    names.iter().for_each(|name| family.item(name));
    let mut order: Vec<_> = (0..items).collect();
    random.shuffle(&mut order);
    let mut sets: Vec<Vec<usize>> = order.chunks(size).map(<[_]>::to_vec).collect();
    while sets.len() < options {
        random.shuffle(&mut order);
        sets.push(order[..size].to_vec());
    }
    random.shuffle(&mut sets);
    for set in &mut sets {
        set.sort_unstable();
        let items: Vec<_> = set.iter().map(|&item| &names[item]).collect();
        family.option(&items);
    }
    Ok(family)
}
