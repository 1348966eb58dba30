//! The board and the options on it as SVG.

use super::covering::{Covering, Edge};
use super::labels::Labels;
use super::layout::{BoardLayout, CELL};
use super::mark::Mark;
use super::model::Model;
use crate::palette::{self, Hatching, PieceColor};
use crate::picture::{self, Picture, THICK};
use crate::xml::XmlWriter;
use quadrille::OptionId;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn picture(model: &Model, covering: &Covering<'_>) -> Picture {
    let layout = BoardLayout::new(model, CELL);
    let mut xml = XmlWriter::new();
    write_areas(model, covering, &layout, &mut xml);
    write_lines(model, covering, &layout, &mut xml);
    write_marks(model, covering, &layout, &mut xml);
    let mut labels = Labels::default();
    for position in model.board.positions() {
        if has_label_of_its_own(covering, position) {
            labels.add(covering, position, layout.middle(model.board.coordinates(position)));
        }
    }
    for component in components(model, covering) {
        let middle = middle_cell(model, &component);
        labels.add(covering, middle, layout.middle(model.board.coordinates(middle)));
    }
    labels.write(CELL, &mut xml);
    Picture::new(layout.extent(), description(model, covering), xml)
}

/// What is drawn, in words.
pub(super) fn description(model: &Model, covering: &Covering<'_>) -> String {
    let [layers, rows, columns] = model.board.size;
    let mut text = format!("board {rows}x{columns}");
    if layers > 1 {
        text.push_str(", ");
        text.push_str(&picture::counted(layers, "layer"));
    }
    let positions = model.board.positions();
    let options: BTreeSet<_> = positions.flat_map(|at| covering.options(at)).collect();
    if !options.is_empty() {
        text.push_str(", ");
        text.push_str(&picture::counted(options.len(), "option"));
    }
    text
}

/// Whether a cell is labelled by itself, and not with the others of its piece.
fn has_label_of_its_own(covering: &Covering<'_>, position: usize) -> bool {
    !covering.letters(position).is_empty() || covering.only_option(position).is_none()
}

/// Fills the cells of each piece, the cells with several options, and the dark cells of a
/// chessboard.
fn write_areas(model: &Model, covering: &Covering<'_>, layout: &BoardLayout, xml: &mut XmlWriter) {
    let (mut shared, mut dark) = (String::new(), String::new());
    for position in model.board.positions() {
        let cell = model.board.coordinates(position);
        match covering.piece(position) {
            None if covering.is_shared(position) => shared.push_str(&layout.square(cell)),
            None if model.board.has_lines() && (cell[1] + cell[2]) % 2 == 1 => {
                dark.push_str(&layout.square(cell));
            }
            Some(_) | None => {}
        }
    }
    for (path, opacity) in [(shared, "0.2"), (dark, "0.12")] {
        if !path.is_empty() {
            let fill: &str = "currentColor";
            xml.empty("path", &[("d", &path), ("fill", &fill), ("fill-opacity", &opacity)]);
        }
    }
    write_pieces(model, covering, layout, xml);
}

/// Fills and hatches the cells of each piece.
pub(super) fn write_pieces(
    model: &Model,
    covering: &Covering<'_>,
    layout: &BoardLayout,
    xml: &mut XmlWriter,
) {
    let mut areas = BTreeMap::<usize, (String, String)>::new();
    for position in model.board.positions() {
        let Some(piece) = covering.piece(position) else { continue };
        let cell = model.board.coordinates(position);
        let (area, hatches) = areas.entry(piece).or_default();
        area.push_str(&layout.square(cell));
        hatches.push_str(&hatch(palette::color(piece), layout.corner(cell), layout.cell));
    }
    for (piece, (area, hatches)) in areas {
        let color = palette::color(piece);
        xml.empty("path", &[("d", &area), ("fill", &color.fill())]);
        if !hatches.is_empty() {
            xml.empty(
                "path",
                &[
                    ("d", &hatches),
                    ("stroke", &color.label_fill()),
                    ("stroke-opacity", &"0.35"),
                    ("stroke-width", &2),
                ],
            );
        }
    }
}

/// The lines across a cell with this side.
fn hatch(color: PieceColor, (x, y): (u32, u32), side: u32) -> String {
    let (half, quarter) = (side / 2, side / 4);
    match color.hatching {
        Hatching::None => String::new(),
        Hatching::Rising => format!(
            "M{x} {}l{half} -{half}M{x} {}l{side} -{side}M{} {}l{half} -{half}",
            y + half,
            y + side,
            x + half,
            y + side
        ),
        Hatching::Falling => format!(
            "M{x} {}l{half} {half}M{x} {y}l{side} {side}M{} {y}l{half} {half}",
            y + half,
            x + half
        ),
        Hatching::Horizontal => {
            format!("M{x} {}h{side}M{x} {}h{side}", y + quarter, y + quarter + half)
        }
        Hatching::Vertical => {
            format!("M{} {y}v{side}M{} {y}v{side}", x + quarter, x + quarter + half)
        }
    }
}

/// Draws the lines between cells.
pub(super) fn write_lines(
    model: &Model,
    covering: &Covering<'_>,
    layout: &BoardLayout,
    xml: &mut XmlWriter,
) {
    let [layers, rows, columns] = model.board.size;
    let mut paths = [(Edge::Inside, "0.2"), (Edge::Grid, "0.5"), (Edge::Border, "1")]
        .map(|(edge, opacity)| (edge, opacity, String::new()));
    let side = layout.cell;
    for layer in 0..layers {
        for (row, column) in
            (0..=rows).flat_map(|row| (0..=columns).map(move |column| (row, column)))
        {
            let cell = [layer, row, column];
            let (x, y) = layout.corner(cell);
            for (edge, direction) in [(covering.above(cell), 'h'), (covering.left(cell), 'v')] {
                if let Some((_, _, path)) = paths.iter_mut().find(|(kind, ..)| *kind == edge) {
                    path.push_str(&format!("M{x} {y}{direction}{side}"));
                }
            }
        }
    }
    for (edge, opacity, path) in paths {
        picture::lines(xml, &path, if edge == Edge::Border { THICK } else { 1 }, opacity);
    }
}

/// Draws a mark for each option without a label at a crossing.
pub(super) fn write_marks(
    model: &Model,
    covering: &Covering<'_>,
    layout: &BoardLayout,
    xml: &mut XmlWriter,
) {
    let Some(mark) = model.mark() else { return };
    let marked = model.board.positions().filter(|&at| !covering.options(at).is_empty());
    let path: String = marked
        .map(|at| layout.corner(model.board.coordinates(at)))
        .map(|(x, y)| match mark {
            Mark::Queen => {
                let (left, bottom) = (x + 9, y + 31);
                format!("M{left} {bottom}l-4 -18l9 7l6 -12l6 12l9 -7l-4 18z")
            }
            Mark::Dot => {
                let (left, middle) = (x + 11, y + 20);
                format!("M{left} {middle}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0z")
            }
        })
        .collect();
    if !path.is_empty() {
        xml.empty("path", &[("d", &path), ("fill", &"currentColor")]);
    }
}

/// The connected parts of each option in each layer, of the cells that it alone covers.
fn components(model: &Model, covering: &Covering<'_>) -> Vec<Vec<usize>> {
    let mut seen = BTreeSet::new();
    let mut components = Vec::new();
    for start in model.board.positions() {
        let Some(option) = covering.only_option(start) else { continue };
        if has_label_of_its_own(covering, start) || !seen.insert(start) {
            continue;
        }
        let (mut component, mut open) = (vec![start], vec![start]);
        while let Some(position) = open.pop() {
            for next in neighbours(model, covering, position, option) {
                if seen.insert(next) {
                    component.push(next);
                    open.push(next);
                }
            }
        }
        components.push(component);
    }
    components
}

/// The cells next to a position that the same option alone covers.
fn neighbours<'a>(
    model: &'a Model,
    covering: &'a Covering<'_>,
    position: usize,
    option: OptionId,
) -> impl Iterator<Item = usize> + 'a {
    let [layer, row, column] = model.board.coordinates(position);
    let around = [
        (row.checked_sub(1), Some(column)),
        (Some(row + 1), Some(column)),
        (Some(row), column.checked_sub(1)),
        (Some(row), Some(column + 1)),
    ];
    let cells = around.into_iter().filter_map(|(row, column)| row.zip(column));
    cells
        .filter_map(move |(row, column)| model.board.cell([layer, row, column]))
        .filter(move |&next| covering.only_option(next) == Some(option))
}

/// The cell that is nearest to the middle of some cells, of which there is at least one.
fn middle_cell(model: &Model, cells: &[usize]) -> usize {
    let coordinates = |&position: &usize| model.board.coordinates(position);
    let count = cells.len();
    let sum = |axis: usize| cells.iter().map(|cell| coordinates(cell)[axis]).sum::<usize>();
    let (rows, columns) = (sum(1), sum(2));
    let distance = |cell: &&usize| {
        let [_, row, column] = coordinates(cell);
        (row * count).abs_diff(rows).pow(2) + (column * count).abs_diff(columns).pow(2)
    };
    cells.iter().min_by_key(distance).copied().unwrap_or_default()
}
