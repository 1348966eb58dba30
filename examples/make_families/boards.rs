//! Tilings of boards.

use super::family::Family;
use super::polyomino::{Cells, orientations};

fn name((row, column): (usize, usize)) -> String {
    format!("{row}_{column}")
}

/// All translates of pieces that lie on a board, in the order of its cells. A piece with a name is
/// an item, too.
fn tilings(board: &Cells, pieces: &[(Option<&str>, Cells)]) -> Family {
    let mut family = Family::default();
    board.iter().for_each(|&cell| family.item(name(cell)));
    let rows = board.iter().map(|cell| cell.0).max().unwrap_or(0);
    let columns = board.iter().map(|cell| cell.1).max().unwrap_or(0);
    for (own, piece) in pieces {
        for row in 0..=rows {
            for column in 0..=columns {
                let place = || piece.iter().map(|cell| (cell.0 + row, cell.1 + column));
                if place().all(|cell| board.contains(&cell)) {
                    let own = own.iter().map(|&own| own.to_owned());
                    family.option(&own.chain(place().map(name)).collect::<Vec<_>>());
                }
            }
        }
    }
    family
}

/// A rectangle tiled by polyominoes, named as `L4,T4`, in all orientations: each once, or any
/// number of them.
pub(crate) fn polyominoes(
    names: &str,
    rows: usize,
    columns: usize,
    once: bool,
) -> Result<Family, String> {
    let cells = |row| (0..columns).map(move |column| (row, column));
    let board = (0..rows).flat_map(cells).collect();
    let mut pieces = Vec::new();
    for name in names.split(',') {
        pieces.extend(orientations(name)?.into_iter().map(|cells| (once.then_some(name), cells)));
    }
    let mut family = tilings(&board, &pieces);
    if once {
        names.split(',').for_each(|name| family.item(name));
    }
    Ok(family)
}

/// Dominoes on an Aztec diamond: 2, 4, ..., 2N, 2N, ..., 4, 2 cells in its rows.
pub(crate) fn aztec(size: usize) -> Family {
    let row = |row: usize| {
        let half = (row + 1).min(2 * size - row);
        (size - half..size + half).map(move |column| (row, column))
    };
    let board = (0..2 * size).flat_map(row).collect();
    let dominoes = [Cells::from([(0, 0), (0, 1)]), Cells::from([(0, 0), (1, 0)])];
    tilings(&board, &dominoes.map(|cells| (None, cells)))
}

/// The partridge puzzle (Wainwright, 1981): a square of side 1 + 2 + ... + N, tiled by N squares of
/// side N, N - 1 of side N - 1, and so on to one of side 1.
pub(crate) fn partridge(size: usize) -> Family {
    let side = size * (size + 1) / 2;
    let mut family = Family::default();
    for row in 0..side {
        (0..side).for_each(|column| family.item(name((row, column))));
    }
    (1..=size).for_each(|own| family.item(format!("{own}|s{own}")));
    for own in (1..=size).rev() {
        for row in 0..=side - own {
            for column in 0..=side - own {
                let cells = (row..row + own)
                    .flat_map(|row| (column..column + own).map(move |column| (row, column)));
                let items = [format!("s{own}")].into_iter().chain(cells.map(name));
                family.option(&items.collect::<Vec<_>>());
            }
        }
    }
    family
}

/// Lozenges in a hexagon with equal sides: pairs of neighbouring triangles, up and down.
///
/// The triangular grid is sheared to squares, each cut into two triangles. Upward is the triangle
/// at the corner (row, column), downward the one at the opposite corner. The corners of the hexagon
/// have coordinates from 0 to 2N with sums from N to 3N.
pub(crate) fn lozenge(size: usize) -> Family {
    let mut family = Family::default();
    let squares = || (0..2 * size).flat_map(|row| (0..2 * size).map(move |column| (row, column)));
    // The corners of an upward triangle have the sums s and s + 1, those of a downward one s + 1
    // and s + 2.
    let is_up = |(row, column): (usize, usize)| {
        (size..3 * size).contains(&(row + column)) && row < 2 * size && column < 2 * size
    };
    let is_down = |(row, column): (usize, usize)| {
        (size - 1..3 * size - 1).contains(&(row + column)) && row < 2 * size && column < 2 * size
    };
    for square in squares() {
        if is_up(square) {
            family.item(format!("u{}", name(square)));
        }
        if is_down(square) {
            family.item(format!("d{}", name(square)));
        }
    }
    for square @ (row, column) in squares().filter(|&square| is_up(square)) {
        let beside = [Some(square), row.checked_sub(1).map(|row| (row, column))];
        let above = column.checked_sub(1).map(|column| (row, column));
        for other in beside.into_iter().chain([above]).flatten().filter(|&other| is_down(other)) {
            family.option(&[format!("u{}", name(square)), format!("d{}", name(other))]);
        }
    }
    family
}
