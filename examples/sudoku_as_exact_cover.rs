//! Sudoku as an exact cover, built by hand.
//!
//! There are four kinds of constraints, and each is an item that has to be covered exactly once:
//!
//! | constraint | items of 9x9 |
//! |---|--:|
//! | each cell has a value | 81 |
//! | each row has each value | 81 |
//! | each column has each value | 81 |
//! | each box has each value | 81 |
//!
//! An option is a value in a cell, and covers one item of each kind: a matrix of 729 rows and 324
//! columns, with four ones in each row. 16x16 has 4096 options and 1024 items. Where both diagonals
//! hold each value once there are 18 more items, 342 for 9x9. A clue is an option that is chosen
//! from the beginning.
//!
//! ```text
//! cargo run --release --example sudoku_as_exact_cover
//! cargo run --release --example sudoku_as_exact_cover -- ..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..
//! ```
//!
//! The argument is a puzzle in one line, of any size whose boxes are squares. The engine is dancing
//! links. `quadrille::sudoku` does all this for the caller, and for boxes that are not squares.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::sudoku::{Geometry, Grid, text};
use quadrille::{BuildError, Engine, ItemId, OptionId, Problem, ProblemBuilder, Solution, Solver};
use std::env;
use std::error::Error;

/// A puzzle of 17 clues.
const NINE: &str =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

/// A puzzle of 16x16.
const SIXTEEN: &str = "\
    .f.1.2aec........63gc.84ef1.2...e.97b3f.........4d2c....6....f......e1b735a..8.c\
    3g..24...e7d..5fb.5......94..6......d.g5f..c........9.1c.83ab.f.2c.b..e354....9.\
    63.4..d..b91.cg2..a9......c.8.67c8..g..a.d...5..5...3.46.1f......916.e.b..2...a8\
    .e...d9.4cb8..2.";

/// A puzzle in which both diagonals hold each value once.
const DIAGONAL: &str =
    ".8.7..........4.3...3......4..53..7...28.63...6..97..5......4...5.1..........5.6.";

/// The exact cover whose solutions are the full grids.
struct Matrix {
    problem: Problem,
    /// The size of a grid: the number of rows, of columns and of values.
    size: usize,
    /// The cell and the value of each option, in their order.
    placements: Vec<(usize, usize)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    if let Some(line) = env::args().nth(1) {
        return solve(&line, false);
    }
    solve(NINE, false)?;
    solve(SIXTEEN, false)?;
    solve(DIAGONAL, true)
}

/// Prints the shape of the matrix and the solution of a puzzle.
fn solve(line: &str, diagonals: bool) -> Result<(), Box<dyn Error>> {
    let record = text::parse(line)?;
    let matrix = Matrix::new(record.grid.size(), diagonals)?;
    let (options, items) = (matrix.problem.options().len(), matrix.problem.items().len());
    println!("{} clues, {options} options, {items} items", record.grid.clues());

    let mut solver = Solver::with_engine(&matrix.problem, Engine::Links)?.limit(2);
    solver.assume(&matrix.clues(&record.grid)[..])?;
    match solver.first()? {
        None => println!("no solution"),
        Some(solution) => {
            solution.verify(&matrix.problem)?;
            let grid = matrix.grid(&solution)?;
            let geometry = Geometry::of_size(matrix.size)?;
            print!("{}", text::format_grid(&grid, &geometry, record.alphabet, '.'));
            println!("solutions: {}", solver.count());
        }
    }
    Ok(())
}

impl Matrix {
    /// Builds the matrix of this size, whose boxes are squares.
    fn new(size: usize, diagonals: bool) -> Result<Self, Box<dyn Error>> {
        let side = size.isqrt();
        if side * side != size {
            return Err(format!("{size} is not a square").into());
        }
        let mut builder = ProblemBuilder::new();
        let mut items = |kind: &str, second: &str| -> Result<Vec<ItemId>, BuildError> {
            let names = (0..size * size).map(|i| (i / size + 1, i % size + 1));
            names.map(|(a, b)| builder.primary(&format!("{kind}{a}{second}{b}"))).collect()
        };
        // The first number is that of a row, a column, a box or a diagonal; the second is a column
        // or a value.
        let cells = items("r", "c")?;
        let rows = items("r", "v")?;
        let columns = items("c", "v")?;
        let boxes = items("b", "v")?;
        let mut diagonal = |name: &str| -> Result<Vec<ItemId>, BuildError> {
            let values = if diagonals { size } else { 0 };
            (1..=values).map(|value| builder.primary(&format!("{name}v{value}"))).collect()
        };
        let (falling, rising) = (diagonal("falling")?, diagonal("rising")?);

        let mut placements = Vec::new();
        for (cell, &item) in cells.iter().enumerate() {
            let (row, column) = (cell / size, cell % size);
            for value in 0..size {
                let of_value = |unit: usize| size * unit + value;
                let mut covered = vec![
                    item,
                    rows[of_value(row)],
                    columns[of_value(column)],
                    boxes[of_value(row / side * side + column / side)],
                ];
                if row == column {
                    covered.extend(falling.get(value));
                }
                if row + column + 1 == size {
                    covered.extend(rising.get(value));
                }
                builder.option(covered)?;
                placements.push((cell, value));
            }
        }
        Ok(Self { problem: builder.build()?, size, placements })
    }

    /// The options of the clues.
    fn clues(&self, grid: &Grid) -> Vec<OptionId> {
        let is_clue =
            |&&(cell, value): &&(usize, usize)| usize::from(grid.cells()[cell]) == value + 1;
        let options = self.placements.iter().enumerate();
        let clues = options.filter(|(_, placement)| is_clue(placement));
        clues.map(|(option, _)| OptionId::new(option)).collect()
    }

    /// The grid of a solution.
    fn grid(&self, solution: &Solution) -> Result<Grid, Box<dyn Error>> {
        let mut grid = Grid::blank(self.size);
        for option in solution.options() {
            let (cell, value) = self.placements[option.index()];
            grid.set(cell, u8::try_from(value + 1)?)?;
        }
        Ok(grid)
    }
}
