//! Makes members of families of exact-cover problems, to measure and test how solutions are
//! counted.
//!
//! | family | what | solutions |
//! |---|---|---|
//! | `matrices K N` | 0/1 matrices N x N with all row and column sums K | 2 5: 2040; 3 6: 297200 |
//! | `tomography N PERCENT SEED` | a picture of N x N cells by the sums of rows, columns and diagonals | at least 1 |
//! | `aztec N` | dominoes on the Aztec diamond of size N | 2^(N (N + 1) / 2) |
//! | `lozenge N` | lozenges in a hexagon with sides N | 2: 20; 5: 267227532 |
//! | `polyominoes NAMES R C` | R x C cells tiled by any number of pieces | I2 8 8: 12988816 |
//! | `pieces NAMES R C` | the same by each piece once | |
//! | `network VERTICES PIECE SEED` | a network with hubs, cut into connected pieces | |
//! | `sparse VERTICES PIECE SEED` | the same for a random sparse graph | |
//! | `geometric VERTICES PIECE SEED` | the same for points in a square that are near each other | |
//! | `steiner V` | Steiner triple systems on V points | 7: 30; 9: 840; 13: 1197504000 |
//! | `designs V K` | each pair of V points in one block of K | 13 4: 1108800; 16 4: 3632428800 |
//! | `latin N` | Latin squares | 5: 161280; 6: 812851200 |
//! | `sudoku R C` | empty Sudoku with boxes of R x C cells | 2 2: 288; 2 3: 28200960 |
//! | `latin-holes N HOLES SEED` | a random Latin square with so many cells open | at least 1 |
//! | `sudoku-holes R C HOLES SEED` | the same for a Sudoku with boxes of R x C cells | at least 1 |
//! | `killer LEAST MOST CLUES SEED` | killer Sudoku with cages of LEAST to MOST cells | at least 1 |
//! | `little-killer SUMS CLUES SEED` | Sudoku with the sums of so many diagonals | at least 1 |
//! | `nonogram N PERCENT SEED` | a picture of N x N cells by the runs of black cells in rows and columns | at least 1 |
//! | `words R C LETTERS COUNT SEED` | R x C letters, whose rows and columns are among COUNT random words each | |
//! | `timetable LECTURES SLOTS HALLS PERCENT SEED` | lectures in slots and halls; each place is possible with PERCENT | at least 1 |
//! | `schedule JOBS MACHINES TIMES SEED` | jobs on machines; a late end costs more | |
//! | `partridge N` | N squares of side N, N - 1 of side N - 1, ..., in a square | |
//! | `random ITEMS SIZE OPTIONS SEED` | random sets, with one solution planted | at least 1 |
//! | `choose K SEED FAMILY ...` | K options that share no item, in a random order | 10 1 polyominoes O4 9 9: 314949564 |
//! | `bounds LOW HIGH FAMILY ...` | a family whose items are covered LOW to HIGH times | |
//! | `costs MOST SEED FAMILY ...` | a family whose options cost a random number up to MOST | |
//!
//! `NAMES` are names of polyominoes, separated by commas: a letter and the number of cells, as in
//! `L4,T4`. Each may be turned and reflected. `PIECE` is the most vertices of a piece, and `SIZE`
//! the size of each set.
//!
//! ```text
//! cargo run --release --example make_families -- aztec 8 > aztec8.dlx
//! cargo run --release --example make_families -- polyominoes L4,T4 8 8
//! ```
//!
//! The output is Knuth's text format, the same in every run. Without any argument it is `steiner
//! 7`. With `--help`, this text is printed.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

mod boards;
mod designs;
mod family;
mod graphs;
mod holes;
mod lines;
mod members;
mod polyomino;
mod random;
mod sums;
mod timetables;

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    if words == ["--help"] {
        let lines = include_str!("main.rs").lines().map_while(|line| line.strip_prefix("//!"));
        for line in lines {
            println!("{}", line.strip_prefix(' ').unwrap_or(line));
        }
        return Ok(());
    }
    print!("{}", members::make(if words.is_empty() { &["steiner", "7"] } else { &words })?);
    Ok(())
}
