//! The rules of the puzzles of a run, and the encodings of all their sizes as exact covers.

use quadrille::sudoku::text::StatedRules;
use quadrille::sudoku::{Encoding, Geometry, GeometryError};
use std::cell::OnceCell;
use std::fmt;
use std::str::FromStr;

const LARGEST: usize = 36;

/// The shape of a box, `height x width`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BoxShape {
    rows: usize,
    columns: usize,
}

impl BoxShape {
    pub(super) fn size(self) -> usize {
        self.rows.saturating_mul(self.columns)
    }
}

impl fmt::Display for BoxShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for BoxShape {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let shape = text.split_once(['x', 'X']).and_then(|(rows, columns)| {
            Some(Self { rows: rows.parse().ok()?, columns: columns.parse().ok()? })
        });
        let shape = shape.ok_or("expected the height and the width of a box, like 2x3")?;
        Geometry::new(shape.rows, shape.columns).map_err(|error| error.to_string())?;
        Ok(shape)
    }
}

/// The rules that the arguments give for all puzzles.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Rules {
    pub(super) boxes: Option<BoxShape>,
    pub(super) diagonal: bool,
}

impl Rules {
    /// The rules as the reader of puzzles has them.
    pub(super) fn stated(&self) -> StatedRules {
        let rules = StatedRules::default();
        let rules = self.boxes.map_or(rules, |boxes| rules.with_boxes(boxes.rows, boxes.columns));
        if self.diagonal { rules.diagonal() } else { rules }
    }

    /// Whether these are the usual rules for puzzles of all sizes.
    pub(super) fn is_usual(&self) -> bool {
        let size = self.boxes.map_or(9, BoxShape::size);
        self.geometry(size).is_ok_and(|geometry| StatedRules::of(&geometry).is_empty())
    }

    /// The geometry of grids of a size. The error says why there is none.
    pub(super) fn geometry(&self, size: usize) -> Result<Geometry, String> {
        let plain = match self.boxes {
            Some(boxes) if boxes.size() == size => Geometry::new(boxes.rows, boxes.columns),
            _ => Geometry::of_size(size),
        };
        let plain = plain.map_err(|error| error.to_string())?;
        Ok(if self.diagonal { plain.diagonal() } else { plain })
    }
}

/// The encodings of all sizes that occur in a run, built when they are first needed.
#[derive(Debug)]
pub(super) struct Encodings {
    pub(super) rules: Rules,
    by_size: [OnceCell<Encoding>; LARGEST + 1],
}

impl Encodings {
    pub(super) fn new(rules: Rules) -> Self {
        Self { rules, by_size: [const { OnceCell::new() }; LARGEST + 1] }
    }

    /// A hint for a puzzle without a solution: its boxes may have another shape than is assumed for
    /// its size.
    pub(super) fn box_hint(&self, size: usize) -> Option<String> {
        if self.rules.boxes.is_some() || size.isqrt().pow(2) == size {
            return None;
        }
        let assumed = self.rules.geometry(size).ok()?.box_rows();
        let shapes = (2..size)
            .filter(|rows| size.is_multiple_of(*rows))
            .map(|rows| BoxShape { rows, columns: size / rows });
        let (assumed, others): (Vec<_>, Vec<_>) = shapes.partition(|shape| shape.rows == assumed);
        let others: Vec<_> = others.iter().map(BoxShape::to_string).collect();
        Some(format!(
            "no solution with boxes of {}: --box sets another shape ({})",
            assumed.first()?,
            others.join(", ")
        ))
    }

    pub(super) fn of_size(&self, size: usize) -> Result<&Encoding, String> {
        let unsupported = || GeometryError::Size { size }.to_string();
        let cell = self.by_size.get(size).ok_or_else(unsupported)?;
        if let Some(encoding) = cell.get() {
            return Ok(encoding);
        }
        let encoding = Encoding::new(self.rules.geometry(size)?);
        Ok(cell.get_or_init(|| encoding))
    }
}
