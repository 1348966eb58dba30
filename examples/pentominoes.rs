//! Pentominoes: the twelve shapes of five joined squares, each once, fill a rectangle of 60
//! squares.
//!
//! Each piece must be placed and each square of the rectangle filled: 72 primary items. An option
//! is a piece in one of its orientations at one place, with the five squares that it fills there.
//!
//! ```text
//! cargo run --release --example pentominoes -- 3x20
//! ```
//!
//! The argument is the number of rows and of columns, 3x20 without it. The first solution comes at
//! once, and to count all of them takes less than a second for 6x10 too, which has 9356.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::{BuildError, Problem, ProblemBuilder, Solution, Solver};
use std::collections::BTreeSet;
use std::env;
use std::error::Error;

const DEFAULT: &str = "3x20";

/// The pieces, by the letters that they look like; their rows are separated by strokes.
const PIECES: [(char, &str); 12] = [
    ('F', ".xx/xx./.x."),
    ('I', "xxxxx"),
    ('L', "x.../xxxx"),
    ('N', "xxx./..xx"),
    ('P', "xxx/xx."),
    ('T', "xxx/.x./.x."),
    ('U', "x.x/xxx"),
    ('V', "x../x../xxx"),
    ('W', "x../xx./.xx"),
    ('X', ".x./xxx/.x."),
    ('Y', ".x../xxxx"),
    ('Z', "xx./.x./.xx"),
];

/// Squares, each a row and a column from 0.
type Squares = Vec<(usize, usize)>;

fn main() -> Result<(), Box<dyn Error>> {
    let (rows, columns) = rectangle(&env::args().nth(1).unwrap_or_else(|| DEFAULT.to_owned()))?;
    let (problem, placements) = pentominoes(rows, columns)?;
    let mut solver = Solver::new(&problem);
    if let Some(solution) = solver.first()? {
        solution.verify(&problem)?;
        print!("{}", drawing(rows, columns, &placements, &solution));
    }
    // Mirror images and half turns make four of each: none is its own image, for the F is not its
    // own.
    let solutions = solver.count().solutions;
    println!("solutions for {rows}x{columns}: {solutions}, up to symmetry {}", solutions / 4);
    Ok(())
}

/// The rows and columns that an argument such as `6x10` asks for.
fn rectangle(argument: &str) -> Result<(usize, usize), String> {
    let sides = argument.split_once('x').and_then(|(rows, columns)| {
        let (rows, columns): (usize, usize) = (rows.parse().ok()?, columns.parse().ok()?);
        (rows.checked_mul(columns) == Some(60)).then_some((rows, columns))
    });
    sides.ok_or(format!("expected a rectangle of 60 squares, such as 6x10, found `{argument}`"))
}

/// The problem, and for each of its options the piece and the squares that it fills.
fn pentominoes(rows: usize, columns: usize) -> Result<(Problem, Vec<(char, Squares)>), BuildError> {
    let mut builder = ProblemBuilder::new();
    let mut pieces = Vec::new();
    for (letter, picture) in PIECES {
        pieces.push((letter, builder.primary(&letter.to_string())?, orientations(picture)));
    }
    let mut items = Vec::new();
    for square in 0..rows * columns {
        items.push(builder.primary(&format!("{},{}", square / columns, square % columns))?);
    }
    let mut placements = Vec::new();
    for (letter, piece, shapes) in pieces {
        for squares in shapes.iter().flat_map(|shape| places(shape, rows, columns)) {
            let covered = squares.iter().map(|&(row, column)| items[row * columns + column]);
            builder.option(covered.chain([piece]))?;
            placements.push((letter, squares));
        }
    }
    Ok((builder.build()?, placements))
}

/// All different ways to turn a piece and turn it over, each in the top left corner.
fn orientations(picture: &str) -> BTreeSet<Squares> {
    let mut shape = Squares::new();
    for (row, line) in picture.split('/').enumerate() {
        shape.extend(line.match_indices('x').map(|(column, _)| (row, column)));
    }
    let mut all = BTreeSet::new();
    for _ in 0..4 {
        let bottom = shape.iter().map(|&(row, _)| row).max().unwrap_or(0);
        shape = sorted(shape.iter().map(|&(row, column)| (column, bottom - row)));
        all.insert(shape.clone());
        all.insert(sorted(shape.iter().map(|&(row, column)| (column, row))));
    }
    all
}

fn sorted(squares: impl Iterator<Item = (usize, usize)>) -> Squares {
    squares.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The squares of a shape at every place of the rectangle where it fits.
fn places(shape: &Squares, rows: usize, columns: usize) -> impl Iterator<Item = Squares> {
    let corners = (0..rows).flat_map(move |top| (0..columns).map(move |left| (top, left)));
    corners
        .map(|(top, left)| {
            shape.iter().map(|&(row, column)| (top + row, left + column)).collect::<Squares>()
        })
        .filter(move |squares| squares.iter().all(|&(row, column)| row < rows && column < columns))
}

/// The rectangle as text, a line for each row, with the letters of the pieces.
fn drawing(
    rows: usize,
    columns: usize,
    placements: &[(char, Squares)],
    solution: &Solution,
) -> String {
    let mut drawing = vec![vec![' '; columns]; rows];
    for option in solution.options() {
        let (letter, squares) = &placements[option.index()];
        for &(row, column) in squares {
            drawing[row][column] = *letter;
        }
    }
    drawing.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}
