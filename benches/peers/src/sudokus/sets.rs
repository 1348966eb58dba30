//! Sets of puzzles: the built-in ones, and those of files.

use super::generator::{Cells, Generator, cells, line};
use crate::instances::{FileError, puzzle_file, puzzles};
use std::fs;
use std::path::Path;

/// So many puzzles are in each built-in set.
const SIZE: usize = 10_000;
/// One in so many of `many` has few clues.
const FEW: usize = 10;

/// The built-in sets, and what is in them.
pub const BUILT_IN: [(&str, &str); 4] = [
    ("easy", "30 to 36 clues, one solution"),
    ("many", "20 to 24 clues, and up to 16 in every tenth; more than one solution"),
    ("none", "26 to 32 clues that do not clash, no solution"),
    ("clues17", "a puzzle with 17 clues in as many forms, one solution"),
];

/// The puzzles of `puzzles/` that are timed alone, each by its file, its number in it among those
/// of 9x9, and what it is.
const SINGLE: [(&str, usize, &str); 5] = [
    ("lecture.txt", 0, "32 clues"),
    ("lecture.txt", 1, "17 clues"),
    ("lab.txt", 5, "29 clues"),
    ("lab.txt", 6, "20 clues"),
    ("lab.txt", 3, "38 clues"),
];

/// Puzzles that are counted together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// The name of its row.
    pub name: String,
    /// The puzzles, each a line of 81 signs, `.` for a blank.
    pub text: String,
    /// The number of solutions of each, if all are known.
    pub known: Option<Vec<u64>>,
    /// The number of solutions of all together, each as far as it is counted, if that is known.
    pub total: Option<u64>,
    /// Whether each puzzle is handed over alone, so that no two can be counted together.
    pub is_singly: bool,
}

impl Set {
    /// The puzzles as the counters take them.
    #[must_use]
    pub fn lines(&self) -> Vec<&str> {
        self.text.lines().collect()
    }

    /// The same puzzles, each handed over alone.
    #[must_use]
    pub fn singly(&self) -> Self {
        Self { name: format!("{}; singly", self.name), is_singly: true, ..self.clone() }
    }

    /// How many solutions are found of each if it is counted up to a limit; `None` if that is not
    /// known.
    #[must_use]
    pub fn counts(&self, limit: u64) -> Option<Vec<u64>> {
        let known = self.known.as_ref()?;
        Some(known.iter().map(|&count| count.min(limit)).collect())
    }

    /// Puzzles that were made here; of those with more than one solution it is not known how many
    /// they have.
    fn made(name: &str, puzzles: &[Cells], known: Option<u64>) -> Self {
        Self {
            name: name.to_owned(),
            text: puzzles.iter().map(|puzzle| line(puzzle) + "\n").collect(),
            known: known.map(|count| vec![count; puzzles.len()]),
            total: None,
            is_singly: false,
        }
    }
}

/// The built-in set of a name, the same in every run; `None` if there is none. Of those whose
/// puzzles have more than one solution it is known how many are found only if no more than two are
/// counted.
#[must_use]
pub fn built_in(name: &str, limit: u64) -> Option<Set> {
    let (name, _) = BUILT_IN.into_iter().find(|(built_in, _)| *built_in == name)?;
    Some(Set::made(name, &make(name, SIZE), known(name, limit)))
}

/// So many puzzles of a built-in set; the first ones of a larger number are the same.
fn make(name: &str, size: usize) -> Vec<Cells> {
    // Each name is a seed.
    let seed = name.bytes().fold(0, |seed, letter| seed << 8 | u64::from(letter));
    let mut generator = Generator::new(seed);
    let mut puzzle = |index: usize| match name {
        "easy" => generator.unique(30, 36),
        "many" if index % FEW == FEW - 1 => generator.ambiguous(0, 16),
        "many" => generator.ambiguous(20, 24),
        "none" => generator.impossible(26, 32),
        _ => generator.shuffled(&with_17_clues()),
    };
    (0..size).map(&mut puzzle).collect()
}

/// How many solutions are found of each puzzle.
fn known(name: &str, limit: u64) -> Option<u64> {
    match name {
        "many" => (limit <= 2).then_some(limit),
        "none" => Some(0),
        _ => Some(1),
    }
}

/// The puzzles that are timed alone, each a set of one.
#[must_use]
pub fn single() -> Vec<Set> {
    let set = |(file, index, about): (&str, usize, &str)| {
        let (text, known) = from_puzzles(file, index);
        let name = file.trim_end_matches(".txt");
        Set {
            name: format!("{name}: {about}"),
            text: text + "\n",
            known: known.map(|count| vec![count]),
            total: None,
            is_singly: true,
        }
    };
    SINGLE.into_iter().map(set).collect()
}

fn with_17_clues() -> Cells {
    let (file, index, _) = SINGLE[1];
    cells(&from_puzzles(file, index).0).expect("it is of 9x9")
}

/// A puzzle of `puzzles/`, and how many solutions it has.
fn from_puzzles(file: &str, index: usize) -> (String, Option<u64>) {
    let text =
        fs::read_to_string(puzzle_file(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    let all = puzzles(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    (all[index].line(), all[index].known)
}

/// The puzzles of a file, in any format that quadrille reads; what follows a puzzle in its line,
/// `puzzle:count`, is the number of its solutions. All together have `total`, each as far as it is
/// counted, if that is given.
///
/// # Errors
/// If the file can't be read, or has no puzzle of 9x9.
pub fn read(path: &Path, total: Option<u64>) -> Result<Set, FileError> {
    let text = fs::read_to_string(path).map_err(|error| FileError::new(path, error))?;
    let puzzles = puzzles(&text).map_err(|error| FileError::new(path, error))?;
    Ok(Set {
        name: path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into()),
        text: puzzles.iter().map(|puzzle| puzzle.line() + "\n").collect(),
        known: puzzles.iter().map(|puzzle| puzzle.known).collect(),
        total,
        is_singly: false,
    })
}

#[cfg(test)]
mod tests {
    use super::super::generator::clues;
    use super::*;
    use std::collections::BTreeSet;

    /// A figure of a run is one of another only if the puzzles are the same.
    #[test]
    fn sets_begin_as_they_always_did() {
        let first = |name| line(&make(name, 1)[0]);
        assert_eq!(
            first("easy"),
            "..8..6......41.6....1..82.9..7....342..6..5...8.39.1..4.2..9.6.8.6...3.1.1...38.."
        );
        assert_eq!(
            first("many"),
            ".3.6............7.......4.6.1..5...829.....17...8....3.2.9.......4....8.75..1...2"
        );
        assert_eq!(
            first("none"),
            "2.74.....9.6..5...5......39.....2..314.3..79....59.4.6.1....6...9.1.4.......56..7"
        );
        assert_eq!(
            first("clues17"),
            "...14..8...3.9....2.7........2...3.5.1...........8.....9.....4......7........5..2"
        );
    }

    #[test]
    fn a_larger_set_begins_with_a_smaller_one() {
        for (name, _) in BUILT_IN {
            let large = make(name, 30);
            assert_eq!(large[..10], make(name, 10), "{name}");
            assert_eq!(large.iter().collect::<BTreeSet<_>>().len(), 30, "{name}");
        }
    }

    #[test]
    fn clues_are_as_many_as_is_said() {
        let of = |name| make(name, 40).iter().map(clues).collect::<Vec<_>>();
        assert!(of("easy").iter().all(|clues| (30..=36).contains(clues)));
        assert!(of("none").iter().all(|clues| (26..=32).contains(clues)));
        assert!(of("clues17").iter().all(|clues| *clues == 17));
        let many = of("many");
        assert_eq!(many.iter().filter(|clues| (20..=24).contains(*clues)).count(), 36);
        assert_eq!(many.iter().filter(|clues| **clues <= 16).count(), 4);
    }

    #[test]
    fn only_what_is_known_is_held_against_the_counters() {
        let counts = |name, limit| {
            let set = Set::made(name, &make(name, 3), known(name, limit));
            set.counts(limit)
        };
        assert_eq!(counts("easy", 2), Some(vec![1; 3]));
        assert_eq!(counts("none", 2), Some(vec![0; 3]));
        assert_eq!(counts("many", 1), Some(vec![1; 3]));
        assert_eq!(counts("many", 2), Some(vec![2; 3]));
        assert_eq!(counts("many", 3), None);
        assert_eq!(built_in("hard", 2), None);
    }

    #[test]
    fn single_puzzles_are_what_is_said_of_them() {
        let sets = single();
        let clues: Vec<_> = sets.iter().map(|set| clues(&cells(set.lines()[0]).unwrap())).collect();
        assert_eq!(clues, [32, 17, 29, 20, 38]);
        let known: Vec<_> = sets.iter().map(|set| set.known.clone().unwrap()).collect();
        assert_eq!(known, [[1], [1], [1], [30], [0]]);
    }

    #[test]
    fn singly_they_are_the_same_puzzles() {
        let set = read(&puzzle_file("lab.txt"), Some(12)).unwrap();
        let singly = set.singly();
        assert_eq!(singly.name, "lab; singly");
        assert!(singly.is_singly && !set.is_singly);
        assert_eq!((singly.text, singly.known, singly.total), (set.text, set.known, set.total));
    }

    #[test]
    fn files_say_what_they_know() {
        let set = read(&puzzle_file("lab.txt"), Some(12)).unwrap();
        assert_eq!((set.name.as_str(), set.lines().len(), set.total), ("lab", 9, Some(12)));
        assert_eq!(set.counts(2), Some(vec![1, 2, 1, 0, 1, 1, 2, 1, 1]));
        assert!(set.lines().iter().all(|line| line.len() == 81));
        assert_eq!(read(&puzzle_file("formats/euler.txt"), None).unwrap().known, None);
        let refused = read(&puzzle_file("sixteen.txt"), None).unwrap_err().to_string();
        assert!(refused.ends_with("sixteen.txt: it has no puzzle of 9x9"));
    }
}
