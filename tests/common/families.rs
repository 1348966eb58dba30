//! Families of problems whose numbers of solutions are in the literature.

use quadrille::{Problem, ProblemBuilder};
use std::collections::BTreeSet;

/// A problem with these items and these options, by way of the text format.
fn problem(primary: &[String], secondary: &[String], options: &[String]) -> Problem {
    let items = format!("{} | {}\n", primary.join(" "), secondary.join(" "));
    (items + &options.join("\n")).parse().expect("a family follows the format")
}

/// The names `a0`, `a1`, ... up to so many.
fn names(letter: char, count: usize) -> Vec<String> {
    (0..count).map(|i| format!("{letter}{i}")).collect()
}

/// All pairs of numbers below these.
fn pairs(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// `n` queens on a board of `n` by `n`: a queen in each row and each column, at most one on a diagonal.
pub(crate) fn queens(n: usize) -> Problem {
    let diagonals = [names('a', 2 * n - 1), names('b', 2 * n - 1)].concat();
    let options: Vec<_> =
        pairs(n, n).map(|(r, c)| format!("r{r} c{c} a{} b{}", r + c, n - 1 + r - c)).collect();
    problem(&[names('r', n), names('c', n)].concat(), &diagonals, &options)
}

/// Langford pairs of the numbers `1..=n`. Of each solution and its mirror image there is one, because the
/// largest odd number, whose places come in mirrored pairs, starts in the left half of them.
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
    let cell = |row: usize, column: usize| format!("s{}", row * columns + column);
    let across = pairs(rows, columns - 1).map(|(r, c)| (cell(r, c), cell(r, c + 1)));
    let down = pairs(rows - 1, columns).map(|(r, c)| (cell(r, c), cell(r + 1, c)));
    let options: Vec<_> = across.chain(down).map(|(a, b)| format!("{a} {b}")).collect();
    problem(&names('s', rows * columns), &[], &options)
}

/// Latin squares of order `n`.
pub(crate) fn latin_squares(n: usize) -> Problem {
    let items = ['s', 'r', 'c'].map(|letter| names(letter, n * n)).concat();
    let placement = |row: usize, column: usize, value: usize| {
        format!("s{} r{} c{}", row * n + column, row * n + value, column * n + value)
    };
    let options: Vec<_> =
        pairs(n, n).flat_map(|(r, c)| (0..n).map(move |v| placement(r, c, v))).collect();
    problem(&items, &[], &options)
}

/// Partitions of a set of `n`: an option is a subset that is not empty.
pub(crate) fn partitions(n: usize) -> Problem {
    let items = names('e', n);
    let subset = |set: usize| (0..n).filter(move |i| set >> i & 1 == 1).map(|i| items[i].clone());
    let options: Vec<_> =
        (1..1 << n).map(|set| subset(set).collect::<Vec<_>>().join(" ")).collect();
    problem(&items, &[], &options)
}

/// Perfect matchings of a ring of `n`: two if `n` is even, and none if it is odd. Whichever option covers the
/// first item, all others are then forced, one after another.
pub(crate) fn ring(n: usize) -> Problem {
    let options = (0..n).map(|i| [i, (i + 1) % n]);
    built(n, options)
}

/// So many items with an option each, and then two that have two options each: four solutions.
pub(crate) fn tower(levels: usize) -> Problem {
    let doubles = [levels, levels, levels + 1, levels + 1];
    built(levels + 2, (0..levels).chain(doubles).map(|item| [item]))
}

/// A problem too large to be written first: so many primary items, and options that have them by number.
fn built<const N: usize>(items: usize, options: impl Iterator<Item = [usize; N]>) -> Problem {
    let mut builder = ProblemBuilder::new();
    let items: Vec<_> = (0..items).map(|i| builder.primary(&format!("p{i}")).unwrap()).collect();
    for option in options {
        builder.option(option.map(|item| items[item])).unwrap();
    }
    builder.build().unwrap()
}

/// The twelve pentominoes, each once, in a rectangle of 60 squares.
pub(crate) fn pentominoes(rows: usize, columns: usize) -> Problem {
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
    let mut options = Vec::new();
    for (piece, shape) in PIECES.iter().enumerate() {
        for shape in orientations(shape) {
            let fits = |&(row, column): &(usize, usize)| row < rows && column < columns;
            for (top, left) in pairs(rows, columns) {
                let squares = shape.iter().map(|&(row, column)| (top + row, left + column));
                if squares.clone().all(|square| fits(&square)) {
                    let cells: Vec<_> =
                        squares.map(|(r, c)| format!("s{}", r * columns + c)).collect();
                    options.push(format!("p{piece} {}", cells.join(" ")));
                }
            }
        }
    }
    problem(&[names('p', 12), names('s', rows * columns)].concat(), &[], &options)
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
