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
    for (r, c) in (0..n * n).map(|square| (square / n, square % n)) {
        let cost = cost(r, c).map_or(String::new(), |cost| format!(" |{cost}"));
        text += &format!("r{r} c{c} a{} b{}{cost}\n", r + c, n - 1 + r - c);
    }
    text
}
