//! Domino tilings of a board: a diagram of all solutions, which are too many for a list.
//!
//! It counts them, and those with a horizontal domino in the corner, draws one at random, and
//! takes the one with the number 1000000.
//!
//! ```text
//! cargo run --release --example tilings -- 16
//! ```
//!
//! The argument is how many cells a side of the board has.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::{OptionId, Problem, ProblemBuilder, Solution, Solver};
use rand::SeedableRng;
use rand::rngs::ChaCha20Rng;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let size = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let problem = board(size)?;
    let diagram = Solver::new(&problem).diagram()?;
    diagram.verify(&problem)?;
    let counted = diagram.counted();
    println!("{} tilings, in a diagram of {} nodes", counted.count(), diagram.node_count());
    if let Some(uses) = counted.uses().first() {
        println!("{uses} of them have a domino that lies in the corner");
    }
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    if let Some(tiling) = counted.sample(&mut rng) {
        println!("\none of them, at random:\n{}", drawn(&problem, &tiling, size));
    }
    if let Some(tiling) = counted.solution(&1_000_000u32.into()) {
        println!("number 1000000:\n{}", drawn(&problem, &tiling, size));
    }
    Ok(())
}

/// A board of cells, and an option for each place of a domino: those that lie first in each row.
fn board(size: usize) -> Result<Problem, Box<dyn Error>> {
    let mut builder = ProblemBuilder::new();
    let mut cells = Vec::new();
    for cell in 0..size * size {
        cells.push(builder.primary(&format!("{},{}", cell / size, cell % size))?);
    }
    for row in 0..size {
        for column in 0..size {
            let cell = row * size + column;
            if column + 1 < size {
                builder.option([cells[cell], cells[cell + 1]])?;
            }
            if row + 1 < size {
                builder.option([cells[cell], cells[cell + size]])?;
            }
        }
    }
    Ok(builder.build()?)
}

/// A letter for each half of a domino, the same for both.
fn drawn(problem: &Problem, tiling: &Solution, size: usize) -> String {
    let mut signs = vec!['?'; size * size];
    for (&option, sign) in tiling.options().iter().zip(('a'..='z').chain('A'..='Z').cycle()) {
        cells(problem, option).for_each(|cell| signs[cell] = sign);
    }
    signs.chunks(size).map(|row| row.iter().collect::<String>() + "\n").collect()
}

/// The cells of a domino: items are numbered as cells are.
fn cells(problem: &Problem, option: OptionId) -> impl Iterator<Item = usize> {
    problem.entries(option).iter().map(|entry| entry.item.index())
}
