//! [`StatedRules`]: what a text states about the rules of a puzzle.

use crate::sudoku::geometry::{Geometry, box_shape};
use std::fmt;

/// The rules of a puzzle beyond its size, as far as a text or a caller states them: by default
/// nothing. The formats `csv` and `json` have them in the fields `box`, like `2x3`, and `variant`,
/// `diagonal`.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct StatedRules {
    /// The height and the width of a box.
    pub boxes: Option<(usize, usize)>,
    /// Whether both diagonals are units.
    pub is_diagonal: bool,
}

impl StatedRules {
    /// What distinguishes a geometry from the [usual one](Geometry::of_size) of its size: other
    /// boxes, and diagonals. Other regions can't be stated.
    #[must_use]
    pub fn of(geometry: &Geometry) -> Self {
        let boxes = (geometry.box_rows(), geometry.box_columns());
        let is_usual = box_shape(geometry.size()) == Some(boxes);
        Self { boxes: Some(boxes).filter(|_| !is_usual), is_diagonal: geometry.is_diagonal() }
    }

    /// Sets the shape of a box.
    #[must_use]
    pub fn with_boxes(self, rows: usize, columns: usize) -> Self {
        Self { boxes: Some((rows, columns)), ..self }
    }

    /// Makes both diagonals units.
    #[must_use]
    pub fn diagonal(self) -> Self {
        Self { is_diagonal: true, ..self }
    }

    /// The shape of a box, like `2x3`.
    #[must_use]
    pub fn box_shape(self) -> Option<String> {
        self.boxes.map(|(rows, columns)| format!("{rows}x{columns}"))
    }

    /// The name of the variant.
    #[must_use]
    pub fn variant(self) -> Option<&'static str> {
        self.is_diagonal.then_some("diagonal")
    }

    /// Whether no rules are stated.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// The fields `box` and `variant` at the end of a row of a table, each after a comma.
    #[must_use]
    pub fn fields(self) -> String {
        let (boxes, variant) = (self.box_shape(), self.variant());
        format!(",{},{}", boxes.unwrap_or_default(), variant.unwrap_or_default())
    }

    /// Reads the field `box`. Another text states nothing.
    pub(super) fn read_box(&mut self, text: &[u8]) {
        let text = str::from_utf8(text.trim_ascii()).unwrap_or_default();
        let sides = text.split_once(['x', 'X']);
        self.boxes = sides.and_then(|(rows, columns)| rows.parse().ok().zip(columns.parse().ok()));
    }

    /// Reads the field `variant`. Another text states nothing.
    pub(super) fn read_variant(&mut self, text: &[u8]) {
        self.is_diagonal = text.trim_ascii() == b"diagonal";
    }

    /// Whether a puzzle of a size that states these rules obeys others.
    pub(super) fn contradict(self, others: Self, size: usize) -> bool {
        let boxes = others.boxes.filter(|(rows, columns)| rows.saturating_mul(*columns) == size);
        let has_other_boxes = self.boxes.is_some() && self.boxes != boxes.or(box_shape(size));
        has_other_boxes || self.is_diagonal && !others.is_diagonal
    }
}

/// Like `boxes of 2x3 and diagonals`.
impl fmt::Display for StatedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.boxes, self.is_diagonal) {
            (Some((rows, columns)), false) => write!(f, "boxes of {rows}x{columns}"),
            (Some((rows, columns)), true) => write!(f, "boxes of {rows}x{columns} and diagonals"),
            (None, true) => f.write_str("diagonals"),
            (None, false) => f.write_str("the usual rules"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_those_that_are_not_usual() {
        let six = Geometry::new(3, 2).unwrap();
        assert_eq!(StatedRules::of(&Geometry::of_size(6).unwrap()), StatedRules::default());
        assert_eq!(StatedRules::of(&six), StatedRules::default().with_boxes(3, 2));
        let both = StatedRules::of(&six.diagonal());
        assert_eq!((both.box_shape().as_deref(), both.variant()), (Some("3x2"), Some("diagonal")));
        assert_eq!(both.to_string(), "boxes of 3x2 and diagonals");
    }

    #[test]
    fn what_is_not_stated_contradicts_nothing() {
        let none = StatedRules::default();
        let (high, wide) = (none.with_boxes(3, 2), none.with_boxes(2, 3));
        for (stated, assumed, contradicts) in [
            (none, high.diagonal(), false),
            (high, high, false),
            (wide, none, false),
            (high, none, true),
            (wide, high, true),
            (none.diagonal(), none.diagonal(), false),
            (none.diagonal(), none, true),
            (high, none.with_boxes(4, 2), true),
        ] {
            assert_eq!(stated.contradict(assumed, 6), contradicts, "{stated} {assumed}");
        }
    }

    #[test]
    fn other_texts_state_nothing() {
        let mut rules = StatedRules::default();
        for text in ["", "3", "9x", "x3", "axb"] {
            rules.read_box(text.as_bytes());
            rules.read_variant(text.as_bytes());
            assert_eq!(rules, StatedRules::default(), "{text}");
        }
        rules.read_box(b" 2X3 ");
        assert_eq!(rules.boxes, Some((2, 3)));
    }
}
