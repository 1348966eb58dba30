//! Pictures of solutions.

use crate::errors::value_error;
use crate::problem::Problem;
use pyo3::prelude::*;
use quadrille_pictures::Tiling;

#[pymethods]
impl Problem {
    /// A picture of a solution, if the items of the problem are the cells of a board.
    fn draw(&self, options: Vec<usize>) -> PyResult<String> {
        let tiling = Tiling::new(&self.0).map_err(|error| value_error(&error))?;
        let options: Vec<_> =
            options.into_iter().map(|option| self.id(option)).collect::<Result<_, _>>()?;
        Ok(tiling.picture(&options).to_svg())
    }
}
