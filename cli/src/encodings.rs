//! The rules of the puzzles of a run, and the encodings of all their sizes as exact covers.

use quadrille::sudoku::text::StatedRules;
use quadrille::sudoku::{BoxLayout, Encoding, Geometry, GeometryError};
use std::cell::OnceCell;

const LARGEST: usize = 36;

const OTHER_SIZES: &str = "--box none and --regions take other sizes";

/// The rules that the arguments give for all puzzles.
#[derive(Clone, Default, Debug)]
pub(super) struct Rules(pub(super) StatedRules);

impl Rules {
    /// Whether these are the usual rules for puzzles of all sizes.
    pub(super) fn is_usual(&self) -> bool {
        let size = self.0.boxes.as_ref().and_then(BoxLayout::size).unwrap_or(9);
        self.geometry(size).is_ok_and(|geometry| StatedRules::of(&geometry).is_empty())
    }

    /// The geometry of grids of a size. The error says why there is none.
    pub(super) fn geometry(&self, size: usize) -> Result<Geometry, String> {
        self.0.geometry(size).map_err(|error| match error {
            GeometryError::Size { .. } => format!("{error}; {OTHER_SIZES}"),
            _ => error.to_string(),
        })
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
        if self.rules.0.boxes.is_some() || size.isqrt().pow(2) == size {
            return None;
        }
        let (assumed, _) = self.rules.geometry(size).ok()?.box_shape()?;
        let shape = |rows: usize| format!("{rows}x{}", size / rows);
        let others = (2..size).filter(|&rows| size.is_multiple_of(rows) && rows != assumed);
        let others: Vec<_> = others.map(shape).collect();
        Some(format!(
            "no solution with boxes of {}: --box sets another shape ({})",
            shape(assumed),
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
