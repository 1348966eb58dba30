//! Langford pairs: the numbers 1 to n, each twice, in a row of 2n slots, with exactly d slots
//! between the two numbers d. For n = 3 that is 3 1 2 1 3 2.
//!
//! Each number must be placed and each slot filled: 3n primary items. An option is a number d with
//! its two slots, which are d + 1 apart.
//!
//! Every solution read backwards is a solution too. To find one of each two, the largest odd number
//! is kept to placements nearer to the left end than their mirror images are; no placement of an
//! odd number is its own mirror image, so this keeps just one of the two (as in Knuth, *The Art of
//! Computer Programming*, 7.2.2.1).
//!
//! ```text
//! cargo run --release --example langford -- 7
//! ```
//!
//! The argument is n, from 1 to 12, and 7 without it. There are solutions if n or n + 1 is a
//! multiple of 4.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::{BuildError, Problem, ProblemBuilder, Solution, Solver};
use std::env;
use std::error::Error;

const DEFAULT: usize = 7;
const LARGEST: usize = 12;

/// A number and the first of its two slots, from 0.
type Pair = (usize, usize);

fn main() -> Result<(), Box<dyn Error>> {
    let n = largest_number()?;
    let (problem, pairs) = langford(n)?;
    let mut solver = Solver::new(&problem);
    if let Some(solution) = solver.first()? {
        solution.verify(&problem)?;
        println!("{}", row(n, &pairs, &solution));
    }
    println!("solutions for n = {n}, one of each mirror pair: {}", solver.count());
    Ok(())
}

/// The n that the command line asks for.
fn largest_number() -> Result<usize, String> {
    let Some(argument) = env::args().nth(1) else { return Ok(DEFAULT) };
    match argument.parse() {
        Ok(n) if (1..=LARGEST).contains(&n) => Ok(n),
        _ => Err(format!("expected a number from 1 to {LARGEST}, found `{argument}`")),
    }
}

/// The problem, and for each of its options what it places.
fn langford(n: usize) -> Result<(Problem, Vec<Pair>), BuildError> {
    let mut builder = ProblemBuilder::new();
    let mut numbers = Vec::new();
    for number in 1..=n {
        numbers.push(builder.primary(&format!("{number}"))?);
    }
    let mut slots = Vec::new();
    for slot in 0..2 * n {
        slots.push(builder.primary(&format!("slot{slot}"))?);
    }
    let largest_odd = if n.is_multiple_of(2) { n - 1 } else { n };
    let mut pairs = Vec::new();
    for (number, &item) in (1..).zip(&numbers) {
        for (first, second) in (0..2 * n).zip(number + 1..2 * n) {
            let mirrored = 2 * n - 1 - second;
            if number == largest_odd && first > mirrored {
                continue;
            }
            builder.option([item, slots[first], slots[second]])?;
            pairs.push((number, first));
        }
    }
    Ok((builder.build()?, pairs))
}

/// The numbers in their slots.
fn row(n: usize, pairs: &[Pair], solution: &Solution) -> String {
    let mut row = vec![String::new(); 2 * n];
    for option in solution.options() {
        let (number, first) = pairs[option.index()];
        row[first] = number.to_string();
        row[first + number + 1] = number.to_string();
    }
    row.join(" ")
}
