//! Who counts. What a counter needs for all puzzles alike, it makes when it is made.

use quadrille::sudoku::text::{Alphabet, Format, ReadOptions, Reader};
use quadrille::sudoku::{Encoding, SudokuSolver};
use sudoku::Sudoku;

/// Counts the solutions of puzzles of 9x9.
pub trait Counter {
    /// The name of the crate.
    fn name(&self) -> &'static str;

    /// Appends the number of solutions of each puzzle, up to a limit.
    ///
    /// The lines have 81 signs, `.` for a blank; to read them is part of the work. A puzzle whose clues clash has no
    /// solution.
    fn count(&mut self, lines: &[&str], limit: u64, counts: &mut Vec<u64>);
}

/// quadrille, then the others in the order of the alphabet. The encoding is that of 9x9.
#[must_use]
pub fn all(encoding: &Encoding) -> Vec<Box<dyn Counter + '_>> {
    vec![Box::new(Quadrille { encoding, solver: None }), Box::new(Peer)]
}

/// quadrille: `SudokuSolver`, one puzzle after another.
struct Quadrille<'e> {
    encoding: &'e Encoding,
    /// Made for the first puzzles, and again if the limit is another one.
    solver: Option<(u64, SudokuSolver<'e>)>,
}

impl<'e> Quadrille<'e> {
    fn solver(&mut self, limit: u64) -> &mut SudokuSolver<'e> {
        if self.solver.as_ref().is_none_or(|(for_limit, _)| *for_limit != limit) {
            let solver = SudokuSolver::new(self.encoding).expect("an engine takes Sudoku");
            self.solver = Some((limit, solver.configure(|solver| solver.limit(limit))));
        }
        &mut self.solver.as_mut().expect("it has just been made").1
    }
}

impl Counter for Quadrille<'_> {
    fn name(&self) -> &'static str {
        "quadrille"
    }

    fn count(&mut self, lines: &[&str], limit: u64, counts: &mut Vec<u64>) {
        let solver = self.solver(limit);
        let options = ReadOptions::new().format(Format::Line);
        let options = Alphabet::of_size(9).map_or(options.clone(), |signs| options.alphabet(signs));
        for line in lines {
            let record = Reader::new(line.as_bytes(), options.clone()).next();
            let grid = record.and_then(Result::ok).map(|record| record.grid);
            let loaded = grid.and_then(|grid| solver.load(&grid).ok());
            counts.push(loaded.map_or(0, |solver| solver.count().solutions));
        }
    }
}

/// `sudoku`, one puzzle after another.
struct Peer;

impl Counter for Peer {
    fn name(&self) -> &'static str {
        "sudoku"
    }

    fn count(&mut self, lines: &[&str], limit: u64, counts: &mut Vec<u64>) {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let count = |line: &&str| {
            let puzzle = Sudoku::from_str_line(line);
            let count = puzzle.map_or(0, |puzzle| puzzle.solutions_count_up_to(limit));
            u64::try_from(count).unwrap_or(u64::MAX)
        };
        counts.extend(lines.iter().map(count));
    }
}

#[cfg(test)]
mod tests {
    use super::super::generator::{Generator, line};
    use super::*;
    use quadrille::sudoku::Geometry;

    fn counts(lines: &[&str], limit: u64) -> Vec<Vec<u64>> {
        let encoding = Encoding::new(Geometry::of_size(9).unwrap());
        let of = |mut counter: Box<dyn Counter + '_>| {
            let mut counts = vec![7];
            // A counter that has counted before counts as one that has not.
            counter.count(lines, limit + 1, &mut Vec::new());
            counter.count(lines, limit, &mut counts);
            assert_eq!(counts.remove(0), 7, "{} appends", counter.name());
            counts
        };
        all(&encoding).into_iter().map(of).collect()
    }

    #[test]
    fn all_find_the_same() {
        let mut generator = Generator::new(5);
        let puzzles: Vec<_> = (0..20).map(|_| line(&generator.ambiguous(20, 24))).collect();
        let lines: Vec<_> = puzzles.iter().map(String::as_str).collect();
        let all = counts(&lines, 1000);
        assert!(all.iter().all(|counts| *counts == all[0]));
        assert!(all[0].iter().all(|count| (2..=1000).contains(count)));
        assert_eq!(all[0].len(), 20);
    }

    #[test]
    fn all_count_up_to_the_limit() {
        let blank = ".".repeat(81);
        for limit in [1, 2, 100] {
            assert!(counts(&[&blank, &blank], limit).iter().all(|counts| *counts == [limit; 2]));
        }
    }

    #[test]
    fn clues_that_clash_leave_no_solution() {
        let clash = format!("1.1{}", ".".repeat(78));
        let blank = ".".repeat(81);
        assert!(counts(&[&clash, &blank, &clash], 2).iter().all(|counts| *counts == [0, 2, 0]));
        assert!(counts(&[], 2).iter().all(Vec::is_empty));
    }
}
