//! The members of all families by name.

use super::family::Family;
use super::graphs::Graph;
use super::{boards, designs, holes, lines, sums, timetables};

/// The member that the arguments name.
pub(crate) fn make(words: &[&str]) -> Result<Family, String> {
    match *words {
        ["matrices", sum, size] => Ok(designs::matrices(number(sum, 64)?, number(size, 64)?)),
        ["tomography", size, percent, seed] => {
            Ok(designs::tomography(number(size, 64)?, number(percent, 100)?, seed_of(seed)?))
        }
        ["aztec", size] => Ok(boards::aztec(number(size, 64)?)),
        ["lozenge", size] => Ok(boards::lozenge(number(size, 64)?)),
        [kind @ ("polyominoes" | "pieces"), names, rows, columns] => {
            let (rows, columns) = (number(rows, 64)?, number(columns, 64)?);
            boards::polyominoes(names, rows, columns, kind == "pieces")
        }
        [kind @ ("network" | "sparse" | "geometric"), vertices, piece, seed] => {
            let (vertices, piece) = (number(vertices, 2000)?, number(piece, 6)?);
            let graph = Graph::named(kind, vertices, seed_of(seed)?);
            Ok(graph.pieces(piece))
        }
        ["steiner", points] => Ok(designs::designs(number(points, 64)?, 3)),
        ["designs", _, "1"] => Err("expected blocks of 2 to 6 points, found 1".to_owned()),
        ["designs", points, size] => Ok(designs::designs(number(points, 24)?, number(size, 6)?)),
        ["latin", size] => Ok(designs::latin(number(size, 64)?)),
        ["sudoku", rows, columns] => Ok(designs::sudoku(number(rows, 6)?, number(columns, 6)?)),
        ["latin-holes", size, holes, seed] => {
            holes::latin(number(size, 64)?, number(holes, 4096)?, seed_of(seed)?)
        }
        ["sudoku-holes", rows, columns, holes, seed] => {
            let (rows, columns) = (number(rows, 6)?, number(columns, 6)?);
            holes::sudoku(rows, columns, number(holes, 1296)?, seed_of(seed)?)
        }
        ["killer", least, most, clues, seed] => {
            let (least, most) = (number(least, 9)?, number(most, 9)?);
            sums::killer(least, most, clues_of(clues)?, seed_of(seed)?)
        }
        ["little-killer", diagonals, clues, seed] => {
            sums::little_killer(number(diagonals, 26)?, clues_of(clues)?, seed_of(seed)?)
        }
        ["nonogram", size, percent, seed] => {
            lines::nonogram(number(size, 64)?, number(percent, 100)?, seed_of(seed)?)
        }
        ["words", rows, columns, letters, number_of_words, seed] => {
            let (rows, columns) = (number(rows, 64)?, number(columns, 64)?);
            let (letters, count) = (number(letters, 26)?, number(number_of_words, 10_000)?);
            Ok(lines::words(rows, columns, letters, count, seed_of(seed)?))
        }
        ["timetable", lectures, slots, halls, percent, seed] => {
            let (lectures, slots) = (number(lectures, 1000)?, number(slots, 100)?);
            let (halls, percent) = (number(halls, 100)?, number(percent, 100)?);
            timetables::timetable(lectures, slots, halls, percent, seed_of(seed)?)
        }
        ["schedule", jobs, machines, times, seed] => {
            let (jobs, machines) = (number(jobs, 1000)?, number(machines, 100)?);
            Ok(timetables::schedule(jobs, machines, number(times, 1000)?, seed_of(seed)?))
        }
        ["partridge", size] => Ok(boards::partridge(number(size, 12)?)),
        ["random", items, size, options, seed] => {
            let (items, size) = (number(items, 2000)?, number(size, 100)?);
            designs::random(items, size, number(options, 100_000)?, seed_of(seed)?)
        }
        ["choose", number_of_options, seed, ref family @ ..] => {
            Ok(make(family)?.choosing(number(number_of_options, 1000)?, seed_of(seed)?))
        }
        ["costs", most, seed, ref family @ ..] => {
            Ok(make(family)?.with_costs(number(most, 1_000_000)?, seed_of(seed)?))
        }
        ["bounds", low, high, ref family @ ..] => {
            Ok(make(family)?.with_bounds(number(low, 1000)?, number(high, 1000)?))
        }
        _ => Err(format!("no family with these arguments: `{}`", words.join(" "))),
    }
}

/// A number from 1 to `most`.
fn number(text: &str, most: usize) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("expected a number from 1 to {most}, found `{text}`"))
}

fn clues_of(text: &str) -> Result<usize, String> {
    if text == "0" { Ok(0) } else { number(text, 81) }
}

fn seed_of(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("expected a seed, a number below 2^64, found `{text}`"))
}
