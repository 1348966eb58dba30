//! Compares every SIMD backend with dancing links on random lines.
//!
//! `QUADRILLE_FUZZ_SECONDS` and `QUADRILLE_FUZZ_SEED` mean the same as in `tests/fuzz.rs`.

use super::machines::RULES;
use super::puzzles::{known, puzzles};
use super::truth::{Truth, cells};
use crate::common::rounds::rounds;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use quadrille::Engine;
use quadrille::sudoku::simd9::{BatchSolver, Candidates, Cells, EndReason, Variant};
use quadrille::sudoku::text::{ReadOptions, Reader};
use std::fmt;

/// As far as this, solutions are listed and compared.
const MANY: u64 = 200;

fn text(cells: &Cells) -> Vec<u8> {
    cells.iter().map(|&value| if value == 0 { b'.' } else { b'0' + value }).collect()
}

/// Signs of a Sudoku, more or less of them digits.
fn signs() -> impl Strategy<Value = Vec<u8>> {
    (0..=30u32).prop_flat_map(|clues| {
        let sign = prop_oneof![
            81 - clues => prop_oneof![Just(b'.'), Just(b'0')],
            clues.max(1) => b'1'..=b'9',
        ];
        vec(sign, 81)
    })
}

/// Puzzles with some signs exchanged for others, and some for each other.
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let known: Vec<_> = known().iter().map(|known| text(&known.cells)).collect();
    let base = prop_oneof![
        any::<Index>().prop_map(move |index| index.get(&known).clone()),
        puzzles(Variant::Standard).prop_map(|puzzle| text(&puzzle)),
        puzzles(Variant::Diagonal).prop_map(|puzzle| text(&puzzle)),
    ];
    let sign = prop_oneof![4 => b'1'..=b'9', 4 => Just(b'.'), 1 => any::<u8>()];
    let changes = vec((0..81usize, sign), 0..4);
    let swaps = vec((0..81usize, 0..81usize), 0..3);
    (base, changes, swaps).prop_map(|(mut line, changes, swaps)| {
        for (cell, sign) in changes {
            line[cell] = sign;
        }
        for (one, other) in swaps {
            line.swap(one, other);
        }
        line
    })
}

/// A line, which messages show as it is.
struct Line(Vec<u8>);

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(&self.0))
    }
}

/// Lines of 81 bytes.
fn lines() -> impl Strategy<Value = Line> {
    prop_oneof![5 => mutated(), 3 => signs(), 1 => vec(any::<u8>(), 81)].prop_map(Line)
}

/// The first grid of a text, if it is one of 9x9.
fn read(line: &[u8]) -> Option<Cells> {
    let record = Reader::new(line, ReadOptions::new()).next()?.ok()?;
    (record.grid.size() == 9).then(|| cells(&record.grid))
}

/// Whether the SIMD solver finishes within some thousand passes. A diagonal puzzle with ten clues
/// and no solution was found that takes 677111, which is minutes for the scalar instructions.
fn is_quick(rules: Variant, puzzle: &Cells) -> bool {
    let mut calls = 0;
    let mut solver = BatchSolver::new(rules).limit(MANY).continue_while(move || {
        calls += 1;
        calls < 64
    });
    solver.solve(puzzle).end != EndReason::Stopped
}

/// Compares the SIMD solver with dancing links, by clues and by candidates. Returns whether
/// anything was compared.
fn check(line: &[u8]) -> bool {
    let Some(puzzle) = read(line) else { return false };
    let mut is_compared = false;
    for rules in RULES {
        if !is_quick(rules, &puzzle) {
            continue;
        }
        let Some(truth) = Truth::of(rules, &puzzle, Engine::Links, MANY) else { continue };
        let none = truth.is_complete().then_some(None);
        let limits: Vec<_> = [Some(0), Some(1), Some(2), Some(9)].into_iter().chain(none).collect();
        truth.holds(rules, &puzzle, &limits);
        truth.holds(rules, &Candidates::from(&puzzle), &limits[2..3]);
        is_compared = true;
    }
    is_compared
}

#[test]
fn lanes_agree_with_links_on_whatever_comes() {
    rounds(&lines(), |line| Ok(check(&line.0)));
}
