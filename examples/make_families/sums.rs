//! Sudoku 9x9 with sums: killer Sudoku, and little killer Sudoku with sums along diagonals.

use super::designs::cell_items;
use super::family::Family;
use super::random::Random;
use quadrille::sudoku::Geometry;
use quadrille::sudoku::generate::GridGenerator;
use std::collections::BTreeSet;

const SIZE: usize = 9;

/// A cell, by row and column.
type Cell = (usize, usize);

/// A full grid as its digits by rows, and the problem of finding it.
struct Puzzle {
    digits: Vec<usize>,
    family: Family,
    random: Random,
}

/// Killer Sudoku: the cells are divided into cages of `least` to `most` cells, as far as possible.
/// The digits of a cage differ, and their sum is known.
///
/// The option of a cell covers the item of its cage and digit. For each set of digits with the sum,
/// an option of the cage covers the items of the other digits.
pub(crate) fn killer(least: usize, most: usize, clues: usize, seed: u64) -> Result<Family, String> {
    if least > most {
        return Err(format!("expected a least and a most size of cages, found {least} and {most}"));
    }
    let mut puzzle = Puzzle::new(seed)?;
    let cages = puzzle.cages(least, most);
    let mut cage_of = vec![0; SIZE * SIZE];
    for (number, cage) in cages.iter().enumerate() {
        cage.iter().for_each(|&cell| cage_of[index(cell)] = number);
        puzzle.family.item(format!("k{number}"));
        (1..=SIZE).for_each(|digit| puzzle.family.item(cage_item(number, digit)));
    }
    puzzle.add_cells(clues, |cell, digit| cage_item(cage_of[index(cell)], digit));
    for (number, cage) in cages.iter().enumerate() {
        let sum = cage.iter().map(|&cell| puzzle.digit(cell)).sum::<usize>();
        for set in 0..1usize << SIZE {
            let (inside, outside): (Vec<_>, Vec<_>) =
                (1..=SIZE).partition(|digit| set >> (digit - 1) & 1 == 1);
            if inside.len() == cage.len() && inside.iter().sum::<usize>() == sum {
                let mut items = vec![format!("k{number}")];
                items.extend(outside.iter().map(|&digit| cage_item(number, digit)));
                puzzle.family.option(&items);
            }
        }
    }
    Ok(puzzle.family)
}

/// Little killer Sudoku: the sums of so many diagonals of at least three cells are known. Digits
/// can repeat on a diagonal.
///
/// Each cell of a diagonal has an option for each digit and each sum of the cells before it. Digits
/// and sums are the colours of secondary items.
pub(crate) fn little_killer(diagonals: usize, clues: usize, seed: u64) -> Result<Family, String> {
    let mut puzzle = Puzzle::new(seed)?;
    let mut chosen = all_diagonals();
    puzzle.random.shuffle(&mut chosen);
    chosen.truncate(diagonals);
    for (number, diagonal) in chosen.iter().enumerate() {
        (0..diagonal.len()).for_each(|place| puzzle.family.item(format!("l{number}_{place}")));
    }
    cells().for_each(|cell| puzzle.family.secondary_item(digit_item(cell)));
    for (number, diagonal) in chosen.iter().enumerate() {
        for place in 1..diagonal.len() {
            puzzle.family.secondary_item(format!("s{number}_{place}"));
        }
    }
    puzzle.add_cells(clues, |cell, digit| format!("{}:{digit}", digit_item(cell)));
    for (number, diagonal) in chosen.iter().enumerate() {
        puzzle.add_diagonal(number, diagonal);
    }
    Ok(puzzle.family)
}

impl Puzzle {
    /// A random grid, each with the same probability, and the items of its Sudoku.
    fn new(seed: u64) -> Result<Self, String> {
        let geometry = Geometry::of_size(SIZE).map_err(|why| why.to_string())?;
        let grids = GridGenerator::new(&geometry).seed(seed).grids(0..1);
        let grid = grids[0].as_ref().map_err(ToString::to_string)?;
        let digits = grid.cells().iter().map(|&digit| usize::from(digit)).collect();
        let mut family = Family::default();
        let items: BTreeSet<_> = cells()
            .flat_map(|cell| (1..=SIZE).flat_map(move |digit| sudoku_items(cell, digit)))
            .collect();
        items.into_iter().for_each(|item| family.item(item));
        Ok(Self { digits, family, random: Random::new(seed) })
    }

    fn digit(&self, cell: Cell) -> usize {
        self.digits[index(cell)]
    }

    /// Divides the cells into connected cages whose digits differ. A cage has fewer than `least`
    /// cells only where it cannot grow.
    fn cages(&mut self, least: usize, most: usize) -> Vec<Vec<Cell>> {
        let mut order: Vec<_> = cells().collect();
        self.random.shuffle(&mut order);
        let mut is_free = [true; SIZE * SIZE];
        let mut cages = Vec::new();
        for start in order {
            if !is_free[index(start)] {
                continue;
            }
            is_free[index(start)] = false;
            let size = least + self.random.below(most - least + 1);
            let mut cage = vec![start];
            while cage.len() < size {
                let digits: Vec<_> = cage.iter().map(|&cell| self.digit(cell)).collect();
                let mut next: Vec<_> = cage.iter().copied().flat_map(neighbours).collect();
                next.retain(|&cell| is_free[index(cell)] && !digits.contains(&self.digit(cell)));
                if next.is_empty() {
                    break;
                }
                let cell = next[self.random.below(next.len())];
                is_free[index(cell)] = false;
                cage.push(cell);
            }
            cages.push(cage);
        }
        cages
    }

    /// Adds the options of the cells, each with a further item. So many cells are clues, and have
    /// the option of their digit alone.
    fn add_cells(&mut self, clues: usize, further: impl Fn(Cell, usize) -> String) {
        let mut order: Vec<_> = cells().collect();
        self.random.shuffle(&mut order);
        order.truncate(clues);
        for cell in cells() {
            for digit in 1..=SIZE {
                if !order.contains(&cell) || digit == self.digit(cell) {
                    let mut items = sudoku_items(cell, digit);
                    items.push(further(cell, digit));
                    self.family.option(&items);
                }
            }
        }
    }

    /// Adds the options of a diagonal: the digit of each cell, the sum of those before it, and the
    /// sum with it.
    fn add_diagonal(&mut self, number: usize, diagonal: &[Cell]) {
        let total = diagonal.iter().map(|&cell| self.digit(cell)).sum::<usize>();
        for (place, &cell) in diagonal.iter().enumerate() {
            let after = diagonal.len() - place - 1;
            for sum in place..=SIZE * place {
                for digit in 1..=SIZE {
                    let next = sum + digit;
                    if !(next + after..=next + SIZE * after).contains(&total) {
                        continue;
                    }
                    let mut items =
                        vec![format!("l{number}_{place}"), format!("{}:{digit}", digit_item(cell))];
                    if place > 0 {
                        items.push(format!("s{number}_{place}:{sum}"));
                    }
                    if after > 0 {
                        items.push(format!("s{number}_{}:{next}", place + 1));
                    }
                    self.family.option(&items);
                }
            }
        }
    }
}

fn cells() -> impl Iterator<Item = Cell> {
    (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)))
}

fn index((row, column): Cell) -> usize {
    row * SIZE + column
}

/// The items that a digit in a cell covers in any Sudoku.
fn sudoku_items((row, column): Cell, digit: usize) -> Vec<String> {
    cell_items(row, column, digit, Some(row / 3 * 3 + column / 3))
}

/// The secondary item whose colour is the digit of a cell.
fn digit_item((row, column): Cell) -> String {
    format!("d{row}_{column}")
}

fn cage_item(number: usize, digit: usize) -> String {
    format!("k{number}_{digit}")
}

fn neighbours((row, column): Cell) -> impl Iterator<Item = Cell> {
    let steps = [
        (row + 1, column),
        (row.wrapping_sub(1), column),
        (row, column + 1),
        (row, column.wrapping_sub(1)),
    ];
    steps.into_iter().filter(|&(row, column)| row < SIZE && column < SIZE)
}

/// The diagonals of at least three cells, in both directions.
fn all_diagonals() -> Vec<Vec<Cell>> {
    let mut diagonals = Vec::new();
    for key in 2..=2 * SIZE - 4 {
        let falling = cells().filter(|&(row, column)| row + SIZE - 1 == column + key);
        diagonals.push(falling.collect());
        diagonals.push(cells().filter(|&(row, column)| row + column == key).collect());
    }
    diagonals
}
