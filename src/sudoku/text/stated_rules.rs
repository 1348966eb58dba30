//! [`StatedRules`]: what a text states about the rules of a puzzle.

use crate::sudoku::box_layout::BoxLayout;
use crate::sudoku::extra_rule::{ExtraRule, UnknownRule};
use crate::sudoku::geometry::{Geometry, usual_boxes};
use crate::sudoku::geometry_error::GeometryError;
use std::collections::BTreeSet;
use std::fmt;

/// The rules of a puzzle beyond its size, as far as a text or a caller states them: by default
/// nothing. The formats `csv` and `json` have them in the fields `box`, like `2x3` or `none`, and
/// `variant`, like `diagonal` or `windows,anti-king`.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct StatedRules {
    /// The boxes.
    pub boxes: Option<BoxLayout>,
    /// The rules beyond rows, columns and boxes.
    pub extra: BTreeSet<ExtraRule>,
}

impl StatedRules {
    /// What distinguishes a geometry from the [usual one](Geometry::of_size) of its size: other
    /// boxes, and extra rules. Other regions can't be stated.
    #[must_use]
    pub fn of(geometry: &Geometry) -> Self {
        let boxes = Some(geometry.boxes())
            .filter(|&boxes| usual_boxes(geometry.size()).is_none_or(|usual| usual != *boxes));
        let extra = ExtraRule::ALL.into_iter().filter(|&rule| geometry.has_rule(rule));
        Self { boxes: boxes.cloned(), extra: extra.collect() }
    }

    /// The geometry of grids of a size with these rules: with the usual boxes, unless others are
    /// stated that are none or those of this size.
    ///
    /// # Errors
    /// If there are no usual boxes, or an extra rule is not for this size.
    pub fn geometry(&self, size: usize) -> Result<Geometry, GeometryError> {
        let plain = match &self.boxes {
            Some(BoxLayout::None) => Geometry::latin(size)?,
            Some(boxes) if boxes.size() == Some(size) => Geometry::with_boxes(size, boxes.clone()),
            _ => Geometry::of_size(size)?,
        };
        self.extra.iter().try_fold(plain, |geometry, &rule| geometry.with_rule(rule))
    }

    /// Sets the boxes.
    #[must_use]
    pub fn with_boxes(self, boxes: BoxLayout) -> Self {
        Self { boxes: Some(boxes), ..self }
    }

    /// Adds a rule.
    #[must_use]
    pub fn with_rule(mut self, rule: ExtraRule) -> Self {
        self.extra.insert(rule);
        self
    }

    /// The boxes as text, like `2x3`.
    #[must_use]
    pub fn box_text(&self) -> Option<String> {
        self.boxes.as_ref().map(BoxLayout::to_string)
    }

    /// The names of the extra rules, with commas between them.
    #[must_use]
    pub fn variant(&self) -> Option<String> {
        let names: Vec<_> = self.extra.iter().map(|rule| rule.name()).collect();
        (!names.is_empty()).then(|| names.join(","))
    }

    /// Whether no rules are stated.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The fields `box` and `variant` at the end of a row of a table, each after a comma.
    #[must_use]
    pub fn fields(&self) -> String {
        let (boxes, variant) = (self.box_text(), self.variant().unwrap_or_default());
        let quote = if variant.contains(',') { "\"" } else { "" };
        format!(",{},{quote}{variant}{quote}", boxes.unwrap_or_default())
    }

    /// Whether puzzles of any size obey the same rules by these and those.
    #[must_use]
    pub fn is_equivalent(&self, others: &Self) -> bool {
        let sizes = [self, others].map(|rules| rules.boxes.as_ref().and_then(BoxLayout::size));
        let are_same = self.extra == others.extra
            && sizes.iter().all(|size| match size {
                Some(size) => !self.differ(others, *size),
                None => true,
            });
        are_same && (sizes != [None, None] || self.boxes == others.boxes)
    }

    /// Reads the field `box`. Another text states nothing.
    pub(super) fn read_box(&mut self, text: &[u8]) {
        let text = str::from_utf8(text.trim_ascii()).unwrap_or_default();
        self.boxes = text.parse().ok();
    }

    /// Reads the field `variant`. A text that has other names states nothing.
    pub(super) fn read_variant(&mut self, text: &[u8]) {
        let text = str::from_utf8(text.trim_ascii()).unwrap_or_default();
        self.extra = parse_rules(&text.to_ascii_lowercase()).unwrap_or_default();
    }

    /// Whether a puzzle of a size that states these rules obeys others.
    pub(super) fn contradict(&self, others: &Self, size: usize) -> bool {
        let has_other_boxes = self.boxes.is_some() && self.boxes != others.boxes_of(size);
        has_other_boxes || !self.extra.is_empty() && self.extra != others.extra
    }

    /// Whether puzzles of a size that obey these rules obey others than those: what is not stated
    /// is as usual.
    pub(super) fn differ(&self, others: &Self, size: usize) -> bool {
        self.extra != others.extra || self.boxes_of(size) != others.boxes_of(size)
    }

    /// The boxes of puzzles of a size.
    fn boxes_of(&self, size: usize) -> Option<BoxLayout> {
        let fits = |boxes: &BoxLayout| boxes.size().is_none_or(|own| own == size);
        self.boxes.clone().filter(fits).or(usual_boxes(size))
    }
}

/// Reads names of rules with commas between them.
///
/// # Errors
/// The first name that no rule has.
pub fn parse_rules(names: &str) -> Result<BTreeSet<ExtraRule>, UnknownRule> {
    names.split(',').map(|name| name.trim().parse()).collect()
}

/// Like `boxes of 2x3, diagonals and windows`.
impl fmt::Display for StatedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boxes = self.boxes.as_ref().map(|boxes| match boxes {
            BoxLayout::None => "no boxes".to_owned(),
            BoxLayout::Rectangles { .. } => format!("boxes of {boxes}"),
            BoxLayout::Irregular(_) => "irregular boxes".to_owned(),
        });
        let extra = self.extra.iter().map(|rule| match rule {
            ExtraRule::Diagonal => "diagonals".to_owned(),
            rule => rule.to_string(),
        });
        let parts: Vec<_> = boxes.into_iter().chain(extra).collect();
        match &parts[..] {
            [] => f.write_str("the usual rules"),
            [one] => f.write_str(one),
            [first @ .., last] => write!(f, "{} and {last}", first.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(text: &str) -> BoxLayout {
        text.parse().unwrap()
    }

    #[test]
    fn rules_are_those_that_are_not_usual() {
        let six = Geometry::new(3, 2).unwrap();
        assert_eq!(StatedRules::of(&Geometry::of_size(6).unwrap()), StatedRules::default());
        assert_eq!(StatedRules::of(&six), StatedRules::default().with_boxes(boxes("3x2")));
        let both = StatedRules::of(&six.diagonal());
        assert_eq!(both.box_text().as_deref(), Some("3x2"));
        assert_eq!(both.variant().as_deref(), Some("diagonal"));
        assert_eq!(both.to_string(), "boxes of 3x2 and diagonals");
        assert_eq!(both.fields(), ",3x2,diagonal");
        let prime = StatedRules::of(&Geometry::latin(7).unwrap().anti_king().anti_knight());
        assert_eq!(prime.to_string(), "no boxes, anti-knight and anti-king");
        assert_eq!(prime.fields(), ",none,\"anti-knight,anti-king\"");
    }

    #[test]
    fn a_geometry_follows_from_its_rules() {
        let four = || Geometry::of_size(4).unwrap();
        let jigsaw = StatedRules::default().with_boxes(boxes("1112132233243444"));
        for geometry in [
            four(),
            four().diagonal().windows().unwrap(),
            four().anti_knight(),
            Geometry::latin(4).unwrap().anti_king(),
            jigsaw.geometry(4).unwrap(),
            jigsaw.geometry(4).unwrap().diagonal().anti_king(),
        ] {
            assert_eq!(StatedRules::of(&geometry).geometry(4), Ok(geometry));
        }
        assert_eq!(jigsaw.geometry(9), Geometry::of_size(9));
        let windows = StatedRules::default().with_rule(ExtraRule::Windows);
        assert_eq!(windows.geometry(6), Err(GeometryError::Windows { size: 6 }));
    }

    #[test]
    fn what_is_not_stated_contradicts_nothing() {
        let none = StatedRules::default;
        let diagonal = || none().with_rule(ExtraRule::Diagonal);
        let (high, wide) = (none().with_boxes(boxes("3x2")), none().with_boxes(boxes("2x3")));
        let latin = none().with_boxes(BoxLayout::None);
        let both = diagonal().with_rule(ExtraRule::AntiKing);
        for (stated, assumed, contradicts) in [
            (none(), high.clone().with_rule(ExtraRule::Diagonal), false),
            (high.clone(), high.clone(), false),
            (wide.clone(), none(), false),
            (high.clone(), none(), true),
            (wide.clone(), high.clone(), true),
            (diagonal(), diagonal(), false),
            (diagonal(), none(), true),
            (diagonal(), both.clone(), true),
            (both, diagonal(), true),
            (high, none().with_boxes(boxes("4x2")), true),
            (latin.clone(), latin.clone(), false),
            (latin.clone(), none(), true),
            (wide, latin, true),
        ] {
            assert_eq!(stated.contradict(&assumed, 6), contradicts, "{stated} {assumed}");
        }
    }

    #[test]
    fn rules_are_equivalent_if_they_are_the_same_for_all_sizes() {
        let none = StatedRules::default;
        let diagonal = none().with_rule(ExtraRule::Diagonal);
        let (usual, high) = (none().with_boxes(boxes("2x3")), none().with_boxes(boxes("3x2")));
        let (square, latin) = (none().with_boxes(boxes("3x3")), none().with_boxes(BoxLayout::None));
        for (one, other, are_equivalent) in [
            (none(), none(), true),
            (none(), usual.clone(), true),
            (square.clone(), usual.clone(), true),
            (none(), high.clone(), false),
            (square, high.clone(), false),
            (usual, high.clone(), false),
            (high.clone(), high.clone(), true),
            (none(), latin.clone(), false),
            (latin.clone(), latin.clone(), true),
            (latin, high, false),
            (none(), diagonal.clone(), false),
            (diagonal.clone(), diagonal, true),
        ] {
            assert_eq!(one.is_equivalent(&other), are_equivalent, "{one}, {other}");
            assert_eq!(other.is_equivalent(&one), are_equivalent, "{other}, {one}");
        }
    }

    #[test]
    fn other_texts_state_nothing() {
        let mut rules = StatedRules::default();
        for text in ["", "3", "9x", "x3", "axb", "killer", "diagonal,killer"] {
            rules.read_box(text.as_bytes());
            rules.read_variant(text.as_bytes());
            assert_eq!(rules, StatedRules::default(), "{text}");
        }
        rules.read_box(b" 2X3 ");
        rules.read_variant(b" Windows, diagonal ");
        assert_eq!(rules.box_text().as_deref(), Some("2x3"));
        assert_eq!(rules.variant().as_deref(), Some("diagonal,windows"));
    }
}
