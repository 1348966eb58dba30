//! Puzzles whose options are whole lines of cells: nonograms, and rectangles of words.

use super::family::Family;
use super::random::Random;
use std::collections::BTreeSet;

/// The most options of a nonogram.
const MOST_OPTIONS: usize = 1 << 17;

/// The nonogram of a random picture: for each row and column the lengths of its runs of black cells
/// are known. Each cell is black with a probability of `percent`; an option is a way to draw a
/// line.
pub(crate) fn nonogram(size: usize, percent: usize, seed: u64) -> Result<Family, String> {
    let mut random = Random::new(seed);
    let is_black = |_| random.below(100) < percent;
    let picture: Vec<_> = (0..size * size).map(is_black).collect();
    let (mut family, mut options) = (square(size, size), 0);
    for is_row in [true, false] {
        for line in 0..size {
            let cell = |place| at(is_row, line, place);
            let black = |place| {
                let (row, column) = cell(place);
                picture[row * size + column]
            };
            let runs = runs(&(0..size).map(black).collect::<Vec<_>>());
            for drawn in drawings(&runs, size) {
                options += 1;
                if options > MOST_OPTIONS {
                    return Err(format!(
                        "the lines of this picture have over {MOST_OPTIONS} options"
                    ));
                }
                let colors = drawn.iter().map(|&black| if black { "1" } else { "0" });
                add_line(&mut family, is_row, line, colors);
            }
        }
    }
    Ok(family)
}

/// A rectangle whose rows and columns are words. For each length there are `number` random words of
/// the first `letters` letters.
pub(crate) fn words(
    rows: usize,
    columns: usize,
    letters: usize,
    number: usize,
    seed: u64,
) -> Family {
    let mut random = Random::new(seed);
    let mut family = square(rows, columns);
    let alphabet: Vec<_> = ('a'..='z').take(letters).map(String::from).collect();
    let mut list = |length: usize| {
        let mut words = BTreeSet::new();
        for _ in 0..number {
            let letters = (0..length).map(|_| random.below(alphabet.len()));
            words.insert(letters.collect::<Vec<_>>());
        }
        words
    };
    let across = list(columns);
    let down = if rows == columns { across.clone() } else { list(rows) };
    for (is_row, lines, words) in [(true, rows, &across), (false, columns, &down)] {
        for line in 0..lines {
            for word in words {
                let letters = word.iter().map(|&letter| alphabet[letter].as_str());
                add_line(&mut family, is_row, line, letters);
            }
        }
    }
    family
}

/// An item for each row and each column; the cells are secondary.
fn square(rows: usize, columns: usize) -> Family {
    let mut family = Family::default();
    (0..rows).for_each(|row| family.item(line_item(true, row)));
    (0..columns).for_each(|column| family.item(line_item(false, column)));
    for row in 0..rows {
        (0..columns).for_each(|column| family.secondary_item(cell_item((row, column))));
    }
    family
}

/// Adds the option that gives these colours to the cells of a line.
fn add_line<'c>(
    family: &mut Family,
    is_row: bool,
    line: usize,
    colors: impl Iterator<Item = &'c str>,
) {
    let mut items = vec![line_item(is_row, line)];
    let colored = |(place, color)| format!("{}:{color}", cell_item(at(is_row, line, place)));
    items.extend(colors.enumerate().map(colored));
    family.option(&items);
}

fn line_item(is_row: bool, line: usize) -> String {
    format!("{}{line}", if is_row { 'r' } else { 'c' })
}

fn cell_item((row, column): (usize, usize)) -> String {
    format!("{row}_{column}")
}

/// The row and the column of a place in a line.
fn at(is_row: bool, line: usize, place: usize) -> (usize, usize) {
    if is_row { (line, place) } else { (place, line) }
}

/// The lengths of the runs of black cells.
fn runs(line: &[bool]) -> Vec<usize> {
    line.split(|&black| !black).map(<[bool]>::len).filter(|&run| run > 0).collect()
}

/// All ways to draw runs of these lengths in a line.
fn drawings(runs: &[usize], length: usize) -> Vec<Vec<bool>> {
    let Some((&first, others)) = runs.split_first() else { return vec![vec![false; length]] };
    let needed = runs.iter().sum::<usize>() + others.len();
    let mut all = Vec::new();
    for blank in 0..=length - needed {
        let mut begin = vec![false; blank];
        begin.resize(blank + first, true);
        if !others.is_empty() {
            begin.push(false);
        }
        let rest = drawings(others, length - begin.len());
        all.extend(rest.into_iter().map(|rest| [begin.as_slice(), &rest].concat()));
    }
    all
}
