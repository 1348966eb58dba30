//! Boards, pieces and graphs: problems whose subproblems repeat, or fall apart.

use crate::common::families;
use quadrille::Problem;
use std::collections::BTreeSet;

/// So many boards of this size to be tiled with dominoes. Those of 4 by 4 have 36 tilings each.
pub(crate) fn boards(size: usize, count: usize) -> Problem {
    let dlx = quadrille::dlx::to_string(&families::dominoes(size, size)).unwrap();
    let lines: Vec<_> = dlx.lines().map(|line| line.replace('|', "")).collect();
    let copy = |line: &str, number: usize| -> String {
        line.split_whitespace().map(|name| format!("{name}-{number} ")).collect()
    };
    let items: String = (0..count).map(|number| copy(&lines[0], number)).collect();
    let options =
        (0..count).flat_map(|number| lines[1..].iter().map(move |line| copy(line, number)));
    format!("{items}\n{}\n", options.collect::<Vec<_>>().join("\n")).parse().unwrap()
}

/// Tilings of a square with the nineteen tetrominoes that are turned and mirrored as they are.
pub(crate) fn tetrominoes(size: usize) -> Problem {
    let cells = |shape: [(usize, usize); 4]| -> Vec<String> {
        let fits = move |top: usize, left: usize| {
            shape.iter().all(|&(row, column)| top + row < size && left + column < size)
        };
        let places = (0..size * size).map(|place| (place / size, place % size));
        let option = |(top, left): (usize, usize)| {
            shape.map(|(row, column)| format!("s{}", (top + row) * size + left + column)).join(" ")
        };
        places.filter(|&(top, left)| fits(top, left)).map(option).collect()
    };
    let items: Vec<_> = (0..size * size).map(|cell| format!("s{cell}")).collect();
    let options: Vec<_> = fixed_tetrominoes().into_iter().flat_map(cells).collect();
    format!("{}\n{}\n", items.join(" "), options.join("\n")).parse().unwrap()
}

/// The sets of four connected squares whose first row and first column are not empty.
pub(crate) fn fixed_tetrominoes() -> Vec<[(usize, usize); 4]> {
    let mut shapes = Vec::new();
    for set in (0u32..1 << 16).filter(|set| set.count_ones() == 4) {
        let cells: Vec<_> = (0..16).filter(|i| set >> i & 1 == 1).map(|i| (i / 4, i % 4)).collect();
        let touches = cells.iter().any(|cell| cell.0 == 0) && cells.iter().any(|cell| cell.1 == 0);
        let near =
            |a: &(usize, usize), b: &(usize, usize)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1) == 1;
        let pairs = cells.iter().flat_map(|a| cells.iter().map(move |b| (a, b)));
        // Four squares are connected if three pairs of them touch and none is alone.
        let touching = pairs.filter(|(a, b)| near(a, b)).count() / 2;
        let nobody_alone = cells.iter().all(|a| cells.iter().any(|b| near(a, b)));
        if touches && touching >= 3 && nobody_alone {
            shapes.push(cells.try_into().unwrap());
        }
    }
    shapes
}

/// Ways to take a graph apart into connected pieces of four vertices.
pub(crate) fn pieces(vertices: usize) -> Problem {
    let next = |vertex: usize| (vertex + 1) % vertices;
    let far = |vertex: usize| (vertex * 5 + 3) % vertices;
    let edges: Vec<_> = (0..vertices)
        .map(|vertex| (vertex, next(vertex)))
        .chain((0..vertices).step_by(3).map(|vertex| (vertex, far(vertex))))
        .filter(|(a, b)| a != b)
        .collect();
    let neighbours = |vertex: usize| {
        let other = move |&(a, b): &(usize, usize)| match vertex {
            _ if a == vertex => Some(b),
            _ if b == vertex => Some(a),
            _ => None,
        };
        edges.iter().filter_map(other)
    };
    let mut sets: BTreeSet<BTreeSet<usize>> = (0..vertices).map(|v| BTreeSet::from([v])).collect();
    for _ in 1..4 {
        let grown = |set: &BTreeSet<usize>| {
            let around: BTreeSet<_> = set.iter().flat_map(|&vertex| neighbours(vertex)).collect();
            let with = |vertex: &usize| set.iter().chain([vertex]).copied().collect();
            around.difference(set).map(with).collect::<Vec<BTreeSet<usize>>>()
        };
        sets = sets.iter().flat_map(grown).collect();
    }
    let items: Vec<_> = (0..vertices).map(|vertex| format!("v{vertex}")).collect();
    let option = |set: &BTreeSet<usize>| set.iter().map(|v| format!("v{v} ")).collect::<String>();
    let options: Vec<_> = sets.iter().map(option).collect();
    format!("{}\n{}\n", items.join(" "), options.join("\n")).parse().unwrap()
}
