//! The puzzles that `examples/make_puzzles` made: what their files say of them holds, and the
//! program makes the same ones again.

#[path = "../examples/make_puzzles/clues.rs"]
mod clues;
#[path = "../examples/make_puzzles/diagonal.rs"]
mod diagonal;
#[path = "../examples/make_puzzles/file.rs"]
mod file;
#[path = "../examples/make_puzzles/hard.rs"]
mod hard;
#[path = "../examples/make_puzzles/random.rs"]
mod random;
#[path = "../examples/make_puzzles/seventeen.rs"]
mod seventeen;
#[path = "../examples/make_puzzles/signature.rs"]
mod signature;
#[path = "../examples/make_puzzles/sixteen.rs"]
mod sixteen;
#[path = "../examples/make_puzzles/solution_sets.rs"]
mod solution_sets;

use crate::common::{files, is_thorough};
use clues::{Clue, clues, with};
use file::File;
use quadrille::sudoku::simd9::{BatchSolver, Cells, Variant};
use quadrille::sudoku::{Encoding, Grid, SudokuSolver};
use quadrille::{Engine, StopReason};
use random::Random;
use signature::signature;
use solution_sets::SolutionSets;
use std::collections::BTreeSet;

/// The seed of the files.
const SEED: u64 = 1;

/// The path of a file, with the puzzles in it.
fn puzzles(file: File) -> Vec<files::Puzzle> {
    files::puzzles(&files::folder().join(format!("{}.txt", file.name())))
}

fn cells(grid: &Grid) -> Cells {
    grid.cells().try_into().unwrap()
}

/// Compares the first puzzles of a file with their counts and solutions, by an engine.
fn holds(file: File, engine: Engine, most: usize) {
    let puzzles = puzzles(file);
    let geometry = files::geometry(&format!("{}.txt", file.name()), puzzles[0].grid.size());
    let encoding = Encoding::new(geometry);
    let mut solver = SudokuSolver::with_engine(&encoding, engine).unwrap();
    for puzzle in puzzles.iter().take(most) {
        let solver = solver.load(&puzzle.grid).unwrap();
        let count = solver.count();
        assert_eq!(
            (count.solutions, count.stop),
            (puzzle.count, StopReason::Exhausted),
            "{}",
            puzzle.place
        );
        let first = solver.first().unwrap();
        let first = first.map(|first| encoding.decode(first.options()).unwrap());
        assert_eq!(first.filter(|_| puzzle.count == 1), puzzle.solution, "{}", puzzle.place);
    }
}

/// The same by the 9x9 solver, which shares no code with the engines.
fn holds_by_lanes(file: File, variant: Variant) {
    let puzzles = puzzles(file);
    let mut solver = BatchSolver::new(variant);
    let results = solver.solve_all(puzzles.iter().map(|puzzle| cells(&puzzle.grid)));
    for (result, puzzle) in results.zip(&puzzles) {
        assert_eq!(result.solutions, puzzle.count, "{}", puzzle.place);
        let first = result.first.filter(|_| puzzle.count == 1);
        assert_eq!(first, puzzle.solution.as_ref().map(cells), "{}", puzzle.place);
    }
}

#[test]
fn the_puzzles_of_9x9_have_their_counts_and_solutions() {
    for file in [File::Seventeen, File::Hard] {
        holds(file, Engine::Bits, usize::MAX);
        holds_by_lanes(file, Variant::Standard);
        assert!(puzzles(file).iter().all(|puzzle| puzzle.count == 1));
    }
    holds(File::Diagonal, Engine::Bits, usize::MAX);
    holds_by_lanes(File::Diagonal, Variant::Diagonal);
}

#[test]
fn the_puzzles_of_16x16_have_one_solution() {
    holds(File::SixteenHard, Engine::CellsWtd, if is_thorough() { usize::MAX } else { 4 });
    holds(File::SixteenHard, Engine::Links, 1);
}

/// Their diagrams took millions of nodes before enumeration took part.
#[test]
fn the_candidates_of_16x16_puzzles_are_those_of_the_solution() {
    let puzzles = puzzles(File::SixteenHard);
    let encoding = Encoding::new(files::geometry("sixteen-hard.txt", puzzles[0].grid.size()));
    let mut solver = SudokuSolver::with_engine(&encoding, Engine::Auto).unwrap();
    for puzzle in &puzzles {
        let solver = solver.load(&puzzle.grid).unwrap();
        let candidates = solver.candidates().unwrap();
        assert_eq!(encoding.decode(&candidates).ok(), puzzle.solution, "{}", puzzle.place);
        let nodes = solver.count_stats().unwrap().nodes;
        assert!(nodes < 500_000, "{}: {nodes} nodes", puzzle.place);
    }
}

#[test]
#[ignore = "it takes long"]
fn the_puzzles_of_16x16_have_one_solution_by_dancing_links() {
    holds(File::SixteenHard, Engine::Links, usize::MAX);
}

#[test]
fn the_files_have_the_puzzles_that_they_say() {
    assert!(File::named("seventeen.txt").unwrap_err().starts_with("expected one of seventeen, "));
    for file in File::ALL {
        assert_eq!(File::named(file.name()), Ok(file));
        let text = files::text(&files::folder().join(format!("{}.txt", file.name())));
        let head = file.head(SEED, file.count());
        assert_eq!(text.lines().take(head.len()).collect::<Vec<_>>(), head, "{}", file.name());
        let others = if file == File::Diagonal { 10 } else { 0 };
        assert_eq!(puzzles(file).len(), file.count() + others, "{}", file.name());
    }
    assert!(puzzles(File::Seventeen).iter().all(|puzzle| puzzle.grid.clues() == 17));
    assert!(puzzles(File::SixteenHard).iter().all(|puzzle| puzzle.grid.clues() <= 90));
}

#[test]
fn no_two_puzzles_are_equivalent() {
    for file in [File::Seventeen, File::Hard] {
        let puzzles = puzzles(file);
        let signatures = puzzles.iter().map(|puzzle| signature(&cells(&puzzle.grid)));
        assert_eq!(signatures.collect::<BTreeSet<_>>().len(), puzzles.len(), "{}", file.name());
    }
}

#[test]
fn equivalent_puzzles_have_one_signature() {
    let mut random = Random::new(7, 0);
    for file in [File::Seventeen, File::Hard] {
        for puzzle in puzzles(file).iter().take(20) {
            let puzzle = cells(&puzzle.grid);
            let known = signature(&puzzle);
            let forms: BTreeSet<_> = (0..20).map(|_| random.equivalent(&puzzle)).collect();
            assert!(forms.len() > 10, "the forms differ");
            assert!(forms.iter().all(|form| signature(form) == known));
            // Another digit in one clue makes another puzzle.
            let cell = clues(&puzzle)[0];
            let changed = with(&puzzle, [(cell, puzzle[cell] % 9 + 1)]);
            assert_ne!(signature(&changed), known);
        }
    }
}

/// The puzzles without one of their clues, each with the number of the puzzle.
fn without_a_clue(puzzles: &[files::Puzzle]) -> Vec<(usize, Cells)> {
    let fewer = puzzles.iter().enumerate().flat_map(|(number, puzzle)| {
        let puzzle = cells(&puzzle.grid);
        clues(&puzzle).into_iter().map(move |cell| (number, with(&puzzle, [(cell, 0)])))
    });
    fewer.collect()
}

#[test]
fn no_clue_of_a_9x9_puzzle_can_go() {
    let files = [
        (File::Seventeen, Variant::Standard),
        (File::Hard, Variant::Standard),
        (File::Diagonal, Variant::Diagonal),
    ];
    for (file, variant) in files {
        let mut unique = puzzles(file);
        unique.retain(|puzzle| puzzle.count == 1);
        // The first diagonal puzzle is an earlier one.
        let unique = if file == File::Diagonal { &unique[1..] } else { &unique[..] };
        let fewer = without_a_clue(unique);
        let mut solver = BatchSolver::new(variant).limit(2).keep_first(false);
        let results = solver.solve_all(fewer.iter().map(|(_, fewer)| *fewer));
        for (result, (number, _)) in results.zip(&fewer) {
            assert_eq!(result.solutions, 2, "{}", unique[*number].place);
        }
    }
}

#[test]
fn hard_puzzles_take_many_guesses() {
    let guesses = |file| {
        let mut solver = BatchSolver::new(Variant::Standard).limit(2).keep_first(false);
        let puzzles = puzzles(file);
        solver.solve_all(puzzles.iter().map(|puzzle| cells(&puzzle.grid))).for_each(drop);
        solver.stats().guesses / u64::try_from(puzzles.len()).unwrap()
    };
    let (hard, seventeen) = (guesses(File::Hard), guesses(File::Seventeen));
    assert!(hard >= 40 && hard > 10 * seventeen, "{hard} and {seventeen}");
}

#[test]
fn solution_sets_have_the_clues_that_leave_one_solution() {
    let mut solver = BatchSolver::new(Variant::Standard).keep_first(false);
    let puzzle = cells(&puzzles(File::Hard)[0].grid);
    let rest = with(&puzzle, clues(&puzzle).into_iter().take(2).map(|cell| (cell, 0)));
    let sets = SolutionSets::new(&rest, 100_000, &mut solver).unwrap();
    assert_eq!(u64::try_from(sets.solutions()).unwrap(), solver.solve(&rest).solutions);
    assert!(SolutionSets::new(&rest, sets.solutions() - 1, &mut solver).is_none());

    let all: Vec<Clue> = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit))).collect();
    let open: Vec<_> = all.into_iter().filter(|&(cell, _)| rest[cell] == 0).collect();
    let mut solver = solver.limit(2);
    let mut is_unique = |clues: &[Clue]| {
        let puzzle = with(&rest, clues.iter().copied());
        solver.solve(&puzzle).solutions == 1
    };
    let singles: Vec<_> = open.iter().copied().filter(|&clue| is_unique(&[clue])).collect();
    assert_eq!(sets.singles(), singles);
    let others: Vec<_> = open.iter().copied().filter(|clue| !singles.contains(clue)).collect();
    let mut pairs = Vec::new();
    for (number, &first) in others.iter().enumerate() {
        let seconds = others[number + 1..].iter().filter(|second| second.0 != first.0);
        pairs.extend(seconds.map(|&second| [first, second]).filter(|pair| is_unique(pair)));
    }
    assert!(!pairs.is_empty());
    assert_eq!(sets.pairs(), pairs);
}

/// Compares the first puzzles of a file with those that are made again. If an engine takes other
/// steps than before, so may the searches for the files: then make them anew.
fn is_made_again(file: File, first: usize) {
    let text = files::text(&files::folder().join(format!("{}.txt", file.name())));
    let kept = text.lines().skip(file.head(SEED, file.count()).len());
    let made = file.puzzles(SEED).unwrap().take(first);
    for (number, (kept, made)) in kept.zip(made).enumerate() {
        let name = file.name();
        assert_eq!(made.unwrap(), kept, "puzzle {number} of {name}: see puzzles/README.md");
    }
}

#[test]
fn puzzles_of_17_clues_are_made_again() {
    is_made_again(File::Seventeen, if is_thorough() { 2 } else { 1 });
}

#[test]
#[ignore = "it takes long"]
fn hard_puzzles_are_made_again() {
    is_made_again(File::Hard, 1);
}

#[test]
#[ignore = "it takes long"]
fn hard_puzzles_of_16x16_are_made_again() {
    is_made_again(File::SixteenHard, 1);
}

#[test]
#[ignore = "it takes long"]
fn diagonal_puzzles_are_made_again() {
    is_made_again(File::Diagonal, 1);
    let text = files::text(&files::folder().join("diagonal.txt"));
    let others = File::Diagonal.others(SEED);
    assert!(others.len() > 6 && text.ends_with(&(others.join("\n") + "\n")), "{others:?}");
}
