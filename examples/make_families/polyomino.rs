//! Polyominoes by name, and their orientations.

use std::collections::BTreeSet;

/// Cells as rows and columns, from 0.
pub(crate) type Cells = BTreeSet<(usize, usize)>;

/// The names, and rows of cells.
const SHAPES: [(&str, &[&str]); 21] = [
    ("I1", &["#"]),
    ("I2", &["##"]),
    ("I3", &["###"]),
    ("L3", &["##", "#."]),
    ("I4", &["####"]),
    ("L4", &["###", "#.."]),
    ("O4", &["##", "##"]),
    ("S4", &["##.", ".##"]),
    ("T4", &["###", ".#."]),
    ("F5", &[".##", "##.", ".#."]),
    ("I5", &["#####"]),
    ("L5", &["####", "#..."]),
    ("N5", &["##..", ".###"]),
    ("P5", &["##", "##", "#."]),
    ("T5", &["###", ".#.", ".#."]),
    ("U5", &["#.#", "###"]),
    ("V5", &["#..", "#..", "###"]),
    ("W5", &["#..", "##.", ".##"]),
    ("X5", &[".#.", "###", ".#."]),
    ("Y5", &["####", ".#.."]),
    ("Z5", &["##.", ".#.", ".##"]),
];

/// All orientations of a polyomino.
pub(crate) fn orientations(name: &str) -> Result<BTreeSet<Cells>, String> {
    let shape = SHAPES.iter().find(|shape| shape.0 == name);
    let (_, rows) = shape.ok_or_else(|| {
        let names = SHAPES.map(|shape| shape.0).join(", ");
        format!("no polyomino `{name}`, expected one of {names}")
    })?;
    let mut cells = Cells::new();
    for (row, text) in rows.iter().enumerate() {
        let full = text.char_indices().filter(|&(_, sign)| sign == '#');
        cells.extend(full.map(|(column, _)| (row, column)));
    }
    let mut all = BTreeSet::new();
    for _ in 0..4 {
        let last = cells.iter().map(|cell| cell.0).max().unwrap_or(0);
        let reflected: Cells = cells.iter().map(|&(row, column)| (column, row)).collect();
        let turned = cells.iter().map(|&(row, column)| (column, last - row)).collect();
        all.extend([std::mem::replace(&mut cells, turned), reflected]);
    }
    Ok(all)
}
