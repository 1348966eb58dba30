//! Pencil marks: a drawing of a grid with a text in each cell.

use quadrille::sudoku::Geometry;

/// Appends the drawing, each column as wide as its longest text, with bars and rules between the
/// boxes.
pub(super) fn draw(cells: &[String], geometry: &Geometry, out: &mut String) {
    let size = geometry.size();
    let width =
        |column| cells.iter().skip(column).step_by(size).map(String::len).max().unwrap_or(0);
    let widths: Vec<_> = (0..size).map(width).collect();
    for (row, cells) in cells.chunks(size).enumerate() {
        if row > 0 && row.is_multiple_of(geometry.box_rows()) {
            out.push_str(&rule(&widths, geometry.box_columns()));
        }
        out.push_str(line(cells, &widths, geometry.box_columns()).trim_end());
        out.push('\n');
    }
}

/// The cells of a row.
fn line(cells: &[String], widths: &[usize], box_columns: usize) -> String {
    let padded = cells.iter().zip(widths).map(|(cell, &width)| format!("{cell:<width$}"));
    let padded: Vec<_> = padded.collect();
    let boxes: Vec<_> = padded.chunks(box_columns).map(|cells| cells.join(" ")).collect();
    boxes.join(" | ")
}

/// A line between boxes.
fn rule(widths: &[usize], box_columns: usize) -> String {
    let boxes = widths.chunks(box_columns);
    // The cells of a box, and a blank between two of them.
    let lengths = boxes.map(|widths| widths.iter().sum::<usize>() + widths.len() - 1);
    let dashes: Vec<_> = lengths.map(|length| "-".repeat(length)).collect();
    dashes.join("-+-") + "\n"
}
