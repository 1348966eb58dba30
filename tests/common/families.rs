//! Families of problems whose numbers of solutions are in the literature.

#[path = "texts.rs"]
mod texts;

use quadrille::{Problem, ProblemBuilder};
use std::collections::BTreeSet;
use texts::{names, pairs};

fn parsed(text: &str) -> Problem {
    text.parse().expect("a family follows the format")
}

/// A problem with these items and these options, by way of the text format.
fn problem(primary: &[String], secondary: &[String], options: &[String]) -> Problem {
    let items = format!("{} | {}\n", primary.join(" "), secondary.join(" "));
    parsed(&(items + &options.join("\n")))
}

/// `n` queens on a board of `n` by `n`: a queen in each row and each column, at most one on a
/// diagonal.
pub(crate) fn queens(n: usize) -> Problem {
    parsed(&texts::queens(n))
}

/// The same with rows and columns from the middle outwards, as in Knuth's generator.
pub(crate) fn queens_from_the_middle(n: usize) -> Problem {
    parsed(&texts::queens_from_the_middle(n))
}

/// The same with costs by which many boards cost the same.
pub(crate) fn queens_with_costs(n: usize) -> Problem {
    parsed(&texts::queens_with_costs(n))
}

/// A board of `n` by `n` on which so many queens attack every square that has none.
pub(crate) fn queens_domination(n: usize, queens: usize) -> Problem {
    let square = |(row, column): (usize, usize)| format!("s{row},{column}");
    let squares: Vec<_> = pairs(n, n).map(|own| format!("1:{queens}|{}", square(own))).collect();
    let attacks = |(row, column): (usize, usize), (r, c): (usize, usize)| {
        row == r || column == c || row.abs_diff(r) == column.abs_diff(c)
    };
    let options: Vec<_> = pairs(n, n)
        .map(|own| {
            let attacked = pairs(n, n).filter(|&other| attacks(own, other));
            attacked.map(square).fold("q".to_owned(), |option, square| option + " " + &square)
        })
        .collect();
    parsed(&format!("{queens}|q {}\n{}\n", squares.join(" "), options.join("\n")))
}

/// Stones on a board of `n` by `n`: two in each row and each column, and on no other line more than
/// two.
pub(crate) fn no_three_in_line(n: usize) -> Problem {
    let mut lines = Vec::new();
    for (down, across) in pairs(n, n).filter(|&(r, c)| r > 0 && c > 0 && are_coprime(r, c)) {
        // A line and its mirror image start where the step before would be off the board.
        for (row, column) in pairs(n, n).filter(|&(r, c)| r < down || c < across) {
            let steps = (0..n).map(|i| (row + i * down, column + i * across));
            let line: Vec<_> = steps.take_while(|&(r, c)| r < n && c < n).collect();
            if line.len() > 2 {
                lines.push(line.iter().map(|&(r, c)| (r, n - 1 - c)).collect());
                lines.push(line);
            }
        }
    }
    let bounded = |bounds: &str, names: Vec<String>| -> Vec<String> {
        names.into_iter().map(|name| format!("{bounds}|{name}")).collect()
    };
    let items = (0..n).flat_map(|line| [format!("r{line}"), format!("c{line}")]).collect();
    let items = [bounded("2", items), bounded("0:2", names('l', lines.len()))].concat();
    let option = |(r, c): (usize, usize)| {
        let on = lines.iter().enumerate().filter(|(_, line)| line.contains(&(r, c)));
        let on: Vec<_> = on.map(|(line, _)| format!(" l{line}")).collect();
        format!("r{r} c{c}{}", on.concat())
    };
    problem(&items, &[], &pairs(n, n).map(option).collect::<Vec<_>>())
}

/// Whether no number but 1 divides both.
fn are_coprime(a: usize, b: usize) -> bool {
    if b == 0 { a == 1 } else { are_coprime(b, a % b) }
}

/// Langford pairs of the numbers `1..=n`. Of each solution and its mirror image there is one,
/// because the largest odd number, whose places come in mirrored pairs, starts in the left half of
/// them.
pub(crate) fn langford(n: usize) -> Problem {
    let halved = if n.is_multiple_of(2) { n - 1 } else { n };
    let places = |d: usize| (2 * n - d - 1) / if d == halved { 2 } else { 1 };
    let options: Vec<_> = (1..=n)
        .flat_map(|d| (0..places(d)).map(move |s| format!("d{} s{s} s{}", d - 1, s + d + 1)))
        .collect();
    problem(&[names('d', n), names('s', 2 * n)].concat(), &[], &options)
}

/// Tilings of a rectangle with dominoes.
pub(crate) fn dominoes(rows: usize, columns: usize) -> Problem {
    parsed(&texts::dominoes(rows, columns))
}

/// Latin squares of order `n`.
pub(crate) fn latin_squares(n: usize) -> Problem {
    parsed(&texts::latin(n))
}

/// The same, of which any number of cells is filled.
pub(crate) fn partial_latin_squares(n: usize) -> Problem {
    parsed(&texts::partial_latin(n))
}

/// Partitions of a set of `n`: an option is a subset that is not empty.
pub(crate) fn partitions(n: usize) -> Problem {
    let items = names('e', n);
    let subset = |set: usize| (0..n).filter(move |i| set >> i & 1 == 1).map(|i| items[i].clone());
    let options: Vec<_> =
        (1..1 << n).map(|set| subset(set).collect::<Vec<_>>().join(" ")).collect();
    problem(&items, &[], &options)
}

/// Perfect matchings of a ring of `n`: two if `n` is even, and none if it is odd. Whichever option
/// covers the first item, all others are then forced, one after another.
pub(crate) fn ring(n: usize) -> Problem {
    let options = (0..n).map(|i| [i, (i + 1) % n]);
    built(n, options)
}

/// This number of items with an option each, and then two items with two options each: four
/// solutions.
pub(crate) fn tower(levels: usize) -> Problem {
    let doubles = [levels, levels, levels + 1, levels + 1];
    built(levels + 2, (0..levels).chain(doubles).map(|item| [item]))
}

/// This number of items with two options each, of that item alone: each item is a level, and
/// doubles the number of solutions.
pub(crate) fn coins(levels: usize) -> Problem {
    built(levels, (0..2 * levels).map(|option| [option / 2]))
}

/// A problem that is built without a text: this number of primary items, and options that name them
/// by number.
fn built<const N: usize>(items: usize, options: impl Iterator<Item = [usize; N]>) -> Problem {
    let mut builder = ProblemBuilder::new();
    let items: Vec<_> = (0..items).map(|i| builder.primary(&format!("p{i}")).unwrap()).collect();
    for option in options {
        builder.option(option.map(|item| items[item])).unwrap();
    }
    builder.build().unwrap()
}

/// The twelve pentominoes, each once, in a rectangle of 60 squares besides those of a hole.
pub(crate) fn pentominoes(rows: usize, columns: usize, hole: &[(usize, usize)]) -> Problem {
    const PIECES: [[(usize, usize); 5]; 12] = [
        [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)],
        [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)],
        [(0, 0), (0, 1), (0, 2), (0, 3), (1, 3)],
        [(0, 0), (0, 1), (0, 2), (1, 2), (1, 3)],
        [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0)],
        [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
        [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)],
        [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2)],
        [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)],
        [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
        [(0, 1), (1, 0), (1, 1), (1, 2), (1, 3)],
        [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)],
    ];
    let fits =
        |square: &(usize, usize)| square.0 < rows && square.1 < columns && !hole.contains(square);
    let name = |(row, column)| format!("s{}", row * columns + column);
    let mut options = Vec::new();
    for (piece, shape) in PIECES.iter().enumerate() {
        for shape in orientations(shape) {
            for (top, left) in pairs(rows, columns) {
                let squares = shape.iter().map(|&(row, column)| (top + row, left + column));
                if squares.clone().all(|square| fits(&square)) {
                    let cells: Vec<_> = squares.map(name).collect();
                    options.push(format!("p{piece} {}", cells.join(" ")));
                }
            }
        }
    }
    let squares = pairs(rows, columns).filter(fits).map(name).collect();
    problem(&[names('p', 12), squares].concat(), &[], &options)
}

/// The different ways to turn a piece and turn it over.
fn orientations(shape: &[(usize, usize)]) -> BTreeSet<BTreeSet<(usize, usize)>> {
    let mut all = BTreeSet::new();
    let mut shape: BTreeSet<_> = shape.iter().copied().collect();
    for _ in 0..4 {
        let bottom = shape.iter().map(|&(row, _)| row).max().unwrap_or(0);
        all.insert(shape.iter().map(|&(row, column)| (column, row)).collect());
        shape = shape.iter().map(|&(row, column)| (column, bottom - row)).collect();
        all.insert(shape.clone());
    }
    all
}
