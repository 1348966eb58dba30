//! Hunts for Sudoku with few clues, and for hard ones.
//!
//! It begins with a grid that is full, and takes clues away as long as there is only one solution.
//! Which of them can go is one question in a batch: the puzzle without each of its clues, 81
//! puzzles at first, each to be counted up to two. A clue that can't go now can't go later either,
//! when there are fewer others. When none can go the puzzle is *minimal*.
//!
//! The grid is found with *candidates*, which are marks of a pencil instead of clues: a cell may
//! have any digit but the one that it has in another grid.
//!
//! ```text
//! cargo run --release --example hunt -- 1000
//! ```
//!
//! The argument is how many puzzles are hunted for.

#![allow(clippy::print_stdout, reason = "an example is a program: it prints")]

use quadrille::sudoku::simd9::{BatchSolver, Candidates, Cells, Variant};
use quadrille::sudoku::text;
use std::env;
use std::error::Error;

/// The grid in which no cell is as it is to be.
const OTHER: &str =
    "483921657967345821251876493548132976729564138136798245372689514814253769695417382";

fn main() -> Result<(), Box<dyn Error>> {
    let hunts = env::args().nth(1).map_or(Ok(24), |hunts| hunts.parse::<u64>())?;
    let other = text::parse_cells(OTHER.as_bytes()).ok_or("no grid of 9x9")?;
    let grid = different_everywhere(&other).ok_or("no grid is different everywhere")?;
    println!("grid     {}", line(&grid));

    let mut lanes = BatchSolver::new(Variant::Standard).limit(2).keep_first(false);
    let found: Vec<_> = (1..=hunts).map(|seed| minimal(&grid, seed, &mut lanes)).collect();
    println!("minimal  {} puzzles, in {} passes", found.len(), lanes.stats().passes);
    let few = found.iter().min_by_key(|puzzle| clues(puzzle).count());
    let hard = found.iter().max_by_key(|puzzle| guesses(puzzle));
    for (kind, puzzle) in [("few", few), ("hard", hard)] {
        let Some(puzzle) = puzzle else { break };
        let (clues, guesses) = (clues(puzzle).count(), guesses(puzzle));
        println!("{kind:<8} {}  clues: {clues}, guesses: {guesses}", line(puzzle));
    }
    Ok(())
}

/// A grid that agrees with another one in no cell.
fn different_everywhere(other: &Cells) -> Option<Cells> {
    let mut candidates = Candidates::ALL;
    for (cell, &digit) in other.iter().enumerate() {
        candidates.forbid(cell, digit);
    }
    BatchSolver::new(Variant::Standard).limit(1).solve(&candidates).first
}

/// A minimal puzzle whose solution this is. The seed says which clues go.
fn minimal(grid: &Cells, seed: u64, lanes: &mut BatchSolver) -> Cells {
    let (mut puzzle, mut random) = (*grid, Random(seed));
    let mut free: Vec<_> = clues(&puzzle).collect();
    while !free.is_empty() {
        let fewer: Vec<_> = free.iter().map(|&cell| without(&puzzle, cell)).collect();
        let mut answers = lanes.solve_all(fewer);
        free.retain(|_| answers.next().is_some_and(|answer| answer.solutions == 1));
        if !free.is_empty() {
            let gone = free.swap_remove(random.below(free.len()));
            puzzle[gone] = 0;
        }
    }
    puzzle
}

/// The puzzle without one of its clues.
fn without(puzzle: &Cells, cell: usize) -> Cells {
    let mut less = *puzzle;
    less[cell] = 0;
    less
}

/// The cells that have clues.
fn clues(puzzle: &Cells) -> impl Iterator<Item = usize> {
    (0..81).filter(|&cell| puzzle[cell] != 0)
}

/// How many guesses the lanes need to see that the solution is the only one: what logic alone
/// solves needs none.
fn guesses(puzzle: &Cells) -> u64 {
    let mut lanes = BatchSolver::new(Variant::Standard).limit(2).keep_first(false);
    lanes.solve(puzzle);
    lanes.stats().guesses
}

fn line(cells: &Cells) -> String {
    let mut line = String::new();
    text::write_cells(cells, &mut line);
    line
}

/// Numbers without any pattern, and the same in every run: xorshift (G. Marsaglia, 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        let Self(state) = self;
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        usize::try_from(*state >> 33).unwrap_or(0) % end
    }
}
