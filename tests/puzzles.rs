//! Compares the answers to the puzzles of this repository with the expected ones, in all formats.

use crate::common::{files, is_thorough, sorted};
use quadrille::sudoku::text::{ReadOptions, Reader};
use quadrille::sudoku::{Encoding, Geometry, Grid, PuzzleError, SudokuSolver};
use quadrille::{Count, Engine, Problem, Solver, StopReason};
use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// What is not enumerated here, and how many of its solutions are looked at instead: it takes many
/// seconds.
const SLOW: [(&str, u64); 1] = [("pentominoes6x10.dlx", 20)];

fn cover_files() -> Vec<PathBuf> {
    files::files(&files::folder(), ".dlx")
}

/// Holds each line of a file to its count, and to its solution where there is one.
fn check_file(path: &Path, engine: Engine, most_cells: usize) -> usize {
    let name = files::name(path);
    let mut encodings = BTreeMap::new();
    let puzzles = files::puzzles(path);
    // The oracle takes long to enumerate.
    let most = if engine == Engine::Naive && !is_thorough() { 1000 } else { u64::MAX };
    let is_asked =
        |puzzle: &&files::Puzzle| puzzle.grid.cells().len() <= most_cells && puzzle.count <= most;
    for puzzle in puzzles.iter().filter(is_asked) {
        let size = puzzle.grid.size();
        let encoding =
            encodings.entry(size).or_insert_with(|| Encoding::new(files::geometry(&name, size)));
        let mut solver = SudokuSolver::with_engine(encoding, engine).unwrap();
        match solver.load(&puzzle.grid) {
            Ok(solver) => {
                let expected = Count { solutions: puzzle.count, stop: StopReason::Exhausted };
                assert_eq!(solver.count(), expected, "{} by {engine}", puzzle.place);
                let first = solver.first().unwrap();
                let grid = first.map(|first| encoding.decode(first.options()).unwrap());
                assert_eq!(grid.is_some(), puzzle.count > 0, "{}", puzzle.place);
                assert_eq!(puzzle.solution.is_some(), puzzle.count == 1, "{}", puzzle.place);
                if let (Some(grid), Some(solution)) = (grid, &puzzle.solution) {
                    assert_eq!(&grid, solution, "{} by {engine}", puzzle.place);
                    assert!(grid.extends(&puzzle.grid), "{}", puzzle.place);
                }
            }
            Err(PuzzleError::Clash(_)) => assert_eq!(puzzle.count, 0, "{}", puzzle.place),
            Err(error) => panic!("{}: {error}", puzzle.place),
        }
    }
    puzzles.len()
}

#[test]
fn every_line_has_its_count_and_its_solution() {
    let lines: usize = files::sudoku().iter().map(|path| check_file(path, Engine::Auto, 625)).sum();
    assert!(lines >= 19, "only {lines} lines were found");
}

#[test]
fn the_oracle_says_the_same_of_what_is_small_enough_for_it() {
    for path in files::sudoku() {
        check_file(&path, Engine::Naive, 81);
    }
}

#[test]
fn a_diagonal_puzzle_has_more_solutions_without_its_diagonals() {
    let path = files::folder().join("diagonal.txt");
    let said = files::text(&path);
    let puzzle = &files::puzzles(&path)[0];
    let encoding = Encoding::new(Geometry::of_size(9).unwrap());
    let mut solver = SudokuSolver::new(&encoding);
    let count = solver.load(&puzzle.grid).unwrap().count().solutions;
    assert!(said.contains(&format!("it has {count} solutions")), "{count}");
}

#[test]
fn every_way_of_writing_the_easy_puzzle_is_the_same_puzzle() {
    let easy = files::puzzles(&files::folder().join("euler96.txt")).remove(0);
    let paths = files::files(&files::folder().join("formats"), "");
    assert!(paths.len() >= 4, "only {} formats were found", paths.len());
    for path in paths {
        let text = files::text(&path);
        let records: Vec<_> = Reader::new(text.as_bytes(), ReadOptions::new()).collect();
        let [Ok(record)] = &records[..] else { panic!("{path:?}: {records:?}") };
        assert_eq!(record.grid, easy.grid, "{path:?}");
    }
}

#[test]
fn every_exact_cover_has_its_count() {
    let mut checked = 0;
    for path in cover_files() {
        let (name, (problem, count)) = (files::name(&path), files::cover(&path));
        let slow = SLOW.iter().find(|(slow, _)| *slow == name);
        let limit = slow.map_or(u64::MAX, |&(_, limit)| limit);
        let mut solver = Solver::new(&problem).limit(limit);
        let found = sorted(&problem, solver.solutions());
        assert_eq!(u64::try_from(found.len()).unwrap(), count.min(limit), "{name}");
        checked += 1;
    }
    assert!(checked >= 8, "only {checked} files were counted");
}

#[test]
fn every_exact_cover_with_costs_has_its_cheapest_cover() {
    let mut checked = 0;
    for path in cover_files() {
        let (name, (problem, count)) = (files::name(&path), files::cover(&path));
        let text = files::text(&path);
        let Some(said) = text.lines().find_map(|line| line.strip_prefix("| cheapest: ")) else {
            assert!(!problem.features().costs, "{name} does not say what is cheapest");
            continue;
        };
        // "3, by options 5 and 6; the next cost is 4": options from 1, and a cost above that.
        let numbers: Vec<_> = said.split(|c: char| !c.is_ascii_digit()).collect();
        let numbers: Vec<u128> = numbers.iter().filter_map(|number| number.parse().ok()).collect();
        let [cost, options @ .., next] = &numbers[..] else { panic!("{name}: {said}") };
        let mut cheapest = Solver::new(&problem);
        let ranking = cheapest.best(1);
        let found = ranking.solutions[0].solution.options().iter();
        let found: Vec<_> = found.map(|o| u128::try_from(o.index() + 1).unwrap()).collect();
        assert_eq!((&ranking.solutions[0].cost, &found[..]), (cost, options), "{name}");
        let all = cheapest.best(usize::MAX);
        assert_eq!(u64::try_from(all.solutions.len()).unwrap(), count, "{name}");
        let dearer = all.solutions.iter().map(|priced| priced.cost).find(|dearer| dearer > cost);
        assert_eq!(dearer, Some(*next), "{name}");
        checked += 1;
    }
    assert!(checked >= 2, "only {checked} files have costs");
}

#[test]
fn every_exact_cover_is_written_as_it_was_read() {
    for path in cover_files() {
        let (problem, _) = files::cover(&path);
        let written = quadrille::dlx::to_string(&problem).unwrap();
        assert_eq!(written.parse::<Problem>().unwrap(), problem, "{path:?}");
    }
}

#[test]
fn every_file_says_where_it_comes_from() {
    let folder = files::folder();
    let readme = files::text(&folder.join("README.md"));
    let formats = folder.join("formats");
    let all = [files::files(&folder, ""), files::files(&formats, "")].concat();
    for name in all.iter().map(|path| files::name(path)).filter(|name| name != "README.md") {
        assert!(
            readme.contains(&format!("| `{name}` |")),
            "puzzles/README.md does not name {name}"
        );
    }
    let folders = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let folders: Vec<_> = folders.filter(|path| path.is_dir()).collect();
    assert_eq!(folders, [formats], "there is no other folder");
}

#[test]
fn the_table_of_the_readme_has_the_counts_of_the_files() {
    let readme = files::text(&files::folder().join("README.md"));
    let row = |name: &str| readme.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
    for path in cover_files() {
        let (name, (_, count)) = (files::name(&path), files::cover(&path));
        let cells: Vec<_> = row(&name).unwrap().split(" | ").collect();
        assert_eq!(cells[2], count.to_string(), "{name}");
    }
    for path in files::files(&files::folder(), ".txt") {
        let name = files::name(&path);
        let counts: Vec<_> = files::puzzles(&path).iter().map(|puzzle| puzzle.count).collect();
        // "300 x 1" is 1 three hundred times.
        let runs = counts.chunk_by(|a, b| a == b && counts.len() > 9).map(|run| match run {
            [count] => count.to_string(),
            _ => format!("{} x {}", run.len(), run[0]),
        });
        let cells: Vec<_> = row(&name).unwrap().split(" | ").collect();
        assert_eq!(cells[2], runs.collect::<Vec<_>>().join(", "), "{name}");
    }
}

/// The number in the top left corner of a solved puzzle.
fn corner(solver: &mut SudokuSolver, puzzle: &Grid) -> u32 {
    let solution = solver.solve(puzzle).unwrap();
    assert!(solution.is_unique(), "{puzzle}");
    let digits = solution.first().unwrap().cells()[..3].iter();
    digits.fold(0, |number, &digit| 10 * number + u32::from(digit))
}

/// The sum of the corners of all puzzles of a text, and how many there are.
fn corners(text: &[u8]) -> (usize, u32) {
    let encoding = Encoding::new(Geometry::of_size(9).unwrap());
    let mut solver = SudokuSolver::new(&encoding);
    let records = Reader::new(text, ReadOptions::new());
    let corners = records.map(|record| corner(&mut solver, &record.unwrap().grid));
    let corners: Vec<_> = corners.collect();
    (corners.len(), corners.iter().sum())
}

#[test]
fn the_example_of_problem_96_has_483_in_its_corner() {
    let folder = files::folder();
    for path in [folder.join("euler96.txt"), folder.join("formats").join("euler.txt")] {
        assert_eq!(corners(files::text(&path).as_bytes()), (1, 483), "{path:?}");
    }
}

/// `QUADRILLE_EULER96` names the file of Project Euler's problem 96, which is not part of this
/// repository: <https://projecteuler.net/project/resources/p096_sudoku.txt>.
#[test]
#[allow(clippy::print_stderr, reason = "a test that is skipped says so")]
fn the_answer_of_problem_96_is_24702() {
    match env::var_os("QUADRILLE_EULER96") {
        None => eprintln!("skipped: QUADRILLE_EULER96 does not name the file of problem 96"),
        Some(path) => {
            let text = fs::read(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            assert_eq!(corners(&text), (50, 24702));
        }
    }
}
