//! [`Encoding`]: Sudoku as an exact cover.
//!
//! An option is a value in a cell. It covers the cell, and for each unit of the cell, the value in
//! that unit. A 9x9 Sudoku has 729 options over 81 + 3 * 81 = 324 items, a 16x16 one 4096 over
//! 1024, and each diagonal of a 9x9 adds 9 items: 342. A region with fewer cells than values holds
//! each value at most once: its items are secondary.
//!
//! Items are named `r1c2` for a cell, and `r1#5`, `c1#5`, `b1#5`, `x1#5` for the value 5 in a row,
//! column, box or extra region. Option `cell * size + value - 1` is the value in the cell.

use super::candidate_grid::CandidateGrid;
use super::clash::Clash;
use super::geometry::{Geometry, Unit, UnitKind};
use super::grid::Grid;
use crate::engine::Subproblem;
use crate::ids::{ItemId, OptionId};
use crate::problem::{BuildError, Entry, Problem, ProblemBuilder};
use std::fmt;
use std::sync::Arc;

/// The exact cover whose solutions are the full grids of a geometry. It is cheap to clone.
///
/// ```
/// use quadrille::sudoku::{Encoding, Geometry};
///
/// let encoding = Encoding::new(Geometry::of_size(9)?.diagonal());
/// assert_eq!(encoding.problem().options().len(), 729);
/// assert_eq!(encoding.problem().items().len(), 342);
/// # Ok::<(), quadrille::sudoku::GeometryError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Encoding {
    geometry: Arc<Geometry>,
    problem: Problem,
}

impl Encoding {
    /// Builds the exact cover of a geometry.
    #[must_use]
    pub fn new(geometry: Geometry) -> Self {
        let problem =
            build(&geometry).expect("names and entries follow from the geometry and are distinct");
        Self { geometry: Arc::new(geometry), problem }
    }

    /// The geometry.
    #[must_use]
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The exact cover whose solutions are the full grids.
    #[must_use]
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The option for a value, `1..=size`, in a cell; `None` if there is no such cell or value.
    #[must_use]
    pub fn option(&self, cell: usize, value: u8) -> Option<OptionId> {
        let (size, value) = (self.geometry.size(), usize::from(value));
        let exists = cell < self.geometry.cells() && (1..=size).contains(&value);
        exists.then(|| OptionId::new(cell * size + value - 1))
    }

    /// The cell and the value of an option; `None` if there is no such option.
    #[must_use]
    pub fn placement(&self, option: OptionId) -> Option<(usize, u8)> {
        let size = self.geometry.size();
        let value = u8::try_from(option.index() % size + 1).ok()?;
        (option.index() < self.problem.options().len()).then_some((option.index() / size, value))
    }

    /// The options of the clues of a grid, for [`Solver::assume`](crate::Solver::assume): the
    /// problem is built once for any number of grids.
    ///
    /// # Errors
    /// If the grid has another size, or its clues clash.
    pub fn givens(&self, grid: &Grid) -> Result<Vec<OptionId>, PuzzleError> {
        let mut givens = Vec::new();
        self.read_givens(grid, &mut givens)?;
        Ok(givens)
    }

    /// [`givens`](Self::givens) into a vector whose memory is reused.
    pub(super) fn read_givens(
        &self,
        grid: &Grid,
        givens: &mut Vec<OptionId>,
    ) -> Result<(), PuzzleError> {
        self.check_size(grid.size())?;
        if let Some(clash) = grid.clash(&self.geometry) {
            return Err(PuzzleError::Clash(clash));
        }
        givens.clear();
        givens.extend(
            grid.cells().iter().enumerate().filter_map(|(cell, &value)| self.option(cell, value)),
        );
        Ok(())
    }

    fn check_size(&self, found: usize) -> Result<(), PuzzleError> {
        let expected = self.geometry.size();
        if found == expected { Ok(()) } else { Err(PuzzleError::WrongSize { expected, found }) }
    }

    /// The solutions of a grid in which each cell has one of its candidates, for
    /// [`Solver::assume`](crate::Solver::assume): the options of the clues are included, and those
    /// that are no candidates are excluded. A clue that is not a candidate of its cell leaves no
    /// solution.
    ///
    /// ```
    /// use quadrille::Solver;
    /// use quadrille::sudoku::{CandidateGrid, Encoding, Geometry, Grid};
    ///
    /// let encoding = Encoding::new(Geometry::of_size(4)?);
    /// let mut candidates = CandidateGrid::all(4);
    /// candidates.restrict(1, 0b0010);
    /// let subproblem = encoding.restricted(&"1...............".parse()?, &candidates)?;
    /// let mut solver = Solver::new(encoding.problem());
    /// solver.assume(&subproblem)?;
    /// assert_eq!(solver.count().solutions, 24);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the grid or the candidates have another size, or clues clash.
    pub fn restricted(
        &self,
        grid: &Grid,
        candidates: &CandidateGrid,
    ) -> Result<Subproblem, PuzzleError> {
        let mut include = self.givens(grid)?;
        self.check_size(candidates.size())?;
        include.retain(|&option| !self.is_excluded(option, grid, candidates));
        let exclude = self.problem().options();
        let exclude = exclude.filter(|&option| self.is_excluded(option, grid, candidates));
        Ok(Subproblem { exclude: exclude.collect(), include })
    }

    /// Returns whether candidates exclude an option: a value that is not a candidate of a blank
    /// cell, or any value of a cell whose clue is not a candidate.
    pub(super) fn is_excluded(
        &self,
        option: OptionId,
        grid: &Grid,
        candidates: &CandidateGrid,
    ) -> bool {
        let Some((cell, value)) = self.placement(option) else { return false };
        match grid.cells().get(cell) {
            Some(&clue @ 1..) => !candidates.allows(cell, clue),
            _ => !candidates.allows(cell, value),
        }
    }

    /// Converts a solution of [`problem`](Self::problem) to a grid, and checks it by the rules of
    /// Sudoku.
    ///
    /// # Errors
    /// If the options, in any order, are not a full grid that obeys the rules.
    pub fn decode(&self, options: &[OptionId]) -> Result<Grid, NotAGrid> {
        let mut cells = vec![0; self.geometry.cells()];
        for &option in options {
            let (cell, value) = self.placement(option).ok_or(NotAGrid)?;
            cells[cell] = value;
        }
        let grid = Grid::from_checked(self.geometry.size(), cells);
        if grid.is_solution(&self.geometry) { Ok(grid) } else { Err(NotAGrid) }
    }
}

/// Builds the problem: primary items for cells and for units that hold every value, then secondary
/// ones for smaller regions.
fn build(geometry: &Geometry) -> Result<Problem, BuildError> {
    let size = geometry.size();
    let mut builder = ProblemBuilder::new();
    let cells = (0..geometry.cells())
        .map(|cell| builder.primary(&format!("r{}c{}", cell / size + 1, cell % size + 1)))
        .collect::<Result<Vec<_>, _>>()?;
    let mut firsts = vec![None; geometry.units().len()];
    let first_region = geometry.units().len() - geometry.regions().len();
    let complete = |unit: &Unit| unit.cells().len() == size;
    for primary in [true, false] {
        for (index, unit) in
            geometry.units().iter().enumerate().filter(|(_, unit)| complete(unit) == primary)
        {
            let letter = letter(unit.kind());
            let number = 1 + index.checked_sub(first_region).unwrap_or(index % size);
            for value in 1..=size {
                let name = format!("{letter}{number}#{value}");
                let item = if primary { builder.primary(&name) } else { builder.secondary(&name) }?;
                firsts[index].get_or_insert(item);
            }
        }
    }
    for (cell, &item) in cells.iter().enumerate() {
        for value in 0..size {
            let of_unit =
                |&unit: &usize| firsts[unit].map(|first| ItemId::new(first.index() + value));
            let units = geometry.units_of(cell).iter().filter_map(of_unit);
            builder.option(std::iter::once(item).chain(units).map(Entry::from))?;
        }
    }
    builder.build()
}

fn letter(kind: UnitKind) -> char {
    match kind {
        UnitKind::Row => 'r',
        UnitKind::Column => 'c',
        UnitKind::Box => 'b',
        UnitKind::Region | UnitKind::Move => 'x',
    }
}

/// The error for a grid that is not a puzzle of an [`Encoding`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The grid has another size than the geometry.
    WrongSize {
        /// The size of the geometry.
        expected: usize,
        /// The size of the grid.
        found: usize,
    },
    /// Two clues contradict each other, so there is no solution.
    Clash(Clash),
    /// The grid has no blank cell, so a shrunk problem would have no items.
    NothingLeft,
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WrongSize { expected, found } => {
                write!(
                    f,
                    "expected a grid of {expected}x{expected} cells, found one of {found}x{found}"
                )
            }
            Self::Clash(clash) => write!(f, "{clash}"),
            Self::NothingLeft => {
                write!(f, "the grid has no blank cell: no item is left to cover")
            }
        }
    }
}

impl std::error::Error for PuzzleError {}

/// The error for options that are not one value for each cell, or whose values break the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAGrid;

impl fmt::Display for NotAGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the options are not a full grid that obeys the rules")
    }
}

impl std::error::Error for NotAGrid {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Solver;

    fn four(text: &str) -> Grid {
        text.parse().unwrap()
    }

    fn encoding() -> Encoding {
        Encoding::new(Geometry::of_size(4).unwrap())
    }

    #[test]
    fn the_numbers_of_options_and_items_are_those_of_the_literature() {
        let table = [(4, 64, 64), (6, 216, 144), (9, 729, 324), (16, 4096, 1024)];
        for (size, options, items) in table {
            let encoding = Encoding::new(Geometry::of_size(size).unwrap());
            assert_eq!(encoding.problem().options().len(), options);
            assert_eq!(encoding.problem().primary_items().len(), items);
            assert_eq!(encoding.problem().secondary_items().len(), 0);
        }
    }

    #[test]
    fn options_and_placements_are_inverse() {
        let encoding = encoding();
        for option in encoding.problem().options() {
            let (cell, value) = encoding.placement(option).unwrap();
            assert_eq!(encoding.option(cell, value), Some(option));
        }
        for (cell, value) in [(16, 1), (0, 0), (0, 5)] {
            assert_eq!(encoding.option(cell, value), None);
        }
        assert_eq!(encoding.placement(OptionId::new(64)), None);
    }

    #[test]
    fn an_option_covers_its_cell_and_its_units() {
        let encoding = Encoding::new(Geometry::of_size(9).unwrap().diagonal());
        let option = encoding.option(8, 5).unwrap();
        let entries = encoding.problem().entries(option).iter();
        let names: Vec<_> = entries.map(|entry| encoding.problem().item_name(entry.item)).collect();
        assert_eq!(names, ["r1c9", "r1#5", "c9#5", "b3#5", "x2#5"]);
    }

    #[test]
    fn a_small_region_is_secondary() {
        let geometry =
            Geometry::of_size(4).unwrap().with_region("cage", &[0, 5]).unwrap().diagonal();
        let encoding = Encoding::new(geometry);
        assert_eq!(encoding.problem().secondary_items().len(), 4);
        assert_eq!(encoding.problem().primary_items().len(), 64 + 8);
        for solution in Solver::new(encoding.problem()).solutions() {
            let grid = encoding.decode(solution.options()).unwrap();
            assert_ne!(grid.cells()[0], grid.cells()[5]);
        }
    }

    #[test]
    fn a_grid_that_is_not_a_puzzle_is_an_error() {
        let encoding = encoding();
        let clash = four("1..1............");
        assert_eq!(encoding.givens(&clash).unwrap_err().to_string(), "row 1 has 1 twice");
        assert_eq!(encoding.whole(&clash).unwrap_err().to_string(), "row 1 has 1 twice");
        let large = encoding.givens(&Grid::blank(9)).unwrap_err();
        assert_eq!(large.to_string(), "expected a grid of 4x4 cells, found one of 9x9");
        let full = encoding.shrunk(&four("1234341221434321")).unwrap_err();
        assert_eq!(full, PuzzleError::NothingLeft);
    }

    #[test]
    fn only_full_grids_are_decoded() {
        let encoding = encoding();
        let all = encoding.givens(&four("1234341221434321")).unwrap();
        assert!(encoding.decode(&all).is_ok());
        assert_eq!(encoding.decode(&all[1..]), Err(NotAGrid));
        let mut wrong = all;
        wrong[0] = encoding.option(0, 2).unwrap();
        assert_eq!(encoding.decode(&wrong), Err(NotAGrid));
    }
}
