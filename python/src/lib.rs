//! The Python module `quadrille._quadrille`: searches of the library, without a Python object for
//! each item or puzzle.
//!
//! The package `quadrille` in `python/quadrille` is what users import. It has names of items and
//! options in Python, and this module has their numbers. Searches run without the global
//! interpreter lock, in threads that touch no Python object.

mod errors;
mod pictures;
mod problem;
mod random;
mod searches;
mod settings;
mod stream;
mod sudoku;
mod watcher;

use pyo3::prelude::*;
use quadrille::sudoku::generate::PatternSymmetry;
use quadrille::sudoku::rating::RatingNumber;
use quadrille::{Engine, Method};

#[pymodule]
fn _quadrille(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<problem::ProblemBuilder>()?;
    module.add_class::<problem::Problem>()?;
    module.add_class::<stream::SolutionStream>()?;
    module.add_class::<sudoku::Answers>()?;
    module.add_class::<sudoku::Rules>()?;
    module.add_function(wrap_pyfunction!(sudoku::answer, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::draw, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::format, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::generate, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::grids, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::parse, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::problem, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::size, module)?)?;
    module.add_function(wrap_pyfunction!(sudoku::symbols, module)?)?;
    module.add("ENGINES", Engine::ALL.map(Engine::name))?;
    module.add("METHODS", Method::ALL.map(Method::name))?;
    module.add("RATING_NUMBERS", RatingNumber::ALL.map(RatingNumber::name))?;
    module.add("SYMMETRIES", PatternSymmetry::ALL.map(PatternSymmetry::name))?;
    module.add("VERDICTS", sudoku::VERDICTS)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}
