//! [`Rules`]: size, boxes, extra rules and regions of puzzles.

use crate::errors::{parse_error, value_error};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::sudoku::simd9::Variant;
use quadrille::sudoku::text::{self, StatedRules};
use quadrille::sudoku::{BoxLayout, Geometry, GeometryError};
use std::sync::OnceLock;

/// Size, boxes as text, names of extra rules, and regions.
type RulesRecord = (Option<usize>, Option<String>, Vec<&'static str>, Vec<Vec<usize>>);

/// The rules of puzzles: everything is optional, and a puzzle has its usual boxes then.
#[pyclass(frozen)]
#[derive(Debug)]
pub(crate) struct Rules {
    size: Option<usize>,
    stated: StatedRules,
    regions: Vec<Vec<usize>>,
    /// The variant of 9x9 puzzles, once it is needed.
    variant: OnceLock<Option<Variant>>,
}

#[pymethods]
impl Rules {
    /// Checks the rules as far as that is possible without a puzzle.
    #[new]
    fn new(
        py: Python<'_>,
        size: Option<usize>,
        boxes: Option<&str>,
        variant: Vec<String>,
        regions: Vec<Vec<usize>>,
    ) -> PyResult<Self> {
        let mut stated = StatedRules::default();
        stated.boxes = boxes.map(|text| read_boxes(py, text)).transpose()?;
        for names in variant {
            stated.extra.extend(text::parse_rules(&names).map_err(|error| value_error(&error))?);
        }
        let box_cells = stated.boxes.as_ref().and_then(BoxLayout::size);
        if let (Some(size), Some(box_cells)) = (size, box_cells)
            && size != box_cells
        {
            let message = format!("the size is {size}, but the boxes have {box_cells} cells");
            return Err(PyValueError::new_err(message));
        }
        let size = size.or(box_cells);
        if size.is_none() && !regions.is_empty() {
            return Err(PyValueError::new_err("regions need a size: add size= or box="));
        }
        let rules = Self { size, stated, regions, variant: OnceLock::new() };
        if let Some(size) = rules.size {
            rules.geometry(size).map_err(|error| value_error(&error))?;
        }
        Ok(rules)
    }

    /// The arguments of the constructor, with the usual boxes if none were given. Equal rules have
    /// equal ones.
    fn record(&self) -> RulesRecord {
        let usual = || Some(Geometry::of_size(self.size?).ok()?.boxes().to_string());
        let mut regions = self.regions.clone();
        regions.iter_mut().for_each(|region| region.sort_unstable());
        regions.sort_unstable();
        let names = self.stated.extra.iter().map(|rule| rule.name()).collect();
        (self.size, self.stated.box_text().or_else(usual), names, regions)
    }

    /// The size of the puzzles, if it is given.
    #[getter]
    pub(super) fn size(&self) -> Option<usize> {
        self.size
    }
}

impl Rules {
    /// The rules that a text can state.
    pub(super) fn stated(&self) -> &StatedRules {
        &self.stated
    }

    /// The variant of 9x9 puzzles, if there is one.
    pub(super) fn variant(&self) -> Option<Variant> {
        let of_nine = || self.geometry(9).ok().and_then(|geometry| Variant::of(&geometry));
        *self.variant.get_or_init(of_nine)
    }

    /// The geometry of puzzles of a size, which is that of the rules if they have one.
    pub(super) fn geometry(&self, size: usize) -> Result<Geometry, GeometryError> {
        let mut geometry = self.stated.geometry(size)?;
        for (index, region) in self.regions.iter().enumerate() {
            geometry = geometry.with_region(&format!("{}", index + 1), region)?;
        }
        Ok(geometry)
    }
}

/// The smallest number of symbols in a drawing of boxes, and more than are in `2x3` or `none`.
const DRAWING: usize = 16;

/// Reads boxes like `2x3` or `none`, or a drawing of them.
fn read_boxes(py: Python<'_>, text: &str) -> PyResult<BoxLayout> {
    match text.len() < DRAWING {
        true => text.trim().parse().map_err(|error: GeometryError| value_error(&error)),
        false => BoxLayout::parse_drawing(text).map_err(|error| parse_error(py, &error)),
    }
}
