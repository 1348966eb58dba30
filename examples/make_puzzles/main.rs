//! Makes the files of puzzles that this repository calls its own.
//!
//! | file | what | how |
//! |---|---|---|
//! | `seventeen` | 9x9, 17 clues, no two equivalent | replacing one or two clues of a known puzzle |
//! | `hard` | 9x9, minimal, many guesses | a local search |
//! | `sixteen-hard` | 16x16, few clues, many nodes | a local search |
//! | `diagonal` | 9x9 with diagonals, few clues | a walk that replaces clues by fewer ones |
//!
//! The output is the same in every run with the same seed: it depends neither on the processor nor
//! on the time.
//!
//! ```text
//! cargo run --release --example make_puzzles -- seventeen > puzzles/seventeen.txt
//! cargo run --release --example make_puzzles -- hard --seed 7 --count 10
//! ```
//!
//! Without `--seed` the seed is 1; without `--count` there are as many puzzles as in `puzzles/`.
//! That takes minutes; without any argument, two puzzles of 17 clues are made.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

mod clues;
mod diagonal;
mod file;
mod hard;
mod random;
mod seventeen;
mod signature;
mod sixteen;
mod solution_sets;

use file::File;
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = match arguments.next() {
        None => return print(File::Seventeen, 1, 2),
        Some(name) => File::named(&name)?,
    };
    let (mut seed, mut count) = (1, file.count());
    while let Some(name) = arguments.next() {
        let value =
            arguments.next().ok_or_else(|| format!("{name}: expected a number after it"))?;
        let number = || format!("{name}: expected a number, found `{value}`");
        match name.as_str() {
            "--seed" => seed = value.parse().map_err(|_| number())?,
            "--count" => count = value.parse().map_err(|_| number())?,
            _ => return Err(format!("expected `--seed` or `--count`, found `{name}`").into()),
        }
    }
    print(file, seed, count)
}

/// Prints a file, line by line as they are made.
fn print(file: File, seed: u64, count: usize) -> Result<(), Box<dyn Error>> {
    for line in file.head(seed, count) {
        println!("{line}");
    }
    for line in file.puzzles(seed)?.take(count) {
        println!("{}", line?);
    }
    for line in file.others(seed) {
        println!("{line}");
    }
    Ok(())
}
