//! The board and the options on it as lines of text, with the characters for boxes of Unicode.

use super::covering::{Covering, Edge};
use super::model::Model;
use crate::palette;
use anstyle::{RgbColor, Style};
use std::fmt::Write as _;
use unicode_width::UnicodeWidthStr;

/// The characters for lines to the left, to the right, up and down, in bits from the lowest.
const LINES: [char; 16] =
    [' ', '╴', '╶', '─', '╵', '┘', '└', '┴', '╷', '┐', '┌', '┬', '│', '┤', '├', '┼'];

/// The columns between two layers.
const GAP: usize = 3;

/// A character, and the piece whose colour is its background.
type Glyph = (char, Option<usize>);

pub(super) fn drawing(model: &Model, covering: &Covering<'_>, color: bool) -> String {
    let canvas = Canvas::new(model, covering);
    let mut text = String::new();
    for line in canvas.lines() {
        write_line(&line, color, &mut text);
    }
    text
}

/// Appends a line without blanks at its end.
fn write_line(line: &[Glyph], color: bool, out: &mut String) {
    let is_blank = |(character, piece): &Glyph| *character == ' ' && (piece.is_none() || !color);
    let length = line.iter().rposition(|glyph| !is_blank(glyph)).map_or(0, |last| last + 1);
    for run in line[..length].chunk_by(|one, other| one.1 == other.1) {
        let text: String = run.iter().map(|(character, _)| character).collect();
        match run[0].1.filter(|_| color) {
            Some(piece) => {
                let style = style(piece);
                // Writing to a `String` does not fail.
                let _ = write!(out, "{style}{text}{style:#}");
            }
            None => out.push_str(&text),
        }
    }
    out.push('\n');
}

fn style(piece: usize) -> Style {
    let color = palette::color(piece);
    let rgb = |[red, green, blue]: [u8; 3]| Some(RgbColor(red, green, blue).into());
    Style::new().bg_color(rgb(color.area)).fg_color(rgb(color.label))
}

/// The labels of all cells, and their common width.
struct Canvas<'a> {
    model: &'a Model,
    covering: &'a Covering<'a>,
    /// The width of a cell without its lines, in columns of a terminal.
    width: usize,
}

impl<'a> Canvas<'a> {
    fn new(model: &'a Model, covering: &'a Covering<'a>) -> Self {
        let mut canvas = Self { model, covering, width: 0 };
        let labels = model.board.positions().map(|position| canvas.label(position));
        let longest = labels.map(|label| label.width()).max().unwrap_or(0);
        canvas.width = longest.max(1) + 2;
        canvas
    }

    fn label(&self, position: usize) -> String {
        match self.model.mark() {
            Some(mark) if !self.covering.options(position).is_empty() => {
                mark.character().to_string()
            }
            _ => self.covering.label(position),
        }
    }

    fn lines(&self) -> impl Iterator<Item = Vec<Glyph>> + '_ {
        let [layers, rows, _] = self.model.board.size;
        (0..=2 * rows).map(move |line| {
            let mut glyphs = Vec::new();
            for layer in 0..layers {
                if layer > 0 {
                    glyphs.extend([(' ', None); GAP]);
                }
                self.write_layer(layer, line, &mut glyphs);
            }
            glyphs
        })
    }

    /// Appends a line of a layer: the lines above a row, or the cells of a row.
    fn write_layer(&self, layer: usize, line: usize, out: &mut Vec<Glyph>) {
        let (row, columns) = (line / 2, self.model.board.size[2]);
        for column in 0..=columns {
            let cell = [layer, row, column];
            if line.is_multiple_of(2) {
                out.push(self.corner(cell));
                if column < columns {
                    let edge = self.covering.above(cell);
                    let piece = self.piece_inside(edge, cell);
                    out.extend(vec![(if is_line(edge) { '─' } else { ' ' }, piece); self.width]);
                }
            } else {
                let edge = self.covering.left(cell);
                let piece = self.piece_inside(edge, cell);
                out.push((if is_line(edge) { '│' } else { ' ' }, piece));
                if column < columns {
                    self.write_cell(cell, out);
                }
            }
        }
    }

    fn write_cell(&self, cell: [usize; 3], out: &mut Vec<Glyph>) {
        let position = self.model.board.cell(cell);
        let label = position.map(|position| self.label(position)).unwrap_or_default();
        let piece = position.and_then(|position| self.covering.piece(position));
        let blanks = self.width.saturating_sub(label.width());
        let text = [" ".repeat(blanks / 2), label, " ".repeat(blanks.div_ceil(2))].concat();
        out.extend(text.chars().map(|character| (character, piece)));
    }

    /// The character where four cells meet, above and to the left of a cell.
    fn corner(&self, [layer, row, column]: [usize; 3]) -> Glyph {
        let above = |column: Option<usize>| {
            column.is_some_and(|column| is_line(self.covering.above([layer, row, column])))
        };
        let left = |row: Option<usize>| {
            row.is_some_and(|row| is_line(self.covering.left([layer, row, column])))
        };
        let sides = [
            above(column.checked_sub(1)),
            above(Some(column)),
            left(row.checked_sub(1)),
            left(Some(row)),
        ];
        let index = sides.iter().rev().fold(0, |index, &side| 2 * index + usize::from(side));
        let is_inside = index == 0 && row > 0 && column > 0;
        let cell = self.model.board.cell([layer, row, column]).filter(|_| is_inside);
        (LINES[index], cell.and_then(|cell| self.covering.piece(cell)))
    }

    /// The piece of a cell, if the line next to it is inside that.
    fn piece_inside(&self, edge: Edge, cell: [usize; 3]) -> Option<usize> {
        let position = self.model.board.cell(cell).filter(|_| edge == Edge::Inside)?;
        self.covering.piece(position)
    }
}

fn is_line(edge: Edge) -> bool {
    matches!(edge, Edge::Grid | Edge::Border)
}
