//! Latin squares and Sudoku with holes: a full square of which some cells are open, as many in each
//! row and column as far as possible. They have a solution, which is hard to find if about two
//! fifths of the cells are open (Kautz et al., "Balance and filtering in structured satisfiable
//! problems", 2001).

use super::designs::cell_items;
use super::family::Family;
use super::random::Random;

/// A square of symbols, by rows.
type Square = Vec<Vec<usize>>;

/// A random Latin square with holes.
pub(crate) fn latin(size: usize, holes: usize, seed: u64) -> Result<Family, String> {
    let mut random = Random::new(seed);
    let square = random_latin(size, &mut random);
    with_holes(&square, |_, _| None, holes, &mut random)
}

/// A shuffled Sudoku with boxes of `rows` x `columns` cells, with holes.
pub(crate) fn sudoku(
    rows: usize,
    columns: usize,
    holes: usize,
    seed: u64,
) -> Result<Family, String> {
    let mut random = Random::new(seed);
    let size = rows * columns;
    let (row_order, column_order) =
        (shuffled_bands(columns, rows, &mut random), shuffled_bands(rows, columns, &mut random));
    let mut symbols: Vec<_> = (0..size).collect();
    random.shuffle(&mut symbols);
    let symbol =
        |row: usize, column: usize| symbols[(row % rows * columns + row / rows + column) % size];
    let line = |&row: &usize| column_order.iter().map(|&column| symbol(row, column)).collect();
    let square: Square = row_order.iter().map(line).collect();
    let box_of = |row, column| Some(row / rows * rows + column / columns);
    with_holes(&square, box_of, holes, &mut random)
}

/// The lines of `bands` bands of `width` lines each: bands are shuffled, and lines within them.
fn shuffled_bands(bands: usize, width: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<_> = (0..bands).collect();
    random.shuffle(&mut order);
    let mut lines = Vec::new();
    for band in order {
        let mut own: Vec<_> = (band * width..(band + 1) * width).collect();
        random.shuffle(&mut own);
        lines.extend(own);
    }
    lines
}

/// A random walk among Latin squares (Jacobson and Matthews, "Generating uniformly distributed
/// random Latin squares", 1996). A square is a set of triples of row, column and symbol; a step
/// changes a cube of two by two by two, after which one triple may count -1, until another step
/// resolves it.
fn random_latin(size: usize, random: &mut Random) -> Square {
    let mut cube = vec![vec![vec![0i8; size]; size]; size];
    for (row, plane) in cube.iter_mut().enumerate() {
        plane.iter_mut().enumerate().for_each(|(column, line)| line[(row + column) % size] = 1);
    }
    let mut improper = None;
    let mut steps = size.pow(3);
    while size > 1 && (steps > 0 || improper.is_some()) {
        steps = steps.saturating_sub(1);
        let [row, column, symbol] = improper.unwrap_or_else(|| {
            loop {
                let triple = [(); 3].map(|()| random.below(size));
                if cube[triple[0]][triple[1]][triple[2]] == 0 {
                    break triple;
                }
            }
        });
        let mut choose = |counts: &mut dyn FnMut(usize) -> i8| {
            let found: Vec<_> = (0..size).filter(|&index| counts(index) == 1).collect();
            found[random.below(found.len())]
        };
        let other_row = choose(&mut |index| cube[index][column][symbol]);
        let other_column = choose(&mut |index| cube[row][index][symbol]);
        let other_symbol = choose(&mut |index| cube[row][column][index]);
        let (rows, columns) = ([row, other_row], [column, other_column]);
        let symbols = [symbol, other_symbol];
        for corner in 0..8 {
            let [x, y, z] = [corner & 1, corner >> 1 & 1, corner >> 2];
            let sign = if (x + y + z) % 2 == 0 { 1 } else { -1 };
            cube[rows[x]][columns[y]][symbols[z]] += sign;
        }
        let corner = [other_row, other_column, other_symbol];
        improper = (cube[other_row][other_column][other_symbol] < 0).then_some(corner);
    }
    let symbol = |line: &Vec<i8>| line.iter().position(|&count| count == 1).unwrap_or(0);
    cube.iter().map(|plane| plane.iter().map(symbol).collect()).collect()
}

/// The problem to fill the holes of a square.
fn with_holes(
    square: &Square,
    box_of: impl Fn(usize, usize) -> Option<usize>,
    holes: usize,
    random: &mut Random,
) -> Result<Family, String> {
    let size = square.len();
    if holes > size * size {
        return Err(format!("expected at most {} holes, found {holes}", size * size));
    }
    // The cells in the order in which they are opened: each symbol of another Latin square is in
    // each row and column once.
    let mut order = Vec::new();
    for (row, line) in random_latin(size, random).iter().enumerate() {
        order.extend(line.iter().enumerate().map(|(column, &turn)| (turn, row, column)));
    }
    order.sort_unstable();
    let mut is_open = vec![vec![false; size]; size];
    order[..holes].iter().for_each(|&(_, row, column)| is_open[row][column] = true);
    let items = |row, column, symbol| cell_items(row, column, symbol, box_of(row, column));
    let cells = || (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
    let (mut cells_left, mut units_left) = (Vec::new(), Vec::new());
    for (row, column) in cells().filter(|&(row, column)| is_open[row][column]) {
        let mut items = items(row, column, square[row][column]).into_iter();
        cells_left.extend(items.next());
        units_left.extend(items);
    }
    let mut family = Family::default();
    let needed: std::collections::BTreeSet<_> = units_left.into_iter().collect();
    cells_left.into_iter().chain(needed.iter().cloned()).for_each(|item| family.item(item));
    for (row, column) in cells().filter(|&(row, column)| is_open[row][column]) {
        for symbol in 0..size {
            let items = items(row, column, symbol);
            if items[1..].iter().all(|unit| needed.contains(unit)) {
                family.option(&items);
            }
        }
    }
    Ok(family)
}
