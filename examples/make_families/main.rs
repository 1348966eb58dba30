//! Makes members of families of exact-cover problems, to measure and test how solutions are
//! counted.
//!
//! | family | what | solutions |
//! |---|---|---|
//! | `matrices K N` | 0/1 matrices N x N with all row and column sums K | 2 5: 2040; 3 6: 297200 |
//! | `aztec N` | dominoes on the Aztec diamond of size N | 2^(N (N + 1) / 2) |
//! | `lozenge N` | lozenges in a hexagon with sides N | 2: 20; 5: 267227532 |
//! | `polyominoes NAMES R C` | R x C cells tiled by any number of pieces | I2 8 8: 12988816 |
//! | `network VERTICES PIECE SEED` | a network with hubs, cut into connected pieces | |
//! | `sparse VERTICES PIECE SEED` | the same for a random sparse graph | |
//! | `geometric VERTICES PIECE SEED` | the same for points in a square that are near each other | |
//! | `steiner V` | Steiner triple systems on V points | 7: 30; 9: 840; 13: 1197504000 |
//! | `latin N` | Latin squares | 5: 161280; 6: 812851200 |
//! | `sudoku R C` | empty Sudoku with boxes of R x C cells | 2 2: 288; 2 3: 28200960 |
//! | `random ITEMS SIZE OPTIONS SEED` | random sets, with one solution planted | at least 1 |
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
//! The output is Knuth's text format, the same in every run. Without any argument it is `steiner 7`.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

mod boards;
mod designs;
mod family;
mod graphs;
mod polyomino;
mod random;

use family::Family;
use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<_> = arguments.iter().map(String::as_str).collect();
    print!("{}", make(if words.is_empty() { &["steiner", "7"] } else { &words })?);
    Ok(())
}

/// The member that the arguments name.
fn make(words: &[&str]) -> Result<Family, String> {
    match *words {
        ["matrices", sum, size] => Ok(designs::matrices(number(sum, 64)?, number(size, 64)?)),
        ["aztec", size] => Ok(boards::aztec(number(size, 64)?)),
        ["lozenge", size] => Ok(boards::lozenge(number(size, 64)?)),
        ["polyominoes", names, rows, columns] => {
            boards::polyominoes(names, number(rows, 64)?, number(columns, 64)?)
        }
        [kind @ ("network" | "sparse" | "geometric"), vertices, piece, seed] => {
            let (vertices, piece) = (number(vertices, 2000)?, number(piece, 6)?);
            let graph = graphs::Graph::named(kind, vertices, seed_of(seed)?);
            Ok(graph.pieces(piece))
        }
        ["steiner", points] => Ok(designs::steiner(number(points, 64)?)),
        ["latin", size] => Ok(designs::latin(number(size, 64)?)),
        ["sudoku", rows, columns] => Ok(designs::sudoku(number(rows, 6)?, number(columns, 6)?)),
        ["random", items, size, options, seed] => {
            let (items, size) = (number(items, 2000)?, number(size, 100)?);
            designs::random(items, size, number(options, 100_000)?, seed_of(seed)?)
        }
        _ => Err(format!("no family with these arguments: `{}`", words.join(" "))),
    }
}

/// A number from 1 to `most`.
fn number(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {most}, found `{text}`"))
}

fn seed_of(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a seed, a number below 2^64, found `{text}`"))
}
