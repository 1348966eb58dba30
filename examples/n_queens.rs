//! The n queens: n queens on an n by n board, no two in one row, one column or one diagonal.
//!
//! Each row and each column must have exactly one queen: they are *primary* items. A diagonal may
//! have one queen or none: diagonals are *secondary* items. An option is a queen on a square, with
//! the four items through that square.
//!
//! ```text
//! cargo run --release --example n_queens -- 8
//! ```
//!
//! The argument is n, from 1 to 32, and 8 without it. Up to n = 12 all solutions are counted as
//! well; beyond that there are too many to wait for.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::{BuildError, Problem, ProblemBuilder, Solution, Solver};
use std::env;
use std::error::Error;

const DEFAULT: usize = 8;
const LARGEST: usize = 32;
const LARGEST_COUNTED: usize = 12;

/// A row and a column, from 0.
type Square = (usize, usize);

fn main() -> Result<(), Box<dyn Error>> {
    let n = size()?;
    let (problem, squares) = queens(n)?;
    let mut solver = Solver::new(&problem);
    if let Some(solution) = solver.first()? {
        solution.verify(&problem)?;
        print!("{}", board(n, &squares, &solution));
    }
    if n <= LARGEST_COUNTED {
        println!("solutions for n = {n}: {}", solver.count());
    }
    Ok(())
}

/// The number of queens that the command line asks for.
fn size() -> Result<usize, String> {
    let Some(argument) = env::args().nth(1) else { return Ok(DEFAULT) };
    match argument.parse() {
        Ok(n) if (1..=LARGEST).contains(&n) => Ok(n),
        _ => Err(format!("expected a number of queens from 1 to {LARGEST}, found `{argument}`")),
    }
}

/// The problem, and for each of its options the square of the queen.
fn queens(n: usize) -> Result<(Problem, Vec<Square>), BuildError> {
    let mut builder = ProblemBuilder::new();
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    for i in middle_out(n) {
        rows.push((i, builder.primary(&format!("row{i}"))?));
        columns.push((i, builder.primary(&format!("column{i}"))?));
    }
    let (mut falling, mut rising) = (Vec::new(), Vec::new());
    for i in 0..2 * n - 1 {
        falling.push(builder.secondary(&format!("falling{i}"))?);
        rising.push(builder.secondary(&format!("rising{i}"))?);
    }
    let mut squares = Vec::new();
    for &(r, row) in &rows {
        for &(c, column) in &columns {
            builder.option([row, column, falling[r + n - 1 - c], rising[r + c]])?;
            squares.push((r, c));
        }
    }
    Ok((builder.build()?, squares))
}

/// The numbers below n, those in the middle first. Among items with equally few options the first
/// is covered first, and a queen in the middle attacks the most squares.
fn middle_out(n: usize) -> impl Iterator<Item = usize> {
    (0..n).map(move |i| if i.is_multiple_of(2) { n / 2 + i / 2 } else { n / 2 - i.div_ceil(2) })
}

/// The board as text, a line for each row.
fn board(n: usize, squares: &[Square], solution: &Solution) -> String {
    let mut board = vec![vec!["."; n]; n];
    for option in solution.options() {
        let (row, column) = squares[option.index()];
        board[row][column] = "Q";
    }
    board.iter().map(|row| row.join(" ") + "\n").collect()
}
