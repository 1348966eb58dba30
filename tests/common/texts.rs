//! Problems as texts in Knuth's format, for the tests of all packages. This file depends on the
//! standard library alone, so that unit tests can include it, too.

#![allow(dead_code, reason = "each test program uses a part of it")]

/// `n` queens: rows and columns are primary items, diagonals are secondary ones.
pub(crate) fn queens(n: usize) -> String {
    board(n, &[names('r', n), names('c', n)].concat(), |_, _| None)
}

/// The same with the rows and columns from the middle outwards, as in Knuth's generator. Ties
/// between items are broken in this order.
pub(crate) fn queens_from_the_middle(n: usize) -> String {
    let pipe = |j: usize| if j.is_multiple_of(2) { (n + j) / 2 } else { (n - 1 - j) / 2 };
    let items: Vec<_> = (0..n).map(pipe).flat_map(|i| [format!("r{i}"), format!("c{i}")]).collect();
    board(n, &items, |_, _| None)
}

/// `n` queens, each with the fourth power of its distance from the middle as cost: by symmetry,
/// many boards cost the same.
pub(crate) fn queens_with_costs(n: usize) -> String {
    let square = |i: usize| (2 * i + 1).abs_diff(n).pow(2);
    let cost = |row, column| Some((square(row) + square(column)).pow(2));
    board(n, &[names('r', n), names('c', n)].concat(), cost)
}

/// Latin squares of order `n`: each value once in each row and column, and one in each place.
pub(crate) fn latin(n: usize) -> String {
    let mut text = String::new();
    for kind in ['p', 'r', 'c'] {
        pairs(n, n).for_each(|(a, b)| text += &format!("{kind}{a},{b} "));
    }
    for (row, column) in pairs(n, n) {
        for value in 0..n {
            text += &format!("\np{row},{column} r{row},{value} c{column},{value}");
        }
    }
    text + "\n"
}

/// The same, of which any number of cells is filled.
pub(crate) fn partial_latin(n: usize) -> String {
    let text = latin(n);
    let mut lines = text.lines();
    let items = lines.next().unwrap_or_default();
    let options: String = lines.map(|option| format!("cell {option}\n")).collect();
    format!("0:{}|cell | {items}\n{options}", n * n)
}

/// Tilings of a rectangle with dominoes.
pub(crate) fn dominoes(rows: usize, columns: usize) -> String {
    let cell = |(row, column): (usize, usize)| format!("s{}", row * columns + column);
    let across = pairs(rows, columns - 1).map(|(r, c)| [(r, c), (r, c + 1)]);
    let down = pairs(rows - 1, columns).map(|(r, c)| [(r, c), (r + 1, c)]);
    let options = across.chain(down).map(|option| option.map(cell).join(" ") + "\n");
    names('s', rows * columns).join(" ") + "\n" + &options.collect::<String>()
}

/// All pairs of numbers below these.
pub(crate) fn pairs(rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)))
}

/// The names `a0`, `a1`, ... up to this number.
pub(crate) fn names(letter: char, count: usize) -> Vec<String> {
    (0..count).map(|i| format!("{letter}{i}")).collect()
}

/// Queens on a board with the rows and columns in this order, each with its cost.
fn board(
    n: usize,
    rows_and_columns: &[String],
    cost: impl Fn(usize, usize) -> Option<usize>,
) -> String {
    let diagonals = [names('a', 2 * n - 1), names('b', 2 * n - 1)].concat();
    let mut text = format!("{} | {}\n", rows_and_columns.join(" "), diagonals.join(" "));
    for (r, c) in pairs(n, n) {
        let cost = cost(r, c).map_or(String::new(), |cost| format!(" |{cost}"));
        text += &format!("r{r} c{c} a{} b{}{cost}\n", r + c, n - 1 + r - c);
    }
    text
}
