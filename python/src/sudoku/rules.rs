//! [`Rules`]: size, boxes and regions of puzzles.

use crate::errors::value_error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::sudoku::simd9::Variant;
use quadrille::sudoku::{Geometry, GeometryError};
use std::sync::OnceLock;

/// Size, rows and columns of a box, diagonals, and regions.
type RulesRecord = (Option<usize>, Option<(usize, usize)>, bool, Vec<Vec<usize>>);

/// The rules of puzzles: everything is optional, and a puzzle has its usual boxes then.
#[pyclass(frozen)]
#[derive(Debug)]
pub(crate) struct Rules {
    size: Option<usize>,
    boxes: Option<(usize, usize)>,
    diagonal: bool,
    regions: Vec<Vec<usize>>,
    /// The variant of 9x9 puzzles, once it is needed.
    variant: OnceLock<Option<Variant>>,
}

#[pymethods]
impl Rules {
    /// Checks the rules as far as that is possible without a puzzle.
    #[new]
    fn new(
        size: Option<usize>,
        boxes: Option<(usize, usize)>,
        diagonal: bool,
        regions: Vec<Vec<usize>>,
    ) -> PyResult<Self> {
        let product = boxes.map(|(rows, columns)| rows.saturating_mul(columns));
        if let (Some(size), Some(product)) = (size, product)
            && size != product
        {
            let message = format!("the size is {size}, but the boxes have {product} cells");
            return Err(PyValueError::new_err(message));
        }
        if size.or(product).is_none() && !regions.is_empty() {
            return Err(PyValueError::new_err("regions need a size: add size= or box="));
        }
        let rules =
            Self { size: size.or(product), boxes, diagonal, regions, variant: OnceLock::new() };
        if let Some(size) = rules.size {
            rules.geometry(size).map_err(|error| value_error(&error))?;
        }
        Ok(rules)
    }

    /// The arguments of the constructor, with the usual boxes if none were given. Equal rules have
    /// equal ones.
    fn record(&self) -> RulesRecord {
        let usual = || Geometry::of_size(self.size?).ok().and_then(|geometry| geometry.box_shape());
        let mut regions = self.regions.clone();
        regions.iter_mut().for_each(|region| region.sort_unstable());
        regions.sort_unstable();
        (self.size, self.boxes.or_else(usual), self.diagonal, regions)
    }

    /// The size of the puzzles, if it is given.
    #[getter]
    pub(super) fn size(&self) -> Option<usize> {
        self.size
    }
}

impl Rules {
    /// The variant of 9x9 puzzles, if there is one.
    pub(super) fn variant(&self) -> Option<Variant> {
        let of_nine = || self.geometry(9).ok().and_then(|geometry| Variant::of(&geometry));
        *self.variant.get_or_init(of_nine)
    }

    /// The geometry of puzzles of a size.
    pub(super) fn geometry(&self, size: usize) -> Result<Geometry, GeometryError> {
        let mut geometry = match self.boxes {
            Some((rows, columns)) => Geometry::new(rows, columns)?,
            None => Geometry::of_size(size)?,
        };
        if self.diagonal {
            geometry = geometry.diagonal();
        }
        for (index, region) in self.regions.iter().enumerate() {
            geometry = geometry.with_region(&format!("{}", index + 1), region)?;
        }
        Ok(geometry)
    }
}
