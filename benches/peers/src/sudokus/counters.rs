//! The counters. What a counter needs for all puzzles is built with it.

use quadrille::sudoku::simd9::{BatchSolver, InstructionSet, Variant};
use quadrille::sudoku::text;
use sudoku::Sudoku;

/// Counts the solutions of puzzles of 9x9.
pub trait Counter {
    /// The name of the crate.
    fn name(&self) -> &'static str;

    /// Appends the number of solutions of each puzzle, up to a limit.
    ///
    /// The lines have 81 signs, `.` for a blank; to read them is part of the work. A puzzle whose
    /// clues clash has no solution.
    fn count(&mut self, lines: &[&str], limit: u64, counts: &mut Vec<u64>);
}

/// quadrille by these vector instructions, if this processor has them, and then the others in the
/// order of the alphabet.
#[must_use]
pub fn all(instructions: InstructionSet) -> Option<Vec<Box<dyn Counter>>> {
    let lanes =
        BatchSolver::with_instruction_set(Variant::Standard, instructions)?.keep_first(false);
    Some(vec![Box::new(Quadrille { lanes }), Box::new(Peer)])
}

/// quadrille: all puzzles together in the lanes, or one alone.
struct Quadrille {
    lanes: BatchSolver,
}

impl Counter for Quadrille {
    fn name(&self) -> &'static str {
        "quadrille"
    }

    fn count(&mut self, lines: &[&str], limit: u64, counts: &mut Vec<u64>) {
        // What can't be read has no solution, as a cell that can have no digit.
        let cells = |line: &&str| text::parse_cells(line.as_bytes()).unwrap_or([10; 81]);
        self.lanes.set_limit(Some(limit));
        match lines {
            [line] => counts.push(self.lanes.solve(&cells(line)).solutions),
            _ => {
                let answers = self.lanes.solve_all(lines.iter().map(cells));
                counts.extend(answers.map(|answer| answer.solutions));
            }
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

    fn counts(lines: &[&str], limit: u64) -> Vec<Vec<u64>> {
        let of = |mut counter: Box<dyn Counter>| {
            let mut counts = vec![7];
            // A counter that has counted before counts as one that has not.
            counter.count(lines, limit + 1, &mut Vec::new());
            counter.count(lines, limit, &mut counts);
            assert_eq!(counts.remove(0), 7, "{} appends", counter.name());
            counts
        };
        let here = InstructionSet::ALL.into_iter().filter_map(all).flatten();
        here.map(of).collect()
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
