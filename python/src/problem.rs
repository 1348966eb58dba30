//! [`Problem`] and its builder: items and options by number. Names are those of the Python package.

use crate::errors::{exception, parse_error, value_error};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use quadrille::problem::BuildErrorKind;
use quadrille::{Bounds, BuildError, Color, Entry, ItemId, OptionId, Solution, dlx};

/// An item: name, whether it is primary, and how often it is covered.
type ItemRecord = (String, bool, u32, u32);

/// An option: label, cost, items, and for each item the number of its colour.
type OptionRecord = (Option<String>, u64, Vec<usize>, Vec<Option<usize>>);

/// Collects items and options. The options of the Python package are added one by one, so that an
/// error is raised where the caller knows the label of the option.
#[pyclass]
pub(crate) struct ProblemBuilder {
    builder: quadrille::ProblemBuilder,
    items: Vec<ItemId>,
    colors: Vec<Color>,
}

#[pymethods]
impl ProblemBuilder {
    #[new]
    fn new() -> Self {
        let builder = quadrille::ProblemBuilder::new();
        Self { builder, items: Vec::new(), colors: Vec::new() }
    }

    fn primary(&mut self, py: Python<'_>, name: &str, low: u32, high: u32) -> PyResult<()> {
        let bounds = Bounds { low, high };
        let item = self.builder.primary_bounded(name, bounds);
        self.items.push(item.map_err(|error| problem_error(py, &error))?);
        Ok(())
    }

    fn secondary(&mut self, py: Python<'_>, name: &str) -> PyResult<()> {
        let item = self.builder.secondary(name);
        self.items.push(item.map_err(|error| problem_error(py, &error))?);
        Ok(())
    }

    fn color(&mut self, py: Python<'_>, name: &str) -> PyResult<()> {
        let color = self.builder.color(name);
        self.colors.push(color.map_err(|error| problem_error(py, &error))?);
        Ok(())
    }

    /// Adds an option with the numbers of its items and of their colours; `None` for no colours.
    #[pyo3(signature = (items, colors, cost, label))]
    #[expect(clippy::needless_pass_by_value, reason = "arguments are extracted from Python lists")]
    fn option(
        &mut self,
        py: Python<'_>,
        items: Vec<usize>,
        colors: Option<Vec<Option<usize>>>,
        cost: u64,
        label: Option<&str>,
    ) -> PyResult<()> {
        let color = |at: usize| colors.as_ref().and_then(|colors| self.colors.get(colors[at]?));
        let entries: Vec<_> = (items.iter().enumerate())
            .map(|(at, &item)| Entry { item: self.items[item], color: color(at).copied() })
            .collect();
        let builder = &mut self.builder;
        let add = || {
            let option = builder.option(entries)?;
            builder.cost(option, cost)?;
            label.map_or(Ok(()), |label| builder.label(option, label))
        };
        add().map_err(|error| problem_error(py, &error))
    }

    fn build(&mut self, py: Python<'_>) -> PyResult<Problem> {
        let builder = std::mem::take(&mut self.builder);
        builder.build().map(Problem).map_err(|error| problem_error(py, &error))
    }
}

/// A problem, the lines of options that are in no solution, and the items that are in no option.
type ReadProblem = (Problem, Vec<u64>, Vec<(String, u64)>);

/// A problem of the library.
#[pyclass(frozen)]
pub(crate) struct Problem(pub(crate) quadrille::Problem);

#[pymethods]
impl Problem {
    /// Reads a text in Knuth's format. Also returns the lines of options that are in no solution,
    /// because they have no primary item, and the items that exclude every solution, because they
    /// are in no option, with their lines.
    #[staticmethod]
    fn from_dlx(py: Python<'_>, text: &[u8], file: Option<&str>) -> PyResult<ReadProblem> {
        match py.detach(|| dlx::parse(text)) {
            Ok(parsed) => {
                let lines = parsed.never_chosen.iter().map(|&(_, line)| line).collect();
                let name = |&(item, line)| (parsed.problem.item_name(item).to_owned(), line);
                let items = parsed.never_covered.iter().map(name).collect();
                Ok((Self(parsed.problem), lines, items))
            }
            Err(error) => {
                let error = if let Some(file) = file { error.in_file(file) } else { error };
                Err(parse_error(py, &error))
            }
        }
    }

    /// Writes a text in Knuth's format.
    fn to_dlx(&self) -> PyResult<String> {
        dlx::to_string(&self.0).map_err(|error| value_error(&error))
    }

    /// All items, the primary ones first.
    fn items(&self) -> Vec<ItemRecord> {
        let record = |item| {
            let Bounds { low, high } = self.0.bounds(item);
            (self.0.item_name(item).to_owned(), self.0.is_primary(item), low, high)
        };
        self.0.items().map(record).collect()
    }

    /// The names of the colours.
    fn colors(&self) -> Vec<String> {
        let name = |color| self.0.color_name(Color::new(color)).to_owned();
        (0..self.0.color_count()).map(name).collect()
    }

    /// All options.
    fn options(&self) -> Vec<OptionRecord> {
        let record = |option| {
            let entries = self.0.entries(option);
            let items = entries.iter().map(|entry| entry.item.index()).collect();
            let colors = entries.iter().map(|entry| entry.color.map(Color::index)).collect();
            (self.0.label(option).map(str::to_owned), self.0.cost(option), items, colors)
        };
        self.0.options().map(record).collect()
    }

    /// The cost of an option.
    fn cost(&self, option: usize) -> PyResult<u64> {
        Ok(self.0.cost(self.id(option)?))
    }

    /// The costs of all options.
    fn costs(&self) -> Vec<u64> {
        self.0.options().map(|option| self.0.cost(option)).collect()
    }

    /// Checks a solution, without any engine.
    fn verify(&self, options: Vec<usize>) -> PyResult<()> {
        let solution = Solution::new(options.into_iter().map(OptionId::new).collect());
        solution.verify(&self.0).map_err(|error| value_error(&error))
    }
}

impl Problem {
    /// The identifier of an option with a number.
    pub(crate) fn id(&self, option: usize) -> PyResult<OptionId> {
        let count = self.0.options().len();
        if option < count {
            return Ok(OptionId::new(option));
        }
        let message = format!("there is no option {option}: the problem has {count} options");
        Err(PyIndexError::new_err(message))
    }
}

/// A `quadrille.ProblemError`.
fn problem_error(py: Python<'_>, error: &BuildError) -> PyErr {
    let item = match error.kind() {
        BuildErrorKind::BadBounds { item, .. }
        | BuildErrorKind::RepeatedItem { item, .. }
        | BuildErrorKind::ColoredPrimary { item, .. } => Some(item),
        _ => None,
    };
    exception(py, "ProblemError", (error.to_string(), item))
}
