//! The rules of the puzzles of a run, and the encodings of all their sizes as exact covers.

use quadrille::sudoku::text::StatedRules;
use quadrille::sudoku::{Encoding, Geometry, GeometryError};
use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

const LARGEST: usize = 36;

const OTHER_SIZES: &str = "--box none and --regions take other sizes";

/// The rules of all puzzles of a run: those of the arguments, or those that the first puzzle
/// states. Until it is read, they are the usual ones.
#[derive(Clone, Default, Debug)]
pub(super) struct Rules(Arc<OnceLock<StatedRules>>);

impl Rules {
    pub(super) fn new(rules: StatedRules) -> Self {
        Self(Arc::new(OnceLock::from(rules)))
    }

    /// The rules, as they would be stated.
    pub(super) fn stated(&self) -> StatedRules {
        self.0.get().cloned().unwrap_or_default()
    }

    /// Takes the rules that a file has, unless there are some. The error is that these are others.
    pub(super) fn adopt(&self, rules: &StatedRules) -> Result<(), String> {
        let known = self.0.get_or_init(|| rules.clone());
        match known.is_equivalent(rules) {
            true => Ok(()),
            false => Err(format!("the puzzle has {rules}, and this run has {known}")),
        }
    }

    /// Whether these are the usual rules for puzzles of all sizes.
    pub(super) fn is_usual(&self) -> bool {
        self.stated().is_equivalent(&StatedRules::default())
    }

    /// The geometry of grids of a size. The error says why there is none.
    pub(super) fn geometry(&self, size: usize) -> Result<Geometry, String> {
        self.stated().geometry(size).map_err(|error| match error {
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
        if size.isqrt().pow(2) == size || self.rules.stated().boxes.is_some() {
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
