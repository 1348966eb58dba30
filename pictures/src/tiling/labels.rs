//! [`Labels`]: the texts in cells.

use super::covering::Covering;
use crate::palette;
use crate::picture::{self, to_u32};
use crate::xml::XmlWriter;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

/// A text and its middle.
type PlacedText = ((u32, u32), String);

/// Labels of cells, by the colour of their text.
#[derive(Default)]
pub(super) struct Labels {
    by_fill: BTreeMap<String, Vec<PlacedText>>,
}

impl Labels {
    /// Adds the label of a position, if it has one.
    pub(super) fn add(&mut self, covering: &Covering<'_>, position: usize, middle: (u32, u32)) {
        self.add_text(covering, position, middle, covering.label(position));
    }

    /// Adds another text at a position, unless it is empty.
    pub(super) fn add_text(
        &mut self,
        covering: &Covering<'_>,
        position: usize,
        middle: (u32, u32),
        label: String,
    ) {
        if !label.is_empty() {
            let color = covering.piece(position).map(palette::color);
            let fill =
                color.map_or("currentColor".to_owned(), |color| color.label_fill().to_string());
            self.by_fill.entry(fill).or_default().push((middle, label));
        }
    }

    /// Writes them, each no wider than a cell.
    pub(super) fn write(self, cell: u32, xml: &mut XmlWriter) {
        for (fill, labels) in self.by_fill {
            let mut by_size = BTreeMap::<u32, Vec<_>>::new();
            for (middle, label) in labels {
                let length = to_u32(label.width()).max(1);
                let size = (cell / 2).min(cell * 3 / 2 / length).max(4);
                by_size.entry(size).or_default().push((middle, label));
            }
            for (size, labels) in by_size {
                picture::open_texts(xml, size, &fill, "normal");
                for (middle, label) in labels {
                    picture::text(xml, middle, size, &label);
                }
                xml.close();
            }
        }
    }
}
