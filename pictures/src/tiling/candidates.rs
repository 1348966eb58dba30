//! What each cell can be covered by, as SVG.

use super::covering::Covering;
use super::labels::Labels;
use super::layout::{BoardLayout, CELL};
use super::model::Model;
use super::svg;
use crate::picture::{self, Picture, place, to_u32};
use crate::xml::XmlWriter;
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

/// The most kinds of labels that have places of their own in a cell.
const MOST_LABELS: usize = 36;

/// The width and height of a label.
const MARK: u32 = 14;

/// The most columns of characters of a label that is readable in this width.
const LONGEST_LABEL: usize = 3;

/// The labels that occur in some cell, in the order of the pieces.
enum Marks<'a> {
    /// The names of colours.
    Letters(Vec<&'a str>),
    /// Pieces with labels.
    Pieces(Vec<usize>),
    /// The numbers of options, or the label where there is one option.
    Counts,
}

impl<'a> Marks<'a> {
    fn of(model: &Model, covering: &Covering<'a>) -> Self {
        let positions = || model.board.positions();
        let letters: BTreeSet<_> = positions().flat_map(|at| covering.letters(at)).collect();
        if !letters.is_empty() && are_small(letters.iter().copied().copied()) {
            return Self::Letters(letters.into_iter().copied().collect());
        }
        let options = positions().flat_map(|at| covering.options(at));
        let pieces: BTreeSet<_> = options.map(|&option| model.pieces.piece(option)).collect();
        let has_labels = !pieces.is_empty() && model.pieces.labels() > 0;
        if has_labels && are_small(pieces.iter().map(|&piece| model.pieces.label(piece))) {
            Self::Pieces(pieces.into_iter().collect())
        } else {
            Self::Counts
        }
    }

    /// The number of places in a cell.
    fn len(&self) -> usize {
        match self {
            Self::Letters(letters) => letters.len(),
            Self::Pieces(pieces) => pieces.len(),
            Self::Counts => 1,
        }
    }

    /// The marks of a cell, each with its place.
    fn in_cell(
        &self,
        model: &Model,
        covering: &Covering<'_>,
        position: usize,
    ) -> Vec<(usize, String)> {
        let options = covering.options(position);
        let named = |is_there: &dyn Fn(usize) -> bool, name: &dyn Fn(usize) -> String| {
            let there = (0..self.len()).filter(|&index| is_there(index));
            there.map(|index| (index, name(index))).collect()
        };
        match self {
            Self::Letters(letters) => {
                let found = covering.letters(position);
                named(&|index| found.contains(&letters[index]), &|index| letters[index].to_owned())
            }
            Self::Pieces(pieces) => {
                let found: BTreeSet<_> =
                    options.iter().map(|&option| model.pieces.piece(option)).collect();
                named(&|index| found.contains(&pieces[index]), &|index| {
                    model.pieces.label(pieces[index]).to_owned()
                })
            }
            Self::Counts if options.is_empty() => Vec::new(),
            Self::Counts => {
                let label = covering.only_option(position).map(|_| covering.label(position));
                let count = || options.len().to_string();
                vec![(0, label.filter(|label| !label.is_empty()).unwrap_or_else(count))]
            }
        }
    }
}

/// Whether each of these labels can have a place of its own in a cell, and be read there.
fn are_small<'a>(labels: impl ExactSizeIterator<Item = &'a str>) -> bool {
    labels.len() <= MOST_LABELS && labels.into_iter().all(|label| label.width() <= LONGEST_LABEL)
}

pub(super) fn picture(model: &Model, covering: &Covering<'_>) -> Picture {
    if model.board.has_lines() && model.pieces.labels() == 0 {
        return svg::picture(model, covering);
    }
    let marks = Marks::of(model, covering);
    let columns = (1..).find(|columns| columns * columns >= marks.len()).unwrap_or(1);
    let layout = BoardLayout::new(model, CELL.max(to_u32(columns) * MARK));
    let mut xml = XmlWriter::new();
    svg::write_pieces(model, covering, &layout, &mut xml);
    let mut labels = Labels::default();
    let mut small = Vec::new();
    for position in model.board.positions() {
        let cell = model.board.coordinates(position);
        let (x, y) = layout.corner(cell);
        match marks.in_cell(model, covering, position) {
            found if covering.only_option(position).is_some() || marks.len() == 1 => {
                let text = found.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ");
                labels.add_text(covering, position, layout.middle(cell), text);
            }
            found => small.extend(found.into_iter().map(|(index, text)| {
                let right = place(layout.cell, index % columns, columns);
                let down = place(layout.cell, index / columns, marks.len().div_ceil(columns));
                ((x + right, y + down), text)
            })),
        }
    }
    svg::write_lines(model, &model.covering(&[]), &layout, &mut xml);
    labels.write(layout.cell, &mut xml);
    if !small.is_empty() {
        let longest = small.iter().map(|(_, text)| text.width()).max().unwrap_or(1).max(1);
        let size = (MARK * 4 / 5).min(MARK * 3 / 2 / to_u32(longest));
        picture::open_texts(&mut xml, size, "currentColor", "normal");
        for (middle, text) in small {
            picture::text(&mut xml, middle, size, &text);
        }
        xml.close();
    }
    let description = format!("{}, with candidates", svg::description(model, &model.covering(&[])));
    Picture::new(layout.extent(), description, xml)
}
